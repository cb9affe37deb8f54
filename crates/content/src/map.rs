//! The content map: a persistent ordered map of small values, kept as immutable nodes.
//!
//! It is a Merkle search tree (Auvolat and Taïani, 2019) in the manner of a prolly tree: the hash of a key alone
//! decides whether a node ends after it, so the same content has the same root, whatever the order of edits, and two
//! maps share every node that covers a range of equal content.
//!
//! The *level* of a key is the number of leading zero base-32 digits of its BLAKE3 hash. A leaf (a node of level 0)
//! holds entries in order and ends after a key of level 1 or more; a node of level `n` holds nodes of level `n - 1`
//! and ends after one whose last key has level `n + 1` or more. The root is the lowest node that covers everything;
//! the empty map is an empty leaf. A node has 32 items on average, whoever chooses the keys.
//!
//! The meaning of keys and values is defined elsewhere: see [`crate::record`].

mod apply;
mod build;
mod diff;
mod node;
mod scan;

use std::collections::BTreeMap;

use crate::hash::Hash;
use crate::objects::{Draft, ObjectError, Objects};
use build::Builder;
use node::{First, Items, Node, Place};

pub use diff::Change;

/// The key of an entry. Keys are ordered byte by byte.
pub type Key = Vec<u8>;
/// The value of an entry: small, because a leaf holds dozens of them.
pub type Value = Vec<u8>;

/// A map, identified by the hash of its root. The nodes are stored as objects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Map {
    root: Hash,
}

/// An item that [`Map::walk`] visits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Visit<'a> {
    /// A node, before its content. If the visitor returns `false`, the content is skipped.
    Node(Hash),
    /// An entry: key and value. The result of the visitor is ignored.
    Entry(&'a [u8], &'a [u8]),
}

impl Map {
    /// Returns the map with this root.
    pub fn at(root: Hash) -> Self {
        Self { root }
    }

    /// Returns the hash of the root: two maps have the same hash if and only if they have the same content.
    pub fn root(&self) -> Hash {
        self.root
    }

    /// Creates an empty map.
    pub fn empty(draft: &mut Draft<'_>) -> Self {
        Self::at(draft.put(node::encode_leaf(&[])))
    }

    /// Returns the number of entries. Reads one node.
    pub fn len(&self, objects: &dyn Objects) -> Result<u64, ObjectError> {
        let bytes = objects.get(&self.root)?;
        Node::decode(self.root, &bytes)?.count(self.root)
    }

    /// Returns true if there are no entries.
    pub fn is_empty(&self, objects: &dyn Objects) -> Result<bool, ObjectError> {
        Ok(self.len(objects)? == 0)
    }

    /// Returns the value of a key. Reads one node per level.
    pub fn get(&self, objects: &dyn Objects, key: &[u8]) -> Result<Option<Value>, ObjectError> {
        let mut hash = self.root;
        let mut level = None;
        loop {
            let bytes = objects.get(&hash)?;
            match node::find(hash, &bytes, level, key)? {
                Place::Here(value) => return Ok(Some(value.to_vec())),
                Place::Nowhere => return Ok(None),
                Place::Below(child, below) => (hash, level) = (child, Some(below)),
            }
        }
    }

    /// Returns the first entry whose key starts with `prefix`, which [`Self::scan`] would return. Reads one node per
    /// level.
    pub fn first(&self, objects: &dyn Objects, prefix: &[u8]) -> Result<Option<(Key, Value)>, ObjectError> {
        let mut hash = self.root;
        let mut level = None;
        loop {
            let bytes = objects.get(&hash)?;
            match node::first(hash, &bytes, level, prefix)? {
                First::Here(key, value) => {
                    let key = key.concat();
                    return Ok(key.starts_with(prefix).then(|| (key, value.to_vec())));
                }
                First::Nowhere => return Ok(None),
                First::Below(child, below) => (hash, level) = (child, Some(below)),
            }
        }
    }

    /// Iterates over the entries whose key starts with `prefix`, in order of key. Nodes are read as needed, and at most
    /// the first and last one read have no such entry.
    pub fn scan<'a>(
        &self,
        objects: &'a dyn Objects,
        prefix: &[u8],
    ) -> impl Iterator<Item = Result<(Key, Value), ObjectError>> + use<'a> {
        scan::Scan::new(objects, self.root, prefix)
    }

    /// Returns the map after edits: `Some` sets a value, `None` deletes the key. Whole subtrees without edits are
    /// reused unread, and an edit without effect changes no node.
    pub fn apply(&self, draft: &mut Draft<'_>, edits: BTreeMap<Key, Option<Value>>) -> Result<Self, ObjectError> {
        if edits.is_empty() {
            return Ok(*self);
        }
        let mut builder = Builder::new(draft);
        apply::merge(&mut builder, self.root, edits)?;
        builder.finish().map(Self::at)
    }

    /// Iterates over the changes from `self` to `other`, in order of key. Equal subtrees are not read.
    pub fn diff<'a>(
        &self,
        other: &Self,
        objects: &'a dyn Objects,
    ) -> impl Iterator<Item = Result<Change, ObjectError>> + use<'a> {
        diff::Diff::new(objects, self.root, other.root)
    }

    /// Visits every node and every entry. A visitor that returns `false` for nodes it has seen visits subtrees that
    /// several maps share only once.
    pub fn walk(&self, objects: &dyn Objects, visit: &mut dyn FnMut(Visit<'_>) -> bool) -> Result<(), ObjectError> {
        let mut open = vec![(self.root, None)];
        while let Some((hash, level)) = open.pop() {
            if !visit(Visit::Node(hash)) {
                continue;
            }
            let bytes = objects.get(&hash)?;
            let node = Node::decode_at(hash, &bytes, level)?;
            match &node.items {
                Items::Leaf(entries) => {
                    for entry in entries {
                        visit(Visit::Entry(&node.key(entry.suffix), entry.value));
                    }
                }
                Items::Inner(children) => {
                    open.extend(children.iter().rev().map(|child| (child.hash, node.below())));
                }
            }
        }
        Ok(())
    }
}

/// Returns the number of leading zero base-32 digits of the key's hash: the number of levels whose nodes end after it.
fn level(key: &[u8]) -> u8 {
    let hash = Hash::of(key);
    let mut zeros = 0;
    for byte in hash.0 {
        zeros += byte.leading_zeros();
        if byte != 0 {
            break;
        }
    }
    (zeros / 5) as u8
}
