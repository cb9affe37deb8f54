//! What every handler works with: the application, a way to threads that may block, and answers that are ready.

use std::sync::Arc;

use quire_app::{App, Error};
use quire_fetch::Fetcher;
use tokio::sync::Semaphore;

use crate::error::Problem;
use crate::paging::Cursors;
use crate::rendering::Answers;
use crate::session::Place;

/// The state of the routes. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Context {
    inner: Arc<Inner>,
}

struct Inner {
    app: App,
    cursors: Cursors,
    answers: Answers,
    place: Place,
    fetcher: Fetcher,
    workers: Semaphore,
    long_workers: Semaphore,
    password_workers: Semaphore,
    check_workers: Semaphore,
}

/// Requests that work with the database at the same time; the others wait for their turn.
const WORKERS: usize = 64;

/// Uploads and imports at the same time. They have turns of their own, so that they keep nobody else waiting.
const LONG_WORKERS: usize = 16;

/// Passwords that are checked at the same time: each takes a processor and 19 MiB for a while.
const PASSWORD_WORKERS: usize = 4;

/// Proofs of claims that are looked for at the same time: each waits for machines of others for seconds.
const CHECK_WORKERS: usize = 4;

impl Context {
    /// The state over an application.
    pub(crate) fn new(app: App) -> Self {
        let cursors = Cursors::new(app.key("cursors"));
        let answers = Answers::new(app.options().cache_bytes / 2);
        let (workers, long_workers) = (Semaphore::new(WORKERS), Semaphore::new(LONG_WORKERS));
        let place = Place::new(&app.options().public_url);
        let password_workers = Semaphore::new(PASSWORD_WORKERS);
        let allow_private_addresses = app.options().allow_private_addresses;
        let fetching = quire_fetch::Options { allow_private_addresses, ..quire_fetch::Options::default() };
        let fetcher = Fetcher::new(fetching, quire_fetch::trust());
        let check_workers = Semaphore::new(CHECK_WORKERS);
        let inner =
            Inner { app, cursors, answers, place, fetcher, workers, long_workers, password_workers, check_workers };
        Self { inner: Arc::new(inner) }
    }

    /// The application, for what never blocks.
    pub(crate) fn app(&self) -> &App {
        &self.inner.app
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
        format!("{}{path}", self.inner.app.options().public_url)
    }

    /// Does `work` on a thread that may block.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&App) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Problem> {
        self.run_in_turn(&self.inner.workers, work).await
    }

    /// Does `work` that may take long on a thread that may block.
    pub(crate) async fn run_long<T: Send + 'static>(
        &self,
        work: impl FnOnce(&App) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Problem> {
        self.run_in_turn(&self.inner.long_workers, work).await
    }

    /// Does `work` with a password on a thread that may block.
    pub(crate) async fn run_password<T: Send + 'static>(
        &self,
        work: impl FnOnce(&App) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Problem> {
        self.run_in_turn(&self.inner.password_workers, work).await
    }

    /// Does `work` that asks other machines on a thread that may block.
    pub(crate) async fn run_checks<T: Send + 'static>(
        &self,
        work: impl FnOnce(&App) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Problem> {
        self.run_in_turn(&self.inner.check_workers, work).await
    }

    async fn run_in_turn<T: Send + 'static>(
        &self,
        turns: &Semaphore,
        work: impl FnOnce(&App) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Problem> {
        let _turn = turns.acquire().await.map_err(Problem::internal)?;
        let app = self.inner.app.clone();
        let done = tokio::task::spawn_blocking(move || {
            let done = work(&app);
            if let Err(e) = app.write_first_uses() {
                tracing::warn!(error = &e as &dyn std::error::Error, "first uses of organizations are not written");
            }
            done
        });
        let done = done.await;
        done.map_err(Problem::internal)?.map_err(Problem::from)
    }
}
