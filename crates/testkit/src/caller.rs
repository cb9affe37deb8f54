//! Callers of the API, and what they get.

use axum::body::Body;
use axum::http::{HeaderMap, Method, Request, StatusCode};
use http_body_util::BodyExt as _;
use serde_json::Value;
use tower::ServiceExt as _;

use crate::TestApp;

/// Somebody with a token, or without one.
pub struct Caller<'a> {
    test: &'a TestApp,
    token: Option<String>,
}

/// A response that the document describes.
#[derive(Debug)]
pub struct Answer {
    /// Its status.
    pub status: StatusCode,
    /// Its headers.
    pub headers: HeaderMap,
    /// Its body.
    pub body: Vec<u8>,
}

impl<'a> Caller<'a> {
    pub(crate) fn new(test: &'a TestApp, token: Option<String>) -> Self {
        Self { test, token }
    }

    /// GET.
    pub fn get(&self, path: &str) -> Answer {
        self.send(&Method::GET, path, &[], Body::empty())
    }

    /// GET with headers.
    pub fn get_with(&self, path: &str, headers: &[(&str, &str)]) -> Answer {
        self.send(&Method::GET, path, headers, Body::empty())
    }

    /// POST of a JSON body.
    pub fn post(&self, path: &str, body: &Value) -> Answer {
        self.json(&Method::POST, path, body)
    }

    /// PATCH with a JSON body.
    pub fn patch(&self, path: &str, body: &Value) -> Answer {
        self.json(&Method::PATCH, path, body)
    }

    /// PUT of a JSON body.
    pub fn put(&self, path: &str, body: &Value) -> Answer {
        self.json(&Method::PUT, path, body)
    }

    /// PUT of bytes.
    pub fn put_bytes(&self, path: &str, bytes: Vec<u8>) -> Answer {
        self.send(&Method::PUT, path, &[("content-type", "application/octet-stream")], bytes.into())
    }

    /// DELETE.
    pub fn delete(&self, path: &str) -> Answer {
        self.send(&Method::DELETE, path, &[], Body::empty())
    }

    fn json(&self, method: &Method, path: &str, body: &Value) -> Answer {
        self.send(method, path, &[("content-type", "application/json")], body.to_string().into())
    }

    /// Any request. Addresses of this server may be absolute.
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
            let body = body.collect().await.unwrap().to_bytes().to_vec();
            Answer { status: parts.status, headers: parts.headers, body }
        });
        if *method != Method::OPTIONS {
            self.test.document.check(method, path, answer.status, &answer.headers, &answer.body);
        }
        answer
    }
}

/// Nothing follows what is committed here, so that tests don't have to wait for it: every search catches up first.
fn is_search(path: &str) -> bool {
    path.split('?').next().is_some_and(|path| path.ends_with("/search"))
}

impl Answer {
    /// The body of a response with this status.
    #[track_caller]
    pub fn expect(self, status: u16) -> Value {
        let text = String::from_utf8_lossy(&self.body);
        assert_eq!(self.status.as_u16(), status, "{text}");
        if self.body.is_empty() { Value::Null } else { serde_json::from_slice(&self.body).unwrap() }
    }

    /// A 200 with just these bytes.
    #[track_caller]
    pub fn expect_bytes(self, bytes: &[u8]) {
        assert_eq!(self.status, StatusCode::OK);
        assert_eq!(self.body, bytes);
    }

    /// The body of a 200.
    #[track_caller]
    pub fn ok(self) -> Value {
        self.expect(200)
    }

    /// The body of a 201, which must say where the new thing is.
    #[track_caller]
    pub fn created(self) -> Value {
        assert!(self.headers.contains_key("location"));
        self.expect(201)
    }

    /// The message of an error with this status.
    #[track_caller]
    pub fn refused(self, status: u16) -> String {
        let body = self.expect(status);
        assert_eq!(body["error"]["code"], status);
        body["error"]["message"].as_str().unwrap().to_owned()
    }

    /// A header's value.
    #[track_caller]
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }
}
