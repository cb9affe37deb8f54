//! Differences of pages: what they show makes one text of the other, and only readers of both see it.

use quire_testkit::{TestApp, on_each_database};
use serde_json::{Value, json};

use crate::edits::{live, send};

const TEXT: &str =
    "# A\n\nThe first paragraph says one thing here.\n\n* one\n* two\n\nThe third closes the page.\n\nThe end.\n";

fn text_at(test: &TestApp, space: &str, revision: &Value, page: &str) -> String {
    let path = format!("{space}/revisions/{}/page/{page}?format=markdown", revision.as_str().unwrap());
    test.admin().get(&path).ok()["markdown"].as_str().unwrap().to_owned()
}

fn revision(test: &TestApp, line: &str) -> Value {
    test.admin().get(&format!("{line}/content")).ok()["id"].clone()
}

/// Makes the later text of the earlier one and its differences.
fn applied(before: &str, diff: &Value) -> String {
    let lines: Vec<&str> = before.split_inclusive('\n').collect();
    let mut out = String::new();
    for block in diff["blocks"].as_array().unwrap() {
        match block["change"].as_str().unwrap() {
            "equal" => {
                let at = |field: &str| usize::try_from(block["before"][field].as_u64().unwrap()).unwrap();
                out.extend(lines[at("line") - 1..at("line") - 1 + at("lines")].iter().copied());
            }
            "changed" => {
                for words in block["words"].as_array().unwrap().iter().filter(|words| words["change"] != "deleted") {
                    out.push_str(words["text"].as_str().unwrap());
                }
            }
            "removed" => {}
            _ => out.push_str(block["after"]["markdown"].as_str().unwrap()),
        }
    }
    out
}

/// The changes of a diff, with their Markdown.
fn changes(diff: &Value) -> Vec<(String, String)> {
    let blocks = diff["blocks"].as_array().unwrap().iter().filter(|block| block["change"] != "equal");
    let told = |block: &Value| {
        let side = if block["after"].is_null() { "before" } else { "after" };
        let text = block[side]["markdown"].as_str().unwrap().trim().to_owned();
        (block["change"].as_str().unwrap().to_owned(), text)
    };
    blocks.map(told).collect()
}

#[test]
fn a_page_is_compared_with_itself() {
    on_each_database(|test| {
        let space = live(test, &[("a.md", TEXT), ("b.md", "# B\n")]);
        let page = test.admin().get(&format!("{space}/content/pages")).ok()["pages"][0]["id"].clone();
        let page = page.as_str().unwrap();
        let first = revision(test, &space);
        let made = test.admin().post(&format!("{space}/change-requests"), &json!({})).created();
        let request = format!("{space}/change-requests/{}", made["number"]);
        let text = TEXT
            .replace("one thing", "another thing")
            .replace("* one\n", "")
            .replace("The end.\n", "")
            .replace("# A\n", "# A\n\nThe end.\n\nNew.\n");
        let save = |line: &str| {
            let change = json!([{ "operation": "update_page", "page": page, "document": { "markdown": text } }]);
            send(test, line, &change).ok();
        };
        save(&request);
        let of_request = test.admin().get(&format!("{request}/changes/{page}")).ok();
        save(&space);
        let now = revision(test, &space);
        let [from, to] = [&first, &now].map(|id| id.as_str().unwrap());
        let of_page = format!("{space}/content/page/{page}/diff");
        let between = test.admin().get(&format!("{of_page}?from={from}&to={to}")).ok();
        assert_eq!(between["blocks"], of_request["blocks"]);
        assert_eq!((&between["from"], &between["to"], &between["approximate"]), (&first, &now, &json!(false)));
        assert_eq!(test.admin().get(&of_page).ok(), between, "by default the last change of main content");
        assert_eq!(applied(TEXT, &between), text_at(test, &space, &now, page));
        let back = test.admin().get(&format!("{of_page}?from={to}&to={from}")).ok();
        assert_eq!(applied(&text, &back), text_at(test, &space, &first, page));
        let expected = [
            ("moved", "The end."),
            ("added", "New."),
            ("changed", "The first paragraph says another thing here."),
            ("removed", "* one"),
        ];
        let expected = expected.map(|(change, text)| (change.to_owned(), text.to_owned()));
        assert_eq!(changes(&between), expected, "{between}");
        // Blocks have the keys of the documents.
        let document =
            |revision: &str| test.admin().get(&format!("{space}/revisions/{revision}/page/{page}/document")).ok();
        let (old, new) = (document(from), document(to));
        let changed = between["blocks"].as_array().unwrap().iter().find(|it| it["change"] == "changed").unwrap();
        assert_eq!(changed["before"]["keys"], json!([old["nodes"][0]["key"]]));
        assert_eq!(changed["after"]["keys"], json!([new["nodes"][2]["key"]]));
        let removed = between["blocks"].as_array().unwrap().iter().find(|it| it["change"] == "removed").unwrap();
        assert_eq!(removed["before"]["keys"], json!([old["nodes"][1]["nodes"][0]["key"]]));
        // Of a deleted page everything is removed, and what never was is not found.
        send(test, &space, &json!([{ "operation": "delete_page", "page": page }])).ok();
        let gone = test.admin().get(&of_page).ok();
        assert!(gone["blocks"].as_array().unwrap().iter().all(|block| block["change"] == "removed"), "{gone}");
        test.admin().get(&format!("{space}/content/page/bbbbbbbbbbbbbbbbbbbbbb/diff")).refused(404);
        test.admin().get(&format!("{of_page}?from=nothing")).refused(404);
        test.admin().get(&format!("{request}/changes/x")).refused(404);
    });
}
