//! The look of printed pages: sizes in points, colours, and the style of a piece of text.

use quire_content::document::model::{HintStyle, Tint};

/// A colour in sRGB.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Rgb(pub(crate) u8, pub(crate) u8, pub(crate) u8);

pub(crate) const INK: Rgb = Rgb(31, 35, 40);
pub(crate) const MUTED: Rgb = Rgb(95, 103, 113);
pub(crate) const FAINT: Rgb = Rgb(208, 213, 219);
pub(crate) const SHADE: Rgb = Rgb(245, 246, 248);
pub(crate) const CHIP: Rgb = Rgb(237, 239, 242);
pub(crate) const LINK: Rgb = Rgb(20, 86, 170);
pub(crate) const WHITE: Rgb = Rgb(255, 255, 255);

/// The distances of the text from the edges of the paper.
pub(crate) const MARGIN_X: f32 = 64.0;
pub(crate) const MARGIN_TOP: f32 = 72.0;
pub(crate) const MARGIN_BOTTOM: f32 = 68.0;

/// The size of running text.
pub(crate) const BODY: f32 = 10.0;
/// The size of text in tables and cards.
pub(crate) const SMALL: f32 = 9.0;
/// The size of code.
pub(crate) const CODE: f32 = 8.2;
/// The height of a line as a multiple of the size of its text.
pub(crate) const LEADING: f32 = 1.5;
/// The distance between paragraphs.
pub(crate) const PARAGRAPH: f32 = 7.5;
/// The smallest width that text is laid out in; deeper nesting indents no more.
pub(crate) const NARROW: f32 = 70.0;

/// The style of a piece of text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Style {
    pub(crate) size: f32,
    pub(crate) bold: bool,
    pub(crate) italic: bool,
    pub(crate) mono: bool,
    pub(crate) strike: bool,
    pub(crate) underline: bool,
    /// The distance above the line, in points.
    pub(crate) rise: f32,
    pub(crate) color: Rgb,
    pub(crate) back: Option<Rgb>,
    /// True if a frame is around the text, as around a key.
    pub(crate) framed: bool,
}

impl Style {
    pub(crate) const fn plain(size: f32) -> Self {
        Self {
            size,
            bold: false,
            italic: false,
            mono: false,
            strike: false,
            underline: false,
            rise: 0.0,
            color: INK,
            back: None,
            framed: false,
        }
    }

    pub(crate) const fn bold(size: f32) -> Self {
        Self { bold: true, ..Self::plain(size) }
    }

    pub(crate) const fn code(size: f32) -> Self {
        Self { mono: true, ..Self::plain(size) }
    }

    pub(crate) const fn colored(self, color: Rgb) -> Self {
        Self { color, ..self }
    }
}

/// Returns the size of a heading of a level of documents, 1 to 3.
pub(crate) fn heading_size(level: u8) -> f32 {
    match level {
        1 => 15.5,
        2 => 12.5,
        _ => 10.8,
    }
}

/// Returns the colour of a hint, its background, and the name of its icon.
pub(crate) fn hint(style: HintStyle) -> (Rgb, Rgb, &'static str) {
    match style {
        HintStyle::Info => (Rgb(33, 101, 196), Rgb(239, 245, 254), "circle-info"),
        HintStyle::Warning => (Rgb(180, 110, 0), Rgb(255, 248, 232), "triangle-exclamation"),
        HintStyle::Danger => (Rgb(196, 42, 42), Rgb(254, 240, 240), "circle-exclamation"),
        HintStyle::Success => (Rgb(24, 128, 72), Rgb(236, 249, 241), "circle-check"),
    }
}

/// Returns the colour of text of a tint; `None` for the default.
pub(crate) fn tint(tint: Tint) -> Option<Rgb> {
    Some(match tint {
        Tint::Default => return None,
        Tint::Green | Tint::ThemeSuccess => Rgb(24, 128, 72),
        Tint::Blue | Tint::ThemeInfo | Tint::ThemePrimary => Rgb(33, 101, 196),
        Tint::Red | Tint::ThemeDanger => Rgb(196, 42, 42),
        Tint::Orange | Tint::ThemeWarning => Rgb(190, 98, 0),
        Tint::Yellow => Rgb(146, 116, 0),
        Tint::Purple => Rgb(122, 60, 190),
    })
}

/// Returns the colour of a background of a tint; `None` for the default.
pub(crate) fn background(back: Tint) -> Option<Rgb> {
    Some(match back {
        Tint::Default => return None,
        Tint::Green | Tint::ThemeSuccess => Rgb(213, 243, 224),
        Tint::Blue | Tint::ThemeInfo | Tint::ThemePrimary => Rgb(215, 231, 253),
        Tint::Red | Tint::ThemeDanger => Rgb(253, 221, 221),
        Tint::Orange | Tint::ThemeWarning => Rgb(255, 231, 204),
        Tint::Yellow => Rgb(255, 244, 184),
        Tint::Purple => Rgb(237, 224, 253),
    })
}

/// Returns the colour of a class of tokens of code.
pub(crate) fn token(class: &str) -> Rgb {
    match class {
        "q-tk" => Rgb(166, 32, 84),
        "q-ts" => Rgb(20, 108, 58),
        "q-tc" => Rgb(103, 112, 122),
        "q-tn" => Rgb(156, 78, 0),
        "q-tf" => Rgb(92, 56, 170),
        "q-tt" => Rgb(10, 98, 120),
        "q-tv" => Rgb(126, 70, 12),
        "q-ta" => Rgb(18, 86, 160),
        "q-tg" => Rgb(24, 110, 60),
        "q-ti" => Rgb(20, 108, 58),
        "q-td" => Rgb(180, 40, 40),
        "q-th" => Rgb(18, 86, 160),
        _ => Rgb(60, 66, 74),
    }
}
