//! The content that a request is about: the same operations exist under a space's main content, under each change
//! request and, if they only read, under each revision.

use std::fmt;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use quire_app::content::commit::Target;
use quire_app::content::{Version, View};
use quire_app::{App, Caller, Error};
use quire_model::change_requests::ChangeRequestName;
use quire_model::ids::{RevisionId, SpaceId};
use serde::Deserialize;
use serde_json::json;

use super::Named;
use crate::asked::{Asked, Wanted};
use crate::bearer::Bearer;
use crate::context::Context;
use crate::endpoint::{Input, OperationDescription, Schemas};
use crate::error::Problem;
use crate::types::{ChangeRequest, RevisionSummary, VersionContext};

/// The content that a path names, and a caller who may or may not read it.
pub(super) struct Scope {
    caller: Arc<Caller>,
    space: SpaceId,
    version: Version,
    query: Option<String>,
}

impl Scope {
    /// Returns true if the content is the current content of a change request.
    pub(super) fn is_of_change_request(&self) -> bool {
        matches!(self.version, Version::ChangeRequest(_))
    }

    /// Returns what an address asks for that names a part of this content.
    pub(super) fn asked(&self, wanted: Wanted, metadata: bool, computed: bool) -> Asked {
        Asked { space: self.space, version: self.version, wanted, metadata, computed, route: None }
    }
}

impl fmt::Debug for Scope {
    /// Writes the space and the version, without the caller.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {:?}", self.space, self.version)
    }
}

/// The main content or change request that a path names, and a caller who may or may not change it.
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
        let query = parts.uri.query().map(str::to_owned);
        Ok(Self { caller, space: path.space_id.0, version, query })
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
    /// Returns the content if the caller may read it. Content in memory takes no other thread.
    pub(super) async fn view(self, context: &Context) -> Result<View, Problem> {
        self.view_of(context).await
    }

    /// Returns the same as [`Scope::view`], for callers that need the scope again.
    pub(super) async fn view_of(&self, context: &Context) -> Result<View, Problem> {
        if let Some(view) = context.app().recall_view(&self.caller, self.space, self.version) {
            return Ok(view?);
        }
        let (caller, space, version) = (self.caller.clone(), self.space, self.version);
        context.run(move |app| app.view(&caller, space, version)).await
    }

    /// Returns the address of the same request for the page at another path; none for a revision, where no page moves.
    pub(super) fn page_at(&self, path: &str) -> Option<String> {
        let space = self.space;
        let line = match self.version {
            Version::Main => String::new(),
            Version::ChangeRequest(ChangeRequestName::Id(id)) => format!("/change-requests/{id}"),
            Version::ChangeRequest(ChangeRequestName::Number(number)) => format!("/change-requests/{number}"),
            Version::Revision(_) => return None,
        };
        let path: Vec<_> =
            path.split('/').map(|part| utf8_percent_encode(part, NON_ALPHANUMERIC).to_string()).collect();
        let query = self.query.as_ref().map(|query| format!("?{query}")).unwrap_or_default();
        Some(format!("/v1/spaces/{space}{line}/content/path/{}{query}", path.join("/")))
    }

    /// Returns the caller, and the content if the caller may read it. Callers run it on a thread that may block.
    pub(super) fn read(&self, app: &App) -> Result<(Arc<Caller>, View), Error> {
        Ok((self.caller.clone(), app.view(&self.caller, self.space, self.version)?))
    }

    /// Returns the change request or the revision of the content; none for main content.
    pub(super) fn version_context(&self, context: &Context, view: &View) -> Result<Option<VersionContext>, Error> {
        let app = context.app();
        Ok(match self.version {
            Version::Main => None,
            Version::ChangeRequest(name) => {
                let shown = app.get_change_request(&self.caller, self.space, name)?;
                Some(VersionContext::ChangeRequest { change_request: Box::new(ChangeRequest::of(&shown, context)) })
            }
            Version::Revision(_) => {
                let origin = app.origin(view)?;
                let revision = RevisionSummary::of(&view.revision, &origin, context);
                Some(VersionContext::Revision { revision: Box::new(revision) })
            }
        })
    }
}
