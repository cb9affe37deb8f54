//! Custom host names of sites, and the subdomains of organizations.

use axum::extract::State;
use quire_model::addresses::Hostname;
use schemars::JsonSchema;
use serde::Deserialize;

use super::sites::TAG;
use crate::bearer::Bearer;
use crate::context::{Context, WorkKind};
use crate::endpoint::{Endpoints, Json, NoContent, Path, op};
use crate::error::Problem;
use crate::types::{CustomHostname, Subdomain};

pub(super) fn endpoints() -> Endpoints<Context> {
    const HOSTNAME: &str = "/v1/custom-hostnames/{hostname}";
    Endpoints::new()
        .get(HOSTNAME, get, op("getCustomHostname", TAG, "Get a host name and the site that has it."))
        .patch(
            HOSTNAME,
            check,
            op("dnsRevalidateCustomHostname", TAG, "Check the proof that a host name is the organization's."),
        )
        .delete(HOSTNAME, remove, op("removeCustomHostname", TAG, "Remove a host name from its site."))
        .get(
            "/v1/subdomains/{subdomain}",
            subdomain,
            op("getSubdomain", TAG, "Get the organization that publishes under a subdomain."),
        )
}

#[derive(Debug, Deserialize, JsonSchema)]
struct HostnamePath {
    hostname: String,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct SubdomainPath {
    subdomain: String,
}

async fn get(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(HostnamePath { hostname }): Path<HostnamePath>,
) -> Result<Json<CustomHostname>, Problem> {
    let found = context.run(move |app| app.get_custom_hostname(&caller, &hostname)).await?;
    Ok(Json(CustomHostname::of(found, &context)))
}

async fn check(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(HostnamePath { hostname }): Path<HostnamePath>,
) -> Result<NoContent, Problem> {
    context.run_in(WorkKind::Check, move |app| app.check_custom_hostname(&caller, &hostname)).await?;
    Ok(NoContent)
}

async fn remove(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(HostnamePath { hostname }): Path<HostnamePath>,
) -> Result<NoContent, Problem> {
    context.run(move |app| app.remove_custom_hostname(&caller, &hostname)).await?;
    Ok(NoContent)
}

async fn subdomain(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(SubdomainPath { subdomain }): Path<SubdomainPath>,
) -> Result<Json<Subdomain>, Problem> {
    let subdomain = Hostname::try_from(subdomain).map_err(|_| quire_app::Error::NotFound("subdomain"))?;
    let found = context.run(move |app| app.get_subdomain(&caller, &subdomain)).await?;
    Ok(Json(Subdomain::of(&found.hostname, found.id)))
}
