//! Differences of two texts, in the blocks and words by which they are merged.
//!
//! Blocks are those of a merge: paragraphs, items, rows, lines of tags, code. The blocks of both texts are paired, and
//! versions of a block compared by words, as a merge does it, so what is shown of a change is what a merge makes of it.
//! Every byte of both texts is in one entry.

use std::collections::{HashMap, HashSet, VecDeque};
use std::ops::Range;

use super::Syntax;
use super::lines::{Kind, Lines};
use super::pairs::{are_compared, changes};
use super::region::{Region, Tables};
use super::words::{differences, says_something, words};
use crate::merge::diff::{Hunk, Numbers, diff};

/// The differences of two texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparison {
    /// The blocks of both texts: those of the later one are in their order, and removed ones in their old places.
    pub entries: Vec<Entry>,
    /// True if some blocks were too many or too long to be compared by words.
    pub is_rough: bool,
}

/// Blocks of two texts, with the blank lines after them, as byte ranges.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entry {
    /// The same blocks in both.
    Equal {
        /// Their bytes in the earlier text.
        before: Range<usize>,
        /// Their bytes in the later text.
        after: Range<usize>,
    },
    /// A block and another version of it.
    Changed {
        /// The bytes of the block in the earlier text.
        before: Range<usize>,
        /// The bytes of the block in the later text.
        after: Range<usize>,
        /// The words of both versions; `None` if there are too many.
        runs: Option<Vec<Run>>,
    },
    /// A block of the earlier text that the later one has elsewhere.
    Moved {
        /// The bytes of the block in the earlier text.
        before: Range<usize>,
        /// The bytes of the block in the later text.
        after: Range<usize>,
    },
    /// A block that only the earlier text has.
    Removed {
        /// The bytes of the block.
        before: Range<usize>,
    },
    /// A block that only the later text has.
    Added {
        /// The bytes of the block.
        after: Range<usize>,
    },
}

/// Words in a row that one or both versions of a block have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Run {
    /// Words of both.
    Equal(String),
    /// Words of the later version.
    Inserted(String),
    /// Words of the earlier version.
    Deleted(String),
}

/// Compares two versions of a text in Markdown.
pub fn compare(before: &str, after: &str) -> Comparison {
    let texts = [before, after].map(|text| Lines::new(Syntax::Markdown, text));
    let [one, other] = [0, 1].map(|side| Region::new(&texts[side], 0..texts[side].len(), Tables::Rows));
    let changes = changes(&one, &other);
    let moved = moved(&one, &other, &changes.hunks, &changes.edited);
    let mut out = Writer {
        texts: [before, after],
        units: [units(&texts[0], &one), units(&texts[1], &other)],
        code: one.blocks.iter().map(|block| block.kind == Kind::Code).collect(),
        gone: moved.values().copied().collect(),
        moved,
        comparison: Comparison { entries: Vec::new(), is_rough: false },
    };
    out.blank([one.blocks.is_empty(), other.blocks.is_empty()]);
    let mut at = [0, 0];
    for (hunk, edited) in changes.hunks.iter().zip(&changes.edited) {
        (at[0]..hunk.before.start).zip(at[1]..hunk.after.start).for_each(|(a, b)| out.versions(a, b));
        match edited {
            true => out.versions(hunk.before.start, hunk.after.start),
            false => {
                let sides = (&one.blocks[hunk.before.clone()], &other.blocks[hunk.after.clone()]);
                out.comparison.is_rough |=
                    !sides.0.is_empty() && !sides.1.is_empty() && !are_compared(sides.0, sides.1);
                out.replaced(hunk);
            }
        }
        at = [hunk.before.end, hunk.after.end];
    }
    (at[0]..one.blocks.len()).zip(at[1]..other.blocks.len()).for_each(|(a, b)| out.versions(a, b));
    out.comparison
}

/// Returns the bytes of each block with the blank lines after it; the first has those before it too.
fn units(lines: &Lines<'_>, region: &Region<'_>) -> Vec<Range<usize>> {
    let count = region.blocks.len();
    let offset = |line: usize| lines.text(0..line).len();
    let start = |block: usize| match block {
        0 => 0,
        _ if block == count => lines.len(),
        _ => region.lines_of(block..block).start,
    };
    (0..count).map(|block| offset(start(block))..offset(start(block + 1))).collect()
}

/// Returns the blocks that are removed and added again as they are: those of the earlier text by those of the later one.
fn moved(one: &Region<'_>, other: &Region<'_>, hunks: &[Hunk], edited: &[bool]) -> HashMap<usize, usize> {
    let replaced = || hunks.iter().zip(edited).filter(|(_, edited)| !**edited).map(|(hunk, _)| hunk);
    let mut removed: HashMap<&str, VecDeque<usize>> = HashMap::new();
    for at in replaced().flat_map(|hunk| hunk.before.clone()) {
        let block = &one.blocks[at];
        if block.kind != Kind::Tag && words(block.text).into_iter().any(says_something) {
            removed.entry(block.unended()).or_default().push_back(at);
        }
    }
    let added = replaced().flat_map(|hunk| hunk.after.clone());
    added.filter_map(|at| Some((at, removed.get_mut(other.blocks[at].unended())?.pop_front()?))).collect()
}

struct Writer<'t> {
    texts: [&'t str; 2],
    /// The bytes of the blocks of both texts.
    units: [Vec<Range<usize>>; 2],
    /// For each block of the earlier text, true if it is code.
    code: Vec<bool>,
    /// The blocks of the earlier text that are elsewhere in the later one.
    gone: HashSet<usize>,
    /// These by the blocks of the later text.
    moved: HashMap<usize, usize>,
    comparison: Comparison,
}

impl Writer<'_> {
    /// Adds texts that have no blocks.
    fn blank(&mut self, [one, other]: [bool; 2]) {
        let [before, after] = self.texts.map(|text| 0..text.len());
        match (one && !before.is_empty(), other && !after.is_empty()) {
            (true, true) if self.texts[0] == self.texts[1] => {
                self.comparison.entries.push(Entry::Equal { before, after });
            }
            (is_removed, is_added) => {
                self.comparison.entries.extend(is_removed.then_some(Entry::Removed { before }));
                self.comparison.entries.extend(is_added.then_some(Entry::Added { after }));
            }
        }
    }

    /// Adds a block of both texts, which may differ.
    fn versions(&mut self, one: usize, other: usize) {
        let (before, after) = (self.units[0][one].clone(), self.units[1][other].clone());
        let [old, new] = [&self.texts[0][before.clone()], &self.texts[1][after.clone()]];
        if old != new {
            let runs = runs(old, new, self.code[one]);
            self.comparison.is_rough |= runs.is_none();
            return self.comparison.entries.push(Entry::Changed { before, after, runs });
        }
        match self.comparison.entries.last_mut() {
            // A block between them may have moved away.
            Some(Entry::Equal { before: earlier, after: later })
                if earlier.end == before.start && later.end == after.start =>
            {
                (earlier.end, later.end) = (before.end, after.end);
            }
            _ => self.comparison.entries.push(Entry::Equal { before, after }),
        }
    }

    /// Adds blocks in place of others.
    fn replaced(&mut self, hunk: &Hunk) {
        let Self { units: [old, new], gone, moved, comparison, .. } = self;
        let removed = hunk.before.clone().filter(|at| !gone.contains(at));
        comparison.entries.extend(removed.map(|at| Entry::Removed { before: old[at].clone() }));
        let added = hunk.after.clone().map(|at| {
            let after = new[at].clone();
            match moved.get(&at) {
                Some(from) => Entry::Moved { before: old[*from].clone(), after },
                None => Entry::Added { after },
            }
        });
        comparison.entries.extend(added);
    }
}

/// Returns the words of two versions of a block, or the lines of code; `None` if there are too many.
fn runs(before: &str, after: &str, is_code: bool) -> Option<Vec<Run>> {
    let (sides, hunks) = if is_code { lines(before, after) } else { differences(before, after)? };
    let mut runs = Vec::new();
    let mut at = 0;
    let mut add = |words: &[&str], of: fn(String) -> Run| {
        if !words.is_empty() {
            runs.push(of(words.concat()));
        }
    };
    for hunk in hunks {
        add(&sides[0][at..hunk.before.start], Run::Equal);
        add(&sides[0][hunk.before.clone()], Run::Deleted);
        add(&sides[1][hunk.after], Run::Inserted);
        at = hunk.before.end;
    }
    add(&sides[0][at..], Run::Equal);
    Some(runs)
}

fn lines<'t>(before: &'t str, after: &'t str) -> ([Vec<&'t str>; 2], Vec<Hunk>) {
    let sides = [before, after].map(|text| text.split_inclusive('\n').collect::<Vec<_>>());
    let mut numbers = Numbers::new();
    let [in_before, in_after] = [0, 1].map(|side| numbers.of(sides[side].iter().copied()));
    let hunks = diff(&in_before, &in_after);
    (sides, hunks)
}
