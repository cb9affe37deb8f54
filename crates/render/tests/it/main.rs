//! Documents as HTML and the pages around them, over the public face of the crate.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod anchors;
mod bounds;
mod budget;
mod cards;
mod dom;
mod feeds;
mod fixtures;
mod hostile;
mod laws;
mod openapi;
mod shell;
mod words;
mod world;
