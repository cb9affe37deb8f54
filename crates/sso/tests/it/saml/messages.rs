//! Responses as an identity provider writes them, in canonical form, so that a digest is that of the text itself.

use std::io::Read as _;
use std::sync::LazyLock;

use base64::Engine as _;
use quire_sso::certificate::Certificate;
use quire_sso::saml::{Expected, InResponseTo};
use ring::rand::SystemRandom;
use ring::signature::{self, EcdsaKeyPair, RsaKeyPair};

/// The time at which messages are read: 2026-01-15T12:00:00Z.
pub(crate) const NOW: i64 = 1_768_478_400;
pub(crate) const ISSUER: &str = "https://idp.example.com/metadata";
pub(crate) const AUDIENCE: &str = "https://docs.example.com/saml/acme";
pub(crate) const ACS: &str = "https://docs.example.com/saml/acme/acs";
pub(crate) const SLO: &str = "https://docs.example.com/saml/acme/logout";
pub(crate) const REQUEST: &str = "_request-1";

pub(crate) fn base64(bytes: &[u8]) -> String {
    base64::engine::general_purpose::STANDARD.encode(bytes)
}

pub(crate) fn certificate(pem: &str) -> Certificate {
    Certificate::read(pem).unwrap()
}

pub(crate) fn inflate(value: &str) -> String {
    let bytes = base64::engine::general_purpose::STANDARD.decode(value).unwrap();
    let mut out = String::new();
    flate2::read::DeflateDecoder::new(&bytes[..]).read_to_string(&mut out).unwrap();
    out
}

pub(crate) fn expected() -> Expected<'static> {
    static CERTIFICATES: LazyLock<Vec<Certificate>> =
        LazyLock::new(|| vec![certificate(include_str!("../fixtures/rsa.crt"))]);
    Expected {
        issuer: ISSUER,
        certificates: &CERTIFICATES,
        audience: AUDIENCE,
        acs_url: ACS,
        in_response_to: InResponseTo::Request(REQUEST),
        now: NOW,
    }
}

/// A key that signs messages.
pub(crate) enum Key {
    Rsa(RsaKeyPair),
    Ecdsa(EcdsaKeyPair),
}

fn pkcs8(pem: &str) -> Vec<u8> {
    let body: String = pem.lines().filter(|line| !line.starts_with("-----")).collect();
    base64::engine::general_purpose::STANDARD.decode(body).unwrap()
}

impl Key {
    pub(crate) fn rsa(pem: &str) -> Self {
        Self::Rsa(RsaKeyPair::from_pkcs8(&pkcs8(pem)).unwrap())
    }

    pub(crate) fn ecdsa(pem: &str, algorithm: &'static signature::EcdsaSigningAlgorithm) -> Self {
        Self::Ecdsa(EcdsaKeyPair::from_pkcs8(algorithm, &pkcs8(pem), &SystemRandom::new()).unwrap())
    }

    /// The key of the provider that the fixture expects.
    pub(crate) fn idp() -> Self {
        Self::rsa(include_str!("../fixtures/rsa.key"))
    }

    pub(crate) fn other() -> Self {
        Self::rsa(include_str!("../fixtures/other.key"))
    }

    pub(crate) fn sign(&self, message: &[u8], method: &str) -> Vec<u8> {
        match self {
            Self::Rsa(key) => {
                let padding: &dyn signature::RsaEncoding = match method {
                    _ if method.ends_with("sha384") => &signature::RSA_PKCS1_SHA384,
                    _ if method.ends_with("sha512") => &signature::RSA_PKCS1_SHA512,
                    _ => &signature::RSA_PKCS1_SHA256,
                };
                let mut out = vec![0; key.public().modulus_len()];
                key.sign(padding, &SystemRandom::new(), message, &mut out).unwrap();
                out
            }
            Self::Ecdsa(key) => key.sign(&SystemRandom::new(), message).unwrap().as_ref().to_vec(),
        }
    }
}

/// The form of a signature. The default is the one that is accepted.
#[derive(Clone)]
pub(crate) struct Form {
    pub(crate) canonicalization: String,
    pub(crate) method: String,
    pub(crate) transforms: String,
    pub(crate) digest_method: String,
    pub(crate) uri: Option<String>,
    /// References beside the one to the signed element, as XML.
    pub(crate) more: String,
    /// The content behind the value, such as `KeyInfo`.
    pub(crate) tail: String,
}

pub(crate) const EXCLUSIVE: &str = "http://www.w3.org/2001/10/xml-exc-c14n#";
pub(crate) const ENVELOPED: &str = "http://www.w3.org/2000/09/xmldsig#enveloped-signature";

pub(crate) fn transform(algorithm: &str) -> String {
    format!("<ds:Transform Algorithm=\"{algorithm}\"></ds:Transform>")
}

impl Default for Form {
    fn default() -> Self {
        Self {
            canonicalization: EXCLUSIVE.to_owned(),
            method: "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256".to_owned(),
            transforms: transform(ENVELOPED) + &transform(EXCLUSIVE),
            digest_method: "http://www.w3.org/2001/04/xmlenc#sha256".to_owned(),
            uri: None,
            more: String::new(),
            tail: String::new(),
        }
    }
}

fn digest(method: &str, bytes: &[u8]) -> String {
    let algorithm = match method {
        _ if method.ends_with("sha384") => &ring::digest::SHA384,
        _ if method.ends_with("sha512") => &ring::digest::SHA512,
        _ if method.ends_with("sha1") => &ring::digest::SHA1_FOR_LEGACY_USE_ONLY,
        _ => &ring::digest::SHA256,
    };
    base64(ring::digest::digest(algorithm, bytes).as_ref())
}

impl Form {
    /// Returns the element `Signature` over a canonical text with that ID.
    pub(crate) fn signature(&self, key: &Key, canonical: &str, id: &str) -> String {
        let digest = digest(&self.digest_method, canonical.as_bytes());
        let uri = self.uri.clone().unwrap_or_else(|| format!("#{id}"));
        let parts = format!(
            "<ds:CanonicalizationMethod Algorithm=\"{}\"></ds:CanonicalizationMethod>\
             <ds:SignatureMethod Algorithm=\"{}\"></ds:SignatureMethod><ds:Reference URI=\"{uri}\"><ds:Transforms>{}\
             </ds:Transforms><ds:DigestMethod Algorithm=\"{}\"></ds:DigestMethod><ds:DigestValue>{digest}\
             </ds:DigestValue></ds:Reference>{}</ds:SignedInfo>",
            self.canonicalization, self.method, self.transforms, self.digest_method, self.more,
        );
        let namespace = "xmlns:ds=\"http://www.w3.org/2000/09/xmldsig#\"";
        let value = base64(&key.sign(format!("<ds:SignedInfo {namespace}>{parts}").as_bytes(), &self.method));
        format!(
            "<ds:Signature {namespace}><ds:SignedInfo>{parts}<ds:SignatureValue>{value}</ds:SignatureValue>{}\
             </ds:Signature>",
            self.tail
        )
    }
}

/// A response, of which tests change parts.
#[derive(Clone)]
pub(crate) struct Draft {
    pub(crate) response_id: String,
    pub(crate) assertion_id: String,
    /// Attributes of the response between `ID` and `IssueInstant`, by name; `None` leaves one out.
    pub(crate) destination: Option<String>,
    pub(crate) in_response_to: Option<String>,
    pub(crate) status: String,
    pub(crate) issuer: String,
    pub(crate) name_id: String,
    pub(crate) confirmation: String,
    pub(crate) conditions: String,
    pub(crate) statements: String,
    pub(crate) signs_assertion: bool,
    pub(crate) signs_response: bool,
    pub(crate) form: Form,
}

pub(crate) const EMAIL_FORMAT: &str = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress";

pub(crate) fn name_id(format: &str, value: &str) -> String {
    format!("<saml:NameID Format=\"{format}\">{value}</saml:NameID>")
}

pub(crate) fn confirmation(in_response_to: &str, until: &str, recipient: &str) -> String {
    format!(
        "<saml:SubjectConfirmation Method=\"urn:oasis:names:tc:SAML:2.0:cm:bearer\"><saml:SubjectConfirmationData \
         InResponseTo=\"{in_response_to}\" NotOnOrAfter=\"{until}\" Recipient=\"{recipient}\">\
         </saml:SubjectConfirmationData></saml:SubjectConfirmation>"
    )
}

pub(crate) fn conditions(from: &str, until: &str, content: &str) -> String {
    format!("<saml:Conditions NotBefore=\"{from}\" NotOnOrAfter=\"{until}\">{content}</saml:Conditions>")
}

pub(crate) fn audience(value: &str) -> String {
    format!("<saml:AudienceRestriction><saml:Audience>{value}</saml:Audience></saml:AudienceRestriction>")
}

pub(crate) const SESSION: &str = "<saml:AuthnStatement AuthnInstant=\"2026-01-15T11:59:50Z\" SessionIndex=\"_session-1\">\
    <saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password\
    </saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>";

pub(crate) fn attribute(name: &str, values: &[&str]) -> String {
    let values: String = values.iter().map(|it| format!("<saml:AttributeValue>{it}</saml:AttributeValue>")).collect();
    format!("<saml:Attribute Name=\"{name}\">{values}</saml:Attribute>")
}

impl Default for Draft {
    fn default() -> Self {
        Self {
            response_id: "_response-1".to_owned(),
            assertion_id: "_assertion-1".to_owned(),
            destination: Some(ACS.to_owned()),
            in_response_to: Some(REQUEST.to_owned()),
            status: "<samlp:StatusCode Value=\"urn:oasis:names:tc:SAML:2.0:status:Success\"></samlp:StatusCode>"
                .to_owned(),
            issuer: ISSUER.to_owned(),
            name_id: name_id(EMAIL_FORMAT, "ada@example.com"),
            confirmation: confirmation(REQUEST, "2026-01-15T12:05:00Z", ACS),
            conditions: conditions("2026-01-15T11:59:00Z", "2026-01-15T12:05:00Z", &audience(AUDIENCE)),
            statements: format!(
                "{SESSION}<saml:AttributeStatement>{}{}</saml:AttributeStatement>",
                attribute("displayName", &["Ada Lovelace"]),
                attribute("groups", &["writers", "admins"])
            ),
            signs_assertion: true,
            signs_response: false,
            form: Form::default(),
        }
    }
}

impl Draft {
    /// A draft of which only the response is signed.
    pub(crate) fn signed_response() -> Self {
        Self { signs_assertion: false, signs_response: true, ..Self::default() }
    }

    /// Returns the assertion with `signature` behind its issuer.
    pub(crate) fn assertion(&self, signature: &str) -> String {
        format!(
            "<saml:Assertion xmlns:saml=\"urn:oasis:names:tc:SAML:2.0:assertion\" ID=\"{}\" \
             IssueInstant=\"2026-01-15T11:59:55.123Z\" Version=\"2.0\"><saml:Issuer>{}</saml:Issuer>{signature}\
             <saml:Subject>{}{}</saml:Subject>{}{}</saml:Assertion>",
            self.assertion_id, self.issuer, self.name_id, self.confirmation, self.conditions, self.statements
        )
    }

    /// Returns the assertion as it is sent: signed, if it is to be.
    pub(crate) fn sent_assertion(&self, key: &Key) -> String {
        let signature = self.form.signature(key, &self.assertion(""), &self.assertion_id);
        self.assertion(if self.signs_assertion { &signature } else { "" })
    }

    /// Returns the response around some content, with `signature` behind its issuer.
    pub(crate) fn response(&self, signature: &str, content: &str) -> String {
        let attribute = |name: &str, value: &Option<String>| {
            value.as_ref().map(|it| format!(" {name}=\"{it}\"")).unwrap_or_default()
        };
        format!(
            "<samlp:Response xmlns:samlp=\"urn:oasis:names:tc:SAML:2.0:protocol\"{} ID=\"{}\"{} \
             IssueInstant=\"2026-01-15T11:59:55Z\" Version=\"2.0\">\
             <saml:Issuer xmlns:saml=\"urn:oasis:names:tc:SAML:2.0:assertion\">{}</saml:Issuer>{signature}\
             <samlp:Status>{}</samlp:Status>{content}</samlp:Response>",
            attribute("Destination", &self.destination),
            self.response_id,
            attribute("InResponseTo", &self.in_response_to),
            self.issuer,
            self.status
        )
    }

    /// Returns the response around some content, signed with the key if it is to be.
    pub(crate) fn sent(&self, key: &Key, content: &str) -> String {
        let signature = self.form.signature(key, &self.response("", content), &self.response_id);
        self.response(if self.signs_response { &signature } else { "" }, content)
    }

    pub(crate) fn xml_by(&self, key: &Key) -> String {
        self.sent(key, &self.sent_assertion(key))
    }

    pub(crate) fn xml(&self) -> String {
        self.xml_by(&Key::idp())
    }
}
