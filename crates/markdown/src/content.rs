//! The text of a leaf without the markers of its containers, mapped to the source byte by byte.
//!
//! A leaf is given as segments of the source. If they are contiguous, as in most paragraphs, the text is the source
//! itself; otherwise it is assembled in a buffer that the leaves share one after another.

use std::borrow::Cow;
use std::ops::Range;

use crate::scan;
use crate::tree::Span;

/// A range of the source that belongs to a leaf: usually one line with its line ending.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Segment {
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// The number of spaces before the segment that replace a tab which a container consumed in part.
    pub(crate) pad: u8,
}

impl Segment {
    pub(crate) fn new(span: Span) -> Self {
        Self { start: span.start, end: span.end, pad: 0 }
    }
}

/// A mapping of offsets: from `text` on, the text continues the source at `source`.
#[derive(Debug, Clone, Copy)]
struct Piece {
    text: usize,
    source: usize,
}

/// The buffer in which the texts of leaves are assembled.
#[derive(Debug, Default)]
pub(crate) struct Buffer {
    text: String,
    pieces: Vec<Piece>,
}

/// The text of a leaf with its mapping to the source.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Content<'s, 'a> {
    source: &'a str,
    /// The text without the markers of containers.
    pub(crate) text: &'s str,
    pieces: &'s [Piece],
}

impl Buffer {
    /// Returns the text of segments, without blanks and line endings at its end.
    pub(crate) fn load<'s, 'a: 's>(&'s mut self, source: &'a str, segments: &[Segment]) -> Content<'s, 'a> {
        self.pieces.clear();
        let (Some(first), Some(last)) = (segments.first(), segments.last()) else {
            return Content { source, text: "", pieces: &self.pieces };
        };
        if segments.windows(2).all(|pair| pair[0].end == pair[1].start) {
            self.pieces.push(Piece { text: 0, source: first.start });
            let text = trim_end(&source[first.start..last.end]);
            return Content { source, text, pieces: &self.pieces };
        }
        self.text.clear();
        scan::count(segments.iter().map(|it| it.end - it.start).sum());
        for segment in segments {
            self.pieces.push(Piece { text: self.text.len(), source: segment.start });
            self.text.push_str(&source[segment.start..segment.end]);
        }
        Content { source, text: trim_end(&self.text), pieces: &self.pieces }
    }
}

fn trim_end(text: &str) -> &str {
    text.trim_end_matches([' ', '\t', '\n', '\r'])
}

impl<'a> Content<'_, 'a> {
    /// Returns the source span of a range of the text.
    pub(crate) fn span(&self, range: &Range<usize>) -> Span {
        let start = self.start(range.start);
        if range.is_empty() { start..start } else { start..self.end(range.end) }
    }

    /// Returns the source offset of the character at an offset of the text.
    pub(crate) fn start(&self, at: usize) -> usize {
        let piece = self.piece(at);
        piece.source + (at - piece.text)
    }

    /// Returns the source offset of the end of the character before an offset of the text.
    pub(crate) fn end(&self, at: usize) -> usize {
        self.start(at - 1) + 1
    }

    fn piece(&self, at: usize) -> Piece {
        match self.pieces {
            [only] => *only,
            pieces => pieces[pieces.partition_point(|it| it.text <= at) - 1],
        }
    }

    /// Returns a range of the text, borrowed if it is contiguous in the source.
    pub(crate) fn slice(&self, range: &Range<usize>) -> Cow<'a, str> {
        let span = self.span(range);
        if span.len() == range.len() {
            Cow::Borrowed(&self.source[span])
        } else {
            Cow::Owned(self.text[range.clone()].to_owned())
        }
    }

    /// Returns the source text of a span.
    pub(crate) fn source_text(&self, span: &Span) -> &'a str {
        &self.source[span.clone()]
    }

    /// Returns a range of the text that lies on one line.
    pub(crate) fn line(&self, range: &Range<usize>) -> &'a str {
        &self.source[self.span(range)]
    }
}
