//! Full-text search over sections of pages: an index in a directory, and queries within a scope.
//!
//! The index is derived data: it can be rebuilt from the pages at any time, and reports when that is necessary
//! ([`Error::needs_rebuild`]). A page is replaced as a whole. Changes become visible with the next commit, together
//! with the caller's position and its mark for each space, which tell how far it has read its source of changes. A
//! query finds only pages within its [`Scope`]; there is no search without one. The choice of the pages and reading
//! them are up to the caller: there are no permissions, no events, no page trees and no HTTP in this crate.

mod error;
mod fields;
mod index;
mod query;
pub mod sections;
mod snippet;
pub mod words;

pub use error::Error;
pub use index::{Index, Page, Writer, open, recreate};
pub use query::{
    EvaluatedQuery, Found, FoundPage, FoundSection, FoundSpace, FoundSpaces, Query, Scope, Visible, Window,
};
pub use snippet::Marked;
