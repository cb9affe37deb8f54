//! Notes of writers on OpenAPI specifications, as they are kept and as the API has them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::text::{OpenApiName, OpenApiNoteText};
use crate::time::Timestamp;

/// The maximum number of notes of a specification.
pub const MOST_NOTES: usize = 1_000;

/// A note of a writer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "OpenAPINoteContent")]
pub struct SpecNote {
    /// The identifier of the note.
    pub id: String,
    /// The thing that the note is about.
    pub target: NoteTarget,
    /// The text in Markdown.
    pub markdown: OpenApiNoteText,
    /// The place of the text beside the description that the document has.
    #[serde(default)]
    pub placement: NotePlacement,
    /// The time of creation.
    pub created_at: Timestamp,
    /// The time of the last change.
    pub updated_at: Timestamp,
}

/// The place of a note beside the description that the document has.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum NotePlacement {
    /// Behind the description, after an empty line.
    #[default]
    After,
    /// Before the description, with an empty line between them.
    Before,
    /// In place of the description.
    Instead,
}

/// The thing that a note is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase", rename_all_fields = "camelCase")]
#[schemars(rename = "OpenAPINoteTarget")]
pub enum NoteTarget {
    /// An operation, by its identifier, or by method and path.
    Operation {
        /// The identifier that the document gives the operation.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        operation_id: Option<OpenApiName>,
        /// The method and path; they count where no operation has the identifier.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        call: Option<NoteCall>,
        /// The parameter of the operation that the note is about.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        parameter: Option<NoteParameter>,
    },
    /// A shared schema, or a property in it.
    Schema {
        /// The name of the schema.
        schema: OpenApiName,
        /// The names of properties from the outermost to the one that is meant; arrays between them have no name.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        property: Vec<OpenApiName>,
    },
}

/// The method and path of an operation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "OpenAPINoteCall")]
pub struct NoteCall {
    /// The HTTP method, in any case.
    pub method: OpenApiName,
    /// The path, or the name of a webhook.
    pub path: OpenApiName,
    /// True for a webhook.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub webhook: bool,
}

/// The name of a parameter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "OpenAPINoteParameter")]
pub struct NoteParameter {
    /// The location, such as `query`.
    pub r#in: OpenApiName,
    /// The name as the document writes it; that of a header in any case.
    pub name: OpenApiName,
}
