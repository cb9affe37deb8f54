//! Paragraphs: pieces of styled text as lines of a width.
//!
//! Text is cut where a line may break, and where font, style or direction change. Lines are filled one after the other; a
//! piece that is wider than a line is cut anywhere. Within a line, pieces stand in the order that the Unicode
//! Bidirectional Algorithm gives them.

use std::rc::Rc;

use unicode_bidi::{BidiInfo, Level};
use unicode_linebreak::{BreakOpportunity, linebreaks};

use crate::composer::Composer;
use crate::picture::Picture;
use crate::rows::{Item, Mark, MarkKind, Row, Run, Target};
use crate::shape::Shaped;
use crate::structure::Tag;
use crate::style::{FAINT, LEADING, Style};

/// The character that stands for a picture in a line.
const OBJECT: char = '\u{FFFC}';
/// The longest text of one paragraph, in bytes; more is cut off.
const MOST_BYTES: usize = 400_000;

/// A piece of text in one style, or a picture in a line.
#[derive(Debug, Clone)]
pub(crate) struct Span {
    pub(crate) text: String,
    pub(crate) style: Style,
    pub(crate) link: Option<Rc<Linked>>,
    pub(crate) picture: Option<InlinePicture>,
    /// The part of the structure, if that is another one than the paragraph's.
    pub(crate) tag: Option<Tag>,
}

/// A link around pieces.
#[derive(Debug)]
pub(crate) struct Linked {
    pub(crate) target: Rc<Target>,
    pub(crate) alt: Rc<str>,
    pub(crate) tag: Tag,
}

/// A picture in a line.
#[derive(Debug, Clone)]
pub(crate) struct InlinePicture {
    pub(crate) picture: Picture,
    pub(crate) width: f32,
    pub(crate) height: f32,
    /// The distance of its lower edge below the base line.
    pub(crate) below: f32,
}

impl Span {
    pub(crate) fn new(text: impl Into<String>, style: Style) -> Self {
        Self { text: text.into(), style, link: None, picture: None, tag: None }
    }

    pub(crate) fn picture(picture: InlinePicture, style: Style) -> Self {
        Self { text: OBJECT.to_string(), style, link: None, picture: Some(picture), tag: None }
    }
}

/// The alignment of lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Alignment {
    /// At the side where the text begins.
    #[default]
    Start,
    Left,
    Center,
    Right,
    End,
}

/// The options for laying out a paragraph.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Setting {
    pub(crate) width: f32,
    pub(crate) size: f32,
    pub(crate) leading: f32,
    pub(crate) align: Alignment,
    /// The distance of all lines but the first from the edge.
    pub(crate) hanging: f32,
    /// True if white space is kept as it is, as in code.
    pub(crate) verbatim: bool,
}

impl Setting {
    pub(crate) fn new(width: f32, size: f32) -> Self {
        Self { width, size, leading: LEADING, align: Alignment::Start, hanging: 0.0, verbatim: false }
    }
}

/// A piece that is never broken.
struct Piece {
    span: usize,
    shaped: Option<Rc<Shaped>>,
    width: f32,
    /// The width of the white space at its end.
    trailing: f32,
    level: Level,
    may_break: bool,
    must_break: bool,
}

impl Composer<'_, '_> {
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

    /// Returns the width of the widest piece and that of all text in one line.
    pub(crate) fn measure(&mut self, spans: &[Span]) -> (f32, f32) {
        let (pieces, _) = self.pieces(spans, false);
        let (mut widest, mut line, mut longest, mut unbroken) = (0.0_f32, 0.0_f32, 0.0_f32, 0.0_f32);
        for piece in &pieces {
            unbroken += piece.width;
            line += piece.width;
            widest = widest.max(unbroken - piece.trailing);
            longest = longest.max(line - piece.trailing);
            if piece.may_break || piece.must_break {
                unbroken = 0.0;
            }
            if piece.must_break {
                line = 0.0;
            }
        }
        (widest, longest)
    }

    /// Cuts spans into pieces.
    fn pieces(&mut self, spans: &[Span], verbatim: bool) -> (Vec<Piece>, bool) {
        let mut text = String::new();
        let mut ends = Vec::with_capacity(spans.len());
        for span in spans {
            let room = MOST_BYTES.saturating_sub(text.len());
            let end = span.text.floor_char_boundary(room);
            text.push_str(&span.text[..end]);
            ends.push(text.len());
        }
        let is_both = text.chars().any(is_right_to_left);
        let bidi = is_both.then(|| BidiInfo::new(&text, None));
        let right_to_left = bidi.as_ref().and_then(|bidi| bidi.paragraphs.first()).is_some_and(|it| it.level.is_rtl());
        let language = self.language_of(&text);
        let mut breaks = linebreaks(&text).peekable();
        let mut pieces = Vec::new();
        let mut span = 0;
        let mut start = 0;
        let mut face = None;
        let mut replaced = String::new();
        let mut chars = text.char_indices().peekable();
        while let Some((at, c)) = chars.next() {
            while ends.get(span).is_some_and(|end| *end <= at) {
                span += 1;
            }
            let next = chars.peek().map_or(text.len(), |(next, _)| *next);
            let level = |at: usize| bidi.as_ref().map_or(Level::ltr(), |bidi| bidi.levels[at]);
            let style = &spans[span].style;
            let is_object = c == OBJECT && spans[span].picture.is_some();
            let ignorable = is_ignorable(c);
            if !is_object && !ignorable && !c.is_control() {
                let known = self.shaper.face_of(c, style, &language);
                // A space stays in the font of the word before it.
                let of_char = match known {
                    Some(_) if c == ' ' && face.is_some() => face,
                    known => known,
                };
                if of_char.is_none() && self.emoji(c, &mut replaced) {
                } else {
                    replaced.push(if of_char.is_none() { self.shaper.replace(c) } else { c });
                }
                let here = of_char.or_else(|| self.shaper.face_of('\u{25A1}', style, &language));
                face = face.or(here);
            } else if c == '\t' {
                replaced.push_str("    ");
            } else if matches!(c, '\u{200D}' | '\u{200C}' | '\u{FE0F}') && face.is_some_and(|face| face.0 >= 7) {
                replaced.push(c);
            }
            let mut kind = None;
            while let Some((end, opportunity)) = breaks.peek().copied() {
                if end > next {
                    break;
                }
                breaks.next();
                if end == next {
                    kind = Some(opportunity);
                }
            }
            let last = next == text.len();
            let other_face = !last && !is_object && {
                let after = text[next..].chars().next().unwrap_or(' ');
                let following = self.shaper.face_of(after, style, &language);
                after != OBJECT && after != ' ' && !after.is_control() && !is_ignorable(after) && following != face
            };
            let ends_here = last
                || kind.is_some()
                || ends[span] == next
                || is_object
                || text[next..].starts_with(OBJECT)
                || level(at) != level(next)
                || other_face;
            if !ends_here {
                continue;
            }
            let must = kind == Some(BreakOpportunity::Mandatory) && !last;
            let piece = Piece {
                span,
                shaped: None,
                width: 0.0,
                trailing: 0.0,
                level: level(start),
                may_break: kind.is_some(),
                must_break: must,
            };
            pieces.push(match &spans[span].picture {
                Some(picture) if is_object => Piece { width: picture.width + 1.0, ..piece },
                _ => self.text_piece(piece, &replaced, face, style.size, verbatim),
            });
            replaced.clear();
            face = None;
            start = next;
        }
        (pieces, right_to_left)
    }

    fn text_piece(&mut self, piece: Piece, text: &str, face: Option<crate::fonts::FaceId>, size: f32, verbatim: bool) -> Piece {
        let Some(face) = face.filter(|_| !text.is_empty()) else { return piece };
        let shaped = self.shaper.shape(face, text, piece.level.is_rtl());
        let width = shaped.advance * size;
        let kept = text.trim_end_matches(' ');
        let trailing = if verbatim || kept.len() == text.len() {
            0.0
        } else {
            let spaces = shaped.glyphs.iter().filter(|glyph| glyph.start as usize >= kept.len());
            spaces.map(|glyph| glyph.advance).sum::<f32>() * size
        };
        Piece { shaped: Some(shaped), width, trailing, ..piece }
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

    /// Cuts a piece of text in two, the first of which is not wider than given, but for one character.
    fn cut(&mut self, piece: Piece, spans: &[Span], room: f32) -> (Option<Piece>, Vec<Piece>) {
        let Some(shaped) = piece.shaped.clone() else { return (None, vec![piece]) };
        let size = spans[piece.span].style.size;
        let mut advances: Vec<(u32, f32)> = shaped.glyphs.iter().map(|it| (it.start, it.advance * size)).collect();
        advances.sort_by_key(|(start, _)| *start);
        let mut width = 0.0;
        let mut at = 0;
        for (start, advance) in &advances {
            if width + advance > room && *start > 0 {
                at = *start as usize;
                break;
            }
            width += advance;
        }
        let (head, tail) = shaped.text.split_at(at);
        if head.is_empty() || tail.is_empty() {
            return if room < 1.0 { (None, vec![piece]) } else { (None, vec![piece]) };
        }
        let (head, tail) = (head.to_owned(), tail.to_owned());
        let empty = |may_break, must_break| Piece {
            span: piece.span,
            shaped: None,
            width: 0.0,
            trailing: 0.0,
            level: piece.level,
            may_break,
            must_break,
        };
        let first = self.text_piece(empty(true, false), &head, Some(shaped.face), size, true);
        let second = self.text_piece(empty(piece.may_break, piece.must_break), &tail, Some(shaped.face), size, false);
        (Some(first), vec![second])
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
                (None, Some(picture)) => row.marks.push(Mark {
                    x: x + 0.5,
                    y: base + picture.below - picture.height,
                    tag: part,
                    kind: MarkKind::Picture {
                        width: picture.width,
                        height: picture.height,
                        picture: picture.picture.clone(),
                    },
                }),
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
    let moved = |glyph: &crate::shape::Glyph| crate::shape::Glyph {
        start: glyph.start + offset,
        end: glyph.end + offset,
        ..*glyph
    };
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

fn is_right_to_left(c: char) -> bool {
    matches!(c, '\u{0590}'..='\u{08FF}' | '\u{200F}' | '\u{202B}' | '\u{202E}' | '\u{2067}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFE}' | '\u{10800}'..='\u{10FFF}' | '\u{1E800}'..='\u{1EFFF}')
}

/// Returns true for characters that are not seen.
pub(crate) fn is_ignorable(c: char) -> bool {
    matches!(c, '\u{00AD}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{2069}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{E0000}'..='\u{E0FFF}')
}
