//! OpenID Connect providers, asked over the network: descriptions, keys, and tokens for codes.
//!
//! Descriptions and keys are kept for a while, by address; where none of them verifies a token, they are asked for
//! once more. The claims of a person are verified by [`quire_app`]. Addresses that are not public are asked only if the
//! installation allows it.

use std::sync::Arc;
use std::time::Duration;

use quick_cache::sync::Cache;
use quire_app::App;
use quire_app::sso::oidc::{ActiveOidc, Awaited};
use quire_app::sso::people::Refused;
use quire_fetch::{Answer, Asked, Fetcher};
use quire_model::time::Timestamp;
use quire_sso::oidc::{
    Callback, CallbackError, Claims, Discovery, Keys, LogoutToken, TokenRefusal, TokenRequest, Tokens,
};
use tokio::time::timeout;

/// The maximum size of an answer, in bytes.
const MOST: u64 = 256 << 10;
/// The time in which all answers for one sign-in must arrive.
const PATIENCE: Duration = Duration::from_secs(20);
/// The time for which a description, or keys, are kept.
const KEPT: Duration = Duration::from_hours(1);
/// The maximum number of descriptions, and of sets of keys, that are kept.
const MOST_KEPT: usize = 1000;

/// A client of providers, with the descriptions and keys of those that were asked lately, by their addresses.
pub(crate) struct IdentityProviders {
    fetcher: Fetcher,
    descriptions: Cache<String, Kept<Discovery>>,
    keys: Cache<String, Kept<Keys>>,
}

/// The age of keys that may verify a token.
#[derive(Debug, Clone, Copy)]
pub(crate) enum KeysAge {
    /// Those that are kept.
    Kept,
    /// Those that the provider has now.
    Newest,
}

struct Kept<T> {
    value: Arc<T>,
    until: Timestamp,
}

impl<T> Clone for Kept<T> {
    fn clone(&self) -> Self {
        Self { value: self.value.clone(), until: self.until }
    }
}

impl IdentityProviders {
    /// Returns a client that asks by this fetcher.
    pub(crate) fn new(fetcher: Fetcher) -> Self {
        Self { fetcher, descriptions: Cache::new(MOST_KEPT), keys: Cache::new(MOST_KEPT) }
    }

    /// Returns the description of a provider, or the reason why there is none.
    pub(crate) async fn description(&self, app: &App, issuer: &str) -> Result<Arc<Discovery>, String> {
        let now = app.now();
        if let Some(kept) = self.descriptions.get(issuer).filter(|kept| now < kept.until) {
            return Ok(kept.value);
        }
        let allowed = app.oidc_addresses();
        let address = Discovery::address(issuer, allowed).map_err(|error| error.to_string())?;
        let json = within(self.file(&address)).await?;
        let value = Arc::new(Discovery::read(&json, issuer, allowed).map_err(|error| error.to_string())?);
        self.descriptions.insert(issuer.to_owned(), Kept { value: value.clone(), until: now.plus(KEPT) });
        Ok(value)
    }

    /// Returns the claims of the person for whom a browser came back with this query.
    pub(crate) async fn claims(&self, app: &App, awaited: &Awaited, query: &str) -> Result<Claims, Refused> {
        let callback = Callback::read(query, &awaited.provider.issuer).map_err(|error| declined(&error))?;
        let exchanging = async { Ok(self.exchange(app, awaited, &callback).await) };
        within(exchanging).await.map_err(unreachable)?
    }

    /// Verifies a token by which a provider signs somebody out, with the keys that are kept or with the newest ones.
    pub(crate) async fn logout(
        &self,
        app: &App,
        provider: &ActiveOidc,
        token: &str,
        keys: KeysAge,
    ) -> Result<Result<LogoutToken, TokenRefusal>, String> {
        within(async {
            let discovery = self.description(app, &provider.issuer).await?;
            let address = &discovery.jwks_uri;
            let keys = match keys {
                KeysAge::Kept => self.keys(app, address).await,
                KeysAge::Newest => self.newest_keys(app, address).await,
            };
            Ok(app.verify_logout(provider, token, &*keys.map_err(|refused| refused.log)?))
        })
        .await
    }

    async fn exchange(&self, app: &App, awaited: &Awaited, callback: &Callback) -> Result<Claims, Refused> {
        let discovery = self.description(app, &awaited.provider.issuer).await.map_err(unreachable)?;
        let request = TokenRequest::new(&discovery, &awaited.provider.client, &callback.code, &awaited.verifier);
        let Answer { status, bytes } =
            self.ask(&request.url, Asked::Post(&request.headers, &request.body)).await.map_err(unreachable)?;
        let tokens = Tokens::read(status, &bytes).map_err(|error| no_token(&error))?;
        let address = &discovery.jwks_uri;
        let verified = match awaited.verify(&tokens.id_token, &*self.keys(app, address).await?, app) {
            // A provider may also have put another key under a name that is known.
            Err(TokenRefusal::UnknownKey(_) | TokenRefusal::Signature(_)) => {
                awaited.verify(&tokens.id_token, &*self.newest_keys(app, address).await?, app)
            }
            verified => verified,
        };
        let claims = verified.map_err(|refusal| wrong_token(&refusal))?;
        match (&discovery.userinfo_endpoint, &tokens.access_token) {
            (Some(endpoint), Some(token)) if awaited.lacks(&claims) => {
                self.more(awaited, claims, endpoint, token).await
            }
            _ => Ok(claims),
        }
    }

    /// Returns the claims with those that the provider gives at its endpoint of user information only.
    async fn more(&self, awaited: &Awaited, claims: Claims, endpoint: &str, token: &str) -> Result<Claims, Refused> {
        let headers = [("authorization", format!("Bearer {token}")), ("accept", "application/json".to_owned())];
        let answer = self.ask(endpoint, Asked::Get(&headers)).await.map_err(unreachable)?;
        if answer.status != 200 {
            return Err(unreachable(format!("the endpoint of user information answered {}", answer.status)));
        }
        let found = claims.with_user_info(&answer.bytes, awaited.groups_claim());
        found.map_err(|error| unreachable(error.to_string()))
    }

    async fn keys(&self, app: &App, address: &str) -> Result<Arc<Keys>, Refused> {
        let now = app.now();
        match self.keys.get(address).filter(|kept| now < kept.until) {
            Some(kept) => Ok(kept.value),
            None => self.newest_keys(app, address).await,
        }
    }

    async fn newest_keys(&self, app: &App, address: &str) -> Result<Arc<Keys>, Refused> {
        let json = self.file(address).await.map_err(unreachable)?;
        let value = Arc::new(Keys::read(&json).map_err(|error| unreachable(error.to_string()))?);
        let until = app.now().plus(KEPT);
        self.keys.insert(address.to_owned(), Kept { value: value.clone(), until });
        Ok(value)
    }

    async fn file(&self, address: &str) -> Result<Vec<u8>, String> {
        let found = self.fetcher.get(address, MOST).await.map_err(|error| error.to_string())?;
        found.into_whole().await.map_err(|error| error.to_string())
    }

    async fn ask(&self, address: &str, asked: Asked<'_>) -> Result<Answer, String> {
        self.fetcher.exchange(address, asked, MOST).await.map_err(|error| error.to_string())
    }
}

async fn within<T>(work: impl Future<Output = Result<T, String>>) -> Result<T, String> {
    timeout(PATIENCE, work).await.map_err(|_| "the provider takes too long".to_owned())?
}

fn unreachable(reason: String) -> Refused {
    Refused::new(
        "provider-unreachable",
        reason,
        "The identity provider did not answer as it should. Try again later, or ask your admin to look at its settings.",
    )
}

fn declined(error: &CallbackError) -> Refused {
    Refused::new(
        "declined",
        error.to_string(),
        "The identity provider did not sign you in. Begin again on the sign-in page, or ask your admin for access.",
    )
}

fn no_token(error: &quire_sso::oidc::TokenError) -> Refused {
    Refused::new(
        "no-token",
        error.to_string(),
        "The identity provider does not accept this server. An admin should compare the client's identifier, its secret \
         and its callback address with the settings at the provider.",
    )
}

fn wrong_token(refusal: &TokenRefusal) -> Refused {
    Refused::new(
        refusal.code(),
        refusal.to_string(),
        "The identity provider's token was not accepted. An admin should compare issuer and client identifier with the \
         settings at the provider, and both clocks.",
    )
}
