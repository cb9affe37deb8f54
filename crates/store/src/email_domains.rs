//! Claims of e-mail domains, whose address owners may join an organization by themselves once the claim is proven.

use quire_db::{Error, Read, Write, statements};
use quire_model::addresses::EmailDomain;
use quire_model::ids::OrganizationId;
use quire_model::time::Timestamp;

use crate::column::params;
use crate::record::{Table, record};
use crate::sql::{insert, select, update};

record! {
    /// An organization's claim of a domain.
    Claimed in email_domains {
        /// The domain, in lower case.
        domain: String as key,
        /// The organization that claims it.
        organization: OrganizationId as key,
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
    OF_ORG: Query<Claimed> = select!(Claimed, "where organization = ?1 order by domain");
    ONE: Query<Claimed> = select!(Claimed, "where organization = ?1 and domain = ?2");
    PROVEN: Query<Claimed> = select!(
        Claimed,
        "where domain = ?1 and proven_at is not null
         and exists (select 1 from organizations o where o.id = email_domains.organization and o.deleted_at is null)
         order by organization"
    );
    DUE: Query<Claimed> =
        select!(Claimed, "where next_check_at <= ?1 order by next_check_at, domain limit 1");
    INSERT: Execute = insert!(Claimed);
    UPDATE: Execute = update!(Claimed);
    DELETE: Execute = "delete from email_domains where organization = ?1 and domain = ?2";
}

/// Returns the domains that an organization claims, in alphabetical order.
pub fn of_org(tx: &mut Read<'_>, organization: OrganizationId) -> Result<Vec<Claimed>, Error> {
    tx.all(&OF_ORG, params![organization])
}

/// Returns an organization's claim of a domain.
pub fn get(tx: &mut Read<'_>, organization: OrganizationId, domain: &str) -> Result<Option<Claimed>, Error> {
    tx.one(&ONE, params![organization, domain.to_owned()])
}

/// Returns the organizations that have proven a domain and are not deleted.
pub fn organizations(tx: &mut Read<'_>, domain: &EmailDomain) -> Result<Vec<OrganizationId>, Error> {
    let found = tx.all(&PROVEN, params![domain.as_str().to_owned()])?;
    Ok(found.into_iter().map(|found| found.organization).collect())
}

/// Returns the claim that is overdue for a check the longest, if one is due.
pub fn due(tx: &mut Read<'_>, now: Timestamp) -> Result<Option<Claimed>, Error> {
    tx.one(&DUE, params![now])
}

/// Inserts a claim.
pub fn insert(tx: &mut Write<'_>, new: &Claimed) -> Result<(), Error> {
    tx.execute(&INSERT, &new.inserted())?;
    Ok(())
}

/// Updates the proof and the checks of a claim.
pub fn update(tx: &mut Write<'_>, claim: &Claimed) -> Result<(), Error> {
    tx.execute(&UPDATE, &claim.updated())?;
    Ok(())
}

/// Deletes an organization's claim of a domain.
pub fn delete(tx: &mut Write<'_>, organization: OrganizationId, domain: &str) -> Result<(), Error> {
    tx.execute(&DELETE, params![organization, domain.to_owned()])?;
    Ok(())
}
