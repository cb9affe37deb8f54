//! The directory format from text to outline, the two kinds of trees, and laws over random input.

#![expect(clippy::unwrap_used, reason = "helpers of tests may fail as tests do")]

mod archive;
mod config;
mod corpus;
mod disk;
mod edits;
mod exports;
mod folders;
mod gone;
mod laws;
mod relinks;
mod summary;
mod support;
