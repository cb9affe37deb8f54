//! Host names of sites' own. Each belongs to one site of the whole installation.

use quire_db::{Error, Read, Write, statements};
use quire_model::ids::{OrganizationId, SiteId};
use quire_model::time::Timestamp;

use crate::column::{params, record};

record! {
    /// A host name and whose it is.
    SiteHostname {
        /// The host name.
        hostname: String,
        /// The owner of the site.
        organization: OrganizationId,
        /// The site.
        site: SiteId,
        /// Since when.
        created_at: Timestamp,
    }
}

statements! {
    GET: Query<SiteHostname> = "select hostname, organization, site, created_at from site_hostnames where hostname = ?1";
    OF_SITE: Query<SiteHostname> =
        "select hostname, organization, site, created_at from site_hostnames where organization = ?1 and site = ?2";
    INSERT: Execute = "insert into site_hostnames (hostname, organization, site, created_at) values (?1, ?2, ?3, ?4)";
    DELETE_OF_SITE: Execute = "delete from site_hostnames where organization = ?1 and site = ?2";
    DELETE_OF_ORG: Execute = "delete from site_hostnames where organization = ?1";
}

/// The site of a host name, if it is some site's.
pub fn get(tx: &mut Read<'_>, hostname: &str) -> Result<Option<SiteHostname>, Error> {
    tx.one(&GET, params![hostname.to_owned()])
}

/// The host name of a site, if it has one.
pub fn of_site(tx: &mut Read<'_>, organization: OrganizationId, site: SiteId) -> Result<Option<SiteHostname>, Error> {
    tx.one(&OF_SITE, params![organization, site])
}

/// Gives a host name that is nobody's to a site that has none.
pub fn insert(tx: &mut Write<'_>, new: &SiteHostname) -> Result<(), Error> {
    tx.execute(&INSERT, params![new.hostname, new.organization, new.site, new.created_at])?;
    Ok(())
}

/// Takes the host name of a site away, if it has one.
pub fn delete_of_site(tx: &mut Write<'_>, organization: OrganizationId, site: SiteId) -> Result<(), Error> {
    tx.execute(&DELETE_OF_SITE, params![organization, site])?;
    Ok(())
}

/// Takes the host names of an organization's sites away.
pub fn delete_of_org(tx: &mut Write<'_>, organization: OrganizationId) -> Result<(), Error> {
    tx.execute(&DELETE_OF_ORG, params![organization])?;
    Ok(())
}
