//! Labels of links and footnotes whose definition one side removed and that the other one uses anew.

use std::cell::OnceCell;
use std::collections::HashMap;

use super::candidate::Candidate;
use crate::merge::text::lines::{Kind, Line, Lines};
use crate::merge::text::piece::{Piece, Texts};

/// Finds a new use of a label that the outcome does not define any more. Returns the pieces to make a conflict of: those
/// with the use and with the definition, and all between them.
pub(super) fn undefined(candidate: &Candidate<'_, '_, '_>) -> Option<[usize; 2]> {
    let pieces = candidate.pieces;
    let labels = |side: usize| &candidate.sides.structure(side).labels;
    [[1, 2], [2, 1]].into_iter().find_map(|[kept, other]| {
        let new = OnceCell::new();
        let is_lost =
            |label: &String| !candidate.structure().labels.contains_key(label) && !labels(other).contains_key(label);
        labels(kept).iter().filter(|(label, _)| is_lost(label)).find_map(|(label, line)| {
            let definition = pieces.partition_point(|piece| piece.at[kept].end <= *line);
            let at = *new.get_or_init(|| new_uses(pieces, candidate.texts(), kept)).get(label)?;
            let is_removed = pieces.get(definition).is_some_and(|piece| !piece.is_conflict());
            is_removed.then_some([at.min(definition), at.max(definition)])
        })
    })
}

/// Returns the labels that a side uses more often in a piece than the base and the other one, each with the piece.
fn new_uses(pieces: &[Piece<'_>], texts: &Texts<'_>, by: usize) -> HashMap<String, usize> {
    let mut new = HashMap::new();
    for (at, piece) in pieces.iter().enumerate().filter(|(_, piece)| !piece.is_same() && !piece.is_conflict()) {
        let mut counts: HashMap<String, [usize; 3]> = HashMap::new();
        for side in [0, 1, 2] {
            each_use(&texts[side], piece, side, |label| counts.entry(label).or_default()[side] += 1);
        }
        let is_new = |counts: &[usize; 3]| counts[by] > counts[0].max(counts[3 - by]);
        new.extend(counts.into_iter().filter(|(_, counts)| is_new(counts)).map(|(label, _)| (label, at)));
    }
    new
}

/// Calls a function with each label in brackets in the lines of a piece, but not those of definitions and links.
fn each_use(lines: &Lines<'_>, piece: &Piece<'_>, side: usize, mut found: impl FnMut(String)) {
    let is_code = |at: &usize| matches!(lines.line(*at), Some(Line::Start(Kind::Code) | Line::Inside(Kind::Code)));
    for at in piece.at[side].clone().filter(|at| !is_code(at)) {
        let line = lines.text(at..at + 1);
        let mut open = None;
        for (at, _) in line.match_indices(['[', ']']) {
            if line[at..].starts_with('[') {
                open = Some(at + 1);
            } else if let Some(start) = open.take()
                && !line[at + 1..].starts_with([':', '('])
            {
                found(line[start..at].to_lowercase());
            }
        }
    }
}
