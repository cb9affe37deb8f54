//! Values of spaces.

use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::time::Timestamp;

/// How long a deleted space can be restored (Limits: deleted space retention).
pub const RETENTION: Duration = Duration::from_hours(7 * 24);

/// The emoji of a space that was created without one.
pub const DEFAULT_EMOJI: &str = "📖";

/// Whether main content can be edited directly.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum EditMode {
    /// Direct edits are allowed beside change requests.
    Live,
    /// Only change requests change the main content.
    Locked,
}

impl EditMode {
    /// The word of the specification.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Live => "live",
            Self::Locked => "locked",
        }
    }

    /// The mode of this word.
    pub fn parse(word: &str) -> Option<Self> {
        [Self::Live, Self::Locked].into_iter().find(|mode| mode.as_str() == word)
    }
}

/// Who may read what is published of a space.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Visibility {
    /// Anyone, indexed by search engines.
    Public,
    /// Anyone, not indexed.
    Unlisted,
    /// Anyone with a secret token in the URL.
    ShareLink,
    /// Anyone authenticated by a JWT.
    VisitorAuth,
    /// Anyone who can access the parent collection.
    InCollection,
    /// Authorized members.
    Private,
}

impl Visibility {
    const ALL: [Self; 6] =
        [Self::Public, Self::Unlisted, Self::ShareLink, Self::VisitorAuth, Self::InCollection, Self::Private];

    /// The word of the specification.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Public => "public",
            Self::Unlisted => "unlisted",
            Self::ShareLink => "share-link",
            Self::VisitorAuth => "visitor-auth",
            Self::InCollection => "in-collection",
            Self::Private => "private",
        }
    }

    /// The visibility of this word.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|visibility| visibility.as_str() == word)
    }
}

/// Whether a space that was deleted at `deleted_at` can still be restored.
pub fn restorable(deleted_at: Timestamp, now: Timestamp) -> bool {
    now < deleted_at.plus(RETENTION)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn restorable_until_the_end_of_the_seventh_day() {
        let week = 7 * 24 * 3600 * 1000;
        assert!(restorable(Timestamp(5), Timestamp(5 + week - 1)));
        assert!(!restorable(Timestamp(5), Timestamp(5 + week)));
    }
}
