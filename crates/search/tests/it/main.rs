//! The index as its callers see it.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod asked;
mod bad_input;
mod changes;
mod features;
mod languages;
mod laws;
mod marks;
mod persistence;
mod published;
mod relevance;
mod sections;
mod support;
