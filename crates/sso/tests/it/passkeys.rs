//! Passkeys: answers of a browser, and of a device that the tests play.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as URL;
use minicbor::Encoder;
use proptest::prelude::*;
use quire_sso::passkeys::{
    Authenticated, Expected, Passkey, Refusal, RelyingParty, User, Verification, claimed, creation_options,
    request_options, verify_authentication, verify_registration,
};
use ring::digest::{SHA256, digest};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair as _};
use serde_json::{Value, json};

const ORIGIN: &str = "https://docs.example.com";
const PARTY: RelyingParty<'_> = RelyingParty { id: "docs.example.com", name: "Docs", origins: &[ORIGIN] };
const CHALLENGE: [u8; 32] = [3; 32];
const EXPECTED: Expected<'_> = Expected { party: &PARTY, challenge: &CHALLENGE, verification: Verification::Required };
const USER: &[u8] = b"user-1";

const PRESENT: u8 = 1;
const VERIFIED: u8 = 4;
const ELIGIBLE: u8 = 8;
const BACKED_UP: u8 = 16;
const MADE: u8 = 64;
const EXTENDED: u8 = 128;

/// A device, of which tests change parts.
#[derive(Clone)]
struct Device {
    id: Vec<u8>,
    party: String,
    flags: u8,
    count: u32,
    client_data: Value,
    key: Vec<u8>,
    /// Bytes behind the data.
    tail: Vec<u8>,
    user_handle: Option<Vec<u8>>,
}

fn pair() -> EcdsaKeyPair {
    let pem = include_str!("fixtures/p256.key");
    let body: String = pem.lines().filter(|line| !line.starts_with("-----")).collect();
    let key = base64::engine::general_purpose::STANDARD.decode(body).unwrap();
    EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, &key, &SystemRandom::new()).unwrap()
}

fn cose(algorithm: i64) -> Vec<u8> {
    let pair = pair();
    let (x, y) = pair.public_key().as_ref()[1..].split_at(32);
    let mut out = Encoder::new(Vec::new());
    out.map(5).unwrap().i64(1).unwrap().i64(2).unwrap().i64(3).unwrap().i64(algorithm).unwrap();
    out.i64(-1).unwrap().i64(1).unwrap().i64(-2).unwrap().bytes(x).unwrap().i64(-3).unwrap().bytes(y).unwrap();
    out.into_writer()
}

impl Device {
    fn new(kind: &str) -> Self {
        Self {
            id: vec![9; 16],
            party: PARTY.id.to_owned(),
            flags: PRESENT | VERIFIED,
            count: 0,
            client_data: json!({"type": kind, "challenge": URL.encode(CHALLENGE), "origin": ORIGIN, "crossOrigin": false}),
            key: cose(-7),
            tail: Vec::new(),
            user_handle: None,
        }
    }

    fn data(&self, more: &[u8], flags: u8) -> Vec<u8> {
        let party = digest(&SHA256, self.party.as_bytes());
        [party.as_ref(), &[flags], &self.count.to_be_bytes(), more, &self.tail].concat()
    }

    fn create(&self) -> String {
        let made = [&[0; 16], &u16::try_from(self.id.len()).unwrap().to_be_bytes()[..], &self.id, &self.key].concat();
        let mut out = Encoder::new(Vec::new());
        out.map(3).unwrap().str("fmt").unwrap().str("none").unwrap().str("attStmt").unwrap().map(0).unwrap();
        out.str("authData").unwrap().bytes(&self.data(&made, self.flags | MADE)).unwrap();
        self.json(&json!({"attestationObject": URL.encode(out.into_writer()), "transports": ["internal", "<x>", 7]}))
    }

    fn get(&self) -> String {
        let data = self.data(&[], self.flags);
        let client_data = self.client_data.to_string();
        let message = [data.as_slice(), digest(&SHA256, client_data.as_bytes()).as_ref()].concat();
        let signature = pair().sign(&SystemRandom::new(), &message).unwrap();
        let handle = self.user_handle.as_ref().map(|it| URL.encode(it));
        self.json(
            &json!({"authenticatorData": URL.encode(data), "signature": URL.encode(signature), "userHandle": handle}),
        )
    }

    fn json(&self, response: &Value) -> String {
        let mut response = response.clone();
        response["clientDataJSON"] = json!(URL.encode(self.client_data.to_string()));
        let id = URL.encode(&self.id);
        json!({"id": id, "rawId": id, "type": "public-key", "response": response}).to_string()
    }
}

fn register(device: &Device) -> Result<Passkey, Refusal> {
    verify_registration(&device.create(), &EXPECTED)
}

fn passkey() -> Passkey {
    register(&Device::new("webauthn.create")).unwrap()
}

fn sign_in(device: &Device) -> Result<Authenticated, Refusal> {
    verify_authentication(&device.get(), &EXPECTED, &passkey(), USER)
}

/// Checks both ceremonies: accepted without a change, refused with it.
#[track_caller]
fn both_refuse(change: impl Fn(&mut Device), code: &str) {
    let (mut making, mut using) = (Device::new("webauthn.create"), Device::new("webauthn.get"));
    assert!(register(&making).is_ok() && sign_in(&using).is_ok());
    change(&mut making);
    change(&mut using);
    assert_eq!(register(&making).unwrap_err().code(), code, "registration");
    assert_eq!(sign_in(&using).unwrap_err().code(), code, "authentication");
}

#[test]
fn answers_of_chromium_are_accepted() {
    // Chromium's virtual authenticator, for the options of this crate, with each of the three kinds of keys.
    let all: Value = serde_json::from_str(include_str!("fixtures/passkeys.json")).unwrap();
    let party = RelyingParty { id: "localhost", name: "Docs", origins: &["http://localhost:8931"] };
    let expected = |challenge| Expected { party: &party, challenge, verification: Verification::Required };
    for (name, answers) in all.as_object().unwrap() {
        let [create, get] = ["create", "get"].map(|it| answers[it].to_string());
        let passkey = verify_registration(&create, &expected(&[1; 32])).unwrap();
        assert_eq!(
            (passkey.sign_count, passkey.backed_up, passkey.transports.as_slice()),
            (1, false, &["internal".to_owned()][..])
        );
        let found = claimed(&get).unwrap();
        assert_eq!((&found.id, found.user_handle.as_deref()), (&passkey.id, Some(&b"user-handle-1"[..])));
        let used = |user| verify_authentication(&get, &expected(&[2; 32]), &passkey, user);
        assert_eq!(
            used(b"user-handle-1"),
            Ok(Authenticated { sign_count: 2, backed_up: false, user_verified: true }),
            "{name}"
        );
        assert_eq!(used(b"user-handle-2"), Err(Refusal::OtherUser));
        let counted = Passkey { sign_count: 2, ..passkey.clone() };
        assert_eq!(verify_authentication(&get, &expected(&[2; 32]), &counted, b"user-handle-1"), Err(Refusal::Counter));
        assert_eq!(
            verify_authentication(&get, &expected(&[1; 32]), &passkey, b"user-handle-1"),
            Err(Refusal::Challenge)
        );
        for (other, answers) in all.as_object().unwrap().iter().filter(|(other, _)| *other != name) {
            let key = verify_registration(&answers["create"].to_string(), &expected(&[1; 32])).unwrap().public_key;
            let swapped = Passkey { public_key: key, ..passkey.clone() };
            assert_eq!(
                verify_authentication(&get, &expected(&[2; 32]), &swapped, b"user-handle-1"),
                Err(Refusal::Signature),
                "{other}"
            );
        }
    }
    assert_eq!(all.as_object().unwrap().len(), 3);
}

#[test]
fn an_answer_fits_the_ceremony() {
    both_refuse(|it| it.client_data["challenge"] = json!(URL.encode([4; 32])), "challenge");
    both_refuse(|it| it.client_data["challenge"] = json!(""), "challenge");
    both_refuse(|it| it.client_data["origin"] = json!("https://docs.example.com.evil.org"), "origin");
    both_refuse(|it| it.client_data["origin"] = json!("http://docs.example.com"), "origin");
    both_refuse(|it| it.client_data["crossOrigin"] = json!(true), "origin");
    both_refuse(|it| it.client_data["topOrigin"] = json!("https://evil.org"), "origin");
    both_refuse(|it| it.client_data["type"] = json!("payment.get"), "kind");
    both_refuse(|it| it.party = "evil.org".to_owned(), "party");
    both_refuse(|it| it.flags = VERIFIED, "not-present");
    both_refuse(|it| it.flags = PRESENT, "not-verified");
    both_refuse(|it| it.flags |= BACKED_UP, "form");
    both_refuse(|it| it.flags |= EXTENDED, "form");
    both_refuse(|it| it.tail = vec![0xA0], "form");
    both_refuse(|it| it.client_data = json!(7), "kind");
    // One ceremony is no other.
    assert_eq!(register(&Device::new("webauthn.get")), Err(Refusal::Kind));
    assert_eq!(sign_in(&Device::new("webauthn.create")), Err(Refusal::Kind));
    let extended = Device { flags: PRESENT | VERIFIED | EXTENDED, tail: vec![0xA0], ..Device::new("webauthn.get") };
    assert!(sign_in(&extended).is_ok());
    let empty = Expected { challenge: &[], ..EXPECTED };
    let mut unasked = Device::new("webauthn.create");
    unasked.client_data["challenge"] = json!("");
    assert_eq!(verify_registration(&unasked.create(), &empty), Err(Refusal::Challenge));
}

#[test]
fn a_second_factor_needs_no_verification() {
    let present = Device { flags: PRESENT, ..Device::new("webauthn.get") };
    let preferred = Expected { verification: Verification::Preferred, ..EXPECTED };
    let used = verify_authentication(&present.get(), &preferred, &passkey(), USER).unwrap();
    assert!(!used.user_verified);
}

#[test]
fn an_answer_is_of_the_passkey_and_the_user() {
    let good = Device { user_handle: Some(USER.to_vec()), ..Device::new("webauthn.get") };
    assert!(sign_in(&good).is_ok());
    assert_eq!(sign_in(&Device { user_handle: Some(b"user-2".to_vec()), ..good.clone() }), Err(Refusal::OtherUser));
    assert_eq!(sign_in(&Device { id: vec![8; 16], ..good.clone() }), Err(Refusal::OtherPasskey));
    assert_eq!(sign_in(&Device { flags: good.flags | ELIGIBLE, ..good.clone() }), Err(Refusal::OtherPasskey));
    // The signature covers what the browser and what the device say.
    let mut answer: Value = serde_json::from_str(&good.get()).unwrap();
    let with = |answer: &Value| verify_authentication(&answer.to_string(), &EXPECTED, &passkey(), USER);
    let spaced = format!("{} ", good.client_data);
    answer["response"]["clientDataJSON"] = json!(URL.encode(spaced));
    assert_eq!(with(&answer), Err(Refusal::Signature));
    let mut answer: Value = serde_json::from_str(&good.get()).unwrap();
    answer["response"]["authenticatorData"] =
        json!(URL.encode(Device { count: 7, ..good.clone() }.data(&[], good.flags)));
    assert_eq!(with(&answer), Err(Refusal::Signature));
    let mut answer: Value = serde_json::from_str(&Device::new("webauthn.create").create()).unwrap();
    let other = URL.encode([1; 16]);
    answer["id"] = json!(other);
    assert_eq!(verify_registration(&answer.to_string(), &EXPECTED), Err(Refusal::OtherPasskey));
}

#[test]
fn counters_grow() {
    let at = |known: u32, now: u32| {
        let passkey = Passkey { sign_count: known, ..passkey() };
        let device = Device { count: now, ..Device::new("webauthn.get") };
        verify_authentication(&device.get(), &EXPECTED, &passkey, USER).map(|it| it.sign_count)
    };
    assert_eq!((at(0, 0), at(0, 5), at(5, 6)), (Ok(0), Ok(5), Ok(6)));
    for (known, now) in [(5, 5), (5, 4), (5, 0)] {
        assert_eq!(at(known, now), Err(Refusal::Counter));
    }
}

#[test]
fn keys_are_of_the_kinds_that_are_offered() {
    let with = |key: Vec<u8>| register(&Device { key, ..Device::new("webauthn.create") });
    assert!(with(cose(-7)).is_ok());
    assert_eq!(with(cose(-35)), Err(Refusal::Key));
    assert_eq!(with(cose(-8)), Err(Refusal::Key));
    assert_eq!(with(vec![0xA0]), Err(Refusal::Key));
    assert_eq!(with(vec![0xA1, 0x01, 0xA0]), Err(Refusal::Key));
    assert!(matches!(with(vec![]), Err(Refusal::Form(_))));
    assert!(matches!(register(&Device { id: vec![], ..Device::new("webauthn.create") }), Err(Refusal::Form(_))));
    assert!(matches!(register(&Device { id: vec![1; 1024], ..Device::new("webauthn.create") }), Err(Refusal::Form(_))));
}

#[test]
fn options_are_those_that_browsers_read() {
    let user = User { handle: USER, name: "ada@example.com", display_name: "Ada" };
    let known = [passkey()];
    let made = creation_options(&PARTY, &user, &CHALLENGE, &known, Verification::Required);
    assert_eq!(made["challenge"], URL.encode(CHALLENGE));
    assert_eq!(made["user"]["id"], URL.encode(USER));
    assert_eq!(
        (&made["attestation"], &made["authenticatorSelection"]["userVerification"]),
        (&json!("none"), &json!("required"))
    );
    assert_eq!(
        made["excludeCredentials"],
        json!([{"type": "public-key", "id": URL.encode([9; 16]), "transports": ["internal"]}])
    );
    let asked = request_options(&PARTY, &CHALLENGE, &[], Verification::Preferred);
    assert_eq!((&asked["rpId"], &asked["allowCredentials"]), (&json!(PARTY.id), &json!([])));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]

    #[test]
    fn changed_answers_prove_nothing_else(at in any::<prop::sample::Index>(), byte in 0x20..0x7Fu8, registers in any::<bool>()) {
        let json = if registers { Device::new("webauthn.create").create() } else { Device::new("webauthn.get").get() };
        let mut bytes = json.into_bytes();
        *at.get_mut(&mut bytes) = byte;
        let json = String::from_utf8(bytes).unwrap();
        let _ = claimed(&json);
        if registers {
            // The key itself is the claim of a registration.
            let _ = verify_registration(&json, &EXPECTED);
        } else if let Ok(used) = verify_authentication(&json, &EXPECTED, &passkey(), USER) {
            prop_assert_eq!(used, Authenticated { sign_count: 0, backed_up: false, user_verified: true });
        }
    }

    #[test]
    fn any_data_is_refused(data in any::<Vec<u8>>(), text in ".{0,200}") {
        let device = Device::new("webauthn.create");
        let object = device.json(&json!({"attestationObject": URL.encode(&data)}));
        prop_assert!(verify_registration(&object, &EXPECTED).is_err());
        let key = Device { key: data, ..Device::new("webauthn.create") };
        let _ = verify_registration(&key.create(), &EXPECTED);
        prop_assert!(verify_registration(&text, &EXPECTED).is_err());
    }
}
