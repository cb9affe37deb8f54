//! Tables that one side moved and changed.
//!
//! A table whose columns came or went has no row that is as it was, and a narrow row has few words. So tables are known
//! again by what they say below the names of their columns.

use std::collections::HashSet;

use super::super::lines::Kind;
use super::super::piece::{Piece, Texts};
use super::super::region::{Region, Tables};
use super::super::tables::cells;

/// The maximum number of cells that are compared.
const MOST_STEPS: usize = 2_000_000;

/// The minimum number of cells by which a table is known again.
const FEW_CELLS: usize = 2;

/// A table with what it says: the name of a column with the text of a cell.
struct Table<'a> {
    text: &'a str,
    said: HashSet<(&'a str, &'a str)>,
}

/// Returns each piece in which the base has a table with the piece to which a side moved it, if the other side changed or
/// deleted it, or one of both pieces is a conflict.
pub(super) fn moved(pieces: &[Piece<'_>], texts: &Texts<'_>) -> Vec<[usize; 2]> {
    let tables: Vec<[Vec<Table<'_>>; 3]> = pieces.iter().map(|piece| tables(piece, texts)).collect();
    let mut steps = 0;
    let mut moved = Vec::new();
    for (at, [base, ..]) in tables.iter().enumerate() {
        for (table, side) in base.iter().flat_map(|table| [(table, 1), (table, 2)]) {
            let [own, other] = [side, 3 - side].map(|side| &tables[at][side]);
            let is_disputed = pieces[at].is_conflict() || !other.iter().any(|other| other.text == table.text);
            if own.iter().any(|own| table.is_alike(own)) {
                continue;
            }
            for (to, there) in tables.iter().enumerate().filter(|(to, _)| *to != at) {
                steps += there[side].iter().map(|new| new.said.len().min(table.said.len())).sum::<usize>();
                if steps > MOST_STEPS {
                    return moved;
                }
                let is_new = |new: &&Table<'_>| !there[0].iter().any(|old| old.text == new.text);
                let is_there = there[side].iter().filter(is_new).any(|new| table.is_alike(new));
                if is_there && (is_disputed || pieces[to].is_conflict()) {
                    moved.push([at, to]);
                }
            }
        }
    }
    moved
}

/// Returns the whole tables of a changed piece in the base and in both sides.
fn tables<'a>(piece: &Piece<'_>, texts: &Texts<'a>) -> [Vec<Table<'a>>; 3] {
    if piece.is_same() {
        return Default::default();
    }
    [0, 1, 2].map(|side| {
        let region = Region::new(&texts[side], piece.at[side].clone(), Tables::Whole);
        let tables = region.blocks.iter().filter(|block| block.kind == Kind::Table);
        tables.map(|table| Table::of(table.unended())).collect()
    })
}

impl<'a> Table<'a> {
    fn of(text: &'a str) -> Self {
        let mut rows = text.lines().map(cells);
        let head = rows.next().unwrap_or_default();
        let said = rows.skip(1).flat_map(|row| head.iter().copied().zip(row).collect::<Vec<_>>());
        let said = said.map(|(name, cell)| (name.trim(), cell.trim()));
        Self { text, said: said.filter(|(_, cell)| !cell.is_empty()).collect() }
    }

    /// Returns true if two tables share at least half of the cells of the smaller one.
    fn is_alike(&self, other: &Self) -> bool {
        let common = self.said.intersection(&other.said).count();
        common >= FEW_CELLS && common * 2 >= self.said.len().min(other.said.len())
    }
}
