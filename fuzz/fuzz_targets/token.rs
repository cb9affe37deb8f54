#![no_main]

use std::sync::LazyLock;

use quire_sso::oidc::{Claims, ExpectedLogout, ExpectedToken, Keys, LogoutToken, verify_id_token, verify_logout_token};

const NOW: i64 = 1_768_478_400;
const ISSUER: &str = "https://idp.example.com";
const CLIENT: &str = "quire";

static KEYS: LazyLock<Keys> =
    LazyLock::new(|| Keys::read(include_bytes!("../corpus/token/keys.json")).expect("keys of a provider"));

/// The claims of the only two tokens that were ever signed with the key.
static SIGNED: LazyLock<(Claims, LogoutToken)> = LazyLock::new(|| {
    let claims = claims(include_str!("../corpus/token/id_token"), &KEYS).expect("an accepted ID token");
    let logout = logout(include_str!("../corpus/token/logout"), &KEYS).expect("an accepted token of sign-out");
    (claims, logout)
});

/// Returns the claims of an ID token without the token itself, whose text may end in other bits.
fn claims(token: &str, keys: &Keys) -> Option<Claims> {
    let expected =
        ExpectedToken { issuer: ISSUER, client_id: CLIENT, nonce: "nonce-1", keys, groups_claim: None, now: NOW };
    verify_id_token(token, &expected).ok().map(|claims| Claims { token: None, ..claims })
}

fn logout(token: &str, keys: &Keys) -> Option<LogoutToken> {
    verify_logout_token(token, &ExpectedLogout { issuer: ISSUER, client_id: CLIENT, keys, now: NOW }).ok()
}

// A changed token proves the claims that were signed, or none, and none by any other set of keys.
libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Some(found) = claims(text, &KEYS) {
        assert_eq!(found, SIGNED.0);
    }
    if let Some(found) = logout(text, &KEYS) {
        assert_eq!(found, SIGNED.1);
    }
    if let Ok(keys) = Keys::read(text.as_bytes()) {
        if let Some(found) = claims(include_str!("../corpus/token/id_token"), &keys) {
            assert_eq!(found, SIGNED.0);
        }
    }
});
