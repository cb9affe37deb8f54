//! The data that all pages of a site share: its name, its appearance, the links around every page.
//!
//! The data is for one audience: the caller leaves out everything that the visitor may not see. Addresses are final, as
//! they appear in the page; none is built here.

use crate::reference_resolver::FileView;

/// A site, as visible to one visitor.
#[derive(Debug, Clone, Default)]
pub struct Site {
    /// The name of the site.
    pub title: String,
    /// The address of the home page.
    pub home: String,
    /// The mark shown beside the name where there is no logo.
    pub mark: Mark,
    /// The logo, shown instead of mark and name.
    pub logo: Option<Themed>,
    /// The address of the favicon.
    pub favicon: String,
    /// The address that the names of [assets](crate::assets) are appended to.
    pub assets: String,
    /// The address of the site's [own style sheet](crate::theme::css).
    pub stylesheet: String,
    /// The address of search, if the site has one: it answers with a page, or with JSON to
    /// requests that accept only that.
    pub search: Option<String>,
    /// The language that is searched, as the search field sends it; all content if `None`.
    pub search_in: Option<String>,
    /// True if the search field is in the middle of the header.
    pub prominent_search: bool,
    /// The initial colour scheme.
    pub mode: Mode,
    /// True if visitors can switch the colour scheme.
    pub switchable: bool,
    /// True if links to other sites open in a new tab.
    pub new_tab: bool,
    /// The links in the header.
    pub links: Vec<HeaderLink>,
    /// The announcement above all pages.
    pub announcement: Option<Announcement>,
    /// The footer below all pages.
    pub footer: Footer,
    /// True if the footer names this software.
    pub trademark: bool,
    /// The address of the privacy policy.
    pub privacy: Option<String>,
    /// The address at which readers sign out.
    pub sign_out: Option<String>,
}

/// The mark of a site without a logo.
#[derive(Debug, Clone, Default)]
pub enum Mark {
    /// The first letter of the site's name.
    #[default]
    Initial,
    /// An emoji, as text.
    Emoji(String),
    /// An icon by its name.
    Icon(String),
    /// A small image of the site.
    Picture(Box<Themed>),
}

/// An image with an optional variant for dark backgrounds.
#[derive(Debug, Clone, Default)]
pub struct Themed {
    /// The image for light backgrounds, or for both.
    pub light: FileView,
    /// The variant for dark backgrounds.
    pub dark: Option<FileView>,
}

/// The initial colour scheme of a site.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Mode {
    /// The scheme of the visitor's system.
    #[default]
    System,
    /// Light colours, whatever the system prefers.
    Light,
    /// Dark colours, whatever the system prefers.
    Dark,
}

impl Mode {
    /// Returns the value of the `data-theme` attribute.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }
}

/// A link of the site's navigation.
#[derive(Debug, Clone, Default)]
pub struct NavLink {
    /// The text of the link.
    pub title: String,
    /// The address of the link.
    pub href: String,
    /// True if the link leads to another site.
    pub external: bool,
}

/// A link in a site's header, or a menu of links.
#[derive(Debug, Clone, Default)]
pub struct HeaderLink {
    /// The text of the link or menu.
    pub title: String,
    /// The address; a menu may have none.
    pub href: Option<String>,
    /// True if the link leads to another site.
    pub external: bool,
    /// The style of the link.
    pub style: LinkLook,
    /// The links of the menu; empty for a simple link.
    pub links: Vec<NavLink>,
}

/// The style of a link in the header.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum LinkLook {
    /// A link that looks like text.
    #[default]
    Plain,
    /// A button in the primary colour.
    Primary,
    /// A button in a quiet colour.
    Secondary,
}

/// An announcement above all pages of a site.
#[derive(Debug, Clone, Default)]
pub struct Announcement {
    /// The text, as plain text.
    pub message: String,
    /// The link after the text.
    pub link: Option<NavLink>,
    /// The severity, which sets the colours.
    pub style: Tone,
}

/// The severity of an announcement.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Tone {
    /// Neutral information, the default.
    #[default]
    Info,
    /// A warning to be careful.
    Warning,
    /// A warning of serious consequences.
    Danger,
    /// News of a success.
    Success,
}

impl Tone {
    /// Returns the class of the severity.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Danger => "danger",
            Self::Success => "success",
        }
    }
}

/// The footer of all pages of a site.
#[derive(Debug, Clone, Default)]
pub struct Footer {
    /// The logo in the footer.
    pub logo: Option<Themed>,
    /// Lists of links, each with its title.
    pub groups: Vec<(String, Vec<NavLink>)>,
    /// The copyright notice, as plain text.
    pub copyright: Option<String>,
}

/// A tab of a site: a section, or a group of sections.
#[derive(Debug, Clone)]
pub enum Tab {
    /// A section outside of any group.
    Section(Section),
    /// A group of sections.
    Group {
        /// The name of the group.
        title: String,
        /// The name of the group's icon.
        icon: Option<String>,
        /// The sections in the order of the menu.
        sections: Vec<Section>,
    },
}

/// A section of a site.
#[derive(Debug, Clone, Default)]
pub struct Section {
    /// The name of the section.
    pub title: String,
    /// The address of the section's first page.
    pub href: String,
    /// The description of the section.
    pub description: Option<String>,
    /// The name of the section's icon.
    pub icon: Option<String>,
    /// True if the page belongs to the section.
    pub current: bool,
}

/// One of several spaces of a section: a version or a language.
#[derive(Debug, Clone)]
pub struct Variant {
    /// The name of the variant.
    pub title: String,
    /// The address of the variant, preferably of the same page in it.
    pub href: String,
    /// The language of the variant's content.
    pub language: quire_model::language::Language,
    /// True if the page belongs to the variant.
    pub current: bool,
}
