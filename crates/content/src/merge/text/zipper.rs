//! A position in a list of pieces, at which a place grows in both directions.

use super::piece::{Piece, Place, hull};

/// Pieces before and after a place.
pub(super) struct Zipper<'a> {
    pub(super) before: Vec<Piece<'a>>,
    /// In reverse order.
    pub(super) after: Vec<Piece<'a>>,
}

impl<'a> Zipper<'a> {
    pub(super) fn new(mut pieces: Vec<Piece<'a>>) -> Self {
        pieces.reverse();
        Self { before: Vec::new(), after: pieces }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.before.is_empty() && self.after.is_empty()
    }

    pub(super) fn go_to(&mut self, piece: usize) {
        let left = self.after.len().saturating_sub(piece);
        self.before.extend(self.after.drain(left..).rev());
    }

    pub(super) fn rest(self) -> Vec<Piece<'a>> {
        self.before.into_iter().chain(self.after.into_iter().rev()).collect()
    }

    /// Takes pieces into a place, and parts of unchanged ones, until it covers another one.
    pub(super) fn widen(&mut self, at: &mut Place, wanted: &Place) {
        while [0, 1, 2].into_iter().any(|side| wanted[side].start < at[side].start) {
            let Some(mut piece) = self.before.pop() else { break };
            let left = [0, 1, 2].map(|side| wanted[side].start.saturating_sub(piece.at[side].start));
            if let Some((head, tail)) = piece.split(left.into_iter().min().unwrap_or(0)) {
                self.before.push(head);
                piece = tail;
            }
            *at = hull(&piece.at, at);
        }
        while [0, 1, 2].into_iter().any(|side| wanted[side].end > at[side].end) {
            let Some(mut piece) = self.after.pop() else { break };
            let taken = [0, 1, 2].map(|side| wanted[side].end.saturating_sub(piece.at[side].start));
            if let Some((head, tail)) = piece.split(taken.into_iter().max().unwrap_or(0)) {
                self.after.push(tail);
                piece = head;
            }
            *at = hull(at, &piece.at);
        }
    }

    /// Takes the pieces up to the nearest one that is not unchanged into a place.
    pub(super) fn taken_to_next_change(&mut self, at: Place) -> Place {
        let distance = |pieces: &[Piece<'_>]| {
            let same = pieces.iter().rev().take_while(|piece| piece.is_same());
            let (count, lines) = same.fold((0, 0), |(count, lines), piece| (count + 1, lines + piece.at[0].len()));
            (count < pieces.len()).then_some((lines, count + 1))
        };
        let (before, after) = (distance(&self.before), distance(&self.after));
        let is_before = match (before, after) {
            (Some(before), Some(after)) => before.0 <= after.0,
            (before, _) => before.is_some(),
        };
        let from = if is_before { &mut self.before } else { &mut self.after };
        let count = if is_before { before } else { after }.map_or(from.len(), |(_, count)| count);
        let taken = from.drain(from.len() - count..);
        taken.fold(at, |at, piece| hull(&hull(&piece.at, &at), &at))
    }
}
