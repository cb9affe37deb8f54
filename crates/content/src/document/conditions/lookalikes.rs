//! Text that looks like a part of a condition to readers and is none: its braces or its name are written with character
//! references, or have markup in them. It is shown as text, but its author may have meant otherwise.

use std::ops::Range;

use super::tokens::{MOST_TAGS, markup, tokens};

/// The longest HTML tag that is looked through.
const MOST_MARKUP: usize = 256;
/// The longest character reference, `&#x00007b;`.
const MOST_REFERENCE: usize = 12;

/// Returns where they begin in a text, in order; nothing for a text with so many tags that all of it is hidden.
pub(super) fn lookalikes(text: &str) -> Vec<Range<usize>> {
    // A reference may mean either character with which a tag begins.
    let may_have_some = text.contains('&') || (text.contains('{') && text.contains('%'));
    if !may_have_some {
        return Vec::new();
    }
    let known = tokens(text);
    if known.len() > MOST_TAGS {
        return Vec::new();
    }
    let shown = Shown::of(text);
    let source = |at: usize| shown.source(at);
    let found = tokens(&shown.text).into_iter().map(|token| source(token.span.start)..source(token.span.end));
    found.filter(|it| known.binary_search_by_key(&it.start, |token| token.span.start).is_err()).collect()
}

/// A text about as readers see it, and where its parts come from.
struct Shown {
    text: String,
    /// The places where something was left out or replaced: the offset behind it, here and in the source.
    jumps: Vec<(usize, usize)>,
}

impl Shown {
    fn of(source: &str) -> Self {
        let mut shown = Self { text: String::with_capacity(source.len()), jumps: vec![(0, 0)] };
        let mut at = 0;
        loop {
            let plain = source[at..].bytes().position(|byte| matches!(byte, b'<' | b'&' | b'\\' | b'*'));
            let plain = plain.map_or(source.len(), |length| at + length);
            shown.text.push_str(&source[at..plain]);
            at = plain;
            let rest = &source[at..];
            let Some(next) = rest.chars().next() else { return shown };
            let (length, meaning) = match next {
                '<' => match html(rest) {
                    Some(length) => (length, None),
                    None => (1, Some('<')),
                },
                '&' => match reference(rest) {
                    Some((length, meaning)) => (length, Some(meaning)),
                    None => (1, Some('&')),
                },
                // What a backslash makes text is meant to be text.
                '\\' if rest[1..].starts_with(|c: char| c.is_ascii_punctuation()) => (2, Some('\u{fffd}')),
                '*' => (1, None),
                other => (other.len_utf8(), Some(other)),
            };
            at += length;
            shown.replace(at, length, meaning);
        }
    }

    /// Appends the meaning of the `length` bytes of the source before an offset.
    fn replace(&mut self, at: usize, length: usize, meaning: Option<char>) {
        if let Some(meaning) = meaning {
            if meaning.len_utf8() == length {
                return self.text.push(meaning);
            }
            // A reference begins where its meaning does.
            self.jump(at - length);
            self.text.push(meaning);
        }
        self.jump(at);
    }

    /// Notes that what comes next is from an offset of the source.
    fn jump(&mut self, at: usize) {
        let here = self.text.len();
        match self.jumps.last_mut() {
            Some(last) if last.0 == here => last.1 = at,
            _ => self.jumps.push((here, at)),
        }
    }

    /// Returns where in the source something comes from.
    fn source(&self, at: usize) -> usize {
        let before = self.jumps.partition_point(|(here, _)| *here <= at).saturating_sub(1);
        let (here, there) = self.jumps[before];
        there + (at - here)
    }
}

/// The length of the HTML tag or comment that a text begins with.
fn html(text: &str) -> Option<usize> {
    let is_tag = text[1..].starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '!'));
    let end = text.len().min(MOST_MARKUP);
    let end = (end..text.len().min(end + 4)).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len());
    markup(&text[..end]).filter(|_| is_tag)
}

/// The length and the meaning of the character reference that a text begins with, as far as tags are made of such.
fn reference(text: &str) -> Option<(usize, char)> {
    let end = text.bytes().take(MOST_REFERENCE).position(|byte| byte == b';')?;
    let meaning = match &text[1..end] {
        "lbrace" | "lcub" => '{',
        "percnt" => '%',
        "nbsp" => ' ',
        name => {
            let digits = name.strip_prefix('#')?;
            let number = match digits.strip_prefix(['x', 'X']) {
                Some(digits) => u32::from_str_radix(digits, 16),
                None => digits.parse(),
            };
            char::from_u32(number.ok()?)?
        }
    };
    Some((end + 1, meaning))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_otherwise_and_looks_the_same_is_found() {
        for text in [
            "&#123;% if x %}",
            "{&percnt; if x %}",
            "&lbrace;&#x25; endif %}",
            "{% i<b>f</b> x %}",
            "{% end<!-- -->if %}",
            "{% i&#102; x %}",
            "{**%** if x %}",
        ] {
            let found: Vec<_> = lookalikes(&format!("é {text}")).into_iter().map(|it| it.start).collect();
            assert_eq!(found, [3], "{text}");
        }
        for text in
            ["{% if x %}", "{% <b>if</b> x %}", "\\{% if x %}", "{\\% if x %}", "{% hint %}", "&amp; 5 % if x", "<b"]
        {
            assert_eq!(lookalikes(text), [], "{text}");
        }
    }

    #[test]
    fn markup_without_an_end_costs_no_more_than_the_text() {
        let text = "<!--".repeat(100_000);
        assert_eq!(lookalikes(&format!("{text}%")), []);
    }
}
