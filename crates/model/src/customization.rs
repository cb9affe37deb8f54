//! How a site looks and what stands around its pages, as types (the client's `SiteCustomizationSettings`).
//!
//! Every field has a default, so nothing has to be said. Whatever a value becomes a part of, markup or a style sheet,
//! it is harmless there: colours, fonts and addresses are checked when they are read. What callers sent, with what is
//! not known here, is kept by [`Settings`]; how it is drawn is not here.

mod around;
mod settings;
mod styling;
mod values;

pub use around::{
    Announcement, AnnouncementStyle, Footer, FooterGroup, Header, HeaderItem, HeaderItemStyle, HeaderPreset, Link,
    MOST_FOOTER_GROUPS, MOST_LINKS,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
pub use settings::{InvalidSettings, Overrides, Settings, is_group, said};
pub use styling::{
    Background, BuiltInFont, BuiltInMonospaceFont, Corners, Depth, Font, FontDefinition, FontFace, FontSource,
    FontWeight, IconStyle, LinkStyle, SearchStyle, Sidebar, SidebarBackground, SidebarList, Styling, Theme, Tint,
};
pub use values::{Color, Few, LinkTarget, ThemedColor, ThemedUrl};

use crate::addresses::WebAddress;
use crate::language::Language;
use crate::text::{SiteEmoji, SiteTitle};

/// Everything that can be set.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "camelCase")]
#[schemars(rename = "SiteCustomizationSettings")]
pub struct Customization {
    /// The title of the published site; that of the site without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<SiteTitle>,
    /// Colours, shapes and fonts.
    pub styling: Styling,
    /// The language of what is not content.
    pub internationalization: Internationalization,
    /// What browsers show beside the title.
    pub favicon: Favicon,
    /// What stands over the pages.
    pub header: Header,
    /// What stands under the pages.
    pub footer: Footer,
    /// What is said on every page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub announcement: Option<Announcement>,
    /// Light and dark.
    pub themes: Themes,
    /// Whether readers can have pages as PDF.
    pub pdf: OptIn,
    /// Whether readers are asked what they think of pages.
    pub feedback: OptIn,
    /// What language models do for readers.
    pub ai: Ai,
    /// Whether all of this is used, at hosts where that is a matter of plans.
    pub advanced_customization: OptOut,
    /// What is shown of the Git repository of the content.
    pub git: Git,
    /// What the menu of a page offers.
    pub page_actions: PageActions,
    /// Links to other sites.
    pub external_links: ExternalLinks,
    /// Whether a page leads to the one before it and the one after it.
    pub pagination: OptOut,
    /// Whether the site says what it is made with.
    pub trademark: OptOut,
    /// What readers can read about what is known of them.
    pub privacy_policy: OptionalUrl,
    /// The image that is shown where a page is linked to.
    pub social_preview: OptionalUrl,
    /// What is counted.
    pub insights: Insights,
}

/// The language of what is not content.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Internationalization {
    /// The language; that of each space without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub locale: Option<Language>,
}

/// What browsers show beside the title: an image, else an emoji, else the server's own.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Favicon {
    /// An image.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub icon: Option<ThemedUrl>,
    /// An emoji.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub emoji: Option<SiteEmoji>,
}

/// Light and dark.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Themes {
    /// What readers see who chose nothing.
    #[serde(rename = "default")]
    pub standard: ThemeMode,
    /// Whether readers can choose.
    pub toggeable: bool,
}

impl Default for Themes {
    fn default() -> Self {
        Self { standard: ThemeMode::System, toggeable: true }
    }
}

/// Light or dark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ThemeMode {
    /// Light.
    Light,
    /// Dark.
    Dark,
    /// As the reader's system says.
    #[default]
    System,
}

/// Something that is off unless it is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(inline)]
pub struct OptIn {
    /// Whether it is on.
    pub enabled: bool,
}

/// Something that is on unless it is not wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(inline)]
pub struct OptOut {
    /// Whether it is on.
    pub enabled: bool,
}

impl Default for OptOut {
    fn default() -> Self {
        Self { enabled: true }
    }
}

/// What language models do for readers.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Ai {
    /// How much.
    pub mode: AiMode,
}

/// How much language models do for readers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum AiMode {
    /// Nothing.
    #[default]
    None,
    /// They answer questions.
    Search,
    /// They talk.
    Assistant,
}

/// What is shown of the Git repository of the content.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "camelCase")]
#[schemars(rename = "SiteGitLinks")]
pub struct Git {
    /// Whether pages link to where they can be edited.
    pub show_edit_link: bool,
}

/// What the menu of a page offers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct PageActions {
    /// To ask a language model of others about the page.
    #[serde(rename = "externalAI")]
    pub external_ai: bool,
    /// To copy or open the page's Markdown.
    pub markdown: bool,
    /// To connect to the site's MCP server.
    pub mcp: bool,
}

impl Default for PageActions {
    fn default() -> Self {
        Self { external_ai: false, markdown: true, mcp: true }
    }
}

/// Links to other sites.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct ExternalLinks {
    /// Where they open.
    pub target: LinksOpen,
}

/// Where links to other sites open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum LinksOpen {
    /// In place of the page.
    #[default]
    #[serde(rename = "self")]
    Same,
    /// Beside the page.
    Blank,
}

/// An address, or none.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(inline)]
pub struct OptionalUrl {
    /// The address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<WebAddress>,
}

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct Insights {
    /// Whether readers are told from each other by a cookie.
    pub tracking_cookie: bool,
}

#[cfg(test)]
mod tests;
