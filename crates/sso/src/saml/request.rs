//! Our requests for authentication and our metadata.

use super::claims::NameIdFormat;
use super::instant;
use super::names::{ASSERTION, METADATA, POST, PROTOCOL, REDIRECT};
use super::redirect::{self, REQUEST};
use crate::Seconds;
use crate::encoding::{base64, hex};
use crate::xml::{attribute, text};

/// This side of sign-in, for one identity provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServiceProvider {
    /// Our entity ID, which assertions must have as audience.
    pub entity_id: String,
    /// The address to which browsers post responses (the assertion consumer service).
    pub acs_url: String,
    /// The address to which browsers bring messages of single logout.
    pub slo_url: String,
}

/// A request for authentication.
#[derive(Debug, Clone, Copy)]
pub struct Request<'a> {
    pub service: &'a ServiceProvider,
    /// The ID, of [`Request::id_of`], which the response names as `InResponseTo`.
    pub id: &'a str,
    pub now: Seconds,
    /// The single sign-on address of the identity provider.
    pub sso_url: &'a str,
    /// The wanted format of the NameID; none leaves the choice to the provider, which most providers expect.
    pub name_id_format: Option<NameIdFormat>,
    /// A text of at most 80 bytes that comes back with the response.
    pub relay_state: Option<&'a str>,
}

/// A form that a browser posts to the identity provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Form {
    /// The address to post to.
    pub action: String,
    /// The fields with their values, in their order: `SAMLRequest`, and `RelayState` if there is one.
    pub fields: Vec<(&'static str, String)>,
}

impl Request<'_> {
    /// Returns an ID of 128 random bits that XML allows as an ID.
    pub fn id_of(random: [u8; 16]) -> String {
        format!("_{}", hex(&random))
    }

    /// Returns the address that a browser is redirected to (Bindings, section 3.4). Requests are not signed.
    pub fn redirect(&self) -> String {
        redirect::address(self.sso_url, REQUEST, &self.xml(), self.relay_state)
    }

    /// Returns the form that a browser posts (Bindings, section 3.5).
    pub fn form(&self) -> Form {
        let message = base64(self.xml().as_bytes());
        let state = self.relay_state.map(|it| ("RelayState", it.to_owned()));
        Form { action: self.sso_url.to_owned(), fields: std::iter::once((REQUEST, message)).chain(state).collect() }
    }

    fn xml(&self) -> String {
        let mut out = String::from("<samlp:AuthnRequest");
        attribute(&mut out, "xmlns:samlp", PROTOCOL);
        attribute(&mut out, "xmlns:saml", ASSERTION);
        attribute(&mut out, "ID", self.id);
        attribute(&mut out, "Version", "2.0");
        attribute(&mut out, "IssueInstant", &instant::write(self.now));
        attribute(&mut out, "Destination", self.sso_url);
        attribute(&mut out, "ProtocolBinding", POST);
        attribute(&mut out, "AssertionConsumerServiceURL", &self.service.acs_url);
        out.push_str("><saml:Issuer>");
        text(&mut out, &self.service.entity_id);
        out.push_str("</saml:Issuer><samlp:NameIDPolicy");
        if let Some(format) = self.name_id_format {
            attribute(&mut out, "Format", format.uri());
        }
        attribute(&mut out, "AllowCreate", "true");
        out.push_str("/></samlp:AuthnRequest>");
        out
    }
}

impl ServiceProvider {
    /// Returns our metadata, which administrators enter at the identity provider.
    pub fn metadata(&self) -> String {
        let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<md:EntityDescriptor");
        attribute(&mut out, "xmlns:md", METADATA);
        attribute(&mut out, "entityID", &self.entity_id);
        out.push_str(">\n  <md:SPSSODescriptor AuthnRequestsSigned=\"false\" WantAssertionsSigned=\"true\"");
        attribute(&mut out, "protocolSupportEnumeration", PROTOCOL);
        out.push_str(">\n");
        for binding in [REDIRECT, POST] {
            out.push_str("    <md:SingleLogoutService");
            attribute(&mut out, "Binding", binding);
            attribute(&mut out, "Location", &self.slo_url);
            out.push_str("/>\n");
        }
        for format in [NameIdFormat::Persistent, NameIdFormat::EmailAddress, NameIdFormat::Unspecified] {
            out.push_str("    <md:NameIDFormat>");
            text(&mut out, format.uri());
            out.push_str("</md:NameIDFormat>\n");
        }
        out.push_str("    <md:AssertionConsumerService index=\"0\" isDefault=\"true\"");
        attribute(&mut out, "Binding", POST);
        attribute(&mut out, "Location", &self.acs_url);
        out.push_str("/>\n  </md:SPSSODescriptor>\n</md:EntityDescriptor>\n");
        out
    }
}
