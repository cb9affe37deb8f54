//! Failures as the caller sees them: `{"error": {"code", "message"}}` with the status of the code.
//!
//! A 4xx says which field, which bound and what to do. A 5xx says nothing about the inside: its cause stays with the
//! [`Problem`] until the layers log it once with its chain and the request's id. Which failure of the application
//! becomes which status is not decided here.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;
use std::sync::Arc;

use axum::body::Body;
use axum::http::header::{ALLOW, CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use quire_workers::Refusal;
use schemars::JsonSchema;
use serde::Serialize;

/// A response that is an error: status, message, further headers and, for the log only, the cause.
#[derive(Debug, Clone)]
pub struct Problem(Arc<Content>);

#[derive(Debug, Clone)]
struct Content {
    status: StatusCode,
    message: Cow<'static, str>,
    headers: Vec<(HeaderName, HeaderValue)>,
    refused_by: Option<&'static str>,
    cause: Option<Arc<dyn Error + Send + Sync>>,
}

/// The body of every error response.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Error")]
pub struct ErrorBody<'a> {
    /// What went wrong.
    pub error: ErrorDetails<'a>,
}

/// What went wrong.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ErrorDetails<'a> {
    /// The HTTP status.
    pub code: u16,
    /// What is wrong and where: the field, its bound, what to do.
    pub message: &'a str,
    /// The identifier of the request in the server's log, as in the `x-request-id` header.
    #[serde(rename = "requestId", skip_serializing_if = "Option::is_none")]
    pub request_id: Option<&'a str>,
}

impl Problem {
    /// A problem with any status; prefer the constructors below.
    pub fn new(status: StatusCode, message: impl Into<Cow<'static, str>>) -> Self {
        let (headers, refused_by, cause) = (Vec::new(), None, None);
        Self(Arc::new(Content { status, message: message.into(), headers, refused_by, cause }))
    }

    /// 400: a parameter or the body is malformed or out of bounds.
    pub fn bad_request(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, message)
    }

    /// 401: no token, or one that is unknown, expired or revoked.
    pub fn unauthorized(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::UNAUTHORIZED, message).header(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"))
    }

    /// 403: the caller may see the resource but not do this with it.
    pub fn forbidden(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::FORBIDDEN, message)
    }

    /// 404: the resource does not exist, or the caller may not even see it.
    pub fn not_found(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::NOT_FOUND, message)
    }

    /// 404 for an address that no route matches, in the words that name every other thing that is missing.
    pub fn no_address() -> Self {
        Self::not_found("address not found")
    }

    /// 405, with the methods that the address knows.
    pub fn method_not_allowed(allow: HeaderValue) -> Self {
        Self::new(StatusCode::METHOD_NOT_ALLOWED, "this address does not know this method: see the Allow header")
            .header(ALLOW, allow)
    }

    /// 409: the resource's state forbids it.
    pub fn conflict(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::CONFLICT, message)
    }

    /// 412: a precondition of a transfer fails.
    pub fn precondition_failed(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::PRECONDITION_FAILED, message)
    }

    /// 413, naming the bound in bytes.
    pub fn too_large(bound: usize) -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, format!("body must be at most {bound} bytes"))
            .refused_by("bytes of a body")
    }

    /// 415, naming the media type that is expected.
    pub fn unsupported_media_type(expected: &str) -> Self {
        Self::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            format!("body must be sent with the header content-type: {expected}"),
        )
    }

    /// 429, with the seconds until another request will be answered.
    pub fn too_many_requests(retry_after: u64) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, format!("too many requests: try again in {retry_after} seconds"))
            .header(RETRY_AFTER, HeaderValue::from(retry_after))
    }

    /// 500; the cause is for the log only.
    pub fn internal(cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        let mut problem = Self::new(StatusCode::INTERNAL_SERVER_ERROR, "the server failed to answer this request");
        Arc::make_mut(&mut problem.0).cause = Some(Arc::from(cause.into()));
        problem
    }

    /// 503, with the seconds after which another try makes sense.
    pub fn unavailable(message: impl Into<Cow<'static, str>>, retry_after: u64) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, message).header(RETRY_AFTER, HeaderValue::from(retry_after))
    }

    /// The same with one header more.
    #[must_use]
    pub fn header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        Arc::make_mut(&mut self.0).headers.push((name, value));
        self
    }

    /// The same as a refusal for reasons of cost or safety, by this bound: the layers log it.
    #[must_use]
    pub fn refused_by(mut self, bound: &'static str) -> Self {
        Arc::make_mut(&mut self.0).refused_by = Some(bound);
        self
    }

    /// The status of the response.
    pub fn status(&self) -> StatusCode {
        self.0.status
    }

    /// What the caller is told.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// The cause with its sources, for the log.
    pub(crate) fn chain(&self) -> Option<String> {
        let cause: &dyn Error = self.0.cause.as_deref()?;
        let causes = std::iter::successors(Some(cause), |error| (*error).source());
        Some(causes.map(ToString::to_string).collect::<Vec<_>>().join(": "))
    }

    /// The body, with the request's id where it is known.
    pub(crate) fn body(&self, request_id: Option<&str>) -> Body {
        let code = self.0.status.as_u16();
        let body = ErrorBody { error: ErrorDetails { code, message: &self.0.message, request_id } };
        serde_json::to_vec(&body).expect("numbers and texts have a JSON form").into()
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.0.status.as_u16(), self.0.message)
    }
}

impl Error for Problem {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.0.cause.as_deref().map(|cause| cause as &(dyn Error + 'static))
    }
}

impl IntoResponse for Problem {
    /// The response carries the problem itself as an extension too, so that the layers can log the cause and name the
    /// request in the body.
    fn into_response(self) -> Response {
        let mut response = Response::new(self.body(None));
        *response.status_mut() = self.0.status;
        response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        for (name, value) in &self.0.headers {
            response.headers_mut().insert(name, value.clone());
        }
        if let Some(bound) = self.0.refused_by {
            response.extensions_mut().insert(Refusal(bound));
        }
        response.extensions_mut().insert(self);
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, thiserror::Error)]
    #[error("disk is gone")]
    struct Disk(#[source] std::io::Error);

    #[test]
    fn an_internal_problem_keeps_its_chain_and_tells_nothing() {
        let problem = Problem::internal(Disk(std::io::Error::other("cable")));
        assert_eq!(problem.chain().as_deref(), Some("disk is gone: cable"));
        assert!(!problem.to_string().contains("disk"));
    }
}
