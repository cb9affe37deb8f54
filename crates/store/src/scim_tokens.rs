//! Tokens of organizations for provisioning by SCIM. Only the hash of a token's secret is stored.

use quire_content::hash::Hash;
use quire_db::{Error, Read, Write, statements};
use quire_model::ids::OrganizationId;
use quire_model::time::Timestamp;

use crate::column::params;
use crate::record::{Table, record};
use crate::sql::{insert, select};

record! {
    /// The row of an organization's token.
    ScimToken in scim_tokens {
        /// The organization.
        organization: OrganizationId as key,
        /// The hash of the secret.
        hash: Hash,
        /// The time of creation.
        created_at: Timestamp,
        /// The time of the last use, to about a minute.
        last_used_at: Option<Timestamp>,
    }
}

statements! {
    ONE: Query<ScimToken> = select!(ScimToken, "where organization = ?1");
    /// Those of deleted organizations are not found.
    BY_HASH: Query<ScimToken> = select!(
        ScimToken,
        "where hash = ?1 and exists
         (select 1 from organizations o where o.id = scim_tokens.organization and o.deleted_at is null)"
    );
    INSERT: Execute = insert!(ScimToken);
    TOUCH: Execute = "update scim_tokens set last_used_at = ?2 where organization = ?1";
    DELETE: Execute = "delete from scim_tokens where organization = ?1";
}

/// Returns the token of an organization.
pub fn get(tx: &mut Read<'_>, organization: OrganizationId) -> Result<Option<ScimToken>, Error> {
    tx.one(&ONE, params![organization])
}

/// Returns the token whose secret has this hash, if its organization is not deleted.
pub fn by_hash(tx: &mut Read<'_>, hash: Hash) -> Result<Option<ScimToken>, Error> {
    tx.one(&BY_HASH, params![hash])
}

/// Inserts the token of an organization in place of the one before.
pub fn replace(tx: &mut Write<'_>, token: &ScimToken) -> Result<(), Error> {
    delete(tx, token.organization)?;
    tx.execute(&INSERT, &token.inserted())?;
    Ok(())
}

/// Records the time at which a token was used.
pub fn touch(tx: &mut Write<'_>, organization: OrganizationId, at: Timestamp) -> Result<(), Error> {
    tx.execute(&TOUCH, params![organization, at])?;
    Ok(())
}

/// Deletes the token of an organization and returns true if there was one.
pub fn delete(tx: &mut Write<'_>, organization: OrganizationId) -> Result<bool, Error> {
    Ok(tx.execute(&DELETE, params![organization])? > 0)
}
