//! Deleted spaces and pages, which can be brought back.

use axum::extract::State;
use quire_model::time::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;

use super::Named;
use super::orgs::OrganizationPath;
use super::spaces::SpacePath;
use crate::bearer::Bearer;
use crate::context::{Context, WorkKind};
use crate::endpoint::{Endpoints, Listing, Path, Query, op};
use crate::error::Problem;
use crate::paging::Paging;
use crate::types::{Person, Space};

pub(super) fn endpoints() -> Endpoints<Context> {
    Endpoints::new()
        .get(
            "/v1/orgs/{organizationId}/deleted-spaces",
            spaces,
            op("listDeletedSpaces", "Spaces", "List the deleted spaces that you may restore, the latest first."),
        )
        .get(
            "/v1/spaces/{spaceId}/content/deleted-pages",
            pages,
            op(
                "listDeletedPages",
                "Space content",
                "List the pages that the main content had and has no more, the latest first.",
            )
            .details(
                "The list comes from the history. A page of it may have fewer items than its limit, or none, although the \
                 list goes on: follow `next`. To bring a page back, revert it to `revision` with the operation \
                 `revert_page` of a change of content.",
            ),
        )
}

async fn spaces(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(OrganizationPath { organization_id: Named(organization) }): Path<OrganizationPath>,
    Query(paging): Query<Paging>,
) -> Result<Listing<Space>, Problem> {
    let list = format!("deleted spaces of {organization}");
    let paging = context.paging(&list, &paging)?;
    let page = context.run(move |app| app.list_deleted_spaces(&caller, organization, &paging)).await?;
    Ok(context.listing(&list, page.map(|space| Space::of(&space, &context))))
}

/// A page that the main content had and has no more.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct DeletedPage {
    id: String,
    title: String,
    /// The path that the page had.
    path: String,
    /// The last revision that has the page.
    revision: String,
    deleted_at: Timestamp,
    /// The author of the revision that has it no more; absent for the operator of the server.
    #[serde(skip_serializing_if = "Option::is_none")]
    deleted_by: Option<Person>,
}

impl From<quire_app::content::deleted_pages::DeletedPage> for DeletedPage {
    fn from(page: quire_app::content::deleted_pages::DeletedPage) -> Self {
        Self {
            id: page.id.to_string(),
            title: page.record.title,
            path: page.path,
            revision: page.revision.to_string(),
            deleted_at: page.deleted_at,
            deleted_by: page.deleted_by.map(|user| Person::new(user.id, user.display_name, user.photo_url)),
        }
    }
}

async fn pages(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(SpacePath { space_id: Named(space) }): Path<SpacePath>,
    Query(paging): Query<Paging>,
) -> Result<Listing<DeletedPage>, Problem> {
    let list = format!("deleted pages of {space}");
    let paging = context.paging(&list, &paging)?;
    let page = context.run_in(WorkKind::Long, move |app| app.list_deleted_pages(&caller, space, &paging)).await?;
    Ok(context.listing(&list, page.map(DeletedPage::from)))
}
