//! Values of change requests.

use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ids::{ChangeRequestId, InvalidId};

/// The status of a change request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "ChangeRequestStatus")]
pub enum Status {
    /// In progress, not yet ready for review.
    Draft,
    /// Ready for review and merge.
    Open,
    /// Closed without a merge; can be opened again.
    Archived,
    /// Merged into the main content; final.
    Merged,
}

impl Status {
    /// Returns the word of the API.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::Open => "open",
            Self::Archived => "archived",
            Self::Merged => "merged",
        }
    }

    /// Parses the word of the API.
    pub fn parse(word: &str) -> Option<Self> {
        [Self::Draft, Self::Open, Self::Archived, Self::Merged].into_iter().find(|status| status.as_str() == word)
    }
}

/// A change request as an address names it: by identifier, or by number within the space.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ChangeRequestName {
    /// The change request's identifier.
    Id(ChangeRequestId),
    /// The number within the space, from 1.
    Number(i64),
}

impl FromStr for ChangeRequestName {
    type Err = InvalidId;

    /// Identifiers are never all digits, so the two can't be mistaken for each other.
    fn from_str(text: &str) -> Result<Self, InvalidId> {
        if text.bytes().all(|byte| byte.is_ascii_digit()) {
            return text.parse().map(Self::Number).map_err(|_| InvalidId);
        }
        text.parse().map(Self::Id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::Uid;

    #[test]
    fn names_are_identifiers_or_numbers() {
        let id = ChangeRequestId(Uid([7; 16]));
        assert_eq!(id.to_string().parse(), Ok(ChangeRequestName::Id(id)));
        assert_eq!("12".parse(), Ok(ChangeRequestName::Number(12)));
        for wrong in ["", "-1", "+1", "1.0", "x", "99999999999999999999", "9999999999999999999999"] {
            assert_eq!(wrong.parse::<ChangeRequestName>(), Err(InvalidId), "{wrong}");
        }
    }
}
