//! Revisions of a space's content.

use std::collections::BTreeMap;

use quire_app::revisions::Origin;
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
    /// The pages at the top, each with those below it.
    pub(crate) pages: Vec<Page>,
    pub(crate) files: Vec<File>,
    pub(crate) reusable_contents: Vec<ReusableContent>,
    /// The space's variables by name.
    pub(crate) variables: BTreeMap<String, VariableValue>,
}

/// A revision in the history.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RevisionSummary {
    object: RevisionObject,
    id: String,
    /// The revisions that it was made from.
    parents: Vec<String>,
    /// How it came to be.
    #[serde(rename = "type")]
    kind: RevisionType,
    created_at: Timestamp,
    /// Who made it; absent where it was the operator of the server.
    #[serde(skip_serializing_if = "Option::is_none")]
    author: Option<User>,
    /// Of a merge, the change request that was merged.
    #[serde(skip_serializing_if = "Option::is_none")]
    merged_from: Option<ChangeRequest>,
    /// The change request whose content it is; absent for main content.
    #[serde(skip_serializing_if = "Option::is_none")]
    change_request: Option<String>,
    urls: Urls,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Urls {
    /// Where people find it.
    app: String,
}

impl RevisionSummary {
    pub(crate) fn of(revision: &quire_app::revisions::Revision, origin: &Origin, context: &Context) -> Self {
        let app = context.url(format_args!("/v1/spaces/{}/revisions/{}", revision.space, revision.id));
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
