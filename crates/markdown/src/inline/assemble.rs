//! Assembly of the tree of inlines from the pieces of a leaf.
//!
//! Open emphasis and links are kept on a stack while their children are collected, so nothing here recurses. Emphasis
//! that is nested too deep becomes text.

use std::borrow::Cow;
use std::ops::Range;

use crate::content::Content;
use crate::inline::emphasis::{Match, Run};
use crate::inline::{DEEPEST, Opening, Piece, PieceKind};
use crate::scan;
use crate::tree::{Inline, InlineKind, Link, Span};

/// An inline whose end is not reached yet.
struct Open<'a> {
    /// The offset in the text at which it begins.
    start: usize,
    kind: OpenKind<'a>,
    /// The preceding siblings; empty for emphasis that is too deep, which collects no children of its own.
    before: Vec<Inline<'a>>,
}

enum OpenKind<'a> {
    Emphasis { mark: u8, length: usize },
    TooDeep { length: usize },
    Link(Box<Opening<'a>>),
}

/// A text inline that may still be extended.
struct Text {
    span: Span,
    /// The decoded text, if it differs from the source.
    decoded: Option<String>,
}

struct Assembler<'s, 'a> {
    content: Content<'s, 'a>,
    children: Vec<Inline<'a>>,
    open: Vec<Open<'a>>,
    text: Option<Text>,
}

/// Assembles the pieces of a text into inlines.
pub(super) fn assemble<'a>(
    content: Content<'_, 'a>,
    pieces: &mut Vec<Piece<'a>>,
    runs: &[Run],
    matches: &[Match],
) -> Vec<Inline<'a>> {
    let mut assembler = Assembler { content, children: Vec::new(), open: Vec::new(), text: None };
    for Piece { range, kind } in pieces.drain(..) {
        scan::count(1);
        match kind {
            PieceKind::Text | PieceKind::Open(None) => assembler.text(range),
            PieceKind::Decoded(text) => assembler.decoded(range, &text),
            PieceKind::Escaped => assembler.decoded(range.clone(), &content.text[range.start + 1..range.end]),
            PieceKind::Whole(kind) => assembler.whole(range, kind),
            PieceKind::Run(run) => assembler.run(range, &runs[run], matches),
            PieceKind::Open(Some(opening)) => assembler.open(range.start, OpenKind::Link(opening)),
            PieceKind::Close => assembler.close(range),
        }
    }
    assembler.end_text();
    assembler.children
}

impl<'a> Assembler<'_, 'a> {
    fn text(&mut self, range: Range<usize>) {
        let span = self.content.span(&range);
        let is_literal = span.len() == range.len();
        match &mut self.text {
            Some(text) if text.decoded.is_none() && is_literal && text.span.end == span.start => {
                text.span.end = span.end;
            }
            None if is_literal => self.text = Some(Text { span, decoded: None }),
            _ => {
                let text = &self.content.text[range.clone()];
                self.decoded(range, text);
            }
        }
    }

    fn decoded(&mut self, range: Range<usize>, meaning: &str) {
        let span = self.content.span(&range);
        let source = self.content;
        let text = self.text.get_or_insert(Text { span: span.start..span.start, decoded: None });
        let decoded = text.decoded.get_or_insert_with(|| source.source_text(&text.span).to_owned());
        decoded.push_str(meaning);
        text.span.end = span.end;
    }

    fn end_text(&mut self) {
        if let Some(Text { span, decoded }) = self.text.take() {
            let text = decoded.map_or_else(|| Cow::Borrowed(self.content.source_text(&span)), Cow::Owned);
            self.children.push(Inline { span, kind: InlineKind::Text(text) });
        }
    }

    fn whole(&mut self, range: Range<usize>, kind: InlineKind<'a>) {
        self.end_text();
        self.children.push(Inline { span: self.content.span(&range), kind });
    }

    /// Processes a delimiter run: first what it closes, then its unmatched rest as text, then
    /// what it opens, outermost first.
    fn run(&mut self, range: Range<usize>, run: &Run, matches: &[Match]) {
        let mut at = range.start;
        for _ in 0..run.closes {
            let length = match self.open.last().map(|it| &it.kind) {
                Some(OpenKind::Emphasis { length, .. } | OpenKind::TooDeep { length }) => *length,
                _ => 0,
            };
            self.close(at..at + length);
            at += length;
        }
        if run.left > 0 {
            self.text(at..at + run.left);
            at += run.left;
        }
        let mut next = run.opens;
        while let Some(found) = next {
            let Match { length, inner } = matches[found];
            if self.open.len() < DEEPEST {
                self.open(at, OpenKind::Emphasis { mark: run.mark, length });
            } else {
                self.text(at..at + length);
                self.open.push(Open { start: at, kind: OpenKind::TooDeep { length }, before: Vec::new() });
            }
            at += length;
            next = inner;
        }
    }

    fn open(&mut self, start: usize, kind: OpenKind<'a>) {
        self.end_text();
        let before = std::mem::take(&mut self.children);
        self.open.push(Open { start, kind, before });
    }

    /// Closes the innermost open inline with the mark at a range.
    fn close(&mut self, range: Range<usize>) {
        let Some(open) = self.open.pop() else { return };
        let wrap: fn(Vec<Inline<'a>>) -> InlineKind<'a> = match open.kind {
            OpenKind::TooDeep { .. } => return self.text(range),
            OpenKind::Link(opening) => return self.close_link(open.start..range.end, *opening, open.before),
            OpenKind::Emphasis { mark: b'~', .. } => InlineKind::Strikethrough,
            OpenKind::Emphasis { length: 2, .. } => InlineKind::Strong,
            OpenKind::Emphasis { .. } => InlineKind::Emphasis,
        };
        self.end_text();
        let children = std::mem::replace(&mut self.children, open.before);
        self.children.push(Inline { span: self.content.span(&(open.start..range.end)), kind: wrap(children) });
    }

    fn close_link(&mut self, range: Range<usize>, opening: Opening<'a>, before: Vec<Inline<'a>>) {
        self.end_text();
        let content = std::mem::replace(&mut self.children, before);
        let link = Box::new(Link { target: opening.target, content });
        let kind = if opening.is_image { InlineKind::Image(link) } else { InlineKind::Link(link) };
        self.children.push(Inline { span: self.content.span(&range), kind });
    }
}
