//! The promises of the HTTP layer, kept by a small sample API in process and over loopback sockets.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod access;
mod change_requests;
mod collections;
mod comment_targets;
mod comments;
mod conditional;
mod content;
mod document;
mod documents;
mod exports;
mod inputs;
mod invites;
mod joining;
mod listing;
mod lists;
mod logs;
mod members;
mod merging;
mod orgs;
mod people;
mod reference;
mod revisions;
mod rights;
mod sample;
mod serving;
mod sessions;
mod sign_in;
mod spaces;
mod team_members;
mod teams;
mod tokens;
mod wire;
