//! Values of comments.

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize};

use crate::text::emoji;

/// The status of a comment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "CommentStatus")]
pub enum Status {
    /// Open for discussion, not resolved yet.
    Open,
    /// Marked as resolved by a user.
    Resolved,
}

impl Status {
    /// Returns the word of the API.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Resolved => "resolved",
        }
    }

    /// Parses the word of the API.
    pub fn parse(word: &str) -> Option<Self> {
        [Self::Open, Self::Resolved].into_iter().find(|status| status.as_str() == word)
    }
}

/// An emoji of a reaction, normalized to its characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Reaction(&'static str);

impl Reaction {
    /// The maximum number of different reactions of one user to one comment or reply.
    pub const MOST: usize = 20;

    /// Parses an emoji: its characters, or their code points in hexadecimal joined by `-`.
    pub fn parse(text: &str) -> Option<Self> {
        emoji(text).map(|emoji| Self(emoji.as_str()))
    }

    /// Returns the emoji's characters.
    pub fn as_str(self) -> &'static str {
        self.0
    }
}

impl<'de> Deserialize<'de> for Reaction {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let wrong =
            || serde::de::Error::custom("must be a Unicode emoji, or its code points in hexadecimal joined by -");
        Self::parse(&text).ok_or_else(wrong)
    }
}

impl JsonSchema for Reaction {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Reaction".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        schemars::json_schema!({ "type": "string", "description": "An emoji, or its code points joined by -." })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_emoji_is_the_same_however_it_is_spelled() {
        for text in ["👍", "1f44d", "1F44D"] {
            assert_eq!(Reaction::parse(text).map(Reaction::as_str), Some("👍"), "{text}");
        }
        assert_eq!(Reaction::parse("\u{2764}"), Reaction::parse("2764-fe0f"));
        for text in ["", "x", "👍👍", "<b>", "+1", ":+1:"] {
            assert_eq!(Reaction::parse(text), None, "{text}");
        }
    }
}
