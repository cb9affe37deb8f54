//! Reasons to refuse a message.

use crate::xml;

/// A reason to refuse a message, with a stable [`code`](Self::code), a sentence for the log (its `Display`) and an
/// [`advice`](Self::advice) for an administrator. Texts from the message are cut and have no control characters.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    #[error("the message is not base64")]
    NotBase64,
    #[error("the message is not compressed by DEFLATE")]
    NotDeflated,
    #[error("{0}")]
    Xml(xml::Error),
    #[error("the message has a comment")]
    Comment,
    #[error("the message is not the one of SAML 2.0 that belongs here, or has a part that does not: {0}")]
    Form(String),
    #[error("two elements have the same ID {0:?}")]
    DuplicateId(String),
    #[error("the identity provider reports {status:?} with the message {message:?}")]
    Status { status: String, message: String },
    #[error("the message is from {found:?}, not from {expected:?}")]
    Issuer { expected: String, found: String },
    #[error("the message is for the address {found:?}, not for {expected:?}")]
    Destination { expected: String, found: String },
    #[error("the response answers the request {found:?}, not the request of this browser")]
    InResponseTo { found: String },
    #[error("the response answers no request")]
    Unsolicited,
    #[error("the response has no assertion")]
    NoAssertion,
    #[error("the message has more than one assertion, or one where none belongs")]
    Assertions,
    #[error("the assertion is encrypted")]
    Encrypted,
    #[error("nothing in the message is signed")]
    Unsigned,
    #[error("the message has a signature where none belongs")]
    MisplacedSignature,
    #[error("the signature has a form that is not accepted: {0}")]
    SignatureForm(&'static str),
    #[error("the signature uses an algorithm that is not accepted: {0:?}")]
    Algorithm(String),
    #[error("the signature is not of one of the {certificates} certificates of this provider")]
    Signature { certificates: usize },
    #[error("the signed part was changed: its digest differs")]
    Digest,
    #[error("the assertion is for {found:?}, not for {expected:?}")]
    Audience { expected: String, found: String },
    #[error("the assertion is for the recipient {found:?}, not for {expected:?}")]
    Recipient { expected: String, found: String },
    #[error("the assertion has no confirmation of its subject by the method bearer")]
    NoBearer,
    #[error("the assertion has a condition that is not understood: {0:?}")]
    Condition(String),
    #[error("the assertion has no time {0}, or one that is none in UTC")]
    Time(&'static str),
    #[error("the assertion is valid from {0} seconds from now")]
    NotYet(i64),
    #[error("the assertion expired {0} seconds ago")]
    Expired(i64),
    #[error("the subject has no NameID that is a text of 1 to 1024 characters")]
    NameId,
    #[error("the format of the NameID is {0:?}")]
    NameIdFormat(String),
    #[error("the NameID is qualified by {0:?}")]
    Qualifier(String),
}

impl Refusal {
    /// Returns the stable name of the reason, such as `audience`.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NotBase64 => "not-base64",
            Self::NotDeflated => "not-deflated",
            Self::Xml(xml::Error::Doctype | xml::Error::Entity) => "xml-entities",
            Self::Xml(_) => "xml",
            Self::Comment => "comment",
            Self::Form(_) => "form",
            Self::DuplicateId(_) => "duplicate-id",
            Self::Status { .. } => "status",
            Self::Issuer { .. } => "issuer",
            Self::Destination { .. } => "destination",
            Self::InResponseTo { .. } => "in-response-to",
            Self::Unsolicited => "unsolicited",
            Self::NoAssertion => "no-assertion",
            Self::Assertions => "assertions",
            Self::Encrypted => "encrypted-assertion",
            Self::Unsigned => "unsigned",
            Self::MisplacedSignature => "misplaced-signature",
            Self::SignatureForm(_) => "signature-form",
            Self::Algorithm(_) => "algorithm",
            Self::Signature { .. } => "signature",
            Self::Digest => "digest",
            Self::Audience { .. } => "audience",
            Self::Recipient { .. } => "recipient",
            Self::NoBearer => "no-bearer",
            Self::Condition(_) => "condition",
            Self::Time(_) => "time",
            Self::NotYet(_) => "not-yet-valid",
            Self::Expired(_) => "expired",
            Self::NameId => "name-id",
            Self::NameIdFormat(_) => "name-id-format",
            Self::Qualifier(_) => "name-qualifier",
        }
    }

    /// Returns a sentence that says what an administrator can do.
    pub fn advice(&self) -> &'static str {
        match self {
            Self::NotBase64
            | Self::NotDeflated
            | Self::Xml(_)
            | Self::Comment
            | Self::Form(_)
            | Self::DuplicateId(_) => {
                "Check that the identity provider sends SAML 2.0 responses by HTTP-POST. If it does, this message was \
                 changed on its way: do not retry it."
            }
            Self::Status { .. } => "Look at the log of the identity provider: it refused the sign-in itself.",
            Self::Issuer { .. } => "Set the entity ID of this provider to the one that the identity provider sends.",
            Self::Destination { .. } | Self::Recipient { .. } => {
                "Set the assertion consumer service (also called ACS, reply or single sign-on address) at the identity \
                 provider to the one that is shown here, letter by letter."
            }
            Self::InResponseTo { .. } => "Sign in again from the sign-in page, in one window, with cookies allowed.",
            Self::Unsolicited => {
                "Sign in from the sign-in page, or allow sign-in that begins at the identity provider in its settings \
                 here."
            }
            Self::NoAssertion | Self::Assertions => {
                "Let the identity provider send exactly one assertion in a response."
            }
            Self::Encrypted => "Turn encryption of assertions off at the identity provider; signatures stay on.",
            Self::Unsigned => "Turn signing of assertions on at the identity provider.",
            Self::MisplacedSignature | Self::SignatureForm(_) | Self::Digest => {
                "Check the signing settings of the identity provider. If nobody changed them, this message may be \
                 forged: look at where it came from."
            }
            Self::Algorithm(_) => {
                "Choose RSA or ECDSA with SHA-256, and exclusive canonicalization, at the identity provider."
            }
            Self::Signature { .. } => {
                "Compare the certificate here with the signing certificate of the identity provider; after a change \
                 of certificates add the new one here."
            }
            Self::Audience { .. } => {
                "Set the audience (also called SP entity ID or identifier) at the identity provider to the entity ID \
                 that is shown here, letter by letter."
            }
            Self::NoBearer | Self::Condition(_) => {
                "Choose the profile for web browsers (Web SSO) at the identity provider, without further conditions."
            }
            Self::Time(_) => "Let the identity provider send assertions with a time at which they expire, in UTC.",
            Self::NotYet(_) | Self::Expired(_) => {
                "Sign in again. If it happens each time, compare the clocks of the identity provider and this server."
            }
            Self::NameId | Self::NameIdFormat(_) => {
                "Let the identity provider send a NameID that is the same at each sign-in: of the format persistent, \
                 emailAddress or unspecified."
            }
            Self::Qualifier(_) => {
                "Let the identity provider send a NameID without qualifiers, or with its own and this entity ID."
            }
        }
    }
}

impl From<xml::Error> for Refusal {
    fn from(error: xml::Error) -> Self {
        Self::Xml(error)
    }
}

/// Returns a text from a message as it may be logged: at most 200 characters, no control characters.
pub(super) fn shown(text: &str) -> String {
    text.chars().take(200).map(|c| if c.is_control() { ' ' } else { c }).collect()
}
