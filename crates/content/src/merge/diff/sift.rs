//! Setting aside what need not be compared: the equal ends, what the other sequence does not have, and what is so
//! frequent among such items that matching it would say nothing.

use std::ops::Range;

use super::Side;

/// However long a sequence is, an item that occurs so often in the other one is frequent.
const MOST_OFTEN: usize = 1024;
/// How far around a frequent item is looked.
const WINDOW: usize = 100;
/// So many times as many items without counterpart as frequent ones have to be around for one to be set aside.
const LONELINESS: usize = 4;

/// How an item occurs in the other sequence.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Occurs {
    Never,
    Sometimes,
    Often,
}

/// Marks what is changed for sure, and lists the rest.
pub(super) fn sift(sides: &mut [Side<'_>; 2]) {
    let [a, b] = &*sides;
    let prefix = a.items.iter().zip(b.items).take_while(|(a, b)| a == b).count();
    let tails = a.items[prefix..].iter().rev().zip(b.items[prefix..].iter().rev());
    let suffix = tails.take_while(|(a, b)| a == b).count();
    let counts = [count(a.items), count(b.items)];
    let [in_a, in_b] = &counts;
    for (side, elsewhere) in sides.iter_mut().zip([in_b, in_a]) {
        let middle = prefix..side.items.len() - suffix;
        keep(side, middle, elsewhere);
    }
}

fn count(items: &[u32]) -> Vec<usize> {
    let kinds = items.iter().max().map_or(0, |&most| most as usize + 1);
    let mut counts = vec![0; kinds];
    for &item in items {
        counts[item as usize] += 1;
    }
    counts
}

fn keep(side: &mut Side<'_>, middle: Range<usize>, elsewhere: &[usize]) {
    let often = root(side.items.len()).min(MOST_OFTEN);
    let occurs = |item: &u32| match elsewhere.get(*item as usize).copied().unwrap_or(0) {
        0 => Occurs::Never,
        times if times >= often => Occurs::Often,
        _ => Occurs::Sometimes,
    };
    let occurs: Vec<Occurs> = side.items[middle.clone()].iter().map(occurs).collect();
    for (at, &how) in occurs.iter().enumerate() {
        let aside = how == Occurs::Never || how == Occurs::Often && is_lonely(&occurs, at);
        if aside {
            side.changed[middle.start + at] = true;
        } else {
            side.kept.push(middle.start + at);
        }
    }
}

/// Whether a frequent item stands among many that have no counterpart.
fn is_lonely(occurs: &[Occurs], at: usize) -> bool {
    let before = occurs[at.saturating_sub(WINDOW)..at].iter().rev();
    let after = occurs[at + 1..occurs.len().min(at + WINDOW + 1)].iter();
    let (lone_before, often_before) = surroundings(before);
    let (lone_after, often_after) = surroundings(after);
    // The item itself counts on both sides.
    let often = often_before + often_after + 2;
    lone_before > 0 && lone_after > 0 && often * LONELINESS < often + lone_before + lone_after
}

/// How many without counterpart and how many frequent ones come before the next that is neither.
fn surroundings<'a>(items: impl Iterator<Item = &'a Occurs>) -> (usize, usize) {
    let (mut lone, mut often) = (0, 0);
    for item in items {
        match item {
            Occurs::Never => lone += 1,
            Occurs::Often => often += 1,
            Occurs::Sometimes => break,
        }
    }
    (lone, often)
}

/// About the square root: the next power of two.
pub(super) fn root(mut n: usize) -> usize {
    let mut root = 1;
    while n > 0 {
        root <<= 1;
        n >>= 2;
    }
    root
}
