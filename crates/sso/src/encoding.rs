//! Base64 and base32 as messages carry them.

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};

/// Returns bytes as base64 with padding.
pub(crate) fn base64(bytes: &[u8]) -> String {
    STANDARD.encode(bytes)
}

/// Returns the bytes of base64 with padding, in which white space has no meaning.
pub(crate) fn from_base64(text: &str) -> Option<Vec<u8>> {
    let dense: String = text.chars().filter(|c| !matches!(c, ' ' | '\t' | '\n' | '\r')).collect();
    STANDARD.decode(dense).ok()
}

/// Returns bytes as base64 for addresses, without padding.
pub(crate) fn base64url(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

/// Returns the bytes of base64 for addresses, without padding.
pub(crate) fn from_base64url(text: &str) -> Option<Vec<u8>> {
    URL_SAFE_NO_PAD.decode(text).ok()
}

/// Returns bytes as base32 (RFC 4648) without padding.
pub(crate) fn base32(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    let bits = |chunk: &[u8]| {
        let mut whole = [0; 8];
        whole[3..3 + chunk.len()].copy_from_slice(chunk);
        u64::from_be_bytes(whole)
    };
    let digits = |chunk: &[u8]| {
        let value = bits(chunk);
        let count = (chunk.len() * 8).div_ceil(5);
        (0..count).map(move |at| char::from(ALPHABET[(value >> (35 - 5 * at)) as usize & 31])).collect::<String>()
    };
    bytes.chunks(5).map(digits).collect()
}

/// Returns bytes as lower-case hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
