//! Texts with bounds, one line each.

/// A text is shorter or longer than it may be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("must be {min} to {max} characters long, not {found}")]
pub struct InvalidLength {
    min: usize,
    max: usize,
    found: usize,
}

/// Declares text types: bounds in characters (Unicode scalar values), checked by deserialization, told by the schema.
macro_rules! text {
    ($($(#[$doc:meta])* $name:ident: $min:literal..=$max:literal;)+) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
        #[serde(try_from = "String", into = "String")]
        #[schemars(with = "String", extend("minLength" = $min, "maxLength" = $max))]
        pub struct $name(String);

        impl $name {
            /// The text itself.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl TryFrom<String> for $name {
            type Error = InvalidLength;

            fn try_from(text: String) -> Result<Self, InvalidLength> {
                let found = text.chars().count();
                if ($min..=$max).contains(&found) {
                    Ok(Self(text))
                } else {
                    Err(InvalidLength { min: $min, max: $max, found })
                }
            }
        }

        impl From<$name> for String {
            fn from(text: $name) -> Self {
                text.0
            }
        }
    )+};
}

text! {
    /// The title of a space (Limits: space title).
    SpaceTitle: 0..=50;
    /// The emoji of a space (Limits: space emoji).
    SpaceEmoji: 1..=50;
    /// The title of an organization.
    OrganizationTitle: 2..=255;
    /// What a token is for, in its owner's words.
    TokenName: 1..=100;
    /// The name of an uploaded file.
    FileName: 1..=255;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_count_characters_not_bytes() {
        let at_edge = "é".repeat(50);
        assert!(SpaceTitle::try_from(at_edge.clone()).is_ok());
        let over = serde_json::from_value::<SpaceTitle>(serde_json::json!(at_edge + "x"));
        assert_eq!(over.map_err(|e| e.to_string()), Err("must be 0 to 50 characters long, not 51".to_owned()));
    }
}
