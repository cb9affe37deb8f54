//! Published sites over HTTP: from host and path to a page, for a reader.
//!
//! [`Sites`] adds routes to the server and dispatches other host names to sites. `site_request` and `route` parse
//! addresses, `reader` extracts credentials, `serving` combines them; `quire_app::published` decides what a reader may
//! see, and `quire_render` renders it. Layers common to all answers (compression, 304, request ids, the log, time-outs)
//! belong to the API and also apply to these routes. There is no SQL here, nothing of `/v1`, and no decision about
//! permissions.

mod answers;
mod appearance;
mod codings;
mod contents;
mod design;
mod drawing;
mod entrance;
mod failures;
mod feedback;
mod files;
mod frame;
mod full_text;
mod headers;
mod languages;
mod location;
mod missing;
mod pages;
mod paper;
mod previews;
mod printing;
mod reader;
mod references;
mod request_context;
mod route;
mod searching;
mod secret_cookies;
mod serving;
mod site_request;
mod suggestions;
mod texts;
mod turns;
mod visiting;

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::Router;
use axum::routing::{any, get};
use quire_app::core::processors;
use quire_app::{App, Error, TextWork};
use quire_content::stop::Stop;
use quire_diagram::Diagrams;
use quire_workers::Pool;

pub use crate::entrance::Entrance;
pub use crate::turns::Held;

use crate::answers::{Answer, Answers};
use crate::full_text::Parts;
use crate::site_request::HostRouter;
use crate::suggestions::SuggestionCache;
use crate::turns::Kinds;

/// The sites of an installation. Cheap to clone.
#[derive(Clone)]
pub struct Sites {
    inner: Arc<Inner>,
}

struct Inner {
    app: App,
    host_router: HostRouter,
    answers: Answers,
    /// The files of the design, by name.
    assets: HashMap<&'static str, Answer>,
    diagrams: Arc<Diagrams>,
    suggestions: Arc<SuggestionCache>,
    /// Texts, lists and maps of whole sites: large, and requested by machines. They do not compete with pages for
    /// memory.
    texts: Answers,
    parts: Parts,
    /// Search results, valid until the index or the site changes.
    found: Answers,
    searches: AtomicU64,
    workers: Pool,
    turns: Kinds,
}

/// The approximate size of cached diagrams, in bytes.
const DRAWINGS: usize = 8 * 1024 * 1024;

/// The maximum numbers of requests that use the database or render a page at the same time, and that wait for it. Fewer
/// compute: the others have begun and wait for a turn.
const WORKERS: (usize, usize) = (64, 4096);

/// The numbers of expensive results created since the start, for tests of the cost of answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Made {
    /// The number of parts of texts of whole sites.
    pub parts: u64,
    /// The number of indexes built for suggestions of similar pages.
    pub suggestions: u64,
    /// The number of searches performed.
    pub searches: u64,
}

/// A failure that is not the reader's fault.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// A use case failed.
    #[error(transparent)]
    App(#[from] Error),
    /// The work was refused, or did not finish.
    #[error("a thread that may block did not answer")]
    Work(#[from] quire_workers::Error),
}

impl Sites {
    /// Creates the sites of an application.
    pub fn new(app: App) -> Self {
        let options = app.options();
        let host_router = HostRouter::new(&options.public_url, &options.site_hosts);
        let answers = Answers::of_pages(options.cache_bytes * 3 / 16);
        let (texts, parts) = (Answers::few(options.cache_bytes / 16), Parts::new(options.cache_bytes / 8));
        let found = Answers::few(options.cache_bytes / 32);
        let assets = design::answers();
        let diagrams = Arc::new(Diagrams::new(DRAWINGS));
        let (workers, turns, suggestions) = (
            Pool::computing("site-pages", processors::twice(), WORKERS.0, WORKERS.1),
            Kinds::default(),
            Arc::default(),
        );
        let searches = AtomicU64::new(0);
        let inner = Inner {
            diagrams,
            suggestions,
            host_router,
            answers,
            texts,
            parts,
            found,
            searches,
            assets,
            workers,
            turns,
            app,
        };
        Self { inner: Arc::new(inner) }
    }

    /// Returns the numbers of expensive results created since the start.
    pub fn made(&self) -> Made {
        let Inner { parts, suggestions, searches, .. } = &*self.inner;
        let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        Made { parts: count(&parts.made), suggestions: count(&suggestions.made), searches: count(searches) }
    }

    /// Occupies all threads for work that costs more than a page, until the result is dropped. For tests of which
    /// requests wait for each other.
    #[doc(hidden)]
    pub async fn hold_turns(&self) -> Held {
        turns::hold(self).await
    }

    /// Returns the routes below [`site_request::BELOW`].
    pub fn routes(&self) -> Router {
        let routes = Router::new().route("/sites/{*path}", get(serving::serve).post(serving::receive));
        routes.route(entrance::LOOKUP, any(entrance::look_up)).with_state(self.clone())
    }

    /// Returns the router with dispatch by host name in front of it: requests for a site's host name go to the site.
    /// `routes` must contain the routes of these sites, and the layers around them.
    pub fn in_front_of<R>(&self, routes: R) -> Entrance<R> {
        Entrance::new(self.clone(), routes)
    }

    /// Runs `work` on a thread that may block.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&App) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Failure> {
        self.run_in(&self.inner.workers, work).await
    }

    /// Runs `work` on a thread of `pool`. The application that it gets stops it when the client no longer waits.
    pub(crate) async fn run_in<T: Send + 'static>(
        &self,
        pool: &Pool,
        work: impl FnOnce(&App) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Failure> {
        let (app, payer) = (self.inner.app.clone(), quire_workers::payer());
        let work = move |stop: &Stop| {
            let of_request = app.until(stop, TextWork::Site, payer);
            let done = work(&of_request);
            if of_request.had_large_text() {
                quire_workers::end_thread();
            }
            done
        };
        Ok(pool.run(work).await??)
    }
}
