//! Ways to sign in, and passwords.
//!
//! Names are among the [texts](crate::text). Password hashing is not here.

use std::fmt;

use crate::text::InvalidText;

/// The method of a sign-in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// Sign-in with a password.
    Password,
    /// Sign-in by a one-time link.
    Link,
    /// Single sign-on by SAML.
    Saml,
    /// Single sign-on by OpenID Connect.
    Oidc,
    /// Sign-in with a passkey.
    Passkey,
}

impl Way {
    /// Returns the word that is stored.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Password => "password",
            Self::Link => "link",
            Self::Saml => "saml",
            Self::Oidc => "oidc",
            Self::Passkey => "passkey",
        }
    }

    /// Parses the word that is stored.
    pub fn parse(word: &str) -> Option<Self> {
        [Self::Password, Self::Link, Self::Saml, Self::Oidc, Self::Passkey].into_iter().find(|way| way.as_str() == word)
    }
}

/// A password of 12 to 1,024 characters of any kind. Its `Debug` output does not contain it.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(String);

impl Password {
    const MIN: usize = 12;
    const MAX: usize = 1024;

    /// Returns the password in clear text.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_has_a_length_and_stays_out_of_logs() {
        let password = Password::try_from("é".repeat(12)).unwrap();
        assert_eq!(format!("{password:?}"), "Password");
        assert!(Password::try_from("é".repeat(11)).is_err());
        assert!(Password::try_from("é".repeat(1024)).is_ok());
        assert!(Password::try_from("é".repeat(1025)).is_err());
    }
}
