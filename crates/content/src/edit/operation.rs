//! The operations on content, in terms of records.

use std::collections::BTreeMap;
use std::fmt;

use crate::document::patch;
use crate::document::{Document, Resolve};
use crate::hash::Hash;
use crate::id::{FileId, PageId, ReusableId};
use crate::incoming::Variable;
use crate::map::Map;
use crate::record::{Cover, Layout};

/// One change. Each operation sees the effects of those before it.
#[derive(Debug, Clone)]
pub enum Operation<'a> {
    /// Inserts a page.
    InsertPage(Box<InsertPage<'a>>),
    /// Changes or moves a page.
    UpdatePage(Box<UpdatePage<'a>>),
    /// Deletes a page and its descendants.
    DeletePage(Target),
    /// Reverts a page to its state in another content.
    RevertPage(RevertPage),
    /// Inserts a file, whose bytes are already stored as a blob.
    InsertFile(InsertFile),
    /// Changes the name or the bytes of a file.
    UpdateFile(UpdateFile),
    /// Deletes a file. One that does not exist is no error.
    DeleteFile(FileId),
    /// Sets a variable of the space.
    SetVariable(String, Variable),
    /// Deletes a variable. One that does not exist is no error.
    DeleteVariable(String),
    /// Inserts a reusable content.
    InsertReusable(InsertReusable<'a>),
    /// Changes the title or the text of a reusable content.
    UpdateReusable(UpdateReusable<'a>),
    /// Deletes a reusable content. One that does not exist is no error.
    DeleteReusable(ReusableId),
}

/// A reference to a page, by identifier or by the name that its insertion in the same call gave it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Target {
    /// The identifier of the page.
    Page(PageId),
    /// The name given by an earlier [`InsertPage`].
    Name(String),
}

impl From<PageId> for Target {
    fn from(id: PageId) -> Self {
        Self::Page(id)
    }
}

/// The change of an optional field.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Patch<T> {
    /// Keeps the value.
    #[default]
    Keep,
    /// Removes the value.
    Clear,
    /// Sets the value.
    Set(T),
}

impl<T> Patch<T> {
    /// Applies the change to a value.
    pub(super) fn apply(&self, value: &mut Option<T>)
    where
        T: Clone,
    {
        match self {
            Self::Keep => {}
            Self::Clear => *value = None,
            Self::Set(new) => *value = Some(new.clone()),
        }
    }
}

/// The insertion of a page.
#[derive(Debug, Clone)]
pub struct InsertPage<'a> {
    /// The identifier, which no page may have; `None` for a fresh one.
    pub id: Option<PageId>,
    /// A name by which later operations of the call refer to it.
    pub name: Option<String>,
    /// The kind of page, with its content.
    pub kind: NewPage<'a>,
    /// The attributes. Front matter or a heading in the file takes precedence.
    pub attributes: Attributes,
    /// The parent page; `None` for the root.
    pub into: Option<Target>,
    /// The index among its siblings; the end if it is absent or too large.
    pub at: Option<usize>,
}

/// The kind of a new page.
#[derive(Debug, Clone)]
pub enum NewPage<'a> {
    /// A page with text.
    Document(Body<'a>),
    /// A heading over pages.
    Group,
    /// A link to an address.
    Link {
        /// The address of the link.
        href: String,
    },
    /// A page that the server computes.
    Computed {
        /// The source that it is computed from.
        yaml: String,
    },
}

/// The text of a page or of reusable content.
#[derive(Clone)]
pub enum Body<'a> {
    /// Markdown, stored verbatim. Front matter in it sets fields of a page, and fields that it omits stay.
    Markdown(String),
    /// A document: only the blocks that it changes are written to the text.
    Document {
        /// The document, in normal form.
        document: Document,
        /// The resolver of paths relative to the file that is written.
        resolve: &'a dyn Resolve,
    },
    /// Changes of single blocks of the text that is there.
    Blocks {
        /// The changes, which all refer to the text before them.
        operations: Vec<patch::Operation>,
        /// The resolver of paths relative to the file that is written.
        resolve: &'a dyn Resolve,
    },
}

impl fmt::Debug for Body<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Markdown(text) => f.debug_tuple("Markdown").field(text).finish(),
            Self::Document { document, .. } => f.debug_tuple("Document").field(document).finish(),
            Self::Blocks { operations, .. } => f.debug_tuple("Blocks").field(operations).finish(),
        }
    }
}

/// The attributes of a page besides its text. An absent attribute keeps its value, or has its default.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Attributes {
    /// The title of the page.
    pub title: Option<String>,
    /// The slug, free among the siblings; if cleared, that of the title, with a number if it is taken.
    pub slug: Patch<String>,
    /// The emoji shown next to the title.
    pub emoji: Patch<String>,
    /// The name of the icon.
    pub icon: Patch<String>,
    /// The description, shown below the title.
    pub description: Patch<String>,
    /// True if the page is left out of the navigation.
    pub hidden: Option<bool>,
    /// True if the page is left out of the site's own search.
    pub no_index: Option<bool>,
    /// True if search engines are asked not to index the page.
    pub no_robots_index: Option<bool>,
    /// The condition that decides who sees the page.
    pub condition: Patch<String>,
    /// The variables of the page; replaces all of them.
    pub variables: Option<BTreeMap<String, Variable>>,
    /// The options for which parts of the page are shown.
    pub layout: Patch<Layout>,
    /// The cover image on top: paths or addresses.
    pub cover: Patch<Cover>,
}

/// The change of a page.
#[derive(Debug, Clone)]
pub struct UpdatePage<'a> {
    /// The page to change.
    pub page: Target,
    /// The changes of its attributes.
    pub attributes: Attributes,
    /// The new text; only for a page with text.
    pub body: Option<Body<'a>>,
    /// The new address; only for a page that is a link.
    pub href: Option<String>,
    /// The new parent; if cleared, the root.
    pub into: Patch<Target>,
    /// The index among its siblings, not counting itself. If absent, the page stays where it is, or goes to the end
    /// below a new parent.
    pub at: Option<usize>,
}

impl UpdatePage<'_> {
    /// Creates a change that keeps everything.
    pub fn of(page: impl Into<Target>) -> Self {
        Self {
            page: page.into(),
            attributes: Attributes::default(),
            body: None,
            href: None,
            into: Patch::Keep,
            at: None,
        }
    }
}

/// The reversion of a page to its state in another content: it is deleted if it does not exist there, and created again
/// with its identifier if it only exists there. Only this page is reverted: its descendants stay, and its children take
/// the place of a deleted one.
#[derive(Debug, Clone)]
pub struct RevertPage {
    /// The page to revert.
    pub page: Target,
    /// The content with the state to restore.
    pub to: Map,
}

/// The insertion of a file.
#[derive(Debug, Clone)]
pub struct InsertFile {
    /// The identifier, which no file may have; `None` for a fresh one.
    pub id: Option<FileId>,
    /// The name shown to users.
    pub name: String,
    /// The content of the file.
    pub bytes: FileBytes,
}

/// The content of a file that is stored as a blob.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileBytes {
    /// The hash of the blob.
    pub blob: Hash,
    /// The size in bytes.
    pub size: u64,
    /// The media type (RFC 9110).
    pub content_type: String,
    /// The width and height in pixels, for images where they are known.
    pub dimensions: Option<(u32, u32)>,
    /// The Git object identifier: SHA-1 of `blob <size>\0` and the bytes.
    pub oid: [u8; 20],
}

/// The change of a file.
#[derive(Debug, Clone)]
pub struct UpdateFile {
    /// The file to change.
    pub file: FileId,
    /// The new name, if it changes.
    pub name: Option<String>,
    /// The new content, if it changes.
    pub bytes: Option<FileBytes>,
}

/// The insertion of a reusable content.
#[derive(Debug, Clone)]
pub struct InsertReusable<'a> {
    /// The identifier, which no reusable content may have; `None` for a fresh one.
    pub id: Option<ReusableId>,
    /// The title shown to editors.
    pub title: String,
    /// The text of the reusable content.
    pub body: Body<'a>,
}

/// The change of a reusable content.
#[derive(Debug, Clone)]
pub struct UpdateReusable<'a> {
    /// The reusable content to change.
    pub content: ReusableId,
    /// The new title, if it changes.
    pub title: Option<String>,
    /// The new text, if it changes.
    pub body: Option<Body<'a>>,
}
