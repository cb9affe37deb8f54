//! Addresses that no route matches.

use axum::extract::Request;
use axum::http::header::LOCATION;
use axum::http::{HeaderValue, StatusCode, Uri};
use axum::response::{IntoResponse as _, Response};

use crate::error::Problem;

/// Answers a request to an address that no route matches: one with a slash too much leads to that without it.
pub(crate) async fn answer(request: Request) -> Response {
    match without_slash(request.uri()).and_then(|address| HeaderValue::try_from(address).ok()) {
        Some(address) => (StatusCode::PERMANENT_REDIRECT, [(LOCATION, address)]).into_response(),
        None => Problem::no_address().into_response(),
    }
}

/// Returns the path and query of an address without the slashes at the end of its path; `None` if there are none, or if
/// a browser would take the path for another server.
fn without_slash(address: &Uri) -> Option<String> {
    let path = address.path().trim_end_matches('/');
    let is_of_this_server = path.starts_with('/') && !path[1..].starts_with(['/', '\\']);
    if !is_of_this_server || path.len() == address.path().len() {
        return None;
    }
    Some(address.query().map_or_else(|| path.to_owned(), |query| format!("{path}?{query}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_slash_too_much_is_left_out() {
        for (address, expected) in [
            ("/v1/orgs/", Some("/v1/orgs")),
            ("/v1/orgs//?limit=1&x=/", Some("/v1/orgs?limit=1&x=/")),
            ("/v1/orgs", None),
            ("/", None),
            ("//evil.example/", None),
            ("/%5Cevil.example/", Some("/%5Cevil.example")),
        ] {
            assert_eq!(without_slash(&address.parse().unwrap()).as_deref(), expected, "{address}");
        }
    }
}
