//! Signing in by a provider: who is let in, who is not, and once only.

use std::time::Duration;

use quire_model::roles::Role;
use quire_testkit::on_each_database_within_reach;
use serde_json::{Value, json};

use super::provider::{Idp, Provider, ada, come_back, own_domain, refused, user, with};

#[test]
fn a_person_of_the_domain_becomes_a_member_and_stays_the_same() {
    on_each_database_within_reach(|test| {
        own_domain(test);
        let provider = Provider::of(test);
        test.admin().patch(&provider.path, &json!({ "defaultRole": "edit" })).ok();
        let browser = test.browser();
        let answer = provider.sign_in(&browser, &ada());
        assert_eq!((answer.status.as_u16(), answer.header("location")), (303, "/account"));
        // The provider does not speak for the account, so its word opens no way around the bounds on passwords.
        let cookies: Vec<_> = answer.headers.get_all("set-cookie").iter().map(|it| it.to_str().unwrap()).collect();
        assert!(cookies.iter().any(|it| it.contains("quire_session=")), "{cookies:?}");
        assert!(!cookies.iter().any(|it| it.contains("quire_device=")), "{cookies:?}");
        let ada_here = user(&browser);
        assert_eq!(
            (&ada_here["email"], &ada_here["displayName"]),
            (&"ada@operated.example".into(), &"Ada Lovelace".into())
        );
        let member = format!("{}/members/{}", test.org(), ada_here["id"].as_str().unwrap());
        let member = test.admin().get(&member).ok();
        assert_eq!((&member["role"], &member["sso"]), (&"edit".into(), &true.into()));
        // The session reaches this organization alone.
        let new_org = browser.send(
            &"POST".parse().unwrap(),
            "/v1/orgs",
            &[("origin", "http://quire.test"), ("content-type", "application/json")],
            r#"{"title":"Mine"}"#.into(),
        );
        assert_eq!(new_org.status, 403);
        // The name counts, not the address, which need not even be verified any more.
        let again = test.browser();
        provider.sign_in(&again, &json!({ "email": "lovelace@elsewhere.example" }));
        assert_eq!(user(&again)["id"], ada_here["id"]);
        let other = with(ada(), json!({ "sub": "u-2" }));
        assert_eq!(refused(&provider.sign_in(&test.browser(), &other)), "another-person");
        assert_eq!(provider.idp.asked("openid-configuration"), 1, "the description is kept");
        assert_eq!(provider.idp.asked("keys"), 1, "the keys are kept");
    });
}

#[test]
fn an_address_counts_if_it_was_verified() {
    on_each_database_within_reach(|test| {
        own_domain(test);
        let provider = Provider::of(test);
        let unknown = json!({ "email": "ada@operated.example" });
        let denied = with(ada(), json!({ "email_verified": false }));
        let sign_in = |claims: &Value| provider.sign_in(&test.browser(), claims);
        assert_eq!(refused(&sign_in(&unknown)), "unverified-address");
        assert_eq!(refused(&sign_in(&denied)), "unverified-address");
        assert_eq!(refused(&sign_in(&json!({}))), "no-address");
        test.admin().patch(&provider.path, &json!({ "trustsEmail": true })).ok();
        assert_eq!(refused(&sign_in(&denied)), "unverified-address");
        assert_eq!(sign_in(&unknown).status, 303);
    });
}

#[test]
fn what_the_token_lacks_is_asked_for() {
    on_each_database_within_reach(|test| {
        own_domain(test);
        let provider = Provider::of(test);
        provider.idp.tell_at_user_info(with(ada(), json!({ "sub": "somebody else" })));
        assert_eq!(refused(&provider.sign_in(&test.browser(), &json!({}))), "provider-unreachable");
        provider.idp.tell_at_user_info(with(ada(), json!({ "sub": "u-1" })));
        let browser = test.browser();
        assert_eq!(provider.sign_in(&browser, &json!({})).status, 303);
        assert_eq!(user(&browser)["displayName"], "Ada Lovelace");
    });
}

#[test]
fn only_those_who_may_be_let_in_are() {
    on_each_database_within_reach(|test| {
        own_domain(test);
        let provider = Provider::of(test);
        let sign_in = |claims| provider.sign_in(&test.browser(), &claims);
        let foreign = with(ada(), json!({ "email": "eve@elsewhere.example" }));
        assert_eq!(refused(&sign_in(foreign)), "foreign-domain");
        let (bob, _) = test.new_member("bob@operated.example", Some(Role::Read));
        let known = || with(ada(), json!({ "email": "bob@operated.example" }));
        assert_eq!(refused(&sign_in(known())), "existing-account");
        let member = format!("{}/members/{bob}", test.org());
        test.admin().post(&format!("{member}/sso"), &json!({})).ok();
        let unverified = with(known(), json!({ "email_verified": false }));
        assert_eq!(refused(&sign_in(unverified)), "unverified-address");
        assert_eq!(sign_in(known()).status, 303);
        test.admin().patch(&member, &json!({ "disabled": true })).ok();
        assert_eq!(sign_in(known()).status, 403);
        test.admin().delete(&member).expect(204);
        assert_eq!(refused(&sign_in(known())), "existing-account");
    });
}

#[test]
fn an_answer_is_accepted_once_and_by_its_own_browser() {
    on_each_database_within_reach(|test| {
        own_domain(test);
        let provider = Provider::of(test);
        let browser = test.browser();
        let back = provider.idp.agree(&provider.begin(&browser, "/account"), &ada());
        let asked = provider.idp.asked("/token");
        assert_eq!(test.browser().open(&back).status, 401, "another browser");
        let another = test.browser();
        provider.begin(&another, "/account");
        assert_eq!(another.open(&back).status, 401, "a browser with an attempt of its own");
        let forged = back.replace("state=", "state=x");
        assert_eq!(browser.open(&forged).status, 401, "another state");
        assert_eq!(provider.idp.asked("/token"), asked, "none of them sent the code anywhere");
        let finish = browser.open(&back).header("location").to_owned();
        assert_eq!(browser.open(&back).status, 401, "the answer was given");
        assert_eq!(test.browser().open(&finish).status, 401, "another browser");
        assert_eq!(browser.open(&finish).status, 303);
        assert_eq!(browser.open(&finish).status, 401);
        let late = provider.idp.agree(&provider.begin(&browser, "/account"), &ada());
        test.clock.pass(Duration::from_mins(16));
        assert_eq!(browser.open(&late).status, 401);
    });
}

#[test]
fn what_is_for_somebody_else_is_refused() {
    on_each_database_within_reach(|test| {
        own_domain(test);
        let provider = Provider::of(test);
        let sign_in = |claims| refused(&provider.sign_in(&test.browser(), &with(ada(), claims)));
        assert_eq!(sign_in(json!({ "nonce": "of another sign-in" })), "nonce");
        assert_eq!(sign_in(json!({ "aud": "another client" })), "audience");
        assert_eq!(sign_in(json!({ "iss": "https://evil.example" })), "issuer");
        assert_eq!(sign_in(json!({ "exp": 1_799_999_000 })), "expired");
        // An answer that says that it is of another provider, and one that comes to the address of another.
        let browser = test.browser();
        let back = provider.idp.agree(&provider.begin(&browser, "/account"), &ada());
        let other = Provider::of(test);
        let at_other = back.replace(provider.shown["id"].as_str().unwrap(), other.shown["id"].as_str().unwrap());
        assert_eq!(browser.open(&at_other).status, 401);
        let (start, _) = back.split_once("&iss=").unwrap();
        assert_eq!(refused(&browser.open(&format!("{start}&iss=https%3A%2F%2Fevil.example"))), "declined");
        assert_eq!(other.idp.asked("/token"), 0);
        // The right one is still accepted after it.
        assert_eq!(come_back(&browser, &back).status, 303);
    });
}

#[test]
fn a_provider_may_change_its_keys_or_decline() {
    on_each_database_within_reach(|test| {
        own_domain(test);
        let provider = Provider::of(test);
        assert_eq!(provider.sign_in(&test.browser(), &ada()).status, 303);
        provider.idp.rotate();
        assert_eq!(provider.sign_in(&test.browser(), &ada()).status, 303);
        assert_eq!(provider.idp.asked("keys"), 2, "an unknown key is asked for once more");
        provider.idp.replace();
        assert_eq!(provider.sign_in(&test.browser(), &ada()).status, 303);
        assert_eq!(provider.idp.asked("keys"), 3, "so is one that changed under its name");
        let browser = test.browser();
        let back = provider.idp.agree(&provider.begin(&browser, "/account"), &ada());
        let (path, query) = back.split_once('?').unwrap();
        let state = query.split('&').find(|field| field.starts_with("state=")).unwrap();
        let declined = browser.open(&format!("{path}?error=access_denied&error_description=%3Cb%3Eno&{state}"));
        assert_eq!(refused(&declined), "declined");
        assert!(!String::from_utf8_lossy(&declined.body).contains("<b>no"));
        test.admin().patch(&provider.path, &json!({ "clientSecret": "wrong" })).ok();
        assert_eq!(refused(&provider.sign_in(&test.browser(), &ada())), "no-token");
    });
}

#[test]
fn a_provider_that_changes_during_a_sign_in_ends_it() {
    on_each_database_within_reach(|test| {
        own_domain(test);
        let provider = Provider::of(test);
        let moved = Idp::start();
        let browser = test.browser();
        let back = provider.idp.agree(&provider.begin(&browser, "/account"), &ada());
        test.admin().patch(&provider.path, &json!({ "issuer": moved.issuer })).ok();
        assert_eq!(browser.open(&back).status, 401);
        let provider = Provider::of(test);
        let finish = browser.open(&provider.idp.agree(&provider.begin(&browser, "/account"), &ada()));
        test.admin().delete(&provider.path).expect(204);
        assert_eq!(browser.open(finish.header("location")).status, 401);
        assert_eq!(browser.open("/v1/user").status, 401);
    });
}

#[test]
fn afterwards_the_browser_is_led_within_this_server_only() {
    on_each_database_within_reach(|test| {
        own_domain(test);
        let provider = Provider::of(test);
        for (next, place) in
            [("/docs/api", "/docs/api"), ("https://evil.example", "/account"), ("//evil.example", "/account")]
        {
            let browser = test.browser();
            let back = provider.idp.agree(&provider.begin(&browser, next), &ada());
            assert_eq!(come_back(&browser, &back).header("location"), place);
        }
    });
}
