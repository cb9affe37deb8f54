//! The check of an ID token (OpenID Connect Core 1.0, section 3.1.3.7).

use serde_json::{Map, Value};

use super::SKEW;
use super::claims::Claims;
use super::keys::Keys;
use crate::Seconds;
use crate::encoding::from_base64url;

/// The maximum size of a token in bytes.
const MAX_BYTES: usize = 128 << 10;

/// The facts that a token must fit.
#[derive(Debug, Clone, Copy)]
pub struct ExpectedToken<'a> {
    pub issuer: &'a str,
    pub client_id: &'a str,
    /// The text of the request of this sign-in.
    pub nonce: &'a str,
    pub keys: &'a Keys,
    /// The claim with the groups: a name, or names with dots between them such as `realm_access.roles`. None is `groups`.
    pub groups_claim: Option<&'a str>,
    pub now: Seconds,
}

/// A reason to refuse a token.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TokenRefusal {
    #[error("the token is no signed JSON web token of at most {MAX_BYTES} bytes")]
    Form,
    #[error("the token is of another kind: {0:?}")]
    Kind(String),
    #[error("the token has an extension that is not understood")]
    Critical,
    /// The caller fetches the keys of the provider again, once, and tries again.
    #[error("the token is signed by the key {0:?}, which the provider's keys do not have")]
    UnknownKey(String),
    /// The caller fetches the keys again as for an unknown one: a provider may use a name for another key.
    #[error("no key of the provider verifies the signature of the token by the algorithm {0:?}")]
    Signature(String),
    #[error("the token has no {0}, or one of another kind")]
    Missing(&'static str),
    #[error("the token is of the issuer {0:?}")]
    Issuer(String),
    #[error("the token is for another client: {0:?}")]
    Audience(String),
    #[error("the token belongs to another sign-in (its nonce differs)")]
    Nonce,
    #[error("the token expired {0} seconds ago")]
    Expired(i64),
    #[error("the token is valid from {0} seconds from now")]
    NotYet(i64),
}

impl TokenRefusal {
    /// Returns the stable name of the reason, such as `audience`.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Form => "form",
            Self::Kind(_) => "kind",
            Self::Critical => "critical",
            Self::UnknownKey(_) => "unknown-key",
            Self::Signature(_) => "signature",
            Self::Missing(_) => "missing-claim",
            Self::Issuer(_) => "issuer",
            Self::Audience(_) => "audience",
            Self::Nonce => "nonce",
            Self::Expired(_) => "expired",
            Self::NotYet(_) => "not-yet-valid",
        }
    }
}

/// Verifies an ID token and returns its claims.
///
/// # Errors
/// The first rule that the token breaks; [`TokenRefusal::UnknownKey`] asks for new keys.
pub fn verify_id_token(token: &str, expected: &ExpectedToken<'_>) -> Result<Claims, TokenRefusal> {
    let parts: Vec<&str> = token.splitn(4, '.').collect();
    let [header, payload, signature] = parts[..] else { return Err(TokenRefusal::Form) };
    if token.len() > MAX_BYTES {
        return Err(TokenRefusal::Form);
    }
    check_signature(&object(header)?, &token[..header.len() + 1 + payload.len()], signature, expected.keys)?;
    let claims = object(payload)?;
    check_claims(&claims, expected)?;
    Claims::read(claims, expected.groups_claim).ok_or(TokenRefusal::Missing("sub"))
}

/// Reads a part of a token as JSON.
fn object(part: &str) -> Result<Map<String, Value>, TokenRefusal> {
    let bytes = from_base64url(part).ok_or(TokenRefusal::Form)?;
    serde_json::from_slice(&bytes).map_err(|_| TokenRefusal::Form)
}

fn check_signature(
    header: &Map<String, Value>,
    message: &str,
    signature: &str,
    keys: &Keys,
) -> Result<(), TokenRefusal> {
    let text = |name: &str| header.get(name).and_then(Value::as_str);
    if header.contains_key("crit") || header.contains_key("b64") {
        return Err(TokenRefusal::Critical);
    }
    // Access tokens and tokens of sign-out say so (RFC 8725, section 3.11).
    if let Some(kind) = text("typ").filter(|it| !it.eq_ignore_ascii_case("JWT")) {
        return Err(TokenRefusal::Kind(shown(kind)));
    }
    let algorithm = text("alg").ok_or(TokenRefusal::Form)?;
    let id = text("kid");
    if let Some(unknown) = id.filter(|it| !keys.has(it)) {
        return Err(TokenRefusal::UnknownKey(shown(unknown)));
    }
    let signature = from_base64url(signature).ok_or(TokenRefusal::Form)?;
    if keys.verify(id, algorithm, message.as_bytes(), &signature) {
        return Ok(());
    }
    Err(TokenRefusal::Signature(shown(algorithm)))
}

fn check_claims(claims: &Map<String, Value>, expected: &ExpectedToken<'_>) -> Result<(), TokenRefusal> {
    let text = |name: &'static str| claims.get(name).and_then(Value::as_str).ok_or(TokenRefusal::Missing(name));
    let issuer = text("iss")?;
    if issuer != expected.issuer {
        return Err(TokenRefusal::Issuer(shown(issuer)));
    }
    check_audience(claims, expected.client_id)?;
    let until = seconds(claims, "exp")?.ok_or(TokenRefusal::Missing("exp"))?;
    if until.saturating_add(SKEW) <= expected.now {
        return Err(TokenRefusal::Expired(expected.now.saturating_sub(until)));
    }
    let issued = seconds(claims, "iat")?.ok_or(TokenRefusal::Missing("iat"))?;
    let begins = seconds(claims, "nbf")?.map_or(issued, |it| it.max(issued));
    if begins > expected.now.saturating_add(SKEW) {
        return Err(TokenRefusal::NotYet(begins.saturating_sub(expected.now)));
    }
    if text("nonce")? != expected.nonce || expected.nonce.is_empty() {
        return Err(TokenRefusal::Nonce);
    }
    Ok(())
}

/// Checks that the token is for this client: alone, or as the one that it was given to.
fn check_audience(claims: &Map<String, Value>, client: &str) -> Result<(), TokenRefusal> {
    let audiences: Vec<&str> = match claims.get("aud") {
        Some(Value::String(one)) => vec![one],
        Some(Value::Array(all)) => {
            all.iter().map(Value::as_str).collect::<Option<_>>().ok_or(TokenRefusal::Missing("aud"))?
        }
        _ => return Err(TokenRefusal::Missing("aud")),
    };
    let authorized = match claims.get("azp") {
        Some(party) => party.as_str() == Some(client),
        None => audiences.len() == 1,
    };
    if audiences.contains(&client) && authorized {
        return Ok(());
    }
    Err(TokenRefusal::Audience(shown(&audiences.join(" "))))
}

/// Returns a time, cut to whole seconds.
fn seconds(claims: &Map<String, Value>, name: &'static str) -> Result<Option<Seconds>, TokenRefusal> {
    let Some(value) = claims.get(name) else { return Ok(None) };
    let whole = value.as_i64().or_else(|| value.as_f64().filter(|it| it.abs() < 1e15).map(|it| it as i64));
    whole.map(Some).ok_or(TokenRefusal::Missing(name))
}

fn shown(text: &str) -> String {
    text.chars().take(200).map(|c| if c.is_control() { ' ' } else { c }).collect()
}
