//! What stands around the pages of a site: header, footer, announcement.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::values::{Few, LinkTarget, ThemedColor, ThemedUrl};
use crate::sites::SiteCondition;
use crate::text::{AnnouncementMessage, Copyright, LinkTitle};

/// The most links of one list.
pub const MOST_LINKS: usize = 50;
/// The most groups of links in a footer.
pub const MOST_FOOTER_GROUPS: usize = 20;

/// What stands over the pages.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "camelCase")]
#[schemars(rename = "SiteHeader")]
pub struct Header {
    /// Its ground.
    pub preset: HeaderPreset,
    /// The logo, in place of icon and title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logo: Option<ThemedUrl>,
    /// The colour of its ground where the preset is `custom`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub background_color: Option<ThemedColor>,
    /// The colour of its links where the preset is `custom`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link_color: Option<ThemedColor>,
    /// Its links, buttons and menus.
    pub links: Few<HeaderItem, MOST_LINKS>,
}

/// The ground of a header.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum HeaderPreset {
    /// As the theme says.
    #[default]
    Default,
    /// The primary colour.
    Bold,
    /// Dark on light, light on dark.
    Contrast,
    /// Its own colours.
    Custom,
    /// No header.
    None,
}

/// A link, a button, or a menu of links.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct HeaderItem {
    /// Its text.
    pub title: LinkTitle,
    /// How it looks.
    #[serde(default)]
    pub style: HeaderItemStyle,
    /// Where it leads; null where it only opens its menu.
    pub to: Option<LinkTarget>,
    /// Its menu.
    #[serde(default)]
    pub links: Few<Link, MOST_LINKS>,
    /// Who sees it; everybody without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<SiteCondition>,
}

/// How an item of the header looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum HeaderItemStyle {
    /// As a link.
    #[default]
    Link,
    /// As a button in the primary colour.
    ButtonPrimary,
    /// As a button with a border.
    ButtonSecondary,
}

/// A link around the pages.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "SiteLink")]
pub struct Link {
    /// Its text.
    pub title: LinkTitle,
    /// Where it leads.
    pub to: LinkTarget,
}

/// What stands under the pages.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "SiteFooter")]
pub struct Footer {
    /// A logo.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logo: Option<ThemedUrl>,
    /// Links in groups.
    pub groups: Few<FooterGroup, MOST_FOOTER_GROUPS>,
    /// A word about rights.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub copyright: Option<Copyright>,
}

/// Links of a footer under one title.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FooterGroup {
    /// The title.
    pub title: LinkTitle,
    /// The links.
    pub links: Few<Link, MOST_LINKS>,
}

/// What is said on every page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Announcement {
    /// Whether it is.
    pub enabled: bool,
    /// The text.
    pub message: AnnouncementMessage,
    /// Where more is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<Link>,
    /// In which of the semantic colours.
    #[serde(default)]
    pub style: AnnouncementStyle,
}

/// The semantic colour of an announcement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum AnnouncementStyle {
    /// Something to know.
    #[default]
    Info,
    /// Something to mind.
    Warning,
    /// Something to be afraid of.
    Danger,
    /// Something to be glad of.
    Success,
}
