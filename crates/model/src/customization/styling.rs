//! The colours, shapes and fonts of a site.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Error, IntoDeserializer};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use super::values::{Few, ThemedColor};
use crate::addresses::WebAddress;
use crate::text::FontFamily;

/// The colours, shapes and fonts of a site.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "camelCase")]
#[schemars(rename = "SiteStyling")]
pub struct Styling {
    /// The overall visual theme.
    pub theme: Theme,
    /// The colour of links and highlighted elements.
    pub primary_color: ThemedColor,
    /// The colour that backgrounds and greys are tinted with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tint: Option<Tint>,
    /// The colour of information.
    pub info_color: ThemedColor,
    /// The colour of success.
    pub success_color: ThemedColor,
    /// The colour of warnings.
    pub warning_color: ThemedColor,
    /// The colour of dangers.
    pub danger_color: ThemedColor,
    /// The corner style of boxes.
    pub corners: Corners,
    /// The strength of shadows.
    pub depth: Depth,
    /// The style of links in texts.
    pub links: LinkStyle,
    /// The font of texts.
    pub font: Font<BuiltInFont>,
    /// The font of code.
    pub monospace_font: Font<BuiltInMonospaceFont>,
    /// The background of pages, deprecated in favour of `tint`; stored without effect.
    pub background: Background,
    /// The style of icons; stored without effect.
    pub icons: IconStyle,
    /// The table of contents beside the page.
    pub sidebar: Sidebar,
    /// The style of the search field.
    pub search: SearchStyle,
}

impl Default for Styling {
    fn default() -> Self {
        Self {
            theme: Theme::default(),
            primary_color: ThemedColor::of([0x1f, 0x5f, 0xbf], [0x7d, 0xb3, 0xff]),
            tint: None,
            info_color: ThemedColor::of([0x4b, 0x5a, 0x6b], [0xa9, 0xb8, 0xc9]),
            success_color: ThemedColor::of([0x14, 0x6c, 0x43], [0x6f, 0xd3, 0x9c]),
            warning_color: ThemedColor::of([0x8a, 0x55, 0x00], [0xf0, 0xb8, 0x4d]),
            danger_color: ThemedColor::of([0xb3, 0x26, 0x1e], [0xff, 0x9b, 0x90]),
            corners: Corners::default(),
            depth: Depth::default(),
            links: LinkStyle::default(),
            font: Font::BuiltIn(BuiltInFont::Inter),
            monospace_font: Font::BuiltIn(BuiltInMonospaceFont::JetBrainsMono),
            background: Background::default(),
            icons: IconStyle::default(),
            sidebar: Sidebar::default(),
            search: SearchStyle::default(),
        }
    }
}

/// The colour that backgrounds and greys are tinted with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "SiteTint")]
pub struct Tint {
    /// The colour of the tint.
    pub color: ThemedColor,
}

/// The table of contents beside the page.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "SiteSidebar")]
pub struct Sidebar {
    /// The background of the sidebar.
    pub background: SidebarBackground,
    /// The style of the sidebar's items.
    pub list: SidebarList,
}

/// Declares enums of words; the first variant is the default.
macro_rules! words {
    ($($(#[$doc:meta])* $name:ident, $case:literal { $(#[$first_doc:meta])* $first:ident, $($(#[$word_doc:meta])* $word:ident,)* })+) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = $case)]
        #[schemars(inline)]
        pub enum $name {
            #[default]
            $(#[$first_doc])*
            $first,
            $($(#[$word_doc])* $word,)*
        }
    )+};
}

words! {
    /// The overall visual theme of a site.
    Theme, "lowercase" {
        /// A plain background.
        Clean,
        /// A softer background with a slight tint.
        Muted,
        /// A header in the primary colour.
        Bold,
        /// A background gradient at the top of pages.
        Gradient,
    }
    /// The corner style of boxes.
    Corners, "lowercase" {
        /// Corners with a small radius.
        Rounded,
        /// Square corners without a radius.
        Straight,
        /// Corners with a large radius.
        Circular,
    }
    /// The strength of shadows.
    Depth, "lowercase" {
        /// Light shadows below boxes.
        Subtle,
        /// Boxes without any shadow.
        Flat,
    }
    /// The style of links in texts.
    LinkStyle, "lowercase" {
        /// Links in the primary colour.
        Default,
        /// Links in the colour of the text, underlined in the primary colour.
        Accent,
    }
    /// The background of pages.
    Background, "lowercase" {
        /// A white or black background, depending on the mode.
        Plain,
        /// A background in the tint.
        Match,
    }
    /// The style of icons.
    IconStyle, "lowercase" {
        /// Outlines of regular weight.
        Regular,
        /// Icons of filled shapes.
        Solid,
        /// Icons in two tones.
        Duotone,
        /// Outlines of light weight.
        Light,
        /// Outlines of thin weight.
        Thin,
    }
    /// The background of the sidebar.
    SidebarBackground, "lowercase" {
        /// The background of the page.
        Default,
        /// A surface colour that sets it apart from the page.
        Filled,
    }
    /// The style of the sidebar's items.
    SidebarList, "lowercase" {
        /// Items with the corners of other boxes.
        Default,
        /// Items in the shape of capsules.
        Pill,
        /// Items beside a vertical line.
        Line,
    }
    /// The style of the search field.
    SearchStyle, "lowercase" {
        /// A large field in the middle.
        Prominent,
        /// A small field in the corner.
        Subtle,
    }
    /// The named fonts of texts. Pages load one that is free from the server, and use a similar one for ABC Favorit.
    BuiltInFont, "PascalCase" {
        /// Inter, a sans-serif font.
        Inter,
        /// ABC Favorit, a sans-serif font.
        #[serde(rename = "ABCFavorit")]
        AbcFavorit,
        /// Roboto, a sans-serif font.
        Roboto,
        /// Roboto Slab, a slab-serif font.
        RobotoSlab,
        /// Open Sans, a sans-serif font.
        OpenSans,
        /// Source Sans Pro, a sans-serif font.
        SourceSansPro,
        /// Lato, a sans-serif font.
        Lato,
        /// Ubuntu, a sans-serif font.
        Ubuntu,
        /// Raleway, a sans-serif font.
        Raleway,
        /// Merriweather, a serif font.
        Merriweather,
        /// Overpass, a sans-serif font.
        Overpass,
        /// Noto Sans, a sans-serif font.
        NotoSans,
        /// IBM Plex Serif, a serif font.
        #[serde(rename = "IBMPlexSerif")]
        IbmPlexSerif,
        /// Poppins, a sans-serif font.
        Poppins,
        /// Fira Sans, a sans-serif font.
        FiraSans,
    }
    /// The named fonts of code, which pages load from the server.
    BuiltInMonospaceFont, "PascalCase" {
        /// JetBrains Mono, a monospace font.
        JetBrainsMono,
        /// Fira Code, a monospace font.
        FiraCode,
        /// IBM Plex Mono, a monospace font.
        #[serde(rename = "IBMPlexMono")]
        IbmPlexMono,
        /// Source Code Pro, a monospace font.
        SourceCodePro,
        /// Roboto Mono, a monospace font.
        RobotoMono,
        /// Space Mono, a monospace font.
        SpaceMono,
        /// DM Mono, a monospace font.
        #[serde(rename = "DMMono")]
        DmMono,
        /// Inconsolata, a monospace font.
        Inconsolata,
    }
}

/// A font: a named one, or one that the caller describes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Font<B> {
    /// One of the named fonts.
    BuiltIn(B),
    /// A font that the caller describes.
    Custom(FontDefinition),
}

/// A font that the caller describes. Pages load those of its files that were uploaded to the server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FontDefinition {
    /// The caller's own identifier of the font.
    pub id: String,
    /// True if the font is the caller's own.
    pub custom: bool,
    /// The font family's name in style sheets.
    pub font_family: FontFamily,
    /// The weights of the font, at most 20.
    pub font_faces: Few<FontFace, 20>,
}

/// One weight of a font with its files.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FontFace {
    /// The weight, 1 to 1000.
    pub weight: FontWeight,
    /// The files of this weight, at most 5.
    pub sources: Few<FontSource, 5>,
}

/// The weight of a font: 1 to 1000, regular is 400.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "u16", into = "u16")]
#[schemars(inline)]
pub struct FontWeight(#[schemars(range(min = 1, max = 1000))] u16);

impl TryFrom<u16> for FontWeight {
    type Error = &'static str;

    fn try_from(weight: u16) -> Result<Self, Self::Error> {
        if (1..=1000).contains(&weight) { Ok(Self(weight)) } else { Err("must be 1 to 1000") }
    }
}

impl From<FontWeight> for u16 {
    fn from(weight: FontWeight) -> Self {
        weight.0
    }
}

/// A file of a font.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FontSource {
    /// The address of the file: that of an upload, which becomes an address of the site; others are not loaded.
    pub url: WebAddress,
}

impl<'de, B: Deserialize<'de>> Deserialize<'de> for Font<B> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Value::deserialize(deserializer)? {
            Value::String(name) => B::deserialize(name.into_deserializer()).map(Self::BuiltIn),
            other => FontDefinition::deserialize(other).map(Self::Custom).map_err(D::Error::custom),
        }
    }
}

impl<B: JsonSchema> JsonSchema for Font<B> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("Font{}", B::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({ "anyOf": [generator.subschema_for::<B>(), generator.subschema_for::<FontDefinition>()] })
    }
}
