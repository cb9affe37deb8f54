//! Values of reviews.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a reviewer says of a change request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ReviewStatus {
    /// It is not to be merged as it is.
    ChangesRequested,
    /// It may be merged.
    Approved,
}

impl ReviewStatus {
    /// The word of the specification.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::ChangesRequested => "changes-requested",
            Self::Approved => "approved",
        }
    }

    /// The status of this word.
    pub fn parse(word: &str) -> Option<Self> {
        [Self::ChangesRequested, Self::Approved].into_iter().find(|status| status.as_str() == word)
    }
}
