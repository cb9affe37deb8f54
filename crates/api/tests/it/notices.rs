//! Mails about accounts: invitations, sign-ins in new browsers, changes of passwords and factors.

use std::time::Duration;

use quire_app::accounts::sign_in::Mail;
use quire_model::people::Password;
use quire_testkit::{TestApp, on_each_database};
use serde_json::json;

const EMAIL: &str = "ada@example.org";
const PASSWORD: &str = "correct horse battery";

fn mailed(test: &TestApp) -> Vec<Mail> {
    test.run_jobs();
    test.mailer.take()
}

fn subjects(test: &TestApp) -> Vec<String> {
    mailed(test).into_iter().map(|mail| mail.subject).collect()
}

fn ada(test: &TestApp) {
    let user = test.app.create_user(EMAIL, "Ada").unwrap().id;
    test.app.reset_password(user, Some(&Password::try_from(PASSWORD.to_owned()).unwrap())).unwrap();
}

#[test]
fn an_invitation_is_mailed_until_it_arrives() {
    on_each_database(|test| {
        test.admin().patch(&test.org(), &json!({ "title": "Docs & <b>more" })).ok();
        let invites = format!("{}/invites", test.org());
        test.mailer.set_away(true);
        test.admin().post(&invites, &json!({ "emails": [EMAIL, "bob@example.org"] })).ok();
        assert_eq!(test.run_jobs(), 0);
        test.mailer.set_away(false);
        test.clock.pass(Duration::from_mins(5));
        let mut mails = mailed(test);
        mails.sort_by(|a, b| a.to.cmp(&b.to));
        assert_eq!(mails.iter().map(|mail| &*mail.to).collect::<Vec<_>>(), [EMAIL, "bob@example.org"]);
        let mail = &mails[0];
        assert_eq!(mail.subject, "Invitation to Docs & <b>more");
        assert!(mail.text.contains("http://quire.test/sign-in?next=/account"), "{}", mail.text);
        let html = mail.html.as_deref().unwrap();
        assert!(html.contains("Docs &amp; &lt;b&gt;more") && !html.contains("<b>more"), "{html}");
        // Existing members are not written to again, nor are those who are gone or have come meanwhile.
        test.admin().post(&invites, &json!({ "emails": [EMAIL] })).ok();
        assert_eq!(mailed(test), []);
        test.admin().post(&invites, &json!({ "emails": ["eve@example.org"] })).ok();
        let eve = test.app.user_by_email("eve@example.org").unwrap().unwrap();
        test.admin().delete(&format!("{}/members/{eve}", test.org())).expect(204);
        assert_eq!(mailed(test), []);
    });
}

#[test]
fn nobody_is_flooded_with_invitations() {
    on_each_database(|test| {
        let (_, token) = test.new_user("owner@elsewhere.example");
        let owner = test.caller(Some(&token));
        for _ in 0..7 {
            let org = owner.post("/v1/orgs", &json!({ "title": "Elsewhere" })).created();
            let invites = format!("/v1/orgs/{}/invites", org["id"].as_str().unwrap());
            owner.post(&invites, &json!({ "emails": [EMAIL] })).ok();
        }
        assert_eq!(mailed(test).len(), 5);
    });
}

#[test]
fn a_sign_in_in_a_new_browser_is_mailed_to_its_owner() {
    on_each_database(|test| {
        ada(test);
        let browser = test.browser().at([198, 51, 100, 7]);
        browser.sign_in(EMAIL, PASSWORD);
        let mails = mailed(test);
        assert_eq!((mails.len(), &*mails[0].to, &*mails[0].subject), (1, EMAIL, "New sign-in to Quire"));
        assert!(mails[0].text.contains("198.51.100.7"), "{}", mails[0].text);
        let known = browser.signed_out();
        known.sign_in(EMAIL, PASSWORD);
        assert_eq!(mailed(test), [], "the browser is known");
        // A failed one is not mailed, and a link came by mail itself.
        test.browser().submit("/sign-in", &[("email", EMAIL), ("password", "wrong")]);
        let user = test.app.user_by_email(EMAIL).unwrap().unwrap();
        let link = test.app.issue_sign_in_link(user).unwrap();
        test.browser().submit("/sign-in/link", &[("token", link.split("token=").nth(1).unwrap())]);
        assert_eq!(mailed(test), []);
        // A mail of last week helps nobody.
        test.browser().sign_in(EMAIL, PASSWORD);
        test.clock.pass(Duration::from_hours(24));
        assert_eq!((test.run_jobs(), test.mailer.take()), (1, vec![]));
    });
}

#[test]
fn changes_of_the_password_are_mailed() {
    on_each_database(|test| {
        ada(test);
        let browser = test.browser();
        browser.sign_in(EMAIL, PASSWORD);
        mailed(test);
        let wrong = browser.submit("/account/password", &[("current", "wrong"), ("new", "another long one")]);
        let page = String::from_utf8(wrong.body.clone()).unwrap();
        assert_eq!(wrong.status, 422);
        assert!(page.contains("id=\"current-wrong\"") && page.contains("Your account"), "{page}");
        let short = browser.submit("/account/password", &[("current", PASSWORD), ("new", "short")]);
        assert!(String::from_utf8(short.body.clone()).unwrap().contains("id=\"new-wrong\""));
        assert_eq!(mailed(test), []);
        browser.submit("/account/password", &[("current", PASSWORD), ("new", "another long one")]);
        assert_eq!(subjects(test), ["Your password was changed"]);
    });
}
