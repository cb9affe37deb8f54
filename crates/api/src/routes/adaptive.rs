//! Adaptive schemas of sites: the shape of their visitors' claims.

use axum::extract::State;
use quire_model::adaptive_schema::AdaptiveSchema;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::sites::SitePath;
use crate::bearer::Bearer;
use crate::context::Context;
use crate::endpoint::{Endpoints, Json, Path, op};
use crate::error::Problem;
use crate::types::{SiteAdaptiveSchema, SiteAdaptiveTemplateCondition};

pub(super) fn endpoints() -> Endpoints<Context> {
    const TAG: &str = "Site visitors";
    const SCHEMA: &str = "/v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema";
    Endpoints::new()
        .get(SCHEMA, get, op("getSiteAdaptiveSchema", TAG, "Get a site's adaptive schema."))
        .put(SCHEMA, put, op("updateSiteAdaptiveSchema", TAG, "Replace a site's adaptive schema."))
        .get(
            "/v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema/template-conditions",
            conditions,
            op("listSiteAdaptiveTemplateConditions", TAG, "List the conditions that the adaptive schema suggests."),
        )
}

async fn get(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<SitePath>,
) -> Result<Json<SiteAdaptiveSchema>, Problem> {
    let (organization, site) = path.parse();
    let schema = context.run(move |app| app.get_adaptive_schema(&caller, organization, site)).await?;
    Ok(Json(schema.into()))
}

/// An adaptive schema to set.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct PutAdaptiveSchema {
    json_schema: AdaptiveSchema,
}

async fn put(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<SitePath>,
    Json(body): Json<PutAdaptiveSchema>,
) -> Result<Json<SiteAdaptiveSchema>, Problem> {
    let (organization, site) = path.parse();
    let put = move |app: &quire_app::App| app.put_adaptive_schema(&caller, organization, site, &body.json_schema);
    Ok(Json(context.run(put).await?.into()))
}

/// Conditions that an adaptive schema suggests.
#[derive(Debug, Serialize, JsonSchema)]
struct TemplateConditions {
    items: Vec<SiteAdaptiveTemplateCondition>,
}

async fn conditions(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<SitePath>,
) -> Result<Json<TemplateConditions>, Problem> {
    let (organization, site) = path.parse();
    let found = context.run(move |app| app.template_conditions(&caller, organization, site)).await?;
    Ok(Json(TemplateConditions { items: found.into_iter().map(Into::into).collect() }))
}
