//! The check of a response: its form, its signatures, and the message around the assertion.

use super::claims::{self, Identity};
use super::message::{self, Part, check_destination, check_issuer, of_form, parts};
use super::names::{ASSERTION, PROTOCOL, SIGNATURE, SUCCESS};
use super::refusal::{Refusal, shown};
use super::signature;
use crate::Seconds;
use crate::certificate::Certificate;
use crate::xml::Element;

/// The facts that a response must fit.
#[derive(Debug, Clone, Copy)]
pub struct Expected<'a> {
    /// The entity ID of the identity provider.
    pub issuer: &'a str,
    /// The pinned certificates of the identity provider; during a rotation the old and the new one. Their dates are not
    /// enforced.
    pub certificates: &'a [Certificate],
    /// Our entity ID for this provider, which the assertion must have as audience.
    pub audience: &'a str,
    /// The address to which the response was posted, as our request and our metadata give it.
    pub acs_url: &'a str,
    pub in_response_to: InResponseTo<'a>,
    pub now: Seconds,
}

/// The request that a response must answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InResponseTo<'a> {
    /// The ID of a request that this browser was sent with. The caller sees to it that the ID is used once.
    Request(&'a str),
    /// None: the sign-in began at the identity provider. Only for providers that are set so.
    Nothing,
}

/// Claims of a response that nothing verified: to find the row of a request or of a provider, and for nothing else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claimed {
    /// The entity ID of the sender.
    pub issuer: Option<String>,
    /// The ID of the request.
    pub in_response_to: Option<String>,
}

/// Returns what a response says of itself, without verifying it.
///
/// # Errors
/// [`Refusal`] for a message that is no response at all.
pub fn claimed(form_value: &str) -> Result<Claimed, Refusal> {
    let response = read(form_value)?;
    let of_assertion = response.named(ASSERTION, "Assertion").flat_map(|it| it.named(ASSERTION, "Issuer"));
    let issuer = response.named(ASSERTION, "Issuer").chain(of_assertion).find_map(Element::text);
    Ok(Claimed { issuer, in_response_to: response.attribute("InResponseTo").map(str::to_owned) })
}

/// Verifies the value `SAMLResponse` of a posted form, and returns the identity that it proves.
///
/// The caller must still refuse an assertion that was used before (see [`Identity::assertion_id`]).
///
/// # Errors
/// The first rule that the message breaks.
pub fn verify_response(form_value: &str, expected: &Expected<'_>) -> Result<Identity, Refusal> {
    let root = read(form_value)?;
    let assertion = only_assertion(&root)?;
    let signatures = [signature::of(&root)?, signature::of(assertion)?];
    if message::signatures(&root) != signatures.iter().flatten().count() {
        return Err(Refusal::MisplacedSignature);
    }
    let verify = |signature: &Element, parent: &Element, ancestors: &[&Element]| {
        signature::verify(signature, parent, ancestors, expected.certificates)
    };
    let [of_response, of_assertion] = signatures;
    let response = of_response.map(|it| verify(it, &root, &[])).transpose()?;
    let signed = of_assertion.map(|it| verify(it, assertion, &[&root])).transpose()?;
    let trusted = match (&signed, &response) {
        (Some(signed), _) => signed,
        (None, Some(response)) => only_assertion(response)?,
        (None, None) => return Err(Refusal::Unsigned),
    };
    check_around(response.as_ref().unwrap_or(&root), response.is_some(), expected)?;
    claims::read(trusted, expected)
}

/// Reads a response whose form is right: no comments, no ID twice, the parts of a response in their order.
fn read(form_value: &str) -> Result<Element, Refusal> {
    let root = message::read(&of_form(form_value)?, (PROTOCOL, "Response"))?;
    parts(&root, RESPONSE)?;
    if root.descendants().any(|it| it.name.local == "EncryptedAssertion") {
        return Err(Refusal::Encrypted);
    }
    check_status(&root)?;
    Ok(root)
}

const RESPONSE: &[Part] = &[
    (ASSERTION, "Issuer", 0),
    (SIGNATURE, "Signature", 2),
    (PROTOCOL, "Extensions", 4),
    (PROTOCOL, "Status", 6),
    (ASSERTION, "Assertion", 7),
    (ASSERTION, "EncryptedAssertion", 7),
];

const ASSERTION_PARTS: &[Part] = &[
    (ASSERTION, "Issuer", 0),
    (SIGNATURE, "Signature", 2),
    (ASSERTION, "Subject", 4),
    (ASSERTION, "Conditions", 6),
    (ASSERTION, "Advice", 8),
    (ASSERTION, "Statement", 9),
    (ASSERTION, "AuthnStatement", 9),
    (ASSERTION, "AuthzDecisionStatement", 9),
    (ASSERTION, "AttributeStatement", 9),
];

/// Returns the one assertion of a response: a direct child, and none elsewhere.
fn only_assertion(response: &Element) -> Result<&Element, Refusal> {
    let mut direct = response.named(ASSERTION, "Assertion");
    let first = direct.next().ok_or(Refusal::NoAssertion)?;
    if response.descendants().filter(|it| it.name.local == "Assertion").count() != 1 {
        return Err(Refusal::Assertions);
    }
    parts(first, ASSERTION_PARTS)?;
    Ok(first)
}

fn check_status(response: &Element) -> Result<(), Refusal> {
    let status = response.named(PROTOCOL, "Status").next().ok_or(Refusal::Form("no Status".to_owned()))?;
    let mut codes = status.named(PROTOCOL, "StatusCode");
    let value = |code: &Element| code.attribute("Value").unwrap_or_default().to_owned();
    let (Some(code), None) = (codes.next(), codes.next()) else {
        return Err(Refusal::Form("not one StatusCode".to_owned()));
    };
    let top = value(code);
    if top == SUCCESS {
        return Ok(());
    }
    let below = code.named(PROTOCOL, "StatusCode").next().map(value);
    let message = status.named(PROTOCOL, "StatusMessage").next().and_then(Element::text).unwrap_or_default();
    let names: Vec<_> = [Some(top), below].into_iter().flatten().collect();
    Err(Refusal::Status { status: shown(&names.join(" ")), message: shown(&message) })
}

/// Checks the message around the assertion. What is not signed can only lead to refusal.
fn check_around(response: &Element, is_signed: bool, expected: &Expected<'_>) -> Result<(), Refusal> {
    if let Some(issuer) = response.named(ASSERTION, "Issuer").next() {
        check_issuer(issuer, expected.issuer)?;
    }
    if is_signed || response.attribute("Destination").is_some() {
        check_destination(response, expected.acs_url)?;
    }
    check_in_response_to(response.attribute("InResponseTo"), expected.in_response_to)
}

/// Checks the request that a part of the message says it answers.
pub(super) fn check_in_response_to(found: Option<&str>, expected: InResponseTo<'_>) -> Result<(), Refusal> {
    match (found, expected) {
        (Some(found), InResponseTo::Request(id)) if found == id && !id.is_empty() => Ok(()),
        (None, InResponseTo::Nothing) => Ok(()),
        (Some(found), _) => Err(Refusal::InResponseTo { found: shown(found) }),
        (None, InResponseTo::Request(_)) => Err(Refusal::Unsolicited),
    }
}
