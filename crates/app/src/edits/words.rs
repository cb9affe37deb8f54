//! The changes of a call, in the words of those who make it: things are named by texts, files have their bytes already.

use quire_content::edit::{Attributes, Patch};
use quire_content::hash::Hash;
use quire_content::incoming::Variable;
use quire_model::text::{FileName, MediaType};
use serde_json::Value;

use crate::files::Taken;

/// One change. A page, a file or a reusable content is named by its identifier, or by the reference that an insertion
/// of the same call gives it.
#[derive(Debug, Clone)]
pub enum Edit {
    /// A new page.
    InsertPage(Box<InsertPage>),
    /// A page that changes, moves, or both.
    UpdatePage(Box<UpdatePage>),
    /// A page that goes, with all below it.
    DeletePage {
        /// The page.
        page: String,
    },
    /// A page that becomes what it was.
    RevertPage {
        /// The page.
        page: String,
        /// In this revision; without one, before the changes of this line of content.
        revision: Option<String>,
    },
    /// New files.
    InsertFiles(Vec<InsertFile>),
    /// A file with another name, other bytes, or both.
    UpdateFile(Box<UpdateFile>),
    /// A file that goes.
    DeleteFile {
        /// The file.
        file: String,
    },
    /// A variable of the space with its value.
    SetVariable {
        /// Its name.
        name: String,
        /// Its value.
        value: Variable,
    },
    /// A variable that goes.
    DeleteVariable {
        /// Its name.
        name: String,
    },
    /// A new reusable content.
    InsertReusable(InsertReusable),
    /// A reusable content with another title, another text, or both.
    UpdateReusable(UpdateReusable),
    /// A reusable content that goes.
    DeleteReusable {
        /// The reusable content.
        content: String,
    },
}

/// A new page.
#[derive(Debug, Clone)]
pub struct InsertPage {
    /// What the call names it by.
    pub reference: Option<String>,
    /// What it is.
    pub kind: NewPage,
    /// What is said of it, but for its cover.
    pub attributes: Attributes,
    /// The picture on top.
    pub cover: Patch<Cover>,
    /// The page that it comes below.
    pub into: Option<String>,
    /// Its index among its siblings.
    pub at: Option<usize>,
}

/// What a new page is.
#[derive(Debug, Clone)]
pub enum NewPage {
    /// Text, or none yet.
    Document(Option<Text>),
    /// A heading over pages.
    Group,
    /// An address elsewhere.
    Link {
        /// The address.
        href: String,
    },
}

/// A page that changes.
#[derive(Debug, Clone)]
pub struct UpdatePage {
    /// The page.
    pub page: String,
    /// What is said of it, but for its cover.
    pub attributes: Attributes,
    /// The picture on top.
    pub cover: Patch<Cover>,
    /// Its text.
    pub text: Option<Text>,
    /// The address of a link.
    pub href: Option<String>,
    /// The page that it moves below.
    pub into: Patch<String>,
    /// Its index among its siblings.
    pub at: Option<usize>,
}

/// The picture on top of a page.
#[derive(Debug, Clone)]
pub struct Cover {
    /// The picture.
    pub image: Image,
    /// The one for dark themes.
    pub dark: Option<Image>,
    /// How far it is shifted, in pixels.
    pub y_pos: f64,
}

/// Where a picture is.
#[derive(Debug, Clone)]
pub enum Image {
    /// A file of the content.
    File(String),
    /// An address elsewhere.
    Url(String),
}

/// A text as it is sent.
#[derive(Debug, Clone)]
pub enum Text {
    /// Markdown.
    Markdown(String),
    /// A rich-text document, not looked at yet.
    Document(Value),
}

/// A new file.
#[derive(Debug, Clone)]
pub struct InsertFile {
    /// The name shown to people.
    pub name: FileName,
    /// What the call names it by.
    pub reference: Option<String>,
    /// The media type, as the call says.
    pub content_type: Option<MediaType>,
    /// Its bytes.
    pub bytes: Taken,
}

/// A file that changes.
#[derive(Debug, Clone)]
pub struct UpdateFile {
    /// The file.
    pub file: String,
    /// Another name.
    pub name: Option<FileName>,
    /// The media type, as the call says.
    pub content_type: Option<MediaType>,
    /// Other bytes.
    pub bytes: Option<Taken>,
}

/// A new reusable content.
#[derive(Debug, Clone)]
pub struct InsertReusable {
    /// What the call names it by.
    pub reference: Option<String>,
    /// Shown to editors.
    pub title: String,
    /// Its text; empty without one.
    pub text: Option<Text>,
}

/// A reusable content that changes.
#[derive(Debug, Clone)]
pub struct UpdateReusable {
    /// The reusable content.
    pub content: String,
    /// Another title.
    pub title: Option<String>,
    /// Another text.
    pub text: Option<Text>,
}

impl Edit {
    /// The blobs that it brings, with their sizes.
    pub(super) fn blobs(&self) -> Vec<(Hash, u64)> {
        match self {
            Self::InsertFiles(files) => files.iter().map(|file| file.bytes.blob()).collect(),
            Self::UpdateFile(change) => change.bytes.iter().map(Taken::blob).collect(),
            _ => Vec::new(),
        }
    }
}
