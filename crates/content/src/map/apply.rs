//! Edits: merging of the old tree and the edits, in order of key, into a new tree.
//!
//! The place of a key in the old tree tells its level, unless it is the last one of its node: then its hash does.

use std::collections::BTreeMap;
use std::collections::btree_map::IntoIter;
use std::iter::Peekable;

use crate::hash::Hash;
use crate::map::build::Builder;
use crate::map::node::{Items, Node, Reference};
use crate::map::{Key, Value, level};
use crate::objects::ObjectError;

/// Passes the entries under `root`, with the edits applied, to the builder.
pub(super) fn merge(
    builder: &mut Builder<'_, '_>,
    root: Hash,
    edits: BTreeMap<Key, Option<Value>>,
) -> Result<(), ObjectError> {
    let mut merge = Merge { builder, edits: edits.into_iter().peekable() };
    merge.expand(root, None)?;
    for (key, value) in merge.edits {
        set(merge.builder, key, value);
    }
    Ok(())
}

struct Merge<'b, 'd, 'o> {
    builder: &'b mut Builder<'d, 'o>,
    edits: Peekable<IntoIter<Key, Option<Value>>>,
}

impl Merge<'_, '_, '_> {
    /// Passes on the content of a node. The recursion ends, because every child is one level lower.
    fn expand(&mut self, hash: Hash, at: Option<u8>) -> Result<(), ObjectError> {
        let bytes = self.builder.read(hash)?;
        let node = Node::decode_at(hash, &bytes, at)?;
        match &node.items {
            Items::Leaf(entries) => {
                let last = entries.len().saturating_sub(1);
                for (at, entry) in entries.iter().enumerate() {
                    let key = node.key(entry.suffix);
                    let ends = if at < last { 0 } else { level(&key) };
                    self.entry(key, entry.value, ends);
                }
            }
            Items::Inner(children) => {
                let (below, last) = (node.level - 1, children.len().saturating_sub(1));
                for (at, child) in children.iter().enumerate() {
                    let child = node.reference(child);
                    let ends = if at < last { node.level } else { level(&child.last_key) };
                    self.subtree(below, child, ends)?;
                }
            }
        }
        Ok(())
    }

    /// Passes on a node of the level `at`, whose last key has the level `ends`.
    fn subtree(&mut self, at: u8, node: Reference, ends: u8) -> Result<(), ObjectError> {
        let next = self.edits.peek();
        // A node that does not end with a boundary key is the last of its level: it can be reused only if nothing
        // follows.
        let complete = next.is_none() || ends > at;
        let touched = next.is_some_and(|(key, _)| *key <= node.last_key);
        if complete && !touched && self.builder.aligned(at) {
            self.builder.subtree(at, node, ends);
            return Ok(());
        }
        self.expand(node.hash, Some(at))
    }

    /// Passes on an entry whose key has the level `ends`.
    fn entry(&mut self, key: Key, value: &[u8], ends: u8) {
        while let Some((before, value)) = self.edits.next_if(|(edited, _)| *edited < key) {
            set(self.builder, before, value);
        }
        match self.edits.next_if(|(edited, _)| *edited == key) {
            Some((_, None)) => {}
            Some((key, Some(value))) => self.builder.entry(key, value, ends),
            None => self.builder.entry(key, value.to_vec(), ends),
        }
    }
}

/// Passes on an edit of a key that the old tree does not have.
fn set(builder: &mut Builder<'_, '_>, key: Key, value: Option<Value>) {
    if let Some(value) = value {
        let ends = level(&key);
        builder.entry(key, value, ends);
    }
}
