//! ID tokens: what is accepted, and each attack on one that is accepted without it.

use std::sync::LazyLock;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as URL;
use proptest::prelude::*;
use quire_sso::oidc::{
    Claims, ExpectedLogout, ExpectedToken, Keys, KeysError, TokenRefusal, verify_id_token, verify_logout_token,
};
use ring::rand::SystemRandom;
use ring::signature::{self, EcdsaKeyPair, Ed25519KeyPair, KeyPair as _, RsaKeyPair, RsaPublicKeyComponents};
use serde_json::{Value, json};

/// The time at which tokens are read: 2026-01-15T12:00:00Z.
const NOW: i64 = 1_768_478_400;
const ISSUER: &str = "https://idp.example.com";
const CLIENT: &str = "quire";
const NONCE: &str = "nonce-1";

fn pkcs8(pem: &str) -> Vec<u8> {
    let body: String = pem.lines().filter(|line| !line.starts_with("-----")).collect();
    base64::engine::general_purpose::STANDARD.decode(body).unwrap()
}

static RSA: LazyLock<RsaKeyPair> =
    LazyLock::new(|| RsaKeyPair::from_pkcs8(&pkcs8(include_str!("../fixtures/rsa.key"))).unwrap());
static OTHER: LazyLock<RsaKeyPair> =
    LazyLock::new(|| RsaKeyPair::from_pkcs8(&pkcs8(include_str!("../fixtures/other.key"))).unwrap());
static P256: LazyLock<EcdsaKeyPair> = LazyLock::new(|| {
    let key = pkcs8(include_str!("../fixtures/p256.key"));
    EcdsaKeyPair::from_pkcs8(&signature::ECDSA_P256_SHA256_FIXED_SIGNING, &key, &SystemRandom::new()).unwrap()
});
static P384: LazyLock<EcdsaKeyPair> = LazyLock::new(|| {
    let key = pkcs8(include_str!("../fixtures/p384.key"));
    EcdsaKeyPair::from_pkcs8(&signature::ECDSA_P384_SHA384_FIXED_SIGNING, &key, &SystemRandom::new()).unwrap()
});
static ED: LazyLock<Ed25519KeyPair> = LazyLock::new(|| Ed25519KeyPair::from_seed_unchecked(&[7; 32]).unwrap());

fn rsa_key(id: &str, pair: &RsaKeyPair) -> Value {
    let public = RsaPublicKeyComponents::<Vec<u8>>::from(pair.public());
    json!({"kty": "RSA", "kid": id, "use": "sig", "n": URL.encode(public.n), "e": URL.encode(public.e)})
}

fn ec_key(id: &str, curve: &str, pair: &EcdsaKeyPair) -> Value {
    let point = &pair.public_key().as_ref()[1..];
    let (x, y) = point.split_at(point.len() / 2);
    json!({"kty": "EC", "kid": id, "crv": curve, "x": URL.encode(x), "y": URL.encode(y)})
}

fn key_set() -> Value {
    json!({"keys": [
        rsa_key("rsa", &RSA),
        ec_key("p256", "P-256", &P256),
        ec_key("p384", "P-384", &P384),
        {"kty": "OKP", "kid": "ed", "crv": "Ed25519", "x": URL.encode(ED.public_key().as_ref())},
        {"kty": "oct", "kid": "secret", "k": "c2VjcmV0"},
        {"kty": "RSA", "kid": "enc", "use": "enc", "n": "AQ", "e": "AQAB"},
    ]})
}

fn keys(set: &Value) -> Keys {
    Keys::read(set.to_string().as_bytes()).unwrap()
}

fn claims() -> Value {
    json!({
        "iss": ISSUER, "aud": CLIENT, "sub": "u-1", "exp": NOW + 300, "iat": NOW - 5, "nonce": NONCE,
        "email": "ada@example.com", "email_verified": true, "name": "Ada Lovelace", "picture": "https://example.com/a.png",
        "groups": ["writers", "admins"],
    })
}

fn sign(algorithm: &str, message: &[u8]) -> Vec<u8> {
    let rsa = |padding: &'static dyn signature::RsaEncoding| {
        let mut out = vec![0; RSA.public().modulus_len()];
        RSA.sign(padding, &SystemRandom::new(), message, &mut out).unwrap();
        out
    };
    match algorithm {
        "RS256" => rsa(&signature::RSA_PKCS1_SHA256),
        "RS384" => rsa(&signature::RSA_PKCS1_SHA384),
        "RS512" => rsa(&signature::RSA_PKCS1_SHA512),
        "PS256" => rsa(&signature::RSA_PSS_SHA256),
        "PS384" => rsa(&signature::RSA_PSS_SHA384),
        "PS512" => rsa(&signature::RSA_PSS_SHA512),
        "ES256" => P256.sign(&SystemRandom::new(), message).unwrap().as_ref().to_vec(),
        "ES384" => P384.sign(&SystemRandom::new(), message).unwrap().as_ref().to_vec(),
        "EdDSA" => ED.sign(message).as_ref().to_vec(),
        other => panic!("{other}"),
    }
}

/// Returns a token with that header, signed by the key of an algorithm.
fn token(header: &Value, claims: &Value, signed_by: &str) -> String {
    let message = format!("{}.{}", URL.encode(header.to_string()), URL.encode(claims.to_string()));
    let signature = URL.encode(sign(signed_by, message.as_bytes()));
    format!("{message}.{signature}")
}

fn usual(claims: &Value) -> String {
    token(&json!({"alg": "RS256", "kid": "rsa", "typ": "JWT"}), claims, "RS256")
}

fn with_keys(token: &str, keys: &Keys) -> Result<Claims, TokenRefusal> {
    let expected =
        ExpectedToken { issuer: ISSUER, client_id: CLIENT, nonce: NONCE, keys, groups_claim: None, now: NOW };
    verify_id_token(token, &expected)
}

fn verify(token: &str) -> Result<Claims, TokenRefusal> {
    with_keys(token, &keys(&key_set()))
}

fn code(token: &str) -> &'static str {
    verify(token).map_or_else(|refusal| refusal.code(), |_| "accepted")
}

/// Returns the claims with one changed; `null` takes it away.
fn changed(name: &str, value: Value) -> Value {
    let mut all = claims();
    all[name] = value;
    if all[name].is_null() {
        all.as_object_mut().unwrap().remove(name);
    }
    all
}

#[test]
fn claims_are_those_of_the_token() {
    let read = verify(&usual(&claims())).unwrap();
    assert_eq!((read.subject.as_str(), read.email.as_deref()), ("u-1", Some("ada@example.com")));
    assert_eq!((read.email_verified, read.name.as_deref()), (Some(true), Some("Ada Lovelace")));
    assert_eq!((read.picture.as_deref(), read.groups_left_out), (Some("https://example.com/a.png"), false));
    assert_eq!(read.groups, ["writers", "admins"]);
    assert_eq!(read.all["nonce"], NONCE);
}

#[test]
fn every_algorithm_of_the_list_is_accepted_from_its_kind_of_key_only() {
    let ids = [
        ("RS256", "rsa"),
        ("RS384", "rsa"),
        ("RS512", "rsa"),
        ("PS256", "rsa"),
        ("PS384", "rsa"),
        ("PS512", "rsa"),
        ("ES256", "p256"),
        ("ES384", "p384"),
        ("EdDSA", "ed"),
    ];
    for (algorithm, id) in ids {
        assert_eq!(
            code(&token(&json!({"alg": algorithm, "kid": id}), &claims(), algorithm)),
            "accepted",
            "{algorithm}"
        );
        // Without an identifier all keys of the kind are tried.
        assert_eq!(code(&token(&json!({"alg": algorithm}), &claims(), algorithm)), "accepted", "{algorithm}");
        for (_, other) in ids.iter().filter(|(_, other)| *other != id) {
            assert_eq!(code(&token(&json!({"alg": algorithm, "kid": other}), &claims(), algorithm)), "signature");
        }
        for (named, _) in ids.iter().filter(|(named, _)| *named != algorithm) {
            assert_eq!(code(&token(&json!({"alg": named, "kid": id}), &claims(), algorithm)), "signature");
        }
    }
}

#[test]
fn an_algorithm_that_the_set_pins_is_the_only_one() {
    let mut set = key_set();
    set["keys"][0]["alg"] = json!("RS256");
    let of = |algorithm: &str| {
        with_keys(&token(&json!({"alg": algorithm, "kid": "rsa"}), &claims(), algorithm), &keys(&set))
    };
    assert!(of("RS256").is_ok());
    assert_eq!(of("PS256"), Err(TokenRefusal::Signature("PS256".to_owned())));
}

#[test]
fn tokens_without_signature_or_with_a_symmetric_one_are_refused() {
    let message = |header: Value| format!("{}.{}", URL.encode(header.to_string()), URL.encode(claims().to_string()));
    for none in ["none", "None", "NONE", ""] {
        let unsigned = message(json!({"alg": none, "kid": "rsa"}));
        assert_eq!(code(&format!("{unsigned}.")), "signature");
        assert_eq!(code(&format!("{}.", message(json!({"alg": none})))), "signature");
        assert_eq!(code(&unsigned), "form");
    }
    // The public key as the key of a message authentication code.
    let public = RsaPublicKeyComponents::<Vec<u8>>::from(RSA.public());
    let set = key_set().to_string();
    for secret in [include_bytes!("../fixtures/rsa.crt").as_slice(), public.n.as_slice(), set.as_bytes(), b"secret"] {
        for id in ["rsa", "secret"] {
            let message = message(json!({"alg": "HS256", "kid": id}));
            let key = ring::hmac::Key::new(ring::hmac::HMAC_SHA256, secret);
            let forged = format!("{message}.{}", URL.encode(ring::hmac::sign(&key, message.as_bytes())));
            assert!(["signature", "unknown-key"].contains(&code(&forged)));
        }
    }
    let all_zero =
        |bytes: usize| format!("{}.{}", message(json!({"alg": "ES256", "kid": "p256"})), URL.encode(vec![0; bytes]));
    assert_eq!(code(&all_zero(64)), "signature");
}

#[test]
fn keys_are_the_provider_s() {
    let foreign = {
        let message = format!("{}.{}", URL.encode(r#"{"alg":"RS256","kid":"rsa"}"#), URL.encode(claims().to_string()));
        let mut out = vec![0; OTHER.public().modulus_len()];
        OTHER.sign(&signature::RSA_PKCS1_SHA256, &SystemRandom::new(), message.as_bytes(), &mut out).unwrap();
        format!("{message}.{}", URL.encode(out))
    };
    assert_eq!(code(&foreign), "signature");
    // A key that the token brings has no meaning.
    let jwk = rsa_key("rsa", &OTHER);
    let header = json!({"alg": "RS256", "kid": "rsa", "jwk": jwk, "jku": "https://evil.example.com", "x5c": ["AAAA"]});
    assert_eq!(code(&token(&header, &claims(), "RS256")), "accepted");
    let new = token(&json!({"alg": "RS256", "kid": "next"}), &claims(), "RS256");
    assert_eq!(verify(&new), Err(TokenRefusal::UnknownKey("next".to_owned())));
    let mut fetched_again = key_set();
    fetched_again["keys"][0]["kid"] = json!("next");
    assert!(with_keys(&new, &keys(&fetched_again)).is_ok());
}

#[test]
fn claims_fit_the_sign_in() {
    let of = |name: &str, value: Value| code(&usual(&changed(name, value)));
    assert_eq!(of("sub", json!("u-1")), "accepted");
    for (name, value, expected) in [
        ("iss", json!("https://idp.example.com/"), "issuer"),
        ("iss", Value::Null, "missing-claim"),
        ("aud", json!("other"), "audience"),
        ("aud", json!(["other"]), "audience"),
        ("aud", json!([CLIENT, "other"]), "audience"),
        ("aud", json!([]), "audience"),
        ("aud", json!([CLIENT, 7]), "missing-claim"),
        ("aud", json!({"a": 1}), "missing-claim"),
        ("aud", Value::Null, "missing-claim"),
        ("azp", json!("other"), "audience"),
        ("azp", json!(7), "audience"),
        ("nonce", json!("nonce-2"), "nonce"),
        ("nonce", Value::Null, "missing-claim"),
        ("exp", json!(NOW - 60), "expired"),
        ("exp", json!("never"), "missing-claim"),
        ("exp", Value::Null, "missing-claim"),
        ("iat", json!(NOW + 61), "not-yet-valid"),
        ("iat", Value::Null, "missing-claim"),
        ("nbf", json!(NOW + 61), "not-yet-valid"),
        ("sub", json!(""), "missing-claim"),
        ("sub", json!(7), "missing-claim"),
        ("sub", json!("x".repeat(256)), "missing-claim"),
        ("sub", Value::Null, "missing-claim"),
    ] {
        assert_eq!(of(name, value.clone()), expected, "{name} {value}");
    }
    for (name, value) in [
        ("exp", json!(NOW - 59)),
        ("exp", json!(NOW as f64 + 0.5)),
        ("iat", json!(NOW + 60)),
        ("aud", json!([CLIENT])),
        ("azp", json!(CLIENT)),
    ] {
        assert_eq!(of(name, value), "accepted", "{name}");
    }
    let mut several = changed("aud", json!(["other", CLIENT]));
    several["azp"] = json!(CLIENT);
    assert_eq!(code(&usual(&several)), "accepted");
}

#[test]
fn a_sign_in_without_nonce_is_none() {
    let keys = keys(&key_set());
    let token = usual(&changed("nonce", json!("")));
    let expected =
        ExpectedToken { issuer: ISSUER, client_id: CLIENT, nonce: "", keys: &keys, groups_claim: None, now: NOW };
    assert_eq!(verify_id_token(&token, &expected), Err(TokenRefusal::Nonce));
}

#[test]
fn headers_and_forms_of_other_kinds_are_refused() {
    let with = |name: &str, value: Value| {
        let mut header = json!({"alg": "RS256", "kid": "rsa"});
        header[name] = value;
        code(&token(&header, &claims(), "RS256"))
    };
    assert_eq!(with("typ", json!("JWT")), "accepted");
    assert_eq!(with("typ", json!("at+jwt")), "kind");
    assert_eq!(with("typ", json!("logout+jwt")), "kind");
    assert_eq!(with("crit", json!(["exp"])), "critical");
    assert_eq!(with("b64", json!(false)), "critical");
    assert_eq!(with("alg", json!(7)), "form");
    let good = usual(&claims());
    for bad in [
        String::new(),
        ".".to_owned(),
        "..".to_owned(),
        format!("{good}."),
        format!("{good}.x"),
        good.replace('.', ""),
        format!("{good}="),
        "x".repeat(200 << 10),
    ] {
        assert_eq!(code(&bad), "form", "{bad:.80}");
    }
    let payload = good.split('.').nth(1).unwrap();
    let forged = good.replace(payload, &URL.encode(changed("sub", json!("root")).to_string()));
    assert_eq!(code(&forged), "signature");
}

#[test]
fn groups_are_found_where_providers_put_them() {
    let of = |claims: &Value, claim: Option<&str>| {
        let keys = keys(&key_set());
        let expected = ExpectedToken {
            issuer: ISSUER,
            client_id: CLIENT,
            nonce: NONCE,
            keys: &keys,
            groups_claim: claim,
            now: NOW,
        };
        let read = verify_id_token(&usual(claims), &expected).unwrap();
        (read.groups, read.groups_left_out)
    };
    let keycloak = changed("realm_access", json!({"roles": ["a", "b"]}));
    assert_eq!(of(&keycloak, Some("realm_access.roles")), (vec!["a".to_owned(), "b".to_owned()], false));
    let named = changed("https://example.com/groups", json!("one"));
    assert_eq!(of(&named, Some("https://example.com/groups")).0, ["one"]);
    let mut overage = changed("_claim_names", json!({"groups": "src1"}));
    overage.as_object_mut().unwrap().remove("groups");
    assert_eq!(of(&overage, None), (vec![], true));
    assert!(of(&changed("hasgroups", json!(true)), None).1);
    assert_eq!(of(&changed("groups", json!([1, {"a": "b"}, "c"])), None).0, ["c"]);
    assert_eq!(of(&claims(), Some("none.at.all")).0, Vec::<String>::new());
}

#[test]
fn user_information_fills_what_the_token_lacks() {
    let mut few = claims();
    for name in ["email", "email_verified", "name", "groups"] {
        few.as_object_mut().unwrap().remove(name);
    }
    let token = verify(&usual(&few)).unwrap();
    let info = json!({"sub": "u-1", "email": "ada@example.com", "email_verified": "true", "given_name": "Ada", "family_name": "Lovelace", "groups": ["x"], "iss": "https://evil"});
    let both = token.clone().with_user_info(info.to_string().as_bytes(), None).unwrap();
    assert_eq!(
        (both.email.as_deref(), both.email_verified, both.name.as_deref()),
        (Some("ada@example.com"), Some(true), Some("Ada Lovelace"))
    );
    assert_eq!((both.groups, &both.all["iss"]), (vec!["x".to_owned()], &json!(ISSUER)));
    assert!(token.clone().with_user_info(br#"{"sub":"u-2"}"#, None).is_err());
    assert!(token.with_user_info(b"[]", None).is_err());
    // An address of the token stays unverified although another address is verified.
    let unverified = verify(&usual(&changed("email_verified", Value::Null))).unwrap();
    let info = json!({"sub": "u-1", "email": "eve@example.com", "email_verified": true});
    let both = unverified.with_user_info(info.to_string().as_bytes(), None).unwrap();
    assert_eq!((both.email.as_deref(), both.email_verified), (Some("ada@example.com"), None));
    // Nor is an address verified by a word that the token has without one.
    let mut alone = claims();
    alone.as_object_mut().unwrap().remove("email");
    let alone = verify(&usual(&alone)).unwrap();
    assert_eq!((alone.email.as_deref(), alone.email_verified), (None, Some(true)));
    let info = json!({"sub": "u-1", "email": "eve@example.com", "email_verified": false});
    let both = alone.with_user_info(info.to_string().as_bytes(), None).unwrap();
    assert_eq!((both.email.as_deref(), both.email_verified), (Some("eve@example.com"), Some(false)));
}

#[test]
fn sets_without_usable_keys_are_refused() {
    let weak = json!({"keys": [{"kty": "RSA", "n": URL.encode([0xFF; 128]), "e": "AQAB"}]});
    let short = json!({"keys": [{"kty": "EC", "crv": "P-256", "x": "AAAA", "y": "AAAA"}]});
    for set in [json!({"keys": []}), weak, short, json!({"keys": [{"kty": "oct", "k": "AAAA"}, 7]})] {
        assert_eq!(Keys::read(set.to_string().as_bytes()), Err(KeysError::None));
    }
    assert_eq!(Keys::read(b"[]"), Err(KeysError::Json));
    assert_eq!(Keys::read(b"{"), Err(KeysError::Json));
    let many = json!({"keys": vec![rsa_key("rsa", &RSA); 101]});
    assert_eq!(Keys::read(many.to_string().as_bytes()), Err(KeysError::Size));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

    #[test]
    fn changed_tokens_yield_no_other_claims(at in any::<prop::sample::Index>(), byte in 0x20..0x7Fu8) {
        static TOKEN: LazyLock<String> = LazyLock::new(|| usual(&claims()));
        let mut bytes = TOKEN.clone().into_bytes();
        *at.get_mut(&mut bytes) = byte;
        if let Ok(read) = verify(&String::from_utf8(bytes).unwrap()) {
            prop_assert_eq!(read, verify(&TOKEN).unwrap());
        }
    }

    #[test]
    fn any_token_is_refused(text in "[ -~]{0,300}", parts in prop::collection::vec(any::<Vec<u8>>(), 3)) {
        prop_assert!(verify(&text).is_err());
        let parts: Vec<String> = parts.iter().map(|it| URL.encode(it)).collect();
        prop_assert!(verify(&parts.join(".")).is_err());
    }
}

fn logout() -> Value {
    json!({
        "iss": ISSUER, "aud": CLIENT, "iat": NOW - 5, "exp": NOW + 120, "jti": "t-1", "sub": "u-1", "sid": "s-1",
        "events": {"http://schemas.openid.net/event/backchannel-logout": {}},
    })
}

fn logout_code(token: &str) -> &'static str {
    let keys = keys(&key_set());
    let expected = ExpectedLogout { issuer: ISSUER, client_id: CLIENT, keys: &keys, now: NOW };
    verify_logout_token(token, &expected).map_or_else(|refusal| refusal.code(), |_| "accepted")
}

#[test]
fn a_token_of_sign_out_is_one_and_no_other_is() {
    let of = |kind: &str, claims: &Value| token(&json!({"alg": "RS256", "kid": "rsa", "typ": kind}), claims, "RS256");
    for kind in ["logout+jwt", "LOGOUT+JWT", "JWT"] {
        assert_eq!(logout_code(&of(kind, &logout())), "accepted", "{kind}");
    }
    for kind in ["at+jwt", "logout", ""] {
        assert_eq!(logout_code(&of(kind, &logout())), "kind", "{kind:?}");
    }
    // A token of one purpose is none of the other, whatever it says of itself.
    let mut both = claims();
    both["jti"] = json!("t-1");
    both["events"] = logout()["events"].clone();
    assert_eq!((code(&usual(&both)), logout_code(&usual(&both))), ("accepted", "no-logout"));
    assert_eq!(logout_code(&usual(&claims())), "no-logout");
    assert_eq!(code(&of("logout+jwt", &both)), "kind");
    assert_eq!(code(&usual(&logout())), "missing-claim");
    let without = |names: &[&str]| {
        let mut all = logout();
        names.iter().for_each(|name| drop(all.as_object_mut().unwrap().remove(*name)));
        logout_code(&usual(&all))
    };
    assert_eq!((without(&["sub"]), without(&["sid"])), ("accepted", "accepted"));
    assert_eq!(
        (without(&["sub", "sid"]), without(&["jti"]), without(&["exp"])),
        ("missing-claim", "missing-claim", "missing-claim")
    );
    assert_eq!((without(&["iat"]), without(&["events"])), ("missing-claim", "no-logout"));
    let with = |name: &str, value: Value| {
        let mut all = logout();
        all[name] = value;
        logout_code(&usual(&all))
    };
    for (name, value, code) in [
        ("nonce", json!(NONCE), "no-logout"),
        ("nonce", json!(null), "no-logout"),
        ("events", json!(["http://schemas.openid.net/event/backchannel-logout"]), "no-logout"),
        ("iss", json!("https://evil.example"), "issuer"),
        ("aud", json!("other"), "audience"),
        ("exp", json!(NOW - 60), "expired"),
        ("iat", json!(NOW + 61), "not-yet-valid"),
        ("sub", json!(""), "missing-claim"),
        ("sid", json!("s".repeat(256)), "missing-claim"),
    ] {
        assert_eq!(with(name, value.clone()), code, "{name}: {value}");
    }
    let forged = token(&json!({"alg": "RS256", "kid": "p256", "typ": "logout+jwt"}), &logout(), "RS256");
    assert_eq!(logout_code(&forged), "signature");
}

#[test]
fn the_seeds_of_fuzzing_are_accepted_tokens() {
    let seed = |name: &str| {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus/token");
        std::fs::read_to_string(format!("{folder}/{name}")).unwrap()
    };
    let keys = Keys::read(seed("keys.json").as_bytes()).unwrap();
    assert_eq!(with_keys(&seed("id_token"), &keys).unwrap().subject, "u-1");
    let expected = ExpectedLogout { issuer: ISSUER, client_id: CLIENT, keys: &keys, now: NOW };
    assert_eq!(verify_logout_token(&seed("logout"), &expected).unwrap().session.as_deref(), Some("s-1"));
}
