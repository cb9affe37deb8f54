//! Three-way merge of texts.
//!
//! Texts are merged by lines first, exactly as by `git merge-file`: if that has no conflict, the result is the same.
//! Lines in conflict are merged by blocks, and inside a block by words ([`blocks`]). Where both sides changed the same
//! words differently, or their order is ambiguous, a conflict with three sides remains. Text is only ever taken from a
//! side; none is generated, but for line breaks and the bars of table rows.
//!
//! A last look is at the whole: a conflict covers whole constructs, a merge that breaks a construct which both sides
//! kept whole is a conflict ([`guard`]), and so is a move that both sides would show ([`moves`]) or text that came back
//! though a side deleted it ([`repeated`]).

mod balance;
mod blocks;
pub mod compare;
mod deletions;
mod enclosures;
mod groups;
mod guard;
mod headings;
mod insertions;
mod lines;
mod moves;
mod pairs;
mod piece;
mod region;
mod repeated;
mod structure;
mod tables;
mod tags;
mod words;
mod zipper;

use std::ops::Range;

use super::diff::{Numbers, diff};
use groups::{Contact, Group, groups};
use lines::Lines;
use piece::{Piece, Texts};
use region::{Region, Tables};

pub(crate) use balance::{can_follow, indentation, new_fault, runs_into};
pub(crate) use lines::Syntax;

/// The outcome of a merge: pieces of text, in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TextMerge {
    /// The pieces. Adjacent pieces are never both clean, and a clean piece is never empty.
    pub hunks: Vec<Hunk>,
}

/// A piece of a merged text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Hunk {
    /// Text without a conflict.
    Clean(String),
    /// Text that both sides changed differently: whole blocks where there are any, else whole lines.
    Conflict {
        /// The text of the common base.
        base: String,
        /// The text of main.
        main: String,
        /// The text of the change request.
        change: String,
    },
}

/// One of the two sides of a merge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The side that is merged into.
    Main,
    /// The change request, which is merged.
    Change,
}

impl TextMerge {
    /// Returns the number of pieces in conflict.
    pub fn conflicts(&self) -> usize {
        self.hunks.iter().filter(|hunk| matches!(hunk, Hunk::Conflict { .. })).count()
    }

    /// Returns the text with one side chosen in every conflict.
    pub fn with(&self, side: Side) -> String {
        self.hunks.iter().map(|hunk| hunk.with(side)).collect()
    }

    fn clean(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        match self.hunks.last_mut() {
            Some(Hunk::Clean(last)) => last.push_str(text),
            _ => self.hunks.push(Hunk::Clean(text.to_owned())),
        }
    }

    fn conflict(&mut self, base: String, main: String, change: String) {
        self.hunks.push(Hunk::Conflict { base, main, change });
    }
}

impl Hunk {
    /// Returns the text of the piece; in a conflict that of one side.
    pub fn with(&self, side: Side) -> &str {
        match (self, side) {
            (Self::Clean(text), _) => text,
            (Self::Conflict { main, .. }, Side::Main) => main,
            (Self::Conflict { change, .. }, Side::Change) => change,
        }
    }
}

/// Merges the changes of `main` and `change` to the Markdown text `base`.
pub fn merge(base: &str, main: &str, change: &str) -> TextMerge {
    merge_as(Syntax::Markdown, base, main, change)
}

/// Merges texts of a syntax.
pub(crate) fn merge_as(syntax: Syntax, base: &str, main: &str, change: &str) -> TextMerge {
    let mut merged = TextMerge::default();
    if let Some(text) = decided(base, main, change) {
        merged.clean(text);
        return merged;
    }
    let texts = [base, main, change].map(|text| Lines::new(syntax, text));
    let mut pieces = pieces(syntax, &texts);
    pieces = match syntax {
        Syntax::Markdown => settled(pieces, &texts),
        _ => piece::bounded(pieces),
    };
    piece::write(&pieces, &texts, &mut merged);
    merged
}

/// Makes conflicts of moves that the sides disagree about, and of what would break a construct. Each of them may be the
/// place of another move, so this goes on until there is no further one.
fn settled<'a>(mut pieces: Vec<Piece<'a>>, texts: &Texts<'a>) -> Vec<Piece<'a>> {
    let state = |pieces: &[Piece<'_>]| (pieces.len(), pieces.iter().filter(|piece| piece.is_conflict()).count());
    loop {
        let before = state(&pieces);
        pieces = repeated::disputed(moves::joined(pieces, texts), texts);
        pieces = guard::guarded(piece::bounded(pieces), texts);
        if state(&pieces) == before {
            return pieces;
        }
    }
}

/// Merges by lines, and lines in conflict by blocks.
fn pieces<'a>(syntax: Syntax, texts: &Texts<'a>) -> Vec<Piece<'a>> {
    let [base, main, change] = texts;
    let mut numbers = Numbers::new();
    let [in_base, in_main, in_change] = [base, main, change].map(|lines| numbers.of(lines.iter()));
    let groups = groups(&diff(&in_base, &in_main), &diff(&in_base, &in_change), Contact::Touch);
    let groups = match syntax {
        Syntax::Verbatim | Syntax::Yaml => groups,
        Syntax::Markdown => tables::whole(&whole_blocks(beside_conflicts(&groups, texts), texts), texts),
    };
    let mut pieces = Vec::new();
    let mut at = [0, 0, 0];
    for group in groups {
        let place = group.place();
        let same = [0, 1, 2].map(|side| at[side]..place[side].start);
        pieces.push(Piece::same(same));
        at = [0, 1, 2].map(|side| place[side].end);
        let [base, main, change] = [0, 1, 2].map(|side| texts[side].text(place[side].clone()));
        match decided(base, main, change) {
            Some(text) => pieces.push(Piece::text(place, text)),
            None if syntax == Syntax::Verbatim => pieces.push(Piece::conflict(place)),
            None => blocks::merge(&mut pieces, texts, &place),
        }
    }
    let rest = [0, 1, 2].map(|side| at[side]..texts[side].len());
    pieces.push(Piece::same(rest));
    pieces
}

/// Returns the outcome if at most one side changed, or both made the same change.
fn decided<'a>(base: &str, main: &'a str, change: &'a str) -> Option<&'a str> {
    if main == base || main == change {
        return Some(change);
    }
    (change == base).then_some(main)
}

/// Joins each conflict with the changes around it that only blank lines separate from it and from each other, and so each
/// insertion with what the other side deletes beside it.
///
/// Blank lines are equal everywhere, so lines between two of them may be paired with those of a neighbouring block: after
/// a deletion, each block with the one before it. Which block became which is decided over all of them.
fn beside_conflicts(groups: &[Group], texts: &Texts<'_>) -> Vec<Group> {
    let mut joined = Vec::new();
    for run in groups.chunk_by(|one, next| texts[0].is_blank(one.base.end..next.base.start)) {
        let meet = || {
            run.windows(2).any(|pair| adds_to_deleted(&pair[0], &pair[1], texts))
                && run
                    .first()
                    .zip(run.last())
                    .is_some_and(|(first, last)| leaves_conflict(&Group::over(first, last), texts))
        };
        match run {
            [first, .., last] if run.iter().any(|group| is_conflict(group, texts)) || meet() => {
                joined.push(Group::over(first, last));
            }
            _ => joined.extend_from_slice(run),
        }
    }
    joined
}

/// Widens each conflict to whole blocks of all three texts: a part of one would be taken for a block of its own.
fn whole_blocks(groups: Vec<Group>, texts: &Texts<'_>) -> Vec<Group> {
    let cuts = |side: usize, line: usize| matches!(texts[side].line(line), Some(lines::Line::Inside(_)));
    let mut whole: Vec<Group> = Vec::new();
    let mut groups = groups.into_iter().peekable();
    while let Some(mut group) = groups.next() {
        let is_conflict = is_conflict(&group, texts);
        while is_conflict && [0, 1, 2].into_iter().any(|side| cuts(side, group.place()[side].start)) {
            match whole.pop_if(|last| last.base.end == group.base.start) {
                Some(last) => group = Group::over(&last, &group),
                None => group.widen(1, 0),
            }
        }
        while is_conflict && [0, 1, 2].into_iter().any(|side| cuts(side, group.place()[side].end)) {
            match groups.next_if(|next| next.base.start == group.base.end) {
                Some(next) => group = Group::over(&group, &next),
                None => group.widen(0, 1),
            }
        }
        whole.push(group);
    }
    whole
}

/// Returns true if the lines of a group are not merged by blocks.
fn leaves_conflict(group: &Group, texts: &Texts<'_>) -> bool {
    let mut pieces = Vec::new();
    blocks::merge(&mut pieces, texts, &group.place());
    pieces.iter().any(Piece::is_conflict)
}

/// Returns true if one side inserts lines beside those that the other one deletes, or makes into another kind of block.
fn adds_to_deleted(one: &Group, other: &Group, texts: &Texts<'_>) -> bool {
    let side =
        |group: &Group| if group.change_hunks.is_empty() { (1, group.main.clone()) } else { (2, group.change.clone()) };
    let kind = |side: usize, lines: Range<usize>| texts[side].first_said(&lines).map(|at| texts[side].line(at));
    let inserts = |group: &Group| kind(0, group.base.clone()).is_none();
    let deletes = |group: &Group| {
        let (side, lines) = side(group);
        !inserts(group) && kind(side, lines) != kind(0, group.base.clone())
    };
    let are_of_both = one.main_hunks.is_empty() != other.main_hunks.is_empty()
        && one.change_hunks.is_empty() != other.change_hunks.is_empty();
    are_of_both && (inserts(one) && deletes(other) || deletes(one) && inserts(other))
}

fn is_conflict(group: &Group, [base, main, change]: &Texts<'_>) -> bool {
    let [base, main, change] =
        [(base, &group.base), (main, &group.main), (change, &group.change)].map(|(lines, at)| lines.text(at.clone()));
    decided(base, main, change).is_none()
}

/// Concatenates two pieces of Markdown, with a blank line between them where one is needed.
pub(crate) fn one_after_another(first: &str, second: &str) -> String {
    let [first, second] = [first, second].map(|text| Lines::new(Syntax::Markdown, text));
    let [first, second] = [&first, &second].map(|lines| Region::new(lines, 0..lines.len(), Tables::Rows));
    blocks::concatenated(&first, &second)
}
