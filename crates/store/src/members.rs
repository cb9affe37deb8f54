//! Who belongs to an organization, with which role.

use quire_db::{Error, Read, Write, statements};
use quire_model::ids::{OrganizationId, UserId};
use quire_model::roles::Role;
use quire_model::time::Timestamp;

use crate::column::{params, record};

record! {
    /// One membership of a user.
    Membership {
        /// Where.
        organization: OrganizationId,
        /// As what; `None` for guests.
        role: Option<Role>,
    }
}

statements! {
    OF_USER: Query<Membership> = "select organization, role from members where user_id = ?1 and disabled = 0";
    INSERT: Execute =
        "insert into members (organization, user_id, role, joined_at) values (?1, ?2, ?3, ?4)";
}

/// Every membership of a user.
pub fn of_user(tx: &mut Read<'_>, user: UserId) -> Result<Vec<Membership>, Error> {
    tx.all(&OF_USER, params![user])
}

/// Makes a user a member.
pub fn insert(
    tx: &mut Write<'_>,
    organization: OrganizationId,
    user: UserId,
    role: Option<Role>,
    joined_at: Timestamp,
) -> Result<(), Error> {
    tx.execute(&INSERT, params![organization, user, role, joined_at])?;
    Ok(())
}
