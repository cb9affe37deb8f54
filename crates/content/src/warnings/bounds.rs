//! Texts that exceed the limits of a page: the part after the limit is not shown.

use quire_markdown::tree::{Block, BlockKind};

use super::Finding;
use crate::budget::Limits;
use crate::document::limits::MOST_COLUMNS;
use crate::document::{Unresolved, shared_in_any_form};

/// The length in bytes below which no text with tables has too many nodes: a row is at least two bytes.
const SHORTEST_WITH_TABLES: usize = 2 * Limits::PAGE.nodes / MOST_COLUMNS;

/// Finds the point at which a text exceeds the budget of a page, and tables with too many columns.
pub(super) fn check(body: &str) -> Vec<Finding> {
    let mut found = Vec::new();
    let may_have_tables = body.contains('|');
    // A row of so many cells has a bar between each two, and the row below the header of a table has as many cells.
    let is_wide = |line: &str| line.bytes().filter(|byte| *byte == b'|').count() >= MOST_COLUMNS;
    if may_have_tables && body.lines().any(is_wide) {
        tables(&quire_markdown::parse(body).blocks, &mut found);
    }
    // Outside of tables a node has at least one byte of its own.
    let shortest = if may_have_tables { SHORTEST_WITH_TABLES } else { Limits::PAGE.nodes };
    if body.len() >= shortest
        && let Some(cut) = shared_in_any_form(body, &Unresolved).cut
    {
        let most = Limits::PAGE.nodes;
        let message = format!(
            "this text has more than {most} blocks, inlines and cells of tables: readers see the page up to here"
        );
        found.push((cut..cut, message));
    }
    found
}

fn tables(all: &[Block<'_>], found: &mut Vec<Finding>) {
    for block in all {
        match &block.kind {
            BlockKind::Table(table) if table.alignments.len() > MOST_COLUMNS => {
                let message = format!("a table has at most {MOST_COLUMNS} columns: this one is shown as it is written");
                found.push((block.span.clone(), message));
            }
            BlockKind::Tag(tag) => tables(&tag.blocks, found),
            BlockKind::Quote(inside) => tables(inside, found),
            BlockKind::Details(details) => tables(&details.blocks, found),
            BlockKind::List(list) => list.items.iter().for_each(|item| tables(&item.blocks, found)),
            _ => {}
        }
    }
}
