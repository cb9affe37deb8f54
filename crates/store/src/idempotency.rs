//! Idempotency keys: the stored outcomes of calls, by the key that the caller supplied.

use quire_content::hash::Hash;
use quire_db::{Error, Read, Write, statements};
use quire_model::ids::{OrganizationId, SpaceId, UserId};
use quire_model::time::Timestamp;

use crate::column::params;
use crate::record::record;

/// The scope of an idempotency key.
#[derive(Debug, Clone, Copy)]
pub struct Owner {
    /// The owner of the space.
    pub organization: OrganizationId,
    /// The space whose content was changed.
    pub space: SpaceId,
    /// The user who made the call.
    pub user: UserId,
}

record! {
    /// A call with its outcome.
    Answered {
        /// The hash of the request.
        request: Hash,
        /// The outcome, as JSON.
        outcome: String,
    }
}

statements! {
    BY_NAME: Query<Answered> =
        "select request, outcome from idempotency
         where organization = ?1 and space = ?2 and user_id = ?3 and name = ?4 and created_at > ?5";
    INSERT: Execute =
        "insert into idempotency (organization, space, user_id, name, request, outcome, created_at)
         values (?1, ?2, ?3, ?4, ?5, ?6, ?7)
         on conflict (organization, space, user_id, name)
         do update set request = ?5, outcome = ?6, created_at = ?7 where idempotency.created_at <= ?8";
    DELETE_OLD: Execute = "delete from idempotency where organization = ?1 and created_at <= ?2";
}

/// Returns the call with this key that was made after `since`.
pub fn get(tx: &mut Read<'_>, owner: Owner, name: &str, since: Timestamp) -> Result<Option<Answered>, Error> {
    tx.one(&BY_NAME, params![owner.organization, owner.space, owner.user, name.to_owned(), since])
}

/// Records a call made at `now`; returns false, without a change, if there is one with this key after `since`.
pub fn insert(
    tx: &mut Write<'_>,
    owner: Owner,
    name: &str,
    call: &Answered,
    now: Timestamp,
    since: Timestamp,
) -> Result<bool, Error> {
    let Owner { organization, space, user } = owner;
    let values = params![organization, space, user, name.to_owned(), call.request, call.outcome, now, since];
    Ok(tx.execute(&INSERT, values)? == 1)
}

/// Deletes the calls of an organization made at or before `until`.
pub fn delete_old(tx: &mut Write<'_>, organization: OrganizationId, until: Timestamp) -> Result<(), Error> {
    tx.execute(&DELETE_OLD, params![organization, until])?;
    Ok(())
}
