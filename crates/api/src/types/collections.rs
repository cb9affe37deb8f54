//! The representation of collections.

use quire_app::access::{Proof, ViewCollection};
use quire_model::policy::Action;
use quire_model::roles::Level;
use schemars::JsonSchema;
use serde::Serialize;

use super::{CollectionObject, parent_of};
use crate::context::Context;

/// A collection: a group of spaces and of further collections.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Collection {
    object: CollectionObject,
    id: String,
    title: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    /// The identifier of the organization that owns the collection.
    organization: String,
    /// The identifier of the parent collection; absent at the top level of the organization.
    #[serde(skip_serializing_if = "Option::is_none")]
    parent: Option<String>,
    default_level: Level,
    urls: Urls,
    permissions: Permissions,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "CollectionUrls")]
struct Urls {
    /// The address of the collection in this API.
    location: String,
    /// The address to show to users: that of the collection in the writers' app.
    app: String,
}

/// The permissions of the caller on the collection.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "CollectionPermissions")]
struct Permissions {
    view: bool,
    admin: bool,
    view_invite_links: bool,
    create: bool,
}

impl Collection {
    pub(crate) fn of(
        found: &Proof<quire_app::spaces::collections::Collection, ViewCollection>,
        context: &Context,
    ) -> Self {
        let location = context.url(format_args!("/v1/collections/{}", found.id));
        Self {
            object: CollectionObject::It,
            id: found.id.to_string(),
            title: found.title.clone(),
            description: found.description.clone(),
            organization: found.organization.to_string(),
            parent: parent_of(found.organization, found.parent),
            default_level: found.default_level,
            urls: Urls { app: context.app_url(format_args!("/collections/{}", found.id)), location },
            permissions: Permissions {
                view: found.may(Action::ViewCollection),
                admin: found.may(Action::ManageCollection),
                view_invite_links: found.may(Action::ManageCollection),
                create: found.may(Action::CreateInCollection),
            },
        }
    }
}
