use proptest::prelude::*;

use super::*;

const KEY: &[u8] = &[b'k'; 32];
const NOW: Timestamp = Timestamp(1_800_000_000_000);

fn read(token: &str) -> Result<Map<String, Value>, InvalidToken> {
    verify(token, &[("other", b"another key"), ("ours", KEY)], NOW).map(|found| found.claims)
}

fn with_header(header: &Value, claims: &Value) -> String {
    let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
    let signed = format!("{}.{}", part(header), part(claims));
    format!("{signed}.{}", URL_SAFE_NO_PAD.encode(mac(KEY, &signed).finalize().into_bytes()))
}

fn good() -> Value {
    json!({ "sub": "ada", "exp": NOW.seconds() + 1, "nbf": NOW.seconds(), "iat": 1, "jti": "x" })
}

/// The expected value was computed by Python's `hmac` over the same text.
#[test]
fn a_token_has_the_signature_that_others_compute() {
    let token = sign(KEY, &json!({ "sub": "ada" }));
    assert_eq!(
        token,
        "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJhZGEifQ.QTuXsTzBkpwhLtukJ5YXHeO6Ws1Z4ZasFXWp9dRWJLg"
    );
}

#[test]
fn what_a_token_says_of_itself_is_no_claim() {
    let claims = read(&sign(KEY, &good())).unwrap();
    assert_eq!(Value::Object(claims), json!({ "sub": "ada" }));
}

#[test]
fn the_key_that_signed_is_told() {
    let keys: [(u8, &[u8]); 2] = [(1, b"one"), (2, b"two")];
    assert_eq!(verify(&sign(b"two", &good()), &keys, NOW).unwrap().key, 2);
    assert_eq!(verify(&sign(b"three", &good()), &keys, NOW), Err(InvalidToken::Signature));
    assert_eq!(verify::<u8>(&sign(b"", &good()), &[], NOW), Err(InvalidToken::Signature));
}

#[test]
fn only_hs256_counts() {
    let headers = [
        json!({ "alg": "none" }),
        json!({ "alg": "None" }),
        json!({ "alg": "hs256" }),
        json!({ "alg": "HS384" }),
        json!({ "alg": "HS512" }),
        json!({ "alg": "RS256" }),
        json!({ "alg": ["HS256"] }),
        json!({}),
        json!({ "alg": "HS256", "typ": "JWE" }),
        json!({ "alg": "HS256", "crit": ["exp"] }),
    ];
    for header in headers {
        assert_eq!(read(&with_header(&header, &good())), Err(InvalidToken::Algorithm), "{header}");
    }
    for header in [json!({ "alg": "HS256" }), json!({ "alg": "HS256", "typ": "jwt", "kid": "1" })] {
        assert!(read(&with_header(&header, &good())).is_ok(), "{header}");
    }
    let unsigned = with_header(&json!({ "alg": "none" }), &good());
    let (signed, _) = unsigned.rsplit_once('.').unwrap();
    assert_eq!(read(&format!("{signed}.")), Err(InvalidToken::Algorithm));
    let empty = sign(KEY, &good());
    let (signed, _) = empty.rsplit_once('.').unwrap();
    assert_eq!(read(&format!("{signed}.")), Err(InvalidToken::Signature));
}

#[test]
fn a_token_is_good_between_its_times() {
    let now = NOW.seconds();
    let outcome = |claims: Value| read(&sign(KEY, &claims)).map(drop);
    assert_eq!(outcome(json!({ "exp": now + 1 })), Ok(()));
    assert_eq!(outcome(json!({ "exp": now as f64 + 0.5 })), Ok(()));
    assert_eq!(outcome(json!({ "exp": 1e300 })), Ok(()));
    assert_eq!(outcome(json!({ "exp": now })), Err(InvalidToken::Expired));
    assert_eq!(outcome(json!({ "exp": -1 })), Err(InvalidToken::Expired));
    for endless in [json!({}), json!({ "exp": null }), json!({ "exp": "2099-01-01" }), json!({ "exp": [now + 1] })] {
        assert_eq!(outcome(endless), Err(InvalidToken::Endless));
    }
    assert_eq!(outcome(json!({ "exp": now + 9, "nbf": now + 1 })), Err(InvalidToken::Early));
    assert_eq!(outcome(json!({ "exp": now + 9, "nbf": "now" })), Err(InvalidToken::Early));
}

#[test]
fn what_is_no_token_is_refused() {
    let token = sign(KEY, &good());
    let garbage = ["", ".", "..", "...", "a.b.c", "{}.{}.{}", " ", "é.é.é", &format!(".{token}")];
    for text in garbage {
        assert_eq!(read(text), Err(InvalidToken::Malformed), "{text:?}");
    }
    assert_eq!(read(&format!("{token}.")), Err(InvalidToken::Signature));
    assert!(read(&format!("{token}=")).is_err() && read(&format!(" {token}")).is_err());
    assert_eq!(read(&sign(KEY, &json!(["exp"]))), Err(InvalidToken::Malformed));
    let mut long = good();
    long["padding"] = json!("x".repeat(MOST_BYTES));
    assert_eq!(read(&sign(KEY, &long)), Err(InvalidToken::Oversized));
}

#[test]
fn claims_are_not_nested_deeply() {
    let nested = |depth: usize| {
        let mut claims = good();
        claims["nested"] = (0..depth).fold(json!(1), |inner, _| json!([inner]));
        read(&sign(KEY, &claims)).map(drop)
    };
    assert_eq!(nested(MOST_DEPTH), Ok(()));
    assert_eq!(nested(MOST_DEPTH + 1), Err(InvalidToken::Malformed));
    assert_eq!(nested(120), Err(InvalidToken::Malformed));
}

proptest! {
    #[test]
    fn no_other_text_is_taken_for_a_token(at in 0usize..200, with in prop::char::range('\0', '\u{2ff}')) {
        let token = sign(KEY, &good());
        let mut chars: Vec<char> = token.chars().collect();
        let at = at % chars.len();
        prop_assume!(chars[at] != with);
        chars[at] = with;
        prop_assert!(read(&chars.into_iter().collect::<String>()).is_err());
    }

    #[test]
    fn any_text_is_read_without_harm(text in "([A-Za-z0-9_-]{0,40}\\.){0,4}[A-Za-z0-9_=-]{0,40}") {
        prop_assert!(read(&text).is_err());
    }

    #[test]
    fn signed_claims_come_back(claims in prop::collection::btree_map("[a-d]{1,2}", ".{0,8}", 0..5)) {
        let mut all = json!(claims);
        all["exp"] = json!(NOW.seconds() + 60);
        prop_assert_eq!(read(&sign(KEY, &all)).map(Value::Object), Ok(json!(claims)));
    }
}
