//! Spaces.

use quire_app::access::ViewSpace;
use quire_app::spaces::WithHead;
use quire_model::language::Language;
use quire_model::merge_rules::SpaceMergeRules;
use quire_model::policy::Action;
use quire_model::roles::Level;
use quire_model::spaces::{EditMode, Visibility};
use quire_model::time::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;

use super::{SpaceObject, parent_of};
use crate::context::Context;

/// A space: a container of pages and files.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Space {
    object: SpaceObject,
    id: String,
    title: String,
    emoji: String,
    visibility: Visibility,
    created_at: Timestamp,
    updated_at: Timestamp,
    /// Set on a deleted space.
    #[serde(skip_serializing_if = "Option::is_none")]
    deleted_at: Option<Timestamp>,
    edit_mode: EditMode,
    /// The organization that owns it.
    organization: String,
    /// The collection that it is in.
    #[serde(skip_serializing_if = "Option::is_none")]
    parent: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    language: Option<Language>,
    /// The revision that its main content is at.
    revision: String,
    default_level: Level,
    /// Whether it is offered as the beginning of other spaces.
    is_template: bool,
    /// What must hold before its change requests are merged.
    merge_rules: SpaceMergeRules,
    /// Open comments.
    comments: i64,
    /// Change requests, whatever came of them.
    change_requests: i64,
    change_requests_open: i64,
    change_requests_draft: i64,
    urls: Urls,
    permissions: Permissions,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Urls {
    /// The space in this API.
    location: String,
    /// Where people find it.
    app: String,
    /// Where visitors find it, if it is asked for by itself and is on a site that is live.
    #[serde(skip_serializing_if = "Option::is_none")]
    published: Option<String>,
}

/// What the caller may do.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Permissions {
    view: bool,
    access: bool,
    admin: bool,
    view_invite_links: bool,
    edit: bool,
    trigger_git_sync: bool,
    comment: bool,
    merge: bool,
    review: bool,
    install_integration: bool,
}

impl Space {
    pub(crate) fn of(found: &WithHead<ViewSpace>, context: &Context) -> Self {
        let WithHead { space, revision } = found;
        let location = context.url(format_args!("/v1/spaces/{}", space.id));
        Self {
            object: SpaceObject::It,
            id: space.id.to_string(),
            title: space.title.clone(),
            emoji: space.emoji.clone(),
            visibility: space.visibility,
            created_at: space.created_at,
            updated_at: space.updated_at,
            deleted_at: space.deleted_at,
            edit_mode: space.edit_mode,
            organization: space.organization.to_string(),
            parent: parent_of(space.organization, space.parent),
            language: space.language,
            revision: revision.to_string(),
            default_level: space.default_level,
            is_template: space.is_template,
            merge_rules: space.merge_rules.clone(),
            comments: space.comments,
            change_requests: space.change_requests,
            change_requests_open: space.change_requests_open,
            change_requests_draft: space.change_requests_draft,
            urls: Urls { app: location.clone(), location, published: None },
            permissions: Permissions {
                view: space.may(Action::ViewSpace),
                access: space.may(Action::ViewSpace),
                admin: space.may(Action::ManageSpace),
                view_invite_links: space.may(Action::ManageSpace),
                edit: space.may(Action::EditSpace),
                trigger_git_sync: space.may(Action::MergeSpace),
                comment: space.may(Action::CommentSpace),
                merge: space.may(Action::MergeSpace),
                review: space.may(Action::MergeSpace),
                install_integration: false,
            },
        }
    }

    /// The same with the address where visitors find it.
    pub(crate) fn published_at(mut self, address: Option<String>) -> Self {
        self.urls.published = address;
        self
    }
}
