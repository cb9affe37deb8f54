//! Text that one side inserted under a heading that the outcome has not.
//!
//! Where the heading is in a conflict that may leave none, what is under it belongs to that. Where the other side edited
//! it, what is under it is under the new one. But where the other side changed the lines around the place too, the
//! heading that is over it then may be of another section.

use std::cell::OnceCell;
use std::collections::HashSet;

use super::lines::Lines;
use super::piece::{Piece, Texts};
use super::structure::Structure;

/// Finds an insertion whose heading is in a conflict, or is not the one over it any more. Returns the pieces to make a
/// conflict of: those of the heading and of the insertion, and all between them.
pub(super) fn orphan<'s>(
    pieces: &[Piece<'_>],
    texts: &Texts<'_>,
    structure: impl Fn(usize) -> &'s Structure,
    starts: &[usize],
    (outcome, lines): (&Structure, &Lines<'_>),
) -> Option<[usize; 2]> {
    let known: OnceCell<HashSet<&str>> = OnceCell::new();
    let piece_of = |side: usize, line: usize| pieces.partition_point(|piece| piece.at[side].end <= line);
    let headings = |piece: &Piece<'_>, side: usize| structure(side).outline.count(&piece.at[side]);
    let over = |(at, piece): (usize, &Piece<'_>)| {
        let [by, other] = piece.changed_by(texts)?;
        let first = texts[by].first_said(&piece.at[by])?;
        let (path, heading) = structure(by).outline.over(first)?;
        if outcome.outline.line_of(path).is_some() {
            return None;
        }
        let own = piece_of(by, heading);
        let found = [own.min(at), own.max(at)];
        let was_there = || texts[0].first_said(&piece.at[0]).and_then(|line| structure(0).outline.over(line));
        let is_new = piece.is_new_there(texts);
        if pieces.get(own).is_some_and(|own| own.is_conflict() && headings(own, by) > headings(own, other)) {
            return (is_new || was_there().is_none_or(|(base, _)| base != path)).then_some(found);
        }
        if !is_new {
            return None;
        }
        // The other side only deleted the heading.
        if pieces
            .get(own)
            .is_some_and(|own| headings(own, by) == 1 && headings(own, 0) == 1 && headings(own, other) == 0)
        {
            return Some(found);
        }
        let touches = |other: Option<usize>| other.and_then(|at| pieces.get(at)).is_some_and(|piece| !piece.is_same());
        if !touches(at.checked_sub(1)) && !touches(Some(at + 1)) {
            return None;
        }
        let heading = texts[by].text(heading..heading + 1).trim();
        let is_own = |line: usize| lines.text(line..line + 1).trim() == heading;
        let place = starts[at] + first - piece.at[by].start;
        let now = outcome.outline.over(place).map(|(_, line)| line);
        let is_edited = || now.is_some_and(|now| starts.partition_point(|start| *start <= now) == own + 1);
        let all = || outcome.outline.headings().map(|line| lines.text(line..line + 1).trim()).collect();
        let is_elsewhere = || known.get_or_init(all).contains(heading);
        (!now.is_some_and(is_own) && (!is_edited() || is_elsewhere())).then_some(found)
    };
    pieces.iter().enumerate().find_map(over)
}
