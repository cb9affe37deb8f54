//! Signing in by an identity provider.
//!
//! [`begin`](App::begin_saml) sends a browser to the provider, which posts a response to [`App::answer_saml`]. That
//! verifies the response and returns a code, by which [`App::finish_sso`] starts a session in the browser that began:
//! the post comes from another site, and so without the cookie that proves the browser.

use std::time::Duration;

use quire_content::hash::Hash;
use quire_content::id::Uid;
use quire_model::addresses::EmailDomain;
use quire_model::events::EventKind;
use quire_model::ids::{OrganizationId, SamlProviderId};
use quire_model::people::Way;
use quire_model::time::Timestamp;
use quire_sso::saml::{self, Expected, InResponseTo, Request};
use quire_store::saml_providers::{self, SamlProvider};
use quire_store::sso_assertions::{self, Assertion};
use quire_store::sso_attempts::{self, SsoAttempt};
use quire_store::{Read, email_domains, orgs};
use serde_json::json;

use super::hashes::hash;
use super::people::{Identified, Refused};
use super::providers::{Active, service_provider};
use crate::App;
use crate::accounts::sign_in::SignedIn;
use crate::accounts::sign_in_bounds::Origin;
use crate::callers::Caller;
use crate::core::errors::Error;

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

/// A way to sign in that an organization offers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignInWay {
    /// The identifier of the provider.
    pub id: SamlProviderId,
    /// The name of the provider.
    pub label: String,
    /// The address at which a sign-in begins.
    pub start_url: String,
}

/// The time for which a browser is waited for at the provider.
pub const PATIENCE: Duration = Duration::from_mins(15);

/// The time in which a browser continues after the response.
const CONTINUE: Duration = Duration::from_mins(5);

/// The time for which an assertion is remembered beyond its expiry: clocks may differ by a minute.
const REMEMBERED: Duration = Duration::from_mins(10);

const NOT_FOUND: Error = Error::NotFound("identity provider");
/// The error for a sign-in that is over, or that another browser began.
pub const GONE: Error = Error::Unauthenticated(
    "this sign-in has ended, or began in another browser: begin again, in one window, with cookies allowed",
);

impl App {
    /// Returns the ways to sign in to an organization; none if there is no such organization, so that nobody learns
    /// which there are.
    pub fn sign_in_ways(&self, organization: OrganizationId) -> Result<Vec<SignInWay>, Error> {
        self.inner.db.read(|tx| self.ways(tx, organization))
    }

    /// Returns the ways to sign in to the organizations that have proven the domain of an address, or have this host
    /// name.
    pub fn sign_in_ways_for(&self, asked: &str) -> Result<Vec<SignInWay>, Error> {
        let asked = asked.trim().to_lowercase();
        self.inner.db.read(|tx| {
            let found = match asked.rsplit_once('@') {
                Some((_, domain)) => match EmailDomain::try_from(domain.to_owned()) {
                    Ok(domain) => email_domains::organizations(tx, &domain)?,
                    Err(_) => Vec::new(),
                },
                None => orgs::by_hostname(tx, &asked)?.map(|org| org.id).into_iter().collect(),
            };
            let mut ways = Vec::new();
            for organization in found {
                ways.extend(self.ways(tx, organization)?);
            }
            Ok(ways)
        })
    }

    fn ways(&self, tx: &mut Read<'_>, organization: OrganizationId) -> Result<Vec<SignInWay>, Error> {
        let active = saml_providers::of_org(tx, organization)?.into_iter().filter(SamlProvider::is_active);
        let way = |provider: SamlProvider| SignInWay {
            id: provider.id,
            label: provider.label,
            start_url: self.saml_service(provider.id).start_url,
        };
        Ok(active.map(way).collect())
    }

    /// Begins a sign-in by a provider. `next` is a path of this server to show afterwards.
    pub fn begin_saml(&self, id: SamlProviderId, next: &str, from: &Origin) -> Result<Begun, Error> {
        let now = self.now();
        self.count_sso(from, now)?;
        let provider = self.active_provider(id)?;
        let request = Request::id_of(self.inner.ambient.random());
        let browser = self.fresh_secret();
        let attempt = SsoAttempt {
            organization: provider.organization,
            request: hash("request", &request),
            provider: id.0,
            browser: Some(hash("browser", &browser)),
            next: next.to_owned(),
            code: None,
            identity: None,
            expires_at: now.plus(PATIENCE),
        };
        self.inner.db.write(|tx| {
            sso_attempts::delete_expired(tx, now)?;
            sso_assertions::delete_expired(tx, now)?;
            sso_attempts::insert(tx, &attempt)
        })?;
        let service = service_provider(&self.saml_service(id));
        let request = Request {
            service: &service,
            id: &request,
            now: seconds(now),
            sso_url: &provider.sso_url,
            name_id_format: None,
            relay_state: None,
        };
        Ok(Begun { location: request.redirect(), browser, attempt: name_of(attempt.request) })
    }

    /// Verifies a provider's response, which is the value of the form's field `SAMLResponse`. A refusal is logged.
    pub fn answer_saml(
        &self,
        id: SamlProviderId,
        response: &str,
        from: &Origin,
    ) -> Result<Result<Answered, Refused>, Error> {
        let now = self.now();
        self.count_sso(from, now)?;
        let provider = self.active_provider(id)?;
        let code = self.fresh_secret();
        match self.verify(&provider, response, &code, now) {
            Ok(Ok(answered)) => Ok(Ok(answered)),
            Ok(Err(refused)) => {
                self.log_refusal(provider.organization, id.0, &refused)?;
                Ok(Err(refused))
            }
            Err(error) => Err(error),
        }
    }

    fn verify(
        &self,
        provider: &Active,
        response: &str,
        code: &str,
        now: Timestamp,
    ) -> Result<Result<Answered, Refused>, Error> {
        let claimed = match saml::claimed(response) {
            Ok(claimed) => claimed,
            Err(refusal) => return Ok(Err(refusal.into())),
        };
        let attempt = match &claimed.in_response_to {
            Some(request) => {
                let request = hash("request", request);
                self.inner.db.read_single(|tx| sso_attempts::by_request(tx, request))?
            }
            None => None,
        };
        let attempt = attempt.filter(|it| is_waiting(it, provider, now));
        let in_response_to = match (&claimed.in_response_to, &attempt) {
            (Some(request), Some(_)) => InResponseTo::Request(request),
            (Some(_), None) => return Ok(Err(Refused::no_attempt())),
            (None, _) if provider.idp_initiated => InResponseTo::Nothing,
            (None, _) => return Ok(Err(saml::Refusal::Unsolicited.into())),
        };
        let service = self.saml_service(provider.id);
        let expected = Expected {
            issuer: &provider.entity_id,
            certificates: &provider.certificates,
            audience: &service.entity_id,
            acs_url: &service.acs_url,
            in_response_to,
            now: seconds(now),
        };
        match saml::verify_response(response, &expected) {
            Ok(identity) => self.note_answer(provider, attempt, &identity, code, now),
            Err(refusal) => Ok(Err(refusal.into())),
        }
    }

    /// Notes the identity of a response that was verified, once: as the answer to an attempt, or to none.
    fn note_answer(
        &self,
        provider: &Active,
        attempt: Option<SsoAttempt>,
        identity: &saml::Identity,
        code: &str,
        now: Timestamp,
    ) -> Result<Result<Answered, Refused>, Error> {
        let assertion = Assertion {
            organization: provider.organization,
            provider: provider.id.0,
            assertion: hash("assertion", &identity.assertion_id),
            expires_at: Timestamp(identity.expires.saturating_mul(1000)).max(now).plus(REMEMBERED),
        };
        let identified = Identified::of_saml(identity);
        let json = serde_json::to_string(&identified).map_err(|e| Error::internal("storing an identity", e))?;
        let is_unasked = attempt.is_none();
        let begun = attempt.unwrap_or_else(|| SsoAttempt {
            organization: provider.organization,
            request: hash("request", &self.fresh_secret()),
            provider: provider.id.0,
            browser: None,
            next: String::new(),
            code: None,
            identity: None,
            expires_at: now,
        });
        let attempt = name_of(begun.request);
        let answer = SsoAttempt {
            code: Some(hash("code", code)),
            identity: Some(json),
            expires_at: now.plus(CONTINUE),
            ..begun
        };
        let noted = self.inner.db.write(|tx| {
            if sso_assertions::is_known(tx, assertion.provider, assertion.assertion)? {
                return Ok::<_, Error>(Err(Refused::replayed()));
            }
            if is_unasked {
                sso_attempts::insert(tx, &answer)?;
            } else {
                // Of two responses to one request, only one transaction finds it waiting.
                let waiting = sso_attempts::by_request(tx, answer.request)?;
                if !waiting.is_some_and(|it| is_waiting(&it, provider, now)) {
                    return Ok(Err(Refused::no_attempt()));
                }
                sso_attempts::update(tx, &answer)?;
            }
            sso_assertions::insert(tx, &assertion)?;
            Ok(Ok(()))
        })?;
        let person = identified.person();
        Ok(noted.map(|()| Answered { code: code.to_owned(), attempt, is_unasked, person }))
    }

    /// Starts the session of a sign-in that the provider has answered, and returns the path to show.
    pub fn finish_sso(
        &self,
        code: &str,
        consent: &Consent,
        from: &Origin,
    ) -> Result<Result<(SignedIn, String), Refused>, Error> {
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
        let plan = match self.recognize(attempt.organization, attempt.provider, &identified)? {
            Ok(plan) => plan,
            Err(refused) => {
                self.log_refusal(attempt.organization, attempt.provider, &refused)?;
                return Ok(Err(refused));
            }
        };
        let of = (Way::Saml, Some(attempt.organization));
        let signed_in = self.start_session(plan.user(), of, &from.agent, |change| {
            // Of two browsers with one code, only one transaction finds it.
            sso_attempts::by_code(change.tx, hash("code", code))?.filter(holds).ok_or(GONE)?;
            sso_attempts::delete(change.tx, attempt.request)?;
            self.admit_identified(change, &attempt, &identified, &plan)
        })?;
        Ok(Ok((signed_in, attempt.next)))
    }

    fn active_provider(&self, id: SamlProviderId) -> Result<Active, Error> {
        let found = self.inner.db.read_single(|tx| saml_providers::find(tx, id))?;
        found.map(Active::of).transpose()?.flatten().ok_or(NOT_FOUND)
    }

    fn count_sso(&self, from: &Origin, now: Timestamp) -> Result<(), Error> {
        match from.client {
            Some(client) => self.inner.sso_attempts.count(&[&client.network().bytes()], now),
            None => Ok(()),
        }
    }

    /// Logs a refusal, and records it as an event of the organization unless there were many lately.
    fn log_refusal(&self, organization: OrganizationId, provider: Uid, refused: &Refused) -> Result<(), Error> {
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

/// Returns true if an attempt waits for the response of a provider.
fn is_waiting(attempt: &SsoAttempt, provider: &Active, now: Timestamp) -> bool {
    attempt.provider == provider.id.0 && attempt.code.is_none() && now < attempt.expires_at
}

/// Returns the name of an attempt, for its cookie.
fn name_of(request: Hash) -> String {
    request.to_string().chars().take(8).collect()
}

fn seconds(at: Timestamp) -> i64 {
    at.0.div_euclid(1000)
}
