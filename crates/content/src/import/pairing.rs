//! Recognition of existing items.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash as Hashable;

use crate::hash::Hash;
use crate::import::Absent;

/// An item with content at a path.
pub(super) struct Thing<'a> {
    pub(super) path: &'a str,
    pub(super) content: Hash,
}

/// Returns, for each incoming item, the index of the existing one that it is recognised as.
///
/// The n-th item at a path is the n-th existing one at that path. If absent items are deleted, the n-th remaining item
/// with some content is the n-th remaining one with the same content: its file was renamed. If absent items are kept,
/// the existing file is assumed to be still there, and the new one is a copy.
pub(super) fn pair(arriving: &[Thing<'_>], there: &[Thing<'_>], absent: Absent) -> Vec<Option<usize>> {
    let mut by_path = Queues::new(there.iter().enumerate().map(|(at, thing)| (thing.path, at)));
    let mut pairs: Vec<_> = arriving.iter().map(|thing| by_path.next(&thing.path)).collect();
    if absent == Absent::Keep {
        return pairs;
    }
    let mut free: Vec<_> = by_path.rest().collect();
    free.sort_unstable();
    let mut by_content = Queues::new(free.into_iter().map(|at| (there[at].content, at)));
    for (pair, thing) in pairs.iter_mut().zip(arriving) {
        *pair = pair.or_else(|| by_content.next(&thing.content));
    }
    pairs
}

/// Queues of values by key; each value is returned once, in order.
pub(super) struct Queues<K, V>(HashMap<K, VecDeque<V>>);

impl<K: Eq + Hashable, V> Queues<K, V> {
    pub(super) fn new(all: impl Iterator<Item = (K, V)>) -> Self {
        let mut queues: HashMap<K, VecDeque<V>> = HashMap::new();
        for (key, value) in all {
            queues.entry(key).or_default().push_back(value);
        }
        Self(queues)
    }

    pub(super) fn next(&mut self, key: &K) -> Option<V> {
        self.0.get_mut(key)?.pop_front()
    }

    /// Returns the remaining values, in no particular order.
    fn rest(self) -> impl Iterator<Item = V> {
        self.0.into_values().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn things<'a>(list: &[(&'a str, u8)]) -> Vec<Thing<'a>> {
        list.iter().map(|&(path, n)| Thing { path, content: Hash([n; 32]) }).collect()
    }

    fn check(arriving: &[(&str, u8)], there: &[(&str, u8)], absent: Absent, expected: &[Option<usize>]) {
        assert_eq!(pair(&things(arriving), &things(there), absent), expected);
    }

    #[test]
    fn path_comes_before_content() {
        check(&[("a", 2), ("b", 1)], &[("a", 1), ("b", 2)], Absent::Delete, &[Some(0), Some(1)]);
        check(&[("c", 1), ("a", 3)], &[("a", 1), ("b", 1)], Absent::Delete, &[Some(1), Some(0)]);
    }

    #[test]
    fn equal_things_are_counted() {
        check(&[("a", 1), ("a", 1), ("a", 1)], &[("a", 1), ("a", 1)], Absent::Delete, &[Some(0), Some(1), None]);
        check(&[("x", 1), ("y", 1)], &[("a", 1), ("b", 1)], Absent::Delete, &[Some(0), Some(1)]);
    }

    #[test]
    fn an_addition_renames_nothing() {
        check(&[("b", 1)], &[("a", 1)], Absent::Keep, &[None]);
    }
}
