//! Targets of links, as far as a text and its place determine them, and the clues by which they are found.

use std::borrow::Cow;

use minicbor::{Decode, Encode};
use percent_encoding::percent_decode_str;

use crate::document::Relation;
use crate::document::anchors::is_anchor;
use crate::document::model::ContentRef;
use crate::id::{PageId, Uid};
use crate::links::address::Address;
use crate::links::row::Entity;
use crate::path;

/// The maximum length of a target in bytes; longer ones, such as embedded images, are not stored.
const MOST_BYTES: usize = 2048;

/// A link in a text.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Encode, Decode)]
#[cbor(map)]
pub struct Link {
    /// The target of the link.
    #[n(0)]
    pub target: LinkTarget,
    /// The anchor within the target.
    #[n(1)]
    pub anchor: Option<String>,
    /// The purpose of the link.
    #[n(2)]
    pub relation: Relation,
}

/// The target of a link. Identifiers are texts as they were written, and may be invalid.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Encode, Decode)]
#[cbor(map)]
pub enum LinkTarget {
    /// A page or a file, by its path from the content's root.
    #[n(0)]
    Path(#[n(0)] String),
    /// A reusable content, by its path from the content's root.
    #[n(1)]
    Include(#[n(0)] String),
    /// A page, of another space if one is named.
    #[n(2)]
    #[cbor(map)]
    Page {
        /// The identifier of the page.
        #[n(0)]
        page: String,
        /// The identifier of its space.
        #[n(1)]
        space: Option<String>,
    },
    /// A file, by its identifier.
    #[n(3)]
    File(#[n(0)] String),
    /// A reusable content, of another space if one is named.
    #[n(4)]
    #[cbor(map)]
    Reusable {
        /// The identifier of the reusable content.
        #[n(0)]
        content: String,
        /// The identifier of its space.
        #[n(1)]
        space: Option<String>,
    },
    /// A space, by its identifier.
    #[n(5)]
    Space(#[n(0)] String),
    /// A user, by identifier.
    #[n(6)]
    User(#[n(0)] String),
    /// A collection, by its identifier.
    #[n(7)]
    Collection(#[n(0)] String),
    /// An OpenAPI description, by its slug.
    #[n(8)]
    Openapi(#[n(0)] String),
    /// An address, or a target that is not a path.
    #[n(9)]
    Url(#[n(0)] String),
}

impl Link {
    /// Converts a reference of a document to a link without resolving paths; `None` for one that can't lead anywhere.
    /// `page` is the page that has the text, if any, and `folder` the folder of the text's file.
    pub(super) fn read(reference: ContentRef, relation: Relation, page: Option<PageId>, folder: &str) -> Option<Self> {
        let (target, anchor) = match reference {
            ContentRef::Url { url } => return Self::written(&url, relation, folder),
            ContentRef::Anchor { anchor, page: None, space: None } => {
                (LinkTarget::Page { page: page?.to_string(), space: None }, Some(anchor))
            }
            ContentRef::Anchor { anchor, page: None, space: Some(space) } => (LinkTarget::Space(space), Some(anchor)),
            ContentRef::Anchor { anchor, page: Some(page), space } => (LinkTarget::Page { page, space }, Some(anchor)),
            ContentRef::Page { page, space } => (LinkTarget::Page { page, space }, None),
            ContentRef::File { file } => (LinkTarget::File(file), None),
            ContentRef::Space { space } => (LinkTarget::Space(space), None),
            ContentRef::User { user } => (LinkTarget::User(user), None),
            ContentRef::Collection { collection } => (LinkTarget::Collection(collection), None),
            ContentRef::Openapi { spec } => (LinkTarget::Openapi(spec), None),
            ContentRef::ReusableContent { reusable_content, space: None } => {
                (included(&reusable_content, folder), None)
            }
            ContentRef::ReusableContent { reusable_content, space } => {
                (LinkTarget::Reusable { content: reusable_content, space }, None)
            }
        };
        Some(Self { target, anchor, relation })
    }

    /// Converts a target as it was written to a link.
    pub(super) fn written(target: &str, relation: Relation, folder: &str) -> Option<Self> {
        if target.is_empty() || target.len() > MOST_BYTES || target.starts_with("data:") {
            return None;
        }
        let bare = |target| Some(Self { target, anchor: None, relation });
        if path::has_scheme(target) || target.starts_with("//") {
            return bare(LinkTarget::Url(target.to_owned()));
        }
        let (path, anchor) = match target.split_once('#') {
            Some((path, anchor)) if is_anchor(anchor) => (path, Some(anchor.to_owned())),
            Some((path, "")) => (path, None),
            _ => (target, None),
        };
        let (address, _) = path::split_suffix(path);
        let target = match (path::named::<Uid>("/pages/", address), path::named::<Uid>("/files/", address)) {
            (Some(page), _) => LinkTarget::Page { page: page.to_string(), space: None },
            (_, Some(file)) => LinkTarget::File(file.to_string()),
            _ => LinkTarget::Path(path::join(folder, path)),
        };
        Some(Self { target, anchor, relation })
    }

    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        // Writing to a `Vec` does not fail.
        let _ = minicbor::encode(self, &mut bytes);
        bytes
    }

    pub(super) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        minicbor::decode(bytes).ok()
    }
}

/// Returns the target of an inclusion.
pub(super) fn included(content: &str, folder: &str) -> LinkTarget {
    match path::named::<Uid>("/reusable-contents/", content) {
        Some(id) => LinkTarget::Reusable { content: id.to_string(), space: None },
        None if content.parse::<Uid>().is_ok() => LinkTarget::Reusable { content: content.to_owned(), space: None },
        None => LinkTarget::Include(path::join(folder, content)),
    }
}

/// The prefix of clues of other spaces.
pub(super) const IN_SPACES: &str = "@";

/// Returns the clue of links that name an item by its identifier.
pub(super) fn clue_of(entity: Entity) -> String {
    format!(":{}", entity.id())
}

/// Returns the clue of links that name the item at a path.
pub(super) fn clue_at(path: &str) -> String {
    format!("/{path}")
}

/// Returns the clue of links that name a space or an item in it.
pub(super) fn clue_in(space: &str) -> String {
    format!("{IN_SPACES}{space}")
}

impl LinkTarget {
    /// Returns the clues by which the link is found. A link has every clue of every item that it may lead to.
    pub(super) fn clues(&self) -> Vec<String> {
        let id = |id: &String| vec![format!(":{id}")];
        let within = |space: &Option<String>, clues: Vec<String>| match space {
            Some(space) => [clues, vec![clue_in(space)]].concat(),
            None => clues,
        };
        match self {
            Self::Path(path) => spellings(path).flat_map(|path| [clue_at(&path), clue_at(&readme(&path))]).collect(),
            Self::Include(path) => spellings(path).map(|path| clue_at(&path)).collect(),
            Self::Page { page, space } => within(space, id(page)),
            Self::Reusable { content, space } => within(space, id(content)),
            Self::File(file) => id(file),
            Self::Space(space) => vec![clue_in(space)],
            Self::User(_) | Self::Collection(_) | Self::Openapi(_) => Vec::new(),
            Self::Url(url) => match Address::parse(url) {
                Some(address) => {
                    within(&address.space().map(str::to_owned), address.id().iter().flat_map(id).collect())
                }
                None => Vec::new(),
            },
        }
    }
}

/// Returns a path as it was written, and percent-decoded if that differs.
pub(super) fn spellings(path: &str) -> impl Iterator<Item = Cow<'_, str>> {
    let decoded = percent_decode_str(path).decode_utf8().ok().filter(|decoded| *decoded != path);
    [Some(Cow::Borrowed(path)), decoded].into_iter().flatten()
}

/// Returns the path of a folder's page.
pub(super) fn readme(folder: &str) -> String {
    if folder.is_empty() { "README.md".to_owned() } else { format!("{folder}/README.md") }
}
