//! Text as Markdown that is read as this text and nothing else.
//!
//! What could begin or end markup where it stands is escaped; blanks at the edges of lines, and control characters,
//! become character references. What is only an escape in doubt is escaped, but for what prose is full of: `_` in
//! words, `:` that names no emoji, `-` before a word.

use std::fmt::Write as _;

use crate::document::emoji;

/// Where a text stands.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Place {
    /// Whether there is no second line, as in headings and cells of pipe tables.
    one_line: bool,
    /// Whether it is the text of a link, where addresses are no links.
    in_link: bool,
}

impl Place {
    /// In a paragraph: line breaks are hard breaks.
    pub(super) const PARAGRAPH: Self = Self { one_line: false, in_link: false };
    /// In a heading or a cell of a pipe table.
    pub(super) const ONE_LINE: Self = Self { one_line: true, in_link: false };

    /// In a link at this place.
    pub(super) fn in_link(self) -> Self {
        Self { in_link: true, ..self }
    }
}

/// Appends a text. `next` is what will be appended after it, if anything.
pub(super) fn text(out: &mut String, text: &str, place: Place, next: Option<char>) {
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let after = &rest[c.len_utf8()..];
        let following = after.chars().next().or(next);
        if c == '\n' {
            line_break(out, place, following);
        } else if is_blank_at_edge(out, c, following) || is_control(c) {
            reference(out, c);
        } else {
            if needs_escape(out, c, rest, following, place) {
                out.push('\\');
            }
            out.push(c);
        }
        rest = after;
    }
}

fn line_break(out: &mut String, place: Place, next: Option<char>) {
    let hard = !place.one_line && next.is_some();
    out.push_str(if hard { "\\\n" } else { "<br>" });
}

/// Whether the next character is the first of a line.
fn at_line_start(out: &str) -> bool {
    out.is_empty() || out.ends_with('\n')
}

fn is_blank_at_edge(out: &str, c: char, next: Option<char>) -> bool {
    matches!(c, ' ' | '\t') && (c == '\t' || at_line_start(out) || matches!(next, None | Some('\n')))
        || c.is_whitespace() && c != ' ' && (at_line_start(out) || matches!(next, None | Some('\n')))
}

fn is_control(c: char) -> bool {
    c.is_control() || matches!(c, '\u{feff}' | '\u{2028}' | '\u{2029}')
}

fn reference(out: &mut String, c: char) {
    // A `String` takes every text.
    let _ = write!(out, "&#x{:X};", u32::from(c));
}

fn needs_escape(out: &str, c: char, rest: &str, next: Option<char>, place: Place) -> bool {
    let last = rest.len() == c.len_utf8();
    let previous = out.chars().next_back();
    match c {
        '\\' | '`' | '*' | '~' | '[' | ']' => true,
        '_' => !(previous.is_some_and(char::is_alphanumeric) && next.is_some_and(char::is_alphanumeric)) || last,
        '<' => !matches!(next, Some(' ')),
        '&' => begins_reference(rest),
        '$' => last || previous.is_none_or(|p| !p.is_alphanumeric() && p != ' ') || next == Some('$'),
        '{' => matches!(next, Some('%' | '{')),
        '!' => next == Some('['),
        '(' => previous == Some(']'),
        ':' => !place.in_link && rest.starts_with("://") || colon(out, previous, rest, next),
        '@' => !place.in_link,
        _ => at_start(out, c, rest, next),
    }
}

/// A colon that would name an emoji, begin an address, a definition or the row under a table's header.
fn colon(out: &str, previous: Option<char>, rest: &str, next: Option<char>) -> bool {
    let name = rest[1..].split_once(':').map(|(name, _)| name);
    let names = name.is_some_and(|name| name.len() <= 64 && emoji::code(name).is_some());
    names || previous == Some(']') || at_line_start(out) && matches!(next, Some('-' | ' '))
}

/// Whether `&` begins what could be a character reference.
fn begins_reference(rest: &str) -> bool {
    let name = rest[1..].split(|c: char| !(c.is_ascii_alphanumeric() || c == '#')).next().unwrap_or_default();
    !name.is_empty() && rest[1 + name.len()..].starts_with(';')
}

/// What is markup at the beginning of a line only.
fn at_start(out: &str, c: char, rest: &str, next: Option<char>) -> bool {
    match c {
        '#' => {
            let line = out.rsplit('\n').next().unwrap_or_default();
            line.ends_with([' ', '#', '\\']) || line.is_empty() || line.bytes().all(|byte| byte == b'#')
        }
        '>' | '=' | '|' => at_line_start(out),
        '-' | '+' => at_line_start(out) && !next.is_some_and(char::is_alphanumeric),
        '.' | ')' => {
            let line = out.rsplit('\n').next().unwrap_or_default();
            let number = (1..=9).contains(&line.len()) && line.bytes().all(|byte| byte.is_ascii_digit());
            number && (rest.len() == 1 || !next.is_some_and(|next| !next.is_whitespace()))
        }
        _ => false,
    }
}
