//! Namespaces and identifiers of SAML and of XML signatures.

pub(super) const PROTOCOL: &str = "urn:oasis:names:tc:SAML:2.0:protocol";
pub(super) const ASSERTION: &str = "urn:oasis:names:tc:SAML:2.0:assertion";
pub(super) const METADATA: &str = "urn:oasis:names:tc:SAML:2.0:metadata";
pub(super) const SIGNATURE: &str = "http://www.w3.org/2000/09/xmldsig#";
/// Exclusive canonicalization without comments, and the namespace of its parameter.
pub(super) const EXCLUSIVE: &str = "http://www.w3.org/2001/10/xml-exc-c14n#";
pub(super) const ENVELOPED: &str = "http://www.w3.org/2000/09/xmldsig#enveloped-signature";

pub(super) const SUCCESS: &str = "urn:oasis:names:tc:SAML:2.0:status:Success";
pub(super) const BEARER: &str = "urn:oasis:names:tc:SAML:2.0:cm:bearer";
pub(super) const ENTITY: &str = "urn:oasis:names:tc:SAML:2.0:nameid-format:entity";

pub(super) const REDIRECT: &str = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect";
pub(super) const POST: &str = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST";
