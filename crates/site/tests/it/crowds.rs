//! Crowds: what many requests cost together, what waits for what, and what is refused.

use std::pin::Pin;
use std::task::{Context, Poll, Waker};

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use axum::response::Response;
use futures_util::future::join_all;
use http_body_util::BodyExt as _;
use quire_testkit::{Files, on_each_database};
use serde_json::json;
use tower::ServiceExt as _;

use crate::world::{World, text};

/// Pages whose texts have to be parsed before anybody knows that there is nothing to evaluate.
fn pages(count: usize, bytes: usize) -> Vec<(String, String)> {
    let mut files = vec![("README.md".to_owned(), "# Start\n\nThe <b>first</b> page.\n".to_owned())];
    for n in 1..count {
        let text = format!("# Page {n}\n\nThe <b>text</b> of page {n}.\n\n{}\n", "word ".repeat(bytes / 5));
        files.push((format!("page-{n}.md"), text));
    }
    files
}

fn world<'a>(test: &'a quire_testkit::TestApp, files: &[(String, String)]) -> World<'a> {
    let files: Vec<_> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    World::new(test, &files)
}

async fn ask(router: &Router, path: &str) -> Response {
    let request = Request::builder().uri(path).body(Body::empty()).unwrap();
    router.clone().oneshot(request).await.unwrap()
}

async fn read(response: Response) -> String {
    String::from_utf8(response.into_body().collect().await.unwrap().to_bytes().to_vec()).unwrap()
}

/// Polls a future once. Whoever wakes it then is not heard.
fn poll<F: Future>(future: &mut Pin<Box<F>>) -> Poll<F::Output> {
    future.as_mut().poll(&mut Context::from_waker(Waker::noop()))
}

#[test]
fn a_long_text_is_whole_and_costs_what_changed() {
    on_each_database(|test| {
        let mut files = pages(60, 20_000);
        let world = world(test, &files);
        let full = world.read("/llms-full.txt");
        for n in 1..60 {
            assert_eq!(full.matches(&format!("</b> of page {n}.")).count(), 1, "page {n}");
        }
        let (parts, parsed) = (test.sites.made().parts, test.app.parsed_texts());
        assert!(parts > 2, "{parts} parts");
        assert_eq!(world.read("/llms-full.txt"), full);
        assert_eq!((test.sites.made().parts, test.app.parsed_texts()), (parts, parsed), "nothing is made twice");

        files[30].1.push_str("\nOne more <i>line</i>.\n");
        let changed: Vec<_> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        test.import(&world.spaces[0], &Files::of(&changed));
        let before = test.app.parsed_texts();
        let longer = world.read("/llms-full.txt");
        assert!(longer.contains("One more <i>line</i>.") && longer.len() > full.len());
        assert_eq!(test.app.parsed_texts() - before, 1, "one page changed");
    });
}

#[test]
fn sixteen_readers_of_a_text_cost_one() {
    on_each_database(|test| {
        let world = world(test, &pages(60, 20_000));
        let path = format!("{}/llms-full.txt", world.base);
        let texts = test.on_runtime(async |router| {
            join_all((0..16).map(|_| async { read(ask(&router, &path).await).await })).await
        });
        assert!(texts.iter().all(|text| text == &texts[0]));
        let parts = test.sites.made().parts;
        assert_eq!(parts, texts[0].len().div_ceil(280_000) as u64, "each part is made once");
        assert_eq!(test.app.parsed_texts(), 60);
    });
}

#[test]
fn nobody_makes_what_nobody_reads() {
    on_each_database(|test| {
        let world = world(test, &pages(60, 20_000));
        let path = format!("{}/llms-full.txt", world.base);
        test.on_runtime(async |router| {
            let mut response = ask(&router, &path).await;
            let first = response.body_mut().frame().await.unwrap().unwrap();
            assert!(first.into_data().unwrap().starts_with(b"# The Docs"));
        });
        assert_eq!(test.sites.made().parts, 1);
    });
}

#[test]
fn a_text_is_revalidated_without_being_made() {
    on_each_database(|test| {
        let world = world(test, &pages(60, 20_000));
        let answer = world.get("/llms-full.txt");
        let tag = answer.header("etag").to_owned();
        assert!(answer.header("cache-control").contains("no-transform"), "{}", answer.header("cache-control"));
        let parts = test.sites.made().parts;
        let again = world.get_with("/llms-full.txt", &[("if-none-match", &tag)]);
        assert_eq!((again.status, again.body.len()), (StatusCode::NOT_MODIFIED, 0));
        assert_eq!(test.sites.made().parts, parts);
        let compressed = world.get_with("/llms-full.txt", &[("accept-encoding", "gzip, br, zstd")]);
        assert_eq!((compressed.header("content-encoding"), &compressed.body), ("", &answer.body));
    });
}

#[test]
fn a_thousand_missing_pages_make_one_guide() {
    on_each_database(|test| {
        let world = world(test, &pages(30, 100));
        for n in 0..1_000 {
            assert_eq!(world.get(&format!("/made-up-{n}/pgae-{n}")).status, 404);
        }
        assert_eq!(test.sites.made().suggestions, 1);
        assert!(text(&world.get("/pagee-7")).contains("Page 7"));
        test.import(&world.spaces[0], &Files::of(&[("README.md", "# Start\n"), ("other.md", "# Other things\n")]));
        let changed = text(&world.get("/other-thing"));
        assert!(changed.contains("/other-things\""), "{changed}");
        assert_eq!(test.sites.made().suggestions, 2);
    });
}

#[test]
fn pages_are_drawn_while_everything_else_waits() {
    on_each_database(|test| {
        let world = world(test, &pages(5, 100));
        let printed = json!({ "pdf": { "enabled": true } });
        test.admin().put(&format!("{}/customization", world.site), &printed).ok();
        test.app.catch_up_search().unwrap();
        let at = |path: &str| format!("{}{path}", world.base);
        test.on_runtime(async |router| {
            let held = test.sites.hold_turns().await;
            let waiting = ["/llms-full.txt", "/llms.txt", "/~print", "/~search?q=page", "/not-there"].map(at);
            let mut waiting = Box::pin(join_all(waiting.iter().map(|path| ask(&router, path))));
            assert!(poll(&mut waiting).is_pending());
            for n in 1..5 {
                assert_eq!(ask(&router, &at(&format!("/page-{n}"))).await.status(), 200);
            }
            assert!(poll(&mut waiting).is_pending());
            drop(held);
            let statuses: Vec<_> = waiting.await.iter().map(|response| response.status().as_u16()).collect();
            assert_eq!(statuses, [200, 200, 200, 200, 404]);
        });
    });
}

#[test]
fn large_pages_wait_for_each_other_and_small_ones_for_nobody() {
    on_each_database(|test| {
        let mut files = pages(25, 100);
        files[1..21].iter_mut().for_each(|(_, text)| text.push_str(&"More *text*.\n\n".repeat(3_000)));
        let world = world(test, &files);
        let at = |n: usize| format!("{}/page-{n}", world.base);
        test.on_runtime(async |router| {
            let held = test.app.hold_large_texts().unwrap();
            let paths: Vec<_> = (1..21).map(at).collect();
            let mut crowd: Vec<_> = paths.iter().map(|path| Box::pin(ask(&router, path))).collect();
            let mut refused = 0;
            while refused < 4 {
                for one in 0..crowd.len() {
                    if let Poll::Ready(response) = poll(&mut crowd[one]) {
                        assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE);
                        assert!(response.headers().contains_key("retry-after"));
                        refused += 1;
                        drop(crowd.swap_remove(one));
                        break;
                    }
                }
                tokio::task::yield_now().await;
            }
            for n in 21..25 {
                assert_eq!(ask(&router, &at(n)).await.status(), 200, "a small page");
            }
            // Half of them leave, and hold no places.
            crowd.truncate(8);
            drop(held);
            let statuses: Vec<_> = join_all(crowd).await.iter().map(|response| response.status().as_u16()).collect();
            assert_eq!(statuses, [200; 8]);
            let text = read(ask(&router, &at(1)).await).await;
            assert!(text.contains("More <em>text</em>"));
        });
    });
}

#[test]
fn no_page_lacks_a_large_content_that_it_includes() {
    on_each_database(|test| {
        let mut files = vec![("README.md".to_owned(), "# Start\n".to_owned())];
        let large = format!("# Large\n\n{}The end.\n", "More <b>text</b>.\n\n".repeat(3_000));
        files.push((".gitbook/includes/large.md".to_owned(), large));
        let page = |n| format!("# Page {n}\n\n{{% include \".gitbook/includes/large.md\" %}}\n");
        files.extend((1..21).map(|n| (format!("page-{n}.md"), page(n))));
        let world = world(test, &files);
        let paths: Vec<_> = (1..21).map(|n| format!("{}/page-{n}", world.base)).collect();
        test.on_runtime(async |router| {
            let held = test.app.hold_large_texts().unwrap();
            let mut crowd: Vec<_> = paths.iter().map(|path| Box::pin(ask(&router, path))).collect();
            let mut refused = 0;
            while refused < 4 {
                for one in 0..crowd.len() {
                    if let Poll::Ready(response) = poll(&mut crowd[one]) {
                        assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE);
                        refused += 1;
                        drop(crowd.swap_remove(one));
                        break;
                    }
                }
                tokio::task::yield_now().await;
            }
            drop(held);
            for response in join_all(crowd).await {
                assert!(read(response).await.contains("The end."));
            }
            for path in &paths {
                assert!(read(ask(&router, path).await).await.contains("The end."), "{path}");
            }
        });
    });
}

#[test]
fn whoever_comes_after_too_many_is_told_to_come_again() {
    on_each_database(|test| {
        let world = world(test, &pages(5, 100));
        test.app.catch_up_search().unwrap();
        test.on_runtime(async |router| {
            assert_eq!(ask(&router, &format!("{}/page-2", world.base)).await.status(), 200);
            let held = test.sites.hold_turns().await;
            let paths: Vec<_> = (0..80).map(|n| format!("{}/~search?q=word{n}", world.base)).collect();
            let mut crowd: Vec<_> = paths.iter().map(|path| Box::pin(ask(&router, path))).collect();
            let mut refused = 0;
            for one in &mut crowd {
                for _ in 0..10 {
                    if let Poll::Ready(response) = poll(one) {
                        assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE);
                        assert!(response.headers().contains_key("retry-after"));
                        refused += 1;
                        break;
                    }
                    tokio::task::yield_now().await;
                }
            }
            assert_eq!(refused, 80 - 64);
            let missing = ask(&router, &format!("{}/page-1", world.base)).await;
            assert_eq!(missing.status(), 200);
            drop((crowd, held));
            assert_eq!(ask(&router, &paths[0]).await.status(), 200, "those who left hold no places");
        });
    });
}

#[test]
fn what_was_found_is_kept_until_something_changes() {
    on_each_database(|test| {
        let world = world(test, &pages(5, 100));
        test.app.catch_up_search().unwrap();
        let search = || world.get_with("/~search?q=page", &[("accept", "application/json")]);
        let found = search();
        assert_eq!((search().body, test.sites.made().searches), (found.body, 1));
        assert!(text(&world.get("/~search?q=page")).contains("<html"), "another form is another answer");
        assert_eq!(test.sites.made().searches, 2);
        test.import(&world.spaces[0], &Files::of(&[("README.md", "# Start\n\nA page of zebras.\n")]));
        assert!(!text(&search()).contains("Page 1"), "{}", text(&search()));
        let before = test.sites.made().searches;
        test.app.catch_up_search().unwrap();
        assert!(text(&search()).contains("zebras"));
        assert_eq!(test.sites.made().searches, before + 1);
    });
}
