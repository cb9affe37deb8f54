//! The syntax of a link reference definition, and of the destinations, titles and labels that links have too.

use std::ops::Range;

use crate::scan;

/// More than this no label has.
const LONGEST_LABEL: usize = 999;
/// So many unescaped brackets a destination has open at most.
const DEEPEST_BRACKETS: usize = 32;

/// The parts of a definition, as ranges of the text it was found in.
#[derive(Debug)]
pub(crate) struct Parts {
    pub(crate) label: Range<usize>,
    pub(crate) destination: Range<usize>,
    pub(crate) title: Option<Range<usize>>,
    /// Behind the line ending of its last line.
    pub(crate) end: usize,
}

/// The definition that begins at an offset of a text.
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

/// What is between the brackets, the first of which is at this offset. It may be blank.
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

/// The destination that begins at an offset, without its angle brackets, and its end; or else how far it was looked
/// for.
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

/// The title that begins at an offset, without its quotes, and its end; or else how far it was looked for.
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

/// Where the blanks from an offset on end, among which may be one line ending.
pub(crate) fn blanks(bytes: &[u8], at: usize) -> usize {
    let at = at + scan::prefix(&bytes[at..], scan::is_blank);
    let length = match (bytes.get(at), bytes.get(at + 1)) {
        (Some(b'\r'), Some(b'\n')) => 2,
        (Some(b'\r' | b'\n'), _) => 1,
        _ => return at,
    };
    at + length + scan::prefix(&bytes[at + length..], scan::is_blank)
}

/// The beginning of the next line, if nothing but blanks is before it.
fn line_end(bytes: &[u8], at: usize) -> Option<usize> {
    let end = at + scan::prefix(&bytes[at..], scan::is_blank);
    match (bytes.get(end), bytes.get(end + 1)) {
        (None, _) => Some(end),
        (Some(b'\r'), Some(b'\n')) => Some(end + 2),
        (Some(b'\r' | b'\n'), _) => Some(end + 1),
        _ => None,
    }
}
