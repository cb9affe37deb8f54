//! A map that shares what it has in common with the one that it was cloned from.
//!
//! It is a hash array mapped trie (Bagwell, 2001): a clone costs nothing, and a change copies the nodes on the way to one
//! entry, a few dozen references, so the cost does not depend on the number of entries.

use std::borrow::Borrow;
use std::hash::{BuildHasher as _, Hash};
use std::sync::Arc;

use foldhash::fast::RandomState;

/// The number of bits of a hash that choose among the nodes below one.
const BITS: u32 = 4;
/// The number of nodes below one.
const WIDTH: usize = 1 << BITS;
/// The maximum number of entries of a leaf that can be divided.
const MOST_IN_LEAF: usize = 16;

/// A map whose clones share their entries.
#[derive(Debug, Clone)]
pub struct Table<K, V> {
    root: Arc<Node<K, V>>,
    len: usize,
    state: RandomState,
}

#[derive(Debug, Clone)]
enum Node<K, V> {
    Leaf(Vec<(K, V)>),
    Inner([Arc<Node<K, V>>; WIDTH]),
}

impl<K, V> Default for Table<K, V> {
    fn default() -> Self {
        Self { root: Arc::new(Node::Leaf(Vec::new())), len: 0, state: RandomState::default() }
    }
}

impl<K: Clone + Eq + Hash, V: Clone> FromIterator<(K, V)> for Table<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(all: I) -> Self {
        let mut table = Self::default();
        for (key, value) in all {
            table.insert(key, value);
        }
        table
    }
}

impl<K, V> Table<K, V> {
    /// Returns the number of entries.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns true if there are no entries.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Iterates over all entries, in no order.
    pub fn iter(&self) -> impl Iterator<Item = (&K, &V)> {
        let mut open = vec![&*self.root];
        let mut leaf = [].iter();
        std::iter::from_fn(move || {
            loop {
                if let Some((key, value)) = leaf.next() {
                    return Some((key, value));
                }
                match open.pop()? {
                    Node::Leaf(entries) => leaf = entries.iter(),
                    Node::Inner(below) => open.extend(below.iter().map(|node| &**node)),
                }
            }
        })
    }
}

impl<K: Clone + Eq + Hash, V: Clone> Table<K, V> {
    /// Returns the value of a key.
    pub fn get<Q: ?Sized + Eq + Hash>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.leaf(key).iter().find(|(other, _)| other.borrow() == key).map(|(_, value)| value)
    }

    /// Returns the value of a key to change it.
    pub fn get_mut<Q: ?Sized + Eq + Hash>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        let (leaf, at) = self.entry(key)?;
        leaf.get_mut(at).map(|(_, value)| value)
    }

    /// Inserts an entry, or replaces the value of its key.
    pub fn insert(&mut self, key: K, value: V) {
        if let Some(there) = self.get_mut(&key) {
            *there = value;
            return;
        }
        self.len += 1;
        let mut hash = self.state.hash_one(&key);
        let (mut node, mut bits) = (Arc::make_mut(&mut self.root), u64::BITS);
        loop {
            if let Node::Leaf(entries) = node {
                if entries.len() < MOST_IN_LEAF || bits == 0 {
                    return entries.push((key, value));
                }
                *node = divided(std::mem::take(entries), |key| self.state.hash_one(key) >> (u64::BITS - bits));
            }
            if let Node::Inner(below) = node {
                node = Arc::make_mut(&mut below[branch(hash)]);
                (hash, bits) = (hash >> BITS, bits - BITS);
            }
        }
    }

    /// Removes an entry, and returns its value.
    pub fn remove<Q: ?Sized + Eq + Hash>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        let (leaf, at) = self.entry(key)?;
        let (_, value) = leaf.swap_remove(at);
        self.len -= 1;
        Some(value)
    }

    /// Returns the leaf in which a key is, to change it, and the place of the key in it.
    fn entry<Q: ?Sized + Eq + Hash>(&mut self, key: &Q) -> Option<(&mut Vec<(K, V)>, usize)>
    where
        K: Borrow<Q>,
    {
        // Only what is there is copied.
        let at = self.leaf(key).iter().position(|(other, _)| other.borrow() == key)?;
        let mut hash = self.state.hash_one(key);
        let mut node = Arc::make_mut(&mut self.root);
        loop {
            match node {
                Node::Leaf(entries) => return Some((entries, at)),
                Node::Inner(below) => node = Arc::make_mut(&mut below[branch(hash)]),
            }
            hash >>= BITS;
        }
    }

    /// Returns the entries of the leaf in which a key is, if it is there.
    fn leaf<Q: ?Sized + Hash>(&self, key: &Q) -> &[(K, V)] {
        let mut hash = self.state.hash_one(key);
        let mut node = &*self.root;
        loop {
            match node {
                Node::Leaf(entries) => return entries,
                Node::Inner(below) => node = &below[branch(hash)],
            }
            hash >>= BITS;
        }
    }
}

/// Returns the index of the node below another one by the lowest bits of what is left of a hash.
fn branch(hash: u64) -> usize {
    (hash % WIDTH as u64) as usize
}

/// Divides the entries of a leaf among new ones by what is left of their hashes.
fn divided<K, V>(entries: Vec<(K, V)>, hash: impl Fn(&K) -> u64) -> Node<K, V> {
    let mut leaves: [Vec<(K, V)>; WIDTH] = std::array::from_fn(|_| Vec::new());
    for (key, value) in entries {
        leaves[branch(hash(&key))].push((key, value));
    }
    Node::Inner(leaves.map(|entries| Arc::new(Node::Leaf(entries))))
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;

    /// A key with few hashes, so that leaves grow beyond what can be divided.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct Alike(u16);

    impl Hash for Alike {
        fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
            (self.0 % 3).hash(state);
        }
    }

    fn is_same<K: Clone + Eq + Hash>(table: &Table<K, u32>, map: &HashMap<K, u32>) -> bool {
        let all: HashMap<K, u32> = table.iter().map(|(key, value)| (key.clone(), *value)).collect();
        table.len() == map.len() && all == *map && map.iter().all(|(key, value)| table.get(key) == Some(value))
    }

    fn follows<K: Clone + Eq + Hash>(steps: &[(u16, Option<u32>)], key: fn(u16) -> K) {
        let (mut table, mut map) = (Table::default(), HashMap::new());
        let mut earlier = Vec::new();
        for (n, (number, value)) in steps.iter().enumerate() {
            if n % 64 == 0 {
                earlier.push((table.clone(), map.clone()));
            }
            match value {
                Some(value) => {
                    table.insert(key(*number), *value);
                    map.insert(key(*number), *value);
                }
                None => assert_eq!(table.remove(&key(*number)), map.remove(&key(*number))),
            }
        }
        assert!(is_same(&table, &map));
        assert!(earlier.iter().all(|(table, map)| is_same(table, map)), "a clone changed with its original");
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

        #[test]
        fn a_table_is_a_map(steps in prop::collection::vec((0..500_u16, prop::option::weighted(0.7, any::<u32>())), 0..1500)) {
            follows(&steps, |number| number);
            follows(&steps, Alike);
        }
    }
}
