//! Changes of one side in a region, by blocks: insertions, deletions and edits.

use std::ops::Range;

use super::lines::Kind;
use super::region::{Block, Region};
use super::words::{says_something, words};
use crate::merge::diff::{Hunk, Numbers, diff};

/// The maximum number of steps for comparing blocks within one hunk.
const MOST_STEPS: usize = 2_000_000;
/// The minimum number of common words below which similarity may be a coincidence.
const MANY_WORDS: usize = 12;

/// The hunks over the blocks of a region.
#[derive(Debug, Default)]
pub(super) struct Changes {
    pub(super) hunks: Vec<Hunk>,
    /// For each hunk, true if it replaces one block by another version of it.
    pub(super) edited: Vec<bool>,
}

/// Returns the changes from the base to a side.
pub(super) fn changes(base: &Region<'_>, side: &Region<'_>) -> Changes {
    let mut numbers = Numbers::new();
    let mut of = |region: &Region<'_>| numbers.of(region.blocks.iter().map(|block| block.unended().to_owned()));
    let (in_base, in_side) = (of(base), of(side));
    let mut changes = Changes::default();
    for hunk in diff(&in_base, &in_side) {
        let pairs = pairs(&base.blocks[hunk.before.clone()], &side.blocks[hunk.after.clone()]);
        changes.divide(&hunk, &pairs);
    }
    changes
}

impl Changes {
    /// Splits a hunk into the pairs of versions and the ranges between them.
    fn divide(&mut self, hunk: &Hunk, pairs: &[(usize, usize)]) {
        let (mut before, mut after) = (hunk.before.start, hunk.after.start);
        for &(a, b) in pairs {
            let (a, b) = (hunk.before.start + a, hunk.after.start + b);
            self.push(before..a, after..b, false);
            self.push(a..a + 1, b..b + 1, true);
            (before, after) = (a + 1, b + 1);
        }
        self.push(before..hunk.before.end, after..hunk.after.end, false);
    }

    fn push(&mut self, before: Range<usize>, after: Range<usize>, edited: bool) {
        if !(before.is_empty() && after.is_empty()) {
            self.hunks.push(Hunk { before, after });
            self.edited.push(edited);
        }
    }
}

/// Returns true if two blocks, one of each list, share at least 12 words and three quarters of their words on average.
pub(super) fn have_versions(one: &[Block<'_>], other: &[Block<'_>]) -> bool {
    let [one, other] = bags([one, other]);
    let versions = |a: &Vec<u32>, b: &Vec<u32>| {
        let common = common(a, b);
        common >= MANY_WORDS && common * 8 >= (a.len() + b.len()) * 3
    };
    steps(&one, &other) <= MOST_STEPS && one.iter().any(|a| other.iter().any(|b| versions(a, b)))
}

/// Returns the words of each block as sorted numbers.
fn bags<'a>(sides: [&[Block<'a>]; 2]) -> [Vec<Vec<u32>>; 2] {
    let mut numbers = Numbers::new();
    sides.map(|blocks| {
        let bag = |block: &Block<'a>| {
            let mut bag = numbers.of(words(block.text).into_iter().filter(|word| says_something(word)));
            bag.sort_unstable();
            bag
        };
        blocks.iter().map(bag).collect()
    })
}

/// Returns the number of steps for comparing each block with each other.
fn steps(one: &[Vec<u32>], other: &[Vec<u32>]) -> usize {
    let words = |bags: &[Vec<u32>]| bags.iter().map(Vec::len).sum::<usize>();
    one.len() * words(other) + other.len() * words(one) + one.len() * other.len()
}

/// Pairs blocks with their edited versions, in order: blocks that share at least half of their words, with the
/// greatest number of common words; and a single block with a single one.
fn pairs(before: &[Block<'_>], after: &[Block<'_>]) -> Vec<(usize, usize)> {
    let comparable = |a: usize, b: usize| (before[a].kind == Kind::Code) == (after[b].kind == Kind::Code);
    if let ([_], [_]) = (before, after) {
        return if comparable(0, 0) { vec![(0, 0)] } else { Vec::new() };
    }
    let [before, after] = bags([before, after]);
    if steps(&before, &after) > MOST_STEPS {
        return Vec::new();
    }
    let alike = |a: usize, b: usize| if comparable(a, b) { likeness(&before[a], &after[b]) } else { 0 };
    best(before.len(), after.len(), alike)
}

/// Returns the number of common words of two blocks, or 0 if that is less than half of their average.
fn likeness(a: &[u32], b: &[u32]) -> usize {
    let common = common(a, b);
    if common * 4 >= a.len() + b.len() { common } else { 0 }
}

/// Returns the number of common elements of two sorted lists.
fn common(a: &[u32], b: &[u32]) -> usize {
    let (mut i, mut j, mut common) = (0, 0, 0);
    while let (Some(x), Some(y)) = (a.get(i), b.get(j)) {
        common += usize::from(x == y);
        (i, j) = (i + usize::from(x <= y), j + usize::from(y <= x));
    }
    common
}

/// Returns the pairs in order with the greatest sum of likeness.
fn best(rows: usize, columns: usize, alike: impl Fn(usize, usize) -> usize) -> Vec<(usize, usize)> {
    let likeness: Vec<Vec<usize>> = (0..rows).map(|a| (0..columns).map(|b| alike(a, b)).collect()).collect();
    // By the numbers of rows and columns left out at the start, the greatest sum of the rest.
    let mut sums = vec![vec![0; columns + 1]; rows + 1];
    for a in (0..rows).rev() {
        for b in (0..columns).rev() {
            let paired = if likeness[a][b] > 0 { likeness[a][b] + sums[a + 1][b + 1] } else { 0 };
            sums[a][b] = paired.max(sums[a + 1][b]).max(sums[a][b + 1]);
        }
    }
    let (mut a, mut b, mut pairs) = (0, 0, Vec::new());
    while a < rows && b < columns {
        if likeness[a][b] > 0 && sums[a][b] == likeness[a][b] + sums[a + 1][b + 1] {
            pairs.push((a, b));
            (a, b) = (a + 1, b + 1);
        } else if sums[a][b] == sums[a + 1][b] {
            a += 1;
        } else {
            b += 1;
        }
    }
    pairs
}
