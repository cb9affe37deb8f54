//! Passkeys (W3C Web Authentication, level 3): registration and authentication, as values.
//!
//! Attestation is not asked for and has no meaning: a passkey proves that its owner is back, not who made the device. The
//! invariant: an answer is accepted only for the challenge, the origins and the domain of this side, by somebody who was
//! there. The caller makes a random challenge for each ceremony, remembers it for one browser, and uses it once.

mod answer;
mod cose;
mod data;
mod options;

pub use answer::{Claimed, claimed, verify_authentication, verify_registration};
pub use options::{User, creation_options, request_options};

/// This side of a ceremony.
#[derive(Debug, Clone, Copy)]
pub struct RelyingParty<'a> {
    /// The domain that passkeys belong to, such as `docs.example.com`.
    pub id: &'a str,
    /// The name that browsers show.
    pub name: &'a str,
    /// The origins from which answers may come, such as `https://docs.example.com`.
    pub origins: &'a [&'a str],
}

/// The proof that is wanted of the person: being there always is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verification {
    /// A fingerprint, a face or a PIN: the passkey alone is enough to sign in.
    Required,
    /// Being there is enough: the passkey is a second factor.
    Preferred,
}

/// The facts that an answer must fit.
#[derive(Debug, Clone, Copy)]
pub struct Expected<'a> {
    pub party: &'a RelyingParty<'a>,
    /// The random bytes of this ceremony.
    pub challenge: &'a [u8],
    pub verification: Verification,
}

/// A passkey as the caller keeps it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passkey {
    /// The identifier, at most 1,023 bytes, unique among all passkeys.
    pub id: Vec<u8>,
    /// The public key in COSE's form (RFC 9052).
    pub public_key: Vec<u8>,
    /// The number of signatures that the device counted; 0 where it does not count.
    pub sign_count: u32,
    /// Tells that the passkey can be on several devices.
    pub backup_eligible: bool,
    /// Tells that it is on several devices now.
    pub backed_up: bool,
    /// The ways to the device, such as `internal` and `usb`, for [`request_options`].
    pub transports: Vec<String>,
    /// The kind of device, 16 bytes; all zero where it is not told.
    pub aaguid: [u8; 16],
}

/// The parts of a passkey that the caller updates after an authentication.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Authenticated {
    pub sign_count: u32,
    pub backed_up: bool,
    /// Tells that the device verified the person, so that this is two factors in one.
    pub user_verified: bool,
}

/// A reason to refuse an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    #[error("the answer is not of the form of a passkey's: {0}")]
    Form(&'static str),
    #[error("the answer is of another ceremony than the one that was asked for")]
    Kind,
    #[error("the answer is for another challenge")]
    Challenge,
    #[error("the answer comes from another origin, or from a page within another one")]
    Origin,
    #[error("the passkey belongs to another domain")]
    Party,
    #[error("nobody was there")]
    NotPresent,
    #[error("the device did not verify the person")]
    NotVerified,
    #[error("the key of the passkey is of a kind that was not offered")]
    Key,
    #[error("the answer is of another passkey")]
    OtherPasskey,
    #[error("the answer is of another user")]
    OtherUser,
    #[error("the signature is not by the key of the passkey")]
    Signature,
    #[error("the device counts fewer signatures than before: there may be a copy of it")]
    Counter,
}

impl Refusal {
    /// Returns the stable name of the reason, such as `origin`.
    pub fn code(self) -> &'static str {
        match self {
            Self::Form(_) => "form",
            Self::Kind => "kind",
            Self::Challenge => "challenge",
            Self::Origin => "origin",
            Self::Party => "party",
            Self::NotPresent => "not-present",
            Self::NotVerified => "not-verified",
            Self::Key => "key",
            Self::OtherPasskey => "other-passkey",
            Self::OtherUser => "other-user",
            Self::Signature => "signature",
            Self::Counter => "counter",
        }
    }
}
