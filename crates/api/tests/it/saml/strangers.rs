//! What an organization's provider cannot do to accounts that are not the organization's, and what ends with a provider.

use std::time::Duration;

use quire_model::people::Password;
use quire_testkit::{Answer, Browser, TestApp, on_each_database};
use serde_json::{Value, json};

use super::provider::{Provider, Response};

const PASSWORD: &str = "correct horse battery";

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

fn own_domain(test: &TestApp) {
    test.admin().patch(&test.org(), &json!({ "emailDomains": ["operated.example"] })).ok();
}

fn shown(browser: &Browser<'_>, path: &str) -> Value {
    serde_json::from_slice(&browser.open(path).body).unwrap()
}

fn refused(answer: &Answer) -> String {
    assert_eq!(answer.status, 403);
    let page = String::from_utf8(answer.body.clone()).unwrap();
    page.split("<code>").nth(1).unwrap_or(&page).split('<').next().unwrap().to_owned()
}

/// An organization of somebody else, with its provider. Returns its path and the token of its admin.
fn elsewhere(test: &TestApp) -> (String, String, Provider) {
    let (_, token) = test.new_user("owner@elsewhere.example");
    let org = test.caller(Some(&token)).post("/v1/orgs", &json!({ "title": "Elsewhere" })).created();
    let org = format!("/v1/orgs/{}", org["id"].as_str().unwrap());
    let provider = Provider::of(test, &org, Some(&token));
    (org, token, provider)
}

#[test]
fn a_second_provider_does_not_take_a_member_over_by_the_address() {
    on_each_database(|test| {
        own_domain(test);
        let (first, second) = (Provider::of(test, &test.org(), None), Provider::of(test, &test.org(), None));
        let browser = test.browser();
        assert_eq!(first.sign_in(test, &browser, &ADA).status, 303);
        let ada = shown(&browser, "/v1/user");
        let by_second = |id| second.sign_in(test, &test.browser(), &Response { id, name: "other", ..ADA });
        assert_eq!(refused(&by_second("_a2")), "another-provider");
        // An admin moves the member.
        test.admin().post(&format!("{}/members/{}/sso", test.org(), ada["id"].as_str().unwrap()), &json!({})).ok();
        assert_eq!(by_second("_a3").status, 303);
        assert_eq!(refused(&first.sign_in(test, &test.browser(), &Response { id: "_a4", ..ADA })), "another-provider");
        assert_eq!(by_second("_a5").status, 303);
    });
}

#[test]
fn an_admin_learns_nothing_of_an_account_by_a_provider_of_their_own() {
    on_each_database(|test| {
        let (victim, token) = test.new_user("victim@example.net");
        test.app.reset_password(victim, Some(&Password::try_from(PASSWORD.to_owned()).unwrap())).unwrap();
        let own = test.caller(Some(&token));
        own.patch(&format!("/v1/users/{victim}"), &json!({ "displayName": "Private Name" })).ok();
        own.post("/v1/orgs", &json!({ "title": "Mine" })).created();
        let (org, admin, provider) = elsewhere(test);
        let admin = test.caller(Some(&admin));
        let sign_in = |email, id| provider.sign_in(test, &test.browser(), &Response { email, id, name: email, ..ADA });
        // An address with an account and one without are the same to strangers.
        assert_eq!(refused(&sign_in("victim@example.net", "_1")), "foreign-domain");
        assert_eq!(refused(&sign_in("nobody@example.net", "_2")), "foreign-domain");
        let invited = json!({ "emails": ["victim@example.net", "nobody@example.net"], "sso": true });
        admin.post(&format!("{org}/invites"), &invited).ok();
        assert_eq!(refused(&sign_in("victim@example.net", "_3")), "no-consent");
        assert_eq!(refused(&sign_in("nobody@example.net", "_4")), "no-consent");
        let member = format!("{org}/members/{victim}");
        assert_eq!(admin.get(&member).ok()["user"]["displayName"], "victim");
        // Its owner accepts, on the page of the account.
        let browser = test.browser();
        browser.sign_in("victim@example.net", PASSWORD);
        let page = String::from_utf8(browser.open("/account").body).unwrap();
        assert!(page.contains("Elsewhere"), "{page}");
        let fields = [("organization", org.rsplit('/').next().unwrap()), ("answer", "accept")];
        let foreign = [("origin", "https://evil.example")];
        assert_eq!(browser.submit_with("/account/invitations", &fields, &foreign).status, 403);
        assert_eq!(browser.submit("/account/invitations", &fields).header("location"), "/account?done=accept");
        assert!(!String::from_utf8(browser.open("/account").body).unwrap().contains("Elsewhere"));
        let theirs = test.browser();
        let response = Response { email: "victim@example.net", id: "_5", name: "v", ..ADA };
        assert_eq!(provider.sign_in(test, &theirs, &response).status, 303);
        assert_eq!(shown(&theirs, "/v1/orgs")["count"], 1, "nor how many others there are");
        assert_eq!(shown(&theirs, "/v1/user/tokens")["count"], 0);
        let page = String::from_utf8(theirs.open("/account").body).unwrap();
        assert!(!page.contains("Current password"), "nor that there is a password");
        // Who declines is gone.
        let (nobody, _) = (test.app.user_by_email("nobody@example.net").unwrap().unwrap(), ());
        let link = test.app.issue_sign_in_link(nobody).unwrap();
        let browser = test.browser();
        browser.submit("/sign-in/link", &[("token", link.split("token=").nth(1).unwrap())]);
        let fields = [("organization", org.rsplit('/').next().unwrap()), ("answer", "decline")];
        assert_eq!(browser.submit("/account/invitations", &fields).header("location"), "/account?done=decline");
        admin.get(&format!("{org}/members/{nobody}")).refused(404);
    });
}

#[test]
fn an_invitation_by_strangers_does_not_keep_people_out_of_their_company() {
    on_each_database(|test| {
        own_domain(test);
        let (org, admin, rogue) = elsewhere(test);
        let admin = test.caller(Some(&admin));
        let invited = json!({ "emails": [ADA.email, "bob@operated.example", "eve@operated.example"], "sso": true });
        admin.post(&format!("{org}/invites"), &invited).ok();
        assert_eq!(refused(&rogue.sign_in(test, &test.browser(), &ADA)), "no-consent");
        let provider = Provider::of(test, &test.org(), None);
        let browser = test.browser();
        assert_eq!(provider.sign_in(test, &browser, &ADA).status, 303);
        let ada = shown(&browser, "/v1/user");
        assert_eq!((&ada["email"], &ada["displayName"]), (&ADA.email.into(), &"Ada Lovelace".into()));
        let member = |id: &str| test.admin().get(&format!("{}/members/{id}", test.org())).ok();
        assert_eq!(member(ada["id"].as_str().unwrap())["sso"], true);
        assert_eq!(refused(&rogue.sign_in(test, &test.browser(), &Response { id: "_a2", ..ADA })), "no-consent");
        // Whose owner has come is not taken over: Bob has chosen a password.
        let bob = test.app.user_by_email("bob@operated.example").unwrap().unwrap();
        test.app.reset_password(bob, Some(&Password::try_from(PASSWORD.to_owned()).unwrap())).unwrap();
        let response = Response { id: "_b1", name: "u-2", email: "bob@operated.example", ..ADA };
        assert_eq!(refused(&provider.sign_in(test, &test.browser(), &response)), "existing-account");
        // So it is for those who came by a link.
        let eve = test.app.user_by_email("eve@operated.example").unwrap().unwrap();
        let link = test.app.issue_sign_in_link(eve).unwrap();
        test.browser().submit("/sign-in/link", &[("token", link.split("token=").nth(1).unwrap())]);
        let response = Response { id: "_e1", name: "u-3", email: "eve@operated.example", ..ADA };
        assert_eq!(refused(&provider.sign_in(test, &test.browser(), &response)), "existing-account");
    });
}

#[test]
fn sessions_and_their_tokens_end_with_the_provider() {
    on_each_database(|test| {
        own_domain(test);
        let (first, second) = (Provider::of(test, &test.org(), None), Provider::of(test, &test.org(), None));
        let (ada, bob) = (test.browser(), test.browser());
        first.sign_in(test, &ada, &ADA);
        second.sign_in(test, &bob, &Response { id: "_b1", email: "bob@operated.example", ..ADA });
        let headers = [("origin", "http://quire.test"), ("content-type", "application/json")];
        let body = json!({ "name": "ci", "scopes": ["read"] }).to_string();
        let made = ada.send(&"POST".parse().unwrap(), "/v1/user/tokens", &headers, body.into());
        let made: Value = serde_json::from_slice(&made.body).unwrap();
        let token = made["secret"].as_str().or(made["token"].as_str()).unwrap().to_owned();
        test.caller(Some(&token)).get(&test.org()).ok();
        assert_eq!(
            (ada.open("/v1/user").status, bob.open("/v1/user").status),
            (200.try_into().unwrap(), 200.try_into().unwrap())
        );
        // Other settings end nothing.
        test.admin().patch(&first.path, &json!({ "label": "New" })).ok();
        assert_eq!(ada.open("/v1/user").status, 200);
        test.admin().patch(&first.path, &json!({ "entityID": "https://another.example" })).ok();
        assert_eq!(ada.open("/v1/user").status, 401);
        test.caller(Some(&token)).get(&test.org()).refused(401);
        assert_eq!(bob.open("/v1/user").status, 200);
        test.admin().delete(&second.path).expect(204);
        assert_eq!(bob.open("/v1/user").status, 401);
    });
}

#[test]
fn a_session_ends_when_its_provider_wants() {
    on_each_database(|test| {
        own_domain(test);
        let provider = Provider::of(test, &test.org(), None);
        let browser = test.browser();
        provider.sign_in(test, &browser, &Response { session_ends: Some("2027-01-15T09:00:00Z"), ..ADA });
        for _ in 0..5 {
            assert_eq!(browser.open("/v1/user").status, 200);
            test.clock.pass(Duration::from_mins(11));
        }
        assert_eq!(browser.open("/v1/user").status, 200);
        test.clock.pass(Duration::from_mins(6));
        assert_eq!(browser.open("/v1/user").status, 401, "use does not extend it");
    });
}

#[test]
fn an_admin_can_want_second_factors_in_a_session_of_single_sign_on() {
    on_each_database(|test| {
        own_domain(test);
        let provider = Provider::of(test, &test.org(), None);
        test.admin().patch(&provider.path, &json!({ "defaultRole": "admin" })).ok();
        let browser = test.browser();
        provider.sign_in(test, &browser, &ADA);
        let headers = [("origin", "http://quire.test"), ("content-type", "application/json")];
        let patch = |body: &str| browser.send(&"PATCH".parse().unwrap(), &test.org(), &headers, body.to_owned().into());
        assert_eq!(patch(r#"{"secondFactor":true}"#).status, 200);
        test.admin().get(&test.org()).refused(404);
        assert_eq!(browser.open(&test.org()).status, 200);
        assert_eq!(patch(r#"{"secondFactor":false}"#).status, 200);
    });
}
