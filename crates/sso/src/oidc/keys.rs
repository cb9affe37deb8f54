//! The keys of a provider (RFC 7517), each with the algorithms that it may verify.

use serde_json::Value;

use crate::encoding::from_base64url;
use crate::keys::{Hash, MIN_RSA_BITS, PublicKey, Scheme};

/// The maximum size of a set of keys in bytes.
const MAX_BYTES: usize = 256 << 10;
/// The maximum number of keys in a set.
const MAX_KEYS: usize = 100;

/// The public keys of a provider that verify signatures; those of other kinds are left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Keys(Vec<Key>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Key {
    id: Option<String>,
    /// The only algorithm, if the set says so.
    algorithm: Option<String>,
    key: PublicKey,
}

/// A fault of a set of keys.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum KeysError {
    #[error("the keys are larger than {MAX_BYTES} bytes, or more than {MAX_KEYS}")]
    Size,
    #[error("the keys are no JSON object with a list \"keys\"")]
    Json,
    #[error("none of the keys is one for signatures by RSA (2048 bits and up), P-256, P-384 or Ed25519")]
    None,
}

impl Keys {
    /// Reads a set of keys.
    ///
    /// # Errors
    /// A set that is too large, no set, or without any usable key.
    pub fn read(json: &[u8]) -> Result<Self, KeysError> {
        if json.len() > MAX_BYTES {
            return Err(KeysError::Size);
        }
        let json: Value = serde_json::from_slice(json).map_err(|_| KeysError::Json)?;
        let all = json.get("keys").and_then(Value::as_array).ok_or(KeysError::Json)?;
        if all.len() > MAX_KEYS {
            return Err(KeysError::Size);
        }
        let keys: Vec<Key> = all.iter().filter_map(Key::read).collect();
        if keys.is_empty() { Err(KeysError::None) } else { Ok(Self(keys)) }
    }

    /// Tells if a key has that identifier.
    pub(super) fn has(&self, id: &str) -> bool {
        self.0.iter().any(|it| it.id.as_deref() == Some(id))
    }

    /// Tells if a key that fits identifier and algorithm verifies the signature. Without an identifier, any key may.
    pub(super) fn verify(&self, id: Option<&str>, algorithm: &str, message: &[u8], signature: &[u8]) -> bool {
        let fits = |it: &&Key| {
            let named = id.is_none_or(|id| it.id.as_deref() == Some(id));
            named && it.algorithm.as_ref().is_none_or(|own| own == algorithm)
        };
        let scheme = |it: &Key| scheme(&it.key, algorithm);
        self.0.iter().filter(fits).any(|it| scheme(it).is_some_and(|by| it.key.verifies(by, message, signature)))
    }
}

/// Returns the scheme of an algorithm, if keys of that kind have it.
fn scheme(key: &PublicKey, algorithm: &str) -> Option<Scheme> {
    match (key, algorithm) {
        (PublicKey::Rsa { .. }, "RS256") => Some(Scheme::Rsa(Hash::Sha256)),
        (PublicKey::Rsa { .. }, "RS384") => Some(Scheme::Rsa(Hash::Sha384)),
        (PublicKey::Rsa { .. }, "RS512") => Some(Scheme::Rsa(Hash::Sha512)),
        (PublicKey::Rsa { .. }, "PS256") => Some(Scheme::RsaPss(Hash::Sha256)),
        (PublicKey::Rsa { .. }, "PS384") => Some(Scheme::RsaPss(Hash::Sha384)),
        (PublicKey::Rsa { .. }, "PS512") => Some(Scheme::RsaPss(Hash::Sha512)),
        (PublicKey::P256(_), "ES256") => Some(Scheme::Ecdsa(Hash::Sha256)),
        (PublicKey::P384(_), "ES384") => Some(Scheme::Ecdsa(Hash::Sha384)),
        (PublicKey::Ed25519(_), "EdDSA" | "Ed25519") => Some(Scheme::EdDsa),
        _ => None,
    }
}

impl Key {
    /// Returns a key of a set, if it is a public one for signatures of a known kind.
    fn read(json: &Value) -> Option<Self> {
        let text = |name: &str| json.get(name).and_then(Value::as_str);
        let number = |name: &str| text(name).and_then(from_base64url);
        if text("use").is_some_and(|it| it != "sig") {
            return None;
        }
        let point = |size: usize| {
            let (x, y) = (number("x")?, number("y")?);
            (x.len() == size && y.len() == size).then(|| [vec![4], x, y].concat())
        };
        let key = match (text("kty")?, text("crv")) {
            ("RSA", _) => {
                let (modulus, exponent) = (whole(number("n")?), whole(number("e")?));
                let enough = modulus.len() * 8 >= MIN_RSA_BITS && !exponent.is_empty();
                enough.then_some(PublicKey::Rsa { modulus, exponent })?
            }
            ("EC", Some("P-256")) => PublicKey::P256(point(32)?),
            ("EC", Some("P-384")) => PublicKey::P384(point(48)?),
            ("OKP", Some("Ed25519")) => PublicKey::Ed25519(number("x").filter(|it| it.len() == 32)?),
            _ => return None,
        };
        Some(Self { id: text("kid").map(str::to_owned), algorithm: text("alg").map(str::to_owned), key })
    }
}

/// Returns a number without leading zeros.
fn whole(number: Vec<u8>) -> Vec<u8> {
    number.into_iter().skip_while(|byte| *byte == 0).collect()
}
