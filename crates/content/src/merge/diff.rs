//! Diff of two sequences: Myers' algorithm (1986) in linear space, as `git` runs it.
//!
//! A merge has the same result as `git merge-file` only if lines are matched in the same way, and where lines repeat
//! there are many ways. So every choice follows git's implementation: lines without a counterpart are discarded first
//! ([`sift`]), long searches are cut short ([`search`]), and hunks slide to the end of a repetition ([`slide`]). The
//! cost is bounded by the length times its square root.

mod search;
mod sift;
mod slide;

use std::collections::HashMap;
use std::hash::Hash;
use std::ops::Range;

/// A pair of ranges that differ. One of the two may be empty; between two hunks there is at least one equal item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Hunk {
    pub(crate) before: Range<usize>,
    pub(crate) after: Range<usize>,
}

/// A numbering of items: equal items get equal numbers, counted from 0.
#[derive(Debug)]
pub(crate) struct Numbers<T>(HashMap<T, u32>);

impl<T: Eq + Hash> Numbers<T> {
    pub(crate) fn new() -> Self {
        Self(HashMap::new())
    }

    pub(crate) fn of(&mut self, items: impl IntoIterator<Item = T>) -> Vec<u32> {
        items.into_iter().map(|item| self.one(item)).collect()
    }

    fn one(&mut self, item: T) -> u32 {
        let next = self.0.len() as u32;
        *self.0.entry(item).or_insert(next)
    }
}

/// Returns the differences between two sequences of [`Numbers`], in order.
pub(crate) fn diff(before: &[u32], after: &[u32]) -> Vec<Hunk> {
    let mut sides = [Side::new(before), Side::new(after)];
    sift::sift(&mut sides);
    search::compare(&mut sides);
    let [before, after] = &mut sides;
    slide::slide(before, after);
    slide::slide(after, before);
    hunks(&before.changed, &after.changed)
}

/// One of the two sequences that are compared.
struct Side<'a> {
    items: &'a [u32],
    /// For each item, true if it is not matched in the other sequence.
    changed: Vec<bool>,
    /// The indices of the items that take part in the search.
    kept: Vec<usize>,
}

impl<'a> Side<'a> {
    fn new(items: &'a [u32]) -> Self {
        Self { items, changed: vec![false; items.len()], kept: Vec::new() }
    }
}

fn hunks(before: &[bool], after: &[bool]) -> Vec<Hunk> {
    let mut hunks = Vec::new();
    let (mut a, mut b) = (0, 0);
    while a < before.len() || b < after.len() {
        let (from_a, from_b) = (a, b);
        a += run(&before[a..]);
        b += run(&after[b..]);
        if a > from_a || b > from_b {
            hunks.push(Hunk { before: from_a..a, after: from_b..b });
        }
        // Items that are not changed are in both sequences.
        (a, b) = (a + 1, b + 1);
    }
    hunks
}

/// Returns the length of the leading run of changed items.
fn run(changed: &[bool]) -> usize {
    changed.iter().take_while(|&&changed| changed).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Applies hunks to the first sequence, taking their items from the second.
    fn patched(before: &[u32], after: &[u32], hunks: &[Hunk]) -> Vec<u32> {
        let mut out = Vec::new();
        let mut at = 0;
        for hunk in hunks {
            out.extend(&before[at..hunk.before.start]);
            out.extend(&after[hunk.after.clone()]);
            at = hunk.before.end;
        }
        out.extend(&before[at..]);
        out
    }

    proptest! {
        #[test]
        fn hunks_make_one_of_the_other(
            kinds in 1u32..40,
            before in prop::collection::vec(any::<u32>(), 0..200),
            after in prop::collection::vec(any::<u32>(), 0..200),
        ) {
            let few = |items: &[u32]| items.iter().map(|item| item % kinds).collect::<Vec<_>>();
            let (before, after) = (few(&before), few(&after));
            let hunks = diff(&before, &after);
            prop_assert_eq!(patched(&before, &after, &hunks), after);
            prop_assert!(hunks.is_sorted_by(|a, b| a.before.end < b.before.start && a.after.end < b.after.start));
        }
    }

    #[test]
    fn equal_sequences_do_not_differ() {
        assert_eq!(diff(&[], &[]), []);
        assert_eq!(diff(&[1, 2, 1], &[1, 2, 1]), []);
        assert_eq!(diff(&[], &[7]), [Hunk { before: 0..0, after: 0..1 }]);
        assert_eq!(diff(&[7], &[]), [Hunk { before: 0..1, after: 0..0 }]);
    }

    #[test]
    fn hunks_stand_at_the_end_of_what_repeats() {
        assert_eq!(diff(&[1, 2, 9], &[1, 2, 1, 2, 9]), [Hunk { before: 2..2, after: 2..4 }]);
        assert_eq!(diff(&[1, 5, 1, 5, 1], &[1, 5, 1]), [Hunk { before: 3..5, after: 3..3 }]);
    }

    #[test]
    fn what_has_nothing_in_common_does_not_take_long() {
        let before: Vec<u32> = (0..60_000).map(|n| n % 251).collect();
        let after: Vec<u32> = (0..60_000).map(|n| n * 7 % 241).collect();
        assert!(!diff(&before, &after).is_empty());
    }
}
