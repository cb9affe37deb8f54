//! File modes: only the user of the server can read the data directory.
//!
//! Directories have the mode 0700 and files 0600, whatever the umask of the process was. Older installations are
//! corrected at the start; where that fails, a warning names the path and the remedy. Exported files are not the
//! server's: they follow the umask that the command was started with.

use std::fs::{self, DirBuilder, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt as _, PermissionsExt as _};
use std::path::Path;

use rustix::fs::Mode;

use crate::server_lock;

/// The mode of directories in the data directory.
const DIRECTORY: u32 = 0o700;
/// The mode of files in the data directory.
const FILE: u32 = 0o600;
/// The permission bits of the group and others.
const OTHERS: u32 = 0o077;
/// The sticky bit, set on directories that users share, such as `/tmp`.
const STICKY: u32 = 0o1000;

/// The server's directories in a data directory, beside the files of the database.
const DIRECTORIES: [&str; 2] = ["blobs", "search"];
/// The prefix of the names of the database and its auxiliary files.
const DATABASE: &str = "quire.db";

/// The umask that the process was started with.
#[derive(Debug, Clone, Copy)]
pub(crate) struct UserMask(Mode);

/// Sets the umask so that files of this process are accessible to its user only. Returns the previous umask.
pub(crate) fn keep_private() -> UserMask {
    UserMask(rustix::process::umask(Mode::RWXG | Mode::RWXO))
}

impl UserMask {
    /// Restores the umask that the user of the command chose.
    pub(crate) fn restore(self) {
        rustix::process::umask(self.0);
    }
}

/// Creates the data directory if it is missing.
pub(crate) fn make(data: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(DIRECTORY).create(data)
}

/// Removes the access of other users to the data directory, and logs a warning for each failure.
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
        let is_ours = name.as_encoded_bytes().starts_with(DATABASE.as_bytes()) || name == server_lock::NAME;
        if is_ours && path.is_file() && mode & OTHERS != 0 {
            narrow(&path, mode, FILE);
        } else if DIRECTORIES.iter().any(|known| name == *known) && (open || mode & OTHERS != 0) {
            mend_tree(&path);
        }
    }
}

/// Returns true if a directory is empty or contains files of a server.
fn is_ours(data: &Path) -> bool {
    let mut entries = fs::read_dir(data).into_iter().flatten().flatten().peekable();
    let of_server = |entry: fs::DirEntry| {
        let name = entry.file_name();
        name.as_encoded_bytes().starts_with(DATABASE.as_bytes()) || DIRECTORIES.iter().any(|known| name == *known)
    };
    entries.peek().is_none() || entries.any(of_server)
}

/// Corrects the modes of a directory and everything in it. Symbolic links within it are not followed.
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
            // The files in it belong to the same user: one warning is enough.
            continue;
        }
        if found.is_dir() {
            open.extend(fs::read_dir(&path).into_iter().flatten().flatten().map(|entry| entry.path()));
        }
    }
}

/// Sets the mode of a path. Returns true on success.
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
