//! The caches of responses: the JSON of immutable content and of search results, bounded in bytes.

use std::hash::Hash;

use axum::http::header::{CONTENT_ENCODING, ETAG};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use quire_app::core::caches::bounded;
use quire_app::search::SearchBasis;
use quire_model::paging::Paging;
use serde::Serialize;

use crate::asked::Key;
use crate::endpoint::Rendered;
use crate::error::Problem;

/// The key of a page of search results in a space, which are the same as long as what they are based on is.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct SearchKey {
    /// The space and the query, as cursors name them.
    pub(crate) list: String,
    pub(crate) paging: Paging,
    pub(crate) basis: SearchBasis,
}

/// A response body and its entity tag.
#[derive(Clone)]
pub(crate) struct Answer {
    body: Bytes,
    etag: HeaderValue,
    /// The coding of the body, if it is compressed.
    coding: Option<HeaderValue>,
}

impl Answer {
    /// Writes a value as JSON. Its entity tag is the hash of the bytes, after the tag of a state if there is one.
    pub(crate) fn of(value: &impl Serialize, state: Option<&str>) -> Result<Self, Problem> {
        let json = serde_json::to_vec(value).map_err(Problem::internal)?;
        let hash = blake3::hash(&json).to_hex();
        let (version, state) = (&hash[..32], state.map(|state| format!("{state}-")).unwrap_or_default());
        let etag = HeaderValue::try_from(format!("\"{state}{version}\"")).map_err(Problem::internal)?;
        // The cache counts the bytes alone, and they grew into up to twice as much memory.
        Ok(Self { body: json.into_boxed_slice().into(), etag, coding: None })
    }

    /// Returns the body of a response with these headers if it is compressed.
    pub(crate) fn compressed(headers: &HeaderMap, body: &Bytes) -> Option<Self> {
        let [coding, etag] = [CONTENT_ENCODING, ETAG].map(|name| headers.get(name).cloned());
        Some(Self { body: body.clone(), etag: etag?, coding: Some(coding?) })
    }

    /// Puts the body into the response for another form of it.
    pub(crate) fn put_into(self, response: &mut Response) {
        *response.body_mut() = self.body.into();
        response.headers_mut().insert(ETAG, self.etag);
        if let Some(coding) = self.coding {
            response.headers_mut().insert(CONTENT_ENCODING, coding);
        }
    }

    /// Returns the response with this body.
    pub(crate) fn response(self) -> Response {
        self.rendered::<()>().into_response()
    }

    pub(crate) fn rendered<T>(self) -> Rendered<T> {
        Rendered::tagged(self.body, self.etag)
    }
}

#[derive(Clone)]
struct ByBytes;

impl<K> Weighter<K, Answer> for ByBytes {
    fn weight(&self, _: &K, answer: &Answer) -> u64 {
        answer.body.len() as u64 + 256
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
