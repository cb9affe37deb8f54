//! Use cases, one folder per subject: load and authorize, call the engine, write, record the event.
//!
//! A space or an organization is reached only through [`access`], whose proofs state what the caller may do with it;
//! functions that read or change content demand such a proof. All functions are synchronous: callers run them on a
//! thread that may block. There is no HTTP and no SQL here.

pub mod access;
pub mod accounts;
pub mod callers;
pub mod change_requests;
pub mod comments;
pub mod content;
pub mod core;
pub mod events;
pub mod imports;
pub mod notifications;
pub mod openapi_specs;
pub mod operations;
pub mod orgs;
pub mod presence;
pub mod prints;
pub mod published;
pub mod scim;
pub mod search;
pub mod sites;
pub mod spaces;
pub mod sso;
pub mod translations;
pub mod visitors;

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Weak};
use std::time::Duration;

use quire_content::budget::{Budget, Limits};
use quire_content::id::Uid;
use quire_content::stop::Stop;
use quire_model::claims::NamePattern;
use quire_model::payer::Payer;
use quire_model::site_hosts::SiteHost;
use quire_model::time::Timestamp;
use quire_pdf::Fonts;
use quire_store::blobs::Blobs;
use quire_store::pictures::{self, Pictures};
use quire_store::print_layouts::PrintLayouts;
use quire_store::prints::Prints;
use quire_store::{Database, migrations};

pub use crate::callers::Caller;
pub use crate::content::large_texts::TextWork;
pub use crate::core::errors::{Error, FirstFault};
pub use quire_db::Config as DatabaseConfig;
use quire_db::Heard;

use crate::accounts::passwords::Hasher;
use crate::accounts::sign_in_bounds::Bounds;
use crate::callers::first_uses::FirstUses;
use crate::content::large_texts::{RequestTurn, Turns};
use crate::core::ambient::{Ambient, Ids};
use crate::core::attempts::Attempts;
use crate::core::commits::{CommitListener, Commits};
use crate::core::epochs::Epochs;
use crate::core::retry_locks::RetryLocks;
use crate::core::signatures::Signer;
use crate::prints::Press;

/// The settings of an installation.
#[derive(Debug, Clone)]
pub struct Options {
    /// The public address of the server, without a trailing slash.
    pub public_url: String,
    /// The memory for caches of objects, page trees and answers, in bytes.
    pub cache_bytes: u64,
    /// The maximum size of an upload, in bytes.
    pub max_upload_bytes: u64,
    /// True if files may be fetched from addresses that are not public.
    pub allow_private_addresses: bool,
    /// Host names under which sites are published, beside the public address. The first one is used in addresses.
    pub site_hosts: Vec<SiteHost>,
    /// Host names that sites may have without verification.
    pub allowed_hostnames: Vec<NamePattern>,
    /// E-mail domains that organizations may have without verification.
    pub allowed_email_domains: Vec<NamePattern>,
    /// True if mail is sent; otherwise its text is logged.
    pub sends_mail: bool,
    /// Folders with fonts for scripts that the fonts of the program lack, in PDF.
    pub font_folders: Vec<PathBuf>,
    /// The identity provider by which everybody can sign in, if there is one.
    pub oidc: Option<sso::oidc::ServerProvider>,
}

/// The application: the database, stores, caches and external inputs of use cases. Cheap to clone.
#[derive(Clone)]
pub struct App {
    inner: Arc<Inner>,
    /// Requested when the caller of this clone no longer waits for results.
    stop: Stop,
    /// The request's turn for large texts, once it has one; `None` outside of requests, which never wait.
    turn: Option<Arc<RequestTurn>>,
}

struct Inner {
    db: Database,
    blobs: Blobs,
    pictures: Pictures,
    prints: Prints,
    print_layouts: PrintLayouts,
    press: Press,
    ambient: Ambient,
    ids: Ids,
    epochs: Arc<Epochs>,
    commits: Arc<Commits>,
    /// The ends of event logs that somebody follows.
    tails: events::tails::Tails,
    /// The people who are in spaces now.
    presence: Arc<presence::Presences>,
    retry_locks: RetryLocks,
    caches: Caches,
    /// The number of texts parsed since the start.
    parsed: AtomicU64,
    turns: Turns,
    signer: Signer,
    search: Arc<search::Search>,
    hasher: Hasher,
    sign_in_bounds: Bounds,
    /// Attempts of signed-in users to give their current password.
    own_attempts: Attempts,
    /// Codes that signed-in users enter on the page of their account, by account.
    factor_attempts: Attempts,
    claim_checks: Attempts,
    /// Mails with invitations, by organization and by receiver.
    invitation_mails: (Attempts, Attempts),
    /// Sign-ins by identity providers, by client.
    sso_attempts: Attempts,
    /// Events about refused sign-ins, by provider.
    sso_refusals: Attempts,
    /// Feedback of readers of sites, by client.
    feedback: Attempts,
    first_uses: Arc<FirstUses>,
    /// The identifier of the provider of the whole server, if there is one.
    server_provider: Option<Uid>,
    options: Options,
    /// The directory for files of conversions while they run.
    scratch: imports::scratch::Scratch,
    /// Invalidates caches on changes by other processes, for as long as the application lives.
    _watch: quire_db::Watch,
}

/// The caches in memory, each declared by its subject.
struct Caches {
    callers: callers::caches::Caches,
    content: content::caches::Caches,
    origins: change_requests::revisions::Origins,
    published: published::caches::Caches,
    specifications: openapi_specs::caches::Caches,
    texts: search::Texts,
}

impl Caches {
    /// Creates the caches; those for content take about `bytes` together.
    fn new(bytes: u64) -> Self {
        let quarter = bytes / 4;
        Self {
            callers: callers::caches::Caches::default(),
            content: content::caches::Caches::new(bytes),
            origins: change_requests::revisions::Origins::default(),
            published: published::caches::Caches::new(quarter),
            specifications: openapi_specs::caches::Caches::new(quarter),
            texts: search::Texts::new(quarter / 4),
        }
    }

    /// Empties all caches, for tests.
    fn clear(&self) {
        let Self { callers, content, origins, published, specifications, texts } = self;
        callers.clear();
        content.clear();
        origins.clear();
        published.clear();
        specifications.clear();
        texts.clear();
    }
}

impl App {
    /// Opens the database and the blobs in `data`, and migrates the schema.
    pub fn open(database: quire_db::Config, data: &Path, ambient: Ambient, options: Options) -> Result<Self, Error> {
        let db = Database::open(database)?;
        db.migrate(migrations::ALL, ambient.now().0)?;
        let blobs = Blobs::open(&data.join("blobs")).map_err(|e| Error::internal("the blobs can't be opened", e))?;
        let signer = Signer::load(&db, &ambient)?;
        let epochs = Arc::new(Epochs::default());
        let search = Arc::new(search::Search::new(data.join("search")));
        let (commits, presence) = (Arc::new(Commits::default()), Arc::new(presence::Presences::default()));
        let (stale, behind) = (epochs.clone(), search.clone());
        let (listeners, present) = (commits.clone(), presence.clone());
        let watch = db.watch(Box::new(move |heard| match heard {
            Heard::Commit => {
                stale.touch_all();
                behind.wake_all();
                listeners.tell_all();
            }
            Heard::Message(text) => present.hear(text).iter().for_each(|scope| listeners.tell(&[*scope])),
        }))?;
        // The rest is for answers.
        let caches = Caches::new(options.cache_bytes * 3 / 8);
        let ids = Ids::default();
        let scratch = imports::scratch::Scratch::open(data.join("scratch"), ambient.now());
        let inner = Inner {
            hasher: Hasher::default(),
            sign_in_bounds: Bounds::new(&signer),
            own_attempts: Attempts::new(signer.key("own attempts"), 10, Duration::from_mins(1)),
            factor_attempts: Attempts::new(
                signer.key("second factors"),
                accounts::factors::TRIES.0,
                accounts::factors::TRIES.1,
            ),
            feedback: Attempts::new(
                signer.key("feedback"),
                sites::page_feedback::MOST_PER_HOUR,
                Duration::from_hours(1),
            ),
            invitation_mails: (
                Attempts::new(
                    signer.key("invitations by organization"),
                    accounts::notices::INVITATIONS.0,
                    Duration::from_hours(1),
                ),
                Attempts::new(
                    signer.key("invitations by receiver"),
                    accounts::notices::INVITATIONS.1,
                    Duration::from_hours(24),
                ),
            ),
            sso_attempts: Attempts::new(signer.key("sso attempts"), 180, Duration::from_mins(1)),
            sso_refusals: Attempts::new(signer.key("sso refusals"), 10, Duration::from_mins(1)),
            claim_checks: Attempts::new(
                signer.key("checks of claims"),
                orgs::claims::CHECKS_PER_MINUTE,
                Duration::from_mins(1),
            ),
            first_uses: Arc::default(),
            server_provider: options.oidc.as_ref().map(|set| sso::oidc::server_id(&set.issuer)),
            db,
            blobs,
            pictures: Pictures::new(data.join("pictures"), pictures::Bounds::default()),
            prints: Prints::new(data.join("prints")),
            print_layouts: PrintLayouts::new(data.join("print-layouts")),
            press: Press::new(Fonts::new(options.font_folders.clone())),
            ambient,
            ids,
            epochs,
            commits,
            tails: events::tails::Tails::default(),
            presence,
            retry_locks: RetryLocks::default(),
            caches,
            parsed: AtomicU64::new(0),
            turns: Turns::default(),
            signer,
            search,
            options,
            scratch,
            _watch: watch,
        };
        Ok(Self { inner: Arc::new(inner), stop: Stop::default(), turn: None })
    }

    /// Returns the application for one request: use cases called on it return [`Error::Stopped`] at their next step
    /// once the stop is requested, and begin no write. They wait for large texts of this kind of work, on behalf of the
    /// payer.
    #[must_use]
    pub fn until(&self, stop: &Stop, work: TextWork, payer: Payer) -> Self {
        let turn = Some(Arc::new(self.inner.turns.request(work, payer)));
        Self { inner: self.inner.clone(), stop: stop.clone(), turn }
    }

    /// Returns the application for work that ends with [`Error::Stopped`] at its next step once the stop is requested.
    #[must_use]
    pub fn stopped_by(&self, stop: &Stop) -> Self {
        Self { inner: self.inner.clone(), stop: stop.clone(), turn: self.turn.clone() }
    }

    /// Returns the signal that ends use cases called on this application; only those of [`App::until`] and
    /// [`App::stopped_by`] are ever requested.
    pub fn stop(&self) -> &Stop {
        &self.stop
    }

    /// Returns [`Error::Stopped`] if the stop was requested; to be called between the steps of long work.
    pub fn go_on(&self) -> Result<(), Error> {
        if self.stop.is_requested() { Err(Error::Stopped) } else { Ok(()) }
    }

    /// Returns a full budget of a page. It also counts as exceeded once the stop is requested.
    pub fn page_budget(&self) -> Budget {
        Budget::new(Limits::PAGE, self.stop.clone())
    }

    /// Returns the current time.
    pub fn now(&self) -> Timestamp {
        self.inner.ambient.now()
    }

    /// Returns the settings of the installation.
    pub fn options(&self) -> &Options {
        &self.inner.options
    }

    /// Returns the numbers of password hashes that are being and were computed.
    pub fn hashing(&self) -> accounts::passwords::Counts {
        self.inner.hasher.counts()
    }

    /// Adds a listener to commits, for as long as it exists.
    pub fn listen(&self, listener: Weak<dyn CommitListener>) {
        self.inner.commits.listen(listener);
    }

    /// Empties all caches, so that everything is read again. For tests of the cost of reading, and of failures in it.
    #[doc(hidden)]
    pub fn forget(&self) {
        self.inner.caches.clear();
        self.inner.epochs.touch_all();
    }

    /// Makes the `n`-th statement from now fail; none for 0. For tests of the consequences of a failure.
    #[doc(hidden)]
    pub fn fail_statement(&self, n: u64) {
        self.inner.db.fail_statement(n);
    }

    /// Returns the number of statements left before the one that [`Self::fail_statement`] makes fail; 0 if none will.
    #[doc(hidden)]
    pub fn statements_until_failure(&self) -> u64 {
        self.inner.db.statements_until_failure()
    }

    /// Returns an error if the database does not answer.
    pub fn ping(&self) -> Result<(), Error> {
        Ok(self.inner.db.ping()?)
    }

    /// Derives a secret key for `purpose`, different for every installation.
    pub fn key(&self, purpose: &str) -> [u8; 32] {
        self.inner.signer.key(purpose)
    }

    fn fresh_id(&self) -> quire_content::id::Uid {
        self.inner.ids.next(&self.inner.ambient)
    }
}
