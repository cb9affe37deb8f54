//! Writing of an export into a folder of the file system.
//!
//! A file is written completely beside its target and then renamed, or not at all. Nothing is written through a
//! symbolic link inside the folder, and nothing is deleted.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

use super::reservations::is_safe;

/// A folder to export into.
#[derive(Debug)]
pub struct Folder {
    root: PathBuf,
    existing: Existing,
}

/// The treatment of files that exist already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Existing {
    /// The folder must be empty.
    Refuse,
    /// Files with the same paths are replaced, all others stay.
    Replace,
}

/// A failure to write into a folder.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// The folder is not empty.
    #[error("{}: not empty", .0.display())]
    NotEmpty(PathBuf),
    /// Another file of the same export occupies the path on this file system.
    #[error("{path}: this file system takes the name for that of another file")]
    Twice {
        /// The path of the file.
        path: String,
    },
    /// A part of the path exists and is no folder.
    #[error("{path}: not a folder")]
    NotAFolder {
        /// The path of that part.
        path: String,
    },
    /// The path leads out of the folder.
    #[error("{path}: not a path inside the folder")]
    Unsafe {
        /// The path as it was given.
        path: String,
    },
    /// The bytes to write cannot be read.
    #[error("{path}: cannot be read")]
    Source {
        /// The path of the file.
        path: String,
        /// The error of the storage.
        #[source]
        source: io::Error,
    },
    /// The file system failed.
    #[error("{path}: cannot be written")]
    Target {
        /// The path of the file or folder.
        path: String,
        /// The error of the system.
        #[source]
        source: io::Error,
    },
}

impl Folder {
    /// Opens a folder, and creates it if it does not exist.
    ///
    /// # Errors
    /// The folder cannot be created, or it must be empty and is not.
    pub fn open(dir: &Path, existing: Existing) -> Result<Self, FolderError> {
        let failed = |source| FolderError::Target { path: dir.display().to_string(), source };
        fs::create_dir_all(dir).map_err(failed)?;
        let root = fs::canonicalize(dir).map_err(failed)?;
        if existing == Existing::Refuse && fs::read_dir(&root).map_err(failed)?.next().is_some() {
            return Err(FolderError::NotEmpty(dir.to_owned()));
        }
        Ok(Self { root, existing })
    }

    /// Writes a file and returns its size in bytes.
    ///
    /// # Errors
    /// See [`FolderError`]. The file is unchanged then, or does not exist.
    pub fn write(&self, path: &str, source: &mut dyn Read) -> Result<u64, FolderError> {
        if !is_safe(path) {
            return Err(FolderError::Unsafe { path: path.to_owned() });
        }
        let failed = |source| FolderError::Target { path: path.to_owned(), source };
        let parent = self.make_folders(path)?;
        let mut file = beside(&parent).map_err(failed)?;
        let size = copy(path, source, &mut file)?;
        let target = self.root.join(path);
        let persisted = match self.existing {
            Existing::Refuse => file.persist_noclobber(target),
            Existing::Replace => file.persist(target),
        };
        match persisted.map_err(|error| error.error) {
            Ok(_) => Ok(size),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && self.existing == Existing::Refuse => {
                Err(FolderError::Twice { path: path.to_owned() })
            }
            Err(error) => Err(failed(error)),
        }
    }

    /// Creates the folders that contain a file, and returns the innermost one.
    fn make_folders(&self, path: &str) -> Result<PathBuf, FolderError> {
        for (end, _) in path.match_indices('/') {
            let folder = &path[..end];
            let made = fs::create_dir(self.root.join(folder));
            match made {
                Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
                    return Err(FolderError::Target { path: folder.to_owned(), source: error });
                }
                // A symbolic link to a folder is rejected, because it may lead outside.
                Err(_) if !fs::symlink_metadata(self.root.join(folder)).is_ok_and(|found| found.is_dir()) => {
                    return Err(FolderError::NotAFolder { path: folder.to_owned() });
                }
                _ => {}
            }
        }
        Ok(self.root.join(crate::path::folder(path)))
    }
}

/// Creates a temporary file with the permissions of ordinary files; the default ones are narrower.
fn beside(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(".quire-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder)
}

fn copy(path: &str, source: &mut dyn Read, file: &mut NamedTempFile) -> Result<u64, FolderError> {
    let mut buffer = vec![0; 64 * 1024];
    let mut size = 0;
    loop {
        let read = match source.read(&mut buffer) {
            Ok(0) => return Ok(size),
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(source) => return Err(FolderError::Source { path: path.to_owned(), source }),
        };
        size += read as u64;
        let written = io::Write::write_all(file, &buffer[..read]);
        written.map_err(|source| FolderError::Target { path: path.to_owned(), source })?;
    }
}
