//! What a member of an organization may show to its published sites: claims in a JSON Web Token (RFC 7519), signed
//! by HMAC with SHA-256 (`HS256` of RFC 7518).

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use quire_model::roles::Role;
use quire_model::time::Timestamp;
use quire_store::members::Member;
use serde_json::{Value, json};
use sha2::Sha256;

/// How long the claims are good.
const LIFETIME: Duration = Duration::from_hours(1);

/// A token that says who a member is, good for an hour.
pub(crate) fn issue(key: &[u8; 32], member: &Member, teams: &[String], now: Timestamp) -> String {
    let claims = json!({
        "sub": member.user_id.to_string(),
        "email": member.email,
        "name": member.display_name,
        "teams": teams,
        "role": member.role.map(Role::as_str),
        "iat": now.seconds(),
        "exp": now.plus(LIFETIME).seconds(),
    });
    sign(key, &claims)
}

fn sign(key: &[u8; 32], claims: &Value) -> String {
    let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
    let signed = format!("{}.{}", part(&json!({ "alg": "HS256", "typ": "JWT" })), part(claims));
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("a key may have any length");
    mac.update(signed.as_bytes());
    format!("{signed}.{}", URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computed by Python's `hmac` over the same text.
    #[test]
    fn a_token_has_the_signature_that_others_compute() {
        let token = sign(&[b'k'; 32], &json!({ "sub": "ada" }));
        assert_eq!(
            token,
            "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJhZGEifQ.QTuXsTzBkpwhLtukJ5YXHeO6Ws1Z4ZasFXWp9dRWJLg"
        );
    }
}
