//! Second factors: authenticator apps, recovery codes, and organizations that want one.

use std::time::Duration;

use quire_app::core::ambient::Clock as _;
use quire_model::people::Password;
use quire_model::roles::Role;
use quire_testkit::{Answer, Browser, TestApp, on_each_database};
use ring::hmac;
use serde_json::json;

const EMAIL: &str = "ada@example.org";
const PASSWORD: &str = "correct horse battery";

/// An authenticator app (RFC 6238), which knows the key as people type it.
pub(crate) struct App(Vec<u8>);

impl App {
    fn of(key: &str) -> Self {
        let mut bits = String::new();
        for digit in key.chars() {
            let value = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".find(digit).unwrap();
            bits.push_str(&format!("{value:05b}"));
        }
        let bytes = bits.as_bytes().chunks_exact(8);
        Self(bytes.map(|byte| u8::from_str_radix(std::str::from_utf8(byte).unwrap(), 2).unwrap()).collect())
    }

    fn code(&self, test: &TestApp) -> String {
        let step = test.clock.now().0 / 30_000;
        let tag = hmac::sign(&hmac::Key::new(hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY, &self.0), &step.to_be_bytes());
        let tag = tag.as_ref();
        let at = usize::from(tag[19] & 15);
        let number = u32::from_be_bytes(tag[at..at + 4].try_into().unwrap()) & 0x7fff_ffff;
        format!("{:06}", number % 1_000_000)
    }
}

fn page(answer: &Answer) -> String {
    String::from_utf8(answer.body.clone()).unwrap()
}

/// Returns the values of all elements `code` of a page.
fn codes(page: &str) -> Vec<String> {
    page.split("<code>").skip(1).map(|part| part.split('<').next().unwrap().to_owned()).collect()
}

/// Returns the challenge on the page that asks for the second factor.
fn challenge(answer: &Answer) -> String {
    let page = page(answer);
    assert_eq!(answer.status, 200, "{page}");
    let from = "name=\"challenge\" value=\"";
    page.split(from).nth(1).unwrap_or_else(|| panic!("{page}")).split('"').next().unwrap().to_owned()
}

fn password(browser: &Browser<'_>) -> Answer {
    browser.submit("/sign-in", &[("email", EMAIL), ("password", PASSWORD), ("next", "/docs/api")])
}

fn second(browser: &Browser<'_>, challenge: &str, code: &str) -> Answer {
    browser.submit("/sign-in/factor", &[("challenge", challenge), ("code", code), ("next", "/docs/api")])
}

/// A member with a password and an authenticator app; the browser in which it was set up, and the recovery codes.
pub(crate) fn set_up<'a>(test: &'a TestApp) -> (Browser<'a>, App, Vec<String>) {
    let (ada, _) = test.new_member(EMAIL, Some(Role::Admin));
    test.app.reset_password(ada, Some(&Password::try_from(PASSWORD.to_owned()).unwrap())).unwrap();
    let browser = test.browser();
    browser.sign_in(EMAIL, PASSWORD);
    let earlier = test.browser();
    earlier.sign_in(EMAIL, PASSWORD);
    assert_eq!(browser.submit("/account/factor", &[("current", "wrong")]).status, 422);
    let begun = browser.submit("/account/factor", &[("current", PASSWORD)]);
    let app = App::of(&codes(&page(&begun))[0]);
    assert!(page(&begun).contains("otpauth://totp/Quire:ada%40example.org?secret="));
    assert!(page(&begun).contains("<svg class=\"qr\""));
    assert_eq!(password(&test.browser()).status, 303, "it is not asked for before its first code");
    assert_eq!(browser.submit("/account/factor/confirm", &[("code", "000000")]).status, 422);
    let done = browser.submit("/account/factor/confirm", &[("code", &app.code(test))]);
    let recovery = codes(&page(&done));
    assert_eq!((done.status.as_u16(), recovery.len()), (200, 10));
    assert_eq!(earlier.open("/v1/user").status, 401, "a session without a code has ended");
    test.clock.pass(Duration::from_secs(30));
    (browser, app, recovery)
}

#[test]
fn a_code_is_asked_for_after_the_password_and_counts_once() {
    on_each_database(|test| {
        let (_, app, _) = set_up(test);
        let browser = test.browser();
        let asked = password(&browser);
        let first = challenge(&asked);
        assert!(browser.cookie().is_none(), "no session has begun");
        assert_eq!(second(&browser, &first, "000000").status, 422);
        assert_eq!(second(&browser, "made up", &app.code(test)).status, 422);
        let done = second(&browser, &first, &app.code(test));
        assert_eq!((done.status.as_u16(), done.header("location")), (303, "/docs/api"));
        assert_eq!(browser.open("/v1/user").status, 200);
        let again = challenge(&password(&test.browser()));
        assert_eq!(second(&test.browser(), &again, &app.code(test)).status, 422, "the code was used");
        test.clock.pass(Duration::from_secs(30));
        assert_eq!(second(&test.browser(), &again, &app.code(test)).status, 303);
        // A challenge ends by itself, and with the password.
        let late = challenge(&password(&test.browser()));
        test.clock.pass(Duration::from_mins(10));
        assert_eq!(second(&test.browser(), &late, &app.code(test)).status, 422);
        let former = challenge(&password(&test.browser()));
        let ada = test.app.user_by_email(EMAIL).unwrap().unwrap();
        test.app.reset_password(ada, Some(&Password::try_from("another long one".to_owned()).unwrap())).unwrap();
        assert_eq!(second(&test.browser(), &former, &app.code(test)).status, 422);
    });
}

#[test]
fn a_link_is_a_first_factor_alone() {
    on_each_database(|test| {
        let (_, app, recovery) = set_up(test);
        let ada = test.app.user_by_email(EMAIL).unwrap().unwrap();
        let link = test.app.issue_sign_in_link(ada).unwrap();
        let token = link.split("token=").nth(1).unwrap().to_owned();
        let browser = test.browser();
        let asked = browser.submit("/sign-in/link", &[("token", &token)]);
        let challenge = challenge(&asked);
        assert_eq!(browser.submit("/sign-in/link", &[("token", &token)]).status, 422, "the link is used up");
        assert_eq!(second(&browser, &challenge, &recovery[0].to_uppercase().replace('-', " ")).status, 303);
        assert_eq!(second(&test.browser(), &challenge, &recovery[0]).status, 422, "each recovery code works once");
        assert!(page(&browser.open("/account")).contains("9 recovery codes"));
        let renewed = browser.submit("/account/factor/change", &[("code", &recovery[1]), ("change", "codes")]);
        assert_eq!(codes(&page(&renewed)).len(), 10);
        assert_eq!(second(&test.browser(), &challenge, &recovery[2]).status, 422, "the former ones are gone");
        let elsewhere = [("origin", "https://evil.example")];
        let change = [("code", &*app.code(test)), ("change", "remove")];
        assert_eq!(browser.submit_with("/account/factor/change", &change, &elsewhere).status, 403);
        assert_eq!(browser.submit("/account/factor/change", &[("code", "123"), ("change", "remove")]).status, 422);
        assert_eq!(browser.submit("/account/factor/change", &change).header("location"), "/account?done=factor");
        assert_eq!(password(&test.browser()).status, 303);
    });
}

#[test]
fn tries_are_counted_and_the_operator_helps() {
    on_each_database(|test| {
        let (browser, app, _) = set_up(test);
        test.clock.pass(Duration::from_mins(15));
        let challenge = challenge(&password(&test.browser()));
        let at = |network: u8| test.browser().at([198, 51, 100, network]);
        for _ in 0..10 {
            assert_eq!(second(&at(1), &challenge, "000000").status, 422);
        }
        assert_eq!(second(&at(1), &challenge, &app.code(test)).status, 429, "also the right one");
        // Who knows the password does not lock its owner out, who is elsewhere.
        assert_eq!(second(&at(2), &challenge, &app.code(test)).status, 303);
        test.clock.pass(Duration::from_secs(30));
        // Somebody with many networks ends in front of all browsers but those that the owner has used.
        let refused = (3..20)
            .flat_map(|network| [network; 10])
            .find(|network| second(&at(*network), &challenge, "000000").status == 429);
        assert!(refused.is_some(), "codes of one account can be tried without end");
        assert_eq!(second(&at(77), &challenge, &app.code(test)).status, 429);
        assert_eq!(
            second(&browser, &challenge, &app.code(test)).status,
            303,
            "a browser in which she signed in before"
        );
        let ada = test.app.user_by_email(EMAIL).unwrap().unwrap();
        assert!(test.app.reset_factor(ada).unwrap());
        assert!(!test.app.reset_factor(ada).unwrap());
        assert_eq!(browser.open("/v1/user").status, 401, "sessions have ended");
        assert_eq!(password(&test.browser()).status, 303);
        let other = test.browser();
        password(&other);
        test.app.end_sessions_of(ada).unwrap();
        assert_eq!(other.open("/v1/user").status, 401);
    });
}

#[test]
fn a_sign_in_that_waits_for_its_code_ends_with_the_sessions() {
    on_each_database(|test| {
        let (browser, app, _) = set_up(test);
        let waiting = challenge(&password(&test.browser()));
        let ada = test.app.user_by_email(EMAIL).unwrap().unwrap();
        test.app.end_sessions_of(ada).unwrap();
        assert_eq!(second(&test.browser(), &waiting, &app.code(test)).status, 422);
        let waiting = challenge(&password(&test.browser()));
        assert_eq!(second(&browser, &challenge(&password(&browser)), &app.code(test)).status, 303);
        browser.submit("/account/sessions", &[]);
        test.clock.pass(Duration::from_secs(30));
        assert_eq!(second(&test.browser(), &waiting, &app.code(test)).status, 422);
    });
}

#[test]
fn an_organization_can_want_one() {
    on_each_database(|test| {
        let space = test.new_space("Own");
        let want = json!({ "secondFactor": true });
        assert!(test.admin().patch(&test.org(), &want).refused(409).contains("account"));
        let (_, token) = test.new_member("bob@example.org", Some(Role::Read));
        let (browser, app, _) = set_up(test);
        let earlier = test.browser();
        let headers = [("origin", "http://quire.test"), ("content-type", "application/json")];
        second(&earlier, &challenge(&password(&earlier)), &app.code(test));
        let set = browser.send(&"PATCH".parse().unwrap(), &test.org(), &headers, want.to_string().into());
        assert_eq!(set.status, 200, "{}", page(&set));
        // Those with a second factor reach it, others do not, admins neither.
        assert_eq!(browser.open(&space).status, 200);
        assert_eq!(earlier.open(&space).status, 200);
        test.caller(Some(&token)).get(&space).refused(404);
        test.admin().get(&test.org()).refused(404);
        let (bob, own) = (test.browser(), Password::try_from(PASSWORD.to_owned()).unwrap());
        let id = test.app.user_by_email("bob@example.org").unwrap().unwrap();
        test.app.reset_password(id, Some(&own)).unwrap();
        bob.sign_in("bob@example.org", PASSWORD);
        assert_eq!(bob.open(&space).status, 404);
        let begun = bob.submit("/account/factor", &[("current", PASSWORD)]);
        let app = App::of(&codes(&page(&begun))[0]);
        bob.submit("/account/factor/confirm", &[("code", &app.code(test))]);
        assert_eq!(bob.open(&space).status, 200, "the session in which it was set up counts");
        test.caller(Some(&token)).get(&space).ok();
        let unset = browser.send(&"PATCH".parse().unwrap(), &test.org(), &headers, r#"{"secondFactor":false}"#.into());
        assert_eq!(unset.status, 200);
        test.admin().get(&test.org()).ok();
    });
}
