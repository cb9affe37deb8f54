//! Pairing of the items of two sequences by their hashes.

use std::collections::HashMap;
use std::hash::{Hash, Hasher};

/// A 64-bit hasher that mixes in eight bytes at a time by multiplication. Results are the same on every machine and in
/// every version; it does not resist deliberate collisions.
#[derive(Clone, Copy, Default)]
pub(super) struct Mix(u64);

impl Mix {
    fn add(&mut self, value: u64) {
        let mixed = (self.0 ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ (mixed >> 29);
    }
}

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        let mixed = (self.0 ^ (self.0 >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        mixed ^ (mixed >> 32)
    }

    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            self.add(u64::from_le_bytes(*word));
        }
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        self.add(u64::from_le_bytes(last) ^ (bytes.len() as u64) << 56);
    }

    fn write_u8(&mut self, value: u8) {
        self.add(u64::from(value));
    }

    fn write_u32(&mut self, value: u32) {
        self.add(u64::from(value));
    }

    fn write_u64(&mut self, value: u64) {
        self.add(value);
    }

    fn write_usize(&mut self, value: usize) {
        self.add(value as u64);
    }

    fn write_isize(&mut self, value: isize) {
        self.add(value as u64);
    }
}

/// The hasher of sets and maps whose keys are hashes.
pub(super) type ByHash = std::hash::BuildHasherDefault<Mix>;

/// Returns the hash of a value. The initial state is not zero, as any number of zeros would leave that unchanged.
pub(super) fn hash<T: Hash + ?Sized>(value: &T) -> u64 {
    let mut hasher = Mix(0xa076_1d64_78bd_642f);
    value.hash(&mut hasher);
    hasher.finish()
}

/// The maximum number of items in a gap that are compared; larger gaps are paired by position alone.
const MOST_COMPARED: usize = 64;

/// Returns true if two items are similar, given whether they are the only ones in their gap.
pub(super) type Alike<'a> = &'a dyn Fn(usize, usize, bool) -> bool;

/// Pairs each new item with an old one: equal ones in order, then equal ones that were moved, then similar ones within
/// the gaps in order, then similar ones that were moved, and at last those that are the only ones in their gap.
pub(super) fn all(old: &[u64], new: &[u64], alike: Alike<'_>) -> Vec<Option<usize>> {
    let mut pairs = equal(old, new);
    let anchors: Vec<(usize, usize)> = pairs.iter().enumerate().filter_map(|(j, i)| Some(((*i)?, j))).collect();
    let mut taken = vec![false; old.len()];
    for (i, _) in &anchors {
        taken[*i] = true;
    }
    moved(old, new, &mut pairs, &mut taken);
    let mut start = (0, 0);
    let mut alone = Vec::new();
    for (i, j) in anchors.into_iter().chain([(old.len(), new.len())]) {
        alone.extend(gap(start.0..i, start.1..j, alike, &mut pairs, &mut taken));
        start = (i + 1, j + 1);
    }
    moved_and_edited(alike, &mut pairs, &mut taken);
    for (i, j) in alone {
        if !taken[i] && pairs[j].is_none() && alike(i, j, true) {
            (pairs[j], taken[i]) = (Some(i), true);
        }
    }
    pairs
}

/// Pairs similar items regardless of their order, if few are left.
fn moved_and_edited(alike: Alike<'_>, pairs: &mut [Option<usize>], taken: &mut [bool]) {
    let mut old: Vec<usize> = (0..taken.len()).filter(|i| !taken[*i]).collect();
    let new: Vec<usize> = (0..pairs.len()).filter(|j| pairs[*j].is_none()).collect();
    if old.len().max(new.len()) > MOST_COMPARED {
        return;
    }
    for j in new {
        if let Some(at) = old.iter().position(|i| alike(*i, j, false)) {
            let i = old.remove(at);
            (pairs[j], taken[i]) = (Some(i), true);
        }
    }
}

/// Pairs each new item with an equal old one, so that both are in order.
pub(super) fn equal(old: &[u64], new: &[u64]) -> Vec<Option<usize>> {
    let mut pairs = vec![None; new.len()];
    let head = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let most = old.len().min(new.len()) - head;
    let tail = old.iter().rev().zip(new.iter().rev()).take(most).take_while(|(a, b)| a == b).count();
    for (j, pair) in pairs.iter_mut().enumerate() {
        if j < head {
            *pair = Some(j);
        } else if j >= new.len() - tail {
            *pair = Some(old.len() - (new.len() - j));
        }
    }
    let (old_end, new_end) = (old.len() - tail, new.len() - tail);
    let unique = increasing(&unique(old, new, head..old_end, head..new_end));
    let mut start = (head, head);
    for (i, j) in unique.into_iter().chain([(old_end, new_end)]) {
        repeated(old, new, start.0..i, start.1..j, &mut pairs);
        if j < new_end {
            pairs[j] = Some(i);
        }
        start = (i + 1, j + 1);
    }
    pairs
}

type Range = std::ops::Range<usize>;

/// Returns pairs of equal items that occur once on each side, in the order of the new ones.
fn unique(old: &[u64], new: &[u64], a: Range, b: Range) -> Vec<(usize, usize)> {
    let mut counts: HashMap<u64, (usize, usize, usize), ByHash> = HashMap::default();
    for i in a {
        let entry = counts.entry(old[i]).or_default();
        entry.0 += 1;
        entry.2 = i;
    }
    for j in b.clone() {
        counts.entry(new[j]).or_default().1 += 1;
    }
    b.filter_map(|j| counts.get(&new[j]).filter(|(a, b, _)| (*a, *b) == (1, 1)).map(|(_, _, i)| (*i, j))).collect()
}

/// Returns the longest increasing subsequence of pairs by their old indices.
fn increasing(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    for (at, (i, _)) in pairs.iter().enumerate() {
        let length = ends.partition_point(|end| pairs[*end].0 < *i);
        before.push(length.checked_sub(1).map(|last| ends[last]));
        if length == ends.len() {
            ends.push(at);
        } else {
            ends[length] = at;
        }
    }
    let mut chain = Vec::with_capacity(ends.len());
    let mut next = ends.last().copied();
    while let Some(at) = next {
        chain.push(pairs[at]);
        next = before[at];
    }
    chain.reverse();
    chain
}

/// Pairs equal items in a gap that may occur several times.
fn repeated(old: &[u64], new: &[u64], a: Range, b: Range, pairs: &mut [Option<usize>]) {
    if a.is_empty() || b.is_empty() {
        return;
    }
    let mut places: HashMap<u64, Vec<usize>, ByHash> = HashMap::default();
    for i in a.clone() {
        places.entry(old[i]).or_default().push(i);
    }
    let mut from = a.start;
    for j in b {
        let Some(places) = places.get(&new[j]) else { continue };
        if let Some(i) = places.get(places.partition_point(|i| *i < from)) {
            pairs[j] = Some(*i);
            from = i + 1;
        }
    }
}

/// Pairs similar items in a gap. Returns the items that are the only ones in it and not similar.
fn gap(
    a: Range,
    b: Range,
    alike: Alike<'_>,
    pairs: &mut [Option<usize>],
    taken: &mut [bool],
) -> Option<(usize, usize)> {
    let old: Vec<usize> = a.filter(|i| !taken[*i]).collect();
    let new: Vec<usize> = b.filter(|j| pairs[*j].is_none()).collect();
    let mut from = 0;
    for j in &new {
        let most = if old.len() > MOST_COMPARED { 1 } else { old.len() };
        if let Some(at) = (from..old.len()).take(most).find(|at| alike(old[*at], *j, false)) {
            pairs[*j] = Some(old[at]);
            taken[old[at]] = true;
            from = at + 1;
        }
    }
    match (&old[..], &new[..]) {
        ([i], [j]) if from == 0 => Some((*i, *j)),
        _ => None,
    }
}

/// Pairs equal items regardless of their order.
fn moved(old: &[u64], new: &[u64], pairs: &mut [Option<usize>], taken: &mut [bool]) {
    let mut places: HashMap<u64, Vec<usize>, ByHash> = HashMap::default();
    for (i, hash) in old.iter().enumerate().rev().filter(|(i, _)| !taken[*i]) {
        places.entry(*hash).or_default().push(i);
    }
    for (j, pair) in pairs.iter_mut().enumerate().filter(|(_, pair)| pair.is_none()) {
        if let Some(i) = places.get_mut(&new[j]).and_then(Vec::pop) {
            *pair = Some(i);
            taken[i] = true;
        }
    }
}
