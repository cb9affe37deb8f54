//! The parser of a table of contents: headings, list items and their content, in one pass over the lines.
//!
//! The result is a flat list of items with levels, so that nesting in the text causes no recursion. The existence of
//! files is not checked here.

use std::borrow::Cow;

use crate::inline;
use crate::warning::{Code, Warnings};

/// An entry of the table of contents, in the order of the text.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Item {
    /// The line, counted from 1.
    pub(crate) line: u32,
    /// The level: 0 for a heading, from 1 for list items.
    pub(crate) level: usize,
    pub(crate) title: String,
    pub(crate) target: EntryTarget,
}

/// The target of an entry.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum EntryTarget {
    Nothing,
    Address(String),
    Yaml(String),
}

/// Parses the text; `path` is for warnings. The error is the line of an item that exceeds the bound of depth.
pub(crate) fn parse(path: &str, text: &str, max_depth: usize, warnings: &mut Warnings) -> Result<Vec<Item>, u32> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let skipped = front_matter(text);
    let mut parser = Parser::new(path, max_depth, warnings);
    for (index, line) in text.lines().enumerate().skip(skipped) {
        parser.line(u32::try_from(index + 1).unwrap_or(u32::MAX), line)?;
    }
    parser.finish();
    Ok(parser.items)
}

/// Returns the number of lines of front matter at the start.
fn front_matter(text: &str) -> usize {
    let mut lines = text.lines().map(str::trim_end);
    let first_key = |line: &str| line.split_once(':').is_some_and(|(key, _)| !key.contains([' ', '[', '*', '#']));
    if lines.next() != Some("---") || !lines.next().is_some_and(first_key) {
        return 0;
    }
    lines.position(|line| line == "---").map_or(0, |position| position + 3)
}

/// A list item whose text may continue.
struct Pending {
    line: u32,
    level: usize,
    indent: usize,
    text: String,
    yaml: Option<String>,
}

/// An open fenced code block.
struct Fence {
    line: u32,
    mark: char,
    length: usize,
    /// The column of the fence, up to which blanks are removed from its lines.
    column: usize,
    /// The column of the bullet of the list item around it; a line that starts there ends the block.
    item: Option<usize>,
    yaml: Option<String>,
}

struct Parser<'p> {
    path: &'p str,
    max_depth: usize,
    warnings: &'p mut Warnings,
    items: Vec<Item>,
    /// The columns of the bullets of the open items, outermost first.
    indents: Vec<usize>,
    current: Option<Pending>,
    /// True if the next line of text belongs to the current item.
    continues: bool,
    fence: Option<Fence>,
    /// The line at which the open comment starts.
    comment: Option<u32>,
    has_title: bool,
}

impl<'p> Parser<'p> {
    fn new(path: &'p str, max_depth: usize, warnings: &'p mut Warnings) -> Self {
        Self {
            path,
            max_depth,
            warnings,
            items: Vec::new(),
            indents: Vec::new(),
            current: None,
            continues: false,
            fence: None,
            comment: None,
            has_title: false,
        }
    }

    fn line(&mut self, number: u32, line: &str) -> Result<(), u32> {
        if self.fenced(line) {
            return Ok(());
        }
        let line = self.without_comments(number, line);
        let (column, rest) = indent(&line, 0);
        let rest = rest.trim_end();
        if rest.is_empty() {
            self.continues = false;
        } else if let Some((level, text)) = heading(rest).filter(|_| column < 4) {
            self.heading(number, level, text);
        } else if is_rule(rest) {
            self.finish_item();
        } else if let Some((marker, after)) = bullet(rest) {
            self.item(number, column, marker, after)?;
        } else if let Some(fence) = fence(rest) {
            self.open_fence(number, column, fence);
        } else {
            self.text(number, rest);
        }
        Ok(())
    }

    fn heading(&mut self, line: u32, level: usize, text: &str) {
        self.finish_item();
        self.indents.clear();
        if level == 1 && !self.has_title && self.items.is_empty() {
            self.has_title = true;
            return;
        }
        let inline = inline::parse(text);
        if inline.address.is_some() {
            self.warn(line, "the link in a heading is ignored");
        }
        self.items.push(Item { line, level: 0, title: inline.title, target: EntryTarget::Nothing });
    }

    fn item(&mut self, line: u32, column: usize, marker: usize, after: &str) -> Result<(), u32> {
        self.finish_item();
        // CommonMark nests from the column of the parent's text; two columns are what all known writers reach.
        while self.indents.pop_if(|indent| column < *indent + 2).is_some() {}
        self.indents.push(column);
        let level = self.indents.len();
        if level > self.max_depth {
            return Err(line);
        }
        let (inner, content) = indent(after, column + marker);
        let mut text = String::new();
        let opened = fence(content);
        if opened.is_none() {
            text.push_str(content);
        }
        self.current = Some(Pending { line, level, indent: column, text, yaml: None });
        self.continues = true;
        if let Some(fence) = opened {
            self.open_fence(line, inner, fence);
        }
        Ok(())
    }

    fn text(&mut self, line: u32, text: &str) {
        match &mut self.current {
            Some(current) if self.continues => {
                current.text.push(' ');
                current.text.push_str(text);
            }
            _ => self.warn(line, "text that is neither a heading nor a list item is ignored"),
        }
    }

    fn open_fence(&mut self, line: u32, column: usize, (mark, length, info): (char, usize, &str)) {
        let item = self.current.as_ref().map(|current| current.indent).filter(|indent| column > *indent);
        let is_yaml = ["", "yaml", "yml"].iter().any(|known| info.eq_ignore_ascii_case(known));
        let yaml = (is_yaml && item.is_some()).then(String::new);
        if yaml.is_none() {
            self.warn(line, "a code block that is not YAML in a list item is ignored");
        }
        self.fence = Some(Fence { line, mark, length, column, item, yaml });
        self.continues = false;
    }

    /// Adds a line to the open code block. Returns false if none is open, or if the line ends it by its indentation.
    fn fenced(&mut self, line: &str) -> bool {
        let Some(open) = &mut self.fence else {
            return false;
        };
        let (column, rest) = indent(line, 0);
        let closes = fence(rest.trim_end())
            .is_some_and(|(mark, length, info)| mark == open.mark && length >= open.length && info.is_empty());
        if closes {
            self.close_fence();
            return true;
        }
        if !rest.is_empty() && open.item.is_some_and(|item| column <= item) {
            let line = open.line;
            self.warn(line, "the code block is not closed");
            self.close_fence();
            return false;
        }
        if let Some(yaml) = &mut open.yaml {
            without_indent(line, open.column, yaml);
            yaml.push('\n');
        }
        true
    }

    fn close_fence(&mut self) {
        let Some(fence) = self.fence.take() else {
            return;
        };
        if let (Some(current), Some(yaml)) = (&mut self.current, fence.yaml) {
            if current.yaml.is_none() {
                current.yaml = Some(yaml);
            } else {
                self.warn(fence.line, "a second code block in a list item is ignored");
            }
        }
    }

    fn finish_item(&mut self) {
        self.continues = false;
        let Some(Pending { line, level, text, yaml, .. }) = self.current.take() else {
            return;
        };
        let inline::Inline { title, address, stray } = inline::parse(&text);
        if stray {
            self.warn(line, "text beside the link is ignored");
        }
        let target = match (address, yaml) {
            (Some(address), yaml) => {
                if yaml.is_some() {
                    self.warn(line, "the code block beside the link is ignored");
                }
                EntryTarget::Address(address)
            }
            (None, Some(yaml)) => EntryTarget::Yaml(yaml),
            (None, None) => EntryTarget::Nothing,
        };
        self.items.push(Item { line, level, title, target });
    }

    fn finish(&mut self) {
        if let Some(fence) = &self.fence {
            let line = fence.line;
            self.warn(line, "the code block is not closed");
            self.close_fence();
        }
        self.finish_item();
        if let Some(line) = self.comment {
            self.warn(line, "the comment is not closed");
        }
    }

    fn without_comments<'l>(&mut self, number: u32, line: &'l str) -> Cow<'l, str> {
        if self.comment.is_none() && !line.contains("<!--") {
            return Cow::Borrowed(line);
        }
        let (mut kept, mut rest) = (String::new(), line);
        loop {
            if self.comment.is_some() {
                let Some(end) = rest.find("-->") else { break };
                rest = &rest[end + 3..];
                self.comment = None;
            }
            let Some(start) = rest.find("<!--") else {
                kept.push_str(rest);
                break;
            };
            kept.push_str(&rest[..start]);
            rest = &rest[start + 4..];
            self.comment = Some(number);
        }
        Cow::Owned(kept)
    }

    fn warn(&mut self, line: u32, message: &str) {
        self.warnings.add(self.path, line, Code::Other, message);
    }
}

/// Returns the column of the first character that is not blank, and the text from there. Tab
/// stops are every four columns.
fn indent(line: &str, start: usize) -> (usize, &str) {
    let mut column = start;
    for (at, character) in line.char_indices() {
        match character {
            ' ' => column += 1,
            '\t' => column += 4 - column % 4,
            _ => return (column, &line[at..]),
        }
    }
    (column, "")
}

/// Appends a line without its blanks up to a column.
fn without_indent(line: &str, until: usize, out: &mut String) {
    let (column, rest) = indent(line, 0);
    out.extend(std::iter::repeat_n(' ', column.saturating_sub(until)));
    out.push_str(rest);
}

fn heading(text: &str) -> Option<(usize, &str)> {
    let after = text.trim_start_matches('#');
    let level = text.len() - after.len();
    if !(1..=6).contains(&level) || !(after.is_empty() || after.starts_with([' ', '\t'])) {
        return None;
    }
    let after = after.trim();
    let closed = after.trim_end_matches('#');
    let text = if closed.is_empty() || closed.ends_with([' ', '\t']) { closed.trim_end() } else { after };
    Some((level, text))
}

fn is_rule(text: &str) -> bool {
    let mut marks = text.chars().filter(|c| !matches!(c, ' ' | '\t'));
    let Some(first @ ('-' | '*' | '_' | '=')) = marks.next() else {
        return false;
    };
    let mut count = 1;
    for mark in marks {
        if mark != first {
            return false;
        }
        count += 1;
    }
    count >= 3
}

/// Parses the marker of a list item, and returns its width and the text after it.
fn bullet(text: &str) -> Option<(usize, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let marker = match text.as_bytes().get(digits)? {
        b'*' | b'-' | b'+' if digits == 0 => 1,
        b'.' | b')' if (1..=9).contains(&digits) => digits + 1,
        _ => return None,
    };
    let after = &text[marker..];
    (after.is_empty() || after.starts_with([' ', '\t'])).then_some((marker, after))
}

/// Parses a code fence, and returns its mark, its length and its info string.
fn fence(text: &str) -> Option<(char, usize, &str)> {
    let mark = text.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let info = text.trim_start_matches(mark);
    let length = text.len() - info.len();
    (length >= 3 && !(mark == '`' && info.contains('`'))).then_some((mark, length, info.trim()))
}
