//! OpenAPI specifications of organizations: states, visibilities and reasons why a source can't be used.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::words::words;

words! {
    /// The state of the work on a specification.
    SpecState {
        /// The source waits to be read.
        Pending = "pending",
        /// The source is being read.
        Progress = "progress",
        /// The source was read, or can't be used.
        Complete = "complete",
    }

    /// The readers of a specification.
    SpecVisibility {
        /// Those who may view the specifications of the organization.
        Private = "private",
        /// Everybody who has its address.
        Public = "public",
    }

    /// The reason why a source can't be used.
    SpecErrorCode {
        /// Its server took too long.
        FetchTimeout = "FETCH_TIMEOUT",
        /// Its server can't be reached, or does not have it.
        FetchError = "FETCH_ERROR",
        /// It is not an OpenAPI document that can be used.
        ParseError = "PARSE_ERROR",
    }

    /// The meaning of changes for programs that use an API: that of the most important one.
    SpecChange {
        /// Programs that were right may fail.
        Breaking = "breaking",
        /// Programs that were right still are.
        Compatible = "compatible",
        /// Only texts, examples and the like differ.
        Documentation = "documentation",
    }

    /// The notation of a document.
    SpecFormat {
        /// JSON (RFC 8259).
        Json = "json",
        /// YAML 1.2.
        Yaml = "yaml",
    }
}

/// A problem of a document, in order of importance.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SpecError {
    /// The message for the author of the document, with a JSON pointer and the line where they are known.
    pub message: String,
    /// The reason why the document can't be used; absent if it is used nevertheless.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<SpecErrorCode>,
}

/// Returns the slug of a reference to a specification: `pets`, or `pets@…` with the identifier of a version.
pub fn slug_of(reference: &str) -> &str {
    parts_of(reference).0
}

/// Returns the slug of a reference to a specification, and the text for a version if it names one.
pub fn parts_of(reference: &str) -> (&str, Option<&str>) {
    reference.split_once('@').map_or((reference, None), |(slug, version)| (slug, Some(version)))
}
