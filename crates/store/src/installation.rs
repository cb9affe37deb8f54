//! What the operator of an installation lists: all users and all organizations.

use quire_content::id::Uid;
use quire_db::{Error, Read, statements};
use quire_model::ids::{OrganizationId, UserId};
use quire_model::time::Timestamp;

use crate::column::{params, record};

record! {
    /// A user in the operator's list.
    ListedUser {
        /// The user.
        id: UserId,
        /// Their address.
        email: String,
        /// Shown to others.
        display_name: String,
        /// When the user came to be.
        created_at: Timestamp,
        /// Since when they can't sign in.
        disabled_at: Option<Timestamp>,
    }
}

record! {
    /// An organization in the operator's list.
    ListedOrganization {
        /// The organization.
        id: OrganizationId,
        /// Shown to people.
        title: String,
        /// Label of its published content's default host name.
        hostname: String,
        /// When it came to be.
        created_at: Timestamp,
    }
}

statements! {
    USERS: Query<ListedUser> =
        "select id, email, display_name, created_at, disabled_at from users
         where (created_at, id) > (?1, ?2) order by created_at, id limit 1000";
    ORGANIZATIONS: Query<ListedOrganization> =
        "select id, title, hostname, created_at from organizations where id > ?1 order by id limit 1000";
}

/// Up to a thousand users after this one, or the first ones: the oldest first.
pub fn users_after(tx: &mut Read<'_>, last: Option<&ListedUser>) -> Result<Vec<ListedUser>, Error> {
    let (at, id) = last.map_or((Timestamp(i64::MIN), UserId(FIRST)), |user| (user.created_at, user.id));
    tx.all(&USERS, params![at, id])
}

/// Up to a thousand organizations after this one.
pub fn organizations_after(tx: &mut Read<'_>, id: OrganizationId) -> Result<Vec<ListedOrganization>, Error> {
    tx.all(&ORGANIZATIONS, params![id])
}

/// Before every identifier.
pub const FIRST: Uid = Uid([0; 16]);
