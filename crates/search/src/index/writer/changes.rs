//! Changes of pages and marks that tantivy does not know yet.

use std::collections::HashMap;
use std::sync::Arc;

use quire_content::id::PageId;
use quire_model::ids::SpaceId;
use tantivy::DocId;

use super::super::entries::{Entry, EntryKey};

/// The difference of a page from the last commit.
pub(super) struct Change {
    /// The entries that the commit does not have.
    pub(super) entries: Vec<Arc<Entry>>,
    /// The entries of the commit that are gone.
    pub(super) stale: Vec<Stale>,
    /// True if other entries of the commit stay.
    pub(super) has_kept: bool,
    /// The number of changes before this one. Pages of the same rank are found in this order, in memory and in files.
    pub(super) number: u64,
}

/// An entry of the last commit that is gone.
pub(super) struct Stale {
    pub(super) key: EntryKey,
    pub(super) segment: usize,
    pub(super) doc: DocId,
}

/// The differences of pages and marks from the last commit.
#[derive(Default)]
pub(super) struct Changes {
    pages: HashMap<(SpaceId, PageId), Change>,
    /// The marks of spaces; `None` for one that is removed.
    pub(super) marks: HashMap<SpaceId, Option<String>>,
    size: usize,
}

impl Change {
    fn size(&self) -> usize {
        self.entries.iter().map(|entry| entry.size()).sum::<usize>() + self.stale.len() * size_of::<Stale>()
    }
}

impl Changes {
    /// Returns the change of a page.
    pub(super) fn get(&self, at: (SpaceId, PageId)) -> Option<&Change> {
        self.pages.get(&at)
    }

    /// Adds the change of a page, which replaces another one of it.
    pub(super) fn put(&mut self, at: (SpaceId, PageId), change: Change) {
        self.size += change.size();
        let before = self.pages.insert(at, change);
        self.size -= before.map_or(0, |before| before.size());
    }

    /// Removes the change of a page.
    pub(super) fn remove(&mut self, at: (SpaceId, PageId)) {
        let before = self.pages.remove(&at);
        self.size -= before.map_or(0, |before| before.size());
    }

    /// Removes the changes of a space.
    pub(super) fn remove_space(&mut self, space: SpaceId) {
        self.pages.retain(|(it, _), _| *it != space);
        self.size = self.pages.values().map(Change::size).sum();
        self.marks.remove(&space);
    }

    /// Takes over later changes.
    pub(super) fn take(&mut self, later: &mut Self) {
        later.drain().into_iter().for_each(|(at, change)| self.put(at, change));
        self.marks.extend(later.marks.drain());
    }

    /// Returns the changes of pages in the order in which they were made.
    pub(super) fn pages(&self) -> Vec<&Change> {
        let mut changes: Vec<_> = self.pages.values().collect();
        changes.sort_unstable_by_key(|change| change.number);
        changes
    }

    /// Returns the changes of pages in the order in which they were made, of which none is left.
    pub(super) fn drain(&mut self) -> Vec<((SpaceId, PageId), Change)> {
        self.size = 0;
        let mut changes: Vec<_> = std::mem::take(&mut self.pages).into_iter().collect();
        changes.sort_unstable_by_key(|(_, change)| change.number);
        changes
    }

    /// Returns about the number of bytes that the changes take.
    pub(super) fn size(&self) -> usize {
        self.size
    }
}
