//! The options of a ceremony, as `PublicKeyCredential.parseCreationOptionsFromJSON` and its sister read them.

use serde_json::{Value, json};

use super::cose::ALGORITHMS;
use super::{Passkey, RelyingParty, Verification};
use crate::encoding::base64url;

/// The time that a browser waits for the person, in milliseconds.
const TIMEOUT: u32 = 300_000;

/// The person that a passkey is made for.
#[derive(Debug, Clone, Copy)]
pub struct User<'a> {
    /// At most 64 bytes that say nothing about the person, the same for all of their passkeys.
    pub handle: &'a [u8],
    /// The name of the account.
    pub name: &'a str,
    /// The name for people.
    pub display_name: &'a str,
}

/// Returns the options with which a browser makes a passkey. Devices that have one of the `known` ones already make none.
pub fn creation_options(
    party: &RelyingParty<'_>,
    user: &User<'_>,
    challenge: &[u8],
    known: &[Passkey],
    verification: Verification,
) -> Value {
    let algorithm = |alg: i64| json!({"type": "public-key", "alg": alg});
    json!({
        "rp": {"id": party.id, "name": party.name},
        "user": {"id": base64url(user.handle), "name": user.name, "displayName": user.display_name},
        "challenge": base64url(challenge),
        "pubKeyCredParams": ALGORITHMS.map(algorithm),
        "timeout": TIMEOUT,
        "excludeCredentials": known.iter().map(descriptor).collect::<Vec<_>>(),
        "authenticatorSelection": {"residentKey": "preferred", "userVerification": word(verification)},
        "attestation": "none",
    })
}

/// Returns the options with which a browser signs in. Without `known` passkeys the person chooses among those of the
/// device, and the answer says whose it is.
pub fn request_options(
    party: &RelyingParty<'_>,
    challenge: &[u8],
    known: &[Passkey],
    verification: Verification,
) -> Value {
    json!({
        "rpId": party.id,
        "challenge": base64url(challenge),
        "timeout": TIMEOUT,
        "allowCredentials": known.iter().map(descriptor).collect::<Vec<_>>(),
        "userVerification": word(verification),
    })
}

fn descriptor(passkey: &Passkey) -> Value {
    json!({"type": "public-key", "id": base64url(&passkey.id), "transports": passkey.transports})
}

fn word(verification: Verification) -> &'static str {
    match verification {
        Verification::Required => "required",
        Verification::Preferred => "preferred",
    }
}
