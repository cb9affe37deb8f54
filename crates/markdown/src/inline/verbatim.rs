//! Verbatim inlines: code spans, formulas, HTML, and autolinks in angle brackets.

use std::borrow::Cow;
use std::ops::Range;

use crate::block::TagScan;
use crate::inline::InlineReader;
use crate::scan;
use crate::text::clean;
use crate::tree::{InlineKind, Link, LinkTarget};

/// Marks that are known to be missing in the rest of the text, so that each is searched for in vain only once.
#[derive(Debug, Default)]
pub(super) struct Absent {
    /// True if the last position of each length of backtick run is known.
    backticks: bool,
    math: bool,
    comment: bool,
    instruction: bool,
    data: bool,
    declaration: bool,
}

impl<'a> InlineReader<'_, '_, 'a> {
    pub(super) fn code(&mut self) -> bool {
        let length = run(self.bytes, self.at);
        let inside = self.at + length;
        let Some(close) = self.closing_backticks(inside, length) else {
            self.at = inside;
            return true;
        };
        let code = self.content.slice(&(inside..close));
        self.push_whole(close + length, InlineKind::Code(code_text(code)))
    }

    /// Returns the offset of the next run of `length` backticks. A search in vain records the last run of every length.
    fn closing_backticks(&mut self, from: usize, length: usize) -> Option<usize> {
        if self.absent.backticks && self.memory.backticks.get(length).is_none_or(|last| *last < from) {
            return None;
        }
        let mut at = from;
        while let Some(ahead) = scan::first(&self.bytes[at..], |it| it == b'`') {
            at += ahead;
            let found = run(self.bytes, at);
            if found == length {
                return Some(at);
            }
            if self.memory.backticks.len() <= found {
                self.memory.backticks.resize(found + 1, 0);
            }
            self.memory.backticks[found] = at;
            at += found;
        }
        self.absent.backticks = true;
        None
    }

    pub(super) fn math(&mut self) -> bool {
        let inside = self.at + 2;
        if self.peek(1) != Some(b'$') || self.absent.math {
            return false;
        }
        let Some(length) = scan::find(&self.text[inside..], "$$") else {
            self.absent.math = true;
            return false;
        };
        let formula = self.text[inside..inside + length].trim_start();
        if formula.is_empty() {
            self.at = if length == 0 { inside + 2 } else { inside };
            return true;
        }
        let start = inside + length - formula.len();
        let formula = clean(self.content.slice(&(start..start + formula.trim_end().len())));
        self.push_whole(inside + length + 2, InlineKind::Math(formula))
    }

    pub(super) fn angle(&mut self) -> bool {
        if let Some(end) = self.address() {
            let inside = self.at + 1..end - 1;
            return self.push_address(inside, "", end);
        }
        if let Some(end) = self.mail_address() {
            let inside = self.at + 1..end - 1;
            return self.push_address(inside, "mailto:", end);
        }
        let Some(end) = self.declaration().or_else(|| self.tag()) else { return false };
        let html = clean(self.content.slice(&(self.at..end)));
        self.push_whole(end, InlineKind::Html(html))
    }

    fn push_address(&mut self, inside: Range<usize>, scheme: &str, end: usize) -> bool {
        let text = self.content.slice(&inside);
        let destination = if scheme.is_empty() { text.clone() } else { Cow::Owned(format!("{scheme}{text}")) };
        let shown = crate::tree::Inline { span: self.content.span(&inside), kind: InlineKind::Text(text) };
        let link = Link { target: LinkTarget::Address { destination }, content: vec![shown] };
        self.push_whole(end, InlineKind::Link(Box::new(link)))
    }

    /// Returns the end of `<scheme:…>`.
    fn address(&self) -> Option<usize> {
        let bytes = &self.bytes[self.at + 1..];
        let is_part = |it: u8| it.is_ascii_alphanumeric() || b"+.-".contains(&it);
        let scheme = scan::prefix(&bytes[..bytes.len().min(33)], is_part);
        if !(2..=32).contains(&scheme) || !bytes[0].is_ascii_alphabetic() || bytes.get(scheme) != Some(&b':') {
            return None;
        }
        let end = scan::first(bytes, |it| matches!(it, 0..=b' ' | 0x7f | b'<' | b'>'))?;
        (bytes[end] == b'>').then_some(self.at + end + 2)
    }

    /// Returns the end of `<name@host>`.
    fn mail_address(&self) -> Option<usize> {
        let bytes = &self.bytes[self.at + 1..];
        let is_part = |it: u8| it.is_ascii_alphanumeric() || b".!#$%&'*+/=?^_`{|}~-".contains(&it);
        let name = scan::prefix(bytes, is_part);
        if name == 0 || bytes.get(name) != Some(&b'@') {
            return None;
        }
        let host = &bytes[name + 1..];
        let length = scan::first(host, |it| !it.is_ascii_alphanumeric() && !matches!(it, b'-' | b'.'))?;
        let is_label = |it: &[u8]| (1..=63).contains(&it.len()) && it[0] != b'-' && it[it.len() - 1] != b'-';
        let is_host = host[length] == b'>' && host[..length].split(|it| *it == b'.').all(is_label);
        is_host.then_some(self.at + name + length + 3)
    }

    /// Returns the end of a comment, a processing instruction, a declaration or a CDATA section.
    fn declaration(&mut self) -> Option<usize> {
        let rest = &self.text[self.at..];
        let (from, close, absent) = match rest.as_bytes() {
            [b'<', b'!', b'-', b'-', b'>', ..] => return Some(self.at + 5),
            [b'<', b'!', b'-', b'-', b'-', b'>', ..] => return Some(self.at + 6),
            [b'<', b'!', b'-', b'-', ..] => (4, "-->", &mut self.absent.comment),
            [b'<', b'?', ..] => (2, "?>", &mut self.absent.instruction),
            _ if rest.starts_with("<![CDATA[") => (9, "]]>", &mut self.absent.data),
            [b'<', b'!', it, ..] if it.is_ascii_alphabetic() => (2, ">", &mut self.absent.declaration),
            _ => return None,
        };
        if *absent {
            return None;
        }
        let found = scan::find(&rest[from..], close);
        *absent = found.is_none();
        Some(self.at + from + found? + close.len())
    }

    fn tag(&mut self) -> Option<usize> {
        let rest = &self.bytes[self.at..];
        let mut scan = TagScan::new(&rest[..rest.len().min(self.budget)]);
        if scan.tag() {
            return Some(self.at + scan.at);
        }
        self.budget -= scan.at.min(self.budget);
        None
    }
}

/// Returns the number of backticks at an offset.
fn run(bytes: &[u8], at: usize) -> usize {
    scan::prefix(&bytes[at..], |it| it == b'`')
}

/// Returns the content of a code span: line endings become spaces, and one space is stripped from both
/// sides unless all are spaces.
fn code_text(code: Cow<'_, str>) -> Cow<'_, str> {
    let code = clean(code);
    let code = if code.contains('\n') { Cow::Owned(code.replace('\n', " ")) } else { code };
    let is_padded = code.starts_with(' ') && code.ends_with(' ') && code.bytes().any(|it| it != b' ');
    match code {
        Cow::Borrowed(code) if is_padded => Cow::Borrowed(&code[1..code.len() - 1]),
        Cow::Owned(code) if is_padded => Cow::Owned(code[1..code.len() - 1].to_owned()),
        code => code,
    }
}
