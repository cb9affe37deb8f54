//! Why an import was refused. Each message names the file and the bound.

use std::io;

/// An import that cannot go on. Nothing has been changed anywhere.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The file system or the archive's own storage failed.
    #[error("{path}: cannot be read")]
    Io {
        /// The file or folder.
        path: String,
        /// What the system said.
        #[source]
        source: io::Error,
    },
    /// A file that was asked for is not in the tree.
    #[error("{path}: no such file")]
    Missing {
        /// The file.
        path: String,
    },
    /// Too many files, folders or outline entries.
    #[error("more than {bound} {what}")]
    TooMany {
        /// What was counted.
        what: &'static str,
        /// The bound.
        bound: usize,
    },
    /// One file is too large for what it is.
    #[error("{path}: {size} bytes, but a {what} may have {bound}")]
    TooLarge {
        /// The file.
        path: String,
        /// What the file is.
        what: &'static str,
        /// Its size, or how much of it was read when the bound was crossed.
        size: u64,
        /// The bound.
        bound: u64,
    },
    /// All of one sort together are too large.
    #[error("{path}: with it the {what} have more than {bound} bytes together")]
    TooMuch {
        /// The file at which the bound was crossed.
        path: String,
        /// What was summed up.
        what: &'static str,
        /// The bound.
        bound: u64,
    },
    /// An outline that is nested too deeply.
    #[error("{path}{}: nested deeper than {bound} levels", .line.map(|line| format!(":{line}")).unwrap_or_default())]
    TooDeep {
        /// The table of contents, or the folder.
        path: String,
        /// The line, for a table of contents.
        line: Option<u32>,
        /// The bound.
        bound: usize,
    },
    /// A YAML file that cannot be understood.
    #[error("{path}:{line}: {message}")]
    Yaml {
        /// The file.
        path: String,
        /// The line, from 1.
        line: u32,
        /// What is wrong.
        message: String,
    },
    /// The configured root cannot be used.
    #[error("{path}: root `{root}` {reason}")]
    Root {
        /// The configuration file.
        path: String,
        /// The root as it was written.
        root: String,
        /// Why not.
        reason: &'static str,
    },
    /// A name that must not be used as a path.
    #[error("`{name}`: the name {reason}")]
    Name {
        /// The name as it was given.
        name: String,
        /// Why not.
        reason: &'static str,
    },
    /// An archive's entry that must not be, or cannot be, unpacked.
    #[error("{path}: the archive's entry {reason}")]
    Entry {
        /// The entry.
        path: String,
        /// Why not.
        reason: String,
    },
    /// Not an archive, or a broken one.
    #[error("not a ZIP archive that can be read")]
    Archive(#[source] zip::result::ZipError),
    /// An archive whose directory is not read.
    #[error("the archive's directory {reason}")]
    ArchiveDirectory {
        /// Why not.
        reason: &'static str,
    },
}

impl Error {
    /// The error behind a failed read of a file that [`crate::Tree::open`] gave: bounds are reported through
    /// [`io::Error`] and unpacked here.
    pub fn from_read(path: &str, error: io::Error) -> Self {
        match error.downcast::<Self>() {
            Ok(error) => error,
            Err(source) => Self::Io { path: path.to_owned(), source },
        }
    }
}
