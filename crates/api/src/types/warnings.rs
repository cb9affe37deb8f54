//! Warnings in the answers of calls that write content.

use quire_app::warnings::Warning as Found;
use schemars::JsonSchema;
use serde::Serialize;

/// Something in what was written that its author should know. It is kept as it was written; the message says what
/// readers of published sites get of it.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ContentWarning")]
pub(crate) struct Warning {
    /// The file of the page or the reusable content; the path of a page and the title of a reusable content that have
    /// none.
    path: String,
    /// The line, from 1: of the file in an import, otherwise of the Markdown as it is read with `format=markdown`.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    message: String,
}

impl Warning {
    /// These warnings.
    pub(crate) fn all(found: Vec<Found>) -> Vec<Self> {
        found.into_iter().map(|Found { path, line, message }| Self { path, line, message }).collect()
    }
}

/// An answer with the warnings about what the call wrote.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "{T}WithWarnings")]
pub(crate) struct Warned<T> {
    #[serde(flatten)]
    pub(crate) body: T,
    /// Places in the texts that the call changed which readers of published sites do not see as they were written.
    pub(crate) warnings: Vec<Warning>,
}

impl<T> Warned<T> {
    /// An answer with these warnings.
    pub(crate) fn new(body: T, found: Vec<Found>) -> Self {
        Self { body, warnings: Warning::all(found) }
    }
}
