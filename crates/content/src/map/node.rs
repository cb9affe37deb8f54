//! Encoding of nodes: canonical, so that equal content has equal bytes.
//!
//! ```text
//! node  = 1 (version)  level  number of items  length of prefix  prefix  item*
//! entry = length of suffix  suffix  length of value  value
//! child = length of suffix  suffix  hash (32 bytes)  number of entries
//! ```
//!
//! Version and level are bytes; numbers and lengths are LEB128 without padding. The prefix is the longest that
//! all keys of the node share. Anything else, unordered keys and trailing bytes included, is
//! [`ObjectError::Damaged`]: a decoded node encodes to the same bytes.

use std::cmp::Ordering;

use crate::hash::Hash;
use crate::map::{Key, Value};
use crate::objects::ObjectError;

const VERSION: u8 = 1;

/// The maximum level of a node: a hash has 51 base-32 digits.
const MOST_LEVEL: u8 = 52;

/// A node that borrows from its bytes.
pub(super) struct Node<'a> {
    pub(super) level: u8,
    prefix: &'a [u8],
    pub(super) items: Items<'a>,
}

pub(super) enum Items<'a> {
    Leaf(Vec<Entry<'a>>),
    Inner(Vec<Child<'a>>),
}

pub(super) struct Entry<'a> {
    pub(super) suffix: &'a [u8],
    pub(super) value: &'a [u8],
}

pub(super) struct Child<'a> {
    pub(super) suffix: &'a [u8],
    pub(super) hash: Hash,
    pub(super) count: u64,
}

/// A node as its parent stores it.
#[derive(Debug, Clone)]
pub(super) struct Reference {
    pub(super) last_key: Key,
    pub(super) hash: Hash,
    /// The number of entries in the whole subtree.
    pub(super) count: u64,
}

impl<'a> Node<'a> {
    pub(super) fn decode(hash: Hash, bytes: &'a [u8]) -> Result<Self, ObjectError> {
        decode(bytes).map_err(|reason| damaged(hash, reason))
    }

    /// Decodes a node and checks its level, if one is given.
    pub(super) fn decode_at(hash: Hash, bytes: &'a [u8], level: Option<u8>) -> Result<Self, ObjectError> {
        let node = Self::decode(hash, bytes)?;
        match level {
            Some(level) if level != node.level => Err(damaged(hash, "it is of another level than its parent says")),
            _ => Ok(node),
        }
    }

    /// Returns the level of the children; `None` for a leaf.
    pub(super) fn below(&self) -> Option<u8> {
        self.level.checked_sub(1)
    }

    pub(super) fn key(&self, suffix: &[u8]) -> Key {
        [self.prefix, suffix].concat()
    }

    /// Compares the key with this suffix with another, without concatenating it.
    pub(super) fn compare(&self, suffix: &[u8], key: &[u8]) -> Ordering {
        let head = &key[..key.len().min(self.prefix.len())];
        self.prefix.cmp(head).then_with(|| suffix.cmp(&key[head.len()..]))
    }

    /// Returns the number of entries in the whole subtree.
    pub(super) fn count(&self, hash: Hash) -> Result<u64, ObjectError> {
        match &self.items {
            Items::Leaf(entries) => Ok(entries.len() as u64),
            Items::Inner(children) => children
                .iter()
                .try_fold(0u64, |sum, child| sum.checked_add(child.count))
                .ok_or_else(|| damaged(hash, "its numbers of entries are too large")),
        }
    }

    pub(super) fn reference(&self, child: &Child<'_>) -> Reference {
        Reference { last_key: self.key(child.suffix), hash: child.hash, count: child.count }
    }
}

fn damaged(hash: Hash, reason: &str) -> ObjectError {
    ObjectError::Damaged { hash, reason: format!("as a node of a map, {reason}") }
}

/// Encodes a leaf from entries in order.
pub(super) fn encode_leaf(entries: &[(Key, Value)]) -> Vec<u8> {
    let (prefix, mut out) = header(0, entries.len(), entries.first().zip(entries.last()).map(|(a, z)| (&*a.0, &*z.0)));
    for (key, value) in entries {
        put_bytes(&mut out, &key[prefix..]);
        put_bytes(&mut out, value);
    }
    out
}

/// Encodes an inner node of this level from children in order.
pub(super) fn encode_inner(level: u8, children: &[Reference]) -> Vec<u8> {
    let ends = children.first().zip(children.last());
    let (prefix, mut out) = header(level, children.len(), ends.map(|(a, z)| (&*a.last_key, &*z.last_key)));
    for child in children {
        put_bytes(&mut out, &child.last_key[prefix..]);
        out.extend_from_slice(&child.hash.0);
        put_number(&mut out, child.count);
    }
    out
}

/// Encodes the header of a node; returns the length of the prefix that its keys share, and the bytes.
fn header(level: u8, items: usize, ends: Option<(&[u8], &[u8])>) -> (usize, Vec<u8>) {
    let mut out = vec![VERSION, level];
    put_number(&mut out, items as u64);
    let prefix = ends.map_or(&[][..], |(first, last)| &first[..shared(first, last)]);
    put_bytes(&mut out, prefix);
    (prefix.len(), out)
}

fn shared(a: &[u8], b: &[u8]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}

fn put_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    put_number(out, bytes.len() as u64);
    out.extend_from_slice(bytes);
}

fn put_number(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

fn decode(bytes: &[u8]) -> Result<Node<'_>, &'static str> {
    let mut input = Input(bytes);
    if input.byte()? != VERSION {
        return Err("its version is not known");
    }
    let level = input.byte()?;
    if level > MOST_LEVEL {
        return Err("its level is too high");
    }
    let count = input.length()?;
    let prefix = input.bytes()?;
    let items = match level {
        0 => Items::Leaf(input.entries(count)?),
        _ => Items::Inner(input.children(count)?),
    };
    if !input.0.is_empty() {
        return Err("there is something after its end");
    }
    match &items {
        Items::Leaf(entries) => check_keys(prefix, entries.iter().map(|entry| entry.suffix))?,
        Items::Inner(children) if children.is_empty() => return Err("it has no children"),
        Items::Inner(children) => check_keys(prefix, children.iter().map(|child| child.suffix))?,
    }
    Ok(Node { level, prefix, items })
}

fn check_keys<'k>(
    prefix: &[u8],
    mut suffixes: impl DoubleEndedIterator<Item = &'k [u8]> + Clone,
) -> Result<(), &'static str> {
    if !suffixes.clone().is_sorted_by(|a, b| a < b) {
        return Err("its keys are not in order");
    }
    let canonical = match (suffixes.next(), suffixes.next_back()) {
        (Some(first), Some(last)) => shared(first, last) == 0,
        (Some(only), None) => only.is_empty(),
        (None, _) => prefix.is_empty(),
    };
    if canonical { Ok(()) } else { Err("its prefix is not the one that its keys share") }
}

/// The bytes that are not read yet. No allocation is larger than the remaining bytes justify.
struct Input<'a>(&'a [u8]);

const SHORT: &str = "it ends too early";

impl<'a> Input<'a> {
    fn take(&mut self, length: usize) -> Result<&'a [u8], &'static str> {
        let (head, rest) = self.0.split_at_checked(length).ok_or(SHORT)?;
        self.0 = rest;
        Ok(head)
    }

    fn byte(&mut self) -> Result<u8, &'static str> {
        let (&byte, rest) = self.0.split_first().ok_or(SHORT)?;
        self.0 = rest;
        Ok(byte)
    }

    fn number(&mut self) -> Result<u64, &'static str> {
        const BAD: &str = "a number in it is malformed";
        let mut number = 0u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let digit = u64::from(byte & 0x7f);
            if shift == 63 && digit > 1 {
                return Err(BAD);
            }
            number |= digit << shift;
            if byte < 0x80 {
                return if byte == 0 && shift > 0 { Err(BAD) } else { Ok(number) };
            }
        }
        Err(BAD)
    }

    fn length(&mut self) -> Result<usize, &'static str> {
        let length = usize::try_from(self.number()?).map_err(|_| SHORT)?;
        if length > self.0.len() { Err(SHORT) } else { Ok(length) }
    }

    fn bytes(&mut self) -> Result<&'a [u8], &'static str> {
        let length = self.length()?;
        self.take(length)
    }

    fn hash(&mut self) -> Result<Hash, &'static str> {
        Hash::from_slice(self.take(32)?).map_err(|_| SHORT)
    }

    fn entries(&mut self, count: usize) -> Result<Vec<Entry<'a>>, &'static str> {
        (0..count).map(|_| Ok(Entry { suffix: self.bytes()?, value: self.bytes()? })).collect()
    }

    fn children(&mut self, count: usize) -> Result<Vec<Child<'a>>, &'static str> {
        (0..count).map(|_| Ok(Child { suffix: self.bytes()?, hash: self.hash()?, count: self.number()? })).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn reencode(node: &Node<'_>) -> Vec<u8> {
        match &node.items {
            Items::Leaf(entries) => {
                let all: Vec<_> = entries.iter().map(|e| (node.key(e.suffix), e.value.to_vec())).collect();
                encode_leaf(&all)
            }
            Items::Inner(children) => {
                let all: Vec<_> = children.iter().map(|c| node.reference(c)).collect();
                encode_inner(node.level, &all)
            }
        }
    }

    #[test]
    fn numbers_have_one_form() {
        for number in [0, 1, 127, 128, 300, u64::from(u32::MAX), u64::MAX] {
            let mut out = Vec::new();
            put_number(&mut out, number);
            assert_eq!(Input(&out).number(), Ok(number));
        }
        assert!(Input(&[0x80, 0]).number().is_err());
        assert!(Input(&[0xff; 10]).number().is_err());
    }

    proptest! {
        #[test]
        fn leaves_and_back(entries: std::collections::BTreeMap<Vec<u8>, Vec<u8>>) {
            let entries: Vec<_> = entries.into_iter().collect();
            let bytes = encode_leaf(&entries);
            let node = Node::decode(Hash::of(&bytes), &bytes)?;
            prop_assert_eq!(reencode(&node), bytes.clone());
            for (key, _) in &entries {
                if let Items::Leaf(found) = &node.items {
                    prop_assert!(found.iter().any(|entry| node.compare(entry.suffix, key).is_eq()));
                }
            }
        }

        #[test]
        fn whatever_decodes_encodes_to_the_same(
            mut bytes in prop::collection::vec(0u8..40, 0..200),
            inner: bool,
        ) {
            if let [version, level, ..] = &mut bytes[..] {
                *version = VERSION;
                *level = u8::from(inner);
            }
            if let Ok(node) = Node::decode(Hash([0; 32]), &bytes) {
                prop_assert_eq!(reencode(&node), bytes.clone());
            }
        }

        #[test]
        fn keys_compare_as_they_are_written(prefix: Vec<u8>, suffix: Vec<u8>, key: Vec<u8>) {
            let node = Node { level: 0, prefix: &prefix, items: Items::Leaf(Vec::new()) };
            prop_assert_eq!(node.compare(&suffix, &key), node.key(&suffix).cmp(&key));
        }
    }
}
