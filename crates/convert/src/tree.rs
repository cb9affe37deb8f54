//! The interface to sources of files: a list of paths, and bytes on demand. Folders are not listed;
//! they follow from the paths.

use std::io::Read;

use quire_content::origin::Origin;

use crate::error::Error;
use crate::warning::Warnings;

/// A file of a tree.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry {
    /// The path from the tree's top: `/` between parts, no `.`, no `..`, never empty.
    pub path: String,
    /// The size in bytes, as the directory declares it; reading more than an archive declares fails.
    pub size: u64,
}

/// A set of files. Implementations list regular files only, none under `.git`, and none that a symbolic link
/// reaches outside of the top.
pub trait Tree {
    /// Returns the files, sorted by path, each path once.
    fn entries(&self) -> &[Entry];

    /// Returns the time at which a listed file was last written, in milliseconds since 1970, if the source has a history.
    fn written_at(&self, _path: &str) -> Option<i64> {
        None
    }

    /// Returns the name of the page that a listed file is made of, where it is not the path.
    fn origin(&self, _path: &str) -> Option<Origin> {
        None
    }

    /// Returns warnings about files that were left out of the list.
    fn warnings(&self) -> Warnings;

    /// Opens a listed file. Exceeded bounds are reported as [`std::io::Error`]
    /// while reading; [`Error::from_read`] unpacks them.
    ///
    /// # Errors
    /// [`Error::Missing`] for a path that is not listed; else the error of the storage.
    fn open(&self, path: &str) -> Result<Box<dyn Read + Send + '_>, Error>;
}

/// Returns true if the files are the parts of one document of an office program, or of one electronic book.
pub fn is_document(tree: &dyn Tree) -> bool {
    let has = |path: &str| position(tree.entries(), path).is_ok();
    has("[Content_Types].xml") || has("mimetype") && (has("content.xml") || has("META-INF/container.xml"))
}

/// Returns the index of a path in a sorted list of entries.
pub(crate) fn position(entries: &[Entry], path: &str) -> Result<usize, Error> {
    entries
        .binary_search_by(|entry| entry.path.as_str().cmp(path))
        .map_err(|_| Error::Missing { path: path.to_owned() })
}
