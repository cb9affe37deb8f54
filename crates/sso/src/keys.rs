//! Public keys and the signatures that they verify, by `ring`.

use ring::signature::{self, UnparsedPublicKey, VerificationAlgorithm};

/// A hash function that signatures and digests may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hash {
    Sha256,
    Sha384,
    Sha512,
}

impl Hash {
    /// Returns the digest of bytes.
    pub(crate) fn digest(self, bytes: &[u8]) -> Vec<u8> {
        let algorithm = match self {
            Self::Sha256 => &ring::digest::SHA256,
            Self::Sha384 => &ring::digest::SHA384,
            Self::Sha512 => &ring::digest::SHA512,
        };
        ring::digest::digest(algorithm, bytes).as_ref().to_vec()
    }
}

/// A family of signatures. The key must be of the same kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scheme {
    /// RSA with the padding of PKCS #1 1.5.
    Rsa(Hash),
    /// RSA with probabilistic padding (PSS).
    RsaPss(Hash),
    /// ECDSA whose signature is the two numbers, one after the other.
    Ecdsa(Hash),
    /// EdDSA with the curve Ed25519 (RFC 8032).
    EdDsa,
}

/// A public key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PublicKey {
    /// Modulus and exponent, big-endian without leading zeros.
    Rsa { modulus: Vec<u8>, exponent: Vec<u8> },
    /// An uncompressed point.
    P256(Vec<u8>),
    /// An uncompressed point.
    P384(Vec<u8>),
    /// The 32 bytes of the key.
    Ed25519(Vec<u8>),
}

/// The bits that an RSA key has at least; shorter ones verify nothing.
pub(crate) const MIN_RSA_BITS: usize = 2048;

impl PublicKey {
    /// Tells if the signature over the message is by this key, by that scheme. A scheme for keys of another kind
    /// verifies nothing.
    pub(crate) fn verifies(&self, scheme: Scheme, message: &[u8], signature: &[u8]) -> bool {
        match (self, scheme) {
            (Self::Rsa { modulus, exponent }, Scheme::Rsa(hash)) => {
                let algorithm = match hash {
                    Hash::Sha256 => &signature::RSA_PKCS1_2048_8192_SHA256,
                    Hash::Sha384 => &signature::RSA_PKCS1_2048_8192_SHA384,
                    Hash::Sha512 => &signature::RSA_PKCS1_2048_8192_SHA512,
                };
                let key = signature::RsaPublicKeyComponents { n: modulus, e: exponent };
                key.verify(algorithm, message, signature).is_ok()
            }
            (Self::Rsa { modulus, exponent }, Scheme::RsaPss(hash)) => {
                let algorithm = match hash {
                    Hash::Sha256 => &signature::RSA_PSS_2048_8192_SHA256,
                    Hash::Sha384 => &signature::RSA_PSS_2048_8192_SHA384,
                    Hash::Sha512 => &signature::RSA_PSS_2048_8192_SHA512,
                };
                let key = signature::RsaPublicKeyComponents { n: modulus, e: exponent };
                key.verify(algorithm, message, signature).is_ok()
            }
            (Self::P256(point), Scheme::Ecdsa(Hash::Sha256)) => {
                verifies(&signature::ECDSA_P256_SHA256_FIXED, point, message, signature)
            }
            (Self::P384(point), Scheme::Ecdsa(Hash::Sha384)) => {
                verifies(&signature::ECDSA_P384_SHA384_FIXED, point, message, signature)
            }
            (Self::P256(point), Scheme::Ecdsa(Hash::Sha384)) => der(signature, 32)
                .is_some_and(|signature| verifies(&signature::ECDSA_P256_SHA384_ASN1, point, message, &signature)),
            (Self::P384(point), Scheme::Ecdsa(Hash::Sha256)) => der(signature, 48)
                .is_some_and(|signature| verifies(&signature::ECDSA_P384_SHA256_ASN1, point, message, &signature)),
            (Self::Ed25519(key), Scheme::EdDsa) => verifies(&signature::ED25519, key, message, signature),
            _ => false,
        }
    }

    /// Tells if a signature in DER over the message is by this key, as WebAuthn writes those of ECDSA.
    pub(crate) fn verifies_der(&self, scheme: Scheme, message: &[u8], signature: &[u8]) -> bool {
        match (self, scheme) {
            (Self::P256(point), Scheme::Ecdsa(Hash::Sha256)) => {
                verifies(&signature::ECDSA_P256_SHA256_ASN1, point, message, signature)
            }
            (_, Scheme::Ecdsa(_)) => false,
            _ => self.verifies(scheme, message, signature),
        }
    }
}

fn verifies(algorithm: &'static dyn VerificationAlgorithm, key: &[u8], message: &[u8], signature: &[u8]) -> bool {
    UnparsedPublicKey::new(algorithm, key).verify(message, signature).is_ok()
}

/// Returns two numbers of `size` bytes each as DER, which `ring` wants for some pairs of curve and hash.
fn der(signature: &[u8], size: usize) -> Option<Vec<u8>> {
    if signature.len() != 2 * size {
        return None;
    }
    let mut numbers = Vec::new();
    for number in signature.chunks(size) {
        let first = number.iter().position(|byte| *byte != 0)?;
        let digits = &number[first..];
        let sign = usize::from(digits[0] >= 0x80);
        numbers.extend([0x02, u8::try_from(digits.len() + sign).ok()?]);
        numbers.extend(std::iter::repeat_n(0, sign));
        numbers.extend(digits);
    }
    let mut out = vec![0x30, u8::try_from(numbers.len()).ok()?];
    out.extend(numbers);
    Some(out)
}
