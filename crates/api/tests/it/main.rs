//! The promises of the HTTP layer, kept by a small sample API in process and over loopback sockets.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod access;
mod collections;
mod conditional;
mod content;
mod document;
mod exports;
mod inputs;
mod lists;
mod logs;
mod reference;
mod sample;
mod serving;
mod spaces;
mod tokens;
mod wire;
