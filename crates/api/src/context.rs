//! What every handler works with: the application, a way to threads that may block, and answers that are ready.

use std::sync::Arc;

use quire_app::{App, Error};
use quire_content::stop::Stop;
use quire_fetch::Fetcher;
use quire_workers::Pool;

use crate::error::Problem;
use crate::paging::Cursors;
use crate::rendering::Answers;
use crate::session::Place;

/// The state of the routes. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Context {
    inner: Arc<Inner>,
    app: App,
}

struct Inner {
    cursors: Cursors,
    answers: Answers,
    place: Place,
    fetcher: Fetcher,
    workers: Pool,
    long_workers: Pool,
    receivers: Pool,
    password_workers: Pool,
    check_workers: Pool,
    searchers: Pool,
}

/// Requests that work with the database at the same time, and those that wait for their turn.
const WORKERS: (usize, usize) = (64, 4096);

/// Imports, merges and exports at the same time, and those that wait. They have turns of their own, so that they keep
/// nobody else waiting.
const LONG_WORKERS: (usize, usize) = (8, 256);

/// Files whose bytes are received at the same time, and those that wait. A slow sender takes up a thread and nothing
/// else.
const RECEIVERS: (usize, usize) = (64, 256);

/// Callers that wait until a password can be checked. Those behind them would wait for longer than anybody does.
const WAITING_PASSWORDS: usize = 64;

/// Proofs of claims that are looked for at the same time, and those that wait: each waits for machines of others for
/// seconds.
const CHECK_WORKERS: (usize, usize) = (4, 32);

/// Searches that wait for their turn.
const WAITING_SEARCHES: usize = 128;

impl Context {
    /// The state over an application.
    pub(crate) fn new(app: App) -> Self {
        let cursors = Cursors::new(app.key("cursors"));
        let answers = Answers::new(app.options().cache_bytes / 2);
        let (workers, long_workers) = (Pool::new(WORKERS.0, WORKERS.1), Pool::new(LONG_WORKERS.0, LONG_WORKERS.1));
        let place = Place::new(&app.options().public_url);
        let receivers = Pool::new(RECEIVERS.0, RECEIVERS.1);
        let password_workers = Pool::on_own_threads("passwords", threads(), WAITING_PASSWORDS);
        let searchers = Pool::on_own_threads("searches", threads(), WAITING_SEARCHES);
        let allow_private_addresses = app.options().allow_private_addresses;
        let fetching = quire_fetch::Options { allow_private_addresses, ..quire_fetch::Options::default() };
        let fetcher = Fetcher::new(fetching, quire_fetch::trust());
        let check_workers = Pool::new(CHECK_WORKERS.0, CHECK_WORKERS.1);
        let inner = Inner {
            cursors,
            answers,
            place,
            fetcher,
            workers,
            long_workers,
            receivers,
            password_workers,
            check_workers,
            searchers,
        };
        Self { inner: Arc::new(inner), app }
    }

    /// The state within work that is done for a request: `app` is the application that the work got.
    pub(crate) fn within(&self, app: &App) -> Self {
        Self { inner: self.inner.clone(), app: app.clone() }
    }

    /// The application, for what never blocks; within the work of a request the one that ends early with it.
    pub(crate) fn app(&self) -> &App {
        &self.app
    }

    pub(crate) fn cursors(&self) -> &Cursors {
        &self.inner.cursors
    }

    pub(crate) fn answers(&self) -> &Answers {
        &self.inner.answers
    }

    pub(crate) fn place(&self) -> &Place {
        &self.inner.place
    }

    /// What fetches files from other servers.
    pub(crate) fn fetcher(&self) -> &Fetcher {
        &self.inner.fetcher
    }

    /// An absolute address of this server.
    pub(crate) fn url(&self, path: impl std::fmt::Display) -> String {
        format!("{}{path}", self.app.options().public_url)
    }

    /// Does `work` on a thread that may block. The application that it gets ends it early when nobody waits any more.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&App) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Problem> {
        self.run_in(&self.inner.workers, work).await
    }

    /// Does `work` that may take long on a thread that may block.
    pub(crate) async fn run_long<T: Send + 'static>(
        &self,
        work: impl FnOnce(&App) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Problem> {
        self.run_in(&self.inner.long_workers, work).await
    }

    /// Does `work` that waits for the bytes of a file on a thread that may block.
    pub(crate) async fn run_receiving<T: Send + 'static>(
        &self,
        work: impl FnOnce(&App) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Problem> {
        self.run_in(&self.inner.receivers, work).await
    }

    /// Does `work` with a password on a thread that does nothing else.
    pub(crate) async fn run_password<T: Send + 'static>(
        &self,
        work: impl FnOnce(&App) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Problem> {
        self.run_in(&self.inner.password_workers, work).await
    }

    /// Does `work` that asks other machines on a thread that may block.
    pub(crate) async fn run_checks<T: Send + 'static>(
        &self,
        work: impl FnOnce(&App) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Problem> {
        self.run_in(&self.inner.check_workers, work).await
    }

    /// Does `work` that searches on a thread that does nothing else.
    pub(crate) async fn run_search<T: Send + 'static>(
        &self,
        work: impl FnOnce(&App) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Problem> {
        self.run_in(&self.inner.searchers, work).await
    }

    async fn run_in<T: Send + 'static>(
        &self,
        pool: &Pool,
        work: impl FnOnce(&App) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Problem> {
        let app = self.app.clone();
        let work = move |stop: &Stop| {
            let done = work(&app.until(stop));
            if let Err(e) = app.write_first_uses() {
                tracing::warn!(error = &e as &dyn std::error::Error, "first uses of organizations are not written");
            }
            done
        };
        Ok(pool.run(work).await??)
    }
}

/// Passwords that are checked at the same time, and searches: each takes a processor, so half of them are left to others.
fn threads() -> usize {
    let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    (processors / 2).clamp(1, 4)
}
