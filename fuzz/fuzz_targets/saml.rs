#![no_main]

use std::sync::LazyLock;

use base64::Engine as _;
use quire_sso::certificate::Certificate;
use quire_sso::saml::{Expected, Identity, InResponseTo, Refusal, claimed, verify_response};

static CERTIFICATES: LazyLock<Vec<Certificate>> = LazyLock::new(|| {
    let pem = include_str!("../../crates/sso/tests/it/fixtures/rsa.crt");
    vec![Certificate::read(pem).expect("a certificate")]
});

/// The identity that the seeds prove. No other message was ever signed with the key.
static SIGNED: LazyLock<Identity> =
    LazyLock::new(|| verify(include_bytes!("../corpus/saml/assertion.xml")).expect("an accepted message"));

fn verify(message: &[u8]) -> Result<Identity, Refusal> {
    let value = base64::engine::general_purpose::STANDARD.encode(message);
    let _ = claimed(&value);
    let expected = Expected {
        issuer: "https://idp.example.com/metadata",
        certificates: &CERTIFICATES,
        audience: "https://docs.example.com/saml/acme",
        acs_url: "https://docs.example.com/saml/acme/acs",
        in_response_to: InResponseTo::Request("_request-1"),
        now: 1_768_478_400,
    };
    verify_response(&value, &expected)
}

// A changed message proves the identity that was signed, or none.
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Ok(identity) = verify(bytes) {
        assert_eq!(identity, *SIGNED);
    }
});
