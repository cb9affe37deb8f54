//! Cached answers: bytes and headers of one address for one audience, evicted by size, with their compressed forms.
//!
//! The cache key contains everything an answer depends on: the site's facts, the content, the address, the audience. If
//! a page has used other spaces of its site, the answer is valid only until any space of the site changes; if it shows
//! specifications, until one of these has a new version.

use std::ops::RangeInclusive;
use std::sync::{Arc, OnceLock};

use axum::body::Body;
use axum::http::header::{CONTENT_ENCODING, CONTENT_TYPE, ETAG, VARY};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::Response;
use bytes::Bytes;
use quick_cache::sync::{Cache, DefaultLifecycle, PlaceholderGuard};
use quick_cache::{DefaultHashBuilder, Weighter};
use quire_app::core::caches::bounded;
use quire_app::openapi_specs::latest::Used;
use quire_app::published::PublishedSite;
use quire_content::hash::Hash;
use quire_workers::SharedBytes;

use crate::codings::Coding;

/// The cache key of an answer.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Key {
    /// The hash of the site's facts, without the content of its spaces.
    pub(crate) site: Hash,
    /// The hash of the content of the space that is read, or of all of them.
    pub(crate) content: Hash,
    /// The hash of the audience.
    pub(crate) audience: Hash,
    /// Scheme, host, path prefix and version, with the requested entity.
    pub(crate) address: String,
}

/// An answer that stays the same until its key changes.
#[derive(Debug)]
pub(crate) struct Answer {
    /// The HTTP status of the response.
    pub(crate) status: StatusCode,
    /// The entity tag of the plain form, without quotes.
    tag: String,
    plain: Form,
    /// The forms for [`Coding::ALL`], created when a client first accepts them.
    compressed: [OnceLock<Form>; Coding::ALL.len()],
    /// The hash of all spaces of the site, if the answer depends on them.
    whole: Option<Hash>,
    /// The specifications that the answer shows, with their versions.
    used: Vec<Used>,
}

/// Headers and body in one coding.
#[derive(Debug)]
struct Form {
    headers: HeaderMap,
    bytes: Bytes,
}

/// The sizes to compress, in bytes: smaller bodies are not worth it, and larger ones take too long.
const COMPRESSED: RangeInclusive<usize> = 1_025..=16 << 20;
/// The size from which compression takes too long for a thread that answers requests, in bytes.
const LONG: usize = 64 << 10;

impl Answer {
    /// Creates an answer with its entity tag.
    pub(crate) fn new(
        status: StatusCode,
        mut headers: HeaderMap,
        bytes: impl Into<Bytes>,
        whole: Option<Hash>,
    ) -> Self {
        let bytes = bytes.into();
        let tag = blake3::hash(&bytes).to_hex()[..32].to_owned();
        headers.insert(ETAG, visible(format!("\"{tag}\"")));
        Self { status, tag, plain: Form { headers, bytes }, compressed: Default::default(), whole, used: Vec::new() }
    }

    /// Returns the answer as one that shows these specifications.
    pub(crate) fn made_of(self, used: Vec<Used>) -> Self {
        Self { used, ..self }
    }

    /// Returns true if the answer is valid for the site as it is.
    fn is_right(&self, site: &PublishedSite) -> bool {
        self.whole.is_none_or(|seen| seen == site.whole()) && site.specifications.are_latest(&self.used)
    }

    /// Returns the response in the accepted coding; all responses share the bytes.
    pub(crate) fn respond(&self, accepted: Option<Coding>) -> Response {
        let Form { headers, bytes } = accepted.and_then(|coding| self.compressed(coding)).unwrap_or(&self.plain);
        let mut response = Response::new(Body::from(bytes.clone()));
        *response.status_mut() = self.status;
        *response.headers_mut() = headers.clone();
        response.extensions_mut().insert(SharedBytes::of(bytes));
        response
    }

    /// Returns true if the response in the accepted coding is cheap to create.
    pub(crate) fn is_ready(&self, accepted: Option<Coding>) -> bool {
        let made = |coding| self.compressed[coding as usize].get().is_some() || !self.is_worthwhile();
        self.plain.bytes.len() <= LONG || accepted.is_none_or(made)
    }

    fn is_worthwhile(&self) -> bool {
        let Form { headers, bytes } = &self.plain;
        COMPRESSED.contains(&bytes.len()) && headers.get(CONTENT_TYPE).is_some_and(is_text)
    }

    /// Returns a compressed form, created on first use; `None` if compression is not worthwhile.
    fn compressed(&self, coding: Coding) -> Option<&Form> {
        let Form { headers, bytes } = &self.plain;
        self.is_worthwhile().then(|| {
            self.compressed[coding as usize].get_or_init(|| {
                let mut headers = headers.clone();
                headers.insert(CONTENT_ENCODING, coding.value());
                headers.insert(ETAG, visible(format!("\"{}-{}\"", self.tag, coding.name())));
                headers.append(VARY, HeaderValue::from_static("accept-encoding"));
                Form { headers, bytes: coding.compress(bytes) }
            })
        })
    }
}

fn visible(text: String) -> HeaderValue {
    HeaderValue::try_from(text).expect("tags are visible ASCII")
}

/// Returns true if content of this type is compressible; images are not.
fn is_text(content_type: &HeaderValue) -> bool {
    let bytes = content_type.as_bytes();
    bytes.starts_with(b"text/") || bytes.starts_with(b"application/") || bytes.starts_with(b"image/svg")
}

#[derive(Clone)]
pub(crate) struct ByBytes;

impl Weighter<Key, Arc<Answer>> for ByBytes {
    fn weight(&self, key: &Key, answer: &Arc<Answer>) -> u64 {
        let plain = answer.plain.bytes.len();
        // The compressed forms that may follow are about half as large together.
        (plain + plain / 2 + key.address.len()) as u64 + 2048
    }
}

/// The number of shards of a cache of pages: each has room for large ones.
const SHARDS: usize = 4;

/// The approximate size of an answer with its compressed forms, in bytes.
const AVERAGE: u64 = 32 << 10;

/// A cache of answers.
pub(crate) struct Answers {
    cache: Cache<Key, Arc<Answer>, ByBytes>,
}

impl Answers {
    /// Creates a cache for about `bytes` bytes of pages.
    pub(crate) fn of_pages(bytes: u64) -> Self {
        Self { cache: bounded(SHARDS, bytes, AVERAGE, ByBytes) }
    }

    /// Creates a cache for about `bytes` bytes of a few large answers, one of which may take most of them.
    pub(crate) fn few(bytes: u64) -> Self {
        Self { cache: bounded(1, bytes, AVERAGE, ByBytes) }
    }

    /// Stores an answer in the cache.
    pub(crate) fn keep(&self, key: Key, answer: Arc<Answer>) {
        self.cache.insert(key, answer);
    }

    /// Returns an answer, if it is still valid for the site as it is.
    pub(crate) fn get(&self, key: &Key, site: &PublishedSite) -> Option<Arc<Answer>> {
        self.cache.get(key).filter(|answer| answer.is_right(site))
    }

    /// Returns an answer once a concurrent request has created it, or else the turn to create it.
    pub(crate) async fn join(&self, key: Key, site: &PublishedSite) -> Joined<'_> {
        match self.cache.get_value_or_guard_async(&key).await {
            Ok(answer) if answer.is_right(site) => Joined::Ready(answer),
            Ok(_) => Joined::Turn(Turn::Again(self, key)),
            Err(guard) => Joined::Turn(Turn::First(guard)),
        }
    }
}

/// The result of waiting for an answer that was not cached.
pub(crate) enum Joined<'a> {
    Ready(Arc<Answer>),
    Turn(Turn<'a>),
}

type Guard<'a> =
    PlaceholderGuard<'a, Key, Arc<Answer>, ByBytes, DefaultHashBuilder, DefaultLifecycle<Key, Arc<Answer>>>;

/// The turn to create an answer. Other requests for the same one wait until it is stored, or the turn is dropped.
pub(crate) enum Turn<'a> {
    First(Guard<'a>),
    /// The turn to replace an outdated answer, or to create one that is never stored; nobody waits for it.
    Again(&'a Answers, Key),
}

impl Turn<'_> {
    /// Stores the answer for waiting and later requests.
    pub(crate) fn keep(self, answer: Arc<Answer>) {
        match self {
            // The insertion may fail because the answer is too large.
            Self::First(guard) => _ = guard.insert(answer),
            Self::Again(answers, key) => answers.cache.insert(key, answer),
        }
    }
}
