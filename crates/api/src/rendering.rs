//! Answers that are ready: the JSON of immutable content, kept for as long as there is room.

use bytes::Bytes;
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use quire_app::documents::Reading;
use quire_content::id::{FileId, PageId, ReusableId};
use quire_model::ids::{RevisionId, SpaceId};
use quire_model::paging::Paging;
use quire_model::time::Timestamp;
use serde::Serialize;

use crate::endpoint::Rendered;
use crate::error::Problem;

/// Which answer: a revision never changes, so neither does what is said of it with the same options.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Key {
    pub(crate) space: SpaceId,
    pub(crate) revision: RevisionId,
    pub(crate) what: What,
    /// Whether git metadata is in it.
    pub(crate) metadata: bool,
    /// When the signed addresses in it expire, if it has any.
    pub(crate) passes_expire: Option<Timestamp>,
}

/// What of a revision.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum What {
    /// All of it, with what people call it: where that is another, so is this number.
    Revision(u64),
    Pages,
    Page(PageId, Reading),
    Document(PageId, Reading),
    Files(Paging),
    File(FileId),
    Reusable(ReusableId, Reading),
}

/// An answer and its entity tag.
#[derive(Clone)]
pub(crate) struct Answer {
    json: Bytes,
    version: String,
}

impl Answer {
    pub(crate) fn of(value: &impl Serialize) -> Result<Self, Problem> {
        let json = serde_json::to_vec(value).map_err(Problem::internal)?;
        let version = blake3::hash(&json).to_hex()[..32].to_owned();
        Ok(Self { json: json.into(), version })
    }

    pub(crate) fn rendered<T>(self) -> Rendered<T> {
        Rendered::new(self.json, &self.version)
    }
}

#[derive(Clone)]
struct ByBytes;

impl Weighter<Key, Answer> for ByBytes {
    fn weight(&self, _: &Key, answer: &Answer) -> u64 {
        answer.json.len() as u64 + 256
    }
}

/// So few items make few shards: each has room for the page tree of a large space.
const FEW_SHARDS: usize = 128;

/// The answers in memory.
pub(crate) struct Answers {
    cache: Cache<Key, Answer, ByBytes>,
}

impl Answers {
    /// No answers yet, and room for about so many bytes of them.
    pub(crate) fn new(bytes: u64) -> Self {
        Self { cache: Cache::with_weighter(FEW_SHARDS, bytes, ByBytes) }
    }

    pub(crate) fn get(&self, key: &Key) -> Option<Answer> {
        self.cache.get(key)
    }

    pub(crate) fn insert(&self, key: Key, answer: Answer) {
        self.cache.insert(key, answer);
    }
}
