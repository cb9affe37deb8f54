//! A possible outcome of a merge, beside the texts that it is judged by.

use std::cell::OnceCell;
use std::ops::Range;

use super::once::Once;
use crate::merge::text::Syntax;
use crate::merge::text::lines::Lines;
use crate::merge::text::piece::{Piece, Texts, written};
use crate::merge::text::structure::Structure;

/// The base and both sides, with what is asked of them for every candidate.
pub(super) struct Sides<'g, 'a> {
    pub(super) texts: &'g Texts<'a>,
    structures: [OnceCell<Structure>; 3],
    once: [Once<'g, 'a>; 3],
}

impl<'g, 'a> Sides<'g, 'a> {
    pub(super) fn of(texts: &'g Texts<'a>) -> Self {
        Self { texts, structures: Default::default(), once: texts.each_ref().map(Once::of) }
    }

    pub(super) fn structure(&self, side: usize) -> &Structure {
        self.structures[side].get_or_init(|| Structure::of(&self.texts[side]))
    }

    /// Returns the place of a line that a text has once.
    pub(super) fn place_of(&self, side: usize, line: &str) -> Option<usize> {
        self.once[side].place_of(line)
    }
}

/// The text of pieces with the conflicts decided for a side, and the lines of it at which the pieces begin.
pub(super) struct Draft {
    text: String,
    starts: Vec<usize>,
}

impl Draft {
    pub(super) fn of(pieces: &[Piece<'_>], texts: &Texts<'_>, decided: usize) -> Self {
        let (mut text, mut starts, mut line) = (String::new(), Vec::new(), 0);
        for at in 0..pieces.len() {
            let piece = written(pieces, at, texts, decided);
            starts.push(line);
            line += piece.bytes().filter(|byte| *byte == b'\n').count();
            text.push_str(&piece);
        }
        Self { text, starts }
    }
}

/// Pieces with what comes out of them if the conflicts are decided for a side.
pub(super) struct Candidate<'c, 'g, 'a> {
    pub(super) pieces: &'c [Piece<'a>],
    pub(super) sides: &'c Sides<'g, 'a>,
    /// The side that conflicts are decided for.
    pub(super) decided: usize,
    pub(super) lines: Lines<'c>,
    structure: OnceCell<Structure>,
    starts: &'c [usize],
}

impl<'c, 'g, 'a> Candidate<'c, 'g, 'a> {
    pub(super) fn new(pieces: &'c [Piece<'a>], sides: &'c Sides<'g, 'a>, decided: usize, draft: &'c Draft) -> Self {
        let lines = Lines::new(Syntax::Markdown, &draft.text);
        Self { pieces, sides, decided, lines, structure: OnceCell::new(), starts: &draft.starts }
    }

    pub(super) fn texts(&self) -> &'g Texts<'a> {
        self.sides.texts
    }

    pub(super) fn structure(&self) -> &Structure {
        self.structure.get_or_init(|| Structure::of(&self.lines))
    }

    /// Returns the line of the outcome at which a piece begins.
    pub(super) fn start(&self, piece: usize) -> usize {
        self.starts[piece]
    }

    /// Returns the lines of the outcome that a piece has.
    pub(super) fn range(&self, piece: usize) -> Range<usize> {
        self.starts[piece]..self.starts.get(piece + 1).copied().unwrap_or(self.lines.len())
    }

    /// Returns the first line of the outcome in which a piece says something, or the one after it.
    pub(super) fn first_said(&self, piece: usize) -> usize {
        let range = self.range(piece);
        self.lines.first_said(&range).unwrap_or(range.end)
    }

    /// Returns the piece that a line of the outcome is of.
    pub(super) fn piece_at(&self, line: usize) -> usize {
        self.starts.partition_point(|start| *start <= line).saturating_sub(1)
    }

    /// Returns the pieces that are not the same on both sides, with their indices.
    pub(super) fn changed(&self) -> impl DoubleEndedIterator<Item = usize> {
        (0..self.pieces.len()).filter(|at| !self.pieces[*at].is_same())
    }
}
