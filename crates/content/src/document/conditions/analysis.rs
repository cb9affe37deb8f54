//! Classification of a text's tags: conditions, literal text, or not understood.
//!
//! Tags are paired twice: by the syntax tree, and one after the other in the source. A pair that both agree on, and
//! that stands in a valid place, is a condition.

use std::collections::HashMap;
use std::ops::Range;

use quire_markdown::Tree;
use quire_markdown::tree::{Block, BlockKind, Inline, InlineKind, LinkTarget, List, Tag};

use super::Misunderstood;
use super::html::Elements;
use super::tokens::{MOST_TAGS, Role, Token, tokens};
use crate::document::parse::is_comment;
use crate::expression::{Condition, Root};

/// The classified tags of a text.
#[derive(Debug, Default)]
pub(super) struct Analysis<'t> {
    /// The conditions, in the order in which they end.
    pub(super) pairs: Vec<Pair<'t>>,
    /// The ranges that are not understood.
    pub(super) bad: Vec<Misunderstood>,
    /// The byte offsets of literal tags, in order.
    pub(super) literal: Vec<usize>,
    /// The byte offset of the top-level block that contains the first tag which is not literal.
    pub(super) first_block: usize,
}

/// A condition and its end tag.
#[derive(Debug)]
pub(super) struct Pair<'t> {
    pub(super) condition: &'t str,
    pub(super) open: Range<usize>,
    pub(super) end: Range<usize>,
    /// True if it contains a definition or a note that is referred to from outside.
    pub(super) reaches_out: bool,
}

impl Pair<'_> {
    /// Returns the range from the start of the opening tag to the end of the closing tag.
    pub(super) fn all(&self) -> Range<usize> {
        self.open.start..self.end.end
    }
}

impl<'t> Analysis<'t> {
    /// Analyses the tags of a text.
    pub(super) fn of(text: &'t str) -> Self {
        let tokens = tokens(text);
        if tokens.is_empty() {
            return Self::default();
        }
        if let Some(first_beyond) = tokens.get(MOST_TAGS) {
            return Self::of_too_many(text, first_beyond);
        }
        let tree = quire_markdown::parse(text);
        let mut survey = Survey::new(text, &tree);
        survey.blocks(&tree.blocks, AllowedContent::Flow, 0..text.len());
        survey.sort();
        let mut found = Self::default();
        let mut open: Vec<Frame<'_>> = Vec::new();
        let mut after_last = 0;
        for token in &tokens {
            if survey.is_literal(token) {
                found.literal.push(token.span.start);
                continue;
            }
            if found.pairs.is_empty() && found.bad.is_empty() && open.is_empty() {
                found.first_block = survey.top_block(token.span.start);
            }
            match token.role {
                Role::Open => open.push(Frame { token, fault: None }),
                Role::Middle => {
                    let fault = Some("there is no `else`: use two conditions");
                    match open.last_mut() {
                        Some(frame) => frame.fault = fault,
                        None => open.push(Frame { token, fault }),
                    }
                }
                Role::End => match open.pop() {
                    Some(frame) => found.close(&frame, token, &survey),
                    None => {
                        let start = survey.inside(token.span.start).start.max(after_last);
                        let message = "this `endif` ends no condition: what is before it is hidden".to_owned();
                        found.bad.push(Misunderstood { hidden: start..token.span.end, at: token.span.start, message });
                    }
                },
            }
            after_last = token.span.end;
        }
        for frame in open {
            let hidden = frame.token.span.start..survey.inside(frame.token.span.start).end.max(frame.token.span.end);
            let reason = frame.fault.unwrap_or("this condition has no `endif`");
            found.mistake(frame.token, hidden, reason);
        }
        found
    }

    /// Returns the analysis of a text that has too many tags to be analysed: all of it is hidden.
    fn of_too_many(text: &'t str, first_beyond: &Token) -> Self {
        let message = format!(
            "a text may have {MOST_TAGS} tags of conditions: with this one there are more, and all of the text is hidden"
        );
        let bad = Misunderstood { hidden: 0..text.len(), at: first_beyond.span.start, message };
        Self { bad: vec![bad], ..Self::default() }
    }

    /// Returns true if there is nothing to decide and nothing to hide.
    pub(super) fn is_plain(&self) -> bool {
        self.pairs.is_empty() && self.bad.is_empty()
    }

    fn mistake(&mut self, token: &Token, hidden: Range<usize>, reason: &str) {
        let message = format!("this is not understood as a condition, and what it holds is hidden: {reason}");
        self.bad.push(Misunderstood { hidden, at: token.span.start, message });
    }

    fn close(&mut self, frame: &Frame<'_>, end: &Token, survey: &Survey<'t, '_>) {
        let all = frame.token.span.start..end.span.end;
        let node = survey.nodes.get(&all.start).filter(|node| node.end.start == end.span.start);
        let Some(node) = node else {
            let reason = frame
                .fault
                .unwrap_or("it has to be a block `{% if … %}` with its `{% endif %}`, not within another one");
            return self.mistake(frame.token, all, reason);
        };
        let all = all.start..node.end.end;
        if let Some(fault) = frame.fault.or(node.fault) {
            return self.mistake(frame.token, all, fault);
        }
        if let Some(crossed) = survey.crossed(node) {
            let reason = "something begins in it and ends behind it";
            return self.mistake(frame.token, all.start..all.end.max(crossed), reason);
        }
        match Condition::parse(node.condition, &Root::OF_SITES) {
            Ok(_) => self.pairs.push(Pair {
                condition: node.condition,
                open: node.open.clone(),
                end: node.end.clone(),
                reaches_out: survey.reaches_out(&all),
            }),
            Err(error) => self.mistake(frame.token, all, &error.to_string()),
        }
    }
}

/// The ranges of a text in which tags are literal.
pub(super) struct Literal(Vec<Range<usize>>);

impl Literal {
    /// Reads a text.
    pub(super) fn of(text: &str) -> Self {
        let tree = quire_markdown::parse(text);
        let mut survey = Survey::new(text, &tree);
        survey.blocks(&tree.blocks, AllowedContent::Flow, 0..text.len());
        survey.sort();
        Self(survey.literal)
    }

    /// Returns whether what begins at an offset is literal.
    pub(super) fn has(&self, at: usize) -> bool {
        has(&self.0, at)
    }
}

fn has(ranges: &[Range<usize>], at: usize) -> bool {
    let before = ranges.partition_point(|range| range.start <= at);
    before > 0 && ranges[before - 1].end > at
}

/// A condition that has no end yet.
struct Frame<'a> {
    token: &'a Token,
    fault: Option<&'static str>,
}

/// The content that is allowed at a place of the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum AllowedContent {
    /// Blocks, including conditions.
    Flow,
    /// Parts with this tag name, and conditions around whole ones.
    Parts(&'static str),
    /// Any other place; no conditions.
    Other,
}

/// An `if` tag that has an end tag.
struct Node<'t> {
    condition: &'t str,
    open: Range<usize>,
    end: Range<usize>,
    fault: Option<&'static str>,
    /// The unended tags inside, as indices into `Survey::unended`.
    unended: Range<usize>,
}

/// The facts about tags that the syntax tree gives.
struct Survey<'t, 'a> {
    text: &'t str,
    tree: &'a Tree<'t>,
    /// The `if` tags that have an end, by the byte offset of their opening tag.
    nodes: HashMap<usize, Node<'t>>,
    /// The byte ranges in which tags are literal.
    literal: Vec<Range<usize>>,
    /// The inner ranges of details, and of tags except `if`, that have an end, in order of their start.
    insides: Vec<Range<usize>>,
    /// For each of `insides`, the index of the one that encloses it.
    around: Vec<Option<usize>>,
    /// The names of tags that have no end tag, in order.
    unended: Vec<&'t str>,
    /// The spans of end tags that end nothing, by name.
    ends: HashMap<&'t str, Vec<Range<usize>>>,
    /// HTML tags.
    html: Elements,
    /// References to definitions and notes: the span of the definition, and the place of the reference.
    uses: Vec<(Range<usize>, usize)>,
}

impl<'t, 'a> Survey<'t, 'a> {
    fn new(text: &'t str, tree: &'a Tree<'t>) -> Self {
        Self {
            text,
            tree,
            nodes: HashMap::new(),
            literal: Vec::new(),
            insides: Vec::new(),
            around: Vec::new(),
            unended: Vec::new(),
            ends: HashMap::new(),
            html: Elements::default(),
            uses: Vec::new(),
        }
    }

    fn sort(&mut self) {
        self.literal.sort_by_key(|range| range.start);
        self.uses.sort_by_key(|(definition, _)| definition.start);
        self.html.pair();
        self.insides.sort_by_key(|range| range.start);
        let mut open: Vec<usize> = Vec::new();
        for (at, range) in self.insides.iter().enumerate() {
            while open.last().is_some_and(|above| self.insides[*above].end <= range.start) {
                open.pop();
            }
            self.around.push(open.last().copied());
            open.push(at);
        }
    }

    fn blocks(&mut self, blocks: &'a [Block<'t>], place: AllowedContent, inside: Range<usize>) {
        for block in blocks {
            self.block(block, place, &inside);
        }
    }

    fn block(&mut self, block: &'a Block<'t>, place: AllowedContent, inside: &Range<usize>) {
        match &block.kind {
            BlockKind::Paragraph(content) | BlockKind::Heading { content, .. } => self.line(content),
            BlockKind::Code(code) if code.fence.is_some_and(|fence| fence.is_closed) => self.fenced(&block.span),
            BlockKind::Quote(blocks) => self.blocks(blocks, place, inside.clone()),
            BlockKind::List(list) => self.list(list, place, inside),
            BlockKind::Table(table) => {
                let rows = std::iter::once(&table.header).chain(&table.rows);
                rows.flat_map(|row| &row.cells).for_each(|cell| self.line(&cell.content));
            }
            BlockKind::Footnote(index) => {
                let tree = self.tree;
                self.blocks(&tree.footnotes[*index].blocks, place, inside.clone());
            }
            BlockKind::Tag(tag) => self.tag(tag, place),
            BlockKind::EndTag(name) => self.ends.entry(name).or_default().push(block.span.clone()),
            BlockKind::Details(details) => {
                let start = details.summary.as_ref().map_or(block.span.start + details.open.len(), |it| it.span.end);
                let within = start..block.span.end.saturating_sub("</details>".len()).max(start);
                self.insides.push(within.clone());
                self.blocks(&details.blocks, place, within);
            }
            BlockKind::Html(html) => self.html.add(html, &block.span),
            BlockKind::Code(_) | BlockKind::ThematicBreak | BlockKind::Definition(_) | BlockKind::Math(_) => {}
        }
    }

    fn list(&mut self, list: &'a List<'t>, place: AllowedContent, inside: &Range<usize>) {
        // A part of a block can't be in a list item.
        let place = if place == AllowedContent::Flow { AllowedContent::Flow } else { AllowedContent::Other };
        for item in &list.items {
            self.blocks(&item.blocks, place, inside.clone());
        }
    }

    fn tag(&mut self, tag: &'a Tag<'t>, place: AllowedContent) {
        let Some(end) = &tag.end else {
            self.unended.push(tag.name);
            return;
        };
        let within = tag.open.end..end.start;
        // The tree alone does not tell which tag ends a condition, so a condition bounds nothing here.
        if tag.name != "if" {
            self.insides.push(within.clone());
        }
        let before = self.unended.len();
        self.blocks(&tag.blocks, inside_of(tag.name, place), within);
        if tag.name == "if" {
            let fault = match place {
                AllowedContent::Flow => None,
                AllowedContent::Parts(name) if tag.blocks.iter().all(|block| is_part(block, name)) => None,
                AllowedContent::Parts(_) => Some("here it has to be around whole parts"),
                AllowedContent::Other => Some("it cannot stand within what is around it"),
            };
            let node = Node {
                condition: tag.arguments.trim(),
                open: tag.open.clone(),
                end: end.clone(),
                fault,
                unended: before..self.unended.len(),
            };
            self.nodes.insert(tag.open.start, node);
        }
    }

    /// Marks the lines between fences as literal. The info string of the opening fence is not literal.
    fn fenced(&mut self, span: &Range<usize>) {
        let first = self.text[span.clone()].find('\n').map_or(span.end, |at| span.start + at);
        self.literal.push(first..span.end);
    }

    fn line(&mut self, content: &[Inline<'t>]) {
        for inline in content {
            match &inline.kind {
                InlineKind::Code(_) => self.literal.push(inline.span.clone()),
                InlineKind::Text(_) => self.escaped(&inline.span),
                InlineKind::Emphasis(inside) | InlineKind::Strong(inside) | InlineKind::Strikethrough(inside) => {
                    self.line(inside);
                }
                InlineKind::Link(link) | InlineKind::Image(link) => {
                    if let LinkTarget::Reference { definition, .. } = link.target {
                        self.uses.push((self.tree.definitions[definition].span.clone(), inline.span.start));
                    }
                    self.line(&link.content);
                }
                InlineKind::FootnoteReference(index) => {
                    self.uses.push((self.tree.footnotes[*index].span.clone(), inline.span.start));
                }
                InlineKind::Html(html) => self.html.add(html, &inline.span),
                InlineKind::SoftBreak | InlineKind::HardBreak | InlineKind::Math(_) | InlineKind::Emoji(_) => {}
            }
        }
    }

    /// Marks tags whose brace is escaped by a backslash as literal.
    fn escaped(&mut self, span: &Range<usize>) {
        let text = &self.text[span.clone()];
        for (at, _) in text.match_indices("\\{%") {
            let backslashes = text[..=at].bytes().rev().take_while(|byte| *byte == b'\\').count();
            if backslashes % 2 == 1 {
                self.literal.push(span.start + at + 1..span.start + at + 2);
            }
        }
    }

    fn is_literal(&self, token: &Token) -> bool {
        has(&self.literal, token.span.start)
    }

    /// Returns the byte offset of the top-level block that contains an offset.
    fn top_block(&self, at: usize) -> usize {
        let before = self.tree.blocks.partition_point(|block| block.span.start <= at);
        if before > 0 { self.tree.blocks[before - 1].span.start } else { 0 }
    }

    /// Returns the inner range of the innermost details or ended tag except `if` that contains an offset; else the
    /// whole text.
    fn inside(&self, at: usize) -> Range<usize> {
        let mut inside = self.insides.partition_point(|range| range.start <= at).checked_sub(1);
        while let Some(index) = inside {
            if self.insides[index].end > at {
                return self.insides[index].clone();
            }
            inside = self.around[index];
        }
        0..self.text.len()
    }

    /// Returns the end of a tag that begins inside a condition and ends after it, if there is one.
    fn crossed(&self, node: &Node<'_>) -> Option<usize> {
        let ends = self.unended[node.unended.clone()].iter().filter_map(|name| {
            let ends = self.ends.get(name)?;
            let behind = ends.partition_point(|end| end.start < node.end.start);
            ends.get(behind).map(|end| end.end)
        });
        ends.max().max(self.html.crossed(node.open.end..node.end.start))
    }

    /// Returns true if something outside of a range refers to a definition or note in it.
    fn reaches_out(&self, all: &Range<usize>) -> bool {
        let from = self.uses.partition_point(|(definition, _)| definition.start < all.start);
        let within = self.uses[from..].iter().take_while(|(definition, _)| definition.start < all.end);
        within.into_iter().any(|(_, place)| !all.contains(place))
    }
}

/// Returns the content that is allowed in a tag of this name at a place.
fn inside_of(name: &str, place: AllowedContent) -> AllowedContent {
    let flow = if place == AllowedContent::Flow { AllowedContent::Flow } else { AllowedContent::Other };
    match name {
        "if" => place,
        "hint" | "prompt" => flow,
        "tabs" if place == AllowedContent::Flow => AllowedContent::Parts("tab"),
        "stepper" if place == AllowedContent::Flow => AllowedContent::Parts("step"),
        "columns" if place == AllowedContent::Flow => AllowedContent::Parts("column"),
        "updates" if place == AllowedContent::Flow => AllowedContent::Parts("update"),
        _ if matches!(place, AllowedContent::Parts(part) if part == name) => AllowedContent::Flow,
        _ => AllowedContent::Other,
    }
}

/// Returns true if a block is a part of this name, a condition (around such parts), or a comment.
fn is_part(block: &Block<'_>, name: &str) -> bool {
    match &block.kind {
        BlockKind::Tag(tag) if tag.end.is_some() => tag.name == name || tag.name == "if",
        BlockKind::Html(html) => is_comment(html),
        _ => false,
    }
}
