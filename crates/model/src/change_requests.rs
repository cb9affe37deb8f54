//! Values of change requests.

use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ids::{ChangeRequestId, InvalidId};

/// Where a change request is on its way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Being written.
    Draft,
    /// Ready for others to look at.
    Open,
    /// Put away; it can be opened again.
    Archived,
    /// Part of the main content. This is final.
    Merged,
}

impl Status {
    /// The word of the specification.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::Open => "open",
            Self::Archived => "archived",
            Self::Merged => "merged",
        }
    }

    /// The status of this word.
    pub fn parse(word: &str) -> Option<Self> {
        [Self::Draft, Self::Open, Self::Archived, Self::Merged].into_iter().find(|status| status.as_str() == word)
    }
}

/// What a change request is called in an address: its identifier, or its number in the space.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ChangeRequestName {
    /// The identifier.
    Id(ChangeRequestId),
    /// The number, from 1.
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
