//! The files of fonts that a server keeps for the customizations of sites.
//!
//! Such a file has an address of its site, below [`PLACE`], with its hash. So a customization names the bytes that it
//! needs, and whoever deletes unused bytes reads what is needed from the customizations.

use quire_content::hash::Hash;
use serde_json::{Map, Value};

/// The part of an address before the name of a font's file.
pub const PLACE: &str = "/~fonts/";

/// The form of a font's file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FontForm {
    /// Web Open Font Format 2.
    Woff2,
    /// Web Open Font Format 1.
    Woff,
    /// OpenType with outlines of TrueType.
    TrueType,
    /// OpenType with outlines of PostScript.
    OpenType,
}

impl FontForm {
    const ALL: [Self; 4] = [Self::Woff2, Self::Woff, Self::TrueType, Self::OpenType];

    /// Returns the form of a file that begins with these bytes.
    pub fn of(head: &[u8]) -> Option<Self> {
        match head.get(..4)? {
            b"wOF2" => Some(Self::Woff2),
            b"wOFF" => Some(Self::Woff),
            [0, 1, 0, 0] | b"true" => Some(Self::TrueType),
            b"OTTO" => Some(Self::OpenType),
            _ => None,
        }
    }

    /// Returns the extension of file names.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Woff2 => "woff2",
            Self::Woff => "woff",
            Self::TrueType => "ttf",
            Self::OpenType => "otf",
        }
    }

    /// Returns the media type (RFC 8081).
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Woff2 => "font/woff2",
            Self::Woff => "font/woff",
            Self::TrueType => "font/ttf",
            Self::OpenType => "font/otf",
        }
    }

    /// Returns the name in `format()` of a style sheet.
    pub fn css(self) -> &'static str {
        match self {
            Self::Woff2 => "woff2",
            Self::Woff => "woff",
            Self::TrueType => "truetype",
            Self::OpenType => "opentype",
        }
    }
}

/// A file of a font that the server keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct KeptFont {
    /// The hash of its bytes.
    pub hash: Hash,
    /// The form of the file.
    pub form: FontForm,
}

impl KeptFont {
    /// Returns the file name.
    pub fn name(&self) -> String {
        format!("{}.{}", self.hash, self.form.extension())
    }

    /// Returns the file with a name.
    pub fn of_name(name: &str) -> Option<Self> {
        let (hash, extension) = name.split_once('.')?;
        let form = FontForm::ALL.into_iter().find(|form| form.extension() == extension)?;
        hash.parse().ok().map(|hash| Self { hash, form })
    }

    /// Returns the file that an address of a site names.
    pub fn of_address(url: &str) -> Option<Self> {
        let (_, name) = url.rsplit_once('/')?;
        Self::of_name(name).filter(|font| url.ends_with(&format!("{PLACE}{}", font.name())))
    }
}

/// Returns the addresses of the files of fonts in the fields of a customization, or of changes to one.
pub fn addresses(fields: &mut Map<String, Value>) -> Vec<&mut String> {
    let Some(Value::Object(styling)) = fields.get_mut("styling") else { return Vec::new() };
    let fonts = styling.iter_mut().filter(|(name, _)| matches!(name.as_str(), "font" | "monospaceFont"));
    let faces = fonts.filter_map(|(_, font)| font.get_mut("fontFaces")?.as_array_mut()).flatten();
    let sources = faces.filter_map(|face| face.get_mut("sources")?.as_array_mut()).flatten();
    let urls = sources.filter_map(|source| match source.get_mut("url")? {
        Value::String(url) => Some(url),
        _ => None,
    });
    urls.collect()
}

/// Returns the files of fonts that the fields of a customization name.
pub fn kept(fields: &Map<String, Value>) -> Vec<KeptFont> {
    let fonts = ["font", "monospaceFont"].into_iter().filter_map(|name| fields.get("styling")?.get(name));
    fonts.flat_map(sources).filter_map(KeptFont::of_address).collect()
}

/// Returns true if a font has files, and the server keeps them all.
pub fn is_kept(font: &Value) -> bool {
    let mut sources = sources(font).peekable();
    sources.peek().is_some() && sources.all(|url| KeptFont::of_address(url).is_some())
}

/// Returns the addresses of the files of a font.
fn sources(font: &Value) -> impl Iterator<Item = &str> {
    let faces = font["fontFaces"].as_array().into_iter().flatten();
    let sources = faces.flat_map(|face| face["sources"].as_array().into_iter().flatten());
    sources.filter_map(|source| source["url"].as_str())
}
