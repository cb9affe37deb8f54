//! Colours, shapes and fonts of a site.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Error, IntoDeserializer};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use super::values::{Few, ThemedColor};
use crate::addresses::WebAddress;
use crate::text::FontFamily;

/// Colours, shapes and fonts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "camelCase")]
#[schemars(rename = "SiteStyling")]
pub struct Styling {
    /// The character of the whole.
    pub theme: Theme,
    /// Of links and what matters most.
    pub primary_color: ThemedColor,
    /// What header, sidebar and ground are tinted with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tint: Option<Tint>,
    /// Of what is to be known.
    pub info_color: ThemedColor,
    /// Of what went well.
    pub success_color: ThemedColor,
    /// Of what is to be minded.
    pub warning_color: ThemedColor,
    /// Of what does harm.
    pub danger_color: ThemedColor,
    /// The corners of boxes.
    pub corners: Corners,
    /// Shadows.
    pub depth: Depth,
    /// Links in texts.
    pub links: LinkStyle,
    /// The font of texts.
    pub font: Font<BuiltInFont>,
    /// The font of code.
    pub monospace_font: Font<BuiltInMonospaceFont>,
    /// Deprecated: tint takes its place.
    pub background: Background,
    /// How icons are drawn.
    pub icons: IconStyle,
    /// The list of pages.
    pub sidebar: Sidebar,
    /// The field to search by.
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

/// What surfaces are tinted with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "SiteTint")]
pub struct Tint {
    /// The colour.
    pub color: ThemedColor,
}

/// The list of pages.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "SiteSidebar")]
pub struct Sidebar {
    /// Its ground.
    pub background: SidebarBackground,
    /// Its items.
    pub list: SidebarList,
}

/// Declares enums of words, the first of which is the default.
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
    /// The character of a site.
    Theme, "lowercase" {
        /// Plain.
        Clean,
        /// With little contrast between its parts.
        Muted,
        /// With strong colours.
        Bold,
        /// With colours that flow.
        Gradient,
    }
    /// The corners of boxes.
    Corners, "lowercase" {
        /// A little round.
        Rounded,
        /// Square.
        Straight,
        /// Round.
        Circular,
    }
    /// Shadows.
    Depth, "lowercase" {
        /// Light ones.
        Subtle,
        /// None.
        Flat,
    }
    /// Links in texts.
    LinkStyle, "lowercase" {
        /// In the primary colour.
        Default,
        /// In the colour of the text, with a line in the primary colour.
        Accent,
    }
    /// The ground of pages.
    Background, "lowercase" {
        /// White or black.
        Plain,
        /// Tinted.
        Match,
    }
    /// How icons are drawn.
    IconStyle, "lowercase" {
        /// With lines.
        Regular,
        /// Filled.
        Solid,
        /// In two tones.
        Duotone,
        /// With light lines.
        Light,
        /// With thin lines.
        Thin,
    }
    /// The ground of the list of pages.
    SidebarBackground, "lowercase" {
        /// That of the page.
        Default,
        /// Its own.
        Filled,
    }
    /// The items of the list of pages.
    SidebarList, "lowercase" {
        /// Plain.
        Default,
        /// In capsules.
        Pill,
        /// Beside a line.
        Line,
    }
    /// The field to search by.
    SearchStyle, "lowercase" {
        /// Large, in the middle.
        Prominent,
        /// Small, in the corner.
        Subtle,
    }
    /// The fonts of texts that there are.
    BuiltInFont, "PascalCase" {
        /// Inter.
        Inter,
        /// ABC Favorit.
        #[serde(rename = "ABCFavorit")]
        AbcFavorit,
        /// Roboto.
        Roboto,
        /// Roboto Slab.
        RobotoSlab,
        /// Open Sans.
        OpenSans,
        /// Source Sans Pro.
        SourceSansPro,
        /// Lato.
        Lato,
        /// Ubuntu.
        Ubuntu,
        /// Raleway.
        Raleway,
        /// Merriweather.
        Merriweather,
        /// Overpass.
        Overpass,
        /// Noto Sans.
        NotoSans,
        /// IBM Plex Serif.
        #[serde(rename = "IBMPlexSerif")]
        IbmPlexSerif,
        /// Poppins.
        Poppins,
        /// Fira Sans.
        FiraSans,
    }
    /// The fonts of code that there are.
    BuiltInMonospaceFont, "PascalCase" {
        /// JetBrains Mono.
        JetBrainsMono,
        /// Fira Code.
        FiraCode,
        /// IBM Plex Mono.
        #[serde(rename = "IBMPlexMono")]
        IbmPlexMono,
        /// Source Code Pro.
        SourceCodePro,
        /// Roboto Mono.
        RobotoMono,
        /// Space Mono.
        SpaceMono,
        /// DM Mono.
        #[serde(rename = "DMMono")]
        DmMono,
        /// Inconsolata.
        Inconsolata,
    }
}

/// A font: one of those that there are, or one that the caller describes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Font<B> {
    /// One of those that there are.
    BuiltIn(B),
    /// One that the caller describes.
    Custom(FontDefinition),
}

/// A font that the caller describes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FontDefinition {
    /// What the caller knows it by.
    pub id: String,
    /// Whether it is the caller's own.
    pub custom: bool,
    /// What style sheets call it.
    pub font_family: FontFamily,
    /// Its weights.
    pub font_faces: Few<FontFace, 20>,
}

/// One weight of a font.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FontFace {
    /// How heavy it is.
    pub weight: FontWeight,
    /// Its files.
    pub sources: Few<FontSource, 5>,
}

/// How heavy a font is: 1 to 1000, regular is 400.
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
    /// Where it is.
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
