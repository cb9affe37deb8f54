//! Full-text search over sections of pages: an index in a directory, and queries within a scope.
//!
//! The index is derived: it can be made anew from the pages at any time, and says by itself when it has to be
//! ([`Error::needs_rebuild`]). A page is replaced as a whole; what it has is visible after the next commit, together
//! with what the caller notes of itself and of each space: how far it has read what it reads its changes from. A query finds only what lies in its
//! [`Scope`]; there is no search without one. Which pages are to be found, and where they are read from, is the
//! caller's business: there is no permission, no event, no space's tree and no HTTP in this crate.

mod error;
mod fields;
mod index;
mod query;
pub mod sections;
mod snippet;
pub mod words;

pub use error::Error;
pub use index::{Index, Page, Writer, open, recreate};
pub use query::{Asked, Found, FoundPage, FoundSection, FoundSpace, FoundSpaces, Query, Scope, Visible, Window};
pub use snippet::Marked;
