//! Passkeys: making, using and removing them, by a device that these tests play.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as URL;
use quire_model::people::Password;
use quire_model::roles::Role;
use quire_testkit::{Answer, Browser, TestApp, on_each_database, on_each_database_with};
use ring::digest::{SHA256, digest};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair as _};
use serde_json::{Value, json};

const EMAIL: &str = "ada@example.org";
const PASSWORD: &str = "correct horse battery";
const ORIGIN: &str = "http://localhost";

const PRESENT: u8 = 1;
const VERIFIED: u8 = 4;
const MADE: u8 = 64;

/// A device with one passkey.
#[derive(Clone)]
struct Device {
    id: [u8; 16],
    key: Vec<u8>,
    count: u32,
    flags: u8,
    origin: &'static str,
}

impl Device {
    fn new(id: u8) -> Self {
        let pkcs8 = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, &SystemRandom::new()).unwrap();
        Self { id: [id; 16], key: pkcs8.as_ref().to_vec(), count: 0, flags: PRESENT | VERIFIED, origin: ORIGIN }
    }

    fn pair(&self) -> EcdsaKeyPair {
        EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, &self.key, &SystemRandom::new()).unwrap()
    }

    fn data(&self, flags: u8, more: &[u8]) -> Vec<u8> {
        let party = digest(&SHA256, b"localhost");
        [party.as_ref(), &[flags], &self.count.to_be_bytes(), more].concat()
    }

    fn client_data(&self, kind: &str, options: &Value) -> String {
        json!({ "type": kind, "challenge": options["challenge"], "origin": self.origin }).to_string()
    }

    fn json(&self, response: Value) -> String {
        let id = URL.encode(self.id);
        json!({ "id": id, "rawId": id, "type": "public-key", "response": response }).to_string()
    }

    /// Answers options for a new passkey.
    fn create(&self, options: &Value) -> String {
        let pair = self.pair();
        let (x, y) = pair.public_key().as_ref()[1..].split_at(32);
        // A map of CBOR with key type 2, algorithm -7, curve 1 and the two coordinates.
        let key = [&[0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32][..], x, &[0x22, 0x58, 32], y].concat();
        let made = [&[0; 16][..], &[0, 16], &self.id, &key].concat();
        let data = self.data(self.flags | MADE, &made);
        let length = u8::try_from(data.len()).unwrap();
        let text = |text: &str| [&[0x60 + u8::try_from(text.len()).unwrap()], text.as_bytes()].concat();
        let attestation = [
            vec![0xa3],
            [text("fmt"), text("none")].concat(),
            [text("attStmt"), vec![0xa0]].concat(),
            [text("authData"), vec![0x58, length], data].concat(),
        ]
        .concat();
        let client_data = self.client_data("webauthn.create", options);
        self.json(json!({
            "clientDataJSON": URL.encode(client_data), "attestationObject": URL.encode(attestation),
            "transports": ["internal"],
        }))
    }

    /// Answers options for a sign-in.
    fn get(&self, options: &Value) -> String {
        let data = self.data(self.flags, &[]);
        let client_data = self.client_data("webauthn.get", options);
        let message = [data.as_slice(), digest(&SHA256, client_data.as_bytes()).as_ref()].concat();
        let signature = self.pair().sign(&SystemRandom::new(), &message).unwrap();
        self.json(json!({
            "clientDataJSON": URL.encode(client_data), "authenticatorData": URL.encode(data),
            "signature": URL.encode(signature),
        }))
    }
}

fn page(answer: &Answer) -> String {
    String::from_utf8(answer.body.clone()).unwrap()
}

/// Returns the options that a page has for its script.
fn options(answer: &Answer) -> Value {
    let page = page(answer);
    assert!(answer.status == 200 || answer.status == 422, "{page}");
    let written = page.split("data-passkey=\"").nth(1).unwrap_or_else(|| panic!("{page}")).split('"').next().unwrap();
    serde_json::from_str(&written.replace("&quot;", "\"").replace("&amp;", "&")).unwrap()
}

fn submit(browser: &Browser<'_>, path: &str, fields: &[(&str, &str)]) -> Answer {
    browser.submit_with(path, fields, &[("origin", ORIGIN)])
}

/// Runs a test with a server that browsers have passkeys for.
fn with_passkeys(test: impl Fn(&TestApp)) {
    on_each_database_with(|options| options.public_url = ORIGIN.to_owned(), test);
}

fn ada(test: &TestApp) -> Browser<'_> {
    let (ada, _) = test.new_member(EMAIL, Some(Role::Admin));
    test.app.reset_password(ada, Some(&Password::try_from(PASSWORD.to_owned()).unwrap())).unwrap();
    let browser = test.browser();
    let answer = submit(&browser, "/sign-in", &[("email", EMAIL), ("password", PASSWORD)]);
    assert_eq!(answer.status, 303, "{}", page(&answer));
    browser
}

fn begin(browser: &Browser<'_>, current: &str) -> Answer {
    submit(browser, "/account/passkeys", &[("name", "Laptop"), ("current", current)])
}

fn add(browser: &Browser<'_>, device: &Device) -> Answer {
    let answer = device.create(&options(&begin(browser, PASSWORD)));
    submit(browser, "/account/passkeys/add", &[("name", "Laptop"), ("answer", &answer)])
}

fn sign_in(browser: &Browser<'_>, device: &Device) -> Answer {
    let answer = device.get(&options(&browser.open("/sign-in/passkey")));
    submit(browser, "/sign-in/passkey", &[("answer", &answer), ("next", "/docs/api")])
}

#[test]
fn a_passkey_signs_in_as_two_factors() {
    with_passkeys(|test| {
        let browser = ada(test);
        let mut device = Device::new(1);
        let shown = begin(&browser, "wrong");
        assert_eq!(shown.status, 422);
        assert!(page(&shown).contains("id=\"passkey-current-wrong\""), "the error is beside its field");
        let asked = begin(&browser, PASSWORD);
        let policy = asked.header("content-security-policy");
        assert!(policy.contains("script-src 'sha256-") && !policy.contains("unsafe"), "{policy}");
        assert!(!browser.open("/account").header("content-security-policy").contains("script-src"));
        assert_eq!(add(&browser, &device).header("location"), "/account?done=passkey");
        assert!(page(&browser.open("/account")).contains("Laptop"));
        device.count = 1;
        let other = test.browser();
        let signed_in = sign_in(&other, &device);
        assert_eq!(
            (signed_in.status.as_u16(), signed_in.header("location")),
            (303, "/docs/api"),
            "{}",
            page(&signed_in)
        );
        let user: Value = serde_json::from_slice(&other.open("/v1/user").body).unwrap();
        assert_eq!(user["email"], EMAIL);
        // It counts as a second factor, where the organization wants one.
        let headers = [("origin", ORIGIN), ("content-type", "application/json")];
        let want = |browser: &Browser<'_>| {
            browser.send(&"PATCH".parse().unwrap(), &test.org(), &headers, r#"{"secondFactor":true}"#.into()).status
        };
        assert_eq!((want(&browser).as_u16(), want(&other).as_u16()), (409, 200));
        assert_eq!((browser.open(&test.org()).status.as_u16(), other.open(&test.org()).status.as_u16()), (404, 200));
    });
}

#[test]
fn an_answer_counts_once_and_for_its_own_challenge() {
    with_passkeys(|test| {
        let browser = ada(test);
        let mut device = Device::new(1);
        // A challenge for making one is no challenge for signing in, nor that of another user.
        let making = options(&begin(&browser, PASSWORD));
        let (eve, _) = test.new_member("eve@example.org", None);
        test.app.reset_password(eve, Some(&Password::try_from(PASSWORD.to_owned()).unwrap())).unwrap();
        let theirs = test.browser();
        submit(&theirs, "/sign-in", &[("email", "eve@example.org"), ("password", PASSWORD)]);
        let made = device.create(&making);
        let add_to =
            |browser, answer: &str| submit(browser, "/account/passkeys/add", &[("name", "x"), ("answer", answer)]);
        assert_eq!(add_to(&theirs, &made).status, 422);
        assert_eq!(add_to(&browser, &made).status, 303);
        assert_eq!(add_to(&browser, &made).status, 422, "used up");
        assert_eq!(add_to(&theirs, &device.create(&options(&begin(&theirs, PASSWORD)))).status, 422, "known already");
        let post = |answer: &str| submit(&test.browser(), "/sign-in/passkey", &[("answer", answer)]).status.as_u16();
        assert_eq!(post(&device.get(&options(&begin(&browser, PASSWORD)))), 422, "a challenge for another purpose");
        device.count = 5;
        let asked = options(&test.browser().open("/sign-in/passkey"));
        let answer = device.get(&asked);
        assert_eq!(
            test.browser()
                .submit_with("/sign-in/passkey", &[("answer", &answer)], &[("origin", "http://evil.test")])
                .status,
            403
        );
        assert_eq!(post(&answer), 303);
        assert_eq!(post(&answer), 422, "an answer counts once");
        let fresh = || options(&test.browser().open("/sign-in/passkey"));
        assert_eq!(post(&device.get(&fresh())), 422, "the device counts on");
        device.count = 6;
        let late = fresh();
        test.clock.pass(Duration::from_mins(5));
        assert_eq!(post(&device.get(&late)), 422);
        for changed in [
            Device { flags: PRESENT, ..device.clone() },
            Device { origin: "http://evil.test", ..device.clone() },
            Device { key: Device::new(9).key, ..device.clone() },
            Device { id: [7; 16], ..device.clone() },
        ] {
            assert_eq!(post(&changed.get(&fresh())), 422);
        }
        assert_eq!(post(&device.get(&fresh())), 303, "it is the changes that were refused");
        for nonsense in ["", "{}", "null", "[1]", &"x".repeat(50_000)] {
            assert_eq!(post(nonsense), 422);
        }
    });
}

#[test]
fn a_passkey_that_is_removed_signs_nobody_in() {
    with_passkeys(|test| {
        let browser = ada(test);
        let mut device = Device::new(1);
        assert_eq!(add(&browser, &device).status, 303);
        let shown = page(&browser.open("/account"));
        let id = shown.split("name=\"passkey\" value=\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
        let (eve, _) = test.new_member("eve@example.org", None);
        test.app.reset_password(eve, Some(&Password::try_from(PASSWORD.to_owned()).unwrap())).unwrap();
        let theirs = test.browser();
        submit(&theirs, "/sign-in", &[("email", "eve@example.org"), ("password", PASSWORD)]);
        submit(&theirs, "/account/passkeys/remove", &[("passkey", &id)]);
        device.count = 1;
        assert_eq!(sign_in(&test.browser(), &device).status, 303, "one of somebody else is not removed");
        assert_eq!(
            submit(&browser, "/account/passkeys/remove", &[("passkey", &id)]).header("location"),
            "/account?done=no-passkey"
        );
        device.count = 2;
        assert_eq!(sign_in(&test.browser(), &device).status, 422);
        // Whoever may have a user's password may have added a passkey: the operator's reset removes them all.
        assert_eq!(add(&browser, &device).status, 303);
        let ada = test.app.user_by_email(EMAIL).unwrap().unwrap();
        test.app.reset_password(ada, None).unwrap();
        device.count = 3;
        assert_eq!(sign_in(&test.browser(), &device).status, 422);
    });
}

#[test]
fn a_server_without_a_domain_offers_none() {
    on_each_database(|test| {
        assert!(!page(&test.browser().open("/sign-in")).contains("passkey"));
        assert_eq!(test.browser().open("/sign-in/passkey").status, 409);
    });
}
