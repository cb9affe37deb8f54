//! Files in directories of our own, which the modules for blobs, pictures, prints and their layouts have in common.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;
use std::time::{Duration, SystemTime};

use quire_model::time::Timestamp;

/// Returns a time as file systems take it.
pub(crate) fn system_time(at: Timestamp) -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_millis(at.0.max(0).unsigned_abs())
}

/// Creates a directory and its parents with mode 0700. The files in it are renamed temporary files, which have mode
/// 0600 from the beginning.
///
/// # Errors
/// The directory can't be created.
pub(crate) fn make_dir(dir: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(dir)
}

/// Writes a file as a whole, in a directory that is created if need be, and notes its use.
///
/// # Errors
/// The directory can't be written.
pub(crate) fn put(dir: &Path, path: &Path, bytes: &[u8], now: Timestamp) -> io::Result<()> {
    make_dir(dir)?;
    let mut file = tempfile::NamedTempFile::new_in(dir)?;
    file.write_all(bytes)?;
    file.as_file().set_modified(system_time(now))?;
    file.persist(path)?;
    Ok(())
}

/// Opens a file to read it and to note its use. What is no file of ours, such as a pipe, on which opening would wait, is not
/// opened.
pub(crate) fn open(path: &Path) -> Option<fs::File> {
    let is_file = |data: fs::Metadata| data.is_file();
    if !fs::symlink_metadata(path).is_ok_and(is_file) {
        return None;
    }
    let file = fs::File::options().read(true).append(true).open(path).ok()?;
    file.metadata().is_ok_and(is_file).then_some(file)
}

/// Removes a file. Another process may have removed it before.
///
/// # Errors
/// The file is there and can't be removed.
pub(crate) fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Removes the files of a directory that were not used since a time, and beyond a number of bytes those that were used the
/// longest time ago, but never the one that is kept.
///
/// # Errors
/// The directory can't be read, or a file can't be removed.
pub(crate) fn clean(
    dir: fs::ReadDir,
    kept: Option<&Path>,
    most_bytes: u64,
    oldest: Option<SystemTime>,
) -> io::Result<()> {
    let mut files = Vec::new();
    for entry in dir {
        let entry = entry?;
        // Another process may have removed it.
        let Ok(data) = entry.metadata() else { continue };
        // A folder is none of ours, and does not go as a file does.
        if data.is_dir() {
            continue;
        }
        files.push((data.modified()?, data.len(), entry.path()));
    }
    files.sort();
    let mut bytes: u64 = files.iter().map(|file| file.1).sum();
    for (at, size, path) in files {
        if bytes <= most_bytes && oldest.is_none_or(|oldest| at >= oldest) {
            break;
        }
        if kept == Some(&*path) {
            continue;
        }
        remove(&path)?;
        bytes -= size;
    }
    Ok(())
}
