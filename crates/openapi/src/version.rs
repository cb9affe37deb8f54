//! The versions of the specification that documents follow.

use std::fmt;

use serde_json::Value;

use crate::Issue;

/// A version of the specification, as far as the structure of documents depends on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Version {
    /// Swagger 2.0.
    Swagger2,
    /// OpenAPI 3.0.
    V3_0,
    /// OpenAPI 3.1.
    V3_1,
    /// OpenAPI 3.2.
    V3_2,
}

impl Version {
    /// Returns the version that a document states.
    ///
    /// # Errors
    /// The document states none, or one that is not known.
    pub fn of(document: &Value) -> Result<Self, Issue> {
        let Some(members) = document.as_object() else {
            return Err(Issue::fatal("", "the document must be an object with the member openapi or swagger"));
        };
        match (members.get("openapi"), members.get("swagger")) {
            (Some(stated), _) => {
                let known = [("3.0", Self::V3_0), ("3.1", Self::V3_1), ("3.2", Self::V3_2)];
                let found = known.into_iter().find(|(series, _)| states(stated, series));
                found.map(|(_, version)| version).ok_or_else(|| unknown("/openapi", stated, "3.0, 3.1 or 3.2"))
            }
            (None, Some(stated)) if states(stated, "2.0") => Ok(Self::Swagger2),
            (None, Some(stated)) => Err(unknown("/swagger", stated, "2.0")),
            (None, None) => Err(Issue::fatal("", "the document must have the member openapi or swagger")),
        }
    }

    /// Returns the name of the version, such as `3.1`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Swagger2 => "2.0",
            Self::V3_0 => "3.0",
            Self::V3_1 => "3.1",
            Self::V3_2 => "3.2",
        }
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Returns true if a stated version belongs to a series. YAML without quotes makes a number of `3.0`.
fn states(stated: &Value, series: &str) -> bool {
    match stated {
        Value::String(text) => {
            let rest = text.trim().strip_prefix(series);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '-']))
        }
        Value::Number(number) => number.as_f64() == series.parse().ok(),
        _ => false,
    }
}

fn unknown(pointer: &str, stated: &Value, known: &str) -> Issue {
    let mut stated = stated.to_string();
    stated.truncate(stated.char_indices().nth(40).map_or(stated.len(), |(at, _)| at));
    Issue::fatal(pointer, format!("the version {stated} is not known: it must be {known}"))
}
