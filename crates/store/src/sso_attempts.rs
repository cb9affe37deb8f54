//! Sign-ins by an identity provider that have begun: waiting for the provider first, then for the browser.

use quire_content::hash::Hash;
use quire_content::id::Uid;
use quire_db::{Error, Read, Write, statements};
use quire_model::ids::{OrganizationId, UserId};
use quire_model::time::Timestamp;

use crate::column::params;
use crate::record::{Table, record};
use crate::sql::{insert, select, update};

record! {
    /// The row of a sign-in that has begun.
    SsoAttempt in sso_attempts {
        /// The organization of the provider.
        organization: OrganizationId as fixed,
        /// The hash of the identifier of the request, which the provider answers with.
        request: Hash as key,
        /// The provider.
        provider: Uid as fixed,
        /// The hash of the browser's cookie; `None` if the sign-in began at the provider.
        browser: Option<Hash> as fixed,
        /// The signed-in user who wants to be known by the provider's name, if any.
        linking: Option<UserId> as fixed,
        /// The path of this server to show afterwards.
        next: String as fixed,
        /// The site that a visitor wants to read, as JSON; `None` for the sign-ins of users.
        visit: Option<String> as fixed,
        /// The hash of the code by which the browser continues, once the provider has answered.
        code: Option<Hash>,
        /// The identity in the answer, as JSON.
        identity: Option<String>,
        /// The time at which the attempt ends.
        expires_at: Timestamp,
    }
}

statements! {
    BY_REQUEST: Query<SsoAttempt> = select!(SsoAttempt, "where request = ?1");
    BY_CODE: Query<SsoAttempt> = select!(SsoAttempt, "where code = ?1");
    ANSWERED: Query<SsoAttempt> =
        select!(SsoAttempt, "where provider = ?1 and identity is not null order by expires_at limit 10000");
    INSERT: Execute = insert!(SsoAttempt);
    UPDATE: Execute = update!(SsoAttempt);
    DELETE: Execute = "delete from sso_attempts where request = ?1";
    DELETE_OF_PROVIDER: Execute = "delete from sso_attempts where provider = ?1";
    DELETE_EXPIRED: Execute = "delete from sso_attempts where expires_at <= ?1";
}

/// Returns the attempt whose request has this hash.
pub fn by_request(tx: &mut Read<'_>, request: Hash) -> Result<Option<SsoAttempt>, Error> {
    tx.one(&BY_REQUEST, params![request])
}

/// Returns the attempt whose code has this hash.
pub fn by_code(tx: &mut Read<'_>, code: Hash) -> Result<Option<SsoAttempt>, Error> {
    tx.one(&BY_CODE, params![code])
}

/// Returns the attempts that a provider has answered and that no browser has finished yet, which each wait for minutes.
pub fn answered(tx: &mut Read<'_>, provider: Uid) -> Result<Vec<SsoAttempt>, Error> {
    tx.all(&ANSWERED, params![provider])
}

/// Inserts an attempt.
pub fn insert(tx: &mut Write<'_>, attempt: &SsoAttempt) -> Result<(), Error> {
    tx.execute(&INSERT, &attempt.inserted())?;
    Ok(())
}

/// Updates the answer to an attempt.
pub fn update(tx: &mut Write<'_>, attempt: &SsoAttempt) -> Result<(), Error> {
    tx.execute(&UPDATE, &attempt.updated())?;
    Ok(())
}

/// Deletes an attempt.
pub fn delete(tx: &mut Write<'_>, request: Hash) -> Result<(), Error> {
    tx.execute(&DELETE, params![request])?;
    Ok(())
}

/// Deletes the attempts of a provider.
pub fn delete_of_provider(tx: &mut Write<'_>, provider: Uid) -> Result<(), Error> {
    tx.execute(&DELETE_OF_PROVIDER, params![provider])?;
    Ok(())
}

/// Deletes the attempts that have ended.
pub fn delete_expired(tx: &mut Write<'_>, now: Timestamp) -> Result<(), Error> {
    tx.execute(&DELETE_EXPIRED, params![now])?;
    Ok(())
}
