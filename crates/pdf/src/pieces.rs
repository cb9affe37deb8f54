//! Spans cut into pieces: where a line may break, and where font, style or direction change.

use std::rc::Rc;

use unicode_bidi::{BidiInfo, Level};
use unicode_linebreak::{BreakOpportunity, linebreaks};

use crate::composer::Composer;
use crate::fonts::FaceId;
use crate::shape::Shaped;
use crate::spans::{OBJECT, Span};

/// The longest text of one paragraph, in bytes; more is cut off.
const MOST_BYTES: usize = 400_000;
/// The length from which a word is cut without a place to break, in bytes: lines are shorter than that.
const MOST_OF_PIECE: usize = 300;

/// A piece that is never broken.
pub(crate) struct Piece {
    pub(crate) span: usize,
    pub(crate) shaped: Option<Rc<Shaped>>,
    pub(crate) width: f32,
    /// The width of the white space at its end.
    pub(crate) trailing: f32,
    pub(crate) level: Level,
    pub(crate) may_break: bool,
    pub(crate) must_break: bool,
}

impl Composer<'_, '_> {
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
    pub(crate) fn pieces(&mut self, spans: &[Span], verbatim: bool) -> (Vec<Piece>, bool) {
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
                face = face.or(self.shaper.face_of(' ', style, &language));
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
            let is_long = replaced.len() >= MOST_OF_PIECE;
            let ends_here = last
                || is_long
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
                may_break: kind.is_some() || is_long,
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

    fn text_piece(&mut self, piece: Piece, text: &str, face: Option<FaceId>, size: f32, verbatim: bool) -> Piece {
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

    /// Cuts a piece of text in two, the first of which is not wider than given, but for one character.
    pub(crate) fn cut(&mut self, piece: Piece, spans: &[Span], room: f32) -> (Option<Piece>, Vec<Piece>) {
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
            return (None, vec![piece]);
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
}

fn is_right_to_left(c: char) -> bool {
    let is_letter = matches!(c, '\u{0590}'..='\u{08FF}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFE}');
    let is_rare = matches!(c, '\u{10800}'..='\u{10FFF}' | '\u{1E800}'..='\u{1EFFF}');
    is_letter || is_rare || matches!(c, '\u{200F}' | '\u{202B}' | '\u{202E}' | '\u{2067}')
}

/// Returns true for characters that are not seen.
fn is_ignorable(c: char) -> bool {
    let is_format = matches!(c, '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{2069}');
    let is_variant = matches!(c, '\u{FE00}'..='\u{FE0F}' | '\u{E0000}'..='\u{E0FFF}');
    is_format || is_variant || matches!(c, '\u{00AD}' | '\u{FEFF}')
}
