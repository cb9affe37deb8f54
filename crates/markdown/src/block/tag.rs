//! Parsing of one tag: `{% name arguments %}`.

use std::ops::Range;

use crate::scan;
use crate::tree::{Attribute, Span};

/// A parsed start or end tag.
#[derive(Debug, Clone)]
pub(crate) struct Head<'a> {
    pub(crate) name: &'a str,
    /// The source range after the name, trimmed.
    pub(crate) arguments: Span,
    /// The source range from `{%` to `%}`.
    pub(crate) span: Span,
}

impl<'a> Head<'a> {
    /// Parses the tag that begins at an offset and ends on the same line.
    pub(crate) fn at(source: &'a str, at: usize, line_end: usize) -> Option<Self> {
        let bytes = &source.as_bytes()[..line_end];
        let name = name(bytes, at)?;
        let close = close(bytes, name.end)?;
        Some(Self::new(source, at, name, close))
    }

    /// Parses the tag that begins at an offset of a line without `%}` and ends on a later line before `until`. The
    /// error is the offset up to which bytes were examined.
    pub(crate) fn across(source: &'a str, at: usize, line_end: usize, until: usize) -> Result<Self, usize> {
        let bytes = source.as_bytes();
        let name = name(&bytes[..line_end], at).ok_or(at)?;
        let close = close_across(&bytes[..until], name.end)?;
        Ok(Self::new(source, at, name, close))
    }

    fn new(source: &'a str, at: usize, name: Span, close: usize) -> Self {
        let arguments = trim(source, name.end..close);
        Self { name: &source[name], arguments, span: at..close + 2 }
    }

    /// Returns the name that an end tag closes; `None` for a start tag.
    pub(crate) fn ends(&self) -> Option<&'a str> {
        self.name.strip_prefix("end").filter(|name| !name.is_empty())
    }
}

/// Returns the range of the name of the tag that begins at an offset.
fn name(bytes: &[u8], at: usize) -> Option<Span> {
    let rest = bytes[at..].strip_prefix(b"{%")?;
    let start = at + 2 + blanks(rest);
    let is_name = bytes.get(start).is_some_and(|it| it.is_ascii_alphabetic() || *it == b'@');
    is_name.then(|| start..start + name_length(&bytes[start..]))
}

/// Returns the offset of the `%}` on the line: the first outside of quotes, or the first of
/// all if quotes are unbalanced.
fn close(bytes: &[u8], from: usize) -> Option<usize> {
    let mut first = None;
    let mut quote = None;
    let mut at = from;
    while at < bytes.len() {
        scan::count(1);
        match (bytes[at], quote) {
            (b'%', _) if bytes.get(at + 1) == Some(&b'}') => {
                if quote.is_none() {
                    return Some(at);
                }
                first = first.or(Some(at));
            }
            (b'\\', Some(_)) => at += 1,
            (it, Some(open)) if it == open => quote = None,
            (it @ (b'"' | b'\''), None) => quote = Some(it),
            _ => {}
        }
        at += 1;
    }
    first
}

/// Returns the offset of the first `%}` outside of quotes on any line, if no blank line and no other tag comes before
/// it outside of quotes. The error is the offset up to which bytes were examined.
fn close_across(bytes: &[u8], from: usize) -> Result<usize, usize> {
    let mut quote = None;
    let mut is_blank_line = false;
    let mut at = from;
    while at < bytes.len() {
        scan::count(1);
        match (bytes[at], quote) {
            (b'%', None) if bytes.get(at + 1) == Some(&b'}') => return Ok(at),
            (b'{', None) if bytes.get(at + 1) == Some(&b'%') => return Err(at),
            (b'\n', None) if is_blank_line => return Err(at),
            (b'\\', Some(_)) => at += 1,
            (it, Some(open)) if it == open => quote = None,
            (it @ (b'"' | b'\''), None) => quote = Some(it),
            _ => {}
        }
        is_blank_line =
            bytes.get(at) == Some(&b'\n') || (is_blank_line && bytes.get(at).is_some_and(u8::is_ascii_whitespace));
        at += 1;
    }
    Err(at)
}

/// Parses the arguments of a tag; stops after `most` + 1 of them.
pub(crate) fn attributes<'a>(source: &'a str, arguments: &Span, most: usize) -> Vec<Attribute<'a>> {
    let mut attributes = Vec::new();
    let mut at = arguments.start;
    while at < arguments.end && attributes.len() <= most {
        let rest = &source.as_bytes()[at..arguments.end];
        if blanks(rest) > 0 {
            at += blanks(rest);
            continue;
        }
        let attribute = attribute(source, at, arguments.end);
        at = attribute.span.end;
        attributes.push(attribute);
    }
    attributes
}

fn attribute(source: &str, at: usize, end: usize) -> Attribute<'_> {
    let bytes = &source.as_bytes()[..end];
    if matches!(bytes[at], b'"' | b'\'') {
        let (value, end) = value(bytes, at);
        return Attribute { span: at..end, name: None, value: Some(&source[value]) };
    }
    let length = scan::prefix(&bytes[at..], |it| it != b'=' && !it.is_ascii_whitespace());
    let name = at..at + length;
    if length == 0 || bytes.get(name.end) != Some(&b'=') || bytes.get(name.end + 1).is_none_or(u8::is_ascii_whitespace)
    {
        // A lone `=`, or one without a value, is a word: expressions contain such.
        let end = word_end(bytes, name.end);
        return Attribute { span: at..end, name: Some(&source[at..end]), value: None };
    }
    let (value, end) = value(bytes, name.end + 1);
    Attribute { span: at..end, name: Some(&source[name]), value: Some(&source[value]) }
}

/// Parses the value at an offset, and returns its range without quotes and the offset after it.
fn value(bytes: &[u8], at: usize) -> (Range<usize>, usize) {
    let quote = bytes[at];
    if matches!(quote, b'"' | b'\'') {
        let mut end = at + 1;
        while end < bytes.len() && bytes[end] != quote {
            scan::count(1);
            end += if bytes[end] == b'\\' { 2 } else { 1 };
        }
        if end < bytes.len() {
            return (at + 1..end, end + 1);
        }
    }
    let end = word_end(bytes, at);
    (at..end, end)
}

fn word_end(bytes: &[u8], at: usize) -> usize {
    at + scan::prefix(&bytes[at..], |it| !it.is_ascii_whitespace())
}

fn blanks(bytes: &[u8]) -> usize {
    scan::prefix(bytes, |it| it.is_ascii_whitespace())
}

fn name_length(bytes: &[u8]) -> usize {
    scan::prefix(bytes, |it| it.is_ascii_alphanumeric() || b"-_/.@:".contains(&it))
}

fn trim(source: &str, span: Span) -> Span {
    let text = &source[span.clone()];
    let start = span.start + (text.len() - text.trim_start().len());
    start..start + text.trim().len()
}
