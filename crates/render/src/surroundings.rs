//! What a document needs to know of the world around it: where references lead, files, reusable content, OpenAPI
//! descriptions.
//!
//! What is not there, or not for this reader, is `None`; the two can't be told apart here. Addresses that are handed
//! out are checked again when they are drawn. No request is made anywhere while a page is drawn.

use std::sync::Arc;

use quire_content::document::Document;
use quire_content::document::model::ContentRef;

/// Knows what references of one page stand for, for one reader.
pub trait Surroundings {
    /// Where a reference leads, for every kind of reference, absolute addresses included (see [`Link::external`]);
    /// `None` if it is broken, which is drawn as plain text.
    fn link(&self, reference: &ContentRef) -> Option<Link>;

    /// The file behind a `file` or `url` reference of an image, a file, a cover, a cell.
    fn file(&self, reference: &ContentRef) -> Option<FileView>;

    /// Reusable content, its expressions evaluated and its conditions decided.
    fn reusable(&self, reference: &ContentRef) -> Option<Arc<Document>>;

    /// What is around content of a space that a reference names: where the references within that content lead.
    fn of_space(&self, space: &str) -> Option<&dyn Surroundings>;

    /// An OpenAPI document as JSON, behind an `openapi` reference or the file or address of an older block.
    fn specification(&self, reference: &ContentRef) -> Option<Arc<serde_json::Value>>;

    /// A diagram drawn from its source; `None` if it can't be, or nobody draws here: then the source is shown.
    fn diagram(&self, source: &str) -> Option<Diagram>;
}

/// Where a reference leads.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Link {
    /// The address: `http`, `https`, `mailto`, `tel`, or relative. Others are not drawn.
    pub href: String,
    /// What the target is called.
    pub title: String,
    /// The target's emoji, as text.
    pub emoji: Option<String>,
    /// The name of the target's icon.
    pub icon: Option<String>,
    /// What the target is about.
    pub description: Option<String>,
    /// Whether it leads away from the site.
    pub external: bool,
}

impl Link {
    /// The link that an absolute address is by itself, titled by its host and path.
    pub fn external(url: &str) -> Self {
        let shown = url.split_once("://").map_or(url, |(_, rest)| rest);
        let shown = shown.split(['?', '#']).next().unwrap_or(shown).trim_end_matches('/');
        Self { href: url.to_owned(), title: shown.to_owned(), external: true, ..Self::default() }
    }
}

/// A file as it is shown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FileView {
    /// Its address.
    pub url: String,
    /// Its name.
    pub name: String,
    /// Its media type; empty if that is not known.
    pub content_type: String,
    /// Its size in bytes; 0 if that is not known.
    pub size: u64,
    /// Width and height of an image in pixels, if they are known.
    pub dimensions: Option<(u32, u32)>,
}

/// A drawn diagram.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Diagram {
    /// The drawing itself, as an address of the kind `data:image/svg+xml`. Others are not shown.
    pub address: String,
    /// Its width in pixels.
    pub width: u32,
    /// Its height in pixels.
    pub height: u32,
    /// What it shows, in words, where its author says so.
    pub title: Option<String>,
    /// What is written in it.
    pub words: Vec<String>,
}

/// Knows nothing but absolute addresses.
#[derive(Debug, Clone, Copy, Default)]
pub struct Nowhere;

impl Surroundings for Nowhere {
    fn link(&self, reference: &ContentRef) -> Option<Link> {
        match reference {
            ContentRef::Url { url } => Some(Link::external(url)),
            ContentRef::Anchor { anchor, page: None, space: None } => {
                Some(Link { href: format!("#{anchor}"), title: anchor.clone(), ..Link::default() })
            }
            _ => None,
        }
    }

    fn file(&self, reference: &ContentRef) -> Option<FileView> {
        let ContentRef::Url { url } = reference else { return None };
        let name = url.rsplit('/').next().unwrap_or(url).to_owned();
        Some(FileView { url: url.clone(), name, ..FileView::default() })
    }

    fn reusable(&self, _: &ContentRef) -> Option<Arc<Document>> {
        None
    }

    fn of_space(&self, _: &str) -> Option<&dyn Surroundings> {
        None
    }

    fn diagram(&self, _: &str) -> Option<Diagram> {
        None
    }

    fn specification(&self, _: &ContentRef) -> Option<Arc<serde_json::Value>> {
        None
    }
}
