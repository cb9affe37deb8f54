//! Paragraphs: spans as lines of a width.
//!
//! Lines are filled one after the other; a piece that is wider than a line is cut anywhere. Within a line, pieces stand in
//! the order that the Unicode Bidirectional Algorithm gives them.

use std::rc::Rc;

use quire_content::document::model::Node;

use crate::composer::Composer;
use crate::pieces::Piece;
use crate::rows::{Item, Mark, MarkKind, Row, Run};
use crate::shape::{Glyph, Shaped};
use crate::spans::{Alignment, InlinePicture, Linked, Setting, Shown, Span};
use crate::structure::{PartKind, Tag};
use crate::style::{FAINT, Style};

impl Composer<'_, '_> {
    /// Lays out inline nodes as a paragraph that is a part of this kind.
    pub(crate) fn text(&mut self, nodes: &[Node], style: Style, setting: Setting, kind: PartKind) -> Vec<Item> {
        self.within(kind, |it, tag| {
            let spans = it.spans(nodes, style, setting.width);
            it.paragraph(&spans, setting, Some(tag))
        })
    }

    /// Lays out plain text as a paragraph that is a part of this kind.
    pub(crate) fn plain(&mut self, text: &str, style: Style, setting: Setting, kind: PartKind) -> Vec<Item> {
        self.within(kind, |it, tag| it.paragraph(&[Span::new(text, style)], setting, Some(tag)))
    }

    /// Lays out text without a part in the structure.
    pub(crate) fn ornament(&mut self, text: &str, style: Style, setting: Setting) -> Vec<Item> {
        self.paragraph(&[Span::new(text, style)], setting, None)
    }

    /// Lays out spans as lines; the rows of short paragraphs stay together, and no line stands alone.
    pub(crate) fn paragraph(&mut self, spans: &[Span], setting: Setting, tag: Option<Tag>) -> Vec<Item> {
        let (pieces, right_to_left) = self.pieces(spans, setting.verbatim);
        let lines = self.lines(pieces, spans, setting);
        let count = lines.len();
        let rows = lines.into_iter().enumerate().map(|(n, line)| {
            let mut row = self.line(line, spans, setting, right_to_left, tag, n);
            row.keep = !setting.verbatim && count > 1 && (n == 0 || n + 2 == count);
            Item::Row(row)
        });
        rows.collect()
    }

    /// Fills lines with pieces.
    fn lines(&mut self, pieces: Vec<Piece>, spans: &[Span], setting: Setting) -> Vec<Vec<Piece>> {
        let mut lines = Vec::new();
        let mut line: Vec<Piece> = Vec::new();
        let (mut width, mut last_break) = (0.0, 0);
        let mut queue: std::collections::VecDeque<Piece> = pieces.into();
        while let Some(piece) = queue.pop_front() {
            let room = setting.width - if lines.is_empty() { 0.0 } else { setting.hanging };
            if width + piece.width - piece.trailing > room + 0.05 && !line.is_empty() {
                if last_break > 0 {
                    // Back to the last place where the line may break.
                    let rest = line.split_off(last_break);
                    queue.push_front(piece);
                    rest.into_iter().rev().for_each(|piece| queue.push_front(piece));
                } else if piece.width > room * 0.5 && piece.shaped.is_some() {
                    let (head, tail) = self.cut(piece, spans, room - width);
                    line.extend(head);
                    tail.into_iter().for_each(|piece| queue.push_front(piece));
                } else {
                    queue.push_front(piece);
                }
                lines.push(std::mem::take(&mut line));
                (width, last_break) = (0.0, 0);
                continue;
            }
            if piece.width - piece.trailing > room + 0.05 && piece.shaped.is_some() {
                let (head, tail) = self.cut(piece, spans, room);
                if let Some(head) = head
                    && !tail.is_empty()
                {
                    lines.push(vec![head]);
                    tail.into_iter().for_each(|piece| queue.push_front(piece));
                    (width, last_break) = (0.0, 0);
                    continue;
                } else if let Some(piece) = tail.into_iter().next() {
                    line.push(piece);
                    lines.push(std::mem::take(&mut line));
                    (width, last_break) = (0.0, 0);
                }
                continue;
            }
            width += piece.width;
            let (may, must) = (piece.may_break, piece.must_break);
            line.push(piece);
            if must {
                lines.push(std::mem::take(&mut line));
                (width, last_break) = (0.0, 0);
            } else if may {
                last_break = line.len();
            }
        }
        if !line.is_empty() {
            lines.push(line);
        }
        lines
    }

    /// Draws a line.
    fn line(
        &mut self,
        mut pieces: Vec<Piece>,
        spans: &[Span],
        setting: Setting,
        right_to_left: bool,
        tag: Option<Tag>,
        number: usize,
    ) -> Row {
        let trailing = pieces.last().map_or(0.0, |piece| piece.trailing);
        let width: f32 = pieces.iter().map(|piece| piece.width).sum::<f32>() - trailing;
        let (mut above, mut below) = (0.0_f32, 0.0_f32);
        for picture in pieces.iter().filter(|it| it.shaped.is_none()).filter_map(|it| spans[it.span].picture.as_ref()) {
            above = above.max(picture.height - picture.below);
            below = below.max(picture.below);
        }
        let usual = setting.size * setting.leading;
        let base = (usual * 0.5 + setting.size * 0.36).max(above + 2.0);
        let height = (base + (usual * 0.5 - setting.size * 0.36)).max(base + below + 2.0);
        reorder(&mut pieces);
        let indent = if number == 0 { 0.0 } else { setting.hanging };
        let free = (setting.width - indent - width).max(0.0);
        let mut x = indent
            + match (setting.align, right_to_left) {
                (Alignment::Center, _) => free / 2.0,
                (Alignment::Right, _) | (Alignment::Start, true) | (Alignment::End, false) => free,
                (Alignment::Left, _) | (Alignment::Start, false) | (Alignment::End, true) => 0.0,
            };
        if right_to_left {
            x -= trailing.min(x);
        }
        let mut row = Row { height, ..Row::default() };
        let mut links: Vec<(Rc<Linked>, f32, f32)> = Vec::new();
        let mut runs: Vec<(f32, f32, Option<Tag>, Run, usize)> = Vec::new();
        for piece in &pieces {
            let span = &spans[piece.span];
            let part = span.link.as_ref().map(|link| link.tag).or(span.tag).or(tag);
            let shown = piece.width - if x + piece.width > width + indent + free { piece.trailing } else { 0.0 };
            self.behind(&mut row, span, x, base, shown);
            if let Some(link) = &span.link {
                match links.last_mut() {
                    Some((last, _, end)) if Rc::ptr_eq(last, link) => *end = x + shown,
                    _ => links.push((link.clone(), x, x + shown)),
                }
            }
            match (&piece.shaped, &span.picture) {
                (Some(shaped), _) => add(&mut runs, x, base - span.style.rise, part, shaped, piece.span, &span.style),
                (None, Some(InlinePicture { shown: Shown::Formula(marks), .. })) => {
                    let moved = |mark: &Mark| Mark { x: mark.x + x + 0.5, y: mark.y + base, ..mark.clone() };
                    row.marks.extend(marks.iter().map(moved));
                }
                (None, Some(InlinePicture { shown: Shown::Picture(picture), width, height, below })) => {
                    let kind = MarkKind::Picture { width: *width, height: *height, picture: picture.clone() };
                    row.marks.push(Mark { x: x + 0.5, y: base + below - height, tag: part, kind });
                }
                (None, None) => {}
            }
            x += piece.width;
        }
        for (x, y, tag, run, _) in runs {
            row.marks.push(Mark { x, y, tag, kind: MarkKind::Text(Rc::new(run)) });
        }
        for (link, from, to) in links {
            let kind = MarkKind::Link {
                width: to - from,
                height: usual.min(height),
                target: link.target.clone(),
                alt: link.alt.clone(),
            };
            row.marks.push(Mark { x: from, y: base - setting.size * 1.1, tag: Some(link.tag), kind });
        }
        row
    }

    /// Draws what is behind a piece of text, and the lines through and under it.
    fn behind(&self, row: &mut Row, span: &Span, x: f32, base: f32, width: f32) {
        let style = &span.style;
        let top = base - style.size * 0.98;
        if let Some(color) = style.back {
            let kind = MarkKind::Fill { width: width + 0.4, height: style.size * 1.32, color, radius: 0.0 };
            row.marks.push(Mark::ornament(x - 0.2, top, kind));
        }
        if style.framed {
            let kind =
                MarkKind::Frame { width: width + 2.0, height: style.size * 1.35, color: FAINT, line: 0.6, radius: 2.0 };
            row.marks.push(Mark::ornament(x - 1.0, top, kind));
        }
        let mut line = |y: f32| {
            let kind = MarkKind::Line { dx: width, dy: 0.0, color: style.color, line: style.size * 0.06 };
            row.marks.push(Mark::ornament(x, y, kind));
        };
        if style.strike {
            line(base - style.size * 0.3);
        }
        if style.underline {
            line(base + style.size * 0.14);
        }
    }
}

/// Adds glyphs to the last run, if that goes on in the same way.
fn add(
    runs: &mut Vec<(f32, f32, Option<Tag>, Run, usize)>,
    x: f32,
    y: f32,
    tag: Option<Tag>,
    shaped: &Shaped,
    span: usize,
    style: &Style,
) {
    let goes_on = runs.last().is_some_and(|(_, other, part, run, from)| {
        run.face == shaped.face && *from == span && *other == y && *part == tag && run.size == style.size
    });
    if !goes_on {
        let run =
            Run { face: shaped.face, size: style.size, color: style.color, text: String::new(), glyphs: Vec::new() };
        runs.push((x, y, tag, run, span));
    }
    let Some((.., run, _)) = runs.last_mut() else { return };
    let offset = run.text.len() as u32;
    run.text.push_str(&shaped.text);
    let moved = |glyph: &Glyph| Glyph { start: glyph.start + offset, end: glyph.end + offset, ..*glyph };
    run.glyphs.extend(shaped.glyphs.iter().map(moved));
}

/// Puts the pieces of a line into the order in which they are seen (rule L2).
fn reorder(pieces: &mut [Piece]) {
    let numbers = || pieces.iter().map(|piece| piece.level.number());
    let (Some(highest), Some(lowest)) = (numbers().max(), numbers().filter(|level| level % 2 == 1).min()) else {
        return;
    };
    for level in (lowest..=highest).rev() {
        let mut at = 0;
        while at < pieces.len() {
            let length = pieces[at..].iter().take_while(|piece| piece.level.number() >= level).count();
            pieces[at..at + length].reverse();
            at += length.max(1);
        }
    }
}
