//! Differences of pages between revisions, and of a change request to main content.

use axum::extract::State;
use quire_content::id::PageId;
use quire_model::change_requests::ChangeRequestName;
use quire_model::ids::{RevisionId, SpaceId};
use schemars::JsonSchema;
use serde::Deserialize;

use super::Named;
use crate::bearer::Bearer;
use crate::context::{Context, WorkKind};
use crate::endpoint::{Endpoints, Json, Path, Query, op};
use crate::error::Problem;
use crate::types::PageDiff;

const DETAILS: &str = "The texts are compared by the blocks and words by which they are merged: paragraphs, items, rows, \
                       lines of tags, code. Every line of both texts is in one of the `blocks`, so that they make one text \
                       of the other. Attributes of the page are not compared.";

pub(super) fn endpoints() -> Endpoints<Context> {
    Endpoints::new()
        .get(
            "/v1/spaces/{spaceId}/content/page/{pageId}/diff",
            of_revisions,
            op("getPageDiff", "Space content", "Compare the text of a page in two revisions.").details(DETAILS),
        )
        .get(
            "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/changes/{pageId}",
            of_change_request,
            op(
                "getChangeRequestPageDiff",
                "Change requests",
                "Compare the text of a page of a change request with the main content last pulled into it.",
            )
            .details(DETAILS),
        )
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct PagePath {
    space_id: Named<SpaceId>,
    page_id: Named<PageId>,
}

/// The revisions to compare.
#[derive(Debug, Deserialize, JsonSchema)]
struct Revisions {
    /// The earlier revision; by default the one before `to`.
    #[serde(default)]
    from: Option<Named<RevisionId>>,
    /// The later revision; by default that of the main content.
    #[serde(default)]
    to: Option<Named<RevisionId>>,
}

async fn of_revisions(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(PagePath { space_id: Named(space), page_id: Named(page) }): Path<PagePath>,
    Query(Revisions { from, to }): Query<Revisions>,
) -> Result<Json<PageDiff>, Problem> {
    let revisions = (from.map(|id| id.0), to.map(|id| id.0));
    let work = move |app: &quire_app::App| app.diff_of_page(&caller, space, page, revisions);
    let diff = context.run_in(WorkKind::Long, work).await?;
    Ok(Json(PageDiff::of(page, &diff)))
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ChangedPagePath {
    space_id: Named<SpaceId>,
    change_request_id: Named<ChangeRequestName>,
    page_id: Named<PageId>,
}

async fn of_change_request(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<ChangedPagePath>,
) -> Result<Json<PageDiff>, Problem> {
    let ChangedPagePath { space_id: Named(space), change_request_id: Named(name), page_id: Named(page) } = path;
    let work = move |app: &quire_app::App| app.diff_in_change_request(&caller, space, name, page);
    let diff = context.run_in(WorkKind::Long, work).await?;
    Ok(Json(PageDiff::of(page, &diff)))
}
