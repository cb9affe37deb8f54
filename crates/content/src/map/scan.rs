//! Lazy iteration over entries in order of key.

use std::vec::IntoIter;

use crate::hash::Hash;
use crate::map::node::{Items, Node};
use crate::map::{Key, Value};
use crate::objects::{ObjectError, Objects};

pub(super) struct Scan<'a> {
    objects: &'a dyn Objects,
    prefix: Vec<u8>,
    /// The nodes still to be read, the next one last, with the level that they must have.
    open: Vec<(Hash, Option<u8>)>,
    entries: IntoIter<(Key, Value)>,
}

impl<'a> Scan<'a> {
    pub(super) fn new(objects: &'a dyn Objects, root: Hash, prefix: &[u8]) -> Self {
        Self { objects, prefix: prefix.to_vec(), open: vec![(root, None)], entries: Vec::new().into_iter() }
    }

    fn read(&mut self, hash: Hash, level: Option<u8>) -> Result<(), ObjectError> {
        let bytes = self.objects.get(&hash)?;
        let node = Node::decode_at(hash, &bytes, level)?;
        match &node.items {
            Items::Leaf(entries) => {
                let first = entries.partition_point(|entry| node.compare(entry.suffix, &self.prefix).is_lt());
                let entries = entries[first..].iter().map(|entry| (node.key(entry.suffix), entry.value.to_vec()));
                let found: Vec<_> = entries.take_while(|(key, _)| key.starts_with(&self.prefix)).collect();
                self.entries = found.into_iter();
            }
            Items::Inner(children) => {
                let below = node.below();
                let first = children.partition_point(|child| node.compare(child.suffix, &self.prefix).is_lt());
                let inside = |suffix| node.key(suffix).starts_with(&self.prefix);
                let whole = children[first..].iter().take_while(|child| inside(child.suffix)).count();
                // The child after those that end within the prefix may begin within it.
                let end = children.len().min(first + whole + 1);
                self.open.extend(children[first..end].iter().rev().map(|child| (child.hash, below)));
            }
        }
        Ok(())
    }
}

impl Iterator for Scan<'_> {
    type Item = Result<(Key, Value), ObjectError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(entry) = self.entries.next() {
                return Some(Ok(entry));
            }
            let (hash, level) = self.open.pop()?;
            if let Err(error) = self.read(hash, level) {
                self.open.clear();
                return Some(Err(error));
            }
        }
    }
}
