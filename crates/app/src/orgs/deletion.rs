//! Deletion of users: they leave all organizations, and what they wrote stays.

use quire_model::events::EventKind;
use quire_model::ids::{OrganizationId, UserId};
use quire_store::{
    members, notifications, passkeys, passwords, scim_users, sign_in_links, sso_identities, tokens, totp_factors, users,
};
use serde_json::json;

use crate::accounts::notices;
use crate::accounts::sessions;
use crate::core::errors::Error;
use crate::orgs::members::leave;
use crate::{App, Caller, callers};

/// The display name of deleted users.
const DELETED: &str = "Deleted user";

impl App {
    /// Deletes a user, for the operator of the server: they leave all organizations and can't sign in any more, and
    /// their address, name and picture are gone. Everything that they wrote stays, under the name "Deleted user". An
    /// error if an organization would be left without an admin.
    pub fn delete_user(&self, id: UserId) -> Result<(), Error> {
        let now = self.now();
        self.write(&Caller::operator(), |change| {
            let user = users::get(change.tx, id)?.ok_or(Error::NotFound("user"))?;
            for membership in members::of_user(change.tx, id)? {
                let organization = membership.organization;
                if let Some(member) = members::get(change.tx, organization, id)? {
                    leave(change, organization, &member).map_err(|error| named(organization, error))?;
                }
            }
            tokens::delete_of_user(change.tx, id)?;
            sso_identities::delete_of_user(change.tx, id)?;
            scim_users::delete_of_user(change.tx, id)?;
            totp_factors::delete(change.tx, id)?;
            passkeys::delete_of_user(change.tx, id)?;
            notices::forget(change, id)?;
            notifications::delete_of_user(change.tx, id)?;
            passwords::delete(change.tx, id)?;
            sign_in_links::delete_of(change.tx, &user.email)?;
            sessions::end_others(change, id, None)?;
            users::replace(change.tx, id, &format!("deleted-{id}@deleted.invalid"), DELETED, now)?;
            change.touch(callers::SECRETS);
            change.touch(id.0);
            change.record(id.0, EventKind::UserDeleted, id.0, &json!({}))
        })
    }
}

/// Names the organization in a refusal.
fn named(organization: OrganizationId, error: Error) -> Error {
    match error {
        Error::Conflict(message) => Error::Conflict(format!("organization {organization}: {message}")),
        error => error,
    }
}
