//! The places of blocks and rows by their keys.

use std::collections::{BTreeSet, HashMap};

use crate::document::model::{Block, Kind};

/// The indices that lead from the top level to a block: each is one among the inner blocks of the block before.
pub(super) type Path = Vec<usize>;

/// The place of a block or of a row.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Place {
    /// The path of the block that it is in.
    pub(super) parent: Path,
    /// The index among its siblings.
    pub(super) at: usize,
    /// True if it is a row of a table.
    pub(super) is_row: bool,
}

impl Place {
    /// Returns the path of the block; no block has that of a row.
    pub(super) fn path(&self) -> Path {
        [self.parent.as_slice(), &[self.at]].concat()
    }
}

/// Returns the places of the blocks and rows with some keys.
pub(super) fn places(blocks: &[Block], wanted: &BTreeSet<&str>) -> HashMap<String, Place> {
    let mut found = HashMap::new();
    walk(blocks, &mut Vec::new(), wanted, &mut found);
    found
}

fn walk(blocks: &[Block], parent: &mut Path, wanted: &BTreeSet<&str>, found: &mut HashMap<String, Place>) {
    for (at, block) in blocks.iter().enumerate() {
        note(block.key.as_str(), (parent, at, false), wanted, found);
        parent.push(at);
        if let Kind::Table(table) = &block.kind {
            for (row, it) in table.rows.iter().enumerate() {
                note(it.key.as_str(), (parent, row, true), wanted, found);
            }
        }
        walk(block.inner(), parent, wanted, found);
        parent.pop();
    }
}

fn note(
    key: Option<&str>,
    (parent, at, is_row): (&Path, usize, bool),
    wanted: &BTreeSet<&str>,
    found: &mut HashMap<String, Place>,
) {
    if let Some(key) = key.filter(|key| wanted.contains(key)) {
        found.insert(key.to_owned(), Place { parent: parent.clone(), at, is_row });
    }
}

/// Returns the block at a path.
pub(super) fn block<'b>(blocks: &'b [Block], path: &[usize]) -> Option<&'b Block> {
    let (first, rest) = path.split_first()?;
    let block = blocks.get(*first)?;
    if rest.is_empty() { Some(block) } else { self::block(block.inner(), rest) }
}
