//! Recognition of lines that start a block. Each function takes a line from its first character that is not blank, and
//! is independent of the context.

use crate::scan;
use crate::tree::{Alignment, Marker};

/// Returns the level of an ATX heading, which is also the length of its opening sequence.
pub(crate) fn heading(line: &[u8]) -> Option<u8> {
    let level = run(line, b'#');
    let ends = line.get(level).is_none_or(|it| matches!(it, b' ' | b'\t'));
    ((1..=6).contains(&level) && ends).then_some(level as u8)
}

/// Returns the byte range of an ATX heading's text, without its sequences of `#` and blanks.
pub(crate) fn heading_text(line: &[u8], level: u8) -> (usize, usize) {
    let start = usize::from(level) + blanks(&line[usize::from(level)..]);
    let end = trimmed(line).max(start);
    let marks = scan::suffix(&line[start..end], |it| it == b'#');
    let before = end - marks;
    let is_closing = before == start || matches!(line[before - 1], b' ' | b'\t');
    let end = if is_closing { start + trimmed(&line[start..before]) } else { end };
    (start, end)
}

/// Returns the level of a setext heading underline.
pub(crate) fn underline(line: &[u8]) -> Option<u8> {
    let mark = *line.first()?;
    let level = match mark {
        b'=' => 1,
        b'-' => 2,
        _ => return None,
    };
    let length = run(line, mark);
    is_blank(&line[length..]).then_some(level)
}

/// Returns true if a line is a thematic break.
pub(crate) fn is_break(line: &[u8]) -> bool {
    let Some(mark @ (b'*' | b'-' | b'_')) = line.first().copied() else { return false };
    let mut marks = 0;
    for byte in line {
        scan::count(1);
        match *byte {
            b' ' | b'\t' => {}
            it if it == mark => marks += 1,
            _ => return false,
        }
    }
    marks >= 3
}

/// Returns the length of an opening code fence.
pub(crate) fn fence(line: &[u8]) -> Option<usize> {
    let mark @ (b'`' | b'~') = *line.first()? else { return None };
    let length = run(line, mark);
    let is_code_span = mark == b'`' && scan::first(&line[length..], |it| it == b'`').is_some();
    (length >= 3 && !is_code_span).then_some(length)
}

/// Returns true if a line is the closing fence for an opening one of this mark and length.
pub(crate) fn closes_fence(line: &[u8], mark: u8, length: usize) -> bool {
    let marks = run(line, mark);
    marks >= length && is_blank(&line[marks..])
}

/// Returns true if a line is a `$$` that opens or closes a formula.
pub(crate) fn is_math(line: &[u8]) -> bool {
    line.starts_with(b"$$") && is_blank(&line[2..])
}

/// Returns the marker of a list item and the marker's length.
pub(crate) fn item(line: &[u8]) -> Option<(Marker, usize)> {
    let (marker, length) = match *line.first()? {
        bullet @ (b'*' | b'-' | b'+') => (Marker::Bullet(char::from(bullet)), 1),
        b'0'..=b'9' => number(line)?,
        _ => return None,
    };
    line.get(length).is_none_or(|it| matches!(it, b' ' | b'\t')).then_some((marker, length))
}

fn number(line: &[u8]) -> Option<(Marker, usize)> {
    let digits = line.iter().take(10).take_while(|it| it.is_ascii_digit()).count();
    if digits > 9 {
        return None;
    }
    let delimiter @ (b'.' | b')') = *line.get(digits)? else { return None };
    let start = line[..digits].iter().fold(0, |number, digit| number * 10 + u32::from(digit - b'0'));
    Some((Marker::Number { start, delimiter: char::from(delimiter) }, digits + 1))
}

/// Returns the length of the `[^label]:` at the beginning of a line.
pub(crate) fn footnote(line: &[u8]) -> Option<usize> {
    let label = line.strip_prefix(b"[^")?;
    let length = scan::first(label, |it| matches!(it, b'[' | b']') || it.is_ascii_whitespace())?;
    (length > 0 && label[length..].starts_with(b"]:")).then_some(length + 4)
}

/// Returns the column alignments of a table's delimiter row.
pub(crate) fn alignments(line: &[u8]) -> Option<Vec<Alignment>> {
    if scan::first(line, |it| !matches!(it, b'|' | b':' | b'-' | b' ' | b'\t')).is_some() {
        return None;
    }
    let line = &line[..trimmed(line)];
    let line = line.strip_prefix(b"|").unwrap_or(line);
    let line = line.strip_suffix(b"|").unwrap_or(line);
    line.split(|it| *it == b'|').map(alignment).collect()
}

fn alignment(cell: &[u8]) -> Option<Alignment> {
    let cell = cell.trim_ascii();
    let (is_left, cell) = cell.strip_prefix(b":").map_or((false, cell), |rest| (true, rest));
    let (is_right, cell) = cell.strip_suffix(b":").map_or((false, cell), |rest| (true, rest));
    if cell.is_empty() || run(cell, b'-') < cell.len() {
        return None;
    }
    Some(match (is_left, is_right) {
        (true, true) => Alignment::Center,
        (true, false) => Alignment::Left,
        (false, true) => Alignment::Right,
        (false, false) => Alignment::None,
    })
}

/// Returns true if a text consists of blanks.
pub(crate) fn is_blank(line: &[u8]) -> bool {
    scan::prefix(line, scan::is_blank) == line.len()
}

/// Returns how many times a byte is repeated at the beginning of a line.
fn run(line: &[u8], byte: u8) -> usize {
    scan::prefix(line, |it| it == byte)
}

fn blanks(line: &[u8]) -> usize {
    scan::prefix(line, scan::is_blank)
}

/// Returns the length of a line without the blanks at its end.
fn trimmed(line: &[u8]) -> usize {
    line.len() - scan::suffix(line, scan::is_blank)
}
