//! The guard over merged pieces: a conflict is about whole constructs, and the outcome has no faults that no side has.
//!
//! Where the outcome has a tag without its end, a table of uneven width, a label that is defined twice or another
//! [`Fault`] more often than both sides account for, the pieces that make it, with the constructs that they are a part
//! of, become a conflict. So does everything, if that does not help.

use std::cell::OnceCell;
use std::collections::HashSet;

use super::exposed::exposed;
use super::glued::glued;
use super::lines::{Kind, Lines, columns, marker};
use super::neighbours::parted;
use super::orphans::orphan;
use super::piece::{Piece, Place, Texts, hull};
use super::structure::{Fault, Structure};
use super::zipper::Zipper;
use super::{Syntax, items, labels, lines, moves};

/// The maximum number of times that the outcome is looked at before all of it becomes a conflict.
const MOST_ROUNDS: usize = 12;
/// The number of steps after which twice as many changes are taken into a conflict at a time.
const SHORT_STEPS: usize = 4;

/// Returns pieces with conflicts over whole constructs, and without new faults.
pub(super) fn guarded<'a>(pieces: Vec<Piece<'a>>, texts: &Texts<'a>) -> Vec<Piece<'a>> {
    let pieces = adjacent_joined(pieces);
    let touch = pieces.windows(2).any(|pair| !pair[0].is_same() && !pair[1].is_same());
    let is_moved = || touch && texts[0].text(0..texts[0].len()).contains("{%");
    if are_plain(&pieces, texts) && !is_moved() && !(touch && has_glued(&pieces, texts)) {
        return pieces;
    }
    let [main, change] = [1, 2].map(|side| Structure::of(&texts[side]));
    let guard = Guard { texts, main, change, base: OnceCell::new() };
    let mut pieces = guard.closed(pieces);
    for _ in 0..MOST_ROUNDS {
        pieces = adjacent_joined(pieces);
        let Some(fault) = guard.fault(&pieces, 2).or_else(|| guard.fault_of_main(&pieces)) else { return pieces };
        pieces = guard.disputed(pieces, &fault);
    }
    vec![Piece::conflict([0, 1, 2].map(|side| 0..texts[side].len()))]
}

/// Makes one conflict of those that nothing separates, so that no construct of one side ends up beside one of the other,
/// and each conflict has text around it by which it is found again.
fn adjacent_joined(pieces: Vec<Piece<'_>>) -> Vec<Piece<'_>> {
    let mut joined: Vec<Piece<'_>> = Vec::new();
    for mut piece in pieces.into_iter().filter(|piece| piece.at.iter().any(|lines| !lines.is_empty())) {
        if piece.is_conflict()
            && let Some(last) = joined.iter().rposition(|last| !last.is_nothing())
            && joined[last].is_conflict()
        {
            piece = Piece::conflict(hull(&joined[last].at, &piece.at));
            joined.truncate(last);
        }
        joined.push(piece);
    }
    joined
}

/// Returns true if all changes are of paragraphs without tags, outside of items, and of items with the same marker and
/// indentation, so that all constructs and headings are those of the base.
fn are_plain(pieces: &[Piece<'_>], texts: &Texts<'_>) -> bool {
    let mut markers = HashSet::new();
    let mut is_plain = |lines: &Lines<'_>, at: usize| {
        let text = lines.text(at..at + 1);
        let has_markup = || text.bytes().any(|byte| matches!(byte, b'<' | b'{')) || text.trim_start().starts_with('[');
        match lines.line(at) {
            Some(lines::Line::Blank) | None => true,
            Some(lines::Line::Start(Kind::Item)) => {
                markers.insert((marker(text), columns(text)));
                markers.len() == 1 && !has_markup()
            }
            // An indented paragraph belongs to an item.
            Some(lines::Line::Start(Kind::Text)) => !has_markup() && columns(text) < 2,
            Some(lines::Line::Inside(Kind::Text | Kind::Item)) => !has_markup(),
            Some(_) => false,
        }
    };
    let changed = pieces.iter().filter(|piece| !piece.is_same());
    let mut places = changed.flat_map(|piece| [0, 1, 2].map(|side| (side, piece.at[side].clone())));
    places.all(|(side, lines)| lines.into_iter().all(|at| is_plain(&texts[side], at)))
}

/// Returns true if a side's lines go on with those of the other one.
fn has_glued(pieces: &[Piece<'_>], texts: &Texts<'_>) -> bool {
    [1, 2].into_iter().any(|side| {
        let (text, starts) = outcome(pieces, texts, side);
        glued(pieces, texts, &starts, &Lines::new(Syntax::Markdown, &text)).is_some()
    })
}

/// Returns the outcome with the conflicts decided for a side, and the lines at which the pieces begin.
fn outcome(pieces: &[Piece<'_>], texts: &Texts<'_>, side: usize) -> (String, Vec<usize>) {
    let (mut text, mut starts, mut next) = (String::new(), Vec::new(), 0);
    for piece in pieces {
        let of_piece = piece.with(texts, side);
        starts.push(next);
        next += of_piece.split_inclusive('\n').count();
        text.push_str(&of_piece);
    }
    (text, starts)
}

/// The place of a new fault: a piece, or several.
struct At {
    piece: usize,
    /// The line of the piece, if that is unchanged.
    line: usize,
    /// The last piece.
    last: usize,
}

impl At {
    fn new(piece: usize, line: usize) -> Self {
        Self { piece, line, last: piece }
    }

    fn over([piece, last]: [usize; 2]) -> Self {
        Self { piece, line: 0, last }
    }
}

struct Guard<'g, 'a> {
    texts: &'g Texts<'a>,
    main: Structure,
    change: Structure,
    /// The base's, which is only needed for conflicts and faults.
    base: OnceCell<Structure>,
}

impl<'a> Guard<'_, 'a> {
    /// Returns the structure of the base or a side.
    fn structure(&self, side: usize) -> &Structure {
        match side {
            0 => self.base.get_or_init(|| Structure::of(&self.texts[0])),
            1 => &self.main,
            _ => &self.change,
        }
    }

    /// Widens each conflict to whole constructs.
    fn closed(&self, pieces: Vec<Piece<'a>>) -> Vec<Piece<'a>> {
        let mut zipper = Zipper::new(pieces);
        while let Some(piece) = zipper.after.pop() {
            let piece = if piece.is_conflict() { self.widened(&mut zipper, piece.at) } else { piece };
            zipper.before.push(piece);
        }
        zipper.before
    }

    /// Returns a conflict over a place, widened to whole constructs.
    fn widened(&self, zipper: &mut Zipper<'a>, mut at: Place) -> Piece<'a> {
        let mut closed = [0, 1, 2].map(|_| 0..0);
        loop {
            let wanted = [0, 1, 2].map(|side| self.structure(side).closed(&at[side], closed[side].clone()));
            if wanted == at {
                return Piece::conflict(at);
            }
            zipper.widen(&mut at, &wanted);
            closed = wanted;
        }
    }

    fn fault_of_main(&self, pieces: &[Piece<'a>]) -> Option<At> {
        if pieces.iter().any(Piece::is_conflict) { self.fault(pieces, 1) } else { None }
    }

    /// Finds a fault of the outcome with the conflicts decided for a side that is more frequent than both sides account
    /// for.
    fn fault(&self, pieces: &[Piece<'a>], side: usize) -> Option<At> {
        let (text, starts) = outcome(pieces, self.texts, side);
        let lines = Lines::new(Syntax::Markdown, &text);
        let outcome = Structure::of(&lines);
        let place = |line: usize| {
            let piece = starts.partition_point(|start| *start <= line).saturating_sub(1);
            At::new(piece, line - starts[piece])
        };
        let Some((fault, faulty)) = outcome.faults.iter().find(|(fault, lines)| self.exceeds(lines.len(), fault))
        else {
            let of_sides: Vec<_> = pieces.iter().map(|piece| self.sides_of(piece, side)).collect();
            let crossed = |(open, close): &&(usize, usize)| {
                let ends = [place(*open), place(*close)];
                self.is_crossed(ends.map(|at| of_sides[at.piece].map(|start| start.map(|start| start + at.line))))
            };
            let crossed = outcome.pairs.iter().filter(crossed).min().map(|(open, _)| place(*open));
            return crossed
                .or_else(|| glued(pieces, self.texts, &starts, &lines).map(At::over))
                .or_else(|| {
                    let structure = |side| self.structure(side);
                    exposed(pieces, self.texts, structure, &starts, (&outcome, &lines, side)).map(At::over)
                })
                .or_else(|| {
                    let structure = |side| self.structure(side);
                    parted(pieces, self.texts, structure, &starts, (&outcome, &lines, side)).map(At::over)
                })
                .or_else(|| items::misplaced(pieces, self.texts, &starts, (&lines, side)).map(At::over))
                .or_else(|| self.misplaced(pieces, &starts, (&outcome, &lines)))
                .or_else(|| {
                    let structure = |side| self.structure(side);
                    orphan(pieces, self.texts, structure, &starts, (&outcome, &lines)).map(At::over)
                })
                .or_else(|| self.lost(pieces, &outcome))
                .or_else(|| labels::undefined(pieces, self.texts, [&self.main, &self.change], &outcome).map(At::over));
        };
        let found = faulty.iter().map(|line| place(*line)).find(|at| self.is_new(fault, &pieces[at.piece], at.line));
        found.or_else(|| faulty.first().map(|line| place(*line)))
    }

    /// Returns the first line of a piece in main and in the change request, if it is as there.
    fn sides_of(&self, piece: &Piece<'a>, decided: usize) -> [Option<usize>; 2] {
        let text = piece.with(self.texts, decided);
        [1, 2].map(|side| {
            let lines = &piece.at[side];
            (piece.is_same() || text == self.texts[side].text(lines.clone())).then_some(lines.start)
        })
    }

    /// Returns true if tags that are a pair in the outcome are of different pairs in both sides. The ends of the pair are
    /// given as lines of main and of the change request.
    fn is_crossed(&self, [open, close]: [[Option<usize>; 2]; 2]) -> bool {
        let is_known = open.iter().any(Option::is_some) && close.iter().any(Option::is_some);
        let pairs = [1, 2].into_iter().zip(open.into_iter().zip(close));
        let mut in_side = pairs.filter_map(|(side, (open, close))| Some((side, (open?, close?))));
        is_known && !in_side.any(|(side, pair)| self.structure(side).pairs.contains(&pair))
    }

    /// Finds a change of one side that is not under the heading, or not in the item, that this side has over it, though
    /// that is there.
    fn misplaced(&self, pieces: &[Piece<'a>], starts: &[usize], outcome: (&Structure, &Lines<'_>)) -> Option<At> {
        let is_misplaced = |(at, piece): &(usize, &Piece<'a>)| match piece.changed_by(self.texts) {
            _ if piece.is_new_there(self.texts) => self.is_inserted_elsewhere(piece, starts[*at], outcome),
            Some([by, other]) => {
                self.has_left_its_heading(piece, by, starts[*at], outcome.0) || self.is_of_another_section(piece, other)
            }
            _ => false,
        };
        pieces.iter().enumerate().find(is_misplaced).map(|(piece, _)| At::new(piece, 0))
    }

    /// Returns true if a side has an edited block under another heading than the base, and the outcome has it under a third.
    fn has_left_its_heading(&self, piece: &Piece<'a>, by: usize, start: usize, outcome: &Structure) -> bool {
        let path = |side: usize| {
            let first = self.texts[side].first_said(&piece.at[side])?;
            Some(self.structure(side).outline.path_of(first))
        };
        let place = start + piece.with(self.texts, 2).lines().take_while(|line| line.trim().is_empty()).count();
        path(0).zip(path(by)).is_some_and(|(base, own)| own != base && outcome.outline.has_elsewhere(own, place))
    }

    /// Returns true if the other side has an edited block under another heading than the base, and the block has only few
    /// words: a diff may have taken them for the same ones of another section.
    fn is_of_another_section(&self, piece: &Piece<'a>, other: usize) -> bool {
        let is_elsewhere = |first: usize| {
            let own = self.structure(0).outline.path_of(first);
            let place = piece.at[other].start + first - piece.at[0].start;
            self.structure(other).outline.has_elsewhere(own, place)
        };
        is_short(self.texts[0].text(piece.at[0].clone()))
            && self.texts[0].first_said(&piece.at[0]).is_some_and(is_elsewhere)
    }

    /// Finds the pieces between the places of a heading that both sides have and the outcome has not.
    fn lost(&self, pieces: &[Piece<'a>], outcome: &Structure) -> Option<At> {
        let (main, change) = (&self.main, &self.change);
        let (path, in_main) = main
            .outline
            .paths()
            .find(|(path, _)| change.outline.line_of(*path).is_some() && outcome.outline.line_of(*path).is_none())?;
        let in_change = change.outline.line_of(path)?;
        let places = [(1, in_main), (2, in_change)]
            .map(|(side, line)| pieces.iter().position(|piece| piece.at[side].contains(&line)).unwrap_or_default());
        let [first, last] = [places[0].min(places[1]), places[0].max(places[1])];
        Some(At::over([first, last]))
    }

    /// Returns true if a side has other headings over what it inserted, though they are there, or another item.
    fn is_inserted_elsewhere(
        &self,
        piece: &Piece<'a>,
        start: usize,
        (outcome, outcome_lines): (&Structure, &Lines<'_>),
    ) -> bool {
        let by_both = piece.at[0].is_empty() && !piece.at[1].is_empty() && !piece.at[2].is_empty();
        let changed = |side: &usize| by_both || piece.changed_by(self.texts).is_none_or(|[by, _]| by == *side);
        let is_blank = |line: &str| line.trim().is_empty();
        let place = start + piece.with(self.texts, 2).lines().take_while(|line| is_blank(line)).count();
        [1, 2].into_iter().filter(changed).any(|side| {
            let lines = &self.texts[side];
            let first = lines.first_said(&piece.at[side]);
            // Of two insertions, one with a heading comes after the other.
            let is_first = |at: &usize| !(by_both && lines.line(*at) == Some(lines::Line::Start(Kind::Heading)));
            first.filter(is_first).is_some_and(|first| {
                let item = lines.item_of(first);
                !by_both && item != outcome_lines.item_of(place)
                    || outcome.outline.has_elsewhere(self.structure(side).outline.path_of(first), place)
            })
        })
    }

    /// Returns true if a fault is in the outcome more often than what the sides add to the base.
    fn exceeds(&self, count: usize, fault: &Fault) -> bool {
        let (main, change) = (self.main.count(fault), self.change.count(fault));
        count > main.max(change) && count > (main + change).saturating_sub(self.structure(0).count(fault))
    }

    /// Returns true if no side has a fault at a line of a piece.
    fn is_new(&self, fault: &Fault, piece: &Piece<'_>, line: usize) -> bool {
        let is_same = piece.is_same();
        [1, 2].into_iter().all(|side| {
            let range = &piece.at[side];
            let range = if is_same { range.start + line..range.start + line + 1 } else { range.clone() };
            !self.structure(side).has(fault, &range)
        })
    }

    /// Makes a conflict of the piece with a fault, or of more than that if it is one already.
    fn disputed(&self, pieces: Vec<Piece<'a>>, fault: &At) -> Vec<Piece<'a>> {
        let mut zipper = Zipper::new(pieces);
        zipper.go_to(fault.piece);
        let Some(mut piece) = zipper.after.pop() else { return zipper.before };
        let mut at = piece.at.clone();
        if fault.last > fault.piece {
            let until = zipper.after.len() - (fault.last - fault.piece);
            at = zipper.after.drain(until..).rev().fold(at, |at, piece| hull(&at, &piece.at));
        } else if piece.is_conflict() {
            at = self.enlarged(&mut zipper, at);
        } else {
            if let Some((head, tail)) = piece.split(fault.line) {
                zipper.before.push(head);
                piece = tail;
            }
            if let Some((head, tail)) = piece.split(1) {
                zipper.after.push(tail);
                piece = head;
            }
            at.clone_from(&piece.at);
        }
        let mut conflict = self.widened(&mut zipper, at);
        let mut steps = 0;
        while !conflict.is_disputed(self.texts) && !zipper.is_empty() {
            // Where many steps are needed they become longer: each looks at all of the conflict.
            let taken = 1_usize << (steps / SHORT_STEPS);
            let at = (0..taken).fold(conflict.at, |at, _| zipper.taken_to_next_change(at));
            conflict = self.widened(&mut zipper, at);
            steps += 1;
        }
        zipper.before.push(conflict);
        zipper.rest()
    }

    /// Returns a place widened to the constructs around it, or else to everything.
    fn enlarged(&self, zipper: &mut Zipper<'a>, mut at: Place) -> Place {
        let around = [0, 1, 2].map(|side| self.structure(side).around(&at[side]));
        let is_around = around.iter().any(Option::is_some);
        let all = |side: usize| if is_around { at[side].clone() } else { 0..self.texts[side].len() };
        let wanted = [0, 1, 2].map(|side| around[side].clone().unwrap_or_else(|| all(side)));
        zipper.widen(&mut at, &wanted);
        at
    }
}

/// Returns true if no line of a text has many words.
fn is_short(text: &str) -> bool {
    text.lines().all(|line| line.split_whitespace().nth(moves::FEW_WORDS - 1).is_none())
}
