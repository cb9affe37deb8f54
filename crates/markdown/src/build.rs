//! Construction of the tree from the blocks, the second phase of parsing.
//!
//! The recursion is as deep as the blocks are nested, which the first phase bounds.

use std::borrow::Cow;
use std::mem;
use std::ops::Range;

use crate::block::node::NodeKind;
use crate::block::{Blocks, tag};
use crate::content::{Buffer, Segment};
use crate::inline::Inlines;
use crate::scan;
use crate::table::cells;
use crate::text::{clean, decode};
use crate::tree::{
    Alignment, Block, BlockKind, Cell, Code, Details, Inline, Item, List, Marker, Reach, Row, Span, Summary, Table,
    Tag, Task, Tree,
};

/// Builds the tree of a text from its blocks.
pub(crate) fn tree<'a>(source: &'a str, blocks: Blocks<'a>, most_nodes: usize) -> Tree<'a> {
    let left = most_nodes.saturating_sub(blocks.nodes.len());
    let cut = blocks.cut;
    let end = cut.unwrap_or(source.len());
    let mut builder = Builder { source, blocks, buffer: Buffer::default(), inlines: Inlines::default(), left, cut };
    let top = builder.children(0..builder.blocks.nodes.len(), end);
    let Blocks { definitions, footnotes, warnings, reach, .. } = builder.blocks;
    let reach = Reach { nodes: most_nodes.saturating_sub(builder.left), ..reach };
    Tree { blocks: top, definitions, footnotes, warnings, cut: builder.cut, reach }
}

struct Builder<'a> {
    source: &'a str,
    blocks: Blocks<'a>,
    buffer: Buffer,
    inlines: Inlines<'a>,
    /// The number of nodes that may still be added.
    left: usize,
    /// The offset of the first leaf that was not parsed because of the bound of nodes.
    cut: Option<usize>,
}

impl<'a> Builder<'a> {
    /// Builds the blocks of a range of nodes, none of which extends beyond `limit`.
    fn children(&mut self, nodes: Range<usize>, limit: usize) -> Vec<Block<'a>> {
        // Most containers in deep nesting have one child, and room for more would be most of their memory.
        let mut children = Vec::with_capacity(usize::from(!nodes.is_empty()));
        let mut at = nodes.start;
        while at < nodes.end {
            at = match self.blocks.nodes[at].kind {
                NodeKind::Item(marker) => self.list(marker, at..nodes.end, limit, &mut children),
                _ => {
                    let next = self.blocks.nodes[at].next;
                    let limit = self.limit(next, nodes.end, limit);
                    children.push(self.block(at, limit));
                    next
                }
            };
        }
        children
    }

    /// Returns the offset beyond which a node cannot extend: the start of the next node before `end`, else `limit`.
    fn limit(&self, next: usize, end: usize, limit: usize) -> usize {
        if next < end { limit.min(self.blocks.nodes[next].start) } else { limit }
    }

    fn block(&mut self, at: usize, limit: usize) -> Block<'a> {
        let node = &mut self.blocks.nodes[at];
        let (inside, lines) = (at + 1..node.next, node.lines.clone());
        let mut span = node.start..node.end.min(limit);
        let kind = match mem::replace(&mut node.kind, NodeKind::ThematicBreak) {
            NodeKind::Paragraph => BlockKind::Paragraph(self.inlines(span.start, lines)),
            NodeKind::Heading(level) => BlockKind::Heading { level, content: self.inlines(span.start, lines) },
            NodeKind::ThematicBreak => BlockKind::ThematicBreak,
            NodeKind::Fenced { fence, info } => {
                let info = decode(Cow::Borrowed(self.source[info].trim()));
                BlockKind::Code(Code { fence: Some(fence), info, literal: self.literal(lines) })
            }
            NodeKind::Indented => {
                BlockKind::Code(Code { fence: None, info: Cow::Borrowed(""), literal: self.literal(lines) })
            }
            NodeKind::Html | NodeKind::Summary => BlockKind::Html(self.literal(lines)),
            NodeKind::Math => BlockKind::Math(self.literal(lines)),
            NodeKind::Table(alignments) => BlockKind::Table(Box::new(self.table(alignments, lines))),
            NodeKind::Definition(index) => BlockKind::Definition(index),
            NodeKind::EndTag(name) => BlockKind::EndTag(name),
            // Items are built within lists, by `children`.
            NodeKind::Quote | NodeKind::Item(_) => {
                let blocks = self.children(inside, limit);
                reach(&mut span, &blocks);
                BlockKind::Quote(blocks)
            }
            NodeKind::Footnote(index) => {
                let blocks = self.children(inside, limit);
                reach(&mut span, &blocks);
                let footnote = &mut self.blocks.footnotes[index];
                (footnote.span, footnote.blocks) = (span.clone(), blocks);
                BlockKind::Footnote(index)
            }
            NodeKind::Tag { head, end } => {
                let limit = end.as_ref().map_or(limit, |end| end.start);
                let blocks = self.children(inside, limit);
                BlockKind::Tag(Box::new(self.tag(&head, end, blocks)))
            }
            NodeKind::Details { open, end: None } => {
                BlockKind::Html(self.ended(Cow::Borrowed(&self.source[open.start..span.end]), span.end))
            }
            NodeKind::Details { open, end: Some(end) } => {
                BlockKind::Details(Box::new(self.details(open, inside, end.start)))
            }
        };
        Block { span, kind }
    }

    fn tag(&mut self, head: &tag::Head<'a>, end: Option<Span>, blocks: Vec<Block<'a>>) -> Tag<'a> {
        let attributes = tag::attributes(self.source, &head.arguments, self.left);
        self.spend(head.span.start, attributes.len());
        Tag {
            name: head.name,
            arguments: &self.source[head.arguments.clone()],
            attributes,
            open: head.span.clone(),
            end,
            blocks,
        }
    }

    fn details(&mut self, open: Span, mut inside: Range<usize>, limit: usize) -> Details<'a> {
        let first = &self.blocks.nodes[inside.clone()].first();
        let summary = first.filter(|it| matches!(it.kind, NodeKind::Summary));
        let summary = summary.map(|it| (it.start..it.end, it.lines.clone()));
        inside.start += usize::from(summary.is_some());
        let summary = summary.map(|(span, lines)| Summary { span, html: trim(self.literal(lines)) });
        Details { open: &self.source[open], summary, blocks: self.children(inside, limit) }
    }

    /// Builds the list of the items at the beginning of a range of nodes, and returns the first node after it.
    fn list(&mut self, marker: Marker, nodes: Range<usize>, limit: usize, siblings: &mut Vec<Block<'a>>) -> usize {
        let mut items: Vec<Item<'a>> = Vec::with_capacity(1);
        let mut is_tight = true;
        let mut at = nodes.start;
        while at < nodes.end && matches!(self.blocks.nodes[at].kind, NodeKind::Item(it) if is_alike(marker, it)) {
            let next = self.blocks.nodes[at].next;
            let item = self.item(at, self.limit(next, nodes.end, limit));
            is_tight = is_tight && items.last().is_none_or(|last| self.is_adjacent(&last.span, &item.span));
            is_tight = is_tight && item.blocks.windows(2).all(|pair| self.is_adjacent(&pair[0].span, &pair[1].span));
            items.push(item);
            at = next;
        }
        let span = items.first().map_or(0, |it| it.span.start)..items.last().map_or(0, |it| it.span.end);
        siblings.push(Block { span, kind: BlockKind::List(List { marker, is_tight, items }) });
        at
    }

    /// Returns true if there is no blank line between two blocks.
    fn is_adjacent(&self, one: &Span, other: &Span) -> bool {
        scan::either(&self.source.as_bytes()[one.end..other.start], b'\n', b'\r').is_none()
    }

    fn item(&mut self, at: usize, limit: usize) -> Item<'a> {
        let node = &self.blocks.nodes[at];
        let mut span = node.start..node.end.min(limit);
        let mut inside = at + 1..node.next;
        let task = self.task(&mut inside);
        let blocks = self.children(inside, limit);
        reach(&mut span, &blocks);
        Item { span, task, blocks }
    }

    /// Removes the check box from the paragraph that an item begins with, and the paragraph too
    /// if nothing else is left.
    fn task(&mut self, inside: &mut Range<usize>) -> Option<Task> {
        let node = self.blocks.nodes[inside.clone()].first_mut()?;
        if !matches!(node.kind, NodeKind::Paragraph) {
            return None;
        }
        let segment = &mut self.blocks.segments[node.lines.start];
        let line = &self.source.as_bytes()[segment.start..segment.end];
        let &[b'[', mark @ (b' ' | b'x' | b'X'), b']', ..] = line else { return None };
        let blanks = scan::prefix(&line[3..], |it| it.is_ascii_whitespace());
        if blanks == 0 && line.len() > 3 {
            return None;
        }
        let task = Task { span: segment.start..segment.start + 3, is_checked: mark != b' ' };
        segment.start += 3 + blanks;
        node.start = segment.start;
        if segment.start == segment.end {
            node.lines.start += 1;
            inside.start += usize::from(node.lines.is_empty());
        }
        Some(task)
    }

    fn table(&mut self, alignments: Vec<Alignment>, lines: Range<usize>) -> Table<'a> {
        let header = self.row(lines.start, alignments.len());
        let mut rows = Vec::new();
        for line in lines.start + 1..lines.end {
            rows.push(self.row(line, alignments.len()));
            if self.left == 0 && line + 1 < lines.end {
                self.spend(self.blocks.segments[line + 1].start, 1);
                break;
            }
        }
        Table { alignments, header, rows }
    }

    fn row(&mut self, line: usize, columns: usize) -> Row<'a> {
        let Segment { start, end, .. } = self.blocks.segments[line];
        let cells = cells(&self.source[start..end]).take(columns);
        let cells = cells.map(|it| self.cell(start + it.start..start + it.end)).collect();
        Row { span: start..end, cells }
    }

    fn cell(&mut self, span: Span) -> Cell<'a> {
        let text = &self.source[span.clone()];
        let mut segments = Vec::new();
        let mut start = span.start;
        for (at, _) in text.match_indices("\\|") {
            segments.push(Segment::new(start..span.start + at));
            start = span.start + at + 1;
        }
        segments.push(Segment::new(start..span.end));
        let content = self.buffer.load(self.source, &segments);
        let content = self.inlines.read(content, &self.blocks.labels, self.left);
        self.spend(span.start, self.inlines.pieces_read() + 1);
        Cell { span, content }
    }

    /// Parses the inlines of a leaf that begins at `start`.
    fn inlines(&mut self, start: usize, lines: Range<usize>) -> Vec<Inline<'a>> {
        let content = self.buffer.load(self.source, &self.blocks.segments[lines]);
        let inlines = self.inlines.read(content, &self.blocks.labels, self.left);
        self.spend(start, self.inlines.pieces_read());
        inlines
    }

    /// Takes nodes from those that are left. If there are too few, the tree is cut at the start of their leaf or tag.
    fn spend(&mut self, start: usize, nodes: usize) {
        if self.left < nodes {
            let cut = self.cut.unwrap_or(start);
            self.cut = Some(cut.min(start));
        }
        self.left = self.left.saturating_sub(nodes);
    }

    /// Returns lines as they are written, each ending in `\n`.
    fn literal(&self, lines: Range<usize>) -> Cow<'a, str> {
        let lines = &self.blocks.segments[lines];
        let (Some(first), Some(last)) = (lines.first(), lines.last()) else { return Cow::Borrowed("") };
        let is_whole = lines.windows(2).all(|pair| pair[0].end == pair[1].start);
        if is_whole && lines.iter().all(|it| it.pad == 0) {
            return self.ended(Cow::Borrowed(&self.source[first.start..last.end]), last.end);
        }
        let mut text = String::new();
        for line in lines {
            text.extend(std::iter::repeat_n(' ', usize::from(line.pad)));
            text.push_str(&self.source[line.start..line.end]);
        }
        self.ended(Cow::Owned(text), last.end)
    }

    /// Returns a text that ends at a source offset, with each line ending in `\n`.
    fn ended(&self, text: Cow<'a, str>, end: usize) -> Cow<'a, str> {
        let text = clean(text);
        let is_ended = self.source[..end].ends_with(['\n', '\r']);
        if is_ended { text } else { Cow::Owned(text.into_owned() + "\n") }
    }
}

/// Extends the span of a container to the end of its last child.
fn reach(span: &mut Span, blocks: &[Block<'_>]) {
    span.end = blocks.last().map_or(span.end, |last| last.span.end.max(span.end));
}

fn is_alike(one: Marker, other: Marker) -> bool {
    match (one, other) {
        (Marker::Bullet(one), Marker::Bullet(other)) => one == other,
        (Marker::Number { delimiter: one, .. }, Marker::Number { delimiter: other, .. }) => one == other,
        _ => false,
    }
}

fn trim(text: Cow<'_, str>) -> Cow<'_, str> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.trim()),
        Cow::Owned(text) => Cow::Owned(text.trim().to_owned()),
    }
}
