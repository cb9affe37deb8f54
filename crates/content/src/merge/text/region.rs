//! A range of lines, split into blocks and blank lines.

use std::ops::Range;

use super::lines::{Kind, Line, Lines};

/// A range of lines of a text.
pub(super) struct Region<'a> {
    /// The text of all lines.
    pub(super) text: &'a str,
    /// The blank lines before the first block.
    pub(super) lead: &'a str,
    pub(super) blocks: Vec<Block<'a>>,
    /// The blank lines after the last block.
    pub(super) tail: &'a str,
    /// True if neither the first nor the last block continues outside.
    pub(super) whole: bool,
}

/// Lines that belong together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Block<'a> {
    pub(super) text: &'a str,
    /// The blank lines after it; `None` for the last one in a region.
    pub(super) gap: Option<&'a str>,
    pub(super) kind: Kind,
}

impl<'a> Region<'a> {
    pub(super) fn new(lines: &Lines<'a>, range: Range<usize>) -> Self {
        let inside = |at| matches!(lines.line(at), Some(Line::Inside(_)));
        let whole = !inside(range.start) && !inside(range.end);
        let lead = blank(lines, range.clone());
        let (mut blocks, mut tail) = (Vec::new(), "");
        let mut at = lead.end;
        while at < range.end {
            let start = at;
            at = (start + 1..range.end).find(|&at| !inside(at)).unwrap_or(range.end);
            let gap = blank(lines, at..range.end);
            let last = gap.end == range.end;
            let kind = match lines.line(start) {
                Some(Line::Start(kind) | Line::Inside(kind)) => kind,
                Some(Line::Blank) | None => Kind::Text,
            };
            let text = lines.text(start..at);
            at = gap.end;
            let gap = lines.text(gap);
            blocks.push(Block { text, gap: (!last).then_some(gap), kind });
            tail = gap;
        }
        Self { text: lines.text(range), lead: lines.text(lead), blocks, tail, whole }
    }
}

impl<'a> Block<'a> {
    /// Returns the text without its last line break, which may be missing at the end of a file.
    pub(super) fn unended(&self) -> &'a str {
        self.text.trim_end_matches(['\n', '\r'])
    }

    /// Returns the indentation of an item in columns; 0 for other blocks, which are not nested.
    pub(super) fn depth(&self) -> usize {
        if self.kind != Kind::Item {
            return 0;
        }
        self.text.bytes().take_while(u8::is_ascii_whitespace).map(|byte| if byte == b'\t' { 4 } else { 1 }).sum()
    }
}

/// Returns the range of blank lines at the start of a range.
fn blank(lines: &Lines<'_>, range: Range<usize>) -> Range<usize> {
    let end = range.clone().find(|&at| lines.line(at) != Some(Line::Blank)).unwrap_or(range.end);
    range.start..end
}
