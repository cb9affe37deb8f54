//! Merging change requests, pulling main content into them, and deciding conflicts.

use axum::extract::State;
use quire_app::conflicts::{Decision, Resolution};
use quire_app::merging::{How, Outcome};
use quire_content::document::Document;
use quire_content::id::ConflictId;
use quire_model::change_requests::ChangeRequestName;
use quire_model::ids::SpaceId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Named;
use super::change_requests::ChangeRequestPath;
use super::scope::Scope;
use crate::bearer::Bearer;
use crate::context::Context;
use crate::endpoint::{Endpoints, Json, Listing, Path, Query, op};
use crate::error::Problem;
use crate::paging::Paging;
use crate::types::{Conflict, RichText, Showing, Telling};

pub(super) fn endpoints() -> Endpoints<Context> {
    const TAG: &str = "Change requests";
    let one = |path: &str| format!("/v1/spaces/{{spaceId}}/change-requests/{{changeRequestId}}/{path}");
    Endpoints::new()
        .post(
            &one("merge"),
            merge,
            op("mergeChangeRequest", TAG, "Make a change request part of the main content.").details(
                "The main content is pulled into the change request first. Where both changed the same thing, the \
                 result is `conflicts`: the main content stays as it is, and the change request holds every side of \
                 each conflict until it is decided. A draft can be merged too.",
            ),
        )
        .post(
            &one("update"),
            update,
            op("updateChangeRequest", TAG, "Pull the main content into a change request.")
                .details("Nothing happens where the change request has all of it already."),
        )
        .get(&one("conflicts"), list, op("listConflicts", TAG, "List the conflicts that are not decided yet."))
        .put(
            &one("conflicts/{conflictId}"),
            resolve,
            op("resolveConflict", TAG, "Decide a conflict.").details(
                "`ours` is the change request's side, `theirs` that of the main content. A conflict of kind `text` can \
                 also be decided by `both`, main's text and then the change request's, or by a new text in `markdown` \
                 or `document`.",
            ),
        )
}

/// How to merge.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct MergeOptions {
    /// Only say what would come of it.
    #[serde(default)]
    dry_run: bool,
}

/// What came of a merge.
#[derive(Debug, Serialize, JsonSchema)]
struct MergeResult {
    /// The revision of the main content that came of it; with conflicts, and of a dry run, that of the change request.
    revision: String,
    result: Merged,
    /// Conflicts in the content of the change request.
    conflicts: usize,
}

#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Merged {
    Merge,
    Conflicts,
}

async fn merge(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(ChangeRequestPath { space_id: Named(space), change_request_id: Named(name) }): Path<ChangeRequestPath>,
    Query(options): Query<MergeOptions>,
) -> Result<Json<MergeResult>, Problem> {
    let how = if options.dry_run { How::DryRun } else { How::ForReal };
    let Outcome { revision, conflicts } = context.run_long(move |app| app.merge(&caller, space, name, how)).await?;
    let result = if conflicts == 0 { Merged::Merge } else { Merged::Conflicts };
    Ok(Json(MergeResult { revision: revision.to_string(), result, conflicts }))
}

/// What came of pulling the main content.
#[derive(Debug, Serialize, JsonSchema)]
struct UpdateResult {
    /// The revision that the change request is at.
    revision: String,
    result: Updated,
    /// Conflicts in the content of the change request.
    conflicts: usize,
}

#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Updated {
    Update,
    Conflicts,
}

async fn update(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(ChangeRequestPath { space_id: Named(space), change_request_id: Named(name) }): Path<ChangeRequestPath>,
) -> Result<Json<UpdateResult>, Problem> {
    let Outcome { revision, conflicts } =
        context.run_long(move |app| app.update_from_main(&caller, space, name)).await?;
    let result = if conflicts == 0 { Updated::Update } else { Updated::Conflicts };
    Ok(Json(UpdateResult { revision: revision.to_string(), result, conflicts }))
}

async fn list(
    State(context): State<Context>,
    scope: Scope,
    Query(paging): Query<Paging>,
) -> Result<Listing<Conflict>, Problem> {
    let view = scope.view(&context).await?;
    let list = format!("conflicts of {}", view.space.id);
    let paging = context.paging(&list, &paging)?;
    let showing = Showing { metadata: true, passes_expire: context.app().passes_expire() };
    let telling = context.clone();
    let page = context.run(move |app| {
        let page = app.list_conflicts(&view, &paging)?;
        telling.with_pages(&view, showing, |pages| {
            page.try_map(|(id, conflict)| Telling { pages, showing }.conflict(id, &conflict))
        })
    });
    Ok(context.listing(&list, page.await?))
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ConflictPath {
    space_id: Named<SpaceId>,
    change_request_id: Named<ChangeRequestName>,
    conflict_id: Named<ConflictId>,
}

/// How to decide a conflict: by one of these.
#[derive(Debug, Deserialize, JsonSchema)]
struct ResolveConflict {
    #[serde(default)]
    resolution: Option<Choice>,
    #[serde(default)]
    markdown: Option<String>,
    #[serde(default)]
    #[schemars(with = "Option<RichText>")]
    document: Option<serde_json::Value>,
}

#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Choice {
    Ours,
    Theirs,
    Both,
}

impl ResolveConflict {
    fn decision(self) -> Result<Decision, Problem> {
        Ok(match (self.resolution, self.markdown, self.document) {
            (Some(Choice::Ours), None, None) => Decision::As(Resolution::Ours),
            (Some(Choice::Theirs), None, None) => Decision::As(Resolution::Theirs),
            (Some(Choice::Both), None, None) => Decision::As(Resolution::Both),
            (None, Some(text), None) => Decision::As(Resolution::Body(text)),
            (None, None, Some(json)) => {
                let read = Document::from_json(json);
                Decision::Document(read.map_err(|e| Problem::bad_request(format!("document: {e}")))?)
            }
            _ => return Err(Problem::bad_request("just one of resolution, markdown and document must be there")),
        })
    }
}

/// What came of a decision.
#[derive(Debug, Serialize, JsonSchema)]
struct ConflictResolved {
    /// The revision that the change request is at.
    revision: String,
    /// Conflicts that are left.
    conflicts: usize,
}

async fn resolve(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<ConflictPath>,
    Json(body): Json<ResolveConflict>,
) -> Result<Json<ConflictResolved>, Problem> {
    let decision = body.decision()?;
    let (space, name, id) = (path.space_id.0, path.change_request_id.0, path.conflict_id.0);
    let resolved = context.run(move |app| app.resolve_conflict(&caller, space, name, id, &decision)).await?;
    Ok(Json(ConflictResolved { revision: resolved.revision.to_string(), conflicts: resolved.left }))
}
