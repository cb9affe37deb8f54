//! Blocks that one side moved and the other edited, deleted, or moved elsewhere.
//!
//! To a diff, a move is a deletion and an insertion. If each were decided alone, the block would be in the outcome twice,
//! or a deleted block would come back. So both places, and all between them, are one conflict.

use std::collections::{HashMap, HashSet};

use super::piece::{Piece, Texts, hull};
use super::region::{Block, Region, Tables};

/// The minimum number of words by which text at another place is known to be the same.
pub(super) const FEW_WORDS: usize = 4;

/// Joins the places of blocks that were moved.
pub(super) fn joined<'a>(pieces: Vec<Piece<'a>>, texts: &Texts<'a>) -> Vec<Piece<'a>> {
    let changed = pieces.iter().filter(|piece| !piece.is_same()).count();
    if changed < 2 {
        return pieces;
    }
    let blocks: Vec<[HashSet<&str>; 3]> = pieces.iter().map(|piece| blocks(piece, texts)).collect();
    let new = [1, 2].map(|side| inserted(&blocks, side));
    let mut reach: Vec<usize> = (0..pieces.len()).collect();
    for (at, [base, main, change]) in blocks.iter().enumerate() {
        for block in base {
            let [main, change] = [(main, 0), (change, 1)].map(|(blocks, side)| match new[side].get(block) {
                _ if blocks.contains(block) => Fate::Stays,
                Some(to) => Fate::Moves(*to),
                None => Fate::Goes,
            });
            for to in moved(pieces[at].is_conflict(), main, change) {
                let (first, last) = (at.min(to), at.max(to));
                reach[first] = reach[first].max(last);
            }
        }
    }
    over(pieces, &reach)
}

/// The fate of a block of the base in a side.
#[derive(Debug, Clone, Copy)]
enum Fate {
    /// The block is where it was.
    Stays,
    /// The block is in this piece now.
    Moves(usize),
    /// The block is deleted or edited.
    Goes,
}

/// Returns the pieces to which a block was moved, if the sides differ in that.
fn moved(is_conflict: bool, main: Fate, change: Fate) -> Vec<usize> {
    match (main, change) {
        (Fate::Moves(one), Fate::Moves(other)) if one == other => Vec::new(),
        (Fate::Moves(one), Fate::Moves(other)) => vec![one, other],
        (Fate::Moves(to), Fate::Goes) | (Fate::Goes, Fate::Moves(to)) => vec![to],
        (Fate::Moves(to), Fate::Stays) | (Fate::Stays, Fate::Moves(to)) if is_conflict => vec![to],
        _ => Vec::new(),
    }
}

/// Returns the blocks of a changed piece in the base and in both sides.
fn blocks<'a>(piece: &Piece<'a>, texts: &Texts<'a>) -> [HashSet<&'a str>; 3] {
    if piece.is_same() {
        return Default::default();
    }
    [0, 1, 2].map(|side| {
        let region = Region::new(&texts[side], piece.at[side].clone(), Tables::Rows);
        let long = region.blocks.iter().filter(|block| block.text.split_whitespace().nth(FEW_WORDS - 1).is_some());
        long.map(Block::unended).collect()
    })
}

/// Returns the pieces into which a side inserted blocks.
fn inserted<'a>(blocks: &[[HashSet<&'a str>; 3]], side: usize) -> HashMap<&'a str, usize> {
    let mut inserted = HashMap::new();
    for (at, piece) in blocks.iter().enumerate() {
        let new = piece[side].difference(&piece[0]);
        inserted.extend(new.map(|block| (*block, at)));
    }
    inserted
}

/// Makes one conflict of each run of pieces that reaches from one to a later one.
fn over<'a>(pieces: Vec<Piece<'a>>, reach: &[usize]) -> Vec<Piece<'a>> {
    let mut joined: Vec<Piece<'a>> = Vec::new();
    let mut end = 0;
    for (at, piece) in pieces.into_iter().enumerate() {
        match joined.last_mut() {
            Some(last) if at > 0 && at <= end => *last = Piece::conflict(hull(&last.at, &piece.at)),
            _ => joined.push(piece),
        }
        end = end.max(reach[at]);
    }
    joined
}
