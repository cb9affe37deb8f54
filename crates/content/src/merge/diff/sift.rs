//! Preselection of the items to compare: the equal ends, items without a counterpart in the other sequence, and items
//! that are frequent there and surrounded by such items are left out.

use std::ops::Range;

use super::Side;

/// The number of occurrences in the other sequence from which an item is frequent, however long its sequence is.
const MOST_OFTEN: usize = 1024;
/// The number of items before and after a frequent item that are examined.
const WINDOW: usize = 100;
/// The factor by which items without a counterpart must dominate the frequent ones around an item for it to be left
/// out.
const LONELINESS: usize = 4;

/// The frequency of an item in the other sequence.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Occurs {
    Never,
    Sometimes,
    Often,
}

/// Marks items that are certainly changed, and lists the rest.
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

/// Returns true if a frequent item is surrounded mostly by items without a counterpart.
fn is_lonely(occurs: &[Occurs], at: usize) -> bool {
    let before = occurs[at.saturating_sub(WINDOW)..at].iter().rev();
    let after = occurs[at + 1..occurs.len().min(at + WINDOW + 1)].iter();
    let (lone_before, often_before) = surroundings(before);
    let (lone_after, often_after) = surroundings(after);
    // The item itself counts on both sides.
    let often = often_before + often_after + 2;
    lone_before > 0 && lone_after > 0 && often * LONELINESS < often + lone_before + lone_after
}

/// Returns the numbers of items without a counterpart and of frequent ones before the next other item.
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

/// Returns a power of two that approximates the square root from above.
pub(super) fn root(mut n: usize) -> usize {
    let mut root = 1;
    while n > 0 {
        root <<= 1;
        n >>= 2;
    }
    root
}
