//! Ranges of a text, and the text without them.

use std::ops::Range;

/// The same bytes as ranges in order that do not touch.
pub(super) fn merged(mut ranges: Vec<Range<usize>>) -> Vec<Range<usize>> {
    ranges.sort_by_key(|range| range.start);
    let mut out: Vec<Range<usize>> = Vec::with_capacity(ranges.len());
    for range in ranges {
        match out.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => out.push(range),
        }
    }
    out
}

/// Returns whether one of these ranges, which are in order, has a byte.
pub(super) fn covers(ranges: &[Range<usize>], at: usize) -> bool {
    let before = ranges.partition_point(|range| range.start <= at);
    before > 0 && ranges[before - 1].end > at
}

/// A text without these ranges. Where all of a line is taken out and a blank one is before or behind it, the line goes
/// as a whole; else what is around a range stays on lines of its own.
pub(super) fn without(text: &str, ranges: &[Range<usize>]) -> String {
    let mut out = Lines { text: String::with_capacity(text.len()), start: 0, is_blank: true, follows_blank: true };
    let mut at = 0;
    for range in ranges {
        out.push(&text[at..range.start]);
        at = range.end;
        let rest = &text[at..];
        let blanks = rest.bytes().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let Some(after) = out.is_blank.then(|| line_break(&rest[blanks..])).flatten() else { continue };
        let next = &rest[blanks + after..];
        if out.follows_blank || is_blank(next) {
            out.text.truncate(out.start);
            at += blanks + after;
        }
        if next.is_empty() && out.follows_blank {
            out.end_with_text();
        } else if out.follows_blank && is_blank(next) {
            at += next.find('\n').map_or(next.len(), |end| end + 1);
        }
    }
    out.push(&text[at..]);
    out.text
}

/// A text that is written, and what is known of its last line.
struct Lines {
    text: String,
    /// The start of the last line.
    start: usize,
    /// True if nothing but blanks is on it.
    is_blank: bool,
    /// True if the line before it is blank, or there is none.
    follows_blank: bool,
}

impl Lines {
    /// Takes off the blank lines at the end.
    fn end_with_text(&mut self) {
        let text = self.text.trim_end().len();
        let end = self.text[text..].find('\n').map_or(self.text.len(), |at| text + at + 1);
        self.text.truncate(if text == 0 { 0 } else { end });
    }

    fn push(&mut self, more: &str) {
        for line in more.split_inclusive('\n') {
            self.text.push_str(line);
            self.is_blank &= line.bytes().all(|byte| byte.is_ascii_whitespace());
            if line.ends_with('\n') {
                self.follows_blank = self.is_blank;
                (self.start, self.is_blank) = (self.text.len(), true);
            }
        }
    }
}

/// Returns whether the first line of a text is blank, or there is none.
fn is_blank(text: &str) -> bool {
    text.bytes().take_while(|byte| *byte != b'\n').all(|byte| byte.is_ascii_whitespace())
}

/// The length of the line break that a text begins with; 0 at its end.
fn line_break(text: &str) -> Option<usize> {
    match text.as_bytes() {
        [] => Some(0),
        [b'\n', ..] => Some(1),
        [b'\r', b'\n', ..] => Some(2),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str) -> String {
        let (mut plain, mut ranges, mut open) = (String::new(), Vec::new(), 0);
        for c in text.chars() {
            match c {
                '«' => open = plain.len(),
                '»' => ranges.push(open..plain.len()),
                c => plain.push(c),
            }
        }
        without(&plain, &merged(ranges))
    }

    #[test]
    fn lines_go_with_what_is_on_them() {
        assert_eq!(cut("a\n\n«x»\n\nb"), "a\n\nb");
        assert_eq!(cut("a\n«x\ny»\nb"), "a\n\nb");
        assert_eq!(cut("«x»\nb\n\n«y»\nc"), "b\n\nc");
        assert_eq!(cut("> «x\n> y»\n> b"), "> \n> b");
        assert_eq!(cut("* «x\n  y»\n  b"), "* \n  b");
        assert_eq!(cut("a «x» b"), "a  b");
        assert_eq!(cut("a\n\n  «x»  \n\nb\n"), "a\n\nb\n");
        assert_eq!(cut("«x»"), "");
        assert_eq!(cut("a\n\n«x»\n\n«y»\n"), "a\n");
        assert_eq!(cut("a\r\n\r\n«x»\r\n"), "a\r\n");
        assert_eq!(cut("a\n«x»\n«y»\nb"), "a\n\nb");
        assert_eq!(cut("a\n\n«x»\n\n«y»\n\nb"), "a\n\nb");
    }

    #[test]
    fn ranges_are_merged() {
        let ranges = merged(vec![5..6, 0..2, 1..4]);
        assert_eq!(ranges, [0..4, 5..6]);
        assert!(covers(&ranges, 3) && covers(&ranges, 5) && !covers(&ranges, 4) && !covers(&ranges, 6));
    }
}
