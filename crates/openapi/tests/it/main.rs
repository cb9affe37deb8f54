//! Tests of the crate: tables of good and bad documents, laws, and bundles out of documents in memory.
#![expect(clippy::unwrap_used, reason = "tests")]

mod anchors;
mod bundling;
mod changes;
mod checking;
mod hiding;
mod laws;
mod notes;
mod paging;
mod reading;
mod slicing;

use quire_openapi::{Limits, read};
use serde_json::Value;

/// Reads a text within the usual bounds.
fn value(text: &str) -> Value {
    read(text.as_bytes(), &Limits::default()).unwrap().0
}

/// Returns the message for a text that can't be read.
fn refusal(text: &str) -> String {
    read(text.as_bytes(), &Limits::default()).unwrap_err().to_string()
}
