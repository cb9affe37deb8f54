//! Single logout with SAML: requests of a provider end sessions here, and ours lead to the sign-out there.

use quire_model::ids::SamlProviderId;
use quire_model::time::Timestamp;
use quire_sso::saml::{self, Brought, ExpectedLogout, Logout, LogoutRequest, LogoutResponse, NameId, Request};
use quire_store::saml_providers;

use super::hashes::hash;
use super::people::{Refused, name_of, person_hash, session_hash};
use super::saml_providers::{Active, service_provider};
use super::sign_in::seconds;
use super::sign_out::SignedOut;
use crate::App;
use crate::accounts::sign_in_bounds::Origin;
use crate::core::errors::Error;

impl App {
    /// Verifies a provider's request to sign somebody out, ends the sessions that it is about, and returns the address of the
    /// provider to which the browser brings the answer; `None` if the provider has none. A refusal is logged.
    pub fn answer_saml_logout(
        &self,
        id: SamlProviderId,
        brought: Brought<'_>,
        from: &Origin,
    ) -> Result<Result<Option<String>, Refused>, Error> {
        let now = self.now();
        self.count_sso(from, now)?;
        let provider = self.active_saml_provider(id)?;
        let service = self.saml_service(id);
        let expected = ExpectedLogout {
            issuer: &provider.entity_id,
            certificates: &provider.certificates,
            audience: &service.entity_id,
            slo_url: &service.slo_url,
            now: seconds(now),
        };
        match saml::verify_logout(brought, &expected) {
            Ok(logout) => {
                self.end_signed_out(&signed_out(&provider, &logout))?;
                Ok(Ok(self.saml_logout_answer(&provider, &logout, now)))
            }
            Err(refusal) => {
                let refused = Refused::from(refusal);
                self.log_refusal(provider.organization, id.0, &refused)?;
                Ok(Err(refused))
            }
        }
    }

    /// Returns the address to which a browser brings the answer to a request.
    fn saml_logout_answer(&self, provider: &Active, logout: &Logout, now: Timestamp) -> Option<String> {
        let destination = provider.slo_response_url.as_deref()?;
        let answer = LogoutResponse {
            service: &service_provider(&self.saml_service(provider.id)),
            id: &Request::id_of(self.inner.ambient.random()),
            now: seconds(now),
            destination,
            in_response_to: &logout.id,
            relay_state: logout.relay_state.as_deref(),
        };
        Some(answer.redirect())
    }

    /// Returns the address at which a provider signs the person of a hint out; `None` if it has none, or if nothing is known
    /// of the person.
    pub(super) fn saml_logout_address(&self, id: SamlProviderId, hint: Option<&str>) -> Result<Option<String>, Error> {
        let Some((name, session)) = hint.and_then(NameId::from_hint) else { return Ok(None) };
        let found = self.inner.db.read_single(|tx| saml_providers::find(tx, id))?;
        let Some(slo_url) = found.and_then(|provider| provider.slo_url) else { return Ok(None) };
        let request = LogoutRequest {
            service: &service_provider(&self.saml_service(id)),
            id: &Request::id_of(self.inner.ambient.random()),
            now: seconds(self.now()),
            slo_url: &slo_url,
            name: &name,
            session_index: session.as_deref(),
        };
        Ok(Some(request.redirect()))
    }
}

fn signed_out(provider: &Active, logout: &Logout) -> SignedOut {
    SignedOut {
        organization: provider.organization,
        provider: provider.id.0,
        message: hash("logout request", &logout.id),
        expires: Timestamp(logout.expires.saturating_mul(1000)),
        person: Some(person_hash(&name_of(&logout.name))),
        sessions: logout.sessions.iter().map(|name| session_hash(name)).collect(),
    }
}
