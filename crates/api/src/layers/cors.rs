//! Cross-origin requests: scripts of any origin may use the API with a token. They never read what a session cookie
//! gives access to, because browsers do not accept `*`, the only value sent, for a request with credentials.

use axum::body::Body;
use axum::extract::Request;
use axum::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE, ACCESS_CONTROL_REQUEST_HEADERS,
    ACCESS_CONTROL_REQUEST_METHOD, VARY,
};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::response::Response;

/// The response headers that scripts of other origins may read.
pub const EXPOSED: &str = "ETag, Location, Retry-After, X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, \
                           X-RateLimit-Reset, WWW-Authenticate, Content-Disposition, Warning";

/// Returns the response to a CORS preflight request, which allows all requested headers; none for other requests.
pub(super) fn preflight(request: &Request) -> Option<Response> {
    let asked = request.headers();
    if request.method() != Method::OPTIONS || !asked.contains_key(ACCESS_CONTROL_REQUEST_METHOD) {
        return None;
    }
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::NO_CONTENT;
    let headers = response.headers_mut();
    headers
        .insert(ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"));
    if let Some(names) = asked.get(ACCESS_CONTROL_REQUEST_HEADERS) {
        headers.insert(ACCESS_CONTROL_ALLOW_HEADERS, names.clone());
        headers.insert(VARY, HeaderValue::from_static("access-control-request-headers"));
    }
    headers.insert(ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("7200"));
    Some(response)
}

/// Adds the headers that let scripts of any origin read the response.
pub(super) fn allow(headers: &mut HeaderMap) {
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    headers.insert(ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static(EXPOSED));
}
