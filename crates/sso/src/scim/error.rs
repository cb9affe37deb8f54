//! Errors as RFC 7644, section 3.12, writes them.

use serde_json::{Value, json};

/// A refusal of a request.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{detail}")]
pub struct Error {
    pub kind: ErrorKind,
    /// A sentence that says what is wrong.
    pub detail: String,
}

/// The kinds of errors, each with its status.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorKind {
    /// A filter that does not follow the grammar, or compares what cannot be compared.
    InvalidFilter,
    /// A path that does not follow the grammar or names nothing that can be changed.
    InvalidPath,
    /// A message that is no JSON of the expected form.
    InvalidSyntax,
    /// A value that is missing or of another kind.
    InvalidValue,
    /// A patch that removes nothing in particular.
    NoTarget,
    /// An attribute that can't be changed.
    Mutability,
    /// More results or parts than are handled at once.
    TooMany,
    /// A message of more bytes than are read.
    TooLarge,
    /// A value that another resource has already.
    Uniqueness,
    Unauthorized,
    Forbidden,
    NotFound,
}

impl ErrorKind {
    /// Returns the HTTP status.
    pub fn status(self) -> u16 {
        match self {
            Self::InvalidFilter
            | Self::InvalidPath
            | Self::InvalidSyntax
            | Self::InvalidValue
            | Self::NoTarget
            | Self::Mutability
            | Self::TooMany => 400,
            Self::Unauthorized => 401,
            Self::Forbidden => 403,
            Self::NotFound => 404,
            Self::Uniqueness => 409,
            Self::TooLarge => 413,
        }
    }

    /// Returns the name that the standard gives the kind, if it does.
    pub fn scim_type(self) -> Option<&'static str> {
        match self {
            Self::InvalidFilter => Some("invalidFilter"),
            Self::InvalidPath => Some("invalidPath"),
            Self::InvalidSyntax => Some("invalidSyntax"),
            Self::InvalidValue => Some("invalidValue"),
            Self::NoTarget => Some("noTarget"),
            Self::Mutability => Some("mutability"),
            Self::TooMany => Some("tooMany"),
            Self::Uniqueness => Some("uniqueness"),
            Self::Unauthorized | Self::Forbidden | Self::NotFound | Self::TooLarge => None,
        }
    }
}

impl Error {
    /// Makes an error with a sentence.
    pub fn new(kind: ErrorKind, detail: impl Into<String>) -> Self {
        Self { kind, detail: detail.into() }
    }

    /// Returns the body of the answer.
    pub fn to_json(&self) -> Value {
        let mut body = json!({
            "schemas": ["urn:ietf:params:scim:api:messages:2.0:Error"],
            "status": self.kind.status().to_string(),
            "detail": self.detail,
        });
        if let Some(name) = self.kind.scim_type() {
            body["scimType"] = json!(name);
        }
        body
    }
}
