//! Sign-out at providers: people who signed out here go on to the provider, and a provider where somebody has signed out ends
//! the sessions that began in its own. The messages of SAML are in [`saml_logout`](super::saml_logout).

use quire_content::hash::Hash;
use quire_content::id::Uid;
use quire_model::events::EventKind;
use quire_model::ids::{OidcProviderId, OrganizationId, SamlProviderId};
use quire_model::time::Timestamp;
use quire_sso::oidc::{self, ExpectedLogout, Keys, LogoutToken, TokenRefusal};
use quire_store::sso_assertions::{self, Assertion};
use quire_store::{Write, oidc_providers, sessions, sso_attempts, sso_identities, visitor_sessions};
use serde_json::json;

use super::hashes::hash;
use super::oidc::{ActiveOidc, OidcName, server_id};
use super::people::{Identified, person_hash, session_hash};
use super::sign_in::seconds;
use crate::App;
use crate::callers::writing::Change;
use crate::callers::{self, Caller};
use crate::core::errors::Error;

/// The way to sign out at the provider by which a session began.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProviderSignOut {
    /// A provider of OpenID Connect, which says itself where.
    Oidc {
        /// The provider.
        name: OidcName,
        /// The token by which the provider knows whom to sign out, if it is kept.
        id_token: Option<String>,
    },
    /// The address at a provider with SAML, with the request in it.
    Saml(String),
}

/// The word of a provider about a sign-out there: of a person, of sessions, or of those sessions of that person.
pub(super) struct SignedOut {
    pub(super) organization: OrganizationId,
    pub(super) provider: Uid,
    /// The hash of the message, which counts once.
    pub(super) message: Hash,
    /// The time from which the message is refused as expired.
    pub(super) expires: Timestamp,
    /// The hash of the name of the person.
    pub(super) person: Option<Hash>,
    /// The hashes of the names of the sessions at the provider; none for all of the person.
    pub(super) sessions: Vec<Hash>,
}

impl App {
    /// Returns the way to sign out at the provider by which the caller's session began, if there is one.
    pub fn provider_sign_out(&self, caller: &Caller) -> Result<Option<ProviderSignOut>, Error> {
        let Some(id) = caller.session() else { return Ok(None) };
        let (provider, hint) = self.inner.db.read(|tx| {
            let provider = sessions::get(tx, id)?.and_then(|session| session.provider);
            let hint = sessions::at_provider(tx, id)?.and_then(|at| at.sign_out_hint);
            Ok::<_, Error>((provider, hint))
        })?;
        let Some(provider) = provider else { return Ok(None) };
        let server = self.inner.options.oidc.as_ref().map(|set| server_id(&set.issuer));
        if server == Some(provider) {
            return Ok(Some(ProviderSignOut::Oidc { name: OidcName::Server, id_token: hint }));
        }
        let oidc = OidcProviderId(provider);
        if self.inner.db.read_single(|tx| oidc_providers::find(tx, oidc))?.is_some() {
            return Ok(Some(ProviderSignOut::Oidc { name: OidcName::Provider(oidc), id_token: hint }));
        }
        let address = self.saml_logout_address(SamlProviderId(provider), hint.as_deref())?;
        Ok(address.map(ProviderSignOut::Saml))
    }

    /// Returns the address that leads a visitor of a site to the sign-out at a provider, if it has one: with OpenID Connect one
    /// of this server, and with SAML one that asks for the person of the hint.
    pub(super) fn sign_out_address(&self, provider: Uid, hint: Option<&str>) -> Result<Option<String>, Error> {
        let id = OidcProviderId(provider);
        if self.inner.db.read_single(|tx| oidc_providers::find(tx, id))?.is_some() {
            return Ok(Some(self.oidc_service(OidcName::Provider(id)).end_url));
        }
        self.saml_logout_address(SamlProviderId(provider), hint)
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
        self.end_signed_out(&SignedOut {
            organization: provider.organization,
            provider: provider.provider,
            message: hash("logout token", &token.id),
            expires: Timestamp(token.expires.saturating_mul(1000)),
            person: token.subject.as_deref().map(person_hash),
            sessions: token.session.as_deref().map(session_hash).into_iter().collect(),
        })
    }

    /// Ends the sessions, of users and of visitors of sites, that began in what a provider has signed out. A message that
    /// came before does nothing.
    pub(super) fn end_signed_out(&self, word: &SignedOut) -> Result<(), Error> {
        let SignedOut { organization, provider, message, expires, .. } = *word;
        let now = self.now();
        let used = Assertion { organization, provider, assertion: message, expires_at: expires.max(now) };
        self.write(&Caller::operator(), |change| {
            sso_assertions::delete_expired(change.tx, now)?;
            if sso_assertions::is_known(change.tx, provider, message)? {
                return Ok(());
            }
            sso_assertions::insert(change.tx, &used)?;
            change.touch(callers::EVERYBODY);
            end_answered(change.tx, word)?;
            match word.person {
                Some(person) => end_of_person(change, word, person),
                None => Ok(end_in_sessions(change.tx, word)?),
            }
        })
    }
}

/// Ends the sign-ins that the provider has answered and that no browser has finished yet.
fn end_answered(tx: &mut Write<'_>, word: &SignedOut) -> Result<(), quire_store::Error> {
    for attempt in sso_attempts::answered(tx, word.provider)? {
        let identified = attempt.identity.as_deref().and_then(|json| serde_json::from_str::<Identified>(json).ok());
        if identified.is_some_and(|it| it.is_in(word.person, &word.sessions)) {
            sso_attempts::delete(tx, attempt.request)?;
        }
    }
    Ok(())
}

/// Ends the sessions of a person: all, or those of the word.
fn end_of_person(change: &mut Change<'_, '_>, word: &SignedOut, person: Hash) -> Result<(), Error> {
    let provider = word.provider;
    let known = sso_identities::get(change.tx, provider, person)?.map(|known| known.user_id);
    let mut ended = 0;
    for session in wanted(&word.sessions) {
        visitor_sessions::delete_of_person(change.tx, provider, person, session)?;
        if let Some(user) = known {
            ended += sessions::delete_of_person(change.tx, provider, user, session)?;
        }
    }
    let Some(user) = known.filter(|_| ended > 0) else { return Ok(()) };
    let detail = json!({ "sessions": ended, "provider": provider.to_string() });
    change.record(user.0, EventKind::SessionEnded, user.0, &detail)
}

/// Returns the sessions of a person to end, each once; `None` stands for all.
fn wanted(sessions: &[Hash]) -> Vec<Option<Hash>> {
    if sessions.is_empty() { vec![None] } else { sessions.iter().copied().map(Some).collect() }
}

/// Ends what began in sessions of a provider that does not say whose they are.
fn end_in_sessions(tx: &mut Write<'_>, word: &SignedOut) -> Result<(), quire_store::Error> {
    for session in &word.sessions {
        visitor_sessions::delete_of_provider_session(tx, word.provider, *session)?;
        sessions::delete_of_provider_session(tx, word.provider, *session)?;
    }
    Ok(())
}
