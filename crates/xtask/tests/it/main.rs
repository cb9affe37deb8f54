//! Tests of the repository itself: what may depend on what, how files look, which operations there are.

#![expect(clippy::unwrap_used, reason = "panics are how tests fail")]

mod layers;
mod manifests;
mod modules;
mod operations;
mod sources;

use std::path::Path;

/// The root of the repository.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("this crate is two folders below the root")
}
