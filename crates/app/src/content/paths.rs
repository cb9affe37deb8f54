//! The paths of files in a revision, and the entries that they stand for.

use std::collections::HashMap;
use std::sync::Arc;

use percent_encoding::percent_decode_str;
use quire_content::document::Resolve;
use quire_content::id::{FileId, PageId, ReusableId};
use quire_content::map::Map;
use quire_content::objects::{ObjectError, Objects};
use quire_content::path::{self, join, relative};
use quire_content::record::{EntryKey, FileRecord, GitBlob, PageRecord, ReusableRecord};

use crate::App;
use crate::content::View;
use crate::core::errors::Error;

/// The paths of pages, files and reusable contents, from the content's root.
#[derive(Debug, Default)]
pub struct Paths {
    pages: Both<PageId>,
    files: Both<FileId>,
    reusables: Both<ReusableId>,
}

/// A two-way map between paths and identifiers.
#[derive(Debug)]
struct Both<I> {
    by_path: HashMap<Arc<str>, I>,
    by_id: HashMap<I, Arc<str>>,
}

impl<I> Default for Both<I> {
    fn default() -> Self {
        Self { by_path: HashMap::new(), by_id: HashMap::new() }
    }
}

impl<I: Copy + Eq + std::hash::Hash> Both<I> {
    fn insert(&mut self, id: I, git: Option<&GitBlob>) {
        let Some(git) = git else { return };
        let path: Arc<str> = git.path.as_str().into();
        self.by_path.entry(path.clone()).or_insert(id);
        self.by_id.insert(id, path);
    }
}

impl App {
    /// Returns the paths of a revision.
    pub fn paths(&self, view: &View) -> Result<Arc<Paths>, Error> {
        if let Some(paths) = self.inner.caches.content.paths.get(&view.revision.root) {
            return Ok(paths);
        }
        self.objects(view, |map, objects| Ok(self.paths_of(&map, objects)?))
    }

    /// Returns the paths of content, from the cache if possible.
    pub(crate) fn paths_of(&self, map: &Map, objects: &dyn Objects) -> Result<Arc<Paths>, ObjectError> {
        // Concurrent requests for the same paths wait for one computation.
        self.inner.caches.content.paths.get_or_insert_with(&map.root(), || Ok(Arc::new(self.read_paths(map, objects)?)))
    }

    fn read_paths(&self, map: &Map, objects: &dyn Objects) -> Result<Paths, ObjectError> {
        let outline = self.outline_of(map, objects)?;
        let mut paths = Paths::default();
        for id in outline.walk() {
            paths.pages.insert(id, outline.page(id).and_then(|page| page.git.as_ref()));
        }
        for entry in map.scan(objects, EntryKey::FILES) {
            let (key, value) = entry?;
            if let (Some(EntryKey::File(id)), Ok(file)) = (EntryKey::parse(&key), FileRecord::decode(&value)) {
                paths.files.insert(id, file.git.as_ref());
            }
        }
        for entry in map.scan(objects, EntryKey::REUSABLES) {
            let (key, value) = entry?;
            if let (Some(EntryKey::Reusable(id)), Ok(it)) = (EntryKey::parse(&key), ReusableRecord::decode(&value)) {
                paths.reusables.insert(id, it.git.as_ref());
            }
        }
        Ok(paths)
    }
}

impl Paths {
    /// Returns the file that a path in a page refers to.
    pub fn file_from(&self, page: &PageRecord, path: &str) -> Option<FileId> {
        self.seen_from(page.git.as_ref()).find(&self.files, path, AddressKind::File)
    }

    /// Returns the page whose file has this path, from the root.
    pub fn page_at(&self, path: &str) -> Option<PageId> {
        self.pages.by_path.get(path).copied()
    }

    /// Returns the view of the paths from a file: relative to its folder, or to the root if it has no path.
    pub(crate) fn seen_from(&self, git: Option<&GitBlob>) -> From<'_> {
        From { paths: self, folder: git.map_or("", |git| path::folder(&git.path)).to_owned() }
    }

    /// Returns the approximate size in memory, in bytes.
    pub(crate) fn weight(&self) -> usize {
        let count = self.pages.by_id.len() + self.files.by_id.len() + self.reusables.by_id.len();
        count * 200
    }
}

/// The kinds of addresses by identifier, `/pages/<id>` and the like, for entries without a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AddressKind {
    Page,
    File,
    Reusable,
}

impl AddressKind {
    fn prefix(self) -> &'static str {
        match self {
            Self::Page => "/pages/",
            Self::File => "/files/",
            Self::Reusable => "/reusable-contents/",
        }
    }

    /// Returns the address of an entry.
    pub(crate) fn address(self, id: impl std::fmt::Display) -> String {
        format!("{}{id}", self.prefix())
    }

    /// Returns the identifier in an address of this kind, which may have a query.
    pub(crate) fn find<I: std::str::FromStr>(self, address: &str) -> Option<I> {
        path::named(self.prefix(), path::split_suffix(address).0)
    }
}

/// The paths of a revision relative to the folder of one of its files.
pub(crate) struct From<'a> {
    paths: &'a Paths,
    folder: String,
}

impl From<'_> {
    fn find<I>(&self, among: &Both<I>, path: &str, place: AddressKind) -> Option<I>
    where
        I: Copy + Eq + std::hash::Hash + std::str::FromStr,
    {
        if let Some(id) = place.find(path) {
            return Some(id);
        }
        let as_written = among.by_path.get(join(&self.folder, path).as_str());
        let found = as_written.or_else(|| {
            let decoded = percent_decode_str(path).decode_utf8().ok()?;
            among.by_path.get(join(&self.folder, &decoded).as_str())
        });
        found.copied()
    }

    fn path<I>(&self, of: &Both<I>, id: &str, place: AddressKind) -> Option<String>
    where
        I: Copy + Eq + std::hash::Hash + std::str::FromStr + std::fmt::Display,
    {
        let id = id.parse().ok()?;
        let path = of.by_id.get(&id).map(|path| relative(&self.folder, path));
        Some(path.unwrap_or_else(|| place.address(id)))
    }
}

impl Resolve for From<'_> {
    fn page(&self, path: &str) -> Option<String> {
        let found = self.find(&self.paths.pages, path, AddressKind::Page);
        let found = found.or_else(|| {
            self.find(&self.paths.pages, &format!("{}/README.md", path.trim_end_matches('/')), AddressKind::Page)
        });
        found.map(|id| id.to_string())
    }

    fn file(&self, path: &str) -> Option<String> {
        self.find(&self.paths.files, path, AddressKind::File).map(|id| id.to_string())
    }

    fn reusable(&self, path: &str) -> Option<String> {
        self.find(&self.paths.reusables, path, AddressKind::Reusable).map(|id| id.to_string())
    }

    fn page_path(&self, page: &str, space: Option<&str>) -> Option<String> {
        if space.is_some() { None } else { self.path(&self.paths.pages, page, AddressKind::Page) }
    }

    fn file_path(&self, file: &str) -> Option<String> {
        self.path(&self.paths.files, file, AddressKind::File)
    }

    fn reusable_path(&self, content: &str) -> Option<String> {
        self.path(&self.paths.reusables, content, AddressKind::Reusable)
    }
}
