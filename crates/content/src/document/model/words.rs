//! Small value types of the model: enumerations with their words, numbers and lengths, and the metadata of nodes.
//!
//! All [`Key`]s are equal, and so are all derived [`Anchor`]s: they name a node and are not part of its content,
//! so that two documents are equal if they print the same.

use std::hash::{Hash, Hasher};

use serde_json::{Map, Value};

/// An enumeration whose values are written as words in JSON and in attributes.
pub trait Word: Copy + PartialEq + 'static {
    /// Every value with its word.
    const ALL: &'static [(Self, &'static str)];

    /// Returns the word of a value.
    fn word(self) -> &'static str {
        Self::ALL.iter().find(|(value, _)| *value == self).map_or("", |(_, word)| word)
    }

    /// Returns the value of a word, if it is known.
    fn of(word: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, known)| *known == word).map(|(value, _)| *value)
    }
}

macro_rules! words {
    ($($(#[$doc:meta])* $name:ident { $($variant:ident = $word:literal,)+ })+) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum $name {
            $(#[doc = concat!("`", $word, "`")] $variant,)+
        }

        impl Word for $name {
            const ALL: &'static [(Self, &'static str)] = &[$((Self::$variant, $word),)+];
        }
    )+};
}

words! {
    /// The horizontal alignment of a paragraph or heading.
    Align { Start = "start", Center = "center", End = "end", }
    /// The horizontal alignment of a row of images or of a table column.
    Side { Center = "center", Left = "left", Right = "right", }
    /// The vertical alignment of the content of a table column or layout column.
    Vertical { Top = "top", Middle = "middle", Bottom = "bottom", }
    /// The style of a hint.
    HintStyle { Info = "info", Warning = "warning", Danger = "danger", Success = "success", }
    /// The treatment of long lines of code.
    Overflow { Scroll = "scroll", Wrap = "wrap", }
    /// The size of the cards of a table.
    CardSize { Medium = "medium", Large = "large", }
    /// The scaling of an image on its card, as CSS `object-fit`.
    Fit { Contain = "contain", Fill = "fill", Cover = "cover", }
    /// The size of an inline image.
    ImageSize { Original = "original", Line = "line", }
    /// The emphasis of a button.
    ButtonKind { Primary = "primary", Secondary = "secondary", }
    /// A colour of text or of its background; those with `$` follow the theme.
    Tint {
        Default = "default", Green = "green", Blue = "blue", Red = "red", Orange = "orange", Yellow = "yellow",
        Purple = "purple", ThemePrimary = "$primary", ThemeInfo = "$info", ThemeSuccess = "$success",
        ThemeWarning = "$warning", ThemeDanger = "$danger",
    }
}

/// The name of a node within its document. Equal to every other key; see the module.
#[derive(Debug, Clone, Default)]
pub struct Key(pub Option<Box<str>>);

impl Key {
    /// The maximum length in bytes of a key that is taken over from a client.
    pub const MOST_BYTES: usize = 64;

    /// Returns the name, if there is one yet.
    pub fn as_str(&self) -> Option<&str> {
        self.0.as_deref()
    }
}

impl PartialEq for Key {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Key {}

impl Hash for Key {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// The name of a block in addresses (`#anchor`), `meta.id` in JSON.
///
/// Only a given anchor is content and is compared; a derived one depends on the text and the preceding blocks.
#[derive(Debug, Clone, Default)]
pub enum Anchor {
    /// No anchor, or none yet.
    #[default]
    Absent,
    /// An anchor derived from the block's text, unique in the document.
    Derived(Box<str>),
    /// An anchor that is written in the source.
    Given(Box<str>),
}

impl Anchor {
    /// Returns the anchor, whether derived or given.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::Absent => None,
            Self::Derived(id) | Self::Given(id) => Some(id),
        }
    }

    /// Returns the anchor, if it is a given one.
    pub fn given(&self) -> Option<&str> {
        match self {
            Self::Given(id) => Some(id),
            _ => None,
        }
    }
}

impl PartialEq for Anchor {
    fn eq(&self, other: &Self) -> bool {
        self.given() == other.given()
    }
}

impl Eq for Anchor {}

impl Hash for Anchor {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.given().hash(state);
    }
}

/// Unknown fields of `data`, kept for the clients that know them. Text values are written to
/// Markdown as attributes, if the block has attributes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct More(pub Option<Box<Map<String, Value>>>);

impl More {
    /// Wraps fields; no fields are stored as `None`.
    pub fn new(fields: Map<String, Value>) -> Self {
        Self((!fields.is_empty()).then(|| Box::new(fields)))
    }

    /// Iterates over the fields, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&String, &Value)> {
        self.0.iter().flat_map(|fields| fields.iter())
    }
}

/// A finite number as in JSON and attributes. Zero has no sign.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Num(f64);

impl Num {
    /// Creates a number; `None` if the value is infinite or not a number.
    pub fn new(value: f64) -> Option<Self> {
        value.is_finite().then_some(Self(if value == 0.0 { 0.0 } else { value }))
    }

    /// Parses a decimal number of at most 40 digits, points and signs, without white space.
    pub fn parse(text: &str) -> Option<Self> {
        let plain = text.len() <= 40 && text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'-'));
        if plain { text.parse().ok().and_then(Self::new) } else { None }
    }

    /// Returns the value of the number.
    pub fn value(self) -> f64 {
        self.0
    }
}

impl Eq for Num {}

impl Hash for Num {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.to_bits().hash(state);
    }
}

impl std::fmt::Display for Num {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl serde::Serialize for Num {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let whole = self.0.fract() == 0.0 && self.0.abs() < 9e15;
        if whole { serializer.serialize_i64(self.0 as i64) } else { serializer.serialize_f64(self.0) }
    }
}

/// A width or height: pixels, or a number with its unit.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Length {
    /// The number of units.
    pub value: Num,
    /// `%` or a CSS unit; `None` is pixels.
    pub unit: Option<Box<str>>,
}

impl Length {
    /// The maximum length of a unit in bytes.
    pub const MOST_UNIT: usize = 8;

    /// Parses a length as in attributes: `200`, `50%`, `12em`.
    pub fn parse(text: &str) -> Option<Self> {
        let end = text.find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | '-'))).unwrap_or(text.len());
        let (number, unit) = text.split_at(end);
        let unit = if unit.is_empty() { None } else { Some(Self::unit(unit)?) };
        Some(Self { value: Num::parse(number)?, unit })
    }

    /// Returns the unit, if it is valid: `%`, or lower-case ASCII letters.
    pub fn unit(unit: &str) -> Option<Box<str>> {
        let plain =
            unit.len() <= Self::MOST_UNIT && (unit == "%" || unit.bytes().all(|byte| byte.is_ascii_lowercase()));
        (plain && !unit.is_empty()).then(|| unit.into())
    }
}

impl std::fmt::Display for Length {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", self.value, self.unit.as_deref().unwrap_or(""))
    }
}
