//! Parsing of link reference definitions, and of the destinations, titles and labels that inline links share with them.

use std::ops::Range;

use crate::scan;

/// The longest label, in bytes.
const LONGEST_LABEL: usize = 999;
/// The greatest nesting depth of unescaped parentheses in a destination without angle brackets.
const DEEPEST_BRACKETS: usize = 32;

/// The parts of a link reference definition, as byte ranges of the parsed text.
#[derive(Debug)]
pub(crate) struct Parts {
    pub(crate) label: Range<usize>,
    pub(crate) destination: Range<usize>,
    pub(crate) title: Option<Range<usize>>,
    /// The offset after the line ending of the definition's last line.
    pub(crate) end: usize,
}

/// Parses the link reference definition at an offset of a text.
pub(crate) fn definition(text: &str, at: usize) -> Option<Parts> {
    let bytes = text.as_bytes();
    let label = label(bytes, at)?;
    if bytes.get(label.end + 1) != Some(&b':') || text[label.clone()].trim().is_empty() {
        return None;
    }
    let (destination, behind) = destination(bytes, blanks(bytes, label.end + 2)).ok()?;
    let bare_end = line_end(bytes, behind);
    let title_at = blanks(bytes, behind);
    let titled = (title_at > behind).then(|| title(bytes, title_at).ok()).flatten();
    let titled = titled.and_then(|(title, behind)| Some((title, line_end(bytes, behind)?)));
    match (titled, bare_end) {
        (Some((title, end)), _) => Some(Parts { label, destination, title: Some(title), end }),
        (None, Some(end)) => Some(Parts { label, destination, title: None, end }),
        (None, None) => None,
    }
}

/// Returns the range between the brackets of a label, the first of which is at an offset. The label may be blank.
pub(crate) fn label(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    if bytes.get(at) != Some(&b'[') {
        return None;
    }
    let start = at + 1;
    let mut end = start;
    while end - start <= LONGEST_LABEL {
        scan::count(1);
        match bytes.get(end)? {
            b']' => return Some(start..end),
            b'[' => return None,
            b'\\' => end += 2,
            _ => end += 1,
        }
    }
    None
}

/// Parses the link destination at an offset, and returns its range without angle brackets and the offset after it. The
/// error is the offset up to which bytes were examined.
pub(crate) fn destination(bytes: &[u8], at: usize) -> Result<(Range<usize>, usize), usize> {
    if bytes.get(at) == Some(&b'<') { angled(bytes, at) } else { plain(bytes, at) }
}

fn angled(bytes: &[u8], at: usize) -> Result<(Range<usize>, usize), usize> {
    let mut end = at + 1;
    loop {
        scan::count(1);
        match bytes.get(end) {
            Some(b'>') => return Ok((at + 1..end, end + 1)),
            Some(b'\\') if is_punctuation(bytes, end + 1) => end += 2,
            None | Some(b'\n' | b'\r' | b'<') => return Err(end),
            _ => end += 1,
        }
    }
}

fn plain(bytes: &[u8], at: usize) -> Result<(Range<usize>, usize), usize> {
    let mut end = at;
    let mut open = 0;
    while let Some(byte) = bytes.get(end) {
        scan::count(1);
        match byte {
            b'\\' if is_punctuation(bytes, end + 1) => end += 1,
            b'(' if open == DEEPEST_BRACKETS => return Err(end),
            b'(' => open += 1,
            b')' if open == 0 => break,
            b')' => open -= 1,
            0..=b' ' | 0x7f => break,
            _ => {}
        }
        end += 1;
    }
    if end == at || open > 0 { Err(end) } else { Ok((at..end, end)) }
}

/// Parses the link title at an offset, and returns its range without quotes and the offset after it. The error is the
/// offset up to which bytes were examined.
pub(crate) fn title(bytes: &[u8], at: usize) -> Result<(Range<usize>, usize), usize> {
    let close = match bytes.get(at) {
        Some(quote @ (b'"' | b'\'')) => *quote,
        Some(b'(') => b')',
        _ => return Err(at),
    };
    let mut end = at + 1;
    loop {
        scan::count(1);
        match bytes.get(end) {
            Some(byte) if *byte == close => return Ok((at + 1..end, end + 1)),
            Some(b'\\') if is_punctuation(bytes, end + 1) => end += 2,
            Some(b'(') if close == b')' => return Err(end),
            Some(_) => end += 1,
            None => return Err(end),
        }
    }
}

fn is_punctuation(bytes: &[u8], at: usize) -> bool {
    bytes.get(at).is_some_and(u8::is_ascii_punctuation)
}

/// Returns the offset after the blanks from an offset on, which may include one line ending.
pub(crate) fn blanks(bytes: &[u8], at: usize) -> usize {
    let at = at + scan::prefix(&bytes[at..], scan::is_blank);
    let length = match (bytes.get(at), bytes.get(at + 1)) {
        (Some(b'\r'), Some(b'\n')) => 2,
        (Some(b'\r' | b'\n'), _) => 1,
        _ => return at,
    };
    at + length + scan::prefix(&bytes[at + length..], scan::is_blank)
}

/// Returns the offset of the next line if only blanks are left on this one, at the end of the text its length.
fn line_end(bytes: &[u8], at: usize) -> Option<usize> {
    let end = at + scan::prefix(&bytes[at..], scan::is_blank);
    match (bytes.get(end), bytes.get(end + 1)) {
        (None, _) => Some(end),
        (Some(b'\r'), Some(b'\n')) => Some(end + 2),
        (Some(b'\r' | b'\n'), _) => Some(end + 1),
        _ => None,
    }
}
