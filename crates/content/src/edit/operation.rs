//! What can be done to content, in the words of records.

use std::collections::BTreeMap;
use std::fmt;

use crate::document::{Document, Resolve};
use crate::hash::Hash;
use crate::id::{FileId, PageId, ReusableId};
use crate::incoming::Variable;
use crate::map::Map;
use crate::record::{Cover, Layout};

/// One change. Each sees what those before it did.
#[derive(Debug, Clone)]
pub enum Operation<'a> {
    /// A new page.
    InsertPage(Box<InsertPage<'a>>),
    /// A page that changes, moves, or both.
    UpdatePage(Box<UpdatePage<'a>>),
    /// A page that goes, with all below it.
    DeletePage(Target),
    /// A page that becomes what it is in another content.
    RevertPage(RevertPage),
    /// A new file, whose bytes are already stored as a blob.
    InsertFile(InsertFile),
    /// A file with another name, other bytes, or both.
    UpdateFile(UpdateFile),
    /// A file that goes. One that is not there stays away.
    DeleteFile(FileId),
    /// A variable of the space with its value.
    SetVariable(String, Variable),
    /// A variable that goes. One that is not there stays away.
    DeleteVariable(String),
    /// A new reusable content.
    InsertReusable(InsertReusable<'a>),
    /// A reusable content with another title, another text, or both.
    UpdateReusable(UpdateReusable<'a>),
    /// A reusable content that goes. One that is not there stays away.
    DeleteReusable(ReusableId),
}

/// A page, by its identifier or by the name that its insertion in the same call gave it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// By identifier.
    Page(PageId),
    /// By the name of an earlier [`InsertPage`].
    Name(String),
}

impl From<PageId> for Target {
    fn from(id: PageId) -> Self {
        Self::Page(id)
    }
}

/// A field of a change.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Patch<T> {
    /// As it is.
    #[default]
    Keep,
    /// Without a value.
    Clear,
    /// With this value.
    Set(T),
}

impl<T> Patch<T> {
    /// The value after the change.
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

/// A new page.
#[derive(Debug, Clone)]
pub struct InsertPage<'a> {
    /// The identifier that it gets, one that no page has; a fresh one if there is none.
    pub id: Option<PageId>,
    /// What the other operations of the call name it by.
    pub name: Option<String>,
    /// What it is.
    pub kind: NewPage<'a>,
    /// What is said of it. What a file's front matter or heading says outranks this.
    pub attributes: Attributes,
    /// The page that it comes below; none for the root.
    pub into: Option<Target>,
    /// Its index among its siblings: at their end if that is absent or beyond them.
    pub at: Option<usize>,
}

/// What a new page is.
#[derive(Debug, Clone)]
pub enum NewPage<'a> {
    /// Text.
    Document(Body<'a>),
    /// A heading over pages.
    Group,
    /// An address elsewhere.
    Link {
        /// The address.
        href: String,
    },
    /// A page that the server makes.
    Computed {
        /// What it is made from.
        yaml: String,
    },
}

/// The text of a page or of reusable content.
#[derive(Clone)]
pub enum Body<'a> {
    /// Markdown, kept as it is. Front matter in it says fields of a page, and the fields that it leaves out stay.
    Markdown(String),
    /// A document: only the blocks of the text that it changes are written.
    Document {
        /// In normal form.
        document: Document,
        /// What paths stand for, seen from the file that gets it.
        resolve: &'a dyn Resolve,
    },
}

impl fmt::Debug for Body<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Markdown(text) => f.debug_tuple("Markdown").field(text).finish(),
            Self::Document { document, .. } => f.debug_tuple("Document").field(document).finish(),
        }
    }
}

/// What is said of a page beside its text. What is not said stays, or has its default.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Attributes {
    /// Its title.
    pub title: Option<String>,
    /// Its part of the path, free among its siblings; without a value the one of its title, with a number if that is
    /// taken.
    pub slug: Patch<String>,
    /// An emoji.
    pub emoji: Patch<String>,
    /// The name of an icon.
    pub icon: Patch<String>,
    /// Shown below the title.
    pub description: Patch<String>,
    /// Left out of the navigation.
    pub hidden: Option<bool>,
    /// Left out of the site's own search.
    pub no_index: Option<bool>,
    /// Search engines are asked to leave it out.
    pub no_robots_index: Option<bool>,
    /// The expression that decides who sees it.
    pub condition: Patch<String>,
    /// All of its variables.
    pub variables: Option<BTreeMap<String, Variable>>,
    /// What is shown of it.
    pub layout: Patch<Layout>,
    /// The picture on top: paths or addresses.
    pub cover: Patch<Cover>,
}

/// A change of a page.
#[derive(Debug, Clone)]
pub struct UpdatePage<'a> {
    /// The page.
    pub page: Target,
    /// What is said of it.
    pub attributes: Attributes,
    /// The text of a page that is a document.
    pub body: Option<Body<'a>>,
    /// The address of a page that is a link.
    pub href: Option<String>,
    /// The page that it moves below; without a value to the root.
    pub into: Patch<Target>,
    /// Its index among its siblings, itself left out. If that is absent it stays where it is, or at the end of a new
    /// family.
    pub at: Option<usize>,
}

impl UpdatePage<'_> {
    /// A change of nothing yet.
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

/// A page that becomes what it is in another content: it is deleted if it is not there, and made again with its
/// identifier if it is only there. Pages below it stay.
#[derive(Debug, Clone)]
pub struct RevertPage {
    /// The page.
    pub page: Target,
    /// The other content.
    pub to: Map,
}

/// A new file.
#[derive(Debug, Clone)]
pub struct InsertFile {
    /// The identifier that it gets, one that no file has; a fresh one if there is none.
    pub id: Option<FileId>,
    /// The name shown to people.
    pub name: String,
    /// Its bytes.
    pub bytes: FileBytes,
}

/// Bytes that are stored as a blob.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileBytes {
    /// The name of the blob.
    pub blob: Hash,
    /// In bytes.
    pub size: u64,
    /// Media type (RFC 9110).
    pub content_type: String,
    /// Width and height in pixels, for images where they are known.
    pub dimensions: Option<(u32, u32)>,
    /// Git's name of the bytes: SHA-1 of `blob <size>\0` and them.
    pub oid: [u8; 20],
}

/// A change of a file.
#[derive(Debug, Clone)]
pub struct UpdateFile {
    /// The file.
    pub file: FileId,
    /// Another name.
    pub name: Option<String>,
    /// Other bytes.
    pub bytes: Option<FileBytes>,
}

/// A new reusable content.
#[derive(Debug, Clone)]
pub struct InsertReusable<'a> {
    /// The identifier that it gets, one that no reusable content has; a fresh one if there is none.
    pub id: Option<ReusableId>,
    /// Shown to editors.
    pub title: String,
    /// Its text.
    pub body: Body<'a>,
}

/// A change of reusable content.
#[derive(Debug, Clone)]
pub struct UpdateReusable<'a> {
    /// The reusable content.
    pub content: ReusableId,
    /// Another title.
    pub title: Option<String>,
    /// Another text.
    pub body: Option<Body<'a>>,
}
