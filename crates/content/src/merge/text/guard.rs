//! The guard over merged pieces: a conflict is about whole constructs, and the outcome has no faults that no side has.
//!
//! Where the outcome has a tag without its end, a table of uneven width, a label that is defined twice or another
//! [`Fault`] more often than both sides account for, the pieces that make it, with the constructs that they are a part
//! of, become a conflict. So does everything, if that does not help.

mod candidate;
mod exposed;
mod glued;
mod items;
mod labels;
mod neighbours;
mod once;
mod orphans;
mod sections;

use std::collections::HashSet;

use super::lines;
use super::lines::{Kind, Lines, columns, marker};
use super::piece::{Piece, Place, Texts, hull};
use super::structure::Fault;
use super::zipper::Zipper;
use candidate::{Candidate, Draft, Sides};

/// The maximum number of times that the outcome is looked at before all of it becomes a conflict.
const MOST_ROUNDS: usize = 12;
/// The number of steps after which twice as many changes are taken into a conflict at a time.
const SHORT_STEPS: usize = 4;

/// Returns pieces with conflicts over whole constructs, and without new faults.
pub(super) fn guarded<'a>(pieces: Vec<Piece<'a>>, texts: &Texts<'a>) -> Vec<Piece<'a>> {
    let pieces = adjacent_joined(pieces);
    let touch = pieces.windows(2).any(|pair| !pair[0].is_same() && !pair[1].is_same());
    let is_moved = || touch && texts[0].text(0..texts[0].len()).contains("{%");
    let guard = Guard { sides: Sides::of(texts) };
    if are_plain(&pieces, texts) && !is_moved() && !(touch && guard.has_glued(&pieces)) {
        return pieces;
    }
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
        let has_tag = || text.bytes().any(|byte| matches!(byte, b'<' | b'{'));
        let has_markup = || has_tag() || text.trim_start().starts_with(['[', '*', '_']);
        match lines.line(at) {
            Some(lines::Line::Blank) | None => true,
            Some(lines::Line::Start(Kind::Item)) => {
                markers.insert((marker(text), columns(text)));
                markers.len() == 1 && !has_tag()
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

/// The place of a new fault: a piece, or several.
struct At {
    piece: usize,
    /// The line of the piece, if that is unchanged.
    line: usize,
    /// The last piece.
    last: usize,
}

impl At {
    /// Returns the place of a line of the outcome.
    fn line(candidate: &Candidate<'_, '_, '_>, line: usize) -> Self {
        let piece = candidate.piece_at(line);
        Self { piece, line: line - candidate.start(piece), last: piece }
    }

    fn over([piece, last]: [usize; 2]) -> Self {
        Self { piece, line: 0, last }
    }
}

struct Guard<'g, 'a> {
    sides: Sides<'g, 'a>,
}

impl<'a> Guard<'_, 'a> {
    /// Returns true if a side's lines go on with those of the other one.
    fn has_glued(&self, pieces: &[Piece<'a>]) -> bool {
        [1, 2].into_iter().any(|side| {
            let draft = Draft::of(pieces, self.sides.texts, side);
            glued::glued(&Candidate::new(pieces, &self.sides, side, &draft)).is_some()
        })
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
            let wanted = [0, 1, 2].map(|side| self.sides.structure(side).closed(&at[side], closed[side].clone()));
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

    /// Finds what is wrong in the outcome with the conflicts decided for a side: a fault that is more frequent than both
    /// sides account for, or something that is not where its side has it.
    fn fault(&self, pieces: &[Piece<'a>], side: usize) -> Option<At> {
        let draft = Draft::of(pieces, self.sides.texts, side);
        let candidate = Candidate::new(pieces, &self.sides, side, &draft);
        let checks = [
            glued::glued,
            exposed::exposed,
            neighbours::parted,
            items::misplaced,
            |candidate: &Candidate<'_, '_, '_>| sections::misplaced(candidate).map(|piece| [piece, piece]),
            orphans::orphan,
            sections::lost,
            labels::undefined,
        ];
        self.new_fault(&candidate)
            .or_else(|| self.crossed(&candidate))
            .or_else(|| checks.into_iter().find_map(|check| check(&candidate)).map(At::over))
    }

    /// Finds a fault of constructs that is more frequent than both sides account for.
    fn new_fault(&self, candidate: &Candidate<'_, '_, '_>) -> Option<At> {
        let is_new = |(fault, lines): &(&Fault, &Vec<usize>)| self.exceeds(lines.len(), fault);
        let (fault, faulty) = candidate.structure().faults.iter().find(is_new)?;
        let mut places = faulty.iter().map(|line| At::line(candidate, *line));
        let found = places.clone().find(|at| self.is_new(fault, &candidate.pieces[at.piece], at.line));
        found.or_else(|| places.next())
    }

    /// Finds tags that are a pair in the outcome, and of different pairs in both sides.
    fn crossed(&self, candidate: &Candidate<'_, '_, 'a>) -> Option<At> {
        let of_sides: Vec<_> = candidate.pieces.iter().map(|piece| self.sides_of(piece, candidate.decided)).collect();
        let in_sides = |line: usize| {
            let at = At::line(candidate, line);
            of_sides[at.piece].map(|start| start.map(|start| start + at.line))
        };
        let is_crossed = |(open, close): &&(usize, usize)| self.is_crossed([in_sides(*open), in_sides(*close)]);
        let pair = candidate.structure().pairs.iter().filter(is_crossed).min();
        pair.map(|(open, _)| At::line(candidate, *open))
    }

    /// Returns the first line of a piece in main and in the change request, if it is as there.
    fn sides_of(&self, piece: &Piece<'a>, decided: usize) -> [Option<usize>; 2] {
        let text = piece.with(self.sides.texts, decided);
        [1, 2].map(|side| {
            let lines = &piece.at[side];
            (piece.is_same() || text == self.sides.texts[side].text(lines.clone())).then_some(lines.start)
        })
    }

    /// Returns true if tags that are a pair in the outcome are of different pairs in both sides. The ends of the pair are
    /// given as lines of main and of the change request.
    fn is_crossed(&self, [open, close]: [[Option<usize>; 2]; 2]) -> bool {
        let is_known = open.iter().any(Option::is_some) && close.iter().any(Option::is_some);
        let pairs = [1, 2].into_iter().zip(open.into_iter().zip(close));
        let mut in_side = pairs.filter_map(|(side, (open, close))| Some((side, (open?, close?))));
        is_known && !in_side.any(|(side, pair)| self.sides.structure(side).pairs.contains(&pair))
    }

    /// Returns true if a fault is in the outcome more often than what the sides add to the base.
    fn exceeds(&self, count: usize, fault: &Fault) -> bool {
        let [base, main, change] = [0, 1, 2].map(|side| self.sides.structure(side).count(fault));
        count > main.max(change) && count > (main + change).saturating_sub(base)
    }

    /// Returns true if no side has a fault at a line of a piece.
    fn is_new(&self, fault: &Fault, piece: &Piece<'_>, line: usize) -> bool {
        let is_same = piece.is_same();
        [1, 2].into_iter().all(|side| {
            let range = &piece.at[side];
            let range = if is_same { range.start + line..range.start + line + 1 } else { range.clone() };
            !self.sides.structure(side).has(fault, &range)
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
        while !conflict.is_disputed(self.sides.texts) && !zipper.is_empty() {
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
        let around = [0, 1, 2].map(|side| self.sides.structure(side).around(&at[side]));
        let is_around = around.iter().any(Option::is_some);
        let all = |side: usize| if is_around { at[side].clone() } else { 0..self.sides.texts[side].len() };
        let wanted = [0, 1, 2].map(|side| around[side].clone().unwrap_or_else(|| all(side)));
        zipper.widen(&mut at, &wanted);
        at
    }
}
