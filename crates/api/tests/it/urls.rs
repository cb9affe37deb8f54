//! Where addresses of published content lead, for visitors of every kind and for those who write.

use quire_app::visitors::tokens;
use quire_testkit::{Answer, Files, TestApp, on_each_database};
use serde_json::{Value, json};

/// A published site with one space: three pages, one of them under a condition.
struct Site {
    path: String,
    space: String,
    id: String,
    address: String,
}

fn site(test: &TestApp, visibility: &str) -> Site {
    let admin = test.admin();
    let space = test.new_space("Docs");
    let files = [
        ("home.md", "# Home\n"),
        ("guide.md", "# Guide\n"),
        ("pro.md", "---\nif: visitor.claims.plan === \"pro\"\n---\n\n# Pro\n"),
        ("SUMMARY.md", "* [Home](home.md)\n* [Guide](guide.md)\n* [Pro](pro.md)\n"),
    ];
    test.import(&space, &Files::of(&files));
    let space = space.trim_start_matches("/v1/spaces/").to_owned();
    let body = json!({ "title": "Docs", "visibility": visibility, "spaces": [space] });
    let made = admin.post(&format!("{}/sites", test.org()), &body).created();
    let id = made["id"].as_str().unwrap().to_owned();
    let path = format!("{}/sites/{id}", test.org());
    admin.patch(&path, &json!({ "adaptiveContent": { "enabled": true } })).ok();
    admin.post(&format!("{path}/publish"), &json!({})).ok();
    let hostname = admin.get(&test.org()).ok()["hostname"].as_str().unwrap().to_owned();
    let basename = made["basename"].as_str().unwrap();
    Site { path, space, id, address: format!("{}/sites/{hostname}/{basename}", quire_testkit::URL) }
}

fn resolve(test: &TestApp, url: &str, visitor: &Value) -> Answer {
    test.admin().post("/v1/urls/published", &json!({ "url": url, "visitor": visitor }))
}

fn page(test: &TestApp, site: &Site, path: &str) -> String {
    let found = test.admin().get(&format!("/v1/spaces/{}/content/path/{path}", site.space)).ok();
    found["id"].as_str().unwrap().to_owned()
}

#[test]
fn an_address_leads_to_a_page() {
    on_each_database(|test| {
        let site = site(test, "public");
        let at = |path: &str| resolve(test, &format!("{}{path}", site.address), &json!({}));
        let base = site.address.strip_prefix(quire_testkit::URL).unwrap();
        let found = at("/guide?x=1#y").ok();
        assert_eq!((&found["site"], &found["space"]), (&json!(site.id), &json!(site.space)));
        assert_eq!(found["page"], page(test, &site, "guide"));
        assert_eq!((&found["pathname"], &found["complete"]), (&json!("/guide"), &json!(true)));
        assert_eq!(
            (&found["siteBasePath"], &found["basePath"]),
            (&json!(format!("{base}/")), &json!(format!("{base}/")))
        );
        assert_eq!(found["canonicalUrl"], format!("{}/guide", site.address));
        let absent = ["siteSection", "changeRequest", "revision", "shareKey", "contextId"];
        assert!(absent.iter().all(|name| found.get(name).is_none()), "{found}");

        let root = at("").ok();
        assert_eq!((&root["pathname"], &root["page"]), (&json!("/"), &json!(page(test, &site, "home"))));
        let moved = at("/home").ok();
        assert_eq!(moved, json!({ "target": "content", "redirect": format!("{}/", site.address) }));
        at("/nothing").refused(404);
        for url in
            ["", "x", "ftp://quire.test/a", &format!("{}/sites/none/docs", quire_testkit::URL), "https://x.test/"]
        {
            resolve(test, url, &json!({})).refused(404);
        }
        let get = format!("/v1/urls/published?url={}/guide", site.address);
        assert_eq!(test.admin().get(&get).ok(), at("/guide").ok());
        test.admin().post(&format!("{}/unpublish", site.path), &json!({})).ok();
        at("/guide").refused(404);
    });
}

/// What comes of an address: `o`k, `s`ent to sign in, or the status.
fn outcome(answer: Answer) -> String {
    if answer.status != 200 {
        return answer.status.as_u16().to_string();
    }
    let found = answer.ok();
    match found["target"].as_str() {
        Some("external") => {
            let redirect = found["redirect"].as_str().unwrap();
            assert!(redirect.starts_with("https://example.com/login?location=/"), "{redirect}");
            "s".to_owned()
        }
        Some(other) => other.to_owned(),
        None => "o".to_owned(),
    }
}

#[test]
fn visibility_credential_and_condition_decide() {
    on_each_database(|test| {
        // Without anything, with the link's secret, with a wrong one, with a token of the site, with one that has
        // expired, with one of another key, with one of a member; first for an open page, then for the other.
        let table = [
            ("public", "o o 404 o o o o", "404 404 404 o 404 404 404"),
            ("unlisted", "o o 404 o o o o", "404 404 404 o 404 404 404"),
            ("share-link", "404 o 404 404 404 404 404", "404 404 404 404 404 404 404"),
            ("visitor-auth", "s s 404 o 403 403 o", "s s 404 o 403 403 404"),
        ];
        let site = site(test, "public");
        let admin = test.admin();
        let auth = format!("{}/publishing/auth", site.path);
        let fallback = json!({ "backend": "custom", "fallbackURL": "https://example.com/login" });
        let key = admin.patch(&auth, &fallback).ok()["privateKey"].as_str().unwrap().to_owned();
        let link = admin.post(&format!("{}/share-links", site.path), &json!({ "name": "x" })).created();
        let shared = link["urls"]["published"].as_str().unwrap().trim_end_matches('/').to_owned();
        let claims = |seconds: i64| json!({ "plan": "pro", "exp": test.app.now().seconds() + seconds });
        let member = admin.post(&format!("{}/ping", test.org()), &json!({})).ok();
        let member = member["serviceVisitorClaims"].as_str().unwrap().to_owned();
        let shown = [
            (&site.address, None),
            (&shared, None),
            (&format!("{}/~s/{}", site.address, "x".repeat(22)), None),
            (&site.address, Some(tokens::sign(key.as_bytes(), &claims(60)))),
            (&site.address, Some(tokens::sign(key.as_bytes(), &claims(0)))),
            (&site.address, Some(tokens::sign(b"another key", &claims(60)))),
            (&site.address, Some(member)),
        ];
        for (visibility, open, conditional) in table {
            admin.patch(&site.path, &json!({ "visibility": visibility })).ok();
            for (path, expected) in [("/guide", open), ("/pro", conditional)] {
                let outcomes = shown.iter().map(|(base, token)| {
                    let visitor = token.as_ref().map_or(json!({}), |token| json!({ "jwtToken": token }));
                    outcome(resolve(test, &format!("{base}{path}"), &visitor))
                });
                assert_eq!(outcomes.collect::<Vec<_>>().join(" "), expected, "{path} of {visibility}");
            }
        }
    });
}

#[test]
fn claims_come_in_the_address_too() {
    on_each_database(|test| {
        let site = site(test, "visitor-auth");
        let admin = test.admin();
        let key = admin.get(&format!("{}/publishing/auth", site.path)).ok()["privateKey"].as_str().unwrap().to_owned();
        let token = tokens::sign(key.as_bytes(), &json!({ "plan": "pro", "exp": test.app.now().seconds() + 60 }));
        let url = format!("{}/pro?jwt_token={token}", site.address);
        let found = resolve(test, &url, &json!({})).ok();
        assert!(found["contextId"].is_string());
        let refused = resolve(test, &format!("{}/pro", site.address), &json!({})).refused(403);
        assert!(refused.contains("have to sign in"), "{refused}");
        admin.post(&format!("{}/publishing/auth/regenerate", site.path), &json!({})).ok();
        resolve(test, &url, &json!({})).refused(403);
        let fallback = json!({ "fallbackURL": "https://example.com/login" });
        admin.patch(&format!("{}/publishing/auth", site.path), &fallback).ok();
        let body = json!({ "url": url, "redirectOnError": true });
        let sent = admin.post("/v1/urls/published", &body).ok();
        assert_eq!(sent, json!({ "target": "external", "redirect": "https://example.com/login?location=/pro" }));
    });
}

#[test]
fn a_revoked_link_leads_nowhere() {
    on_each_database(|test| {
        let site = site(test, "share-link");
        let admin = test.admin();
        let links = format!("{}/share-links", site.path);
        let link = admin.post(&links, &json!({ "name": "x" })).created();
        let url = link["urls"]["published"].as_str().unwrap();
        let found = resolve(test, url, &json!({})).ok();
        let secret = found["shareKey"].as_str().unwrap();
        let end = format!("/~s/{secret}/");
        assert!(url.ends_with(&end) && found["basePath"].as_str().unwrap().ends_with(&end), "{found}");
        let one = format!("{links}/{}", link["id"].as_str().unwrap());
        admin.patch(&one, &json!({ "active": false })).ok();
        resolve(test, url, &json!({})).refused(404);
        admin.patch(&one, &json!({ "active": true })).ok();
        resolve(test, url, &json!({})).ok();
        admin.delete(&one).expect(204);
        resolve(test, url, &json!({})).refused(404);
    });
}

#[test]
fn those_who_write_find_content_by_its_address() {
    on_each_database(|test| {
        let site = site(test, "visitor-auth");
        let admin = test.admin();
        let find = |url: &str| admin.get(&format!("/v1/urls/content?url={url}"));
        let pro = page(test, &site, "pro");
        let on_site = find(&format!("{}/pro", site.address)).ok();
        assert_eq!((&on_site["space"]["id"], &on_site["page"]["id"]), (&json!(site.space), &json!(pro)));
        assert_eq!(on_site["site"], site.id);
        assert!(find(&site.address).ok().get("page").is_none());
        find(&format!("{}/nothing", site.address)).refused(404);

        let api = format!("{}/v1/spaces/{}", quire_testkit::URL, site.space);
        let app = on_site["page"]["urls"]["app"].as_str().unwrap();
        for url in [app, &format!("{api}/content/page/{pro}"), &format!("{api}/content/path/pro")] {
            let found = find(url).ok();
            assert_eq!(found["page"]["id"], pro);
            assert!(found.get("site").is_none());
        }
        admin.post(&format!("/v1/spaces/{}/change-requests", site.space), &json!({ "subject": "x" })).created();
        assert_eq!(find(&format!("{api}/change-requests/1")).ok()["changeRequest"]["subject"], "x");
        let collection = admin.post(&format!("{}/collections", test.org()), &json!({ "title": "All" })).created();
        let found = find(collection["urls"]["app"].as_str().unwrap()).ok();
        assert_eq!(found["collection"]["title"], "All");
        find("https://example.com/").refused(404);

        let (_, stranger) = test.new_user("stranger@example.org");
        let stranger = test.caller(Some(&stranger));
        stranger.get(&format!("/v1/urls/content?url={}/guide", site.address)).refused(404);
        stranger.get(&format!("/v1/urls/content?url={app}")).refused(404);
    });
}
