//! Blocks that one side moved and the other edited, deleted, or moved elsewhere.
//!
//! To a diff, a move is a deletion and an insertion. If each were decided alone, the block would be in the outcome twice,
//! or a deleted block would come back. So both places, and all between them, are one conflict. So they are where one side
//! moves a section to the place where the other one inserts another.

mod runs;
mod tables;
mod titles;

use std::collections::{HashMap, HashSet};

use super::lines::{Kind, Line};
use super::pairs::versions;
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
    let begin_sections: Vec<bool> = pieces.iter().map(|piece| have_new_headings(piece, texts)).collect();
    let mut reach: Vec<usize> = (0..pieces.len()).collect();
    for (at, [base, main, change]) in blocks.iter().enumerate() {
        for block in base {
            let [main, change] = [(main, 0), (change, 1)].map(|(blocks, side)| match new[side].get(block) {
                _ if blocks.contains(block) => Fate::Stays,
                Some(to) => Fate::Moves(*to),
                None => Fate::Goes,
            });
            let is_open = |to: usize| begin_sections[to] || pieces[to].is_conflict();
            let is_doubtful = pieces[at].is_conflict()
                || [main, change].iter().any(|fate| matches!(fate, Fate::Moves(to) if is_open(*to)));
            for to in moved(is_doubtful, main, change) {
                let (first, last) = (at.min(to), at.max(to));
                reach[first] = reach[first].max(last);
            }
        }
    }
    let moved = [
        moved_and_edited(&blocks, |at| pieces[at].is_conflict()),
        titles::moved(&pieces, texts),
        tables::moved(&pieces, texts),
        runs::torn(&pieces, texts),
    ];
    for [at, to] in moved.into_iter().flatten() {
        let (first, last) = (at.min(to), at.max(to));
        reach[first] = reach[first].max(last);
    }
    over(pieces, &reach)
}

/// Returns the pieces in which the base has a block that is on neither side any more, each with the piece to which a side
/// moved it in other words: the other one deleted or edited it. In a conflict, the other one may have left the block.
fn moved_and_edited(blocks: &[[HashSet<&str>; 3]], is_conflict: impl Fn(usize) -> bool) -> Vec<[usize; 2]> {
    let elsewhere: [HashSet<&str>; 2] =
        [1, 2].map(|side| blocks.iter().flat_map(|piece| piece[side].iter().copied()).collect());
    let gone = blocks.iter().enumerate().flat_map(|(at, [base, ..])| base.iter().map(move |block| (at, *block)));
    let gone: Vec<(usize, &str)> = gone.collect();
    let is_any_conflict = (0..blocks.len()).any(&is_conflict);
    let mut moved = Vec::new();
    for (side, is_wide) in [(1, false), (2, false), (1, true), (2, true)] {
        if is_wide && !is_any_conflict {
            break;
        }
        let (own, other) = (&elsewhere[side - 1], &elsewhere[2 - side]);
        let is_disputed = |at: usize, block: &str| is_conflict(at) || !other.contains(block);
        let is_gone = |(at, block): &&(usize, &str)| !own.contains(block) && is_wide != is_disputed(*at, block);
        let gone: Vec<(usize, &str)> = gone.iter().filter(is_gone).copied().collect();
        let new = |(at, piece)| {
            let piece: &[HashSet<&str>; 3] = piece;
            piece[side].difference(&piece[0]).map(move |block| (at, *block)).collect::<Vec<_>>()
        };
        let new: Vec<(usize, &str)> = blocks.iter().enumerate().flat_map(new).collect();
        let versions = versions(&texts(&gone), &texts(&new), FEW_WORDS);
        for of_block in versions.chunk_by(|one, next| one[0] == next[0]) {
            let places = of_block.iter().map(|[old, version]| [gone[*old].0, new[*version].0]);
            if places.clone().all(|[at, to]| at != to) {
                // What the other side left is lost if the conflict to which it was moved is decided for that one.
                moved.extend(places.filter(|[_, to]| !is_wide || is_conflict(*to)));
            }
        }
    }
    moved
}

fn texts<'a>(blocks: &[(usize, &'a str)]) -> Vec<&'a str> {
    blocks.iter().map(|(_, text)| *text).collect()
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
fn moved(is_doubtful: bool, main: Fate, change: Fate) -> Vec<usize> {
    match (main, change) {
        (Fate::Moves(one), Fate::Moves(other)) if one == other => Vec::new(),
        (Fate::Moves(one), Fate::Moves(other)) => vec![one, other],
        (Fate::Moves(to), Fate::Goes) | (Fate::Goes, Fate::Moves(to)) => vec![to],
        (Fate::Moves(to), Fate::Stays) | (Fate::Stays, Fate::Moves(to)) if is_doubtful => vec![to],
        _ => Vec::new(),
    }
}

/// Returns true if both sides have more headings in a piece than the base: which section comes first is not known if one
/// of them was moved there.
fn have_new_headings(piece: &Piece<'_>, texts: &Texts<'_>) -> bool {
    let headings = |side: usize| {
        let is_heading = |at: &usize| texts[side].line(*at) == Some(Line::Start(Kind::Heading));
        piece.at[side].clone().filter(is_heading).count()
    };
    let [base, main, change] = [0, 1, 2].map(headings);
    main > base && change > base
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
pub(super) fn over<'a>(pieces: Vec<Piece<'a>>, reach: &[usize]) -> Vec<Piece<'a>> {
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
