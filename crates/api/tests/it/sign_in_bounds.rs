//! Guessing is slow, and no stranger keeps an owner out.

use std::time::Duration;

use axum::body::Body;
use axum::http::Request;
use quire_model::people::Password;
use quire_testkit::{Browser, TestApp, on_each_database};
use tower::ServiceExt as _;

const EMAIL: &str = "ada@example.org";
const PASSWORD: &str = "correct horse battery";
const HOME: [u8; 4] = [192, 0, 2, 1];

fn ada(test: &TestApp) {
    let user = test.app.create_user(EMAIL, "Ada").unwrap().id;
    test.app.reset_password(user, Some(&Password::try_from(PASSWORD.to_owned()).unwrap())).unwrap();
}

fn try_password(browser: &Browser<'_>, email: &str, password: &str) -> u16 {
    browser.submit("/sign-in", &[("email", email), ("password", password)]).status.as_u16()
}

fn ask_for_link(browser: &Browser<'_>, email: &str) -> u16 {
    browser.submit("/sign-in", &[("email", email), ("way", "link")]).status.as_u16()
}

/// The one-time links that were mailed.
fn mailed(test: &TestApp) -> Vec<String> {
    test.run_jobs();
    let mails = test.mailer.take().into_iter().filter(|mail| mail.to == EMAIL && mail.subject == "Sign in to Quire");
    let token = |text: &str| {
        text.split("token=").nth(1).unwrap().split(|c: char| c == '&' || c.is_whitespace()).next().unwrap().to_owned()
    };
    mails.map(|mail| token(&mail.text)).collect()
}

/// An address that nobody had before.
fn elsewhere(number: u16) -> [u8; 4] {
    let [high, low] = number.to_be_bytes();
    [198, 51, high, low]
}

/// Strangers try passwords for the account until they are refused, wherever they come from.
fn use_up_passwords(test: &TestApp) {
    let mut number = 0;
    for _ in 0..40 {
        number += 1;
        let stranger = test.browser().at(elsewhere(number));
        for _ in 0..10 {
            if try_password(&stranger, EMAIL, "wrong") == 429 {
                assert_eq!(try_password(&test.browser().at(elsewhere(number + 1)), EMAIL, "wrong"), 429);
                return;
            }
        }
    }
    panic!("passwords of one account can be tried without end");
}

#[test]
fn ten_wrong_passwords_lock_nobody_out() {
    on_each_database(|test| {
        ada(test);
        let stranger = test.browser().at([203, 0, 113, 9]);
        for _ in 0..10 {
            assert_eq!(try_password(&stranger, EMAIL, "wrong"), 422);
        }
        assert_eq!(try_password(&stranger, EMAIL, "wrong"), 429);
        assert_eq!(try_password(&test.browser().at(HOME), EMAIL, PASSWORD), 303);
    });
}

#[test]
fn a_known_browser_gets_in_whatever_strangers_do() {
    on_each_database(|test| {
        ada(test);
        let browser = test.browser().at(HOME);
        browser.sign_in(EMAIL, PASSWORD);
        let browser = browser.signed_out();
        use_up_passwords(test);
        assert_eq!(try_password(&test.browser().at(HOME), EMAIL, PASSWORD), 429, "another browser is a stranger");
        assert_eq!(try_password(&browser, EMAIL, PASSWORD), 303);

        // The cookie is worth nothing for other accounts, and bounded for its own.
        let browser = browser.signed_out();
        for _ in 0..9 {
            assert_eq!(try_password(&browser, EMAIL, "wrong"), 422);
        }
        let made_up = test.browser_with("quire_device=00.9999999999999.00").at(HOME);
        assert_eq!(try_password(&made_up, EMAIL, PASSWORD), 429);
        let mut left = 0;
        while try_password(&browser, EMAIL, "wrong") == 422 {
            left += 1;
            assert!(left < 10, "a known browser can try without end");
        }
        test.clock.pass(Duration::from_mins(1));
        assert_eq!(try_password(&browser, EMAIL, PASSWORD), 303);
    });
}

#[test]
fn an_owner_with_a_new_browser_gets_in_by_a_link() {
    on_each_database(|test| {
        ada(test);
        use_up_passwords(test);
        // Strangers ask for links, too.
        for number in 0..40 {
            let stranger = test.browser().at(elsewhere(1000 + number));
            assert_eq!(ask_for_link(&stranger, EMAIL), 200);
        }
        let owner = test.browser().at(HOME);
        assert_eq!(ask_for_link(&owner, EMAIL), 200, "nobody uses up the owner's share");
        let links = mailed(test);
        assert!((1..=5).contains(&links.len()), "there is a link, and not one for each who asked: {}", links.len());
        let answer = owner.submit("/sign-in/link", &[("token", links.last().unwrap())]);
        assert_eq!(answer.status, 303);

        // The links are used up with that, so others may be sent.
        assert_eq!(ask_for_link(&test.browser().at([192, 0, 2, 77]), EMAIL), 200);
        assert_eq!(mailed(test).len(), 1);
        // The browser is known from now on.
        assert_eq!(try_password(&owner.signed_out(), EMAIL, PASSWORD), 303);
    });
}

#[test]
fn a_link_is_there_at_any_time_while_strangers_ask_for_more() {
    on_each_database(|test| {
        ada(test);
        let mut last = Vec::new();
        for minute in 0..20 {
            for number in 0..6 {
                ask_for_link(&test.browser().at(elsewhere(minute * 10 + number)), EMAIL);
            }
            last.extend(mailed(test).into_iter().map(|link| (minute, link)));
            let (sent, _) = last.last().expect("the first one is sent");
            assert!(minute - sent < 15, "the last link has expired");
            test.clock.pass(Duration::from_mins(1));
        }
        assert!(last.len() <= 15, "{} mails in 20 minutes", last.len());
    });
}

#[test]
fn an_address_is_bounded_over_all_accounts() {
    on_each_database(|test| {
        ada(test);
        let browser = test.browser().at(HOME);
        let guess = |number: u16| try_password(&browser, &format!("person{number}@example.org"), "wrong");
        let answers: Vec<_> = (0..40).map(guess).collect();
        assert_eq!(answers, [vec![422; 30], vec![429; 10]].concat());
        let links: Vec<_> = (0..12).map(|number| ask_for_link(&browser, &format!("p{number}@example.org"))).collect();
        assert_eq!(links, [vec![200; 10], vec![429; 2]].concat());
        assert_eq!(try_password(&test.browser().at([192, 0, 2, 2]), EMAIL, PASSWORD), 303);
    });
}

#[test]
fn sign_ins_that_are_given_up_hash_no_more_than_a_few_at_once() {
    on_each_database(|test| {
        ada(test);
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        let before = test.app.hashing();
        runtime.block_on(async {
            let mut given_up = Vec::new();
            for number in 0..200 {
                let body = format!("email=person{number}%40example.org&password=wrong");
                let request = Request::post("/sign-in")
                    .header("content-type", "application/x-www-form-urlencoded")
                    .header("origin", quire_testkit::URL);
                let answer = test.router().oneshot(request.body(Body::from(body)).unwrap());
                given_up.push(tokio::spawn(answer));
                tokio::task::yield_now().await;
            }
            for request in given_up {
                request.abort();
                let _ = request.await;
            }
            while test.app.hashing().running > 0 {
                tokio::task::yield_now().await;
            }
        });
        let after = test.app.hashing();
        assert!(after.most <= 4, "{after:?}");
        assert!(after.begun - before.begun < 200, "those who left before their turn were not served: {after:?}");
    });
}
