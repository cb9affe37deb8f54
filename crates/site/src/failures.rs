//! Responses without a site around them: where nothing is found, where a request fails, and redirects.

use axum::body::Body;
use axum::http::header::{LOCATION, RETRY_AFTER};
use axum::http::{HeaderValue, StatusCode};
use axum::response::Response;
use quire_app::Error;
use quire_workers::Refusal;

use crate::Failure;
use crate::drawing::HTML;
use crate::headers::{self, CacheVisibility};
use crate::location::Location;

/// Returns the response for a site that does not exist or is hidden from this reader: the two are equal.
pub(crate) fn nothing() -> Response {
    plain(StatusCode::NOT_FOUND, "Not found.")
}

/// Renders a short message as a page without a site around it.
pub(crate) fn plain(status: StatusCode, words: &str) -> Response {
    let page = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <title>{words}</title><p>{words}</p></html>"
    );
    let mut response = Response::new(Body::from(page));
    *response.status_mut() = status;
    *response.headers_mut() = headers::document(HTML, CacheVisibility::Private, true, "");
    headers::unindexed(response.headers_mut());
    response
}

/// Returns the redirect to a location.
pub(crate) fn redirect(location: &Location, status: StatusCode) -> Response {
    let mut response = plain(status, "");
    if let Some(location) = location.header() {
        response.headers_mut().insert(LOCATION, location);
    }
    response
}

/// Converts a failure to a response without details. Failures of the server are logged here, once.
pub(crate) fn failed(failure: &Failure) -> Response {
    let refused = match failure {
        Failure::Work(quire_workers::Error::Busy) => Some("work at the same time"),
        Failure::App(Error::Busy(bound)) => Some(*bound),
        _ => None,
    };
    if let Some(bound) = refused {
        let mut response = plain(StatusCode::SERVICE_UNAVAILABLE, "Please try again in a moment.");
        response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("2"));
        response.extensions_mut().insert(Refusal(bound));
        return response;
    }
    let error: &dyn std::error::Error = failure;
    let mut response = match failure {
        Failure::App(Error::NotFound(_)) => return nothing(),
        Failure::App(Error::Unavailable(_) | Error::NotReady(_) | Error::Stopped) => {
            plain(StatusCode::SERVICE_UNAVAILABLE, "Please try again in a moment.")
        }
        Failure::App(_) | Failure::Work(_) => plain(StatusCode::INTERNAL_SERVER_ERROR, "This page could not be shown."),
    };
    let chain: Vec<_> = std::iter::successors(Some(error), |error| error.source()).map(ToString::to_string).collect();
    tracing::error!(cause = chain.join(": "), "a page of a site could not be shown");
    response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("5"));
    response
}
