//! What follows from a merge without a conflict: links to what the other side deleted are named in every answer.

use quire_testkit::{TestApp, on_each_database};
use serde_json::{Value, json};

use crate::change_requests::propose;
use crate::edits::{live, send};

fn change(test: &TestApp, line: &str, change: &Value) -> Value {
    send(test, line, &json!([change])).ok()
}

fn post(test: &TestApp, path: &str) -> Value {
    test.admin().post(path, &json!({})).ok()
}

#[test]
fn links_to_what_the_other_side_deleted_are_named() {
    on_each_database(|test| {
        let space = live(test, &[("SUMMARY.md", "* [A](a.md)\n* [B](b.md)\n"), ("a.md", "# A\n"), ("b.md", "# B\n")]);
        let id = |path: &str| test.admin().get(&format!("{space}/content/path/{path}")).ok()["id"].clone();
        let (a, b) = (id("a"), id("b"));
        let part = json!([{ "operation": "insert_reusable_content", "title": "Part", "ref": "part",
            "document": { "markdown": "Part.\n" } }]);
        let part = send(test, &space, &part).ok()["insertedReusableContents"][0]["id"].as_str().unwrap().to_owned();
        let file = json!([{ "operation": "insert_files", "files": [{ "name": "x.txt", "base64": "eA==" }] }]);
        let file = send(test, &space, &file).ok()["insertedFiles"][0]["id"].as_str().unwrap().to_owned();
        let proposal = propose(test, &space, "x");
        let text = format!(
            "# A\n\nSee [b](b.md).\n\n{{% include \"/reusable-contents/{part}\" %}}\n\n![x](/files/{file})\n\n[no](no.md)\n"
        );
        let said = change(
            test,
            &proposal,
            &json!({ "operation": "update_page", "page": a, "document": { "markdown": text } }),
        );
        assert_eq!(said["warnings"].as_array().unwrap().len(), 1, "{said}");
        change(test, &space, &json!({ "operation": "delete_page", "page": b }));
        change(test, &space, &json!({ "operation": "delete_file", "file": file }));
        change(test, &space, &json!({ "operation": "delete_reusable_content", "reusableContent": part }));
        let told = |answer: &Value| {
            let warnings = answer["warnings"].as_array().unwrap().iter();
            let said = |it: &Value| (it["line"].as_u64(), it["message"].as_str().unwrap().to_owned());
            warnings.map(|it| (it["path"].as_str().unwrap().to_owned(), said(it))).collect::<Vec<_>>()
        };
        let expected: Vec<_> = [(3, "the page \"B\""), (5, "the reusable content \"Part\""), (7, "the file \"x.txt\"")]
            .map(|(line, name)| ("a.md".to_owned(), (Some(line), format!("a link leads to {name}, which is deleted"))))
            .into();
        assert_eq!(told(&post(test, &format!("{proposal}/merge?dryRun=true"))), expected);
        assert_eq!(told(&post(test, &format!("{proposal}/update"))), expected);
        // The change request has them now: pulling again brings nothing, merging brings them to main.
        assert_eq!(told(&post(test, &format!("{proposal}/update"))), []);
        assert_eq!(told(&post(test, &format!("{proposal}/merge"))), expected);
    });
}

#[test]
fn what_only_one_side_did_is_no_news_to_the_other() {
    on_each_database(|test| {
        let files = [("SUMMARY.md", "* [A](a.md)\n* [B](b.md)\n"), ("a.md", "# A\n\n[b](b.md)\n"), ("b.md", "# B\n")];
        let space = live(test, &files);
        let b = test.admin().get(&format!("{space}/content/path/b")).ok()["id"].clone();
        let proposal = propose(test, &space, "x");
        let other = propose(test, &space, "y");
        change(test, &space, &json!({ "operation": "delete_page", "page": b }));
        assert_eq!(post(test, &format!("{proposal}/update"))["warnings"], json!([]));
        assert_eq!(post(test, &format!("{proposal}/merge"))["warnings"], json!([]));
        // The change request deleted what main still links to.
        test.admin().post(&format!("{other}/update"), &json!({})).ok();
        let space = live(test, &files);
        let b = test.admin().get(&format!("{space}/content/path/b")).ok()["id"].clone();
        let proposal = propose(test, &space, "x");
        change(test, &proposal, &json!({ "operation": "delete_page", "page": b }));
        let merged = post(test, &format!("{proposal}/merge"));
        assert_eq!(merged["warnings"][0]["line"], 3, "{merged}");
    });
}
