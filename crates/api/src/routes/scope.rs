//! Which content a request reads: the same operations stand under a space's main content and under each revision.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use quire_app::Caller;
use quire_app::content::{Version, View};
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

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ScopePath {
    space_id: Named<SpaceId>,
    #[serde(default)]
    revision_id: Option<Named<RevisionId>>,
}

impl FromRequestParts<Context> for Scope {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, context: &Context) -> Result<Self, Problem> {
        let Bearer(caller) = Bearer::from_request_parts(parts, context).await?;
        let path = crate::endpoint::Path::<ScopePath>::from_request_parts(parts, context).await?.0;
        let version = path.revision_id.map_or(Version::Main, |Named(id)| Version::Revision(id));
        Ok(Self { caller, space: path.space_id.0, version })
    }
}

impl Input for Scope {
    fn describe(operation: &mut OperationDescription, _: &mut Schemas) {
        for name in ["spaceId", "revisionId"] {
            if operation.has_path_parameter(name) {
                operation.path_parameter(name, json!({ "type": "string" }));
            }
        }
    }
}

impl Scope {
    /// The content, if the caller may read it. Main content that is in memory takes no other thread.
    pub(super) async fn view(self, context: &Context) -> Result<View, Problem> {
        if self.version == Version::Main
            && let Some(view) = context.app().recall_view(&self.caller, self.space)
        {
            return Ok(view?);
        }
        context.run(move |app| app.view(&self.caller, self.space, self.version)).await
    }
}
