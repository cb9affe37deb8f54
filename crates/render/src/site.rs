//! What all pages of a site share: its name, its looks, the links around every page.
//!
//! Plain data for one audience: what a visitor may not see is not in it. Addresses are final, as they stand in the
//! page; nothing here makes one.

use crate::surroundings::FileView;

/// A site as its visitors see it.
#[derive(Debug, Clone, Default)]
pub struct Site {
    /// Its name.
    pub title: String,
    /// The address of its first page.
    pub home: String,
    /// What stands for it where there is no logo.
    pub mark: Mark,
    /// Shown instead of its name.
    pub logo: Option<Themed>,
    /// The address of its small icon.
    pub favicon: String,
    /// What the names of [assets](crate::assets) are added to.
    pub assets: String,
    /// The address of its [own style](crate::theme::css).
    pub stylesheet: String,
    /// Where its search answers, if it has one: a page, and JSON to requests that accept only that.
    pub search: Option<String>,
    /// Whether search stands in the middle of the header.
    pub prominent_search: bool,
    /// The colours at first.
    pub mode: Mode,
    /// Whether visitors may choose other colours.
    pub switchable: bool,
    /// Whether links to other sites open beside this one.
    pub new_tab: bool,
    /// The links in its header.
    pub links: Vec<HeaderLink>,
    /// The line over all pages.
    pub announcement: Option<Announcement>,
    /// What is under all pages.
    pub footer: Footer,
    /// Whether the footer names this software.
    pub trademark: bool,
    /// Where its privacy policy is.
    pub privacy: Option<String>,
}

/// What stands for a site where there is no picture.
#[derive(Debug, Clone, Default)]
pub enum Mark {
    /// The first letter of its name.
    #[default]
    Initial,
    /// An emoji.
    Emoji(String),
    /// An icon by name.
    Icon(String),
    /// A small picture.
    Picture(Themed),
}

/// A picture for light and, if that is another one, for dark colours.
#[derive(Debug, Clone, Default)]
pub struct Themed {
    /// On light ground.
    pub light: FileView,
    /// On dark ground.
    pub dark: Option<FileView>,
}

/// Which colours a site has at first.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Mode {
    /// Those of the visitor's system.
    #[default]
    System,
    /// Light ones.
    Light,
    /// Dark ones.
    Dark,
}

impl Mode {
    /// The `data-theme` attribute.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }
}

/// A link.
#[derive(Debug, Clone, Default)]
pub struct NavLink {
    /// What is shown.
    pub title: String,
    /// Where it leads.
    pub href: String,
    /// Whether it leads away from the site.
    pub external: bool,
}

/// A link in a site's header, or a list of links under one name.
#[derive(Debug, Clone, Default)]
pub struct HeaderLink {
    /// What is shown.
    pub title: String,
    /// Where it leads; a list of links need not lead anywhere itself.
    pub href: Option<String>,
    /// Whether it leads away from the site.
    pub external: bool,
    /// How it looks.
    pub style: LinkLook,
    /// What it opens.
    pub links: Vec<NavLink>,
}

/// How a link in a header looks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum LinkLook {
    /// As text.
    #[default]
    Plain,
    /// As the loud button.
    Primary,
    /// As a quiet button.
    Secondary,
}

/// A line over all pages of a site.
#[derive(Debug, Clone, Default)]
pub struct Announcement {
    /// What it says.
    pub message: String,
    /// Where it leads.
    pub link: Option<NavLink>,
    /// How urgent it is.
    pub style: Tone,
}

/// How urgent something is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Tone {
    /// Good to know.
    #[default]
    Info,
    /// Be careful.
    Warning,
    /// Be very careful.
    Danger,
    /// Good news.
    Success,
}

impl Tone {
    /// Its class.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Danger => "danger",
            Self::Success => "success",
        }
    }
}

/// What is under all pages of a site.
#[derive(Debug, Clone, Default)]
pub struct Footer {
    /// A picture.
    pub logo: Option<Themed>,
    /// Lists of links, each under a title.
    pub groups: Vec<(String, Vec<NavLink>)>,
    /// Whose the content is.
    pub copyright: Option<String>,
}

/// A tab of a site: a section, or several under one name.
#[derive(Debug, Clone)]
pub enum Tab {
    /// One section.
    Section(Section),
    /// A group of sections.
    Group {
        /// Its name.
        title: String,
        /// The name of its icon.
        icon: Option<String>,
        /// Its sections.
        sections: Vec<Section>,
    },
}

/// A section of a site.
#[derive(Debug, Clone, Default)]
pub struct Section {
    /// Its name.
    pub title: String,
    /// Its address.
    pub href: String,
    /// What it is about.
    pub description: Option<String>,
    /// The name of its icon.
    pub icon: Option<String>,
    /// Whether the page is in it.
    pub current: bool,
}

/// One of several spaces of a section: a version, or a language.
#[derive(Debug, Clone)]
pub struct Variant {
    /// Its name.
    pub title: String,
    /// Its address: best of the same page in it.
    pub href: String,
    /// The language of its content.
    pub language: quire_model::language::Language,
    /// Whether the page is in it.
    pub current: bool,
}
