//! The laws of the content engine, over its public face.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod document;
mod edit;
mod expression;
mod import;
mod map;
mod map_cost;
mod outline;
mod support;
