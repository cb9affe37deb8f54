//! Traversal of all blocks of a document in order: children, bodies, the texts of cells. The notes of annotations are
//! not visited.

use super::model::{Block, Cell, Kind};

/// Calls a function with every block, parents first.
pub(super) fn blocks<'a>(nodes: &'a [Block], visit: &mut dyn FnMut(&'a Block)) {
    for block in nodes {
        visit(block);
        match &block.kind {
            Kind::Expandable { body, .. } => blocks(body, visit),
            Kind::Table(table) => {
                for cell in table.rows.iter().flat_map(|row| &row.cells) {
                    if let Cell::Text(nodes) = cell {
                        blocks(nodes, visit);
                    }
                }
            }
            _ => blocks(block.children(), visit),
        }
    }
}

/// Calls a function with every block mutably, parents first.
pub(super) fn blocks_mut(nodes: &mut [Block], visit: &mut dyn FnMut(&mut Block)) {
    for block in nodes {
        visit(block);
        match &mut block.kind {
            Kind::Expandable { body, .. } => blocks_mut(body, visit),
            Kind::Table(table) => {
                for cell in table.rows.iter_mut().flat_map(|row| &mut row.cells) {
                    if let Cell::Text(nodes) = cell {
                        blocks_mut(nodes, visit);
                    }
                }
            }
            _ => blocks_mut(block.children_mut(), visit),
        }
    }
}
