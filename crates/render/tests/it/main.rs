//! Documents as HTML, over the public face of the crate.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod bounds;
mod dom;
mod fixtures;
mod hostile;
mod laws;
mod openapi;
mod world;
