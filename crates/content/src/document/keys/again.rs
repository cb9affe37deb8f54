//! Keys of a document of which a part changed: those that [`fresh`](super::fresh) gives, but only new nodes are named.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use super::{Namer, Visiting, Visitor, hexadecimal, number};
use crate::document::model::{Block, Document, Key};
use crate::document::pair::{self, ByHash};

/// The numbers that the nodes of a document have among equal ones, which their keys are made of.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::document) struct Numbers {
    /// The number of nodes with each hash.
    seen: HashMap<u64, u64, ByHash>,
    /// The keys, as numbers.
    made: HashSet<u64, ByHash>,
    /// True if each key follows from the content of its node and the number of equal ones before it alone.
    is_plain: bool,
}

/// Hashes of nodes with their keys, in order.
#[derive(Default)]
struct Nodes(Vec<(u64, Key)>);

impl Visitor for Nodes {
    fn node(&mut self, key: &mut Key, content: &impl Hash) {
        self.0.push((pair::hash(content), key.clone()));
    }
}

impl Nodes {
    fn of(blocks: &[Block]) -> Vec<(u64, Key)> {
        let (mut nodes, mut blocks) = (Self::default(), blocks.to_vec());
        Visiting(&mut nodes).blocks(&mut blocks);
        nodes.0
    }
}

/// Gives nodes the keys that were found for them, in order.
struct Given<I>(I);

impl<I: Iterator<Item = Box<str>>> Visitor for Given<I> {
    fn node(&mut self, key: &mut Key, _: &impl Hash) {
        *key = Key(self.0.next());
    }
}

impl Numbers {
    /// Gives every node of a document without keys a key.
    pub(in crate::document) fn fresh(document: &mut Document) -> Self {
        let mut namer = Namer::default();
        Visiting(&mut namer).blocks(&mut document.nodes);
        let is_plain = namer.given.is_empty() && !namer.has_collided;
        Self { seen: namer.seen, made: namer.made, is_plain }
    }

    /// Gives keys to blocks that are put in place of others of a document with these numbers, and returns the numbers of
    /// the new document. `None` if other nodes would get other keys: nothing is changed then.
    pub(in crate::document) fn replace(&self, old: &[Block], new: &mut [Block]) -> Option<Self> {
        if !self.is_plain {
            return None;
        }
        let mut next = self.clone();
        let (old, now) = (Nodes::of(old), Nodes::of(new));
        let mut were: HashMap<u64, Vec<Key>, ByHash> = HashMap::default();
        for (hash, key) in old {
            let count = next.seen.get_mut(&hash)?;
            *count = count.checked_sub(1)?;
            next.made.remove(&u64::from_str_radix(key.as_str()?, 16).ok()?);
            were.entry(hash).or_default().push(key);
        }
        let mut count: HashMap<u64, u64, ByHash> = HashMap::default();
        for (hash, _) in &now {
            *count.entry(*hash).or_default() += 1;
        }
        let of = |counts: &HashMap<u64, u64, ByHash>, hash: u64| counts.get(&hash).copied().unwrap_or(0);
        // Where equal nodes are elsewhere too, there must be as many of them here as there were.
        let is_alone = |hash: u64| of(&next.seen, hash) == 0;
        let as_many = |hash: u64| were.get(&hash).map_or(0, Vec::len) as u64 == of(&count, hash);
        if !were.keys().chain(count.keys()).all(|hash| is_alone(*hash) || as_many(*hash)) {
            return None;
        }
        let mut keys = Vec::with_capacity(now.len());
        let mut passed: HashMap<u64, u64, ByHash> = HashMap::default();
        for (hash, _) in &now {
            let at = passed.entry(*hash).or_default();
            let key = match is_alone(*hash) {
                true => hexadecimal(number(*hash, *at)),
                false => were.get(hash)?.get(usize::try_from(*at).ok()?)?.0.clone()?,
            };
            *at += 1;
            keys.push(key);
        }
        for (hash, count) in count {
            *next.seen.entry(hash).or_default() += count;
        }
        next.seen.retain(|_, count| *count > 0);
        for key in &keys {
            if !next.made.insert(u64::from_str_radix(key, 16).ok()?) {
                return None;
            }
        }
        Visiting(&mut Given(keys.into_iter())).blocks(new);
        Some(next)
    }
}

#[cfg(test)]
impl Numbers {
    /// Returns the numbers in an order of their own.
    pub(in crate::document) fn sorted(&self) -> (Vec<(u64, u64)>, Vec<u64>) {
        let (mut seen, mut made): (Vec<_>, Vec<_>) =
            (self.seen.iter().map(|(hash, count)| (*hash, *count)).collect(), self.made.iter().copied().collect());
        seen.sort_unstable();
        made.sort_unstable();
        (seen, made)
    }
}
