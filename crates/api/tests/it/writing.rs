//! The page of the writers' app, its files, and the addresses that lead to it.

use axum::body::Body;
use axum::http::Method;
use quire_testkit::{Browser, on_each_database};
use serde_json::json;

fn open(browser: &Browser<'_>, path: &str) -> (u16, String, String, Vec<u8>) {
    let answer = browser.send(&Method::GET, path, &[], Body::empty());
    let (policy, cache) = (answer.header("content-security-policy"), answer.header("cache-control"));
    (answer.status.as_u16(), policy.to_owned(), cache.to_owned(), answer.body)
}

#[test]
fn every_path_of_the_app_is_one_page_without_scripts_of_its_own() {
    on_each_database(|test| {
        let browser = test.browser();
        let mut nonces = Vec::new();
        for path in ["/app", "/app/spaces/any", "/app/a/b/c/d"] {
            let (status, policy, cache, body) = open(&browser, path);
            let page = String::from_utf8(body).unwrap();
            assert_eq!((status, cache.as_str()), (200, "no-store"), "{path}");
            assert!(
                page.contains("<noscript>") && page.contains("<script type=\"module\" src=\"/app/assets/"),
                "{page}"
            );
            assert_eq!(page.matches("<script").count(), 1);
            assert!(policy.starts_with("default-src 'none'; script-src 'self'; style-src 'self' 'nonce-"), "{policy}");
            assert!(!policy.contains("unsafe"), "{policy}");
            let nonce = policy.split("'nonce-").nth(1).unwrap().split('\'').next().unwrap().to_owned();
            assert!(page.contains(&format!("nonce=\"{nonce}\"")), "{page}");
            nonces.push(nonce);
        }
        nonces.dedup();
        assert_eq!(nonces.len(), 3, "a nonce is used once");
    });
}

#[test]
fn files_of_the_app_are_kept_for_ever_at_addresses_of_their_version() {
    on_each_database(|test| {
        let browser = test.browser();
        let (_, _, _, page) = open(&browser, "/app");
        let page = String::from_utf8(page).unwrap();
        let addresses: Vec<&str> = page.split('"').filter(|text| text.starts_with("/app/assets/")).collect();
        assert!(addresses.len() >= 3, "{addresses:?}");
        for address in addresses {
            let (status, _, cache, body) = open(&browser, address);
            assert_eq!((status, cache.as_str()), (200, "public, max-age=31536000, immutable"), "{address}");
            assert!(!body.is_empty());
            let name = address.rsplit('/').next().unwrap();
            assert_eq!(open(&browser, &format!("/app/assets/another/{name}")).0, 404);
        }
        let base = page.split("/app/assets/").nth(1).unwrap().split('/').next().unwrap();
        assert_eq!(open(&browser, &format!("/app/assets/{base}/..%2fCargo.toml")).0, 404);
        assert_eq!(open(&browser, &format!("/app/assets/{base}/licenses.txt")).0, 200);
    });
}

#[test]
fn answers_of_the_api_lead_to_the_app_and_back() {
    on_each_database(|test| {
        let admin = test.admin();
        let space = test.new_space("Guide");
        let inserted = json!({ "changes": [{ "operation": "insert_page", "title": "Start" }] });
        admin.patch(&space, &json!({ "editMode": "live" })).ok();
        admin.post(&format!("{space}/content"), &inserted).ok();
        let request = admin.post(&format!("{space}/change-requests"), &json!({ "subject": "x" })).created();
        let page = admin.get(&format!("{space}/content/pages")).ok()["pages"][0].clone();
        let app = |of: &serde_json::Value| of["urls"]["app"].as_str().unwrap().to_owned();
        let found = |url: &str| admin.get(&format!("/v1/urls/content?url={url}")).ok();
        let under = format!("{}{}", quire_testkit::URL, space.replace("/v1/", "/app/"));
        assert_eq!(app(&admin.get(&space).ok()), under);
        let number = request["id"].as_str().unwrap();
        assert_eq!(app(&request), format!("{under}/change-requests/{number}"));
        assert_eq!(found(&app(&request))["changeRequest"]["subject"], "x");
        assert_eq!(found(&app(&page))["page"]["id"], page["id"]);
        let short = format!("{under}/page/{}", page["id"].as_str().unwrap());
        assert_eq!(found(&short)["page"]["id"], page["id"]);
        assert!(app(&admin.get(&test.org()).ok()).contains("/app/orgs/"));
    });
}
