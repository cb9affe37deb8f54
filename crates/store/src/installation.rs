//! The operator's lists of all users and all organizations of the installation.

use quire_content::id::Uid;
use quire_db::{Error, Read, statements};
use quire_model::ids::{OrganizationId, UserId};
use quire_model::time::Timestamp;

use crate::column::params;
use crate::record::record;

record! {
    /// A user in the operator's list.
    ListedUser {
        /// The identifier of the user.
        id: UserId,
        /// The e-mail address, in lower case.
        email: String,
        /// The name that others see.
        display_name: String,
        /// The time of creation.
        created_at: Timestamp,
        /// The time at which the user was disabled, if they are.
        disabled_at: Option<Timestamp>,
    }
}

record! {
    /// An organization in the operator's list.
    ListedOrganization {
        /// The identifier of the organization.
        id: OrganizationId,
        /// The title that users see.
        title: String,
        /// The label of the default host name of its published content.
        hostname: String,
        /// The time of creation.
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

/// Returns up to a thousand organizations after this identifier.
pub fn organizations_after(tx: &mut Read<'_>, id: OrganizationId) -> Result<Vec<ListedOrganization>, Error> {
    tx.all(&ORGANIZATIONS, params![id])
}

/// The identifier before all others, to start a list with.
pub const FIRST: Uid = Uid([0; 16]);
