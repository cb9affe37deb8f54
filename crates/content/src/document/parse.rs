//! Parsing of Markdown into documents: the interpretation of the syntax tree.
//!
//! Every text has a document. Tags, attributes and HTML that are not understood become a block or a leaf that keeps
//! them verbatim. Parts that no client could show are only in the text: the title, comments between blocks,
//! link definitions, and footnote definitions, whose bodies belong to the annotations that refer to them.

pub(super) mod again;
mod block;
mod html_block;
mod html_line;
pub(super) mod inside;
mod line;
mod list;
mod markup;
mod pre;
pub(super) mod seams;
mod table;
mod tag;

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use quire_markdown::Tree;
use quire_markdown::tree::{Block as Syntax, BlockKind};

use super::keys;
use super::memo::{self, Known, Recording};
use super::model::{Block, Document};
use super::resolve::Resolve;
use crate::budget::{Bound, Budget, Limits};
use seams::{Seam, Seams};

/// The result of parsing a text.
#[derive(Debug, Clone, Default)]
pub struct Parsed {
    /// The document, in normal form and with derived anchors; its nodes have no keys yet (see
    /// [`keys`](super::keys)).
    pub document: Document,
    /// The top level of the text in order; the bytes between the spans are blank.
    pub segments: Vec<Segment>,
    /// The footnote definitions, in order.
    pub notes: Vec<Note>,
    /// The parts that were not understood.
    pub warnings: Vec<Warning>,
    /// The byte offset at which the document was cut because the text exceeds its budget.
    pub cut: Option<usize>,
}

/// Whole lines of the text, and the blocks that they yield.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Segment {
    /// The byte range of the lines.
    pub span: Range<usize>,
    /// The indices of the blocks: none for a title, a comment or a definition, several where one piece
    /// of Markdown yields more than one block.
    pub blocks: Range<usize>,
}

/// A footnote definition of the text.
#[derive(Debug, Clone)]
pub struct Note {
    /// The byte range of its lines.
    pub span: Range<usize>,
    /// The label, without `[^` and `]`.
    pub label: String,
    /// The blocks of the note.
    pub body: Vec<Block>,
    /// True if something in the document refers to it.
    pub is_used: bool,
}

/// A part of a text that was not understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning {
    /// The byte range of the part.
    pub span: Range<usize>,
    /// A description of the problem for writers.
    pub message: String,
}

/// The number of bytes of repeated notes that are allowed beyond the length of the text.
const REPEATED: usize = 64 * 1024;

/// The maximum number of warnings from each source: this parser and the syntax tree.
const MOST_WARNINGS: usize = 1000;

/// Parses a text, without front matter, within the budget of a page.
pub fn parse(source: &str, resolve: &dyn Resolve) -> Parsed {
    parse_within(source, resolve, &Budget::page())
}

/// Parses a text, without front matter, within the given budget. A text that exceeds it is cut after the last block,
/// item, or table row for which there are nodes, and [`Parsed::cut`] is the offset.
pub fn parse_within(source: &str, resolve: &dyn Resolve, budget: &Budget) -> Parsed {
    Arc::unwrap_or_clone(shared_within(source, resolve, budget))
}

/// Parses a text as [`parse`] does, and shares it with what else parses the same text (see [`Memo`](super::Memo)).
pub fn shared(source: &str, resolve: &dyn Resolve) -> Arc<Parsed> {
    shared_within(source, resolve, &Budget::page())
}

/// Parses a text as [`parse_within`] does, and shares it with what else parses the same text (see [`Memo`](super::Memo)).
pub fn shared_within(source: &str, resolve: &dyn Resolve, budget: &Budget) -> Arc<Parsed> {
    known(source, resolve, budget).map_or_else(Arc::new, |known| known.plain())
}

/// Parses a text as [`shared`] does; its nodes may have keys or not.
pub(crate) fn shared_in_any_form(source: &str, resolve: &dyn Resolve) -> Arc<Parsed> {
    known(source, resolve, &Budget::page()).map_or_else(Arc::new, |known| known.any())
}

/// Parses a text as [`shared_within`] does, with keys for its nodes.
pub fn shared_with_keys(source: &str, resolve: &dyn Resolve, budget: &Budget) -> Arc<Parsed> {
    known(source, resolve, budget).map_or_else(
        |mut parsed| {
            keys::fresh(&mut parsed.document);
            Arc::new(parsed)
        },
        |known| known.keyed(),
    )
}

/// Parses a text that is not shared, unless another work shares it already; its nodes may have keys or not.
pub fn parse_unless_known(source: &str, resolve: &dyn Resolve) -> Arc<Parsed> {
    let known = memo::current().and_then(|memo| memo.find(source, resolve));
    known.map_or_else(|| Arc::new(parse_anew(source, resolve, &Budget::page())), |known| known.any())
}

/// Returns a text that others know too; `None` if it was cut, or there is no memo.
pub(super) fn remembered(source: &str, resolve: &dyn Resolve) -> Option<Arc<Known>> {
    known(source, resolve, &Budget::page()).ok()
}

/// Returns a text that others may know too, or one that is parsed for this caller alone: without a memo, and where it
/// was cut or may have to be.
fn known(source: &str, resolve: &dyn Resolve, budget: &Budget) -> Result<Arc<Known>, Parsed> {
    // The place where a text is cut depends on the budget, so only texts that a whole page has room for are shared.
    let before = budget.nodes_left();
    let Some(memo) = memo::current().filter(|_| before == Limits::PAGE.nodes) else {
        return Err(parse_anew(source, resolve, budget));
    };
    if let Some(known) = memo.find(source, resolve) {
        budget.nodes(known.nodes);
        return Ok(known);
    }
    if let Some(known) = memo.near(source, resolve).and_then(|old| again::parse(&old, source, resolve)) {
        budget.nodes(known.nodes);
        return Ok(memo.keep(known));
    }
    let recording = Recording::new(resolve);
    let (parsed, seams) = parse_with_seams(source, &recording, &|| recording.count(), budget);
    if parsed.cut.is_some() {
        return Err(parsed);
    }
    Ok(memo.keep(Known::new(source, recording, before - budget.nodes_left(), parsed, seams)))
}

fn parse_anew(source: &str, resolve: &dyn Resolve, budget: &Budget) -> Parsed {
    parse_with_seams(source, resolve, &|| 0, budget).0
}

/// The top level of a text, or of a part of one.
#[derive(Default)]
struct Top {
    nodes: Vec<Block>,
    segments: Vec<Segment>,
    /// The facts about each segment.
    seams: Vec<Seam>,
    /// True if a heading behind it would be the title.
    is_untitled: bool,
}

/// Parses a text. `asked` returns the number of questions about paths that were asked so far.
fn parse_with_seams(
    source: &str,
    resolve: &dyn Resolve,
    asked: &dyn Fn() -> usize,
    budget: &Budget,
) -> (Parsed, Seams) {
    let tree = quire_markdown::parse_within(source, budget.nodes_left().saturating_mul(2));
    let mut reader = BlockReader::new(source, &tree, resolve, budget);
    let Top { nodes, segments, seams, is_untitled: _ } = reader.top(true, asked);
    let cut = reader.cut;
    let notes = reader.all_notes();
    if cut.is_some() {
        budget.exceed(Bound::Nodes);
    }
    let mut document = Document { nodes, cut: cut.map(|_| budget.blamed(Bound::Nodes)) };
    let anchored = super::anchors::settle(&mut document);
    let warnings = reader.all_warnings();
    let seams = Seams::new(seams, &tree, anchored);
    (Parsed { document, segments, notes, warnings, cut }, seams)
}

/// Returns true if HTML is a single comment, which may extend to the end of the text.
pub(super) fn is_comment(html: &str) -> bool {
    let html = html.trim_ascii();
    html.starts_with("<!--") && html.find("-->").is_none_or(|at| at + 3 == html.len())
}

/// The prefix of a container's continuation lines.
#[derive(Debug, Clone, Copy)]
enum Prefix {
    Quote,
    /// An indentation by this number of columns.
    Indent(usize),
}

/// Converts the syntax tree into blocks.
struct BlockReader<'s> {
    source: &'s str,
    tree: &'s Tree<'s>,
    resolve: &'s dyn Resolve,
    warnings: Vec<Warning>,
    /// The index of the first footnote with each label.
    labels: HashMap<&'s str, usize>,
    /// The number of bytes of notes that may still be read.
    notes_left: usize,
    /// True while blocks of a note are read.
    in_note: bool,
    /// For each footnote, true if the document has it.
    used: Vec<bool>,
    prefixes: Vec<Prefix>,
    budget: &'s Budget,
    /// True if nodes are charged to the budget.
    counts: bool,
    /// The byte offset of the block that is read.
    at: usize,
    /// The byte offset at which the budget was exceeded: nodes that begin there or later are left out.
    cut: Option<usize>,
}

impl<'s> BlockReader<'s> {
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

    /// Charges nodes for syntax that begins at a byte offset. Returns false if it is left out.
    fn goes_on(&mut self, start: usize, nodes: usize) -> bool {
        self.at = start;
        let is_before = self.cut.is_none_or(|cut| start < cut);
        let goes_on = is_before && (!self.counts || self.budget.nodes(nodes));
        if !goes_on {
            self.cut = Some(self.cut.map_or(start, |cut| cut.min(start)));
        }
        goes_on
    }

    /// Charges nodes for a part of the block that is read. Returns false if it is left out.
    fn makes(&mut self, nodes: usize) -> bool {
        self.goes_on(self.at, nodes)
    }

    /// Converts the top level of the text. `asked` returns the number of questions about paths that were asked so far.
    fn top(&mut self, mut is_untitled: bool, asked: &dyn Fn() -> usize) -> Top {
        let tree = self.tree;
        let (mut nodes, mut rest) = (Vec::new(), tree.blocks.as_slice());
        let mut segments = Vec::with_capacity(rest.len());
        let mut seams = Vec::with_capacity(rest.len());
        while let Some(first) = rest.first() {
            let before = &tree.blocks[..tree.blocks.len() - rest.len()];
            let stands_apart = !is_untitled && seams::stands_apart(self.source, before, first.span.start);
            let (left, known) = (self.budget.nodes_left(), asked());
            if !self.goes_on(first.span.start, 1) {
                break;
            }
            let start = nodes.len();
            let mut length = 1;
            match &first.kind {
                BlockKind::Heading { level: 1, .. } if is_untitled => is_untitled = false,
                BlockKind::Html(html) if is_comment(html) => {}
                _ => {
                    is_untitled = false;
                    length = self.next(rest, &mut nodes);
                }
            }
            let span = first.span.start..rest[length - 1].span.end;
            segments.push(Segment { span, blocks: start..nodes.len() });
            seams.push(Seam {
                stands_apart,
                nodes: left - self.budget.nodes_left(),
                asked: asked() - known,
                anchored: super::anchors::count(&nodes[start..]),
            });
            rest = &rest[length..];
        }
        Top { nodes, segments, seams, is_untitled }
    }

    /// Returns the warnings of the text, those of its syntax included.
    fn all_warnings(&mut self) -> Vec<Warning> {
        let mut warnings = std::mem::take(&mut self.warnings);
        warnings.truncate(MOST_WARNINGS);
        let of_syntax = self.tree.warnings.iter().take(MOST_WARNINGS);
        warnings.extend(of_syntax.map(|it| Warning { span: it.span.clone(), message: it.message.clone() }));
        warnings.sort_by_key(|warning| warning.span.start);
        warnings
    }

    /// Converts the blocks of the syntax.
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

    /// Converts the blocks of a container whose continuation lines have a prefix.
    fn blocks_within(&mut self, prefix: Prefix, syntax: &[Syntax<'s>]) -> Vec<Block> {
        self.prefixes.push(prefix);
        let blocks = self.blocks(syntax);
        self.prefixes.pop();
        blocks
    }

    /// Returns the source of a span, without the prefixes of containers.
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

    /// Reads all footnotes of the text, so that they can be referred to again.
    fn all_notes(&mut self) -> Vec<Note> {
        let tree = self.tree;
        let outer = std::mem::replace(&mut self.in_note, true);
        let warnings = self.warnings.len();
        // Each footnote of the tree is read once, so the cost is bounded.
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
