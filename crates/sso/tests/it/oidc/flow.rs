//! Descriptions of providers, requests and answers.

use base64::Engine as _;
use quire_sso::oidc::{
    Addresses, Authorization, Callback, CallbackError, Client, Discovery, DiscoveryError, TokenError, TokenRequest,
    Tokens, verifier,
};
use serde_json::{Value, json};
use url::Url;

const ISSUER: &str = "https://idp.example.com/realms/a";

fn description() -> Value {
    json!({
        "issuer": ISSUER,
        "authorization_endpoint": "https://idp.example.com/auth",
        "token_endpoint": "https://idp.example.com/token",
        "jwks_uri": "https://idp.example.com/keys",
        "userinfo_endpoint": "https://idp.example.com/me",
        "response_types_supported": ["code", "id_token"],
        "token_endpoint_auth_methods_supported": ["private_key_jwt", "client_secret_post"],
    })
}

fn read(json: &Value) -> Result<Discovery, DiscoveryError> {
    Discovery::read(json.to_string().as_bytes(), ISSUER, Addresses::Https)
}

fn client(secret: Option<&str>) -> Client {
    Client {
        id: "quire & co".to_owned(),
        secret: secret.map(str::to_owned),
        redirect_uri: "https://docs.example.com/oidc/acme".to_owned(),
    }
}

#[test]
fn the_address_of_a_description_follows_from_the_issuer() {
    let of = |issuer: &str, addresses| Discovery::address(issuer, addresses);
    let expected = "https://idp.example.com/realms/a/.well-known/openid-configuration";
    assert_eq!(of(ISSUER, Addresses::Https).unwrap(), expected);
    assert_eq!(of(&format!("{ISSUER}/"), Addresses::Https).unwrap(), expected);
    for refused in [
        "idp.example.com",
        "ftp://idp.example.com",
        "https://a@idp.example.com",
        "https://idp.example.com?x",
        "https://idp.example.com#x",
        "",
    ] {
        assert!(matches!(of(refused, Addresses::HttpsOrLoopback), Err(DiscoveryError::Issuer(_))), "{refused}");
    }
    for local in ["http://localhost:8080", "http://127.0.0.1", "http://[::1]:1", "http://idp.localhost"] {
        assert!(of(local, Addresses::Https).is_err() && of(local, Addresses::HttpsOrLoopback).is_ok(), "{local}");
    }
    for public in ["http://idp.example.com", "http://localhost.example.com", "http://192.168.0.1"] {
        assert!(of(public, Addresses::HttpsOrLoopback).is_err(), "{public}");
    }
}

#[test]
fn a_description_is_of_its_issuer_and_complete() {
    let good = read(&description()).unwrap();
    assert_eq!((good.issuer.as_str(), good.jwks_uri.as_str()), (ISSUER, "https://idp.example.com/keys"));
    assert_eq!(good.userinfo_endpoint.as_deref(), Some("https://idp.example.com/me"));
    let with = |name: &str, value: Value| {
        let mut all = description();
        all[name] = value;
        read(&all)
    };
    assert!(matches!(with("issuer", json!("https://idp.example.com")), Err(DiscoveryError::OtherIssuer { .. })));
    assert_eq!(with("issuer", Value::Null), Err(DiscoveryError::Missing("issuer")));
    assert_eq!(with("token_endpoint", Value::Null), Err(DiscoveryError::Missing("token_endpoint")));
    assert_eq!(with("jwks_uri", json!(7)), Err(DiscoveryError::Missing("jwks_uri")));
    assert!(matches!(
        with("jwks_uri", json!("http://idp.example.com/keys")),
        Err(DiscoveryError::Address { name: "jwks_uri", .. })
    ));
    assert!(matches!(with("authorization_endpoint", json!("javascript:x")), Err(DiscoveryError::Address { .. })));
    assert_eq!(with("response_types_supported", json!(["id_token"])), Err(DiscoveryError::NoCodeFlow));
    assert!(matches!(Discovery::read(b"<html>", ISSUER, Addresses::Https), Err(DiscoveryError::Json(_))));
    assert_eq!(Discovery::read(&vec![b' '; 300 << 10], ISSUER, Addresses::Https), Err(DiscoveryError::Bytes));
}

#[test]
fn a_browser_is_sent_with_state_nonce_and_challenge() {
    let discovery = read(&description()).unwrap();
    let client = client(Some("s"));
    // The example of RFC 7636, appendix B.
    let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
    let scopes = ["email", "openid", "profile"];
    let request = Authorization {
        discovery: &discovery,
        client: &client,
        scopes: &scopes,
        state: "s&1",
        nonce: "n=1",
        verifier,
        login_hint: Some("ada@example.com"),
    };
    let url = Url::parse(&request.url()).unwrap();
    let pairs: Vec<(String, String)> = url.query_pairs().into_owned().collect();
    let expected = [
        ("response_type", "code"),
        ("client_id", "quire & co"),
        ("redirect_uri", "https://docs.example.com/oidc/acme"),
        ("scope", "openid email profile"),
        ("state", "s&1"),
        ("nonce", "n=1"),
        ("code_challenge", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"),
        ("code_challenge_method", "S256"),
        ("login_hint", "ada@example.com"),
    ];
    assert_eq!(pairs.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect::<Vec<_>>(), expected);
    let with_query =
        Discovery { authorization_endpoint: "https://idp.example.com/auth?p=1".to_owned(), ..discovery.clone() };
    assert!(
        Authorization { discovery: &with_query, ..request }
            .url()
            .starts_with("https://idp.example.com/auth?p=1&response_type")
    );
}

#[test]
fn a_code_is_exchanged_with_the_proof_that_the_provider_takes() {
    let posting = read(&description()).unwrap();
    let silent = Discovery { client_authentication: Vec::new(), ..posting.clone() };
    let form = |request: &TokenRequest| -> Vec<(String, String)> {
        url::form_urlencoded::parse(request.body.as_bytes()).into_owned().collect()
    };
    let value = |request: &TokenRequest, name: &str| {
        form(request).into_iter().find(|(it, _)| it == name).map(|(_, value)| value)
    };
    let posted = TokenRequest::new(&posting, &client(Some("s:1 %")), "code&1", "v");
    assert_eq!(posted.url, "https://idp.example.com/token");
    assert_eq!(value(&posted, "client_secret").as_deref(), Some("s:1 %"));
    assert_eq!(
        (value(&posted, "code").as_deref(), value(&posted, "code_verifier").as_deref()),
        (Some("code&1"), Some("v"))
    );
    let basic = TokenRequest::new(&silent, &client(Some("s:1 %")), "c", "v");
    let header = &basic.headers.iter().find(|(name, _)| *name == "authorization").unwrap().1;
    let pair = base64::engine::general_purpose::STANDARD.decode(header.strip_prefix("Basic ").unwrap()).unwrap();
    assert_eq!(String::from_utf8(pair).unwrap(), "quire+%26+co:s%3A1+%25");
    assert!(value(&basic, "client_secret").is_none() && !basic.body.contains("s%3A1"));
    let public = TokenRequest::new(&silent, &client(None), "c", "v");
    assert_eq!(value(&public, "client_id").as_deref(), Some("quire & co"));
    assert!(public.headers.iter().all(|(name, _)| *name != "authorization"));
}

#[test]
fn callbacks_are_codes_or_errors() {
    let good = Callback::read("code=c%201&state=s", ISSUER).unwrap();
    assert_eq!((good.code.as_str(), good.state.as_str()), ("c 1", "s"));
    assert!(Callback::read(&format!("code=c&state=s&iss={ISSUER}"), ISSUER).is_ok());
    let error = |query: &str| Callback::read(query, ISSUER).err().unwrap();
    assert_eq!(
        error("code=c&state=s&iss=https://evil.example.com"),
        CallbackError::OtherIssuer("https://evil.example.com".to_owned())
    );
    assert_eq!(
        error("error=access_denied&error_description=no%0Away&state=s"),
        CallbackError::Refused { error: "access_denied".to_owned(), description: "no way".to_owned() }
    );
    for form in ["", "code=c", "state=s", "code=&state=s", "code=a&code=b&state=s"] {
        assert_eq!(error(form), CallbackError::Form, "{form}");
    }
}

#[test]
fn answers_of_the_token_endpoint_are_tokens_or_errors() {
    let good = Tokens::read(200, br#"{"id_token":"a.b.c","access_token":"x","token_type":"Bearer"}"#).unwrap();
    assert_eq!((good.id_token.as_str(), good.access_token.as_deref()), ("a.b.c", Some("x")));
    let error = |status, body: &str| Tokens::read(status, body.as_bytes()).err().unwrap();
    let refused =
        TokenError::Refused { status: 401, error: "invalid_client".to_owned(), description: "bad secret".to_owned() };
    assert_eq!(error(401, r#"{"error":"invalid_client","error_description":"bad secret"}"#), refused);
    assert!(matches!(error(200, r#"{"error":"invalid_grant"}"#), TokenError::Refused { .. }));
    assert_eq!(error(200, r#"{"access_token":"x"}"#), TokenError::NoIdToken);
    assert_eq!(error(502, "<html>"), TokenError::Json(502));
    assert_eq!(error(200, &" ".repeat(300 << 10)), TokenError::Bytes);
    assert_eq!(verifier([1; 32]), "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE");
}
