//! The laws of the content engine, over its public face.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod changes;
mod document;
mod edit;
mod edit_cost;
mod edit_laws;
mod edit_others;
mod edit_text;
mod expression;
mod import;
mod import_again;
mod links;
mod map;
mod map_cost;
mod merge;
mod merge_cost;
mod merge_text;
mod outline;
mod support;
