//! Headings that one side moved, and that are in a conflict where they were or where they are now.
//!
//! A heading has few words, and often one of them is another after a move. Beside a conflict that is enough to know it
//! again: decided for one side, the outcome would have it twice, or not at all.

use std::collections::{HashMap, HashSet};

use super::super::lines::{Kind, Line, Lines};
use super::super::pairs::alike;
use super::super::piece::{Piece, Texts};
use super::super::words::words;

/// Returns each piece in which the base has a heading with the piece in which a side has it now, if that is another one
/// and one of both is a conflict. Only headings that a text has once are looked at, as others come and go with sections.
pub(super) fn moved(pieces: &[Piece<'_>], texts: &Texts<'_>) -> Vec<[usize; 2]> {
    if !pieces.iter().any(Piece::is_conflict) {
        return Vec::new();
    }
    let once = texts.each_ref().map(once);
    let titles = pieces.iter().map(|piece| [0, 1, 2].map(|side| titles(piece, &texts[side], side, &once[side])));
    let titles: Vec<[HashSet<String>; 3]> = titles.collect();
    let mut moved = Vec::new();
    for side in [1, 2] {
        let (gone, new) = (only_in(&titles, 0, side), only_in(&titles, side, 0));
        let pairs = alike(&texts_of(&gone), &texts_of(&new)).into_iter().map(|[old, now]| [gone[old].0, new[now].0]);
        moved.extend(pairs.filter(|[at, to]| at != to && [at, to].iter().any(|at| pieces[**at].is_conflict())));
    }
    moved
}

/// Returns the headings that a text of each piece has and another one has not, with the pieces.
fn only_in(titles: &[[HashSet<String>; 3]], of: usize, without: usize) -> Vec<(usize, &str)> {
    let of_piece = |(at, piece)| {
        let piece: &[HashSet<String>; 3] = piece;
        piece[of].difference(&piece[without]).map(move |title| (at, title.as_str())).collect::<Vec<_>>()
    };
    titles.iter().enumerate().flat_map(of_piece).collect()
}

fn texts_of<'t>(titles: &[(usize, &'t str)]) -> Vec<&'t str> {
    titles.iter().map(|(_, title)| *title).collect()
}

/// Returns the headings that a text has once.
fn once(lines: &Lines<'_>) -> HashSet<String> {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for at in (0..lines.len()).filter(|at| is_heading(lines, *at)) {
        *counts.entry(title(lines, at)).or_default() += 1;
    }
    counts.into_iter().filter(|(_, count)| *count == 1).map(|(title, _)| title).collect()
}

/// Returns those headings of a changed piece that a text has once.
fn titles(piece: &Piece<'_>, lines: &Lines<'_>, side: usize, once: &HashSet<String>) -> HashSet<String> {
    let range = if piece.is_same() { 0..0 } else { piece.at[side].clone() };
    let headings = range.filter(|at| is_heading(lines, *at));
    headings.map(|at| title(lines, at)).filter(|title| once.contains(title)).collect()
}

fn is_heading(lines: &Lines<'_>, at: usize) -> bool {
    lines.line(at) == Some(Line::Start(Kind::Heading))
}

/// Returns the text of the heading that begins at a line, without tags of HTML.
fn title(lines: &Lines<'_>, at: usize) -> String {
    let goes_on = |at: &usize| lines.line(*at) == Some(Line::Inside(Kind::Heading));
    let end = (at + 1..lines.len()).find(|at| !goes_on(at)).unwrap_or(lines.len());
    words(lines.text(at..end)).into_iter().filter(|word| !word.starts_with('<')).collect()
}
