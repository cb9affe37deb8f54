//! Alignment of two lists of segments: which one of the new list an old one has become.
//!
//! Equal segments are matched first, in order; between two matches, those that are left are paired one by one where they
//! are as many, else by the words that they share. A pair that is not equal is a segment that was edited. [`follow`] also
//! finds those that were moved.

use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};
use std::hash::Hash;

/// The number of pairs up to which the longest common subsequence is computed; beyond that, unique segments are anchors.
const MOST_CELLS: usize = 4_000_000;

/// Returns for each old segment the index of the new one that it has become, in increasing order; `None` for one that is
/// gone. `words` returns what a segment says.
pub fn align<T: Eq + Hash>(old: &[T], new: &[T], words: impl Fn(&T) -> String) -> Vec<Option<usize>> {
    between(old, new, &equal(old, new), &[], words)
}

/// Returns for each old segment the index of the new one that it has become, in any order: a segment that is elsewhere now
/// is followed there, if it is the same or shares most of its words.
pub fn follow<T: Eq + Hash>(old: &[T], new: &[T], words: impl Fn(&T) -> String) -> Vec<Option<usize>> {
    let kept = equal(old, new);
    let moved = moved(old, new, &kept);
    let mut out = between(old, new, &kept, &moved, &words);
    let taken: HashSet<usize> = out.iter().copied().flatten().collect();
    let left: Vec<usize> = (0..old.len()).filter(|at| out[*at].is_none()).collect();
    let mut right: Vec<usize> = (0..new.len()).filter(|at| !taken.contains(at)).collect();
    if left.len() * right.len() > MOST_CELLS / 100 {
        return out;
    }
    let bags: HashMap<usize, BTreeSet<String>> = right.iter().map(|at| (*at, bag(&words(&new[*at])))).collect();
    for at in left {
        let own = bag(&words(&old[at]));
        let likely = right.iter().map(|to| (*to, likeness(&own, &bags[to])));
        let best = likely.filter(|(_, likeness)| *likeness >= MUCH_LIKE && own.len() >= FEW_WORDS);
        if let Some((to, _)) = best.max_by_key(|(to, likeness)| (*likeness, new.len() - to)) {
            out[at] = Some(to);
            right.retain(|other| *other != to);
        }
    }
    out
}

/// Returns the pairs of equal segments that are left besides those that kept their order.
fn moved<T: Eq + Hash>(old: &[T], new: &[T], kept: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let (of_old, of_new): (HashSet<usize>, HashSet<usize>) = kept.iter().copied().unzip();
    let mut places: HashMap<&T, VecDeque<usize>> = HashMap::new();
    for at in (0..new.len()).filter(|at| !of_new.contains(at)) {
        places.entry(&new[at]).or_default().push_back(at);
    }
    let left = (0..old.len()).filter(|at| !of_old.contains(at));
    left.filter_map(|at| Some((at, places.get_mut(&old[at])?.pop_front()?))).collect()
}

/// Pairs what is between two matches in order. What was moved is no part of that.
fn between<T>(
    old: &[T],
    new: &[T],
    kept: &[(usize, usize)],
    moved: &[(usize, usize)],
    words: impl Fn(&T) -> String,
) -> Vec<Option<usize>> {
    let (of_old, of_new): (HashSet<usize>, HashSet<usize>) = moved.iter().copied().unzip();
    let mut out = vec![None; old.len()];
    let (mut from_old, mut from_new) = (0, 0);
    for (at_old, at_new) in kept.iter().copied().chain([(old.len(), new.len())]) {
        let left = (from_old..at_old).filter(|at| !of_old.contains(at)).collect();
        let right = (from_new..at_new).filter(|at| !of_new.contains(at)).collect();
        gap(old, new, left, right, &words, &mut out);
        if at_old < old.len() {
            out[at_old] = Some(at_new);
        }
        (from_old, from_new) = (at_old + 1, at_new + 1);
    }
    moved.iter().for_each(|(a, b)| out[*a] = Some(*b));
    out
}

/// Returns pairs of equal segments, increasing on both sides.
pub(crate) fn equal<T: Eq + Hash>(old: &[T], new: &[T]) -> Vec<(usize, usize)> {
    let start = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let most = old.len().min(new.len()) - start;
    let end = old.iter().rev().zip(new.iter().rev()).take(most).take_while(|(a, b)| a == b).count();
    let (mid_old, mid_new) = (&old[start..old.len() - end], &new[start..new.len() - end]);
    let middle =
        if mid_old.len() * mid_new.len() <= MOST_CELLS { longest(mid_old, mid_new) } else { unique(mid_old, mid_new) };
    let mut pairs: Vec<_> = (0..start).map(|n| (n, n)).collect();
    pairs.extend(middle.into_iter().map(|(a, b)| (a + start, b + start)));
    pairs.extend((0..end).rev().map(|n| (old.len() - 1 - n, new.len() - 1 - n)));
    pairs
}

/// Returns a longest common subsequence.
fn longest<T: Eq>(old: &[T], new: &[T]) -> Vec<(usize, usize)> {
    let width = new.len() + 1;
    let mut best = vec![0u32; (old.len() + 1) * width];
    for a in (0..old.len()).rev() {
        for b in (0..new.len()).rev() {
            best[a * width + b] = match old[a] == new[b] {
                true => best[(a + 1) * width + b + 1] + 1,
                false => best[(a + 1) * width + b].max(best[a * width + b + 1]),
            };
        }
    }
    let (mut a, mut b) = (0, 0);
    let mut pairs = Vec::new();
    while a < old.len() && b < new.len() {
        if old[a] == new[b] {
            pairs.push((a, b));
            (a, b) = (a + 1, b + 1);
        } else if best[(a + 1) * width + b] >= best[a * width + b + 1] {
            a += 1;
        } else {
            b += 1;
        }
    }
    pairs
}

/// Returns pairs of segments that are there once on each side, as far as they are in the same order.
fn unique<T: Eq + Hash>(old: &[T], new: &[T]) -> Vec<(usize, usize)> {
    let places = |all: &[T]| {
        let mut found: HashMap<usize, ()> = HashMap::new();
        let mut first: HashMap<&T, usize> = HashMap::new();
        for (at, it) in all.iter().enumerate() {
            match first.get(it) {
                Some(known) => drop(found.remove(known)),
                None => {
                    first.insert(it, at);
                    found.insert(at, ());
                }
            }
        }
        found
    };
    let (once_old, once_new) = (places(old), places(new));
    let by_value: HashMap<&T, usize> = once_new.keys().map(|at| (&new[*at], *at)).collect();
    let mut last = None;
    let mut pairs = Vec::new();
    for (at, value) in old.iter().enumerate() {
        if once_old.contains_key(&at)
            && let Some(to) = by_value.get(value).copied()
            && last.is_none_or(|last| to > last)
        {
            pairs.push((at, to));
            last = Some(to);
        }
    }
    pairs
}

/// Pairs what is between two matches.
fn gap<T>(
    old: &[T],
    new: &[T],
    left: Vec<usize>,
    right: Vec<usize>,
    words: &impl Fn(&T) -> String,
    out: &mut [Option<usize>],
) {
    if left.is_empty() || right.is_empty() {
        return;
    }
    if left.len() == right.len() {
        left.into_iter().zip(right).for_each(|(a, b)| out[a] = Some(b));
        return;
    }
    let bags: Vec<BTreeSet<String>> = right.iter().map(|at| bag(&words(&new[*at]))).collect();
    let mut from = 0;
    for a in left {
        let own = bag(&words(&old[a]));
        let likely = (from..right.len()).map(|at| (at, likeness(&own, &bags[at])));
        let best =
            likely.filter(|(_, likeness)| *likeness >= LIKE).max_by_key(|(at, likeness)| (*likeness, right.len() - at));
        if let Some((at, _)) = best {
            out[a] = Some(right[at]);
            from = at + 1;
        }
    }
}

/// The percentage of shared words from which on two segments are taken for the same one.
const LIKE: usize = 30;
/// The percentage for two segments in different places.
const MUCH_LIKE: usize = 60;
/// The number of different words from which on a segment is known again in another place.
const FEW_WORDS: usize = 3;

fn bag(text: &str) -> BTreeSet<String> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .take(200)
        .map(str::to_lowercase)
        .collect()
}

/// Returns the percentage of the words of two segments that both have.
pub(crate) fn likeness(a: &BTreeSet<String>, b: &BTreeSet<String>) -> usize {
    let both = a.intersection(b).count();
    let all = a.len() + b.len() - both;
    (both * 100).checked_div(all).unwrap_or(0)
}

#[cfg(test)]
mod tests;
