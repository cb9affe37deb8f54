//! The input of a conversion.

use std::io::{Read, Seek};
use std::path::PathBuf;

/// A seekable source of bytes, such as an open file.
pub trait Reader: Read + Seek + Send {}

impl<T: Read + Seek + Send> Reader for T {}

/// The input of a conversion.
pub enum Input {
    /// A file, which may be an archive. The name is that of an upload; only its last part counts.
    File {
        /// The name of the file, which tells its kind where the bytes do not.
        name: String,
        /// The bytes.
        reader: Box<dyn Reader>,
    },
    /// A folder.
    Folder(PathBuf),
}
