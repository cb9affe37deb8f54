//! The representation of invite links.

use quire_app::orgs::link_invites::{ShownLink, ShownTarget};
use quire_model::roles::Role;
use quire_model::time::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;

use super::{Collection, InviteObject, Space};
use crate::context::Context;

/// An invite link to an organization, a collection or a space.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Invite {
    object: InviteObject,
    /// The secret identifier of the link: every user who knows it may join.
    id: String,
    #[serde(flatten)]
    gives: Gives,
    /// True if the caller already has the role that the link grants, or a higher one.
    redundant: bool,
    created_at: Timestamp,
    /// The time at which the link expires; absent if it never does.
    #[serde(skip_serializing_if = "Option::is_none")]
    expires_at: Option<Timestamp>,
}

/// The grant of an invite link.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
enum Gives {
    /// A role in the organization; null for guests.
    Organization { role: Option<Role> },
    /// A role on a collection; users who are not members yet become guests of the organization.
    Collection { level: Option<Role>, collection: Box<Collection> },
    /// A role on a space; users who are not members yet become guests of the organization.
    Space { level: Option<Role>, space: Box<Space> },
}

impl Invite {
    pub(crate) fn of(shown: &ShownLink, context: &Context) -> Self {
        let ShownLink { link, target, redundant } = shown;
        let gives = match target {
            ShownTarget::Organization => Gives::Organization { role: link.role },
            ShownTarget::Collection(found) => {
                Gives::Collection { level: link.role, collection: Box::new(Collection::of(found, context)) }
            }
            ShownTarget::Space(found) => Gives::Space { level: link.role, space: Box::new(Space::of(found, context)) },
        };
        Self {
            object: InviteObject::It,
            id: link.id.to_string(),
            gives,
            redundant: *redundant,
            created_at: link.created_at,
            expires_at: link.expires_at,
        }
    }
}
