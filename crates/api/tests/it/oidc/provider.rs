//! An OpenID Connect provider on loopback, which gives codes to tests and tokens to the application.

use std::collections::HashMap;
use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use quire_testkit::{Answer, Browser, TestApp};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _};
use serde_json::{Map, Value, json};

pub(crate) const CLIENT: &str = "quire";
pub(crate) const SECRET: &str = "a secret & more";

/// The time of the tests' clock when they begin, in seconds.
const NOW: i64 = 1_800_000_000;

/// A provider. Its answers can be changed while it runs.
#[derive(Clone)]
pub(crate) struct Idp {
    pub(crate) issuer: String,
    state: Arc<Mutex<State>>,
}

struct State {
    keys: Vec<EcdsaKeyPair>,
    codes: HashMap<String, Given>,
    /// The claims that the endpoint of user information has.
    user_info: Option<Value>,
    /// The subject of the last token.
    subject: Value,
    /// The lines of all requests.
    asked: Vec<String>,
}

/// The facts of a code.
struct Given {
    challenge: String,
    redirect_uri: String,
    claims: Map<String, Value>,
}

impl Idp {
    pub(crate) fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let issuer = format!("http://{}/realm", listener.local_addr().unwrap());
        let state = State {
            keys: vec![key()],
            codes: HashMap::new(),
            user_info: None,
            subject: Value::Null,
            asked: Vec::new(),
        };
        let idp = Self { issuer, state: Arc::new(Mutex::new(state)) };
        let answering = idp.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                answering.answer(stream.unwrap());
            }
        });
        idp
    }

    /// Signs with another key from now on, which is published in place of the last one.
    pub(crate) fn rotate(&self) {
        self.state.lock().unwrap().keys = vec![key(), key()];
    }

    /// Signs with another key from now on, which has the name of the one before.
    pub(crate) fn replace(&self) {
        *self.state.lock().unwrap().keys.last_mut().unwrap() = key();
    }

    /// Gives these claims at the endpoint of user information.
    pub(crate) fn tell_at_user_info(&self, claims: Value) {
        self.state.lock().unwrap().user_info = Some(claims);
    }

    /// Returns the number of requests whose line contains this.
    pub(crate) fn asked(&self, part: &str) -> usize {
        self.state.lock().unwrap().asked.iter().filter(|line| line.contains(part)).count()
    }

    /// Agrees to a request for authorization: returns the address that the browser is sent back to. The claims are
    /// added to those that every token has.
    pub(crate) fn agree(&self, location: &str, claims: &Value) -> String {
        let asked = fields(location.split_once('?').unwrap().1);
        assert!(location.starts_with(&format!("{}/auth?", self.issuer)), "{location}");
        assert_eq!((&*asked["response_type"], &*asked["code_challenge_method"]), ("code", "S256"));
        assert!(asked["scope"].starts_with("openid"), "{}", asked["scope"]);
        let mut all = json!({
            "iss": self.issuer, "aud": asked["client_id"], "sub": "u-1", "nonce": asked["nonce"],
            "iat": NOW, "exp": NOW + 300,
        });
        all.as_object_mut().unwrap().extend(claims.as_object().unwrap().clone());
        let mut state = self.state.lock().unwrap();
        let code = format!("code-{}", state.codes.len());
        let given = Given {
            challenge: asked["code_challenge"].clone(),
            redirect_uri: asked["redirect_uri"].clone(),
            claims: all.as_object().unwrap().clone(),
        };
        state.codes.insert(code.clone(), given);
        let query = [("code", &*code), ("state", &*asked["state"]), ("iss", &*self.issuer)];
        format!("{}?{}", asked["redirect_uri"], serde_urlencoded::to_string(query).unwrap())
    }

    /// Returns a token by which the provider says that somebody has signed out there.
    pub(crate) fn sign_logout(&self, claims: &Value) -> String {
        let state = self.state.lock().unwrap();
        let at = state.keys.len() - 1;
        signed_as(Some("logout+jwt"), at, &state.keys[at], claims)
    }

    fn answer(&self, mut stream: TcpStream) {
        let Some((head, body)) = read(&mut stream) else { return };
        let mut state = self.state.lock().unwrap();
        let line = head.lines().next().unwrap_or_default().to_owned();
        state.asked.push(line.clone());
        let (status, answer) = match line.split(' ').nth(1).unwrap_or_default() {
            "/realm/.well-known/openid-configuration" => (200, self.description()),
            "/realm/keys" => (200, json!({ "keys": state.keys.iter().enumerate().map(public).collect::<Vec<_>>() })),
            "/realm/token" => state.token(&head, &body),
            "/realm/me" if head.to_lowercase().contains("authorization: bearer access") => {
                (200, state.user_info.clone().unwrap_or_else(|| json!({ "sub": state.subject })))
            }
            _ => (404, json!({})),
        };
        let answer = answer.to_string();
        let head = format!("HTTP/1.1 {status} X\r\ncontent-length: {}\r\nconnection: close\r\n\r\n", answer.len());
        let _ = stream.write_all(format!("{head}{answer}").as_bytes());
    }

    fn description(&self) -> Value {
        let at = |path: &str| format!("{}/{path}", self.issuer);
        json!({
            "issuer": self.issuer, "authorization_endpoint": at("auth"), "token_endpoint": at("token"),
            "jwks_uri": at("keys"), "userinfo_endpoint": at("me"), "end_session_endpoint": at("logout"), "response_types_supported": ["code"],
        })
    }
}

impl State {
    /// Gives a token for a code, once, to the client that has the verifier.
    fn token(&mut self, head: &str, body: &str) -> (u16, Value) {
        let asked = fields(body);
        let encoded = |text: &str| serde_urlencoded::to_string([("x", text)]).unwrap()[2..].to_owned();
        let proof = STANDARD.encode(format!("{}:{}", encoded(CLIENT), encoded(SECRET)));
        if !head.contains(&format!("Basic {proof}")) {
            return (401, json!({ "error": "invalid_client" }));
        }
        let Some(given) = self.codes.remove(&asked["code"]) else { return (400, json!({ "error": "invalid_grant" })) };
        let verifier = ring::digest::digest(&ring::digest::SHA256, asked["code_verifier"].as_bytes());
        if URL_SAFE_NO_PAD.encode(verifier) != given.challenge || asked["redirect_uri"] != given.redirect_uri {
            return (400, json!({ "error": "invalid_grant" }));
        }
        let at = self.keys.len() - 1;
        self.subject = given.claims["sub"].clone();
        let token = signed(at, &self.keys[at], &Value::Object(given.claims));
        (200, json!({ "id_token": token, "access_token": "access", "token_type": "Bearer" }))
    }
}

fn key() -> EcdsaKeyPair {
    let random = SystemRandom::new();
    let pkcs8 = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random).unwrap();
    EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, pkcs8.as_ref(), &random).unwrap()
}

/// Returns a key as a set of keys has it.
fn public((at, key): (usize, &EcdsaKeyPair)) -> Value {
    let point = &key.public_key().as_ref()[1..];
    let [x, y] = [&point[..32], &point[32..]].map(|half| URL_SAFE_NO_PAD.encode(half));
    json!({ "kty": "EC", "crv": "P-256", "use": "sig", "kid": format!("key-{at}"), "x": x, "y": y })
}

fn signed(at: usize, key: &EcdsaKeyPair, claims: &Value) -> String {
    signed_as(None, at, key, claims)
}

fn signed_as(kind: Option<&str>, at: usize, key: &EcdsaKeyPair, claims: &Value) -> String {
    let mut header = json!({ "alg": "ES256", "kid": format!("key-{at}") });
    if let Some(kind) = kind {
        header["typ"] = json!(kind);
    }
    let [header, claims] = [&header, claims].map(|part| URL_SAFE_NO_PAD.encode(part.to_string()));
    let message = format!("{header}.{claims}");
    let signature = key.sign(&SystemRandom::new(), message.as_bytes()).unwrap();
    format!("{message}.{}", URL_SAFE_NO_PAD.encode(signature))
}

fn fields(form: &str) -> HashMap<String, String> {
    serde_urlencoded::from_str::<Vec<(String, String)>>(form).unwrap().into_iter().collect()
}

/// Reads a request: its head, and the body of the announced length.
fn read(stream: &mut TcpStream) -> Option<(String, String)> {
    let mut head = Vec::new();
    let mut byte = [0];
    while !head.ends_with(b"\r\n\r\n") {
        stream.read_exact(&mut byte).ok()?;
        head.push(byte[0]);
    }
    let head = String::from_utf8(head).unwrap();
    let length = head.lines().find_map(|line| line.to_lowercase().strip_prefix("content-length: ")?.parse().ok());
    let mut body = vec![0; length.unwrap_or(0)];
    stream.read_exact(&mut body).ok()?;
    Some((head, String::from_utf8(body).unwrap()))
}

/// A provider that an organization has set up.
pub(crate) struct Provider {
    /// The path of the provider in the API.
    pub(crate) path: String,
    pub(crate) shown: Value,
    pub(crate) idp: Idp,
}

impl Provider {
    /// Sets up a provider in the first organization, as its admin.
    pub(crate) fn of(test: &TestApp) -> Self {
        let idp = Idp::start();
        let new = json!({ "label": "Acme", "issuer": idp.issuer, "clientId": CLIENT, "clientSecret": SECRET });
        let shown = test.admin().post(&format!("{}/oidc", test.org()), &new).created();
        Self { path: format!("{}/oidc/{}", test.org(), shown["id"].as_str().unwrap()), shown, idp }
    }

    /// Begins a sign-in in a browser, and returns the address of the provider that it is sent to.
    pub(crate) fn begin(&self, browser: &Browser<'_>, next: &str) -> String {
        let answer = browser.open(&format!("{}?next={next}", self.shown["service"]["startURL"].as_str().unwrap()));
        assert_eq!(answer.status, 303, "{}", String::from_utf8_lossy(&answer.body));
        answer.header("location").to_owned()
    }

    /// Signs a person in, in a browser.
    pub(crate) fn sign_in(&self, browser: &Browser<'_>, claims: &Value) -> Answer {
        let location = self.begin(browser, "/account");
        come_back(browser, &self.idp.agree(&location, claims))
    }
}

/// Follows a browser that a provider sent back, to the end of its sign-in.
pub(crate) fn come_back(browser: &Browser<'_>, address: &str) -> Answer {
    let answered = browser.open(address);
    match answered.status.as_u16() {
        303 => browser.open(answered.header("location")),
        _ => answered,
    }
}

/// Returns the code of a refusal.
pub(crate) fn refused(answer: &Answer) -> String {
    let page = String::from_utf8(answer.body.clone()).unwrap();
    assert_eq!(answer.status, 403, "{page}");
    page.split("<code>").nth(1).unwrap_or(&page).split('<').next().unwrap().to_owned()
}

/// Proves that the first organization owns the domain of these tests.
pub(crate) fn own_domain(test: &TestApp) {
    test.admin().patch(&test.org(), &json!({ "emailDomains": ["operated.example"] })).ok();
}

/// The claims of a person of that domain.
pub(crate) fn ada() -> Value {
    json!({ "email": "ada@operated.example", "email_verified": true, "name": "Ada Lovelace" })
}

/// Returns claims with some of them changed.
pub(crate) fn with(mut claims: Value, changes: Value) -> Value {
    let Value::Object(changes) = changes else { panic!("claims are an object") };
    claims.as_object_mut().unwrap().extend(changes);
    claims
}

/// Returns the user who is signed in.
pub(crate) fn user(browser: &Browser<'_>) -> Value {
    serde_json::from_slice(&browser.open("/v1/user").body).unwrap()
}
