//! Splitting of a pipe table's row into cells.

use std::ops::Range;

use crate::scan;

/// Returns the cells of a line as trimmed ranges of it.
pub(crate) fn cells(line: &str) -> Cells<'_> {
    let bytes = line.as_bytes();
    let trimmed = bytes.len() - scan::suffix(bytes, |it| scan::is_blank(it) || matches!(it, b'\r' | b'\n'));
    let start = scan::prefix(&bytes[..trimmed], scan::is_blank);
    let start = start + usize::from(bytes.get(start) == Some(&b'|'));
    Cells { bytes: &bytes[..trimmed], at: start }
}

/// The iterator returned by [`cells`].
#[derive(Debug, Clone)]
pub(crate) struct Cells<'t> {
    bytes: &'t [u8],
    at: usize,
}

impl Iterator for Cells<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        if self.at >= self.bytes.len() {
            return None;
        }
        let mut end = self.at;
        while end < self.bytes.len() && self.bytes[end] != b'|' {
            let is_escape = self.bytes[end] == b'\\' && self.bytes.get(end + 1).is_some_and(u8::is_ascii_punctuation);
            end += if is_escape { 2 } else { 1 };
        }
        scan::count(end - self.at + 1);
        let cell = trim(self.bytes, self.at..end.min(self.bytes.len()));
        self.at = end + 1;
        Some(cell)
    }
}

fn trim(bytes: &[u8], range: Range<usize>) -> Range<usize> {
    let start = range.start + scan::prefix(&bytes[range.clone()], scan::is_blank);
    let end = range.end - scan::suffix(&bytes[start..range.end], scan::is_blank);
    start..end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: &[&str]) {
        let found: Vec<_> = cells(line).map(|it| &line[it]).collect();
        assert_eq!(found, expected, "{line:?}");
    }

    #[test]
    fn cells_are_between_pipes() {
        check("| a | b |\n", &["a", "b"]);
        check("a | b", &["a", "b"]);
        check("  | a | b\r\n", &["a", "b"]);
        check("|a||b|", &["a", "", "b"]);
        check("| a |  ", &["a"]);
        check("||", &[""]);
        check("|", &[]);
    }

    #[test]
    fn an_escaped_pipe_is_none() {
        check(r"| a \| b | `c \| d` |", &[r"a \| b", r"`c \| d`"]);
        check(r"| a \\| b |", &[r"a \\", "b"]);
        check(r"| a \", &[r"a \"]);
    }
}
