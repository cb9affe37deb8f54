//! Layouts of single pages of printed documents, in a directory of files that can be made again at any time.
//!
//! A file is whole or absent, and named by a key of whoever made it, who also finds out if it was damaged. Of more than a
//! fixed number of bytes, those not used for the longest time are removed, and so is every file after [`LONGEST`] without use.

use std::fs;
use std::io::{self, Read as _};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use quire_content::hash::Hash;
use quire_model::time::Timestamp;

use crate::kept_files::{self, clean, system_time};

/// The longest time for which a file is kept that nobody asks for.
pub const LONGEST: Duration = Duration::from_hours(7 * 24);

/// The total size of the files, in bytes.
const MOST_BYTES: u64 = 512 << 20;
/// The bytes that are written before the total is looked at again.
const SLACK: u64 = 32 << 20;
/// The size of the largest file that is read, in bytes.
const MOST_READ: u64 = 16 << 20;
/// Uses are noted as often as this.
const NOTED: Duration = Duration::from_hours(1);

/// A directory of layouts.
#[derive(Debug)]
pub struct PrintLayouts {
    dir: PathBuf,
    most_bytes: u64,
    slack: u64,
    /// The bytes that were written since the total was looked at.
    written: AtomicU64,
}

impl PrintLayouts {
    /// Names a directory, which is made when the first file is written.
    pub fn new(dir: PathBuf) -> Self {
        // The first write looks what is there.
        Self { dir, most_bytes: MOST_BYTES, slack: SLACK, written: AtomicU64::new(SLACK) }
    }

    /// Returns a layout, and notes its use.
    pub fn find(&self, key: Hash, now: Timestamp) -> Option<Vec<u8>> {
        let file = kept_files::open(&self.path(key))?;
        let data = file.metadata().ok().filter(|data| data.len() <= MOST_READ)?;
        let mut bytes = Vec::with_capacity(usize::try_from(data.len()).ok()?);
        (&file).take(MOST_READ).read_to_end(&mut bytes).ok()?;
        let now = system_time(now);
        if data.modified().ok().and_then(|at| now.duration_since(at).ok()).is_some_and(|age| age > NOTED) {
            // A use that is not noted has the file go earlier, and nothing else.
            let _ = file.set_modified(now);
        }
        Some(bytes)
    }

    /// Stores a layout.
    ///
    /// # Errors
    /// The directory can't be written.
    pub fn put(&self, key: Hash, bytes: &[u8], now: Timestamp) -> io::Result<()> {
        kept_files::put(&self.dir, &self.path(key), bytes, now)?;
        let size = bytes.len() as u64;
        if self.written.fetch_add(size, Ordering::Relaxed) + size > self.slack {
            self.written.store(0, Ordering::Relaxed);
            let oldest = system_time(now).checked_sub(LONGEST);
            clean(fs::read_dir(&self.dir)?, None, self.most_bytes, oldest)?;
        }
        Ok(())
    }

    fn path(&self, key: Hash) -> PathBuf {
        self.dir.join(key.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOON: Timestamp = Timestamp(1_800_000_000_000);

    #[cfg(unix)]
    #[test]
    fn what_is_no_file_is_not_read() {
        let dir = tempfile::tempdir().unwrap();
        let store = PrintLayouts { most_bytes: 0, slack: 0, ..PrintLayouts::new(dir.path().to_owned()) };
        let key = |n: u64| Hash::of(&n.to_be_bytes());
        let made = std::process::Command::new("mkfifo").arg(store.path(key(0))).status().unwrap();
        assert!(made.success());
        fs::create_dir(store.path(key(1))).unwrap();
        std::os::unix::fs::symlink("/dev/zero", store.path(key(2))).unwrap();
        assert_eq!([0, 1, 2].map(|n| store.find(key(n), NOON)), [None, None, None]);
        // A pipe is replaced by the file that belongs there.
        store.put(key(0), b"x", NOON).unwrap();
        assert_eq!(fs::read_dir(&store.dir).unwrap().count(), 1);
    }

    #[test]
    fn the_directory_is_bounded_and_what_was_used_last_stays() {
        let dir = tempfile::tempdir().unwrap();
        let store =
            PrintLayouts { most_bytes: 1_000, slack: 100, ..PrintLayouts::new(dir.path().join("print-layouts")) };
        let key = |n: u64| Hash::of(&n.to_be_bytes());
        let at = |n| NOON.plus(Duration::from_hours(n));
        assert_eq!(store.find(key(0), NOON), None);
        for n in 0..100 {
            store.put(key(n), &[1; 50], at(n)).unwrap();
            assert_eq!(store.find(key(0), at(n)).map(|bytes| bytes.len()), Some(50), "{n}");
            let size: u64 = fs::read_dir(&store.dir).unwrap().map(|it| it.unwrap().metadata().unwrap().len()).sum();
            assert!(size <= 1_100, "{size} after {n}");
        }
        assert_eq!(store.find(key(50), at(100)), None);
        store.put(key(100), &[1; 200], at(99 + 8 * 24)).unwrap();
        let there = [0, 99, 100].map(|n| store.find(key(n), at(300)).is_some());
        assert_eq!(there, [false, false, true]);
    }
}
