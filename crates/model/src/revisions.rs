//! Values of revisions.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The origin of a revision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum RevisionType {
    /// Editing or importing content.
    Edits,
    /// Merging a change request.
    Merge,
    /// Reverting to an earlier revision.
    Rollback,
    /// Updating a change request from main content.
    Update,
    /// Computing content from other content.
    Computed,
}

impl RevisionType {
    /// Returns the word of the API.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Edits => "edits",
            Self::Merge => "merge",
            Self::Rollback => "rollback",
            Self::Update => "update",
            Self::Computed => "computed",
        }
    }

    /// Parses the word of the API.
    pub fn parse(word: &str) -> Option<Self> {
        [Self::Edits, Self::Merge, Self::Rollback, Self::Update, Self::Computed]
            .into_iter()
            .find(|kind| kind.as_str() == word)
    }
}
