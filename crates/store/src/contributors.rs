//! Contributors: the users who changed the content of change requests.

use quire_db::{Error, Read, Write, statements};
use quire_model::ids::{ChangeRequestId, OrganizationId, SpaceId, UserId};
use quire_model::time::Timestamp;

use crate::branches::Branch;
use crate::column::params;
use crate::record::record;

record! {
    /// A user who changed the content of a change request.
    Contributor {
        /// The identifier of the user.
        user_id: UserId,
        /// The number of changes.
        edits: i64,
        /// The time of the last change.
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
    TOUCH: Execute =
        "update contributors set updated_at = ?5
         where organization = ?1 and space = ?2 and change_request = ?3 and user_id = ?4";
}

/// Returns the contributors of a change request, the most recent one first.
pub fn of_change_request(
    tx: &mut Read<'_>,
    organization: OrganizationId,
    space: SpaceId,
    id: ChangeRequestId,
) -> Result<Vec<Contributor>, Error> {
    tx.all(&OF_CHANGE_REQUEST, params![organization, space, id])
}

/// Counts a change by a user to the content of the change request with this branch.
pub fn note(tx: &mut Write<'_>, branch: Branch, user: UserId, at: Timestamp) -> Result<(), Error> {
    tx.execute(&NOTE, params![branch.organization, branch.space, branch.id, user, at])?;
    Ok(())
}

/// Notes a change by a contributor that takes the place of their last one, and so is counted with it.
pub fn touch(tx: &mut Write<'_>, branch: Branch, user: UserId, at: Timestamp) -> Result<(), Error> {
    tx.execute(&TOUCH, params![branch.organization, branch.space, branch.id, user, at])?;
    Ok(())
}
