//! A folder of the file system to export into.
//!
//! A file is written whole beside its place and then renamed, or not at all. Nothing is written through a symbolic
//! link inside the folder, and nothing is deleted.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

use super::claims::is_safe;

/// A folder that can be written into.
#[derive(Debug)]
pub struct Folder {
    root: PathBuf,
    existing: Existing,
}

/// What happens to files that are there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Existing {
    /// The folder has to be empty.
    Refuse,
    /// Files of the same paths are replaced, all others stay.
    Replace,
}

/// Why a folder cannot be written into.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// There is something in it.
    #[error("{}: not empty", .0.display())]
    NotEmpty(PathBuf),
    /// Another file of the same export is at this place.
    #[error("{path}: this file system takes the name for that of another file")]
    Twice {
        /// The file.
        path: String,
    },
    /// What should be a folder is none.
    #[error("{path}: not a folder")]
    NotAFolder {
        /// The folder.
        path: String,
    },
    /// The path leads out of the folder.
    #[error("{path}: not a path inside the folder")]
    Unsafe {
        /// The path.
        path: String,
    },
    /// The bytes to write cannot be read.
    #[error("{path}: cannot be read")]
    Source {
        /// The file.
        path: String,
        /// What the storage says.
        #[source]
        source: io::Error,
    },
    /// The file system failed.
    #[error("{path}: cannot be written")]
    Target {
        /// The file or folder.
        path: String,
        /// What the system says.
        #[source]
        source: io::Error,
    },
}

impl Folder {
    /// Opens a folder, and makes it where it is not there.
    ///
    /// # Errors
    /// It cannot be made, or it has to be empty and is not.
    pub fn open(dir: &Path, existing: Existing) -> Result<Self, FolderError> {
        let failed = |source| FolderError::Target { path: dir.display().to_string(), source };
        fs::create_dir_all(dir).map_err(failed)?;
        let root = fs::canonicalize(dir).map_err(failed)?;
        if existing == Existing::Refuse && fs::read_dir(&root).map_err(failed)?.next().is_some() {
            return Err(FolderError::NotEmpty(dir.to_owned()));
        }
        Ok(Self { root, existing })
    }

    /// Writes a file; how many bytes it has.
    ///
    /// # Errors
    /// See [`FolderError`]. The file is as it was before, or not there.
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

    /// Makes the folders that hold a file; the innermost one.
    fn make_folders(&self, path: &str) -> Result<PathBuf, FolderError> {
        for (end, _) in path.match_indices('/') {
            let folder = &path[..end];
            let made = fs::create_dir(self.root.join(folder));
            match made {
                Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
                    return Err(FolderError::Target { path: folder.to_owned(), source: error });
                }
                // A link to a folder is none: what is behind it is somewhere else.
                Err(_) if !fs::symlink_metadata(self.root.join(folder)).is_ok_and(|found| found.is_dir()) => {
                    return Err(FolderError::NotAFolder { path: folder.to_owned() });
                }
                _ => {}
            }
        }
        Ok(self.root.join(crate::path::folder(path)))
    }
}

/// A new file with the permissions that files have here; those of temporary files are narrower.
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
