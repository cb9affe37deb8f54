//! Requests of the code flow, and the answers to them that are no tokens yet.

use serde_json::Value;
use url::form_urlencoded::{Serializer, byte_serialize, parse};

use super::discovery::Discovery;
use crate::encoding::{base64, base64url};
use crate::keys::Hash;

/// The maximum size of an answer in bytes.
const MAX_BYTES: usize = 256 << 10;

/// This side of sign-in: the client as the provider knows it.
#[derive(Clone, PartialEq, Eq)]
pub struct Client {
    pub id: String,
    /// The secret; none for public clients.
    pub secret: Option<String>,
    /// The address to which the provider sends the browser back.
    pub redirect_uri: String,
}

/// A request for authorization, which a browser is redirected to.
#[derive(Clone, Copy)]
pub struct Authorization<'a> {
    pub discovery: &'a Discovery,
    pub client: &'a Client,
    /// The scopes beside `openid`, such as `email`, `profile` and `groups`.
    pub scopes: &'a [&'a str],
    /// A random text that comes back with the code. It belongs to one browser and is used once.
    pub state: &'a str,
    /// A random text that comes back in the token. It belongs to the same sign-in.
    pub nonce: &'a str,
    /// The text of [`verifier`] that proves, with the code, that the same side began the sign-in. It is kept secret.
    pub verifier: &'a str,
    /// The address of mail that a form of the provider shows.
    pub login_hint: Option<&'a str>,
}

/// Returns a text for PKCE from random bytes; good for `state` and `nonce` too.
pub fn verifier(random: [u8; 32]) -> String {
    base64url(&random)
}

impl Authorization<'_> {
    /// Returns the address that the browser is redirected to.
    pub fn url(&self) -> String {
        let mut scopes = vec!["openid"];
        scopes.extend(self.scopes.iter().filter(|it| **it != "openid"));
        let mut query = Serializer::new(String::new());
        query.append_pair("response_type", "code");
        query.append_pair("client_id", &self.client.id);
        query.append_pair("redirect_uri", &self.client.redirect_uri);
        query.append_pair("scope", &scopes.join(" "));
        query.append_pair("state", self.state);
        query.append_pair("nonce", self.nonce);
        query.append_pair("code_challenge", &base64url(&Hash::Sha256.digest(self.verifier.as_bytes())));
        query.append_pair("code_challenge_method", "S256");
        if let Some(hint) = self.login_hint {
            query.append_pair("login_hint", hint);
        }
        let endpoint = &self.discovery.authorization_endpoint;
        let joint = if endpoint.contains('?') { '&' } else { '?' };
        format!("{endpoint}{joint}{}", query.finish())
    }
}

/// Returns the address at which somebody signs out at a provider, if it has one. `id_token` tells it whom; without one it
/// asks.
pub fn end_session_url(discovery: &Discovery, client_id: &str, id_token: Option<&str>) -> Option<String> {
    let endpoint = discovery.end_session_endpoint.as_ref()?;
    let mut query = Serializer::new(String::new());
    query.append_pair("client_id", client_id);
    if let Some(token) = id_token {
        query.append_pair("id_token_hint", token);
    }
    let joint = if endpoint.contains('?') { '&' } else { '?' };
    Some(format!("{endpoint}{joint}{}", query.finish()))
}

/// The answer with which a browser comes back.
#[derive(Clone, PartialEq, Eq)]
pub struct Callback {
    /// The code, which is sent to the token endpoint.
    pub code: String,
    /// The text of the request, which the caller finds the sign-in by.
    pub state: String,
}

/// A fault of the answer with which a browser comes back.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CallbackError {
    #[error("the answer has no state, or no code, or one of them twice")]
    Form,
    #[error("the answer is of another provider: {0:?}")]
    OtherIssuer(String),
    #[error("the provider refused the sign-in: {error} {description}")]
    Refused {
        /// The code, such as `access_denied`.
        error: String,
        description: String,
    },
}

impl Callback {
    /// Reads the query of the address that the browser came back to.
    ///
    /// # Errors
    /// [`CallbackError::OtherIssuer`] if the answer names another issuer (RFC 9207), the provider's own error, or a query
    /// without its parts.
    pub fn read(query: &str, issuer: &str) -> Result<Self, CallbackError> {
        let pairs: Vec<(String, String)> = parse(query.as_bytes()).into_owned().take(100).collect();
        let one = |name: &str| {
            let mut all = pairs.iter().filter(|(it, _)| it == name).map(|(_, value)| value.clone());
            all.next().filter(|_| all.next().is_none())
        };
        if let Some(other) = one("iss").filter(|it| it != issuer) {
            return Err(CallbackError::OtherIssuer(shown(&other)));
        }
        if let Some(error) = one("error") {
            let description = shown(&one("error_description").unwrap_or_default());
            return Err(CallbackError::Refused { error: shown(&error), description });
        }
        match (one("code"), one("state")) {
            (Some(code), Some(state)) if !code.is_empty() && !state.is_empty() => Ok(Self { code, state }),
            _ => Err(CallbackError::Form),
        }
    }
}

/// A request to the token endpoint: a `POST` of a form.
#[derive(Clone, PartialEq, Eq)]
pub struct TokenRequest {
    pub url: String,
    /// The headers with their values.
    pub headers: Vec<(&'static str, String)>,
    /// The body, `application/x-www-form-urlencoded`.
    pub body: String,
}

impl TokenRequest {
    /// Returns the request that exchanges a code. The client proves itself by `client_secret_basic` where the provider
    /// offers it or says nothing, else by `client_secret_post`.
    pub fn new(discovery: &Discovery, client: &Client, code: &str, verifier: &str) -> Self {
        let mut headers = vec![
            ("accept", "application/json".to_owned()),
            ("content-type", "application/x-www-form-urlencoded".to_owned()),
        ];
        let mut body = Serializer::new(String::new());
        body.append_pair("grant_type", "authorization_code");
        body.append_pair("code", code);
        body.append_pair("redirect_uri", &client.redirect_uri);
        body.append_pair("code_verifier", verifier);
        let methods = &discovery.client_authentication;
        match &client.secret {
            Some(secret) if methods.is_empty() || methods.iter().any(|it| it == "client_secret_basic") => {
                let encoded = |text: &str| byte_serialize(text.as_bytes()).collect::<String>();
                let pair = format!("{}:{}", encoded(&client.id), encoded(secret));
                headers.push(("authorization", format!("Basic {}", base64(pair.as_bytes()))));
            }
            Some(secret) => {
                body.append_pair("client_id", &client.id);
                body.append_pair("client_secret", secret);
            }
            None => {
                body.append_pair("client_id", &client.id);
            }
        }
        Self { url: discovery.token_endpoint.clone(), headers, body: body.finish() }
    }
}

/// The tokens that a provider gives for a code. Nothing is verified yet.
#[derive(Clone, PartialEq, Eq)]
pub struct Tokens {
    /// The token for [`verify_id_token`](super::verify_id_token).
    pub id_token: String,
    /// The token for the endpoint of user information.
    pub access_token: Option<String>,
}

/// A reason why a provider gave no token.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TokenError {
    #[error("the answer of the token endpoint is larger than {MAX_BYTES} bytes")]
    Bytes,
    #[error("the provider gave no token (status {status}): {error} {description}")]
    Refused {
        status: u16,
        /// The code, such as `invalid_client`.
        error: String,
        description: String,
    },
    #[error("the token endpoint answered with status {0} and no JSON object")]
    Json(u16),
    #[error("the answer has no id_token: the scope openid is missing, or this is no OpenID Connect provider")]
    NoIdToken,
}

impl Tokens {
    /// Reads the answer of the token endpoint.
    ///
    /// # Errors
    /// The provider's own error, or the part that the answer lacks.
    pub fn read(status: u16, body: &[u8]) -> Result<Self, TokenError> {
        if body.len() > MAX_BYTES {
            return Err(TokenError::Bytes);
        }
        let json: Value = serde_json::from_slice(body).map_err(|_| TokenError::Json(status))?;
        let text = |name: &str| json.get(name).and_then(Value::as_str);
        if status != 200 || text("error").is_some() {
            let [error, description] = ["error", "error_description"].map(|it| shown(text(it).unwrap_or_default()));
            return Err(TokenError::Refused { status, error, description });
        }
        let id_token = text("id_token").ok_or(TokenError::NoIdToken)?.to_owned();
        Ok(Self { id_token, access_token: text("access_token").map(str::to_owned) })
    }
}

/// Returns a text of others as it may be logged.
fn shown(text: &str) -> String {
    text.chars().take(200).map(|c| if c.is_control() { ' ' } else { c }).collect()
}
