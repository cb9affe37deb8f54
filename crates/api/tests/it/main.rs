//! The promises of the HTTP layer, kept by a small sample API in process and over loopback sockets.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod access;
mod collections;
mod conditional;
mod content;
mod document;
mod inputs;
mod invites;
mod joining;
mod lists;
mod logs;
mod members;
mod orgs;
mod reference;
mod sample;
mod serving;
mod spaces;
mod team_members;
mod teams;
mod tokens;
mod wire;
