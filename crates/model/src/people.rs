//! What people sign in with, and what they show of themselves.
//!
//! Names are among the [texts](crate::text). How a password is hashed is not known here.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::text::InvalidText;

/// How somebody signed in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// With a password.
    Password,
    /// By a one-time link.
    Link,
}

impl Way {
    /// The word that is stored.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Password => "password",
            Self::Link => "link",
        }
    }

    /// The way of this word.
    pub fn parse(word: &str) -> Option<Self> {
        [Self::Password, Self::Link].into_iter().find(|way| way.as_str() == word)
    }
}

/// A password that somebody chose: 12 to 1,024 characters of any kind. It can't be printed by mistake.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(String);

impl Password {
    const MIN: usize = 12;
    const MAX: usize = 1024;

    /// The password itself.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for Password {
    type Error = InvalidText;

    fn try_from(text: String) -> Result<Self, InvalidText> {
        let (min, max, found) = (Self::MIN, Self::MAX, text.chars().count());
        if (min..=max).contains(&found) { Ok(Self(text)) } else { Err(InvalidText::Length { min, max, found }) }
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password")
    }
}

/// The address of a picture of a person: absolute, http or https, at most 2,048 characters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String", extend("format" = "uri", "maxLength" = 2048))]
pub struct PhotoUrl(String);

/// A text that is no address of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be an address that starts with https:// or http://, of at most 2048 characters")]
pub struct InvalidPhotoUrl;

impl PhotoUrl {
    const MOST: usize = 2048;

    /// The address as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for PhotoUrl {
    type Error = InvalidPhotoUrl;

    fn try_from(text: String) -> Result<Self, InvalidPhotoUrl> {
        let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
        let has_host = rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_alphanumeric() || c == '['));
        let strange = |c: char| c.is_whitespace() || c.is_control();
        let fits = text.chars().count() <= Self::MOST && !text.contains(strange);
        if has_host && fits { Ok(Self(text)) } else { Err(InvalidPhotoUrl) }
    }
}

impl From<PhotoUrl> for String {
    fn from(url: PhotoUrl) -> Self {
        url.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_compared_in_lower_case() {
        assert_eq!(EmailAddress::parse(" Ada@Example.ORG ").unwrap().as_str(), "ada@example.org");
        let long = format!("{}@example.org", "a".repeat(300));
        for wrong in ["", "ada", "@example.org", "ada@", "a b@c.d", "a@b@c", "a\n@b.c", "<a@b.c>", "a,b@c.d", &long] {
            assert_eq!(EmailAddress::parse(wrong), Err(InvalidEmailAddress), "{wrong}");
        }
    }

    #[test]
    fn a_password_has_a_length_and_stays_out_of_logs() {
        let password = Password::try_from("é".repeat(12)).unwrap();
        assert_eq!(format!("{password:?}"), "Password");
        assert!(Password::try_from("é".repeat(11)).is_err());
        assert!(Password::try_from("é".repeat(1024)).is_ok());
        assert!(Password::try_from("é".repeat(1025)).is_err());
    }

    #[test]
    fn pictures_are_on_the_web() {
        let parse = |text: &str| PhotoUrl::try_from(text.to_owned());
        assert!(parse("https://example.org/ada.png").is_ok());
        for wrong in ["", "/ada.png", "javascript:alert(1)", "https://", "https:// x", "data:image/png;base64,AA"] {
            assert_eq!(parse(wrong), Err(InvalidPhotoUrl), "{wrong}");
        }
    }
}
