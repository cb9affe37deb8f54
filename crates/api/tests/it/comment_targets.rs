//! What comments are about is found again after edits, imports and transfers, or shown as it was.

use std::time::Duration;

use quire_testkit::{Files, TestApp, on_each_database};
use serde_json::{Value, json};

const TABLE: &str = "| Name | Size |\n|---|---|\n| apple | small |\n| melon | large |\n";

fn home(rows: &str) -> String {
    format!("# Home\n\nBefore it.\n\n{rows}\n\nAfter it.\n\n* first item of all\n* second item of all\n\n{TABLE}")
}

const ROWS: &str = "The server keeps its rows in a database and its blobs in a directory.";

/// Makes the content of a space or a change request these two pages.
fn write(test: &TestApp, place: &str, home: &str) {
    test.import(place, &Files::of(&[("home.md", home), ("other.md", "# Other\n\nNothing here.\n")]));
}

/// A space, and a change request that was made of it.
fn setting(test: &TestApp) -> [String; 2] {
    let space = test.new_space("Talk");
    write(test, &space, &home(ROWS));
    let made = test.admin().post(&format!("{space}/change-requests"), &json!({ "subject": "x" })).created();
    let proposal = format!("{space}/change-requests/{}", made["id"].as_str().unwrap());
    [space, proposal]
}

fn page(test: &TestApp, place: &str) -> Value {
    test.admin().get(&format!("{place}/content/path/home")).ok()
}

/// The key of the innermost block that says this.
fn key_of(blocks: &Value, text: &str) -> Option<String> {
    blocks.as_array()?.iter().find_map(|block| {
        let inner = key_of(&block["nodes"], text);
        let says = || block["nodes"].to_string().contains(text) && block["object"] == "block";
        inner.or_else(|| says().then(|| block["key"].as_str().unwrap().to_owned()))
    })
}

fn node(page: &Value, text: &str) -> String {
    key_of(&page["document"]["nodes"], text).unwrap()
}

/// Comments on a block of the page; the path of the comment.
fn comment_on(test: &TestApp, place: &str, text: &str) -> String {
    let page = page(test, place);
    let body = json!({ "body": { "markdown": "Really?" }, "page": page["id"], "node": node(&page, text) });
    let posted = test.admin().post(&format!("{place}/comments"), &body).ok();
    assert_eq!(posted["target"]["node"], json!({ "id": body["node"], "preview": text }));
    assert_eq!(posted["target"]["page"]["outdated"], false);
    format!("{place}/comments/{}", posted["id"].as_str().unwrap())
}

fn target(test: &TestApp, comment: &str) -> Value {
    test.admin().get(comment).ok()["target"].clone()
}

#[test]
fn a_block_is_found_after_edits_or_shown_as_it_was() {
    on_each_database(|test| {
        for place in setting(test) {
            let comment = comment_on(test, &place, ROWS);
            let first = target(test, &comment);
            let edited = "The server now keeps all rows in PostgreSQL and its blobs in a bucket.";
            write(test, &place, &format!("# Home\n\nNew.\n\n> {edited}\n\nAfter it.\n"));
            let now = target(test, &comment);
            let shown = page(test, &place);
            assert_eq!(now["node"], json!({ "id": node(&shown, edited), "preview": edited }));
            assert_eq!((&now["page"]["outdated"], &now["page"]["path"]), (&json!(false), &json!("home")));
            assert_ne!(now["revision"], first["revision"]);

            write(test, &place, "# Home\n\nSomething else altogether.\n");
            let gone = target(test, &comment);
            assert_eq!((&gone["page"]["outdated"], &gone["node"]), (&json!(true), &first["node"]));
            assert_eq!(gone["revision"], first["revision"]);
            assert_eq!(gone["page"]["title"], "Home");

            // The whole page, too; the thread stays, with what it was about.
            test.import(&place, &Files::of(&[("other.md", "# Other\n")]));
            assert_eq!(target(test, &comment), gone);
            let listed =
                test.admin().get(&format!("{place}/comments?targetPage={}", shown["id"].as_str().unwrap())).ok();
            assert_eq!(listed["items"][0]["target"], gone);

            // What comes back is found again, wherever it stands.
            write(test, &place, &format!("# Home\n\n{ROWS}\n"));
            if page(test, &place)["id"] == shown["id"] {
                assert_eq!(target(test, &comment)["page"]["outdated"], false);
            }
        }
    });
}

#[test]
fn a_page_without_a_block_is_a_target_too() {
    on_each_database(|test| {
        for place in setting(test) {
            let page = page(test, &place);
            let body = json!({ "body": { "markdown": "x" }, "page": page["id"] });
            let posted = test.admin().post(&format!("{place}/comments"), &body).ok();
            let path = format!("{place}/comments/{}", posted["id"].as_str().unwrap());
            for field in ["id", "title", "createdAt", "updatedAt", "path"] {
                assert_eq!(posted["target"]["page"][field], page[field], "{field}");
            }
            assert!(posted["target"].get("node").is_none());
            write(test, &place, "# Home\n\nSomething else altogether.\n");
            assert_eq!(target(test, &path)["page"]["outdated"], false);
            test.import(&place, &Files::of(&[("other.md", "# Other\n")]));
            let gone = target(test, &path);
            assert_eq!((&gone["page"]["outdated"], &gone["page"]["title"]), (&json!(true), &json!("Home")));
        }
    });
}

#[test]
fn a_cell_is_found_in_its_row_and_column() {
    on_each_database(|test| {
        for place in setting(test) {
            let page = page(test, &place);
            let table = page["document"]["nodes"].as_array().unwrap().iter().find(|it| it["type"] == "table").unwrap();
            let fragment = table["fragments"].as_array().unwrap().iter().find(|it| it.to_string().contains("large"));
            let name = fragment.unwrap()["fragment"].as_str().unwrap();
            let (record, definition) = name.split_once('-').unwrap();
            let cell = json!({ "record": record, "definition": definition });
            let comments = format!("{place}/comments");
            let body = |table: &Value, cell: &Value| json!({ "body": { "markdown": "x" }, "page": page["id"], "node": table["key"], "tableCell": cell });
            let posted = test.admin().post(&comments, &body(table, &cell)).ok();
            assert_eq!(posted["target"]["tableCell"], cell);
            assert_eq!(posted["target"]["node"], json!({ "id": table["key"], "preview": "large" }));
            let path = format!("{comments}/{}", posted["id"].as_str().unwrap());
            write(
                test,
                &place,
                "# Home\n\n| Name | Colour | Size |\n|---|---|---|\n| melon | green | huge |\n| apple | red | small |\n",
            );
            let moved = target(test, &path);
            assert_eq!((&moved["node"]["preview"], &moved["page"]["outdated"]), (&json!("huge"), &json!(false)));
            write(test, &place, "# Home\n\n| Name |\n|---|\n| apple |\n| melon |\n");
            let gone = target(test, &path);
            assert_eq!((&gone["tableCell"], &gone["node"]["preview"]), (&cell, &json!("large")));
            assert_eq!(gone["page"]["outdated"], true);
        }
    });
}

#[test]
fn what_is_not_there_can_not_be_talked_about() {
    on_each_database(|test| {
        let [space, _] = setting(test);
        let page = page(test, &space);
        let comments = format!("{space}/comments");
        let post = |about: Value| {
            let mut body = json!({ "body": { "markdown": "x" } });
            body.as_object_mut().unwrap().extend(about.as_object().unwrap().clone());
            test.admin().post(&comments, &body)
        };
        let (id, key) = (page["id"].clone(), node(&page, ROWS));
        let cell = json!({ "record": "x", "definition": "c0000" });
        post(json!({ "page": "nothing" })).refused(404);
        post(json!({ "page": test.first.user.to_string() })).refused(404);
        post(json!({ "page": id, "node": "nothing" })).refused(404);
        post(json!({ "node": key })).refused(400);
        post(json!({ "page": id, "tableCell": cell })).refused(400);
        post(json!({ "page": id, "node": key, "tableCell": cell })).refused(404);
        post(json!({ "page": id, "node": key, "tableCell": {} })).refused(400);
        post(json!({ "page": id, "node": 1 })).refused(400);
        assert_eq!(test.admin().get(&comments).ok()["count"], 0);
    });
}

#[test]
fn no_thread_is_lost_whatever_happens_to_the_content() {
    on_each_database(|test| {
        let [space, proposal] = setting(test);
        let texts = [ROWS, "Before it.", "After it.", "first item of all", "second item of all"];
        let main: Vec<_> = texts.iter().map(|text| comment_on(test, &space, text)).collect();
        let proposed: Vec<_> = texts.iter().map(|text| comment_on(test, &proposal, text)).collect();
        let versions = [
            home("Other words entirely."),
            "# Home\n".to_owned(),
            home("The server keeps rows and blobs."),
            String::new(),
            format!("# House\n\n{}", home(ROWS).replace("item", "thing")),
        ];
        for version in versions {
            for (place, comments) in [(&space, &main), (&proposal, &proposed)] {
                write(test, place, &version);
                let listed = test.admin().get(&format!("{place}/comments")).ok();
                assert_eq!(listed["items"].as_array().unwrap().len(), texts.len());
                for comment in comments {
                    let target = target(test, comment);
                    assert!(target["node"]["preview"].is_string() && target["page"]["id"].is_string());
                }
            }
        }
        let found = main.iter().filter(|comment| target(test, comment)["page"]["outdated"] == false).count();
        assert_eq!(found, texts.len());
    });
}

#[test]
fn a_merge_takes_the_blocks_along_and_leaves_the_threads_where_they_are() {
    on_each_database(|test| {
        let admin = test.admin();
        let [space, proposal] = setting(test);
        let (on_main, on_proposal) = (comment_on(test, &space, ROWS), comment_on(test, &proposal, ROWS));
        let edited = "The server keeps all of its rows in PostgreSQL, and blobs in a directory.";
        write(test, &proposal, &home(edited));
        assert_eq!(target(test, &on_main)["node"]["preview"], ROWS);
        let merged = admin.post(&format!("{proposal}/merge"), &json!({})).ok();
        assert_eq!(merged["result"], "merge");
        for (place, comment) in [(&space, &on_main), (&proposal, &on_proposal)] {
            let found = target(test, comment);
            let key = node(&page(test, place), edited);
            assert_eq!(found["node"], json!({ "id": key, "preview": edited }));
            assert_eq!(found["page"]["outdated"], false);
            assert_eq!(admin.get(place).ok()["comments"], 1);
        }
        // What was merged can still be talked about.
        admin.post(&format!("{on_proposal}/replies"), &json!({ "body": { "markdown": "y" } })).ok();
        admin.put(&on_proposal, &json!({ "resolved": true })).ok();
        assert_eq!(admin.get(&proposal).ok()["comments"], 0);
    });
}

#[test]
fn comments_go_where_their_space_goes() {
    on_each_database(|test| {
        let admin = test.admin();
        let [space, proposal] = setting(test);
        let mut before = Vec::new();
        for place in [&space, &proposal] {
            let comment = comment_on(test, place, ROWS);
            admin.post(&format!("{comment}/replies"), &json!({ "body": { "markdown": "y" } })).ok();
            before.push(admin.put(&comment, &json!({ "addedReactions": ["👍"] })).ok());
        }
        let copy = admin.post(&format!("{space}/duplicate"), &json!({})).created();
        assert_eq!(copy["comments"], 0);
        let copied = format!("/v1/spaces/{}/comments", copy["id"].as_str().unwrap());
        assert_eq!(admin.get(&copied).ok()["count"], 0);

        let other = admin.post("/v1/orgs", &json!({ "title": "Other" })).created();
        admin.post(&format!("{space}/transfer"), &json!({ "organization": other["id"] })).ok();
        test.clock.pass(Duration::from_hours(48));
        test.run_jobs();
        for (place, before) in [&space, &proposal].into_iter().zip(before) {
            let listed = admin.get(&format!("{place}/comments")).ok();
            assert_eq!((&listed["count"], &listed["items"][0]), (&json!(1), &before));
            assert_eq!(admin.get(place).ok()["comments"], 1);
            let comment = format!("{place}/comments/{}", before["id"].as_str().unwrap());
            assert_eq!(admin.get(&format!("{comment}/replies")).ok()["count"], 1);
            assert_eq!(admin.get(&format!("{place}/commenters")).ok()["count"], 1);
        }
        let comments = format!("{space}/comments");
        admin.delete(&space).expect(204);
        admin.get(&comments).refused(404);
        admin.post(&format!("{space}/restore"), &json!({})).ok();
        assert_eq!(admin.get(&comments).ok()["count"], 1);
        admin.delete(&space).expect(204);
        test.clock.pass(Duration::from_hours(8 * 24));
        test.run_jobs();
        admin.get(&comments).refused(404);
    });
}
