//! Alignment of two versions of a file, by which a range of the one is found in the other.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

use super::diff::{Hunk, Numbers, diff};
use crate::hash::Hash;

/// The maximum number of lines of the alignments that are kept, except for a single longer one.
const MOST_LINES: usize = 1 << 20;

/// The alignments of pairs of files, each made once: many conflicts can be in one file.
#[derive(Default)]
pub(super) struct Alignments(RefCell<Kept>);

#[derive(Default)]
struct Kept {
    alignments: HashMap<[Hash; 2], Rc<Alignment>>,
    lines: usize,
}

/// The lines of two versions of a file, and the differences between them.
pub(super) struct Alignment {
    /// The byte offset of each line and of the end, in the version before.
    before: Vec<usize>,
    /// The byte offset of each line and of the end, in the version after.
    after: Vec<usize>,
    hunks: Vec<Hunk>,
}

impl Alignments {
    /// Returns the alignment of two files, each given with its hash.
    pub(super) fn of(&self, before: (Hash, &[u8]), after: (Hash, &[u8])) -> Rc<Alignment> {
        let key = [before.0, after.0];
        if let Some(found) = self.0.borrow().alignments.get(&key) {
            return found.clone();
        }
        let new = Rc::new(Alignment::new(before.1, after.1));
        let mut kept = self.0.borrow_mut();
        let lines = new.before.len() + new.after.len();
        if kept.lines + lines > MOST_LINES {
            *kept = Kept::default();
        }
        kept.lines += lines;
        kept.alignments.insert(key, new.clone());
        new
    }
}

impl Alignment {
    fn new(before: &[u8], after: &[u8]) -> Self {
        let [in_before, in_after] = [before, after].map(offsets);
        let mut numbers = Numbers::new();
        let mut numbered =
            |file: &[u8], at: &[usize]| numbers.of(at.windows(2).map(|ends| file[ends[0]..ends[1]].to_vec()));
        let hunks = diff(&numbered(before, &in_before), &numbered(after, &in_after));
        Self { before: in_before, after: in_after, hunks }
    }

    /// Maps a byte range to the version after. Lines that were changed at its ends belong to it; lines inserted right
    /// before or after it do not, unless it was empty.
    pub(super) fn carry(&self, range: Range<usize>) -> Range<usize> {
        let Self { before, after, hunks } = self;
        let start = before.partition_point(|&at| at <= range.start).saturating_sub(1);
        let end = before.partition_point(|&at| at < range.end).max(start);
        let (mut from, mut to) = (start, end);
        for hunk in hunks {
            let touches_empty = start == end && hunk.before.start <= start && start <= hunk.before.end;
            let shift = hunk.after.end as isize - hunk.before.end as isize;
            if touches_empty {
                return after[hunk.after.start]..after[hunk.after.end];
            }
            if hunk.before.end <= start {
                from = start.saturating_add_signed(shift);
            } else if hunk.before.start < start {
                from = hunk.after.start;
            }
            if hunk.before.start < end {
                to = if hunk.before.end <= end { end.saturating_add_signed(shift) } else { hunk.after.end };
            }
        }
        after[from]..after[to.max(from)]
    }
}

/// Returns the byte offset of each line, and of the end.
fn offsets(file: &[u8]) -> Vec<usize> {
    let mut offsets = vec![0];
    for line in file.split_inclusive(|&byte| byte == b'\n') {
        offsets.push(offsets[offsets.len() - 1] + line.len());
    }
    offsets
}

#[cfg(test)]
mod tests {
    use super::*;

    fn carried(before: &str, after: &str, range: Range<usize>) -> Range<usize> {
        Alignment::new(before.as_bytes(), after.as_bytes()).carry(range)
    }

    fn check(before: &str, stretch: &str, after: &str, expected: &str) {
        let start = before.find(stretch).unwrap();
        let range = carried(before, after, start..start + stretch.len());
        assert_eq!(&after[range], expected, "{stretch:?} of {before:?} in {after:?}");
    }

    #[test]
    fn stretches_go_along_with_edits() {
        let before = "a\nb\nc\nd\n";
        check(before, "b\nc\n", before, "b\nc\n");
        check(before, "b\nc\n", "x\na\nb\nc\nd\ny\n", "b\nc\n");
        check(before, "b\nc\n", "a\nx\nb\nc\nx\nd\n", "b\nc\n");
        check(before, "b\nc\n", "a\nb\nx\nc\nd\n", "b\nx\nc\n");
        check(before, "b\nc\n", "a\nx\nc\nd\n", "x\nc\n");
        check(before, "b\nc\n", "x\nc\nd\n", "x\nc\n");
        check(before, "b\nc\n", "a\nb\nx\n", "b\nx\n");
        check(before, "b\nc\n", "a\nd\n", "");
        check(before, "b\nc\n", "", "");
        check(before, before, "x\n", "x\n");
    }

    #[test]
    fn an_empty_stretch_takes_what_is_put_there() {
        let at = |before: &str, at: usize, after: &str| after[carried(before, after, at..at)].to_owned();
        assert_eq!(at("a\nb\n", 2, "a\nb\n"), "");
        assert_eq!(at("a\nb\n", 2, "a\nx\nb\n"), "x\n");
        assert_eq!(at("a\nb\n", 2, "x\na\nb\n"), "");
        assert_eq!(at("", 0, "x\n"), "x\n");
    }
}
