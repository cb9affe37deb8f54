//! Conflicts: what both sides of a merge changed differently.
//!
//! They stand in the content map of a change request until somebody has decided; main content has none. What the sides
//! say are objects of their own, so that a record is small whatever they say.

use minicbor::{Decode, Encode};

use crate::hash::Hash;
use crate::id::{ConflictId, PageId, Uid};
use crate::record::codec::{is_default, records};

/// What both sides changed differently, and what each of them says.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
#[cbor(map)]
pub struct ConflictRecord {
    /// The key of the entry that it is about.
    #[n(0)]
    #[cbor(with = "minicbor::bytes")]
    pub subject: Vec<u8>,
    /// What of it.
    #[n(1)]
    pub place: ConflictPlace,
    /// The object that says what both started from; none where the entry was not there. What the object holds depends
    /// on the place.
    #[n(2)]
    pub base: Option<Hash>,
    /// The same of main.
    #[n(3)]
    pub main: Option<Hash>,
    /// The same of the change request.
    #[n(4)]
    pub change: Option<Hash>,
    /// Objects that records among the sides refer to.
    #[n(5)]
    #[cbor(skip_if = "is_default")]
    pub sources: Vec<Hash>,
    /// Blobs that records among the sides refer to.
    #[n(6)]
    #[cbor(skip_if = "is_default")]
    pub blobs: Vec<Hash>,
}

/// What of an entry is in conflict.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
#[cbor(map)]
pub enum ConflictPlace {
    /// A stretch of its file. The sides are texts.
    #[n(0)]
    Text {
        /// The object that held the whole file when the conflict arose.
        #[n(0)]
        source: Hash,
        /// Where the stretch begins in it, in bytes.
        #[n(1)]
        start: u32,
        /// Where it ends.
        #[n(2)]
        end: u32,
    },
    /// One field. The sides are whole records.
    #[n(1)]
    Field {
        /// Which.
        #[n(0)]
        field: Field,
    },
    /// All of it: one side deleted what the other edited. The sides are whole records.
    #[n(2)]
    Whole,
    /// Where it stands in the page tree, alone or with others that it would be in a circle with. The sides are
    /// [`Placements`].
    #[n(3)]
    Tree,
}

/// A field of a record, or several that only make sense together.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Encode, Decode)]
#[cbor(map)]
pub enum Field {
    /// What kind of page it is, with the address of a link, or all of the text where only one side has text.
    #[n(0)]
    Kind,
    /// The title.
    #[n(1)]
    Title,
    /// The text of the navigation.
    #[n(2)]
    NavTitle,
    /// The part of the path.
    #[n(3)]
    Slug,
    /// The emoji.
    #[n(4)]
    Emoji,
    /// The icon.
    #[n(5)]
    Icon,
    /// The description.
    #[n(6)]
    Description,
    /// What is shown of a page.
    #[n(7)]
    Layout,
    /// The picture on top.
    #[n(8)]
    Cover,
    /// One of a page's own variables.
    #[n(9)]
    Variable {
        /// Its name.
        #[n(0)]
        name: String,
    },
    /// Whether the navigation leaves it out.
    #[n(10)]
    Hidden,
    /// Whether the site's search leaves it out.
    #[n(11)]
    NoIndex,
    /// Whether search engines are asked to leave it out.
    #[n(12)]
    NoRobotsIndex,
    /// Who sees it.
    #[n(13)]
    Condition,
    /// Where its file stands in a repository.
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

/// Where pages stand.
#[derive(Debug, Clone, Default, PartialEq, Eq, Encode, Decode)]
#[cbor(map)]
pub struct Placements {
    /// In order of identifier.
    #[n(0)]
    pub pages: Vec<Placement>,
}

/// Where a page stands.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
#[cbor(map)]
pub struct Placement {
    /// The page.
    #[n(0)]
    pub page: PageId,
    /// The page that it is below; none at the root.
    #[n(1)]
    pub parent: Option<PageId>,
    /// Its place among its siblings: see [`crate::order`].
    #[n(2)]
    pub order: String,
}

impl ConflictRecord {
    /// Its name: the same for whoever finds the same conflict.
    pub fn id(&self) -> ConflictId {
        let name = Hash::of(&self.encode());
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&name.0[..16]);
        ConflictId(Uid(bytes))
    }

    /// The objects that have to be kept for it.
    pub fn objects(&self) -> impl Iterator<Item = Hash> + '_ {
        let file = match &self.place {
            ConflictPlace::Text { source, .. } => Some(*source),
            ConflictPlace::Field { .. } | ConflictPlace::Whole | ConflictPlace::Tree => None,
        };
        [self.base, self.main, self.change, file].into_iter().flatten().chain(self.sources.iter().copied())
    }
}

records!(ConflictRecord, Placements);
