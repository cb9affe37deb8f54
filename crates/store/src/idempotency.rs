//! Calls that are answered once: what came of them, by the key that their caller gave them.

use quire_content::hash::Hash;
use quire_db::{Error, Read, Write, statements};
use quire_model::ids::{OrganizationId, SpaceId, UserId};
use quire_model::time::Timestamp;

use crate::column::{params, record};

/// Whose key it is, and for what.
#[derive(Debug, Clone, Copy)]
pub struct Owner {
    /// The organization that owns the space.
    pub organization: OrganizationId,
    /// The space whose content was changed.
    pub space: SpaceId,
    /// Who changed it.
    pub user: UserId,
}

record! {
    /// A call that was made.
    Answered {
        /// The hash of what was asked.
        request: Hash,
        /// What came of it, as JSON.
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
    DELETE_OF_SPACE: Execute = "delete from idempotency where organization = ?1 and space = ?2";
}

/// The call of this key that was made after `since`.
pub fn get(tx: &mut Read<'_>, owner: Owner, name: &str, since: Timestamp) -> Result<Option<Answered>, Error> {
    tx.one(&BY_NAME, params![owner.organization, owner.space, owner.user, name.to_owned(), since])
}

/// Notes a call that is made at `now`; `false`, and nothing noted, where there is one of this key after `since`.
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

/// Forgets the calls of an organization until `until`.
pub fn delete_old(tx: &mut Write<'_>, organization: OrganizationId, until: Timestamp) -> Result<(), Error> {
    tx.execute(&DELETE_OLD, params![organization, until])?;
    Ok(())
}

/// Forgets the calls on a space.
pub fn delete_of_space(tx: &mut Write<'_>, organization: OrganizationId, space: SpaceId) -> Result<(), Error> {
    tx.execute(&DELETE_OF_SPACE, params![organization, space])?;
    Ok(())
}
