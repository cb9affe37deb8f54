//! A database that fails once: what readers get then is right or says that it failed, and nothing wrong is kept.

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use http_body_util::BodyExt as _;
use quire_site::Sites;
use quire_testkit::{Files, TestApp, on_each_database};
use serde_json::{Value, json};
use tower::ServiceExt as _;

use crate::world::World;

/// The parts of an answer that are compared.
#[derive(Debug, PartialEq)]
struct Told {
    status: u16,
    location: String,
    cache: String,
    body: Vec<u8>,
}

/// More statements than any request runs.
const MOST_STATEMENTS: u64 = 1000;

fn ask(test: &TestApp, router: &Router, path: &str) -> Told {
    let request = Request::builder().uri(path).header("accept", "text/html").body(Body::empty()).unwrap();
    test.on_runtime(async |_| {
        let (parts, body) = router.clone().oneshot(request).await.unwrap().into_parts();
        let header = |name: &str| parts.headers.get(name).map(|it| it.to_str().unwrap().to_owned()).unwrap_or_default();
        Told {
            status: parts.status.as_u16(),
            location: header("location"),
            cache: header("cache-control"),
            body: body.collect().await.unwrap().to_bytes().to_vec(),
        }
    })
}

/// The sites of an application that has read nothing yet.
fn fresh(test: &TestApp) -> Router {
    test.app.forget();
    Sites::new(test.app.clone()).routes()
}

/// Has each statement of a request fail in turn. Returns how many there are.
fn fail_each(test: &TestApp, path: &str) -> u64 {
    let right = ask(test, &fresh(test), path);
    assert!(right.status < 500, "{path}: {}", right.status);
    for n in 1..MOST_STATEMENTS {
        let router = fresh(test);
        test.app.fail_statement(n);
        let told = ask(test, &router, path);
        let (is_over, is_failure) = (test.app.statements_until_failure() > 0, told.status >= 500);
        test.app.fail_statement(0);
        if is_failure {
            assert!(told.cache.contains("no-store"), "{path}, statement {n}: {}", told.cache);
        } else {
            assert_eq!(told.status, right.status, "{path}, statement {n}: to {}", told.location);
            assert!(told == right, "{path} lacks something without statement {n}");
        }
        assert!(ask(test, &router, path) == right, "{path} stays wrong after a failure of statement {n}");
        if is_over {
            return n - 1;
        }
    }
    panic!("{path}: more than {MOST_STATEMENTS} statements");
}

fn space_id(path: &str) -> &str {
    path.trim_start_matches("/v1/spaces/")
}

const SPECIFICATION: &str = r#"{"openapi":"3.1.0","paths":{"/x":{"get":{"summary":"Read x","responses":{}}}}}"#;

/// A site of two spaces, whose first page shows everything that may be missing.
fn harbour(test: &TestApp) -> World<'_> {
    let world =
        World::of(test, &[("Harbour", &[("README.md", "# H\n")]), ("Shared", &[("README.md", "# S\n")])], "public");
    let shared: &[(&str, &[u8])] = &[
        ("README.md", b"# Shared\n"),
        ("tariff.md", b"# Tariff\n"),
        ("guide.md", b"# Guide\n\nOf the other space.\n"),
        (".gitbook/assets/chart.png", b"\x89PNG\r\n\x1a\n"),
        (".gitbook/includes/note.md", b"[The tariff](../../tariff.md) ![A chart](../assets/chart.png)\n"),
    ];
    test.import(&world.spaces[1], &Files::of(shared));
    let content = test.admin().get(&format!("{}/content", world.spaces[1])).ok();
    let other = space_id(&world.spaces[1]);
    let note = content["reusableContents"][0]["id"].as_str().unwrap();
    let page = format!(
        "---\ncover: .gitbook/assets/cover.png\n---\n\n# Harbour\n\n![A ship](.gitbook/assets/ship.png)\n\n\
         [The guide](guide.md) [a path](/guide) [an old path](/old/guide) [moved](/former)\n\n\
         {{% file src=\".gitbook/assets/list.txt\" %}}\n\n{{% include \".gitbook/includes/own.md\" %}}\n\n\
         {{% include \"https://app.gitbook.com/s/{other}/~/reusable/{note}/\" %}}\n\n\
         [Of the other](https://app.gitbook.com/s/{other}/tariff)\n\n\
         {{% openapi src=\"api.json\" path=\"/x\" method=\"get\" %}}\n[api.json](api.json)\n{{% endopenapi %}}\n"
    );
    let own: &[(&str, &[u8])] = &[
        (".gitbook.yaml", b"redirects:\n  old/guide: guide.md\n"),
        ("README.md", page.as_bytes()),
        ("guide.md", b"# Guide\n\nSteps.\n"),
        ("api.json", SPECIFICATION.as_bytes()),
        (".gitbook/assets/ship.png", b"\x89PNG\r\n\x1a\n1"),
        (".gitbook/assets/cover.png", b"\x89PNG\r\n\x1a\n2"),
        (".gitbook/assets/list.txt", b"a list"),
        (".gitbook/includes/own.md", b"Own words, ![again](../assets/ship.png).\n"),
    ];
    test.import(&world.spaces[0], &Files::of(own));
    redirect(&world);
    let looks = json!({
        "pdf": { "enabled": true },
        "header": { "preset": "default", "links": [{ "title": "Prices", "to": { "kind": "space", "space": other } }] },
    });
    test.admin().put(&format!("{}/customization", world.site), &looks).ok();
    test.app.catch_up_search().unwrap();
    world
}

/// A redirect of the site to a page of the other space, by way of another one.
fn redirect(world: &World<'_>) {
    let admin = world.test.admin();
    let on_site = admin.get(&format!("{}/site-spaces", world.site)).ok();
    let second: &Value = on_site["items"]
        .as_array()
        .unwrap()
        .iter()
        .find(|it| it["space"]["id"].as_str() == Some(space_id(&world.spaces[1])))
        .unwrap();
    let pages = admin.get(&format!("{}/content/pages", world.spaces[1])).ok();
    let tariff = pages["pages"].as_array().unwrap().iter().find(|it| it["title"] == "Tariff").unwrap();
    let destination = json!({ "kind": "site-page", "siteSpaceId": second["id"], "pageId": tariff["id"] });
    for body in [
        json!({ "source": "/former", "destination": destination }),
        json!({ "source": "/earlier", "destination": { "kind": "url", "url": "/former" } }),
    ] {
        admin.post(&format!("{}/redirects", world.site), &body).created();
    }
}

#[test]
fn whichever_statement_fails_the_answer_is_right_or_says_so() {
    on_each_database(|test| {
        let world = harbour(test);
        let page = world.read("/");
        for text in ["ship.png", "cover.png", "list.txt", "Own words", "chart.png", "/tariff\"", "/guide\"", "Read x"] {
            assert!(page.contains(text), "{text} in {page}");
        }
        let file = page.split("/~files/").nth(1).unwrap().split(['"', ' ']).next().unwrap();
        let file = format!("/~files/{file}");
        let mut paths =
            vec!["/", "/guide", "/index.md", "/guide.md", "/old/guide", "/former", "/earlier", "/nowhere", &file];
        paths.extend([
            "/llms.txt",
            "/llms-full.txt",
            "/sitemap.xml",
            "/sitemap-pages.xml",
            "/~search?q=guide",
            "/~print",
        ]);
        for path in paths {
            let count = fail_each(test, &format!("{}{path}", world.base));
            assert!(count > 0, "{path} reads nothing");
        }
    });
}
