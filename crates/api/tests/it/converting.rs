//! Conversion of texts without saving them.

use quire_model::roles::Role;
use quire_testkit::{Files, TestApp, on_each_database};
use serde_json::{Value, json};

/// A space with a page in a folder and one beside it.
fn space(test: &TestApp) -> (String, Value) {
    let space = test.new_space("Docs");
    test.import(
        &space,
        &Files::of(&[
            ("README.md", "# Home\n"),
            ("guides/a.md", "# A\n"),
            ("guides/b.md", "# B\n"),
            ("SUMMARY.md", "* [Home](README.md)\n* [A](guides/a.md)\n* [B](guides/b.md)\n"),
        ]),
    );
    let pages = test.admin().get(&format!("{space}/content/pages")).ok();
    (space, pages["pages"].clone())
}

fn convert(test: &TestApp, space: &str, body: &Value) -> Value {
    test.admin().post(&format!("{space}/content/convert"), body).ok()
}

#[test]
fn markdown_is_converted_there_and_back() {
    on_each_database(|test| {
        let (space, pages) = space(test);
        let before = test.admin().get(&format!("{space}/content")).ok();
        let text =
            "## A heading\n\nSee [B](b.md) and [nothing](c.md).\n\n{% hint style=\"info\" %}\nHi.\n{% endhint %}\n";
        let there = convert(test, &space, &json!({ "markdown": text, "page": pages[1]["id"] }));
        let document = &there["document"];
        assert_eq!(
            (&document["nodes"][0]["type"], &document["nodes"][2]["type"]),
            (&json!("heading-1"), &json!("hint"))
        );
        assert_eq!(there["dropped"], json!([]));
        assert!(document.to_string().contains(&format!("\"page\":{}", pages[2]["id"])), "{document}");
        let back = json!({ "document": document, "page": pages[1]["id"], "format": "markdown" });
        let back = convert(test, &space, &back);
        assert_eq!((back["markdown"].as_str(), back.get("document")), (Some(text), None));
        // From elsewhere, the same link is another one.
        let at_root = convert(test, &space, &json!({ "document": document, "format": "markdown" }));
        assert!(at_root["markdown"].as_str().unwrap().contains("(guides/b.md)"), "{at_root}");
        let same = convert(test, &space, &json!({ "markdown": text, "format": "markdown" }));
        assert_eq!(same["markdown"], text);
        assert_eq!(test.admin().get(&format!("{space}/content")).ok()["id"], before["id"]);
    });
}

#[test]
fn html_of_a_clipboard_becomes_blocks() {
    on_each_database(|test| {
        let (space, _) = space(test);
        let html = "<meta charset='utf-8'><h2>Title</h2><p>One <b>bold</b> <a href=\"https://example.org/x\">link</a></p>\
                    <ul><li>a<ul><li>b</li></ul></li></ul><table><tr><th>x</th></tr><tr><td>1</td></tr></table>\
                    <script>alert(1)</script><p onclick=\"evil()\">*not* emphasis</p>";
        let markdown = convert(test, &space, &json!({ "html": html, "format": "markdown" }));
        let markdown = markdown["markdown"].as_str().unwrap();
        for part in ["## Title", "**bold**", "[link](https://example.org/x)", "* a", "\\*not\\* emphasis"] {
            assert!(markdown.contains(part), "{part} in {markdown}");
        }
        assert!(!markdown.contains("alert") && !markdown.contains("evil"), "{markdown}");
        let document = convert(test, &space, &json!({ "html": html }))["document"].clone();
        let types: Vec<_> = document["nodes"].as_array().unwrap().iter().map(|node| node["type"].clone()).collect();
        assert_eq!(types, ["heading-1", "paragraph", "list-unordered", "table", "paragraph"]);
        let bad =
            convert(test, &space, &json!({ "html": "<a href=\"javascript:alert(1)\">x</a>", "format": "markdown" }));
        assert!(!bad.to_string().contains("javascript"), "{bad}");
    });
}

#[test]
fn a_conversion_is_one_text_within_bounds_for_those_who_may_read() {
    on_each_database(|test| {
        let (space, pages) = space(test);
        let path = format!("{space}/content/convert");
        let admin = test.admin();
        for body in [json!({}), json!({ "markdown": "x", "html": "y" }), json!({ "document": { "object": "wrong" } })] {
            admin.post(&path, &body).refused(400);
        }
        admin.post(&path, &json!({ "markdown": "x", "format": "pdf" })).refused(400);
        admin.post(&path, &json!({ "markdown": "x", "page": "b".repeat(22) })).refused(404);
        admin.post(&path, &json!({ "markdown": "x".repeat((4 << 20) + 1) })).refused(413);
        admin.post(&path, &json!({ "html": "<b>".repeat(200_000) })).ok();
        let many = admin.post(&path, &json!({ "markdown": "* a\n".repeat(1 << 19) }));
        assert!(many.status == 200 || many.status == 413, "{}", many.status);
        let request = admin.post(&format!("{space}/change-requests"), &json!({})).created();
        let within = format!("{space}/change-requests/{}/content/convert", request["id"].as_str().unwrap());
        admin.post(&within, &json!({ "markdown": "[b](b.md)", "page": pages[1]["id"] })).ok();
        let (_, guest) = test.new_member("guest@example.org", None);
        test.caller(Some(&guest)).post(&path, &json!({ "markdown": "x" })).refused(404);
        let (_, reader) = test.new_member("reader@example.org", Some(Role::Read));
        test.caller(Some(&reader)).post(&path, &json!({ "markdown": "x" })).ok();
    });
}
