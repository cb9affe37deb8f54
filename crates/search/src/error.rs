//! The errors of an index.

use std::io;
use std::path::PathBuf;

/// A failure to open, read or write an index.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The index was written by another version, or the directory contains no index.
    #[error("the directory holds no index of this version")]
    OtherFormat,
    /// The files of the index do not have their written content.
    #[error("the index is damaged: {0}")]
    Damaged(String),
    /// Another process writes to the index.
    #[error("the index in {0} is in use by another process")]
    InUse(PathBuf),
    /// A file or directory could not be read or written.
    #[error("the index can't be reached")]
    Io(#[from] io::Error),
    /// A change or commit could not be written.
    #[error("the index can't be written")]
    Write(#[source] tantivy::TantivyError),
}

impl Error {
    /// Returns true if rebuilding the index resolves the error.
    pub fn needs_rebuild(&self) -> bool {
        matches!(self, Self::OtherFormat | Self::Damaged(_))
    }

    /// Converts an error that occurred while reading the index.
    pub(crate) fn reading(error: &tantivy::TantivyError) -> Self {
        Self::Damaged(error.to_string())
    }
}
