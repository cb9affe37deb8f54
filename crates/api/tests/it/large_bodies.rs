//! Large bodies and large answers: what they may cost, and for whom they are read at all.

use axum::body::Body;
use axum::http::Method;
use quire_testkit::{Answer, Files, TestApp, on_each_database};
use serde_json::json;

use crate::change_requests::propose;
use crate::edits::live;

fn send(test: &TestApp, token: Option<&str>, space: &str, body: String) -> Answer {
    let headers = [("content-type", "application/json")];
    let caller = token.map_or_else(|| test.admin(), |token| test.caller(Some(token)));
    caller.send(&Method::POST, &format!("{space}/content"), &headers, Body::from(body))
}

#[test]
fn a_body_is_read_only_for_who_may_write() {
    on_each_database(|test| {
        let space = live(test, &[]);
        let (_, stranger) = test.new_user("stranger@example.org");
        let broken = format!("{{\"changes\":[{}", " ".repeat(1 << 20));
        assert_eq!(send(test, Some(&stranger), &space, broken.clone()).refused(404), "space not found");
        assert!(send(test, None, &space, broken).refused(400).starts_with("body is not JSON"));
    });
}

#[test]
fn values_of_a_body_are_bounded() {
    on_each_database(|test| {
        let space = live(test, &[]);
        let changes = |values: String| format!("{{\"changes\":[],\"other\":[{values}0]}}");
        let refused = send(test, None, &space, changes("{},".repeat(300_000))).refused(400);
        assert!(refused.starts_with("body: has too many values"), "{refused}");
        send(test, None, &space, changes("0,".repeat(300_000))).ok();
        // What holds no values is only a long text.
        let text = "{},[".repeat(500_000);
        let page = json!({ "operation": "insert_page", "title": "Long", "document": { "markdown": text } });
        send(test, None, &space, json!({ "changes": [page] }).to_string()).ok();
    });
}

#[test]
fn long_sides_of_conflicts_are_listed_as_markdown_alone() {
    on_each_database(|test| {
        let space = live(test, &[]);
        let file = |word: &str| format!("# A\n\n```\n{}```\n", format!("x {word}\n").repeat(4_000));
        let write = |line: &str, word: &str| drop(test.import(line, &Files::of(&[("README.md", &file(word))])));
        write(&space, "base");
        let proposal = propose(test, &space, "x");
        write(&proposal, "mine");
        write(&space, "yours");
        assert_eq!(test.admin().post(&format!("{proposal}/update"), &json!({})).ok()["conflicts"], 1);
        let listed = test.admin().get(&format!("{proposal}/conflicts")).ok();
        let sides = ["base", "main", "changeRequest"].map(|side| &listed["items"][0][side]);
        assert!(sides[0]["document"].is_object());
        for side in &sides[1..] {
            assert!(side["markdown"].is_string() && side["document"].is_null());
        }
    });
}
