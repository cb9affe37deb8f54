//! Custom host names of sites. Several sites may claim a name; at most one in the installation has it, once its claim
//! is proven.

use quire_db::{Error, Read, Write, statements};
use quire_model::ids::{OrganizationId, SiteId};
use quire_model::time::Timestamp;

use crate::column::params;
use crate::record::{Table, record};
use crate::sql::{insert, select, update};

record! {
    /// A site's claim of a host name.
    SiteHostname in site_hostname_claims {
        /// The owner of the site.
        organization: OrganizationId as key,
        /// The site that claims it.
        site: SiteId as key,
        /// The host name, in lower case.
        hostname: String as key,
        /// The time of the claim.
        created_at: Timestamp as fixed,
        /// The time at which the claim was proven; a claim without it has no effect.
        proven_at: Option<Timestamp>,
        /// The time of the last check for a proof.
        checked_at: Option<Timestamp>,
        /// The number of checks in the background.
        checks: i64,
        /// The time of the next check in the background, if one is due.
        next_check_at: Option<Timestamp>,
    }
}

statements! {
    PROVEN: Query<SiteHostname> =
        select!(SiteHostname, "where hostname = ?1 and proven_at is not null");
    CLAIMS: Query<SiteHostname> =
        select!(SiteHostname, "where hostname = ?1 order by created_at, site");
    OF_SITE: Query<SiteHostname> = select!(SiteHostname, "where organization = ?1 and site = ?2");
    DUE: Query<SiteHostname> =
        select!(SiteHostname, "where next_check_at <= ?1 order by next_check_at, site limit 1");
    INSERT: Execute = insert!(SiteHostname);
    UPDATE: Execute = update!(SiteHostname);
    DELETE_OF_SITE: Execute = "delete from site_hostname_claims where organization = ?1 and site = ?2";
}

/// Returns the proven claim of a host name, if there is one.
pub fn proven(tx: &mut Read<'_>, hostname: &str) -> Result<Option<SiteHostname>, Error> {
    tx.one(&PROVEN, params![hostname.to_owned()])
}

/// Returns every claim of a host name, oldest first.
pub fn claims(tx: &mut Read<'_>, hostname: &str) -> Result<Vec<SiteHostname>, Error> {
    tx.all(&CLAIMS, params![hostname.to_owned()])
}

/// Returns the claim of a site, if it has one.
pub fn of_site(tx: &mut Read<'_>, organization: OrganizationId, site: SiteId) -> Result<Option<SiteHostname>, Error> {
    tx.one(&OF_SITE, params![organization, site])
}

/// Returns the claim that is overdue for a check the longest, if one is due.
pub fn due(tx: &mut Read<'_>, now: Timestamp) -> Result<Option<SiteHostname>, Error> {
    tx.one(&DUE, params![now])
}

/// Inserts the claim of a site that has none.
pub fn insert(tx: &mut Write<'_>, new: &SiteHostname) -> Result<(), Error> {
    tx.execute(&INSERT, &new.inserted())?;
    Ok(())
}

/// Updates the proof and the checks of a claim.
pub fn update(tx: &mut Write<'_>, claim: &SiteHostname) -> Result<(), Error> {
    tx.execute(&UPDATE, &claim.updated())?;
    Ok(())
}

/// Deletes the claim of a site, if it has one.
pub fn delete_of_site(tx: &mut Write<'_>, organization: OrganizationId, site: SiteId) -> Result<(), Error> {
    tx.execute(&DELETE_OF_SITE, params![organization, site])?;
    Ok(())
}
