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
/// The minimum number of words of a text that is known again in a longer one.
const SOME_WORDS: usize = 6;
/// The minimum number of words that a block has to share with another one to be split from it, if it has others too.
const FEW_WORDS: usize = 2;

/// The hunks over the blocks of a region.
#[derive(Debug, Default)]
pub(super) struct Changes {
    pub(super) hunks: Vec<Hunk>,
    /// For each hunk, true if it replaces one block by another version of it.
    pub(super) edited: Vec<bool>,
    /// For each hunk, true if it deletes blocks, or makes one into a block of another kind.
    deletes: Vec<bool>,
}

/// Returns the changes from the base to a side.
pub(super) fn changes(base: &Region<'_>, side: &Region<'_>) -> Changes {
    let mut numbers = Numbers::new();
    let mut of = |region: &Region<'_>| numbers.of(region.blocks.iter().map(|block| block.unended().to_owned()));
    let (in_base, in_side) = (of(base), of(side));
    let mut changes = Changes::default();
    for hunk in diff(&in_base, &in_side) {
        let (before, after) = (&base.blocks[hunk.before.clone()], &side.blocks[hunk.after.clone()]);
        let pairs = pairs(before, after);
        changes.divide(&hunk, &pairs, before, after);
    }
    changes
}

impl Changes {
    /// Splits a hunk into the pairs of versions and the ranges between them.
    fn divide(&mut self, hunk: &Hunk, pairs: &[(usize, usize)], olds: &[Block<'_>], news: &[Block<'_>]) {
        let (mut before, mut after) = (hunk.before.start, hunk.after.start);
        for &(a, b) in pairs {
            let is_of_another_kind = olds[a].kind != news[b].kind;
            let (a, b) = (hunk.before.start + a, hunk.after.start + b);
            self.replaced(before..a, after..b);
            self.push(Hunk { before: a..a + 1, after: b..b + 1 }, true, is_of_another_kind);
            (before, after) = (a + 1, b + 1);
        }
        self.replaced(before..hunk.before.end, after..hunk.after.end);
    }

    fn replaced(&mut self, before: Range<usize>, after: Range<usize>) {
        if !(before.is_empty() && after.is_empty()) {
            let deletes = !before.is_empty();
            self.push(Hunk { before, after }, false, deletes);
        }
    }

    fn push(&mut self, hunk: Hunk, edited: bool, deletes: bool) {
        self.hunks.push(hunk);
        self.edited.push(edited);
        self.deletes.push(deletes);
    }

    /// Returns true if a block of the base is edited.
    pub(super) fn edits_block(&self, block: usize) -> bool {
        let hunk = self.hunks.partition_point(|hunk| hunk.before.end <= block);
        self.hunks.get(hunk).is_some_and(|it| it.before.contains(&block) && self.edited[hunk])
    }

    /// Returns true if a hunk deletes blocks, or makes one into a block of another kind.
    pub(super) fn deletes(&self, hunk: usize) -> bool {
        self.deletes[hunk]
    }

    /// Returns true if a block of the base is deleted, or made into a block of another kind.
    pub(super) fn deletes_block(&self, block: usize) -> bool {
        let hunk = self.hunks.partition_point(|hunk| hunk.before.end <= block);
        self.hunks.get(hunk).is_some_and(|it| it.before.contains(&block) && self.deletes[hunk])
    }
}

/// Returns true if two blocks, one of each list, share at least 12 words and three quarters of their words on average.
pub(super) fn have_versions(one: &[Block<'_>], other: &[Block<'_>]) -> bool {
    let [one, other] = bags([one, other]);
    steps(&one, &other) <= MOST_STEPS && one.iter().any(|a| other.iter().any(|b| are_versions(a, b, MANY_WORDS)))
}

/// Returns true if two blocks, one of each list, share at least half of their words.
pub(super) fn are_alike(one: &[Block<'_>], other: &[Block<'_>]) -> bool {
    let [one, other] = bags([one, other]);
    steps(&one, &other) <= MOST_STEPS && one.iter().any(|a| other.iter().any(|b| likeness(a, b) > 0))
}

/// Returns true if blocks are so few that each was compared with each other.
pub(super) fn are_compared(before: &[Block<'_>], after: &[Block<'_>]) -> bool {
    let [before, after] = bags([before, after]);
    steps(&before, &after) <= MOST_STEPS
}

/// Returns the pairs of texts, one of each list, that share three quarters of their words on average and at least some,
/// or of which one has all words of the other; none if there are too many to be compared.
pub(super) fn versions(one: &[&str], other: &[&str], least: usize) -> Vec<[usize; 2]> {
    let [one, other] = bags_of([one, other]);
    if steps(&one, &other) > MOST_STEPS {
        return Vec::new();
    }
    let pairs = (0..one.len()).flat_map(|a| (0..other.len()).map(move |b| [a, b]));
    let are_versions = |&[a, b]: &[usize; 2]| {
        are_versions(&one[a], &other[b], least) || is_extended(&one[a], &other[b]) || is_extended(&other[b], &one[a])
    };
    pairs.filter(are_versions).collect()
}

/// Returns the pairs of texts, one of each list, that share at least half of their words; none if there are too many to be
/// compared.
pub(super) fn alike(one: &[&str], other: &[&str]) -> Vec<[usize; 2]> {
    let [one, other] = bags_of([one, other]);
    if steps(&one, &other) > MOST_STEPS {
        return Vec::new();
    }
    let pairs = (0..one.len()).flat_map(|a| (0..other.len()).map(move |b| [a, b]));
    pairs.filter(|&[a, b]| likeness(&one[a], &other[b]) > 0).collect()
}

/// Returns true if a text has many words, another one has them all, and not many times as many.
fn is_extended(some: &[u32], all: &[u32]) -> bool {
    let count = some.len();
    count >= SOME_WORDS && (count..=count * 4).contains(&all.len()) && common(some, all) == count
}

fn are_versions(a: &[u32], b: &[u32], least: usize) -> bool {
    let are_enough = |common: usize| common >= least && common * 8 >= (a.len() + b.len()) * 3;
    are_enough(a.len().min(b.len())) && are_enough(common(a, b))
}

/// Returns the words of each block as sorted numbers.
fn bags(sides: [&[Block<'_>]; 2]) -> [Vec<Vec<u32>>; 2] {
    let [one, other] = sides.map(|blocks| blocks.iter().map(|block| block.text).collect::<Vec<_>>());
    bags_of([&one, &other])
}

fn bags_of<'t>(sides: [&[&'t str]; 2]) -> [Vec<Vec<u32>>; 2] {
    let mut numbers = Numbers::new();
    sides.map(|texts| {
        let bag = |text: &&'t str| {
            let mut bag = numbers.of(words(text).into_iter().filter(|word| says_something(word)));
            bag.sort_unstable();
            bag
        };
        texts.iter().map(bag).collect()
    })
}

/// Returns the number of steps for comparing each block with each other.
fn steps(one: &[Vec<u32>], other: &[Vec<u32>]) -> usize {
    let words = |bags: &[Vec<u32>]| bags.iter().map(Vec::len).sum::<usize>();
    one.len() * words(other) + other.len() * words(one) + one.len() * other.len()
}

/// Pairs blocks with their edited versions, in order: blocks that share at least half of their words, with the
/// greatest number of common words; and a single block with a single one of its kind. Where one block was split, or
/// several were joined, no block is the edited version of another.
fn pairs(before: &[Block<'_>], after: &[Block<'_>]) -> Vec<(usize, usize)> {
    if let ([one], [other]) = (before, after)
        && one.kind == other.kind
    {
        return vec![(0, 0)];
    }
    let [in_before, in_after] = bags([before, after]);
    if steps(&in_before, &in_after) > MOST_STEPS {
        return Vec::new();
    }
    let comparable = |a: usize, b: usize| are_comparable(before[a].kind, after[b].kind);
    let alike = |a: usize, b: usize| if comparable(a, b) { likeness(&in_before[a], &in_after[b]) } else { 0 };
    let pairs = best(before.len(), after.len(), alike);
    if is_split(&pairs, &in_before, &in_after) { Vec::new() } else { pairs }
}

/// Returns true for kinds of which one block may be the edited version of the other: those of prose.
fn are_comparable(one: Kind, other: Kind) -> bool {
    let prose = |kind| matches!(kind, Kind::Text | Kind::Heading | Kind::Item);
    one == other || prose(one) && prose(other)
}

/// Returns true if words that a paired block lost are in a block without a counterpart, or words that it won were.
fn is_split(pairs: &[(usize, usize)], before: &[Vec<u32>], after: &[Vec<u32>]) -> bool {
    let unpaired = |count: usize, of: fn(&(usize, usize)) -> usize| {
        (0..count).filter(|at| !pairs.iter().any(|pair| of(pair) == *at)).collect::<Vec<_>>()
    };
    let holds = |other: &Vec<u32>, lost: &Vec<u32>| {
        let common = common(other, lost);
        common > 0 && common == other.len() || common >= FEW_WORDS && common * 2 >= other.len()
    };
    let new = unpaired(after.len(), |pair| pair.1);
    let gone = unpaired(before.len(), |pair| pair.0);
    pairs.iter().any(|&(a, b)| {
        let (lost, won) = (less(&before[a], &after[b]), less(&after[b], &before[a]));
        new.iter().any(|new| holds(&after[*new], &lost)) || gone.iter().any(|gone| holds(&before[*gone], &won))
    })
}

/// Returns a sorted list without the elements of another one.
fn less(list: &[u32], without: &[u32]) -> Vec<u32> {
    let mut without = without.iter().peekable();
    let mut left = Vec::new();
    for item in list {
        while without.next_if(|other| *other < item).is_some() {}
        if without.next_if(|other| *other == item).is_none() {
            left.push(*item);
        }
    }
    left
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
