//! The errors of use cases, in about ten kinds.

use std::sync::{Mutex, PoisonError};

use quire_content::id::ConflictId;
use quire_content::objects::ObjectError;

/// The failure of a use case. Nothing was changed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The request is not valid; the message names the field and the bound.
    #[error("{0}")]
    Invalid(String),
    /// The token is absent, unknown, expired or revoked.
    #[error("{0}")]
    Unauthenticated(&'static str),
    /// The caller can see the entity, but may not perform the action.
    #[error("{0}")]
    Forbidden(String),
    /// The entity does not exist, or the caller can't see it.
    #[error("{0} not found")]
    NotFound(&'static str),
    /// An entity that the request body refers to does not exist; the message names the field.
    #[error("{0}")]
    Missing(String),
    /// The current state does not allow the action.
    #[error("{0}")]
    Conflict(String),
    /// Changes conflict with what was saved since the state that they were made from; the sides are those of a merge
    /// in which the current content stands for main.
    #[error("{} of what was sent conflict with what was saved since its base: read the content again", found.len())]
    Conflicts {
        /// The conflicts, with the content of their sides.
        found: Vec<(ConflictId, quire_content::merge::Conflict)>,
    },
    /// A precondition of the request does not hold.
    #[error("{0}")]
    Precondition(String),
    /// The request has more bytes than allowed.
    #[error("{0}")]
    TooLarge(String),
    /// There were too many attempts.
    #[error("too many attempts: try again in {seconds} seconds")]
    TooMany {
        /// The time in seconds until the next attempt is allowed.
        seconds: u64,
    },
    /// The database can't be reached or is overloaded; the request may be repeated.
    #[error("the database is not available, try again")]
    Unavailable(#[source] quire_store::Error),
    /// A component is not ready yet; the request may be repeated.
    #[error("{0}")]
    NotReady(&'static str),
    /// Too many requests wait for this kind of work; the request may be repeated.
    #[error("too many requests for {0} wait already, try again")]
    Busy(&'static str),
    /// The program was built without the feature that does this.
    #[error("{0} is not in this build: build Quire with its default features")]
    NotBuilt(&'static str),
    /// The caller no longer waits for the outcome.
    #[error("the work was stopped before it was done")]
    Stopped,
    /// An internal fault of the server.
    #[error("{context}")]
    Internal {
        /// The operation that failed.
        context: &'static str,
        /// The cause of the failure.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
}

impl Error {
    /// Creates an internal error that occurred during `context`.
    pub fn internal(context: &'static str, source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self::Internal { context, source: source.into() }
    }

    /// Creates an error of writing a file during `context`; a full disk may have room again when the request is repeated.
    pub fn storing(context: &'static str, source: std::io::Error) -> Self {
        use std::io::ErrorKind::{QuotaExceeded, StorageFull};
        if matches!(source.kind(), StorageFull | QuotaExceeded) {
            tracing::error!(error = &source as &dyn std::error::Error, "{context}: the disk is full");
            return Self::NotReady("the disk of the server is full: try again when its operator made room");
        }
        Self::internal(context, source)
    }

    /// Returns true for a failure that says nothing of what was asked for, as the same request may succeed later: the
    /// server is unavailable, busy or not ready, the caller asks too often, the work was stopped, or a fault occurred.
    pub fn is_fault(&self) -> bool {
        match self {
            Self::Unavailable(_)
            | Self::Busy(_)
            | Self::NotReady(_)
            | Self::TooMany { .. }
            | Self::Stopped
            | Self::Internal { .. } => true,
            Self::Invalid(_)
            | Self::Unauthenticated(_)
            | Self::Forbidden(_)
            | Self::NotFound(_)
            | Self::Missing(_)
            | Self::Conflict(_)
            | Self::Conflicts { .. }
            | Self::Precondition(_)
            | Self::NotBuilt(_)
            | Self::TooLarge(_) => false,
        }
    }
}

/// Collects the first fault of the server among outcomes, for code that can only handle absence.
///
/// A result built from such outcomes is incomplete after a fault, so it must not be used if [`FirstFault::check`]
/// fails.
#[derive(Debug, Default)]
pub struct FirstFault(Mutex<Option<Error>>);

impl FirstFault {
    /// Returns the value, or `None` if it is absent or access to it is refused. A fault also gives `None`, and is kept.
    pub fn there<T>(&self, outcome: Result<T, Error>) -> Option<T> {
        match outcome {
            Ok(value) => Some(value),
            Err(error) => {
                if error.is_fault() {
                    self.0.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                }
                None
            }
        }
    }

    /// Returns the kept fault, and forgets it.
    ///
    /// # Errors
    /// The first fault since the last check.
    pub fn check(&self) -> Result<(), Error> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take().map_or(Ok(()), Err)
    }
}

impl From<quire_store::Error> for Error {
    fn from(error: quire_store::Error) -> Self {
        use quire_store::Error as Db;
        match error {
            Db::Unavailable { .. } | Db::Busy | Db::Contention => Self::Unavailable(error),
            _ => Self::internal("a statement failed", error),
        }
    }
}

impl From<ObjectError> for Error {
    fn from(error: ObjectError) -> Self {
        match error {
            ObjectError::Backend(source) => match source.downcast::<quire_store::Error>() {
                Ok(database) => Self::from(*database),
                Err(other) => Self::internal("objects can't be read", other),
            },
            other => Self::internal("content can't be read", other),
        }
    }
}
