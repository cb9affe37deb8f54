//! The checks of an ID token (OpenID Connect Core 1.0, section 3.1.3.7) and of a token by which a provider signs people
//! out (OpenID Connect Back-Channel Logout 1.0, section 2.6). Neither counts as the other.

use serde_json::{Map, Value};

use super::SKEW;
use super::claims::Claims;
use super::keys::Keys;
use crate::Seconds;
use crate::encoding::from_base64url;

/// The maximum size of a token in bytes.
const MAX_BYTES: usize = 128 << 10;

/// The maximum size in bytes of a token that is sent back to sign out: it becomes a part of an address.
const MAX_HINT: usize = 4 << 10;

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

/// The facts that a token of sign-out must fit.
#[derive(Debug, Clone, Copy)]
pub struct ExpectedLogout<'a> {
    pub issuer: &'a str,
    pub client_id: &'a str,
    pub keys: &'a Keys,
    pub now: Seconds,
}

/// The word of a provider that somebody has signed out there. It names a subject, a session or both.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogoutToken {
    /// The name of the subject at the provider.
    pub subject: Option<String>,
    /// The name of the session at the provider.
    pub session: Option<String>,
    /// The name of the token, which the caller remembers until [`expires`](Self::expires) and accepts once.
    pub id: String,
    /// The time from which this token is refused as expired, the forgiven difference of clocks included.
    pub expires: Seconds,
}

/// The member of `events` that makes a token one of sign-out.
const LOGOUT_EVENT: &str = "http://schemas.openid.net/event/backchannel-logout";

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
    #[error("the token is not of sign-out: it has a nonce, or lacks the event")]
    NoLogout,
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
            Self::NoLogout => "no-logout",
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
    let claims = signed_claims(token, expected.keys, &["JWT"])?;
    check_claims(&claims, expected)?;
    let claims = Claims::read(claims, expected.groups_claim).ok_or(TokenRefusal::Missing("sub"))?;
    Ok(Claims { token: Some(token.to_owned()).filter(|it| it.len() <= MAX_HINT), ..claims })
}

/// Verifies a token by which a provider says that somebody has signed out there.
///
/// # Errors
/// The first rule that the token breaks; [`TokenRefusal::UnknownKey`] asks for new keys.
pub fn verify_logout_token(token: &str, expected: &ExpectedLogout<'_>) -> Result<LogoutToken, TokenRefusal> {
    let claims = signed_claims(token, expected.keys, &["logout+jwt", "JWT"])?;
    let until = check_origin(&claims, expected.issuer, expected.client_id, expected.now)?;
    let is_logout = claims.get("events").and_then(|it| it.get(LOGOUT_EVENT)).is_some_and(Value::is_object);
    if !is_logout || claims.contains_key("nonce") {
        return Err(TokenRefusal::NoLogout);
    }
    let name = |claim: &'static str| match claims.get(claim) {
        None => Ok(None),
        Some(Value::String(text)) if (1..=255).contains(&text.len()) => Ok(Some(text.clone())),
        Some(_) => Err(TokenRefusal::Missing(claim)),
    };
    let (subject, session) = (name("sub")?, name("sid")?);
    if subject.is_none() && session.is_none() {
        return Err(TokenRefusal::Missing("sub"));
    }
    let id = name("jti")?.ok_or(TokenRefusal::Missing("jti"))?;
    Ok(LogoutToken { subject, session, id, expires: until.saturating_add(SKEW) })
}

/// Returns the claims of a token that one of the keys signed, if it is of one of these kinds or does not say its kind.
fn signed_claims(token: &str, keys: &Keys, kinds: &[&str]) -> Result<Map<String, Value>, TokenRefusal> {
    let parts: Vec<&str> = token.splitn(4, '.').collect();
    let [header, payload, signature] = parts[..] else { return Err(TokenRefusal::Form) };
    if token.len() > MAX_BYTES {
        return Err(TokenRefusal::Form);
    }
    let message = &token[..header.len() + 1 + payload.len()];
    check_signature(&object(header)?, message, signature, keys, kinds)?;
    object(payload)
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
    kinds: &[&str],
) -> Result<(), TokenRefusal> {
    let text = |name: &str| header.get(name).and_then(Value::as_str);
    if header.contains_key("crit") || header.contains_key("b64") {
        return Err(TokenRefusal::Critical);
    }
    // Access tokens and tokens of sign-out say so (RFC 8725, section 3.11).
    let is_other = |kind: &&str| !kinds.iter().any(|known| known.eq_ignore_ascii_case(kind));
    if let Some(kind) = text("typ").filter(is_other) {
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
    check_origin(claims, expected.issuer, expected.client_id, expected.now)?;
    let nonce = claims.get("nonce").and_then(Value::as_str).ok_or(TokenRefusal::Missing("nonce"))?;
    if nonce != expected.nonce || expected.nonce.is_empty() {
        return Err(TokenRefusal::Nonce);
    }
    Ok(())
}

/// Checks issuer, audience and times, and returns the time at which the token expires.
fn check_origin(
    claims: &Map<String, Value>,
    issuer: &str,
    client_id: &str,
    now: Seconds,
) -> Result<Seconds, TokenRefusal> {
    let found = claims.get("iss").and_then(Value::as_str).ok_or(TokenRefusal::Missing("iss"))?;
    if found != issuer {
        return Err(TokenRefusal::Issuer(shown(found)));
    }
    check_audience(claims, client_id)?;
    let until = seconds(claims, "exp")?.ok_or(TokenRefusal::Missing("exp"))?;
    if until.saturating_add(SKEW) <= now {
        return Err(TokenRefusal::Expired(now.saturating_sub(until)));
    }
    let issued = seconds(claims, "iat")?.ok_or(TokenRefusal::Missing("iat"))?;
    let begins = seconds(claims, "nbf")?.map_or(issued, |it| it.max(issued));
    if begins > now.saturating_add(SKEW) {
        return Err(TokenRefusal::NotYet(begins.saturating_sub(now)));
    }
    Ok(until)
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
