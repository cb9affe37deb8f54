//! The directory for files of conversions: one for each process, with what processes left behind removed.
//!
//! Several processes may work on one data directory. Each has a directory of its own with a locked file beside it. The
//! lock ends with the process in whatever way, so a directory whose file can be locked belongs to nobody.

use std::ffi::OsStr;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use quire_model::time::Timestamp;
use tempfile::NamedTempFile;

/// The age of what has no lock, such as the files of an older version, from which it is removed.
const LEFT_BEHIND: Duration = Duration::from_hours(24);

/// The extension of the files with locks.
const LOCK: &str = "lock";

/// The most attempts to have a directory that no other process is removing.
const MOST_ATTEMPTS: usize = 10;

/// The directories for files of conversions in a data directory.
#[derive(Debug)]
pub(crate) struct Scratch {
    parent: PathBuf,
    own: Mutex<Option<Own>>,
}

/// The directory of this process, which is removed with it.
#[derive(Debug)]
struct Own {
    directory: PathBuf,
    /// The file with the lock, which is removed after the directory.
    _lock: NamedTempFile,
}

impl Drop for Own {
    fn drop(&mut self) {
        // What is left is removed by the next process.
        let _ = fs::remove_dir_all(&self.directory);
    }
}

impl Scratch {
    /// Returns the directories below `parent`, without those that dead processes left there.
    pub(crate) fn open(parent: PathBuf, now: Timestamp) -> Self {
        sweep(&parent, now);
        Self { parent, own: Mutex::new(None) }
    }

    /// Returns the directory of this process.
    pub(crate) fn directory(&self, now: Timestamp) -> io::Result<PathBuf> {
        fs::create_dir_all(&self.parent)?;
        sweep(&self.parent, now);
        let mut own = self.own.lock().unwrap_or_else(PoisonError::into_inner);
        if own.as_ref().is_some_and(|own| !own.directory.is_dir()) {
            *own = None;
        }
        match &*own {
            Some(own) => Ok(own.directory.clone()),
            None => Ok(own.insert(claim(&self.parent)?).directory.clone()),
        }
    }
}

/// Makes a directory with a lock.
fn claim(parent: &Path) -> io::Result<Own> {
    for _ in 0..MOST_ATTEMPTS {
        let lock = tempfile::Builder::new().prefix("run-").suffix(&format!(".{LOCK}")).tempfile_in(parent)?;
        match lock.as_file().try_lock() {
            // Another process may have taken the file for one that was left behind, before it was locked.
            Ok(()) if !lock.path().exists() => {}
            Err(TryLockError::WouldBlock) => {}
            Ok(()) | Err(TryLockError::Error(_)) => {
                let directory = lock.path().with_extension("");
                fs::create_dir_all(&directory)?;
                return Ok(Own { directory, _lock: lock });
            }
        }
    }
    Err(io::Error::other("other processes remove the scratch directory of this one"))
}

/// Removes what belongs to no process. Others may do so at the same time, so failures are no errors.
fn sweep(parent: &Path, now: Timestamp) {
    let Ok(entries) = fs::read_dir(parent) else { return };
    let paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    for path in &paths {
        if path.extension() == Some(OsStr::new(LOCK)) {
            let Ok(file) = File::open(path) else { continue };
            if file.try_lock().is_ok() {
                let _ = fs::remove_dir_all(path.with_extension(""));
                let _ = fs::remove_file(path);
            }
        } else if !paths.contains(&with_lock(path)) && is_old(path, now) {
            let _ = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
        }
    }
}

fn with_lock(directory: &Path) -> PathBuf {
    let mut path = directory.as_os_str().to_owned();
    path.push(".");
    path.push(LOCK);
    path.into()
}

fn is_old(path: &Path, now: Timestamp) -> bool {
    let now = SystemTime::UNIX_EPOCH + Duration::from_millis(u64::try_from(now.0).unwrap_or_default());
    let modified = path.metadata().and_then(|metadata| metadata.modified());
    let age = modified.ok().and_then(|modified| now.duration_since(modified).ok());
    age.is_some_and(|age| age > LEFT_BEHIND)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(parent: &Path) -> usize {
        fs::read_dir(parent).unwrap().count()
    }

    #[test]
    fn what_dead_processes_left_behind_is_removed() {
        let data = tempfile::tempdir().unwrap();
        let parent = data.path().join("scratch");
        // The file system's time is the one that ages are told by.
        let now = data.path().metadata().unwrap().modified().unwrap().duration_since(SystemTime::UNIX_EPOCH).unwrap();
        let now = Timestamp(i64::try_from(now.as_millis()).unwrap());
        let running = Scratch::open(parent.clone(), now);
        let directory = running.directory(now).unwrap();
        fs::write(directory.join("a"), "b").unwrap();
        // A process that is killed leaves both, and its lock ends.
        fs::create_dir_all(parent.join("run-dead/convert-1")).unwrap();
        fs::write(parent.join("run-dead.lock"), "").unwrap();
        fs::create_dir_all(parent.join("convert-old")).unwrap();

        let other = Scratch::open(parent.clone(), now);
        assert!(directory.join("a").is_file() && !parent.join("run-dead").exists());
        assert!(parent.join("convert-old").is_dir(), "a process of an older version may use it");
        assert_ne!(other.directory(now).unwrap(), directory);
        assert_eq!(running.directory(now).unwrap(), directory);
        let later = now.plus(LEFT_BEHIND * 2);
        assert_eq!(running.directory(later).unwrap(), directory);
        assert!(directory.join("a").is_file() && !parent.join("convert-old").exists());
        drop(other);
        drop(running);
        assert_eq!(names(&parent), 0);
    }
}
