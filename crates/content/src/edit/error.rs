//! Why a call is refused.

use crate::objects::ObjectError;

/// Why nothing was edited.
#[derive(Debug, thiserror::Error)]
pub enum EditError {
    /// An operation can't be done.
    #[error("changes[{operation}].{field}: {problem}")]
    Refused {
        /// Its index, from 0.
        operation: usize,
        /// The field of the operation that is to blame.
        field: &'static str,
        /// Why.
        problem: Problem,
    },
    /// An object can't be read.
    #[error(transparent)]
    Object(#[from] ObjectError),
}

/// What is wrong with a field.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// Nothing of this identifier or name is there.
    #[error("there is no such {0}")]
    Unknown(&'static str),
    /// Something else has it already.
    #[error("{0} is taken")]
    Taken(String),
    /// The page would be below itself.
    #[error("a page can't be below itself")]
    Circular,
    /// It is not what it may be; the text says what it may be.
    #[error("{0}")]
    Invalid(String),
}

/// Why one operation can't be done.
#[derive(Debug)]
pub(super) enum Fault {
    /// The field, and what is wrong with it.
    Field(&'static str, Problem),
    Object(ObjectError),
}

impl Fault {
    pub(super) fn invalid(field: &'static str, message: impl Into<String>) -> Self {
        Self::Field(field, Problem::Invalid(message.into()))
    }

    pub(super) fn unknown(field: &'static str, what: &'static str) -> Self {
        Self::Field(field, Problem::Unknown(what))
    }

    pub(super) fn taken(field: &'static str, what: impl Into<String>) -> Self {
        Self::Field(field, Problem::Taken(what.into()))
    }

    /// The error of the operation with this index.
    pub(super) fn of(self, operation: usize) -> EditError {
        match self {
            Self::Field(field, problem) => EditError::Refused { operation, field, problem },
            Self::Object(error) => EditError::Object(error),
        }
    }
}

impl From<ObjectError> for Fault {
    fn from(error: ObjectError) -> Self {
        Self::Object(error)
    }
}
