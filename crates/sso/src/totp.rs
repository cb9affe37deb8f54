//! One-time codes of an authenticator app (TOTP, RFC 6238): SHA-1, six digits, steps of 30 seconds, as all apps know them.

use std::fmt;

use ring::hmac;
use subtle::ConstantTimeEq as _;
use url::form_urlencoded::byte_serialize;

use crate::Seconds;
use crate::encoding::base32;

/// The time for which a code is the current one, in seconds.
const STEP: Seconds = 30;
/// The steps before and after the current one whose codes are accepted too.
const DRIFT: i64 = 1;

/// A secret that this side and an app share.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret([u8; 20]);

impl Secret {
    /// Makes a secret of 160 random bits, as the RFC wants it; or one of bytes that were kept.
    pub fn new(bytes: [u8; 20]) -> Self {
        Self(bytes)
    }

    /// Returns the bytes that the caller keeps, best encrypted.
    pub fn bytes(&self) -> &[u8; 20] {
        &self.0
    }

    /// Returns the secret as people type it into an app: 32 letters and digits.
    pub fn base32(&self) -> String {
        base32(&self.0)
    }

    /// Returns the address for a QR code: `otpauth://totp/…`.
    pub fn uri(&self, issuer: &str, account: &str) -> String {
        // Apps read the label as a path, in which a plus is no space.
        let encoded = |text: &str| byte_serialize(text.as_bytes()).collect::<String>().replace('+', "%20");
        let (issuer, account) = (encoded(&issuer.replace(':', " ")), encoded(account));
        let secret = self.base32();
        format!(
            "otpauth://totp/{issuer}:{account}?secret={secret}&issuer={issuer}&algorithm=SHA1&digits=6&period={STEP}"
        )
    }

    /// Returns the step of a code that is right now, or was or will be in one step. Codes of `last_step` and earlier ones
    /// are refused: the caller keeps the step of the last code that was accepted, so that each code is used once.
    pub fn accepted_step(&self, code: &str, now: Seconds, last_step: Option<i64>) -> Option<i64> {
        let digits: String = code.chars().filter(|c| !c.is_whitespace()).take(7).collect();
        if digits.len() != 6 || !digits.bytes().all(|it| it.is_ascii_digit()) {
            return None;
        }
        let current = now.div_euclid(STEP);
        let mut found = None;
        for step in current - DRIFT..=current + DRIFT {
            let is_right = bool::from(self.code(step).as_bytes().ct_eq(digits.as_bytes()));
            if is_right && last_step.is_none_or(|last| step > last) {
                found = found.or(Some(step));
            }
        }
        found
    }

    /// Returns the code of a step (RFC 4226, section 5.3).
    fn code(&self, step: i64) -> String {
        let key = hmac::Key::new(hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY, &self.0);
        let tag = hmac::sign(&key, &step.to_be_bytes());
        let bytes = tag.as_ref();
        let from = usize::from(bytes[bytes.len() - 1] & 0xF);
        let number = bytes[from..from + 4].iter().fold(0_u32, |number, byte| number << 8 | u32::from(*byte));
        format!("{:06}", (number & 0x7FFF_FFFF) % 1_000_000)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}
