//! Signing out: of a site, at the provider, and by the word of the provider, for users too.

use quire_testkit::{Answer, TestApp, on_each_database_within_reach};
use serde_json::{Value, json};

use super::world::{Site, Visitor, text};
use crate::oidc::provider::{Provider, ada, own_domain, with};

const EVENT: &str = "http://schemas.openid.net/event/backchannel-logout";

#[test]
fn a_visitor_signs_out() {
    on_each_database_within_reach(|test| {
        let provider = Provider::of(test);
        let site = Site::new(test, "Docs", &provider.shown);
        let visitor = Visitor::new(test);
        let (_, asked) = visitor.follow(&site.at("/guide"));
        visitor.follow(&provider.idp.agree(&asked, &json!({})));
        let kept = visitor.cookie("quire-visitor-session").unwrap();
        let out = visitor.submit(&site.at("/~sign-out"), "");
        assert_eq!(out.status, 200);
        assert!(visitor.cookie("quire-visitor-session").is_none());
        assert_eq!(visitor.open(&site.at("/guide")).status, 303);
        // The session is over, not only the cookie.
        visitor.plant("http://quire.test", &site.base, "quire-visitor-session", &kept);
        assert_eq!(visitor.open(&site.at("/guide")).status, 303);
        assert_eq!(visitor.submit(&site.at("/~sign-out"), "").status, 200, "twice does no harm");
        // The page leads on to the provider, which asks whom to sign out.
        let page = text(&out);
        let end = page.split("href=\"").find(|it| it.contains("/end\"")).unwrap().split('"').next().unwrap();
        let ended = visitor.open(end);
        assert_eq!(ended.header("location"), format!("{}/logout?client_id=quire", provider.idp.issuer));
    });
}

/// A user who is signed in by the provider, in a browser, with the claims of a session there.
fn user<'a>(test: &'a TestApp, provider: &Provider, claims: Value) -> Visitor<'a> {
    let browser = Visitor::new(test);
    let start = provider.shown["service"]["startURL"].as_str().unwrap();
    let (_, asked) = browser.follow(&format!("{start}?next=/account"));
    let called = browser.open(&provider.idp.agree(&asked, &with(ada(), claims)));
    browser.open(&format!("http://quire.test{}", called.header("location")));
    assert_eq!(status(&browser), 200);
    browser
}

fn status(browser: &Visitor<'_>) -> u16 {
    browser.open("http://quire.test/v1/user").status.as_u16()
}

#[test]
fn a_user_goes_on_to_the_provider() {
    on_each_database_within_reach(|test| {
        own_domain(test);
        let provider = Provider::of(test);
        let browser = user(test, &provider, json!({}));
        let out = browser.submit("http://quire.test/sign-out", "");
        assert_eq!((out.status.as_u16(), status(&browser)), (200, 401));
        let page = text(&out).replace("&amp;", "&");
        let address = format!("href=\"{}/logout?client_id=quire&id_token_hint=", provider.idp.issuer);
        let token = page.split(&address).nth(1).unwrap_or_else(|| panic!("{page}")).split('"').next().unwrap();
        assert_eq!(token.split('.').count(), 3, "{token}");
        // Others are led to the sign-in page as before.
        assert_eq!(Visitor::new(test).submit("http://quire.test/sign-out", "").header("location"), "/sign-in");
    });
}

fn told(test: &TestApp, provider: &Provider, claims: &Value) -> Answer {
    tell(test, provider, &provider.idp.sign_logout(claims))
}

/// Sends a token as the provider does: without cookies, and from no page.
fn tell(test: &TestApp, provider: &Provider, token: &str) -> Answer {
    let address = provider.shown["service"]["logoutURL"].as_str().unwrap();
    test.browser().submit_with(address, &[("logout_token", token)], &[])
}

fn word(test: &TestApp, provider: &Provider, more: Value) -> Value {
    let now = test.app.now().0 / 1000;
    let usual = json!({
        "iss": provider.idp.issuer, "aud": "quire", "iat": now, "exp": now + 120, "jti": "t-1",
        "events": { EVENT: {} },
    });
    with(usual, more)
}

#[test]
fn the_word_of_the_provider_ends_sessions() {
    on_each_database_within_reach(|test| {
        own_domain(test);
        let provider = Provider::of(test);
        let site = Site::new(test, "Docs", &provider.shown);
        let visit = |claims: Value| {
            let visitor = Visitor::new(test);
            let (_, asked) = visitor.follow(&site.at("/"));
            visitor.follow(&provider.idp.agree(&asked, &claims));
            visitor
        };
        let reads = |visitor: &Visitor<'_>| visitor.open(&site.at("/")).status.as_u16();
        let (one, other) =
            (user(test, &provider, json!({ "sid": "s-1" })), user(test, &provider, json!({ "sid": "s-2" })));
        let (first, second) = (visit(json!({ "sid": "s-1" })), visit(json!({ "sid": "s-2" })));
        let stranger = visit(json!({ "sub": "u-2", "sid": "s-3" }));
        // One session at the provider.
        assert_eq!(told(test, &provider, &word(test, &provider, json!({ "sid": "s-1" }))).status, 200);
        assert_eq!([status(&one), status(&other), reads(&first), reads(&second)], [401, 200, 303, 200]);
        // A session of somebody else is none of the person's.
        let mixed = word(test, &provider, json!({ "sub": "u-2", "sid": "s-2", "jti": "t-2" }));
        assert_eq!(told(test, &provider, &mixed).status, 200);
        assert_eq!([status(&other), reads(&second), reads(&stranger)], [200, 200, 200]);
        // All of the person.
        assert_eq!(told(test, &provider, &word(test, &provider, json!({ "sub": "u-1", "jti": "t-3" }))).status, 200);
        assert_eq!([status(&other), reads(&second), reads(&stranger)], [401, 303, 200]);
        // The same token does not end what began after it.
        let again = user(test, &provider, json!({}));
        assert_eq!(told(test, &provider, &word(test, &provider, json!({ "sub": "u-1", "jti": "t-3" }))).status, 200);
        assert_eq!(status(&again), 200);
    });
}

#[test]
fn other_words_end_nothing() {
    on_each_database_within_reach(|test| {
        own_domain(test);
        let provider = Provider::of(test);
        let other = Provider::of(test);
        let browser = user(test, &provider, json!({ "sid": "s-1" }));
        let sub = json!({ "sub": "u-1" });
        for wrong in [
            json!({ "sub": "u-1", "aud": "another client" }),
            json!({ "sub": "u-1", "iss": other.idp.issuer }),
            json!({ "sub": "u-1", "exp": 1 }),
            json!({ "sub": "u-1", "nonce": "n" }),
            json!({ "sub": "u-1", "events": {} }),
            json!({ "sub": "u-1", "events": { EVENT: true } }),
            json!({ "sub": "u-1", "jti": null }),
            json!({ "sub": 7 }),
            json!({}),
        ] {
            let answer = told(test, &provider, &word(test, &provider, wrong.clone()));
            assert_eq!(answer.status, 400, "{wrong}");
            assert_eq!(answer.header("cache-control"), "no-store");
        }
        // Signed by another provider, changed, or no token at all.
        let foreign = other.idp.sign_logout(&word(test, &provider, sub.clone()));
        let genuine = provider.idp.sign_logout(&word(test, &provider, json!({ "sub": "u-9" })));
        let changed = provider.idp.sign_logout(&word(test, &provider, sub));
        let (head, rest) = changed.split_once('.').unwrap();
        let signature = genuine.rsplit('.').next().unwrap();
        let mixed = format!("{head}.{}.{signature}", rest.split('.').next().unwrap());
        for token in ["", "a.b.c", &*foreign, &*mixed] {
            assert_eq!(tell(test, &provider, token).status, 400, "{token}");
        }
        assert_eq!(status(&browser), 200);
        // A provider that knows the same name of another person ends that person's sessions alone.
        assert_eq!(told(test, &other, &word(test, &other, json!({ "sub": "u-1" }))).status, 200);
        assert_eq!(status(&browser), 200);
    });
}
