//! The history of a space. Reads of one revision's content stand beside those of main content.

use axum::extract::State;

use super::Named;
use super::spaces::SpacePath;
use crate::bearer::Bearer;
use crate::context::Context;
use crate::endpoint::{Endpoints, Listing, Path, Query, op};
use crate::error::Problem;
use crate::paging::Paging;
use crate::types::RevisionSummary;

pub(super) fn endpoints() -> Endpoints<Context> {
    Endpoints::new().get(
        "/v1/spaces/{spaceId}/revisions",
        list,
        op("listRevisions", "Space content", "List the revisions of a space, newest first."),
    )
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
    Ok(context.listing(&list, page.map(|revision| RevisionSummary::of(&revision, &context))))
}
