//! Fonts that sites bring: uploads that they keep, for themselves alone.

use std::time::Duration;

use quire_testkit::{TestApp, on_each_database};
use serde_json::{Value, json};

use crate::world::World;

const FONT: &[u8] = b"wOF2 as far as anybody asks";

fn settings(url: &str) -> Value {
    let face = json!({ "weight": 400, "sources": [{ "url": url }] });
    json!({ "styling": { "font": { "id": "acme", "custom": true, "fontFamily": "Acme Sans", "fontFaces": [face] } } })
}

fn world(test: &TestApp) -> World<'_> {
    World::new(test, &[("README.md", "# Start\n")])
}

fn style(world: &World<'_>) -> String {
    let page = world.read("/");
    let theme = page.split('"').find(|it| it.contains("/~theme/")).unwrap().to_owned();
    world.read(theme.strip_prefix(&world.base).unwrap())
}

/// The path within its site of the first file of the font in some settings.
fn path(shown: &Value) -> String {
    let url = shown["styling"]["font"]["fontFaces"][0]["sources"][0]["url"].as_str().unwrap();
    format!("/~fonts/{}", url.rsplit_once("/~fonts/").unwrap().1)
}

#[test]
fn an_uploaded_font_is_kept_and_loaded_from_the_site() {
    on_each_database(|test| {
        let world = world(test);
        let customization = format!("{}/customization", world.site);
        let shown = test.admin().put(&customization, &settings(&test.upload("acme.woff2", FONT))).ok();
        assert!(shown.get("warnings").is_none(), "{shown}");
        let css = style(&world);
        assert!(css.contains("font-family:\"Acme Sans\";font-weight:400"), "{css}");
        assert!(css.contains("--font:\"Acme Sans\","), "{css}");
        let path = path(&shown);
        assert!(css.contains(&format!("url(..{path}) format(\"woff2\")")));
        let answer = world.get(&path);
        assert_eq!((answer.status.as_u16(), answer.header("content-type"), &*answer.body), (200, "font/woff2", FONT));
        assert!(answer.header("cache-control").contains("immutable"));

        // What was answered can be sent again, and the file outlasts its upload.
        let again = test.admin().put(&customization, &shown).ok();
        assert_eq!(again["styling"], shown["styling"]);
        test.clock.pass(Duration::from_hours(24 * 40));
        test.app.collect(test.first.organization).unwrap();
        assert_eq!(world.get(&path).status, 200);
        test.admin().put(&customization, &json!({})).ok();
        assert_eq!(world.get(&path).status, 404, "no customization names it");
        assert!(!style(&world).contains("Acme"));
    });
}

#[test]
fn a_space_brings_a_font_of_its_own() {
    on_each_database(|test| {
        let world = world(test);
        let spaces = test.admin().get(&format!("{}/site-spaces", world.site)).ok();
        let space = spaces["items"][0]["id"].as_str().unwrap();
        let overrides = format!("{}/site-spaces/{space}/customization", world.site);
        let shown = test.admin().patch(&overrides, &settings(&test.upload("acme.woff2", FONT))).ok();
        test.clock.pass(Duration::from_hours(24 * 40));
        test.app.collect(test.first.organization).unwrap();
        assert_eq!(world.get(&path(&shown)).status, 200);
        assert!(style(&world).contains("Acme Sans"));
    });
}

#[test]
fn only_fonts_that_were_uploaded_here_are_loaded() {
    on_each_database(|test| {
        let world = world(test);
        let customization = format!("{}/customization", world.site);
        let text = test.upload("notes.woff2", b"not a font");
        let message = test.admin().put(&customization, &settings(&text)).refused(400);
        assert!(message.contains("fontFaces") && message.contains("WOFF2"), "{message}");
        let gone = text.replace("signature=", "signature=x");
        assert!(test.admin().put(&customization, &settings(&gone)).status.is_client_error());

        let foreign = test.admin().put(&customization, &settings("https://fonts.example/acme.woff2")).ok();
        assert_eq!(foreign["warnings"][0]["path"], "styling.font");
        assert!(!style(&world).contains("@font-face{font-family:\"Acme Sans\""));

        // Knowing the hash of a file is not enough to have it sent: it must be a font, of the same organization.
        let secret = blake3::hash(b"not a font").to_hex().to_string();
        let shown =
            test.admin().put(&customization, &settings(&format!("https://x.example/~fonts/{secret}.woff2"))).ok();
        assert_eq!(world.get(&path(&shown)).status, 404);
        assert_eq!(world.get("/~fonts/x.woff2").status, 404);
    });
}
