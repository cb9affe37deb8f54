//! Answers that are ready: bytes and headers of one address for one audience, kept for as long as there is room.
//!
//! An answer is found under all that it depends on: the site's facts, the content, the address, the audience. Where a page
//! looked into other spaces of its site, it counts only as long as none of the site has changed.

use std::sync::Arc;

use axum::body::Body;
use axum::http::header::ETAG;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::Response;
use bytes::Bytes;
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use quire_content::hash::Hash;

/// What an answer depends on.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Key {
    /// The site's facts, without the content of its spaces.
    pub(crate) site: Hash,
    /// The content of the space that is read, or of all of them.
    pub(crate) content: Hash,
    /// What conditions were decided by.
    pub(crate) audience: Hash,
    /// Scheme, host and what paths begin with, the version, and what is wanted.
    pub(crate) address: String,
}

/// An answer that is the same until something changes.
#[derive(Debug)]
pub(crate) struct Answer {
    /// Its status.
    pub(crate) status: StatusCode,
    /// Its headers, with an entity tag.
    headers: HeaderMap,
    /// Its body.
    bytes: Bytes,
    /// What all spaces of the site were at, where it depends on that.
    whole: Option<Hash>,
}

impl Answer {
    /// An answer with its entity tag.
    pub(crate) fn new(
        status: StatusCode,
        mut headers: HeaderMap,
        bytes: impl Into<Bytes>,
        whole: Option<Hash>,
    ) -> Self {
        let bytes = bytes.into();
        let tag = format!("\"{}\"", &blake3::hash(&bytes).to_hex()[..32]);
        headers.insert(ETAG, HeaderValue::try_from(tag).expect("digits are visible ASCII"));
        Self { status, headers, bytes, whole }
    }

    /// The response, which shares the bytes.
    pub(crate) fn respond(&self) -> Response {
        let mut response = Response::new(Body::from(self.bytes.clone()));
        *response.status_mut() = self.status;
        *response.headers_mut() = self.headers.clone();
        response
    }
}

#[derive(Clone)]
struct ByBytes;

impl Weighter<Key, Arc<Answer>> for ByBytes {
    fn weight(&self, key: &Key, answer: &Arc<Answer>) -> u64 {
        (answer.bytes.len() + key.address.len()) as u64 + 1024
    }
}

/// So few items make few shards: each has room for large answers.
const FEW_SHARDS: usize = 128;

/// The answers in memory.
pub(crate) struct Answers {
    cache: Cache<Key, Arc<Answer>, ByBytes>,
}

impl Answers {
    /// No answers yet, and room for about so many bytes of them.
    pub(crate) fn new(bytes: u64) -> Self {
        Self { cache: Cache::with_weighter(FEW_SHARDS, bytes, ByBytes) }
    }

    /// An answer, if it is still right while the spaces of the site are at `whole`.
    pub(crate) fn get(&self, key: &Key, whole: Hash) -> Option<Arc<Answer>> {
        self.cache.get(key).filter(|answer| answer.whole.is_none_or(|seen| seen == whole))
    }

    pub(crate) fn insert(&self, key: Key, answer: Arc<Answer>) {
        self.cache.insert(key, answer);
    }
}
