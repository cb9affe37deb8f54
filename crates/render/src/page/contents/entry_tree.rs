//! Page trees that are in memory as a whole.

use std::collections::HashMap;

use quire_content::id::{PageId, Uid};

use super::{Entry, Tree};

/// An entry of the table of contents with what is below it.
#[derive(Debug, Clone, Default)]
pub struct Branch {
    /// The page, group or link at the root of the branch.
    pub entry: Entry,
    /// The branches below it.
    pub children: Vec<Branch>,
}

/// A page tree that is in memory as a whole, for samples and tests.
#[derive(Debug, Default)]
pub struct EntryTree {
    entries: Vec<Entry>,
    below: HashMap<Option<PageId>, Vec<PageId>>,
}

impl EntryTree {
    /// Creates a tree from its top-level branches.
    pub fn new(branches: Vec<Branch>) -> Self {
        let mut tree = Self::default();
        tree.add(None, branches);
        tree
    }

    fn add(&mut self, parent: Option<PageId>, branches: Vec<Branch>) {
        for Branch { entry, children } in branches {
            let id = PageId(Uid((self.entries.len() as u128).to_be_bytes()));
            self.entries.push(entry);
            self.below.entry(parent).or_default().push(id);
            self.add(Some(id), children);
        }
    }

    /// Returns the way to the entry at a position: its index among its siblings, after the indices of its ancestors.
    ///
    /// # Panics
    /// If there is no such entry.
    pub fn way(&self, position: &[usize]) -> Vec<PageId> {
        let mut way: Vec<PageId> = Vec::new();
        for at in position {
            way.push(self.below(way.last().copied())[*at]);
        }
        way
    }
}

impl Tree for EntryTree {
    fn count(&self) -> usize {
        self.entries.len()
    }

    fn below(&self, parent: Option<PageId>) -> &[PageId] {
        self.below.get(&parent).map_or(&[], Vec::as_slice)
    }

    fn has(&self, id: PageId) -> bool {
        self.entry(id).is_some()
    }

    fn entry(&self, id: PageId) -> Option<Entry> {
        let at = usize::try_from(u128::from_be_bytes(id.0.0)).ok()?;
        self.entries.get(at).cloned()
    }
}
