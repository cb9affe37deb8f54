//! Text that one side inserted beside a block that the other side moved to another container.
//!
//! Columns, steps and hints may begin with equal lines. Where one side exchanges what is in two of them, a place between
//! those lines stays, and what the other side inserted there would be beside what it was not written for.

use super::candidate::Candidate;
use super::once::Once;
use crate::merge::text::lines::{Kind, Line, Lines};

/// Finds an insertion that is no longer in one container with the block before it, or else with the one after it, though
/// that is there. Returns the pieces to make a conflict of: those with the block and with the insertion.
pub(super) fn parted(candidate: &Candidate<'_, '_, '_>) -> Option<[usize; 2]> {
    let (texts, lines, sides) = (candidate.texts(), &candidate.lines, candidate.sides);
    let now = Once::of(lines);
    candidate.pieces.iter().enumerate().find_map(|(at, piece)| {
        let [side, _] = piece.changed_by(texts).filter(|_| piece.is_new_there(texts))?;
        let own = &texts[side];
        let first = own.first_said(&piece.at[side])?;
        let place = candidate.first_said(at);
        let container = |line: usize| sides.structure(side).enclosures.nearest(line);
        let beside = [
            (own.said_before(first), lines.text_before(place)),
            (own.said_from(piece.at[side].end), lines.text_after(candidate.range(at).end)),
        ];
        let (neighbour, beside) = beside.into_iter().find_map(|(line, beside)| {
            let line = line?;
            let is_known = container(line) == container(first) && !is_tag(own, line);
            let text = own.text(line..line + 1);
            let is_once = || sides.place_of(side, text) == Some(line) && sides.place_of(0, text).is_some();
            Some((now.place_of(text).filter(|_| is_known && is_once())?, beside))
        })?;
        let enclosures = &candidate.structure().enclosures;
        let has_other = enclosures.nearest(neighbour) != enclosures.nearest(place);
        (has_other && beside != Some(neighbour)).then(|| {
            let other = candidate.piece_at(neighbour);
            [other.min(at), other.max(at)]
        })
    })
}

fn is_tag(lines: &Lines<'_>, line: usize) -> bool {
    matches!(lines.line(line), Some(Line::Start(Kind::Tag) | Line::Inside(Kind::Tag)))
}

impl Lines<'_> {
    /// Returns the last line before another that says something and is no tag.
    fn text_before(&self, line: usize) -> Option<usize> {
        let mut at = self.said_before(line);
        while let Some(tag) = at.filter(|at| is_tag(self, *at)) {
            at = self.said_before(tag);
        }
        at
    }

    /// Returns the first line from one on that says something and is no tag.
    fn text_after(&self, line: usize) -> Option<usize> {
        let mut at = self.said_from(line);
        while let Some(tag) = at.filter(|at| is_tag(self, *at)) {
            at = self.said_from(tag + 1);
        }
        at
    }
}
