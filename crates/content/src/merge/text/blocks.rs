//! Merging by blocks of the lines that are in conflict.
//!
//! Changes of different blocks are merged, even of adjacent ones; a block that both sides edited is merged by words,
//! code by lines; whole blocks that both sides insert at the same place are kept, main's first. The rest is a conflict
//! over whole blocks. Blank lines are not changes of their own: they are taken from a side that changed them.

use std::borrow::Cow;
use std::ops::Range;

use super::groups::{Contact, Group, groups};
use super::lines::Kind;
use super::pairs::{Changes, changes, have_versions};
use super::region::{Block, Region};
use super::{Syntax, TextMerge, decided, merge_as, words};
use crate::merge::diff::{Numbers, diff};

/// Merges a region and appends the outcome.
pub(super) fn merge(merged: &mut TextMerge, base: &Region<'_>, main: &Region<'_>, change: &Region<'_>) {
    let parts = Merge { base, main, change }.parts();
    if let [Part::Conflict { base: of_base, main: of_main, change: of_change }] = &parts[..]
        && [of_base.len(), of_main.len(), of_change.len()] == [&base, &main, &change].map(|region| region.blocks.len())
    {
        return merged.conflict(base.text.to_owned(), main.text.to_owned(), change.text.to_owned());
    }
    merged.clean(blank(base.lead, main.lead, change.lead));
    for (at, part) in parts.iter().enumerate() {
        part.write(merged, parts.get(at + 1));
    }
    if !parts.is_empty() {
        merged.clean(blank(base.tail, main.tail, change.tail));
    }
}

/// Returns the blank lines of a place: those of the side that changed them, or the longer ones.
fn blank<'a>(base: &str, main: &'a str, change: &'a str) -> &'a str {
    decided(base, main, change).unwrap_or(if change.len() > main.len() { change } else { main })
}

/// A block of the outcome, or blocks in conflict.
enum Part<'a> {
    Block {
        text: Cow<'a, str>,
        /// The blank lines after it, if they are known.
        gap: Option<&'a str>,
        kind: Kind,
    },
    Conflict {
        base: Vec<Block<'a>>,
        main: Vec<Block<'a>>,
        change: Vec<Block<'a>>,
    },
}

impl<'a> Part<'a> {
    fn block(block: &Block<'a>) -> Self {
        Self::Block { text: Cow::Borrowed(block.text), gap: block.gap, kind: block.kind }
    }

    fn first_kind(&self) -> Kind {
        match self {
            Self::Block { kind, .. } => *kind,
            Self::Conflict { change, main, .. } => {
                change.first().or(main.first()).map_or(Kind::Text, |block| block.kind)
            }
        }
    }

    fn write(&self, merged: &mut TextMerge, next: Option<&Self>) {
        let next = next.map(Self::first_kind);
        match self {
            Self::Block { text, gap, kind } => merged.clean(&with_gap(text, *gap, *kind, next)),
            Self::Conflict { base, main, change } => {
                let [base, main, change] = [base, main, change].map(|blocks| joined(blocks, next));
                merged.conflict(base, main, change);
            }
        }
    }
}

fn joined(blocks: &[Block<'_>], next: Option<Kind>) -> String {
    let following = |at: usize| blocks.get(at + 1).map(|block| block.kind).or(next);
    let text =
        |(at, block): (usize, &Block<'_>)| with_gap(block.text, block.gap, block.kind, following(at)).into_owned();
    blocks.iter().enumerate().map(text).collect()
}

/// Returns a block with the separator that is needed before the next one. After the last block the region's tail
/// follows.
fn with_gap<'t>(text: &'t str, gap: Option<&str>, kind: Kind, next: Option<Kind>) -> Cow<'t, str> {
    let Some(next) = next else { return Cow::Borrowed(text) };
    let end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let ended = if text.ends_with('\n') { "" } else { end };
    let tight = matches!((kind, next), (Kind::Item, Kind::Item) | (Kind::Head, Kind::Item) | (Kind::Tag, Kind::Tag));
    let gap = gap.unwrap_or(if tight { "" } else { end });
    if ended.is_empty() && gap.is_empty() { Cow::Borrowed(text) } else { Cow::Owned([text, ended, gap].concat()) }
}

struct Merge<'m, 'a> {
    base: &'m Region<'a>,
    main: &'m Region<'a>,
    change: &'m Region<'a>,
}

impl<'a> Merge<'_, 'a> {
    fn parts(&self) -> Vec<Part<'a>> {
        let (main, change) = (changes(self.base, self.main), changes(self.base, self.change));
        let mut parts = Vec::new();
        let (mut at, mut main_at, mut change_at) = (0, 0, 0);
        let keep = |parts: &mut Vec<_>, base: Range<usize>, main: usize, change: usize| {
            parts.extend(base.enumerate().map(|(n, at)| self.kept(at, main + n, change + n)));
        };
        for group in groups(&main.hunks, &change.hunks, Contact::Overlap) {
            keep(&mut parts, at..group.base.start, main_at, change_at);
            (at, main_at, change_at) = (group.base.end, group.main.end, group.change.end);
            self.group(&mut parts, &group, &main, &change);
        }
        keep(&mut parts, at..self.base.blocks.len(), main_at, change_at);
        parts
    }

    /// Returns a block that neither side changed, with the blank lines that follow it.
    fn kept(&self, base: usize, main: usize, change: usize) -> Part<'a> {
        let block = &self.base.blocks[base];
        Part::Block { text: Cow::Borrowed(block.text), gap: self.gap(base, main, change), kind: block.kind }
    }

    fn gap(&self, base: usize, main: usize, change: usize) -> Option<&'a str> {
        let gaps = (self.base.blocks[base].gap, self.main.blocks[main].gap, self.change.blocks[change].gap);
        match gaps {
            (base, main, change) if main == base || main == change => change,
            (base, main, change) if change == base => main,
            (_, main, change) => main.max(change),
        }
    }

    fn group(&self, parts: &mut Vec<Part<'a>>, group: &Group, mains: &Changes, changes: &Changes) {
        let base = &self.base.blocks[group.base.clone()];
        let main = &self.main.blocks[group.main.clone()];
        let change = &self.change.blocks[group.change.clone()];
        let same = main.iter().map(|block| block.text).eq(change.iter().map(|block| block.text));
        let by_one = if group.main_hunks.is_empty() || same {
            Some((change, mains))
        } else {
            group.change_hunks.is_empty().then_some((main, changes))
        };
        if let Some((side, others)) = by_one {
            if !same && self.lost_its_parent(group.base.clone(), side, others) {
                return parts.push(Part::Conflict {
                    base: base.to_vec(),
                    main: main.to_vec(),
                    change: change.to_vec(),
                });
            }
            return parts.extend(side.iter().map(Part::block));
        }
        if base.is_empty() && self.main.whole && self.change.whole {
            return both(parts, main, change);
        }
        let edited = |hunks: &Range<usize>, of: &Changes| hunks.len() == 1 && of.edited[hunks.start];
        if edited(&group.main_hunks, mains)
            && edited(&group.change_hunks, changes)
            && let Some(text) = inside(&base[0], &main[0], &change[0])
        {
            let gap = self.gap(group.base.start, group.main.start, group.change.start);
            return parts.push(Part::Block { text: Cow::Owned(text), gap, kind: change[0].kind });
        }
        parts.push(Part::Conflict { base: base.to_vec(), main: main.to_vec(), change: change.to_vec() });
    }

    /// Returns true if one side inserted items below an item that the other side removed.
    fn lost_its_parent(&self, at: Range<usize>, new: &[Block<'_>], others: &Changes) -> bool {
        let (true, Some(parent), Some(first)) = (at.is_empty(), at.start.checked_sub(1), new.first()) else {
            return false;
        };
        let hunk = others.hunks.partition_point(|hunk| hunk.before.end <= parent);
        let taken = others.hunks.get(hunk).is_some_and(|it| it.before.contains(&parent) && !others.edited[hunk]);
        taken && first.depth() > self.base.blocks[parent].depth()
    }
}

/// Merges a block that both sides edited; `None` in case of a conflict.
fn inside(base: &Block<'_>, main: &Block<'_>, change: &Block<'_>) -> Option<String> {
    if base.kind != Kind::Code {
        return words::merge(base.text, main.text, change.text);
    }
    // All lines are inside of a block, so they are merged by lines only.
    let merged = merge_as(Syntax::Verbatim, base.text, main.text, change.text);
    (merged.conflicts() == 0).then(|| merged.with(super::Side::Change))
}

/// Merges blocks that both sides inserted at the same place: main's first, equal ones once; in conflict if both have
/// versions of the same text. If there are tags, which may enclose other blocks, the insertions are kept whole.
fn both<'a>(parts: &mut Vec<Part<'a>>, main: &[Block<'a>], change: &[Block<'a>]) {
    let mut numbers = Numbers::new();
    let [in_main, in_change] = [main, change].map(|blocks| numbers.of(blocks.iter().map(Block::unended)));
    let holds = |all: &[u32], some: &[u32]| all.windows(some.len()).any(|window| window == some);
    if holds(&in_main, &in_change) {
        return parts.extend(main.iter().map(Part::block));
    }
    if holds(&in_change, &in_main) {
        return parts.extend(change.iter().map(Part::block));
    }
    if main.iter().chain(change).any(|block| block.kind == Kind::Tag) {
        return one_after_another(parts, main, change);
    }
    let mut at = 0;
    for hunk in diff(&in_main, &in_change) {
        parts.extend(main[at..hunk.before.start].iter().map(Part::block));
        at = hunk.before.end;
        one_after_another(parts, &main[hunk.before], &change[hunk.after]);
    }
    parts.extend(main[at..].iter().map(Part::block));
}

fn one_after_another<'a>(parts: &mut Vec<Part<'a>>, main: &[Block<'a>], change: &[Block<'a>]) {
    // Items that are nested below the item before them have to follow it directly.
    let least = |blocks: &[Block<'_>]| blocks.iter().map(Block::depth).min();
    let first = |blocks: &[Block<'_>]| blocks.first().map(Block::depth);
    let main_first = first(change) <= least(main) || main.is_empty() || change.is_empty();
    let change_first = first(main) <= least(change);
    if have_versions(main, change) || !(main_first || change_first) {
        return parts.push(Part::Conflict { base: Vec::new(), main: main.to_vec(), change: change.to_vec() });
    }
    let (one, other) = if main_first { (main, change) } else { (change, main) };
    parts.extend(one.iter().chain(other).map(Part::block));
}

/// Concatenates the text of two regions.
pub(super) fn concatenated(first: &Region<'_>, second: &Region<'_>) -> String {
    let (Some(last), Some(next)) = (first.blocks.last(), second.blocks.first()) else {
        return [first.text, second.text].concat();
    };
    let head = first.text.strip_suffix(first.tail).unwrap_or(first.text);
    let before = head.strip_suffix(last.text).unwrap_or_default();
    let given = [first.tail, second.lead].into_iter().max_by_key(|gap| gap.len()).filter(|gap| !gap.is_empty());
    let middle = with_gap(last.text, given, last.kind, Some(next.kind));
    let after = second.text.strip_prefix(second.lead).unwrap_or(second.text);
    [before, &middle, after].concat()
}
