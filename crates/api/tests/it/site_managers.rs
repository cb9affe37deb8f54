//! Whoever manages a site and not every space on it: what lets more people read is refused, what lets fewer is not.
//!
//! The columns of the access matrix that it has no room for: the same calls by somebody who has the role `create` on all
//! spaces of the site, and by somebody for whom one of them is not even there.

use axum::body::Body;
use axum::http::Method;
use quire_model::roles::Role;
use quire_testkit::{TestApp, on_each_database};
use serde_json::{Value, json};

/// What a site is before each call.
#[derive(Clone, Copy, PartialEq)]
enum Before {
    /// Not live.
    Draft,
    /// Live, for visitors who are signed in.
    Closed,
    /// Live, for everybody.
    Public,
}

use Before::{Closed, Draft, Public};

/// The status for whoever may not manage a space that more people would read.
const REFUSED: u16 = 403;

/// A call, and what comes of it for whoever manages the site and all of its spaces, and for whoever does not even see
/// `{hidden}`. `{open}` and `{hidden}` are spaces on the site, `{part}` is the section that hides the second one, `{on}` and
/// `{off}` are share links.
const CALLS: &[(Before, &str, &str, &str, u16, u16)] = &[
    (Draft, "POST", "/publish", "{}", 200, REFUSED),
    (Draft, "PATCH", "", r#"{"visibility":"public"}"#, 200, REFUSED),
    (Closed, "PATCH", "", r#"{"visibility":"public"}"#, 200, REFUSED),
    (Closed, "PATCH", "", r#"{"visibility":"unlisted"}"#, 200, REFUSED),
    (Closed, "PATCH", "", r#"{"visibility":"share-link"}"#, 200, REFUSED),
    (Closed, "PATCH", "", r#"{"visibility":"visitor-auth","title":"Other"}"#, 200, 200),
    (Public, "PATCH", "", r#"{"visibility":"unlisted"}"#, 200, 200),
    (Public, "PATCH", "", r#"{"visibility":"share-link"}"#, 200, 200),
    (Public, "PATCH", "", r#"{"visibility":"visitor-auth"}"#, 200, 200),
    (Public, "POST", "/publish", "{}", 200, REFUSED),
    (Public, "POST", "/unpublish", "{}", 200, 200),
    (Public, "PATCH", "", r#"{"title":"Other","basename":"b-{id}"}"#, 200, 200),
    (Closed, "PATCH", "", r#"{"adaptiveContent":{"enabled":false}}"#, 200, REFUSED),
    (Closed, "PATCH", "", r#"{"adaptiveContent":{"enabled":true}}"#, 200, 200),
    (Closed, "PATCH", "", r#"{"hostname":"{id}.docs.example.com"}"#, 200, REFUSED),
    (Closed, "PATCH", "", r#"{"hostname":null}"#, 200, 200),
    (Closed, "PATCH", "", r#"{"proxy":"example.com/docs"}"#, 200, REFUSED),
    (Closed, "PATCH", "", r#"{"proxy":null}"#, 200, 200),
    (Closed, "PUT", "/adaptive-schema", r#"{"jsonSchema":{"type":"object","properties":{}}}"#, 200, REFUSED),
    (Closed, "POST", "/share-links", r#"{"name":"x"}"#, 201, REFUSED),
    (Closed, "PATCH", "/share-links/{off}", r#"{"active":true}"#, 200, REFUSED),
    (Closed, "PATCH", "/share-links/{on}", r#"{"active":false}"#, 200, 200),
    (Closed, "PATCH", "/share-links/{on}", r#"{"name":"other","active":true}"#, 200, 200),
    (Closed, "DELETE", "/share-links/{on}", "", 204, 204),
    (Closed, "GET", "/share-links", "", 200, 200),
    (Closed, "GET", "/publishing/auth", "", 200, REFUSED),
    (Closed, "PATCH", "/publishing/auth", r#"{"backend":"custom"}"#, 200, REFUSED),
    (Closed, "POST", "/publishing/auth/regenerate", "{}", 200, REFUSED),
    (Closed, "GET", "/publishing/preview", "", 200, REFUSED),
    (Draft, "GET", "/publishing/preview?siteSpace={open}", "", 200, REFUSED),
    (Closed, "PATCH", "/site-spaces/{hidden}", r#"{"condition":null}"#, 200, REFUSED),
    (Closed, "PATCH", "/site-spaces/{hidden}", r#"{"condition":"!visitor.claims.plan"}"#, 200, REFUSED),
    (Closed, "PATCH", "/site-spaces/{hidden}", r#"{"path":"other"}"#, 200, 200),
    (Closed, "PATCH", "/site-spaces/{open}", r#"{"condition":"visitor.claims.plan"}"#, 200, 200),
    (Closed, "POST", "/site-spaces/{hidden}/move", "{}", 200, 200),
    (
        Closed,
        "POST",
        "/site-spaces/{hidden}/move",
        r#"{"position":{"after":{"type":"site-space","siteSpace":"{open}"}}}"#,
        200,
        REFUSED,
    ),
    (Closed, "DELETE", "/site-spaces/{hidden}", "", 204, 204),
    (Closed, "PATCH", "/sections/{part}", r#"{"condition":null}"#, 200, REFUSED),
    (Closed, "PATCH", "/sections/{part}", r#"{"title":"Other"}"#, 200, 200),
    (Closed, "DELETE", "/sections/{part}", "", 204, 204),
    (Closed, "POST", "/redirects", r#"{"source":"/x","destination":{"kind":"url","url":"/y"}}"#, 201, 201),
    (Closed, "PUT", "/customization", "{}", 200, 200),
    (Closed, "DELETE", "", "", 204, 204),
];

const TITLE: &str = "Thevault";

/// What a call's words stand for.
struct Site {
    path: String,
    words: Vec<(&'static str, String)>,
}

fn id(value: &Value) -> String {
    value["id"].as_str().unwrap().to_owned()
}

fn bare(space: &str) -> String {
    space.trim_start_matches("/v1/spaces/").to_owned()
}

/// A site with a section in which all is hidden under two conditions, and nobody but admins sees the space in it.
fn site(test: &TestApp, before: Before) -> Site {
    let admin = test.admin();
    let (open, hidden) = (test.new_space("Open"), test.new_space(TITLE));
    admin.patch(&hidden, &json!({ "defaultLevel": null })).ok();
    let visibility = if before == Public { "public" } else { "visitor-auth" };
    let made = json!({ "title": "Docs", "visibility": visibility, "spaces": [bare(&open)] });
    let made = id(&admin.post(&format!("{}/sites", test.org()), &made).created());
    let path = format!("{}/sites/{made}", test.org());
    let section = admin.post(&format!("{path}/sections"), &json!({ "spaceId": bare(&hidden) })).created();
    let it = id(&section["siteSpaces"][0]);
    let condition = json!({ "condition": "visitor.claims.plan == 'pro'" });
    admin.patch(&format!("{path}/sections/{}", id(&section)), &condition).ok();
    admin.patch(&format!("{path}/site-spaces/{it}"), &json!({ "condition": "visitor.claims.vip" })).ok();
    let all = admin.get(&format!("{path}/site-spaces")).ok();
    let other = all["items"].as_array().unwrap().iter().find(|found| found["id"] != *it).map(id).unwrap();
    let link = || id(&admin.post(&format!("{path}/share-links"), &json!({ "name": "x" })).created());
    let (on, off) = (link(), link());
    admin.patch(&format!("{path}/share-links/{off}"), &json!({ "active": false })).ok();
    admin.patch(&path, &json!({ "adaptiveContent": { "enabled": true } })).ok();
    if before != Draft {
        admin.post(&format!("{path}/publish"), &json!({})).ok();
    }
    let words = vec![
        ("{id}", made.to_lowercase()),
        ("{open}", other),
        ("{hidden}", it),
        ("{part}", id(&section)),
        ("{on}", on),
        ("{off}", off),
    ];
    Site { path, words }
}

fn fill(words: &[(&str, String)], text: &str) -> String {
    words.iter().fold(text.to_owned(), |text, (word, value)| text.replace(word, value))
}

#[test]
fn only_who_manages_every_space_lets_more_people_read_them() {
    on_each_database(|test| {
        let (_, keeper) = test.new_member("keeper@example.org", Some(Role::Create));
        for (before, method, path, body, all, some) in CALLS {
            let method = Method::from_bytes(method.as_bytes()).unwrap();
            for (token, expected) in [(keeper.as_str(), *some), (quire_testkit::ADMIN, *all)] {
                let site = site(test, *before);
                let path = format!("{}{}", site.path, fill(&site.words, path));
                let body = fill(&site.words, body);
                let json = [("content-type", "application/json")];
                let answer = test.caller(Some(token)).send(&method, &path, &json, Body::from(body.clone()));
                let told = String::from_utf8_lossy(&answer.body);
                let case = format!("{method} {path} {body} by {}", if token == keeper { "the keeper" } else { "all" });
                assert_eq!(answer.status.as_u16(), expected, "{case}: {told}");
                if expected == REFUSED {
                    assert!(!told.contains(TITLE) && told.contains("create"), "{case}: {told}");
                }
            }
        }
    });
}

#[test]
fn secrets_of_share_links_are_for_those_who_manage_every_space() {
    on_each_database(|test| {
        let (_, keeper) = test.new_member("keeper@example.org", Some(Role::Create));
        let site = site(test, Closed);
        let links = format!("{}/share-links", site.path);
        let shown = |token: &str| test.caller(Some(token)).get(&links).ok()["items"].clone();
        let has_address = |item: &Value| item["urls"]["published"].is_string();
        assert!(shown(quire_testkit::ADMIN).as_array().unwrap().iter().all(has_address));
        let seen = shown(&keeper);
        assert!(seen.as_array().unwrap().len() == 2 && !seen.as_array().unwrap().iter().any(has_address), "{seen}");
    });
}

#[test]
fn a_role_on_the_site_alone_publishes_nothing() {
    on_each_database(|test| {
        let site = site(test, Draft);
        let (user, token) = test.new_member("guest@example.org", None);
        let grant = json!({ "users": [user.to_string()], "role": "create" });
        test.admin().post(&format!("{}/permissions", site.path), &grant).expect(204);
        let guest = test.caller(Some(&token));
        guest.patch(&site.path, &json!({ "title": "Theirs" })).ok();
        for call in ["publish", "publishing/auth/regenerate"] {
            let told = guest.post(&format!("{}/{call}", site.path), &json!({})).refused(403);
            assert!(!told.contains(TITLE), "{told}");
        }
        guest.get(&format!("{}/publishing/preview", site.path)).refused(403);
    });
}
