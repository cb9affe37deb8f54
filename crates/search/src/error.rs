//! Why an index can't be used.

use std::io;
use std::path::PathBuf;

/// Why an index can't be used.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// It was written by another version, or is no index.
    #[error("the directory holds no index of this version")]
    OtherFormat,
    /// Its files are not what was written.
    #[error("the index is damaged: {0}")]
    Damaged(String),
    /// Another process writes to it.
    #[error("the index in {0} is in use by another process")]
    InUse(PathBuf),
    /// A file or directory could not be read or written.
    #[error("the index can't be reached")]
    Io(#[from] io::Error),
    /// Writing failed.
    #[error("the index can't be written")]
    Write(#[source] tantivy::TantivyError),
}

impl Error {
    /// Whether making the index anew is the answer.
    pub fn needs_rebuild(&self) -> bool {
        matches!(self, Self::OtherFormat | Self::Damaged(_))
    }

    /// What reading ran into.
    pub(crate) fn reading(error: &tantivy::TantivyError) -> Self {
        Self::Damaged(error.to_string())
    }
}
