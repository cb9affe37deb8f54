//! Items that the outcome has below other ones than the side that wrote or indented them.
//!
//! The item that another one is nested in follows from the lines before it. Where one side nests an item, takes it out,
//! or deletes the one around it, a line of the other side with its old indentation belongs to something else. An item
//! that the other side only gave other words is still the same one.

use std::cell::OnceCell;
use std::collections::HashSet;

use super::candidate::Candidate;
use crate::merge::text::lines::{Kind, Line, Lines, columns, unmarked, unquoted};

/// Finds a piece with an item that is in another one in the outcome. Returns the pieces to make a conflict of: that one,
/// with the change before it.
pub(super) fn misplaced(candidate: &Candidate<'_, '_, '_>) -> Option<[usize; 2]> {
    let (texts, outcome) = (candidate.texts(), &candidate.lines);
    let known = [OnceCell::new(), OnceCell::new(), OnceCell::new()];
    let has = |lines: usize, item: &str| {
        let text = if lines == 0 { outcome } else { &texts[lines] };
        known[lines].get_or_init(|| items(text)).contains(said(item))
    };
    let is_misplaced = |at: &usize| {
        let Some(side) = author(candidate, *at) else { return false };
        let (own, mut least) = (&texts[side], usize::MAX);
        candidate.pieces[*at].at[side].clone().enumerate().any(|(n, line)| {
            let indent = columns(own.text(line..line + 1));
            if own.line(line) != Some(Line::Start(Kind::Item)) || indent >= least {
                return false;
            }
            // What is nested in an item of the piece stays there.
            least = indent;
            match (own.parent_of(line), outcome.parent_of(candidate.start(*at) + n)) {
                (None, None) => false,
                (Some(parent), Some(now)) if said(parent) == said(now) => false,
                (Some(parent), Some(now)) => has(0, parent) || has(side, now),
                (Some(_), None) | (None, Some(_)) => true,
            }
        })
    };
    let found = candidate.changed().find(is_misplaced)?;
    let before = candidate.changed().rfind(|at| *at < found);
    let after = candidate.changed().find(|at| *at > found);
    let other = before.or(after).unwrap_or(found);
    Some([other.min(found), other.max(found)])
}

/// Returns the side whose lines are the outcome of a piece.
fn author(candidate: &Candidate<'_, '_, '_>, piece: usize) -> Option<usize> {
    let (piece, texts) = (&candidate.pieces[piece], candidate.texts());
    let side = if piece.is_conflict() { candidate.decided } else { piece.changed_by(texts)?[0] };
    (texts[side].text(piece.at[side].clone()) == piece.with(texts, candidate.decided)).then_some(side)
}

/// Returns the texts of all items.
fn items<'a>(lines: &Lines<'a>) -> HashSet<&'a str> {
    let is_item = |at: &usize| lines.line(*at) == Some(Line::Start(Kind::Item));
    (0..lines.len()).filter(is_item).map(|at| said(lines.text(at..at + 1))).collect()
}

/// Returns the text of an item without its marker.
fn said(item: &str) -> &str {
    unmarked(unquoted(item).1.trim())
}
