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
mod wanted;

use std::collections::HashMap;
use std::sync::Arc;

use axum::Router;
use axum::routing::get;
use quire_app::{App, Error};
use quire_diagram::Diagrams;
use tokio::sync::Semaphore;

use crate::answers::{Answer, Answers};
use crate::arrival::Doors;
use crate::contents::Tables;

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
    workers: Semaphore,
    presses: Semaphore,
}

/// About how many bytes of drawings of diagrams are kept.
const DRAWINGS: usize = 8 * 1024 * 1024;

/// Requests that look at the database or draw a page at the same time; the others wait for their turn.
const WORKERS: usize = 64;

/// Documents for paper that are drawn at the same time: each may be as much work as a thousand pages.
const PRESSES: usize = 2;

/// Something failed that the reader can't help.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// A use case failed.
    #[error(transparent)]
    App(#[from] Error),
    /// A thread that was to answer did not.
    #[error("a thread that may block did not answer")]
    Thread(#[source] tokio::task::JoinError),
}

impl Sites {
    /// The sites of an application.
    pub fn new(app: App) -> Self {
        let options = app.options();
        let doors = Doors::new(&options.public_url, &options.site_hosts);
        let answers = Answers::new(options.cache_bytes / 4);
        let (assets, tables) = (design::answers(), Arc::default());
        let diagrams = Arc::new(Diagrams::new(DRAWINGS));
        let (workers, presses) = (Semaphore::new(WORKERS), Semaphore::new(PRESSES));
        let inner = Inner { tables, diagrams, doors, answers, assets, workers, presses, app };
        Self { inner: Arc::new(inner) }
    }

    /// The routes below [`arrival::BELOW`].
    pub fn routes(&self) -> Router {
        Router::new().route("/sites/{*path}", get(serving::serve)).with_state(self.clone())
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
        let _turn = self.inner.workers.acquire().await.expect("the semaphore is never closed");
        let app = self.inner.app.clone();
        let done = tokio::task::spawn_blocking(move || work(&app)).await;
        Ok(done.map_err(Failure::Thread)??)
    }
}
