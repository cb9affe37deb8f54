//! Values of sites. Their structure is in [`crate::site_structure`].

use std::borrow::Cow;

use quire_content::expression::{Condition, MOST_CHARACTERS, Root};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};

use crate::words::words;

words! {
    /// The type of a site, kept for compatibility: all types have the same features here.
    SiteType {
        /// The standard site type.
        Basic = "basic",
        /// A type with more features on hosts that sell plans.
        Premium = "premium",
        /// A type with all features on hosts that sell plans.
        Ultimate = "ultimate",
        /// A type that a sponsor pays for.
        Sponsored = "sponsored",
        /// The former standard type.
        LegacyBasic = "legacy-basic",
        /// The former type with more features.
        LegacyPremium = "legacy-premium",
    }

    /// The audience of a published site.
    SiteVisibility {
        /// Everyone; search engines may index the site.
        Public = "public",
        /// Everyone; search engines must not index the site.
        Unlisted = "unlisted",
        /// Everyone with a share link, whose address contains a secret token.
        ShareLink = "share-link",
        /// Visitors authenticated by a JWT.
        VisitorAuth = "visitor-auth",
    }

    /// The availability of a site to AI agents.
    AgentsContext {
        /// Agents can't read the site.
        Excluded = "excluded",
        /// Agents can read the site.
        Included = "included",
    }
}

impl SiteVisibility {
    /// Returns true if a change from this visibility to `after` lets nobody read or find the site who could not before.
    pub fn narrows_to(self, after: Self) -> bool {
        match (self, after) {
            (Self::Public, _) | (Self::Unlisted, Self::ShareLink | Self::VisitorAuth) => true,
            _ => self == after,
        }
    }
}

/// An error for a text that is not a condition.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidCondition {
    /// The text is shorter or longer than allowed, with its length in characters.
    #[error("must be 1 to {MOST_CHARACTERS} characters long, not {0}")]
    Length(usize),
    /// The text is not an expression, or is never true or false.
    #[error("must be a condition: {message} (at character {position})")]
    Meaning {
        /// The reason, in plain words.
        message: String,
        /// The position in the text, in characters from 1.
        position: usize,
    },
}

/// An expression that decides which visitors see a section or a space (Limits: condition).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct SiteCondition(String);

impl SiteCondition {
    /// Returns the expression as it was written.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for SiteCondition {
    type Error = InvalidCondition;

    fn try_from(text: String) -> Result<Self, InvalidCondition> {
        let found = text.chars().count();
        if !(1..=MOST_CHARACTERS).contains(&found) {
            return Err(InvalidCondition::Length(found));
        }
        match Condition::parse(&text, &Root::OF_SITES) {
            Ok(_) => Ok(Self(text)),
            Err(e) => Err(InvalidCondition::Meaning { message: e.message, position: e.position }),
        }
    }
}

impl From<SiteCondition> for String {
    fn from(condition: SiteCondition) -> Self {
        condition.0
    }
}

impl JsonSchema for SiteCondition {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "SiteCondition".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        schemars::json_schema!({ "type": "string", "minLength": 1, "maxLength": MOST_CHARACTERS })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_fewer_readers_are_narrower() {
        use SiteVisibility::{Public, ShareLink, Unlisted, VisitorAuth};
        let all = [Public, Unlisted, ShareLink, VisitorAuth];
        let narrower = |before: SiteVisibility| all.map(|after| before.narrows_to(after));
        assert_eq!(narrower(Public), [true, true, true, true]);
        assert_eq!(narrower(Unlisted), [false, true, true, true]);
        assert_eq!(narrower(ShareLink), [false, false, true, false]);
        assert_eq!(narrower(VisitorAuth), [false, false, false, true]);
    }

    #[test]
    fn conditions_are_expressions_that_can_be_true() {
        let condition = |text: &str| SiteCondition::try_from(text.to_owned()).map(drop).map_err(|e| e.to_string());
        assert_eq!(condition("visitor.claims.plan == 'pro'"), Ok(()));
        assert_eq!(condition(""), Err("must be 1 to 1024 characters long, not 0".to_owned()));
        assert!(condition(&format!("'{}'", "x".repeat(1023))).unwrap_err().contains("not 1025"));
        for text in ["visitor.claims.", "'always'", "fetch('x')", "actor.role", "1 + 1"] {
            assert!(condition(text).unwrap_err().starts_with("must be a condition: "), "{text}");
        }
    }
}
