//! The language of pages, over the crate's public face.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod cost;
mod fixtures;
mod html;
mod laws;
mod outline;
mod sources;
mod specifications;
