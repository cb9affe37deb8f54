//! Which content a request is about: the same operations stand under a space's main content, under each change request
//! and, where they only read, under each revision.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use quire_app::Caller;
use quire_app::commit::Target;
use quire_app::content::{Version, View};
use quire_model::change_requests::ChangeRequestName;
use quire_model::ids::{RevisionId, SpaceId};
use serde::Deserialize;
use serde_json::json;

use super::Named;
use crate::bearer::Bearer;
use crate::context::Context;
use crate::endpoint::{Input, OperationDescription, Schemas};
use crate::error::Problem;

/// The content that a path names, and a caller who may or may not read it.
pub(super) struct Scope {
    caller: Arc<Caller>,
    space: SpaceId,
    version: Version,
}

/// The line of content that a path names, and a caller who may or may not change it.
pub(super) struct Line {
    pub(super) caller: Arc<Caller>,
    pub(super) space: SpaceId,
    pub(super) target: Target,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ScopePath {
    space_id: Named<SpaceId>,
    #[serde(default)]
    change_request_id: Option<Named<ChangeRequestName>>,
    #[serde(default)]
    revision_id: Option<Named<RevisionId>>,
}

impl ScopePath {
    async fn of(parts: &mut Parts, context: &Context) -> Result<(Arc<Caller>, Self), Problem> {
        let Bearer(caller) = Bearer::from_request_parts(parts, context).await?;
        let path = crate::endpoint::Path::<Self>::from_request_parts(parts, context).await?.0;
        Ok((caller, path))
    }

    fn target(&self) -> Target {
        self.change_request_id.map_or(Target::Main, |Named(name)| Target::ChangeRequest(name))
    }
}

impl FromRequestParts<Context> for Scope {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, context: &Context) -> Result<Self, Problem> {
        let (caller, path) = ScopePath::of(parts, context).await?;
        let version = path.revision_id.map_or(path.target().into(), |Named(id)| Version::Revision(id));
        Ok(Self { caller, space: path.space_id.0, version })
    }
}

impl FromRequestParts<Context> for Line {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, context: &Context) -> Result<Self, Problem> {
        let (caller, path) = ScopePath::of(parts, context).await?;
        Ok(Self { caller, space: path.space_id.0, target: path.target() })
    }
}

impl Input for Scope {
    fn describe(operation: &mut OperationDescription, _: &mut Schemas) {
        describe(operation, &["spaceId", "changeRequestId", "revisionId"]);
    }
}

impl Input for Line {
    fn describe(operation: &mut OperationDescription, _: &mut Schemas) {
        describe(operation, &["spaceId", "changeRequestId"]);
    }
}

fn describe(operation: &mut OperationDescription, names: &[&str]) {
    for name in names {
        if operation.has_path_parameter(name) {
            operation.path_parameter(name, json!({ "type": "string" }));
        }
    }
}

impl Scope {
    /// The content, if the caller may read it. What is in memory takes no other thread.
    pub(super) async fn view(self, context: &Context) -> Result<View, Problem> {
        if let Some(view) = context.app().recall_view(&self.caller, self.space, self.version) {
            return Ok(view?);
        }
        context.run(move |app| app.view(&self.caller, self.space, self.version)).await
    }
}
