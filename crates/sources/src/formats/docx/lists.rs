//! Lists out of paragraphs that say their level.

use std::collections::HashMap;

use quire_content::document::model::{Block, Kind, ListStyle};

use super::numbering::Found;

/// The deepest nesting of lists; Word has nine levels.
const MOST_LEVELS: u8 = 9;

/// The numbers so far of all lists of a document.
#[derive(Default)]
pub(super) struct Counters {
    /// The last number of each level, by list.
    last: HashMap<(String, u8), u32>,
    /// The numbers that restarted a list already.
    restarted: HashMap<(String, u8), ()>,
}

impl Counters {
    /// Returns the number of an item.
    pub(super) fn next(&mut self, id: &str, level: u8, found: &Found) -> u32 {
        let key = (found.list.clone(), level);
        let first_use = self.restarted.insert((id.to_owned(), level), ()).is_none();
        if found.restarts && first_use {
            self.last.remove(&key);
        }
        let number = self.last.get(&key).map_or(found.start, |last| last.saturating_add(1));
        self.last.insert(key, number);
        for deeper in level + 1..=MOST_LEVELS {
            self.last.remove(&(found.list.clone(), deeper));
        }
        number
    }
}

/// An item before it is nested.
pub(super) struct Item {
    pub(super) level: u8,
    pub(super) is_bullet: bool,
    pub(super) number: u32,
    pub(super) checked: Option<bool>,
    /// The list that the item belongs to.
    pub(super) list: String,
    pub(super) nodes: Vec<Block>,
}

/// Nests items by their levels. Items of another kind begin another list.
pub(super) fn nest(items: Vec<Item>) -> Vec<Block> {
    let mut items = items.into_iter().peekable();
    let mut out = Vec::new();
    while items.peek().is_some() {
        let level = items.peek().map_or(0, |item| item.level);
        out.append(&mut lists(&mut items, level));
    }
    out
}

/// Returns the lists that the next items of a level make. The recursion is as deep as levels are.
fn lists(items: &mut std::iter::Peekable<std::vec::IntoIter<Item>>, level: u8) -> Vec<Block> {
    let mut out: Vec<Block> = Vec::new();
    let mut last: Option<(bool, bool, String, u32)> = None;
    while let Some(next) = items.peek() {
        if next.level < level {
            break;
        }
        if next.level > level {
            let deeper = next.level;
            let mut below = lists(items, deeper);
            match out.last_mut().and_then(|list| list.children_mut().last_mut()).map(|item| &mut item.kind) {
                Some(Kind::ListItem { nodes, .. }) => nodes.append(&mut below),
                _ => out.append(&mut below),
            }
            continue;
        }
        let Some(item) = items.next() else { break };
        let kind = (item.is_bullet, item.checked.is_some(), item.list.clone(), item.number);
        let goes_on = last.as_ref().is_some_and(|last| {
            last.0 == kind.0 && last.1 == kind.1 && (kind.0 || last.2 == kind.2 && last.3.saturating_add(1) == kind.3)
        });
        let block = Block::new(Kind::ListItem { checked: item.checked, nodes: item.nodes });
        match out.last_mut().map(|list| &mut list.kind) {
            Some(Kind::List { items, .. }) if goes_on => items.push(block),
            _ => {
                let style = if item.checked.is_some() {
                    ListStyle::Tasks
                } else if item.is_bullet {
                    ListStyle::Unordered
                } else {
                    ListStyle::Ordered {
                        start: Some(item.number).filter(|number| *number != 1 && *number <= 999_999_999),
                    }
                };
                out.push(Block::new(Kind::List { style, items: vec![block] }));
            }
        }
        last = Some(kind);
    }
    out
}
