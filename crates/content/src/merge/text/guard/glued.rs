//! Lines that a merge makes one block of, though both sides have them apart.
//!
//! A line without a blank line above it goes on with the paragraph or item there. Where the line above is of one side and
//! this one of the other, neither wrote them as one text.

use super::candidate::Candidate;
use crate::merge::text::lines::{Kind, Line, Lines};

/// Finds a line of an outcome that goes on with the one above it, which it does on no side. Returns the pieces to make a
/// conflict of.
pub(super) fn glued(candidate: &Candidate<'_, '_, '_>) -> Option<[usize; 2]> {
    let (pieces, outcome) = (candidate.pieces, &candidate.lines);
    let mut above: Option<usize> = None;
    for (at, piece) in pieces.iter().enumerate() {
        let lines = candidate.range(at);
        if lines.is_empty() {
            continue;
        }
        let is_so = |side: usize| is_so_in(&candidate.texts()[side], piece.at[side].start, outcome, lines.start);
        if let Some(last) = above.replace(at)
            && !pieces[last].is_conflict()
            && matches!(outcome.line(lines.start), Some(Line::Inside(Kind::Text | Kind::Item)))
            && ![1, 2].into_iter().any(is_so)
        {
            let first = if pieces[last].is_same() { last + 1 } else { last };
            return Some([first, at]);
        }
    }
    None
}

/// Returns true if a line of a side and the one above it are those of the outcome.
fn is_so_in(side: &Lines<'_>, at: usize, outcome: &Lines<'_>, line: usize) -> bool {
    let is_line = |at: usize, line: usize| side.text(at..at + 1).trim_end() == outcome.text(line..line + 1).trim_end();
    at > 0 && at < side.len() && is_line(at, line) && is_line(at - 1, line - 1)
}
