//! Conflicts: parts of the content that both sides of a merge changed differently.
//!
//! Conflicts are entries in the content map of a change request until they are resolved; main content has none. The
//! versions of the sides are objects of their own, so that a record is small regardless of their size.

use minicbor::{Decode, Encode};

use crate::hash::Hash;
use crate::id::{ConflictId, PageId, Uid};
use crate::record::codec::{is_default, records};

/// A conflict with the versions of both sides and their base.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
#[cbor(map)]
pub struct ConflictRecord {
    /// The key of the entry that is in conflict.
    #[n(0)]
    #[cbor(with = "minicbor::bytes")]
    pub subject: Vec<u8>,
    /// The part of the entry that is in conflict.
    #[n(1)]
    pub place: ConflictPlace,
    /// The object with the version of the common base; `None` if the entry did not exist there. Its format depends
    /// on the place.
    #[n(2)]
    pub base: Option<Hash>,
    /// The object with the version of main.
    #[n(3)]
    pub main: Option<Hash>,
    /// The object with the version of the change request.
    #[n(4)]
    pub change: Option<Hash>,
    /// The objects that records among the sides refer to.
    #[n(5)]
    #[cbor(skip_if = "is_default")]
    pub sources: Vec<Hash>,
    /// The blobs that records among the sides refer to.
    #[n(6)]
    #[cbor(skip_if = "is_default")]
    pub blobs: Vec<Hash>,
    /// True if the side of main is not main's, but what was saved in the change request since the base of a later save.
    #[n(7)]
    #[cbor(default, skip_if = "is_default")]
    pub is_of_saves: bool,
}

/// The part of an entry that is in conflict.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
#[cbor(map)]
pub enum ConflictPlace {
    /// A byte range of its file. The sides are texts.
    #[n(0)]
    Text {
        /// The object with the whole file as it was when the conflict arose.
        #[n(0)]
        source: Hash,
        /// The byte offset of the start in that file.
        #[n(1)]
        start: u32,
        /// The byte offset of the end.
        #[n(2)]
        end: u32,
    },
    /// A single field. The sides are whole records.
    #[n(1)]
    Field {
        /// The field that is in conflict.
        #[n(0)]
        field: Field,
    },
    /// The whole entry: one side deleted it, the other edited it. The sides are whole records.
    #[n(2)]
    Whole,
    /// The place in the page tree, possibly of several pages that would form a cycle. The sides are
    /// [`Placements`].
    #[n(3)]
    Tree,
}

/// A field of a record, or several that only make sense together.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Encode, Decode)]
#[cbor(map)]
pub enum Field {
    /// The kind of the page, with the address of a link, or the whole text if only one side has text.
    #[n(0)]
    Kind,
    /// The title of a page or reusable content.
    #[n(1)]
    Title,
    /// The title in the navigation.
    #[n(2)]
    NavTitle,
    /// The slug of a page.
    #[n(3)]
    Slug,
    /// The emoji of a page.
    #[n(4)]
    Emoji,
    /// The icon of a page.
    #[n(5)]
    Icon,
    /// The description of a page.
    #[n(6)]
    Description,
    /// The layout options of a page.
    #[n(7)]
    Layout,
    /// The cover image of a page.
    #[n(8)]
    Cover,
    /// One of a page's own variables.
    #[n(9)]
    Variable {
        /// The name of the variable.
        #[n(0)]
        name: String,
    },
    /// The flag that leaves a page out of the navigation.
    #[n(10)]
    Hidden,
    /// The flag that leaves a page out of the site's search.
    #[n(11)]
    NoIndex,
    /// The flag that asks search engines not to index a page.
    #[n(12)]
    NoRobotsIndex,
    /// The condition that decides who sees a page.
    #[n(13)]
    Condition,
    /// The path of the file in a repository.
    #[n(14)]
    Git,
    /// The name of a file.
    #[n(15)]
    Name,
    /// The bytes of a file, with their size, type and dimensions.
    #[n(16)]
    Content,
    /// The value of a variable of the space.
    #[n(17)]
    Value,
}

/// The places of pages in the page tree.
#[derive(Debug, Clone, Default, PartialEq, Eq, Encode, Decode)]
#[cbor(map)]
pub struct Placements {
    /// The places, in order of page identifier.
    #[n(0)]
    pub pages: Vec<Placement>,
}

/// The place of a page in the page tree.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
#[cbor(map)]
pub struct Placement {
    /// The identifier of the page.
    #[n(0)]
    pub page: PageId,
    /// The parent page; `None` at the root.
    #[n(1)]
    pub parent: Option<PageId>,
    /// The order key among its siblings: see [`crate::order`].
    #[n(2)]
    pub order: String,
}

impl ConflictRecord {
    /// Returns the identifier: a hash of the conflict, so that equal conflicts have equal identifiers.
    pub fn id(&self) -> ConflictId {
        let name = Hash::of(&self.encode());
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&name.0[..16]);
        ConflictId(Uid(bytes))
    }

    /// Returns the objects that have to be kept for the conflict.
    pub fn objects(&self) -> impl Iterator<Item = Hash> + '_ {
        let file = match &self.place {
            ConflictPlace::Text { source, .. } => Some(*source),
            ConflictPlace::Field { .. } | ConflictPlace::Whole | ConflictPlace::Tree => None,
        };
        [self.base, self.main, self.change, file].into_iter().flatten().chain(self.sources.iter().copied())
    }
}

records!(ConflictRecord, Placements);
