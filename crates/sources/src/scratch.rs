//! A directory for the files of a conversion, which is there as long as its tree.

use std::collections::HashMap;
use std::fs;
use std::io::Read;
use std::path::Path;

use quire_content::origin::Origin;
use quire_convert::{Disk, Entry, Limits, Tree, Warnings};
use tempfile::TempDir;

use crate::error::Error;

/// A directory that is written.
pub(crate) struct Scratch {
    directory: TempDir,
    /// The names of pages in the source, by their paths.
    origins: HashMap<String, Origin>,
}

impl Scratch {
    /// Makes a directory in `parent`.
    pub(crate) fn new(parent: &Path) -> Result<Self, Error> {
        let directory = TempDir::new_in(parent).map_err(Error::Scratch)?;
        Ok(Self { directory, origins: HashMap::new() })
    }

    /// Writes a file at a relative path that does not lead upwards.
    pub(crate) fn write(&self, path: &str, bytes: &[u8]) -> Result<(), Error> {
        let path = self.directory.path().join(path);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(Error::Scratch)?;
        }
        fs::write(path, bytes).map_err(Error::Scratch)
    }

    /// Notes the identifier that the source gave to the page at a path.
    pub(crate) fn identify(&mut self, path: &str, identifier: String) {
        self.origins.insert(path.to_owned(), Origin::Identifier(identifier));
    }

    /// Returns the files that were written.
    pub(crate) fn into_tree(self, limits: &Limits) -> Result<Box<dyn Tree + Send>, Error> {
        let disk = Disk::open(self.directory.path(), limits)?;
        Ok(Box::new(Written { disk, origins: self.origins, _directory: self.directory }))
    }
}

/// The files of a directory that is removed with them.
struct Written {
    disk: Disk,
    origins: HashMap<String, Origin>,
    _directory: TempDir,
}

impl Tree for Written {
    fn entries(&self) -> &[Entry] {
        self.disk.entries()
    }

    fn origin(&self, path: &str) -> Option<Origin> {
        self.origins.get(path).cloned()
    }

    fn warnings(&self) -> Warnings {
        self.disk.warnings()
    }

    fn open(&self, path: &str) -> Result<Box<dyn Read + Send + '_>, quire_convert::Error> {
        self.disk.open(path)
    }
}
