//! The first phase: lines into blocks.
//!
//! Lines are read one after the other, once. Each first continues the containers that are open, then opens new ones,
//! and what is left of it goes to a leaf. Inlines are not known here.

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
use crate::tree::{Definition, Footnote, Span, Warning};
use node::{Kind, Node};

/// Containers that begin deeper than this are text.
pub(crate) const DEEPEST: usize = 100;

/// What the first phase makes of a text.
#[derive(Debug, Default)]
pub(crate) struct Blocks<'a> {
    pub(crate) nodes: Vec<Node<'a>>,
    pub(crate) segments: Vec<Segment>,
    pub(crate) definitions: Vec<Definition<'a>>,
    pub(crate) footnotes: Vec<Footnote<'a>>,
    pub(crate) labels: Labels,
    pub(crate) warnings: Vec<Warning>,
    /// Where reading ended because there are as many nodes as there may be.
    pub(crate) cut: Option<usize>,
}

/// Labels, folded, and what they are first defined as.
#[derive(Debug, Default)]
pub(crate) struct Labels {
    definitions: HashMap<String, usize>,
    footnotes: HashMap<String, usize>,
}

impl Labels {
    /// The definition of a label.
    pub(crate) fn definition(&self, label: &str) -> Option<usize> {
        if self.definitions.is_empty() { None } else { self.definitions.get(&label_key(label)).copied() }
    }

    /// The footnote of a label.
    pub(crate) fn footnote(&self, label: &str) -> Option<usize> {
        if self.footnotes.is_empty() { None } else { self.footnotes.get(&label_key(label)).copied() }
    }
}

/// A container that demands a marker or an indentation of each of its lines.
#[derive(Debug)]
struct Container {
    node: usize,
    demand: Demand,
    height: usize,
}

#[derive(Debug, Clone, Copy)]
enum Demand {
    /// `>`
    Quote,
    /// So many columns of indentation, but of blank lines.
    Columns(usize),
}

/// A tag, or details, that may yet find its end. It demands nothing of its lines.
#[derive(Debug)]
struct Pending<'a> {
    name: &'a str,
    node: usize,
    /// How many containers are around it.
    containers: usize,
    height: usize,
}

/// Under this name `<details>` wait for their end; no tag has it.
const DETAILS: &str = "<details>";

/// The leaf that takes lines: always the last node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Leaf {
    Paragraph,
    Table,
    Fenced { mark: u8, length: usize, indent: usize },
    Indented,
    Html(html::End),
    Math,
}

/// The state between two lines.
#[derive(Debug)]
struct Parser<'a> {
    source: &'a str,
    blocks: Blocks<'a>,
    containers: Vec<Container>,
    pending: Vec<Pending<'a>>,
    /// How many of a name are pending.
    waiting: HashMap<&'a str, usize>,
    leaf: Option<Leaf>,
    buffer: Buffer,
    /// Where the last `$$` of the source is, once that was asked.
    last_math: Option<usize>,
    warned_of_depth: bool,
    /// How many bytes behind a line may still be looked at in vain.
    budget: usize,
    most_nodes: usize,
}

/// A node may stand for so many lines before lines are counted as nodes: lines of code are none, but take memory.
const LINES_A_NODE: usize = 4;

/// Reads the blocks of a text, until there are so many.
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
    /// Whether there are as many nodes as there may be.
    fn is_full(&self) -> bool {
        let Blocks { nodes, segments, warnings, .. } = &self.blocks;
        nodes.len() >= self.most_nodes
            || segments.len() / LINES_A_NODE >= self.most_nodes
            || warnings.len() >= self.most_nodes
    }

    /// Adds a node without lines.
    fn push(&mut self, span: Span, kind: Kind<'a>) -> usize {
        let (node, lines) = (self.blocks.nodes.len(), self.blocks.segments.len());
        self.blocks.nodes.push(Node { start: span.start, end: span.end, next: node + 1, lines: lines..lines, kind });
        node
    }

    /// Closes the containers behind the first so many. What is pending in them has no end.
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

    /// Gives up waiting for the ends of all but the first so many.
    fn abandon(&mut self, remaining: usize) {
        while self.pending.len() > remaining {
            scan::count(1);
            let Some(pending) = self.pending.pop() else { return };
            self.no_longer_waiting(pending.name);
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

    /// Says that what is innermost contains something of this height.
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
