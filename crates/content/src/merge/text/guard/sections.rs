//! Changes that the outcome has under another heading, or in another item, than the side that made them.

use super::candidate::Candidate;
use super::once::Once;
use crate::merge::text::lines::{Kind, Line};
use crate::merge::text::moves::FEW_WORDS;
use crate::merge::text::pairs::changes;
use crate::merge::text::piece::Piece;
use crate::merge::text::region::{Region, Tables};

/// Finds a change of one side that is not under the heading, or not in the item, that this side has over it, though that
/// is there.
pub(super) fn misplaced(candidate: &Candidate<'_, '_, '_>) -> Option<usize> {
    let now = Once::of(&candidate.lines);
    let is_misplaced = |at: &usize| {
        let piece = &candidate.pieces[*at];
        match piece.changed_by(candidate.texts()) {
            _ if piece.is_new_there(candidate.texts()) => is_inserted_elsewhere(candidate, &now, *at),
            Some([by, other]) => {
                has_left_its_heading(candidate, *at, by)
                    || is_of_another_section(candidate, piece, other)
                    || has_insertion_elsewhere(candidate, &now, *at, by)
            }
            _ => false,
        }
    };
    candidate.changed().find(is_misplaced)
}

/// Finds the pieces between the places of a heading that both sides have and the outcome has not.
pub(super) fn lost(candidate: &Candidate<'_, '_, '_>) -> Option<[usize; 2]> {
    let [main, change] = [1, 2].map(|side| &candidate.sides.structure(side).outline);
    let is_lost = |path: u64| change.line_of(path).is_some() && candidate.structure().outline.line_of(path).is_none();
    let (path, in_main) = main.paths().find(|(path, _)| is_lost(*path))?;
    let in_change = change.line_of(path)?;
    let places = [(1, in_main), (2, in_change)].map(|(side, line)| {
        candidate.pieces.iter().position(|piece| piece.at[side].contains(&line)).unwrap_or_default()
    });
    Some([places[0].min(places[1]), places[0].max(places[1])])
}

/// Returns true if a side has an edited block under another heading than the base, and the outcome has it under a third.
fn has_left_its_heading(candidate: &Candidate<'_, '_, '_>, at: usize, by: usize) -> bool {
    let path = |side: usize| {
        let first = candidate.texts()[side].first_said(&candidate.pieces[at].at[side])?;
        Some(candidate.sides.structure(side).outline.path_of(first))
    };
    let is_elsewhere = |own| candidate.structure().outline.has_elsewhere(own, candidate.first_said(at));
    path(0).zip(path(by)).is_some_and(|(base, own)| own != base && is_elsewhere(own))
}

/// Returns true if the other side has an edited block under another heading than the base, and the block has only few
/// words: a diff may have taken them for the same ones of another section.
fn is_of_another_section(candidate: &Candidate<'_, '_, '_>, piece: &Piece<'_>, other: usize) -> bool {
    let base = &candidate.texts()[0];
    let is_elsewhere = |first: usize| {
        let own = candidate.sides.structure(0).outline.path_of(first);
        let place = piece.at[other].start + first - piece.at[0].start;
        candidate.sides.structure(other).outline.has_elsewhere(own, place)
    };
    is_short(base.text(piece.at[0].clone())) && base.first_said(&piece.at[0]).is_some_and(is_elsewhere)
}

/// Returns true if a side has other headings over what it inserted, though they are there, or another item.
fn is_inserted_elsewhere(candidate: &Candidate<'_, '_, '_>, now: &Once<'_, '_>, at: usize) -> bool {
    let (piece, texts) = (&candidate.pieces[at], candidate.texts());
    let by_both = piece.at[0].is_empty() && !piece.at[1].is_empty() && !piece.at[2].is_empty();
    let changed = |side: &usize| by_both || piece.changed_by(texts).is_none_or(|[by, _]| by == *side);
    let place = candidate.first_said(at);
    [1, 2].into_iter().filter(changed).any(|side| {
        let lines = &texts[side];
        let first = lines.first_said(&piece.at[side]);
        // Of two insertions, one with a heading comes after the other.
        let is_first = |at: &usize| !(by_both && lines.line(*at) == Some(Line::Start(Kind::Heading)));
        first.filter(is_first).is_some_and(|first| {
            !by_both && lines.item_of(first) != candidate.lines.item_of(place)
                || is_under_another(candidate, now, [side, first], place)
        })
    })
}

/// Returns true if a side edited blocks of a piece and has other headings over one that is new among them, though they
/// are there.
fn has_insertion_elsewhere(candidate: &Candidate<'_, '_, '_>, now: &Once<'_, '_>, at: usize, by: usize) -> bool {
    let (piece, texts) = (&candidate.pieces[at], candidate.texts());
    if piece.with(texts, candidate.decided) != texts[by].text(piece.at[by].clone()) {
        return false;
    }
    let [base, own] = [0, by].map(|side| Region::new(&texts[side], piece.at[side].clone(), Tables::Rows));
    let changes = changes(&base, &own);
    let new = changes.hunks.iter().zip(&changes.edited).filter(|(_, is_edited)| !**is_edited);
    new.flat_map(|(hunk, _)| hunk.after.clone()).any(|block| {
        let first = own.lines_of(block..block + 1).start;
        is_under_another(candidate, now, [by, first], candidate.start(at) + first - piece.at[by].start)
    })
}

/// Returns true if a line of a side is at a place of the outcome under another heading, though its own is there. If it has
/// none, a heading that the outcome puts over all that is above the line is over it, too.
fn is_under_another(
    candidate: &Candidate<'_, '_, '_>,
    now: &Once<'_, '_>,
    [side, first]: [usize; 2],
    place: usize,
) -> bool {
    let (outline, lines) = (&candidate.structure().outline, &candidate.texts()[side]);
    if let Some((own, heading)) = candidate.sides.structure(side).outline.over(first) {
        // Where the headings above it are others now, the heading alone is looked for.
        let is_heading = |line: &usize| outline.line_of(own).is_none() && outline.count(&(*line..*line + 1)) > 0;
        let heading = || now.place_of(lines.text(heading..heading + 1)).filter(is_heading);
        let is_elsewhere = |heading: usize| outline.over(place).is_none_or(|(_, other)| other != heading);
        return outline.has_elsewhere(Some(own), place) || heading().is_some_and(is_elsewhere);
    }
    let Some((_, heading)) = outline.over(place) else { return false };
    lines.said_before(first).is_none_or(|above| {
        let above = now.place_of(lines.text(above..above + 1));
        above.is_some_and(|above| outline.over(above).is_none_or(|(_, other)| other != heading))
    })
}

/// Returns true if no line of a text has many words.
fn is_short(text: &str) -> bool {
    text.lines().all(|line| line.split_whitespace().nth(FEW_WORDS - 1).is_none())
}
