//! Warnings: every answer to a call that writes content names what readers do not get as it was written.

use quire_testkit::{Files, TestApp, on_each_database};
use serde_json::{Value, json};

use crate::edits::{live, send};

const INVALID: &str = "# A\n\nShown.\n\n{% if 1 + %}\nNot valid.\n{% endif %}\n";
const PLAIN: &str = "# A\n\nShown.\n";

fn propose(test: &TestApp, space: &str) -> String {
    let made = test.admin().post(&format!("{space}/change-requests"), &json!({ "subject": "x" })).created();
    format!("{space}/change-requests/{}", made["number"])
}

fn inserted(text: &str) -> Value {
    json!([{ "operation": "insert_page", "title": "A", "document": { "markdown": text } }])
}

#[track_caller]
fn warns(answer: &Value, path: &str, line: u32, word: &str) {
    let warnings = answer["warnings"].as_array().unwrap();
    assert_eq!(warnings.len(), 1, "{answer}");
    assert_eq!((&warnings[0]["path"], &warnings[0]["line"]), (&json!(path), &json!(line)), "{answer}");
    assert!(warnings[0]["message"].as_str().unwrap().contains(word), "{answer}");
}

#[test]
fn edits_name_what_they_hide_in_every_answer() {
    on_each_database(|test| {
        for line in [live(test, &[]), propose(test, &test.new_space("Docs"))] {
            let without = send(test, &line, &inserted(PLAIN)).ok();
            assert_eq!(without["warnings"], json!([]));
            let page = without["insertedPages"][0]["id"].as_str().unwrap().to_owned();
            let update =
                |text: &str| json!([{ "operation": "update_page", "page": page, "document": { "markdown": text } }]);
            warns(&send(test, &line, &update(INVALID)).ok(), "a", 5, "condition");
            let body = json!({ "changes": update(&INVALID.replace("Shown", "Still shown")) });
            let short = test.admin().post(&format!("{line}/content"), &body).ok();
            warns(&short, "a", 5, "condition");
            assert!(short["id"].is_string() && short["object"].is_string(), "{short}");
            // The text is as it was written, and a call that leaves it alone says nothing of it.
            let read = test.admin().get(&format!("{line}/content/page/{page}?format=markdown")).ok();
            assert!(read["markdown"].as_str().unwrap().contains("{% if 1 + %}"));
            let other = json!([{ "operation": "update_page", "page": page, "hidden": true }]);
            let other = send(test, &line, &other).ok();
            assert!(other["warnings"].as_array().unwrap().len() <= 1, "{other}");
            let reusable = json!([{ "operation": "insert_reusable_content", "title": "Part",
                "document": { "markdown": INVALID } }]);
            let answer = send(test, &line, &reusable).ok();
            assert!(answer["warnings"][0]["line"] == 5, "{answer}");
        }
    });
}

#[test]
fn imports_name_what_they_hide_with_the_line_of_the_file() {
    on_each_database(|test| {
        let space = test.new_space("Docs");
        let page = format!("---\ndescription: x\n---\n{INVALID}");
        let report = test.import(&space, &Files::of(&[("README.md", "# R\n"), ("a.md", &page)]));
        let found: Vec<_> = report.warnings.list.iter().map(|it| (it.path.as_str(), it.line)).collect();
        assert_eq!(found, [("a.md", Some(8))]);
        let hidden = "---\nif: 1 +\n---\n# R\n";
        let report = test.import(&space, &Files::of(&[("README.md", "# R\n"), ("a.md", hidden)]));
        assert!(report.warnings.list.iter().any(|it| it.path == "a.md" && it.message.contains("condition")));
    });
}

#[test]
fn imports_count_what_they_leave_and_name_the_places() {
    const PAGE: &str = "---\nicon: no-such-icon\n---\n# A\n\n[x](gone.md) ![](pic.png) [y](b.md#nowhere) [z](b.md#there)\n\n\
                        :::note\nSee.\n:::\n\n<Tabs>\n\n[s](https://app.gitbook.com/s/FORMER/p)\n\n```\n:::note\n[x](gone.md)\n```\n";
    on_each_database(|test| {
        let space = test.new_space("Docs");
        let files = [("README.md", "# R\n"), ("a.md", PAGE), ("b.md", "# B\n\n## There\n")];
        let report = test.import(&space, &Files::of(&files));
        let found: Vec<_> = report.warnings.list.iter().map(|it| (it.path.as_str(), it.line, it.code.name())).collect();
        let expected = [
            (8, "foreign-syntax"),
            (12, "foreign-syntax"),
            (1, "unknown-icon"),
            (6, "dead-link"),
            (6, "missing-file"),
            (6, "dead-anchor"),
            (14, "unknown-space"),
        ];
        let mut expected: Vec<_> = expected.into_iter().map(|(line, code)| ("a.md", Some(line), code)).collect();
        let mut found = found;
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected, "{:#?}", report.warnings);
        assert_eq!(report.warnings.counts.values().sum::<usize>(), 7);
        // A former identifier makes the space known; an import that changes nothing says the same again.
        test.admin().patch(&space, &json!({ "formerIds": ["FORMER"] })).ok();
        let again = test.import(&space, &Files::of(&files));
        let codes: Vec<_> = again.warnings.counts.iter().map(|(code, count)| (code.name(), *count)).collect();
        let rest =
            [("foreign-syntax", 2), ("unknown-icon", 1), ("dead-link", 1), ("dead-anchor", 1), ("missing-file", 1)];
        assert_eq!((again.changed, codes), (false, rest.to_vec()));
    });
}

#[test]
fn merges_name_what_they_bring() {
    on_each_database(|test| {
        let space = test.new_space("Docs");
        let line = propose(test, &space);
        send(test, &line, &inserted(INVALID)).ok();
        let merged = test.admin().post(&format!("{line}/merge"), &json!({})).ok();
        warns(&merged, "a", 5, "condition");
        let revisions = test.admin().get(&format!("{space}/revisions")).ok();
        let before = revisions["items"][1]["id"].as_str().unwrap().to_owned();
        let back = test.admin().post(&format!("{space}/revisions/{before}/rollback"), &json!({})).ok();
        assert_eq!(back["warnings"], json!([]));
    });
}
