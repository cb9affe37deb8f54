//! Error responses: `{"error": {"code", "message"}}` with the status of the code.
//!
//! A 4xx names the field, the bound and what to do. A 5xx reveals nothing internal: its cause stays with the
//! [`Problem`] until the layers log it once with its chain and the request's id. The mapping from errors of the
//! application to statuses is not here but in `problems`.

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
use serde_json::Value;

/// An error response: status, message, further headers and, for the log only, the cause.
#[derive(Debug, Clone)]
pub struct Problem(Arc<Content>);

#[derive(Debug, Clone)]
struct Content {
    status: StatusCode,
    message: Cow<'static, str>,
    headers: Vec<(HeaderName, HeaderValue)>,
    refused_by: Option<&'static str>,
    cause: Option<Arc<dyn Error + Send + Sync>>,
    /// The conflicts of a change, as they are listed.
    conflicts: Vec<Value>,
}

/// The body of every error response.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Error")]
pub struct ErrorBody<'a> {
    /// The status and the reason of the failure.
    pub error: ErrorDetails<'a>,
}

/// The details of a failed request.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ErrorDetails<'a> {
    /// The HTTP status code.
    pub code: u16,
    /// The reason of the failure: the invalid field, its bound, and what to do.
    pub message: &'a str,
    /// The identifier of the request in the server's log; the same as in the `x-request-id` header.
    #[serde(rename = "requestId", skip_serializing_if = "Option::is_none")]
    pub request_id: Option<&'a str>,
    /// The conflicts of a change with what was saved since its base, each with all sides, as those of a change request
    /// are listed; `main` is the current content, `changeRequest` what was sent. Absent for other errors.
    #[serde(skip_serializing_if = "<[Value]>::is_empty")]
    pub conflicts: &'a [Value],
}

impl Problem {
    /// Creates a problem with any status; prefer the constructors below.
    pub fn new(status: StatusCode, message: impl Into<Cow<'static, str>>) -> Self {
        let (headers, refused_by, cause, conflicts) = (Vec::new(), None, None, Vec::new());
        Self(Arc::new(Content { status, message: message.into(), headers, refused_by, cause, conflicts }))
    }

    /// Creates a 400: a parameter or the body is malformed or out of bounds.
    pub fn bad_request(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, message)
    }

    /// Creates a 401: the token is missing, unknown, expired or revoked.
    pub fn unauthorized(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::UNAUTHORIZED, message).header(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"))
    }

    /// Creates a 403: the caller may see the resource but not perform this operation on it.
    pub fn forbidden(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::FORBIDDEN, message)
    }

    /// Creates a 404: the resource does not exist, or the caller may not see it.
    pub fn not_found(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::NOT_FOUND, message)
    }

    /// Creates a 404 for an address that no route matches.
    pub fn no_address() -> Self {
        Self::not_found("address not found")
    }

    /// Creates a 405 with an `Allow` header of the methods that the address has.
    pub fn method_not_allowed(allow: HeaderValue) -> Self {
        Self::new(StatusCode::METHOD_NOT_ALLOWED, "this address does not know this method: see the Allow header")
            .header(ALLOW, allow)
    }

    /// Creates a 409: the state of the resource does not allow the operation.
    pub fn conflict(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::CONFLICT, message)
    }

    /// Creates a 412: a precondition of a transfer failed.
    pub fn precondition_failed(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::PRECONDITION_FAILED, message)
    }

    /// Creates a 413 that names the bound in bytes.
    pub fn too_large(bound: usize) -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, format!("body must be at most {bound} bytes"))
            .refused_by("bytes of a body")
    }

    /// Creates a 415 that names the expected media type.
    pub fn unsupported_media_type(expected: &str) -> Self {
        Self::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            format!("body must be sent with the header content-type: {expected}"),
        )
    }

    /// Creates a 429 with the number of seconds until another request is accepted.
    pub fn too_many_requests(retry_after: u64) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, format!("too many requests: try again in {retry_after} seconds"))
            .header(RETRY_AFTER, HeaderValue::from(retry_after))
    }

    /// Creates a 500; the cause is for the log only.
    pub fn internal(cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        let mut problem = Self::new(StatusCode::INTERNAL_SERVER_ERROR, "the server failed to answer this request");
        Arc::make_mut(&mut problem.0).cause = Some(Arc::from(cause.into()));
        problem
    }

    /// Creates a 503 with the number of seconds after which to retry.
    pub fn unavailable(message: impl Into<Cow<'static, str>>, retry_after: u64) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, message).header(RETRY_AFTER, HeaderValue::from(retry_after))
    }

    /// Returns the problem with a further header.
    #[must_use]
    pub fn header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        Arc::make_mut(&mut self.0).headers.push((name, value));
        self
    }

    /// Returns the problem with the conflicts that it is about.
    #[must_use]
    pub fn with_conflicts(mut self, conflicts: Vec<Value>) -> Self {
        Arc::make_mut(&mut self.0).conflicts = conflicts;
        self
    }

    /// Marks the problem as a refusal for reasons of cost or safety by this bound, which the layers log.
    #[must_use]
    pub fn refused_by(mut self, bound: &'static str) -> Self {
        Arc::make_mut(&mut self.0).refused_by = Some(bound);
        self
    }

    /// Returns the status of the response.
    pub fn status(&self) -> StatusCode {
        self.0.status
    }

    /// Returns the message for the caller.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// Returns the cause with its sources for the log, joined by colons; none if there is no cause.
    pub(crate) fn chain(&self) -> Option<String> {
        let cause: &dyn Error = self.0.cause.as_deref()?;
        let causes = std::iter::successors(Some(cause), |error| (*error).source());
        Some(causes.map(ToString::to_string).collect::<Vec<_>>().join(": "))
    }

    /// Returns the JSON body, with the request's id if it is known.
    pub(crate) fn body(&self, request_id: Option<&str>) -> Body {
        let code = self.0.status.as_u16();
        let conflicts = &self.0.conflicts;
        let body = ErrorBody { error: ErrorDetails { code, message: &self.0.message, request_id, conflicts } };
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
    /// Converts the problem to a response, which also has it as an extension so that the layers can log the cause and
    /// add the request's id to the body.
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
