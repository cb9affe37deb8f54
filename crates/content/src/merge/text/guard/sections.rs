//! Changes that the outcome has under another heading, or in another item, than the side that made them.

use super::candidate::Candidate;
use crate::merge::text::lines::{Kind, Line};
use crate::merge::text::moves::FEW_WORDS;
use crate::merge::text::piece::Piece;

/// Finds a change of one side that is not under the heading, or not in the item, that this side has over it, though that
/// is there.
pub(super) fn misplaced(candidate: &Candidate<'_, '_, '_>) -> Option<usize> {
    let is_misplaced = |at: &usize| {
        let piece = &candidate.pieces[*at];
        match piece.changed_by(candidate.texts()) {
            _ if piece.is_new_there(candidate.texts()) => is_inserted_elsewhere(candidate, *at),
            Some([by, other]) => {
                has_left_its_heading(candidate, *at, by) || is_of_another_section(candidate, piece, other)
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
fn is_inserted_elsewhere(candidate: &Candidate<'_, '_, '_>, at: usize) -> bool {
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
            let own = candidate.sides.structure(side).outline.path_of(first);
            !by_both && lines.item_of(first) != candidate.lines.item_of(place)
                || candidate.structure().outline.has_elsewhere(own, place)
        })
    })
}

/// Returns true if no line of a text has many words.
fn is_short(text: &str) -> bool {
    text.lines().all(|line| line.split_whitespace().nth(FEW_WORDS - 1).is_none())
}
