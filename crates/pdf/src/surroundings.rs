//! Everything outside of a document: targets of references, pictures, reusable content, diagrams.
//!
//! An absent thing and one that the reader may not see are both `None`.

use std::sync::Arc;

use quire_content::document::Document;
use quire_content::document::model::{ContentRef, Kind};

/// The resolution of one page's references, for one reader.
pub trait Surroundings {
    /// Resolves a reference of any kind; `None` if it is broken, which is printed as plain text.
    fn link(&self, reference: &ContentRef) -> Option<Link>;

    /// Returns the picture that a reference names.
    fn picture(&self, reference: &ContentRef) -> PictureSource;

    /// Returns what is known of a file.
    fn file(&self, reference: &ContentRef) -> Option<FileFacts>;

    /// Returns reusable content, with its expressions evaluated and its conditions decided.
    fn reusable(&self, reference: &ContentRef) -> Option<Arc<Document>>;

    /// Returns the surroundings of content in another space.
    fn of_space(&self, space: &str) -> Option<&dyn Surroundings>;

    /// Returns a part of an API description as a text; `None` if there is none.
    fn described(&self, block: &Kind) -> Option<Document>;

    /// Returns the label of a tag of updates that the space declares.
    fn tag(&self, name: &str) -> Option<String>;

    /// Draws a diagram from its source; `None` if that fails.
    fn diagram(&self, source: &str) -> Option<Drawing>;
}

/// The target of a reference.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Link {
    /// The place that it leads to.
    pub target: LinkTarget,
    /// The title of the target.
    pub title: String,
    /// The emoji of the target, as text.
    pub emoji: Option<String>,
    /// The name of the target's icon.
    pub icon: Option<String>,
    /// The description of the target.
    pub description: Option<String>,
}

/// A place that a link leads to.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum LinkTarget {
    /// A page, by its name in the book, and an anchor on it. A page that is not in the book has an address elsewhere.
    Page {
        /// The name of the page.
        id: String,
        /// The anchor; empty for the page as a whole.
        anchor: String,
        /// The address of the page elsewhere.
        elsewhere: Option<String>,
    },
    /// An anchor on the page itself.
    Anchor(String),
    /// An address outside of the book.
    Address(String),
    /// Nothing that a reader of the file could open; the title stands for it.
    Nowhere,
}

/// The source of a picture.
#[derive(Debug, Clone)]
pub enum PictureSource {
    /// The bytes of a file.
    Bytes(Arc<[u8]>),
    /// The address of a picture elsewhere, which is not fetched.
    Elsewhere(String),
    /// No such picture, or none of a size that is printed.
    Missing,
}

/// The facts about a file.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FileFacts {
    /// The name.
    pub name: String,
    /// The size in bytes; 0 if it is unknown.
    pub size: u64,
    /// The address, if it can be opened without the rights of the reader.
    pub address: Option<String>,
}

/// A diagram as SVG.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Drawing {
    /// The document.
    pub svg: String,
    /// The description for those who do not see it.
    pub alt: String,
}

/// Surroundings in which only absolute addresses and anchors of the page itself are known.
#[derive(Debug, Clone, Copy, Default)]
pub struct Nothing;

impl Surroundings for Nothing {
    fn link(&self, reference: &ContentRef) -> Option<Link> {
        let (target, title) = match reference {
            ContentRef::Url { url } => (LinkTarget::Address(url.clone()), url.clone()),
            ContentRef::Anchor { anchor, page: None, space: None } => {
                (LinkTarget::Anchor(anchor.clone()), anchor.clone())
            }
            _ => return None,
        };
        Some(Link { target, title, emoji: None, icon: None, description: None })
    }

    fn picture(&self, reference: &ContentRef) -> PictureSource {
        match reference {
            ContentRef::Url { url } => PictureSource::Elsewhere(url.clone()),
            _ => PictureSource::Missing,
        }
    }

    fn file(&self, _: &ContentRef) -> Option<FileFacts> {
        None
    }

    fn reusable(&self, _: &ContentRef) -> Option<Arc<Document>> {
        None
    }

    fn of_space(&self, _: &str) -> Option<&dyn Surroundings> {
        None
    }

    fn described(&self, _: &Kind) -> Option<Document> {
        None
    }

    fn tag(&self, _: &str) -> Option<String> {
        None
    }

    fn diagram(&self, _: &str) -> Option<Drawing> {
        None
    }
}
