//! Merging by blocks of the lines that are in conflict.
//!
//! Changes of different blocks are merged, even of adjacent ones; a block that both sides edited is merged by words,
//! code by lines, a table whose columns changed by rows and columns; for whole blocks that both sides insert at the same
//! place see [`insertions`](super::insertions), for those that one inserts where the other deletes
//! [`deletions`](super::deletions). The rest is a conflict over whole blocks. Blank lines are not changes of their own:
//! they are taken from a side that changed them.

use std::borrow::Cow;
use std::ops::Range;

use super::groups::{Contact, Group, groups};
use super::insertions::{Inserted, insertions};
use super::lines::{Kind, Line, unmarked, unquoted};
use super::pairs::{Changes, are_alike, changes, versions};
use super::piece::{Piece, Place, Texts, are_tight};
use super::region::{Block, Region, Tables};
use super::{Syntax, decided, deletions, merge_as, tables, words};

/// Merges the lines of a place and appends the outcome.
pub(super) fn merge<'a>(pieces: &mut Vec<Piece<'a>>, texts: &Texts<'a>, at: &Place) {
    let tables = if tables::columns_differ(texts, at) { Tables::Whole } else { Tables::Rows };
    let [base, main, change] = [0, 1, 2].map(|side| Region::new(&texts[side], at[side].clone(), tables));
    let merge = Merge { base: &base, main: &main, change: &change };
    let parts = merge.parts();
    if let [Part { content: Content::Conflict, .. }] = &parts[..] {
        return match (&base.blocks[..], &main.blocks[..], &change.blocks[..]) {
            ([_], [_], [_]) => pieces.extend(inside_of_block(texts, at)),
            _ => pieces.push(Piece::conflict(at.clone())),
        };
    }
    let lead = [&base, &main, &change].map(|region| region.lines.start..region.lines_of(0..0).start);
    let first = parts.iter().find(|part| !part.is_empty()).map(|part| part.first_kind(&main, &change));
    let is_first = |region: &Region<'_>| region.blocks.first().map(|block| block.kind) == first;
    let before_first = match (is_first(&main), is_first(&change)) {
        (true, false) => main.lead,
        (false, true) => change.lead,
        _ => blank(&base, &main, &change, |region| region.lead),
    };
    pieces.push(Piece::text(lead, before_first));
    let tail = if parts.is_empty() { "" } else { blank(&base, &main, &change, |region| region.tail) };
    let after = match texts[0].line(at[0].end) {
        Some(Line::Start(kind)) if tail.is_empty() => Some(kind),
        _ => None,
    };
    for (n, part) in parts.iter().enumerate() {
        let next = parts[n + 1..].iter().find(|next| !next.is_empty());
        let next = next.map(|next| next.first_kind(&main, &change));
        let next = next.or(after.filter(|_| part.had_next()));
        let at = merge.place(part);
        pieces.push(match part.text(next) {
            Some(text) => Piece::text(at, text),
            None => Piece::conflict(at),
        });
    }
    let end = [&base, &main, &change].map(|region| {
        let end = region.lines_of(0..region.blocks.len()).end;
        end..region.lines.end
    });
    pieces.push(Piece::text(end, tail));
}

/// Returns a conflict inside of one block, and the lines before and after it that are the same on all sides.
fn inside_of_block<'a>(texts: &Texts<'a>, at: &Place) -> [Piece<'a>; 3] {
    let lines = [0, 1, 2].map(|side| texts[side].text(at[side].clone()).split_inclusive('\n').collect::<Vec<_>>());
    let most = lines.iter().map(Vec::len).min().unwrap_or(0);
    let is_same = |line: [&str; 3]| line[0] == line[1] && line[0] == line[2];
    let first = (0..most).take_while(|n| is_same([0, 1, 2].map(|side| lines[side][*n]))).count();
    let from_end = |n: usize| [0, 1, 2].map(|side| lines[side][lines[side].len() - 1 - n]);
    let last = (0..most - first).take_while(|n| is_same(from_end(*n))).count();
    let part = |from: fn(&Range<usize>, [usize; 2]) -> Range<usize>| at.each_ref().map(|at| from(at, [first, last]));
    [
        Piece::same(part(|at, [first, _]| at.start..at.start + first)),
        Piece::conflict(part(|at, [first, last]| at.start + first..at.end - last)),
        Piece::same(part(|at, [_, last]| at.end - last..at.end)),
    ]
}

/// Returns the blank lines at an end of a region: those of the side that changed them, or the longer ones. A side that
/// deleted all blocks has none to say.
fn blank<'a>(base: &Region<'a>, main: &Region<'a>, change: &Region<'a>, of: fn(&Region<'a>) -> &'a str) -> &'a str {
    match (main.blocks.is_empty(), change.blocks.is_empty()) {
        (true, false) => return of(change),
        (false, true) => return of(main),
        _ => {}
    }
    let (base, main, change) = (of(base), of(main), of(change));
    decided(base, main, change).unwrap_or(if change.len() > main.len() { change } else { main })
}

/// Blocks of the base and both sides with their outcome.
struct Part<'a> {
    base: Range<usize>,
    main: Range<usize>,
    change: Range<usize>,
    content: Content<'a>,
}

enum Content<'a> {
    /// Blocks of a side, or of both.
    Blocks(Vec<Block<'a>>),
    /// The text of a block that both sides edited.
    Edited(String, Block<'a>),
    Conflict,
}

impl<'a> Part<'a> {
    fn new(group: &Group, content: Content<'a>) -> Self {
        Self { base: group.base.clone(), main: group.main.clone(), change: group.change.clone(), content }
    }

    /// Returns true if nothing is left of its blocks.
    fn is_empty(&self) -> bool {
        matches!(&self.content, Content::Blocks(blocks) if blocks.is_empty())
    }

    /// Returns true if its last block was before another one in its region.
    fn had_next(&self) -> bool {
        match &self.content {
            Content::Blocks(blocks) => blocks.last().is_some_and(|last| last.gap.is_some()),
            Content::Edited(_, block) => block.gap.is_some(),
            Content::Conflict => false,
        }
    }

    /// Returns the kind of the first block, in a conflict of the change request's or main's.
    fn first_kind(&self, main: &Region<'a>, change: &Region<'a>) -> Kind {
        let first = match &self.content {
            Content::Blocks(blocks) => blocks.first(),
            Content::Edited(_, block) => Some(block),
            Content::Conflict => change.blocks[self.change.clone()].first().or(main.blocks[self.main.clone()].first()),
        };
        first.map_or(Kind::Text, |block| block.kind)
    }

    /// Returns the merged text before a block of a kind; `None` for a conflict.
    fn text(&self, next: Option<Kind>) -> Option<Cow<'a, str>> {
        match &self.content {
            Content::Blocks(blocks) => Some(joined(blocks, next)),
            Content::Edited(text, block) => {
                let gap = block.gap_before(next);
                Some(Cow::Owned(with_gap(text, gap, block.kind, next).into_owned()))
            }
            Content::Conflict => None,
        }
    }
}

fn joined<'a>(blocks: &[Block<'a>], next: Option<Kind>) -> Cow<'a, str> {
    let following = |at: usize| blocks.get(at + 1).map(|block| block.kind).or(next);
    let text = |at: usize, block: &Block<'a>| {
        let next = following(at);
        with_gap(block.text, block.gap_before(next), block.kind, next)
    };
    match blocks {
        [block] => text(0, block),
        _ => blocks.iter().enumerate().map(|(at, block)| text(at, block)).collect::<String>().into(),
    }
}

/// Returns a block with the separator that is needed before the next one. After the last block the region's tail
/// follows.
fn with_gap<'t>(text: &'t str, gap: Option<&str>, kind: Kind, next: Option<Kind>) -> Cow<'t, str> {
    let Some(next) = next else { return Cow::Borrowed(text) };
    let end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let ended = if text.ends_with('\n') { "" } else { end };
    let gap = gap.unwrap_or(if are_tight(kind, next) { "" } else { end });
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
        let groups = groups(&main.hunks, &change.hunks, Contact::Overlap);
        let groups = deletions::joined(&groups, [self.base, self.main, self.change], [&main, &change]);
        let mut parts = Vec::new();
        let (mut at, mut main_at, mut change_at) = (0, 0, 0);
        let keep = |parts: &mut Vec<_>, base: Range<usize>, main: usize, change: usize| {
            parts.extend(base.enumerate().map(|(n, at)| self.kept(at, main + n, change + n)));
        };
        for group in groups {
            keep(&mut parts, at..group.base.start, main_at, change_at);
            (at, main_at, change_at) = (group.base.end, group.main.end, group.change.end);
            parts.push(Part::new(&group, self.group(&group, &main, &change)));
        }
        keep(&mut parts, at..self.base.blocks.len(), main_at, change_at);
        parts
    }

    /// Returns the lines of a part.
    fn place(&self, part: &Part<'_>) -> Place {
        [
            self.base.lines_of(part.base.clone()),
            self.main.lines_of(part.main.clone()),
            self.change.lines_of(part.change.clone()),
        ]
    }

    /// Returns a block that neither side changed, with the blank lines that follow it.
    fn kept(&self, base: usize, main: usize, change: usize) -> Part<'a> {
        let block = self.base.blocks[base].with_gap(self.gap(base, main, change));
        let content = Content::Blocks(vec![block]);
        Part { base: base..base + 1, main: main..main + 1, change: change..change + 1, content }
    }

    /// Returns the blocks of a side. A version of a block that is the last one of its side has the blank lines of the others.
    fn of_side(&self, group: &Group, blocks: &[Block<'a>]) -> Vec<Block<'a>> {
        match (blocks, group.base.len(), group.main.len(), group.change.len()) {
            ([block], 1, 1, 1) if block.gap.is_none() => {
                vec![block.with_gap(self.gap(group.base.start, group.main.start, group.change.start))]
            }
            _ => blocks.to_vec(),
        }
    }

    /// Returns the blank lines after a block, and the kind of the block that they are for.
    fn gap(&self, base: usize, main: usize, change: usize) -> (Option<&'a str>, Option<Kind>) {
        let [base, main, change] = [&self.base.blocks[base], &self.main.blocks[main], &self.change.blocks[change]];
        let next = if change.next == base.next { main.next } else { change.next };
        let gap = match (base.gap, main.gap, change.gap) {
            (base, main, change) if main == base || main == change => change,
            (base, main, change) if change == base => main,
            (_, main, change) => main.max(change),
        };
        (gap, next)
    }

    /// Returns true if a group is beside a block that both sides edited: either that or what they inserted may be the new
    /// version of it.
    fn is_beside_edited(&self, group: &Group, mains: &Changes, changes: &Changes) -> bool {
        let beside = group.base.start.checked_sub(1).into_iter().chain([group.base.start]);
        beside.into_iter().any(|block| mains.edits_block(block) && changes.edits_block(block))
    }

    fn group(&self, group: &Group, mains: &Changes, changes: &Changes) -> Content<'a> {
        let base = &self.base.blocks[group.base.clone()];
        let main = &self.main.blocks[group.main.clone()];
        let change = &self.change.blocks[group.change.clone()];
        let same = main.iter().map(|block| block.text).eq(change.iter().map(|block| block.text));
        if group.main_hunks.is_empty() || same {
            return Content::Blocks(self.of_side(group, change));
        }
        if group.change_hunks.is_empty() {
            return Content::Blocks(self.of_side(group, main));
        }
        if base.is_empty() && self.is_beside_edited(group, mains, changes) && are_alike(main, change) {
            return Content::Conflict;
        }
        if base.is_empty() && self.main.whole && self.change.whole {
            return match insertions(main, change, self.base.blocks.get(group.base.start).or(self.base.after.as_ref())) {
                Inserted::Blocks(blocks) => Content::Blocks(blocks),
                Inserted::Conflict => Content::Conflict,
            };
        }
        let edited = |hunks: &Range<usize>, of: &Changes| hunks.len() == 1 && of.edited[hunks.start];
        if edited(&group.main_hunks, mains)
            && edited(&group.change_hunks, changes)
            && let Some(text) = inside(&base[0], &main[0], &change[0])
        {
            let gap = self.gap(group.base.start, group.main.start, group.change.start);
            return Content::Edited(text, change[0].with_gap(gap));
        }
        Content::Conflict
    }
}

/// Merges a block that both sides edited; `None` in case of a conflict.
fn inside(base: &Block<'_>, main: &Block<'_>, change: &Block<'_>) -> Option<String> {
    match base.kind {
        // Rows are written anew, from the first column on.
        Kind::Table if [base, main, change].iter().any(|block| !block.text.lines().all(|row| row.starts_with('|'))) => {
            None
        }
        Kind::Table => tables::merge(base.text, main.text, change.text),
        Kind::Code => {
            // All lines are inside of a block, so they are merged by lines only.
            let merged = merge_as(Syntax::Verbatim, base.text, main.text, change.text);
            (merged.conflicts() == 0).then(|| merged.with(super::Side::Change))
        }
        Kind::Item if is_ticked_and_rewritten(base.text, main.text, change.text) => None,
        _ => words::merge(base.text, main.text, change.text),
    }
}

/// Returns true if one side ticked a task or took the tick away, and the other one made it another task.
fn is_ticked_and_rewritten(base: &str, main: &str, change: &str) -> bool {
    let tick = |text: &str| {
        let task = unmarked(unquoted(text).1.trim_start()).strip_prefix('[')?;
        task.chars().next().filter(|_| task[1..].starts_with(']'))
    };
    let numbers = |text: &str| -> Vec<String> {
        let all = words::words(text).into_iter().filter(|word| word.contains(|c: char| c.is_ascii_digit()));
        all.map(str::to_owned).collect()
    };
    let is_rewritten = |text: &str| versions(&[base], &[text], 1).is_empty() || numbers(text) != numbers(base);
    let is_ticked = |text: &str| tick(base).zip(tick(text)).is_some_and(|(before, after)| before != after);
    is_ticked(main) && is_rewritten(change) || is_ticked(change) && is_rewritten(main)
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
