//! Errors that stop a conversion.

use std::io;

/// An error that stops a conversion. The message says what the sender of the input can do.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The tree can't be read, or exceeds a bound.
    #[error(transparent)]
    Tree(#[from] quire_convert::Error),
    /// The input is not what the source should be.
    #[error("{path}: not {expected}")]
    Not {
        /// The name of the input, or of the file in it.
        path: String,
        /// The kind of input that was expected, with its article.
        expected: &'static str,
    },
    /// The source is read from a server, not from a file.
    #[error("the source `{0}` is read from a server, not from a file")]
    NoFile(&'static str),
    /// A file is damaged, or uses what is not accepted.
    #[error("{path}: {reason}")]
    Broken {
        /// The path of the file in the input.
        path: String,
        /// The reason.
        reason: String,
    },
    /// A scratch file can't be written.
    #[error("the scratch directory can't be written")]
    Scratch(#[source] io::Error),
    /// The conversion was stopped by its caller.
    #[error("stopped")]
    Stopped,
}

impl Error {
    /// Returns the error of a broken file.
    pub(crate) fn broken(path: &str, reason: impl std::fmt::Display) -> Self {
        Self::Broken { path: path.to_owned(), reason: reason.to_string() }
    }
}
