//! Grouping of the hunks of two diffs against one base by their dependencies.

use std::ops::Range;

use super::piece::Place;
use crate::merge::diff::Hunk;

/// The condition under which two hunks depend on each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Contact {
    /// They overlap or are adjacent.
    Touch,
    /// They overlap, or both insert at the same place.
    Overlap,
}

/// Hunks that depend on each other, and the ranges that they cover on each side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Group {
    pub(super) base: Range<usize>,
    pub(super) main: Range<usize>,
    pub(super) change: Range<usize>,
    /// The indices of main's hunks.
    pub(super) main_hunks: Range<usize>,
    /// The indices of the change request's hunks.
    pub(super) change_hunks: Range<usize>,
}

impl Group {
    /// Returns the group from one to a later one, with all between them.
    pub(super) fn over(first: &Self, last: &Self) -> Self {
        Self {
            base: first.base.start..last.base.end,
            main: first.main.start..last.main.end,
            change: first.change.start..last.change.end,
            main_hunks: first.main_hunks.start..last.main_hunks.end,
            change_hunks: first.change_hunks.start..last.change_hunks.end,
        }
    }

    /// Returns the ranges in the base, in main and in the change request.
    pub(super) fn place(&self) -> Place {
        [self.base.clone(), self.main.clone(), self.change.clone()]
    }

    /// Adds so many unchanged lines before it and after it.
    pub(super) fn widen(&mut self, before: usize, after: usize) {
        for range in [&mut self.base, &mut self.main, &mut self.change] {
            *range = range.start - before..range.end + after;
        }
    }
}

/// Returns the groups in order of the base.
pub(super) fn groups(main: &[Hunk], change: &[Hunk], contact: Contact) -> Vec<Group> {
    let (mut main, mut change) = (Walk::new(main), Walk::new(change));
    let mut groups = Vec::new();
    while let Some(first) = [main.next(), change.next()].into_iter().flatten().min_by_key(|range| place(range)) {
        let mut base = first.clone();
        let (from_main, from_change) = (main.clone(), change.clone());
        while main.take(&mut base, contact) || change.take(&mut base, contact) {}
        groups.push(Group {
            main: from_main.place(base.start)..main.place(base.end),
            change: from_change.place(base.start)..change.place(base.end),
            main_hunks: from_main.at..main.at,
            change_hunks: from_change.at..change.at,
            base,
        });
    }
    groups
}

/// Returns a sort key: insertions at a place come before replacements there.
fn place(range: &Range<usize>) -> (usize, usize) {
    (range.start, range.end)
}

/// A position in a list of hunks.
#[derive(Clone)]
struct Walk<'a> {
    hunks: &'a [Hunk],
    at: usize,
    /// The offset of this side's indices relative to the base after the hunks so far.
    shift: isize,
}

impl<'a> Walk<'a> {
    fn new(hunks: &'a [Hunk]) -> Self {
        Self { hunks, at: 0, shift: 0 }
    }

    fn next(&self) -> Option<&'a Range<usize>> {
        self.hunks.get(self.at).map(|hunk| &hunk.before)
    }

    /// Adds the next hunk to a group, if it depends on it.
    fn take(&mut self, base: &mut Range<usize>, contact: Contact) -> bool {
        let Some(hunk) = self.hunks.get(self.at).filter(|hunk| meets(base, &hunk.before, contact)) else {
            return false;
        };
        *base = base.start.min(hunk.before.start)..base.end.max(hunk.before.end);
        self.shift = hunk.after.end as isize - hunk.before.end as isize;
        self.at += 1;
        true
    }

    /// Maps an index of the base to this side.
    fn place(&self, base: usize) -> usize {
        base.saturating_add_signed(self.shift)
    }
}

fn meets(a: &Range<usize>, b: &Range<usize>, contact: Contact) -> bool {
    let (start, end) = (a.start.max(b.start), a.end.min(b.end));
    // An empty range overlaps another only strictly inside it, not at an end.
    start < end || start == end && (contact == Contact::Touch || a == b || inside(a, b) || inside(b, a))
}

fn inside(empty: &Range<usize>, other: &Range<usize>) -> bool {
    empty.is_empty() && other.start < empty.start && empty.start < other.end
}
