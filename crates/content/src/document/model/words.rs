//! Small value types of the model: words from closed sets, numbers and lengths, and what nodes carry beside their
//! content.
//!
//! [`Key`], and an [`Anchor`] that was derived, are equal to every other: they name a node and are no part of what it
//! says, so that two documents are equal if they print the same.

use std::hash::{Hash, Hasher};

use serde_json::{Map, Value};

/// A closed set of words that stand in JSON and in attributes.
pub trait Word: Copy + PartialEq + 'static {
    /// Every value with its word.
    const ALL: &'static [(Self, &'static str)];

    /// The word of a value.
    fn word(self) -> &'static str {
        Self::ALL.iter().find(|(value, _)| *value == self).map_or("", |(_, word)| word)
    }

    /// The value of a word.
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
    /// Where the lines of a paragraph or heading stand.
    Align { Start = "start", Center = "center", End = "end", }
    /// Where a row of images stands.
    Side { Center = "center", Left = "left", Right = "right", }
    /// Where a table's or column's content stands from top to bottom.
    Vertical { Top = "top", Middle = "middle", Bottom = "bottom", }
    /// What a hint is about.
    HintStyle { Info = "info", Warning = "warning", Danger = "danger", Success = "success", }
    /// What happens to long lines of code.
    Overflow { Scroll = "scroll", Wrap = "wrap", }
    /// How large the cards of a table are.
    CardSize { Medium = "medium", Large = "large", }
    /// How an image fills its card.
    Fit { Contain = "contain", Fill = "fill", Cover = "cover", }
    /// How large an inline image is.
    ImageSize { Original = "original", Line = "line", }
    /// How loud a button is.
    ButtonKind { Primary = "primary", Secondary = "secondary", }
    /// A colour of text or of what is behind it; those with `$` follow the theme.
    Tint {
        Default = "default", Green = "green", Blue = "blue", Red = "red", Orange = "orange", Yellow = "yellow",
        Purple = "purple", ThemePrimary = "$primary", ThemeInfo = "$info", ThemeSuccess = "$success",
        ThemeWarning = "$warning", ThemeDanger = "$danger",
    }
}

/// Names a node within its document. Equal to every other key; see the module.
#[derive(Debug, Clone, Default)]
pub struct Key(pub Option<Box<str>>);

impl Key {
    /// The longest key that is taken over from a client, in bytes.
    pub const MOST_BYTES: usize = 64;

    /// The name, if there is one yet.
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

/// What a block is called in addresses (`#anchor`), `meta.id` in JSON.
///
/// Only a given anchor is content and is compared; a derived one follows from the text and the blocks before.
#[derive(Debug, Clone, Default)]
pub enum Anchor {
    /// None, or none yet.
    #[default]
    Absent,
    /// From the block's text, made unique in the document.
    Derived(Box<str>),
    /// Written down with the block.
    Given(Box<str>),
}

impl Anchor {
    /// The name, wherever it is from.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::Absent => None,
            Self::Derived(id) | Self::Given(id) => Some(id),
        }
    }

    /// The name, if it was written down.
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

/// Fields of `data` that are not known here, kept for the clients that know them. Those that are text stand in
/// Markdown as attributes, where the block has attributes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct More(pub Option<Box<Map<String, Value>>>);

impl More {
    /// Fields, or nothing if there are none.
    pub fn new(fields: Map<String, Value>) -> Self {
        Self((!fields.is_empty()).then(|| Box::new(fields)))
    }

    /// Name and value of each field, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&String, &Value)> {
        self.0.iter().flat_map(|fields| fields.iter())
    }
}

/// A finite number as JSON and attributes have it. Zero has no sign.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Num(f64);

impl Num {
    /// The number, unless it is infinite or none.
    pub fn new(value: f64) -> Option<Self> {
        value.is_finite().then_some(Self(if value == 0.0 { 0.0 } else { value }))
    }

    /// The number that a text says, with nothing around it.
    pub fn parse(text: &str) -> Option<Self> {
        let plain = text.len() <= 40 && text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'-'));
        if plain { text.parse().ok().and_then(Self::new) } else { None }
    }

    /// The number's value.
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
    /// How many.
    pub value: Num,
    /// `%` or a CSS unit; none is pixels.
    pub unit: Option<Box<str>>,
}

impl Length {
    /// The longest unit, in bytes.
    pub const MOST_UNIT: usize = 8;

    /// A length as attributes have it: `200`, `50%`, `12em`.
    pub fn parse(text: &str) -> Option<Self> {
        let end = text.find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | '-'))).unwrap_or(text.len());
        let (number, unit) = text.split_at(end);
        let unit = if unit.is_empty() { None } else { Some(Self::unit(unit)?) };
        Some(Self { value: Num::parse(number)?, unit })
    }

    /// A unit that attributes can have.
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
