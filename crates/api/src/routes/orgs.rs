//! Organizations.

use axum::extract::State;
use quire_model::ids::OrganizationId;
use schemars::JsonSchema;
use serde::Deserialize;

use super::Named;
use crate::bearer::Bearer;
use crate::context::Context;
use crate::endpoint::{Endpoints, Json, Listing, Path, Query, op};
use crate::error::Problem;
use crate::paging::Paging;
use crate::types::Organization;

pub(super) fn endpoints() -> Endpoints<Context> {
    const TAG: &str = "Organizations";
    Endpoints::new()
        .get("/v1/orgs", list, op("listOrganizationsForAuthenticatedUser", TAG, "List the caller's organizations."))
        .get("/v1/orgs/{organizationId}", get, op("getOrganizationById", TAG, "Get an organization."))
}

const LIST: &str = "orgs";

/// The organization in a path.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct OrganizationPath {
    pub(super) organization_id: Named<OrganizationId>,
}

async fn list(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Query(paging): Query<Paging>,
) -> Result<Listing<Organization>, Problem> {
    let paging = context.paging(LIST, &paging)?;
    let page = context.run(move |app| app.list_orgs(&caller, &paging)).await?;
    Ok(context.listing(LIST, page.map(|org| Organization::of(&org, &context))))
}

async fn get(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(OrganizationPath { organization_id: Named(id) }): Path<OrganizationPath>,
) -> Result<Json<Organization>, Problem> {
    let org = context.run(move |app| app.get_org(&caller, id)).await?;
    Ok(Json(Organization::of(&org, &context)))
}
