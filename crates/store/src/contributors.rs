//! Who changed the content of change requests.

use quire_db::{Error, Read, Write, statements};
use quire_model::ids::{ChangeRequestId, OrganizationId, SpaceId, UserId};
use quire_model::time::Timestamp;

use crate::branches::Branch;
use crate::column::{params, record};

record! {
    /// A person who changed the content of a change request.
    Contributor {
        /// The person.
        user_id: UserId,
        /// How often.
        edits: i64,
        /// When last.
        updated_at: Timestamp,
    }
}

statements! {
    OF_CHANGE_REQUEST: Query<Contributor> =
        "select user_id, edits, updated_at from contributors
         where organization = ?1 and space = ?2 and change_request = ?3 order by updated_at desc, user_id desc";
    NOTE: Execute =
        "insert into contributors (organization, space, change_request, user_id, edits, updated_at)
         values (?1, ?2, ?3, ?4, 1, ?5)
         on conflict (organization, space, change_request, user_id)
         do update set edits = contributors.edits + 1, updated_at = ?5";
    TRANSFER: Execute = "update contributors set organization = ?3 where organization = ?1 and space = ?2";
    DELETE_OF_SPACE: Execute = "delete from contributors where organization = ?1 and space = ?2";
}

/// Those who changed the content of a change request, the last one first.
pub fn of_change_request(
    tx: &mut Read<'_>,
    organization: OrganizationId,
    space: SpaceId,
    id: ChangeRequestId,
) -> Result<Vec<Contributor>, Error> {
    tx.all(&OF_CHANGE_REQUEST, params![organization, space, id])
}

/// Notes that somebody changed the content of the change request that has this branch.
pub fn note(tx: &mut Write<'_>, branch: Branch, user: UserId, at: Timestamp) -> Result<(), Error> {
    tx.execute(&NOTE, params![branch.organization, branch.space, branch.id, user, at])?;
    Ok(())
}

/// Hands what is known of a space's change requests to another organization.
pub fn transfer(tx: &mut Write<'_>, from: OrganizationId, space: SpaceId, to: OrganizationId) -> Result<(), Error> {
    tx.execute(&TRANSFER, params![from, space, to])?;
    Ok(())
}

/// Removes what is known of a space's change requests.
pub fn delete_all(tx: &mut Write<'_>, organization: OrganizationId, space: SpaceId) -> Result<(), Error> {
    tx.execute(&DELETE_OF_SPACE, params![organization, space])?;
    Ok(())
}
