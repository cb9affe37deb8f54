//! Values of customizations: colours, pairs for light and dark mode, link targets, and lists of bounded length.

use std::borrow::Cow;
use std::ops::Deref;

use quire_content::document::model::ContentRef;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

use crate::addresses::{InvalidAddress, WebAddress};

/// A colour as `#rgb` or `#rrggbb`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Color(String);

/// An error for a text that is not a colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be a colour such as #3366cc")]
pub struct InvalidColor;

impl Color {
    /// Returns the colour of the given red, green and blue.
    pub(super) fn of([red, green, blue]: [u8; 3]) -> Self {
        Self(format!("#{red:02x}{green:02x}{blue:02x}"))
    }

    /// Returns the text, which is a valid colour in a style sheet.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns red, green and blue.
    pub fn rgb(&self) -> [u8; 3] {
        let digits = self.0.bytes().skip(1).map(|digit| char::from(digit).to_digit(16).unwrap_or(0) as u8);
        let digits: Vec<u8> = digits.collect();
        match digits.as_slice() {
            [r, g, b] => [r * 17, g * 17, b * 17],
            [r, s, g, h, b, c] => [r * 16 + s, g * 16 + h, b * 16 + c],
            _ => [0; 3],
        }
    }
}

impl TryFrom<String> for Color {
    type Error = InvalidColor;

    fn try_from(text: String) -> Result<Self, InvalidColor> {
        let digits = text.strip_prefix('#').ok_or(InvalidColor)?;
        let fits = matches!(digits.len(), 3 | 6) && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        if fits { Ok(Self(text)) } else { Err(InvalidColor) }
    }
}

impl From<Color> for String {
    fn from(color: Color) -> Self {
        color.0
    }
}

/// A pair of colours for light and dark mode.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ThemedColor {
    /// The colour in light mode.
    pub light: Color,
    /// The colour in dark mode.
    pub dark: Color,
}

impl ThemedColor {
    pub(super) fn of(light: [u8; 3], dark: [u8; 3]) -> Self {
        Self { light: Color::of(light), dark: Color::of(dark) }
    }
}

/// A pair of image addresses for light and dark mode.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ThemedUrl {
    /// The image in light mode.
    pub light: WebAddress,
    /// The image in dark mode.
    pub dark: WebAddress,
}

/// A list with at most `MOST` elements.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<T>", bound(deserialize = "T: Deserialize<'de>"))]
pub struct Few<T, const MOST: usize>(Vec<T>);

/// An error for a list that exceeds its maximum length.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must have at most {0} elements")]
pub struct TooMany(usize);

impl<T, const MOST: usize> TryFrom<Vec<T>> for Few<T, MOST> {
    type Error = TooMany;

    fn try_from(list: Vec<T>) -> Result<Self, TooMany> {
        if list.len() > MOST { Err(TooMany(MOST)) } else { Ok(Self(list)) }
    }
}

impl<T, const MOST: usize> Default for Few<T, MOST> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T, const MOST: usize> Deref for Few<T, MOST> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<T: JsonSchema, const MOST: usize> JsonSchema for Few<T, MOST> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("AtMost{MOST}{}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "array", "items": generator.subschema_for::<T>(), "maxItems": MOST })
    }
}

/// The target of a link around the pages: content, or an address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "ContentRef", into = "ContentRef")]
pub struct LinkTarget(ContentRef);

impl LinkTarget {
    /// Returns the content reference.
    pub fn reference(&self) -> &ContentRef {
        &self.0
    }
}

impl TryFrom<ContentRef> for LinkTarget {
    type Error = InvalidAddress;

    fn try_from(reference: ContentRef) -> Result<Self, InvalidAddress> {
        if let ContentRef::Url { url } = &reference
            && !is_address_of_site(url)
        {
            WebAddress::try_from(url.clone())?;
        }
        Ok(Self(reference))
    }
}

/// Returns true for a path on the same site, and for a `mailto:` or `tel:` address.
fn is_address_of_site(url: &str) -> bool {
    let harmless =
        |text: &str| !text.contains(|c: char| c.is_whitespace() || c.is_control() || "\"<>\\^`{|}".contains(c));
    let path = url.strip_prefix('/').filter(|rest| !rest.starts_with('/'));
    let rest = path.or_else(|| url.strip_prefix("mailto:")).or_else(|| url.strip_prefix("tel:"));
    url.len() <= 2048 && rest.is_some_and(harmless)
}

impl From<LinkTarget> for ContentRef {
    fn from(target: LinkTarget) -> Self {
        target.0
    }
}

/// Implements a JSON schema that is inlined where it is used.
macro_rules! inline_schema {
    ($name:ident: $($schema:tt)+) => {
        impl JsonSchema for $name {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({ $($schema)+ })
            }
        }
    };
}

inline_schema!(Color: "type": "string", "pattern": "^#(?:[0-9a-fA-F]{3}){1,2}$");
inline_schema!(LinkTarget:
    "description": "A reference to content, such as {kind: page, page, space} or {kind: url, url}.",
    "type": "object",
    "properties": { "kind": { "type": "string" } },
    "required": ["kind"]
);
