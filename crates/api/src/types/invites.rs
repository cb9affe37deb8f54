//! Links by which people join.

use quire_app::link_invites::{ShownLink, ShownTarget};
use quire_model::roles::Role;
use quire_model::time::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;

use super::{Collection, InviteObject, Space};
use crate::context::Context;

/// A link by which people join.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Invite {
    object: InviteObject,
    /// Whoever knows it may join.
    id: String,
    #[serde(flatten)]
    gives: Gives,
    /// Whether it would give the caller nothing.
    redundant: bool,
    created_at: Timestamp,
    /// Until when it is good; for ever without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    expires_at: Option<Timestamp>,
}

/// What a link gives.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
enum Gives {
    /// A role in the organization; null for guests.
    Organization { role: Option<Role> },
    /// A role on a collection, to guests of the organization.
    Collection { level: Option<Role>, collection: Box<Collection> },
    /// A role on a space, to guests of the organization.
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
