//! The pieces that a merge of texts consists of, each with its lines in the base and in both sides.
//!
//! Pieces in order cover every line of all three texts once, so that any run of them can be replaced by a conflict over
//! their lines.

use std::borrow::Cow;
use std::ops::Range;

use super::lines::{Kind, Line, Lines};
use super::{TextMerge, decided};

/// The maximum number of conflicts in a text. Each costs a walk over its file, and nobody decides more of them one by one.
const MOST_CONFLICTS: usize = 500;

/// The base, main and the change request.
pub(super) type Texts<'a> = [Lines<'a>; 3];

/// Ranges of lines in the base, in main and in the change request.
pub(super) type Place = [Range<usize>; 3];

/// Lines with their outcome.
#[derive(Debug, Clone)]
pub(super) struct Piece<'a> {
    pub(super) at: Place,
    pub(super) outcome: Outcome<'a>,
}

#[derive(Debug, Clone)]
pub(super) enum Outcome<'a> {
    /// Lines that neither side changed.
    Same,
    /// The text that lines of all sides were merged to.
    Text(Cow<'a, str>),
    /// Lines in conflict.
    Conflict,
}

impl<'a> Piece<'a> {
    pub(super) fn text(at: Place, text: impl Into<Cow<'a, str>>) -> Self {
        Self { at, outcome: Outcome::Text(text.into()) }
    }

    pub(super) fn same(at: Place) -> Self {
        Self { at, outcome: Outcome::Same }
    }

    pub(super) fn conflict(at: Place) -> Self {
        Self { at, outcome: Outcome::Conflict }
    }

    pub(super) fn is_conflict(&self) -> bool {
        matches!(self.outcome, Outcome::Conflict)
    }

    /// Returns true if neither side changed the lines.
    pub(super) fn is_same(&self) -> bool {
        matches!(self.outcome, Outcome::Same)
    }

    /// Returns true if nothing is left of the lines.
    pub(super) fn is_nothing(&self) -> bool {
        matches!(&self.outcome, Outcome::Text(text) if text.is_empty())
    }

    /// Returns the text with a side chosen in a conflict.
    pub(super) fn with(&self, texts: &Texts<'a>, side: usize) -> Cow<'a, str> {
        match &self.outcome {
            Outcome::Same => Cow::Borrowed(texts[0].text(self.at[0].clone())),
            Outcome::Text(text) => text.clone(),
            Outcome::Conflict => Cow::Borrowed(texts[side].text(self.at[side].clone())),
        }
    }

    /// Returns the side that changed the lines, and the other one, if that left them.
    pub(super) fn changed_by(&self, texts: &Texts<'_>) -> Option<[usize; 2]> {
        let Outcome::Text(_) = self.outcome else { return None };
        let lines = |side: usize| texts[side].text(self.at[side].clone()).trim_end();
        [[1, 2], [2, 1]].into_iter().find(|[side, other]| lines(*other) == lines(0) && lines(*side) != lines(0))
    }

    /// Returns true if merged lines are no version of those of the base: if there are none, or those of another kind.
    pub(super) fn is_new_there(&self, texts: &Texts<'_>) -> bool {
        let kind = |side: usize| {
            let lines = &texts[side];
            lines.first_said(&self.at[side]).map(|at| lines.line(at))
        };
        let is_of_another =
            || self.changed_by(texts).is_some_and(|[side, _]| kind(side).is_some() && kind(side) != kind(0));
        matches!(self.outcome, Outcome::Text(_)) && (self.at[0].is_empty() || is_of_another())
    }

    /// Splits unchanged lines after some of them; `None` if that leaves one part empty or the lines are not unchanged.
    pub(super) fn split(&self, after: usize) -> Option<(Self, Self)> {
        if !self.is_same() || after == 0 || after >= self.at[0].len() {
            return None;
        }
        let [head, tail] = [true, false].map(|head| {
            let part = |lines: &Range<usize>| match head {
                true => lines.start..lines.start + after,
                false => lines.start + after..lines.end,
            };
            Self::same([0, 1, 2].map(|side| part(&self.at[side])))
        });
        Some((head, tail))
    }

    /// Returns true if the lines differ in the base and both sides, as those of a conflict do.
    pub(super) fn is_disputed(&self, texts: &Texts<'_>) -> bool {
        let [base, main, change] = [0, 1, 2].map(|side| texts[side].text(self.at[side].clone()));
        decided(base, main, change).is_none()
    }
}

/// Returns the range over two places and all between them.
pub(super) fn hull(first: &Place, last: &Place) -> Place {
    [0, 1, 2].map(|side| first[side].start.min(last[side].start)..first[side].end.max(last[side].end))
}

/// Joins neighbouring conflicts, with all between them, until there are at most [`MOST_CONFLICTS`].
pub(super) fn bounded(pieces: Vec<Piece<'_>>) -> Vec<Piece<'_>> {
    let conflicts: Vec<usize> = (0..pieces.len()).filter(|&at| pieces[at].is_conflict()).collect();
    if conflicts.len() <= MOST_CONFLICTS {
        return pieces;
    }
    let mut bounded = Vec::new();
    let mut end = 0;
    for run in conflicts.chunks(conflicts.len().div_ceil(MOST_CONFLICTS)) {
        let (first, last) = (run[0], run[run.len() - 1]);
        bounded.extend_from_slice(&pieces[end..first]);
        bounded.push(Piece::conflict(hull(&pieces[first].at, &pieces[last].at)));
        end = last + 1;
    }
    bounded.extend_from_slice(&pieces[end..]);
    bounded
}

/// Appends pieces to the outcome.
pub(super) fn write(pieces: &[Piece<'_>], texts: &Texts<'_>, merged: &mut TextMerge) {
    for (at, piece) in pieces.iter().enumerate() {
        let side = |side: usize| written(pieces, at, texts, side);
        match piece.is_conflict() {
            true => merged.conflict(side(0).into_owned(), side(1).into_owned(), side(2).into_owned()),
            false => merged.clean(&side(2)),
        }
    }
}

/// Returns the text of a piece with a side chosen in a conflict, and with what is missing between it and the next one.
pub(super) fn written<'a>(pieces: &[Piece<'a>], at: usize, texts: &Texts<'a>, side: usize) -> Cow<'a, str> {
    let text = pieces[at].with(texts, side);
    if !pieces[at].is_conflict() || text.is_empty() {
        return text;
    }
    let next = pieces[at + 1..].iter().find(|next| !next.with(texts, 2).is_empty());
    match next.map_or("", |next| separator(&pieces[at], next, texts, side)) {
        "" => text,
        gap => Cow::Owned([&text, gap].concat()),
    }
}

/// Returns what is missing between a side of a conflict and what follows: the end of its line, and a blank line.
fn separator(piece: &Piece<'_>, next: &Piece<'_>, texts: &Texts<'_>, side: usize) -> &'static str {
    let lines = &texts[side];
    let range = piece.at[side].clone();
    let text = lines.text(range.clone());
    let is_crlf = text.contains("\r\n");
    if !text.ends_with('\n') {
        return if is_crlf { "\r\n" } else { "\n" };
    }
    let following = match next.outcome {
        Outcome::Same => return "",
        Outcome::Text(_) => first_kind(&Lines::new(super::Syntax::Markdown, &next.with(texts, 2)), 0..1),
        Outcome::Conflict => first_kind(&texts[2], next.at[2].clone()),
    };
    match (kind_of(lines.line(range.end - 1)), following) {
        (Some(last), Some(following)) if !are_tight(last, following) => {
            if is_crlf {
                "\r\n"
            } else {
                "\n"
            }
        }
        _ => "",
    }
}

fn first_kind(lines: &Lines<'_>, range: Range<usize>) -> Option<Kind> {
    range.clone().next().and_then(|at| kind_of(lines.line(at)))
}

fn kind_of(line: Option<Line>) -> Option<Kind> {
    match line? {
        Line::Blank => None,
        Line::Start(kind) | Line::Inside(kind) => Some(kind),
    }
}

/// Returns true for kinds of blocks that need no blank line between them.
pub(super) fn are_tight(first: Kind, next: Kind) -> bool {
    let listed = |kind| matches!(kind, Kind::Item | Kind::Row | Kind::Key);
    matches!((first, next), (Kind::Head, Kind::Row) | (Kind::Tag, Kind::Tag)) || listed(first) && first == next
}
