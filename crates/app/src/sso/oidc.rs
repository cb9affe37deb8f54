//! Signing in by a provider with OpenID Connect.
//!
//! [`begin`](App::begin_oidc) sends a browser to the provider, which sends it back with a code. [`App::await_oidc`]
//! finds the attempt of that browser and says by what the code is exchanged; the caller does so, and
//! [`App::answer_oidc`] notes the claims. Nonce and verifier are derived from the state by the key of the installation,
//! so they are stored nowhere. Each provider has a callback address of its own, so that the code of one is never sent to
//! another (RFC 9700, section 4.4).

use std::fmt;
use std::str::FromStr;

use quire_content::id::{InvalidId, Uid};
use quire_model::events::EventKind;
use quire_model::ids::{OidcProviderId, OrganizationId};
use quire_model::scopes::Scope;
use quire_model::sso::{ClientSecret, GroupTeams};
use quire_sso::oidc::{self, Addresses, Authorization, Claims, Client, Discovery, ExpectedToken, Keys, TokenRefusal};
use quire_store::oidc_providers::{self, OidcProvider};
use quire_store::sso_attempts::{self, SsoAttempt};
use quire_store::{sessions, sso_identities};
use serde_json::json;

use super::WHOLE_SERVER;
use super::hashes::hash;
use super::people::{Identified, Refused};
use super::sign_in::{Answered, Begun, CONTINUE, GONE, Goal, NOT_FOUND, Opening, is_waiting, name_of, seconds, settle};
use super::visit::Visit;
use super::visits::Source;
use crate::App;
use crate::access::whole_account;
use crate::accounts::notices::NoticeKind;
use crate::accounts::sign_in_bounds::Origin;
use crate::callers::Caller;
use crate::core::errors::Error;

/// The provider by which everybody can sign in to the server, which its operator sets up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerProvider {
    /// The name on the sign-in page.
    pub label: String,
    /// The address by which the provider names itself in its tokens.
    pub issuer: String,
    /// The identifier of this server at the provider.
    pub client_id: String,
    /// The secret of this server at the provider; `None` for public clients.
    pub client_secret: Option<ClientSecret>,
    /// The scopes that a sign-in asks for beside `openid`, with blanks between them.
    pub scopes: String,
    /// True if addresses count of which the provider does not say that it verified them.
    pub trusts_email: bool,
}

/// The name of a provider in the addresses of sign-in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OidcName {
    /// The provider of the whole server.
    Server,
    /// A provider of an organization.
    Provider(OidcProviderId),
}

/// The text for the provider of the whole server, which is shorter than any identifier.
const SERVER: &str = "server";

impl fmt::Display for OidcName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Server => f.write_str(SERVER),
            Self::Provider(id) => id.fmt(f),
        }
    }
}

impl FromStr for OidcName {
    type Err = InvalidId;

    fn from_str(text: &str) -> Result<Self, InvalidId> {
        if text == SERVER { Ok(Self::Server) } else { text.parse().map(Self::Provider) }
    }
}

/// Our side of a provider, as the provider has to know it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OidcService {
    /// The address to which the provider sends browsers back.
    pub callback_url: String,
    /// The address at which a sign-in begins.
    pub start_url: String,
    /// The address at which the provider says that somebody has signed out there.
    pub logout_url: String,
    /// The address that leads browsers to the sign-out at the provider.
    pub end_url: String,
}

/// Everything about a provider that a sign-in needs.
#[derive(Clone)]
pub struct ActiveOidc {
    /// The address by which the provider names itself in its tokens.
    pub issuer: String,
    /// This server as the provider knows it.
    pub client: Client,
    pub(super) organization: OrganizationId,
    pub(super) provider: Uid,
    scopes: String,
    groups_claim: Option<String>,
    trusts_email: bool,
    group_teams: GroupTeams,
}

/// A browser that came back from a provider and had begun.
#[derive(Clone)]
pub struct Awaited {
    /// The provider that the browser came back from.
    pub provider: ActiveOidc,
    /// The secret that proves, with the provider's code, that this server began.
    pub verifier: String,
    nonce: String,
    attempt: SsoAttempt,
    /// The site that the browser wants to read, if it is a visitor's.
    visit: Option<Visit>,
    /// The names of the claims at the provider that the site has declared.
    wanted: Vec<String>,
}

impl Awaited {
    /// Returns the claims of a token that was given for this sign-in.
    ///
    /// # Errors
    /// The first rule that the token breaks; [`TokenRefusal::UnknownKey`] asks for new keys.
    pub fn verify(&self, token: &str, keys: &Keys, app: &App) -> Result<Claims, TokenRefusal> {
        let expected = ExpectedToken {
            issuer: &self.provider.issuer,
            client_id: &self.provider.client.id,
            nonce: &self.nonce,
            keys,
            groups_claim: self.groups_claim(),
            now: seconds(app.now()),
        };
        oidc::verify_id_token(token, &expected)
    }

    /// Returns true if the token lacks claims that are of use, which the provider may give elsewhere: an address, groups
    /// that teams follow, or what a site has declared.
    pub fn lacks(&self, claims: &Claims) -> bool {
        if self.visit.is_some() {
            return self.wanted.iter().any(|name| claims.named(name).is_none());
        }
        let follows = self.provider.group_teams.iter().next().is_some();
        claims.email.is_none() || follows && claims.groups.is_empty() && !claims.groups_left_out
    }

    /// Returns the claim with the groups of a person, unless it has its usual name.
    pub fn groups_claim(&self) -> Option<&str> {
        self.provider.groups_claim.as_deref()
    }
}

impl App {
    /// Returns the addresses of our side of a provider.
    pub fn oidc_service(&self, name: OidcName) -> OidcService {
        let at = |part: &str| format!("{}/sign-in/oidc/{name}/{part}", self.inner.options.public_url);
        OidcService {
            callback_url: at("callback"),
            start_url: at("start"),
            logout_url: at("logout"),
            end_url: at("end"),
        }
    }

    /// Returns the addresses that providers may have: those of this machine only if private ones are allowed.
    pub fn oidc_addresses(&self) -> Addresses {
        addresses(self.inner.options.allow_private_addresses)
    }

    /// Returns a provider that a sign-in is to begin at, and counts the attempt.
    pub fn oidc_to_begin(&self, name: OidcName, from: &Origin) -> Result<ActiveOidc, Error> {
        self.count_sso(from, self.now())?;
        self.active_oidc(name)
    }

    /// Returns a provider at which a session is to end.
    pub fn oidc_to_end(&self, name: OidcName) -> Result<ActiveOidc, Error> {
        self.active_oidc(name)
    }

    /// Begins a sign-in by a provider that was described. With `linking`, the signed-in user's account is to be known by the provider's name.
    pub fn begin_oidc(
        &self,
        provider: &ActiveOidc,
        discovery: &Discovery,
        goal: Goal<'_>,
        linking: Option<&Caller>,
    ) -> Result<Begun, Error> {
        let linking = linking.map(|caller| whole_account(caller, Scope::Admin)).transpose()?;
        let state = oidc::verifier(self.inner.ambient.random());
        let scopes: Vec<_> = provider.scopes.split(' ').filter(|scope| !scope.is_empty()).collect();
        let location = Authorization {
            discovery,
            client: &provider.client,
            scopes: &scopes,
            state: &state,
            nonce: &self.derived("oidc nonce", &state),
            verifier: &self.derived("oidc verifier", &state),
            login_hint: None,
        };
        let (organization, provider) = (provider.organization, provider.provider);
        self.begin(location.url(), &Opening { organization, provider, request: &state, linking, goal })
    }

    /// Returns the name of the attempt with this state, for its cookie.
    pub fn oidc_attempt(state: &str) -> String {
        name_of(hash("request", state))
    }

    /// Returns the attempt with which a browser came back from a provider. `browser` is the secret of its cookie.
    pub fn await_oidc(&self, name: OidcName, state: &str, browser: &str, from: &Origin) -> Result<Awaited, Error> {
        let now = self.now();
        self.count_sso(from, now)?;
        let provider = self.active_oidc(name)?;
        let request = hash("request", state);
        let attempt = self.inner.db.read_single(|tx| sso_attempts::by_request(tx, request))?;
        let waits = |it: &SsoAttempt| is_waiting(it, provider.provider, now);
        let attempt = attempt.filter(waits).filter(|it| it.browser == Some(hash("browser", browser))).ok_or(GONE)?;
        let (nonce, verifier) = (self.derived("oidc nonce", state), self.derived("oidc verifier", state));
        let visit = Visit::of(&attempt)?;
        let wanted = self.claims_wanted(visit.as_ref())?;
        Ok(Awaited { provider, verifier, nonce, attempt, visit, wanted })
    }

    /// Notes the claims of the person whom the provider speaks of, once. A refusal is logged.
    pub fn answer_oidc(
        &self,
        awaited: &Awaited,
        claims: Result<Claims, Refused>,
    ) -> Result<Result<Answered, Refused>, Error> {
        let ActiveOidc { organization, provider, .. } = awaited.provider;
        let noted = match claims {
            Ok(claims) => self.note_claims(awaited, &claims)?,
            Err(refused) => Err(refused),
        };
        let noted = noted.map_err(|refused| refused.of_visit(awaited.visit.as_ref()));
        if let Err(refused) = &noted {
            self.log_refusal(organization, provider, refused)?;
        }
        Ok(noted)
    }

    fn note_claims(&self, awaited: &Awaited, claims: &Claims) -> Result<Result<Answered, Refused>, Error> {
        let (now, code) = (self.now(), self.fresh_secret());
        let identified = Identified::of_oidc(claims, awaited.provider.trusts_email);
        let source = Source::Oidc { claims, trusts_email: awaited.provider.trusts_email };
        let of_visitor = self.claims_of_visitor(awaited.visit.as_ref(), &source)?;
        let identified = identified.within(&awaited.provider.group_teams).claiming(of_visitor);
        let json = serde_json::to_string(&identified).map_err(|e| Error::internal("storing an identity", e))?;
        let answer = SsoAttempt {
            code: Some(hash("code", &code)),
            identity: Some(json),
            expires_at: now.plus(CONTINUE),
            ..awaited.attempt.clone()
        };
        if !self.inner.db.write(|tx| settle(tx, &answer, now))? {
            return Ok(Err(Refused::no_attempt()));
        }
        let (attempt, person) = (name_of(answer.request), identified.person());
        Ok(Ok(Answered { code, attempt, is_unasked: false, person }))
    }

    /// Returns the label of the provider of the whole server, if there is one and the caller may link their account, and
    /// true if they did.
    pub fn server_link(&self, caller: &Caller) -> Result<Option<(String, bool)>, Error> {
        let (Some(provider), Some(set)) = (self.server_provider(), &self.inner.options.oidc) else { return Ok(None) };
        let Ok(user) = whole_account(caller, Scope::Read) else { return Ok(None) };
        let known = self.inner.db.read_single(|tx| sso_identities::of_user(tx, provider.provider, user))?;
        Ok(Some((set.label.clone(), known.is_some())))
    }

    /// Removes the names by which the provider of the whole server knows the caller.
    pub fn unlink_server_identity(&self, caller: &Caller) -> Result<(), Error> {
        let user = whole_account(caller, Scope::Admin)?;
        let provider = self.server_provider().ok_or(NOT_FOUND)?.provider;
        self.write(caller, |change| {
            if sso_identities::of_user(change.tx, provider, user)?.is_none() {
                return Ok(());
            }
            sso_identities::delete_of_user_at(change.tx, provider, user)?;
            if let Some(kept) = caller.session() {
                sessions::delete_of_user_at(change.tx, user, provider, kept)?;
                change.touch(user.0);
            }
            let label = self.inner.options.oidc.as_ref().map(|set| &set.label);
            self.notify(change, user, NoticeKind::IdentityUnlinked, &json!({ "provider": label }))?;
            let detail = json!({ "provider": provider.to_string() });
            change.record(user.0, EventKind::IdentityUnlinked, user.0, &detail)
        })
    }

    /// Returns the provider of the whole server, if there is one.
    pub(super) fn server_provider(&self) -> Option<ActiveOidc> {
        let set = self.inner.options.oidc.as_ref()?;
        Some(ActiveOidc {
            issuer: set.issuer.clone(),
            client: self.client(OidcName::Server, &set.client_id, set.client_secret.as_ref()),
            organization: WHOLE_SERVER,
            provider: server_id(&set.issuer),
            scopes: set.scopes.clone(),
            groups_claim: None,
            trusts_email: set.trusts_email,
            group_teams: GroupTeams::default(),
        })
    }

    fn active_oidc(&self, name: OidcName) -> Result<ActiveOidc, Error> {
        let id = match name {
            OidcName::Server => return self.server_provider().ok_or(NOT_FOUND),
            OidcName::Provider(id) => id,
        };
        let found = self.inner.db.read_single(|tx| oidc_providers::find(tx, id))?.ok_or(NOT_FOUND)?;
        let OidcProvider { organization, scopes, groups_claim, trusts_email, group_teams, .. } = found;
        let (issuer, client_id) = found.issuer.zip(found.client_id).ok_or(NOT_FOUND)?;
        let client = self.client(name, &client_id, found.client_secret.as_ref());
        let provider = id.0;
        Ok(ActiveOidc { issuer, client, organization, provider, scopes, groups_claim, trusts_email, group_teams })
    }

    fn client(&self, name: OidcName, id: &str, secret: Option<&ClientSecret>) -> Client {
        let redirect_uri = self.oidc_service(name).callback_url;
        Client { id: id.to_owned(), secret: secret.map(|it| it.reveal().to_owned()), redirect_uri }
    }

    /// Returns a secret that belongs to the state of one sign-in.
    fn derived(&self, purpose: &str, state: &str) -> String {
        oidc::verifier(*self.inner.signer.tag(purpose, &[state]).as_bytes())
    }
}

/// Returns the identifier of the provider of the whole server, which follows from its issuer: another provider may give
/// the same names to other people.
pub(crate) fn server_id(issuer: &str) -> Uid {
    let mut id = [0; 16];
    id.copy_from_slice(&hash("server provider", issuer).0[..16]);
    Uid(id)
}

/// Returns an error for a text that can't be the issuer of a provider.
pub fn check_issuer(issuer: &str, allow_private_addresses: bool) -> Result<(), Error> {
    let checked = Discovery::address(issuer, addresses(allow_private_addresses));
    checked.map(drop).map_err(|error| Error::Invalid(error.to_string()))
}

fn addresses(allow_private: bool) -> Addresses {
    if allow_private { Addresses::HttpsOrLoopback } else { Addresses::Https }
}
