//! Bare links: addresses in the text without markup.

use std::borrow::Cow;

use crate::inline::{InlineReader, PieceKind};
use crate::scan;
use crate::tree::{Inline, InlineKind, Link, LinkTarget};

impl<'a> InlineReader<'_, '_, 'a> {
    /// Parses `https://…`, at its colon.
    pub(super) fn bare_scheme(&mut self) -> bool {
        if !self.bytes[self.at..].starts_with(b"://") {
            return false;
        }
        let before = &self.bytes[self.text_from..self.at];
        let length = scan::suffix(&before[before.len().saturating_sub(6)..], |it| it.is_ascii_alphanumeric());
        let scheme = &before[before.len() - length..];
        if ![&b"http"[..], b"https", b"ftp"].iter().any(|it| it.eq_ignore_ascii_case(scheme)) {
            return false;
        }
        let host = self.at + 3;
        self.host_points(host).is_some() && self.bare_link(self.at - length, host, "")
    }

    /// Parses `www.…`, at its first letter.
    pub(super) fn bare_www(&mut self) -> bool {
        let before = self.at.checked_sub(1).map(|at| self.bytes[at]);
        let is_free = before.is_none_or(|it| it.is_ascii_whitespace() || b"*_~(".contains(&it));
        is_free
            && self.bytes[self.at..].starts_with(b"www.")
            && self.host_points(self.at).is_some_and(|points| points > 0)
            && self.bare_link(self.at, self.at, "http://")
    }

    /// Parses `name@host`, at its `@`.
    pub(super) fn bare_mail(&mut self) -> bool {
        let before = &self.bytes[self.text_from..self.at];
        let name = scan::suffix(before, |it| it.is_ascii_alphanumeric() || b".+-_".contains(&it));
        let host = mail_host(&self.bytes[self.at + 1..]);
        // Underscores that may close emphasis are no part of the host: `_a@b.c_`.
        let in_emphasis = self.top.is_some_and(|run| self.memory.runs[run].mark == b'_');
        let marks = scan::suffix(host, |it| in_emphasis && it == b'_');
        let host = &host[..host.len() - marks];
        let is_host = host.contains(&b'.') && host.last().is_some_and(u8::is_ascii_alphanumeric);
        is_host && name > 0 && self.push_bare(self.at - name, self.at + 1 + host.len(), "mailto:")
    }

    /// Returns the number of dots in the host at an offset; its last two labels must not contain underscores.
    fn host_points(&mut self, at: usize) -> Option<usize> {
        let rest = &self.bytes[at..self.bytes.len().min(at + self.budget)];
        let length = scan::prefix(rest, |it| it.is_ascii_alphanumeric() || b".-_".contains(&it) || !it.is_ascii());
        let points = scan::suffix(&rest[..length], |it| it == b'.');
        let host = &rest[..length - points];
        let is_clean = |part: &[u8]| !part.is_empty() && !part.contains(&b'_');
        let begins_well = host.first().is_some_and(|it| it.is_ascii_alphanumeric() || !it.is_ascii());
        if begins_well && host.rsplit(|it| *it == b'.').take(2).all(is_clean) {
            return Some(host.iter().filter(|it| **it == b'.').count());
        }
        self.budget -= length.min(self.budget);
        None
    }

    /// Adds a link that extends to the next blank or `<`, without the punctuation at its end.
    fn bare_link(&mut self, start: usize, host: usize, scheme: &str) -> bool {
        let in_bracket = !self.memory.brackets.is_empty();
        let stops = |it| matches!(it, 0..=b' ' | b'<') || (in_bracket && it == b']');
        let rest = &self.bytes[host..];
        let length = scan::prefix(rest, |it| !stops(it));
        let length = trimmed(&rest[..length]);
        length > 0 && self.push_bare(start, host + length, scheme)
    }

    fn push_bare(&mut self, start: usize, end: usize, scheme: &str) -> bool {
        let text = self.content.slice(&(start..end));
        let destination = if scheme.is_empty() { text.clone() } else { Cow::Owned(format!("{scheme}{text}")) };
        let shown = Inline { span: self.content.span(&(start..end)), kind: InlineKind::Text(text) };
        let link = Link { target: LinkTarget::Bare { destination }, content: vec![shown] };
        self.bare_links += 1;
        self.push_from(start, end, PieceKind::Whole(InlineKind::Link(Box::new(link))))
    }

    /// Turns the bare links after a piece into text, because the link around them takes precedence.
    pub(super) fn forget_bare_links(&mut self, from: usize) {
        scan::count(self.memory.pieces.len() - from);
        for piece in &mut self.memory.pieces[from..] {
            if let PieceKind::Whole(InlineKind::Link(link)) = &piece.kind
                && matches!(link.target, LinkTarget::Bare { .. })
            {
                piece.kind = PieceKind::Text;
            }
        }
    }
}

/// Returns the host of an email address at the beginning of a text. Each dot is followed by a letter or digit.
fn mail_host(text: &[u8]) -> &[u8] {
    let is_part = |at: usize| match text[at] {
        b'.' => text.get(at + 1).is_some_and(u8::is_ascii_alphanumeric),
        it => it.is_ascii_alphanumeric() || matches!(it, b'-' | b'_'),
    };
    let length = (0..text.len()).take_while(|at| is_part(*at)).count();
    scan::count(length);
    &text[..length]
}

/// Returns the length without punctuation, character references and unbalanced closing parentheses at the end.
fn trimmed(link: &[u8]) -> usize {
    let mut length = link.len();
    scan::count(length);
    let count = |byte| link.iter().filter(|it| **it == byte).count();
    let (opened, mut closed) = (count(b'('), count(b')'));
    while let Some(last) = length.checked_sub(1).map(|at| link[at]) {
        match last {
            b'?' | b'!' | b'.' | b',' | b':' | b'*' | b'_' | b'~' | b'\'' | b'"' => length -= 1,
            b')' if closed > opened => {
                closed -= 1;
                length -= 1;
            }
            b';' => length = before_reference(&link[..length]).unwrap_or(length - 1),
            _ => break,
        }
    }
    length
}

/// Returns the offset of the character reference at the end of a link.
fn before_reference(link: &[u8]) -> Option<usize> {
    let name = &link[..link.len() - 1];
    let length = scan::suffix(name, |it| it.is_ascii_alphanumeric());
    let at = name.len() - length;
    (length > 0 && at > 0 && name[at - 1] == b'&').then(|| at - 1)
}
