//! Processing of one line: the containers that it continues, then the block or text that its rest is.

use crate::block::html::{self, End};
use crate::block::node::NodeKind;
use crate::block::{DETAILS, Demand, Leaf, Parser, starts, tag};
use crate::line::Cursor;
use crate::scan;
use crate::table::cells;

impl<'a> Parser<'a> {
    /// Processes the line at an offset, and returns the offset of the next one.
    pub(super) fn line(&mut self, start: usize) -> usize {
        let mut cursor = Cursor::new(self.source, start);
        let matched = self.continued(&mut cursor);
        let is_continued = matched == self.containers.len();
        if is_continued && self.goes_on(cursor) {
            return cursor.next;
        }
        if cursor.is_blank() {
            self.close_leaf();
            self.close_containers(matched);
            return cursor.next;
        }
        if is_continued && !matches!(self.leaf, Some(Leaf::Paragraph | Leaf::Table)) {
            self.close_leaf();
        }
        self.starts(&mut cursor, matched);
        cursor.next
    }

    /// Returns the number of containers that the line continues, and moves the cursor behind their markers.
    fn continued(&mut self, cursor: &mut Cursor<'a>) -> usize {
        for at in 0..self.containers.len() {
            scan::count(1);
            let container = &self.containers[at];
            let indent = cursor.indent();
            match container.demand {
                Demand::Quote if indent.columns < 4 && cursor.byte(indent.to) == Some(b'>') => {
                    self.blocks.nodes[container.node].end = cursor.next;
                    cursor.skip(indent);
                    cursor.advance(1);
                    cursor.take(1);
                }
                Demand::Columns(columns) if indent.to == cursor.end => {
                    let is_empty = self.blocks.nodes.len() == container.node + 1;
                    if is_empty {
                        return at;
                    }
                    cursor.take(columns);
                }
                Demand::Columns(columns) if indent.columns >= columns => cursor.take(columns),
                _ => return at,
            }
        }
        self.containers.len()
    }

    /// Adds the line to the open leaf if that takes every line up to its end condition. Returns false otherwise.
    fn goes_on(&mut self, mut cursor: Cursor<'a>) -> bool {
        let indent = cursor.indent();
        match self.leaf {
            Some(Leaf::Fenced { mark, length, indent: columns }) => {
                if indent.columns < 4 && starts::closes_fence(cursor.from(indent.to), mark, length) {
                    self.close_fence(cursor.next);
                } else {
                    cursor.take(columns.min(indent.columns));
                    self.take_verbatim(&cursor);
                }
                true
            }
            Some(Leaf::Math) => {
                if indent.columns < 4 && starts::is_math(cursor.from(indent.to)) {
                    self.last_node().end = cursor.next;
                    self.close_leaf();
                } else {
                    self.take_verbatim(&cursor);
                }
                true
            }
            Some(Leaf::Indented) if indent.columns >= 4 || indent.to == cursor.end => {
                cursor.take(4);
                self.take_verbatim(&cursor);
                true
            }
            Some(Leaf::Html(end)) => self.html_goes_on(cursor, end),
            _ => false,
        }
    }

    fn html_goes_on(&mut self, mut cursor: Cursor<'a>, end: End) -> bool {
        let is_open_ended = matches!(end, End::Blank | End::Summary);
        if is_open_ended && (cursor.is_blank() || self.is_never_in_html(&cursor)) {
            return false;
        }
        if self.take_html(&mut cursor, end) {
            self.starts(&mut cursor, self.containers.len());
        }
        true
    }

    /// Returns true if a line begins with a tag, or with a `</details>` that closes pending details.
    fn is_never_in_html(&self, cursor: &Cursor<'a>) -> bool {
        let indent = cursor.indent();
        if indent.columns >= 4 {
            return false;
        }
        match cursor.byte(indent.to) {
            Some(b'{') => tag::Head::at(self.source, indent.to, cursor.end).is_some(),
            Some(b'<') => self.is_waiting(DETAILS) && html::closing_details(cursor.from(indent.to)).is_some(),
            _ => false,
        }
    }

    /// Adds a line of HTML to the open leaf, and closes the leaf if the line is its last. Returns true if more
    /// is left on the line.
    pub(super) fn take_html(&mut self, cursor: &mut Cursor<'a>, end: End) -> bool {
        let cut = if end == End::Blank { self.cut(cursor.at, cursor.end) } else { None };
        self.take_verbatim_to(cursor, cut.unwrap_or(cursor.next));
        if cut.is_some() || html::ends(&self.source[cursor.at..cursor.end], end) {
            self.close_leaf();
        }
        cursor.at = cut.unwrap_or(cursor.end);
        cut.is_some()
    }

    /// Processes the rest of a line that is not blank: opens containers, then opens or continues a leaf.
    fn starts(&mut self, cursor: &mut Cursor<'a>, mut matched: usize) {
        let is_continued = matched == self.containers.len();
        let mut is_lazy = !is_continued && self.leaf == Some(Leaf::Paragraph);
        if !is_continued && !is_lazy {
            self.leave(matched);
        }
        loop {
            let has_more = match self.opens(cursor, matched, is_lazy) {
                Some(Opened::Leaf) => false,
                Some(Opened::Container) => !cursor.is_blank(),
                None => self.text(cursor),
            };
            if !has_more {
                return;
            }
            if self.is_full() {
                self.blocks.cut.get_or_insert(cursor.at);
                return;
            }
            (is_lazy, matched) = (false, self.containers.len());
        }
    }

    /// Closes the open leaf and the containers that the line does not continue, before a new block.
    pub(super) fn leave(&mut self, matched: usize) {
        self.close_leaf();
        self.close_containers(matched);
    }

    /// Adds the rest of a line to the open paragraph or table, or opens a paragraph. Returns true if more
    /// is left on the line.
    fn text(&mut self, cursor: &mut Cursor<'a>) -> bool {
        let (start, indent) = (cursor.at, cursor.indent());
        if self.leaf == Some(Leaf::Table) && cells(&self.source[indent.to..cursor.end]).next().is_some() {
            self.take(indent.to, cursor.next);
            return false;
        }
        cursor.skip(indent);
        if self.leaf != Some(Leaf::Paragraph) {
            self.close_leaf();
            self.push(start..cursor.next, NodeKind::Paragraph);
            self.leaf = Some(Leaf::Paragraph);
        }
        let cut = self.cut(cursor.at, cursor.end);
        self.take(cursor.at, cut.unwrap_or(cursor.next));
        if let Some(cut) = cut {
            self.close_leaf();
            cursor.at = cut;
        }
        cut.is_some()
    }

    /// Returns the offset of the end tags that follow the text of a line, if they close pending tags.
    fn cut(&self, start: usize, end: usize) -> Option<usize> {
        if self.pending.is_empty() {
            return None;
        }
        let mut text = &self.source[start..end];
        let mut cut = None;
        loop {
            text = text.trim_end_matches([' ', '\t']);
            let Some(at) = self.end_at_end(start, text).filter(|at| *at > start) else { return cut };
            text = &self.source[start..at];
            cut = Some(at);
        }
    }

    /// Returns the offset of the end tag at the end of a text, if it closes a pending tag.
    fn end_at_end(&self, start: usize, text: &str) -> Option<usize> {
        if text.ends_with("%}") {
            let at = start + scan::find_last(text, "{%")?;
            let head = tag::Head::at(self.source, at, start + text.len())?;
            let is_end = head.span.end == start + text.len() && head.ends().is_some_and(|name| self.is_waiting(name));
            is_end.then_some(at)
        } else {
            let may_end = text.ends_with('>') && self.is_waiting(DETAILS);
            let at = scan::find_last(text, "</").filter(|_| may_end)?;
            let is_escaped = scan::suffix(&text.as_bytes()[..at], |it| it == b'\\') % 2 == 1;
            let is_end = html::closing_details(&text.as_bytes()[at..]) == Some(text.len() - at);
            (is_end && !is_escaped).then_some(start + at)
        }
    }
}

/// The kind of block that a line opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Opened {
    /// A container; the rest of the line may open more.
    Container,
    /// A leaf, which has the rest of the line.
    Leaf,
}
