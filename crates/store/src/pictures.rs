//! Smaller forms of pictures, in a directory of files that can be made again at any time.
//!
//! A file is whole or absent, and named by the hash of its picture and its width; an empty one says that the picture
//! itself is what to send. Of more than a fixed number of bytes, the files made first are removed, and so is every file
//! after [`LONGEST`]: so what a purged picture left goes too. How pictures are made is not known here.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use quire_content::hash::Hash;
use quire_model::time::Timestamp;

use crate::kept_files::{self, remove, system_time};

/// The longest time for which a file is kept.
pub const LONGEST: Duration = Duration::from_hours(30 * 24);

/// The bounds of a directory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// The total size of its files, in bytes.
    pub bytes: u64,
    /// The number of its files.
    pub files: usize,
}

impl Default for Bounds {
    fn default() -> Self {
        Self { bytes: 512 << 20, files: 50_000 }
    }
}

/// A directory of smaller forms of pictures.
#[derive(Debug)]
pub struct Pictures {
    dir: PathBuf,
    bounds: Bounds,
    /// The files and bytes written since the directory was last looked through.
    written: Mutex<Written>,
}

#[derive(Debug, Default)]
struct Written {
    bytes: u64,
    files: usize,
    looked: bool,
}

/// A form of a picture that was made before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Known {
    /// A file with the smaller form, with the extension that it was stored under.
    Smaller(PathBuf, &'static str),
    /// The picture itself is to be sent.
    Itself,
}

/// The extensions of files.
pub const EXTENSIONS: [&str; 2] = ["jpg", "webp"];

impl Pictures {
    /// Names a directory, which is made when the first file is written.
    pub fn new(dir: PathBuf, bounds: Bounds) -> Self {
        Self { dir, bounds, written: Mutex::default() }
    }

    /// Returns what is known of a picture in a width.
    pub fn find(&self, picture: Hash, width: u32) -> Option<Known> {
        EXTENSIONS.into_iter().find_map(|extension| {
            let path = self.path(picture, width, extension);
            let size = fs::metadata(&path).ok()?.len();
            Some(if size == 0 { Known::Itself } else { Known::Smaller(path, extension) })
        })
    }

    /// Stores a picture in a width, with one of [`EXTENSIONS`]; no bytes for one that is to be sent itself.
    ///
    /// # Errors
    /// The directory can't be written.
    pub fn put(&self, picture: Hash, width: u32, extension: &str, bytes: &[u8], now: Timestamp) -> io::Result<()> {
        kept_files::put(&self.dir, &self.path(picture, width, extension), bytes, now)?;
        self.count(bytes.len() as u64, now)
    }

    fn path(&self, picture: Hash, width: u32, extension: &str) -> PathBuf {
        self.dir.join(format!("{picture}-{width}.{extension}"))
    }

    /// Counts a file, and looks through the directory where that may be needed: at first, and after each sixteenth of
    /// what it may have.
    fn count(&self, bytes: u64, now: Timestamp) -> io::Result<()> {
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        written.bytes += bytes;
        written.files += 1;
        if written.looked && written.bytes < self.bounds.bytes / 16 && written.files < self.bounds.files / 16 {
            return Ok(());
        }
        *written = Written { looked: true, ..Written::default() };
        drop(written);
        self.clean(now)
    }

    /// Removes what is too old, and the oldest files beyond the bounds, with some room for the next ones.
    fn clean(&self, now: Timestamp) -> io::Result<()> {
        let mut files = Vec::new();
        for entry in fs::read_dir(&self.dir)? {
            let entry = entry?;
            // Another process may have removed it.
            let Ok(data) = entry.metadata() else { continue };
            files.push((data.modified()?, data.len(), entry.path()));
        }
        files.sort();
        let oldest = system_time(now).checked_sub(LONGEST);
        let (mut bytes, mut count) = (files.iter().map(|file| file.1).sum::<u64>(), files.len());
        for (at, size, path) in files {
            let is_over = bytes > self.bounds.bytes / 8 * 7 || count > self.bounds.files / 8 * 7;
            if !is_over && oldest.is_none_or(|oldest| at >= oldest) {
                break;
            }
            remove(&path)?;
            bytes -= size;
            count -= 1;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOON: Timestamp = Timestamp(1_800_000_000_000);

    fn minutes(count: u64) -> Timestamp {
        NOON.plus(Duration::from_mins(count))
    }

    #[test]
    fn what_was_put_is_found() {
        let dir = tempfile::tempdir().unwrap();
        let pictures = Pictures::new(dir.path().join("pictures"), Bounds::default());
        let (one, two) = (Hash::of(b"1"), Hash::of(b"2"));
        assert_eq!(pictures.find(one, 480), None);
        pictures.put(one, 480, "webp", b"small", NOON).unwrap();
        pictures.put(two, 480, "jpg", b"", NOON).unwrap();
        let Some(Known::Smaller(path, "webp")) = pictures.find(one, 480) else { panic!("not found") };
        assert_eq!(fs::read(path).unwrap(), b"small");
        assert_eq!((pictures.find(two, 480), pictures.find(one, 800)), (Some(Known::Itself), None));
    }

    #[test]
    fn the_oldest_go_beyond_the_bounds() {
        let dir = tempfile::tempdir().unwrap();
        let pictures = Pictures::new(dir.path().to_owned(), Bounds { bytes: 1_000, files: 1_000 });
        let name = |n: u8| Hash::of(&[n]);
        for n in 0..40 {
            pictures.put(name(n), 480, "webp", &[0; 100], minutes(u64::from(n))).unwrap();
            let all: u64 = fs::read_dir(dir.path()).unwrap().map(|it| it.unwrap().metadata().unwrap().len()).sum();
            assert!(all <= 1_000, "{all} bytes after {n}");
        }
        assert!(pictures.find(name(39), 480).is_some() && pictures.find(name(0), 480).is_none());
    }

    #[test]
    fn nothing_is_kept_for_longer_than_it_may() {
        let dir = tempfile::tempdir().unwrap();
        let pictures = || Pictures::new(dir.path().to_owned(), Bounds::default());
        pictures().put(Hash::of(b"old"), 480, "webp", b"x", NOON).unwrap();
        pictures().put(Hash::of(b"new"), 480, "webp", b"x", NOON.plus(LONGEST + Duration::from_mins(1))).unwrap();
        assert_eq!(pictures().find(Hash::of(b"old"), 480), None);
        assert!(pictures().find(Hash::of(b"new"), 480).is_some());
    }
}
