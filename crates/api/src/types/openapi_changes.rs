//! The representation of changes of OpenAPI specifications.

use std::sync::Arc;

use quire_app::openapi_specs::OpenApiVersion;
use quire_app::openapi_specs::changes::ShownChanges;
use quire_model::openapi_changes::ChangeList;
use schemars::JsonSchema;
use serde::Serialize;

/// The numbers of changes by their meaning.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "OpenAPIChangeCounts")]
pub(super) struct OpenApiChangeCounts {
    breaking: i64,
    compatible: i64,
    documentation: i64,
}

impl OpenApiChangeCounts {
    pub(super) fn of(version: &OpenApiVersion) -> Self {
        let OpenApiVersion { breaking, compatible, documentation, .. } = *version;
        Self { breaking, compatible, documentation }
    }
}

/// The changes of a version against another one.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "OpenAPIChanges")]
pub(crate) struct OpenApiChanges {
    /// The identifier of the version.
    version: String,
    /// The identifier of the version that it is compared with; null for the first version.
    base: Option<String>,
    #[serde(flatten)]
    list: ChangeList,
}

impl OpenApiChanges {
    pub(crate) fn of(shown: ShownChanges) -> Self {
        let ShownChanges { version, base, list, .. } = shown;
        Self { version: version.id.to_string(), base: base.map(|id| id.to_string()), list: Arc::unwrap_or_clone(list) }
    }
}
