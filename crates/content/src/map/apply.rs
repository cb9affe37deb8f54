//! Edits: merging of the old tree and the edits, in order of key, into a new tree.

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
    fn expand(&mut self, hash: Hash, level: Option<u8>) -> Result<(), ObjectError> {
        let bytes = self.builder.read(hash)?;
        let node = Node::decode_at(hash, &bytes, level)?;
        match &node.items {
            Items::Leaf(entries) => {
                for entry in entries {
                    self.entry(node.key(entry.suffix), entry.value);
                }
            }
            Items::Inner(children) => {
                let below = node.level - 1;
                for child in children {
                    self.subtree(below, node.reference(child))?;
                }
            }
        }
        Ok(())
    }

    fn subtree(&mut self, at: u8, node: Reference) -> Result<(), ObjectError> {
        let next = self.edits.peek();
        // A node that does not end with a boundary key is the last of its level: it can be reused only if nothing
        // follows.
        let complete = next.is_none() || level(&node.last_key) > at;
        let touched = next.is_some_and(|(key, _)| *key <= node.last_key);
        if complete && !touched && self.builder.aligned(at) {
            self.builder.subtree(at, node);
            return Ok(());
        }
        self.expand(node.hash, Some(at))
    }

    fn entry(&mut self, key: Key, value: &[u8]) {
        while let Some((before, value)) = self.edits.next_if(|(edited, _)| *edited < key) {
            set(self.builder, before, value);
        }
        match self.edits.next_if(|(edited, _)| *edited == key) {
            Some((key, value)) => set(self.builder, key, value),
            None => self.builder.entry(key, value.to_vec()),
        }
    }
}

fn set(builder: &mut Builder<'_, '_>, key: Key, value: Option<Value>) {
    if let Some(value) = value {
        builder.entry(key, value);
    }
}
