//! Values of docs sites. Their structure is in [`crate::site_structure`].

use std::borrow::Cow;

use quire_content::expression::{Condition, MOST_CHARACTERS, Root};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};

use crate::organizations::words;

words! {
    /// What kind of site it is; all kinds can do the same here.
    SiteType {
        /// The usual one.
        Basic = "basic",
        /// With more features at other hosts.
        Premium = "premium",
        /// With all features at other hosts.
        Ultimate = "ultimate",
        /// Somebody else pays for it.
        Sponsored = "sponsored",
        /// As it used to be.
        LegacyBasic = "legacy-basic",
        /// As it used to be, with more features.
        LegacyPremium = "legacy-premium",
    }

    /// Who may read a published site.
    SiteVisibility {
        /// Anyone, indexed by search engines.
        Public = "public",
        /// Anyone, not indexed.
        Unlisted = "unlisted",
        /// Anyone with a secret token in the URL.
        ShareLink = "share-link",
        /// Anyone authenticated by a JWT.
        VisitorAuth = "visitor-auth",
    }

    /// Whether a site is in the context of agents.
    AgentsContext {
        /// Agents can't read it.
        Excluded = "excluded",
        /// Agents can read it.
        Included = "included",
    }
}

impl SiteVisibility {
    /// Returns whether a site that changes from this visibility to `after` can be read by nobody who could not read it
    /// before, nor be found where it could not.
    pub fn narrows_to(self, after: Self) -> bool {
        match (self, after) {
            (Self::Public, _) | (Self::Unlisted, Self::ShareLink | Self::VisitorAuth) => true,
            _ => self == after,
        }
    }
}

/// A text does not decide who sees something.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidCondition {
    /// It is shorter or longer than it may be.
    #[error("must be 1 to {MOST_CHARACTERS} characters long, not {0}")]
    Length(usize),
    /// It is no expression, or never true or false.
    #[error("must be a condition: {message} (at character {position})")]
    Meaning {
        /// What is wrong.
        message: String,
        /// Where, from 1.
        position: usize,
    },
}

/// The expression that decides which visitors see a section or a space (Limits: condition).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct SiteCondition(String);

impl SiteCondition {
    /// The expression as it was written.
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
