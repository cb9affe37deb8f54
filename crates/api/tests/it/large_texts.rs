//! Requests for large texts wait for each other; others wait for nobody.

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use quire_model::ids::SpaceId;
use quire_testkit::{ADMIN, Files, on_each_database};
use serde_json::{Value, json};
use tower::ServiceExt as _;

async fn ask(router: Router, method: &'static str, path: String, body: Option<Value>) -> StatusCode {
    let request = Request::builder().method(method).uri(path).header("authorization", format!("Bearer {ADMIN}"));
    let request = request.header("content-type", "application/json");
    let body = body.map_or_else(Body::empty, |body| Body::from(body.to_string()));
    router.oneshot(request.body(body).unwrap()).await.unwrap().status()
}

fn insertion(title: &str, text: &str) -> Value {
    json!({ "changes": [{ "operation": "insert_page", "title": title, "document": { "markdown": text } }] })
}

#[test]
fn small_texts_are_read_and_written_while_large_ones_wait() {
    on_each_database(|test| {
        let space = test.new_space("Docs");
        test.admin().patch(&space, &json!({ "editMode": "live" })).ok();
        let large = "More <b>text</b>.\n\n".repeat(3_000);
        let page = format!("# Large\n\n{large}");
        test.import(&space, &Files::of(&[("README.md", "# Start\n\nA *word*.\n"), ("large.md", &page)]));
        let content = format!("{space}/content");
        test.on_runtime(async |router| {
            let held = test.app.hold_large_texts().unwrap();
            let ask = |method, path: &str, body| ask(router.clone(), method, format!("{content}{path}"), body);
            let waiting = [
                tokio::spawn(ask("GET", "/path/large", None)),
                tokio::spawn(ask("GET", "/path/large?format=markdown&evaluated=true", None)),
                tokio::spawn(ask("POST", "", Some(insertion("Another large one", &large)))),
            ];
            for path in ["/path/start", "/path/start?format=markdown&evaluated=true", "/path/large?format=markdown"] {
                assert_eq!(ask("GET", path, None).await, 200, "{path}");
            }
            assert_eq!(ask("POST", "", Some(insertion("A small one", "Word.\n"))).await, 200);
            assert!(waiting.iter().all(|request| !request.is_finished()));
            drop(held);
            for request in waiting {
                assert_eq!(request.await.unwrap(), 200);
            }
        });
        assert!(test.admin().get(&format!("{content}/path/another-large-one")).ok()["document"]["nodes"].is_array());
    });
}

#[test]
fn changes_merges_imports_and_exports_of_large_texts_wait() {
    on_each_database(|test| {
        let (space, small) = (test.new_space("Docs"), test.new_space("Small"));
        for space in [&space, &small] {
            test.admin().patch(space, &json!({ "editMode": "live" })).ok();
        }
        let text = format!("# Large\n\n{}", "More <b>text</b>.\n\n".repeat(16_000));
        test.import(&space, &Files::of(&[("large.md", &text)]));
        test.import(&small, &Files::of(&[("small.md", &"# Small\n".to_owned())]));
        let proposal = |space: &str| {
            let page = test.admin().get(&format!("{space}/content/pages")).ok()["pages"][0]["id"].clone();
            let number = test.admin().post(&format!("{space}/change-requests"), &json!({})).created()["number"].clone();
            let line = format!("{space}/change-requests/{number}");
            let edit = |markdown: &str| json!({ "changes": [{ "operation": "update_page", "page": page, "document": { "markdown": markdown } }] });
            let source =
                test.admin().get(&format!("{line}/content/page/{}?format=markdown", page.as_str().unwrap())).ok();
            let source = source["markdown"].as_str().unwrap();
            test.admin().post(&format!("{line}/content"), &edit(&format!("{source}\nProposed.\n"))).ok();
            let retitled = json!({ "changes": [{ "operation": "update_page", "page": page, "title": "New" }] });
            (line, retitled)
        };
        let proposals = [proposal(&space), proposal(&small)];
        let file = |text: &str| json!({ "url": test.upload("page.md", text.as_bytes()), "source": "markdown" });
        let files = [file(&text), file("# Another\n")];
        let of_space = |space: &str, (line, retitled): &(String, Value), file: &Value| {
            [
                ("POST", format!("{space}/content"), Some(retitled.clone())),
                ("POST", format!("{line}/merge"), None),
                ("POST", format!("{space}/content/import"), Some(file.clone())),
            ]
        };
        let (large, small) = (of_space(&space, &proposals[0], &files[0]), of_space(&small, &proposals[1], &files[1]));
        test.on_runtime(async |router| {
            let held = test.app.hold_large_texts().unwrap();
            for (method, path, body) in small {
                assert_eq!(ask(router.clone(), method, path.clone(), body).await, 200, "{path}");
            }
            for (method, path, body) in &large {
                let waiting = tokio::spawn(ask(router.clone(), method, path.clone(), body.clone()));
                while test.app.waiting_for_large_texts() == 0 {
                    assert!(!waiting.is_finished(), "{path} does not wait");
                    tokio::task::yield_now().await;
                }
                waiting.abort();
                while test.app.waiting_for_large_texts() > 0 {
                    tokio::task::yield_now().await;
                }
            }
            drop(held);
            for (method, path, body) in large {
                assert_eq!(ask(router.clone(), method, path.clone(), body).await, 200, "{path}");
            }
        });
    });
}

#[test]
fn the_tree_of_very_many_pages_is_made_once() {
    on_each_database(|test| {
        let space = test.new_space("Docs");
        let pages: Vec<(String, String)> = (0..2_100).map(|n| (format!("{n}.md"), format!("# Page {n}\n"))).collect();
        let files: Vec<(&str, &str)> = pages.iter().map(|(name, text)| (&**name, &**text)).collect();
        test.import(&space, &Files::of(&files));
        let tree = format!("{space}/content/pages");
        test.on_runtime(async |router| {
            let held = test.app.hold_large_texts().unwrap();
            let waiting: Vec<_> =
                (0..8).map(|_| tokio::spawn(ask(router.clone(), "GET", tree.clone(), None))).collect();
            while test.app.waiting_for_large_texts() < waiting.len() {
                assert!(waiting.iter().all(|request| !request.is_finished()));
                tokio::task::yield_now().await;
            }
            drop(held);
            for request in waiting {
                assert_eq!(request.await.unwrap(), 200);
            }
            let _held = test.app.hold_large_texts().unwrap();
            assert_eq!(ask(router.clone(), "GET", tree.clone(), None).await, 200, "it is in memory");
        });
    });
}

#[test]
fn a_change_that_waits_for_its_turn_lets_other_changes_of_the_space_pass() {
    on_each_database(|test| {
        let space = test.new_space("Docs");
        test.admin().patch(&space, &json!({ "editMode": "live" })).ok();
        let id: SpaceId = space.rsplit('/').next().unwrap().parse().unwrap();
        let text = format!("# Large\n\n{}", "More <b>text</b>.\n\n".repeat(2_500));
        test.import(&space, &Files::of(&[("large.md", &text)]));
        let page = test.admin().get(&format!("{space}/content/pages")).ok()["pages"][0]["id"].clone();
        let change = json!({ "changes": [{ "operation": "update_page", "page": page, "title": "New" }] });
        test.on_runtime(async |router| {
            // As changes that lost to others: it has the changes of the space wait when it comes to the text.
            let changes = test.app.hold_changes(id).unwrap();
            let waiting = tokio::spawn(ask(router.clone(), "POST", format!("{space}/content"), Some(change)));
            let turns = test.app.hold_large_texts().unwrap();
            while test.app.waiting_changes(id) == 0 {
                assert!(!waiting.is_finished(), "it does not wait for changes");
                tokio::task::yield_now().await;
            }
            drop(changes);
            while test.app.waiting_for_large_texts() == 0 {
                assert!(!waiting.is_finished(), "it does not wait");
                tokio::task::yield_now().await;
            }
            // Whoever has the turn may wait for them.
            assert!(test.app.hold_changes(id).is_some(), "both would wait for ever");
            drop(turns);
            assert_eq!(waiting.await.unwrap(), 200);
        });
    });
}
