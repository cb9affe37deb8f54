//! The start of the server, and addresses with a slash too much.

use axum::body::Body;
use axum::http::Method;
use quire_testkit::{Answer, Browser, TestApp, on_each_database};
use serde_json::{Value, json};

fn open(browser: &Browser<'_>) -> String {
    let answer = browser.send(&Method::GET, "/", &[("accept", "text/html,*/*;q=0.8")], Body::empty());
    assert_eq!((answer.status.as_u16(), answer.header("cache-control")), (200, "no-store"));
    String::from_utf8(answer.body).unwrap()
}

fn site(test: &TestApp, title: &str, visibility: &str, publish: bool) -> String {
    let space = test.new_space(title);
    let spaces = [space.trim_start_matches("/v1/spaces/")];
    let new = json!({ "title": title, "visibility": visibility, "spaces": spaces });
    let made = test.admin().post(&format!("{}/sites", test.org()), &new).created();
    let path = format!("{}/sites/{}", test.org(), made["id"].as_str().unwrap());
    if publish {
        test.admin().post(&format!("{path}/publish"), &json!({})).ok();
    }
    path
}

#[test]
fn the_start_lists_what_one_may_read() {
    on_each_database(|test| {
        assert!(open(&test.browser()).contains("nothing published"));
        let open_site = site(test, "Open <docs>", "public", true);
        site(test, "Unlisted docs", "unlisted", true);
        site(test, "Draft docs", "public", false);
        site(test, "Secret docs", "share-link", true);
        let guest = open(&test.browser());
        assert!(guest.contains("Open &lt;docs&gt;") && guest.contains("/sign-in") && guest.contains("/docs/api"));
        for other in ["Unlisted", "Draft", "Secret"] {
            assert!(!guest.contains(other), "{guest}");
        }
        let address = test.admin().get(&open_site).ok()["urls"]["published"].as_str().unwrap().to_owned();
        assert!(guest.contains(&format!("href=\"{address}\"")), "{guest}");

        let link =
            test.app.issue_sign_in_link(test.app.user_by_email("admin@quire.localhost").unwrap().unwrap()).unwrap();
        let member = test.browser();
        let token = link.split_once('?').unwrap().1;
        let (name, value) = token.split_once('=').unwrap();
        member.submit("/sign-in/link", &[(name, value)]);
        let seen = open(&member);
        assert!(
            seen.contains("Unlisted docs")
                && seen.contains("/account")
                && seen.contains("href=\"/app\"")
                && !seen.contains("Draft"),
            "{seen}"
        );
        assert_eq!(seen.matches("Open &lt;docs&gt;").count(), 1);
    });
}

#[test]
fn programs_get_links() {
    on_each_database(|test| {
        for accept in ["*/*", "application/json"] {
            let answer = test.browser().send(&Method::GET, "/", &[("accept", accept)], Body::empty());
            let links: Value = serde_json::from_slice(&answer.body).unwrap();
            for name in ["reference", "openapi", "signIn"] {
                let address = links["links"][name].as_str().unwrap();
                assert_eq!(test.browser().open(address).status, 200, "{address}");
            }
        }
    });
}

#[test]
fn a_slash_too_much_leads_to_the_address_without_it() {
    on_each_database(|test| {
        let get = |path: &str| -> Answer { test.browser().open(path) };
        let led = |path: &str| (get(path).status.as_u16(), get(path).header("location").to_owned());
        assert_eq!(led("/v1/orgs/?limit=1"), (308, "/v1/orgs?limit=1".to_owned()));
        assert_eq!(led("/docs/api/"), (308, "/docs/api".to_owned()));
        assert_eq!(led("//evil.example/").0, 404);
        assert_eq!(led("/nowhere").0, 404);
        let posted = test.browser().send(&Method::POST, "/v1/orgs/", &[], Body::empty());
        assert_eq!((posted.status.as_u16(), posted.header("location")), (308, "/v1/orgs"));
    });
}
