//! Printed documents, in a directory of files that can be made again at any time.
//!
//! A file is whole or absent, and named by a hash of everything that it was made of. Of more than a fixed number of bytes,
//! those not used for the longest time are removed, and so is every file after [`LONGEST`] without use. How documents are
//! printed is not known here.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

use quire_content::hash::Hash;
use quire_model::time::Timestamp;

use crate::kept_files::{self, clean, system_time};

/// The longest time for which a file is kept that nobody asks for.
pub const LONGEST: Duration = Duration::from_hours(7 * 24);

/// The total size of the files, in bytes.
const MOST_BYTES: u64 = 2 << 30;

/// A directory of printed documents.
#[derive(Debug)]
pub struct Prints {
    dir: PathBuf,
    most_bytes: u64,
}

impl Prints {
    /// Names a directory, which is made when the first file is written.
    pub fn new(dir: PathBuf) -> Self {
        Self { dir, most_bytes: MOST_BYTES }
    }

    /// Returns the path of a document that was printed, and notes its use.
    pub fn find(&self, key: Hash, now: Timestamp) -> Option<PathBuf> {
        let path = self.path(key);
        let file = kept_files::open(&path)?;
        // A use that is not noted has the file go earlier, and nothing else.
        let _ = file.set_modified(system_time(now));
        Some(path)
    }

    /// Stores a document.
    ///
    /// # Errors
    /// The directory can't be written.
    pub fn put(&self, key: Hash, bytes: &[u8], now: Timestamp) -> io::Result<PathBuf> {
        let path = self.path(key);
        kept_files::put(&self.dir, &path, bytes, now)?;
        let oldest = system_time(now).checked_sub(LONGEST);
        clean(fs::read_dir(&self.dir)?, Some(&path), self.most_bytes, oldest)?;
        Ok(path)
    }

    fn path(&self, key: Hash) -> PathBuf {
        self.dir.join(format!("{key}.pdf"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOON: Timestamp = Timestamp(1_800_000_000_000);

    #[test]
    fn what_was_used_last_stays() {
        let dir = tempfile::tempdir().unwrap();
        let prints = Prints { dir: dir.path().join("prints"), most_bytes: 25 };
        let keys = [b"1", b"2", b"3"].map(|name| Hash::of(name));
        let at = |minutes| NOON.plus(Duration::from_mins(minutes));
        assert_eq!(prints.find(keys[0], NOON), None);
        prints.put(keys[0], &[1; 10], at(0)).unwrap();
        prints.put(keys[1], &[2; 10], at(1)).unwrap();
        assert!(prints.find(keys[0], at(2)).is_some());
        prints.put(keys[2], &[3; 10], at(3)).unwrap();
        let there = keys.map(|key| prints.find(key, at(4)).is_some());
        assert_eq!(there, [true, false, true]);
        let later = NOON.plus(LONGEST).plus(Duration::from_hours(1));
        let path = prints.put(keys[1], &[4; 100], later).unwrap();
        assert_eq!(fs::read(path).unwrap().len(), 100);
        assert_eq!(keys.map(|key| prints.find(key, later).is_some()), [false, true, false]);
    }
}
