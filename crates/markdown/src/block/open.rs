//! Block starts: the containers and leaves that a line opens, in the order of precedence.

use crate::block::html::{self, End};
use crate::block::line::Opened;
use crate::block::node::NodeKind;
use crate::block::tag::Head;
use crate::block::{Container, DEEPEST, DETAILS, Demand, Leaf, Parser, Pending, starts};
use crate::line::{Cursor, Indent};
use crate::scan;
use crate::table::cells;
use crate::text::label_key;
use crate::tree::{Fence, Footnote, Marker, Span};

/// The position in a line at which a block may begin.
#[derive(Debug, Clone, Copy)]
struct OpeningPosition<'c, 'a> {
    line: &'c [u8],
    cursor: Cursor<'a>,
    indent: Indent,
    /// The number of containers that the line continues.
    matched: usize,
    /// True if a paragraph is open within the containers that the line continues.
    in_paragraph: bool,
}

impl<'a> Parser<'a> {
    /// Opens the block that the rest of a line starts; `None` if the rest is text.
    pub(super) fn opens(&mut self, cursor: &mut Cursor<'a>, matched: usize, is_lazy: bool) -> Option<Opened> {
        let indent = cursor.indent();
        if indent.columns >= 4 {
            return (self.leaf != Some(Leaf::Paragraph)).then(|| self.open_indented(*cursor, matched));
        }
        let line = cursor.from(indent.to);
        let mut in_paragraph = self.leaf == Some(Leaf::Paragraph) && !is_lazy;
        if in_paragraph && starts::underline(line).is_some() && !self.split_definitions() {
            (self.leaf, in_paragraph) = (None, false);
        }
        let place = OpeningPosition { line, cursor: *cursor, indent, matched, in_paragraph };
        match line.first()? {
            b'>' => self.open_quote(cursor, place),
            b'#' => self.open_heading(place),
            b'`' | b'~' => self.open_fence(place),
            b'<' => self.open_html(cursor, place),
            b'{' => self.open_tag(cursor, place),
            b'$' => self.open_math(place),
            b'[' => self.open_footnote(cursor, place),
            b'=' => self.underline(place),
            b'|' | b':' => self.open_table(place),
            b'-' => self.underline(place).or_else(|| self.open_table(place)).or_else(|| self.open_item(cursor, place)),
            b'*' | b'_' | b'+' | b'0'..=b'9' => self.open_item(cursor, place),
            _ => None,
        }
    }

    /// Adds a leaf that begins at a place and ends, until further lines, with the line of the place.
    fn open_leaf(&mut self, place: OpeningPosition<'_, 'a>, kind: NodeKind<'a>, leaf: Option<Leaf>) -> Opened {
        self.leave(place.matched);
        self.push(place.cursor.at..place.cursor.next, kind);
        self.leaf = leaf;
        Opened::Leaf
    }

    fn open_container(&mut self, start: usize, end: usize, kind: NodeKind<'a>, demand: Demand) {
        let node = self.push(start..end, kind);
        self.containers.push(Container { node, demand, height: 0 });
    }

    /// Returns true if a container may be opened within the first `matched` ones. The first time that it may
    /// not, a warning is added.
    fn has_room(&mut self, matched: usize, span: Span) -> bool {
        let has_room = matched < DEEPEST;
        if !has_room && !self.warned_of_depth {
            self.warned_of_depth = true;
            self.blocks.reach.is_far = true;
            self.warn(span, format!("more than {DEEPEST} quotes and lists inside each other: what is deeper is text"));
        }
        has_room
    }

    fn open_indented(&mut self, mut cursor: Cursor<'a>, matched: usize) -> Opened {
        self.leave(matched);
        self.push(cursor.at..cursor.next, NodeKind::Indented);
        self.leaf = Some(Leaf::Indented);
        cursor.take(4);
        self.take_verbatim(&cursor);
        Opened::Leaf
    }

    fn open_quote(&mut self, cursor: &mut Cursor<'a>, place: OpeningPosition<'_, 'a>) -> Option<Opened> {
        if !self.has_room(place.matched, place.indent.to..place.indent.to + 1) {
            return None;
        }
        self.leave(place.matched);
        self.open_container(cursor.at, cursor.next, NodeKind::Quote, Demand::Quote);
        cursor.skip(place.indent);
        cursor.advance(1);
        cursor.take(1);
        Some(Opened::Container)
    }

    fn open_heading(&mut self, place: OpeningPosition<'_, 'a>) -> Option<Opened> {
        let level = starts::heading(place.line)?;
        let (start, end) = starts::heading_text(place.line, level);
        let opened = self.open_leaf(place, NodeKind::Heading(level), None);
        let from = place.indent.to;
        self.take(from + start, from + end);
        self.last_node().end = place.cursor.next;
        Some(opened)
    }

    /// Turns the open paragraph into a heading, if the line is its setext underline.
    fn underline(&mut self, place: OpeningPosition<'_, 'a>) -> Option<Opened> {
        let level = starts::underline(place.line).filter(|_| place.in_paragraph)?;
        self.leaf = None;
        let node = self.last_node();
        node.kind = NodeKind::Heading(level);
        node.end = place.cursor.next;
        Some(Opened::Leaf)
    }

    fn open_fence(&mut self, place: OpeningPosition<'_, 'a>) -> Option<Opened> {
        let length = starts::fence(place.line)?;
        let mark = place.line[0];
        let info = place.indent.to + length..place.cursor.end;
        let fence = Fence { character: char::from(mark), length, is_closed: false };
        let leaf = Leaf::Fenced { mark, length, indent: place.indent.columns };
        Some(self.open_leaf(place, NodeKind::Fenced { fence, info }, Some(leaf)))
    }

    fn open_math(&mut self, place: OpeningPosition<'_, 'a>) -> Option<Opened> {
        if !starts::is_math(place.line) {
            return None;
        }
        let source = self.source;
        let last = *self.last_math.get_or_insert_with(|| scan::find_last(source, "$$").unwrap_or_default());
        (last >= place.cursor.end).then(|| self.open_leaf(place, NodeKind::Math, Some(Leaf::Math)))
    }

    fn open_html(&mut self, cursor: &mut Cursor<'a>, place: OpeningPosition<'_, 'a>) -> Option<Opened> {
        if let Some(opened) = self.details(cursor, place) {
            return Some(opened);
        }
        let in_paragraph = self.leaf == Some(Leaf::Paragraph);
        let end = html::begins(place.line, in_paragraph)?;
        self.open_leaf(place, NodeKind::Html, Some(Leaf::Html(end)));
        Some(if self.take_html(cursor, end) { Opened::Container } else { Opened::Leaf })
    }

    fn details(&mut self, cursor: &mut Cursor<'a>, place: OpeningPosition<'_, 'a>) -> Option<Opened> {
        let at = place.indent.to;
        if let Some(length) = html::closing_details(place.line).filter(|_| self.is_waiting(DETAILS)) {
            self.leave(place.matched);
            let closed = self.close_pending(cursor, DETAILS, at..at + length);
            return closed.or_else(|| Some(self.lone_html(cursor, at + length)));
        }
        if let Some(length) = html::open_tag(place.line, "details") {
            let kind = NodeKind::Details { open: at..at + length, end: None };
            return Some(self.open_pending(cursor, place, DETAILS, at + length, kind));
        }
        html::open_tag(place.line, "summary").filter(|_| self.awaits_summary())?;
        self.open_leaf(place, NodeKind::Summary, Some(Leaf::Html(End::Summary)));
        let line = &self.source[at..place.cursor.end];
        let Some((_, length)) = html::find_close(line, "summary") else {
            self.take_html(cursor, End::Summary);
            return Some(Opened::Leaf);
        };
        cursor.skip(place.indent);
        cursor.advance(length);
        let end = self.rest_end(cursor);
        self.take(at, end);
        self.close_leaf();
        Some(Opened::Container)
    }

    /// Adds an HTML block that ends at an offset of the line.
    fn lone_html(&mut self, cursor: &mut Cursor<'a>, to: usize) -> Opened {
        let start = cursor.at;
        cursor.go(to);
        let end = self.rest_end(cursor);
        self.push(start..end, NodeKind::Html);
        self.take(start, end);
        Opened::Container
    }

    /// Returns true if the innermost open block is details without content.
    fn awaits_summary(&self) -> bool {
        let is_empty = |it: &Pending<'_>| {
            it.name == DETAILS && it.containers == self.containers.len() && it.node + 1 == self.blocks.nodes.len()
        };
        self.pending.last().is_some_and(is_empty)
    }

    fn open_tag(&mut self, cursor: &mut Cursor<'a>, place: OpeningPosition<'_, 'a>) -> Option<Opened> {
        let head = Head::at(self.source, place.indent.to, cursor.end).or_else(|| self.tag_across(place))?;
        let Some(name) = head.ends() else {
            let (name, end) = (head.name, head.span.end);
            return Some(self.open_pending(cursor, place, name, end, NodeKind::Tag { head, end: None }));
        };
        self.leave(place.matched);
        if self.is_waiting(name)
            && let Some(opened) = self.close_pending(cursor, name, head.span.clone())
        {
            return Some(opened);
        }
        self.warn(head.span.clone(), format!("{{% end{name} %}} ends nothing"));
        cursor.go(head.span.end);
        let end = self.rest_end(cursor);
        self.push(place.cursor.at..end, NodeKind::EndTag(name));
        Some(Opened::Container)
    }

    /// Parses a tag that begins on this line and ends on a later one.
    fn tag_across(&mut self, place: OpeningPosition<'_, 'a>) -> Option<Head<'a>> {
        let is_quoted = self.containers[..place.matched].iter().any(|it| matches!(it.demand, Demand::Quote));
        if is_quoted || scan::find(&self.source[place.indent.to..place.cursor.end], "%}").is_some() {
            return None;
        }
        let line_end = place.cursor.end;
        let until = self.source.len().min(line_end + self.budget);
        let found = Head::across(self.source, place.indent.to, line_end, until);
        if let Err(reached) = found {
            self.budget -= reached.saturating_sub(line_end).min(self.budget);
            self.blocks.reach.is_far |= reached > line_end;
        }
        found.ok()
    }

    /// Adds a node whose end tag is pending. Its start tag ends at an offset of the line.
    fn open_pending(
        &mut self,
        cursor: &mut Cursor<'a>,
        place: OpeningPosition<'_, 'a>,
        name: &'a str,
        to: usize,
        kind: NodeKind<'a>,
    ) -> Opened {
        self.leave(place.matched);
        let start = cursor.at;
        cursor.go(to);
        let end = self.rest_end(cursor);
        let node = self.push(start..end, kind);
        self.pending.push(Pending { name, node, containers: self.containers.len(), height: 0 });
        *self.waiting.entry(name).or_default() += 1;
        Opened::Container
    }

    /// Returns the end of a block whose last line is read up to the cursor: the end of the line if
    /// nothing else is on it.
    fn rest_end(&self, cursor: &Cursor<'a>) -> usize {
        if cursor.is_blank() { cursor.next } else { cursor.at }
    }

    /// Closes the innermost pending node of a name. If its content is nested too deep, the node stays without an end.
    fn close_pending(&mut self, cursor: &mut Cursor<'a>, name: &str, span: Span) -> Option<Opened> {
        let at = self.pending.iter().rposition(|it| it.name == name)?;
        scan::count(self.pending.len() - at);
        self.close_containers(self.pending[at].containers);
        self.abandon(at + 1);
        let pending = self.pending.pop()?;
        self.no_longer_waiting(name);
        if pending.height >= DEEPEST {
            self.blocks.reach.is_far = true;
            self.raise(pending.height);
            return None;
        }
        self.raise(pending.height + 1);
        cursor.go(span.end);
        let (line_end, next) = (self.rest_end(cursor), self.blocks.nodes.len());
        let node = &mut self.blocks.nodes[pending.node];
        (node.next, node.end) = (next, line_end);
        match &mut node.kind {
            NodeKind::Tag { end, .. } | NodeKind::Details { end, .. } => *end = Some(span),
            _ => {}
        }
        Some(Opened::Container)
    }

    fn open_footnote(&mut self, cursor: &mut Cursor<'a>, place: OpeningPosition<'_, 'a>) -> Option<Opened> {
        let length = starts::footnote(place.line)?;
        let at = place.indent.to;
        if !self.has_room(place.matched, at..at + length) {
            return None;
        }
        self.leave(place.matched);
        let (index, label) = (self.blocks.footnotes.len(), &self.source[at + 2..at + length - 2]);
        self.open_container(cursor.at, cursor.next, NodeKind::Footnote(index), Demand::Columns(4));
        self.blocks.labels.footnotes.entry(label_key(label)).or_insert(index);
        self.blocks.footnotes.push(Footnote { span: cursor.at..cursor.next, label, blocks: Vec::new() });
        cursor.skip(place.indent);
        cursor.advance(length);
        Some(Opened::Container)
    }

    fn open_item(&mut self, cursor: &mut Cursor<'a>, place: OpeningPosition<'_, 'a>) -> Option<Opened> {
        if starts::is_break(place.line) {
            return Some(self.open_leaf(place, NodeKind::ThematicBreak, None));
        }
        let (marker, length) = starts::item(place.line)?;
        let is_empty = starts::is_blank(&place.line[length..]);
        if place.in_paragraph && (is_empty || matches!(marker, Marker::Number { start, .. } if start != 1)) {
            return None;
        }
        if !self.has_room(place.matched, place.indent.to..place.indent.to + length) {
            return None;
        }
        self.leave(place.matched);
        let start = cursor.at;
        cursor.skip(place.indent);
        cursor.advance(length);
        let blanks = cursor.indent().columns;
        let padding = if is_empty || blanks > 4 { 1 } else { blanks };
        let demand = Demand::Columns(place.indent.columns + length + padding);
        self.open_container(start, cursor.next, NodeKind::Item(marker), demand);
        cursor.take(padding);
        Some(Opened::Container)
    }

    /// Turns the last line of the open paragraph into the header of a table, if the line is its delimiter row.
    fn open_table(&mut self, place: OpeningPosition<'_, 'a>) -> Option<Opened> {
        if !place.in_paragraph {
            return None;
        }
        let alignments = starts::alignments(place.line)?;
        if alignments.len() == 1 && starts::item(place.line).is_some() {
            return None;
        }
        let header = self.blocks.segments.last()?;
        let columns = cells(&self.source[header.start..header.end]).count();
        if columns != alignments.len() {
            return None;
        }
        self.leaf = None;
        self.split_header(place.cursor.next, NodeKind::Table(alignments));
        self.leaf = Some(Leaf::Table);
        Some(Opened::Leaf)
    }

    /// Moves the last line of the paragraph into a new leaf, as its first line.
    fn split_header(&mut self, end: usize, kind: NodeKind<'a>) {
        let node = self.last_node();
        if node.lines.len() == 1 {
            (node.kind, node.end) = (kind, end);
            return;
        }
        node.lines.end -= 1;
        let header = node.lines.end;
        let start = self.line_start(header);
        self.last_node().end = self.blocks.segments[header - 1].end;
        self.split_definitions();
        self.push(start..end, kind);
        self.last_node().lines = header..header + 1;
    }
}
