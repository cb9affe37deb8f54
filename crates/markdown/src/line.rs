//! A cursor in a line, in bytes and in columns.
//!
//! A tab extends to the next multiple of four columns, and a container may consume a part of it. The cursor does not
//! know the purpose of the columns.

use crate::scan;

/// A position in a line.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cursor<'a> {
    bytes: &'a [u8],
    /// The offset of the next byte.
    pub(crate) at: usize,
    /// The end of the line, without its line ending.
    pub(crate) end: usize,
    /// The beginning of the next line.
    pub(crate) next: usize,
    column: usize,
    /// The columns of the tab at `at` that are consumed already.
    taken: usize,
}

/// The blanks before the next other character.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Indent {
    /// The width of the blanks in columns.
    pub(crate) columns: usize,
    /// The offset of the next other character, or the end of the line.
    pub(crate) to: usize,
}

impl<'a> Cursor<'a> {
    /// Creates a cursor at the line that begins at an offset.
    pub(crate) fn new(source: &'a str, start: usize) -> Self {
        Self::of(source.as_bytes(), start)
    }

    fn of(bytes: &'a [u8], start: usize) -> Self {
        let length = scan::either(&bytes[start..], b'\n', b'\r');
        let end = length.map_or(bytes.len(), |length| start + length);
        let next = match (bytes.get(end), bytes.get(end + 1)) {
            (Some(b'\r'), Some(b'\n')) => end + 2,
            (Some(_), _) => end + 1,
            (None, _) => end,
        };
        Self { bytes, at: start, end, next, column: 0, taken: 0 }
    }

    /// Returns the bytes from the cursor to the end of the line.
    pub(crate) fn rest(&self) -> &'a [u8] {
        &self.bytes[self.at..self.end]
    }

    /// Returns the bytes from an offset to the end of the line.
    pub(crate) fn from(&self, at: usize) -> &'a [u8] {
        &self.bytes[at..self.end]
    }

    /// Returns the byte at an offset, if it is on this line.
    pub(crate) fn byte(&self, at: usize) -> Option<u8> {
        (at < self.end).then(|| self.bytes[at])
    }

    /// Returns true if only blanks are left on the line.
    pub(crate) fn is_blank(&self) -> bool {
        scan::prefix(self.rest(), scan::is_blank) == self.end - self.at
    }

    /// Returns the blanks from the cursor on.
    pub(crate) fn indent(&self) -> Indent {
        let mut column = self.column;
        let mut to = self.at;
        while to < self.end {
            match self.bytes[to] {
                b' ' => column += 1,
                b'\t' => column += 4 - column % 4,
                _ => break,
            }
            to += 1;
        }
        scan::count(to - self.at + 1);
        Indent { columns: column - self.column, to }
    }

    /// Moves to the end of an indent.
    pub(crate) fn skip(&mut self, indent: Indent) {
        self.column += indent.columns;
        self.at = indent.to;
        self.taken = 0;
    }

    /// Moves over bytes that are one column each.
    pub(crate) fn advance(&mut self, bytes: usize) {
        self.at += bytes;
        self.column += bytes;
        self.taken = 0;
    }

    /// Moves to an offset on this line or a later one.
    pub(crate) fn go(&mut self, to: usize) {
        if to <= self.end {
            self.skip(self.indent());
            self.advance(to - self.at);
        } else {
            *self = Self::of(self.bytes, to);
        }
    }

    /// Consumes at most `columns` columns of blanks.
    pub(crate) fn take(&mut self, columns: usize) {
        let goal = self.column + columns;
        while self.at < self.end && self.column < goal {
            let width = match self.bytes[self.at] {
                b' ' => 1,
                b'\t' => 4 - self.column % 4,
                _ => return,
            };
            let taken = width.min(goal - self.column);
            self.column += taken;
            if taken == width {
                self.at += 1;
                self.taken = 0;
            } else {
                self.taken += taken;
            }
        }
    }

    /// Returns the offset of the rest of the line, and the number of spaces before it that replace
    /// a tab consumed in part.
    pub(crate) fn remainder(&self) -> (usize, usize) {
        if self.taken == 0 { (self.at, 0) } else { (self.at + 1, 4 - self.column % 4) }
    }
}
