//! Errors of edits.

use std::borrow::Cow;

use crate::document::patch::PatchError;
use crate::objects::ObjectError;

/// The reason why nothing was edited.
#[derive(Debug, thiserror::Error)]
pub enum EditError {
    /// An operation is invalid.
    #[error("changes[{operation}].{field}: {problem}")]
    Refused {
        /// The index of the operation, from 0.
        operation: usize,
        /// The offending field of the operation.
        field: Cow<'static, str>,
        /// The problem with the field.
        problem: Problem,
    },
    /// An object can't be read.
    #[error(transparent)]
    Object(#[from] ObjectError),
}

impl EditError {
    /// Returns the error for a list of operations that has `count` more at its start.
    #[must_use]
    pub fn after(self, count: usize) -> Self {
        match self {
            Self::Refused { operation, field, problem } => {
                Self::Refused { operation: operation + count, field, problem }
            }
            Self::Object(error) => Self::Object(error),
        }
    }
}

/// The problem with a field.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// The identifier or name does not exist.
    #[error("there is no such {0}")]
    Unknown(&'static str),
    /// The value is already in use by another item.
    #[error("{0} is taken")]
    Taken(String),
    /// The text has no block with this key.
    #[error("there is no block with the key {0:?}")]
    NoBlock(String),
    /// The page would be its own ancestor.
    #[error("a page can't be below itself")]
    Circular,
    /// The value is invalid; the text describes a valid one.
    #[error("{0}")]
    Invalid(String),
}

/// The reason why one operation is invalid.
#[derive(Debug)]
pub(super) enum Fault {
    /// A field, and the problem with it.
    Field(Cow<'static, str>, Problem),
    Object(ObjectError),
}

impl Fault {
    pub(super) fn invalid(field: &'static str, message: impl Into<String>) -> Self {
        Self::Field(field.into(), Problem::Invalid(message.into()))
    }

    pub(super) fn unknown(field: &'static str, what: &'static str) -> Self {
        Self::Field(field.into(), Problem::Unknown(what))
    }

    pub(super) fn taken(field: &'static str, what: impl Into<String>) -> Self {
        Self::Field(field.into(), Problem::Taken(what.into()))
    }

    /// Returns the error for the operation with this index.
    pub(super) fn of(self, operation: usize) -> EditError {
        match self {
            Self::Field(field, problem) => EditError::Refused { operation, field, problem },
            Self::Object(error) => EditError::Object(error),
        }
    }
}

impl From<PatchError> for Fault {
    fn from(error: PatchError) -> Self {
        match error {
            PatchError::Unknown { operation, field, key } => {
                Self::Field(format!("blocks[{operation}].{field}").into(), Problem::NoBlock(key))
            }
            PatchError::Invalid { operation, field, message } => {
                Self::Field(format!("blocks[{operation}].{field}").into(), Problem::Invalid(message))
            }
            PatchError::Unstable | PatchError::TooLong => Self::invalid("blocks", error.to_string()),
        }
    }
}

impl From<ObjectError> for Fault {
    fn from(error: ObjectError) -> Self {
        Self::Object(error)
    }
}
