//! Block structure, the first phase of parsing.
//!
//! Lines are read one after another, once. Each first continues the open containers, then opens new ones, and its rest
//! goes to a leaf. Inlines are parsed later, in another module.

pub(crate) mod definition;
mod html;
mod leaf;
mod line;
pub(crate) mod node;
mod open;
mod starts;
pub(crate) mod tag;

use std::collections::HashMap;

pub(crate) use html::TagScan;

use crate::content::{Buffer, Segment};
use crate::scan;
use crate::text::label_key;
use crate::tree::{Definition, Footnote, Reach, Span, Warning};
use node::{Node, NodeKind};

/// The greatest nesting depth of containers; the markers of deeper ones are text.
pub(crate) const DEEPEST: usize = 100;

/// The result of the first phase.
#[derive(Debug, Default)]
pub(crate) struct Blocks<'a> {
    pub(crate) nodes: Vec<Node<'a>>,
    pub(crate) segments: Vec<Segment>,
    pub(crate) definitions: Vec<Definition<'a>>,
    pub(crate) footnotes: Vec<Footnote<'a>>,
    pub(crate) labels: Labels,
    pub(crate) warnings: Vec<Warning>,
    /// The offset at which parsing stopped at the bound of nodes.
    pub(crate) cut: Option<usize>,
    pub(crate) reach: Reach<'a>,
}

/// The normalized labels, each with the index of its first definition or footnote.
#[derive(Debug, Default)]
pub(crate) struct Labels {
    definitions: HashMap<String, usize>,
    footnotes: HashMap<String, usize>,
}

impl Labels {
    /// Returns the index of the definition with a label.
    pub(crate) fn definition(&self, label: &str) -> Option<usize> {
        if self.definitions.is_empty() { None } else { self.definitions.get(&label_key(label)).copied() }
    }

    /// Returns the index of the footnote with a label.
    pub(crate) fn footnote(&self, label: &str) -> Option<usize> {
        if self.footnotes.is_empty() { None } else { self.footnotes.get(&label_key(label)).copied() }
    }
}

/// A container that requires a marker or an indentation on each of its lines.
#[derive(Debug)]
struct Container {
    node: usize,
    demand: Demand,
    height: usize,
}

#[derive(Debug, Clone, Copy)]
enum Demand {
    /// A block quote, which requires `>`.
    Quote,
    /// A list item or footnote, which requires this many columns of indentation except on blank lines.
    Columns(usize),
}

/// A tag or `<details>` that may still find its end tag. It requires nothing of its lines.
#[derive(Debug)]
struct Pending<'a> {
    name: &'a str,
    node: usize,
    /// The number of containers around it.
    containers: usize,
    height: usize,
}

/// The name under which `<details>` is pending.
const DETAILS: &str = Reach::DETAILS;

/// The open leaf, which takes lines; its node is always the last one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Leaf {
    Paragraph,
    Table,
    Fenced { mark: u8, length: usize, indent: usize },
    Indented,
    Html(html::End),
    Math,
}

/// The state of the parser between two lines.
#[derive(Debug)]
struct Parser<'a> {
    source: &'a str,
    blocks: Blocks<'a>,
    containers: Vec<Container>,
    pending: Vec<Pending<'a>>,
    /// The number of pending tags by name.
    waiting: HashMap<&'a str, usize>,
    leaf: Option<Leaf>,
    buffer: Buffer,
    /// The offset of the last `$$` of the source, once it was searched for.
    last_math: Option<usize>,
    warned_of_depth: bool,
    /// The number of bytes beyond a line that may still be examined in vain.
    budget: usize,
    most_nodes: usize,
}

/// The number of lines that count as a node: lines of code are no nodes, but take memory.
const LINES_A_NODE: usize = 4;

/// Parses the blocks of a text up to a bound on their number.
pub(crate) fn read(source: &str, most_nodes: usize) -> Blocks<'_> {
    let mut parser = Parser {
        source,
        blocks: Blocks::default(),
        containers: Vec::new(),
        pending: Vec::new(),
        waiting: HashMap::new(),
        leaf: None,
        buffer: Buffer::default(),
        last_math: None,
        warned_of_depth: false,
        budget: 1000 + 10 * source.len(),
        most_nodes,
    };
    let mut at = 0;
    while at < source.len() && !parser.is_full() {
        at = parser.line(at);
    }
    if at < source.len() {
        parser.blocks.cut.get_or_insert(at);
    }
    parser.close_leaf();
    parser.close_containers(0);
    parser.abandon(0);
    parser.blocks
}

impl<'a> Parser<'a> {
    /// Returns true if the bound of nodes is reached.
    fn is_full(&self) -> bool {
        let Blocks { nodes, segments, warnings, .. } = &self.blocks;
        nodes.len() >= self.most_nodes
            || segments.len() / LINES_A_NODE >= self.most_nodes
            || warnings.len() >= self.most_nodes
    }

    /// Adds a node without lines and returns its index.
    fn push(&mut self, span: Span, kind: NodeKind<'a>) -> usize {
        let (node, lines) = (self.blocks.nodes.len(), self.blocks.segments.len());
        self.blocks.nodes.push(Node { start: span.start, end: span.end, next: node + 1, lines: lines..lines, kind });
        node
    }

    /// Closes all containers but the first `remaining`. Pending tags within them stay without an end.
    fn close_containers(&mut self, remaining: usize) {
        while self.containers.len() > remaining {
            let inside = self.pending.iter().rev().take_while(|it| it.containers == self.containers.len()).count();
            self.abandon(self.pending.len() - inside);
            if let Some(container) = self.containers.pop() {
                self.blocks.nodes[container.node].next = self.blocks.nodes.len();
                self.raise(container.height + 1);
            }
        }
    }

    /// Gives up all pending tags but the first `remaining`.
    fn abandon(&mut self, remaining: usize) {
        while self.pending.len() > remaining {
            scan::count(1);
            let Some(pending) = self.pending.pop() else { return };
            self.no_longer_waiting(pending.name);
            self.blocks.reach.add_unended(pending.name);
            self.raise(pending.height);
        }
    }

    fn no_longer_waiting(&mut self, name: &str) {
        if let Some(count) = self.waiting.get_mut(name) {
            *count -= 1;
        }
    }

    fn is_waiting(&self, name: &str) -> bool {
        !self.pending.is_empty() && self.waiting.get(name).is_some_and(|count| *count > 0)
    }

    /// Records that the innermost container or pending tag contains a subtree of this height.
    fn raise(&mut self, height: usize) {
        let innermost = match (self.pending.last_mut(), self.containers.len()) {
            (Some(pending), around) if pending.containers == around => &mut pending.height,
            _ => match self.containers.last_mut() {
                Some(container) => &mut container.height,
                None => return,
            },
        };
        *innermost = height.max(*innermost);
    }

    fn warn(&mut self, span: Span, message: impl Into<String>) {
        self.blocks.warnings.push(Warning { span, message: message.into() });
    }
}
