//! Documents from Markdown: the syntax tree, given its meaning.
//!
//! Every text has a document. A tag, an attribute or HTML that is not understood becomes a block or a leaf that keeps
//! it as it was written. What no client could show stays in the text alone: the title, comments between blocks,
//! definitions of links, and footnotes, which stand with what refers to them.

mod block;
mod html_block;
mod html_line;
pub(super) mod inside;
mod line;
mod list;
mod markup;
mod pre;
mod table;
mod tag;

use std::collections::HashMap;
use std::ops::Range;

use quire_markdown::Tree;
use quire_markdown::tree::{Block as Syntax, BlockKind};

use super::model::{Block, Document};
use super::resolve::Resolve;
use crate::budget::{Bound, Budget};

/// A text that was read.
#[derive(Debug, Clone)]
pub struct Parsed {
    /// The document, in normal form and with derived anchors; its nodes have no keys yet (see
    /// [`keys`](super::keys)).
    pub document: Document,
    /// The top level of the text, from front to back: what is between the spans is blank.
    pub segments: Vec<Segment>,
    /// The footnotes.
    pub notes: Vec<Note>,
    /// What was not understood.
    pub warnings: Vec<Warning>,
    /// The offset from which on the text is not in the document, which is longer than its budget.
    pub cut: Option<usize>,
}

/// Lines of the text, and the blocks that they are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Segment {
    /// Their bytes: whole lines.
    pub span: Range<usize>,
    /// Which of the document's blocks they are: none for a title, a comment or a definition, several where one piece
    /// of Markdown says more than one block.
    pub blocks: Range<usize>,
}

/// A footnote of the text.
#[derive(Debug, Clone)]
pub struct Note {
    /// Its lines.
    pub span: Range<usize>,
    /// What it is called.
    pub label: String,
    /// What it says.
    pub body: Vec<Block>,
    /// Whether something in the document has it.
    pub is_used: bool,
}

/// Something in a text that was not understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning {
    /// Where.
    pub span: Range<usize>,
    /// What, for people.
    pub message: String,
}

/// How many bytes of notes may be repeated because several texts refer to them, beside as many as the text has.
const REPEATED: usize = 64 * 1024;

/// The most warnings of a text.
const MOST_WARNINGS: usize = 1000;

/// Reads a text, without front matter, within the budget of a page.
pub fn parse(source: &str, resolve: &dyn Resolve) -> Parsed {
    parse_within(source, resolve, &Budget::page())
}

/// Reads a text, without front matter, as far as the budget goes. The document then ends behind the last block, item,
/// or row of a table for which there are nodes, and [`Parsed::cut`] says where that is.
pub fn parse_within(source: &str, resolve: &dyn Resolve, budget: &Budget) -> Parsed {
    let tree = quire_markdown::parse_within(source, budget.nodes_left().saturating_mul(2));
    let mut reader = Reader::new(source, &tree, resolve, budget);
    let mut nodes = Vec::new();
    let mut segments = Vec::with_capacity(tree.blocks.len());
    let mut rest = tree.blocks.as_slice();
    let mut fresh = true;
    while let Some(first) = rest.first().filter(|first| reader.goes_on(first.span.start, 1)) {
        let start = nodes.len();
        let mut length = 1;
        match &first.kind {
            BlockKind::Heading { level: 1, .. } if fresh => fresh = false,
            BlockKind::Html(html) if is_comment(html) => {}
            _ => {
                fresh = false;
                length = reader.next(rest, &mut nodes);
            }
        }
        let span = first.span.start..rest[length - 1].span.end;
        segments.push(Segment { span, blocks: start..nodes.len() });
        rest = &rest[length..];
    }
    let cut = reader.cut;
    let notes = reader.all_notes();
    if cut.is_some() {
        budget.exceed(Bound::Nodes);
    }
    let mut document = Document { nodes, cut: cut.map(|_| budget.blamed(Bound::Nodes)) };
    super::anchors::settle(&mut document);
    let mut warnings = reader.warnings;
    warnings.truncate(MOST_WARNINGS);
    warnings.extend(
        tree.warnings
            .iter()
            .take(MOST_WARNINGS)
            .map(|it| Warning { span: it.span.clone(), message: it.message.clone() }),
    );
    warnings.sort_by_key(|warning| warning.span.start);
    Parsed { document, segments, notes, warnings, cut }
}

/// Whether HTML is nothing but a comment, which may go on to the end of the text.
pub(super) fn is_comment(html: &str) -> bool {
    let html = html.trim_ascii();
    html.starts_with("<!--") && html.find("-->").is_none_or(|at| at + 3 == html.len())
}

/// What the lines of a container begin with.
#[derive(Debug, Clone, Copy)]
enum Prefix {
    Quote,
    /// So many columns.
    Indent(usize),
}

/// Gives the syntax tree its meaning.
struct Reader<'s> {
    source: &'s str,
    tree: &'s Tree<'s>,
    resolve: &'s dyn Resolve,
    warnings: Vec<Warning>,
    /// The first footnote of each label.
    labels: HashMap<&'s str, usize>,
    /// How many bytes of notes may still be read.
    notes_left: usize,
    /// Whether blocks are those of a note.
    in_note: bool,
    /// Which notes the document has.
    used: Vec<bool>,
    prefixes: Vec<Prefix>,
    budget: &'s Budget,
    /// Whether nodes are taken from the budget.
    counts: bool,
    /// Where the block begins that is read.
    at: usize,
    /// Where the budget was exceeded: what begins there or behind it is left out.
    cut: Option<usize>,
}

impl<'s> Reader<'s> {
    fn new(source: &'s str, tree: &'s Tree<'s>, resolve: &'s dyn Resolve, budget: &'s Budget) -> Self {
        let mut labels = HashMap::new();
        for (at, note) in tree.footnotes.iter().enumerate() {
            labels.entry(note.label).or_insert(at);
        }
        let notes_left = source.len() + REPEATED;
        Self {
            source,
            tree,
            resolve,
            warnings: Vec::new(),
            labels,
            notes_left,
            in_note: false,
            used: vec![false; tree.footnotes.len()],
            prefixes: Vec::new(),
            budget,
            counts: true,
            at: 0,
            cut: tree.cut,
        }
    }

    fn warn(&mut self, span: &Range<usize>, message: impl Into<String>) {
        if self.warnings.len() < MOST_WARNINGS {
            self.warnings.push(Warning { span: span.clone(), message: message.into() });
        }
    }

    /// Takes nodes for what begins at an offset. Returns false if that is left out.
    fn goes_on(&mut self, start: usize, nodes: usize) -> bool {
        self.at = start;
        let is_before = self.cut.is_none_or(|cut| start < cut);
        let goes_on = is_before && (!self.counts || self.budget.nodes(nodes));
        if !goes_on {
            self.cut = Some(self.cut.map_or(start, |cut| cut.min(start)));
        }
        goes_on
    }

    /// Takes nodes for a part of the block that is read. Returns false if it is left out.
    fn makes(&mut self, nodes: usize) -> bool {
        self.goes_on(self.at, nodes)
    }

    /// The blocks that the syntax says.
    fn blocks(&mut self, syntax: &[Syntax<'s>]) -> Vec<Block> {
        let mut out = Vec::with_capacity(syntax.len());
        let mut rest = syntax;
        while let Some(first) = rest.first() {
            if !self.goes_on(first.span.start, 1) {
                break;
            }
            let length = self.next(rest, &mut out);
            rest = &rest[length..];
        }
        out
    }

    /// The same in a container whose further lines begin with something.
    fn blocks_within(&mut self, prefix: Prefix, syntax: &[Syntax<'s>]) -> Vec<Block> {
        self.prefixes.push(prefix);
        let blocks = self.blocks(syntax);
        self.prefixes.pop();
        blocks
    }

    /// What was written, without what the lines of containers begin with.
    fn written(&self, span: &Range<usize>) -> String {
        let mut out = String::new();
        for (at, line) in self.source[span.clone()].split('\n').enumerate() {
            let line = line.strip_suffix('\r').unwrap_or(line);
            if at == 0 {
                out.push_str(line.trim_start());
            } else {
                out.push('\n');
                out.push_str(self.prefixes.iter().fold(line, |line, prefix| prefix.strip(line)));
            }
        }
        out
    }

    /// The notes of a text, for those who want to refer to them again.
    fn all_notes(&mut self) -> Vec<Note> {
        let tree = self.tree;
        let outer = std::mem::replace(&mut self.in_note, true);
        let warnings = self.warnings.len();
        // As many as the tree has, each once.
        self.counts = false;
        let notes = tree.footnotes.iter().enumerate().map(|(at, note)| Note {
            span: note.span.clone(),
            label: note.label.to_owned(),
            body: self.blocks_within(Prefix::Indent(4), &note.blocks),
            is_used: self.used[at],
        });
        let notes = notes.collect();
        self.warnings.truncate(warnings);
        self.in_note = outer;
        self.counts = true;
        notes
    }
}

impl Prefix {
    fn strip(self, line: &str) -> &str {
        match self {
            Self::Quote => {
                let text = line.trim_start_matches(' ');
                text.strip_prefix('>').map_or(line, |text| text.strip_prefix(' ').unwrap_or(text))
            }
            Self::Indent(columns) => {
                let blanks = line.bytes().take(columns).take_while(|byte| *byte == b' ').count();
                match line.strip_prefix('\t') {
                    Some(rest) => rest,
                    None => &line[blanks..],
                }
            }
        }
    }
}
