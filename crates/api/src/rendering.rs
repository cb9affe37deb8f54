//! The caches of responses: the JSON of immutable content and of search results, bounded in bytes.

use std::hash::Hash;

use bytes::Bytes;
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use quire_app::content::documents::Reading;
use quire_app::core::caches::bounded;
use quire_app::search::SearchBasis;
use quire_content::id::{FileId, PageId, ReusableId};
use quire_content::record::EntryKey;
use quire_model::ids::{RevisionId, SpaceId};
use quire_model::paging::Paging;
use quire_model::time::Timestamp;
use serde::Serialize;

use crate::endpoint::Rendered;
use crate::error::Problem;

/// The key of a response. A revision is immutable, so the response for the same options is too.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Key {
    pub(crate) space: SpaceId,
    pub(crate) revision: RevisionId,
    pub(crate) what: What,
    /// True if the response includes Git metadata.
    pub(crate) metadata: bool,
    /// True if computed pages have the pages that they stand for.
    pub(crate) computed: bool,
    /// The expiry of the signed addresses in the response, if it has any.
    pub(crate) passes_expire: Option<Timestamp>,
}

/// The key of a page of search results in a space, which are the same as long as what they are based on is.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct SearchKey {
    /// The space and the query, as cursors name them.
    pub(crate) list: String,
    pub(crate) paging: Paging,
    pub(crate) basis: SearchBasis,
}

/// The part of a revision that a response represents.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum What {
    /// The whole revision. The number distinguishes responses whose mutable parts, such as user names, differ.
    Revision(u64),
    Pages,
    Page(PageId, Reading),
    Document(PageId, Reading),
    Files(Paging),
    File(FileId),
    Reusable(ReusableId, Reading),
}

impl What {
    /// Returns true if a response has every page of the revision.
    pub(crate) fn has_all_pages(&self) -> bool {
        matches!(self, Self::Revision(_) | Self::Pages)
    }

    /// Returns true if a response has pages.
    pub(crate) fn has_pages(&self) -> bool {
        self.has_all_pages() || matches!(self, Self::Page(..) | Self::Document(..))
    }

    /// Returns the page or the reusable content that a response represents alone.
    pub(crate) fn entry(&self) -> Option<EntryKey> {
        match self {
            Self::Page(id, _) | Self::Document(id, _) => Some(EntryKey::Page(*id)),
            Self::Reusable(id, _) => Some(EntryKey::Reusable(*id)),
            Self::Revision(_) | Self::Pages | Self::Files(_) | Self::File(_) => None,
        }
    }
}

/// A response body and its entity tag.
#[derive(Clone)]
pub(crate) struct Answer {
    json: Bytes,
    version: String,
}

impl Answer {
    pub(crate) fn of(value: &impl Serialize) -> Result<Self, Problem> {
        let json = serde_json::to_vec(value).map_err(Problem::internal)?;
        let version = blake3::hash(&json).to_hex()[..32].to_owned();
        // The cache counts the bytes alone, and they grew into up to twice as much memory.
        Ok(Self { json: json.into_boxed_slice().into(), version })
    }

    /// Puts the tag of a state before the version of the bytes.
    #[must_use]
    pub(crate) fn with_state(self, tag: &str) -> Self {
        Self { version: format!("{tag}-{}", self.version), ..self }
    }

    pub(crate) fn rendered<T>(self) -> Rendered<T> {
        Rendered::new(self.json, &self.version)
    }
}

#[derive(Clone)]
struct ByBytes;

impl<K> Weighter<K, Answer> for ByBytes {
    fn weight(&self, _: &K, answer: &Answer) -> u64 {
        answer.json.len() as u64 + 256
    }
}

/// The number of shards: each has room for the page tree of a large space.
const SHARDS: usize = 4;
/// The approximate size of a response, in bytes.
const AVERAGE: u64 = 16 << 10;

/// The cached responses, bounded in bytes.
pub(crate) struct Answers<K = Key> {
    cache: Cache<K, Answer, ByBytes>,
}

impl<K: Hash + Eq> Answers<K> {
    /// Creates an empty cache with room for about `bytes` bytes.
    pub(crate) fn new(bytes: u64) -> Self {
        Self { cache: bounded(SHARDS, bytes, AVERAGE, ByBytes) }
    }

    pub(crate) fn get(&self, key: &K) -> Option<Answer> {
        self.cache.get(key)
    }

    pub(crate) fn insert(&self, key: K, answer: Answer) {
        self.cache.insert(key, answer);
    }
}
