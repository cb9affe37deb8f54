//! Values of reviews.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The verdict of a review.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ReviewStatus {
    /// The reviewer requests changes before a merge.
    ChangesRequested,
    /// The reviewer approves the merge.
    Approved,
}

impl ReviewStatus {
    /// Returns the word of the API.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::ChangesRequested => "changes-requested",
            Self::Approved => "approved",
        }
    }

    /// Parses the word of the API.
    pub fn parse(word: &str) -> Option<Self> {
        [Self::ChangesRequested, Self::Approved].into_iter().find(|status| status.as_str() == word)
    }
}
