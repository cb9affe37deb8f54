//! Pages as rich-text documents, and as a reader gets them.

use quire_testkit::{Files, on_each_database};
use serde_json::{Value, json};

const PAGES: &[(&str, &str)] = &[
    ("SUMMARY.md", "# Table of contents\n\n* [Start](README.md)\n* [Guide](guide/steps.md)\n"),
    ("README.md", "# Start\n\nSee [the guide](guide/steps.md#first) and ![a](.gitbook/assets/a.png).\n"),
    (
        "guide/steps.md",
        "---\nvars:\n  edition: 3\n---\n\n# Guide\n\n## First\n\n{% include \"../.gitbook/includes/note.md\" %}\n\n\
         Edition <code class=\"expression\">page.vars.edition + 1</code> of <code class=\"expression\">space.vars.name</code>.\n\n\
         {% if page.vars.edition > 2 %}\nNew.\n{% endif %}\n\n{% if visitor.claims.isBeta %}\nBeta.\n{% endif %}\n",
    ),
    (".gitbook/includes/note.md", "# Note\n\n**Mind** <code class=\"expression\">space.vars.name</code>.\n"),
    (".gitbook/assets/a.png", "no image"),
    (".gitbook/vars.yaml", "name: Quire\n"),
];

/// Every node of a document, from front to back.
fn nodes(value: &Value) -> Vec<&Value> {
    let below = ["nodes", "fragments", "leaves"].iter().filter_map(|name| value[*name].as_array()).flatten();
    std::iter::once(value).chain(below.flat_map(nodes)).collect()
}

fn text(document: &Value) -> String {
    nodes(document).into_iter().filter_map(|node| node["text"].as_str()).collect()
}

fn with_type<'a>(document: &'a Value, kind: &str) -> Vec<&'a Value> {
    nodes(document).into_iter().filter(|node| node["type"] == kind).collect()
}

#[test]
fn a_page_is_a_document_unless_markdown_is_asked_for() {
    on_each_database(|test| {
        let admin = test.admin();
        let space = test.new_space("Docs");
        test.import(&space, &Files::of(PAGES));
        let page = admin.get(&format!("{space}/content/path/start")).ok();
        let document = &page["document"];
        assert_eq!(document["object"], "document");
        assert!(page.get("markdown").is_none());
        assert_eq!(text(document), "See the guide and .", "the title is not part of it");
        let guide = admin.get(&format!("{space}/content/path/guide")).ok();
        let link = with_type(document, "link")[0];
        assert_eq!(link["data"]["ref"], json!({ "kind": "anchor", "anchor": "first", "page": guide["id"] }));
        let file = admin.get(&format!("{space}/content/files")).ok()["items"][0]["id"].clone();
        assert_eq!(with_type(document, "inline-image")[0]["data"]["ref"], json!({ "kind": "file", "file": file }));
        let keys: Vec<_> = nodes(document).iter().filter_map(|node| node["key"].as_str()).collect();
        assert_eq!(keys.len(), keys.iter().collect::<std::collections::BTreeSet<_>>().len());
        let id = page["id"].as_str().unwrap();
        assert_eq!(&admin.get(&format!("{space}/content/page/{id}/document")).ok(), document);
        let revision = page["urls"]["app"].as_str().unwrap().split("/page/").next().unwrap().replace("/app/", "/v1/");
        assert_eq!(&admin.get(&format!("{revision}/page/{id}/document")).ok(), document);
        assert_eq!(admin.get(&format!("{revision}/path/start?format=markdown")).ok()["markdown"], PAGES[1].1);
    });
}

#[test]
fn expressions_are_evaluated_when_that_is_asked_for() {
    on_each_database(|test| {
        let admin = test.admin();
        let space = test.new_space("Docs");
        test.import(&space, &Files::of(PAGES));
        let guide = format!("{space}/content/path/guide");
        let as_written = admin.get(&guide).ok();
        assert_eq!(with_type(&as_written["document"], "expression").len(), 2);
        assert_eq!(with_type(&as_written["document"], "if").len(), 2);
        let all = admin.get(&format!("{guide}?evaluated=true")).ok();
        assert_eq!(text(&all["document"]), "FirstEdition 4 of Quire.New.");
        let some = admin.get(&format!("{guide}?evaluated=deterministic-only")).ok();
        assert_eq!(text(&some["document"]), "FirstEdition 4 of Quire.New.Beta.");
        assert_eq!(with_type(&some["document"], "if").len(), 1);
        let markdown = admin.get(&format!("{guide}?evaluated=true&format=markdown")).ok();
        let wanted =
            "\n# Guide\n\n## First\n\n{% include \"../.gitbook/includes/note.md\" %}\n\nEdition 4 of Quire.\n\nNew.\n";
        assert_eq!(markdown["markdown"].as_str().unwrap().trim_start(), wanted.trim_start());
    });
}

#[test]
fn reusable_content_has_a_body_of_its_own() {
    on_each_database(|test| {
        let admin = test.admin();
        let space = test.new_space("Docs");
        test.import(&space, &Files::of(PAGES));
        let content = admin.get(&format!("{space}/content")).ok();
        let id = content["reusableContents"][0]["id"].as_str().unwrap();
        let path = format!("{space}/content/reusable-contents/{id}");
        let note = admin.get(&path).ok();
        assert_eq!(text(&note["document"]), "Mind .");
        assert_eq!(admin.get(&format!("{path}?format=markdown")).ok()["markdown"], PAGES[3].1);
        assert_eq!(text(&admin.get(&format!("{path}?evaluated=true")).ok()["document"]), "Mind Quire.");
        let guide = admin.get(&format!("{space}/content/path/guide")).ok();
        let reference = &with_type(&guide["document"], "reusable-content")[0]["data"]["ref"];
        assert_eq!(reference["reusableContent"], id);
    });
}

#[test]
fn front_matter_is_no_part_of_a_reusable_content() {
    on_each_database(|test| {
        let admin = test.admin();
        let space = test.new_space("Docs");
        let note = "---\ntitle: A note\n---\n\n**Mind** this.\n";
        test.import(&space, &Files::of(&[("README.md", "# Start\n"), (".gitbook/includes/note.md", note)]));
        let content = admin.get(&format!("{space}/content")).ok();
        let id = content["reusableContents"][0]["id"].as_str().unwrap();
        let path = format!("{space}/content/reusable-contents/{id}");
        assert_eq!(text(&admin.get(&path).ok()["document"]), "Mind this.");
        let markdown = admin.get(&format!("{path}?format=markdown")).ok()["markdown"].clone();
        assert_eq!(markdown.as_str().unwrap().trim(), "**Mind** this.");
    });
}
