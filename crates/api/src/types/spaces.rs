//! The representation of spaces.

use quire_app::access::ViewSpace;
use quire_app::content::heads::WithHead;
use quire_model::language::Language;
use quire_model::merge_rules::SpaceMergeRules;
use quire_model::policy::Action;
use quire_model::repositories::{self, RepositoryProvider};
use quire_model::roles::Level;
use quire_model::spaces::{EditMode, FormerSpaceIds, Visibility};
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
    /// The time of deletion; absent unless the space is deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    deleted_at: Option<Timestamp>,
    edit_mode: EditMode,
    /// The identifier of the organization that owns the space.
    organization: String,
    /// The identifier of the parent collection; absent at the top level of the organization.
    #[serde(skip_serializing_if = "Option::is_none")]
    parent: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    language: Option<Language>,
    /// The revision that the main content is at.
    revision: String,
    default_level: Level,
    /// True if the space is offered as a template for new spaces.
    is_template: bool,
    /// The conditions for merging change requests of the space.
    merge_rules: SpaceMergeRules,
    /// The identifiers that the space had on other servers, by which links still name it; absent if there are none.
    #[serde(skip_serializing_if = "FormerSpaceIds::is_empty")]
    former_ids: FormerSpaceIds,
    /// The directory in a repository that has the source of the space; absent if none is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    git_sync: Option<GitSync>,
    /// The number of open comments on the main content.
    comments: i64,
    /// The number of change requests of any status.
    change_requests: i64,
    change_requests_open: i64,
    change_requests_draft: i64,
    urls: Urls,
    permissions: Permissions,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "SpaceUrls")]
struct Urls {
    /// The address of the space in this API.
    location: String,
    /// The address to show to users: that of the space in the writers' app.
    app: String,
    /// The address for visitors if the space is on a published site. Only the operation that gets one space returns it.
    #[serde(skip_serializing_if = "Option::is_none")]
    published: Option<String>,
}

/// The directory in a Git repository that has the source of a space.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "SpaceGitSync")]
struct GitSync {
    /// The path of the repository on its host, such as `owner/repository`.
    repo_name: String,
    installation_provider: RepositoryProvider,
    /// The address of the directory.
    url: String,
    /// The time at which the directory was set.
    updated_at: Timestamp,
}

impl GitSync {
    fn of(set: &repositories::GitSync) -> Self {
        Self {
            repo_name: set.url.name().to_owned(),
            installation_provider: set.url.provider(),
            url: set.url.to_string(),
            updated_at: set.updated_at,
        }
    }
}

/// The permissions of the caller on the space.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "SpacePermissions")]
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
            former_ids: space.former_ids.clone(),
            git_sync: space.git_sync.as_ref().map(GitSync::of),
            comments: space.comments,
            change_requests: space.change_requests,
            change_requests_open: space.change_requests_open,
            change_requests_draft: space.change_requests_draft,
            urls: Urls { app: context.app_url(format_args!("/spaces/{}", space.id)), location, published: None },
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

    /// Returns the space with its address for visitors.
    pub(crate) fn published_at(mut self, address: Option<String>) -> Self {
        self.urls.published = address;
        self
    }
}
