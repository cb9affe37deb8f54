//! The metadata of identity providers, as administrators paste it or name its address.
//!
//! A signature of the metadata has no meaning here: it is believed because an administrator brought it.

use super::instant;
use super::names::{METADATA, POST, PROTOCOL, REDIRECT, SIGNATURE};
use crate::Seconds;
use crate::certificate::{Certificate, CertificateError};
use crate::xml::{self, Element, Limits};

/// An identity provider as its metadata describes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdentityProvider {
    pub entity_id: String,
    /// The single sign-on address.
    pub sso_url: String,
    /// The way in which requests go to that address.
    pub binding: Binding,
    /// The addresses of single logout for the binding HTTP-Redirect; none if one can't be used, as sign-in does not need
    /// them.
    pub logout: Option<LogoutAddresses>,
    /// The certificates whose signatures are believed, at least one.
    pub certificates: Vec<Certificate>,
    /// The identifiers of the formats of NameIDs that it says it knows.
    pub name_id_formats: Vec<String>,
    /// Tells that it demands signed requests, which are not sent from here.
    pub wants_signed_requests: bool,
    /// The time after which the metadata should be read again.
    pub valid_until: Option<Seconds>,
}

/// The addresses of single logout of an identity provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogoutAddresses {
    /// The address for requests.
    pub requests: String,
    /// The address for answers; often the same.
    pub answers: String,
}

/// A way in which a request goes to an identity provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Binding {
    /// As part of an address ([`Request::redirect`](super::Request::redirect)).
    Redirect,
    /// As a form that the browser posts ([`Request::form`](super::Request::form)).
    Post,
}

/// A fault of metadata.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MetadataError {
    #[error("the metadata can't be read: {0}")]
    Xml(#[from] xml::Error),
    #[error("this is no metadata of SAML 2.0: the outermost element is {0:?}, not EntityDescriptor")]
    Other(String),
    #[error("the metadata describes no identity provider (it has no IDPSSODescriptor)")]
    NoProvider,
    #[error("the metadata describes {0} identity providers: bring that of one alone")]
    Several(usize),
    #[error("the identity provider has no entityID")]
    NoEntityId,
    #[error("the identity provider has no single sign-on address for HTTP-Redirect or HTTP-POST")]
    NoAddress,
    #[error("the single sign-on address {0:?} is no address that begins with https:// or http://")]
    Address(String),
    #[error("the identity provider has no certificate for signatures")]
    NoCertificate,
    #[error("the certificate of the identity provider: {0}")]
    Certificate(CertificateError),
}

/// Reads metadata of one identity provider, alone or as the only one of an aggregate.
///
/// # Errors
/// A sentence that names the missing part.
pub fn read_metadata(text: &str) -> Result<IdentityProvider, MetadataError> {
    let root = xml::read(text.trim_start().as_bytes(), &Limits::METADATA)?;
    if !["EntityDescriptor", "EntitiesDescriptor"].iter().any(|it| root.name.is(METADATA, it)) {
        return Err(MetadataError::Other(root.name.local.chars().take(100).collect()));
    }
    let entities = root.descendants().filter(|it| it.name.is(METADATA, "EntityDescriptor"));
    let all: Vec<_> = entities.filter_map(|entity| Some((entity, role(entity)?))).collect();
    match all[..] {
        [(entity, role)] => provider(entity, role),
        [] => Err(MetadataError::NoProvider),
        _ => Err(MetadataError::Several(all.len())),
    }
}

/// Returns the part of an entity that makes it an identity provider of SAML 2.0.
fn role(entity: &Element) -> Option<&Element> {
    let speaks = |it: &Element| {
        let protocols = it.attribute("protocolSupportEnumeration");
        protocols.is_none_or(|it| it.split_whitespace().any(|protocol| protocol == PROTOCOL))
    };
    entity.named(METADATA, "IDPSSODescriptor").find(|it| speaks(it))
}

fn provider(entity: &Element, role: &Element) -> Result<IdentityProvider, MetadataError> {
    let entity_id = entity.attribute("entityID").filter(|it| !it.is_empty()).ok_or(MetadataError::NoEntityId)?;
    let (sso_url, binding) = address(role)?;
    Ok(IdentityProvider {
        entity_id: entity_id.to_owned(),
        sso_url,
        binding,
        logout: logout(role),
        certificates: certificates(role)?,
        name_id_formats: role.named(METADATA, "NameIDFormat").filter_map(Element::text).collect(),
        wants_signed_requests: matches!(role.attribute("WantAuthnRequestsSigned"), Some("true" | "1")),
        valid_until: entity.attribute("validUntil").and_then(instant::read),
    })
}

fn address(role: &Element) -> Result<(String, Binding), MetadataError> {
    let location = |binding: &str| {
        let mut all = role.named(METADATA, "SingleSignOnService");
        all.find(|it| it.attribute("Binding") == Some(binding)).and_then(|it| it.attribute("Location"))
    };
    let redirect = location(REDIRECT).map(|it| (it, Binding::Redirect));
    let (found, binding) =
        redirect.or_else(|| location(POST).map(|it| (it, Binding::Post))).ok_or(MetadataError::NoAddress)?;
    if is_web(found) {
        Ok((found.to_owned(), binding))
    } else {
        Err(MetadataError::Address(found.chars().take(200).collect()))
    }
}

fn is_web(address: &str) -> bool {
    url::Url::parse(address).is_ok_and(|it| ["http", "https"].contains(&it.scheme()))
}

fn logout(role: &Element) -> Option<LogoutAddresses> {
    let mut all = role.named(METADATA, "SingleLogoutService");
    let service = all.find(|it| it.attribute("Binding") == Some(REDIRECT))?;
    let requests = service.attribute("Location").filter(|it| is_web(it))?;
    let answers = service.attribute("ResponseLocation").filter(|it| is_web(it)).unwrap_or(requests);
    Some(LogoutAddresses { requests: requests.to_owned(), answers: answers.to_owned() })
}

/// Returns the certificates for signatures, each once. Those of kinds that are not supported count only if no other is
/// there.
fn certificates(role: &Element) -> Result<Vec<Certificate>, MetadataError> {
    let keys = role.named(METADATA, "KeyDescriptor").filter(|it| it.attribute("use").is_none_or(|it| it == "signing"));
    let infos = keys.flat_map(|it| it.named(SIGNATURE, "KeyInfo"));
    let texts =
        infos.flat_map(|it| it.named(SIGNATURE, "X509Data")).flat_map(|it| it.named(SIGNATURE, "X509Certificate"));
    let mut found: Vec<Certificate> = Vec::new();
    let mut fault = MetadataError::NoCertificate;
    for text in texts {
        match Certificate::read(&text.text().unwrap_or_default()) {
            Ok(certificate) if found.contains(&certificate) => {}
            Ok(certificate) => found.push(certificate),
            Err(error) => fault = MetadataError::Certificate(error),
        }
    }
    if found.is_empty() { Err(fault) } else { Ok(found) }
}
