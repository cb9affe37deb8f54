//! Documents as HTML, over the public face of the crate.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod feeds;
mod shell;
mod words;
