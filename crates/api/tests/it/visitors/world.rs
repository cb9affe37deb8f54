//! A site for visitors who sign in, and browsers of visitors.

use std::cell::RefCell;
use std::collections::BTreeMap;

use axum::body::Body;
use axum::http::Method;
use quire_testkit::{Answer, Files, TestApp};
use serde_json::{Value, json};

/// A live site.
pub(crate) struct Site<'a> {
    pub(crate) test: &'a TestApp,
    /// The site's path in the API.
    pub(crate) path: String,
    /// The path of its pages on the server.
    pub(crate) base: String,
    /// The name of the organization in host names.
    pub(crate) label: String,
    pub(crate) basename: String,
}

const PAGES: &[(&str, &str)] = &[
    (
        "README.md",
        "# Welcome\n\nPlan: <code class=\"expression\">visitor.claims.plan</code>. Mail: <code class=\"expression\">\
         visitor.claims.email</code>.\n\n{% if visitor.claims.groups.includes(\"staff\") %}\nFor the staff.\n{% endif %}\n",
    ),
    ("guide.md", "# Guide\n\nHow to do it.\n"),
    ("SUMMARY.md", "* [Welcome](README.md)\n* [Guide](guide.md)\n"),
];

impl<'a> Site<'a> {
    /// A site whose visitors sign in by a provider, which is given as the API shows it.
    pub(crate) fn new(test: &'a TestApp, title: &str, provider: &Value) -> Self {
        let space = test.new_space(title);
        test.import(&space, &Files::of(PAGES));
        let id = space.trim_start_matches("/v1/spaces/");
        let new = json!({ "title": title, "visibility": "visitor-auth", "spaces": [id] });
        let made = test.admin().post(&format!("{}/sites", test.org()), &new).created();
        let path = format!("{}/sites/{}", test.org(), made["id"].as_str().unwrap());
        test.admin().post(&format!("{path}/publish"), &json!({})).ok();
        let label = test.admin().get(&test.org()).ok()["hostname"].as_str().unwrap().to_owned();
        let basename = made["basename"].as_str().unwrap().to_owned();
        let base = format!("/sites/{label}/{basename}");
        let site = Self { test, path, base, label, basename };
        site.auth(&json!({ "backend": "provider", "provider": provider["id"] }));
        site
    }

    /// Changes the settings of its visitors' sign-in.
    pub(crate) fn auth(&self, body: &Value) -> Value {
        self.test.admin().patch(&format!("{}/publishing/auth", self.path), body).ok()
    }

    /// Lets its content adapt to these claims.
    pub(crate) fn adapt(&self, claims: &Value) {
        let schema = json!({ "type": "object", "properties": claims, "additionalProperties": false });
        let path = format!("{}/adaptive-schema", self.path);
        self.test.admin().put(&path, &json!({ "jsonSchema": schema })).ok();
        self.test.admin().patch(&self.path, &json!({ "adaptiveContent": { "enabled": true } })).ok();
    }

    /// The address of a page.
    pub(crate) fn at(&self, path: &str) -> String {
        format!("http://quire.test{}{path}", self.base)
    }
}

/// A browser that keeps cookies as browsers do: by host and path.
pub(crate) struct Visitor<'a> {
    test: &'a TestApp,
    cookies: RefCell<BTreeMap<(String, String, String), String>>,
}

impl<'a> Visitor<'a> {
    pub(crate) fn new(test: &'a TestApp) -> Self {
        Self { test, cookies: RefCell::default() }
    }

    /// Loads an address, with the cookies for it.
    pub(crate) fn open(&self, address: &str) -> Answer {
        self.send(&Method::GET, address, &[("sec-fetch-dest", "document")], "")
    }

    /// Sends a form from a page of the same origin.
    pub(crate) fn submit(&self, address: &str, form: &str) -> Answer {
        let (origin, _) = split(address);
        let headers = [("content-type", "application/x-www-form-urlencoded"), ("origin", &*origin)];
        self.send(&Method::POST, address, &headers, form)
    }

    pub(crate) fn send(&self, method: &Method, address: &str, headers: &[(&str, &str)], body: &str) -> Answer {
        let (origin, path) = split(address);
        let cookies = self.sent(&origin, &path);
        let mut all = headers.to_vec();
        if !cookies.is_empty() {
            all.push(("cookie", &cookies));
        }
        let host = origin.trim_start_matches("http://").to_owned();
        if host != "quire.test" {
            all.push(("host", &host));
        }
        let answer = self.test.browser().send(method, &path, &all, Body::from(body.to_owned()));
        self.keep(&origin, &answer);
        answer
    }

    /// Loads an address and follows redirects until another server is named; returns the last answer and its address.
    pub(crate) fn follow(&self, address: &str) -> (Answer, String) {
        let mut at = address.to_owned();
        for _ in 0..10 {
            let answer = self.open(&at);
            if !answer.status.is_redirection() {
                return (answer, at);
            }
            let location = answer.header("location").to_owned();
            let next = if location.starts_with('/') { format!("{}{location}", split(&at).0) } else { location };
            if !next.contains(".test/") {
                return (answer, next);
            }
            at = next;
        }
        panic!("{address} redirects without end");
    }

    /// The cookies that are sent to an address, as a header.
    pub(crate) fn sent(&self, origin: &str, path: &str) -> String {
        let path = path.split('?').next().unwrap_or_default();
        let below = |base: &str| path == base || path.starts_with(&format!("{}/", base.trim_end_matches('/')));
        let cookies = self.cookies.borrow();
        let sent = cookies.iter().filter(|((at, base, _), _)| at == origin && below(base));
        sent.map(|((_, _, name), value)| format!("{name}={value}")).collect::<Vec<_>>().join("; ")
    }

    /// The value of a cookie, wherever it is sent.
    pub(crate) fn cookie(&self, name: &str) -> Option<String> {
        self.cookies.borrow().iter().find(|((_, _, it), _)| it == name).map(|(_, value)| value.clone())
    }

    /// Gives the browser a cookie, as somebody who can write cookies does.
    pub(crate) fn plant(&self, origin: &str, path: &str, name: &str, value: &str) {
        let key = (origin.to_owned(), path.to_owned(), name.to_owned());
        self.cookies.borrow_mut().insert(key, value.to_owned());
    }

    fn keep(&self, origin: &str, answer: &Answer) {
        for set in answer.headers.get_all("set-cookie") {
            let set = set.to_str().unwrap();
            let mut parts = set.split("; ");
            let (name, value) = parts.next().unwrap().split_once('=').unwrap();
            let path = parts.find_map(|part| part.strip_prefix("Path=")).unwrap_or("/");
            let key = (origin.to_owned(), path.to_owned(), name.to_owned());
            if set.contains("Max-Age=0") {
                self.cookies.borrow_mut().remove(&key);
            } else {
                self.cookies.borrow_mut().insert(key, value.to_owned());
            }
        }
    }
}

/// Returns scheme and host of an address, and the rest.
pub(crate) fn split(address: &str) -> (String, String) {
    let rest = address.strip_prefix("http://").unwrap();
    let (host, path) = rest.find('/').map_or((rest, "/"), |at| rest.split_at(at));
    (format!("http://{host}"), path.to_owned())
}

pub(crate) fn text(answer: &Answer) -> String {
    String::from_utf8_lossy(&answer.body).into_owned()
}
