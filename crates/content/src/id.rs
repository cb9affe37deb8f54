//! Identifiers: 16 bytes inside, 22 letters and digits outside.
//!
//! The text form is base 62 with the letters first, so that its first character, of which 128 bits leave eight, is always
//! a letter: an identifier can never be mistaken for a number.

use std::fmt;
use std::str::FromStr;

const ALPHABET: &[u8; 62] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
const TEXT_LEN: usize = 22;

/// The 128 bits of an identifier, in practice a UUID of version 7, or of version 4 for a user (RFC 9562).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Uid(pub [u8; 16]);

/// A text that is not an identifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not an identifier")]
pub struct InvalidId;

impl Uid {
    /// The identifier whose bytes these are; anything but 16 bytes is [`InvalidId`].
    pub fn from_slice(bytes: &[u8]) -> Result<Self, InvalidId> {
        bytes.try_into().map(Self).map_err(|_| InvalidId)
    }
}

impl fmt::Display for Uid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = u128::from_be_bytes(self.0);
        let mut text = [0u8; TEXT_LEN];
        for place in text.iter_mut().rev() {
            *place = ALPHABET[(rest % 62) as usize];
            rest /= 62;
        }
        f.write_str(str::from_utf8(&text).map_err(|_| fmt::Error)?)
    }
}

impl fmt::Debug for Uid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Uid {
    type Err = InvalidId;

    fn from_str(text: &str) -> Result<Self, InvalidId> {
        if text.len() != TEXT_LEN {
            return Err(InvalidId);
        }
        let mut value: u128 = 0;
        for byte in text.bytes() {
            let digit = digit(byte).ok_or(InvalidId)?;
            value = value.checked_mul(62).and_then(|v| v.checked_add(digit)).ok_or(InvalidId)?;
        }
        Ok(Self(value.to_be_bytes()))
    }
}

fn digit(byte: u8) -> Option<u128> {
    let value = match byte {
        b'a'..=b'z' => byte - b'a',
        b'A'..=b'Z' => byte - b'A' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        _ => return None,
    };
    Some(u128::from(value))
}

/// Declares identifier types: one line each, so that one kind can't stand in for another.
#[macro_export]
macro_rules! typed_id {
    ($($(#[$doc:meta])* $name:ident;)+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub $crate::id::Uid);

        impl $name {
            /// The identifier as the 16 bytes that are stored.
            pub fn bytes(&self) -> [u8; 16] {
                self.0.0
            }
        }

        impl From<$name> for $crate::id::Uid {
            fn from(id: $name) -> Self {
                id.0
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self.0)
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::id::InvalidId;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                text.parse().map(Self)
            }
        }
    )+};
}

typed_id! {
    /// A page, the same through all revisions of its space.
    PageId;
    /// A file (image or attachment), the same through all revisions of its space.
    FileId;
    /// A piece of reusable content, the same through all revisions of its space.
    ReusableId;
    /// A conflict, named by what it says.
    ConflictId;
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn text_and_back(bytes: [u8; 16]) {
            let id = Uid(bytes);
            prop_assert_eq!(id.to_string().parse::<Uid>(), Ok(id));
        }

        #[test]
        fn any_text_is_refused_or_round_trips(text in "[a-zA-Z0-9]{22}") {
            if let Ok(id) = text.parse::<Uid>() {
                prop_assert_eq!(id.to_string(), text);
            }
        }

        #[test]
        fn never_all_digits(bytes: [u8; 16]) {
            prop_assert!(Uid(bytes).to_string().starts_with(|c: char| c.is_ascii_alphabetic()));
        }
    }

    #[test]
    fn wrong_lengths_are_refused() {
        assert_eq!("".parse::<Uid>(), Err(InvalidId));
        assert_eq!("9999999999999999999999".parse::<Uid>(), Err(InvalidId));
        assert_eq!("é".repeat(11).parse::<Uid>(), Err(InvalidId));
    }
}
