//! Who belongs to an organization.

use quire_model::events::EventKind;
use quire_model::ids::{OrganizationId, UserId};
use quire_model::roles::Role;
use quire_store::members;
use serde_json::json;

use crate::App;
use crate::callers::Caller;
use crate::errors::Error;
use crate::writing::Change;

impl App {
    /// Makes a user a member, by the operator of the server; without a role, a guest.
    pub fn add_member(&self, organization: OrganizationId, user: UserId, role: Option<Role>) -> Result<(), Error> {
        self.write(&Caller::operator(), |change| insert(change, self, organization, user, role))
    }
}

/// Writes a membership and the event.
pub(crate) fn insert(
    change: &mut Change<'_, '_>,
    app: &App,
    organization: OrganizationId,
    user: UserId,
    role: Option<Role>,
) -> Result<(), Error> {
    members::insert(change.tx, organization, user, role, app.now())?;
    // What callers hold in memory names their memberships.
    change.touch(user.0);
    change.rights(organization)?;
    let detail = json!({ "role": role.map(Role::as_str) });
    change.record(organization.0, EventKind::MemberAdded, user.0, &detail)
}
