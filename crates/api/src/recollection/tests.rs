use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::map_request;
use quire_testkit::{Files, TestApp, on_each_database};
use serde_json::{Value, json};
use tower::ServiceExt as _;

use super::Recollection;
use crate::context::Context;
use crate::layers::{EdgeLayer, Options};
use crate::routes;

/// The API of an application, which counts the requests that reach a route.
struct Server {
    router: Router,
    routed: Arc<AtomicUsize>,
    runtime: tokio::runtime::Runtime,
}

/// Status, headers without the length of the body, and body.
type Reply = (StatusCode, HeaderMap, Vec<u8>);

impl Server {
    fn of(test: &TestApp) -> Self {
        let context = Context::new(test.app.clone());
        let layers = EdgeLayer::new(Options::new(Arc::new(|| 1_000_000), Arc::new(|| 7)));
        let routed = Arc::new(AtomicUsize::new(0));
        let count = routed.clone();
        let counting = map_request(move |request: Request| {
            count.fetch_add(1, Ordering::Relaxed);
            std::future::ready(request)
        });
        let routes = routes::api("").router.with_state(context.clone()).layer(layers.clone()).layer(counting);
        let router = Router::new().fallback_service(Recollection::new(routes, context, layers));
        Self { router, routed, runtime: tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap() }
    }

    fn get(&self, token: &str, path: &str, headers: &[(&str, &str)]) -> Reply {
        let mut request = Request::get(path).header("authorization", format!("Bearer {token}"));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        self.runtime.block_on(async {
            let response = self.router.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
            let (mut parts, body) = response.into_parts();
            let body = axum::body::to_bytes(body, usize::MAX).await.unwrap().to_vec();
            // A server adds it to every body whose length it knows.
            parts.headers.remove("content-length");
            (parts.status, parts.headers, body)
        })
    }

    /// Returns a reply, and true if it took a route.
    fn look(&self, token: &str, path: &str, headers: &[(&str, &str)]) -> (Reply, bool) {
        let before = self.routed.load(Ordering::Relaxed);
        let reply = self.get(token, path, headers);
        (reply, self.routed.load(Ordering::Relaxed) > before)
    }
}

/// A space with two pages and reusable content, and the addresses of its reads.
fn book(test: &TestApp) -> (String, Vec<String>) {
    let space = test.new_space("Book");
    let long = format!("# One\n\n{}", "Words that repeat. ".repeat(200));
    let note = "# A note\n\nShared.\n";
    test.import(
        &space,
        &Files::of(&[("README.md", long.as_str()), ("two.md", "# Two\n"), (".gitbook/includes/note.md", note)]),
    );
    let admin = test.admin();
    admin.patch(&space, &json!({ "editMode": "live" })).ok();
    let tree = admin.get(&format!("{space}/content/pages")).ok();
    let page = tree["pages"][0]["id"].as_str().unwrap().to_owned();
    let note = admin.get(&format!("{space}/content")).ok()["reusableContents"][0]["id"].as_str().unwrap().to_owned();
    let revision = admin.get(&space).ok()["revision"].as_str().unwrap().to_owned();
    let made = admin.post(&format!("{space}/change-requests"), &json!({})).created();
    let line = format!("{space}/change-requests/{}", made["number"]);
    let reads = [
        format!("{space}/content/page/{page}"),
        format!("{space}/content/page/{page}?format=markdown&metadata=false"),
        format!("{space}/content/page/{page}/document"),
        format!("{space}/content/path/one?format=markdown"),
        format!("{space}/content/reusable-contents/{note}"),
        format!("{space}/content/pages"),
        format!("{line}/content/page/{page}"),
        format!("{space}/revisions/{revision}/page/{page}"),
    ];
    (space, reads.to_vec())
}

#[test]
fn what_was_answered_once_takes_no_route_and_is_the_same() {
    on_each_database(|test| {
        let (_, reads) = book(test);
        let (_, token) = test.new_member("reader@example.com", Some(quire_model::roles::Role::Read));
        let server = Server::of(test);
        for path in &reads {
            let (first, by_route) = server.look(&token, path, &[]);
            assert!(by_route && first.0 == StatusCode::OK, "{path}: {first:?}");
            assert_eq!(server.look(&token, path, &[]), (first.clone(), false), "{path}");
            let etag = first.1["etag"].to_str().unwrap();
            for headers in [
                [("accept-encoding", "gzip, br"), ("x-request-id", "mine")],
                [("accept-encoding", "gzip"), ("x-other", "1")],
                [("accept-encoding", "gzip;q=0"), ("x-other", "1")],
                [("if-none-match", etag), ("accept-encoding", "br")],
                [("if-none-match", "\"other\""), ("accept-encoding", "br")],
            ] {
                // A server that answers for the first time has nothing in memory.
                let (expected, _) = Server::of(test).look(&token, path, &headers);
                for _ in 0..3 {
                    assert_eq!(server.look(&token, path, &headers), (expected.clone(), false), "{path} {headers:?}");
                }
            }
        }
    });
}

#[test]
fn what_changed_since_is_answered_as_it_is_now() {
    on_each_database(|test| {
        let (space, reads) = book(test);
        let (user, token) = test.new_member("reader@example.com", Some(quire_model::roles::Role::Read));
        let server = Server::of(test);
        let json = |reply: &Reply| serde_json::from_slice::<Value>(&reply.2).unwrap();
        let path = &reads[3];
        let before: Vec<Reply> = reads.iter().map(|path| server.get(&token, path, &[])).collect();
        assert!(!server.look(&token, path, &[]).1);

        let page = json(&before[0])["id"].clone();
        let change = json!({ "operation": "update_page", "page": page, "title": "First", "slug": "first" });
        test.admin().post(&format!("{space}/content"), &json!({ "changes": [change] })).ok();
        let now = server.get(&token, &reads[0], &[]);
        assert_eq!(json(&now)["title"], "First");
        // The path leads elsewhere, the revision and the change request are as they were.
        assert_eq!(server.get(&token, path, &[]).0, StatusCode::TEMPORARY_REDIRECT);
        for n in [6, 7] {
            assert_eq!(server.get(&token, &reads[n], &[]).2, before[n].2);
        }

        // Methods and callers are told apart, and rights that are gone are gone.
        assert_eq!(server.get("quire_unknown", &reads[0], &[]).0, StatusCode::UNAUTHORIZED);
        let (_, stranger) = test.new_user("stranger@example.com");
        assert_eq!(server.get(&stranger, &reads[0], &[]).0, StatusCode::NOT_FOUND);
        test.admin().delete(&format!("{}/members/{user}", test.org())).expect(204);
        for path in &reads {
            assert_eq!(server.get(&token, path, &[]).0, StatusCode::NOT_FOUND, "{path}");
        }
    });
}
