//! Values of revisions.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How a revision came to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum RevisionType {
    /// By editing or importing content.
    Edits,
    /// By merging a change request.
    Merge,
    /// By going back to an earlier revision.
    Rollback,
    /// By pulling main content into a change request.
    Update,
    /// By computing content.
    Computed,
}

impl RevisionType {
    /// The word of the specification.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Edits => "edits",
            Self::Merge => "merge",
            Self::Rollback => "rollback",
            Self::Update => "update",
            Self::Computed => "computed",
        }
    }

    /// The type of this word.
    pub fn parse(word: &str) -> Option<Self> {
        [Self::Edits, Self::Merge, Self::Rollback, Self::Update, Self::Computed]
            .into_iter()
            .find(|kind| kind.as_str() == word)
    }
}
