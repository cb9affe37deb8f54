#![no_main]

use std::sync::LazyLock;

use base64::Engine as _;
use quire_sso::certificate::Certificate;
use quire_sso::saml::{Brought, ExpectedLogout, Logout, claims_success, verify_logout};

static CERTIFICATES: LazyLock<Vec<Certificate>> = LazyLock::new(|| {
    let pem = include_str!("../../crates/sso/tests/it/fixtures/rsa.crt");
    vec![Certificate::read(pem).expect("a certificate")]
});

/// The request that the seeds carry. No other one was ever signed with the key.
static SIGNED: LazyLock<Logout> =
    LazyLock::new(|| verify(include_str!("../corpus/logout/form.xml")).expect("an accepted request"));

/// Returns the request of a text: XML goes by form, all else is a query.
fn verify(text: &str) -> Option<Logout> {
    let expected = ExpectedLogout {
        issuer: "https://idp.example.com/metadata",
        certificates: &CERTIFICATES,
        audience: "https://docs.example.com/saml/acme",
        slo_url: "https://docs.example.com/saml/acme/logout",
        now: 1_768_478_400,
    };
    let posted = base64::engine::general_purpose::STANDARD.encode(text);
    let brought = if text.starts_with('<') { Brought::Form(&posted, None) } else { Brought::Query(text) };
    let _ = claims_success(brought);
    verify_logout(brought, &expected).ok()
}

// A changed message signs out whom it was signed for, or nobody.
libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Some(logout) = verify(text) {
        let relay_state = if text.starts_with('<') { None } else { Some("back".to_owned()) };
        assert_eq!(logout, Logout { relay_state, ..SIGNED.clone() });
    }
});
