//! Stores in memory: one that counts what is read.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use quire_content::hash::Hash;
use quire_content::id::Uid;
use quire_content::map::{Key, Map, Value};
use quire_content::objects::{Draft, ObjectError, Objects};

pub(crate) type Store = BTreeMap<Hash, Arc<[u8]>>;
pub(crate) type Edits = BTreeMap<Key, Option<Value>>;

/// Returns the next of a row of identifiers, which are in no order, so that nothing can lean on it.
pub(crate) fn fresh(next: &mut u64) -> Uid {
    *next += 1;
    Uid::from_slice(&Hash::of(&next.to_be_bytes()).0[..16]).unwrap()
}

/// Counts the objects that are read from another store.
pub(crate) struct Counting<'a> {
    pub(crate) store: &'a Store,
    pub(crate) reads: RefCell<usize>,
}

impl<'a> Counting<'a> {
    pub(crate) fn new(store: &'a Store) -> Self {
        Self { store, reads: RefCell::new(0) }
    }
}

impl Objects for Counting<'_> {
    fn get(&self, hash: &Hash) -> Result<Arc<[u8]>, ObjectError> {
        *self.reads.borrow_mut() += 1;
        Objects::get(self.store, hash)
    }
}

/// Works in a draft and keeps what it made.
pub(crate) fn commit<T>(store: &mut Store, work: impl FnOnce(&mut Draft<'_>) -> T) -> T {
    let mut draft = Draft::new(&*store);
    let result = work(&mut draft);
    let new = draft.into_new();
    store.extend(new);
    result
}

pub(crate) fn empty(store: &mut Store) -> Map {
    commit(store, Map::empty)
}

pub(crate) fn apply(store: &mut Store, map: Map, edits: Edits) -> Map {
    commit(store, |draft| map.apply(draft, edits)).unwrap()
}
