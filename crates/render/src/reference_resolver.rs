//! The interface to everything outside of a document: the targets of references,
//! files, reusable content, OpenAPI documents.
//!
//! An absent thing and one that the reader may not see are both `None`; they cannot be told apart here. Addresses are
//! checked again when they are drawn. Drawing a page makes no network request.

use std::sync::Arc;

use quire_content::document::Document;
use quire_content::document::model::{ContentRef, Kind};

use crate::safe;

/// The resolution of one page's references, for one reader.
pub trait ReferenceResolver {
    /// Resolves a reference of any kind, absolute addresses included (see [`Link::external`]); `None` if it is broken,
    /// which is drawn as plain text.
    fn link(&self, reference: &ContentRef) -> Option<Link>;

    /// Returns the file of a `file` or `url` reference in an image, a file block, a cover or a cell.
    fn file(&self, reference: &ContentRef) -> Option<FileView>;

    /// Returns reusable content with its expressions evaluated and its conditions decided.
    fn reusable(&self, reference: &ContentRef) -> Option<Arc<Document>>;

    /// Returns the surroundings of content in another space, which resolve the references within that content.
    fn of_space(&self, space: &str) -> Option<&dyn ReferenceResolver>;

    /// Returns the OpenAPI document that a block shows a part of, or one that has that part and what it refers to, as JSON.
    /// `None` if there is no such document; a document without the part is one.
    fn specification(&self, block: &Kind) -> Option<Arc<serde_json::Value>>;

    /// Returns the form of a tag of updates that the space declares.
    fn tag(&self, name: &str) -> Option<TagStyle>;

    /// Draws a diagram from its source; `None` if that fails or is not supported: then the source is shown.
    fn diagram(&self, source: &str) -> Option<Diagram>;
}

/// The form of a tag of updates.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TagStyle {
    /// The text to show instead of the tag's name.
    pub label: Option<String>,
    /// The name of an icon.
    pub icon: Option<String>,
    /// The name of a color.
    pub color: Option<String>,
}

/// The target of a reference.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Link {
    /// The address: `http`, `https`, `mailto`, `tel`, or relative. Others are not drawn as links.
    pub href: String,
    /// The title of the target.
    pub title: String,
    /// The target's emoji, as text.
    pub emoji: Option<String>,
    /// The name of the target's icon.
    pub icon: Option<String>,
    /// The description of the target.
    pub description: Option<String>,
    /// True if the target is on another site.
    pub external: bool,
}

impl Link {
    /// Returns the link of an absolute address, titled by its host and path.
    pub fn external(url: &str) -> Self {
        let shown = url.split_once("://").map_or(url, |(_, rest)| rest);
        let shown = shown.split(['?', '#']).next().unwrap_or(shown).trim_end_matches('/');
        Self { href: url.to_owned(), title: shown.to_owned(), external: true, ..Self::default() }
    }

    /// Returns true if the link leads to another web site.
    pub(crate) fn leads_away(&self) -> bool {
        self.external && safe::web(&self.href).is_some()
    }

    /// Returns the `rel` attribute of the link: external links send no referrer and expose no opener.
    pub(crate) fn rel(&self) -> Option<&'static str> {
        self.leads_away().then_some("noopener noreferrer")
    }
}

/// A file for display.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FileView {
    /// The address of the file's content.
    pub url: String,
    /// The name shown for the file.
    pub name: String,
    /// The media type; empty if it is unknown.
    pub content_type: String,
    /// The size in bytes; 0 if it is unknown.
    pub size: u64,
    /// The width and height of an image in pixels, if they are known.
    pub dimensions: Option<(u32, u32)>,
    /// The smaller forms of an image: their widths in pixels, ascending, and their addresses.
    pub smaller: Vec<(u32, String)>,
}

impl FileView {
    /// Returns the attribute `srcset`: the smaller forms and the image itself, each with its width; `None` where there
    /// is nothing to choose from.
    pub(crate) fn srcset(&self) -> Option<String> {
        let (width, _) = self.dimensions.filter(|_| !self.smaller.is_empty())?;
        let all = self.smaller.iter().map(|(width, url)| (*width, url)).chain([(width, &self.url)]);
        let forms: Vec<_> = all.map(|(width, url)| format!("{url} {width}w")).collect();
        Some(forms.join(", "))
    }
}

/// The drawing of a diagram.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Diagram {
    /// The drawing, as a `data:image/svg+xml` address. Others are not shown.
    pub address: String,
    /// The width in pixels.
    pub width: u32,
    /// The height in pixels.
    pub height: u32,
    /// The author's description of the diagram, if there is one.
    pub title: Option<String>,
    /// The words in the drawing.
    pub words: Vec<String>,
}

/// Surroundings that resolve only absolute addresses and anchors of the page itself.
#[derive(Debug, Clone, Copy, Default)]
pub struct Nowhere;

impl ReferenceResolver for Nowhere {
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

    fn of_space(&self, _: &str) -> Option<&dyn ReferenceResolver> {
        None
    }

    fn tag(&self, _: &str) -> Option<TagStyle> {
        None
    }

    fn diagram(&self, _: &str) -> Option<Diagram> {
        None
    }

    fn specification(&self, _: &Kind) -> Option<Arc<serde_json::Value>> {
        None
    }
}
