//! OpenAPI specifications: reading, checking and bundling of documents, and the operations and schemas they describe.
//!
//! Documents stay [`serde_json::Value`]s whose members keep their order, so that nothing unknown is lost. The
//! invariant: no input makes this crate panic, and the cost of every function is bounded by [`Limits`]. References
//! between documents are followed only by [`bundle`], through a function that the caller supplies; network, files and
//! databases are not known here.

mod anchors;
pub mod bundle;
pub mod changes;
mod check;
mod contents;
mod hidden;
mod identity;
mod ignored;
pub mod index;
mod lines;
pub mod notes;
pub mod pages;
mod place;
mod pointer;
mod read;
mod scan;
pub mod slice;
mod version;
mod yaml;

pub use bundle::bundle;
pub use changes::changes;
pub use check::check;
pub use contents::{Contents, Operation, contents};
pub use hidden::{public, public_bytes};
pub use identity::Identity;
pub use ignored::ignored;
pub use index::{Call, Index};
pub use lines::locate;
pub use pointer::Pointer;
pub use read::{Format, read};
pub use version::Version;

use std::fmt;

/// The bounds of documents.
#[derive(Debug, Clone)]
pub struct Limits {
    /// The maximum size of a document, and of all documents of a bundle together, in bytes.
    pub bytes: usize,
    /// The maximum nesting depth.
    pub depth: usize,
    /// The maximum number of values, copies made by aliases and bundling included.
    pub nodes: usize,
    /// The maximum number of bytes of texts that aliases and bundling copy.
    pub copied_bytes: usize,
    /// The maximum number of documents that a bundle is made of, besides the first.
    pub documents: usize,
    /// The maximum number of references that lead from one document to the next.
    pub hops: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { bytes: 64 << 20, depth: 120, nodes: 4_000_000, copied_bytes: 64 << 20, documents: 100, hops: 16 }
    }
}

/// The effect of a problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    /// The document is not used.
    Fatal,
    /// The document is used, and the problem is listed.
    Listed,
}

/// A problem of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Issue {
    /// The effect of the problem.
    pub severity: Severity,
    /// The JSON pointer to the value (RFC 6901); empty for the document as a whole.
    pub pointer: String,
    /// The line of the value, from 1, where it is known.
    pub line: Option<usize>,
    /// The message for the author of the document.
    pub message: String,
}

impl Issue {
    /// Creates a problem with which a document is not used.
    pub fn fatal(pointer: impl Into<String>, message: impl Into<String>) -> Self {
        Self { severity: Severity::Fatal, pointer: pointer.into(), line: None, message: message.into() }
    }

    /// Creates a problem that is listed.
    pub fn listed(pointer: impl Into<String>, message: impl Into<String>) -> Self {
        Self { severity: Severity::Listed, ..Self::fatal(pointer, message) }
    }

    /// Returns the problem with the line that it is in.
    pub fn at_line(self, line: usize) -> Self {
        Self { line: Some(line), ..self }
    }
}

impl fmt::Display for Issue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        if !self.pointer.is_empty() {
            write!(f, "{}: ", self.pointer)?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for Issue {}
