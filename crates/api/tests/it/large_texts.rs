//! Requests for large texts wait for each other; others wait for nobody.

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
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
