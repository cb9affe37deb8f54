//! The lines of a text, classified by the blocks they belong to.
//!
//! This is not a parser: it recognizes as much of Markdown as is needed to tell which lines can stand without the one
//! before them.

use std::ops::Range;

use super::headings::{self, is_underline};

/// The rules by which lines are grouped into blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Syntax {
    /// Paragraphs, headings, items, rows of tables, tags, code.
    Markdown,
    /// The top-level keys of a mapping.
    Yaml,
    /// No blocks: only lines count.
    Verbatim,
}

/// The maximum number of quotes in each other whose marks are read.
const MOST_QUOTES: usize = 16;

/// The maximum number of blocks between an item and a line that continues it.
const MOST_STARTS: usize = 100;

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
    /// Paragraphs and all other blocks.
    Text,
    /// A heading, or what works as one: see [`headings`](super::headings).
    Heading,
    /// A list item, which needs no blank line before the next.
    Item,
    /// A row of a table.
    Row,
    /// The header row of a table.
    Head,
    /// A whole table.
    Table,
    /// A top-level key of a mapping.
    Key,
    /// A tag: `{% … %}` or HTML.
    Tag,
    /// Code, fenced or not, formulas and comments: text in which only lines count.
    Code,
}

/// A text with its classified lines.
pub(super) struct Lines<'a> {
    text: &'a str,
    /// The byte offset of each line, and of the end.
    offsets: Vec<usize>,
    kinds: Vec<Line>,
    /// The lines at which blocks start.
    starts: Vec<u32>,
    /// The lines that are not blank.
    said: Vec<u32>,
    /// The first line of code without an end.
    unended: Option<usize>,
}

impl<'a> Lines<'a> {
    pub(super) fn new(syntax: Syntax, text: &'a str) -> Self {
        let mut offsets = vec![0];
        for line in text.split_inclusive('\n') {
            offsets.push(offsets[offsets.len() - 1] + line.len());
        }
        let (kinds, unended) = match syntax {
            Syntax::Markdown => {
                let (mut kinds, unended) = markdown(text);
                find_headings(&mut kinds, text, &offsets);
                (kinds, unended)
            }
            Syntax::Yaml => (yaml(text), None),
            Syntax::Verbatim => (text.split_inclusive('\n').map(|_| Line::Inside(Kind::Code)).collect(), None),
        };
        let of = |is: fn(&Line) -> bool| (0_u32..).zip(&kinds).filter(|(_, kind)| is(kind)).map(|(at, _)| at).collect();
        let (starts, said) = (of(|kind| matches!(kind, Line::Start(_))), of(|kind| *kind != Line::Blank));
        Self { text, offsets, kinds, starts, said, unended }
    }

    /// Returns the first line of code that has no end.
    pub(super) fn unended(&self) -> Option<usize> {
        self.unended
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
        self.first_said(&lines).is_none()
    }

    /// Returns the first line of a range that is not blank.
    pub(super) fn first_said(&self, lines: &Range<usize>) -> Option<usize> {
        self.said_from(lines.start).filter(|at| lines.contains(at))
    }

    /// Returns the last line before another at which a block starts.
    pub(super) fn start_before(&self, line: usize) -> Option<usize> {
        let before = self.starts.partition_point(|start| (*start as usize) < line);
        before.checked_sub(1).map(|at| self.starts[at] as usize)
    }

    /// Returns the last line before another that is not blank.
    pub(super) fn said_before(&self, line: usize) -> Option<usize> {
        let before = self.said.partition_point(|said| (*said as usize) < line);
        before.checked_sub(1).map(|at| self.said[at] as usize)
    }

    /// Returns the first line from one on that is not blank.
    pub(super) fn said_from(&self, line: usize) -> Option<usize> {
        let after = self.said.partition_point(|said| (*said as usize) < line);
        self.said.get(after).map(|at| *at as usize)
    }

    /// Returns the list item that a line continues, which is no item itself.
    pub(super) fn item_of(&self, line: usize) -> Option<&'a str> {
        let continues = line < self.len() && !self.is_item(line) && self.indent(line) > 1;
        if continues { self.item_over(line) } else { None }
    }

    /// Returns the item that another item is nested in.
    pub(super) fn parent_of(&self, item: usize) -> Option<&'a str> {
        if self.indent(item) > 0 { self.item_over(item) } else { None }
    }

    /// Returns the last item before an indented line that is indented less.
    fn item_over(&self, line: usize) -> Option<&'a str> {
        let indent = self.indent(line);
        let mut start = line;
        for _ in 0..MOST_STARTS {
            start = self.start_before(start)?;
            match self.is_item(start) {
                true if self.indent(start) < indent => return Some(self.text(start..start + 1)),
                false if self.indent(start) == 0 => return None,
                _ => {}
            }
        }
        None
    }

    fn is_item(&self, line: usize) -> bool {
        self.kinds[line] == Line::Start(Kind::Item)
    }

    /// Returns the column at which a line begins.
    fn indent(&self, line: usize) -> usize {
        columns(self.text(line..line + 1))
    }

    /// Returns the class of a line; `None` after the last.
    pub(super) fn line(&self, at: usize) -> Option<Line> {
        self.kinds.get(at).copied()
    }
}

fn yaml(text: &str) -> Vec<Line> {
    let kind = |line: &str| match line.chars().next() {
        Some(c) if c.is_whitespace() || c == '#' || c == '-' => Line::Inside(Kind::Key),
        _ => Line::Start(Kind::Key),
    };
    text.split_inclusive('\n').map(kind).collect()
}

/// Classifies the lines of Markdown; also returns the first line of code without an end.
fn markdown(text: &str) -> (Vec<Line>, Option<usize>) {
    let mut reader =
        Reader { code: None, before: Line::Blank, alone: false, content: None, is_underlined: false, quotes: 0 };
    let mut lines = text.split_inclusive('\n').peekable();
    let (mut kinds, mut code_at) = (Vec::new(), 0);
    while let Some(line) = lines.next() {
        let kind = reader.line(line, lines.peek().copied());
        if kind == Line::Start(Kind::Code) {
            code_at = kinds.len();
        }
        kinds.push(kind);
    }
    (kinds, reader.code.map(|_| code_at))
}

/// Makes headings of the paragraphs and elements of HTML that work as such.
fn find_headings(kinds: &mut [Line], text: &str, offsets: &[usize]) {
    let lines = |from: usize, to: usize| &text[offsets[from]..offsets[to]];
    for at in 0..kinds.len() {
        if !matches!(kinds[at], Line::Start(Kind::Text | Kind::Tag)) {
            continue;
        }
        let end = end_of_element(kinds, at, lines).unwrap_or(at + 1);
        let goes_on = matches!(kinds.get(end), Some(Line::Inside(_)));
        let is_alone = !goes_on || unquoted(lines(end, end + 1)).1.trim().is_empty();
        if is_alone && headings::likeness(lines(at, end)).is_some() {
            kinds[at] = Line::Start(Kind::Heading);
            kinds[at + 1..end].fill(Line::Inside(Kind::Heading));
        }
    }
}

/// Returns the line after an element of HTML that is a heading, if a line begins one that ends on a later line.
fn end_of_element<'t>(kinds: &[Line], at: usize, lines: impl Fn(usize, usize) -> &'t str) -> Option<usize> {
    let close = format!("</{}>", headings::opened(lines(at, at + 1).trim())?);
    let last = kinds.len().min(at + headings::MOST_LINES);
    let ends = |line: &usize| lines(*line, line + 1).trim_end().ends_with(&close);
    let end = (at + 1..last).take_while(|line| kinds[*line] != Line::Blank).find(ends)?;
    Some(end + 1)
}

/// The end of code that spans lines.
#[derive(Debug, Clone, Copy)]
enum Code<'a> {
    /// A line of at least as many backticks or tildes.
    Fence(&'a str),
    /// A line that contains a text.
    Until(&'static str),
}

struct Reader<'a> {
    /// The end of the open code.
    code: Option<Code<'a>>,
    before: Line,
    /// True if the line before is a whole block.
    alone: bool,
    /// The column at which the content of the last list item begins.
    content: Option<usize>,
    /// True if the line before is a heading and the next one its underline.
    is_underlined: bool,
    /// The number of quotes that the line before is in.
    quotes: usize,
}

impl<'a> Reader<'a> {
    fn line(&mut self, line: &'a str, next: Option<&str>) -> Line {
        // In code, only the quotes around it are marks.
        let most = if self.code.is_some() { self.quotes } else { MOST_QUOTES };
        let (quotes, line) = unquoted_within(line, most);
        let text = line.trim();
        if quotes != self.quotes {
            self.enter(quotes);
        }
        let next = next.map(unquoted).filter(|(depth, _)| *depth == quotes).map(|(_, next)| next);
        let started = match self.code {
            // A line without text would end a quote, so it is one of its blocks.
            _ if quotes > 0 && text.is_empty() && self.code.is_none() => self.empty_in_quote(),
            Some(end) => {
                if end.is_at(text) {
                    (self.code, self.alone) = (None, true);
                }
                Line::Inside(Kind::Code)
            }
            None => self.outside(line, text, next),
        };
        self.before = started;
        started
    }

    /// Goes to another depth of quotes, in which blocks begin anew; a paragraph may go on outside of its quote.
    fn enter(&mut self, quotes: usize) {
        let may_go_on =
            quotes < self.quotes && matches!(self.before, Line::Start(Kind::Text) | Line::Inside(Kind::Text));
        if !may_go_on && self.before != Line::Blank {
            self.alone = true;
        }
        (self.quotes, self.code, self.content, self.is_underlined) = (quotes, None, None, false);
    }

    fn empty_in_quote(&mut self) -> Line {
        self.alone = true;
        match self.before {
            Line::Blank => Line::Start(Kind::Text),
            Line::Start(kind) | Line::Inside(kind) => Line::Inside(kind),
        }
    }

    /// Classifies a line that is not in code that began before, unless that is indented.
    fn outside(&mut self, line: &str, text: &'a str, next: Option<&str>) -> Line {
        if std::mem::take(&mut self.is_underlined) {
            (self.alone, self.content) = (true, None);
            return Line::Inside(Kind::Heading);
        }
        if text.is_empty() {
            return Line::Blank;
        }
        let indent = columns(line);
        let after_code = matches!(self.before, Line::Start(Kind::Code) | Line::Inside(Kind::Code));
        if self.is_indented_code(indent) {
            self.alone = false;
            return if after_code { Line::Inside(Kind::Code) } else { Line::Start(Kind::Code) };
        }
        let code = Code::begun_by(text);
        let started = match self.starts(text, next) {
            _ if code.is_some() || is_formula(text) => Line::Start(Kind::Code),
            Some(kind) => Line::Start(kind),
            None => match self.before {
                Line::Start(kind) | Line::Inside(kind) if !self.alone && !after_code => Line::Inside(kind),
                _ => Line::Start(Kind::Text),
            },
        };
        if started == Line::Start(Kind::Text) && indent == 0 && next.is_some_and(is_underline) && !text.starts_with('>')
        {
            (self.is_underlined, self.code) = (true, None);
            return Line::Start(Kind::Heading);
        }
        self.code = code;
        self.alone = is_tag(text) || is_heading(text) || is_formula(text);
        match started {
            Line::Start(Kind::Item) => self.content = Some(indent + text.len() - unmarked(text).len()),
            Line::Start(_) if indent == 0 => self.content = None,
            _ => {}
        }
        started
    }

    /// Returns true for a line that is indented as code: after a blank line, four columns from where its content begins.
    fn is_indented_code(&self, indent: usize) -> bool {
        let fresh = match self.before {
            Line::Blank => true,
            Line::Start(Kind::Code) | Line::Inside(Kind::Code) => !self.alone,
            Line::Start(kind) => kind == Kind::Heading,
            Line::Inside(_) => false,
        };
        fresh && indent >= self.content.unwrap_or(0) + 4
    }

    /// Returns the kind of block that a line certainly begins.
    fn starts(&self, text: &str, next: Option<&str>) -> Option<Kind> {
        if text.starts_with('|') {
            let head = next.is_some_and(|next| is_rule_of_table(next.trim()));
            let rule = is_rule_of_table(text) && self.before == Line::Start(Kind::Head);
            return if rule { None } else { Some(if head { Kind::Head } else { Kind::Row }) };
        }
        if is_tag(text) {
            return Some(Kind::Tag);
        }
        if is_heading(text) {
            return Some(Kind::Heading);
        }
        (unmarked(text).len() < text.len()).then_some(Kind::Item)
    }
}

impl<'a> Code<'a> {
    /// Returns the end of the code that a line begins and does not end itself.
    fn begun_by(text: &'a str) -> Option<Self> {
        let text = unmarked(text);
        if let Some(marks) = fence(text) {
            return Some(Self::Fence(marks));
        }
        let begins = |start: &str| text.get(..start.len()).is_some_and(|head| head.eq_ignore_ascii_case(start));
        let ends = [("<pre", "</pre>"), ("<script", "</script>"), ("<style", "</style>"), ("<!--", "-->")];
        let end = ends.into_iter().find(|(start, _)| begins(start)).map(|(_, end)| end);
        end.filter(|end| !text.contains(end)).or((text == "$$").then_some("$$")).map(Self::Until)
    }

    fn is_at(self, text: &str) -> bool {
        match self {
            Self::Fence(open) => {
                let text = unmarked(text);
                fence(text).is_some_and(|marks| marks.starts_with(open) && marks == text)
            }
            Self::Until(end) => text.contains(end),
        }
    }
}

/// Returns the number of quotes that a line is in, and the line without their marks.
pub(super) fn unquoted(line: &str) -> (usize, &str) {
    unquoted_within(line, MOST_QUOTES)
}

fn unquoted_within(line: &str, most: usize) -> (usize, &str) {
    let (mut quotes, mut rest) = (0, line);
    while let Some(inner) = rest.trim_start_matches(' ').strip_prefix('>').filter(|_| quotes < most) {
        (quotes, rest) = (quotes + 1, inner.strip_prefix(' ').unwrap_or(inner));
    }
    (quotes, rest)
}

/// Returns the indentation of a line in columns, inside of its quotes.
pub(super) fn columns(line: &str) -> usize {
    unquoted(line)
        .1
        .bytes()
        .take_while(|byte| matches!(byte, b' ' | b'\t'))
        .map(|byte| if byte == b'\t' { 4 } else { 1 })
        .sum()
}

/// Returns true for a formula, comment or preformatted text that begins and ends on the line.
fn is_formula(text: &str) -> bool {
    let encloses = |start: &str, end: &str| text.len() > start.len() && text.starts_with(start) && text.ends_with(end);
    encloses("$$", "$$") || encloses("<pre", "</pre>") || encloses("<!--", "-->")
}

/// Removes the marker of a list item from a line.
pub(super) fn unmarked(text: &str) -> &str {
    let bullet = text.strip_prefix(['*', '-', '+']);
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let number = text[digits..].strip_prefix(['.', ')']).filter(|_| (1..10).contains(&digits));
    let rest = bullet.or(number).filter(|rest| rest.starts_with([' ', '\t']));
    rest.map_or(text, str::trim_start)
}

/// Returns the last character of an item's marker: of a number that after its digits.
pub(super) fn marker(line: &str) -> char {
    let text = unquoted(line).1.trim();
    let marker = text[..text.len() - unmarked(text).len()].trim_end();
    marker.chars().next_back().unwrap_or_default()
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
