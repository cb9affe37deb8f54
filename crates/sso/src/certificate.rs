//! X.509 certificates that administrators paste: the key of somebody whose signatures are believed.
//!
//! A certificate is pinned: its key is believed because an administrator entered it. So nothing here builds chains, and
//! dates are told, not enforced.

use std::fmt;

use x509_cert::certificate::{CertificateInner, Raw};
use x509_cert::der::asn1::{ObjectIdentifier, UintRef};
use x509_cert::der::{Decode as _, Reader as _, SliceReader};
use x509_cert::spki::SubjectPublicKeyInfoOwned;

use crate::Seconds;
use crate::encoding::{base64, from_base64, hex};
use crate::keys::{Hash, MIN_RSA_BITS, PublicKey};

/// The maximum length of a text with certificates, in bytes.
const MAX_TEXT: usize = 64 << 10;
/// The maximum number of certificates of one text.
const MAX_CERTIFICATES: usize = 8;

const RSA: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.1.1");
const EC: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.10045.2.1");
const P256: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.10045.3.1.7");
const P384: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.3.132.0.34");

/// A certificate with a key whose signatures this crate verifies.
#[derive(Clone, PartialEq, Eq)]
pub struct Certificate {
    /// The name of its holder (RFC 4514), such as `CN=idp.example.com,O=Example`.
    pub subject: String,
    /// The begin of its validity.
    pub not_before: Seconds,
    /// The end of its validity.
    pub not_after: Seconds,
    /// The SHA-256 of the whole certificate, as 64 lower-case hexadecimal digits.
    pub fingerprint: String,
    der: Vec<u8>,
    pub(crate) key: PublicKey,
}

/// A fault of a text that should be a certificate.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CertificateError {
    #[error("no certificate: the text is empty")]
    Empty,
    #[error("the text is longer than any certificate ({MAX_TEXT} bytes)")]
    Long,
    #[error("more than {MAX_CERTIFICATES} certificates")]
    Many,
    #[error("this is a private key: keep it secret, and paste the certificate, which begins with BEGIN CERTIFICATE")]
    PrivateKey,
    #[error("this is a {0}, not a certificate: paste the text that begins with BEGIN CERTIFICATE")]
    Other(String),
    #[error("this is a fingerprint of a certificate: paste the certificate itself")]
    Fingerprint,
    #[error("the certificate has no end: the line END CERTIFICATE is missing, so part of it was not copied")]
    Cut,
    #[error("the text between the lines BEGIN and END is not base64: part of it was not copied, or it was changed")]
    Base64,
    #[error("the text is base64, but of no X.509 certificate: {0}")]
    Malformed(String),
    #[error("the key of the certificate is of a kind that is not supported ({0}): RSA, P-256 and P-384 are")]
    Key(String),
    #[error("the RSA key of the certificate has {0} bits; at least {MIN_RSA_BITS} are needed")]
    Weak(usize),
}

impl Certificate {
    /// Reads one or several certificates, as PEM or one as base64 alone.
    ///
    /// # Errors
    /// The fault, as a sentence for whoever pasted the text.
    pub fn read_all(text: &str) -> Result<Vec<Self>, CertificateError> {
        if text.len() > MAX_TEXT {
            return Err(CertificateError::Long);
        }
        if !text.contains("-----BEGIN ") {
            return Ok(vec![Self::bare(text)?]);
        }
        let mut found = Vec::new();
        for block in text.split("-----BEGIN ").skip(1) {
            let (label, body) = block.split_once("-----").ok_or(CertificateError::Cut)?;
            match label {
                "CERTIFICATE" | "X509 CERTIFICATE" => {}
                _ if label.ends_with("PRIVATE KEY") => return Err(CertificateError::PrivateKey),
                _ => return Err(CertificateError::Other(label.chars().take(40).collect::<String>().to_lowercase())),
            }
            let (body, _) = body.split_once("-----END ").ok_or(CertificateError::Cut)?;
            if found.len() >= MAX_CERTIFICATES {
                return Err(CertificateError::Many);
            }
            found.push(Self::from_der(&from_base64(body).ok_or(CertificateError::Base64)?)?);
        }
        Ok(found)
    }

    /// Reads exactly one certificate, as PEM or as base64 alone.
    ///
    /// # Errors
    /// The fault, as a sentence for whoever pasted the text.
    pub fn read(text: &str) -> Result<Self, CertificateError> {
        let mut all = Self::read_all(text)?;
        match (all.pop(), all.is_empty()) {
            (Some(one), true) => Ok(one),
            (None, _) => Err(CertificateError::Empty),
            (Some(_), false) => Err(CertificateError::Many),
        }
    }

    fn bare(text: &str) -> Result<Self, CertificateError> {
        let dense: String = text.split_whitespace().collect();
        if dense.is_empty() {
            return Err(CertificateError::Empty);
        }
        let digits: String = dense.chars().filter(|c| *c != ':').collect();
        if [40, 64].contains(&digits.len()) && digits.chars().all(|c| c.is_ascii_hexdigit()) {
            return Err(CertificateError::Fingerprint);
        }
        Self::from_der(&from_base64(&dense).ok_or(CertificateError::Base64)?)
    }

    /// Reads a certificate in DER.
    ///
    /// # Errors
    /// The fault, as a sentence for an administrator.
    pub fn from_der(der: &[u8]) -> Result<Self, CertificateError> {
        let malformed = |error: x509_cert::der::Error| CertificateError::Malformed(error.to_string());
        // Identity providers have serial numbers that the standard forbids.
        let read = CertificateInner::<Raw>::from_der(der).map_err(malformed)?;
        let read = read.tbs_certificate;
        let seconds =
            |time: x509_cert::time::Time| i64::try_from(time.to_unix_duration().as_secs()).unwrap_or(i64::MAX);
        Ok(Self {
            subject: read.subject.to_string(),
            not_before: seconds(read.validity.not_before),
            not_after: seconds(read.validity.not_after),
            fingerprint: hex(&Hash::Sha256.digest(der)),
            key: public_key(&read.subject_public_key_info)?,
            der: der.to_vec(),
        })
    }

    /// Returns the certificate as PEM, as it is kept.
    pub fn pem(&self) -> String {
        let text = base64(&self.der);
        let mut out = String::from("-----BEGIN CERTIFICATE-----\n");
        let mut rest = text.as_str();
        while !rest.is_empty() {
            let (line, after) = rest.split_at(rest.len().min(64));
            out.push_str(line);
            out.push('\n');
            rest = after;
        }
        out.push_str("-----END CERTIFICATE-----\n");
        out
    }
}

impl fmt::Debug for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Certificate").field("subject", &self.subject).field("fingerprint", &self.fingerprint).finish()
    }
}

fn public_key(info: &SubjectPublicKeyInfoOwned) -> Result<PublicKey, CertificateError> {
    let bits = info.subject_public_key.raw_bytes();
    let curve = || info.algorithm.parameters.as_ref().and_then(|it| it.decode_as::<ObjectIdentifier>().ok());
    match info.algorithm.oid {
        RSA => rsa(bits),
        EC if curve() == Some(P256) && is_point(bits, 32) => Ok(PublicKey::P256(bits.to_vec())),
        EC if curve() == Some(P384) && is_point(bits, 48) => Ok(PublicKey::P384(bits.to_vec())),
        EC => Err(CertificateError::Key(curve().map_or("unnamed curve".to_owned(), |it| format!("curve {it}")))),
        other => Err(CertificateError::Key(other.to_string())),
    }
}

/// Tells if bytes have the form of an uncompressed point; `ring` checks that it is on the curve.
fn is_point(bits: &[u8], size: usize) -> bool {
    bits.len() == 1 + 2 * size && bits[0] == 4
}

fn rsa(bits: &[u8]) -> Result<PublicKey, CertificateError> {
    let malformed = |error: x509_cert::der::Error| CertificateError::Malformed(error.to_string());
    let mut reader = SliceReader::new(bits).map_err(malformed)?;
    let numbers: Result<(UintRef<'_>, UintRef<'_>), _> =
        reader.sequence(|inner| Ok((UintRef::decode(inner)?, UintRef::decode(inner)?)));
    let (modulus, exponent) = numbers.map_err(malformed)?;
    let modulus = modulus.as_bytes();
    let size = modulus.len() * 8 - modulus.first().map_or(0, |byte| byte.leading_zeros() as usize);
    if size < MIN_RSA_BITS {
        return Err(CertificateError::Weak(size));
    }
    Ok(PublicKey::Rsa { modulus: modulus.to_vec(), exponent: exponent.as_bytes().to_vec() })
}
