//! Messages as parts of addresses: the binding HTTP-Redirect (Bindings, section 3.4), out and in.
//!
//! The signature of such a message is over the query as it was sent, not over the XML, which has none of its own. What is
//! read here is exactly what was signed: each parameter counts once, and those that the standard does not sign mean nothing.

use std::io::{Read as _, Write as _};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use url::form_urlencoded::{Serializer, parse};

use super::refusal::Refusal;
use super::signature::scheme_of;
use crate::certificate::Certificate;
use crate::encoding::{base64, from_base64};
use crate::xml::{self, Limits};

/// The encoding of messages that everybody understands, and the only one.
const DEFLATE: &str = "urn:oasis:names:tc:SAML:2.0:bindings:URL-Encoding:DEFLATE";

/// The kind of a message, by the name of its parameter.
pub(super) const REQUEST: &str = "SAMLRequest";
/// The kind of a message, by the name of its parameter.
pub(super) const RESPONSE: &str = "SAMLResponse";

/// Returns the address at which an endpoint gets a message, which is not signed.
pub(super) fn address(endpoint: &str, parameter: &str, message: &str, relay_state: Option<&str>) -> String {
    let mut query = Serializer::new(String::new());
    query.append_pair(parameter, &base64(&deflate(message.as_bytes())));
    if let Some(state) = relay_state {
        query.append_pair("RelayState", state);
    }
    let (endpoint, fragment) = endpoint.split_once('#').map_or((endpoint, None), |(it, end)| (it, Some(end)));
    let joint = match endpoint.split_once('?') {
        None => "?",
        Some((_, known)) if known.is_empty() || known.ends_with('&') => "",
        Some(_) => "&",
    };
    let fragment = fragment.map(|it| format!("#{it}")).unwrap_or_default();
    format!("{endpoint}{joint}{}{fragment}", query.finish())
}

/// A query whose signature was verified.
pub(super) struct Signed {
    /// The message in XML.
    pub(super) message: Vec<u8>,
    pub(super) relay_state: Option<String>,
}

/// Verifies the signature of a query, as the browser sent it, and returns what it covers.
pub(super) fn verify(query: &str, parameter: &str, certificates: &[Certificate]) -> Result<Signed, Refusal> {
    if query.len() > Limits::MESSAGE.bytes {
        return Err(xml::Error::Bytes(Limits::MESSAGE.bytes).into());
    }
    if raw(query, "SAMLEncoding")?.is_some_and(|it| decoded(it) != DEFLATE) {
        return Err(Refusal::Form("another encoding in the address".to_owned()));
    }
    let names = [parameter, "RelayState", "SigAlg"];
    let mut signed = Vec::new();
    for name in names {
        if let Some(value) = raw(query, name)? {
            signed.push(format!("{name}={value}"));
        }
    }
    let (Some(algorithm), Some(value)) = (raw(query, "SigAlg")?, raw(query, "Signature")?) else {
        return Err(Refusal::Unsigned);
    };
    let scheme = scheme_of(&decoded(algorithm))?;
    let value = from_base64(&decoded(value)).ok_or(Refusal::SignatureForm("the value is not base64"))?;
    let signed = signed.join("&");
    if !certificates.iter().any(|it| it.key.verifies(scheme, signed.as_bytes(), &value)) {
        return Err(Refusal::Signature { certificates: certificates.len() });
    }
    Ok(Signed { message: message(query, parameter)?, relay_state: raw(query, "RelayState")?.map(decoded) })
}

/// Returns the message of a query in XML. Nothing is verified.
pub(super) fn message(query: &str, parameter: &str) -> Result<Vec<u8>, Refusal> {
    let value = raw(query, parameter)?.unwrap_or_default();
    inflate(&from_base64(&decoded(value)).ok_or(Refusal::NotBase64)?)
}

/// Returns the value of a parameter as it was sent.
fn raw<'a>(query: &'a str, name: &str) -> Result<Option<&'a str>, Refusal> {
    // A name that is written with escapes is another text than the one that is signed, and so another parameter.
    let values = query.split('&').filter_map(|pair| pair.split_once('='));
    let mut found = values.filter(|(it, _)| *it == name).map(|(_, value)| value);
    match (found.next(), found.next()) {
        (first, None) => Ok(first),
        _ => Err(Refusal::Form(format!("{name} more than once in the address"))),
    }
}

fn decoded(value: &str) -> String {
    parse(format!("v={value}").as_bytes()).next().map(|(_, value)| value.into_owned()).unwrap_or_default()
}

/// Returns bytes compressed without a header (RFC 1951).
fn deflate(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    // Writing into memory does not fail.
    let written = encoder.write_all(bytes);
    debug_assert!(written.is_ok());
    encoder.finish().unwrap_or_default()
}

/// Returns compressed bytes as they were, within the bounds of a message.
fn inflate(bytes: &[u8]) -> Result<Vec<u8>, Refusal> {
    let most = Limits::MESSAGE.bytes;
    let mut out = Vec::new();
    let read = DeflateDecoder::new(bytes).take(most as u64 + 1).read_to_end(&mut out);
    match read {
        Err(_) => Err(Refusal::NotDeflated),
        Ok(size) if size > most => Err(xml::Error::Bytes(most).into()),
        Ok(_) => Ok(out),
    }
}
