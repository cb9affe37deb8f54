//! Points in time.

use std::fmt;
use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A point in time, in milliseconds since 1970-01-01T00:00:00Z. Its text form is RFC 3339 in UTC with milliseconds,
/// such as `2026-01-31T09:30:00.000Z`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(into = "String", try_from = "String")]
#[schemars(with = "String", extend("format" = "date-time"))]
pub struct Timestamp(pub i64);

/// An error for a text that is not an RFC 3339 time stamp.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not an RFC 3339 time stamp such as 2026-01-31T09:30:00.000Z")]
pub struct InvalidTimestamp;

impl Timestamp {
    /// Returns the time `span` later, saturating at the maximum.
    #[must_use]
    pub fn plus(self, span: Duration) -> Self {
        Self(self.0.saturating_add_unsigned(span.as_millis().try_into().unwrap_or(u64::MAX)))
    }

    /// Returns the time `span` earlier, saturating at the minimum.
    #[must_use]
    pub fn minus(self, span: Duration) -> Self {
        Self(self.0.saturating_sub_unsigned(span.as_millis().try_into().unwrap_or(u64::MAX)))
    }

    /// Returns the whole seconds since 1970, rounded down.
    pub fn seconds(self) -> i64 {
        self.0.div_euclid(1000)
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = jiff::Timestamp::from_millisecond(self.0).map_err(|_| fmt::Error)?;
        write!(f, "{at:.3}")
    }
}

impl From<Timestamp> for String {
    fn from(at: Timestamp) -> Self {
        at.to_string()
    }
}

impl TryFrom<String> for Timestamp {
    type Error = InvalidTimestamp;

    fn try_from(text: String) -> Result<Self, InvalidTimestamp> {
        text.parse::<jiff::Timestamp>().map(|at| Self(at.as_millisecond())).map_err(|_| InvalidTimestamp)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn milliseconds_are_always_written() {
        assert_eq!(Timestamp(1_769_851_800_000).to_string(), "2026-01-31T09:30:00.000Z");
        assert_eq!(Timestamp(1_769_851_800_007).to_string(), "2026-01-31T09:30:00.007Z");
    }

    #[test]
    fn offsets_are_understood() {
        let parsed = Timestamp::try_from("2026-01-31T10:30:00+01:00".to_owned());
        assert_eq!(parsed, Ok(Timestamp(1_769_851_800_000)));
        assert!(Timestamp::try_from("yesterday".to_owned()).is_err());
    }
}
