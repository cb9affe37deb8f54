//! Sessions of visitors who signed in by the identity provider of a site.
//!
//! A session gives access to the site that it began at, while that site's visitors sign in by the same provider. It ends
//! at its time, when the visitor signs out, and when the provider is changed or deleted.

use std::sync::Arc;

use quire_content::id::Uid;
use quire_model::ids::{OrganizationId, SiteId};
use quire_model::time::Timestamp;
use quire_store::visitor_sessions;
use serde_json::{Map, Value};

use crate::App;
use crate::callers;
use crate::core::caches::Stamped;
use crate::core::errors::Error;
use crate::published::PublishedSite;
use crate::sso::visits::session_hash;
use crate::visitors::Shown;

/// The cached facts of a session.
#[derive(Debug)]
pub(crate) struct Visitor {
    organization: OrganizationId,
    site: SiteId,
    provider: Uid,
    claims: Map<String, Value>,
    expires_at: Timestamp,
}

impl Visitor {
    /// Returns the claims of the visitor, if the session is one of this site and has not ended.
    fn shown(&self, site: &PublishedSite, now: Timestamp) -> Option<Shown> {
        let is_here = (self.organization, self.site) == (site.organization.id, site.site.id);
        let is_valid = is_here && site.gate.provider == Some(self.provider) && now < self.expires_at;
        is_valid.then(|| Shown::by_provider(self.claims.clone()))
    }
}

impl App {
    /// Returns the claims of a visitor by the secret of their session, from caches alone. `Some(None)` means that it is
    /// not valid, `None` that [`App::accept_visitor`] must decide.
    pub fn recall_visitor(&self, site: &PublishedSite, secret: &str) -> Option<Option<Shown>> {
        let hash = session_hash(secret);
        let known = self.inner.caches.published.visits.get(&hash)?;
        let fresh = |scope| self.inner.epochs.fresh(scope, known.stamp);
        let is_fresh = fresh(callers::scope(hash)) && fresh(callers::EVERYBODY);
        is_fresh.then(|| known.fact.as_ref().and_then(|visitor| visitor.shown(site, self.now())))
    }

    /// Returns the claims of a visitor by the secret of their session, if it is valid.
    pub fn accept_visitor(&self, site: &PublishedSite, secret: &str) -> Result<Option<Shown>, Error> {
        let (hash, stamp) = (session_hash(secret), self.inner.epochs.stamp());
        let found = self.inner.db.read_single(|tx| visitor_sessions::by_hash(tx, hash))?;
        let fact = found.map(|session| {
            let claims = serde_json::from_str(&session.claims);
            let claims = claims.map_err(|e| Error::internal("reading the claims of a visitor", e))?;
            let visitor_sessions::VisitorSession { organization, site, provider, expires_at, .. } = session;
            Ok::<_, Error>(Arc::new(Visitor { organization, site, provider, claims, expires_at }))
        });
        let fact = fact.transpose()?;
        let shown = fact.as_ref().and_then(|visitor| visitor.shown(site, self.now()));
        self.inner.caches.published.visits.insert(hash, Arc::new(Stamped { stamp, fact }));
        Ok(shown)
    }
}
