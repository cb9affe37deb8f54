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
        check_level(hash, node.level, level)?;
        Ok(node)
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
        compare(self.prefix, suffix, key)
    }

    /// Compares the key with this suffix with that of another node with that suffix.
    pub(super) fn compare_with(&self, suffix: &[u8], other: &Self, others: &[u8]) -> Ordering {
        if self.prefix == other.prefix {
            return suffix.cmp(others);
        }
        self.prefix.iter().chain(suffix).cmp(other.prefix.iter().chain(others))
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
    let (header, input) = Header::read(bytes)?;
    let Header { level, prefix, count } = header;
    let items = match level {
        0 => Items::Leaf(input.items(&header, SHORTEST_ENTRY, Input::entry, |entry| entry.suffix)?),
        _ => Items::Inner(input.items(&header, SHORTEST_CHILD, Input::child, |child| child.suffix)?),
    };
    if level > 0 && count == 0 {
        return Err("it has no children");
    }
    Ok(Node { level, prefix, items })
}

/// The place of a key according to one node.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Place<'a> {
    /// The node is a leaf and has the key with this value.
    Here(&'a [u8]),
    /// Only the subtree with this root, of this level, may have the key.
    Below(Hash, u8),
    /// The map has no such key.
    Nowhere,
}

/// The first entry of a map that does not come before a key, according to one node.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum First<'a> {
    /// The node is a leaf, and has the entry with the key of this prefix and suffix.
    Here([&'a [u8]; 2], &'a [u8]),
    /// Only the subtree with this root, of this level, may have the entry.
    Below(Hash, u8),
    /// The map has no such entry.
    Nowhere,
}

/// Finds the place of a key, without an allocation. The node is checked as [`Node::decode_at`] checks it.
pub(super) fn find<'a>(hash: Hash, bytes: &'a [u8], level: Option<u8>, key: &[u8]) -> Result<Place<'a>, ObjectError> {
    let found = place(bytes, key).map_err(|reason| damaged(hash, reason));
    let (of, place) = found?;
    check_level(hash, of, level)?;
    Ok(place)
}

/// Finds the first entry that does not come before a key, as [`find`] finds the one with a key.
pub(super) fn first<'a>(hash: Hash, bytes: &'a [u8], level: Option<u8>, key: &[u8]) -> Result<First<'a>, ObjectError> {
    let found = seek(bytes, key, Ordering::is_ge).map_err(|reason| damaged(hash, reason));
    let (of, first) = found?;
    check_level(hash, of, level)?;
    Ok(first)
}

/// Returns the level of a node, and the place of a key according to it.
fn place<'a>(bytes: &'a [u8], key: &[u8]) -> Result<(u8, Place<'a>), &'static str> {
    let (level, found) = seek(bytes, key, Ordering::is_eq)?;
    let place = match found {
        First::Here(_, value) => Place::Here(value),
        First::Below(hash, level) => Place::Below(hash, level),
        First::Nowhere => Place::Nowhere,
    };
    Ok((level, place))
}

/// Returns the level of a node, and the first entry whose key is in an order to another, according to the node.
fn seek<'a>(bytes: &'a [u8], key: &[u8], fits: impl Fn(Ordering) -> bool) -> Result<(u8, First<'a>), &'static str> {
    let (header, mut input) = Header::read(bytes)?;
    let Header { level, prefix, count } = header;
    if level > 0 && count == 0 {
        return Err("it has no children");
    }
    let mut found = None;
    let mut keys = Keys::new(prefix);
    for _ in 0..count {
        let suffix = input.bytes()?;
        keys.next(suffix)?;
        let order = || compare(prefix, suffix, key);
        if level == 0 {
            let value = input.bytes()?;
            if found.is_none() && fits(order()) {
                found = Some(First::Here([prefix, suffix], value));
            }
        } else {
            let (hash, _) = (input.hash()?, input.number()?);
            if found.is_none() && order().is_ge() {
                found = Some(First::Below(hash, level - 1));
            }
        }
    }
    keys.end()?;
    input.end()?;
    Ok((level, found.unwrap_or(First::Nowhere)))
}

/// The part of a node before its items.
struct Header<'a> {
    level: u8,
    count: usize,
    prefix: &'a [u8],
}

impl<'a> Header<'a> {
    /// Reads the header of a node, and returns it with the bytes after it.
    fn read(bytes: &'a [u8]) -> Result<(Self, Input<'a>), &'static str> {
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
        Ok((Self { level, count, prefix }, input))
    }
}

/// A check of the suffixes of a node, one after the other: they ascend, and share nothing.
struct Keys<'a> {
    prefix: &'a [u8],
    ends: Option<(&'a [u8], &'a [u8])>,
}

impl<'a> Keys<'a> {
    fn new(prefix: &'a [u8]) -> Self {
        Self { prefix, ends: None }
    }

    fn next(&mut self, suffix: &'a [u8]) -> Result<(), &'static str> {
        self.ends = match self.ends {
            Some((_, last)) if last >= suffix => return Err("its keys are not in order"),
            Some((first, _)) => Some((first, suffix)),
            None => Some((suffix, suffix)),
        };
        Ok(())
    }

    /// Checks the prefix, once every suffix was given.
    fn end(self) -> Result<(), &'static str> {
        let is_canonical = match self.ends {
            // A single suffix is first and last, and must be empty.
            Some((first, last)) => shared(first, last) == 0,
            None => self.prefix.is_empty(),
        };
        if is_canonical { Ok(()) } else { Err("its prefix is not the one that its keys share") }
    }
}

/// The fewest bytes of an entry: two lengths.
const SHORTEST_ENTRY: usize = 2;

/// The fewest bytes of a child: a length, a hash and a number.
const SHORTEST_CHILD: usize = 34;

/// Compares the key of a prefix and a suffix with another, without concatenating it.
fn compare(prefix: &[u8], suffix: &[u8], key: &[u8]) -> Ordering {
    let head = &key[..key.len().min(prefix.len())];
    prefix.cmp(head).then_with(|| suffix.cmp(&key[head.len()..]))
}

fn check_level(hash: Hash, of: u8, level: Option<u8>) -> Result<(), ObjectError> {
    match level {
        Some(level) if level != of => Err(damaged(hash, "it is of another level than its parent says")),
        _ => Ok(()),
    }
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
        match *self.0 {
            // Nearly every number is short.
            [byte @ 0..0x80, ref rest @ ..] => {
                self.0 = rest;
                Ok(u64::from(byte))
            }
            _ => self.long_number(),
        }
    }

    fn long_number(&mut self) -> Result<u64, &'static str> {
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

    fn entry(&mut self) -> Result<Entry<'a>, &'static str> {
        Ok(Entry { suffix: self.bytes()?, value: self.bytes()? })
    }

    fn child(&mut self) -> Result<Child<'a>, &'static str> {
        Ok(Child { suffix: self.bytes()?, hash: self.hash()?, count: self.number()? })
    }

    /// Reads all items of a node, each of which takes some bytes at least.
    fn items<T>(
        mut self,
        header: &Header<'a>,
        shortest: usize,
        read: impl Fn(&mut Self) -> Result<T, &'static str>,
        suffix: impl Fn(&T) -> &'a [u8],
    ) -> Result<Vec<T>, &'static str> {
        let mut items = Vec::with_capacity(header.count.min(self.0.len() / shortest));
        let mut keys = Keys::new(header.prefix);
        for _ in 0..header.count {
            let item = read(&mut self)?;
            keys.next(suffix(&item))?;
            items.push(item);
        }
        keys.end()?;
        self.end()?;
        Ok(items)
    }

    fn end(&self) -> Result<(), &'static str> {
        if self.0.is_empty() { Ok(()) } else { Err("there is something after its end") }
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
            for (key, value) in &entries {
                if let Items::Leaf(found) = &node.items {
                    prop_assert!(found.iter().any(|entry| node.compare(entry.suffix, key).is_eq()));
                }
                prop_assert_eq!(place(&bytes, key), Ok((0, Place::Here(value))));
            }
        }

        #[test]
        fn a_search_accepts_what_is_decoded_and_finds_what_is_there(
            mut bytes in prop::collection::vec(0u8..40, 0..200),
            level in 0u8..3,
            key in prop::collection::vec(0u8..40, 0..4),
        ) {
            if let [version, its, ..] = &mut bytes[..] {
                (*version, *its) = (VERSION, level);
            }
            let found = place(&bytes, &key);
            let Ok(node) = decode(&bytes) else {
                prop_assert!(found.is_err());
                return Ok(());
            };
            let expected = match &node.items {
                Items::Leaf(entries) => entries
                    .iter()
                    .find(|entry| node.key(entry.suffix) == key)
                    .map_or(Place::Nowhere, |entry| Place::Here(entry.value)),
                Items::Inner(children) => children
                    .iter()
                    .find(|child| node.key(child.suffix) >= key)
                    .map_or(Place::Nowhere, |child| Place::Below(child.hash, node.level - 1)),
            };
            prop_assert_eq!(found, Ok((node.level, expected)));
        }

        #[test]
        fn keys_of_two_nodes_compare_as_they_are_written(one: [Vec<u8>; 2], other: [Vec<u8>; 2]) {
            fn node(prefix: &[u8]) -> Node<'_> {
                Node { level: 0, prefix, items: Items::Leaf(Vec::new()) }
            }
            let order = node(&one[0]).compare_with(&one[1], &node(&other[0]), &other[1]);
            prop_assert_eq!(order, one.concat().cmp(&other.concat()));
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
