//! The lines of a text, classified by the blocks they belong to.
//!
//! This is not a parser: it recognizes as much of Markdown as is needed to tell which lines can stand without the one
//! before them.

use std::ops::Range;

/// The rules by which lines are grouped into blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Syntax {
    /// Paragraphs, headings, items, rows of tables, tags, fenced code.
    Markdown,
    /// The top-level keys of a mapping.
    Yaml,
    /// No blocks: only lines count.
    Verbatim,
}

/// The class of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Line {
    /// Only white space, outside of code.
    Blank,
    /// The first line of a block.
    Start(Kind),
    /// A further line of a block.
    Inside(Kind),
}

/// The kind of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Paragraphs, headings and all other blocks.
    Text,
    /// A list item, a table row or a key, which needs no blank line before the next.
    Item,
    /// The header row of a table.
    Head,
    /// A tag: `{% … %}` or HTML.
    Tag,
    /// A fenced code block.
    Code,
}

/// A text with its classified lines.
pub(super) struct Lines<'a> {
    text: &'a str,
    /// The byte offset of each line, and of the end.
    offsets: Vec<usize>,
    kinds: Vec<Line>,
}

impl<'a> Lines<'a> {
    pub(super) fn new(syntax: Syntax, text: &'a str) -> Self {
        let mut offsets = vec![0];
        for line in text.split_inclusive('\n') {
            offsets.push(offsets[offsets.len() - 1] + line.len());
        }
        let kinds = match syntax {
            Syntax::Markdown => markdown(text),
            Syntax::Yaml => yaml(text),
            Syntax::Verbatim => text.split_inclusive('\n').map(|_| Line::Inside(Kind::Code)).collect(),
        };
        Self { text, offsets, kinds }
    }

    pub(super) fn len(&self) -> usize {
        self.kinds.len()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &'a str> {
        self.text.split_inclusive('\n')
    }

    /// Returns the text of a range of lines.
    pub(super) fn text(&self, lines: Range<usize>) -> &'a str {
        &self.text[self.offsets[lines.start]..self.offsets[lines.end]]
    }

    /// Returns true if a range of lines is blank.
    pub(super) fn is_blank(&self, lines: Range<usize>) -> bool {
        self.kinds[lines].iter().all(|line| *line == Line::Blank)
    }

    /// Returns the class of a line; `None` after the last.
    pub(super) fn line(&self, at: usize) -> Option<Line> {
        self.kinds.get(at).copied()
    }
}

fn yaml(text: &str) -> Vec<Line> {
    let kind = |line: &str| match line.chars().next() {
        Some(c) if c.is_whitespace() || c == '#' || c == '-' => Line::Inside(Kind::Item),
        _ => Line::Start(Kind::Item),
    };
    text.split_inclusive('\n').map(kind).collect()
}

fn markdown(text: &str) -> Vec<Line> {
    let mut reader = Reader { fence: None, before: Line::Blank, alone: false };
    let mut lines = text.split_inclusive('\n').peekable();
    let mut kinds = Vec::new();
    while let Some(line) = lines.next() {
        kinds.push(reader.line(line, lines.peek().copied()));
    }
    kinds
}

struct Reader<'a> {
    /// The backticks or tildes of the open fence.
    fence: Option<&'a str>,
    before: Line,
    /// True if the line before is a whole block.
    alone: bool,
}

impl<'a> Reader<'a> {
    fn line(&mut self, line: &'a str, next: Option<&str>) -> Line {
        let text = line.trim();
        let marks = fence(unmarked(text));
        if let Some(open) = self.fence {
            let closes = marks.is_some_and(|marks| marks.starts_with(open) && unmarked(text) == marks);
            if closes {
                (self.fence, self.alone) = (None, true);
            }
            self.before = Line::Inside(Kind::Code);
            return self.before;
        }
        let started = match self.starts(text, next) {
            _ if text.is_empty() => Line::Blank,
            _ if marks.is_some() => Line::Start(Kind::Code),
            Some(kind) => Line::Start(kind),
            None => match self.before {
                Line::Start(kind) | Line::Inside(kind) if !self.alone => Line::Inside(kind),
                _ => Line::Start(Kind::Text),
            },
        };
        self.fence = marks;
        self.alone = is_tag(text) || is_heading(text);
        self.before = started;
        started
    }

    /// Returns the kind of block that a line certainly begins.
    fn starts(&self, text: &str, next: Option<&str>) -> Option<Kind> {
        if text.starts_with('|') {
            let head = next.is_some_and(|next| is_rule_of_table(next.trim()));
            let rule = is_rule_of_table(text) && self.before == Line::Start(Kind::Head);
            return if rule { None } else { Some(if head { Kind::Head } else { Kind::Item }) };
        }
        if is_tag(text) {
            return Some(Kind::Tag);
        }
        if is_heading(text) {
            return Some(Kind::Text);
        }
        (unmarked(text).len() < text.len()).then_some(Kind::Item)
    }
}

/// Removes the marker of a list item from a line.
fn unmarked(text: &str) -> &str {
    let bullet = text.strip_prefix(['*', '-', '+']);
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let number = text[digits..].strip_prefix(['.', ')']).filter(|_| (1..10).contains(&digits));
    let rest = bullet.or(number).filter(|rest| rest.starts_with([' ', '\t']));
    rest.map_or(text, str::trim_start)
}

/// Returns the backticks or tildes at the start of a fence.
fn fence(text: &str) -> Option<&str> {
    let mark = text.chars().next().filter(|mark| ['`', '~'].contains(mark))?;
    let marks = &text[..text.len() - text.trim_start_matches(mark).len()];
    let info = &text[marks.len()..];
    (marks.len() >= 3 && !(mark == '`' && info.contains('`'))).then_some(marks)
}

fn is_tag(text: &str) -> bool {
    text.starts_with("{%") || text.starts_with('<') && text.ends_with('>')
}

fn is_heading(text: &str) -> bool {
    let rest = text.trim_start_matches('#');
    let level = text.len() - rest.len();
    (1..=6).contains(&level) && (rest.is_empty() || rest.starts_with([' ', '\t']))
}

fn is_rule_of_table(text: &str) -> bool {
    text.starts_with('|') && text.contains('-') && text.chars().all(|c| matches!(c, '|' | '-' | ':' | ' ' | '\t'))
}
