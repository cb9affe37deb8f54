//! Words that both sides kept in a row, one of them in a conflict and the other one elsewhere.
//!
//! Where a side splits a paragraph and moves a part of it, that part is no version of the whole. Decided for one side,
//! the outcome would have it twice, or not at all.

use std::collections::HashMap;
use std::ops::Range;

use super::super::Syntax;
use super::super::lines::Lines;
use super::super::piece::{Outcome, Piece, Texts};
use super::super::region::{Region, Tables};

/// The number of words in a row that are known again beside a conflict.
const LENGTH: usize = 3;

type Run<'a> = [&'a str; LENGTH];

/// The number of times that a run is said, and the places.
#[derive(Default)]
struct Said {
    /// The number of times that the base and each side say it.
    counts: [usize; 3],
    /// The number of times that outcomes without a conflict say it.
    clean: usize,
    /// The pieces in which the base and the sides say it last.
    at: [usize; 3],
}

/// Returns the pairs of pieces between which a run of words was moved that the base and both sides have once, and the
/// outcome twice or not at all if conflicts are decided for one of the sides.
pub(super) fn torn(pieces: &[Piece<'_>], texts: &Texts<'_>) -> Vec<[usize; 2]> {
    if !pieces.iter().any(Piece::is_conflict) {
        return Vec::new();
    }
    let outcomes: Vec<Option<Lines<'_>>> = pieces.iter().map(merged).collect();
    let mut said: HashMap<Run<'_>, Said> = HashMap::new();
    for (at, piece) in pieces.iter().enumerate().filter(|(_, piece)| !piece.is_same()) {
        for side in [0, 1, 2] {
            each_run(&texts[side], piece.at[side].clone(), |run| {
                let said = said.entry(run).or_default();
                said.counts[side] += 1;
                said.at[side] = at;
            });
        }
        if let Some(lines) = &outcomes[at] {
            each_run(lines, 0..lines.len(), |run| said.entry(run).or_default().clean += 1);
        }
    }
    for piece in pieces.iter().filter(|piece| piece.is_same()) {
        each_run(&texts[0], piece.at[0].clone(), |run| {
            said.remove(&run);
        });
    }
    let is_wrong = |said: &&Said| {
        let in_conflict = |side: usize| usize::from(pieces[said.at[side]].is_conflict());
        said.counts == [1; 3]
            && said.at[1] != said.at[2]
            && in_conflict(1) + in_conflict(2) > 0
            && [1, 2].into_iter().any(|side| said.clean + in_conflict(side) != 1)
    };
    said.values().filter(is_wrong).map(|said| [said.at[1], said.at[2]]).collect()
}

/// Returns the lines of merged text.
fn merged<'p>(piece: &'p Piece<'_>) -> Option<Lines<'p>> {
    match &piece.outcome {
        Outcome::Text(text) => Some(Lines::new(Syntax::Markdown, text)),
        _ => None,
    }
}

/// Calls a function with each run of words in the blocks of a range of lines.
fn each_run<'a>(lines: &Lines<'a>, range: Range<usize>, mut found: impl FnMut(Run<'a>)) {
    for block in Region::new(lines, range, Tables::Rows).blocks {
        let mut words = block.text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        let (Some(first), Some(second)) = (words.next(), words.next()) else { continue };
        let mut before = [first, second];
        for word in words {
            found([before[0], before[1], word]);
            before = [before[1], word];
        }
    }
}
