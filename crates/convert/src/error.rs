//! The errors of imports. Each message names the file and the bound.

use std::io;

/// A failure of an import. Nothing has been changed anywhere.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The file system or the storage of the archive failed.
    #[error("{path}: cannot be read")]
    Io {
        /// The path of the file or folder.
        path: String,
        /// The error of the system.
        #[source]
        source: io::Error,
    },
    /// A requested file is not in the tree.
    #[error("{path}: no such file")]
    Missing {
        /// The path of the file.
        path: String,
    },
    /// There are too many files, folders or outline entries.
    #[error("more than {bound} {what}")]
    TooMany {
        /// The kind of things counted, in the plural.
        what: &'static str,
        /// The bound, as a number of things.
        bound: usize,
    },
    /// A file is too large for its purpose.
    #[error("{path}: {size} bytes, but a {what} may have {bound}")]
    TooLarge {
        /// The path of the file.
        path: String,
        /// The purpose of the file.
        what: &'static str,
        /// The size in bytes, or the number of bytes read when the bound was exceeded.
        size: u64,
        /// The bound, in bytes.
        bound: u64,
    },
    /// The files of one kind are too large in total.
    #[error("{path}: with it the {what} have more than {bound} bytes together")]
    TooMuch {
        /// The path of the file at which the bound was exceeded.
        path: String,
        /// The kind of files summed up, in the plural.
        what: &'static str,
        /// The bound, in bytes.
        bound: u64,
    },
    /// The outline is nested too deeply.
    #[error("{path}{}: nested deeper than {bound} levels", .line.map(|line| format!(":{line}")).unwrap_or_default())]
    TooDeep {
        /// The path of the table of contents, or of the folder.
        path: String,
        /// The line in the table of contents.
        line: Option<u32>,
        /// The bound, in levels.
        bound: usize,
    },
    /// A YAML file is invalid.
    #[error("{path}:{line}: {message}")]
    Yaml {
        /// The path of the file.
        path: String,
        /// The line, counted from 1.
        line: u32,
        /// The description of the mistake.
        message: String,
    },
    /// The configured root cannot be used.
    #[error("{path}: root `{root}` {reason}")]
    Root {
        /// The path of the configuration file.
        path: String,
        /// The root as it is written.
        root: String,
        /// The reason, as the end of a sentence.
        reason: &'static str,
    },
    /// A name cannot be used as a path.
    #[error("`{name}`: the name {reason}")]
    Name {
        /// The name as it was given.
        name: String,
        /// The reason, as the end of a sentence.
        reason: &'static str,
    },
    /// An entry of an archive must not be, or cannot be, unpacked.
    #[error("{path}: the archive's entry {reason}")]
    Entry {
        /// The path of the entry.
        path: String,
        /// The reason, as the end of a sentence.
        reason: String,
    },
    /// The file is not a valid archive.
    #[error("not a ZIP archive that can be read")]
    Archive(#[source] zip::result::ZipError),
    /// The directory of the archive cannot be accepted.
    #[error("the archive's directory {reason}")]
    ArchiveDirectory {
        /// The reason, as the end of a sentence.
        reason: &'static str,
    },
}

impl Error {
    /// Converts the error of a failed read of a file from [`crate::Tree::open`]: exceeded bounds are reported
    /// through [`io::Error`] and unpacked here.
    pub fn from_read(path: &str, error: io::Error) -> Self {
        match error.downcast::<Self>() {
            Ok(error) => error,
            Err(source) => Self::Io { path: path.to_owned(), source },
        }
    }
}
