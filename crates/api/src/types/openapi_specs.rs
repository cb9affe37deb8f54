//! The representation of OpenAPI specifications and their versions.

use quire_app::access::{Proof, ViewSpecification};
use quire_app::openapi_specs::{OpenApiSpec as Stored, ShownVersion, errors};
use quire_model::openapi_specs::{SpecChange, SpecError, SpecErrorCode, SpecState, SpecVisibility};
use quire_model::policy::Action;
use quire_model::time::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

use super::openapi_changes::OpenApiChangeCounts;
use super::{OpenApiSpecObject, OpenApiVersionObject};
use crate::context::Context;

/// An OpenAPI specification of an organization.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "OpenAPISpec")]
pub(crate) struct OpenApiSpec {
    object: OpenApiSpecObject,
    id: String,
    created_at: Timestamp,
    updated_at: Timestamp,
    slug: String,
    /// The address that the specification is fetched from; absent if it was sent.
    #[serde(rename = "sourceURL", skip_serializing_if = "Option::is_none")]
    source_url: Option<String>,
    processing_state: SpecState,
    visibility: SpecVisibility,
    /// The identifier of the latest version; absent until a source could be used.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_version: Option<String>,
    /// The time when the source was last read.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_processed_at: Option<Timestamp>,
    /// The reason why the source could not be used when it was last read; the latest version then is an older one.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_process_error_code: Option<SpecErrorCode>,
    /// The first problems of the source. Those without a code do not keep it from being used.
    last_processed_errors: Vec<SpecError>,
    /// The number of all problems of the source.
    last_processed_error_count: i64,
    /// The newest version up to which breaking changes were acknowledged.
    #[serde(skip_serializing_if = "Option::is_none")]
    acknowledged_version: Option<String>,
    permissions: OpenApiSpecPermissions,
    urls: OpenApiSpecUrls,
}

/// The permissions of the caller on a specification.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "OpenAPISpecPermissions")]
struct OpenApiSpecPermissions {
    view: bool,
    edit: bool,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "OpenAPISpecUrls")]
struct OpenApiSpecUrls {
    /// The address of the specification in this API.
    location: String,
    /// The address of the specification for people.
    app: String,
    /// The address of the latest version for everybody; absent if the specification is private.
    #[serde(skip_serializing_if = "Option::is_none")]
    published: Option<String>,
}

/// Returns the address of a specification in this API.
pub(crate) fn location(spec: &Stored, context: &Context) -> String {
    context.url(format_args!("/v1/orgs/{}/openapi/{}", spec.organization, spec.slug))
}

impl OpenApiSpec {
    pub(crate) fn of(spec: &Proof<Stored, ViewSpecification>, context: &Context) -> Self {
        let location = location(spec, context);
        let is_public = spec.visibility == SpecVisibility::Public;
        Self {
            object: OpenApiSpecObject::It,
            id: spec.id.to_string(),
            created_at: spec.created_at,
            updated_at: spec.updated_at,
            slug: spec.slug.clone(),
            source_url: spec.source_url.clone(),
            processing_state: spec.state,
            visibility: spec.visibility,
            last_version: spec.last_version.map(|id| id.to_string()),
            last_processed_at: spec.processed_at,
            last_process_error_code: spec.error_code,
            last_processed_errors: errors(spec),
            last_processed_error_count: spec.error_count,
            acknowledged_version: spec.acknowledged.map(|id| id.to_string()),
            permissions: OpenApiSpecPermissions {
                view: spec.may(Action::ViewSpecification),
                edit: spec.may(Action::ManageSpecification),
            },
            urls: OpenApiSpecUrls {
                published: is_public.then(|| format!("{location}/document")),
                app: location.clone(),
                location,
            },
        }
    }
}

/// A version of an OpenAPI specification.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "OpenAPISpecVersion")]
pub(crate) struct OpenApiVersion {
    object: OpenApiVersionObject,
    id: String,
    created_at: Timestamp,
    /// The address of the version's bytes as they came: for everybody if the specification is public, else with a token.
    url: String,
    /// The number of operations, those of webhooks included.
    operations: i64,
    /// The number of schemas.
    schemas: i64,
    /// The meaning of what changed since the version before; absent for the first version.
    #[serde(skip_serializing_if = "Option::is_none")]
    change: Option<SpecChange>,
    /// The numbers of what changed since the version before; absent for the first version.
    #[serde(skip_serializing_if = "Option::is_none")]
    changes: Option<OpenApiChangeCounts>,
    urls: OpenApiVersionUrls,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "OpenAPISpecVersionUrls")]
struct OpenApiVersionUrls {
    /// The address of the version in this API.
    location: String,
}

impl OpenApiVersion {
    pub(crate) fn of(
        version: &quire_app::openapi_specs::OpenApiVersion,
        spec: &Proof<Stored, ViewSpecification>,
        context: &Context,
    ) -> Self {
        let location = format!("{}/versions/{}", location(spec, context), version.id);
        Self {
            object: OpenApiVersionObject::It,
            id: version.id.to_string(),
            created_at: version.created_at,
            url: format!("{location}/document"),
            operations: version.operations,
            schemas: version.schemas,
            change: version.change,
            changes: version.change.map(|_| OpenApiChangeCounts::of(version)),
            urls: OpenApiVersionUrls { location },
        }
    }
}

/// The content of a version. Its one document stands between the two parts that [`Self::around`] returns.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "OpenAPISpecContent")]
pub(crate) struct OpenApiContent {
    filesystem: Vec<OpenApiFile>,
    /// The address of the version's bytes as they came.
    url: String,
    urls: OpenApiContentUrls,
}

/// A document of a specification.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "OpenAPIFile")]
struct OpenApiFile {
    dir: &'static str,
    is_entrypoint: bool,
    /// The other documents that this one refers to: none, as they are parts of it.
    references: Vec<String>,
    filename: &'static str,
    /// The document, with what it refers to in other documents among its shared objects.
    specification: Map<String, Value>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "OpenAPISpecContentUrls")]
struct OpenApiContentUrls {
    /// The address of the version's bytes as they came.
    source: String,
    /// The same address if the specification is public.
    public: Option<String>,
}

impl OpenApiContent {
    /// Returns the JSON of a version's content before and after the document in it.
    pub(crate) fn around(shown: &ShownVersion, context: &Context) -> (String, String) {
        let url = OpenApiVersion::of(&shown.version, &shown.spec, context).url;
        let is_public = shown.spec.visibility == SpecVisibility::Public;
        let urls = OpenApiContentUrls { source: url.clone(), public: is_public.then(|| url.clone()) };
        let file = OpenApiFile {
            dir: ".",
            is_entrypoint: true,
            references: Vec::new(),
            filename: "openapi.json",
            specification: Map::new(),
        };
        let whole = serde_json::to_string(&Self { filesystem: vec![file], url, urls }).unwrap_or_default();
        let (before, after) = whole.split_once("{}").unwrap_or_default();
        (before.to_owned(), after.to_owned())
    }
}
