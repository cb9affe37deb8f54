//! Modes of files: what is in the data directory can be read by the user of the server, and by nobody else.
//!
//! Directories have the mode 0700 and files 0600, whatever the mask of whoever starts the process. Installations that are
//! older than this rule are mended at a start; where that is not possible a warning names the path and what to do.
//! Files that a person exports are not the server's: they follow the mask that the command was started with.

use std::fs::{self, DirBuilder, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt as _, PermissionsExt as _};
use std::path::Path;

use rustix::fs::Mode;

/// The mode of directories.
const DIRECTORY: u32 = 0o700;
/// The mode of files.
const FILE: u32 = 0o600;
/// The permission bits of the group and of others.
const OTHERS: u32 = 0o077;
/// A directory in which everybody has files of their own, such as `/tmp`.
const STICKY: u32 = 0o1000;

/// The directories of a server in its data directory.
const DIRECTORIES: [&str; 2] = ["blobs", "search"];
/// The beginning of the names of the database and of the files beside it.
const DATABASE: &str = "quire.db";

/// The mask with which the process was started.
#[derive(Debug, Clone, Copy)]
pub(crate) struct UserMask(Mode);

/// Lets all files that this process makes be for its user alone.
pub(crate) fn keep_private() -> UserMask {
    UserMask(rustix::process::umask(Mode::RWXG | Mode::RWXO))
}

impl UserMask {
    /// Lets files be made with the modes that the user of the command wants.
    pub(crate) fn restore(self) {
        rustix::process::umask(self.0);
    }
}

/// Makes the data directory where it is missing.
pub(crate) fn make(data: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(DIRECTORY).create(data)
}

/// Takes the right to look into the data directory from everybody else, and says what could not be done.
pub(crate) fn mend(data: &Path) {
    let Ok(mode) = mode_of(data) else { return };
    let open = mode & OTHERS != 0;
    if open && (mode & STICKY != 0 || !is_ours(data)) {
        tracing::warn!(
            path = %data.display(), mode = format!("{mode:o}"),
            "others may look into the data directory, which holds the signing secret and all content; it has files of \
             others in it and is left as it is: give --data a directory of its own"
        );
    } else if open {
        narrow(data, mode, DIRECTORY);
    }
    for entry in fs::read_dir(data).into_iter().flatten().flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        let Ok(mode) = mode_of(&path) else { continue };
        if name.as_encoded_bytes().starts_with(DATABASE.as_bytes()) && path.is_file() && mode & OTHERS != 0 {
            narrow(&path, mode, FILE);
        } else if DIRECTORIES.iter().any(|known| name == *known) && (open || mode & OTHERS != 0) {
            mend_tree(&path);
        }
    }
}

/// Returns whether a directory is empty, or has something in it that a server keeps there.
fn is_ours(data: &Path) -> bool {
    let mut entries = fs::read_dir(data).into_iter().flatten().flatten().peekable();
    let of_server = |entry: fs::DirEntry| {
        let name = entry.file_name();
        name.as_encoded_bytes().starts_with(DATABASE.as_bytes()) || DIRECTORIES.iter().any(|known| name == *known)
    };
    entries.peek().is_none() || entries.any(of_server)
}

/// Narrows a directory and all that is in it. Links within it are not followed.
fn mend_tree(top: &Path) {
    let mut open = vec![top.to_owned()];
    while let Some(path) = open.pop() {
        let found = if path == top { fs::metadata(&path) } else { fs::symlink_metadata(&path) };
        let Ok(found) = found else { continue };
        if found.is_symlink() {
            continue;
        }
        let mode = found.permissions().mode();
        let wanted = if found.is_dir() { DIRECTORY } else { FILE };
        if mode & OTHERS != 0 && !narrow(&path, mode, wanted) {
            // Its files belong to the same user: one warning is enough.
            continue;
        }
        if found.is_dir() {
            open.extend(fs::read_dir(&path).into_iter().flatten().flatten().map(|entry| entry.path()));
        }
    }
}

/// Gives a path this mode; whether that was possible.
fn narrow(path: &Path, mode: u32, wanted: u32) -> bool {
    let (was, mode) = (format!("{:o}", mode & 0o7777), format!("{wanted:o}"));
    match fs::set_permissions(path, Permissions::from_mode(wanted)) {
        Ok(()) => {
            tracing::info!(path = %path.display(), was, mode, "others could read this; they can't any more");
            true
        }
        Err(e) => {
            let error = &e as &dyn std::error::Error;
            tracing::warn!(
                path = %path.display(), mode = was, error,
                "others may read this, and the server can't change it: let its owner run `chmod {mode} {}`", path.display()
            );
            false
        }
    }
}

fn mode_of(path: &Path) -> io::Result<u32> {
    Ok(fs::metadata(path)?.permissions().mode())
}
