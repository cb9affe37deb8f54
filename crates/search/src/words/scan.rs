//! The scanner, which splits characters into runs.

use std::ops::Range;

use super::folding::{MOST_BYTES, folded};
use super::scripts::{Class, attaches, class};
use super::{Compound, Part, Run};

/// The most parts of an identifier with a whole; longer ones are addresses or paths, whose parts suffice.
const MOST_PARTS: usize = 12;

/// The place of a run in a text, before it is taken apart.
#[derive(Debug, Clone)]
pub(super) struct Span {
    pub(super) range: Range<usize>,
    pub(super) is_glyphs: bool,
}

/// The places of the runs of a text, in order.
pub(super) struct Spans<'a> {
    text: &'a str,
    at: usize,
}

/// Returns the places of the runs of a text from an offset on, which is in none of them.
pub(super) fn spans(text: &str, from: usize) -> Spans<'_> {
    Spans { text, at: from }
}

impl Iterator for Spans<'_> {
    type Item = Span;

    fn next(&mut self) -> Option<Span> {
        let bytes = self.text.as_bytes();
        loop {
            let start = self.at;
            let first = *bytes.get(start)?;
            if first.is_ascii_alphanumeric() {
                self.at = compound_end(self.text, start);
                return Some(Span { range: start..self.at, is_glyphs: false });
            }
            self.at += 1;
            if first.is_ascii() {
                continue;
            }
            let c = self.text[start..].chars().next()?;
            self.at = start + c.len_utf8();
            let class = class(c);
            if class == Class::Letter && !attaches(c) {
                self.at = compound_end(self.text, start);
                return Some(Span { range: start..self.at, is_glyphs: false });
            }
            if class == Class::Glyph {
                self.at = glyphs_end(self.text, start);
                return Some(Span { range: start..self.at, is_glyphs: true });
            }
        }
    }
}

/// Splits a text into runs.
pub fn runs(text: &str) -> Vec<Run> {
    spans(text, 0).map(|span| run(text, span)).collect()
}

/// Takes a run apart.
pub(super) fn run(text: &str, span: Span) -> Run {
    match span.is_glyphs {
        true => Run::Glyphs(glyphs(text, span.range)),
        false => Run::Word(compound(text, span.range)),
    }
}

/// Returns true if a run is one word of ASCII letters and digits, lower-case after the first one, so that its only token
/// is itself in lower case.
pub(super) fn is_plain(text: &str, span: &Span) -> bool {
    let bytes = text.as_bytes();
    let Range { start, end } = span.range;
    let is_lower = |byte: &u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    let has_tail = end - start <= 2 && matches!(bytes.get(end), Some(b'+' | b'#'));
    let is_flag = start > 0 && bytes[start - 1] == b'-';
    bytes[start].is_ascii_alphanumeric()
        && bytes[start + 1..end].iter().all(is_lower)
        && end - start <= MOST_BYTES
        && !has_tail
        && !is_flag
}

/// Returns true if a run is an identifier in ASCII that is not truncated, and has no tail.
pub(super) fn is_simple(text: &str, span: &Span) -> bool {
    let Range { start, end } = span.range;
    let length = end - start;
    !span.is_glyphs
        && text[start..end].is_ascii()
        && length <= MOST_BYTES
        && !(length <= 2 && matches!(text.as_bytes().get(end), Some(b'+' | b'#')))
}

/// Adds the places of the parts of a simple run.
pub(super) fn simple_parts(text: &str, span: Range<usize>, parts: &mut Vec<Range<usize>>) {
    let mut at = span.start;
    while at < span.end {
        let end = letters_end(text, at).min(span.end);
        ascii_humps(text, at..end, &mut |part| parts.push(part));
        at = joined(text, end).unwrap_or(span.end);
    }
}

fn glyphs_end(text: &str, start: usize) -> usize {
    let rest = &text[start..];
    start + rest.find(|c: char| class(c) != Class::Glyph && !attaches(c)).unwrap_or(rest.len())
}

fn glyphs(text: &str, span: Range<usize>) -> Vec<Part> {
    let mut glyphs: Vec<Part> = Vec::new();
    for (at, c) in text[span.clone()].char_indices() {
        let at = span.start + at;
        match glyphs.last_mut() {
            Some(last) if attaches(c) => last.span.end = at + c.len_utf8(),
            _ => glyphs.push(Part { text: String::new(), span: at..at + c.len_utf8() }),
        }
    }
    for glyph in &mut glyphs {
        glyph.text = folded(&text[glyph.span.clone()]);
    }
    glyphs
}

/// Returns the end of letters with joiners between them.
fn compound_end(text: &str, start: usize) -> usize {
    let mut end = letters_end(text, start);
    while let Some(next) = joined(text, end) {
        end = letters_end(text, next);
    }
    end
}

fn letters_end(text: &str, start: usize) -> usize {
    let ascii = text.as_bytes()[start..].iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    let rest = &text[start + ascii..];
    if rest.as_bytes().first().is_none_or(u8::is_ascii) {
        return start + ascii;
    }
    start + ascii + rest.find(|c: char| class(c) != Class::Letter).unwrap_or(rest.len())
}

/// Returns the offset at which letters continue after one joiner, `::` or underscores.
fn joined(text: &str, end: usize) -> Option<usize> {
    let rest = &text[end..];
    let first = rest.chars().next().filter(|c| class(*c) == Class::Joiner)?;
    let after = match first {
        '_' => rest.trim_start_matches('_'),
        ':' if rest.starts_with("::") => &rest[2..],
        _ => &rest[first.len_utf8()..],
    };
    let next = after.chars().next()?;
    (class(next) == Class::Letter && !attaches(next)).then_some(text.len() - after.len())
}

fn compound(text: &str, span: Range<usize>) -> Compound {
    let mut parts = Vec::new();
    let mut at = span.start;
    while at < span.end {
        let end = letters_end(text, at).min(span.end);
        humps(text, at..end, &mut parts);
        at = joined(text, end).unwrap_or(span.end);
    }
    let written = &text[span.clone()];
    let whole = whole(written, &parts);
    let tail = tail(&text[span.end..]).filter(|_| parts.len() == 1 && written.len() <= 2);
    let flag = dashes(&text[..span.start]).map(|dashes| format!("{dashes}{}", whole_or_part(&whole, &parts)));
    let whole = tail.map(|tail| format!("{}{tail}", parts[0].text)).or(whole);
    Compound { parts, whole, flag, span }
}

fn whole_or_part<'a>(whole: &'a Option<String>, parts: &'a [Part]) -> &'a str {
    whole.as_deref().unwrap_or(&parts[0].text)
}

/// Returns the whole of an identifier. Numbers keep the characters between their digits: 1.2.3 is not 123.
fn whole(written: &str, parts: &[Part]) -> Option<String> {
    if !has_whole(parts.len()) {
        return None;
    }
    if is_number(written) {
        return Some(folded(written));
    }
    let mut whole: String = parts.iter().map(|part| part.text.as_str()).collect();
    if written.is_ascii() {
        // Its parts are folded.
        whole.truncate(MOST_BYTES);
        return Some(whole);
    }
    Some(folded(&whole))
}

/// Returns true if an identifier with so many parts has a whole.
pub(super) fn has_whole(parts: usize) -> bool {
    (2..=MOST_PARTS).contains(&parts)
}

/// Returns true for an identifier of digits and joiners.
pub(super) fn is_number(written: &str) -> bool {
    written.bytes().all(|byte| byte.is_ascii_digit() || !byte.is_ascii_alphanumeric() && byte.is_ascii())
}

/// Returns the suffix of a programming language's name: `c++`, `c#`.
fn tail(after: &str) -> Option<&'static str> {
    let tail = ["++", "#"].into_iter().find(|tail| after.starts_with(tail))?;
    let next = after[tail.len()..].chars().next();
    next.is_none_or(|c| class(c) == Class::Other || c == '.' || c == '\'').then_some(tail)
}

/// Returns the dashes of a flag: one or two, not preceded by a character of a word.
pub(super) fn dashes(before: &str) -> Option<&str> {
    let bare = before.trim_end_matches('-');
    let dashes = &before[bare.len()..];
    let opens = bare.chars().next_back().is_none_or(|c| class(c) == Class::Other);
    (matches!(dashes.len(), 1 | 2) && opens).then_some(dashes)
}

/// Splits a `camelCase` or `HTTPServer` name into parts. A single letter stays with the next part: `iPhone`, `OAuth`.
fn humps(text: &str, span: Range<usize>, parts: &mut Vec<Part>) {
    if text[span.clone()].is_ascii() {
        return ascii_humps(text, span, &mut |part| push(text, part, parts));
    }
    let chars: Vec<(usize, char)> = text[span.clone()].char_indices().collect();
    let (mut start, mut first) = (0, 0);
    for n in 1..chars.len() {
        let (at, c) = chars[n];
        let before = chars[n - 1].1;
        let rises = !before.is_uppercase() && !attaches(before);
        let falls = before.is_uppercase() && chars.get(n + 1).is_some_and(|(_, next)| next.is_lowercase());
        let is_lone = n - first == 1;
        if c.is_uppercase() && (rises || falls) && !is_lone {
            push(text, span.start + start..span.start + at, parts);
            (start, first) = (at, n);
        }
    }
    push(text, span.start + start..span.end, parts);
}

/// Calls a function with the place of each part of a name in ASCII, as [`humps`] splits it.
fn ascii_humps(text: &str, span: Range<usize>, each: &mut dyn FnMut(Range<usize>)) {
    let bytes = &text.as_bytes()[span.clone()];
    let mut start = 0;
    for n in 1..bytes.len() {
        let begins = !bytes[n - 1].is_ascii_uppercase() || bytes.get(n + 1).is_some_and(u8::is_ascii_lowercase);
        if bytes[n].is_ascii_uppercase() && begins && n - start > 1 {
            each(span.start + start..span.start + n);
            start = n;
        }
    }
    each(span.start + start..span.end);
}

fn push(text: &str, span: Range<usize>, parts: &mut Vec<Part>) {
    parts.push(Part { text: folded(&text[span.clone()]), span });
}

#[cfg(test)]
mod tests {
    use super::super::{Singles, tokens};

    fn texts(text: &str) -> String {
        tokens(text, Singles::Alone).iter().map(|token| token.text.as_str()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn identifiers_are_whole_and_in_parts() {
        for (text, expected) in [
            ("Plain words.", "plain words"),
            ("snake_case", "snakecase snake case"),
            ("camelCase", "camelcase camel case"),
            ("HTTPServer", "httpserver http server"),
            ("OAuth iPhone", "oauth iphone"),
            ("std::vec::Vec", "stdvecvec std vec vec"),
            ("dotted.path.", "dottedpath dotted path"),
            ("--dry-run", "dryrun --dryrun dry run"),
            ("(-v)", "-v v"),
            ("well-known", "wellknown well known"),
            ("E0308 ERR_CONN", "e0308 errconn err conn"),
            ("1.2.3", "1.2.3 1 2 3"),
            ("C++, C# and c", "c++ c c# c and c"),
            ("don\u{2019}t", "dont don t"),
            ("café", "cafe café"),
            ("a -- b", "a b"),
        ] {
            assert_eq!(texts(text), expected, "{text}");
        }
    }

    #[test]
    fn glyphs_go_in_pairs() {
        for (text, expected) in [
            ("検索エンジン", "検索 索エ エン ンジ ジン"),
            ("Quireの検索", "quire の検 検索"),
            ("검색을 설정", "검색 색을 설정"),
            ("ค้นหา", "ค้น นห หา"),
            ("ｶﾞｲﾄﾞ", "ガイ イド"),
            ("猫", "猫"),
        ] {
            assert_eq!(texts(text), expected, "{text}");
        }
    }

    #[test]
    fn spans_are_of_the_text() {
        let text = "See Ｇetting_Started: ガイド";
        let spans: Vec<&str> = tokens(text, Singles::Alone).iter().map(|token| &text[token.span.clone()]).collect();
        assert_eq!(spans, ["See", "Ｇetting_Started", "Ｇetting", "Started", "ガイ", "イド"]);
    }
}
