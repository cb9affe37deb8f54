//! The elements around the pages of a site: header, footer and announcement.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::values::{Few, LinkTarget, ThemedColor, ThemedUrl};
use crate::sites::SiteCondition;
use crate::text::{AnnouncementMessage, Copyright, LinkTitle};

/// The maximum number of links in one list.
pub const MOST_LINKS: usize = 50;
/// The maximum number of link groups in a footer.
pub const MOST_FOOTER_GROUPS: usize = 20;

/// The header above the pages.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "camelCase")]
#[schemars(rename = "SiteHeader")]
pub struct Header {
    /// The background of the header; stored without effect.
    pub preset: HeaderPreset,
    /// The logo, shown in place of icon and title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logo: Option<ThemedUrl>,
    /// The background colour of the header if the preset is `custom`; stored without effect.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub background_color: Option<ThemedColor>,
    /// The colour of the header's links if the preset is `custom`; stored without effect.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link_color: Option<ThemedColor>,
    /// The links, buttons and menus.
    pub links: Few<HeaderItem, MOST_LINKS>,
}

/// The background of a header.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum HeaderPreset {
    /// The background that the theme defines.
    #[default]
    Default,
    /// A background in the primary colour.
    Bold,
    /// A dark background in light mode, and a light one in dark mode.
    Contrast,
    /// The colours `backgroundColor` and `linkColor` of the header.
    Custom,
    /// No header above the pages.
    None,
}

/// A link, a button, or a menu of links.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct HeaderItem {
    /// The label of the item.
    pub title: LinkTitle,
    /// The appearance of the item.
    #[serde(default)]
    pub style: HeaderItemStyle,
    /// The target of the link; null if the item only opens its menu.
    pub to: Option<LinkTarget>,
    /// The links of the item's menu.
    #[serde(default)]
    pub links: Few<Link, MOST_LINKS>,
    /// The condition on the visitor under which the item is shown; always shown without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<SiteCondition>,
}

/// The appearance of an item of the header.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum HeaderItemStyle {
    /// A link without a frame.
    #[default]
    Link,
    /// A button in the primary colour.
    ButtonPrimary,
    /// A button with a border.
    ButtonSecondary,
}

/// A link in the header, the footer or the announcement.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "SiteLink")]
pub struct Link {
    /// The label of the link.
    pub title: LinkTitle,
    /// The target of the link.
    pub to: LinkTarget,
}

/// The footer below the pages.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "SiteFooter")]
pub struct Footer {
    /// The logo in the footer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logo: Option<ThemedUrl>,
    /// The groups of links.
    pub groups: Few<FooterGroup, MOST_FOOTER_GROUPS>,
    /// The copyright notice at the end of the footer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub copyright: Option<Copyright>,
}

/// A titled group of links in a footer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FooterGroup {
    /// The title of the group.
    pub title: LinkTitle,
    /// The links of the group.
    pub links: Few<Link, MOST_LINKS>,
}

/// A banner that is shown on every page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Announcement {
    /// True if the banner is shown.
    pub enabled: bool,
    /// The text of the banner.
    pub message: AnnouncementMessage,
    /// A link to more information.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<Link>,
    /// The semantic colour of the banner.
    #[serde(default)]
    pub style: AnnouncementStyle,
}

/// The semantic colour of an announcement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum AnnouncementStyle {
    /// Neutral information, in the info colour.
    #[default]
    Info,
    /// A warning, in the warning colour.
    Warning,
    /// An urgent warning, in the danger colour.
    Danger,
    /// Good news, in the success colour.
    Success,
}
