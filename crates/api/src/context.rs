//! The state that all handlers share: the application, thread pools for blocking work, and cached responses.

use std::sync::{Arc, Weak};

use parking_lot::Mutex;
use quire_app::core::commits::CommitListener;
use quire_app::core::processors;
use quire_app::{App, Error, TextWork};
use quire_content::stop::Stop;
use quire_fetch::Fetcher;
use quire_workers::Pool;

use crate::error::Problem;
use crate::followers::Followers;
use crate::identity_providers::IdentityProviders;
use crate::importing::Importing;
use crate::paging::Cursors;
use crate::receiving::Receiving;
use crate::rendering::{Answers, SearchKey};
use crate::session::CookieOrigin;

/// The shared state of the routes. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Context {
    inner: Arc<Inner>,
    app: App,
}

struct Inner {
    cursors: Cursors,
    answers: Answers,
    found: Answers<SearchKey>,
    place: CookieOrigin,
    fetcher: Fetcher,
    providers: IdentityProviders,
    pools: Pools,
    receiving: Receiving,
    importing: Importing,
    followers: Arc<Followers>,
}

/// The kinds of blocking work. Each has a pool of its own, so that no kind delays another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum WorkKind {
    /// Ordinary work with the database.
    Short,
    /// Work that can take long: merges, exports and transfers.
    Long,
    /// Imports, which take so much memory that their threads end with them.
    Import,
    /// Receiving the bytes of an uploaded file.
    Receiving,
    /// Hashing or verifying a password.
    Password,
    /// Requests to other machines for the proof of a claim.
    Check,
    /// Queries of the search index.
    Search,
}

struct Pools {
    short: Pool,
    long: Pool,
    imports: Pool,
    receiving: Pool,
    passwords: Pool,
    checks: Pool,
    searches: Pool,
}

impl Pools {
    fn new() -> Self {
        Self {
            short: Pool::new("requests", SHORT.0, SHORT.1),
            long: Pool::new("long", LONG.0, LONG.1),
            imports: Pool::new("imports", IMPORTS.0, IMPORTS.1),
            receiving: Pool::new("receiving", RECEIVING.0, RECEIVING.1),
            passwords: Pool::new("passwords", processors::half(), WAITING_PASSWORDS),
            checks: Pool::new("checks", CHECKS.0, CHECKS.1),
            searches: Pool::new("searches", processors::half(), WAITING_SEARCHES),
        }
    }

    fn of(&self, kind: WorkKind) -> &Pool {
        match kind {
            WorkKind::Short => &self.short,
            WorkKind::Long => &self.long,
            WorkKind::Import => &self.imports,
            WorkKind::Receiving => &self.receiving,
            WorkKind::Password => &self.passwords,
            WorkKind::Check => &self.checks,
            WorkKind::Search => &self.searches,
        }
    }
}

/// The maximum numbers of requests that run in the short pool and that wait for it.
const SHORT: (usize, usize) = (64, 4096);

/// The maximum numbers of merges, exports and transfers that run and that wait. They have a pool of their own, so that
/// they do not delay other requests.
const LONG: (usize, usize) = (8, 256);

/// The maximum numbers of imports that requests wait for, running and waiting. Some take minutes, as they wait for other
/// servers.
const IMPORTS: (usize, usize) = (8, 256);

/// The maximum numbers of files that are received and that wait. A slow sender occupies a thread and nothing else.
const RECEIVING: (usize, usize) = (64, 256);

/// The maximum number of callers that wait for a password to be checked. Further ones would have to wait too long.
const WAITING_PASSWORDS: usize = 64;

/// The maximum numbers of searches for proofs of claims that run and that wait. Each may wait seconds for other
/// machines.
const CHECKS: (usize, usize) = (4, 32);

/// The maximum number of searches that wait.
const WAITING_SEARCHES: usize = 128;

impl Context {
    /// Creates the state for an application.
    pub(crate) fn new(app: App) -> Self {
        let cursors = Cursors::new(app.key("cursors"));
        let answers = Answers::new(app.options().cache_bytes / 2);
        let place = CookieOrigin::new(&app.options().public_url);
        let allow_private_addresses = app.options().allow_private_addresses;
        let fetching = quire_fetch::Options { allow_private_addresses, ..quire_fetch::Options::default() };
        let fetcher = Fetcher::new(fetching, quire_fetch::trust());
        let providers = IdentityProviders::new(fetcher.clone());
        let (pools, receiving, importing) = (Pools::new(), Receiving::default(), Importing::default());
        let followers = Arc::new(Followers::default());
        let listener: Weak<Followers> = Arc::downgrade(&followers);
        app.listen(listener as Weak<dyn CommitListener>);
        let found = Answers::new(app.options().cache_bytes / 32);
        let inner =
            Inner { cursors, answers, found, place, fetcher, providers, pools, receiving, importing, followers };
        Self { inner: Arc::new(inner), app }
    }

    /// Returns the state for use within the work of a request: `app` is the application that the work received.
    pub(crate) fn within(&self, app: &App) -> Self {
        Self { inner: self.inner.clone(), app: app.clone() }
    }

    /// Returns the application, for calls that never block; within the work of a request, the one that stops with it.
    pub(crate) fn app(&self) -> &App {
        &self.app
    }

    pub(crate) fn cursors(&self) -> &Cursors {
        &self.inner.cursors
    }

    pub(crate) fn answers(&self) -> &Answers {
        &self.inner.answers
    }

    /// Returns the search results that are kept.
    pub(crate) fn found(&self) -> &Answers<SearchKey> {
        &self.inner.found
    }

    pub(crate) fn place(&self) -> &CookieOrigin {
        &self.inner.place
    }

    /// Returns the client that fetches files from other servers.
    pub(crate) fn fetcher(&self) -> &Fetcher {
        &self.inner.fetcher
    }

    /// Returns the client of OpenID Connect providers.
    pub(crate) fn providers(&self) -> &IdentityProviders {
        &self.inner.providers
    }

    /// Returns the files that are being received.
    pub(crate) fn receiving(&self) -> &Receiving {
        &self.inner.receiving
    }

    /// Returns the imports that requests wait for.
    pub(crate) fn importing(&self) -> &Importing {
        &self.inner.importing
    }

    /// Returns the requests that wait for commits.
    pub(crate) fn followers(&self) -> &Arc<Followers> {
        &self.inner.followers
    }

    /// Returns the absolute address of a path on this server.
    pub(crate) fn url(&self, path: impl std::fmt::Display) -> String {
        format!("{}{path}", self.app.options().public_url)
    }

    /// Returns the absolute address in the writers' app of what has this path below `/v1`.
    pub(crate) fn app_url(&self, path: impl std::fmt::Display) -> String {
        self.url(format_args!("{}{path}", crate::writing::ROOT))
    }

    /// Runs `work` on a thread of the short pool. The application that it receives ends it early if the request is
    /// cancelled.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&App) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Problem> {
        self.run_in(WorkKind::Short, work).await
    }

    /// Runs `work`, which may block, on a thread of the pool for its kind; 503 if too much work waits already.
    pub(crate) async fn run_in<T: Send + 'static>(
        &self,
        kind: WorkKind,
        work: impl FnOnce(&App) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Problem> {
        // The result is kept aside, so that what runs the work is compiled once and not for each type of result.
        let result = Arc::new(Mutex::new(None));
        let kept = result.clone();
        self.run_kept(kind, Box::new(move |app| *kept.lock() = Some(work(app)))).await?;
        let done = result.lock().take();
        Ok(done.ok_or(quire_workers::Error::Dropped)??)
    }

    async fn run_kept(&self, kind: WorkKind, work: Box<dyn FnOnce(&App) + Send>) -> Result<(), Problem> {
        let (app, payer) = (self.app.clone(), quire_workers::payer());
        let work = move |stop: &Stop| {
            let text_work = match kind {
                WorkKind::Long | WorkKind::Import => TextWork::Long,
                _ => TextWork::Content,
            };
            let of_request = app.until(stop, text_work, payer);
            work(&of_request);
            if kind == WorkKind::Import || of_request.had_large_text() {
                quire_workers::end_thread();
            }
            if let Err(e) = app.write_first_uses() {
                tracing::warn!(error = &e as &dyn std::error::Error, "first uses of organizations are not written");
            }
        };
        Ok(self.inner.pools.of(kind).run(work).await?)
    }
}
