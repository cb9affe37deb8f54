//! Where files come from: a list of paths, and bytes on demand. Folders are not listed; they follow from the paths.

use std::io::Read;

use crate::error::Error;
use crate::warning::Warning;

/// One file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry {
    /// From the tree's top: `/` between parts, no `.`, no `..`, never empty.
    pub path: String,
    /// In bytes, as the directory says; reading more than an archive declares fails.
    pub size: u64,
}

/// A set of files. Implementations list regular files only, none under `.git`, and never one that a symbolic link
/// leads out of the top to.
pub trait Tree {
    /// The files, sorted by path, each once.
    fn entries(&self) -> &[Entry];

    /// What was left out of the list.
    fn warnings(&self) -> &[Warning];

    /// Opens a listed file. Bounds crossed while reading come as [`std::io::Error`]; [`Error::from_read`] unpacks them.
    ///
    /// # Errors
    /// [`Error::Missing`] for a path that is not listed; else what the storage says.
    fn open(&self, path: &str) -> Result<Box<dyn Read + Send + '_>, Error>;
}

/// Index of a path in a sorted list.
pub(crate) fn position(entries: &[Entry], path: &str) -> Result<usize, Error> {
    entries
        .binary_search_by(|entry| entry.path.as_str().cmp(path))
        .map_err(|_| Error::Missing { path: path.to_owned() })
}
