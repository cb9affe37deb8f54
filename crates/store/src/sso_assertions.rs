//! Assertions that were accepted, so that none is accepted a second time, at another process either.

use quire_content::hash::Hash;
use quire_content::id::Uid;
use quire_db::{Error, Read, Write, statements};
use quire_model::ids::OrganizationId;
use quire_model::time::Timestamp;

use crate::column::params;
use crate::record::{Table, record};
use crate::sql::{insert, select};

record! {
    /// The row of an assertion.
    Assertion in sso_assertions {
        /// The organization of the provider.
        organization: OrganizationId as fixed,
        /// The provider that issued it.
        provider: Uid as key,
        /// The hash of its identifier.
        assertion: Hash as key,
        /// The time from which the assertion is refused for its age.
        expires_at: Timestamp as fixed,
    }
}

statements! {
    ONE: Query<Assertion> = select!(Assertion, "where provider = ?1 and assertion = ?2");
    INSERT: Execute = insert!(Assertion);
    DELETE_EXPIRED: Execute = "delete from sso_assertions where expires_at <= ?1";
}

/// Returns true if an assertion was accepted before.
pub fn is_known(tx: &mut Read<'_>, provider: Uid, assertion: Hash) -> Result<bool, Error> {
    Ok(tx.one(&ONE, params![provider, assertion])?.is_some())
}

/// Inserts an assertion.
pub fn insert(tx: &mut Write<'_>, assertion: &Assertion) -> Result<(), Error> {
    tx.execute(&INSERT, &assertion.inserted())?;
    Ok(())
}

/// Deletes the assertions that are refused for their age.
pub fn delete_expired(tx: &mut Write<'_>, now: Timestamp) -> Result<(), Error> {
    tx.execute(&DELETE_EXPIRED, params![now])?;
    Ok(())
}
