//! Documents as clients send them: what is refused, with its path, and what is not.
#![expect(clippy::needless_pass_by_value, reason = "JSON is written where it is used")]

use proptest::prelude::*;
use quire_content::document::model::Kind;
use quire_content::document::{Document, Unresolved, normalize, parse, print};
use serde_json::{Value, json};

use super::generate::document;

fn read(nodes: Value) -> Result<Document, String> {
    Document::from_json(json!({"object": "document", "nodes": nodes})).map_err(|error| error.to_string())
}

fn block(kind: &str, data: Value, nodes: Value) -> Value {
    json!({"object": "block", "type": kind, "data": data, "nodes": nodes})
}

fn text(text: &str) -> Value {
    json!({"object": "text", "leaves": [{"object": "leaf", "text": text, "marks": []}]})
}

fn refused(nodes: Value, expected: &str) {
    assert_eq!(read(nodes.clone()).unwrap_err(), expected, "{nodes}");
}

#[test]
fn what_is_wrong_is_named_with_its_path() {
    let hint = block("hint", json!({"style": "loud"}), json!([]));
    refused(
        json!([block("blockquote", json!({}), json!([hint]))]),
        "nodes[0].nodes[0].data.style: must be one of info, warning, danger, success",
    );
    refused(json!([block("marquee", json!({}), json!([]))]), "nodes[0].type: `marquee` is no block");
    refused(json!([{"object": "inline"}]), "nodes[0].object: must be `block`");
    refused(json!([5]), "nodes[0]: must be an object");
    refused(json!({}), "nodes: must be a list");
    refused(
        json!([block("paragraph", json!({}), json!([{"object": "text", "leaves": [{"marks": []}]}]))]),
        "nodes[0].nodes[0].leaves[0].text: is missing",
    );
    let marked = json!({"object": "text", "leaves": [{"text": "a", "marks": [{"type": "blink"}]}]});
    refused(
        json!([block("paragraph", json!({}), json!([marked]))]),
        "nodes[0].nodes[0].leaves[0].marks[0].type: `blink` is no mark",
    );
    refused(
        json!([block("math", json!({"formula": "a\n $$ \nb"}), json!([]))]),
        "nodes[0].data.formula: must not contain a line that is $$",
    );
    let inline = json!({"object": "inline", "type": "inline-math", "data": {"formula": "a $$ b"}});
    refused(
        json!([block("paragraph", json!({}), json!([inline]))]),
        "nodes[0].nodes[0].data.formula: must not contain $$ nor begin or end with $",
    );
    refused(
        json!([block("list-ordered", json!({"start": 1.5}), json!([]))]),
        "nodes[0].data.start: must be a whole number from 0 to 999999999",
    );
    let link = json!({"object": "inline", "type": "link", "data": {"ref": {"kind": "planet"}}});
    refused(
        json!([block("paragraph", json!({}), json!([link]))]),
        "nodes[0].nodes[0].data.ref.kind: must be one of url, file, page, anchor, space, user, collection, reusable-content, openapi",
    );
    assert_eq!(Document::from_json(json!([])).unwrap_err().to_string(), "document: must be an object");
}

#[test]
fn formulas_that_are_blocks_come_back_as_they_are_read() {
    for text in ["$$\na $$ b\n$$\n", "$$\n$x$\n    $$\n$$\n", "$$\n    $$\nx\n$$\n", "> $$\n> \\$$ $$x\n> $$\n"] {
        let read = parse(text, &Unresolved).document;
        let sent = Document::from_json(serde_json::to_value(&read).unwrap()).unwrap();
        assert_eq!(sent, read);
        assert_eq!(print(&sent, &Unresolved), text);
    }
}

#[test]
fn parts_stand_in_what_they_are_parts_of() {
    let item = block("list-item", json!({}), json!([]));
    refused(json!([item]), "nodes[0].type: `list-item` may only stand in the block that it is a part of");
    let paragraph = block("paragraph", json!({}), json!([text("a")]));
    refused(
        json!([block("tabs", json!({}), json!([paragraph]))]),
        "nodes[0].nodes[0].type: `paragraph` may not stand here, only tabs-item",
    );
    let emoji = json!({"object": "inline", "type": "emoji", "data": {"code": "1f680"}});
    let line = block("code-line", json!({}), json!([emoji]));
    refused(
        json!([block("code", json!({}), json!([line]))]),
        "nodes[0].nodes[0].nodes[0].type: `emoji` may not stand here",
    );
    let annotation = |nodes: Value, body: Value| {
        let fragment = json!({"object": "fragment", "type": "annotation-body", "nodes": body});
        json!({"object": "inline", "type": "annotation", "nodes": nodes, "fragments": [fragment]})
    };
    let inner = block("paragraph", json!({}), json!([annotation(json!([text("a")]), json!([]))]));
    let outer = block("paragraph", json!({}), json!([annotation(json!([text("a")]), json!([inner]))]));
    refused(json!([outer]), "nodes[0].nodes[0].fragments[0].nodes[0].nodes[0].type: `annotation` may not stand here");
}

#[test]
fn cells_hold_what_html_can_say() {
    let table = |cell: Value| {
        json!([{
            "object": "block", "type": "table",
            "data": {
                "view": {"type": "grid", "columns": ["c"]},
                "definition": {"c": {"type": "text", "title": "C"}},
                "records": {"b": {"orderIndex": "2", "values": {"c": "f"}}, "a": {"orderIndex": "10", "values": {}}},
            },
            "fragments": [{"object": "fragment", "fragment": "f", "nodes": [cell]}],
        }])
    };
    let hint = block("hint", json!({"style": "info"}), json!([]));
    refused(table(hint), "nodes[0].fragments[0].nodes[0].type: `hint` may not stand in a cell of a table");
    let document = read(table(block("paragraph", json!({}), json!([text("x")])))).unwrap();
    // By the order of the texts, not of the numbers.
    assert_eq!(print(&document, &Unresolved), "| C |\n| --- |\n|  |\n| x |\n");
}

#[test]
fn what_is_optional_may_be_absent() {
    let nodes = json!([
        {"object": "block", "type": "paragraph", "key": null, "nodes": [text("a")]},
        {"object": "block", "type": "divider"},
        {"object": "block", "type": "hint", "nodes": []},
        {"object": "block", "type": "code"},
        {"object": "block", "type": "expandable"},
    ]);
    let document = read(nodes).unwrap();
    assert_eq!(document.nodes.len(), 5);
    assert!(matches!(document.nodes[2].kind, Kind::Hint { .. }));
}

#[test]
fn unknown_data_is_kept() {
    let hint = block("hint", json!({"style": "info", "icon": "leaf", "later": {"deep": [1]}}), json!([]));
    let document = read(json!([hint])).unwrap();
    let json = serde_json::to_value(&document).unwrap();
    assert_eq!(json["nodes"][0]["data"], json!({"style": "info", "icon": "leaf", "later": {"deep": [1]}}));
    assert_eq!(print(&document, &Unresolved), "{% hint style=\"info\" icon=\"leaf\" %}\n{% endhint %}\n");
}

#[test]
fn names_that_were_derived_are_not_written_down() {
    let heading = |text_: &str, id: &str| {
        let mut heading = block("heading-1", json!({}), json!([text(text_)]));
        heading["meta"] = json!({"id": id});
        heading
    };
    let nodes = json!([heading("One", "one"), heading("One", "one-1"), heading("One", "own")]);
    let printed = print(&read(nodes).unwrap(), &Unresolved);
    assert_eq!(printed, "## One\n\n## One\n\n## One <a href=\"#own\" id=\"own\"></a>\n");
}

#[test]
fn raw_text_that_means_something_becomes_plain() {
    let raw = |source: &str| block("paragraph", json!({"raw": true}), json!([text(source)]));
    let printed = |source: &str| print(&read(json!([raw(source)])).unwrap(), &Unresolved);
    assert_eq!(printed("{% unknown %}"), "{% unknown %}\n");
    assert_eq!(printed("**bold**"), "\\*\\*bold\\*\\*\n");
    assert_eq!(printed("<!-- never closed"), "\\<!-- never closed\n");
    let leaf = json!({"object": "text", "leaves": [{"text": "</kbd>", "raw": true}, {"text": "<b>", "raw": true}, {"text": "</b>", "raw": true}]});
    let document = read(json!([block("paragraph", json!({}), json!([leaf]))])).unwrap();
    assert_eq!(print(&document, &Unresolved), "\\</kbd>\\<b>\\</b>\n");
}

#[test]
fn depth_and_size_are_bounded() {
    let mut nodes = json!([]);
    for _ in 0..25 {
        nodes = json!([block("blockquote", json!({}), nodes)]);
    }
    assert!(read(nodes).unwrap_err().ends_with("blocks nest at most 24 deep"));
    let deep = r#"{"object": "block", "type": "blockquote", "nodes": ["#.repeat(10_000);
    let text = format!(r#"{{"object": "document", "nodes": [{deep}{}]}}"#, "]}".repeat(10_000));
    assert!(serde_json::from_str::<Document>(&text).is_err());
    let many = Value::Array(vec![json!({"object": "block", "type": "divider"}); 100_001]);
    assert_eq!(read(many).unwrap_err(), "nodes[100000]: a document has at most 100000 nodes");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn json_says_all_of_a_document(mut document in document()) {
        normalize(&mut document, &Unresolved);
        let text = serde_json::to_string(&document).unwrap();
        let back: Document = serde_json::from_str(&text).unwrap();
        prop_assert_eq!(&back, &document);
    }

    #[test]
    fn broken_json_is_refused_or_printed(document in document(), cut in any::<prop::sample::Index>(), name in "[a-z]{1,4}") {
        let mut value = serde_json::to_value(&document).unwrap();
        // Some field anywhere gets another value.
        let mut fields = 0;
        count(&value, &mut fields);
        let mut at = cut.index(fields.max(1));
        damage(&mut value, &mut at, &name);
        if let Ok(document) = Document::from_json(value) {
            let mut normal = document.clone();
            normalize(&mut normal, &Unresolved);
            let text = print(&document, &Unresolved);
            prop_assert_eq!(quire_content::document::parse(&text, &Unresolved).document, normal, "{}", text);
        }
    }
}

fn count(value: &Value, fields: &mut usize) {
    *fields += 1;
    match value {
        Value::Array(items) => items.iter().for_each(|item| count(item, fields)),
        Value::Object(map) => map.values().for_each(|item| count(item, fields)),
        _ => {}
    }
}

fn damage(value: &mut Value, at: &mut usize, name: &str) {
    if *at == 0 {
        *value = Value::String(name.to_owned());
    }
    *at = at.wrapping_sub(1);
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| damage(item, at, name)),
        Value::Object(map) => map.values_mut().for_each(|item| damage(item, at, name)),
        _ => {}
    }
}
