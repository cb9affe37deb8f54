//! Pages of HTML.

use url::Url;

use crate::report::PageReport;

/// The parts of one page of HTML.
#[derive(Debug, Clone, Default)]
pub struct PageParts {
    /// The title.
    pub title: String,
    /// The body in Markdown, without the title. Targets of links and images are absolute if there was a base.
    pub markdown: String,
    /// The targets of links in the body, as they stand in the Markdown, each once.
    pub links: Vec<String>,
    /// The targets of images in the body, as they stand in the Markdown, each once.
    pub images: Vec<String>,
    /// The names that links may lead to, with the anchors in the Markdown that they became.
    pub anchors: Vec<(String, String)>,
    /// What became of the parts of the page.
    pub report: PageReport,
}

/// An entry of a navigation.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NavItem {
    /// The title.
    pub title: String,
    /// The target as it is written, or absolute if there was a base; `None` for a heading of a group.
    pub href: Option<String>,
    /// The entries below.
    pub items: Vec<NavItem>,
}

/// Reads a page: its main content, found by structure, in Markdown.
pub fn page(html: &str, base: Option<&Url>) -> PageParts {
    let _ = (html, base);
    PageParts::default()
}

/// Reads the navigation of a page.
pub fn navigation(html: &str, base: Option<&Url>) -> Vec<NavItem> {
    let _ = (html, base);
    Vec::new()
}
