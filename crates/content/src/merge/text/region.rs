//! A range of lines, split into blocks and blank lines.

use std::ops::Range;

use super::headings::level;
use super::lines::{Kind, Line, Lines, columns};

/// A range of lines of a text.
pub(super) struct Region<'a> {
    /// The range of lines in the text of the side.
    pub(super) lines: Range<usize>,
    /// The text of all lines.
    pub(super) text: &'a str,
    /// The blank lines before the first block.
    pub(super) lead: &'a str,
    pub(super) blocks: Vec<Block<'a>>,
    /// The blank lines after the last block.
    pub(super) tail: &'a str,
    /// True if neither the first nor the last block continues outside.
    pub(super) whole: bool,
    /// The block before the range.
    pub(super) before: Option<Block<'a>>,
    /// The block after the range.
    pub(super) after: Option<Block<'a>>,
    /// The first line after the last block.
    tail_at: usize,
}

/// Lines that belong together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Block<'a> {
    pub(super) text: &'a str,
    /// The blank lines after it; `None` for the last one in a region.
    pub(super) gap: Option<&'a str>,
    /// The kind of the next block in the region, for which the gap is.
    pub(super) next: Option<Kind>,
    pub(super) kind: Kind,
    /// Its first line.
    at: usize,
}

/// The blocks that tables are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tables {
    /// Each row is a block.
    Rows,
    /// Each table is a block.
    Whole,
}

impl<'a> Region<'a> {
    pub(super) fn new(lines: &Lines<'a>, range: Range<usize>, tables: Tables) -> Self {
        let inside = |at| matches!(lines.line(at), Some(Line::Inside(_)));
        let whole = !inside(range.start) && !inside(range.end);
        let lead = blank(lines, range.clone());
        let (mut blocks, mut tail, mut tail_at) = (Vec::new(), "", lead.end);
        let mut at = lead.end;
        while at < range.end {
            let mut block = block(lines, at, range.end, tables);
            tail_at = at + block.text.split_inclusive('\n').count();
            let gap = blank(lines, tail_at..range.end);
            (at, tail) = (gap.end, lines.text(gap.clone()));
            if gap.end != range.end {
                block.gap = Some(tail);
                block.next = Some(block_kind(lines, gap.end, tables));
            }
            blocks.push(block);
        }
        let (before, after) = (lines.start_before(range.start), lines.said_from(range.end));
        let [before, after] = [before, after].map(|at| at.map(|at| block(lines, at, at + 1, Tables::Rows)));
        let (text, lead) = (lines.text(range.clone()), lines.text(lead));
        Self { lines: range, text, lead, blocks, tail, whole, before, after, tail_at }
    }

    /// Returns the lines of a range of blocks, with the blank lines after each but the last block of the region.
    pub(super) fn lines_of(&self, blocks: Range<usize>) -> Range<usize> {
        self.line_of(blocks.start)..self.line_of(blocks.end)
    }

    fn line_of(&self, block: usize) -> usize {
        self.blocks.get(block).map_or(self.tail_at, |block| block.at)
    }
}

/// Returns the block that begins at a line and ends before another, without the gap after it.
fn block<'a>(lines: &Lines<'a>, start: usize, end: usize, tables: Tables) -> Block<'a> {
    let kind = block_kind(lines, start, tables);
    let is_table = kind == Kind::Table;
    let goes_on = |at: &usize| match lines.line(*at) {
        Some(Line::Inside(_)) => true,
        Some(Line::Start(Kind::Row)) => is_table,
        _ => false,
    };
    let end = (start + 1..end).find(|at| !goes_on(at)).unwrap_or(end);
    Block { text: lines.text(start..end), gap: None, next: None, kind, at: start }
}

/// Returns the kind of the block that begins at a line.
fn block_kind(lines: &Lines<'_>, start: usize, tables: Tables) -> Kind {
    match lines.line(start) {
        Some(Line::Start(Kind::Head) | Line::Inside(Kind::Head)) if tables == Tables::Whole => Kind::Table,
        Some(Line::Start(kind) | Line::Inside(kind)) => kind,
        Some(Line::Blank) | None => Kind::Text,
    }
}

impl<'a> Block<'a> {
    /// Returns the block with other blank lines after it, which are for a block of a kind.
    pub(super) fn with_gap(self, (gap, next): (Option<&'a str>, Option<Kind>)) -> Self {
        Self { gap, next, ..self }
    }

    /// Returns the blank lines after it, if they are for a block of a kind.
    pub(super) fn gap_before(&self, next: Option<Kind>) -> Option<&'a str> {
        self.gap.filter(|_| self.next == next)
    }

    /// Returns the text without its last line break, which may be missing at the end of a file.
    pub(super) fn unended(&self) -> &'a str {
        self.text.trim_end_matches(['\n', '\r'])
    }

    /// Returns the indentation of an item in columns; 0 for other blocks, which are not nested.
    pub(super) fn depth(&self) -> usize {
        if self.kind == Kind::Item { columns(self.text) } else { 0 }
    }

    /// Returns the level of a heading.
    pub(super) fn level(&self) -> Option<usize> {
        (self.kind == Kind::Heading).then(|| level(self.text))
    }
}

/// Returns the range of blank lines at the start of a range.
fn blank(lines: &Lines<'_>, range: Range<usize>) -> Range<usize> {
    let end = range.clone().find(|&at| lines.line(at) != Some(Line::Blank)).unwrap_or(range.end);
    range.start..end
}
