//! Signing in by a provider with SAML.
//!
//! [`begin`](App::begin_saml) sends a browser to the provider, which posts a response to [`App::answer_saml`]. The post
//! comes from another site, and so without the cookie that proves the browser: the code that it returns leads to
//! [`App::finish_sso`].

use std::time::Duration;

use quire_model::ids::SamlProviderId;
use quire_model::time::Timestamp;
use quire_sso::saml::{self, Expected, InResponseTo, Request};
use quire_store::saml_providers;
use quire_store::sso_assertions::{self, Assertion};
use quire_store::sso_attempts::{self, SsoAttempt};

use super::hashes::hash;
use super::people::{Identified, Refused};
use super::saml_providers::{Active, service_provider};
use super::sign_in::{Answered, Begun, CONTINUE, Goal, NOT_FOUND, Opening, is_waiting, name_of, seconds, settle};
use super::visit::Visit;
use super::visits::Source;
use crate::App;
use crate::accounts::sign_in_bounds::Origin;
use crate::core::errors::Error;

/// The time for which an assertion is remembered beyond its expiry: clocks may differ by a minute.
const REMEMBERED: Duration = Duration::from_mins(10);

impl App {
    /// Begins a sign-in by a provider with SAML.
    pub fn begin_saml(&self, id: SamlProviderId, goal: Goal<'_>, from: &Origin) -> Result<Begun, Error> {
        let now = self.now();
        self.count_sso(from, now)?;
        let provider = self.active_saml_provider(id)?;
        let request = Request::id_of(self.inner.ambient.random());
        let service = service_provider(&self.saml_service(id));
        let redirect = Request {
            service: &service,
            id: &request,
            now: seconds(now),
            sso_url: &provider.sso_url,
            name_id_format: None,
            relay_state: None,
        };
        let (organization, provider) = (provider.organization, id.0);
        self.begin(redirect.redirect(), &Opening { organization, provider, request: &request, linking: None, goal })
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
        let provider = self.active_saml_provider(id)?;
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
        let attempt = attempt.filter(|it| is_waiting(it, provider.id.0, now));
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
            Err(refusal) => {
                let visit = attempt.as_ref().map(Visit::of).transpose()?.flatten();
                Ok(Err(Refused::from(refusal).of_visit(visit.as_ref())))
            }
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
        let visit = attempt.as_ref().map(Visit::of).transpose()?.flatten();
        let claims = self.claims_of_visitor(visit.as_ref(), &Source::Saml(identity))?;
        let identified = Identified::of_saml(identity).within(&provider.group_teams).claiming(claims);
        let json = serde_json::to_string(&identified).map_err(|e| Error::internal("storing an identity", e))?;
        let is_unasked = attempt.is_none();
        let begun = attempt.unwrap_or_else(|| SsoAttempt {
            organization: provider.organization,
            request: hash("request", &self.fresh_secret()),
            provider: provider.id.0,
            browser: None,
            linking: None,
            next: String::new(),
            visit: None,
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
                if !settle(tx, &answer, now)? {
                    return Ok(Err(Refused::no_attempt()));
                }
            }
            sso_assertions::insert(tx, &assertion)?;
            Ok(Ok(()))
        })?;
        let person = identified.person();
        Ok(noted.map(|()| Answered { code: code.to_owned(), attempt, is_unasked, person }))
    }

    pub(super) fn active_saml_provider(&self, id: SamlProviderId) -> Result<Active, Error> {
        let found = self.inner.db.read_single(|tx| saml_providers::find(tx, id))?;
        found.map(Active::of).transpose()?.flatten().ok_or(NOT_FOUND)
    }
}
