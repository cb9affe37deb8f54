//! What could grow without end does not.

use std::sync::Arc;

use serde_json::{Map, json};

use crate::world::World;

/// The most HTML that any of these pages may become, in bytes.
const MOST: usize = 4_000_000;

fn check(world: &World, text: &str) {
    let html = world.draw(text).html;
    assert!(html.len() < MOST, "{} bytes", html.len());
}

#[test]
fn reusable_contents_do_not_multiply() {
    let mut world = World::new();
    for n in 0..20 {
        let inner = format!("{{% include \"c{}.md\" %}}\n\n", n + 1).repeat(10);
        world.add_reusable(&format!("c{n}.md"), &format!("text\n\n{inner}"));
    }
    check(&world, "{% include \"c0.md\" %}\n");
}

#[test]
fn depth_is_bounded() {
    for text in [
        ">".repeat(5000) + " x",
        (0..500).map(|n| " ".repeat(n * 2) + "* x\n").collect(),
        "<div>".repeat(5000) + "x",
        "<b>".repeat(5000) + "x",
        "{% hint style=\"info\" %}\n".repeat(200) + "x",
        "**".repeat(2000) + "x",
        format!("$${}x$$", "{".repeat(4000)),
        format!("$${}x$$", "\\frac".repeat(1500)),
        format!("$${}x$$", "\\sqrt".repeat(1500)),
        format!("$${}x$$", "x^".repeat(3000)),
        format!("$${}x$$", "\\left(".repeat(1000)),
        format!("$${}x$$", "\\text{$".repeat(1000)),
    ] {
        check(&World::new(), &text);
    }
}

#[test]
fn formulas_define_nothing() {
    for formula in [
        r"\def\a{\a\a}\a",
        r"\def\a{\b\b}\def\b{\c\c}\def\c{\d\d}\def\d{\e\e}\def\e{xxxxxxxxxxxxxxxxxx}\a",
        r"\let\a\b\a",
        r"\gdef\a{\a}\a",
        r"\renewcommand{\a}{\a\a}\a",
        r"\newcommand{\a}{\a\a}\a",
    ] {
        let html = World::new().draw(&format!("$$\n{formula}\n$$\n")).html;
        assert!(html.contains("q-math-error"), "{html}");
    }
}

#[test]
fn schemas_do_not_multiply() {
    let mut schemas = Map::new();
    for n in 0..30 {
        let next = json!({ "$ref": format!("#/components/schemas/S{}", (n + 1) % 30) });
        let properties: Map<_, _> = (0..10).map(|p| (format!("p{p}"), next.clone())).collect();
        schemas.insert(
            format!("S{n}"),
            json!({ "type": "object", "properties": properties, "oneOf": [next, next], "allOf": [next, next, next] }),
        );
    }
    schemas.insert("Loop".to_owned(), json!({ "$ref": "#/components/schemas/Loop" }));
    schemas.insert("Arrays".to_owned(), json!({ "type": "array", "items": { "$ref": "#/components/schemas/Arrays" } }));
    let description = json!({
        "openapi": "3.1.0",
        "paths": { "/x": { "get": { "responses": { "200": { "content": { "application/json": { "schema": { "$ref": "#/components/schemas/S0" } } } } } } } },
        "components": { "schemas": schemas },
    });
    let mut world = World::new();
    world.specifications.insert("api".to_owned(), Arc::new(description));
    for name in ["S0", "Loop", "Arrays"] {
        check(
            &world,
            &format!(
                "{{% openapi-schemas spec=\"api\" schemas=\"{name}\" grouped=\"false\" %}}\n[a](x)\n{{% endopenapi-schemas %}}\n"
            ),
        );
    }
    check(
        &world,
        "{% openapi-operation spec=\"api\" path=\"/x\" method=\"get\" %}\n[a](x)\n{% endopenapi-operation %}\n",
    );
}

#[test]
fn long_code_is_not_coloured() {
    let long = format!("```js\n{}\n```\n", "let a = 1;\n".repeat(7_000));
    assert!(!World::new().draw(&long).html.contains("q-tk"));
    let line = format!("```js\nlet a = \"{}\";\n```\n", "x".repeat(5000));
    assert!(!World::new().draw(&line).html.contains("q-tk"));
    let many = format!("```js\nlet a = `{}`;\n```\n", "x".repeat(1000)).repeat(400);
    let html = World::new().draw(&many).html;
    assert!(html.matches("q-tk").count() < 300);
}
