//! Text that stands in the outcome though a side took it away, or twice or not at all though each side has it once.
//!
//! Where one side moves a sentence, an item, a row or a line of code, and the other deletes, edits or moves it, a diff sees
//! a deletion and an insertion, and the insertion wins. Only text that the base has once is looked at: what repeats may
//! come and go by itself. Few words may be written anew by chance, so they are moved only where nothing new is beside
//! them, or if they are a heading.

use std::collections::HashMap;
use std::ops::Range;

use super::Syntax;
use super::headings::{BOLD, level};
use super::lines::{Kind, Line, Lines, unmarked};
use super::moves::{self, FEW_WORDS};
use super::piece::{Outcome, Piece, Texts};
use super::words::{says_something, words};

/// Makes conflicts of the pieces that say more often what the base says once than the sides do.
pub(super) fn disputed<'a>(pieces: Vec<Piece<'a>>, texts: &Texts<'a>) -> Vec<Piece<'a>> {
    let said: Vec<Vec<(Where, Unit)>> = pieces.iter().map(|piece| said(piece, texts)).collect();
    let mut counts: HashMap<&str, Count> = HashMap::new();
    for (at, said) in said.iter().enumerate() {
        for (place, unit) in said {
            counts.entry(&unit.text).or_insert_with(|| Count::new(at)).add(*place, unit, at);
        }
    }
    let has_new: Vec<bool> =
        said.iter().map(|said| said.iter().any(|(_, unit)| counts[&*unit.text].base == 0)).collect();
    let is_moved = |unit: &str, count: &Count| {
        count.is_title || is_long(unit) || count.sides == [1, 1] || !count.clean_at.is_some_and(|at| has_new[at])
    };
    let wrong = counts.iter().filter(|(unit, count)| count.is_wrong() && is_moved(unit, count));
    let mut wrong: HashMap<&str, [usize; 2]> = wrong.map(|(unit, count)| (*unit, count.places)).collect();
    if wrong.is_empty() {
        return pieces;
    }
    for piece in pieces.iter().filter(|piece| piece.is_same()) {
        each_unit(&texts[0], piece.at[0].clone(), |unit| {
            wrong.remove(&*unit.text);
        });
    }
    let mut reach: Vec<usize> = (0..pieces.len()).collect();
    let mut is_wrong = vec![false; pieces.len()];
    for [first, last] in wrong.into_values() {
        reach[first] = reach[first].max(last);
        is_wrong[first] = true;
    }
    let pieces = pieces.into_iter().zip(is_wrong);
    let disputed = pieces.map(|(piece, is_wrong)| if is_wrong { Piece::conflict(piece.at) } else { piece });
    moves::over(disputed.collect(), &reach)
}

/// A place where something is said.
#[derive(Clone, Copy, PartialEq)]
enum Where {
    /// In the base or a side.
    Side(usize),
    /// In a side of a conflict.
    Conflict(usize),
    /// In an outcome without a conflict.
    Clean,
}

/// A sentence, a row, a heading or a line of code, with single spaces between its words.
#[derive(Clone)]
struct Unit {
    text: String,
    /// True for a heading that is hardly written anew.
    is_title: bool,
}

/// How often something is said.
#[derive(Default)]
struct Count {
    base: usize,
    sides: [usize; 2],
    in_conflict: [usize; 2],
    clean: usize,
    /// The last piece that says it without a conflict.
    clean_at: Option<usize>,
    /// True if it is such a heading wherever it is said.
    is_title: bool,
    /// The first and the last piece.
    places: [usize; 2],
}

impl Count {
    fn new(at: usize) -> Self {
        Self { places: [at, at], is_title: true, ..Self::default() }
    }

    fn add(&mut self, place: Where, unit: &Unit, at: usize) {
        self.places[1] = at;
        self.is_title &= unit.is_title;
        match place {
            Where::Side(0) => self.base += 1,
            Where::Side(side) => self.sides[side - 1] += 1,
            Where::Conflict(side) => self.in_conflict[side - 1] += 1,
            Where::Clean => (self.clean, self.clean_at) = (self.clean + 1, Some(at)),
        }
    }

    /// Returns true if the base says it once, and the outcome though a side does not, or twice or not at all though each
    /// side says it once.
    fn is_wrong(&self) -> bool {
        let [main, change] = self.sides;
        let disputed = self.in_conflict.into_iter().max().unwrap_or(0);
        self.base == 1
            && match main.min(change) {
                0 => main.max(change) == 1 && self.clean > 0,
                1 => main.max(change) == 1 && (self.clean > 0 && self.clean + disputed > 1 || self.is_lost()),
                _ => false,
            }
    }

    /// Returns true if the outcome does not say it if the conflicts are decided for one of the sides.
    fn is_lost(&self) -> bool {
        self.clean == 0 && self.in_conflict.contains(&0)
    }
}

/// Returns what a changed piece says.
fn said(piece: &Piece<'_>, texts: &Texts<'_>) -> Vec<(Where, Unit)> {
    let mut said = Vec::new();
    if piece.is_same() {
        return said;
    }
    for side in [0, 1, 2] {
        each_unit(&texts[side], piece.at[side].clone(), |unit| {
            if side > 0 && piece.is_conflict() {
                said.push((Where::Conflict(side), unit.clone()));
            }
            said.push((Where::Side(side), unit));
        });
    }
    if let Outcome::Text(text) = &piece.outcome {
        let clean = |unit: Unit| said.push((Where::Clean, unit));
        match [1, 2].into_iter().find(|side| text == texts[*side].text(piece.at[*side].clone())) {
            Some(side) => each_unit(&texts[side], piece.at[side].clone(), clean),
            None => {
                let lines = Lines::new(Syntax::Markdown, text);
                each_unit(&lines, 0..lines.len(), clean);
            }
        }
    }
    said
}

/// Returns true if something says many words, be they parts of a longer name or address.
fn is_long(unit: &str) -> bool {
    let mut parts = unit.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty());
    unit.split(' ').nth(FEW_WORDS - 1).is_some() || parts.nth(FEW_WORDS - 1).is_some()
}

/// Calls a function with each unit of lines.
fn each_unit(lines: &Lines<'_>, range: Range<usize>, mut found: impl FnMut(Unit)) {
    let mut prose = String::new();
    for at in range {
        let text = lines.text(at..at + 1).trim();
        let text = match lines.line(at) {
            Some(Line::Inside(Kind::Text | Kind::Item)) => {
                prose.extend([" ", text.trim_start_matches(['>', ' '])]);
                continue;
            }
            Some(Line::Start(Kind::Text | Kind::Item)) => {
                sentences(&std::mem::take(&mut prose), &mut found);
                prose.push_str(unmarked(text).trim_start_matches(['>', ' ']));
                continue;
            }
            Some(Line::Start(Kind::Tag) | Line::Inside(Kind::Tag)) => "",
            _ => text,
        };
        sentences(&std::mem::take(&mut prose), &mut found);
        let is_title = lines.line(at) == Some(Line::Start(Kind::Heading)) && is_distinct(text);
        unit(text, is_title, &mut found);
    }
    sentences(&prose, &mut found);
}

/// Calls a function with each sentence of a block.
fn sentences(prose: &str, found: &mut impl FnMut(Unit)) {
    let mut start = 0;
    let mut chars = prose.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let is_end = match c {
            '.' | '!' | '?' | ':' => chars.peek().is_none_or(|(_, next)| next.is_whitespace()),
            _ => matches!(c, '。' | '！' | '？'),
        };
        if is_end {
            unit(&prose[start..at + c.len_utf8()], false, found);
            start = at + c.len_utf8();
        }
    }
    unit(&prose[start..], false, found);
}

fn unit(text: &str, is_title: bool, found: &mut impl FnMut(Unit)) {
    if says_something(text) {
        found(Unit { text: text.split_whitespace().collect::<Vec<_>>().join(" "), is_title });
    }
}

/// Returns true for a heading that is hardly written anew: one that is no bold paragraph, or that has several words.
fn is_distinct(heading: &str) -> bool {
    let mut said = words(heading).into_iter().filter(|word| says_something(word) && !word.starts_with('<'));
    level(heading) < BOLD || said.nth(1).is_some()
}
