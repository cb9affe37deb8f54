//! A browser without scripts: it keeps cookies, sends forms, and follows no links or redirects by itself.

use std::cell::RefCell;
use std::net::SocketAddr;

use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{HeaderMap, Method, Request};
use http_body_util::BodyExt as _;
use tower::ServiceExt as _;

use crate::{Answer, TestApp, URL};

/// A simulated browser with its cookies.
pub struct Browser<'a> {
    test: &'a TestApp,
    cookie: RefCell<Option<String>>,
    device: RefCell<Option<String>>,
    /// The cookie of the last sign-in by an identity provider that began.
    attempt: RefCell<Option<String>>,
    address: Option<SocketAddr>,
}

impl<'a> Browser<'a> {
    pub(crate) fn new(test: &'a TestApp, cookie: Option<String>) -> Self {
        Self {
            test,
            cookie: RefCell::new(cookie),
            device: RefCell::default(),
            attempt: RefCell::default(),
            address: None,
        }
    }

    /// Returns the browser with this client address, which others lack.
    #[must_use]
    pub fn at(self, address: [u8; 4]) -> Self {
        Self { address: Some((address, 4711).into()), ..self }
    }

    /// Returns the browser after a sign-out: it keeps the device cookie only.
    #[must_use]
    pub fn signed_out(self) -> Self {
        Self { cookie: RefCell::default(), ..self }
    }

    /// Returns the session cookie as `name=value`, if there is one.
    pub fn cookie(&self) -> Option<String> {
        self.cookie.borrow().clone()
    }

    /// Sends a GET request for a page.
    pub fn open(&self, path: &str) -> Answer {
        self.send(&Method::GET, path, &[], Body::empty())
    }

    /// Submits a form from a page of this server.
    pub fn submit(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        self.submit_with(path, fields, &[("origin", URL)])
    }

    /// Submits a form with these headers instead of the `Origin` of this server.
    pub fn submit_with(&self, path: &str, fields: &[(&str, &str)], headers: &[(&str, &str)]) -> Answer {
        let mut all = vec![("content-type", "application/x-www-form-urlencoded")];
        all.extend(headers);
        self.send(&Method::POST, path, &all, serde_urlencoded::to_string(fields).unwrap().into())
    }

    /// Signs in with a password; panics if that fails.
    #[track_caller]
    pub fn sign_in(&self, email: &str, password: &str) {
        let answer = self.submit("/sign-in", &[("email", email), ("password", password)]);
        assert_eq!(answer.status, 303, "{}", String::from_utf8_lossy(&answer.body));
    }

    /// Sends a request, with cookies. `path` may be an absolute address of this server.
    pub fn send(&self, method: &Method, path: &str, headers: &[(&str, &str)], body: Body) -> Answer {
        let mut request = Request::builder().method(method).uri(path.strip_prefix(URL).unwrap_or(path));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        if let Some(cookie) = &*self.cookie.borrow() {
            request = request.header("cookie", cookie);
        }
        for further in [&self.device, &self.attempt] {
            if let Some(cookie) = &*further.borrow() {
                request = request.header("cookie", cookie);
            }
        }
        let mut request = request.body(body).unwrap();
        if let Some(address) = self.address {
            request.extensions_mut().insert(ConnectInfo(address));
        }
        let answer = self.test.runtime.block_on(async {
            let response = self.test.router.clone().oneshot(request).await.unwrap();
            let (parts, body) = response.into_parts();
            let body = body.collect().await.unwrap().to_bytes().to_vec();
            Answer { status: parts.status, headers: parts.headers, body }
        });
        self.keep(&answer.headers);
        answer
    }

    fn keep(&self, headers: &HeaderMap) {
        for set in headers.get_all("set-cookie") {
            let cookie = set.to_str().unwrap().split(';').next().unwrap();
            let kept = match cookie {
                _ if cookie.starts_with("quire_device=") => &self.device,
                _ if cookie.starts_with("quire_attempt_") => &self.attempt,
                _ => &self.cookie,
            };
            *kept.borrow_mut() = (!cookie.ends_with('=')).then(|| cookie.to_owned());
        }
    }
}
