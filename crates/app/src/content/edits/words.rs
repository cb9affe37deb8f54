//! The changes of a call as requested: entries are named by texts, and the bytes of files are stored already.

use quire_content::edit::{Attributes, Patch};
use quire_content::hash::Hash;
use quire_content::incoming::Variable;
use quire_model::text::{FileName, MediaType};
use serde_json::Value;

use crate::content::files::StoredFile;

/// One change. A page, a file or a reusable content is named by its identifier, or by the reference that an insertion
/// of the same call gives it.
#[derive(Debug, Clone)]
pub enum Edit {
    /// Inserts a page with its content.
    InsertPage(Box<InsertPage>),
    /// Changes a page, moves it, or both.
    UpdatePage(Box<UpdatePage>),
    /// Deletes a page with all pages below it.
    DeletePage {
        /// The identifier or reference of the page.
        page: String,
    },
    /// Reverts a page to an earlier state.
    RevertPage {
        /// The identifier or reference of the page.
        page: String,
        /// The revision to take the page from; by default the one before the changes of this line of content.
        revision: Option<String>,
    },
    /// Inserts files with their bytes.
    InsertFiles(Vec<InsertFile>),
    /// Changes the name or the bytes of a file, or both.
    UpdateFile(Box<UpdateFile>),
    /// Deletes a file. Does nothing if there is no such file.
    DeleteFile {
        /// The identifier or reference of the file.
        file: String,
    },
    /// Sets a variable of the space.
    SetVariable {
        /// The name of the variable.
        name: String,
        /// The value of the variable.
        value: Variable,
    },
    /// Deletes a variable of the space.
    DeleteVariable {
        /// The name of the variable.
        name: String,
    },
    /// Inserts a reusable content.
    InsertReusable(InsertReusable),
    /// Changes the title or the text of a reusable content, or both.
    UpdateReusable(UpdateReusable),
    /// Deletes a reusable content. Does nothing if there is no such content.
    DeleteReusable {
        /// The identifier or reference of the reusable content.
        content: String,
    },
}

/// A page to insert.
#[derive(Debug, Clone)]
pub struct InsertPage {
    /// The reference by which other changes of the call name the page.
    pub reference: Option<String>,
    /// The kind of page, with its content.
    pub kind: NewPage,
    /// The attributes of the page, except its cover.
    pub attributes: Attributes,
    /// The cover image at the top of the page.
    pub cover: Patch<Cover>,
    /// The page to insert it below; the top level if `None`.
    pub into: Option<String>,
    /// The index among its siblings; last if `None`.
    pub at: Option<usize>,
}

/// The kind of a new page, with its content.
#[derive(Debug, Clone)]
pub enum NewPage {
    /// A page with text, or without any yet.
    Document(Option<Text>),
    /// A heading above other pages in the table of contents.
    Group,
    /// A link in the table of contents.
    Link {
        /// The address that the link leads to.
        href: String,
    },
}

/// Changes to a page; what is absent stays the same.
#[derive(Debug, Clone)]
pub struct UpdatePage {
    /// The identifier or reference of the page.
    pub page: String,
    /// The attributes to change, except the cover.
    pub attributes: Attributes,
    /// The cover image to set or remove.
    pub cover: Patch<Cover>,
    /// The new text, for a page that has one.
    pub text: Option<Text>,
    /// The new address, for a page that is a link.
    pub href: Option<String>,
    /// The page to move it below; cleared to move it to the top level.
    pub into: Patch<String>,
    /// The new index among its siblings.
    pub at: Option<usize>,
    /// The state that the change was made from.
    pub base: Base,
}

/// The state of the content from which a change was made.
#[derive(Debug, Clone, Default)]
pub struct Base {
    /// The identifier of its revision; without one, the change applies to the current content.
    pub revision: Option<String>,
    /// True if the change is refused where it conflicts with what was saved since, though conflicts can be listed.
    pub refuses_conflicts: bool,
}

/// The cover image at the top of a page.
#[derive(Debug, Clone)]
pub struct Cover {
    /// The image for light themes, or for both.
    pub image: Image,
    /// The image for dark themes.
    pub dark: Option<Image>,
    /// The vertical offset of the image, in pixels.
    pub y_pos: f64,
}

/// The source of an image.
#[derive(Debug, Clone)]
pub enum Image {
    /// A file of the content, by its identifier or reference.
    File(String),
    /// An absolute address, with a scheme.
    Url(String),
}

/// A text as the caller sent it.
#[derive(Debug, Clone)]
pub enum Text {
    /// Text in Markdown, as it is stored.
    Markdown(String),
    /// A rich-text document as JSON, not parsed yet.
    Document(Value),
    /// Changes of single blocks of the text that is there; only for texts that exist.
    Blocks(Vec<BlockChange>),
}

/// A change of single blocks of a text.
#[derive(Debug, Clone)]
pub struct BlockChange {
    /// The key of the block.
    pub key: String,
    /// The change at the block.
    pub action: BlockAction,
}

impl BlockChange {
    /// Returns the Markdown that the change writes.
    pub(super) fn markdown(&self) -> Option<&str> {
        match &self.action {
            BlockAction::Replace(Blocks::Markdown(text))
            | BlockAction::InsertAfter(Blocks::Markdown(text))
            | BlockAction::InsertBefore(Blocks::Markdown(text)) => Some(text),
            _ => None,
        }
    }
}

/// The change at a block.
#[derive(Debug, Clone)]
pub enum BlockAction {
    /// Puts blocks in place of the block.
    Replace(Blocks),
    /// Inserts blocks behind the block.
    InsertAfter(Blocks),
    /// Inserts blocks before the block.
    InsertBefore(Blocks),
    /// Moves the block behind another one; `None` for the beginning of the blocks that it is among.
    MoveAfter(Option<String>),
    /// Deletes the block.
    Delete,
}

/// Blocks as the caller sent them.
#[derive(Debug, Clone)]
pub enum Blocks {
    /// Blocks in Markdown, as they are stored.
    Markdown(String),
    /// A rich-text document as JSON, not parsed yet.
    Document(Value),
}

/// A file to insert.
#[derive(Debug, Clone)]
pub struct InsertFile {
    /// The display name of the file.
    pub name: FileName,
    /// The reference by which other changes of the call name the file.
    pub reference: Option<String>,
    /// The media type that the call declares, which outranks the one sent with the bytes.
    pub content_type: Option<MediaType>,
    /// The bytes of the file, already stored.
    pub bytes: StoredFile,
}

/// Changes to a file; what is absent stays the same.
#[derive(Debug, Clone)]
pub struct UpdateFile {
    /// The identifier or reference of the file.
    pub file: String,
    /// The new display name.
    pub name: Option<FileName>,
    /// The media type that the call declares for the new bytes.
    pub content_type: Option<MediaType>,
    /// The new bytes, already stored.
    pub bytes: Option<StoredFile>,
}

/// A reusable content to insert.
#[derive(Debug, Clone)]
pub struct InsertReusable {
    /// The reference by which other changes of the call name the reusable content.
    pub reference: Option<String>,
    /// The title, which only editors see.
    pub title: String,
    /// The text; empty if `None`.
    pub text: Option<Text>,
}

/// Changes to a reusable content; what is absent stays the same.
#[derive(Debug, Clone)]
pub struct UpdateReusable {
    /// The identifier or reference of the reusable content.
    pub content: String,
    /// The new title, which only editors see.
    pub title: Option<String>,
    /// The new text of the content.
    pub text: Option<Text>,
    /// The state that the change was made from.
    pub base: Base,
}

impl Edit {
    /// Returns the state that the change was made from; `None` for changes that are never merged.
    pub(super) fn base(&self) -> Option<&Base> {
        match self {
            Self::UpdatePage(change) => Some(&change.base),
            Self::UpdateReusable(change) => Some(&change.base),
            _ => None,
        }
    }

    /// Returns true if the change leaves every page in its place, with its kind and its slug.
    pub(super) fn keeps_tree(&self) -> bool {
        match self {
            Self::InsertPage(_) | Self::DeletePage { .. } | Self::RevertPage { .. } => false,
            Self::UpdatePage(change) => {
                let keeps_slug = change.attributes.slug == Patch::Keep;
                change.into == Patch::Keep && change.at.is_none() && keeps_slug
            }
            _ => true,
        }
    }

    /// Returns the blobs that the change adds, with their sizes in bytes.
    pub(super) fn blobs(&self) -> Vec<(Hash, u64)> {
        match self {
            Self::InsertFiles(files) => files.iter().map(|file| file.bytes.blob()).collect(),
            Self::UpdateFile(change) => change.bytes.iter().map(StoredFile::blob).collect(),
            _ => Vec::new(),
        }
    }
}
