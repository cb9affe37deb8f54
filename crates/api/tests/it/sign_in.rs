//! Signing in with a password and by a link, and the account page.

use std::time::Duration;

use quire_model::ids::UserId;
use quire_model::people::Password;
use quire_testkit::{Answer, TestApp, on_each_database};

const EMAIL: &str = "ada@example.org";
const PASSWORD: &str = "correct horse battery";

/// A user with a password.
fn ada(test: &TestApp) -> UserId {
    let user = test.app.create_user(EMAIL, "Ada").unwrap().id;
    test.app.reset_password(user, Some(&Password::try_from(PASSWORD.to_owned()).unwrap())).unwrap();
    user
}

fn text(answer: &Answer) -> String {
    String::from_utf8(answer.body.clone()).unwrap()
}

/// The address in the only mail with a link that was sent.
fn mailed(test: &TestApp) -> String {
    test.run_jobs();
    let mut mails = test.mailer.take();
    mails.retain(|mail| mail.subject == "Sign in to Quire");
    assert_eq!(mails.len(), 1);
    assert_eq!(mails[0].to, EMAIL);
    mails[0].text.lines().find(|line| line.starts_with("http")).unwrap().to_owned()
}

fn token(address: &str) -> &str {
    address.split("token=").nth(1).unwrap().split('&').next().unwrap()
}

fn ask_for_link(test: &TestApp, email: &str) -> Answer {
    test.browser().submit("/sign-in", &[("email", email), ("way", "link"), ("next", "/docs/api?q=a b")])
}

#[test]
fn a_password_signs_in_and_only_the_right_one_does() {
    on_each_database(|test| {
        let user = ada(test);
        let browser = test.browser();
        let fields = [("email", " Ada@Example.ORG "), ("password", PASSWORD), ("next", "/docs/api?q=x")];
        let answer = browser.submit("/sign-in", &fields);
        assert_eq!((answer.status.as_u16(), answer.header("location")), (303, "/docs/api?q=x"));
        let cookie = answer.header("set-cookie");
        assert!(cookie.ends_with("; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax"), "{cookie}");
        let shown: serde_json::Value = serde_json::from_slice(&browser.open("/v1/user").body).unwrap();
        assert_eq!(shown["id"], user.to_string());
        assert_eq!(browser.open("/sign-in").header("location"), "/account");

        let refusals = [
            (EMAIL, "correct horse batterx"),
            (EMAIL, ""),
            ("nobody@example.org", PASSWORD),
            ("admin@quire.localhost", PASSWORD),
            ("", ""),
        ]
        .map(|(email, password)| {
            let browser = test.browser();
            let answer = browser.submit("/sign-in", &[("email", email), ("password", password)]);
            assert_eq!((answer.status.as_u16(), browser.cookie()), (422, None));
            text(&answer).replace(&format!("value=\"{email}\""), "")
        });
        assert!(refusals[0].contains("role=\"alert\""));
        assert!(refusals[..4].iter().all(|page| *page == refusals[0]), "a refusal tells who has an account");
    });
}

#[test]
fn attempts_are_bounded_by_address_and_minute() {
    on_each_database(|test| {
        ada(test);
        let attempt = |email, password| {
            test.browser().submit("/sign-in", &[("email", email), ("password", password)]).status.as_u16()
        };
        for _ in 0..10 {
            assert_eq!(attempt(EMAIL, "wrong"), 422);
        }
        assert_eq!(attempt(EMAIL, PASSWORD), 429);
        assert_eq!(attempt("bob@example.org", PASSWORD), 422);
        test.clock.pass(Duration::from_mins(1));
        assert_eq!(attempt(EMAIL, PASSWORD), 303);

        let links = [0; 4].map(|_| ask_for_link(test, EMAIL).status.as_u16());
        assert_eq!(links, [200, 200, 200, 429]);
    });
}

#[test]
fn a_link_works_once() {
    on_each_database(|test| {
        ada(test);
        assert!(text(&ask_for_link(test, EMAIL)).contains(EMAIL));
        let address = mailed(test);
        assert!(address.starts_with("http://quire.test/sign-in/link?token=quire_"), "{address}");

        // Programs that look into the mail open the link, even more than once.
        for _ in 0..2 {
            let page = test.browser().open(&address);
            assert_eq!(page.status, 200);
            assert!(page.headers.get("set-cookie").is_none());
        }
        let fields = [("token", token(&address)), ("next", "/docs/api?q=a%20b")];
        let browser = test.browser();
        let answer = browser.submit("/sign-in/link", &fields);
        assert_eq!((answer.status.as_u16(), answer.header("location")), (303, "/docs/api?q=a%20b"));
        assert_eq!(browser.open("/account").status, 200);

        let other = test.browser();
        let again = other.submit("/sign-in/link", &fields);
        assert_eq!((again.status.as_u16(), other.cookie()), (422, None));
        assert!(text(&again).contains("used already"));
        let made_up = other.submit("/sign-in/link", &[("token", "quire_made_up")]);
        assert_eq!(made_up.status, 422);
    });
}

#[test]
fn a_link_expires_after_a_quarter_of_an_hour() {
    on_each_database(|test| {
        ada(test);
        let redeem = |address: &str| {
            let answer = test.browser().submit("/sign-in/link", &[("token", token(address))]);
            answer.status.as_u16()
        };
        ask_for_link(test, EMAIL);
        let first = mailed(test);
        test.clock.pass(Duration::from_mins(15));
        assert_eq!(redeem(&first), 422);
        ask_for_link(test, EMAIL);
        let second = mailed(test);
        test.clock.pass(Duration::from_secs(15 * 60 - 1));
        assert_eq!(redeem(&second), 303);
    });
}

#[test]
fn nobody_learns_by_a_link_who_has_an_account() {
    on_each_database(|test| {
        ada(test);
        let known = text(&ask_for_link(test, EMAIL)).replace(EMAIL, "");
        let unknown = text(&ask_for_link(test, "nobody@example.org")).replace("nobody@example.org", "");
        assert_eq!(known, unknown);
        mailed(test);
        assert_eq!(ask_for_link(test, "no address").status, 422);
    });
}

#[test]
fn a_mail_is_sent_when_the_mail_server_is_back_but_not_much_later() {
    on_each_database(|test| {
        ada(test);
        test.mailer.set_away(true);
        ask_for_link(test, EMAIL);
        assert_eq!(test.run_jobs(), 0);
        test.mailer.set_away(false);
        test.clock.pass(Duration::from_mins(20));
        let address = mailed(test);
        let answer = test.browser().submit("/sign-in/link", &[("token", token(&address))]);
        assert_eq!(answer.status, 303);

        test.mailer.set_away(true);
        ask_for_link(test, EMAIL);
        assert_eq!(test.run_jobs(), 0);
        test.mailer.set_away(false);
        test.clock.pass(Duration::from_hours(1));
        assert_eq!((test.run_jobs(), test.mailer.take()), (1, vec![]));
    });
}

#[test]
fn a_disabled_user_does_not_sign_in_and_is_signed_out_at_once() {
    on_each_database(|test| {
        let user = ada(test);
        let browser = test.browser();
        browser.sign_in(EMAIL, PASSWORD);
        ask_for_link(test, EMAIL);
        let address = mailed(test);
        assert_eq!(browser.open("/v1/user").status, 200);

        test.app.disable_user(user).unwrap();
        assert_eq!(browser.open("/v1/user").status, 401);
        assert_eq!(browser.open("/account").header("location"), "/sign-in?next=/account");
        let attempt = |path, fields: &[(&str, &str)]| test.browser().submit(path, fields).status.as_u16();
        assert_eq!(attempt("/sign-in", &[("email", EMAIL), ("password", PASSWORD)]), 422);
        assert_eq!(attempt("/sign-in/link", &[("token", token(&address))]), 422);
        ask_for_link(test, EMAIL);
        assert_eq!((test.run_jobs(), test.mailer.take()), (1, vec![]));
        assert!(test.app.issue_sign_in_link(user).is_err());

        test.app.enable_user(user).unwrap();
        assert_eq!(browser.open("/v1/user").status, 401, "the session ended for good");
        assert_eq!(attempt("/sign-in", &[("email", EMAIL), ("password", PASSWORD)]), 303);
    });
}

#[test]
fn after_signing_in_nobody_is_sent_to_another_server() {
    on_each_database(|test| {
        ada(test);
        let vectors = [
            "https://evil.example",
            "//evil.example",
            "/\\evil.example",
            "\\/evil.example",
            "/\t/evil.example",
            "javascript:alert(1)",
            "///evil.example",
            "/\r\nset-cookie: a=b",
            "evil.example",
            " //evil.example",
        ];
        let browser = test.browser();
        for next in vectors {
            test.clock.pass(Duration::from_mins(1));
            let fields = [("email", EMAIL), ("password", PASSWORD), ("next", next)];
            assert_eq!(test.browser().submit("/sign-in", &fields).header("location"), "/account", "{next:?}");
            let query = percent(next);
            assert!(!text(&browser.open(&format!("/sign-in?next={query}"))).contains("evil"), "{next:?}");
            assert!(!text(&browser.open(&format!("/sign-in/link?token=x&next={query}"))).contains("evil"), "{next:?}");
        }
        browser.sign_in(EMAIL, PASSWORD);
        for next in vectors {
            let answer = browser.open(&format!("/sign-in?next={}", percent(next)));
            assert_eq!(answer.header("location"), "/account", "{next:?}");
        }
    });
}

fn percent(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

#[test]
fn who_came_by_a_link_sets_a_password_without_the_old_one_for_an_hour() {
    on_each_database(|test| {
        let user = ada(test);
        let browser = test.browser();
        let address = test.app.issue_sign_in_link(user).unwrap();
        browser.submit("/sign-in/link", &[("token", token(&address))]);
        assert!(!text(&browser.open("/account")).contains("Current password"));
        let fields = [("new", "another horse battery")];
        assert_eq!(browser.submit("/account/password", &fields).header("location"), "/account?done=password");
        test.browser().sign_in(EMAIL, "another horse battery");
        test.clock.pass(Duration::from_hours(1));
        assert!(text(&browser.open("/account")).contains("Current password"));
        assert_eq!(browser.submit("/account/password", &fields).status, 422);
    });
}

#[test]
fn changing_the_password_needs_the_current_one_and_ends_other_sessions() {
    on_each_database(|test| {
        ada(test);
        let (here, there) = (test.browser(), test.browser());
        here.sign_in(EMAIL, PASSWORD);
        there.sign_in(EMAIL, PASSWORD);
        let change = |current, new| here.submit("/account/password", &[("current", current), ("new", new)]);
        assert!(text(&change("wrong", "another horse battery")).contains("current password is wrong"));
        assert!(text(&change(PASSWORD, "short")).contains("12 to 1024 characters"));
        assert_eq!(there.open("/account").status, 200);
        assert_eq!(change(PASSWORD, "another horse battery").status, 303);
        assert_eq!((here.open("/account").status.as_u16(), there.open("/account").status.as_u16()), (200, 303));
        let old = test.browser().submit("/sign-in", &[("email", EMAIL), ("password", PASSWORD)]);
        assert_eq!(old.status, 422);
        test.browser().sign_in(EMAIL, "another horse battery");
    });
}

#[test]
fn the_account_page_shows_and_changes_what_is_ones_own() {
    on_each_database(|test| {
        ada(test);
        let browser = test.browser();
        browser.sign_in(EMAIL, PASSWORD);
        let page = text(&browser.open("/account"));
        for shown in [EMAIL, "value=\"Ada\"", "this browser"] {
            assert!(page.contains(shown), "{shown}");
        }
        assert_eq!(browser.submit("/account/name", &[("name", "<b>Ada</b>")]).header("location"), "/account?done=name");
        let page = text(&browser.open("/account?done=name"));
        assert!(page.contains("&lt;b&gt;Ada") && page.contains("role=\"status\""));
        assert_eq!(browser.submit("/account/name", &[("name", " ")]).status, 422);
        assert!(page.contains("<option value=\"hourly\" selected>"));
        let to = browser.submit("/account/notifications", &[("mail", "off")]);
        assert_eq!(to.header("location"), "/account?done=notifications");
        let page = text(&browser.open("/account?done=notifications"));
        assert!(page.contains("<option value=\"off\" selected>") && page.contains("role=\"status\""));
        assert_eq!(browser.submit("/account/notifications", &[("mail", "often")]).status, 400);
    });
}

#[test]
fn pages_are_private_and_run_nothing() {
    on_each_database(|test| {
        let browser = test.browser();
        for path in ["/sign-in", "/sign-in/link?token=%22%3E%3Cscript%3E"] {
            let answer = browser.open(path);
            assert_eq!(answer.header("cache-control"), "no-store");
            assert_eq!(answer.header("referrer-policy"), "same-origin");
            let policy = answer.header("content-security-policy");
            assert!(policy.starts_with("default-src 'none'; style-src 'sha256-"), "{policy}");
            assert!(policy.ends_with("form-action 'self'; base-uri 'none'; frame-ancestors 'none'"), "{policy}");
            let page = text(&answer);
            assert!(!page.contains("<script") && !page.contains(" style=") && !page.contains(" onclick="), "{page}");
        }
    });
}
