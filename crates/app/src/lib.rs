//! Use cases, a file for each resource: load and authorize, call the engine, write, record the event.
//!
//! A space or an organization is reached only through [`access`], whose proofs say what the caller may do with it;
//! what reads or changes content demands such a proof. All of this is synchronous: callers take one hop to a thread
//! that may block. There is no HTTP and no SQL text here.

pub mod access;
pub mod accounts;
pub mod adaptive;
pub mod ambient;
mod attempts;
pub mod bootstrap;
mod caches;
pub mod callers;
pub mod change_requests;
pub mod changes;
pub mod collections;
pub mod comments;
pub mod commit;
pub mod conflicts;
pub mod content;
pub mod content_urls;
mod dimensions;
pub mod documents;
pub mod downloads;
pub mod edits;
mod epochs;
mod errors;
pub mod export;
pub mod files;
mod following;
pub mod import;
pub mod installation;
pub mod invites;
pub mod jobs;
pub mod joining;
mod lanes;
pub mod link_invites;
pub mod links;
pub mod member_content;
pub mod members;
pub mod merge_rules;
pub mod merging;
mod old_paths;
pub mod orgs;
mod passwords;
pub mod paths;
pub mod permissions;
pub mod places;
pub mod published;
pub mod published_urls;
pub mod publishing_auth;
pub mod purge;
mod purge_orgs;
pub mod requested_reviewers;
pub mod reviews;
pub mod revisions;
pub mod rights;
pub mod search;
pub mod section_groups;
pub mod sections;
pub mod sessions;
pub mod share_links;
pub mod sign_in;
mod signatures;
pub mod site_addresses;
pub mod site_customizations;
pub mod site_hostnames;
pub mod site_parts;
pub mod site_previews;
pub mod site_redirects;
pub mod site_spaces;
pub mod site_structure;
pub mod sites;
pub mod spaces;
mod targets;
pub mod team_members;
pub mod teams;
pub mod templates;
pub mod tokens;
pub mod transfers;
pub mod uploads;
pub mod users;
mod visitor_claims;
pub mod visitor_tokens;
pub mod visitors;
mod writing;

use std::path::Path;
use std::sync::Arc;

use quire_model::site_hosts::SiteHost;
use quire_model::time::Timestamp;
use quire_store::blobs::Blobs;
use quire_store::{Database, migrations};

pub use crate::callers::Caller;
pub use crate::errors::Error;
pub use quire_db::Config as DatabaseConfig;

use crate::ambient::{Ambient, Ids};
use crate::attempts::Attempts;
use crate::caches::Caches;
use crate::epochs::Epochs;
use crate::lanes::Lanes;
use crate::signatures::Signer;

/// What an installation decides.
#[derive(Debug, Clone)]
pub struct Options {
    /// The address under which people reach the server, without a slash at its end.
    pub public_url: String,
    /// Memory for objects, page trees and answers, in bytes.
    pub cache_bytes: u64,
    /// The largest upload, in bytes.
    pub max_upload_bytes: u64,
    /// Whether files may be fetched from addresses that are not public.
    pub allow_private_addresses: bool,
    /// Host names under which sites are published, beside the public address. The first one is the usual one.
    pub site_hosts: Vec<SiteHost>,
    /// Whether mail is sent; else what it would say is in the log.
    pub sends_mail: bool,
}

/// The application: everything that a use case works with. Cheap to clone.
#[derive(Clone)]
pub struct App {
    inner: Arc<Inner>,
}

struct Inner {
    db: Database,
    blobs: Blobs,
    ambient: Ambient,
    ids: Ids,
    epochs: Arc<Epochs>,
    lanes: Lanes,
    caches: Caches,
    signer: Signer,
    search: Arc<search::Keeper>,
    password_attempts: Attempts,
    link_attempts: Attempts,
    options: Options,
    /// Drops first what other processes tell us of; kept for as long as the application lives.
    _watch: quire_db::Watch,
}

impl App {
    /// Opens the database and the blobs in `data`, and brings the schema up to date.
    pub fn open(database: quire_db::Config, data: &Path, ambient: Ambient, options: Options) -> Result<Self, Error> {
        let db = Database::open(database)?;
        db.migrate(migrations::ALL, ambient.now().0)?;
        let blobs = Blobs::open(&data.join("blobs")).map_err(|e| Error::internal("the blobs can't be opened", e))?;
        let signer = Signer::load(&db, &ambient)?;
        let epochs = Arc::new(Epochs::default());
        let search = Arc::new(search::Keeper::new(data.join("search")));
        let (stale, behind) = (epochs.clone(), search.clone());
        let watch = db.watch(Box::new(move || {
            stale.touch_all();
            behind.wake_all();
        }))?;
        // The other half is for answers.
        let caches = Caches::new(options.cache_bytes / 2);
        let ids = Ids::default();
        let attempts = |what, most| Attempts::new(signer.key(what), most);
        let inner = Inner {
            password_attempts: attempts("password attempts", sign_in::PASSWORDS_PER_MINUTE),
            link_attempts: attempts("link attempts", sign_in::LINKS_PER_MINUTE),
            db,
            blobs,
            ambient,
            ids,
            epochs,
            lanes: Lanes::default(),
            caches,
            signer,
            search,
            options,
            _watch: watch,
        };
        Ok(Self { inner: Arc::new(inner) })
    }

    /// The time.
    pub fn now(&self) -> Timestamp {
        self.inner.ambient.now()
    }

    /// What the installation decided.
    pub fn options(&self) -> &Options {
        &self.inner.options
    }

    /// Whether the database answers.
    pub fn ping(&self) -> Result<(), Error> {
        Ok(self.inner.db.ping()?)
    }

    /// A key for `purpose` that only this installation knows.
    pub fn key(&self, purpose: &str) -> [u8; 32] {
        self.inner.signer.key(purpose)
    }

    fn fresh_id(&self) -> quire_content::id::Uid {
        self.inner.ids.next(&self.inner.ambient)
    }
}
