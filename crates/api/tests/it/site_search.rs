//! Searching what is on a site: which of its spaces, what of them, and for whom.

use quire_model::roles::Role;
use quire_testkit::{Caller, Files, TestApp, on_each_database};
use serde_json::{Value, json};

use crate::sites::{id_of, new_site};

/// A new space with a page, and its identifier.
fn space(test: &TestApp, title: &str, files: &[(&str, &str)]) -> String {
    let path = test.new_space(title);
    test.import(&path, &Files::of(files));
    path.trim_start_matches("/v1/spaces/").to_owned()
}

const ANCHOR: &[(&str, &str)] = &[("a.md", "# Page\n\nAn anchor.\n")];

/// The titles of the spaces that are found, in their order.
fn titles(found: &Value) -> Vec<String> {
    let mut titles: Vec<_> =
        found["items"].as_array().unwrap().iter().map(|it| it["title"].as_str().unwrap().to_owned()).collect();
    titles.sort();
    titles
}

fn search(caller: &Caller<'_>, site: &str, scope: &Value) -> Vec<String> {
    let found = caller.post(&format!("{site}/search"), &json!({ "query": "anchor", "scope": scope })).ok();
    titles(&found)
}

/// A site with two sections, each with a variant in English and one in French; and its spaces on the site by title.
fn two_sections(test: &TestApp) -> (String, impl Fn(&str) -> String) {
    let (site, _) = new_site(test, &json!({}));
    let admin = test.admin();
    let mut ids = Vec::new();
    for section in ["Guides", "Reference"] {
        let mut of_section = None;
        for language in ["en", "fr"] {
            let title = format!("{section} {language}");
            let id = space(test, &title, ANCHOR);
            admin.patch(&format!("/v1/spaces/{id}"), &json!({ "language": language })).ok();
            let it = match &of_section {
                None => {
                    let made = admin.post(&format!("{site}/sections"), &json!({ "spaceId": id })).created();
                    of_section = Some(id_of(&made));
                    made["siteSpaces"][0].clone()
                }
                Some(section) => {
                    let body = json!({ "spaceId": id, "sectionId": section });
                    admin.post(&format!("{site}/site-spaces"), &body).created()
                }
            };
            ids.push((title, id_of(&it)));
        }
    }
    let id = move |title: &str| ids.iter().find(|(known, _)| known == title).unwrap().1.clone();
    (site, id)
}

#[test]
fn scopes_say_which_spaces_are_searched() {
    on_each_database(|test| {
        let (site, id) = two_sections(test);
        let admin = test.admin();
        let find = |scope: Value| search(&admin, &site, &scope);
        assert_eq!(find(json!({ "mode": "default" })), ["Guides en", "Reference en"]);
        let french = id("Guides fr");
        assert_eq!(
            find(json!({ "mode": "default", "currentSiteSpace": french })),
            ["Guides fr", "Reference fr"],
            "what is in the language of what is read"
        );
        assert_eq!(
            find(json!({ "mode": "default", "includedSiteSpaces": [french] })),
            ["Guides en", "Guides fr", "Reference en"]
        );
        assert_eq!(find(json!({ "mode": "specific", "siteSpaceIds": [french, french] })), ["Guides fr"]);
        assert_eq!(find(json!({ "mode": "all" })).len(), 4);
        let path = format!("{site}/search");
        let deprecated = |mut body: Value| {
            body["query"] = "anchor".into();
            titles(&admin.post(&path, &body).ok())
        };
        assert_eq!(deprecated(json!({ "siteSpaceIds": [french] })), ["Guides fr"]);
        assert_eq!(deprecated(json!({ "mode": "specific", "siteSpaceIds": [french] })), ["Guides fr"]);
        assert_eq!(deprecated(json!({ "mode": "current", "siteSpaceId": french })), ["Guides fr", "Reference fr"]);
        assert_eq!(deprecated(json!({ "mode": "all" })).len(), 4);
        for (status, mut body) in [
            (400, json!({})),
            (400, json!({ "scope": { "mode": "specific", "siteSpaceIds": [] } })),
            (400, json!({ "scope": { "mode": "elsewhere" } })),
            (400, json!({ "mode": "current" })),
            (404, json!({ "scope": { "mode": "specific", "siteSpaceIds": ["x"] } })),
            (404, json!({ "scope": { "mode": "default", "currentSiteSpace": test.first.organization.to_string() } })),
            (404, json!({ "scope": { "mode": "default", "includedSiteSpaces": ["x"] } })),
        ] {
            body["query"] = "anchor".into();
            admin.post(&path, &body).refused(status);
        }
        admin.post(&path, &json!({ "query": "x".repeat(513), "mode": "all" })).refused(400);
    });
}

#[test]
fn what_is_found_is_a_list_of_spaces() {
    on_each_database(|test| {
        let (site, _) = two_sections(test);
        let admin = test.admin();
        let body = json!({ "query": "anchor", "scope": { "mode": "all" } });
        let first = admin.post(&format!("{site}/search?limit=3"), &body).ok();
        assert_eq!((&first["count"], first["items"].as_array().unwrap().len()), (&json!(4), 3));
        let cursor = first["next"]["page"].as_str().unwrap();
        let second = admin.post(&format!("{site}/search?limit=3&page={cursor}"), &body).ok();
        assert_eq!(second["items"].as_array().unwrap().len(), 1);
        let other = json!({ "query": "anchor", "scope": { "mode": "default" } });
        admin.post(&format!("{site}/search?limit=3&page={cursor}"), &other).refused(400);
        let page = &first["items"][0]["pages"][0];
        assert_eq!((&page["title"], &page["path"]), (&json!("Page"), &json!("page")));
        assert_eq!(page["sections"][0]["body"], "An anchor.");
        let address = page["urls"]["app"].as_str().unwrap();
        assert_eq!(admin.get(&format!("/v1/urls/content?url={address}")).ok()["page"]["id"], page["id"]);
        let (empty, _) = new_site(test, &json!({}));
        for scope in [json!({ "mode": "default" }), json!({ "mode": "all" })] {
            assert_eq!(search(&admin, &empty, &scope), [""; 0]);
        }
    });
}

const ADAPTS: &[(&str, &str)] = &[
    ("a.md", "# Open\n\nAn anchor.\n"),
    ("b.md", "---\nif: visitor.claims.unsigned.vip\n---\n\n# Lounge\n\nAn anchor.\n"),
    ("c.md", "# Mixed\n\nA bollard.\n\n{% if visitor.claims.unsigned.vip %}\nA capstan and an anchor.\n{% endif %}\n"),
    ("d.md", "---\nhidden: true\n---\n\n# Corner\n\nAn anchor.\n"),
];

#[test]
fn of_spaces_that_somebody_may_not_read_they_find_what_everybody_sees() {
    on_each_database(|test| {
        let admin = test.admin();
        let closed = space(test, "Closed", ADAPTS);
        let (site, _) = new_site(test, &json!({ "spaces": [closed, space(test, "Free", ANCHOR)] }));
        admin.patch(&format!("/v1/spaces/{closed}"), &json!({ "defaultLevel": null })).ok();
        let (_, token) = test.new_member("reader@example.com", Some(Role::Read));
        let member = test.caller(Some(&token));
        member.get(&format!("/v1/spaces/{closed}")).refused(404);
        let found = |caller: &Caller<'_>, query: &str| {
            let body = json!({ "query": query, "scope": { "mode": "all" } });
            caller.post(&format!("{site}/search"), &body).ok()
        };
        let pages = |caller: &Caller<'_>, query: &str| {
            let found = found(caller, query);
            let closed = found["items"].as_array().unwrap().iter().find(|it| it["title"] == "Closed").cloned();
            let pages = closed.map(|it| it["pages"].as_array().unwrap().clone()).unwrap_or_default();
            let mut titles: Vec<_> = pages.iter().map(|page| page["title"].as_str().unwrap().to_owned()).collect();
            titles.sort();
            titles
        };
        assert_eq!(titles(&found(&member, "anchor")), ["Free"], "the site is not live");
        admin.post(&format!("{site}/publish"), &json!({})).ok();
        assert_eq!(pages(&member, "anchor"), ["Open"]);
        assert_eq!(pages(&member, "bollard"), ["Mixed"]);
        assert_eq!(found(&member, "capstan"), json!({ "items": [], "count": 0 }), "not even counted");
        assert_eq!(pages(&member, "bollard capstan"), pages(&member, "bollard unicorn"), "no difference is seen");
        assert_eq!(pages(&admin, "anchor"), ["Lounge", "Mixed", "Open"], "who may read the space finds all of it");
        let item = &found(&member, "bollard")["items"][0]["pages"][0];
        let address = item["urls"]["app"].as_str().unwrap();
        assert!(address.starts_with("http://quire.test/sites/") && address.ends_with("/mixed"), "{address}");
        admin.patch(&site, &json!({ "visibility": "visitor-auth" })).ok();
        assert_eq!(titles(&found(&member, "anchor")), ["Free"], "not everybody sees the site");
    });
}
