//! Labels of links and footnotes whose definition one side removed and that the other one uses anew.

use super::lines::{Kind, Line, Lines};
use super::piece::{Piece, Texts};
use super::structure::Structure;

/// Finds a new use of a label that the outcome does not define any more. Returns the pieces to make a conflict of: those
/// with the use and with the definition, and all between them.
pub(super) fn undefined(
    pieces: &[Piece<'_>],
    texts: &Texts<'_>,
    [main, change]: [&Structure; 2],
    outcome: &Structure,
) -> Option<[usize; 2]> {
    let lost = |(label, line): (&String, &usize), (kept, other): (usize, &Structure)| {
        if outcome.labels.contains_key(label) || other.labels.contains_key(label) {
            return None;
        }
        let definition = pieces.iter().position(|piece| piece.at[kept].contains(line))?;
        if pieces[definition].is_conflict() {
            return None;
        }
        let is_new = |piece: &Piece<'_>| {
            let uses = |side: usize| uses(&texts[side], piece, side, label);
            !piece.is_same() && !piece.is_conflict() && uses(kept) > uses(3 - kept).max(uses(0))
        };
        let at = pieces.iter().position(is_new)?;
        Some([at.min(definition), at.max(definition)])
    };
    let of_main = main.labels.iter().find_map(|label| lost(label, (1, change)));
    of_main.or_else(|| change.labels.iter().find_map(|label| lost(label, (2, main))))
}

/// Returns how often the lines of a piece use a label.
fn uses(lines: &Lines<'_>, piece: &Piece<'_>, side: usize, label: &str) -> usize {
    let bracketed = ["[", label, "]"].concat();
    let is_code = |at: usize| matches!(lines.line(at), Some(Line::Start(Kind::Code) | Line::Inside(Kind::Code)));
    let of_line = |at: usize| {
        let line = lines.text(at..at + 1).to_lowercase();
        line.match_indices(&bracketed).filter(|(at, _)| !line[at + bracketed.len()..].starts_with([':', '('])).count()
    };
    piece.at[side].clone().filter(|at| !is_code(*at)).map(of_line).sum()
}
