//! Escaping of text so that Markdown parses it as this text and nothing else.
//!
//! Characters that could begin or end markup are escaped; white space at the edges of lines, and control characters,
//! become character references. In case of doubt a character is escaped, except where prose is full of it: `_` in
//! words, `:` that is not part of an emoji, `-` before a word.

use std::fmt::Write as _;

use crate::document::emoji;

/// The context of a text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct TextContext {
    /// True if there is no second line, as in headings and cells of pipe tables.
    one_line: bool,
    /// True within the text of a link, where bare addresses do not become links.
    in_link: bool,
}

impl TextContext {
    /// A paragraph: line breaks are printed as hard breaks.
    pub(super) const PARAGRAPH: Self = Self { one_line: false, in_link: false };
    /// A heading or a cell of a pipe table.
    pub(super) const ONE_LINE: Self = Self { one_line: true, in_link: false };

    /// Returns this context within a link.
    pub(super) fn in_link(self) -> Self {
        Self { in_link: true, ..self }
    }

    /// Returns this context outside of a link.
    pub(super) fn out_of_link(self) -> Self {
        Self { in_link: false, ..self }
    }

    /// Returns true within a link.
    pub(super) fn is_in_link(self) -> bool {
        self.in_link
    }
}

/// A character with its context.
#[derive(Clone, Copy)]
struct Here<'a> {
    /// The output so far.
    out: &'a str,
    /// The text from the character on.
    rest: &'a str,
    /// The character after this one.
    next: Option<char>,
    /// The first character after the text.
    tail: Option<char>,
    place: TextContext,
}

/// Appends escaped text. `tail` is the character that will be appended after it, if any.
pub(super) fn text(out: &mut String, text: &str, place: TextContext, tail: Option<char>) {
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let after = &rest[c.len_utf8()..];
        let next = after.chars().next().or(tail);
        let here = Here { out, rest, next, tail, place };
        if c == '\n' {
            let hard = !place.one_line && next.is_some();
            out.push_str(if hard { "\\\n" } else { "<br>" });
        } else if here.is_blank_at_edge(c) || is_control(c) {
            reference(out, c);
        } else {
            if here.needs_escape(c) {
                out.push('\\');
            }
            out.push(c);
        }
        rest = after;
    }
}

fn is_control(c: char) -> bool {
    c.is_control() || matches!(c, '\u{feff}' | '\u{2028}' | '\u{2029}')
}

fn reference(out: &mut String, c: char) {
    // Writing to a `String` does not fail.
    let _ = write!(out, "&#x{:X};", u32::from(c));
}

impl Here<'_> {
    fn needs_escape(self, c: char) -> bool {
        let is_last = self.rest.len() == c.len_utf8();
        let previous = self.out.chars().next_back();
        let in_word = |c: Option<char>| c.is_some_and(is_letter);
        match c {
            '\\' | '`' | '*' | '~' | '[' | ']' => true,
            '_' => is_last || !in_word(previous) || !in_word(self.next),
            '<' => self.next != Some(' '),
            '&' => self.begins_reference(),
            '$' => is_last || previous.is_none_or(|c| !c.is_alphanumeric() && c != ' ') || self.next == Some('$'),
            // A backslash does not prevent a tag from being recognized.
            '%' => previous == Some('{'),
            '}' => previous == Some('%'),
            '!' => self.next == Some('['),
            '(' => previous == Some(']'),
            ':' => self.is_colon(previous),
            '@' => !self.place.in_link && previous.is_some_and(is_mail),
            '.' if self.out.ends_with("www") => !self.place.in_link,
            _ => self.begins_line(c),
        }
    }

    fn at_line_start(self) -> bool {
        self.out.is_empty() || self.out.ends_with('\n')
    }

    /// Returns true if the output of the line is only the number of a list item.
    fn is_numbered(self) -> bool {
        let digits = self.out.bytes().rev().take(10).take_while(u8::is_ascii_digit).count();
        let before = self.out.as_bytes()[..self.out.len() - digits].last();
        (1..=9).contains(&digits) && before.is_none_or(|byte| *byte == b'\n')
    }

    fn is_blank_at_edge(self, c: char) -> bool {
        c == '\t' || c.is_whitespace() && (self.at_line_start() || matches!(self.next, None | Some('\n')))
    }

    /// Returns true for a colon that would be part of an emoji, an address, a definition or the row under a table's
    /// header.
    fn is_colon(self, previous: Option<char>) -> bool {
        let address = !self.place.in_link && self.rest.starts_with("://") && ends_with_scheme(self.out);
        let line = self.at_line_start() && matches!(self.next, Some('-' | ' '));
        address || line || previous == Some(']') || self.names_emoji()
    }

    /// Returns true if an emoji name and another colon follow, or may follow after the text.
    fn names_emoji(self) -> bool {
        let rest = &self.rest[1..];
        let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '+' | '-');
        let name = &rest[..rest.find(|c| !is_part(c)).unwrap_or(rest.len())];
        match rest[name.len()..].chars().next() {
            Some(':') => emoji::code(name).is_some(),
            Some(_) => false,
            None => self.tail == Some(':') && !name.is_empty(),
        }
    }

    /// Returns true if `&` begins what could be a character reference.
    fn begins_reference(self) -> bool {
        let rest = &self.rest[1..];
        let length = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '#')).unwrap_or(rest.len());
        length > 0 && rest[length..].starts_with(';')
    }

    /// Returns true for characters that are markup only at the beginning of a line.
    fn begins_line(self, c: char) -> bool {
        let follows_word = self.next.is_some_and(char::is_alphanumeric);
        match c {
            '#' => self.out.bytes().next_back().is_none_or(|last| matches!(last, b' ' | b'#' | b'\\' | b'\n')),
            '>' | '=' | '|' => self.at_line_start(),
            '-' | '+' => self.at_line_start() && !follows_word,
            '.' | ')' => self.is_numbered() && self.next.is_none_or(char::is_whitespace),
            _ => false,
        }
    }
}

/// Returns true if a character is certainly not punctuation to CommonMark, which counts symbols as such.
pub(super) fn is_letter(c: char) -> bool {
    let enclosed = matches!(c, '\u{2460}'..='\u{24ff}' | '\u{1f100}'..='\u{1f1ff}');
    c.is_alphanumeric() && !enclosed
}

/// Returns true if a text ends with a scheme whose addresses are links without markup.
fn ends_with_scheme(out: &str) -> bool {
    let end = |scheme: &str| out.len().checked_sub(scheme.len()).and_then(|start| out.get(start..));
    ["http", "https", "ftp"].iter().any(|scheme| end(scheme).is_some_and(|end| end.eq_ignore_ascii_case(scheme)))
}

/// Returns true for a character that can stand before the `@` of a mail address.
fn is_mail(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '.' | '+' | '-' | '_')
}
