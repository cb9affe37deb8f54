//! Leaf blocks: collecting and closing.

use crate::block::definition::definition;
use crate::block::node::{Node, NodeKind};
use crate::block::{Leaf, Parser};
use crate::content::Segment;
use crate::line::Cursor;
use crate::scan;
use crate::text::{clean, decode, label_key};
use crate::tree::Definition;

impl<'a> Parser<'a> {
    /// Returns the node of the open leaf.
    pub(super) fn last_node(&mut self) -> &mut Node<'a> {
        self.blocks.nodes.last_mut().expect("the open leaf is the last node")
    }

    /// Adds a part of a line to the open leaf.
    pub(super) fn take(&mut self, start: usize, end: usize) {
        self.take_segment(Segment::new(start..end), end);
    }

    /// Adds the rest of a line to the open leaf, blanks included.
    pub(super) fn take_verbatim(&mut self, cursor: &Cursor<'a>) {
        self.take_verbatim_to(cursor, cursor.next);
    }

    /// Adds the part of a line up to an offset to the open leaf, blanks included.
    pub(super) fn take_verbatim_to(&mut self, cursor: &Cursor<'a>, end: usize) {
        let (start, pad) = cursor.remainder();
        self.take_segment(Segment { start, end, pad: pad as u8 }, end);
    }

    fn take_segment(&mut self, segment: Segment, end: usize) {
        self.blocks.segments.push(segment);
        let lines_end = self.blocks.segments.len();
        let node = self.last_node();
        node.lines.end = lines_end;
        node.end = end;
    }

    /// Closes the open fenced code block by its closing fence.
    pub(super) fn close_fence(&mut self, end: usize) {
        let node = self.last_node();
        node.end = end;
        if let NodeKind::Fenced { fence, .. } = &mut node.kind {
            fence.is_closed = true;
        }
        self.close_leaf();
    }

    /// Closes the open leaf, if there is one.
    pub(super) fn close_leaf(&mut self) {
        match self.leaf.take() {
            Some(Leaf::Paragraph) => {
                self.split_definitions();
            }
            Some(Leaf::Indented) => self.trim_code(),
            _ => {}
        }
    }

    /// Removes blank lines from the end of indented code.
    fn trim_code(&mut self) {
        let (source, node) = (self.source, self.blocks.nodes.last_mut().expect("the code is the last node"));
        let lines = &self.blocks.segments[node.lines.clone()];
        let is_blank = |it: &&Segment| source[it.start..it.end].trim_matches([' ', '\t', '\n', '\r']).is_empty();
        let kept = lines.len() - lines.iter().rev().take_while(is_blank).count();
        node.lines.end = node.lines.start + kept;
        node.end = self.blocks.segments[node.lines.end - 1].end;
    }

    /// Makes nodes of the link reference definitions that the last node, a paragraph, begins with. Returns false if
    /// nothing else is left of the paragraph, which is removed then.
    pub(super) fn split_definitions(&mut self) -> bool {
        let node = self.last_node();
        let lines = node.lines.clone();
        let first = self.blocks.segments[lines.start].start;
        if self.source.as_bytes()[first] != b'[' {
            return true;
        }
        let (start, end) = (self.last_node().start, self.last_node().end);
        let (found, used) = self.definitions(lines.start, lines.end, start);
        if used == lines.start {
            return true;
        }
        self.blocks.nodes.pop();
        for definition in found {
            self.define(definition);
        }
        if used < lines.end {
            let start = self.line_start(used);
            self.push(start..end, NodeKind::Paragraph);
            self.last_node().lines = used..lines.end;
        }
        used < lines.end
    }

    /// Parses the definitions at the beginning of a range of lines, and returns them with the first line after them. If
    /// they are more than the nodes that are left, parsing is cut at the first that is too many.
    fn definitions(&mut self, from: usize, to: usize, start: usize) -> (Vec<Definition<'a>>, usize) {
        let segments = &self.blocks.segments[from..to];
        let content = self.buffer.load(self.source, segments);
        let (mut found, mut used, mut at, mut line_end) = (Vec::new(), 0, 0, 0);
        let mut span_start = start;
        let most = self.most_nodes.saturating_sub(self.blocks.nodes.len());
        while let Some(parts) = definition(content.text, at) {
            if found.len() == most {
                self.blocks.cut.get_or_insert(span_start);
                break;
            }
            while used < segments.len() && line_end < parts.end {
                line_end += segments[used].end - segments[used].start;
                used += 1;
            }
            let span_end = segments[used - 1].end;
            found.push(Definition {
                span: span_start..span_end,
                label: clean(content.slice(&parts.label)),
                destination: decode(content.slice(&parts.destination)),
                title: parts.title.map(|it| decode(content.slice(&it))),
            });
            at = parts.end;
            span_start = segments.get(used).map_or(span_end, |it| line_start(self.source, it, span_end));
        }
        (found, from + used)
    }

    fn define(&mut self, definition: Definition<'a>) {
        let index = self.blocks.definitions.len();
        self.push(definition.span.clone(), NodeKind::Definition(index));
        self.blocks.labels.definitions.entry(label_key(&definition.label)).or_insert(index);
        self.blocks.definitions.push(definition);
    }

    /// Returns the source offset at which a line of a leaf begins, unless it is the first line.
    pub(super) fn line_start(&self, line: usize) -> usize {
        let before = self.blocks.segments[line - 1].end;
        line_start(self.source, &self.blocks.segments[line], before)
    }
}

/// Returns the source offset at which a line of a leaf begins, indentation included.
fn line_start(source: &str, line: &Segment, no_further: usize) -> usize {
    let before = &source.as_bytes()[no_further..line.start];
    line.start - scan::suffix(before, scan::is_blank)
}
