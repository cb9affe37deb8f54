//! Characters as glyphs: the font of each character, and the glyphs of pieces of text in one font.
//!
//! Pieces are words, which repeat; their glyphs are kept. A character that no font has is shown by a sign, and its script
//! is noted.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use rustybuzz::{Direction, Face, UnicodeBuffer};
use unicode_script::UnicodeScript as _;

use crate::fonts::{FaceId, Fonts};
use crate::style::Style;

/// The number of pieces that are kept.
const MOST_KEPT: usize = 60_000;
/// The sign for a character that no font has.
const MISSING: char = '\u{25A1}';

/// A glyph; all distances are parts of the size of the text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Glyph {
    pub(crate) id: u32,
    pub(crate) advance: f32,
    pub(crate) x: f32,
    pub(crate) y: f32,
    /// The bytes of the text that the glyph stands for.
    pub(crate) start: u32,
    pub(crate) end: u32,
}

/// The glyphs of a piece of text in one font, from left to right.
#[derive(Debug)]
pub(crate) struct Shaped {
    pub(crate) face: FaceId,
    pub(crate) text: Box<str>,
    pub(crate) glyphs: Vec<Glyph>,
    /// The width as a part of the size of the text.
    pub(crate) advance: f32,
}

/// The fonts of one drawing, with what was asked of them.
pub(crate) struct Shaper<'f> {
    pub(crate) fonts: &'f Fonts,
    faces: HashMap<FaceId, Option<Face<'f>>>,
    of_character: HashMap<(char, u8, u8), Option<FaceId>>,
    kept: HashMap<(FaceId, bool, Box<str>), Rc<Shaped>>,
    languages: Vec<String>,
    /// The names of scripts that no font has.
    pub(crate) missing: BTreeSet<&'static str>,
}

impl<'f> Shaper<'f> {
    pub(crate) fn new(fonts: &'f Fonts) -> Self {
        Self {
            fonts,
            faces: HashMap::new(),
            of_character: HashMap::new(),
            kept: HashMap::new(),
            languages: Vec::new(),
            missing: BTreeSet::new(),
        }
    }

    /// Returns the font of a character; `None` if no font has it.
    pub(crate) fn face_of(&mut self, c: char, style: &Style, language: &str) -> Option<FaceId> {
        let bundled = Fonts::bundled(style.bold, style.italic, style.mono);
        if c.is_ascii() {
            return Some(bundled[0]);
        }
        let language_at = self.languages.iter().position(|known| known == language).unwrap_or_else(|| {
            self.languages.push(language.to_owned());
            self.languages.len() - 1
        });
        let look = u8::from(style.bold) | u8::from(style.italic) << 1 | u8::from(style.mono) << 2;
        let key = (c, look, language_at.min(255) as u8);
        if let Some(known) = self.of_character.get(&key) {
            return *known;
        }
        let mut found = bundled.into_iter().find(|face| self.has(*face, c));
        if found.is_none() || is_complex(c) {
            let of_system = self.fonts.of_system(c, style.bold, language).filter(|face| self.has(*face, c));
            found = of_system.or(found);
        }
        self.of_character.insert(key, found);
        found
    }

    fn has(&mut self, face: FaceId, c: char) -> bool {
        self.face(face).is_some_and(|face| face.glyph_index(c).is_some())
    }

    fn face(&mut self, id: FaceId) -> Option<&Face<'f>> {
        let fonts = self.fonts;
        let load = || fonts.data(id).and_then(|data| Face::from_slice(data.bytes, data.index));
        self.faces.entry(id).or_insert_with(load).as_ref()
    }

    /// Notes a character that no font has, and returns the sign for it.
    pub(crate) fn replace(&mut self, c: char) -> char {
        self.missing.insert(c.script().full_name());
        MISSING
    }

    /// Returns the glyphs of a piece of text that a font has.
    pub(crate) fn shape(&mut self, face: FaceId, text: &str, right_to_left: bool) -> Rc<Shaped> {
        let key = (face, right_to_left, Box::from(text));
        if let Some(kept) = self.kept.get(&key) {
            return kept.clone();
        }
        let glyphs = self.face(face).map(|face| glyphs(face, text, right_to_left)).unwrap_or_default();
        let advance = glyphs.iter().map(|glyph| glyph.advance).sum();
        let shaped = Rc::new(Shaped { face, text: text.into(), glyphs, advance });
        if self.kept.len() >= MOST_KEPT {
            self.kept.clear();
        }
        self.kept.insert(key, shaped.clone());
        shaped
    }
}

fn glyphs(face: &Face<'_>, text: &str, right_to_left: bool) -> Vec<Glyph> {
    let mut buffer = UnicodeBuffer::new();
    buffer.push_str(text);
    buffer.guess_segment_properties();
    buffer.set_direction(if right_to_left { Direction::RightToLeft } else { Direction::LeftToRight });
    let shaped = rustybuzz::shape(face, &[], buffer);
    let (infos, positions) = (shaped.glyph_infos(), shaped.glyph_positions());
    let mut starts: Vec<u32> = infos.iter().map(|info| info.cluster).collect();
    starts.sort_unstable();
    starts.dedup();
    let end = |start: u32| {
        let next = starts.partition_point(|known| *known <= start);
        starts.get(next).copied().unwrap_or(text.len() as u32)
    };
    let unit = 1.0 / face.units_per_em() as f32;
    let glyph = |(info, position): (&rustybuzz::GlyphInfo, &rustybuzz::GlyphPosition)| Glyph {
        id: info.glyph_id,
        advance: position.x_advance as f32 * unit,
        x: position.x_offset as f32 * unit,
        y: position.y_offset as f32 * unit,
        start: info.cluster,
        end: end(info.cluster),
    };
    infos.iter().zip(positions).map(glyph).collect()
}

/// Returns true for letters of scripts for which fonts made for them alone are better than those with a bit of all.
fn is_complex(c: char) -> bool {
    matches!(c, '\u{0590}'..='\u{08FF}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFF}')
}
