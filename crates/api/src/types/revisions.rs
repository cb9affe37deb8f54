//! The representation of revisions of a space's content.

use std::collections::BTreeMap;

use quire_app::change_requests::revisions::Origin;
use quire_model::revisions::RevisionType;
use quire_model::time::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;

use super::{ChangeRequest, File, Page, ReusableContent, RevisionObject, User, VariableValue};
use crate::context::Context;

/// A revision with its content.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Revision {
    #[serde(flatten)]
    pub(crate) summary: RevisionSummary,
    /// The pages at the top level, each with the pages below it.
    pub(crate) pages: Vec<Page>,
    pub(crate) files: Vec<File>,
    pub(crate) reusable_contents: Vec<ReusableContent>,
    /// The variables of the space, by name.
    pub(crate) variables: BTreeMap<String, VariableValue>,
}

/// A revision without its content.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RevisionSummary {
    object: RevisionObject,
    id: String,
    /// The identifiers of the parent revisions.
    parents: Vec<String>,
    /// The kind of operation that created the revision.
    #[serde(rename = "type")]
    kind: RevisionType,
    created_at: Timestamp,
    /// The user who created the revision; absent if the operator of the server created it.
    #[serde(skip_serializing_if = "Option::is_none")]
    author: Option<User>,
    /// The change request that was merged, if the revision is a merge.
    #[serde(skip_serializing_if = "Option::is_none")]
    merged_from: Option<ChangeRequest>,
    /// The change request that the revision belongs to; absent for main content.
    #[serde(skip_serializing_if = "Option::is_none")]
    change_request: Option<String>,
    urls: Urls,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "RevisionUrls")]
struct Urls {
    /// The address to show to users: that of the revision in the writers' app.
    app: String,
}

impl RevisionSummary {
    pub(crate) fn of(
        revision: &quire_app::change_requests::revisions::Revision,
        origin: &Origin,
        context: &Context,
    ) -> Self {
        let app = context.app_url(format_args!("/spaces/{}/revisions/{}", revision.space, revision.id));
        Self {
            object: RevisionObject::It,
            id: revision.id.to_string(),
            parents: revision.parents.0.iter().map(ToString::to_string).collect(),
            kind: revision.kind,
            created_at: revision.created_at,
            author: origin.author.clone().map(|user| User::of(user, context)),
            merged_from: origin.merged_from.as_ref().map(|shown| ChangeRequest::of(shown, context)),
            change_request: revision.change_request.map(|id| id.to_string()),
            urls: Urls { app },
        }
    }
}
