//! The blocks of a text that show parts of OpenAPI specifications, and texts that come from specifications.

use std::ops::Range;

use quire_markdown::Tree;
use quire_markdown::tree::{Block as Syntax, BlockKind};

use super::model::{Block, Cell, Document, InlineKind, Kind, Node};
use super::parse::{parse, parse_within};
use super::resolve::Unresolved;
use super::{conditions, walk};
use crate::budget::Budget;

/// The beginning of the names of tags that show parts of specifications.
const TAG: &str = "openapi-";
/// The maximum size of a tag that is read by itself, in bytes.
const MOST_TAG: usize = 16 << 10;

/// A block that shows a part of an OpenAPI specification.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiBlock {
    /// The place in the text, from the start tag to the end tag.
    pub span: Range<usize>,
    /// The kind: an operation, schemas or a webhook.
    pub kind: Kind,
}

/// Returns the blocks of a text that show parts of OpenAPI specifications of the organization, in order.
pub fn api_blocks(source: &str) -> Vec<ApiBlock> {
    if !source.contains(TAG) {
        return Vec::new();
    }
    let tree = quire_markdown::parse(source);
    let mut spans = Vec::new();
    collect(&tree, &tree.blocks, &mut spans);
    let kind = |span: Range<usize>| {
        let nodes = parse(&source[span.clone()], &Unresolved).document.nodes;
        Some(ApiBlock { span, kind: nodes.into_iter().map(|block| block.kind).find(is_of_specification)? })
    };
    spans.into_iter().filter_map(kind).collect()
}

/// Returns the kinds of the blocks of a text that show parts of specifications to readers for whom all conditions hold, or
/// none, or who see conditions as text.
pub fn shown_parts(text: &str) -> Vec<Kind> {
    if !text.contains(TAG) {
        return Vec::new();
    }
    let mut found = parts_of(text);
    if conditions::may_have(text) {
        for answer in [true, false] {
            found.extend(parts_of(&conditions::reduce(text, &mut |_| Some(answer))));
        }
    }
    found
}

/// Returns the kinds of all blocks that a text might show to some reader, whatever its conditions are: of a text with
/// conditions, every tag counts wherever it stands. `None` stands for a tag that can't be read by itself.
pub fn possible_parts(text: &str) -> Vec<Option<Kind>> {
    if !conditions::may_have(text) {
        return shown_parts(text).into_iter().map(Some).collect();
    }
    let tags = text.match_indices(TAG).filter_map(|(at, _)| {
        let before = text[..at].trim_end_matches(|c: char| c.is_whitespace() || c == '-');
        before.strip_suffix("{%").map(|before| &text[before.len()..])
    });
    tags.map(read_alone).collect()
}

/// Reads the tag that a text begins with as if it stood by itself.
fn read_alone(text: &str) -> Option<Kind> {
    let end = text.as_bytes().iter().take(MOST_TAG).position(|byte| *byte == b'}')?;
    let name: String = text[..end]
        .find(TAG)
        .map(|at| text[at..end].chars().take_while(|c| *c == '-' || c.is_ascii_alphanumeric()).collect())?;
    parts_of(&format!("{}\nx\n{{% end{name} %}}\n", &text[..=end])).pop()
}

fn parts_of(text: &str) -> Vec<Kind> {
    let document = parse(text, &Unresolved).document;
    let mut found = Vec::new();
    walk::blocks(&document.nodes, &mut |block| {
        if is_of_specification(&block.kind) {
            found.push(block.kind.clone());
        }
    });
    found
}

/// Returns true if a block shows a part of a specification of the organization.
fn is_of_specification(kind: &Kind) -> bool {
    matches!(kind, Kind::Operation { .. } | Kind::Schemas { .. } | Kind::Webhook { .. })
}

fn collect(tree: &Tree<'_>, blocks: &[Syntax<'_>], spans: &mut Vec<Range<usize>>) {
    for block in blocks {
        match &block.kind {
            BlockKind::Tag(tag) if tag.name.starts_with(TAG) => spans.push(block.span.clone()),
            BlockKind::Tag(tag) => collect(tree, &tag.blocks, spans),
            BlockKind::Quote(blocks) => collect(tree, blocks, spans),
            BlockKind::List(list) => list.items.iter().for_each(|item| collect(tree, &item.blocks, spans)),
            BlockKind::Details(details) => collect(tree, &details.blocks, spans),
            BlockKind::Footnote(at) => collect(tree, &tree.footnotes[*at].blocks, spans),
            _ => {}
        }
    }
}

/// Parses a text that comes from a specification, and not from a writer of the space; a heading at its start is no title.
/// What would reach into the space or depend on the reader is left out: included contents, conditions, expressions, and
/// parts of specifications.
pub fn parse_foreign(text: &str, budget: &Budget) -> Document {
    let mut document = parse_within(&format!("#\n\n{text}"), &Unresolved, budget).document;
    retain(&mut document.nodes);
    document
}

fn retain(blocks: &mut Vec<Block>) {
    blocks.retain(|block| !reaches_out(&block.kind));
    for block in blocks {
        if let Kind::Paragraph { nodes, .. } | Kind::Heading { nodes, .. } = &mut block.kind {
            nodes.retain(|node| !matches!(node, Node::Inline(it) if matches!(it.kind, InlineKind::Expression { .. })));
        }
        if let Kind::Table(table) = &mut block.kind {
            for cell in table.rows.iter_mut().flat_map(|row| &mut row.cells) {
                if let Cell::Text(blocks) = cell {
                    retain(blocks);
                }
            }
        }
        if let Some(inner) = block.inner_list() {
            retain(inner);
        }
    }
}

fn reaches_out(kind: &Kind) -> bool {
    let is_included = matches!(kind, Kind::Reusable { .. } | Kind::If { .. } | Kind::Swagger(_) | Kind::Integration(_));
    is_included || is_of_specification(kind)
}
