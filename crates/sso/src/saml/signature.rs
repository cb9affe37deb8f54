//! XML signatures in the one form that is accepted: enveloped, of the parent, by a pinned certificate.

use subtle::ConstantTimeEq as _;

use super::names::{ENVELOPED, EXCLUSIVE, SIGNATURE};
use super::refusal::{Refusal, shown};
use crate::certificate::Certificate;
use crate::encoding::from_base64;
use crate::keys::{Hash, Scheme};
use crate::xml::{self, Element, Limits};

/// The maximum number of prefixes that a canonicalization includes.
const MAX_PREFIXES: usize = 32;

/// Returns the signature that is a direct child of an element.
///
/// # Errors
/// [`Refusal::MisplacedSignature`] for several.
pub(super) fn of(element: &Element) -> Result<Option<&Element>, Refusal> {
    let mut all = element.named(SIGNATURE, "Signature");
    let first = all.next();
    if all.next().is_some() { Err(Refusal::MisplacedSignature) } else { Ok(first) }
}

/// Verifies the signature of its parent, and returns the parent as it was signed: read again from the canonical bytes
/// whose digest the signature covers, without the signature.
///
/// `ancestors` are those of the parent, outermost first.
///
/// # Errors
/// The first rule of the profile that the signature breaks.
pub(super) fn verify(
    signature: &Element,
    parent: &Element,
    ancestors: &[&Element],
    certificates: &[Certificate],
) -> Result<Element, Refusal> {
    let [info, value] = parts(signature)?;
    let around: Vec<&Element> = ancestors.iter().copied().chain([parent, signature]).collect();
    let method = child(info, 0, SIGNATURE, "CanonicalizationMethod")?;
    let signed = xml::canonical(info, &around, &exclusive(method)?, None);
    let scheme = scheme(child(info, 1, SIGNATURE, "SignatureMethod")?)?;
    let value = value.text().and_then(|it| from_base64(&it)).ok_or(Refusal::SignatureForm("no SignatureValue"))?;
    if !certificates.iter().any(|it| it.key.verifies(scheme, signed.as_bytes(), &value)) {
        return Err(Refusal::Signature { certificates: certificates.len() });
    }
    let info = xml::read(signed.as_bytes(), &Limits::MESSAGE)?;
    let reference = Reference::read(&info)?;
    if parent.attribute("ID").is_none_or(|id| id.is_empty() || reference.uri != format!("#{id}")) {
        return Err(Refusal::SignatureForm("the reference is not to the parent of the signature"));
    }
    let inclusive: Vec<&str> = reference.inclusive.iter().map(String::as_str).collect();
    let canonical = xml::canonical(parent, ancestors, &inclusive, Some(signature));
    let digest = reference.hash.digest(canonical.as_bytes());
    if !bool::from(digest.ct_eq(&reference.digest)) {
        return Err(Refusal::Digest);
    }
    Ok(xml::read(canonical.as_bytes(), &Limits::MESSAGE)?)
}

/// Returns `SignedInfo` and `SignatureValue` of a signature that has nothing else but `KeyInfo`, which has no meaning.
fn parts(signature: &Element) -> Result<[&Element; 2], Refusal> {
    let wrong = Refusal::SignatureForm("a part other than SignedInfo, SignatureValue and KeyInfo");
    let children: Vec<&Element> = signature.elements().collect();
    let expected = ["SignedInfo", "SignatureValue", "KeyInfo"];
    let fits = children.iter().zip(expected).all(|(child, name)| child.name.is(SIGNATURE, name));
    match children[..] {
        [info, value] | [info, value, _] if fits && !signature.has_own_text() => Ok([info, value]),
        _ => Err(wrong),
    }
}

/// The one reference of a signature.
struct Reference {
    uri: String,
    hash: Hash,
    digest: Vec<u8>,
    inclusive: Vec<String>,
}

impl Reference {
    fn read(info: &Element) -> Result<Self, Refusal> {
        if info.elements().count() != 3 || info.has_own_text() {
            return Err(Refusal::SignatureForm("not exactly one reference"));
        }
        let reference = child(info, 2, SIGNATURE, "Reference")?;
        if reference.elements().count() != 3 || reference.has_own_text() {
            return Err(Refusal::SignatureForm("a reference without transforms, digest method and digest"));
        }
        let uri = reference.attribute("URI").unwrap_or_default().to_owned();
        let transforms = child(reference, 0, SIGNATURE, "Transforms")?;
        let inclusive = self::transforms(transforms)?.into_iter().map(str::to_owned).collect();
        let hash = digest_method(child(reference, 1, SIGNATURE, "DigestMethod")?)?;
        let digest = child(reference, 2, SIGNATURE, "DigestValue")?.text().and_then(|it| from_base64(&it));
        let digest = digest.ok_or(Refusal::SignatureForm("no DigestValue"))?;
        Ok(Self { uri, hash, digest, inclusive })
    }
}

/// Returns the child element at a place if it has that name.
fn child<'a>(element: &'a Element, at: usize, namespace: &str, local: &str) -> Result<&'a Element, Refusal> {
    let found = element.elements().nth(at).filter(|it| it.name.is(namespace, local));
    found.ok_or(Refusal::SignatureForm("its parts are not in the order of the standard"))
}

/// Returns the prefixes that a transformation by enveloped signature and exclusive canonicalization includes.
fn transforms(transforms: &Element) -> Result<Vec<&str>, Refusal> {
    let all: Vec<&Element> = transforms.elements().collect();
    let unknown = all.iter().find(|it| ![ENVELOPED, EXCLUSIVE].contains(&algorithm(it)));
    if let Some(unknown) = unknown {
        return Err(Refusal::Algorithm(shown(algorithm(unknown))));
    }
    let wrong = Refusal::SignatureForm("the transforms are not enveloped signature and exclusive canonicalization");
    match all[..] {
        [enveloped, canonical]
            if enveloped.name.is(SIGNATURE, "Transform")
                && canonical.name.is(SIGNATURE, "Transform")
                && algorithm(enveloped) == ENVELOPED
                && enveloped.elements().next().is_none() =>
        {
            exclusive(canonical)
        }
        _ => Err(wrong),
    }
}

/// Returns the prefixes that an exclusive canonicalization includes.
fn exclusive(method: &Element) -> Result<Vec<&str>, Refusal> {
    if algorithm(method) != EXCLUSIVE {
        return Err(Refusal::Algorithm(shown(algorithm(method))));
    }
    let parameters: Vec<&Element> = method.elements().collect();
    match parameters[..] {
        [] => Ok(Vec::new()),
        [list] if list.name.is(EXCLUSIVE, "InclusiveNamespaces") && list.elements().next().is_none() => {
            let prefixes: Vec<&str> = list.attribute("PrefixList").unwrap_or_default().split_whitespace().collect();
            if prefixes.len() > MAX_PREFIXES {
                return Err(Refusal::SignatureForm("too many prefixes in the canonicalization"));
            }
            Ok(prefixes)
        }
        _ => Err(Refusal::SignatureForm("an unknown parameter of the canonicalization")),
    }
}

fn scheme(method: &Element) -> Result<Scheme, Refusal> {
    if method.elements().next().is_some() {
        return Err(Refusal::SignatureForm("a parameter of the signature method"));
    }
    scheme_of(algorithm(method))
}

/// Returns the scheme with that identifier.
pub(super) fn scheme_of(name: &str) -> Result<Scheme, Refusal> {
    match name.strip_prefix("http://www.w3.org/2001/04/xmldsig-more#") {
        Some("rsa-sha256") => Ok(Scheme::Rsa(Hash::Sha256)),
        Some("rsa-sha384") => Ok(Scheme::Rsa(Hash::Sha384)),
        Some("rsa-sha512") => Ok(Scheme::Rsa(Hash::Sha512)),
        Some("ecdsa-sha256") => Ok(Scheme::Ecdsa(Hash::Sha256)),
        Some("ecdsa-sha384") => Ok(Scheme::Ecdsa(Hash::Sha384)),
        _ => Err(Refusal::Algorithm(shown(name))),
    }
}

fn digest_method(method: &Element) -> Result<Hash, Refusal> {
    match algorithm(method) {
        "http://www.w3.org/2001/04/xmlenc#sha256" => Ok(Hash::Sha256),
        "http://www.w3.org/2001/04/xmldsig-more#sha384" => Ok(Hash::Sha384),
        "http://www.w3.org/2001/04/xmlenc#sha512" => Ok(Hash::Sha512),
        other => Err(Refusal::Algorithm(shown(other))),
    }
}

fn algorithm(method: &Element) -> &str {
    method.attribute("Algorithm").unwrap_or_default()
}
