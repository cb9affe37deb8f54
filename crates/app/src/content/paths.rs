//! The paths of files in a revision, and the entries that they stand for.

use std::hash::Hash;
use std::sync::Arc;

use percent_encoding::percent_decode_str;
use quire_content::document::Resolve;
use quire_content::id::{FileId, PageId, ReusableId};
use quire_content::links::Entity;
use quire_content::map::{Change, Map, Value};
use quire_content::objects::{ObjectError, Objects};
use quire_content::path::{self, join, relative};
use quire_content::record::{EntryKey, GitBlob, PageRecord};
use quire_content::table::Table;

use crate::App;
use crate::content::View;
use crate::core::errors::Error;

/// The maximum number of changed entries that are followed. With more, the paths are worth reading.
const MOST_FOLLOWED: usize = 256;

/// The paths of pages, files and reusable contents, from the content's root.
#[derive(Debug, Clone, Default)]
pub struct Paths {
    pages: Both<PageId>,
    files: Both<FileId>,
    reusables: Both<ReusableId>,
}

/// A two-way map between paths and identifiers.
#[derive(Debug, Clone)]
struct Both<I> {
    by_path: Table<Arc<str>, I>,
    by_id: Table<I, Arc<str>>,
    /// True if two entries had the same path, which leads to the first one.
    has_doubles: bool,
}

impl<I> Default for Both<I> {
    fn default() -> Self {
        Self { by_path: Table::default(), by_id: Table::default(), has_doubles: false }
    }
}

impl<I: Copy + Eq + Hash> Both<I> {
    fn insert(&mut self, id: I, path: &str) {
        let path: Arc<str> = path.into();
        if self.by_path.get(&*path).is_some() {
            self.has_doubles = true;
        } else {
            self.by_path.insert(path.clone(), id);
        }
        self.by_id.insert(id, path);
    }

    fn remove(&mut self, id: I) {
        if let Some(path) = self.by_id.remove(&id) {
            self.by_path.remove(&*path);
        }
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
            if let Some(git) = outline.page(id).and_then(|page| page.git.as_ref()) {
                paths.pages.insert(id, &git.path);
            }
        }
        for entries in [EntryKey::FILES, EntryKey::REUSABLES] {
            for entry in map.scan(objects, entries) {
                let (key, value) = entry?;
                let Some(entity) = EntryKey::parse(&key).as_ref().and_then(Entity::of) else { continue };
                if let Ok(Some(path)) = entity.path(&value) {
                    paths.insert(entity, &path);
                }
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

    /// Returns the paths of `after`, if these are the changes that lead there from the content that these are the paths
    /// of. `None` if there are too many, or if entries have the same path.
    pub(crate) fn follow(self: &Arc<Self>, changes: &[Change], after: &Map) -> Result<Option<Arc<Self>>, ObjectError> {
        // Of entries with the same path, the first one in the page tree has it, which another change may make another.
        if changes.len() > MOST_FOLLOWED || self.has_doubles() {
            return Ok(None);
        }
        let mut moved = Vec::new();
        for change in changes {
            let Some(entity) = EntryKey::parse(&change.key).as_ref().and_then(Entity::of) else { continue };
            let path = |record: &Option<Value>| match record {
                Some(record) => entity.path(record).map_err(|error| error.in_map(after.root(), &entity.key())),
                None => Ok(None),
            };
            let (was, now) = (path(&change.before)?, path(&change.after)?);
            if was != now {
                moved.push((entity, now));
            }
        }
        if moved.is_empty() {
            return Ok(Some(self.clone()));
        }
        let mut next = Self::clone(self);
        // Entries may swap their paths, so all are removed before one is inserted.
        moved.iter().for_each(|(entity, _)| next.remove(*entity));
        for (entity, path) in moved {
            path.iter().for_each(|path| next.insert(entity, path));
        }
        Ok((!next.has_doubles()).then(|| Arc::new(next)))
    }

    fn insert(&mut self, entity: Entity, path: &str) {
        match entity {
            Entity::Page(id) => self.pages.insert(id, path),
            Entity::File(id) => self.files.insert(id, path),
            Entity::Reusable(id) => self.reusables.insert(id, path),
        }
    }

    fn remove(&mut self, entity: Entity) {
        match entity {
            Entity::Page(id) => self.pages.remove(id),
            Entity::File(id) => self.files.remove(id),
            Entity::Reusable(id) => self.reusables.remove(id),
        }
    }

    fn has_doubles(&self) -> bool {
        self.pages.has_doubles || self.files.has_doubles || self.reusables.has_doubles
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
        I: Copy + Eq + Hash + std::str::FromStr,
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
        I: Copy + Eq + Hash + std::str::FromStr + std::fmt::Display,
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;
    use quire_content::hash::Hash;
    use quire_content::id::Uid;
    use quire_content::record::FileRecord;

    use super::*;

    /// Files by number, each with the number of its path.
    type Files = BTreeMap<u8, u8>;

    fn id(number: u8) -> FileId {
        FileId(Uid([number; 16]))
    }

    fn path(number: u8) -> String {
        format!("files/{number}.png")
    }

    fn record(at: u8) -> Value {
        let file = FileRecord {
            name: String::new(),
            content_type: String::new(),
            size: 0,
            dimensions: None,
            blob: Hash::of(b""),
            git: Some(GitBlob { oid: [0; 20], path: path(at) }),
            created_at: 0,
            updated_at: 0,
        };
        file.encode()
    }

    fn of(files: &Files) -> Arc<Paths> {
        let mut paths = Paths::default();
        for (file, at) in files {
            paths.files.insert(id(*file), &path(*at));
        }
        Arc::new(paths)
    }

    fn changes(before: &Files, after: &Files) -> Vec<Change> {
        let change = |file| Change {
            key: EntryKey::File(id(file)).to_bytes(),
            before: before.get(&file).map(|at| record(*at)),
            after: after.get(&file).map(|at| record(*at)),
        };
        (0..8).map(change).filter(|change| change.before != change.after).collect()
    }

    #[test]
    fn paths_that_two_entries_have_are_read_again_after_each_change() {
        let files = Files::from([(1, 0), (2, 0)]);
        let followed = of(&files).follow(&[], &Map::at(Hash::of(b""))).unwrap();
        assert!(followed.is_none(), "a change of their order may give the path to the other one");
    }

    proptest! {
        #[test]
        fn paths_that_follow_are_those_that_are_read(
            states in prop::collection::vec(prop::collection::btree_map(0..8_u8, 0..32_u8, 0..8), 2..8)
        ) {
            let mut paths = of(&states[0]);
            for pair in states.windows(2) {
                let (before, after) = (&pair[0], &pair[1]);
                let read = of(after);
                let followed = paths.follow(&changes(before, after), &Map::at(Hash::of(b""))).unwrap();
                prop_assert!(followed.is_some() || paths.files.has_doubles || read.files.has_doubles);
                if let Some(followed) = followed {
                    prop_assert_eq!(followed.files.by_path.len(), read.files.by_path.len());
                    for number in 0..32 {
                        let path = path(number);
                        prop_assert_eq!(followed.files.by_path.get(&*path), read.files.by_path.get(&*path));
                        let file = id(number);
                        prop_assert_eq!(followed.files.by_id.get(&file), read.files.by_id.get(&file));
                    }
                }
                paths = read;
            }
        }
    }
}
