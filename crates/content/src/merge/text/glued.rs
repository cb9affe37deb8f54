//! Lines that a merge makes one block of, though both sides have them apart.
//!
//! A line without a blank line above it goes on with the paragraph or item there. Where the line above is of one side and
//! this one of the other, neither wrote them as one text.

use super::lines::{Kind, Line, Lines};
use super::piece::{Piece, Texts};

/// Finds a line of an outcome that goes on with the one above it, which it does on no side. Returns the pieces to make a
/// conflict of. `starts` are the lines of the outcome at which the pieces begin.
pub(super) fn glued(
    pieces: &[Piece<'_>],
    texts: &Texts<'_>,
    starts: &[usize],
    outcome: &Lines<'_>,
) -> Option<[usize; 2]> {
    let mut above: Option<usize> = None;
    for (at, start) in starts.iter().enumerate() {
        let end = starts.get(at + 1).copied().unwrap_or(outcome.len());
        if *start == end {
            continue;
        }
        if let Some(last) = above.replace(at)
            && !pieces[last].is_conflict()
            && matches!(outcome.line(*start), Some(Line::Inside(Kind::Text | Kind::Item)))
            && ![1, 2].into_iter().any(|side| is_so_in(&texts[side], pieces[at].at[side].start, outcome, *start))
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
