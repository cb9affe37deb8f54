//! Writing content: what each operation does, what is refused and how, calls that are made twice or at the same time.

use axum::body::Body;
use axum::http::Method;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use quire_app::content::commit::Target;
use quire_app::content::edits::{Conditions, Edit, InsertPage, Key, NewPage, Text};
use quire_content::edit::{Attributes, Patch};
use quire_content::hash::Hash;
use quire_model::ids::SpaceId;
use quire_testkit::{Answer, Files, TestApp, on_each_database};
use serde_json::{Value, json};

/// A PNG of two pixels by one.
pub(crate) const PIXELS: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x02\0\0\0\x01\x08\x02\0\0\0";

/// A new space that may be edited live, with these files.
pub(crate) fn live(test: &TestApp, files: &[(&str, &str)]) -> String {
    let body = json!({ "title": "Live", "editMode": "live" });
    let made = test.admin().post(&format!("{}/spaces", test.org()), &body).created();
    let space = format!("/v1/spaces/{}", made["id"].as_str().unwrap());
    if !files.is_empty() {
        test.import(&space, &Files::of(files));
    }
    space
}

fn propose(test: &TestApp, space: &str) -> String {
    let made = test.admin().post(&format!("{space}/change-requests"), &json!({ "subject": "x" })).created();
    format!("{space}/change-requests/{}", made["number"])
}

pub(crate) fn send(test: &TestApp, line: &str, changes: &Value) -> Answer {
    test.admin().post(&format!("{line}/content?compat=false"), &json!({ "changes": changes }))
}

fn done(test: &TestApp, line: &str, changes: &Value) -> Value {
    send(test, line, changes).ok()
}

fn refused(test: &TestApp, line: &str, status: u16, change: &Value) -> String {
    let answer = send(test, line, &json!([change]));
    assert_eq!(answer.status.as_u16(), status, "{change}");
    answer.refused(status)
}

pub(crate) fn with(test: &TestApp, line: &str, headers: &[(&str, &str)], changes: &Value) -> Answer {
    let mut all = vec![("content-type", "application/json")];
    all.extend_from_slice(headers);
    let body = Body::from(json!({ "changes": changes }).to_string());
    test.admin().send(&Method::POST, &format!("{line}/content?compat=false"), &all, body)
}

/// The paths of all pages, in order.
fn paths(test: &TestApp, line: &str) -> Vec<String> {
    fn walk(pages: &Value, into: &mut Vec<String>) {
        for page in pages.as_array().unwrap() {
            into.push(page["path"].as_str().unwrap().to_owned());
            walk(&page["pages"], into);
        }
    }
    let mut all = Vec::new();
    walk(&test.admin().get(&format!("{line}/content/pages")).ok()["pages"], &mut all);
    all
}

fn markdown(test: &TestApp, line: &str, path: &str) -> String {
    let page = test.admin().get(&format!("{line}/content/path/{path}?format=markdown")).ok();
    page["markdown"].as_str().unwrap().to_owned()
}

fn page(test: &TestApp, line: &str, path: &str) -> Value {
    test.admin().get(&format!("{line}/content/path/{path}?format=markdown")).ok()
}

fn id_of(test: &TestApp, line: &str, path: &str) -> String {
    page(test, line, path)["id"].as_str().unwrap().to_owned()
}

fn insert(title: &str) -> Value {
    json!({ "operation": "insert_page", "title": title })
}

#[test]
fn pages_of_all_kinds_are_inserted_where_they_shall_be() {
    on_each_database(|test| {
        for line in [live(test, &[]), propose(test, &test.new_space("Docs"))] {
            let outcome = done(
                test,
                &line,
                &json!([
                    { "operation": "insert_page", "ref": "guides", "type": "group", "title": "Guides" },
                    { "operation": "insert_page", "ref": "start", "into": "guides", "emoji": "1f680",
                      "document": { "markdown": "# Start\n\nHello, *you*.\n" } },
                    { "operation": "insert_page", "title": "First", "into": "guides", "at": 0, "icon": "bolt",
                      "description": "The first one.", "hidden": true, "noIndex": true, "noRobotsIndex": true,
                      "condition": "visitor.claims.staff", "variables": { "a": "b", "n": 1.5, "yes": true },
                      "layout": { "width": "wide", "outline": false, "coverSize": "full" },
                      "cover": { "ref": { "kind": "url", "url": "https://example.org/x.png" }, "yPos": -3 } },
                    { "operation": "insert_page", "type": "link", "title": "Elsewhere", "slug": "out",
                      "target": { "kind": "url", "url": "https://example.org/" } },
                ]),
            );
            assert_eq!(outcome["changed"], true);
            assert_eq!(outcome["insertedPages"][1]["ref"], "start");
            let told = outcome["changes"].as_array().unwrap();
            assert!(told.len() == 4 && told.iter().all(|change| change["type"] == "page_created"), "{told:?}");
            assert_eq!(paths(test, &line), ["guides", "guides/first", "guides/start", "out"]);
            assert_eq!(outcome["insertedPages"][1]["id"], id_of(test, &line, "guides/start"));
            assert!(markdown(test, &line, "guides/start").ends_with("# Start\n\nHello, *you*.\n"));
            let first = page(test, &line, "guides/first");
            assert_eq!((&first["title"], &first["icon"]), (&"First".into(), &"bolt".into()));
            assert_eq!(first["description"], "The first one.");
            assert_eq!([&first["hidden"], &first["noIndex"], &first["noRobotsIndex"]], [&json!(true); 3]);
            assert_eq!(first["condition"], "visitor.claims.staff");
            assert_eq!(first["variables"], json!({ "a": "b", "n": 1.5, "yes": true }));
            assert_eq!((&first["layout"]["width"], &first["layout"]["outline"]), (&"wide".into(), &false.into()));
            assert_eq!(first["cover"]["ref"]["url"], "https://example.org/x.png");
            assert_eq!(first["cover"]["yPos"], -3.0);
            let link = page(test, &line, "out");
            assert_eq!((&link["type"], &link["target"]["url"]), (&"link".into(), &"https://example.org/".into()));
        }
    });
}

#[test]
fn a_page_is_changed_moved_and_deleted_and_nothing_else() {
    on_each_database(|test| {
        let space = live(
            test,
            &[
                ("SUMMARY.md", "* [A](a.md)\n  * [B](b.md)\n* [C](c.md)\n"),
                ("a.md", "---\nx: 1 # kept\n---\n# A\n\none  \ntwo\n\n* x\n"),
                ("b.md", "# B\n"),
                ("c.md", "# C\n"),
            ],
        );
        let (a, b) = (id_of(test, &space, "a"), id_of(test, &space, "a/b"));
        let change = json!([{ "operation": "update_page", "page": a, "title": "New", "description": "d" }]);
        assert_eq!(done(test, &space, &change)["changed"], true);
        let again = done(test, &space, &change);
        assert_eq!(again["changed"], false, "what is so already makes no revision");
        assert_eq!(page(test, &space, "a")["title"], "New");
        assert_eq!(markdown(test, &space, "a"), "# New\n\none  \ntwo\n\n* x\n");
        done(
            test,
            &space,
            &json!([
                { "operation": "update_page", "page": b, "into": null, "at": 0, "slug": "bee" },
                { "operation": "update_page", "page": a, "document": { "markdown": "# New\n\nthree\n" }, "description": null },
            ]),
        );
        assert_eq!(paths(test, &space), ["bee", "a", "c"]);
        assert_eq!(markdown(test, &space, "a"), "# New\n\nthree\n");
        assert!(page(test, &space, "a").get("description").is_none());
        done(test, &space, &json!([{ "operation": "revert_page", "page": a }]));
        assert_eq!(markdown(test, &space, "a"), "# New\n\none  \ntwo\n\n* x\n");
        done(test, &space, &json!([{ "operation": "delete_page", "page": a }]));
        assert_eq!(paths(test, &space), ["bee", "c"]);
        done(test, &space, &json!([{ "operation": "revert_page", "page": a }]));
        assert_eq!(paths(test, &space), ["bee", "a", "c"]);
    });
}

#[test]
fn a_document_changes_only_its_blocks_and_keeps_its_references() {
    on_each_database(|test| {
        let space = live(
            test,
            &[
                ("a.md", "# A\n\nOne *odd*   line.\n\n+ x\n\n[b](b.md) ![p](.gitbook/assets/p.png)\n"),
                ("b.md", "# B\n"),
                (".gitbook/assets/p.png", "x"),
            ],
        );
        let a = id_of(test, &space, "a");
        let mut document = test.admin().get(&format!("{space}/content/page/{a}/document")).ok();
        let same = done(test, &space, &json!([{ "operation": "update_page", "page": a, "document": document }]));
        assert_eq!(same["changed"], false);
        let new = json!({ "object": "block", "type": "paragraph", "nodes": [
            { "object": "inline", "type": "link", "data": { "ref": { "kind": "page", "page": "new" } },
              "nodes": [{ "object": "text", "leaves": [{ "object": "leaf", "text": "to it", "marks": [] }] }] },
        ] });
        document["nodes"].as_array_mut().unwrap().push(new);
        let outcome = done(
            test,
            &space,
            &json!([
                { "operation": "update_page", "page": a, "document": { "document": document } },
                { "operation": "insert_page", "ref": "new", "title": "New" },
            ]),
        );
        let made = outcome["insertedPages"][0]["id"].as_str().unwrap();
        let expected = format!(
            "# A\n\nOne *odd*   line.\n\n+ x\n\n[b](b.md) ![p](.gitbook/assets/p.png)\n\n[to it](/pages/{made})\n"
        );
        assert_eq!(markdown(test, &space, "a"), expected);
        let read = test.admin().get(&format!("{space}/content/page/{a}/document")).ok();
        let link = &read["nodes"].as_array().unwrap().last().unwrap()["nodes"][0]["data"]["ref"];
        assert_eq!(*link, json!({ "kind": "page", "page": made }));
        document["nodes"][1]["nodes"] = json!([{ "object": "block", "type": "bogus" }]);
        let change = json!({ "operation": "update_page", "page": a, "document": document });
        let told = refused(test, &space, 400, &change);
        assert!(told.starts_with("changes[0].document: nodes[1]."), "{told}");
    });
}

#[test]
fn files_come_from_uploads_and_from_the_call() {
    on_each_database(|test| {
        let space = live(test, &[("home.md", "# Home\n")]);
        let upload = test.upload("notes.txt", b"some notes");
        let home = id_of(test, &space, "home");
        let outcome = done(
            test,
            &space,
            &json!([
                { "operation": "insert_files", "files": [
                    { "name": "pixels.jpg", "ref": "logo", "contentType": "text/html", "base64": STANDARD.encode(PIXELS) },
                    { "name": "notes.txt", "url": upload },
                ] },
                { "operation": "update_page", "page": home,
                  "document": { "markdown": "# Home\n\n![logo](logo)\n\n{% file src=\"/files/logo\" %}\n" },
                  "cover": { "ref": { "kind": "file", "file": "logo" } } },
            ]),
        );
        let files = outcome["insertedFiles"].as_array().unwrap().clone();
        let logo = files[0]["id"].as_str().unwrap().to_owned();
        assert_eq!((&files[0]["ref"], &files[0]["contentType"]), (&"logo".into(), &"image/png".into()));
        assert_eq!(files[0]["dimensions"], json!({ "width": 2, "height": 1 }));
        assert_eq!((&files[1]["contentType"], &files[1]["size"]), (&"text/plain".into(), &10.into()));
        test.caller(None).get(files[1]["downloadURL"].as_str().unwrap()).expect_bytes(b"some notes");
        let text = markdown(test, &space, "home");
        assert!(text.ends_with(&format!("![logo](/files/{logo})\n\n{{% file src=\"/files/{logo}\" %}}\n")), "{text}");
        assert_eq!(page(test, &space, "home")["cover"]["ref"], json!({ "kind": "file", "file": logo }));
        let document = test.admin().get(&format!("{space}/content/page/{home}/document")).ok().to_string();
        assert!(document.contains(&format!("{{\"kind\":\"file\",\"file\":\"{logo}\"}}")), "{document}");
        // Replaced, renamed, deleted.
        let other = test.upload("other.txt", b"other");
        done(test, &space, &json!([{ "operation": "update_file", "file": logo, "url": other, "name": "x.csv" }]));
        let file = test.admin().get(&format!("{space}/content/files/{logo}")).ok();
        assert_eq!(
            (&file["name"], &file["size"], &file["contentType"]),
            (&"x.csv".into(), &5.into(), &"text/csv".into())
        );
        assert!(file.get("dimensions").is_none());
        let delete = json!([{ "operation": "delete_file", "file": logo }]);
        assert_eq!(done(test, &space, &delete)["changed"], true);
        assert_eq!(done(test, &space, &delete)["changed"], false);
        test.admin().get(&format!("{space}/content/files/{logo}")).refused(404);
    });
}

#[test]
fn variables_and_reusable_contents_are_written() {
    on_each_database(|test| {
        let space = live(test, &[]);
        let outcome = done(
            test,
            &space,
            &json!([
                { "operation": "set_variable", "name": "version", "value": "1.0" },
                { "operation": "set_variable", "name": "count", "value": 3 },
                { "operation": "insert_reusable_content", "ref": "note", "title": "Note", "document": { "markdown": "Hi.\n" } },
                { "operation": "insert_page", "title": "Home", "document": { "markdown": "{% include \"note\" %}\n" } },
            ]),
        );
        let note = outcome["insertedReusableContents"][0]["id"].as_str().unwrap();
        let content = test.admin().get(&format!("{space}/content")).ok();
        assert_eq!(content["variables"], json!({ "version": "1.0", "count": 3.0 }));
        let home = test.admin().get(&format!("{space}/content/path/home")).ok()["document"].to_string();
        assert!(home.contains(&format!("\"reusableContent\":\"{note}\"")), "{home}");
        done(
            test,
            &space,
            &json!([
                { "operation": "delete_variable", "name": "count" },
                { "operation": "update_reusable_content", "reusableContent": note, "title": "New", "document": { "markdown": "Ho.\n" } },
            ]),
        );
        let one = format!("{space}/content/reusable-contents/{note}");
        let read = test.admin().get(&format!("{one}?format=markdown")).ok();
        assert_eq!((&read["title"], &read["markdown"]), (&"New".into(), &"Ho.\n".into()));
        done(test, &space, &json!([{ "operation": "delete_reusable_content", "reusableContent": note }]));
        test.admin().get(&one).refused(404);
        assert_eq!(test.admin().get(&format!("{space}/content")).ok()["variables"], json!({ "version": "1.0" }));
    });
}

#[test]
fn all_changes_of_a_call_are_made_or_none() {
    on_each_database(|test| {
        let space = live(test, &[("home.md", "# Home\n")]);
        let before = test.admin().get(&space).ok()["revision"].clone();
        let changes = json!([
            insert("One"),
            { "operation": "set_variable", "name": "a", "value": "b" },
            { "operation": "delete_page", "page": "nobody" },
        ]);
        let told = send(test, &space, &changes).refused(404);
        assert_eq!(told, "changes[2].page: there is no such page");
        let after = test.admin().get(&format!("{space}/content")).ok();
        assert_eq!((&after["id"], &after["variables"]), (&before, &json!({})));
        let empty = done(test, &space, &json!([]));
        assert_eq!((&empty["changed"], &empty["revision"]), (&json!(false), &before));
        let one = done(test, &space, &json!([insert("One"), insert("Two")]));
        let revision = test.admin().get(&format!("{space}/revisions/{}", one["revision"].as_str().unwrap())).ok();
        assert_eq!(revision["parents"], json!([before]));
    });
}

#[test]
fn what_is_wrong_is_told_with_its_place_and_bound() {
    on_each_database(|test| {
        let space = live(test, &[("home.md", "# Home\n"), ("a.txt", "x")]);
        let home = id_of(test, &space, "home");
        let update = |field: &str, value: Value| json!({ "operation": "update_page", "page": home, field: value });
        let long = |n: usize| json!("x".repeat(n));
        for (change, told) in [
            (json!(1), "body field \"changes[0]\": must be an object, not integer 1"),
            (json!({}), "body field \"changes[0].operation\": is required"),
            (json!({ "operation": "x" }), "body field \"changes[0].operation\": must be "),
            (json!({ "operation": "delete_page" }), "body field \"changes[0].page\": is required"),
            (
                json!({ "operation": "insert_page", "title": 1 }),
                "body field \"changes[0].title\": must be a string, not integer 1",
            ),
            (json!({ "operation": "insert_page", "at": -1 }), "body field \"changes[0].at\": "),
            (json!({ "operation": "insert_page", "type": "sheet" }), "body field \"changes[0].type\": must be "),
            (
                json!({ "operation": "insert_page", "layout": { "width": "x" } }),
                "body field \"changes[0].layout.width\": must be default or wide",
            ),
            (
                json!({ "operation": "insert_page", "document": 1 }),
                "body field \"changes[0].document\": must be an object with",
            ),
            (
                json!({ "operation": "insert_page", "document": {} }),
                "body field \"changes[0].document\": must have either",
            ),
            (
                json!({ "operation": "insert_page", "type": "group", "document": { "markdown": "" } }),
                "changes[0].document: only a page",
            ),
            (json!({ "operation": "insert_page", "type": "link" }), "changes[0].target: is required"),
            (json!({ "operation": "insert_page", "ref": "a b" }), "changes[0].ref: must be 1 to 100"),
            (
                json!({ "operation": "insert_files", "files": [{ "name": "" }] }),
                "body field \"changes[0].files[0].name\": must be 1 to 255",
            ),
            (
                json!({ "operation": "insert_files", "files": [{ "name": "x" }] }),
                "changes[0].files[0]: must have either url or base64",
            ),
            (
                json!({ "operation": "insert_files", "files": [{ "name": "x", "url": "x", "base64": "" }] }),
                "changes[0].files[0]: must have either",
            ),
            (
                json!({ "operation": "insert_files", "files": [{ "name": "x", "base64": "?" }] }),
                "changes[0].files[0].base64: must be base64",
            ),
            (
                json!({ "operation": "insert_files", "files": [{ "name": "x", "url": "x" }] }),
                "changes[0].files[0].url: must be an absolute address",
            ),
            (
                json!({ "operation": "insert_files", "files": [{ "name": "x", "url": "http://127.0.0.1/x" }] }),
                "changes[0].files[0].url: the server of `127.0.0.1` can't be reached from here, or is at no public address",
            ),
            (json!({ "operation": "set_variable", "name": "1", "value": "x" }), "changes[0].value: must have names"),
            (
                json!({ "operation": "set_variable", "name": "a", "value": "x".repeat(257) }),
                "changes[0].value: must be 0 to 256",
            ),
            (
                json!({ "operation": "set_variable", "name": "a", "value": [] }),
                "body field \"changes[0].value\": must be text",
            ),
            (update("title", long(1001)), "changes[0].title: must be 1 to 1000 characters long, not 1001"),
            (update("title", json!("")), "changes[0].title: must be 1 to 1000"),
            (update("description", long(4097)), "changes[0].description: must be 1 to 4096"),
            (update("slug", long(101)), "changes[0].slug: must be 1 to 100"),
            (update("slug", json!("a/b")), "changes[0].slug: must be letters"),
            (update("icon", json!("Not Kebab")), "body field \"changes[0].icon\": must be the name of an icon"),
            (update("emoji", json!("x")), "body field \"changes[0].emoji\": must be a Unicode emoji"),
            (update("condition", json!("1 +")), "changes[0].condition: must be a condition"),
            (
                update("target", json!({ "kind": "url", "url": "https://x" })),
                "changes[0].target.url: only a page that is a link",
            ),
            (
                update("cover", json!({ "ref": { "kind": "url", "url": "x" } })),
                "changes[0].cover.ref.url: must be an address",
            ),
            (
                update(
                    "document",
                    json!({ "document": { "object": "document", "nodes": [{ "object": "block", "type": "x" }] } }),
                ),
                "changes[0].document: nodes[0]",
            ),
        ] {
            let message = refused(test, &space, 400, &change);
            assert!(message.starts_with(told), "{change}\n{message}");
        }
        for (change, told) in [
            (update("into", json!("nobody")), "changes[0].into: there is no such page"),
            (
                update("cover", json!({ "ref": { "kind": "file", "file": "nobody" } })),
                "changes[0].cover.ref.file: there is no such file",
            ),
            (
                json!({ "operation": "update_file", "file": home, "name": "x" }),
                "changes[0].file: there is no such file",
            ),
            (
                json!({ "operation": "update_reusable_content", "reusableContent": "x" }),
                "changes[0].reusableContent: there is no such",
            ),
            (
                json!({ "operation": "revert_page", "page": home, "revision": home }),
                "changes[0].revision: there is no such revision",
            ),
        ] {
            let message = refused(test, &space, 404, &change);
            assert!(message.starts_with(told), "{message}");
        }
        assert!(refused(test, &space, 409, &update("into", json!(home))).contains("below itself"));
        let taken = json!({ "operation": "insert_page", "title": "x", "slug": "home" });
        assert_eq!(refused(test, &space, 409, &taken), "changes[0].slug: \"home\" is taken");
        let twice = json!([{ "operation": "insert_page", "ref": "a" }, { "operation": "insert_page", "ref": "a" }]);
        assert!(send(test, &space, &twice).refused(400).starts_with("changes[1].ref: \"a\" is the ref"));
        assert!(
            test.admin()
                .post(&format!("{space}/content"), &json!({}))
                .refused(400)
                .contains("\"changes\": is required")
        );
    });
}

#[test]
fn bounds_hold_at_their_edge() {
    on_each_database(|test| {
        let space = live(test, &[]);
        let at_edge = json!([{
            "operation": "insert_page", "ref": "r".repeat(100), "title": "t".repeat(1000), "slug": "s".repeat(100),
            "description": "d".repeat(4096), "icon": "i".repeat(50), "variables": { "a": "v".repeat(256) },
        }]);
        done(test, &space, &at_edge);
        let variables: Vec<_> = (0..1000)
            .map(|n| json!({ "operation": "set_variable", "name": format!("v{}", n % 500), "value": n }))
            .collect();
        done(test, &space, &json!(variables));
        let more = json!({ "operation": "set_variable", "name": "more", "value": 1 });
        assert!(refused(test, &space, 400, &more).contains("at most 500"));
        let too_many = json!([variables.as_slice(), &[more]].concat());
        assert_eq!(send(test, &space, &too_many).refused(400), "changes: must be at most 1000, not 1001");
        let files = |n: usize| {
            let file = json!({ "name": "x", "base64": "eA==" });
            json!([{ "operation": "insert_files", "files": vec![file; n] }])
        };
        assert_eq!(done(test, &space, &files(100))["insertedFiles"].as_array().unwrap().len(), 100);
        assert_eq!(send(test, &space, &files(101)).refused(400), "changes: must bring at most 100 files, not 101");
        let large = |n: usize| json!([{ "operation": "insert_files", "files": [{ "name": "x", "base64": STANDARD.encode(vec![0; n]) }] }]);
        assert_eq!(done(test, &space, &large(16 << 20))["insertedFiles"][0]["size"], 16 << 20);
        assert!(
            send(test, &space, &large((16 << 20) + 1))
                .refused(400)
                .starts_with("changes[0].files[0].base64: must be at most 16777216 bytes")
        );
        let text =
            |n: usize| json!([{ "operation": "insert_page", "title": "x", "document": { "markdown": "x".repeat(n) } }]);
        assert!(
            send(test, &space, &text((8 << 20) + 1)).refused(400).starts_with("changes[0].document: must be at most")
        );
        assert_eq!(send(test, &space, &text(24 << 20)).status, 413);
    });
}

#[test]
fn locked_spaces_and_closed_change_requests_refuse_edits() {
    on_each_database(|test| {
        let space = test.new_space("Locked");
        let told = send(test, &space, &json!([insert("x")])).refused(409);
        assert!(told.contains("locked"), "{told}");
        let proposal = propose(test, &space);
        let plain = test.admin().post(&format!("{proposal}/content"), &json!({ "changes": [insert("x")] })).ok();
        assert_eq!((&plain["object"], &plain["number"]), (&"change-request".into(), &1.into()));
        assert!(paths(test, &space).is_empty());
        test.admin().patch(&proposal, &json!({ "status": "archived" })).ok();
        send(test, &proposal, &json!([insert("y")])).refused(409);
        test.admin().patch(&space, &json!({ "editMode": "live" })).ok();
        let plain = test.admin().post(&format!("{space}/content"), &json!({ "changes": [insert("x")] })).ok();
        assert_eq!((&plain["object"], &plain["editMode"]), (&"space".into(), &"live".into()));
        assert_eq!(paths(test, &space), ["x"]);
    });
}

#[test]
fn a_call_may_insist_on_a_revision() {
    on_each_database(|test| {
        let space = live(test, &[]);
        let first = test.admin().get(&space).ok()["revision"].as_str().unwrap().to_owned();
        let quoted = format!("\"{first}\"");
        let insert = |title: &str| json!([insert(title)]);
        with(test, &space, &[("if-match", "*")], &insert("a")).ok();
        for stale in [first.as_str(), &quoted, "nothing"] {
            let told = with(test, &space, &[("if-match", stale)], &insert("b")).refused(412);
            assert!(told.contains("revision"), "{told}");
        }
        let now = test.admin().get(&space).ok()["revision"].as_str().unwrap().to_owned();
        with(test, &space, &[("if-match", &format!("\"{now}\""))], &insert("b")).ok();
        with(test, &space, &[("if-match", &format!("{now}, {first}"))], &insert("c")).refused(400);
        assert_eq!(paths(test, &space), ["a", "b"]);
    });
}

#[test]
fn a_repeated_call_names_its_own_revision_and_not_what_others_committed_since() {
    on_each_database(|test| {
        let space = live(test, &[]);
        let request = propose(test, &space);
        for (line, key) in [(&space, "main"), (&request, "proposal")] {
            let insert = |title: &str| json!([{ "operation": "insert_page", "title": title }]);
            let headers = [("idempotency-key", key), ("content-type", "application/json")];
            let alone = || {
                let body = Body::from(json!({ "changes": insert("Mine") }).to_string());
                test.admin().send(&Method::POST, &format!("{line}/content"), &headers, body).ok()
            };
            let first = alone();
            let others = with(test, line, &[], &insert("Theirs")).ok()["revision"].clone();
            assert_eq!(alone()["revision"], first["revision"]);
            let told = with(test, line, &headers[..1], &insert("Mine")).ok();
            let shown = if told["space"].is_null() { &told["changeRequest"] } else { &told["space"] };
            assert_eq!((&told["revision"], &shown["revision"]), (&first["revision"], &first["revision"]));
            assert_eq!(test.admin().get(line).ok()["revision"], others);
            // So a condition on it is refused, and nothing of the others is overwritten.
            let known = first["revision"].as_str().unwrap();
            with(test, line, &[("if-match", known)], &insert("Later")).refused(412);
        }
    });
}

#[test]
fn a_call_with_a_key_is_made_once_in_a_day() {
    on_each_database(|test| {
        let space = live(test, &[]);
        let base = test.admin().get(&space).ok()["revision"].as_str().unwrap().to_owned();
        let changes = json!([{ "operation": "insert_page", "ref": "r", "title": "Once" }]);
        let headers = [("idempotency-key", "k-1"), ("if-match", base.as_str())];
        let first = with(test, &space, &headers, &changes).ok();
        assert_eq!(first["changed"], true);
        let second = with(test, &space, &headers, &changes).ok();
        assert_eq!(first, second, "also where the revision that it insists on is over");
        assert_eq!(paths(test, &space), ["once"]);
        let other = with(test, &space, &[("idempotency-key", "k-1")], &changes).refused(409);
        assert!(other.contains("idempotency key"), "{other}");
        // Another space, another user, another key, another day.
        with(test, &live(test, &[]), &[("idempotency-key", "k-1")], &changes).ok();
        with(test, &space, &[("idempotency-key", "k-2")], &changes).ok();
        test.clock.pass(std::time::Duration::from_hours(24));
        with(test, &space, &[("idempotency-key", "k-1")], &changes).ok();
        assert_eq!(paths(test, &space), ["once", "once-1", "once-2"]);
        // A failure is not remembered, a call that changes nothing is.
        with(test, &space, &[("idempotency-key", "k-3")], &json!([{ "operation": "delete_page", "page": "x" }]))
            .refused(404);
        let nothing = with(test, &space, &[("idempotency-key", "k-3")], &json!([])).ok();
        assert_eq!(nothing["changed"], false);
        with(test, &space, &[("idempotency-key", "k-3")], &changes).refused(409);
        let (long, longer) = ("k".repeat(255), "k".repeat(256));
        with(test, &space, &[("idempotency-key", long.as_str())], &json!([])).ok();
        for key in ["", "a b", longer.as_str()] {
            with(test, &space, &[("idempotency-key", key)], &json!([])).refused(400);
        }
    });
}

fn space_id(space: &str) -> SpaceId {
    space.trim_start_matches("/v1/spaces/").parse().unwrap()
}

fn new_page(title: &str) -> Edit {
    Edit::InsertPage(Box::new(InsertPage {
        reference: None,
        kind: NewPage::Document(Some(Text::Markdown("text".to_owned()))),
        attributes: Attributes { title: Some(title.to_owned()), ..Attributes::default() },
        cover: Patch::Keep,
        into: None,
        at: None,
    }))
}

#[test]
fn edits_at_the_same_time_all_land() {
    on_each_database(|test| {
        let space = live(test, &[]);
        let proposal = propose(test, &space);
        let number = proposal.rsplit('/').next().unwrap().parse().unwrap();
        let caller = test.app.authenticate(quire_app::callers::hash(quire_testkit::ADMIN)).unwrap();
        for (line, target) in [(&space, Target::Main), (&proposal, Target::ChangeRequest(number))] {
            let landed: Vec<String> = std::thread::scope(|threads| {
                let write = |n: usize| {
                    let (test, caller, space) = (&test.app, &caller, space_id(&space));
                    move || {
                        let titles = (0..6).map(move |m| format!("p{n}-{m}"));
                        let land = |title: &String| {
                            let done = test.edit(caller, space, target, &[new_page(title)], &Conditions::default());
                            done.is_ok()
                        };
                        titles.filter(land).collect::<Vec<_>>()
                    }
                };
                let running: Vec<_> = (0..6).map(|n| threads.spawn(write(n))).collect();
                running.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
            });
            let there = paths(test, line);
            assert_eq!(there.len(), landed.len());
            assert!(landed.iter().all(|title| there.contains(title)), "{landed:?} {there:?}");
            assert_eq!(landed.len(), 36);
        }
    });
}

#[test]
fn the_same_call_at_the_same_time_is_made_once() {
    on_each_database(|test| {
        let space = live(test, &[]);
        let id = space_id(&space);
        let caller = test.app.authenticate(quire_app::callers::hash(quire_testkit::ADMIN)).unwrap();
        let key = Some(Key { name: "k".to_owned(), request: Hash([7; 32]) });
        let conditions = Conditions { key, ..Conditions::default() };
        let outcomes: Vec<_> = std::thread::scope(|threads| {
            let call = || test.app.edit(&caller, id, Target::Main, &[new_page("Once")], &conditions).unwrap();
            let running: Vec<_> = (0..8).map(|_| threads.spawn(call)).collect();
            running.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert!(outcomes.iter().all(|outcome| *outcome == outcomes[0] && outcome.changed));
        assert_eq!(paths(test, &space), ["once"]);
    });
}
