//! Answers that are ready: bytes and headers of one address for one audience, kept for as long as there is room, with
//! their compressed forms.
//!
//! An answer is found under all that it depends on: the site's facts, the content, the address, the audience. Where a page
//! looked into other spaces of its site, it counts only as long as none of the site has changed.

use std::ops::RangeInclusive;
use std::sync::{Arc, OnceLock};

use axum::body::Body;
use axum::http::header::{CONTENT_ENCODING, CONTENT_TYPE, ETAG, VARY};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::Response;
use bytes::Bytes;
use quick_cache::sync::{Cache, DefaultLifecycle, PlaceholderGuard};
use quick_cache::{DefaultHashBuilder, Weighter};
use quire_content::hash::Hash;

use crate::codings::Coding;

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
    /// What says that it is the same as another.
    tag: String,
    plain: Form,
    /// The forms of [`Coding::ALL`], once somebody accepted them.
    compressed: [OnceLock<Form>; Coding::ALL.len()],
    /// What all spaces of the site were at, where it depends on that.
    whole: Option<Hash>,
}

/// Headers and body in one coding.
#[derive(Debug)]
struct Form {
    headers: HeaderMap,
    bytes: Bytes,
}

/// The lengths, in bytes, of answers that are compressed: shorter ones are not worth it, longer ones take too long even
/// once.
const COMPRESSED: RangeInclusive<usize> = 1_025..=16 << 20;
/// The length, in bytes, from which compressing takes too long for the threads that answer requests.
const LONG: usize = 64 << 10;

impl Answer {
    /// An answer with its entity tag.
    pub(crate) fn new(
        status: StatusCode,
        mut headers: HeaderMap,
        bytes: impl Into<Bytes>,
        whole: Option<Hash>,
    ) -> Self {
        let bytes = bytes.into();
        let tag = blake3::hash(&bytes).to_hex()[..32].to_owned();
        headers.insert(ETAG, visible(format!("\"{tag}\"")));
        Self { status, tag, plain: Form { headers, bytes }, compressed: Default::default(), whole }
    }

    /// Whether it is right while the spaces of the site are at `whole`.
    fn is_right(&self, whole: Hash) -> bool {
        self.whole.is_none_or(|seen| seen == whole)
    }

    /// The response, which shares the bytes, in the form that its reader likes best.
    pub(crate) fn respond(&self, accepted: Option<Coding>) -> Response {
        let Form { headers, bytes } = accepted.and_then(|coding| self.compressed(coding)).unwrap_or(&self.plain);
        let mut response = Response::new(Body::from(bytes.clone()));
        *response.status_mut() = self.status;
        *response.headers_mut() = headers.clone();
        response
    }

    /// Returns whether the response in the form that its reader likes best costs next to nothing.
    pub(crate) fn is_ready(&self, accepted: Option<Coding>) -> bool {
        let made = |coding| self.compressed[coding as usize].get().is_some() || !self.is_worthwhile();
        self.plain.bytes.len() <= LONG || accepted.is_none_or(made)
    }

    fn is_worthwhile(&self) -> bool {
        let Form { headers, bytes } = &self.plain;
        COMPRESSED.contains(&bytes.len()) && headers.get(CONTENT_TYPE).is_some_and(is_text)
    }

    /// A form that is made when it is first asked for.
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

/// Whether the bytes of such content repeat themselves; those of pictures don't.
fn is_text(content_type: &HeaderValue) -> bool {
    let bytes = content_type.as_bytes();
    bytes.starts_with(b"text/") || bytes.starts_with(b"application/") || bytes.starts_with(b"image/svg")
}

#[derive(Clone)]
pub(crate) struct ByBytes;

impl Weighter<Key, Arc<Answer>> for ByBytes {
    fn weight(&self, key: &Key, answer: &Arc<Answer>) -> u64 {
        let plain = answer.plain.bytes.len();
        // The compressed forms that may come are about half as large together.
        (plain + plain / 2 + key.address.len()) as u64 + 2048
    }
}

/// So few items make few shards: each has room for large answers.
const FEW_SHARDS: usize = 128;

/// So few items make the cache one piece.
const ONE_SHARD: usize = 32;

/// The answers in memory.
pub(crate) struct Answers {
    cache: Cache<Key, Arc<Answer>, ByBytes>,
}

impl Answers {
    /// No answers yet, and room for about so many bytes of pages.
    pub(crate) fn of_pages(bytes: u64) -> Self {
        Self { cache: Cache::with_weighter(FEW_SHARDS, bytes, ByBytes) }
    }

    /// No answers yet, and room for about so many bytes of few, of which one may take most.
    pub(crate) fn few(bytes: u64) -> Self {
        Self { cache: Cache::with_weighter(ONE_SHARD, bytes, ByBytes) }
    }

    /// Keeps an answer.
    pub(crate) fn keep(&self, key: Key, answer: Arc<Answer>) {
        self.cache.insert(key, answer);
    }

    /// An answer, if it is still right while the spaces of the site are at `whole`.
    pub(crate) fn get(&self, key: &Key, whole: Hash) -> Option<Arc<Answer>> {
        self.cache.get(key).filter(|answer| answer.is_right(whole))
    }

    /// An answer that somebody else is making, or else the turn to make it.
    pub(crate) async fn join(&self, key: Key, whole: Hash) -> Joined<'_> {
        match self.cache.get_value_or_guard_async(&key).await {
            Ok(answer) if answer.is_right(whole) => Joined::Ready(answer),
            Ok(_) => Joined::Turn(Turn::Again(self, key)),
            Err(guard) => Joined::Turn(Turn::First(guard)),
        }
    }
}

/// What comes of asking for an answer that was not at hand.
pub(crate) enum Joined<'a> {
    Ready(Arc<Answer>),
    Turn(Turn<'a>),
}

type Guard<'a> =
    PlaceholderGuard<'a, Key, Arc<Answer>, ByBytes, DefaultHashBuilder, DefaultLifecycle<Key, Arc<Answer>>>;

/// The turn to make an answer. Whoever wants the same one waits until it is kept, or the turn is given up.
pub(crate) enum Turn<'a> {
    First(Guard<'a>),
    /// In place of an answer that is out of date, or that is none to keep; nobody waits for it.
    Again(&'a Answers, Key),
}

impl Turn<'_> {
    /// Keeps the answer for those who wait, and for those who come.
    pub(crate) fn keep(self, answer: Arc<Answer>) {
        match self {
            // It may be too large to be kept.
            Self::First(guard) => _ = guard.insert(answer),
            Self::Again(answers, key) => answers.cache.insert(key, answer),
        }
    }
}
