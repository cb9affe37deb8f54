//! `llms-full.txt`: all pages of a site in one text, rendered and sent in parts.
//!
//! At most one part per reader is in memory, and at most one part is rendered in one turn, so that other readers and
//! other sites get theirs in between. A part is cached by its position and by everything that it depends on: readers at
//! the same position share it. No part is rendered for a reader who disconnects. A text of only one part is cached as
//! an ordinary answer.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::body::Body;
use axum::http::header::ETAG;
use axum::http::{HeaderValue, StatusCode};
use axum::response::Response;
use bytes::Bytes;
use futures_util::stream;
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use quire_app::core::caches::bounded;
use quire_app::published::SitePage;
use quire_app::{App, Error};
use quire_content::hash::Hash;
use quire_render::feeds::{FullPage, llms_full_head, llms_full_page};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::answers::{Answer, Key};
use crate::appearance;
use crate::codings::Coding;
use crate::drawing::MARKDOWN;
use crate::headers;
use crate::pages::Reading;
use crate::request_context::RequestContext;
use crate::turns::WAITING;
use crate::{Failure, Sites};

/// The size after which a part ends with its page, in bytes.
const PART_BYTES: usize = 256 << 10;
/// The maximum number of pages of a part.
const PART_PAGES: usize = 500;
/// The maximum number of texts sent at the same time: every reader has a place in the queue for parts.
const READERS: usize = WAITING;

/// A cache of parts of the texts of whole sites.
pub(crate) struct Parts {
    cache: Cache<PartKey, Arc<Part>, ByBytes>,
    readers: Arc<Semaphore>,
    /// The number of parts rendered, for tests.
    pub(crate) made: AtomicU64,
}

/// The start of a part: the index of the space on the site, and of the page in the space.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
struct Position {
    space: usize,
    page: usize,
}

type PartKey = (Key, Position);

struct Part {
    text: Bytes,
    /// The start of the next part; `None` at the end.
    next: Option<Position>,
}

#[derive(Clone)]
struct ByBytes;

impl Weighter<PartKey, Arc<Part>> for ByBytes {
    fn weight(&self, (key, _): &PartKey, part: &Arc<Part>) -> u64 {
        (part.text.len() + key.address.len() + 512) as u64
    }
}

/// The approximate size of a part, in bytes.
const AVERAGE: u64 = 64 << 10;

impl Parts {
    /// Creates a cache for about `bytes` bytes of parts.
    pub(crate) fn new(bytes: u64) -> Self {
        let cache = bounded(1, bytes, AVERAGE, ByBytes);
        Self { cache, readers: Arc::new(Semaphore::new(READERS)), made: AtomicU64::new(0) }
    }
}

/// The text of a site, being sent to one reader.
struct Text {
    sites: Sites,
    context: Arc<RequestContext>,
    key: Key,
}

/// Answers a request for the text of a site.
pub(crate) async fn answer(
    sites: &Sites,
    context: RequestContext,
    key: Key,
    coding: Option<Coding>,
) -> Result<Response, Failure> {
    let permit = sites.inner.parts.readers.clone().try_acquire_owned().map_err(|_| quire_workers::Error::Busy)?;
    let text = Text { sites: sites.clone(), context: Arc::new(context), key };
    let first = text.part(Position::default()).await?;
    let (context, key) = (&text.context, &text.key);
    let whole = context.site().whole();
    let mut headers = context.headers(MARKDOWN, true, false);
    if first.next.is_none() {
        let answer = Arc::new(Answer::new(StatusCode::OK, headers, first.text.clone(), Some(whole)));
        let compressed = answer.clone();
        let compress = move |_: &App| {
            drop(compressed.respond(coding));
            Ok(())
        };
        sites.run_in(&sites.inner.turns.texts, compress).await?;
        sites.inner.texts.keep(key.clone(), answer.clone());
        return Ok(answer.respond(coding));
    }
    // The text is too large to be compressed for each reader, and its hash is unknown before the end.
    headers::as_it_is(&mut headers);
    let tag = Hash::of(format!("{key:?} {whole}").as_bytes()).to_string();
    headers.insert(ETAG, HeaderValue::try_from(format!("\"{tag}\"")).expect("tags are visible ASCII"));
    let mut response = Response::new(text.body(first, permit));
    *response.headers_mut() = headers;
    Ok(response)
}

impl Text {
    /// Returns the parts from the first one on, each rendered after the one before it was sent.
    fn body(self, first: Arc<Part>, permit: OwnedSemaphorePermit) -> Body {
        let begin = (self, Some(first), None, permit);
        let parts = stream::try_unfold(begin, |(text, ready, next, permit)| async move {
            let part = match (ready, next) {
                (Some(part), _) => part,
                (None, Some(position)) => text.part(position).await?,
                (None, None) => return Ok::<_, Failure>(None),
            };
            let next = part.next;
            Ok(Some((part.text.clone(), (text, None, next, permit))))
        });
        Body::from_stream(parts)
    }

    async fn part(&self, from: Position) -> Result<Arc<Part>, Failure> {
        let Sites { inner } = &self.sites;
        let guard = match inner.parts.cache.get_value_or_guard_async(&(self.key.clone(), from)).await {
            Ok(part) => return Ok(part),
            Err(guard) => guard,
        };
        let context = self.context.clone();
        let part = self.sites.run_in(&inner.turns.texts, move |app| make(app, &context, from)).await?;
        inner.parts.made.fetch_add(1, Ordering::Relaxed);
        let part = Arc::new(part);
        // The insertion may fail because the part is too large.
        let _ = guard.insert(part.clone());
        Ok(part)
    }
}

/// Renders the part that starts at a position.
fn make(app: &App, context: &RequestContext, from: Position) -> Result<Part, Error> {
    let mut text =
        if from == Position::default() { llms_full_head(&appearance::title(context)) } else { String::new() };
    let mut pages = 0;
    let spaces: Vec<_> = context.site_view.site_spaces().map(|(_, space)| space).collect();
    for (at, space) in spaces.iter().enumerate().skip(from.space) {
        let (space, visible_pages) = context.space(space.id)?;
        let begin = if at == from.space { from.page } else { 0 };
        for (number, id) in visible_pages.order().iter().enumerate().skip(begin) {
            if text.len() >= PART_BYTES || pages >= PART_PAGES {
                return context.whole(Part { text: exact(text), next: Some(Position { space: at, page: number }) });
            }
            app.go_on()?;
            add(context, SitePage { site_space: space.id, page: *id }, &mut text)?;
            pages += 1;
        }
    }
    context.whole(Part { text: exact(text), next: None })
}

/// Returns a text in as much memory as it has bytes, which the cache counts.
fn exact(text: String) -> Bytes {
    text.into_bytes().into_boxed_slice().into()
}

fn add(context: &RequestContext, place: SitePage, text: &mut String) -> Result<(), Error> {
    let reading = Reading::new(context, place)?;
    let page = reading.record()?;
    llms_full_page(
        text,
        FullPage {
            title: &page.title,
            url: &context.absolute_in(reading.space, &reading.path()),
            description: page.description.as_deref().filter(|text| !text.is_empty()),
            markdown: &reading.markdown()?,
        },
    );
    Ok(())
}
