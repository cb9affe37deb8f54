//! Lists and their items printed as Markdown.
//!
//! Bullets are `*` and numbers end with `.`; a list right after one with the same marker uses `-` or `)`, so that
//! the two stay separate. A rule or list at the beginning of an item would be parsed together with the bullet: a rule
//! is `___` there, and the bullets of the list differ.

use quire_markdown::tree::Marker;

use super::{Printer, prefixed};
use crate::document::model::{Block, Kind, ListStyle, Node};
use crate::document::normal::BLANKS;

/// The highest number of an item.
const LAST_NUMBER: u32 = 999_999_999;

/// The position of a list relative to others.
#[derive(Clone, Copy, Default)]
pub(super) struct Position {
    /// The number of lists with the same kind of marker right before it.
    before: usize,
    /// The bullet of the item that begins with this list, or with the first of those before it.
    outer: Option<char>,
}

/// Returns the positions of sibling blocks.
pub(super) fn positions(blocks: &[Block], outer: Option<char>) -> Vec<Position> {
    let mut positions: Vec<Position> = Vec::with_capacity(blocks.len());
    for (at, block) in blocks.iter().enumerate() {
        let same = at > 0 && family(&blocks[at - 1]).is_some_and(|before| Some(before) == family(block));
        positions.push(match positions.last() {
            Some(last) if same => Position { before: last.before + 1, outer: last.outer },
            None => Position { before: 0, outer },
            Some(_) => Position::default(),
        });
    }
    positions
}

/// Returns true if a list is numbered, false if not, `None` if the block is not a list.
fn family(block: &Block) -> Option<bool> {
    match &block.kind {
        Kind::List { style, .. } => Some(matches!(style, ListStyle::Ordered { .. })),
        _ => None,
    }
}

impl Printer<'_> {
    pub(super) fn list(&mut self, style: ListStyle, items: &[Block], position: Position) -> String {
        let odd = position.before % 2 == 1;
        let marker = match style {
            ListStyle::Ordered { start } => {
                Marker::Number { start: start.unwrap_or(1), delimiter: if odd { ')' } else { '.' } }
            }
            _ => Marker::Bullet(if odd != (position.outer == Some('*')) { '-' } else { '*' }),
        };
        self.items(items, marker)
    }

    /// Prints the items of a list, or some consecutive ones.
    pub(in crate::document) fn items(&mut self, items: &[Block], first: Marker) -> String {
        let mut out = String::new();
        let mut marker = first;
        for (at, item) in items.iter().enumerate() {
            if at > 0 {
                out.push_str(if is_loose(&items[at - 1]) || is_loose(item) { "\n\n" } else { "\n" });
            }
            let text = match &mut marker {
                Marker::Bullet(bullet) => bullet.to_string(),
                Marker::Number { start, delimiter } => {
                    let text = format!("{start}{delimiter}");
                    *start = (*start + 1).min(LAST_NUMBER);
                    text
                }
            };
            out.push_str(&self.item(item, &text));
        }
        out
    }

    fn item(&mut self, item: &Block, marker: &str) -> String {
        let Kind::ListItem { checked, nodes } = &item.kind else { return String::new() };
        let outer = marker.chars().next().filter(|c| !c.is_ascii_digit());
        let mut body = String::new();
        let positions = positions(nodes, outer.filter(|_| checked.is_none()));
        for (at, block) in nodes.iter().enumerate() {
            let text = match &block.kind {
                Kind::Divider if at == 0 => "___".to_owned(),
                _ => self.block(block, positions[at]),
            };
            if at > 0 {
                body.push_str(if follows_tightly(&nodes[at - 1], block) { "\n" } else { "\n\n" });
            }
            body.push_str(&text);
        }
        if let Some(checked) = checked {
            let mark = if *checked { "[x] " } else { "[ ] " };
            let text_first =
                matches!(nodes.first().map(|block| &block.kind), Some(Kind::Paragraph { align: None, .. }));
            let gap = match nodes.first() {
                Some(_) if text_first => "",
                Some(_) => "<!---->\n\n",
                None => "<!---->",
            };
            body = format!("{mark}{gap}{body}");
        }
        let head = format!("{marker} ");
        prefixed(&body, &head, &" ".repeat(head.len())).trim_end_matches(BLANKS).to_owned()
    }
}

/// Returns true if an item needs blank lines around it to be unambiguous.
fn is_loose(item: &Block) -> bool {
    let nodes = item.children();
    nodes.windows(2).any(|pair| !follows_tightly(&pair[0], &pair[1]))
}

/// Returns true if a block can follow another in an item without a blank line.
fn follows_tightly(before: &Block, block: &Block) -> bool {
    // A line that consists of a tag would continue as HTML up to the next blank line.
    let text = match &before.kind {
        Kind::Paragraph { align: None, nodes } => {
            matches!(nodes.first(), Some(Node::Leaf(leaf)) if !leaf.raw && !leaf.text.starts_with('\n'))
        }
        _ => false,
    };
    let begins = |items: &[Block]| items.first().is_some_and(|item| !item.children().is_empty());
    match &block.kind {
        Kind::List { style: ListStyle::Ordered { start }, items } => text && start.is_none() && begins(items),
        Kind::List { items, .. } => text && begins(items),
        _ => false,
    }
}
