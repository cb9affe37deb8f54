//! Sign-out at providers of OpenID Connect: people who signed out here go on to the provider, and a provider where somebody
//! has signed out ends the sessions that began in its own.

use quire_content::id::Uid;
use quire_model::events::EventKind;
use quire_model::ids::OidcProviderId;
use quire_model::time::Timestamp;
use quire_sso::oidc::{self, ExpectedLogout, Keys, LogoutToken, TokenRefusal};
use quire_store::sso_assertions::{self, Assertion};
use quire_store::{oidc_providers, sessions, sso_identities, visitor_sessions};
use serde_json::json;

use super::hashes::hash;
use super::oidc::{ActiveOidc, OidcName, server_id};
use super::sign_in::seconds;
use crate::App;
use crate::callers::{self, Caller};
use crate::core::errors::Error;

/// The session at a provider in which a session here began.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProviderSession {
    /// The provider.
    pub name: OidcName,
    /// The token by which the provider knows whom to sign out, if it is kept.
    pub id_token: Option<String>,
}

impl App {
    /// Returns the session at a provider of OpenID Connect in which the caller's session began, if it did.
    pub fn provider_session(&self, caller: &Caller) -> Result<Option<ProviderSession>, Error> {
        let Some(id) = caller.session() else { return Ok(None) };
        let server = self.inner.options.oidc.as_ref().map(|set| server_id(&set.issuer));
        self.inner.db.read(|tx| {
            let Some(provider) = sessions::get(tx, id)?.and_then(|session| session.provider) else { return Ok(None) };
            let name = if server == Some(provider) {
                OidcName::Server
            } else if oidc_providers::find(tx, OidcProviderId(provider))?.is_some() {
                OidcName::Provider(OidcProviderId(provider))
            } else {
                return Ok(None);
            };
            let id_token = sessions::at_provider(tx, id)?.and_then(|at| at.id_token);
            Ok(Some(ProviderSession { name, id_token }))
        })
    }

    /// Returns the address of this server that leads to the sign-out at a provider; `None` for one with SAML.
    pub fn sign_out_address(&self, provider: Uid) -> Result<Option<String>, Error> {
        let id = OidcProviderId(provider);
        let found = self.inner.db.read_single(|tx| oidc_providers::find(tx, id))?;
        Ok(found.map(|_| self.oidc_service(OidcName::Provider(id)).end_url))
    }

    /// Verifies a token by which a provider says that somebody has signed out there.
    ///
    /// # Errors
    /// The first rule that the token breaks; [`TokenRefusal::UnknownKey`] asks for new keys.
    pub fn verify_logout(&self, provider: &ActiveOidc, token: &str, keys: &Keys) -> Result<LogoutToken, TokenRefusal> {
        let expected =
            ExpectedLogout { issuer: &provider.issuer, client_id: &provider.client.id, keys, now: seconds(self.now()) };
        oidc::verify_logout_token(token, &expected)
    }

    /// Ends the sessions, of users and of visitors of sites, that began in what a provider has signed out. A token counts
    /// once.
    pub fn end_by_provider(&self, provider: &ActiveOidc, token: &LogoutToken) -> Result<(), Error> {
        let ActiveOidc { organization, provider, .. } = *provider;
        let now = self.now();
        let used = Assertion {
            organization,
            provider,
            assertion: hash("logout token", &token.id),
            expires_at: Timestamp(token.expires.saturating_mul(1000)).max(now),
        };
        let person = token.subject.as_deref().map(|name| hash("name", name));
        let session = token.session.as_deref().map(|name| hash("provider session", name));
        self.write(&Caller::operator(), |change| {
            sso_assertions::delete_expired(change.tx, now)?;
            if sso_assertions::is_known(change.tx, provider, used.assertion)? {
                return Ok(());
            }
            sso_assertions::insert(change.tx, &used)?;
            change.touch(callers::EVERYBODY);
            match (person, session) {
                (Some(person), session) => {
                    visitor_sessions::delete_of_person(change.tx, provider, person, session)?;
                    let Some(known) = sso_identities::get(change.tx, provider, person)? else { return Ok(()) };
                    let ended = sessions::delete_of_person(change.tx, provider, known.user_id, session)?;
                    if ended == 0 {
                        return Ok(());
                    }
                    let detail = json!({ "sessions": ended, "provider": provider.to_string() });
                    change.record(known.user_id.0, EventKind::SessionEnded, known.user_id.0, &detail)
                }
                (None, Some(session)) => {
                    visitor_sessions::delete_of_provider_session(change.tx, provider, session)?;
                    sessions::delete_of_provider_session(change.tx, provider, session)?;
                    Ok(())
                }
                (None, None) => Ok(()),
            }
        })
    }
}
