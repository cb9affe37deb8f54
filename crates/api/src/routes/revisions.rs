//! The history of a space: listing, rolling back and reverting revisions. `content` reads the content of one revision.

use axum::extract::State;
use quire_app::App;
use quire_app::change_requests::revisions::Listed;
use quire_app::content::warnings::Occasion;
use quire_model::ids::{RevisionId, SpaceId};
use schemars::JsonSchema;
use serde::Deserialize;

use super::Named;
use super::spaces::SpacePath;
use crate::bearer::Bearer;
use crate::context::{Context, WorkKind};
use crate::endpoint::{Created, Endpoints, Json, Listing, Path, Query, op};
use crate::error::Problem;
use crate::paging::Paging;
use crate::types::{ChangeRequest, RevisionSummary, Warned, location};

pub(super) fn endpoints() -> Endpoints<Context> {
    const TAG: &str = "Space content";
    const REVISIONS: &str = "/v1/spaces/{spaceId}/revisions";
    Endpoints::new()
        .get(REVISIONS, list, op("listRevisions", TAG, "List the revisions of the main content, newest first."))
        .post(
            "/v1/spaces/{spaceId}/revisions/{revisionId}/rollback",
            roll_back,
            op("rollbackToRevision", TAG, "Restore the main content of a revision, as a new revision."),
        )
        .post(
            "/v1/spaces/{spaceId}/revisions/{revisionId}/revert",
            revert,
            op("revertRevision", TAG, "Create a change request that undoes a revision of the main content.").details(
                "The new change request has the main content without the changes of that revision; later changes are \
                 kept. Where a later revision changed the same content, there are conflicts to resolve.",
            ),
        )
}

/// The space and the revision that a path names.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RevisionPath {
    pub(super) space_id: Named<SpaceId>,
    pub(super) revision_id: Named<RevisionId>,
}

async fn list(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(SpacePath { space_id: Named(space) }): Path<SpacePath>,
    Query(paging): Query<Paging>,
) -> Result<Listing<RevisionSummary>, Problem> {
    let list = format!("revisions of {space}");
    let paging = context.paging(&list, &paging)?;
    let page = context.run(move |app| app.list_revisions(&caller, space, &paging)).await?;
    Ok(context.listing(&list, page.map(|listed| summary(&listed, &context))))
}

fn summary(listed: &Listed, context: &Context) -> RevisionSummary {
    RevisionSummary::of(&listed.revision, &listed.origin, context)
}

async fn roll_back(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(RevisionPath { space_id: Named(space), revision_id: Named(id) }): Path<RevisionPath>,
) -> Result<Json<Warned<RevisionSummary>>, Problem> {
    let rolling = move |app: &App| {
        let landed = app.roll_back(&caller, space, id)?;
        let warnings = app.warnings_of_revision(&caller, space, landed.revision.id, Occasion::Merge)?;
        Ok((landed, warnings))
    };
    let (landed, warnings) = context.run(rolling).await?;
    Ok(Json(Warned::new(summary(&landed, &context), warnings)))
}

async fn revert(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(RevisionPath { space_id: Named(space), revision_id: Named(id) }): Path<RevisionPath>,
) -> Result<Created<ChangeRequest>, Problem> {
    let made = context.run_in(WorkKind::Long, move |app| app.revert(&caller, space, id)).await?;
    let location = context.url(location(&made.change_request));
    Ok(Created { location, body: ChangeRequest::of(&made, &context) })
}
