//! Variants of a section in several languages.

use axum::http::StatusCode;
use quire_testkit::on_each_database;
use serde_json::{Value, json};

use crate::world::{Tree, World, text};

const ENGLISH: Tree<'_> = &[
    ("README.md", "# Welcome\n\nA zebra in the open.\n"),
    ("guide.md", "# Guide\n\nA zebra in the guide.\n"),
    ("new.md", "# New\n\nNot there in Arabic.\n"),
];
const ARABIC: Tree<'_> = &[("README.md", "# مرحبا\n\nzebra هنا.\n"), ("guide.md", "# دليل\n\nنص.\n")];

/// A site in English and Arabic.
fn world(test: &quire_testkit::TestApp) -> World<'_> {
    let world = World::of(test, &[("English", ENGLISH), ("العربية", ARABIC)], "public");
    for (space, language) in world.spaces.iter().zip(["en", "ar"]) {
        test.admin().patch(space, &json!({ "language": language })).ok();
    }
    world
}

/// The path of the Arabic variant.
fn arabic(world: &World<'_>) -> String {
    let answer = world.get_with("/", &[("accept-language", "ar")]);
    answer.header("location").strip_prefix(&world.base).unwrap().to_owned()
}

#[test]
fn the_first_visit_leads_to_the_language_of_the_reader() {
    on_each_database(|test| {
        let world = world(test);
        let asks = |path: &str, headers: &[(&str, &str)]| world.get_with(path, headers);
        let led = asks("/?a=b", &[("accept-language", "fr, ar-EG;q=0.9, en;q=0.8")]);
        assert_eq!(led.status, StatusCode::TEMPORARY_REDIRECT);
        let location = led.header("location");
        assert!(location.ends_with("?a=b"), "{location}");
        assert_eq!(led.header("cache-control"), "private, no-store");
        assert!(led.header("vary").contains("accept-language"));
        let cookie = led.header("set-cookie").split(';').next().unwrap().to_owned();
        assert!(led.header("set-cookie").contains(&format!("Path={}", world.base)));
        for (path, headers) in [
            ("/", vec![]),
            ("/", vec![("accept-language", "en, ar;q=0.5")]),
            ("/", vec![("accept-language", "fr")]),
            ("/", vec![("accept-language", "ar"), ("cookie", &*cookie)]),
            ("/guide", vec![("accept-language", "ar")]),
        ] {
            assert_eq!(asks(path, &headers).status, StatusCode::OK, "{path} {headers:?}");
        }
        let origin = test.app.options().public_url.clone();
        let from_here = format!("{origin}{}/guide", world.base);
        let stays = asks("/", &[("accept-language", "ar"), ("referer", &from_here)]);
        assert_eq!(stays.status, StatusCode::OK);
        assert!(text(&stays).contains("A zebra in the open."));
    });
}

#[test]
fn pages_name_their_languages_and_directions() {
    on_each_database(|test| {
        let world = world(test);
        let english = world.read("/guide");
        let alternate = "rel=\"alternate\" hreflang=\"ar\" href=\"";
        let address = english.split(alternate).nth(1).and_then(|rest| rest.split('"').next()).unwrap();
        let page = world.read(address.split_once(&world.base).unwrap().1);
        assert!(page.contains("dir=\"rtl\"") && page.contains("lang=\"ar\""), "{page}");
        for language in ["en", "ar", "x-default"] {
            assert!(page.contains(&format!("rel=\"alternate\" hreflang=\"{language}\"")), "{language}: {page}");
        }
        assert!(!world.read("/new").contains("hreflang=\"x-default\""), "it is there in one language only");
    });
}

#[test]
fn a_page_that_is_not_translated_is_shown_in_its_own_language() {
    on_each_database(|test| {
        let world = world(test);
        let arabic = arabic(&world);
        let path = format!("{}/new", arabic.trim_end_matches('/'));
        let page = world.read(&path);
        assert!(page.contains("Not there in Arabic."));
        assert!(page.contains("role=\"note\" lang=\"ar\" dir=\"rtl\""), "{page}");
        assert!(page.contains("noindex") && page.contains("<html lang=\"en\" dir=\"ltr\""));
        assert!(!world.read("/new").contains("role=\"note\""));
        assert_eq!(world.get(&format!("{}/nothing", arabic.trim_end_matches('/'))).status, StatusCode::NOT_FOUND);
        // The answer is not kept beyond the page.
        test.import(&world.spaces[0], &quire_testkit::Files::of(&ENGLISH[..2]));
        assert_eq!(world.get(&path).status, StatusCode::NOT_FOUND);
    });
}

#[test]
fn search_is_in_the_language_of_the_page() {
    on_each_database(|test| {
        let world = world(test);
        test.app.catch_up_search().unwrap();
        let found = |query: &str| -> Vec<String> {
            let answer = world.get_with(&format!("/~search?{query}"), &[("accept", "application/json")]);
            let found: Value = serde_json::from_slice(&answer.body).unwrap();
            let titles = found["items"].as_array().unwrap().iter();
            titles.map(|item| item["title"].as_str().unwrap().to_owned()).collect()
        };
        assert_eq!(found("q=zebra").len(), 3);
        assert_eq!(found("q=zebra&in=ar"), ["مرحبا"]);
        assert_eq!(found("q=zebra&in=en").len(), 2);
        assert_eq!(found("q=zebra&in=de").len(), 2, "the default variant stands for a language that is not there");
        let page = world.read(&arabic(&world));
        assert!(page.contains("name=\"in\" value=\"ar\""), "{page}");
        assert!(world.read("/~search?q=zebra&in=ar").contains("lang=\"ar\""));
        let alone = World::new(test, ENGLISH);
        assert!(!alone.read("/").contains("name=\"in\""));
    });
}
