//! Text that one side inserted under a heading that the outcome has not.
//!
//! Where the heading is in a conflict that may leave none, what is under it belongs to that. Where the other side edited
//! it, what is under it is under the new one. But where the other side changed the lines around the place too, the
//! heading that is over it then may be of another section.

use std::cell::OnceCell;
use std::collections::HashSet;

use super::candidate::Candidate;
use crate::merge::text::piece::Piece;

/// Finds an insertion whose heading is in a conflict, or is not the one over it any more. Returns the pieces to make a
/// conflict of: those of the heading and of the insertion, and all between them.
pub(super) fn orphan(candidate: &Candidate<'_, '_, '_>) -> Option<[usize; 2]> {
    let (pieces, texts, outline) = (candidate.pieces, candidate.texts(), &candidate.structure().outline);
    let known: OnceCell<HashSet<&str>> = OnceCell::new();
    let outline_of = |side: usize| &candidate.sides.structure(side).outline;
    let headings = |piece: &Piece<'_>, side: usize| outline_of(side).count(&piece.at[side]);
    let over = |(at, piece): (usize, &Piece<'_>)| {
        let [by, other] = piece.changed_by(texts)?;
        let first = texts[by].first_said(&piece.at[by])?;
        let (path, heading) = outline_of(by).over(first)?;
        if outline.line_of(path).is_some() {
            return None;
        }
        let own = pieces.partition_point(|piece| piece.at[by].end <= heading);
        let found = [own.min(at), own.max(at)];
        let was_there = || texts[0].first_said(&piece.at[0]).and_then(|line| outline_of(0).over(line));
        let is_new = piece.is_new_there(texts);
        let has_heading = pieces.get(own);
        if has_heading.is_some_and(|own| own.is_conflict() && headings(own, by) > headings(own, other)) {
            return (is_new || was_there().is_none_or(|(base, _)| base != path)).then_some(found);
        }
        if !is_new {
            return None;
        }
        // The other side only deleted the heading.
        if has_heading.is_some_and(|own| [by, 0, other].map(|side| headings(own, side)) == [1, 1, 0]) {
            return Some(found);
        }
        let touches = |other: Option<usize>| other.and_then(|at| pieces.get(at)).is_some_and(|piece| !piece.is_same());
        if !touches(at.checked_sub(1)) && !touches(Some(at + 1)) {
            return None;
        }
        let text_of = |line: usize| candidate.lines.text(line..line + 1).trim();
        let heading = texts[by].text(heading..heading + 1).trim();
        let now = outline.over(candidate.start(at) + first - piece.at[by].start).map(|(_, line)| line);
        let is_own = now.is_some_and(|line| text_of(line) == heading);
        let is_edited = || now.is_some_and(|now| candidate.piece_at(now) == own);
        let is_elsewhere = || known.get_or_init(|| outline.headings().map(text_of).collect()).contains(heading);
        (!is_own && (!is_edited() || is_elsewhere())).then_some(found)
    };
    pieces.iter().enumerate().find_map(over)
}
