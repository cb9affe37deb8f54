//! Signing in by a provider: who is let in, who is not, and once only.

use std::time::Duration;

use quire_model::roles::Role;
use quire_testkit::{Answer, TestApp, on_each_database};
use serde_json::{Value, json};

use super::provider::{Provider, Response};

/// Proves that the first organization owns a domain that this test owns.
fn own_domain(test: &TestApp) {
    test.admin().patch(&test.org(), &json!({ "emailDomains": ["operated.example"] })).ok();
}

const ADA: Response<'_> = Response {
    name: "u-1",
    email: "ada@operated.example",
    id: "_a1",
    request: None,
    audience: None,
    groups: &[],
    session: "_s1",
    session_ends: None,
    attributes: &[],
};

fn user(browser: &quire_testkit::Browser<'_>) -> Value {
    serde_json::from_slice(&browser.open("/v1/user").body).unwrap()
}

fn refused(answer: &Answer) -> String {
    assert_eq!(answer.status, 403);
    let page = String::from_utf8(answer.body.clone()).unwrap();
    page.split("<code>").nth(1).unwrap_or(&page).split('<').next().unwrap().to_owned()
}

#[test]
fn a_person_of_the_domain_becomes_a_member_and_stays_the_same() {
    on_each_database(|test| {
        own_domain(test);
        let provider = Provider::of(test, &test.org(), None);
        let team = test.admin().put(&format!("{}/teams", test.org()), &json!({ "title": "Writers" })).created();
        test.admin().patch(&provider.path, &json!({ "defaultRole": "edit", "defaultTeam": team["id"] })).ok();
        let browser = test.browser();
        let answer = provider.sign_in(test, &browser, &ADA);
        assert_eq!((answer.status.as_u16(), answer.header("location")), (303, "/account"));
        let ada = user(&browser);
        assert_eq!((&ada["email"], &ada["displayName"]), (&"ada@operated.example".into(), &"Ada Lovelace".into()));
        let member = format!("{}/members/{}", test.org(), ada["id"].as_str().unwrap());
        let member = || test.admin().get(&member).ok();
        assert_eq!(
            (&member()["role"], &member()["sso"], &member()["teams"]),
            (&"edit".into(), &true.into(), &1.into())
        );

        // The name counts, not the address.
        let again = Response { id: "_a2", email: "lovelace@operated.example", ..ADA };
        let browser = test.browser();
        provider.sign_in(test, &browser, &again);
        assert_eq!(user(&browser)["id"], ada["id"]);
        assert_eq!(member()["role"], "edit");
        let other = Response { id: "_a3", name: "u-2", ..ADA };
        assert_eq!(refused(&provider.sign_in(test, &test.browser(), &other)), "another-person");
        test.admin().post(&format!("{}/members/{}/sso", test.org(), ada["id"].as_str().unwrap()), &json!({})).ok();
        let browser = test.browser();
        provider.sign_in(test, &browser, &Response { id: "_a4", name: "u-2", ..ADA });
        assert_eq!(user(&browser)["id"], ada["id"], "an admin says that it is the same person");
        let former = Response { id: "_a5", ..ADA };
        assert_eq!(refused(&provider.sign_in(test, &test.browser(), &former)), "another-person");
    });
}

#[test]
fn only_those_who_may_be_let_in_are() {
    on_each_database(|test| {
        own_domain(test);
        let provider = Provider::of(test, &test.org(), None);
        let sign_in = |response: &Response<'_>| provider.sign_in(test, &test.browser(), response);
        let foreign = Response { email: "eve@elsewhere.example", ..ADA };
        assert_eq!(refused(&sign_in(&foreign)), "foreign-domain");
        let (bob, _) = test.new_member("bob@operated.example", Some(Role::Read));
        let known = || Response { email: "bob@operated.example", ..ADA };
        assert_eq!(refused(&sign_in(&Response { id: "_b1", ..known() })), "existing-account");
        let member = format!("{}/members/{bob}", test.org());
        test.admin().post(&format!("{member}/sso"), &json!({})).ok();
        assert_eq!(sign_in(&Response { id: "_b2", ..known() }).status, 303);
        test.admin().patch(&member, &json!({ "disabled": true })).ok();
        assert_eq!(sign_in(&Response { id: "_b3", ..known() }).status, 403);
        test.admin().delete(&member).expect(204);
        assert_eq!(refused(&sign_in(&Response { id: "_b4", ..known() })), "existing-account");
        test.new_user("out@operated.example");
        let stranger = Response { id: "_b5", name: "u-9", email: "out@operated.example", ..ADA };
        assert_eq!(refused(&sign_in(&stranger)), "existing-account");
    });
}

#[test]
fn a_response_is_accepted_once_and_by_its_own_browser() {
    on_each_database(|test| {
        own_domain(test);
        let provider = Provider::of(test, &test.org(), None);
        let browser = test.browser();
        let request = provider.begin(&browser, "/account");
        let response = || Response { request: Some(&request), ..ADA };
        let answered = provider.post(test, &response());
        assert_eq!(refused(&provider.post(test, &response())), "no-attempt");
        let finish = answered.header("location");
        assert_eq!(test.browser().open(finish).status, 401, "another browser");
        let another = test.browser();
        provider.begin(&another, "/account");
        assert_eq!(another.open(finish).status, 401, "a browser with an attempt of its own");
        let posted = finish.split_once('?').unwrap().1;
        let fields: Vec<(String, String)> = serde_urlencoded::from_str(posted).unwrap();
        let fields: Vec<_> = fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        assert_eq!(test.browser().submit("/sign-in/finish", &fields).status, 401, "nobody agreed to this one");
        assert_eq!(browser.open(finish).status, 303);
        assert_eq!(browser.open(finish).status, 401);
        // The same assertion for another request, as if the provider had been made to sign one without.
        let request = provider.begin(&browser, "/account");
        let replayed = Response { request: Some(&request), ..ADA };
        assert_eq!(refused(&provider.post(test, &replayed)), "replayed");
        let late = Response { request: Some(&provider.begin(&browser, "/")), id: "_a9", ..ADA };
        test.clock.pass(Duration::from_mins(16));
        assert_eq!(refused(&provider.post(test, &late)), "no-attempt");
    });
}

#[test]
fn a_sign_in_that_nobody_began_needs_consent_and_a_setting() {
    on_each_database(|test| {
        own_domain(test);
        let provider = Provider::of(test, &test.org(), None);
        assert_eq!(refused(&provider.post(test, &ADA)), "unsolicited");
        test.admin().patch(&provider.path, &json!({ "idpInitiated": true })).ok();
        let page = provider.post(test, &ADA);
        assert_eq!(page.status, 200);
        let page = String::from_utf8(page.body.clone()).unwrap();
        assert!(page.contains("ada@operated.example"));
        let value = |name: &str| {
            let from = format!("name=\"{name}\" value=\"");
            page.split(&from).nth(1).unwrap().split('"').next().unwrap().to_owned()
        };
        let fields = [("code", &*value("code")), ("attempt", &*value("attempt"))];
        let browser = test.browser();
        let elsewhere = [("origin", "https://evil.example")];
        assert_eq!(browser.submit_with("/sign-in/finish", &fields, &elsewhere).status, 403);
        assert_eq!(browser.submit("/sign-in/finish", &fields).status, 303);
        assert_eq!(user(&browser)["email"], "ada@operated.example");
        assert_eq!(refused(&provider.post(test, &ADA)), "replayed");
    });
}

#[test]
fn what_is_for_somebody_else_is_refused_and_logged() {
    on_each_database(|test| {
        own_domain(test);
        let provider = Provider::of(test, &test.org(), None);
        let browser = test.browser();
        let request = provider.begin(&browser, "/account");
        let wrong = Response { request: Some(&request), audience: Some("https://other.example"), ..ADA };
        assert_eq!(refused(&provider.post(test, &wrong)), "audience");
        // The right one is still accepted after it.
        let right = Response { request: Some(&request), ..ADA };
        assert_eq!(provider.post(test, &right).status, 303);
        // A provider of another organization with the same key does not get its answers in here.
        let other = Provider::of(test, &test.org(), None);
        let request = provider.begin(&browser, "/account");
        let crossed = Response { request: Some(&request), id: "_a7", ..ADA };
        assert_eq!(refused(&other.post(test, &crossed)), "no-attempt");
        for body in ["", "no", "PGEvPg=="] {
            let answer = test.browser().submit_with(
                other.shown["service"]["acsURL"].as_str().unwrap(),
                &[("SAMLResponse", body)],
                &[("origin", "null")],
            );
            assert_eq!(answer.status, 403, "{body}");
        }
    });
}

#[test]
fn afterwards_the_browser_is_led_within_this_server_only() {
    on_each_database(|test| {
        own_domain(test);
        let provider = Provider::of(test, &test.org(), None);
        for (n, (next, place)) in
            [("/docs/api", "/docs/api"), ("https://evil.example", "/account"), ("//evil.example", "/account")]
                .into_iter()
                .enumerate()
        {
            let browser = test.browser();
            let request = provider.begin(&browser, next);
            let id = format!("_n{n}");
            let answered = provider.post(test, &Response { request: Some(&request), id: &id, ..ADA });
            assert_eq!(browser.open(answered.header("location")).header("location"), place);
        }
    });
}
