//! Lists of what a version of an OpenAPI specification changed, as they are kept and as the API has them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::openapi_specs::SpecChange;

/// The changes from one version to another.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "OpenAPIChangeList")]
pub struct ChangeList {
    /// The changes, breaking ones first, then compatible ones; at most 1,000.
    pub items: Vec<ListedChange>,
    /// The number of all breaking changes.
    pub breaking: usize,
    /// The number of all compatible changes.
    pub compatible: usize,
    /// The number of all changes of texts.
    pub documentation: usize,
    /// True if there are more changes than are listed, or the documents were not compared to their end.
    pub is_cut: bool,
}

/// A change of a specification.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "OpenAPIChange")]
pub struct ListedChange {
    /// The name of the rule that found the change.
    pub rule: String,
    /// The meaning of the change for programs.
    pub class: SpecChange,
    /// The operation or the webhook that changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub operation: Option<ChangedOperation>,
    /// The shared object that changed, such as a schema.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shared: Option<ChangedObject>,
    /// The JSON pointer to the value that changed, in the new document, or in the old one if it is gone.
    pub pointer: String,
    /// The beginning of the old value as JSON.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// The beginning of the new value as JSON.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// The change in a sentence.
    pub sentence: String,
    /// True if the document says that what changed is not for readers.
    pub internal: bool,
}

/// An operation or a webhook that changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "OpenAPIChangedOperation")]
pub struct ChangedOperation {
    /// The path, or the name of a webhook.
    pub path: String,
    /// The method in lower case.
    pub method: String,
    /// True for a webhook.
    pub webhook: bool,
}

/// A shared object that changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "OpenAPIChangedObject")]
pub struct ChangedObject {
    /// The group, such as `schemas`.
    pub group: String,
    /// The name in the group.
    pub name: String,
}
