//! The conversion of errors of the application and of the thread pools to HTTP, in one place.

use axum::http::header::WWW_AUTHENTICATE;
use axum::http::{HeaderValue, StatusCode};
use quire_app::Error;

use crate::error::Problem;

/// The seconds after which to retry if the database is unavailable or something is not ready.
const RETRY_AFTER: u64 = 1;

/// The seconds after which to retry if a thread pool's queue is full.
const BUSY: u64 = 5;

impl From<quire_workers::Error> for Problem {
    fn from(error: quire_workers::Error) -> Self {
        match error {
            quire_workers::Error::Busy => {
                Self::unavailable(format!("the server is busy: try again in {BUSY} seconds"), BUSY)
                    .refused_by("work at the same time")
            }
            _ => Self::internal(error),
        }
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        let message = error.to_string();
        match error {
            Error::Invalid(_) => Self::bad_request(message),
            Error::Unauthenticated(_) => {
                Self::unauthorized(message).header(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"))
            }
            Error::Forbidden(_) => Self::forbidden(message),
            Error::NotFound(_) | Error::Missing(_) => Self::not_found(message),
            Error::Conflict(_) | Error::Conflicts { .. } => Self::conflict(message),
            Error::Precondition(_) => Self::new(StatusCode::PRECONDITION_FAILED, message),
            Error::TooLarge(_) => Self::new(StatusCode::PAYLOAD_TOO_LARGE, message),
            Error::NotBuilt(_) => Self::new(StatusCode::NOT_IMPLEMENTED, message),
            Error::TooMany { seconds } => Self::too_many_requests(seconds).refused_by("attempts"),
            Error::Unavailable(_) => {
                tracing::warn!(error = &error as &dyn std::error::Error, "the database is not available");
                Self::unavailable(message, RETRY_AFTER)
            }
            Error::Busy(bound) => Self::unavailable(message, RETRY_AFTER).refused_by(bound),
            Error::NotReady(_) | Error::Stopped => Self::unavailable(message, RETRY_AFTER),
            Error::Internal { .. } => Self::internal(error),
        }
    }
}
