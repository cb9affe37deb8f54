//! The check of a response: its form, its signatures, and the message around the assertion.

use super::claims::{self, Identity};
use super::names::{ASSERTION, PROTOCOL, SIGNATURE, SUCCESS};
use super::refusal::{Refusal, shown};
use super::signature;
use crate::Seconds;
use crate::certificate::Certificate;
use crate::encoding::from_base64;
use crate::xml::{self, Element, Limits};

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
    if root.descendants().filter(|it| it.name.is(SIGNATURE, "Signature")).count() != signatures.iter().flatten().count()
    {
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
    if form_value.len() > Limits::MESSAGE.bytes * 2 {
        return Err(xml::Error::Bytes(Limits::MESSAGE.bytes).into());
    }
    let bytes = from_base64(form_value).ok_or(Refusal::NotBase64)?;
    let root = xml::read(&bytes, &Limits::MESSAGE)?;
    if !root.name.is(PROTOCOL, "Response") {
        return Err(Refusal::Form(shown(&root.name.local)));
    }
    if root.has_comment() {
        return Err(Refusal::Comment);
    }
    ids_are_unique(&root)?;
    parts(&root, RESPONSE)?;
    if root.descendants().any(|it| it.name.local == "EncryptedAssertion") {
        return Err(Refusal::Encrypted);
    }
    check_status(&root)?;
    Ok(root)
}

/// A part of a message: namespace, name, and the place in the order. Parts of one place may be mixed; those of even
/// places stand at most once.
type Part = (&'static str, &'static str, usize);

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

/// Checks version, parts and their order.
fn parts(element: &Element, known: &[Part]) -> Result<(), Refusal> {
    let wrong = |what: &str| Err(Refusal::Form(format!("{} in {}", shown(what), element.name.local)));
    if element.attribute("Version") != Some("2.0") {
        return wrong("another version");
    }
    if element.has_own_text() {
        return wrong("text");
    }
    let mut least = 0;
    for child in element.elements() {
        let part = known.iter().find(|(namespace, local, _)| child.name.is(namespace, local));
        match part {
            Some((_, _, place)) if *place >= least => least = place + usize::from(place % 2 == 0),
            _ => return wrong(&child.name.local),
        }
    }
    Ok(())
}

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

/// Refuses a document in which two attributes that are IDs somewhere have the same value.
fn ids_are_unique(root: &Element) -> Result<(), Refusal> {
    let is_id = |name: &xml::Name| {
        let id = name.local.eq_ignore_ascii_case("id") || name.local.eq_ignore_ascii_case("AssertionID");
        id && (name.namespace.is_empty() || name.namespace == xml::XML)
    };
    let attributes = root.descendants().flat_map(|it| &it.attributes);
    let mut ids: Vec<&str> = attributes.filter(|it| is_id(&it.name)).map(|it| it.value.as_str()).collect();
    ids.sort_unstable();
    match ids.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(Refusal::DuplicateId(shown(pair[0]))),
        None => Ok(()),
    }
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
    match response.attribute("Destination") {
        Some(found) if found != expected.acs_url => {
            return Err(Refusal::Destination { expected: expected.acs_url.to_owned(), found: shown(found) });
        }
        None if is_signed => {
            return Err(Refusal::Destination { expected: expected.acs_url.to_owned(), found: String::new() });
        }
        _ => {}
    }
    check_in_response_to(response.attribute("InResponseTo"), expected.in_response_to)
}

/// Checks the entity ID of a sender.
pub(super) fn check_issuer(issuer: &Element, expected: &str) -> Result<(), Refusal> {
    let format = issuer.attribute("Format");
    let found = issuer.text().filter(|_| format.is_none_or(|it| it == super::names::ENTITY)).unwrap_or_default();
    if found == expected && !found.is_empty() {
        return Ok(());
    }
    Err(Refusal::Issuer { expected: expected.to_owned(), found: shown(&found) })
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
