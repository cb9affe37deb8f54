//! Verification of visitors' tokens against current memberships and credentials.
//!
//! A signature only proves the state when it was made. Claims of a member are valid while they are a member; a preview
//! shows what its creator may read at the time of each request. Neither is valid longer than the session or the API
//! token with which it was requested. Tokens are parsed in [`crate::visitors`].

use std::collections::BTreeSet;
use std::sync::Arc;

use quire_model::credentials::Proved;
use quire_model::ids::{OrganizationId, SpaceId, UserId};
use quire_model::policy::{Action, Decision, Grants, Standing, decide};
use quire_model::scopes::Scopes;
use quire_model::time::Timestamp;
use quire_store::{members, sessions, tokens};

use crate::callers::Caller;
use crate::callers::rights::{self, VisibleContent};
use crate::core::caches::Stamped;
use crate::core::errors::Error;
use crate::published::PublishedSite;
use crate::visitors::Shown;
use crate::{App, access};

/// The expiry of a session or of an API token, if it has one.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Until(Option<Timestamp>);

impl Until {
    fn is_after(self, now: Timestamp) -> bool {
        self.0.is_none_or(|end| now < end)
    }
}

impl App {
    /// Returns the claims of a visitor's token if it is valid, from caches alone. `Some(None)` means that it is not
    /// valid, `None` that [`App::accept_token`] must decide.
    pub fn recall_token(&self, site: &PublishedSite, token: &str) -> Option<Option<Shown>> {
        let Some(shown) = site.gate.read(token, self.now()) else { return Some(None) };
        match shown.person() {
            None => Some(Some(shown)),
            Some(_) if shown.is_preview() => None,
            Some(user) => {
                let asked = self.recall_asked(&shown)?;
                let membership = self.recall_membership(site.organization.id, user)?;
                Some(membership.role().filter(|_| asked).map(|_| shown))
            }
        }
    }

    /// Returns the claims of a visitor's token if it is valid.
    pub fn accept_token(&self, site: &PublishedSite, token: &str) -> Result<Option<Shown>, Error> {
        let Some(shown) = site.gate.read(token, self.now()) else { return Ok(None) };
        let Some(user) = shown.person() else { return Ok(Some(shown)) };
        if !self.is_asked(&shown)? {
            return Ok(None);
        }
        let membership = self.membership(site.organization.id, user)?;
        if !shown.is_preview() {
            // Guests of an organization see only content they were granted, which no site is.
            return Ok(membership.role().map(|_| shown));
        }
        if membership == Standing::Stranger || !self.manages(site, user)? {
            return Ok(None);
        }
        let spaces = spaces_among(site, &*self.sight(site.organization.id, user)?);
        Ok(Some(shown.showing(spaces)))
    }

    /// Returns the spaces of a site that a caller may read by their role on them.
    pub(crate) fn spaces_on_site(&self, caller: &Caller, site: &PublishedSite) -> Result<BTreeSet<SpaceId>, Error> {
        Ok(spaces_among(site, &*self.sight_of(caller, site.organization.id)?))
    }

    fn recall_membership(&self, organization: OrganizationId, user: UserId) -> Option<Standing> {
        let known = self.inner.caches.published.memberships.get(&(organization, user))?;
        let fresh = |scope| self.inner.epochs.fresh(scope, known.stamp);
        (fresh(rights::scope(organization)) && fresh(user.0)).then_some(known.fact)
    }

    fn recall_asked(&self, shown: &Shown) -> Option<bool> {
        let Some((user, by)) = shown.source() else { return Some(false) };
        let known = self.inner.caches.published.proofs.get(&(user, by))?;
        match known.fact {
            _ if !self.inner.epochs.fresh(user.0, known.stamp) => None,
            None => Some(false),
            // Each use extends a session, so its expiry must be read again.
            Some(until) if !until.is_after(self.now()) => None,
            Some(_) => Some(true),
        }
    }

    /// Returns true if the session or the API token with which a member's token was requested is still valid.
    fn is_asked(&self, shown: &Shown) -> Result<bool, Error> {
        if let Some(known) = self.recall_asked(shown) {
            return Ok(known);
        }
        let Some((user, by)) = shown.source() else { return Ok(false) };
        let stamp = self.inner.epochs.stamp();
        let found = self.inner.db.read_single(|tx| {
            Ok::<_, Error>(match by {
                Proved::Session(id) => sessions::get(tx, id)?.map(|it| (it.user_id, Some(it.expires_at))),
                Proved::Token(id) => tokens::get(tx, id)?.map(|it| (it.user_id, it.expires_at)),
            })
        })?;
        let fact = found.filter(|(owner, _)| *owner == user).map(|(_, end)| Until(end));
        self.inner.caches.published.proofs.insert((user, by), Arc::new(Stamped { stamp, fact }));
        Ok(fact.is_some_and(|until| until.is_after(self.now())))
    }

    /// Returns the standing of a user in an organization; disabled members and users count as strangers.
    fn membership(&self, organization: OrganizationId, user: UserId) -> Result<Standing, Error> {
        if let Some(known) = self.recall_membership(organization, user) {
            return Ok(known);
        }
        let stamp = self.inner.epochs.stamp();
        let member = self.inner.db.read_single(|tx| Ok::<_, Error>(members::get(tx, organization, user)?))?;
        let member = member.filter(|it| !it.disabled && it.disabled_at.is_none());
        let fact = member.map_or(Standing::Stranger, |member| member.role.into());
        self.inner.caches.published.memberships.insert((organization, user), Arc::new(Stamped { stamp, fact }));
        Ok(fact)
    }

    fn manages(&self, site: &PublishedSite, user: UserId) -> Result<bool, Error> {
        let (organization, id) = (site.organization.id, site.site.id);
        let role = self.inner.db.read(|tx| access::role_of(tx, user, organization, id.0))?;
        Ok(decide(Grants { role, scopes: Scopes::ALL }, Action::ManageSite) == Decision::Allow)
    }
}

fn spaces_among(site: &PublishedSite, sight: &VisibleContent) -> BTreeSet<SpaceId> {
    let seen = sight.spaces.iter().map(|seen| seen.id);
    seen.filter(|space| site.space(*space).is_some()).collect()
}
