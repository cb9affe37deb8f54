//! A site to read: spaces from files, a site of them, and readers.

use axum::body::Body;
use axum::http::Method;
use quire_testkit::{Answer, Files, TestApp};
use serde_json::{Value, json};

/// A site.
pub(crate) struct World<'a> {
    pub(crate) test: &'a TestApp,
    /// The site's path in the API.
    pub(crate) site: String,
    /// What its paths begin with.
    pub(crate) base: String,
    /// The spaces' paths in the API.
    pub(crate) spaces: Vec<String>,
}

/// Files of a space.
pub(crate) type Tree<'a> = &'a [(&'a str, &'a str)];

impl<'a> World<'a> {
    /// A live site of one space.
    pub(crate) fn new(test: &'a TestApp, files: Tree<'_>) -> Self {
        Self::of(test, &[("Docs", files)], "public")
    }

    /// A live site of these spaces, which are variants of each other.
    pub(crate) fn of(test: &'a TestApp, spaces: &[(&str, Tree<'_>)], visibility: &str) -> Self {
        let made = spaces.iter().map(|(title, files)| {
            let space = test.new_space(title);
            test.import(&space, &Files::of(files));
            space
        });
        let spaces: Vec<String> = made.collect();
        let ids: Vec<_> = spaces.iter().map(|space| space.trim_start_matches("/v1/spaces/")).collect();
        let new = json!({ "title": "The Docs", "visibility": visibility, "spaces": ids });
        let made = test.admin().post(&format!("{}/sites", test.org()), &new).created();
        let site = format!("{}/sites/{}", test.org(), made["id"].as_str().unwrap());
        test.admin().post(&format!("{site}/publish"), &json!({})).ok();
        let org = test.admin().get(&test.org()).ok();
        let base = format!("/sites/{}/{}", org["hostname"].as_str().unwrap(), made["basename"].as_str().unwrap());
        Self { test, site, base, spaces }
    }

    /// Changes the site's settings.
    pub(crate) fn patch(&self, body: &Value) -> Value {
        self.test.admin().patch(&self.site, body).ok()
    }

    /// Lets the content adapt to the claims `plan`, which must be signed, and `vip`, which need not.
    pub(crate) fn adaptive(&self) {
        let object =
            |properties: Value| json!({ "type": "object", "properties": properties, "additionalProperties": false });
        let unsigned = object(json!({ "vip": { "type": "boolean" } }));
        let schema = object(json!({ "plan": { "type": "string" }, "unsigned": unsigned }));
        let path = format!("{}/adaptive-schema", self.site);
        self.test.admin().put(&path, &json!({ "jsonSchema": schema })).ok();
        self.patch(&json!({ "adaptiveContent": { "enabled": true } }));
    }

    /// A token with these claims that the site accepts for an hour.
    pub(crate) fn token(&self, mut claims: Value) -> String {
        let auth = self.test.admin().get(&format!("{}/publishing/auth", self.site)).ok();
        claims["exp"] = json!(self.test.app.now().0 / 1000 + 3600);
        quire_app::visitors::tokens::sign(auth["privateKey"].as_str().unwrap().as_bytes(), &claims)
    }

    /// The secret of a new share link.
    pub(crate) fn secret(&self) -> (String, String) {
        let links = format!("{}/share-links", self.site);
        let link = self.test.admin().post(&links, &json!({ "name": "x" })).created();
        let address = link["urls"]["published"].as_str().unwrap();
        let secret = address.split("/~s/").nth(1).unwrap().trim_end_matches('/').to_owned();
        (secret, format!("{links}/{}", link["id"].as_str().unwrap()))
    }

    /// What a stranger gets at a path of the site.
    pub(crate) fn get(&self, path: &str) -> Answer {
        self.get_with(path, &[])
    }

    /// The same with headers.
    pub(crate) fn get_with(&self, path: &str, headers: &[(&str, &str)]) -> Answer {
        fetch(self.test, &format!("{}{path}", self.base), headers)
    }

    /// The text at a path, which must be there.
    #[track_caller]
    pub(crate) fn read(&self, path: &str) -> String {
        let answer = self.get(path);
        assert_eq!(answer.status, 200, "{path}: {}", answer.header("location"));
        String::from_utf8(answer.body).unwrap()
    }

    /// Where a path leads, at once.
    #[track_caller]
    pub(crate) fn led(&self, path: &str) -> String {
        let answer = self.get(path);
        assert!(answer.status.is_redirection(), "{path} is {}", answer.status);
        let location = answer.header("location").to_owned();
        assert_eq!(fetch(self.test, &location, &[]).status, 200, "{path} leads to {location}");
        location.strip_prefix(&self.base).unwrap().to_owned()
    }
}

/// What anybody gets at an address of the server.
pub(crate) fn fetch(test: &TestApp, path: &str, headers: &[(&str, &str)]) -> Answer {
    test.browser().send(&Method::GET, path, headers, Body::empty())
}

/// The text of an answer.
pub(crate) fn text(answer: &Answer) -> String {
    String::from_utf8_lossy(&answer.body).into_owned()
}
