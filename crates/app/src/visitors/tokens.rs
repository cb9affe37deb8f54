//! JSON Web Tokens (RFC 7519), signed by HMAC with SHA-256 (`HS256` of RFC 7518).
//!
//! The claims that [`verify`] returns were signed with one of the keys, are valid now and expire. No other algorithm is
//! implemented, so a token can't request one. Claims are not even parsed before the signature is verified.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use quire_model::time::Timestamp;
use serde_json::{Map, Value, json};
use sha2::Sha256;

/// The maximum length of a token in bytes: more than a cookie holds.
pub const MOST_BYTES: usize = 8 * 1024;
/// The maximum nesting depth of arrays and objects in claims.
pub const MOST_DEPTH: usize = 32;

/// The registered claims about the token itself, which conditions do not see.
const ABOUT_THE_TOKEN: [&str; 4] = ["exp", "iat", "jti", "nbf"];

/// The reason why a token is not accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidToken {
    /// The token is longer than [`MOST_BYTES`].
    #[error("the token is longer than {MOST_BYTES} bytes")]
    Oversized,
    /// The text is not three parts of Base64url with JSON objects in the first two, or it is nested too deeply.
    #[error("this is not a token")]
    Malformed,
    /// The token is signed in another way, or has extensions that must be understood.
    #[error("the token is not signed by HS256")]
    Algorithm,
    /// The signature does not match any of the keys.
    #[error("the signature is wrong")]
    Signature,
    /// The token has no expiry (`exp`).
    #[error("the token has no exp")]
    Endless,
    /// The token's expiry (`exp`) has passed.
    #[error("the token has expired")]
    Expired,
    /// The token is not valid yet (`nbf`).
    #[error("the token is not good yet")]
    Early,
}

/// The claims of a token and the key that signed it.
#[derive(Debug, Clone, PartialEq)]
pub struct Verified<K> {
    /// The name of the key that signed the token.
    pub key: K,
    /// The token's claims, except those about the token itself.
    pub claims: Map<String, Value>,
}

/// Signs claims as a token.
pub fn sign(key: &[u8], claims: &Value) -> String {
    let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
    let signed = format!("{}.{}", part(&json!({ "alg": "HS256", "typ": "JWT" })), part(claims));
    let signature = mac(key, &signed).finalize().into_bytes();
    format!("{signed}.{}", URL_SAFE_NO_PAD.encode(signature))
}

/// Returns the claims of a token, if one of these keys signed it and it is valid now.
pub fn verify<K: Copy>(token: &str, keys: &[(K, &[u8])], now: Timestamp) -> Result<Verified<K>, InvalidToken> {
    if token.len() > MOST_BYTES {
        return Err(InvalidToken::Oversized);
    }
    let (signed, signature) = token.rsplit_once('.').ok_or(InvalidToken::Malformed)?;
    let (header, claims) = signed.split_once('.').ok_or(InvalidToken::Malformed)?;
    check_header(&object(header)?)?;
    let signature = bytes(signature)?;
    // The comparison takes constant time.
    let genuine = |key: &[u8]| mac(key, signed).verify_slice(&signature).is_ok();
    let key = keys.iter().find(|(_, key)| genuine(key)).ok_or(InvalidToken::Signature)?.0;
    let mut claims = object(claims)?;
    check_times(&claims, now)?;
    claims.retain(|name, _| !ABOUT_THE_TOKEN.contains(&name.as_str()));
    if claims.values().any(|value| is_deeper(value, MOST_DEPTH)) {
        return Err(InvalidToken::Malformed);
    }
    Ok(Verified { key, claims })
}

fn mac(key: &[u8], text: &str) -> Hmac<Sha256> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("a key may have any length");
    mac.update(text.as_bytes());
    mac
}

fn bytes(part: &str) -> Result<Vec<u8>, InvalidToken> {
    URL_SAFE_NO_PAD.decode(part).map_err(|_| InvalidToken::Malformed)
}

fn object(part: &str) -> Result<Map<String, Value>, InvalidToken> {
    serde_json::from_slice(&bytes(part)?).map_err(|_| InvalidToken::Malformed)
}

fn check_header(header: &Map<String, Value>) -> Result<(), InvalidToken> {
    let typed = header.get("typ").is_none_or(|kind| kind.as_str().is_some_and(|it| it.eq_ignore_ascii_case("JWT")));
    // Extensions that must be understood (`crit`) are not supported.
    let plain = header.get("alg").is_some_and(|it| it == "HS256") && !header.contains_key("crit");
    if plain && typed { Ok(()) } else { Err(InvalidToken::Algorithm) }
}

fn check_times(claims: &Map<String, Value>, now: Timestamp) -> Result<(), InvalidToken> {
    // Milliseconds are exact in a double for the next 285,000 years.
    let now = now.0 as f64;
    let time = |name: &str| claims.get(name).map(|at| at.as_f64().map(|seconds| seconds * 1000.0));
    let end = time("exp").flatten().ok_or(InvalidToken::Endless)?;
    if end <= now {
        return Err(InvalidToken::Expired);
    }
    match time("nbf") {
        None => Ok(()),
        Some(Some(start)) if start <= now => Ok(()),
        Some(_) => Err(InvalidToken::Early),
    }
}

fn is_deeper(value: &Value, depth: usize) -> bool {
    match value {
        Value::Array(values) => depth == 0 || values.iter().any(|value| is_deeper(value, depth - 1)),
        Value::Object(members) => depth == 0 || members.values().any(|value| is_deeper(value, depth - 1)),
        _ => false,
    }
}

#[cfg(test)]
mod tests;
