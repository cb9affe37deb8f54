//! The representation of notes on OpenAPI specifications.

use quire_app::openapi_specs::notes::ShownNote;
use quire_model::openapi_notes::SpecNote;
use schemars::JsonSchema;
use serde::Serialize;

use super::OpenApiNoteObject;

/// A note of a writer on an OpenAPI specification.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "OpenAPINote")]
pub(crate) struct OpenApiNote {
    object: OpenApiNoteObject,
    #[serde(flatten)]
    note: SpecNote,
    /// True if the latest version does not have what the note is about; the note is shown again when that is back.
    is_orphan: bool,
}

impl OpenApiNote {
    pub(crate) fn of(ShownNote { note, is_orphan }: ShownNote) -> Self {
        Self { object: OpenApiNoteObject::It, note, is_orphan }
    }
}
