//! Sessions: requests by cookie, from where they may come, and how sessions end.

use std::time::Duration;

use axum::body::Body;
use axum::http::Method;
use quire_model::people::Password;
use quire_testkit::{Browser, TestApp, URL, on_each_database};

const EMAIL: &str = "ada@example.org";
const PASSWORD: &str = "correct horse battery";

fn signed_in(test: &TestApp) -> Browser<'_> {
    if test.app.user_by_email(EMAIL).unwrap().is_none() {
        let user = test.app.create_user(EMAIL, "Ada").unwrap().id;
        test.app.reset_password(user, Some(&Password::try_from(PASSWORD.to_owned()).unwrap())).unwrap();
    }
    let browser = test.browser();
    browser.sign_in(EMAIL, PASSWORD);
    browser
}

#[test]
fn only_our_own_pages_change_things_by_cookie() {
    on_each_database(|test| {
        let browser = signed_in(test);
        let sites = [None, Some("same-origin"), Some("same-site"), Some("cross-site"), Some("none")];
        let origins = [
            None,
            Some(URL),
            Some("null"),
            Some("http://evil.test"),
            Some("http://quire.test:81"),
            Some("https://quire.test"),
            Some("http://quire.test.evil.test"),
        ];
        let calls = [
            (Method::GET, "/v1/user", 200),
            (Method::HEAD, "/v1/user", 200),
            (Method::POST, "/v1/user/tokens", 400),
            (Method::PATCH, "/v1/users/none", 404),
            (Method::DELETE, "/v1/user/tokens/none", 204),
        ];
        for (method, path, allowed) in &calls {
            for site in sites {
                for origin in origins {
                    let given =
                        [("sec-fetch-site", site), ("origin", origin), ("content-type", Some("application/json"))];
                    let headers: Vec<_> = given.into_iter().filter_map(|(name, it)| Some((name, it?))).collect();
                    let answer = browser.send(method, path, &headers, Body::empty());
                    let safe = *method == Method::GET || *method == Method::HEAD;
                    let own = site == Some("same-origin") || origin == Some(URL);
                    let expected = if safe || own { *allowed } else { 403 };
                    assert_eq!(answer.status.as_u16(), expected, "{method} {site:?} {origin:?}");
                    if expected == 403 {
                        let message = String::from_utf8(answer.body).unwrap();
                        assert!(message.contains("Origin: http://quire.test"), "{message}");
                    }
                }
            }
        }
    });
}

#[test]
fn forms_of_other_sites_do_nothing() {
    on_each_database(|test| {
        let browser = signed_in(test);
        let fields = [("email", EMAIL), ("password", PASSWORD)];
        for path in [
            "/sign-in",
            "/sign-in/link",
            "/sign-out",
            "/account/name",
            "/account/password",
            "/account/sessions",
            "/account/notifications",
        ] {
            for headers in [&[][..], &[("origin", "http://evil.test")], &[("sec-fetch-site", "cross-site")]] {
                assert_eq!(browser.submit_with(path, &fields, headers).status, 403, "{path} {headers:?}");
            }
        }
        assert_eq!(browser.open("/account").status, 200);
        let same_origin = [("sec-fetch-site", "same-origin")];
        assert_eq!(test.browser().submit_with("/sign-in", &fields, &same_origin).status, 303);
    });
}

#[test]
fn a_token_beats_the_cookie_and_neither_works_as_the_other() {
    on_each_database(|test| {
        let browser = signed_in(test);
        let get = |headers: &[(&str, &str)]| browser.send(&Method::GET, "/v1/user", headers, Body::empty()).status;
        assert_eq!(get(&[("authorization", "Bearer wrong")]), 401);
        assert_eq!(get(&[("authorization", "Basic xyz")]), 401);
        let cookie = browser.cookie().unwrap();
        let secret = cookie.strip_prefix("quire_session=").unwrap();
        test.caller(Some(secret)).get("/v1/user").refused(401);
        let token = test.browser_with(&format!("quire_session={}", quire_testkit::ADMIN));
        assert_eq!(token.open("/v1/user").status, 401);
        assert_eq!(browser.open("/v1/user").header("cache-control"), "no-store");
    });
}

#[test]
fn of_two_cookies_of_a_session_none_counts() {
    on_each_database(|test| {
        let cookie = signed_in(test).cookie().unwrap();
        for several in [
            format!("{cookie}; {cookie}"),
            format!("quire_session=planted; {cookie}"),
            format!("{cookie}; quire_session=x"),
        ] {
            let browser = test.browser_with(&several);
            assert_eq!(browser.open("/v1/user").status, 401, "{several}");
            assert_eq!(browser.open("/account").header("location"), "/sign-in?next=/account");
        }
        assert_eq!(test.browser_with(&format!("a=b; {cookie}; c=d")).open("/v1/user").status, 200);
    });
}

#[test]
fn signing_out_is_at_once() {
    on_each_database(|test| {
        let browser = signed_in(test);
        let copy = test.browser_with(&browser.cookie().unwrap());
        assert_eq!(copy.open("/v1/user").status, 200);
        let answer = browser.submit("/sign-out", &[]);
        assert_eq!((answer.status.as_u16(), answer.header("location")), (303, "/sign-in"));
        assert_eq!(browser.cookie(), None);
        assert_eq!(copy.open("/v1/user").status, 401);
        assert_eq!(test.browser().submit("/sign-out", &[]).status, 303);
    });
}

#[test]
fn other_browsers_are_signed_out_one_by_one_or_all() {
    on_each_database(|test| {
        let (here, one, two) = (signed_in(test), signed_in(test), signed_in(test));
        let page = String::from_utf8(here.open("/account").body).unwrap();
        let ids: Vec<_> = page.split("name=\"session\" value=\"").skip(1).map(|rest| &rest[..22]).collect();
        assert_eq!(ids.len(), 2);
        here.submit("/account/sessions", &[("session", ids[0])]);
        let open = |browser: &Browser<'_>| browser.open("/v1/user").status == 200;
        assert_eq!([open(&here), open(&one) ^ open(&two)], [true, true]);
        here.submit("/account/sessions", &[]);
        assert_eq!([open(&here), open(&one), open(&two)], [true, false, false]);

        let stranger = test.first.user;
        let address = test.app.issue_sign_in_link(stranger).unwrap();
        let other = test.browser();
        other.submit("/sign-in/link", &[("token", address.split("token=").nth(1).unwrap())]);
        let page = String::from_utf8(here.open("/account").body).unwrap();
        assert!(!page.contains("name=\"session\""));
        assert_eq!(here.submit("/account/sessions", &[("session", "nonsense")]).status, 404);
    });
}

#[test]
fn nobody_ends_the_session_of_another() {
    on_each_database(|test| {
        let (ada, again) = (signed_in(test), signed_in(test));
        let page = String::from_utf8(ada.open("/account").body).unwrap();
        let id = &page.split("name=\"session\" value=\"").nth(1).unwrap()[..22];
        let address = test.app.issue_sign_in_link(test.first.user).unwrap();
        let admin = test.browser();
        admin.submit("/sign-in/link", &[("token", address.split("token=").nth(1).unwrap())]);
        admin.submit("/account/sessions", &[("session", id)]);
        assert_eq!(again.open("/v1/user").status, 200);
    });
}

#[test]
fn a_session_ends_thirty_days_after_its_last_use() {
    on_each_database(|test| {
        let day = Duration::from_hours(24);
        let browser = signed_in(test);
        for _ in 0..3 {
            test.clock.pass(day * 29);
            assert_eq!(browser.open("/v1/user").status, 200);
        }
        test.clock.pass(day * 30);
        assert_eq!(browser.open("/v1/user").status, 401);
        assert_eq!(browser.open("/account").status, 303);
    });
}

#[test]
fn what_is_stored_does_not_sign_in() {
    on_each_database(|test| {
        let browser = signed_in(test);
        browser.submit("/sign-in", &[("email", EMAIL), ("way", "link")]);
        test.run_jobs();
        let mail = test.mailer.take().into_iter().find(|mail| mail.subject == "Sign in to Quire").unwrap().text;
        let link = mail.split("token=").nth(1).unwrap().split(['&', '\n']).next().unwrap().to_owned();
        let cookie = browser.cookie().unwrap();
        let secret = cookie.strip_prefix("quire_session=").unwrap();
        let stored = quire_app::accounts::sessions::hash(secret).to_string();
        assert_eq!(test.browser_with(&format!("quire_session={stored}")).open("/v1/user").status, 401);
        if test.database() != "sqlite" {
            return;
        }
        for entry in std::fs::read_dir(test.database_dir()).unwrap() {
            let bytes = std::fs::read(entry.unwrap().path()).unwrap();
            for secret in [secret, &link, PASSWORD] {
                assert!(!bytes.windows(secret.len()).any(|window| window == secret.as_bytes()));
            }
        }
    });
}

#[test]
fn programs_see_and_end_sessions_too() {
    on_each_database(|test| {
        let browser = signed_in(test);
        let other = test.browser().at([198, 51, 100, 7]);
        let headers = [("user-agent", "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0"), ("origin", URL)];
        test.clock.pass(Duration::from_mins(2));
        other.submit_with("/sign-in", &[("email", EMAIL), ("password", PASSWORD)], &headers);
        let listed = |path: &str| -> serde_json::Value { serde_json::from_slice(&browser.open(path).body).unwrap() };
        let all = listed("/v1/user/sessions");
        assert_eq!((&all["count"], all["items"].as_array().unwrap().len()), (&2.into(), 2), "{all}");
        let newest = &all["items"].as_array().unwrap().iter().find(|it| it["current"] == false).unwrap().clone();
        assert_eq!(
            (&newest["device"], &newest["network"], &newest["way"], &newest["secondFactor"]),
            (&"Firefox on Linux".into(), &"198.51.100.7".into(), &"password".into(), &false.into())
        );
        assert_eq!(listed("/v1/user/sessions?limit=1")["items"].as_array().unwrap().len(), 1);
        // Those of others are neither listed nor ended.
        let (_, token) = test.new_user("eve@example.org");
        let eve = test.caller(Some(&token));
        assert_eq!(eve.get("/v1/user/sessions").ok()["count"], 0);
        let path = format!("/v1/user/sessions/{}", newest["id"].as_str().unwrap());
        eve.delete(&path).expect(204);
        assert_eq!(other.open("/v1/user").status, 200);
        let own = [("origin", URL)];
        assert_eq!(browser.send(&Method::DELETE, &path, &own, Body::empty()).status, 204);
        assert_eq!(other.open("/v1/user").status, 401);
        assert_eq!(browser.send(&Method::DELETE, &path, &own, Body::empty()).status, 204, "it is gone already");
        assert_eq!(browser.open("/v1/user").status, 200);
    });
}
