//! Building of a map from entries in order of key, in which whole subtrees of another map may replace their entries.
//!
//! One node per level is open; a key closes as many levels of nodes as its own level. So the result depends on the
//! entries alone. A subtree can be added if all nodes up to its level are closed: it is what its entries would build.

use std::collections::HashSet;
use std::sync::Arc;

use crate::hash::Hash;
use crate::map::node::{Items, Node, Reference, encode_inner, encode_leaf};
use crate::map::{Key, Value};
use crate::objects::{Draft, ObjectError, Objects};

pub(super) struct Builder<'d, 'o> {
    draft: &'d mut Draft<'o>,
    /// The nodes that were read, which need not be stored again.
    known: HashSet<Hash>,
    leaf: Vec<(Key, Value)>,
    /// The open node of each level, from level 1.
    inner: Vec<Vec<Reference>>,
}

impl<'d, 'o> Builder<'d, 'o> {
    pub(super) fn new(draft: &'d mut Draft<'o>) -> Self {
        Self { draft, known: HashSet::new(), leaf: Vec::new(), inner: Vec::new() }
    }

    /// Reads a node of the map that is edited.
    pub(super) fn read(&mut self, hash: Hash) -> Result<Arc<[u8]>, ObjectError> {
        let bytes = self.draft.get(&hash)?;
        self.known.insert(hash);
        Ok(bytes)
    }

    /// Adds an entry; its key, which has the level `ends`, must be greater than all before.
    pub(super) fn entry(&mut self, key: Key, value: Value, ends: u8) {
        self.leaf.push((key, value));
        self.close(0, ends);
    }

    /// Returns true if all nodes up to this level are closed.
    pub(super) fn aligned(&self, level: u8) -> bool {
        self.leaf.is_empty() && self.inner.iter().take(usize::from(level)).all(Vec::is_empty)
    }

    /// Adds a node of this level, to which the builder is [aligned](Self::aligned) and whose last key has the level
    /// `ends`.
    pub(super) fn subtree(&mut self, level: u8, node: Reference, ends: u8) {
        self.push(usize::from(level) + 1, node);
        self.close(level.saturating_add(1), ends);
    }

    /// Closes the open nodes from a level up to below `ends`.
    fn close(&mut self, from: u8, ends: u8) {
        for level in from..ends {
            self.close_one(usize::from(level));
        }
    }

    fn close_one(&mut self, level: usize) {
        if let Some(node) = self.take(level) {
            self.push(level + 1, node);
        }
    }

    fn push(&mut self, level: usize, node: Reference) {
        if self.inner.len() < level {
            self.inner.resize_with(level, Vec::new);
        }
        self.inner[level - 1].push(node);
    }

    /// Takes the content of the open node at a level and stores it; `None` if it is empty.
    fn take(&mut self, level: usize) -> Option<Reference> {
        if level == 0 {
            let entries = std::mem::take(&mut self.leaf);
            let hash = (!entries.is_empty()).then(|| self.put(encode_leaf(&entries)))?;
            let count = entries.len() as u64;
            return entries.into_iter().next_back().map(|(last_key, _)| Reference { last_key, hash, count });
        }
        let children = std::mem::take(&mut self.inner[level - 1]);
        let hash = (!children.is_empty()).then(|| self.put(encode_inner(level as u8, &children)))?;
        let count = children.iter().fold(0u64, |sum, child| sum.saturating_add(child.count));
        children.into_iter().next_back().map(|last| Reference { last_key: last.last_key, hash, count })
    }

    fn put(&mut self, bytes: Vec<u8>) -> Hash {
        let hash = Hash::of(&bytes);
        if !self.known.contains(&hash) {
            self.draft.put_hashed(hash, bytes);
        }
        hash
    }

    /// Closes all nodes and returns the root.
    pub(super) fn finish(mut self) -> Result<Hash, ObjectError> {
        let mut level = 0;
        loop {
            let top = self.inner.iter().skip(level).all(Vec::is_empty);
            let only = level.checked_sub(1).and_then(|at| match &self.inner[at][..] {
                [only] => Some(only.hash),
                _ => None,
            });
            match (only, top) {
                (Some(only), true) => return self.collapse(only),
                (None, true) => {
                    return Ok(self.take(level).map_or_else(|| self.put(encode_leaf(&[])), |root| root.hash));
                }
                (_, false) => self.close_one(level),
            }
            level += 1;
        }
    }

    /// Returns the topmost node that is a leaf or has more than one child.
    fn collapse(&self, mut root: Hash) -> Result<Hash, ObjectError> {
        let mut level = None;
        loop {
            let bytes = self.draft.get(&root)?;
            let node = Node::decode_at(root, &bytes, level)?;
            match &node.items {
                Items::Inner(children) if children.len() == 1 => {
                    level = node.below();
                    root = children[0].hash;
                }
                _ => return Ok(root),
            }
        }
    }
}
