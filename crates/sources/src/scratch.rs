//! A directory for the files of a conversion, which is there as long as its tree.

use std::fs;
use std::io::Read;
use std::path::Path;

use quire_convert::{Disk, Entry, Limits, Tree, Warnings};
use tempfile::TempDir;

use crate::error::Error;

/// A directory that is written.
pub(crate) struct Scratch(TempDir);

impl Scratch {
    /// Makes a directory in `parent`.
    pub(crate) fn new(parent: &Path) -> Result<Self, Error> {
        Ok(Self(TempDir::new_in(parent).map_err(Error::Scratch)?))
    }

    /// Writes a file at a relative path that does not lead upwards.
    pub(crate) fn write(&self, path: &str, bytes: &[u8]) -> Result<(), Error> {
        let path = self.0.path().join(path);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(Error::Scratch)?;
        }
        fs::write(path, bytes).map_err(Error::Scratch)
    }

    /// Returns the files that were written.
    pub(crate) fn into_tree(self, limits: &Limits) -> Result<Box<dyn Tree + Send>, Error> {
        let disk = Disk::open(self.0.path(), limits)?;
        Ok(Box::new(Written { disk, _directory: self.0 }))
    }
}

/// The files of a directory that is removed with them.
struct Written {
    disk: Disk,
    _directory: TempDir,
}

impl Tree for Written {
    fn entries(&self) -> &[Entry] {
        self.disk.entries()
    }

    fn warnings(&self) -> Warnings {
        self.disk.warnings()
    }

    fn open(&self, path: &str) -> Result<Box<dyn Read + Send + '_>, quire_convert::Error> {
        self.disk.open(path)
    }
}
