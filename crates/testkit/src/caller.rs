//! Callers of the API, and the responses they get.

use axum::body::Body;
use axum::http::{HeaderMap, Method, Request, StatusCode};
use http_body_util::BodyExt as _;
use serde_json::Value;
use tower::ServiceExt as _;

use crate::TestApp;

/// A caller with or without a token.
pub struct Caller<'a> {
    test: &'a TestApp,
    token: Option<String>,
}

/// A response of the application.
#[derive(Debug)]
pub struct Answer {
    /// The HTTP status code.
    pub status: StatusCode,
    /// The headers of the response.
    pub headers: HeaderMap,
    /// The whole body, read to its end.
    pub body: Vec<u8>,
}

impl<'a> Caller<'a> {
    pub(crate) fn new(test: &'a TestApp, token: Option<String>) -> Self {
        Self { test, token }
    }

    /// Sends a GET request.
    pub fn get(&self, path: &str) -> Answer {
        self.send(&Method::GET, path, &[], Body::empty())
    }

    /// Sends a GET request with headers.
    pub fn get_with(&self, path: &str, headers: &[(&str, &str)]) -> Answer {
        self.send(&Method::GET, path, headers, Body::empty())
    }

    /// Sends a POST request with a JSON body.
    pub fn post(&self, path: &str, body: &Value) -> Answer {
        self.json(&Method::POST, path, body)
    }

    /// Sends a PATCH request with a JSON body.
    pub fn patch(&self, path: &str, body: &Value) -> Answer {
        self.json(&Method::PATCH, path, body)
    }

    /// Sends a PUT request with a JSON body.
    pub fn put(&self, path: &str, body: &Value) -> Answer {
        self.json(&Method::PUT, path, body)
    }

    /// Sends a PUT request with bytes as the body.
    pub fn put_bytes(&self, path: &str, bytes: Vec<u8>) -> Answer {
        self.send(&Method::PUT, path, &[("content-type", "application/octet-stream")], bytes.into())
    }

    /// Sends a DELETE request.
    pub fn delete(&self, path: &str) -> Answer {
        self.send(&Method::DELETE, path, &[], Body::empty())
    }

    fn json(&self, method: &Method, path: &str, body: &Value) -> Answer {
        self.send(method, path, &[("content-type", "application/json")], body.to_string().into())
    }

    /// Sends a request and checks the response against the document. `path` may be an absolute address of this server.
    pub fn send(&self, method: &Method, path: &str, headers: &[(&str, &str)], body: Body) -> Answer {
        let path = path.strip_prefix(crate::URL).unwrap_or(path);
        if is_search(path) {
            self.test.app.catch_up_search().unwrap();
        }
        let mut request = Request::builder().method(method).uri(path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        if let Some(token) = &self.token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        let request = request.body(body).unwrap();
        let answer = self.test.runtime.block_on(async {
            let response = self.test.router.clone().oneshot(request).await.unwrap();
            let (parts, body) = response.into_parts();
            let body = if parts.headers.get("content-type").is_some_and(|kind| kind == "text/event-stream") {
                first_frame(body).await
            } else {
                body.collect().await.unwrap().to_bytes().to_vec()
            };
            Answer { status: parts.status, headers: parts.headers, body }
        });
        if *method != Method::OPTIONS {
            self.test.document.check(method, path, answer.status, &answer.headers, &answer.body);
        }
        answer
    }
}

/// Returns what comes first of a body that has no end.
async fn first_frame(mut body: Body) -> Vec<u8> {
    body.frame().await.unwrap().unwrap().into_data().unwrap().to_vec()
}

/// Returns true for a search. The index is not updated in the background here, so every search updates it first.
fn is_search(path: &str) -> bool {
    path.split('?').next().is_some_and(|path| path.ends_with("/search"))
}

impl Answer {
    /// Checks the status and returns the JSON body, or null if it is empty.
    #[track_caller]
    pub fn expect(self, status: u16) -> Value {
        let text = String::from_utf8_lossy(&self.body);
        assert_eq!(self.status.as_u16(), status, "{text}");
        if self.body.is_empty() { Value::Null } else { serde_json::from_slice(&self.body).unwrap() }
    }

    /// Checks for status 200 and exactly these bytes.
    #[track_caller]
    pub fn expect_bytes(self, bytes: &[u8]) {
        assert_eq!(self.status, StatusCode::OK);
        assert_eq!(self.body, bytes);
    }

    /// Checks for status 200 and returns the body.
    #[track_caller]
    pub fn ok(self) -> Value {
        self.expect(200)
    }

    /// Checks for status 201 and a `Location` header, and returns the body.
    #[track_caller]
    pub fn created(self) -> Value {
        assert!(self.headers.contains_key("location"));
        self.expect(201)
    }

    /// Checks for an error with this status and returns its message.
    #[track_caller]
    pub fn refused(self, status: u16) -> String {
        let body = self.expect(status);
        assert_eq!(body["error"]["code"], status);
        body["error"]["message"].as_str().unwrap().to_owned()
    }

    /// Returns the value of a header, empty if it is absent.
    #[track_caller]
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }
}
