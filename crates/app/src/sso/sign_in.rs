//! Signing in by an identity provider: attempts, and the sessions that they lead to, whatever the protocol.
//!
//! A sign-in begins in a browser, which gets a cookie and is sent to the provider. Once the answer is verified (see
//! [`saml`](super::saml) and [`oidc`](super::oidc)), a code leads to [`App::finish_sso`], which starts a session in the
//! browser that began.

use std::time::Duration;

use quire_content::hash::Hash;
use quire_content::id::Uid;
use quire_model::events::EventKind;
use quire_model::ids::{OrganizationId, UserId};
use quire_model::people::Way;
use quire_model::sso::GroupTeams;
use quire_model::time::Timestamp;
use quire_store::sso_attempts::SsoAttempt;
use quire_store::sso_providers::{self, Provider};
use quire_store::{Read, Write, sso_assertions, sso_attempts};
use serde_json::json;

use super::WHOLE_SERVER;
use super::hashes::hash;
use super::people::{Identified, Refused};
use super::visit::Visit;
use crate::App;
use crate::access::whole_account;
use crate::accounts::sign_in::{SignedIn, Start};
use crate::accounts::sign_in_bounds::Origin;
use crate::callers::Caller;
use crate::core::errors::Error;
use quire_model::scopes::Scope;

/// The beginning of a sign-in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Begun {
    /// The address of the provider to send the browser to.
    pub location: String,
    /// The secret of the cookie by which the browser proves later that it began.
    pub browser: String,
    /// The name of the attempt, which is no secret: browsers keep a cookie for each.
    pub attempt: String,
}

/// The outcome of a provider's response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answered {
    /// The secret by which the sign-in is finished.
    pub code: String,
    /// The name of the attempt.
    pub attempt: String,
    /// True if no browser of ours began: the user has to agree to sign in.
    pub is_unasked: bool,
    /// The name or address of the person, as the provider states it.
    pub person: String,
}

/// The proof that a user wants to sign in as whom the provider says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Consent {
    /// The sign-in began in this browser, which has the secret of the attempt's cookie.
    Began(String),
    /// The sign-in began elsewhere, and the user agreed to it on a page of this server.
    Agreed,
}

/// The page to show after a sign-in.
#[derive(Debug, Clone, Copy)]
pub enum Goal<'a> {
    /// A path of this server, for its users.
    Page(&'a str),
    /// A page of a site, for a visitor, who becomes nobody's user.
    Visit(&'a Visit),
}

/// A sign-in to begin.
pub(super) struct Opening<'a> {
    pub(super) organization: OrganizationId,
    pub(super) provider: Uid,
    /// The identifier that the provider answers with.
    pub(super) request: &'a str,
    /// The signed-in user who wants to be known by the provider's name.
    pub(super) linking: Option<UserId>,
    /// The page to show afterwards.
    pub(super) goal: Goal<'a>,
}

/// The end of a sign-in that the provider has answered.
pub enum Finished {
    /// A session has begun; the path is to be shown.
    SignedIn(SignedIn, String),
    /// The account of the signed-in user is known by the provider's name now; the path is to be shown.
    Linked(String),
    /// The visitor of a site is known; the address at the site is to be opened.
    Visitor(String),
}

/// The time for which a browser is waited for at the provider.
pub const PATIENCE: Duration = Duration::from_mins(15);

/// The time in which a browser continues after the response.
pub(super) const CONTINUE: Duration = Duration::from_mins(5);

pub(super) const NOT_FOUND: Error = Error::NotFound("identity provider");
/// The error for a sign-in that is over, or that another browser began.
pub const GONE: Error = Error::Unauthenticated(
    "this sign-in has ended, or began in another browser: begin again, in one window, with cookies allowed",
);

impl App {
    /// Notes a sign-in that begins, and returns it with the address of the provider to send the browser to.
    pub(super) fn begin(&self, location: String, opening: &Opening<'_>) -> Result<Begun, Error> {
        let (now, browser) = (self.now(), self.fresh_secret());
        let (next, visit) = match opening.goal {
            Goal::Page(next) => (next, None),
            Goal::Visit(visit) => ("", Some(visit.to_stored()?)),
        };
        let attempt = SsoAttempt {
            organization: opening.organization,
            request: hash("request", opening.request),
            provider: opening.provider,
            browser: Some(hash("browser", &browser)),
            linking: opening.linking,
            next: next.to_owned(),
            visit,
            code: None,
            identity: None,
            expires_at: now.plus(PATIENCE),
        };
        self.inner.db.write(|tx| {
            sso_attempts::delete_expired(tx, now)?;
            sso_assertions::delete_expired(tx, now)?;
            sso_attempts::insert(tx, &attempt)
        })?;
        Ok(Begun { location, browser, attempt: name_of(attempt.request) })
    }

    /// Ends a sign-in that the provider has answered: starts its session, or links the account of the signed-in
    /// `visitor` if the attempt was for that.
    pub fn finish_sso(
        &self,
        code: &str,
        consent: &Consent,
        visitor: Option<&Caller>,
        from: &Origin,
    ) -> Result<Result<Finished, Refused>, Error> {
        let now = self.now();
        self.count_sso(from, now)?;
        let browser = match consent {
            Consent::Began(secret) => Some(hash("browser", secret)),
            Consent::Agreed => None,
        };
        let holds = |it: &SsoAttempt| now < it.expires_at && it.browser == browser;
        let attempt = self.inner.db.read_single(|tx| sso_attempts::by_code(tx, hash("code", code)))?;
        let attempt = attempt.filter(holds).ok_or(GONE)?;
        let identified = attempt.identity.as_deref().and_then(|json| serde_json::from_str::<Identified>(json).ok());
        let identified = identified.ok_or(GONE)?;
        if let Some(visit) = Visit::of(&attempt)? {
            let found = |tx: &mut Write<'_>| Ok(sso_attempts::by_code(tx, hash("code", code))?.filter(holds));
            let onward = self.lead_to_site(&visit, found)?;
            return Ok(onward.map(Finished::Visitor));
        }
        // Of two browsers with one code, only one transaction finds it.
        let take = |tx: &mut Write<'_>| {
            sso_attempts::by_code(tx, hash("code", code))?.filter(holds).ok_or(GONE)?;
            Ok::<_, Error>(sso_attempts::delete(tx, attempt.request)?)
        };
        if let Some(user) = attempt.linking {
            let visitor = visitor.filter(|caller| caller.user() == Some(user)).ok_or(GONE)?;
            whole_account(visitor, Scope::Admin)?;
            let linked = self.write(visitor, |change| {
                take(change.tx)?;
                self.link(change, &attempt, &identified, user)
            })?;
            return Ok(linked.map(|()| Finished::Linked(attempt.next)));
        }
        let (provider, plan) = match self.recognize(&attempt, &identified)? {
            Ok(recognized) => recognized,
            Err(refused) => {
                self.log_refusal(attempt.organization, attempt.provider, &refused)?;
                return Ok(Err(refused));
            }
        };
        let reach = Some(attempt.organization).filter(|it| *it != WHOLE_SERVER);
        let (way, ends_at) = (provider.way, identified.session_ends());
        if ends_at.is_some_and(|end| end <= now) {
            return Err(GONE);
        }
        let at_provider = Some(identified.at_provider());
        let provider = Some(attempt.provider);
        let start = Start { way, organization: reach, factor: true, provider, ends_at, at_provider };
        let signed_in = self.start_session(plan.user(), &start, from, |change| {
            take(change.tx)?;
            self.admit_identified(change, &attempt, &identified, &plan)
        })?;
        Ok(Ok(Finished::SignedIn(signed_in, attempt.next)))
    }

    /// Returns the provider of an attempt, unless it was deleted meanwhile.
    pub(super) fn provider_of(&self, tx: &mut Read<'_>, attempt: &SsoAttempt) -> Result<Option<Provider>, Error> {
        if attempt.organization != WHOLE_SERVER {
            return Ok(sso_providers::find(tx, attempt.provider)?);
        }
        let is_ours = self.server_provider().is_some_and(|it| it.provider == attempt.provider);
        let (way, group_teams) = (Way::Oidc, GroupTeams::default());
        Ok(is_ours.then_some(Provider { way, default_team: None, default_role: None, group_teams }))
    }

    /// Counts a step of a sign-in by its client.
    pub(super) fn count_sso(&self, from: &Origin, now: Timestamp) -> Result<(), Error> {
        match from.client {
            Some(client) => self.inner.sso_attempts.count(&[&client.network().bytes()], now),
            None => Ok(()),
        }
    }

    /// Logs a refusal, and records it as an event of the organization unless there were many lately.
    pub(super) fn log_refusal(
        &self,
        organization: OrganizationId,
        provider: Uid,
        refused: &Refused,
    ) -> Result<(), Error> {
        tracing::warn!(%organization, %provider, code = refused.code, reason = refused.log, "a sign-in was refused");
        if self.inner.sso_refusals.count(&[&provider.0], self.now()).is_err() {
            return Ok(());
        }
        self.write(&Caller::operator(), |change| {
            let detail = json!({ "code": refused.code, "reason": refused.log });
            change.record(organization.0, EventKind::SignInRefused, provider, &detail)
        })
    }
}

/// Returns true if an attempt waits for the answer of a provider.
pub(super) fn is_waiting(attempt: &SsoAttempt, provider: Uid, now: Timestamp) -> bool {
    attempt.provider == provider && attempt.code.is_none() && now < attempt.expires_at
}

/// Stores the answer to an attempt, and returns true if it was waited for: of two answers to one request, only one
/// transaction finds it waiting.
pub(super) fn settle(tx: &mut Write<'_>, answer: &SsoAttempt, now: Timestamp) -> Result<bool, Error> {
    let waiting = sso_attempts::by_request(tx, answer.request)?;
    if !waiting.is_some_and(|it| is_waiting(&it, answer.provider, now)) {
        return Ok(false);
    }
    sso_attempts::update(tx, answer)?;
    Ok(true)
}

/// Returns the name of an attempt, for its cookie.
pub(super) fn name_of(request: Hash) -> String {
    request.to_string().chars().take(8).collect()
}

pub(super) fn seconds(at: Timestamp) -> i64 {
    at.0.div_euclid(1000)
}
