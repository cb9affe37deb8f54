//! Differences between two maps.
//!
//! Both trees are read from left to right in parallel. Where the next nodes of both are equal, they
//! are skipped unread; otherwise the higher of the two is opened.

use std::cmp::Ordering;

use crate::hash::Hash;
use crate::map::node::{Items, Node};
use crate::map::{Key, Value};
use crate::objects::{ObjectError, Objects};

/// A key whose value differs between two maps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The key that differs.
    pub key: Key,
    /// The value in the first map; `None` if the key is not in it.
    pub before: Option<Value>,
    /// The value in the second map; `None` if the key is not in it.
    pub after: Option<Value>,
}

pub(super) struct Diff<'a> {
    objects: &'a dyn Objects,
    before: Side,
    after: Side,
}

/// The rest of one map as a stack, the next item last.
struct Side(Vec<Item>);

enum Item {
    /// A node, with the level that it must have; `None` for the root.
    Node(Hash, Option<u8>),
    Entry(Key, Value),
}

impl Item {
    /// Returns a rank by which items are opened, highest first; the root comes first, as its level is unknown.
    fn height(&self) -> u16 {
        match self {
            Item::Node(_, None) => u16::MAX,
            Item::Node(_, Some(level)) => u16::from(*level) + 1,
            Item::Entry(..) => 0,
        }
    }
}

impl Side {
    fn height(&self) -> u16 {
        self.0.last().map_or(0, Item::height)
    }

    fn node(&self) -> Option<Hash> {
        match self.0.last() {
            Some(Item::Node(hash, _)) => Some(*hash),
            _ => None,
        }
    }

    fn key(&self) -> Option<&Key> {
        match self.0.last() {
            Some(Item::Entry(key, _)) => Some(key),
            _ => None,
        }
    }

    fn pop(&mut self) -> Option<(Key, Value)> {
        match self.0.pop() {
            Some(Item::Entry(key, value)) => Some((key, value)),
            _ => None,
        }
    }

    /// Replaces the next node by its content.
    fn open(&mut self, objects: &dyn Objects) -> Result<(), ObjectError> {
        let Some(Item::Node(hash, level)) = self.0.pop() else { return Ok(()) };
        let bytes = objects.get(&hash)?;
        let node = Node::decode_at(hash, &bytes, level)?;
        match &node.items {
            Items::Leaf(entries) => {
                let entries = entries.iter().rev();
                self.0.extend(entries.map(|entry| Item::Entry(node.key(entry.suffix), entry.value.to_vec())));
            }
            Items::Inner(children) => {
                self.0.extend(children.iter().rev().map(|child| Item::Node(child.hash, node.below())));
            }
        }
        Ok(())
    }
}

impl<'a> Diff<'a> {
    pub(super) fn new(objects: &'a dyn Objects, before: Hash, after: Hash) -> Self {
        let side = |root| Side(vec![Item::Node(root, None)]);
        Self { objects, before: side(before), after: side(after) }
    }

    /// Advances by one step; returns a change if the step finds one.
    fn step(&mut self) -> Result<Option<Change>, ObjectError> {
        let Self { objects, before, after } = self;
        if before.node().is_some() && before.node() == after.node() {
            before.0.pop();
            after.0.pop();
            return Ok(None);
        }
        let (a, b) = (before.height(), after.height());
        if a.max(b) > 0 {
            if a >= b {
                before.open(*objects)?;
            }
            if b >= a {
                after.open(*objects)?;
            }
            return Ok(None);
        }
        Ok(self.entries())
    }

    /// Compares the next entries; one side may be at its end.
    fn entries(&mut self) -> Option<Change> {
        let order = match (self.before.key(), self.after.key()) {
            (Some(a), Some(b)) => a.cmp(b),
            (Some(_), None) => Ordering::Less,
            (None, _) => Ordering::Greater,
        };
        let before = if order.is_le() { self.before.pop() } else { None };
        let after = if order.is_ge() { self.after.pop() } else { None };
        match (before, after) {
            (Some((_, before)), Some((_, after))) if before == after => None,
            (Some((key, before)), after) => {
                Some(Change { key, before: Some(before), after: after.map(|(_, value)| value) })
            }
            (None, after) => after.map(|(key, after)| Change { key, before: None, after: Some(after) }),
        }
    }
}

impl Iterator for Diff<'_> {
    type Item = Result<Change, ObjectError>;

    fn next(&mut self) -> Option<Self::Item> {
        while !(self.before.0.is_empty() && self.after.0.is_empty()) {
            match self.step() {
                Ok(None) => {}
                Ok(Some(change)) => return Some(Ok(change)),
                Err(error) => {
                    self.before.0.clear();
                    self.after.0.clear();
                    return Some(Err(error));
                }
            }
        }
        None
    }
}
