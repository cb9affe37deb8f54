//! The representation of change requests.

use quire_app::change_requests::Shown;
use quire_app::content::documents;
use quire_model::change_requests::Status;
use quire_model::time::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;

use super::{ChangeRequestObject, RichText, User};
use crate::context::Context;

/// A proposal to change a space's content, with content of its own.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ChangeRequest {
    object: ChangeRequestObject,
    id: String,
    /// The number of the change request, unique in its space and counted from 1.
    number: i64,
    status: Status,
    subject: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<RichText>,
    #[serde(skip_serializing_if = "Option::is_none")]
    created_by: Option<User>,
    created_at: Timestamp,
    updated_at: Timestamp,
    /// The identifier of the space that the change request belongs to.
    space: String,
    /// The revision that the content of the change request is at.
    revision: String,
    /// The revision of the main content that the change request was created from.
    revision_initial: String,
    /// The revision of the main content that was last pulled into it.
    #[serde(skip_serializing_if = "Option::is_none")]
    revision_merged_ancestor: Option<String>,
    /// The revision of the main content that the merge created; absent before the merge.
    #[serde(skip_serializing_if = "Option::is_none")]
    revision_merged: Option<String>,
    /// The number of open comments.
    comments: i64,
    /// True if the change request is not merged and the main content changed since it was last pulled into it.
    outdated: bool,
    urls: Urls,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ChangeRequestUrls")]
struct Urls {
    /// The address to show to users: that of the change request in the writers' app.
    app: String,
    /// The address of the change request in this API.
    location: String,
}

impl ChangeRequest {
    pub(crate) fn of(shown: &Shown, context: &Context) -> Self {
        let Shown { change_request: found, outdated, created_by } = shown;
        let location = context.url(location(found));
        Self {
            object: ChangeRequestObject::It,
            id: found.id.to_string(),
            number: found.number,
            status: found.status,
            subject: found.subject.clone(),
            description: found.description.as_deref().map(|text| RichText(documents::plain(text))),
            created_by: created_by.clone().map(|user| User::of(user, context)),
            created_at: found.created_at,
            updated_at: found.updated_at,
            space: found.space.to_string(),
            revision: found.revision.to_string(),
            revision_initial: found.revision_initial.to_string(),
            revision_merged_ancestor: found.merged_ancestor.map(|id| id.to_string()),
            revision_merged: found.revision_merged.map(|id| id.to_string()),
            comments: found.comments,
            outdated: *outdated,
            urls: Urls {
                app: context.app_url(format_args!("/spaces/{}/change-requests/{}", found.space, found.id)),
                location,
            },
        }
    }
}

/// A user who changed the content of a change request.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Contributor {
    user: User,
    /// The number of changes that the user made.
    count: i64,
    /// The time of the last of these changes.
    updated_at: Timestamp,
    action_type: Action,
}

/// The kind of contribution.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Action {
    Edit,
}

impl Contributor {
    pub(crate) fn of(
        found: &quire_app::change_requests::Contributor,
        user: quire_app::accounts::users::User,
        context: &Context,
    ) -> Self {
        let user = User::of(user, context);
        Self { user, count: found.edits, updated_at: found.updated_at, action_type: Action::Edit }
    }
}

/// Returns the path of a change request in this API.
pub(crate) fn location(found: &quire_app::change_requests::ChangeRequest) -> String {
    format!("/v1/spaces/{}/change-requests/{}", found.space, found.id)
}
