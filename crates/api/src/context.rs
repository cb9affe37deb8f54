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
    pools: Pools,
}

/// Kinds of work that blocks. Each has a pool of its own, so that no kind keeps another waiting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Work with the database.
    Short,
    /// Imports, merges, exports and transfers.
    Long,
    /// Receiving the bytes of a file.
    Receiving,
    /// Hashing a password.
    Password,
    /// Asking other machines for the proof of a claim.
    Check,
    /// Searching.
    Search,
}

struct Pools {
    short: Pool,
    long: Pool,
    receiving: Pool,
    passwords: Pool,
    checks: Pool,
    searches: Pool,
}

impl Pools {
    fn new() -> Self {
        Self {
            short: Pool::new(SHORT.0, SHORT.1),
            long: Pool::new(LONG.0, LONG.1),
            receiving: Pool::new(RECEIVING.0, RECEIVING.1),
            passwords: Pool::on_own_threads("passwords", threads(), WAITING_PASSWORDS),
            checks: Pool::new(CHECKS.0, CHECKS.1),
            searches: Pool::on_own_threads("searches", threads(), WAITING_SEARCHES),
        }
    }

    fn of(&self, kind: Kind) -> &Pool {
        match kind {
            Kind::Short => &self.short,
            Kind::Long => &self.long,
            Kind::Receiving => &self.receiving,
            Kind::Password => &self.passwords,
            Kind::Check => &self.checks,
            Kind::Search => &self.searches,
        }
    }
}

/// Requests that work with the database at the same time, and those that wait for their turn.
const SHORT: (usize, usize) = (64, 4096);

/// Imports, merges and exports at the same time, and those that wait. They have turns of their own, so that they keep
/// nobody else waiting.
const LONG: (usize, usize) = (8, 256);

/// Files whose bytes are received at the same time, and those that wait. A slow sender takes up a thread and nothing
/// else.
const RECEIVING: (usize, usize) = (64, 256);

/// Callers that wait until a password can be checked. Those behind them would wait for longer than anybody does.
const WAITING_PASSWORDS: usize = 64;

/// Proofs of claims that are looked for at the same time, and those that wait: each waits for machines of others for
/// seconds.
const CHECKS: (usize, usize) = (4, 32);

/// Searches that wait for their turn.
const WAITING_SEARCHES: usize = 128;

impl Context {
    /// The state over an application.
    pub(crate) fn new(app: App) -> Self {
        let cursors = Cursors::new(app.key("cursors"));
        let answers = Answers::new(app.options().cache_bytes / 2);
        let place = Place::new(&app.options().public_url);
        let allow_private_addresses = app.options().allow_private_addresses;
        let fetching = quire_fetch::Options { allow_private_addresses, ..quire_fetch::Options::default() };
        let fetcher = Fetcher::new(fetching, quire_fetch::trust());
        let inner = Inner { cursors, answers, place, fetcher, pools: Pools::new() };
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
        self.run_in(Kind::Short, work).await
    }

    /// Does `work` of a kind on a thread of its pool, which may block.
    pub(crate) async fn run_in<T: Send + 'static>(
        &self,
        kind: Kind,
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
        Ok(self.inner.pools.of(kind).run(work).await??)
    }
}

/// Passwords that are checked at the same time, and searches: each takes a processor, so half of them are left to others.
fn threads() -> usize {
    let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    (processors / 2).clamp(1, 4)
}
