//! Text that one side inserted under a heading that the outcome has not.
//!
//! Where the heading is in a conflict that may leave none, what is under it belongs to that. Where the other side edited
//! it, what is under it is under the new one. But where the other side changed the lines around the place too, the
//! heading that is over it then may be of another section. Where the heading is there under other ones than on its side,
//! what was under it is still to be under it.

use std::cell::OnceCell;
use std::collections::HashMap;

use super::candidate::Candidate;
use crate::merge::text::piece::Piece;

/// Finds an insertion whose heading is in a conflict, or is not the one over it any more. Returns the pieces to make a
/// conflict of: those of the heading and of the insertion, and all between them.
pub(super) fn orphan(candidate: &Candidate<'_, '_, '_>) -> Option<[usize; 2]> {
    let (pieces, texts, outline) = (candidate.pieces, candidate.texts(), &candidate.structure().outline);
    let known: OnceCell<HashMap<&str, usize>> = OnceCell::new();
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
        let text_of = |line: usize| candidate.lines.text(line..line + 1).trim();
        let count = |text: &str| *known.get_or_init(|| counts(outline.headings().map(text_of))).get(text).unwrap_or(&0);
        let heading = texts[by].text(heading..heading + 1).trim();
        let now = outline.over(candidate.start(at) + first - piece.at[by].start).map(|(_, line)| line);
        let is_own = now.is_some_and(|line| text_of(line) == heading);
        let is_edited = || now.is_some_and(|now| candidate.piece_at(now) == own);
        let touches = |other: Option<usize>| other.and_then(|at| pieces.get(at)).is_some_and(|piece| !piece.is_same());
        let is_beside_changes = || touches(at.checked_sub(1)) || touches(Some(at + 1));
        let is_once_in_side = || {
            let own = outline_of(by).headings().map(|line| texts[by].text(line..line + 1).trim());
            own.filter(|text| *text == heading).nth(1).is_none()
        };
        let is_elsewhere = match count(heading) {
            0 => false,
            1 => is_beside_changes() || is_once_in_side(),
            _ => is_beside_changes(),
        };
        (!is_own && (is_elsewhere || is_beside_changes() && !is_edited())).then_some(found)
    };
    pieces.iter().enumerate().find_map(over)
}

fn counts<'t>(texts: impl Iterator<Item = &'t str>) -> HashMap<&'t str, usize> {
    let mut counts = HashMap::new();
    texts.for_each(|text| *counts.entry(text).or_default() += 1);
    counts
}
