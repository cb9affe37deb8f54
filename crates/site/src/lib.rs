//! Published sites over HTTP: from host and path to a page, for whoever reads it.
//!
//! [`Sites`] adds routes to the server and stands in front of it, where other host names lead to sites. `arrival` and
//! `wanted` read addresses, `reader` says who asks, `serving` brings them together; what a reader may see is decided by
//! `quire_app::published`, how it looks by `quire_render`. Layers that every answer has (compression, 304, request ids,
//! the log, time-outs) are the API's and lie around these routes too. There is no SQL here, nothing of `/v1`, and no
//! decision about permissions.

mod answers;
mod around;
mod arrival;
mod codings;
mod contents;
mod design;
mod drawing;
mod entrance;
mod files;
mod frame;
mod full_text;
mod guides;
mod headers;
mod location;
mod looks;
mod missing;
mod pages;
mod paper;
mod previews;
mod printing;
mod reader;
mod scene;
mod searching;
mod serving;
mod texts;
mod turns;
mod wanted;

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::Router;
use axum::routing::{any, get};
use quire_app::{App, Error};
use quire_diagram::Diagrams;
use quire_workers::Pool;

pub use crate::turns::Held;

use crate::answers::{Answer, Answers};
use crate::arrival::Doors;
use crate::contents::Tables;
use crate::full_text::Parts;
use crate::guides::Guides;
use crate::turns::Kinds;

/// The sites of an installation. Cheap to clone.
#[derive(Clone)]
pub struct Sites {
    inner: Arc<Inner>,
}

struct Inner {
    app: App,
    doors: Doors,
    answers: Answers,
    /// Files of the design, by their names.
    assets: HashMap<&'static str, Answer>,
    tables: Arc<Tables>,
    diagrams: Arc<Diagrams>,
    guides: Arc<Guides>,
    /// Texts, lists and maps of whole sites: large, and asked for by machines. They take no room of pages.
    texts: Answers,
    parts: Parts,
    /// Answers to searches, as long as neither the index nor the site has changed.
    found: Answers,
    searches: AtomicU64,
    workers: Pool,
    turns: Kinds,
}

/// About how many bytes of drawings of diagrams are kept.
const DRAWINGS: usize = 8 * 1024 * 1024;

/// Requests that look at the database or draw a page at the same time, and those that wait for their turn.
const WORKERS: (usize, usize) = (64, 4096);

/// How much was made since the start. The numbers are for tests of what answers cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Made {
    /// Parts of the texts of whole sites.
    pub parts: u64,
    /// Guides to what may have been meant where nothing is.
    pub guides: u64,
    /// Searches.
    pub searches: u64,
}

/// Something failed that the reader can't help.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// A use case failed.
    #[error(transparent)]
    App(#[from] Error),
    /// The work was not done, or did not end.
    #[error("a thread that may block did not answer")]
    Work(#[from] quire_workers::Error),
}

impl Sites {
    /// The sites of an application.
    pub fn new(app: App) -> Self {
        let options = app.options();
        let doors = Doors::new(&options.public_url, &options.site_hosts);
        let answers = Answers::of_pages(options.cache_bytes / 4);
        let (texts, parts) = (Answers::few(options.cache_bytes / 8), Parts::new(options.cache_bytes / 8));
        let found = Answers::few(options.cache_bytes / 16);
        let (assets, tables) = (design::answers(), Arc::default());
        let diagrams = Arc::new(Diagrams::new(DRAWINGS));
        let (workers, turns, guides) = (Pool::new(WORKERS.0, WORKERS.1), Kinds::default(), Arc::default());
        let searches = AtomicU64::new(0);
        let inner = Inner {
            tables,
            diagrams,
            guides,
            doors,
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

    /// Returns how much was made since the start.
    pub fn made(&self) -> Made {
        let Inner { parts, guides, searches, .. } = &*self.inner;
        let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        Made { parts: count(&parts.made), guides: count(&guides.made), searches: count(searches) }
    }

    /// Takes all turns of everything that costs more than a page, until the outcome is dropped. For tests of what waits for
    /// what.
    #[doc(hidden)]
    pub async fn hold_turns(&self) -> Held {
        turns::hold(self).await
    }

    /// The routes below [`arrival::BELOW`].
    pub fn routes(&self) -> Router {
        let routes = Router::new().route("/sites/{*path}", get(serving::serve));
        routes.route(entrance::LOOKUP, any(entrance::look_up)).with_state(self.clone())
    }

    /// The server with sites in front of it: requests for a host name of a site are theirs, all others the server's.
    /// `router` must have the routes of these sites, and the layers around them.
    pub fn in_front_of(&self, router: Router) -> Router {
        Router::new().fallback_service(entrance::Entrance { sites: self.clone(), router })
    }

    /// Does `work` on a thread that may block.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&App) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Failure> {
        self.run_in(&self.inner.workers, work).await
    }

    /// Does `work` in a turn of `pool`. The application that it gets ends it early when nobody waits any more.
    pub(crate) async fn run_in<T: Send + 'static>(
        &self,
        pool: &Pool,
        work: impl FnOnce(&App) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Failure> {
        let app = self.inner.app.clone();
        Ok(pool.run(move |stop| work(&app.until(stop))).await??)
    }
}
