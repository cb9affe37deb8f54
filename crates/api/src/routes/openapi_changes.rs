//! Changes from one version of an OpenAPI specification to another, and their acknowledgement.

use std::sync::Arc;

use axum::extract::State;
use quire_app::Caller;
use quire_app::openapi_specs::VersionName;
use quire_model::ids::OpenApiVersionId;
use schemars::JsonSchema;
use serde::Deserialize;

use super::Named;
use super::openapi_specs::{SpecPath, TAG, VersionPath};
use crate::bearer::Bearer;
use crate::context::{Context, WorkKind};
use crate::endpoint::{Endpoints, Json, Path, Query, op};
use crate::error::Problem;
use crate::types::{OpenApiChanges, OpenApiSpec};

pub(super) fn endpoints() -> Endpoints<Context> {
    const LATEST: &str = "/v1/orgs/{organizationId}/openapi/{specSlug}/versions/latest/changes";
    const ONE: &str = "/v1/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}/changes";
    const ACKNOWLEDGED: &str = "/v1/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}/acknowledge";
    const MERGES: &str =
        "The merge rule `no_breaking_api_change` fails for breaking changes that nobody has acknowledged.";
    let latest = op("getLatestOpenApiSpecVersionChanges", TAG, "Get what the latest version changed.");
    let one = op("getOpenApiSpecVersionChangesById", TAG, "Get what a version changed.");
    let acknowledge =
        op("acknowledgeOpenApiSpecVersion", TAG, "Acknowledge the breaking changes of a version and all before it.");
    Endpoints::new().get(LATEST, get_latest, latest).get(ONE, get, one).post(
        ACKNOWLEDGED,
        acknowledge_version,
        acknowledge.details(MERGES),
    )
}

/// The version to compare with.
#[derive(Debug, Deserialize, JsonSchema)]
struct BaseQuery {
    /// The identifier of another version; the one before by default.
    base: Option<Named<OpenApiVersionId>>,
}

async fn get_latest(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<SpecPath>,
    Query(query): Query<BaseQuery>,
) -> Result<Json<OpenApiChanges>, Problem> {
    find(&context, caller, path, VersionName::Latest, query).await
}

async fn get(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<SpecPath>,
    Path(version): Path<VersionPath>,
    Query(query): Query<BaseQuery>,
) -> Result<Json<OpenApiChanges>, Problem> {
    find(&context, caller, path, VersionName::Id(version.version_id.0), query).await
}

async fn find(
    context: &Context,
    caller: Arc<Caller>,
    path: SpecPath,
    name: VersionName,
    BaseQuery { base }: BaseQuery,
) -> Result<Json<OpenApiChanges>, Problem> {
    let (organization, base) = (path.organization_id.0, base.map(|Named(id)| id));
    let find = move |app: &quire_app::App| app.openapi_changes(&caller, organization, &path.spec_slug, name, base);
    Ok(Json(OpenApiChanges::of(context.run_in(WorkKind::Long, find).await?)))
}

async fn acknowledge_version(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<SpecPath>,
    Path(version): Path<VersionPath>,
) -> Result<Json<OpenApiSpec>, Problem> {
    let (organization, id) = (path.organization_id.0, version.version_id.0);
    let acknowledge =
        move |app: &quire_app::App| app.acknowledge_openapi_version(&caller, organization, &path.spec_slug, id);
    Ok(Json(OpenApiSpec::of(&context.run(acknowledge).await?, &context)))
}
