//! The new blocks of a patch, as they are in the document and in the text.

use super::{Action, Operation, PatchError, Text};
use crate::document::model::{Block, Key, Kind, Row, Table};
use crate::document::parse::{Parsed, parse};
use crate::document::resolve::Resolve;

/// The new blocks of an operation.
#[derive(Debug)]
pub(super) struct Content {
    /// The blocks as they were sent.
    pub(super) blocks: Vec<Block>,
    /// Their Markdown without line breaks at its ends, if that was sent.
    pub(super) markdown: Option<String>,
}

/// The names of new blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Names {
    /// A mark for each outermost block, and none for what is in it.
    Marks,
    /// The keys that were sent; a mark for an outermost block without one.
    Sent,
}

/// Returns the mark of a new block: a key that no document has.
pub(super) fn mark(operation: usize, block: usize) -> Box<str> {
    format!("\0{operation}.{block}").into()
}

/// Returns true for the mark of a new block.
pub(super) fn is_mark(key: &str) -> bool {
    key.starts_with('\0')
}

/// Returns the new blocks of each operation.
pub(super) fn of(
    source: &str,
    old: &Parsed,
    operations: &[Operation],
    resolve: &dyn Resolve,
) -> Result<Vec<Option<Content>>, PatchError> {
    let definitions = definitions(source, old);
    let one = |(operation, it): (usize, &Operation)| {
        let (Action::Replace(text) | Action::InsertAfter(text) | Action::InsertBefore(text)) = &it.action else {
            return Ok(None);
        };
        let invalid = |field, message: &str| PatchError::Invalid { operation, field, message: message.to_owned() };
        let (content, field) = match text {
            Text::Document(document) => (Content { blocks: document.nodes.clone(), markdown: None }, "document"),
            Text::Markdown(markdown) => {
                // A heading at the beginning is no title.
                let parsed = parse(&format!("#\n\n{markdown}\n\n{definitions}"), resolve);
                if parsed.cut.is_some() {
                    return Err(invalid("markdown", "is too long for a document"));
                }
                let text = markdown.replace("\r\n", "\n");
                let text = text.trim_end().trim_start_matches('\n').to_owned();
                (Content { blocks: parsed.document.nodes, markdown: Some(text) }, "markdown")
            }
        };
        if content.blocks.is_empty() {
            return Err(invalid(field, "must have at least one block; a block is deleted with the operation delete"));
        }
        Ok(Some(content))
    };
    operations.iter().enumerate().map(one).collect()
}

/// Returns the definitions of links and footnotes in a text.
fn definitions(source: &str, parsed: &Parsed) -> String {
    let unseen = parsed.segments.iter().filter(|segment| segment.blocks.is_empty());
    let texts = unseen.map(|segment| source[segment.span.clone()].trim_end());
    texts.filter(|text| text.trim_start().starts_with('[')).collect::<Vec<_>>().join("\n\n")
}

impl Content {
    /// Returns the blocks for a place in a block; `None` if they cannot stand there.
    pub(super) fn within(&self, operation: usize, parent: Option<&Block>, names: Names) -> Option<Vec<Block>> {
        let mut blocks = match parent.filter(|parent| has_parts(&parent.kind)) {
            None => self.blocks.clone(),
            Some(parent) => {
                let fits = self.blocks.iter().all(|block| is_same_kind(&block.kind, &parent.kind));
                if !fits {
                    return None;
                }
                self.blocks.iter().flat_map(|block| block.inner().to_vec()).collect()
            }
        };
        for (n, block) in blocks.iter_mut().enumerate() {
            if names == Names::Marks {
                forget_keys(block);
            }
            if block.key.as_str().is_none() {
                block.key = Key(Some(mark(operation, n)));
            }
        }
        Some(blocks)
    }

    /// Returns the rows for a place in a table; `None` if they cannot stand there.
    pub(super) fn rows(&self, table: &Table) -> Option<Vec<Row>> {
        let mut rows = Vec::new();
        for block in &self.blocks {
            let Kind::Table(sent) = &block.kind else { return None };
            if sent.columns.len() != table.columns.len() {
                return None;
            }
            rows.extend(sent.rows.iter().cloned());
        }
        Some(rows)
    }
}

fn forget_keys(block: &mut Block) {
    crate::document::walk::blocks_mut(std::slice::from_mut(block), &mut |block| block.key = Key(None));
}

/// Returns true for kinds of blocks that contain only parts of their own kind: items, tabs, steps, columns.
pub(super) fn has_parts(kind: &Kind) -> bool {
    matches!(
        kind,
        Kind::List { .. }
            | Kind::Images { .. }
            | Kind::Tabs { .. }
            | Kind::Stepper { .. }
            | Kind::Columns { .. }
            | Kind::Updates { .. }
    )
}

/// Returns true if the parts of one kind of block can stand in the other.
pub(super) fn is_same_kind(one: &Kind, other: &Kind) -> bool {
    match (one, other) {
        (Kind::List { style: one, .. }, Kind::List { style: other, .. }) => {
            std::mem::discriminant(one) == std::mem::discriminant(other)
        }
        _ => std::mem::discriminant(one) == std::mem::discriminant(other),
    }
}
