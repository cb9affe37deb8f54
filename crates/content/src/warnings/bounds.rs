//! Texts that are more than a page may be: what follows the bound is not shown.

use quire_markdown::tree::{Block, BlockKind};

use super::Finding;
use crate::budget::{Budget, Limits};
use crate::document::limits::MOST_COLUMNS;
use crate::document::{Unresolved, parse_within};

/// No shorter text has too many nodes, in bytes: a row of a table is at least two.
const SHORTEST: usize = 2 * Limits::PAGE.nodes / MOST_COLUMNS;

/// Returns where a text exceeds the budget of a page, and its tables that have too many columns.
pub(super) fn check(body: &str) -> Vec<Finding> {
    let mut found = Vec::new();
    if body.len() > 2 * MOST_COLUMNS && body.contains('|') {
        tables(&quire_markdown::parse(body).blocks, &mut found);
    }
    if body.len() >= SHORTEST
        && let Some(cut) = parse_within(body, &Unresolved, &Budget::page()).cut
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
