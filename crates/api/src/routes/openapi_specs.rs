//! OpenAPI specifications of organizations, and their versions. What they consist of is sent by `openapi_documents`.

use std::sync::Arc;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use quire_app::Caller;
use quire_app::openapi_specs::{ShownVersion, Source, VersionName};
use quire_model::ids::{OpenApiVersionId, OrganizationId};
use quire_model::openapi_specs::SpecVisibility;
use quire_model::text::OpenApiSlug;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::orgs::OrganizationPath;
use super::{Named, uploads};
use crate::bearer::Bearer;
use crate::context::{Context, WorkKind};
use crate::endpoint::{
    Created, Endpoints, Json, Listing, NoContent, OperationDescription, Output, Path, Query, Schemas, op,
};
use crate::error::Problem;
use crate::paging::Paging;
use crate::types::{OpenApiSpec, OpenApiVersion, openapi_spec_location};

pub(super) const TAG: &str = "OpenAPI specifications";
/// The maximum size of a request with a source, in bytes.
const MOST_BYTES: usize = 24 << 20;

pub(super) fn endpoints() -> Endpoints<Context> {
    const ALL: &str = "/v1/orgs/{organizationId}/openapi";
    const ONE: &str = "/v1/orgs/{organizationId}/openapi/{specSlug}";
    const READ_LATER: &str = "The source is read in the background; `processingState` says how far that is.";
    Endpoints::new()
        .get(ALL, list, op("listOpenApiSpecs", TAG, "List the OpenAPI specifications of an organization."))
        .post(
            ALL,
            create,
            op("createOpenApiSpec", TAG, "Add an OpenAPI specification.").details(READ_LATER).body_limit(MOST_BYTES),
        )
        .get(ONE, get, op("getOpenApiSpecBySlug", TAG, "Get an OpenAPI specification."))
        .put(
            ONE,
            put,
            op("createOrUpdateOpenApiSpecBySlug", TAG, "Set the source of an OpenAPI specification, or create it.")
                .details(READ_LATER)
                .body_limit(MOST_BYTES),
        )
        .patch(ONE, update, op("updateOpenApiSpecBySlug", TAG, "Change who may read an OpenAPI specification."))
        .delete(ONE, delete, op("deleteOpenApiSpecBySlug", TAG, "Delete an OpenAPI specification with its versions."))
        .merge(version_endpoints())
}

fn version_endpoints() -> Endpoints<Context> {
    const ALL: &str = "/v1/orgs/{organizationId}/openapi/{specSlug}/versions";
    const LATEST: &str = "/v1/orgs/{organizationId}/openapi/{specSlug}/versions/latest";
    const ONE: &str = "/v1/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}";
    Endpoints::new()
        .get(ALL, list_versions, op("listOpenApiSpecVersions", TAG, "List the versions, newest first."))
        .get(LATEST, latest_version, op("getLatestOpenApiSpecVersion", TAG, "Get the latest version."))
        .get(ONE, version, op("getOpenApiSpecVersionById", TAG, "Get a version."))
}

/// The specification that a path names.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SpecPath {
    pub(super) organization_id: Named<OrganizationId>,
    pub(super) spec_slug: String,
}

/// The version that a path names.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct VersionPath {
    pub(super) version_id: Named<OpenApiVersionId>,
}

/// The source of a specification: one of the two fields.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
enum SourceBody {
    /// The specification at an address.
    Address {
        /// The address of the specification, or that of an upload (storage/upload).
        url: String,
    },
    /// The specification as a text.
    Text {
        /// The specification in JSON or YAML.
        #[schemars(length(min = 1))]
        text: String,
    },
}

impl SourceBody {
    fn source(self, context: &Context) -> Result<Source, Problem> {
        Ok(match self {
            Self::Address { url } if uploads::is_own(&url, context) => Source::Upload(uploads::ticket(&url, context)?),
            Self::Address { url } => Source::Address(url),
            Self::Text { text } => Source::Text(text),
        })
    }
}

async fn list(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(OrganizationPath { organization_id: Named(organization) }): Path<OrganizationPath>,
    Query(paging): Query<Paging>,
) -> Result<Listing<OpenApiSpec>, Problem> {
    let list = format!("OpenAPI specifications of {organization}");
    let paging = context.paging(&list, &paging)?;
    let page = context.run(move |app| app.list_openapi_specs(&caller, organization, &paging)).await?;
    let page = page.map(|spec| OpenApiSpec::of(&spec, &context));
    Ok(context.listing(&list, page))
}

/// An OpenAPI specification to add.
#[derive(Debug, Deserialize, JsonSchema)]
struct CreateOpenApiSpec {
    /// The name by which the specification is referred to.
    #[schemars(extend("pattern" = "^[a-z0-9]+(?:-[a-z0-9]+)*$"))]
    slug: OpenApiSlug,
    source: SourceBody,
}

async fn create(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(OrganizationPath { organization_id: Named(organization) }): Path<OrganizationPath>,
    Json(body): Json<CreateOpenApiSpec>,
) -> Result<Created<OpenApiSpec>, Problem> {
    let source = body.source.source(&context)?;
    let create = move |app: &quire_app::App| app.create_openapi_spec(&caller, organization, &body.slug, &source);
    let made = context.run_in(WorkKind::Receiving, create).await?;
    Ok(Created { location: openapi_spec_location(&made, &context), body: OpenApiSpec::of(&made, &context) })
}

async fn get(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<SpecPath>,
) -> Result<Json<OpenApiSpec>, Problem> {
    let get = move |app: &quire_app::App| app.get_openapi_spec(&caller, path.organization_id.0, &path.spec_slug);
    let found = context.run(get).await?;
    Ok(Json(OpenApiSpec::of(&found, &context)))
}

/// The source of an OpenAPI specification.
#[derive(Debug, Deserialize, JsonSchema)]
struct PutOpenApiSpec {
    source: SourceBody,
}

async fn put(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<SpecPath>,
    Json(body): Json<PutOpenApiSpec>,
) -> Result<Put<OpenApiSpec>, Problem> {
    let slug = OpenApiSlug::try_from(path.spec_slug);
    let slug = slug.map_err(|error| Problem::bad_request(format!("specSlug: {error}")))?;
    let source = body.source.source(&context)?;
    let put = move |app: &quire_app::App| app.put_openapi_spec(&caller, path.organization_id.0, &slug, &source);
    let (spec, created) = context.run_in(WorkKind::Receiving, put).await?;
    let body = OpenApiSpec::of(&spec, &context);
    Ok(match created {
        true => Put::Created(Created { location: openapi_spec_location(&spec, &context), body }),
        false => Put::Updated(Json(body)),
    })
}

/// Changes to an OpenAPI specification.
#[derive(Debug, Deserialize, JsonSchema)]
struct UpdateOpenApiSpec {
    visibility: SpecVisibility,
}

async fn update(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<SpecPath>,
    Json(UpdateOpenApiSpec { visibility }): Json<UpdateOpenApiSpec>,
) -> Result<Json<OpenApiSpec>, Problem> {
    let update = move |app: &quire_app::App| {
        app.update_openapi_spec(&caller, path.organization_id.0, &path.spec_slug, visibility)
    };
    let after = context.run(update).await?;
    Ok(Json(OpenApiSpec::of(&after, &context)))
}

async fn delete(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<SpecPath>,
) -> Result<NoContent, Problem> {
    context.run(move |app| app.delete_openapi_spec(&caller, path.organization_id.0, &path.spec_slug)).await?;
    Ok(NoContent)
}

async fn list_versions(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<SpecPath>,
    Query(paging): Query<Paging>,
) -> Result<Listing<OpenApiVersion>, Problem> {
    let organization = path.organization_id.0;
    let list = format!("versions of {} in {organization}", path.spec_slug);
    let paging = context.paging(&list, &paging)?;
    let (spec, page) =
        context.run(move |app| app.list_openapi_versions(&caller, organization, &path.spec_slug, &paging)).await?;
    let page = page.map(|version| OpenApiVersion::of(&version, &spec, &context));
    Ok(context.listing(&list, page))
}

/// Returns a version of the specification that a path names.
pub(super) async fn find(
    context: &Context,
    caller: Arc<Caller>,
    path: SpecPath,
    name: VersionName,
) -> Result<ShownVersion, Problem> {
    context.run(move |app| app.get_openapi_version(&caller, path.organization_id.0, &path.spec_slug, name)).await
}

async fn latest_version(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<SpecPath>,
) -> Result<Json<OpenApiVersion>, Problem> {
    let found = find(&context, caller, path, VersionName::Latest).await?;
    Ok(Json(OpenApiVersion::of(&found.version, &found.spec, &context)))
}

async fn version(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<SpecPath>,
    Path(version): Path<VersionPath>,
) -> Result<Json<OpenApiVersion>, Problem> {
    let found = find(&context, caller, path, VersionName::Id(version.version_id.0)).await?;
    Ok(Json(OpenApiVersion::of(&found.version, &found.spec, &context)))
}

/// A resource that was created (201) or changed (200).
pub(super) enum Put<T> {
    Created(Created<T>),
    Updated(Json<T>),
}

impl<T: Serialize> IntoResponse for Put<T> {
    fn into_response(self) -> Response {
        match self {
            Self::Created(created) => created.into_response(),
            Self::Updated(updated) => updated.into_response(),
        }
    }
}

impl<T: JsonSchema> Output for Put<T> {
    fn describe(operation: &mut OperationDescription, schemas: &mut Schemas) {
        <Json<T> as Output>::describe(operation, schemas);
        Created::<T>::describe(operation, schemas);
    }
}
