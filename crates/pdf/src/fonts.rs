//! Fonts: those that ship with the program, and those of the system for other scripts.
//!
//! Noto Sans and DejaVu Sans Mono cover Latin, Greek and Cyrillic. DejaVu Sans has signs, and the letters of some other
//! scripts. A character that none of them has is looked for in the fonts of the system, in an order that only depends on
//! the names of their files. Licences lie beside the files.

use std::path::PathBuf;
use std::sync::OnceLock;

use crate::system_fonts::{Found, SystemFonts};

/// The number of a font among those of [`Fonts`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct FaceId(pub(crate) u32);

const REGULAR: usize = 0;
const BOLD: usize = 1;
const ITALIC: usize = 2;
const BOLD_ITALIC: usize = 3;
const MONO: usize = 4;
const MONO_BOLD: usize = 5;
const SIGNS: usize = 6;

/// The fonts that ship with the program.
pub(crate) static BUNDLED: [&[u8]; 7] = [
    notosans::REGULAR_TTF,
    notosans::BOLD_TTF,
    notosans::ITALIC_TTF,
    notosans::BOLD_ITALIC_TTF,
    include_bytes!("../files/DejaVuSansMono.ttf"),
    include_bytes!("../files/DejaVuSansMono-Bold.ttf"),
    include_bytes!("../files/DejaVuSans.ttf"),
];

/// The fonts of an installation. Files of the system are listed when the first character asks for them.
pub struct Fonts {
    folders: Vec<PathBuf>,
    system: OnceLock<SystemFonts>,
}

impl Fonts {
    /// Creates the set of fonts that looks in these folders for characters that the bundled fonts lack.
    pub fn new(folders: Vec<PathBuf>) -> Self {
        Self { folders, system: OnceLock::new() }
    }

    /// Returns a name of the set of fonts, which changes with the files in its folders.
    pub fn name(&self) -> String {
        self.system().name()
    }

    fn system(&self) -> &SystemFonts {
        self.system.get_or_init(|| SystemFonts::list(&self.folders))
    }

    /// Returns the bundled fonts for a style, the best first.
    pub(crate) fn bundled(bold: bool, italic: bool, mono: bool) -> [FaceId; 3] {
        let first = match (mono, bold, italic) {
            (true, false, _) => MONO,
            (true, true, _) => MONO_BOLD,
            (false, false, false) => REGULAR,
            (false, true, false) => BOLD,
            (false, false, true) => ITALIC,
            (false, true, true) => BOLD_ITALIC,
        };
        let second = if mono { SIGNS } else { MONO };
        let order = if mono { [first, second, REGULAR] } else { [first, SIGNS, second] };
        order.map(|at| FaceId(at as u32))
    }

    /// Returns the font of the system for a character. Han characters come from a font for the given language.
    pub(crate) fn of_system(&self, c: char, bold: bool, language: &str) -> Option<FaceId> {
        let at = self.system().find(c, bold, language)?;
        Some(FaceId((BUNDLED.len() + at) as u32))
    }

    /// Returns the bytes of a font, and its place in its file.
    pub(crate) fn data(&self, face: FaceId) -> Option<Data<'_>> {
        let at = face.0 as usize;
        match BUNDLED.get(at) {
            Some(bytes) => Some(Data { bytes, index: 0, shared: None }),
            None => {
                let found = self.system().load(at - BUNDLED.len())?;
                Some(Data { bytes: &found.bytes[..], index: found.index, shared: Some(found) })
            }
        }
    }
}

/// The bytes of a font.
pub(crate) struct Data<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) index: u32,
    /// The file of the system that the bytes are from.
    pub(crate) shared: Option<Found<'a>>,
}

impl Data<'_> {
    /// Returns the font as the writer of files wants it.
    pub(crate) fn embedded(&self, face: FaceId) -> Option<krilla::text::Font> {
        let data: krilla::Data = match &self.shared {
            Some(found) => krilla::Data::from(found.bytes.clone()),
            None => krilla::Data::from(*BUNDLED.get(face.0 as usize)?),
        };
        krilla::text::Font::new(data, self.index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bundled_fonts_have_latin_greek_and_cyrillic() {
        for bytes in BUNDLED {
            let face = rustybuzz::Face::from_slice(bytes, 0).unwrap();
            for c in "AzéßőŽΩλЖя–“”…".chars() {
                assert!(face.glyph_index(c).is_some(), "{c}");
            }
        }
    }
}
