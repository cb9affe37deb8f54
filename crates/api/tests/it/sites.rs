//! Sites: their settings, their addresses, and who sees them.

use quire_model::roles::Role;
use quire_testkit::{TestApp, on_each_database};
use serde_json::{Value, json};

/// A new site; where it is, and what was answered.
pub(crate) fn new_site(test: &TestApp, body: &Value) -> (String, Value) {
    let made = test.admin().post(&format!("{}/sites", test.org()), body).created();
    (format!("{}/sites/{}", test.org(), id_of(&made)), made)
}

pub(crate) fn id_of(thing: &Value) -> String {
    thing["id"].as_str().unwrap().to_owned()
}

/// The identifier of a new space.
pub(crate) fn new_space(test: &TestApp, title: &str) -> String {
    test.new_space(title).trim_start_matches("/v1/spaces/").to_owned()
}

#[test]
fn a_site_is_made_changed_and_removed() {
    on_each_database(|test| {
        let admin = test.admin();
        let (path, made) = new_site(test, &json!({ "title": "Our docs" }));
        assert_eq!(made["object"], "site");
        assert_eq!(
            (&made["type"], &made["visibility"], &made["published"]),
            (&"basic".into(), &"public".into(), &false.into())
        );
        assert_eq!((&made["basename"], &made["siteSpaces"]), (&"our-docs".into(), &0.into()));
        assert_eq!(made["adaptiveContent"], json!({ "enabled": false }));
        assert!(made["urls"].get("published").is_none(), "it is not live");
        assert_eq!(admin.get(&path).ok(), made);
        let body = json!({
            "title": "Docs", "visibility": "unlisted", "basename": "handbook", "adaptiveContent": { "enabled": true },
            "agentsContext": "excluded", "proxy": "example.com/docs",
        });
        let changed = admin.patch(&path, &body).ok();
        for field in ["title", "visibility", "basename", "adaptiveContent", "agentsContext"] {
            assert_eq!(changed[field], body[field], "{field}");
        }
        let target = format!("{}/sites/", test.app.options().public_url);
        assert_eq!(changed["proxy"]["origin"], "example.com/docs");
        assert!(changed["proxy"]["target"].as_str().unwrap().starts_with(&target), "{changed}");
        assert!(admin.patch(&path, &json!({ "proxy": null })).ok().get("proxy").is_none());
        for _ in 0..2 {
            admin.delete(&path).expect(204);
        }
        admin.get(&path).refused(404);
        admin.delete(&format!("{}/sites/nonsense", test.org())).expect(204);
    });
}

#[test]
fn bounds_are_told_with_the_field() {
    on_each_database(|test| {
        let admin = test.admin();
        let sites = format!("{}/sites", test.org());
        for (body, field) in [
            (json!({ "title": "x" }), "title"),
            (json!({ "title": "x".repeat(129) }), "title"),
            (json!({ "type": "free" }), "type"),
            (json!({ "visibility": "private" }), "visibility"),
            (json!({ "spaces": "full" }), "spaces"),
        ] {
            let message = admin.post(&sites, &body).refused(400);
            assert!(message.contains(field), "{message}");
        }
        admin.post(&sites, &json!({ "spaces": ["nonsense"] })).refused(404);
        let (path, _) = new_site(test, &json!({ "title": "é".repeat(128) }));
        for (body, field) in [
            (json!({ "title": null }), "title"),
            (json!({ "basename": "" }), "basename"),
            (json!({ "basename": "a/b" }), "basename"),
            (json!({ "basename": "x".repeat(101) }), "basename"),
            (json!({ "agentsContext": "some" }), "agentsContext"),
            (json!({ "adaptiveContent": {} }), "enabled"),
            (json!({ "proxy": "example.com" }), "proxy"),
            (json!({ "proxy": format!("example.com/{}", "x".repeat(512)) }), "proxy"),
        ] {
            let message = admin.patch(&path, &body).refused(400);
            assert!(message.contains(field), "{message}");
        }
        admin.patch(&path, &json!({ "defaultSiteSpace": "nonsense" })).refused(404);
        admin.patch(&path, &json!({ "defaultSiteSection": "nonsense" })).refused(404);
    });
}

#[test]
fn a_site_begins_with_spaces_an_empty_one_or_sample_pages() {
    on_each_database(|test| {
        let admin = test.admin();
        let [a, b] = ["Guides", "API"].map(|title| new_space(test, title));
        let (path, made) = new_site(test, &json!({ "spaces": [a, b] }));
        assert_eq!((&made["title"], &made["siteSpaces"]), (&"Guides".into(), &2.into()));
        let list = admin.get(&format!("{path}/site-spaces")).ok();
        assert_eq!((&list["items"][0]["default"], &list["items"][1]["title"]), (&true.into(), &"API".into()));

        let pages_of = |path: &str| {
            let space = id_of(&admin.get(&format!("{path}/site-spaces")).ok()["items"][0]["space"]);
            admin.get(&format!("/v1/spaces/{space}/content/pages")).ok()["pages"].as_array().unwrap().len()
        };
        let (path, made) = new_site(test, &json!({ "title": "Blank", "spaces": "empty" }));
        assert_eq!((&made["siteSpaces"], pages_of(&path)), (&1.into(), 0));
        let (path, made) = new_site(test, &json!({ "title": "Blank", "spaces": "sample" }));
        assert_eq!((&made["siteSpaces"], &made["basename"]), (&1.into(), &"blank-1".into()));
        assert!(pages_of(&path) > 0);
        let (_, made) = new_site(test, &json!({}));
        assert_eq!(made["title"], admin.get(&test.org()).ok()["title"], "it has to be called something");
        // All or nothing.
        let before = admin.get(&format!("{}/sites", test.org())).ok()["count"].clone();
        admin.post(&format!("{}/sites", test.org()), &json!({ "spaces": [a, a] })).refused(409);
        assert_eq!(admin.get(&format!("{}/sites", test.org())).ok()["count"], before);
    });
}

#[test]
fn lists_are_narrowed_by_space_title_state_and_type() {
    on_each_database(|test| {
        let space = new_space(test, "Guides");
        let (first, _) = new_site(test, &json!({ "title": "Über uns", "spaces": [space] }));
        new_site(test, &json!({ "title": "Handbook", "type": "premium" }));
        test.admin().post(&format!("{first}/publish"), &json!({})).ok();
        let titles = |query: &str| {
            let list = test.admin().get(&format!("{}/sites?{query}", test.org())).ok();
            list["items"]
                .as_array()
                .unwrap()
                .iter()
                .map(|it| it["title"].as_str().unwrap().to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(titles(""), ["Über uns", "Handbook"]);
        assert_eq!(titles(&format!("space={space}")), ["Über uns"]);
        assert!(titles("space=nonsense").is_empty());
        assert_eq!(titles("title=%C3%9CBER"), ["Über uns"]);
        assert_eq!(titles("published=true"), ["Über uns"]);
        assert_eq!(titles("published=false"), ["Handbook"]);
        assert_eq!(titles("type=premium&type=ultimate"), ["Handbook"]);
        let page = test.admin().get(&format!("{}/sites?limit=1", test.org())).ok();
        let next = page["next"]["page"].as_str().unwrap();
        assert_eq!(titles(&format!("limit=1&page={next}")), ["Handbook"]);
    });
}

#[test]
fn a_site_is_visited_where_it_says_while_it_is_live() {
    on_each_database(|test| {
        let admin = test.admin();
        let org = admin.get(&test.org()).ok()["hostname"].as_str().unwrap().to_owned();
        let (path, _) = new_site(test, &json!({ "title": "Our docs" }));
        let base = format!("{}/sites/{org}", test.app.options().public_url);
        for _ in 0..2 {
            let live = admin.post(&format!("{path}/publish"), &json!({})).ok();
            assert_eq!(
                (&live["published"], &live["urls"]["published"]),
                (&true.into(), &format!("{base}/our-docs/").into())
            );
        }
        let proxied = admin.patch(&path, &json!({ "proxy": "example.com/docs" })).ok();
        assert_eq!(proxied["urls"]["published"], "https://example.com/docs/");
        assert_eq!(proxied["proxy"]["target"], format!("{base}/our-docs"));
        let secret = admin.patch(&path, &json!({ "visibility": "share-link" })).ok();
        assert!(secret["urls"].get("published").is_none(), "nobody finds it without a secret");
        let published = admin.get(&format!("{path}/published")).ok();
        assert_eq!((&published["object"], &published["scripts"]), (&"published-content-site".into(), &json!([])));
        assert_eq!(published["structure"], json!({ "type": "siteSpaces", "structure": [] }));
        let off = admin.post(&format!("{path}/unpublish"), &json!({})).ok();
        assert_eq!((&off["published"], off["urls"].get("published")), (&false.into(), None));
        admin.get(&format!("{path}/published")).refused(404);
    });
}

#[test]
fn a_basename_is_one_site_s_and_may_be_left_and_taken() {
    on_each_database(|test| {
        let admin = test.admin();
        let (first, made) = new_site(test, &json!({ "title": "Docs" }));
        let (second, other) = new_site(test, &json!({ "title": "docs" }));
        assert_eq!((&made["basename"], &other["basename"]), (&"docs".into(), &"docs-1".into()));
        let message = admin.patch(&second, &json!({ "basename": "docs" })).refused(409);
        assert!(message.contains("basename"), "{message}");
        admin.patch(&first, &json!({ "basename": "handbook" })).ok();
        assert_eq!(
            new_site(test, &json!({ "title": "Docs" })).1["basename"],
            "docs-2",
            "the former one is not given away"
        );
        admin.patch(&second, &json!({ "basename": "docs" })).ok();
        assert_eq!(admin.patch(&first, &json!({ "basename": "docs-1" })).ok()["basename"], "docs-1");
        assert_eq!(
            admin.patch(&first, &json!({ "title": "Else" })).ok()["basename"],
            "docs-1",
            "titles change nothing"
        );
    });
}

#[test]
fn members_see_all_sites_and_guests_none() {
    on_each_database(|test| {
        let (path, _) = new_site(test, &json!({ "title": "Docs" }));
        let sites = format!("{}/sites", test.org());
        for (role, seen) in [(None, 0), (Some(Role::Read), 1), (Some(Role::Admin), 1)] {
            let (_, token) = test.new_member(&format!("{}@example.com", test.app.fresh_secret()), role);
            let member = test.caller(Some(&token));
            assert_eq!(member.get(&sites).ok()["count"], seen, "{role:?}");
            assert_eq!(member.get(&path).status == 200, seen == 1, "{role:?}");
        }
    });
}

#[test]
fn what_an_organization_shows_first_goes_with_the_site() {
    on_each_database(|test| {
        let admin = test.admin();
        let (path, made) = new_site(test, &json!({}));
        let first = json!({ "defaultContent": { "type": "site", "site": id_of(&made) } });
        admin.patch(&test.org(), &first).ok();
        admin.delete(&path).expect(204);
        assert!(admin.get(&test.org()).ok().get("defaultContent").is_none());
    });
}

#[test]
fn sites_of_one_title_are_made_at_once() {
    on_each_database(|test| {
        let sites = format!("{}/sites", test.org());
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| test.admin().post(&sites, &json!({ "title": "Docs", "spaces": "empty" })).created());
            }
        });
        let list = test.admin().get(&sites).ok();
        let mut names: Vec<_> = list["items"].as_array().unwrap().iter().map(|it| it["basename"].to_string()).collect();
        names.sort();
        assert_eq!(names, ["\"docs\"", "\"docs-1\"", "\"docs-2\"", "\"docs-3\""]);
    });
}

#[test]
fn a_space_says_where_it_is_published() {
    on_each_database(|test| {
        let admin = test.admin();
        let [a, b] = ["Guides", "French"].map(|title| new_space(test, title));
        let (site, _) = new_site(test, &json!({ "spaces": [a, b] }));
        let space = format!("/v1/spaces/{b}");
        assert!(admin.get(&space).ok()["urls"].get("published").is_none(), "the site is not live");
        let live = admin.post(&format!("{site}/publish"), &json!({})).ok();
        let address = format!("{}french", live["urls"]["published"].as_str().unwrap());
        assert_eq!(admin.get(&space).ok()["urls"]["published"], address);
        // Whoever sees the space and not the site does not learn of it.
        let (guest, token) = test.new_member("guest@example.com", None);
        let grant = json!({ "users": [guest.to_string()], "role": "read" });
        admin.post(&format!("{space}/permissions"), &grant).expect(204);
        assert!(test.caller(Some(&token)).get(&space).ok()["urls"].get("published").is_none());
    });
}

#[test]
fn the_key_of_a_share_link_is_in_the_addresses_of_who_names_it() {
    on_each_database(|test| {
        let admin = test.admin();
        let [a, b] = ["Guides", "French"].map(|title| new_space(test, title));
        let (site, _) = new_site(test, &json!({ "visibility": "share-link", "spaces": [a, b] }));
        admin.post(&format!("{site}/publish"), &json!({})).ok();
        let link = admin.post(&format!("{site}/share-links"), &json!({ "name": "Friends" })).created();
        let address = link["urls"]["published"].as_str().unwrap();
        let key = address.trim_end_matches('/').rsplit('/').next().unwrap();
        let variant = json!(format!("{address}french"));
        let all = |key: &str| {
            let get = |path: String| admin.get(&format!("{path}?shareKey={key}")).ok();
            let published = get(format!("{site}/published"));
            [
                get(format!("{site}/site-spaces"))["items"][1].clone(),
                get(format!("{site}/structure"))["structure"][1].clone(),
                published["structure"]["structure"][1].clone(),
                get(format!("/v1/spaces/{b}")),
            ]
        };
        for part in all(key) {
            assert_eq!(part["urls"]["published"], variant);
        }
        let old = json!({ "source": "/old", "destination": { "kind": "url", "url": "/french" } });
        admin.post(&format!("{site}/redirects"), &old).created();
        let target =
            |key: &str| admin.get(&format!("{site}/redirect?source=/old&shareKey={key}")).ok()["target"].clone();
        assert_eq!(target(key), variant);
        let whole = admin.get(&format!("{site}/published?shareKey={key}")).ok();
        assert_eq!(whole["site"]["urls"]["published"], address);
        admin.post(&format!("{site}/sections"), &json!({ "spaceId": new_space(test, "More") })).created();
        let sections = admin.get(&format!("{site}/sections?shareKey={key}")).ok();
        assert_eq!(sections["items"][1]["urls"]["published"], format!("{address}more"));
        admin.patch(&format!("{site}/share-links/{}", id_of(&link)), &json!({ "active": false })).ok();
        for key in [key, "wrong", ""] {
            assert!(!target(key).as_str().unwrap().contains("~s"), "{key}");
            for part in all(key) {
                assert!(part["urls"].get("published").is_none(), "{key}: {part}");
            }
        }
        admin.patch(&site, &json!({ "visibility": "public" })).ok();
        let open = admin.get(&format!("/v1/spaces/{b}?shareKey={key}")).ok();
        assert!(!open["urls"]["published"].as_str().unwrap().contains("~s"), "a public site needs no key");
    });
}
