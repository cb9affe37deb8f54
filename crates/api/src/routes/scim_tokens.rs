//! The tokens of organizations for provisioning by SCIM. The service itself is in [`crate::scim`].

use axum::extract::State;
use quire_app::scim::tokens::ScimToken;
use quire_model::time::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;

use super::Named;
use super::orgs::OrganizationPath;
use crate::bearer::Bearer;
use crate::context::Context;
use crate::endpoint::{Endpoints, Json, NoContent, Path, op};
use crate::error::Problem;

pub(super) fn endpoints() -> Endpoints<Context> {
    const TAG: &str = "SCIM";
    const ONE: &str = "/v1/orgs/{organizationId}/scim";
    Endpoints::new()
        .get(ONE, get, op("getOrganizationSCIM", TAG, "Get the state of provisioning by SCIM."))
        .put(
            ONE,
            put,
            op("putOrganizationSCIMToken", TAG, "Create the token for SCIM; its secret is shown once.")
                .details("The token before it ends at once. A provider with the token manages members and teams."),
        )
        .delete(ONE, delete, op("deleteOrganizationSCIMToken", TAG, "End the token for SCIM. Members and teams stay."))
}

/// The state of provisioning by SCIM.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Scim {
    /// True if there is a token.
    enabled: bool,
    /// The address of the service, which the provider asks for.
    #[serde(rename = "baseURL")]
    base_url: String,
    /// The time at which the token was created.
    #[serde(skip_serializing_if = "Option::is_none")]
    created_at: Option<Timestamp>,
    /// The time at which the token was last used, to about a minute.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_used_at: Option<Timestamp>,
    /// The secret, when the token is created only.
    #[serde(skip_serializing_if = "Option::is_none")]
    secret: Option<String>,
}

impl Scim {
    fn of(token: Option<&ScimToken>, secret: Option<String>, base_url: String) -> Self {
        let created_at = token.map(|token| token.created_at);
        let last_used_at = token.and_then(|token| token.last_used_at);
        Self { enabled: token.is_some(), base_url, created_at, last_used_at, secret }
    }
}

async fn get(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(OrganizationPath { organization_id: Named(organization) }): Path<OrganizationPath>,
) -> Result<Json<Scim>, Problem> {
    let token = context.run(move |app| app.get_scim_token(&caller, organization)).await?;
    Ok(Json(Scim::of(token.as_ref(), None, context.app().scim_url(organization))))
}

async fn put(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(OrganizationPath { organization_id: Named(organization) }): Path<OrganizationPath>,
) -> Result<Json<Scim>, Problem> {
    let (token, secret) = context.run(move |app| app.put_scim_token(&caller, organization)).await?;
    Ok(Json(Scim::of(Some(&token), Some(secret), context.app().scim_url(organization))))
}

async fn delete(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(OrganizationPath { organization_id: Named(organization) }): Path<OrganizationPath>,
) -> Result<NoContent, Problem> {
    context.run(move |app| app.delete_scim_token(&caller, organization)).await?;
    Ok(NoContent)
}
