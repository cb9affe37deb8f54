//! Host names of sites' own. Several sites may claim a name; one of the whole installation has it, once its claim is
//! proven.

use quire_db::{Error, Read, Write, statements};
use quire_model::ids::{OrganizationId, SiteId};
use quire_model::time::Timestamp;

use crate::column::{params, record};

record! {
    /// A host name and the site that claims it.
    SiteHostname {
        /// The owner of the site.
        organization: OrganizationId,
        /// The site.
        site: SiteId,
        /// The host name.
        hostname: String,
        /// Since when it is claimed.
        created_at: Timestamp,
        /// Since when it is proven; a claim without this has no effect.
        proven_at: Option<Timestamp>,
        /// When a proof was looked for last.
        checked_at: Option<Timestamp>,
        /// How often a proof was looked for in the background.
        checks: i64,
        /// When a proof is looked for next in the background.
        next_check_at: Option<Timestamp>,
    }
}

statements! {
    PROVEN: Query<SiteHostname> =
        "select organization, site, hostname, created_at, proven_at, checked_at, checks, next_check_at
         from site_hostname_claims where hostname = ?1 and proven_at is not null";
    CLAIMS: Query<SiteHostname> =
        "select organization, site, hostname, created_at, proven_at, checked_at, checks, next_check_at
         from site_hostname_claims where hostname = ?1 order by created_at, site";
    OF_SITE: Query<SiteHostname> =
        "select organization, site, hostname, created_at, proven_at, checked_at, checks, next_check_at
         from site_hostname_claims where organization = ?1 and site = ?2";
    DUE: Query<SiteHostname> =
        "select organization, site, hostname, created_at, proven_at, checked_at, checks, next_check_at
         from site_hostname_claims where next_check_at <= ?1 order by next_check_at, site limit 1";
    INSERT: Execute =
        "insert into site_hostname_claims (organization, site, hostname, created_at, proven_at, checks, next_check_at)
         values (?1, ?2, ?3, ?4, ?5, 0, ?6)";
    UPDATE: Execute =
        "update site_hostname_claims set proven_at = ?4, checked_at = ?5, checks = ?6, next_check_at = ?7
         where organization = ?1 and site = ?2 and hostname = ?3";
    DELETE_OF_SITE: Execute = "delete from site_hostname_claims where organization = ?1 and site = ?2";
    DELETE_OF_ORG: Execute = "delete from site_hostname_claims where organization = ?1";
}

/// The claim of a host name that is proven, if there is one.
pub fn proven(tx: &mut Read<'_>, hostname: &str) -> Result<Option<SiteHostname>, Error> {
    tx.one(&PROVEN, params![hostname.to_owned()])
}

/// Every claim of a host name, the oldest first.
pub fn claims(tx: &mut Read<'_>, hostname: &str) -> Result<Vec<SiteHostname>, Error> {
    tx.all(&CLAIMS, params![hostname.to_owned()])
}

/// The host name that a site claims, if it claims one.
pub fn of_site(tx: &mut Read<'_>, organization: OrganizationId, site: SiteId) -> Result<Option<SiteHostname>, Error> {
    tx.one(&OF_SITE, params![organization, site])
}

/// The claim whose proof should have been looked for the longest time ago.
pub fn due(tx: &mut Read<'_>, now: Timestamp) -> Result<Option<SiteHostname>, Error> {
    tx.one(&DUE, params![now])
}

/// Adds the claim of a site that has none.
pub fn insert(tx: &mut Write<'_>, new: &SiteHostname) -> Result<(), Error> {
    let values = params![new.organization, new.site, new.hostname, new.created_at, new.proven_at, new.next_check_at];
    tx.execute(&INSERT, values)?;
    Ok(())
}

/// Writes what is known about a claim over what was known.
pub fn update(tx: &mut Write<'_>, claim: &SiteHostname) -> Result<(), Error> {
    let SiteHostname { organization, site, hostname, proven_at, checked_at, checks, next_check_at, .. } = claim;
    let values = params![*organization, *site, hostname.clone(), *proven_at, *checked_at, *checks, *next_check_at];
    tx.execute(&UPDATE, values)?;
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
