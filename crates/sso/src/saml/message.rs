//! The rules that all messages share, whatever they are for.

use super::names::{ASSERTION, SIGNATURE};
use super::refusal::{Refusal, shown};
use super::signature;
use crate::certificate::Certificate;
use crate::encoding::from_base64;
use crate::xml::{self, Element, Limits, Name};

/// A part of a message: namespace, name, and the place in the order. Parts of one place may be mixed; those of even
/// places stand at most once.
pub(super) type Part = (&'static str, &'static str, usize);

/// Returns the bytes of a value of a form.
pub(super) fn of_form(value: &str) -> Result<Vec<u8>, Refusal> {
    if value.len() > Limits::MESSAGE.bytes * 2 {
        return Err(xml::Error::Bytes(Limits::MESSAGE.bytes).into());
    }
    from_base64(value).ok_or(Refusal::NotBase64)
}

/// Reads a message whose outermost element has this name, without comments and without an ID twice.
pub(super) fn read(bytes: &[u8], (namespace, local): (&str, &str)) -> Result<Element, Refusal> {
    let root = xml::read(bytes, &Limits::MESSAGE)?;
    if !root.name.is(namespace, local) {
        return Err(Refusal::Form(shown(&root.name.local)));
    }
    if root.has_comment() {
        return Err(Refusal::Comment);
    }
    ids_are_unique(&root)?;
    Ok(root)
}

/// Refuses a document in which two attributes that are IDs somewhere have the same value.
fn ids_are_unique(root: &Element) -> Result<(), Refusal> {
    let is_id = |name: &Name| {
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

/// Checks version, parts and their order.
pub(super) fn parts(element: &Element, known: &[Part]) -> Result<(), Refusal> {
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

/// Returns the one child of SAML's own with this name.
pub(super) fn one<'a>(element: &'a Element, local: &'static str) -> Result<&'a Element, Refusal> {
    let mut all = element.named(ASSERTION, local);
    match (all.next(), all.next()) {
        (Some(one), None) => Ok(one),
        _ => Err(Refusal::Form(format!("not one {local} in {}", element.name.local))),
    }
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

/// Checks the address for which a signed message is, which it must name.
pub(super) fn check_destination(message: &Element, expected: &str) -> Result<(), Refusal> {
    match message.attribute("Destination").unwrap_or_default() {
        found if found == expected => Ok(()),
        found => Err(Refusal::Destination { expected: expected.to_owned(), found: shown(found) }),
    }
}

/// Returns the number of signatures anywhere in a message.
pub(super) fn signatures(root: &Element) -> usize {
    root.descendants().filter(|it| it.name.is(SIGNATURE, "Signature")).count()
}

/// Verifies a message whose one signature is that of the whole, and returns it as it was signed.
pub(super) fn verify_whole(root: &Element, certificates: &[Certificate]) -> Result<Element, Refusal> {
    let found = signature::of(root)?;
    match (found, signatures(root)) {
        (Some(found), 1) => signature::verify(found, root, &[], certificates),
        (None, 0) => Err(Refusal::Unsigned),
        _ => Err(Refusal::MisplacedSignature),
    }
}
