//! Lists. A list that has both items with and without a check box becomes several.

use quire_markdown::tree::{Item, List, Marker};

use super::{BlockReader, Prefix};
use crate::document::model::{Block, Kind, ListStyle};

impl<'s> BlockReader<'s> {
    pub(super) fn list(&mut self, list: &List<'s>, out: &mut Vec<Block>) {
        let first = match list.marker {
            Marker::Number { start, .. } => Some(start),
            Marker::Bullet(_) => None,
        };
        let mut rest = list.items.as_slice();
        let mut done = 0;
        while let Some(item) = rest.first() {
            let is_task = item.task.is_some();
            let length = rest.iter().take_while(|item| item.task.is_some() == is_task).count();
            let style = match first {
                _ if is_task => ListStyle::Tasks,
                Some(start) => {
                    ListStyle::Ordered { start: Some(start.saturating_add(done)).filter(|start| *start != 1) }
                }
                None => ListStyle::Unordered,
            };
            let mut items = Vec::with_capacity(1);
            for item in &rest[..length] {
                if !self.goes_on(item.span.start, 1) {
                    break;
                }
                items.push(self.item(item));
            }
            out.push(Block::new(Kind::List { style, items }));
            done = done.saturating_add(u32::try_from(length).unwrap_or(u32::MAX));
            rest = &rest[length..];
        }
    }

    fn item(&mut self, item: &Item<'s>) -> Block {
        let indent = self.indent(item);
        let nodes = self.blocks_within(Prefix::Indent(indent), &item.blocks);
        Block::new(Kind::ListItem { checked: item.task.as_ref().map(|task| task.is_checked), nodes })
    }

    /// Returns the indentation in columns of an item's continuation lines.
    pub(super) fn indent(&self, item: &Item<'s>) -> usize {
        let text = &self.source[item.span.clone()];
        let content = item.task.as_ref().map(|task| task.span.start);
        let content = content.or_else(|| item.blocks.first().map(|block| block.span.start));
        let width = content.map_or(0, |content| content.saturating_sub(item.span.start));
        match text.find('\n') {
            Some(line) if width > line => text[..line].trim_end().len() + 1,
            _ => width,
        }
    }
}
