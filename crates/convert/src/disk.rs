//! A folder of the file system as a [`Tree`].
//!
//! Symbolic links are followed if they stay inside the folder and form no loop; each file is checked again when it is
//! opened. Only regular files are listed: opening a pipe could block forever.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, IntoIter, WalkDir};

use crate::error::Error;
use crate::inflate::Bounded;
use crate::limits::Limits;
use crate::path;
use crate::tree::{Entry, Tree, position};
use crate::warning::{Code, HIDDEN, Warnings};

/// A folder whose files have been listed.
#[derive(Debug)]
pub struct Disk {
    root: PathBuf,
    entries: Vec<Entry>,
    warnings: Warnings,
    max_file_bytes: u64,
    /// The times at which files were last written, by path.
    written: BTreeMap<String, i64>,
}

impl Disk {
    /// Lists the files of the folder `dir`. Everything named `.git` is left out, and so is what else begins with a dot and
    /// is not of the format.
    ///
    /// # Errors
    /// The folder cannot be read, or it contains more files and folders than the bound.
    pub fn open(dir: &Path, limits: &Limits) -> Result<Self, Error> {
        let shown = dir.display().to_string();
        let failed = |source| Error::Io { path: shown.clone(), source };
        let root = fs::canonicalize(dir).map_err(failed)?;
        fs::read_dir(&root).map_err(failed)?;
        let mut lister = Lister { root, entries: Vec::new(), warnings: Warnings::default() };
        lister.walk(limits.max_entries)?;
        let Lister { root, mut entries, warnings } = lister;
        entries.sort();
        let (max_file_bytes, written) = (limits.max_file_bytes, BTreeMap::new());
        Ok(Self { root, entries, warnings, max_file_bytes, written })
    }

    /// Lists a single file: a tree of it alone.
    ///
    /// # Errors
    /// There is no such file, or its name can't be used.
    pub fn of_file(file: &Path, limits: &Limits) -> Result<Self, Error> {
        let shown = file.display().to_string();
        let failed = |source| Error::Io { path: shown.clone(), source };
        let file = fs::canonicalize(file).map_err(failed)?;
        let size = fs::metadata(&file).map_err(failed)?.len();
        let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let path = path::from_archive(name).map_err(|reason| Error::Name { name: shown.clone(), reason })?;
        Ok(Self {
            root: file.parent().unwrap_or(&file).to_owned(),
            entries: vec![Entry { path, size }],
            warnings: Warnings::default(),
            max_file_bytes: limits.max_file_bytes,
            written: BTreeMap::new(),
        })
    }

    /// Adds the times at which files were last written, in milliseconds since 1970, by path: the file system does not
    /// know them, as it has the times at which the files came to this machine.
    #[must_use]
    pub fn written(self, written: BTreeMap<String, i64>) -> Self {
        Self { written, ..self }
    }
}

impl Tree for Disk {
    fn entries(&self) -> &[Entry] {
        &self.entries
    }

    fn written_at(&self, path: &str) -> Option<i64> {
        self.written.get(path).copied()
    }

    fn warnings(&self) -> Warnings {
        self.warnings.clone()
    }

    fn open(&self, path: &str) -> Result<Box<dyn Read + Send + '_>, Error> {
        position(&self.entries, path)?;
        let failed = |source| Error::Io { path: path.to_owned(), source };
        let real = fs::canonicalize(self.root.join(path)).map_err(failed)?;
        if !real.starts_with(&self.root) {
            return Err(Error::Missing { path: path.to_owned() });
        }
        let file = fs::File::open(real).map_err(failed)?;
        Ok(Box::new(Bounded::new(file, path, self.max_file_bytes)))
    }
}

struct Lister {
    root: PathBuf,
    entries: Vec<Entry>,
    warnings: Warnings,
}

impl Lister {
    fn walk(&mut self, bound: usize) -> Result<(), Error> {
        let mut walk = WalkDir::new(&self.root).min_depth(1).follow_links(true).into_iter();
        let mut seen = 0;
        while let Some(step) = walk.next() {
            seen += 1;
            if seen > bound {
                return Err(Error::TooMany { what: "files and folders", bound });
            }
            match step {
                Ok(entry) => self.visit(&entry, &mut walk)?,
                Err(error) => self.fault(error)?,
            }
        }
        Ok(())
    }

    fn visit(&mut self, entry: &DirEntry, walk: &mut IntoIter) -> Result<(), Error> {
        let kind = entry.file_type();
        if let Some(path) = self.accepted(entry) {
            if kind.is_file() {
                let size = entry.metadata().map_err(|error| failure(&path, error))?.len();
                self.entries.push(Entry { path, size });
            } else if !kind.is_dir() {
                self.warnings.add(&path, None, Code::LeftOut, "left out: neither a file nor a folder");
            }
        } else if kind.is_dir() {
            walk.skip_current_dir();
        }
        Ok(())
    }

    /// Returns the path of an entry that is accepted; otherwise `None`, with a warning unless it is `.git`.
    fn accepted(&mut self, entry: &DirEntry) -> Option<String> {
        if entry.file_name() == ".git" {
            return None;
        }
        let shown = self.relative(entry.path());
        let Some(path) = entry.path().strip_prefix(&self.root).ok().and_then(Path::to_str) else {
            self.warnings.add(&shown, None, Code::LeftOut, "left out: the name is not UTF-8");
            return None;
        };
        if entry.file_name().to_str().is_some_and(path::is_private) {
            self.warnings.add(&shown, None, Code::LeftOut, HIDDEN);
            return None;
        }
        if let Some(reason) = path::objection(path) {
            self.warnings.add(&shown, None, Code::LeftOut, format!("left out: the name {reason}"));
            return None;
        }
        if entry.path_is_symlink() && !self.is_inside(entry.path()) {
            self.warnings.add(&shown, None, Code::LeftOut, "left out: a symbolic link that leads outside");
            return None;
        }
        Some(shown)
    }

    fn is_inside(&self, path: &Path) -> bool {
        fs::canonicalize(path).is_ok_and(|real| real.starts_with(&self.root))
    }

    fn fault(&mut self, error: walkdir::Error) -> Result<(), Error> {
        let at = error.path().unwrap_or(&self.root);
        let shown = self.relative(at);
        if error.loop_ancestor().is_some() {
            self.warnings.add(&shown, None, Code::LeftOut, "left out: a symbolic link that forms a loop");
            return Ok(());
        }
        if fs::symlink_metadata(at).is_ok_and(|metadata| metadata.is_symlink()) {
            self.warnings.add(&shown, None, Code::LeftOut, "left out: a symbolic link that leads nowhere");
            return Ok(());
        }
        Err(failure(&shown, error))
    }

    fn relative(&self, path: &Path) -> String {
        let parts = path.strip_prefix(&self.root).unwrap_or(path).iter();
        parts.map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/")
    }
}

fn failure(path: &str, error: walkdir::Error) -> Error {
    Error::Io { path: path.to_owned(), source: error.into() }
}
