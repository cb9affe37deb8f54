//! Values of spaces.

use std::collections::HashSet;
use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::text::FormerSpaceId;
use crate::time::Timestamp;

/// The period in which a deleted space can be restored (Limits: deleted space retention).
pub const RETENTION: Duration = Duration::from_hours(7 * 24);

/// The emoji of a space that was created without one.
pub const DEFAULT_EMOJI: &str = "📖";

/// The maximum number of former identifiers of a space.
pub const MOST_FORMER_IDS: usize = 100;

/// The identifiers that a space had on other servers, by which links still name it; each is there once.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "Vec<FormerSpaceId>")]
pub struct FormerSpaceIds(#[schemars(extend("maxItems" = MOST_FORMER_IDS))] Vec<FormerSpaceId>);

impl FormerSpaceIds {
    /// Returns true if there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the identifiers in the order in which they were given.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(FormerSpaceId::as_str)
    }

    /// Returns true if this is one of them.
    pub fn contains(&self, id: &str) -> bool {
        self.iter().any(|known| known == id)
    }

    /// Returns the form in which they are stored.
    pub fn to_stored(&self) -> String {
        serde_json::json!(self).to_string()
    }

    /// Reads the stored form; `None` if it is damaged.
    pub fn from_stored(stored: &str) -> Option<Self> {
        serde_json::from_str(stored).ok()
    }
}

impl IntoIterator for FormerSpaceIds {
    type Item = FormerSpaceId;
    type IntoIter = std::vec::IntoIter<FormerSpaceId>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl TryFrom<Vec<FormerSpaceId>> for FormerSpaceIds {
    type Error = String;

    fn try_from(mut ids: Vec<FormerSpaceId>) -> Result<Self, String> {
        let mut known = HashSet::new();
        ids.retain(|id| known.insert(id.as_str().to_owned()));
        match ids.len() {
            count if count > MOST_FORMER_IDS => {
                Err(format!("must be at most {MOST_FORMER_IDS} identifiers, not {count}"))
            }
            _ => Ok(Self(ids)),
        }
    }
}

/// The ways to edit the main content of a space.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum EditMode {
    /// Direct edits and change requests.
    Live,
    /// Change requests only; direct edits are refused.
    Locked,
}

impl EditMode {
    /// Returns the word of the API.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Live => "live",
            Self::Locked => "locked",
        }
    }

    /// Parses the word of the API.
    pub fn parse(word: &str) -> Option<Self> {
        [Self::Live, Self::Locked].into_iter().find(|mode| mode.as_str() == word)
    }
}

/// The audience of the published content of a space.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Visibility {
    /// Everyone; search engines may index the content.
    Public,
    /// Everyone; search engines must not index the content.
    Unlisted,
    /// Everyone with a share link, whose address contains a secret token.
    ShareLink,
    /// Visitors authenticated by a JWT.
    VisitorAuth,
    /// Everyone with access to the parent collection.
    InCollection,
    /// Members with access to the space.
    Private,
}

impl Visibility {
    const ALL: [Self; 6] =
        [Self::Public, Self::Unlisted, Self::ShareLink, Self::VisitorAuth, Self::InCollection, Self::Private];

    /// Returns the word of the API.
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

    /// Parses the word of the API.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|visibility| visibility.as_str() == word)
    }
}

/// Returns true if a space that was deleted at `deleted_at` can still be restored.
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
