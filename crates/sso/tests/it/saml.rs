mod attacks;
mod laws;
mod logout;
mod messages;
mod requests;
mod rules;
mod wrapping;

use quire_sso::saml::{Identity, Refusal, verify_response};

use messages::{Draft, base64, expected};

/// Verifies a message against the facts of the fixture.
pub(crate) fn verify(xml: &str) -> Result<Identity, Refusal> {
    verify_response(&base64(xml.as_bytes()), &expected())
}

/// Returns the code of the refusal, or `accepted`.
pub(crate) fn code(xml: &str) -> &'static str {
    verify(xml).map_or_else(|refusal| refusal.code(), |_| "accepted")
}

/// Checks that a message is refused with that code although the draft that it was made from is accepted.
#[track_caller]
pub(crate) fn refuses(clean: &Draft, attacked: &str, expected: &str) {
    assert_eq!(code(&clean.xml()), "accepted", "the message without the attack");
    assert_eq!(code(attacked), expected);
}
