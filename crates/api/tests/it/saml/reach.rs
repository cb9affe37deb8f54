//! How far a session reaches that began at an identity provider, and organizations that insist on one.

use quire_model::roles::Role;
use quire_testkit::{Answer, Browser, TestApp, on_each_database};
use serde_json::{Value, json};

use super::provider::{Provider, Response};

fn json(answer: &Answer) -> Value {
    serde_json::from_slice(&answer.body).unwrap()
}

fn send(browser: &Browser<'_>, method: &str, path: &str, body: &Value) -> Answer {
    let headers = [("origin", "http://quire.test"), ("content-type", "application/json")];
    browser.send(&method.parse().unwrap(), path, &headers, body.to_string().into())
}

/// An organization of somebody else, of which Ada is a member, with a space.
fn elsewhere(test: &TestApp, ada: &str) -> (String, String) {
    let (_, owner) = test.new_user("owner@elsewhere.example");
    let owner = test.caller(Some(&owner));
    let org = owner.post("/v1/orgs", &json!({ "title": "Elsewhere" })).created();
    let org = format!("/v1/orgs/{}", org["id"].as_str().unwrap());
    owner.post(&format!("{org}/invites"), &json!({ "emails": [ada], "role": "admin" })).ok();
    let space = owner.post(&format!("{org}/spaces"), &json!({ "title": "Secrets" })).created();
    (org, format!("/v1/spaces/{}", space["id"].as_str().unwrap()))
}

const ADDRESS: &str = "ada@example.org";

#[test]
fn a_provider_speaks_for_its_own_organization_alone() {
    on_each_database(|test| {
        let (ada, whole) = test.new_member(ADDRESS, Some(Role::Create));
        test.admin().post(&format!("{}/members/{ada}/sso", test.org()), &json!({})).ok();
        let (org, space) = elsewhere(test, ADDRESS);
        let everything = test.caller(Some(&whole));
        everything.get(&space).ok();
        // The roles of Ada are cached now.
        everything.get(&format!("{space}/content/pages")).ok();
        let provider = Provider::of(test, &test.org(), None);
        let browser = test.browser();
        let answer = provider.sign_in(test, &browser, &Response { email: ADDRESS, ..Response::default() });
        assert_eq!(answer.status, 303);
        let own = test.new_space("Own");
        assert_eq!(browser.open(&own).status, 200);
        let orgs = json(&browser.open("/v1/orgs"));
        assert_eq!(orgs["items"].as_array().unwrap().len(), 1);
        for path in [
            org.clone(),
            space.clone(),
            format!("{space}/content"),
            format!("{space}/content/pages"),
            format!("{space}/change-requests"),
            format!("{org}/spaces"),
            format!("{org}/members"),
            format!("{org}/search?query=a"),
            format!("{org}/sites"),
        ] {
            assert_eq!(browser.open(&path).status, 404, "{path}");
        }
        everything.get(&format!("{space}/content/pages")).ok();
        // Nothing that this session makes reaches further.
        for (method, path, body) in [
            ("PATCH", format!("/v1/users/{ada}"), json!({ "displayName": "Eve" })),
            ("POST", "/v1/orgs".to_owned(), json!({ "title": "Mine" })),
        ] {
            assert_eq!(send(&browser, method, &path, &body).status, 403, "{path}");
        }
        let made = send(&browser, "POST", "/v1/user/tokens", &json!({ "name": "ci", "scopes": ["read"] }));
        assert_eq!(made.status, 201, "{}", String::from_utf8_lossy(&made.body));
        let token = json(&made);
        let secret = token["secret"].as_str().or(token["token"].as_str()).unwrap().to_owned();
        let limited = test.caller(Some(&secret));
        limited.get(&own).ok();
        limited.get(&space).refused(404);
        let tokens = json(&browser.open("/v1/user/tokens"));
        assert_eq!(tokens["items"].as_array().unwrap().len(), 1, "the token for everything is not shown: {tokens}");
        // Both end with the membership, and do not come back with it.
        test.admin().delete(&format!("{}/members/{ada}", test.org())).expect(204);
        limited.get(&own).refused(401);
        assert_eq!(browser.open("/v1/user").status, 401);
        everything.get(&space).ok();
    });
}

#[test]
fn an_organization_can_insist_and_leaves_its_admins_a_way() {
    on_each_database(|test| {
        let (ada, token) = test.new_member(ADDRESS, Some(Role::Create));
        let member = test.caller(Some(&token));
        let path = test.new_space("Own");
        member.get(&path).ok();
        let insist = json!({ "sso": true });
        assert!(test.admin().patch(&test.org(), &insist).refused(409).contains("SAML"));
        let provider = Provider::of(test, &test.org(), None);
        test.admin().post(&format!("{}/members/{ada}/sso", test.org()), &json!({})).ok();
        test.admin().patch(&test.org(), &insist).ok();
        member.get(&path).refused(404);
        member.get(&test.org()).refused(404);
        test.admin().get(&path).ok();
        let browser = test.browser();
        provider.sign_in(test, &browser, &Response { email: ADDRESS, ..Response::default() });
        assert_eq!(browser.open(&path).status, 200);
        assert!(test.admin().delete(&provider.path).refused(409).contains("sso"));
        assert!(test.admin().patch(&provider.path, &json!({ "ssoURL": null })).refused(409).contains("sso"));
        test.admin().patch(&test.org(), &json!({ "sso": false })).ok();
        member.get(&path).ok();
        test.admin().delete(&provider.path).expect(204);
    });
}
