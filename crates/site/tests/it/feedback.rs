//! Feedback of readers: stored without a name, from pages of the site alone, on pages that they see.

use axum::body::Body;
use axum::http::Method;
use quire_testkit::{Answer, TestApp, on_each_database};
use serde_json::{Value, json};

use crate::world::{Tree, World, text};

const FILES: Tree<'_> = &[
    ("README.md", "# Welcome\n\nHello.\n"),
    ("lounge.md", "---\nif: visitor.claims.unsigned.vip\n---\n\n# Lounge\n\nFor few.\n"),
];
const OWN: (&str, &str) = ("sec-fetch-site", "same-origin");
const FORM: (&str, &str) = ("content-type", "application/x-www-form-urlencoded");

fn asking(test: &TestApp) -> World<'_> {
    let world = World::new(test, FILES);
    enable(&world, true);
    world
}

fn enable(world: &World<'_>, enabled: bool) {
    let settings = json!({ "feedback": { "enabled": enabled } });
    world.test.admin().put(&format!("{}/customization", world.site), &settings).ok();
}

/// The name of the page at a path, from its form.
fn name(world: &World<'_>, path: &str) -> String {
    let page = text(&world.get(path));
    page.split("name=\"page\" value=\"").nth(1).unwrap().split('"').next().unwrap().to_owned()
}

fn send(world: &World<'_>, base: &str, body: String, headers: &[(&str, &str)]) -> Answer {
    world.test.browser().send(&Method::POST, &format!("{base}/~feedback"), headers, Body::from(body))
}

fn listed(world: &World<'_>) -> Vec<Value> {
    let found = world.test.admin().get(&format!("{}/feedback", world.site)).ok();
    assert_eq!(found["count"], found["items"].as_array().unwrap().len());
    found["items"].as_array().unwrap().clone()
}

#[test]
fn a_reader_says_if_a_page_was_helpful() {
    on_each_database(|test| {
        let world = asking(test);
        let page = name(&world, "/");
        for (helpful, comment) in [("yes", ""), ("no", "More+%3Cb%3Eexamples%3C%2Fb%3E%0D%0Aplease")] {
            let body = format!("page={page}&helpful={helpful}&comment={comment}");
            let answer = send(&world, &world.base, body, &[OWN, FORM]);
            assert_eq!((answer.status.as_u16(), answer.header("cache-control")), (303, "private, no-store"));
            let thanks = text(&crate::world::fetch(test, answer.header("location"), &[]));
            assert!(thanks.contains("Thank you for your answer") && thanks.contains("Back to the page: Welcome"));
        }
        let found = listed(&world);
        assert_eq!(
            (&found[0]["helpful"], &found[0]["comment"]),
            (&json!(false), &json!("More <b>examples</b>\nplease"))
        );
        assert_eq!((&found[1]["helpful"], found[1].get("comment")), (&json!(true), None));
        let mut names: Vec<_> = found[0].as_object().unwrap().keys().map(String::as_str).collect();
        names.sort_unstable();
        assert_eq!(names, ["comment", "createdAt", "helpful", "id", "page", "siteSpace"], "nothing says who it was");
        test.admin().delete(&world.site).expect(204);
        test.admin().get(&format!("{}/feedback", world.site)).refused(404);
    });
}

#[test]
fn a_form_comes_from_a_page_of_the_site() {
    on_each_database(|test| {
        let world = asking(test);
        let body = || format!("page={}&helpful=yes", name(&world, "/"));
        for headers in [
            &[FORM][..],
            &[FORM, ("sec-fetch-site", "cross-site")],
            &[FORM, ("sec-fetch-site", "same-site"), ("origin", "https://evil.example")],
            &[FORM, ("origin", "null")],
        ] {
            // It is answered as if it had not been sent.
            assert_ne!(send(&world, &world.base, body(), headers).status, 303, "{headers:?}");
        }
        assert_eq!(send(&world, &world.base, body(), &[OWN]).status, 415);
        assert_eq!(send(&world, &world.base, body(), &[OWN, ("content-type", "text/plain")]).status, 415);
        assert_eq!(listed(&world).len(), 0);
        let large = format!("{}&comment={}", body(), "x".repeat(20_000));
        assert_eq!(send(&world, &world.base, large, &[OWN, FORM]).status, 413);
        for comment in ["x".repeat(1_001), "%00".to_owned()] {
            let body = format!("{}&comment={comment}", body());
            assert_eq!(send(&world, &world.base, body, &[OWN, FORM]).status, 400);
        }
        for body in ["", "page=x", "helpful=yes", "page=x&helpful=maybe", "page=%FF&helpful=yes&helpful=no"] {
            assert_eq!(send(&world, &world.base, body.to_owned(), &[OWN, FORM]).status, 400, "{body}");
        }
        let elsewhere = test.browser().send(&Method::POST, &format!("{}/", world.base), &[OWN, FORM], Body::empty());
        assert_eq!((elsewhere.status.as_u16(), elsewhere.header("allow")), (405, "GET, HEAD"));
        assert_eq!(listed(&world).len(), 0);
    });
}

#[test]
fn hidden_pages_closed_sites_and_others_get_none() {
    on_each_database(|test| {
        let world = asking(test);
        world.adaptive();
        let (open, hidden) = (name(&world, "/"), name(&world, "/lounge?visitor.vip=true"));
        let other = name(&asking(test), "/");
        let status = |base: &str, page: &str| {
            send(&world, base, format!("page={page}&helpful=yes"), &[OWN, FORM]).status.as_u16()
        };
        for page in [&hidden, &other, "x", "x-y", &format!("{open}0"), "../.."] {
            assert_eq!(status(&world.base, page), 404, "{page}");
            assert_eq!(world.get(&format!("/~feedback?page={page}")).status, 404);
        }
        assert_eq!(world.get("/~feedback").status, 404);
        let (secret, _) = world.secret();
        world.patch(&json!({ "visibility": "share-link" }));
        assert_eq!(status(&world.base, &open), 404);
        assert_eq!(status(&format!("{}/~s/{secret}", world.base), &open), 303);
        enable(&world, false);
        assert_eq!(status(&format!("{}/~s/{secret}", world.base), &open), 404);
        assert!(!text(&world.get(&format!("/~s/{secret}/"))).contains("form class=\"feedback\""));
        assert_eq!(listed(&world).len(), 1);
    });
}

#[test]
fn a_client_gives_so_much_in_an_hour() {
    on_each_database(|test| {
        let world = asking(test);
        let page = name(&world, "/");
        let send = || send(&world, &world.base, format!("page={page}&helpful=no"), &[OWN, FORM]);
        let taken = (0..30).filter(|_| send().status == 303).count();
        assert_eq!(taken, 20);
        let refused = send();
        assert_eq!((refused.status.as_u16(), refused.header("retry-after")), (429, "3600"));
        assert!(text(&refused).contains("could not be stored"));
        assert_eq!(listed(&world).len(), 20);
        let first = test.admin().get(&format!("{}/feedback?limit=15", world.site)).ok();
        let next = first["next"]["page"].as_str().unwrap();
        let rest = test.admin().get(&format!("{}/feedback?limit=15&page={next}", world.site)).ok();
        assert_eq!(rest["items"].as_array().unwrap().len(), 5);
    });
}
