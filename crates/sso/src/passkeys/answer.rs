//! The check of what a browser answers (Web Authentication, sections 7.1 and 7.2), as `credential.toJSON()` writes it.

use serde_json::Value;
use subtle::ConstantTimeEq as _;

use super::data::{self, Data};
use super::{Authenticated, Expected, Passkey, Refusal, Verification, cose};
use crate::encoding::from_base64url;
use crate::keys::Hash;

const CLIENT_DATA: Refusal = Refusal::Form("clientDataJSON");

/// The maximum size of an answer in bytes.
const MAX_BYTES: usize = 64 << 10;

/// The parts of an answer by which the caller finds the passkey. Nothing is verified yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claimed {
    /// The identifier of the passkey.
    pub id: Vec<u8>,
    /// The handle of the user, if the device knows it.
    pub user_handle: Option<Vec<u8>>,
    /// The challenge that is answered.
    pub challenge: Vec<u8>,
}

/// Returns the passkey that an answer says it is of, without verifying it.
///
/// # Errors
/// [`Refusal::Form`] for a text that is no answer.
pub fn claimed(json: &str) -> Result<Claimed, Refusal> {
    let answer = Answer::read(json)?;
    let data: Value = serde_json::from_slice(&answer.bytes("clientDataJSON")?).map_err(|_| CLIENT_DATA)?;
    let challenge = data["challenge"].as_str().and_then(from_base64url).ok_or(Refusal::Challenge)?;
    Ok(Claimed { user_handle: answer.user_handle()?, id: answer.id, challenge })
}

/// Verifies the answer of a browser that made a passkey, and returns the passkey. The caller refuses one whose identifier
/// is known already.
///
/// # Errors
/// The first rule that the answer breaks.
pub fn verify_registration(json: &str, expected: &Expected<'_>) -> Result<Passkey, Refusal> {
    let answer = Answer::read(json)?;
    check_client_data(&answer.bytes("clientDataJSON")?, "webauthn.create", expected)?;
    let attestation = answer.bytes("attestationObject")?;
    let data = Data::read(data::of_attestation(&attestation)?)?;
    check_data(&data, expected)?;
    let credential = data.credential.as_ref().ok_or(Refusal::Form("no passkey"))?;
    if credential.id != answer.id {
        return Err(Refusal::OtherPasskey);
    }
    cose::read(credential.key).ok_or(Refusal::Key)?;
    Ok(Passkey {
        id: answer.id.clone(),
        public_key: credential.key.to_vec(),
        sign_count: data.sign_count,
        backup_eligible: data.backup_eligible(),
        backed_up: data.backed_up(),
        transports: answer.transports(),
        aaguid: credential.aaguid,
    })
}

/// Verifies the answer of a browser that signs in with a passkey of the user with that handle.
///
/// # Errors
/// The first rule that the answer breaks.
pub fn verify_authentication(
    json: &str,
    expected: &Expected<'_>,
    passkey: &Passkey,
    user_handle: &[u8],
) -> Result<Authenticated, Refusal> {
    let answer = Answer::read(json)?;
    if answer.id != passkey.id {
        return Err(Refusal::OtherPasskey);
    }
    if answer.user_handle()?.is_some_and(|it| it != user_handle) {
        return Err(Refusal::OtherUser);
    }
    let client_data = answer.bytes("clientDataJSON")?;
    check_client_data(&client_data, "webauthn.get", expected)?;
    let signed = answer.bytes("authenticatorData")?;
    let data = Data::read(&signed)?;
    check_data(&data, expected)?;
    let (key, scheme) = cose::read(&passkey.public_key).ok_or(Refusal::Key)?;
    let message = [signed.as_slice(), &Hash::Sha256.digest(&client_data)].concat();
    if !key.verifies_der(scheme, &message, &answer.bytes("signature")?) {
        return Err(Refusal::Signature);
    }
    if data.backup_eligible() != passkey.backup_eligible {
        return Err(Refusal::OtherPasskey);
    }
    let counts = data.sign_count != 0 || passkey.sign_count != 0;
    if counts && data.sign_count <= passkey.sign_count {
        return Err(Refusal::Counter);
    }
    Ok(Authenticated { sign_count: data.sign_count, backed_up: data.backed_up(), user_verified: data.user_verified() })
}

/// An answer whose parts are not read yet.
struct Answer {
    id: Vec<u8>,
    response: Value,
}

impl Answer {
    fn read(json: &str) -> Result<Self, Refusal> {
        let wrong = Refusal::Form("JSON");
        let mut json: Value =
            if json.len() > MAX_BYTES { None } else { serde_json::from_str(json).ok() }.ok_or(wrong)?;
        if json["type"] != "public-key" {
            return Err(Refusal::Form("type"));
        }
        let id = json["id"].as_str().and_then(from_base64url).ok_or(Refusal::Form("id"))?;
        Ok(Self { id, response: json["response"].take() })
    }

    fn bytes(&self, name: &'static str) -> Result<Vec<u8>, Refusal> {
        self.response.get(name).and_then(Value::as_str).and_then(from_base64url).ok_or(Refusal::Form(name))
    }

    fn user_handle(&self) -> Result<Option<Vec<u8>>, Refusal> {
        match self.response.get("userHandle") {
            None | Some(Value::Null) => Ok(None),
            Some(_) => self.bytes("userHandle").map(Some),
        }
    }

    /// Returns the names of ways to the device that look like names.
    fn transports(&self) -> Vec<String> {
        let all = self.response.get("transports").and_then(Value::as_array).into_iter().flatten();
        let is_name = |it: &&str| it.len() <= 32 && it.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
        all.filter_map(Value::as_str).filter(is_name).take(8).map(str::to_owned).collect()
    }
}

/// Checks what the browser says of the ceremony.
fn check_client_data(bytes: &[u8], kind: &str, expected: &Expected<'_>) -> Result<(), Refusal> {
    let json: Value = serde_json::from_slice(bytes).map_err(|_| CLIENT_DATA)?;
    if json["type"] != kind {
        return Err(Refusal::Kind);
    }
    let challenge = json["challenge"].as_str().and_then(from_base64url).ok_or(Refusal::Challenge)?;
    if expected.challenge.is_empty() || !bool::from(challenge.ct_eq(expected.challenge)) {
        return Err(Refusal::Challenge);
    }
    let origin = json["origin"].as_str().ok_or(Refusal::Origin)?;
    let is_framed = json["crossOrigin"] == true || json.get("topOrigin").is_some_and(|it| it != origin);
    if !expected.party.origins.contains(&origin) || is_framed { Err(Refusal::Origin) } else { Ok(()) }
}

/// Checks what the device says of the ceremony.
fn check_data(data: &Data<'_>, expected: &Expected<'_>) -> Result<(), Refusal> {
    if data.party != Hash::Sha256.digest(expected.party.id.as_bytes()) {
        return Err(Refusal::Party);
    }
    if !data.user_present() {
        return Err(Refusal::NotPresent);
    }
    if expected.verification == Verification::Required && !data.user_verified() {
        return Err(Refusal::NotVerified);
    }
    Ok(())
}
