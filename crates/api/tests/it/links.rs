//! Links: where they lead, what leads where, and that neither is ever stale.

use quire_model::roles::Role;
use quire_testkit::{Files, TestApp, on_each_database, unzip};
use serde_json::{Value, json};

use crate::edits::{PIXELS, live, send};

/// A site of three pages, a picture and a reusable content.
fn docs(test: &TestApp) -> String {
    let space = live(test, &[]);
    let files: [(&str, &[u8]); 6] = [
        ("SUMMARY.md", b"# Table of contents\n\n* [Home](README.md)\n* [Rivers](guide/rivers.md)\n  * [Old bridges](guide/bridges.md)\n"),
        ("README.md", b"# Home\n\n[a](guide/rivers.md#spree) [b](missing.md)\n\n![c](.gitbook/assets/pixel.png)\n"),
        ("guide/rivers.md", b"# Rivers\n\n## Spree\n\n[a](bridges.md) [b](../README.md) [c](https://example.org/)\n\n{% include \"../.gitbook/includes/note.md\" %}\n"),
        ("guide/bridges.md", b"# Old bridges\n\n[a](./rivers.md)\n"),
        (".gitbook/includes/note.md", b"# Note\n\n[a](../../guide/bridges.md)\n"),
        (".gitbook/assets/pixel.png", PIXELS),
    ];
    test.import(&space, &Files::of(&files));
    space
}

fn links(test: &TestApp, place: &str) -> Value {
    test.admin().get(&format!("{place}/links")).ok()
}

/// A location in a few words.
fn told(location: &Value) -> String {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    match location["kind"].as_str().unwrap() {
        "page" => {
            let anchor = text(&location["internalLocation"]["anchor"]);
            format!(
                "{}{}",
                text(&location["page"]["path"]),
                if anchor.is_empty() { anchor } else { format!("#{anchor}") }
            )
        }
        "file" => text(&location["file"]["name"]),
        "reusable-content" => text(&location["reusableContent"]["title"]),
        "url" => text(&location["url"]),
        "space" => format!("space {}", text(&location["space"]["title"])),
        "collection" => format!("collection {}", text(&location["collection"]["title"])),
        "user" => format!("user {}", text(&location["user"]["displayName"])),
        other => panic!("{other}"),
    }
}

/// Each target with its status and where it is linked from, sorted.
fn list(links: &Value) -> Vec<String> {
    let mut list: Vec<String> = links["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| {
            let mut from: Vec<_> = item["locationReferences"].as_array().unwrap().iter().map(told).collect();
            from.sort();
            let needs = if item["relation"] == "dependsOn" { " needed" } else { "" };
            format!(
                "{}{needs} {} from {}",
                item["status"].as_str().unwrap(),
                told(&item["targetReference"]),
                from.join(", ")
            )
        })
        .collect();
    list.sort();
    list
}

fn broken(test: &TestApp, place: &str) -> Vec<String> {
    let found = test.admin().get(&format!("{place}/links?status=broken")).ok();
    list(&found).into_iter().map(|line| line.trim_start_matches("broken ").to_owned()).collect()
}

fn backlinks(test: &TestApp, place: &str) -> Vec<String> {
    let found = test.admin().get(&format!("{place}/backlinks")).ok();
    let mut all: Vec<_> = found["items"].as_array().unwrap().iter().map(told).collect();
    assert_eq!(found["count"], all.len());
    all.sort();
    all
}

fn id_of(test: &TestApp, line: &str, path: &str) -> String {
    let page = test.admin().get(&format!("{line}/content/path/{path}?format=markdown")).ok();
    page["id"].as_str().unwrap().to_owned()
}

fn propose(test: &TestApp, space: &str) -> String {
    let made = test.admin().post(&format!("{space}/change-requests"), &json!({ "subject": "x" })).created();
    format!("{space}/change-requests/{}", made["id"].as_str().unwrap())
}

fn edit(test: &TestApp, line: &str, change: &Value) -> Value {
    send(test, line, &json!([change])).ok()
}

fn write(test: &TestApp, line: &str, page: &str, markdown: &str) {
    edit(test, line, &json!({ "operation": "update_page", "page": page, "document": { "markdown": markdown } }));
}

#[test]
fn links_say_where_they_lead() {
    on_each_database(|test| {
        let space = docs(test);
        let found = links(test, &space);
        assert_eq!(
            list(&found),
            [
                "broken /missing.md from home",
                "ok home from rivers",
                "ok https://example.org/ from rivers",
                "ok needed Note from rivers",
                "ok pixel.png from home",
                "ok rivers from rivers/old-bridges",
                "ok rivers#spree from home",
                "ok rivers/old-bridges from Note, rivers",
            ]
        );
        assert_eq!(found["stats"], json!({ "total": 8, "broken": { "total": 1 } }));
        let rivers = id_of(test, &space, "rivers");
        let of_page = links(test, &format!("{space}/content/page/{rivers}"));
        assert_eq!(of_page["stats"]["total"], 4);
        assert!(list(&of_page).iter().all(|line| line.ends_with(" from rivers")));
        assert_eq!(backlinks(test, &format!("{space}/content/page/{rivers}")), ["home", "rivers/old-bridges"]);
        let file = test.admin().get(&format!("{space}/content/files")).ok()["items"][0]["id"].clone();
        assert_eq!(backlinks(test, &format!("{space}/content/files/{}", file.as_str().unwrap())), ["home"]);
        let note = test.admin().get(&format!("{space}/content")).ok()["reusableContents"][0]["id"].clone();
        let note = note.as_str().unwrap();
        assert_eq!(backlinks(test, &format!("{space}/content/reusable-contents/{note}")), ["rivers"]);
        test.admin().get(&format!("{space}/content/reusable-contents/{rivers}/backlinks")).refused(404);

        let first = test.admin().get(&format!("{space}/links?limit=3")).ok();
        let next = first["next"]["page"].as_str().unwrap();
        let second = test.admin().get(&format!("{space}/links?limit=5&page={next}")).ok();
        assert_eq!((&first["count"], first["items"][0]["status"].as_str()), (&json!(8), Some("broken")));
        assert!(second.get("next").is_none());
        let both: Vec<_> = [&first, &second].into_iter().flat_map(list).collect();
        assert_eq!(both.len(), 8);
        test.admin().get(&format!("{space}/links?status=odd")).refused(400);
        test.admin().get(&format!("{space}/content/page/{}/links", file.as_str().unwrap())).refused(404);
        test.admin().get(&format!("{space}/content/page/{}/backlinks", file.as_str().unwrap())).refused(404);
    });
}

#[test]
fn a_target_that_goes_breaks_its_links_at_once_and_heals_them_when_it_is_back() {
    on_each_database(|test| {
        let space = docs(test);
        let before = test.admin().get(&space).ok()["revision"].clone();
        let bridges = id_of(test, &space, "rivers/old-bridges");
        edit(test, &space, &json!({ "operation": "delete_page", "page": bridges }));
        let gone = ["/guide/bridges.md from Note, rivers", "/missing.md from home"];
        assert_eq!(broken(test, &space), gone);
        test.admin().get(&format!("{space}/content/page/{bridges}/backlinks")).refused(404);
        assert_eq!(broken(test, &format!("{space}/revisions/{}", before.as_str().unwrap())), [gone[1]]);

        edit(test, &space, &json!({ "operation": "revert_page", "page": bridges, "revision": before }));
        assert_eq!(broken(test, &space), [gone[1]]);
        edit(test, &space, &json!({ "operation": "delete_page", "page": bridges }));
        assert_eq!(broken(test, &space), gone);
        test.admin().post(&format!("{space}/revisions/{}/rollback", before.as_str().unwrap()), &json!({})).ok();
        assert_eq!(broken(test, &space), [gone[1]]);
        let place = format!("{space}/content/page/{bridges}");
        assert_eq!(backlinks(test, &place), ["Note", "rivers"]);
        // Another heading, and the link to the old one is broken.
        write(test, &space, &id_of(test, &space, "rivers"), "# Rivers\n\n## Havel\n");
        assert_eq!(broken(test, &space), ["/missing.md from home", "rivers#spree from home"]);
    });
}

#[test]
fn links_survive_moves_and_renames() {
    on_each_database(|test| {
        let space = docs(test);
        let (rivers, bridges) = (id_of(test, &space, "rivers"), id_of(test, &space, "rivers/old-bridges"));
        edit(test, &space, &json!({ "operation": "update_page", "page": bridges, "into": null, "slug": "arches" }));
        edit(test, &space, &json!({ "operation": "update_page", "page": rivers, "title": "Waters", "slug": "waters" }));
        assert_eq!(broken(test, &space), ["/missing.md from home"]);
        assert_eq!(backlinks(test, &format!("{space}/content/page/{bridges}")), ["Note", "waters"]);
        assert_eq!(backlinks(test, &format!("{space}/content/page/{rivers}")), ["arches", "home"]);
        // What was written through the API points by identifier.
        let new = edit(
            test,
            &space,
            &json!({ "operation": "insert_page", "title": "New", "into": rivers, "document": { "markdown":
            format!("# New\n\n[a](/pages/{bridges}) [b](guide/bridges.md) [c](http://quire.test{space}/content/page/{bridges})") } }),
        );
        let new = new["changes"][0]["page"].as_str().map_or_else(|| id_of(test, &space, "waters/new"), str::to_owned);
        edit(test, &space, &json!({ "operation": "update_page", "page": new, "into": bridges }));
        let of_page = links(test, &format!("{space}/content/page/{new}"));
        assert_eq!(list(&of_page), ["ok arches from arches/new"]);
        assert_eq!(backlinks(test, &format!("{space}/content/page/{bridges}")), ["Note", "arches/new", "waters"]);
    });
}

#[test]
fn change_requests_have_links_of_their_own() {
    on_each_database(|test| {
        let space = docs(test);
        let proposal = propose(test, &space);
        let (home, bridges) = (id_of(test, &space, "home"), id_of(test, &space, "rivers/old-bridges"));
        edit(test, &proposal, &json!({ "operation": "delete_page", "page": bridges }));
        write(test, &proposal, &home, "# Home\n\n[b](missing.md) [c](/pages/none) [d](guide/rivers.md#nothing)\n");
        let found = links(test, &proposal);
        assert_eq!(found["stats"]["broken"], json!({ "total": 4, "changeRequest": 3 }));
        let own = test.admin().get(&format!("{proposal}/links?brokenContext=change-request&status=broken")).ok();
        assert_eq!(
            list(&own),
            [
                "broken /guide/bridges.md from Note, rivers",
                "broken /pages/none from home",
                "broken rivers#nothing from home",
            ]
        );
        let old = test.admin().get(&format!("{proposal}/links?brokenContext=space&status=broken")).ok();
        assert_eq!(list(&old), ["broken /missing.md from home"]);
        let context = &own["items"][0]["locationReferences"][0]["versionContext"];
        assert_eq!(context["type"], "changeRequest");
        assert_eq!(broken(test, &space), ["/missing.md from home"]);

        test.admin().post(&format!("{proposal}/merge"), &json!({})).ok();
        assert_eq!(broken(test, &space).len(), 4);
        let of_change_request = links(test, &proposal);
        assert_eq!(of_change_request["stats"]["broken"], json!({ "total": 4, "changeRequest": 0 }));
    });
}

#[test]
fn links_lead_to_other_spaces_that_one_may_read() {
    on_each_database(|test| {
        let (here, there) = (docs(test), docs(test));
        let admin = test.admin();
        let collection = admin.post(&format!("{}/collections", test.org()), &json!({ "title": "Shelf" })).created();
        let collection = collection["id"].as_str().unwrap();
        let (user, reader) = test.new_member("reader@example.com", Some(Role::Read));
        let home = id_of(test, &here, "home");
        let rivers = id_of(test, &there, "rivers");
        let key = there.trim_start_matches("/v1/spaces/");
        let url = "http://quire.test";
        write(
            test,
            &here,
            &home,
            &format!(
                "# Home\n\n[a]({url}{there}/content/page/{rivers}) [b](https://app.gitbook.com/s/{key}/rivers/old-bridges) \
             [c](quire:space/{key}/page/none) [d]({url}{there}) [e](https://app.gitbook.com/account) \
             [f](quire:collection/{collection}) [g](quire:user/{user}) [h](https://app.gitbook.com/s/xyz/a) [i]({url}/v1/orgs)"
            ),
        );
        let place = format!("{here}/content/page/{home}");
        assert_eq!(
            list(&links(test, &place)),
            [
                format!("broken {url}{there}/content/page/none from home"),
                "in-app http://quire.test/v1/orgs from home".to_owned(),
                "in-app https://app.gitbook.com/account from home".to_owned(),
                "in-app https://app.gitbook.com/s/xyz/a from home".to_owned(),
                "ok collection Shelf from home".to_owned(),
                "ok rivers from home".to_owned(),
                "ok rivers/old-bridges from home".to_owned(),
                "ok space Live from home".to_owned(),
                "ok user reader from home".to_owned(),
            ]
        );
        assert_eq!(backlinks(test, &format!("{there}/content/page/{rivers}")), ["home", "home", "rivers/old-bridges"]);
        let bridges = id_of(test, &there, "rivers/old-bridges");
        assert_eq!(backlinks(test, &format!("{there}/content/page/{bridges}")), ["Note", "home", "rivers"]);

        // To those who may not read it, it is like one that is not there.
        admin.patch(&there, &json!({ "defaultLevel": null })).ok();
        let reader = test.caller(Some(&reader));
        let seen = list(&reader.get(&format!("{place}/links")).ok());
        assert!(
            seen.iter()
                .all(|line| !line.contains("bridges from") || line.starts_with("in-app https://app.gitbook.com/s/"))
        );
        assert!(seen.contains(&format!("in-app {url}{there}/content/page/{rivers} from home")), "{seen:?}");
        assert!(seen.contains(&format!("in-app {url}{there}/content/page/none from home")), "{seen:?}");
        reader.get(&format!("{there}/content/page/{rivers}/backlinks")).refused(404);
        admin.patch(&there, &json!({ "defaultLevel": "read" })).ok();
        admin.patch(&here, &json!({ "defaultLevel": null })).ok();
        let seen = reader.get(&format!("{there}/content/page/{rivers}/backlinks")).ok();
        assert_eq!(
            seen["items"].as_array().unwrap().iter().map(told).collect::<Vec<_>>(),
            ["home", "rivers/old-bridges"]
        );

        // Links that are gone lead nowhere, whatever spaces they named.
        write(test, &here, &home, "# Home\n");
        assert_eq!(backlinks(test, &format!("{there}/content/page/{rivers}")), ["home", "rivers/old-bridges"]);
    });
}

#[test]
fn copies_and_imports_have_links() {
    on_each_database(|test| {
        let space = docs(test);
        let other = docs(test);
        let key = other.trim_start_matches("/v1/spaces/");
        let home = id_of(test, &space, "home");
        write(test, &space, &home, &format!("# Home\n\n[a](missing.md) [b](https://app.gitbook.com/s/{key}/rivers)"));
        let copy = test.admin().post(&format!("{space}/duplicate"), &json!({})).created();
        let copy = format!("/v1/spaces/{}", copy["id"].as_str().unwrap());
        assert_eq!(list(&links(test, &copy)), list(&links(test, &space)));
        let rivers = id_of(test, &other, "rivers");
        assert_eq!(
            backlinks(test, &format!("{other}/content/page/{rivers}")),
            ["home", "home", "home", "rivers/old-bridges"]
        );
        edit(test, &copy, &json!({ "operation": "delete_page", "page": id_of(test, &copy, "rivers") }));
        assert_eq!(broken(test, &copy).len(), 2);
        assert_eq!(broken(test, &space), ["/missing.md from home"]);
        // What is not there any more after an import leaves its links.
        let fresh = docs(test);
        test.import(&fresh, &Files::of(&[("README.md", "# Home\n\n[a](b.md)\n"), ("b.md", "# B\n")]));
        assert_eq!(list(&links(test, &fresh)), ["ok b from home"]);
        let template = test.new_space("Sample");
        test.admin().post(&format!("{template}/content/template"), &json!({ "id": "product-docs" })).expect(204);
        assert!(links(test, &template)["stats"]["total"].as_u64().unwrap() > 0);
        assert_eq!(links(test, &template)["stats"]["broken"]["total"], 0);
    });
}

#[test]
fn old_paths_lead_to_their_pages() {
    on_each_database(|test| {
        let space = docs(test);
        let admin = test.admin();
        let (rivers, bridges) = (id_of(test, &space, "rivers"), id_of(test, &space, "rivers/old-bridges"));
        edit(test, &space, &json!({ "operation": "update_page", "page": rivers, "slug": "waters" }));
        let leads = |path: &str| {
            let answer = admin.get(&format!("{space}/content/path/{path}?format=markdown"));
            assert_eq!(answer.status.as_u16(), 307, "{path}");
            answer.header("location").to_owned()
        };
        let to = |path: &str| format!("{space}/content/path/{path}?format=markdown");
        assert_eq!(leads("rivers"), to("waters"));
        assert_eq!(leads("rivers/old-bridges"), to("waters/old%2Dbridges"));
        assert_eq!(admin.get(&leads("rivers/old-bridges")).ok()["id"], bridges);
        edit(test, &space, &json!({ "operation": "update_page", "page": bridges, "into": null }));
        assert_eq!(leads("rivers/old-bridges"), to("old%2Dbridges"));
        assert_eq!(leads("waters/old-bridges"), to("old%2Dbridges"));

        // A page that is there comes first.
        let body = json!({ "operation": "insert_page", "title": "Rivers", "document": { "markdown": "new" } });
        edit(test, &space, &body);
        assert_eq!(admin.get(&format!("{space}/content/path/rivers")).ok()["title"], "Rivers");
        assert_ne!(id_of(test, &space, "rivers"), rivers);
        // Of two pages that had a path, the last one has it.
        edit(
            test,
            &space,
            &json!({ "operation": "update_page", "page": id_of(test, &space, "rivers"), "slug": "streams" }),
        );
        assert_eq!(leads("rivers"), to("streams"));
        // Change requests know the main content's old paths; what moves in them alone leaves none.
        let proposal = propose(test, &space);
        edit(test, &proposal, &json!({ "operation": "update_page", "page": rivers, "slug": "lakes" }));
        let moved = admin.get(&format!("{proposal}/content/path/rivers/old-bridges"));
        assert_eq!(moved.header("location"), format!("{proposal}/content/path/old%2Dbridges"));
        admin.get(&format!("{space}/content/path/lakes")).refused(404);
        admin.post(&format!("{proposal}/merge"), &json!({})).ok();
        assert_eq!(leads("waters"), to("lakes"));
        // A page that is gone has no path, and has its old ones again when it is back.
        let head = admin.get(&space).ok()["revision"].clone();
        edit(test, &space, &json!({ "operation": "delete_page", "page": rivers }));
        admin.get(&format!("{space}/content/path/waters")).refused(404);
        edit(test, &space, &json!({ "operation": "revert_page", "page": rivers, "revision": head }));
        assert_eq!(leads("waters"), to("lakes"));
        let revision = format!("{space}/revisions/{}/path/waters", head.as_str().unwrap());
        admin.get(&revision).refused(404);
    });
}

#[test]
fn an_export_has_relative_paths() {
    on_each_database(|test| {
        let space = docs(test);
        let (rivers, bridges) = (id_of(test, &space, "rivers"), id_of(test, &space, "rivers/old-bridges"));
        let file = test.admin().get(&format!("{space}/content/files")).ok()["items"][0]["id"].clone();
        let text =
            format!("# New\n\n[a](/pages/{bridges}#x) [b](guide/rivers.md) ![c](/files/{})\n", file.as_str().unwrap());
        edit(
            test,
            &space,
            &json!({ "operation": "insert_page", "title": "New", "into": rivers, "document": { "markdown": text } }),
        );
        let zip = test.admin().get(&format!("{space}/content/export"));
        let files = unzip(&zip.body);
        assert_eq!(
            String::from_utf8_lossy(&files["rivers/new.md"]),
            "# New\n\n[a](../guide/bridges.md#x) [b](../guide/rivers.md) ![c](../.gitbook/assets/pixel.png)\n"
        );
        assert_eq!(files["guide/bridges.md"], b"# Old bridges\n\n[a](./rivers.md)\n");
    });
}
