//! The provider of the whole server: accounts at the first sign-in, and accounts that are linked.

use quire_app::sso::oidc::ServerProvider;
use quire_model::people::Password;
use quire_model::roles::Role;
use quire_testkit::{Answer, Browser, TestApp, on_each_database_with};
use serde_json::{Value, json};

use super::provider::{CLIENT, Idp, SECRET, ada, come_back, refused, user, with};

/// Runs a test on each database, with a provider of the server.
fn with_provider(test: impl Fn(&TestApp, &Idp)) {
    let idp = Idp::start();
    let provider = ServerProvider {
        label: "Everybody's".to_owned(),
        issuer: idp.issuer.clone(),
        client_id: CLIENT.to_owned(),
        client_secret: Some(SECRET.to_owned().try_into().unwrap()),
        scopes: "email".to_owned(),
        trusts_email: false,
    };
    on_each_database_with(
        |options| {
            options.allow_private_addresses = true;
            options.oidc = Some(provider.clone());
        },
        |app| test(app, &idp),
    );
}

fn sign_in(browser: &Browser<'_>, idp: &Idp, claims: &Value) -> Answer {
    let begun = browser.open("/sign-in/oidc/server/start?next=/account");
    assert_eq!(begun.status, 303, "{}", String::from_utf8_lossy(&begun.body));
    come_back(browser, &idp.agree(begun.header("location"), claims))
}

fn page(answer: &Answer) -> String {
    String::from_utf8(answer.body.clone()).unwrap()
}

/// Returns the address of the provider on the page that links an account.
fn way(answer: &Answer) -> String {
    let page = page(answer);
    let address = page.split("href=\"http").nth(1).unwrap_or_else(|| panic!("{page}")).split('"').next().unwrap();
    format!("http{}", address.replace("&amp;", "&"))
}

#[test]
fn a_person_with_a_verified_address_gets_an_account() {
    with_provider(|test, idp| {
        assert!(page(&test.browser().open("/sign-in")).contains("Continue with Everybody's"));
        let unverified = with(ada(), json!({ "email_verified": false }));
        assert_eq!(refused(&sign_in(&test.browser(), idp, &unverified)), "unverified-address");
        let browser = test.browser();
        assert_eq!(sign_in(&browser, idp, &ada()).status, 303);
        let ada_here = user(&browser);
        assert_eq!(ada_here["email"], "ada@operated.example");
        // The session reaches all organizations: it may make one.
        let headers = [("origin", "http://quire.test"), ("content-type", "application/json")];
        let made = browser.send(&"POST".parse().unwrap(), "/v1/orgs", &headers, r#"{"title":"Mine"}"#.into());
        assert_eq!(made.status, 201);
        let again = test.browser();
        sign_in(&again, idp, &json!({ "email": "renamed@elsewhere.example" }));
        assert_eq!(user(&again)["id"], ada_here["id"]);
        let other = with(ada(), json!({ "sub": "u-2" }));
        assert_eq!(refused(&sign_in(&test.browser(), idp, &other)), "existing-account");
    });
}

#[test]
fn an_existing_account_is_linked_by_its_owner_alone() {
    with_provider(|test, idp| {
        let (ada_id, _) = test.new_member("ada@operated.example", Some(Role::Read));
        let password = Password::try_from("correct horse battery".to_owned()).unwrap();
        test.app.reset_password(ada_id, Some(&password)).unwrap();
        assert_eq!(refused(&sign_in(&test.browser(), idp, &ada())), "existing-account");
        let browser = test.browser();
        browser.sign_in("ada@operated.example", password.reveal());
        assert!(page(&browser.open("/account")).contains("/account/link"));
        let elsewhere = [("origin", "https://evil.example")];
        let current = [("current", password.reveal())];
        assert_eq!(browser.submit_with("/account/link", &current, &elsewhere).status, 403);
        for wrong in ["", "wrong"] {
            let refused = page(&browser.submit("/account/link", &[("current", wrong)]));
            assert!(refused.contains("the current password is wrong"), "{refused}");
        }
        let back =
            idp.agree(&way(&browser.submit("/account/link", &current)), &with(ada(), json!({ "sub": "ada-there" })));
        // The browser that comes back must still be the one of the account's owner.
        let finish = browser.open(&back).header("location").to_owned();
        let (eve, _) = test.new_user("eve@elsewhere.example");
        test.app.reset_password(eve, Some(&password)).unwrap();
        let stranger = test.browser();
        stranger.sign_in("eve@elsewhere.example", password.reveal());
        assert_eq!(stranger.open(&finish).status, 401);
        assert_eq!(browser.open(&finish).header("location"), "/account?done=link");
        assert!(page(&browser.open("/account?done=link")).contains("can sign you in"));
        let known = json!({ "sub": "ada-there" });
        let by_provider = test.browser();
        assert_eq!(sign_in(&by_provider, idp, &known).status, 303);
        assert_eq!(user(&by_provider)["id"], ada_id.to_string());
        // The same person there can't have a second account.
        let taken = stranger.open(&idp.agree(&way(&stranger.submit("/account/link", &current)), &known));
        assert_eq!(refused(&stranger.open(taken.header("location"))), "known-person");
        assert_eq!(browser.submit("/account/unlink", &[]).status, 303);
        assert_eq!(refused(&sign_in(&test.browser(), idp, &with(ada(), known.clone()))), "existing-account");
        // What the operator resets, a link that somebody made meanwhile does not survive.
        let back = idp.agree(&way(&browser.submit("/account/link", &current)), &known);
        assert_eq!(browser.open(browser.open(&back).header("location")).header("location"), "/account?done=link");
        test.app.reset_password(ada_id, Some(&password)).unwrap();
        assert_eq!(refused(&sign_in(&test.browser(), idp, &with(ada(), known))), "existing-account");
    });
}

#[test]
fn without_a_provider_there_is_no_such_way() {
    quire_testkit::on_each_database(|test| {
        assert!(!page(&test.browser().open("/sign-in")).contains("/sign-in/oidc"));
        assert_eq!(test.browser().open("/sign-in/oidc/server/start").status, 404);
        assert_eq!(test.browser().open("/sign-in/oidc/nobody/start").status, 404);
    });
}
