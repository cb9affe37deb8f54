//! The appearance of a site and the elements around its pages (the client's `SiteCustomizationSettings`).
//!
//! Every field has a default, so an empty object is valid. Every value is safe to insert into markup or a style sheet:
//! colours, fonts and addresses are checked when they are parsed. The object as callers sent it, with unknown fields,
//! is kept by [`Settings`]; rendering is not here.

mod around;
pub mod fonts;
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

/// The customization of a site.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "camelCase")]
#[schemars(rename = "SiteCustomizationSettings")]
pub struct Customization {
    /// The title of the published site; defaults to the site's title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<SiteTitle>,
    /// The colours, shapes and fonts.
    pub styling: Styling,
    /// The language of labels and other text outside the content.
    pub internationalization: Internationalization,
    /// The icon that browsers show beside the title.
    pub favicon: Favicon,
    /// The header above the pages.
    pub header: Header,
    /// The footer below the pages.
    pub footer: Footer,
    /// The banner shown on every page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub announcement: Option<Announcement>,
    /// The light and dark modes.
    pub themes: Themes,
    /// The option for readers to print pages or save them as PDF.
    pub pdf: OptIn,
    /// The question to readers if a page was helpful.
    pub feedback: OptIn,
    /// The forms that send requests to the APIs that pages describe, from the reader's browser.
    pub try_it: OptIn,
    /// The functions of language models for readers.
    pub ai: Ai,
    /// The use of this customization on hosts that restrict it by plan; stored without effect.
    pub advanced_customization: OptOut,
    /// The links to the Git repository of the content.
    pub git: Git,
    /// The entries of a page's action menu.
    pub page_actions: PageActions,
    /// The behaviour of links to other sites.
    pub external_links: ExternalLinks,
    /// The links to the previous and the next page.
    pub pagination: OptOut,
    /// The note that names the software the site is made with.
    pub trademark: OptOut,
    /// The address of the privacy policy.
    pub privacy_policy: OptionalUrl,
    /// The image that is shown in previews of links to the site.
    pub social_preview: OptionalUrl,
    /// The collection of usage statistics.
    pub insights: Insights,
}

/// The language of labels and other text outside the content.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Internationalization {
    /// The language; defaults to that of each space.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub locale: Option<Language>,
}

/// The icon that browsers show beside the title: an image, else an emoji, else the initial of the title.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Favicon {
    /// The addresses of the image.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub icon: Option<ThemedUrl>,
    /// The emoji that is used without an image.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub emoji: Option<SiteEmoji>,
}

/// The light and dark modes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Themes {
    /// The mode for readers who have not chosen one.
    #[serde(rename = "default")]
    pub standard: ThemeMode,
    /// True if readers can switch between the modes.
    pub toggeable: bool,
}

impl Default for Themes {
    fn default() -> Self {
        Self { standard: ThemeMode::System, toggeable: true }
    }
}

/// A light or dark mode.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ThemeMode {
    /// Dark text on a light background.
    Light,
    /// Light text on a dark background.
    Dark,
    /// The setting of the reader's system.
    #[default]
    System,
}

/// A feature that is off by default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(inline)]
pub struct OptIn {
    /// True if the feature is on.
    pub enabled: bool,
}

/// A feature that is on by default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(inline)]
pub struct OptOut {
    /// True if the feature is on.
    pub enabled: bool,
}

impl Default for OptOut {
    fn default() -> Self {
        Self { enabled: true }
    }
}

/// The functions of language models for readers.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Ai {
    /// The extent of these functions; stored without effect.
    pub mode: AiMode,
}

/// The extent of language model functions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum AiMode {
    /// No use of language models.
    #[default]
    None,
    /// Answers to questions in the search.
    Search,
    /// An assistant that holds conversations.
    Assistant,
}

/// The links to the Git repository of the content.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "camelCase")]
#[schemars(rename = "SiteGitLinks")]
pub struct Git {
    /// True if pages link to their source in the repository of their space (`gitSync`), for editing.
    pub show_edit_link: bool,
}

/// The entries of a page's action menu.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct PageActions {
    /// The entries for opening a page of a public site in an external assistant.
    #[serde(rename = "externalAI")]
    pub external_ai: bool,
    /// The entries for copying and opening the page as Markdown.
    pub markdown: bool,
    /// The entry for connecting to the site's MCP server; stored without effect.
    pub mcp: bool,
}

impl Default for PageActions {
    fn default() -> Self {
        Self { external_ai: false, markdown: true, mcp: true }
    }
}

/// The behaviour of links to other sites.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct ExternalLinks {
    /// The browser tab in which these links open.
    pub target: LinksOpen,
}

/// The browser tab in which links to other sites open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum LinksOpen {
    /// In the same browser tab.
    #[default]
    #[serde(rename = "self")]
    Same,
    /// In a new browser tab.
    Blank,
}

/// A setting that is an address or absent.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(inline)]
pub struct OptionalUrl {
    /// The address, absent if none is set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<WebAddress>,
}

/// The collection of usage statistics.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct Insights {
    /// True if a cookie distinguishes readers; stored without effect.
    pub tracking_cookie: bool,
}

#[cfg(test)]
mod tests;
