//! Redirects of sites: one by one, many at once, and where they lead.

use quire_testkit::{Files, on_each_database};
use serde_json::{Value, json};

use crate::site_customizations::site_with_spaces;
use crate::sites::{id_of, new_site};

fn to(url: &str) -> Value {
    json!({ "kind": "url", "url": url })
}

fn sources(list: &Value) -> Vec<&str> {
    list["items"].as_array().unwrap().iter().map(|item| item["source"].as_str().unwrap()).collect()
}

#[test]
fn a_redirect_is_made_changed_found_and_removed() {
    on_each_database(|test| {
        let admin = test.admin();
        let (site, [first, second]) = site_with_spaces(test);
        let all = format!("{site}/redirects");
        let destination = json!({ "kind": "site-space", "siteSpaceId": second });
        let made = admin.post(&all, &json!({ "source": "/old", "destination": destination })).created();
        assert_eq!((&made["object"], &made["source"]), (&"site-redirect".into(), &"/old".into()));
        assert_eq!((&made["destination"], &made["captureWildcard"]), (&destination, &false.into()));
        let find = |source: &str| admin.get(&format!("{site}/redirect?source={source}"));
        let base = |rest: &str| {
            let target = find("/old").ok()["target"].as_str().unwrap().to_owned();
            target.strip_suffix("two").map(|base| format!("{base}{rest}"))
        };
        let found = find("/old/").ok();
        assert_eq!(found["redirect"], made);
        assert!(found["target"].as_str().unwrap().ends_with("/docs/two"), "{found}");
        find("/other").refused(404);

        let one = format!("{all}/{}", id_of(&made));
        let body = json!({
            "source": "/old/*", "captureWildcard": true, "destination": { "kind": "site-space", "siteSpaceId": first },
        });
        let start = base("");
        let changed = admin.patch(&one, &body).ok();
        assert_eq!((&changed["id"], &changed["source"]), (&made["id"], &"/old/*".into()));
        find("/old").refused(404);
        assert_eq!(find("/old/a%2520b").ok()["target"], format!("{}a%20b", start.unwrap()));
        assert_eq!(admin.get(&all).ok()["items"], json!([changed]));
        for _ in 0..2 {
            admin.delete(&one).expect(204);
        }
        admin.patch(&one, &json!({})).refused(404);
        assert_eq!(admin.get(&all).ok()["count"], 0);
    });
}

#[test]
fn redirects_lead_to_pages() {
    on_each_database(|test| {
        let admin = test.admin();
        let space = test.new_space("Docs");
        let files = [("README.md", "# Start\n"), ("guide/README.md", "# Guide\n"), ("guide/deep.md", "# Deep\n")];
        test.import(&space, &Files::of(&files));
        let pages = admin.get(&format!("{space}/content/pages")).ok();
        let id = space.trim_start_matches("/v1/spaces/");
        let (site, _) = new_site(test, &json!({ "title": "Docs", "spaces": [id] }));
        let on_site = id_of(&admin.get(&format!("{site}/site-spaces")).ok()["items"][0]);
        let target = |page: &Value| {
            let destination = json!({ "kind": "site-page", "siteSpaceId": on_site, "pageId": page["id"] });
            let body = json!({ "redirects": [{ "source": "/gone", "destination": destination }] });
            admin.put(&format!("{site}/redirects"), &body).ok();
            let found = admin.get(&format!("{site}/redirect?source=/gone")).ok();
            found["target"].as_str().unwrap().to_owned()
        };
        let deep = target(&pages["pages"][1]["pages"][0]);
        let base = deep.strip_suffix("/guide/deep").unwrap();
        assert_eq!(target(&pages["pages"][1]), format!("{base}/guide"));
        assert_eq!(target(&pages["pages"][0]), format!("{base}/"), "a site begins with its first page");
    });
}

#[test]
fn circles_and_what_is_never_used_are_refused() {
    on_each_database(|test| {
        let admin = test.admin();
        let (site, made) = new_site(test, &json!({ "title": "Docs" }));
        admin.post(&format!("{site}/publish"), &json!({})).ok();
        let base = admin.get(&site).ok()["urls"]["published"].as_str().unwrap().trim_end_matches('/').to_owned();
        let all = format!("{site}/redirects");
        let first = admin.post(&all, &json!({ "source": "/a", "destination": to("/b") })).created();
        let refused = |source: &str, url: &str| {
            admin.post(&all, &json!({ "source": source, "destination": to(url) })).refused(409)
        };
        assert!(refused("/%61", "/c").contains(&id_of(&first)), "the redirect that is used is named");
        assert!(refused("/b", "/a").contains("/a to /b to /a"));
        assert!(refused("/b", &format!("{base}/a#x")).contains("/a to /b to /a"), "an address of the site's own");
        assert!(refused("/x", "/x").contains("/x to /x"));
        let wild = json!({ "source": "/w/*", "destination": to("/w"), "captureWildcard": true });
        assert!(admin.post(&all, &wild).refused(409).contains("circle"));
        for (body, field) in [
            (json!({ "source": "a", "destination": to("/x") }), "source"),
            (json!({ "source": "/a*b", "destination": to("/x") }), "source"),
            (json!({ "source": "/y", "destination": to("javascript:x") }), "destination"),
            (json!({ "source": "/y", "destination": to("//example.org") }), "destination"),
            (json!({ "source": "/y", "destination": { "kind": "site-space", "siteSpaceId": "no" } }), "destination"),
            (json!({ "source": "/y", "destination": to("/x"), "captureWildcard": true }), "captureWildcard"),
            (json!({ "source": "/y*", "destination": to("/x?a"), "captureWildcard": true }), "destination.url"),
        ] {
            let message = admin.post(&all, &body).refused(400);
            assert!(message.contains(field), "{message}");
        }
        let nowhere = json!({ "kind": "site-section", "siteSectionId": made["id"] });
        let message = admin.post(&all, &json!({ "source": "/z", "destination": nowhere })).refused(404);
        assert!(message.contains("siteSectionId"), "{message}");
        assert_eq!(admin.get(&all).ok()["count"], 1);
    });
}

#[test]
fn many_changes_are_made_or_none() {
    on_each_database(|test| {
        let admin = test.admin();
        let (site, _) = new_site(test, &json!({ "title": "Docs" }));
        let all = format!("{site}/redirects");
        let put = |redirects: Value| admin.put(&all, &json!({ "redirects": redirects }));
        let made = put(json!([
            { "source": "/a", "destination": to("https://example.org/a") },
            { "source": "/b/*", "destination": to("https://example.org/b"), "captureWildcard": true },
            { "source": "/c", "destination": to("/a") },
        ]))
        .ok();
        let statuses = |done: &Value| {
            let each = done["items"].as_array().unwrap().iter().map(|item| item["status"].as_str().unwrap().to_owned());
            each.collect::<Vec<_>>()
        };
        assert_eq!(statuses(&made), ["created", "created", "created"]);
        assert_eq!(sources(&admin.get(&all).ok()), ["/a", "/b/*", "/c"]);
        assert_eq!(sources(&admin.get(&format!("{all}?search=b")).ok()), ["/b/*"]);
        let first = admin.get(&format!("{all}?limit=2")).ok();
        let next = admin.get(&format!("{all}?limit=2&page={}", first["next"]["page"].as_str().unwrap())).ok();
        assert_eq!((sources(&first), sources(&next)), (vec!["/a", "/b/*"], vec!["/c"]));

        let before = admin.get(&all).ok();
        put(json!([
            { "source": "/d", "destination": to("/e") },
            { "source": "/a", "destination": to("/c") },
        ]))
        .refused(409);
        let message = put(json!([{ "source": "/d", "destination": to("/e") }, { "source": "/e" }])).refused(400);
        assert!(message.contains("redirects[1].destination"), "{message}");
        let unknown = json!([{ "id": "no", "source": "/d", "destination": to("/e") }]);
        assert!(put(unknown).refused(404).contains("redirects[0].id"));
        assert_eq!(admin.get(&all).ok(), before);

        // Sources change hands within one call.
        let id = |at: usize| made["items"][at]["redirect"]["id"].clone();
        let done = put(json!([
            { "id": id(0), "source": "/c", "destination": to("/x") },
            { "id": id(2), "source": "/a", "destination": to("/y") },
            { "source": "/b/*", "delete": true },
            { "source": "/never", "delete": true },
            { "source": "/c", "destination": to("/x") },
        ]))
        .ok();
        assert_eq!(statuses(&done), ["updated", "updated", "deleted", "deleted", "unchanged"]);
        assert_eq!(done["items"][2]["redirect"]["id"], id(1));
        let after = admin.get(&all).ok();
        assert_eq!(sources(&after), ["/a", "/c"]);
        assert_eq!((&after["items"][0]["id"], &after["items"][1]["id"]), (&id(2), &id(0)));
    });
}
