//! Templates: initial content for spaces.

use std::collections::BTreeMap;

use axum::extract::State;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::Named;
use super::orgs::OrganizationPath;
use super::spaces::SpacePath;
use crate::bearer::Bearer;
use crate::context::Context;
use crate::endpoint::{Endpoints, Json, Listing, NoContent, Path, Query, op};
use crate::error::Problem;
use crate::paging::Paging;
use crate::types::Template;

pub(super) fn endpoints() -> Endpoints<Context> {
    const TAG: &str = "Templates";
    Endpoints::new()
        .get(
            "/v1/orgs/{organizationId}/templates",
            list,
            op("listTemplates", TAG, "List templates: first those that ship with the server, then spaces."),
        )
        .post(
            "/v1/spaces/{spaceId}/content/template",
            apply,
            op("applyTemplateToSpace", TAG, "Fill an empty space with the content of a template.")
                .details("A space that has other content is refused with 409: a template never overwrites anything."),
        )
}

async fn list(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(OrganizationPath { organization_id: Named(organization) }): Path<OrganizationPath>,
    Query(paging): Query<Paging>,
) -> Result<Listing<Template>, Problem> {
    let list = format!("templates of {organization}");
    let paging = context.paging(&list, &paging)?;
    let page = context.run(move |app| app.list_templates(&caller, organization, &paging)).await?;
    Ok(context.listing(&list, page.map(|template| Template::of(template, &context))))
}

/// A template to apply to a space.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ApplyTemplate {
    /// The identifier of the template, as it is listed.
    pub(super) id: String,
    #[serde(default)]
    #[expect(dead_code, reason = "the templates that there are have no parameters")]
    params: Option<Params>,
}

/// The parameters of a template. They are ignored: no template has parameters yet.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Params {
    /// References to content, by the name of the parameter.
    #[serde(default)]
    #[expect(dead_code, reason = "the templates that there are have no parameters")]
    content_refs: BTreeMap<String, Value>,
}

async fn apply(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(SpacePath { space_id: Named(space) }): Path<SpacePath>,
    Json(body): Json<ApplyTemplate>,
) -> Result<NoContent, Problem> {
    context.run(move |app| app.apply_template(&caller, space, &body.id)).await?;
    Ok(NoContent)
}
