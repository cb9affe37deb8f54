//! Differences between two maps.
//!
//! Both trees are read from left to right in parallel. Where the next nodes of both are equal, they
//! are skipped unread; otherwise the higher of the two is opened. Of two leaves that are opened at the same time only the
//! entries that differ are copied.

use std::cmp::Ordering;
use std::collections::VecDeque;

use crate::hash::Hash;
use crate::map::node::{Entry, Items, Node};
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
    /// Changes that come before all that is left of both sides.
    found: VecDeque<Change>,
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
        self.put(&Node::decode_at(hash, &bytes, level)?);
        Ok(())
    }

    /// Adds the content of a node before the rest.
    fn put(&mut self, node: &Node<'_>) {
        match &node.items {
            Items::Leaf(entries) => self.put_entries(node, entries),
            Items::Inner(children) => {
                self.0.extend(children.iter().rev().map(|child| Item::Node(child.hash, node.below())));
            }
        }
    }

    /// Adds entries of a leaf before the rest.
    fn put_entries(&mut self, node: &Node<'_>, entries: &[Entry<'_>]) {
        self.0.extend(entries.iter().rev().map(|entry| Item::Entry(node.key(entry.suffix), entry.value.to_vec())));
    }
}

/// Adds the changes from one leaf to another up to the end of one of them, and returns the entries that are left.
fn compare<'e>(
    (before, olds): (&Node<'_>, &'e [Entry<'e>]),
    (after, news): (&Node<'_>, &'e [Entry<'e>]),
    found: &mut VecDeque<Change>,
) -> [&'e [Entry<'e>]; 2] {
    let (mut olds, mut news) = (olds, news);
    while let (Some((old, more_olds)), Some((new, more_news))) = (olds.split_first(), news.split_first()) {
        let order = before.compare_with(old.suffix, after, new.suffix);
        let key = || if order.is_le() { before.key(old.suffix) } else { after.key(new.suffix) };
        if order.is_ne() || old.value != new.value {
            let value = |entry: &Entry<'_>| entry.value.to_vec();
            let before = order.is_le().then(|| value(old));
            found.push_back(Change { key: key(), before, after: order.is_ge().then(|| value(new)) });
        }
        if order.is_le() {
            olds = more_olds;
        }
        if order.is_ge() {
            news = more_news;
        }
    }
    [olds, news]
}

impl<'a> Diff<'a> {
    pub(super) fn new(objects: &'a dyn Objects, before: Hash, after: Hash) -> Self {
        let side = |root| Side(vec![Item::Node(root, None)]);
        Self { objects, before: side(before), after: side(after), found: VecDeque::new() }
    }

    /// Advances by one step, which may find changes.
    fn step(&mut self) -> Result<(), ObjectError> {
        let Self { objects, before, after, .. } = self;
        if before.node().is_some() && before.node() == after.node() {
            before.0.pop();
            after.0.pop();
            return Ok(());
        }
        match before.height().cmp(&after.height()) {
            Ordering::Greater => before.open(*objects),
            Ordering::Less => after.open(*objects),
            Ordering::Equal if before.node().is_some() => self.open_both(),
            Ordering::Equal => {
                let change = self.entries();
                self.found.extend(change);
                Ok(())
            }
        }
    }

    /// Replaces the next nodes of both sides by their content. Of leaves, what both have is compared at once.
    fn open_both(&mut self) -> Result<(), ObjectError> {
        let (Some(Item::Node(old, old_level)), Some(Item::Node(new, new_level))) =
            (self.before.0.pop(), self.after.0.pop())
        else {
            return Ok(());
        };
        let (old_bytes, new_bytes) = (self.objects.get(&old)?, self.objects.get(&new)?);
        let (old, new) = (Node::decode_at(old, &old_bytes, old_level)?, Node::decode_at(new, &new_bytes, new_level)?);
        match (&old.items, &new.items) {
            (Items::Leaf(olds), Items::Leaf(news)) => {
                let [olds, news] = compare((&old, olds), (&new, news), &mut self.found);
                self.before.put_entries(&old, olds);
                self.after.put_entries(&new, news);
            }
            _ => {
                self.before.put(&old);
                self.after.put(&new);
            }
        }
        Ok(())
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
        loop {
            if let Some(change) = self.found.pop_front() {
                return Some(Ok(change));
            }
            if self.before.0.is_empty() && self.after.0.is_empty() {
                return None;
            }
            if let Err(error) = self.step() {
                self.before.0.clear();
                self.after.0.clear();
                return Some(Err(error));
            }
        }
    }
}
