//! Saves with a base: what others saved since is merged, and nothing that was acknowledged is lost.

use std::sync::Mutex;

use quire_testkit::{Answer, Files, TestApp, on_each_database, unzip};
use serde_json::{Value, json};

use crate::edits::{live, send};

const TEXT: &str =
    "# A\n\nThe first paragraph says one thing here.\n\nThe second says another.\n\nThe third closes the page.\n";

/// A live space with one page and a change request in it: their addresses, and the page's identifier.
fn lines(test: &TestApp) -> ([String; 2], String) {
    let space = live(test, &[("a.md", TEXT)]);
    let page = test.admin().get(&format!("{space}/content/pages")).ok()["pages"][0]["id"].as_str().unwrap().to_owned();
    let made = test.admin().post(&format!("{space}/change-requests"), &json!({})).created();
    let proposal = format!("{space}/change-requests/{}", made["number"]);
    ([space, proposal], page)
}

fn revision(test: &TestApp, line: &str) -> String {
    let content = test.admin().get(&format!("{line}/content")).ok();
    content["id"].as_str().unwrap().to_owned()
}

fn document(test: &TestApp, line: &str, page: &str) -> Value {
    test.admin().get(&format!("{line}/content/page/{page}")).ok()["document"].clone()
}

fn markdown(test: &TestApp, line: &str, page: &str) -> String {
    let found = test.admin().get(&format!("{line}/content/page/{page}?format=markdown")).ok();
    found["markdown"].as_str().unwrap().to_owned()
}

/// A document with other words in it.
fn with(document: &Value, from: &str, to: &str) -> Value {
    let text = document.to_string();
    assert!(text.contains(from), "{text}");
    serde_json::from_str(&text.replace(from, to)).unwrap()
}

fn save(test: &TestApp, line: &str, page: &str, base: &str, document: &Value) -> Answer {
    let change = json!({ "operation": "update_page", "page": page, "base": base, "document": document });
    send(test, line, &json!([change]))
}

#[test]
fn two_saves_of_one_state_are_merged() {
    on_each_database(|test| {
        let (lines, page) = lines(test);
        for line in &lines {
            let (base, read) = (revision(test, line), document(test, line, &page));
            let first = save(test, line, &page, &base, &with(&read, "one thing", "ONE THING")).ok();
            assert_eq!(first["saved"][0]["conflicts"], json!([]));
            let second = save(test, line, &page, &base, &with(&read, "closes", "CLOSES")).ok();
            let expected = TEXT.replace("one thing", "ONE THING").replace("closes", "CLOSES");
            assert_eq!(markdown(test, line, &page), expected);
            // The answer has the merged document, and the keys that the blocks of the sent one have there.
            let saved = &second["saved"][0];
            assert_eq!(saved["document"], document(test, line, &page));
            let (sent, now) = (&read["nodes"], &saved["document"]["nodes"]);
            for n in 0..3 {
                assert_eq!(saved["keys"][sent[n]["key"].as_str().unwrap()], now[n]["key"], "{n}: {saved}");
            }
            // The current revision as the base is a plain save.
            let now = revision(test, line);
            let third = save(test, line, &page, &now, &with(&saved["document"], "CLOSES", "ends")).ok();
            assert!(third["saved"][0]["document"].to_string().contains("The third ends the page."));
        }
    });
}

#[test]
fn saves_that_conflict_are_listed_or_refused() {
    on_each_database(|test| {
        let ([space, proposal], page) = lines(test);
        for line in [&space, &proposal] {
            let (base, read) = (revision(test, line), document(test, line, &page));
            save(test, line, &page, &base, &with(&read, "one thing", "my thing")).ok();
            let before = revision(test, line);
            let other = with(&read, "one thing", "your thing");
            let change = json!({ "operation": "update_page", "page": page, "base": base, "document": other, "onConflict": "refuse" });
            let refused = send(test, line, &json!([change])).expect(409);
            let conflict = &refused["error"]["conflicts"][0];
            assert!(conflict["main"]["markdown"].as_str().unwrap().contains("my thing"), "{refused}");
            assert!(conflict["changeRequest"]["markdown"].as_str().unwrap().contains("your thing"), "{refused}");
            assert!(conflict["base"]["markdown"].as_str().unwrap().contains("one thing"), "{refused}");
            assert_eq!(revision(test, line), before);
            let answer = save(test, line, &page, &base, &other);
            if *line == space {
                assert!(answer.refused(409).contains("conflict"));
                assert_eq!(revision(test, line), before);
                continue;
            }
            let saved = answer.ok()["saved"][0].clone();
            let listed = test.admin().get(&format!("{line}/conflicts")).ok();
            assert_eq!(saved["conflicts"], json!([listed["items"][0]["id"]]));
            assert!(listed["items"][0]["main"]["markdown"].as_str().unwrap().contains("my thing"));
            let decide = format!("{line}/conflicts/{}", saved["conflicts"][0].as_str().unwrap());
            test.admin().put(&decide, &json!({ "resolution": "theirs" })).ok();
            assert!(markdown(test, line, &page).contains("my thing"));
        }
    });
}

/// A conflict with main that is undecided keeps main's side when two saves conflict at the same place.
#[test]
fn a_conflict_with_main_outlives_saves() {
    on_each_database(|test| {
        let ([space, proposal], page) = lines(test);
        let read = document(test, &space, &page);
        let save_now = |line: &str, words: &str| {
            let base = revision(test, line);
            save(test, line, &page, &base, &with(&read, "one thing", words)).ok();
        };
        save_now(&proposal, "proposed thing");
        save_now(&space, "main thing");
        test.admin().post(&format!("{proposal}/update"), &json!({})).ok();
        let (base, read) = (revision(test, &proposal), document(test, &proposal, &page));
        save(test, &proposal, &page, &base, &with(&read, "proposed thing", "first thing")).ok();
        save(test, &proposal, &page, &base, &with(&read, "proposed thing", "second thing")).ok();
        let listed = test.admin().get(&format!("{proposal}/conflicts")).ok();
        let sides: Vec<&str> =
            listed["items"].as_array().unwrap().iter().map(|it| it["main"]["markdown"].as_str().unwrap()).collect();
        assert_eq!(sides.len(), 2, "{listed}");
        for words in ["main thing", "first thing"] {
            assert!(sides.iter().any(|side| side.contains(words)), "{words}: {listed}");
        }
        assert!(markdown(test, &proposal, &page).contains("second thing"));
    });
}

#[test]
fn markdown_attributes_and_reusable_contents_have_a_base_too() {
    on_each_database(|test| {
        let ([space, _], page) = lines(test);
        let content = json!({ "operation": "insert_reusable_content", "title": "R", "document": { "markdown": "One.\n\nTwo.\n\nThree.\n" } });
        let content = send(test, &space, &json!([content])).ok()["insertedReusableContents"][0]["id"].clone();
        let base = revision(test, &space);
        let both = |page_text: &str, description: &str, text: &str| {
            let change = json!([
                { "operation": "update_page", "page": page, "base": base, "description": description, "document": { "markdown": page_text } },
                { "operation": "update_reusable_content", "reusableContent": content, "base": base, "document": { "markdown": text } },
            ]);
            send(test, &space, &change)
        };
        let body = TEXT;
        both(&body.replace("first", "FIRST"), "Same.", "ONE.\n\nTwo.\n\nThree.\n").ok();
        let saved = both(&body.replace("closes", "CLOSES"), "Same.", "One.\n\nTwo.\n\nTHREE.\n").ok()["saved"].clone();
        assert_eq!(saved[0]["document"]["markdown"], body.replace("first", "FIRST").replace("closes", "CLOSES"));
        assert_eq!(saved[1]["document"]["markdown"], "ONE.\n\nTwo.\n\nTHREE.\n");
        let refused = both(body, "Another.", "One.\n\nTwo.\n\nThree.\n").expect(409);
        let conflict = &refused["error"]["conflicts"][0];
        assert_eq!(conflict["main"]["markdown"], "description: Same.\n");
        assert_eq!(conflict["changeRequest"]["markdown"], "description: Another.\n");
    });
}

#[test]
fn a_base_is_a_revision_that_is_there() {
    on_each_database(|test| {
        let ([space, _], page) = lines(test);
        let text = json!({ "markdown": "New.\n" });
        for (base, status) in [("nothing", 400), ("adfcffXvlqLfPja77oj2zg", 409)] {
            assert!(save(test, &space, &page, base, &text).refused(status).contains("changes[0].base"));
        }
        let other = revision(test, &live(test, &[("b.md", "# B\n")]));
        save(test, &space, &page, &other, &text).refused(409);
        // A page that others deleted is in conflict, and not made again.
        let base = revision(test, &space);
        send(test, &space, &json!([{ "operation": "delete_page", "page": page }])).ok();
        let refused = save(test, &space, &page, &base, &text).expect(409);
        assert_eq!(refused["error"]["conflicts"][0]["kind"], "deletion");
    });
}

#[test]
fn what_cannot_be_done_is_refused() {
    on_each_database(|test| {
        let ([space, _], page) = lines(test);
        let revert = json!([{ "operation": "revert_page", "page": page, "block": ["x"] }]);
        assert!(send(test, &space, &revert).refused(400).contains("changes[0].block"));
        assert!(test.admin().post(&format!("{space}/content"), &Value::Null).refused(400).contains("JSON object"));
    });
}

/// Every word that a save acknowledged is in the text.
#[test]
fn saves_of_many_at_once_lose_nothing() {
    on_each_database(|test| {
        let text: String = (0..16).map(|n| format!("Paragraph {n} with a few words.\n\n")).collect();
        let space = live(test, &[("a.md", &format!("# A\n\n{text}"))]);
        let page = test.admin().get(&format!("{space}/content/pages")).ok()["pages"][0]["id"].clone();
        let page = page.as_str().unwrap();
        let (base, read) = (revision(test, &space), document(test, &space, page));
        let acknowledged = Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            for writer in 0..16 {
                let (base, read, acknowledged) = (&base, &read, &acknowledged);
                let space = &space;
                scope.spawn(move || {
                    let word = format!("written{writer}x");
                    let changed =
                        with(read, &format!("Paragraph {writer} with"), &format!("Paragraph {writer} {word}"));
                    if save(test, space, page, base, &changed).status == 200 {
                        acknowledged.lock().unwrap().push(word);
                    }
                });
            }
        });
        let now = markdown(test, &space, page);
        let acknowledged = acknowledged.into_inner().unwrap();
        assert!(!acknowledged.is_empty());
        for word in acknowledged {
            assert!(now.contains(&word), "{word} is lost:\n{now}");
        }
    });
}

#[test]
fn a_page_that_a_call_inserts_and_deletes_is_not_told() {
    on_each_database(|test| {
        let ([space, _], page) = lines(test);
        let base = revision(test, &space);
        let changes = json!([
            { "operation": "insert_page", "title": "New", "ref": "new" },
            { "operation": "update_page", "page": page, "base": base, "description": "Words." },
            { "operation": "delete_page", "page": "new" },
        ]);
        let done = send(test, &space, &changes).ok();
        assert_eq!(done["insertedPages"], json!([]));
        assert_eq!(done["saved"][0]["change"], 1);
    });
}

/// A page, and a change request with two saves of one state that conflict.
fn conflicting_saves(test: &TestApp) -> ([String; 2], String) {
    let ([space, proposal], page) = lines(test);
    let (base, read) = (revision(test, &proposal), document(test, &proposal, &page));
    save(test, &proposal, &page, &base, &with(&read, "one thing", "my thing")).ok();
    save(test, &proposal, &page, &base, &with(&read, "one thing", "your thing")).ok();
    ([space, proposal], page)
}

fn mains(test: &TestApp, proposal: &str) -> Vec<String> {
    let listed = test.admin().get(&format!("{proposal}/conflicts")).ok();
    let main = |it: &Value| it["main"]["markdown"].as_str().unwrap_or_default().to_owned();
    listed["items"].as_array().unwrap().iter().map(main).collect()
}

/// What was saved is in the list of conflicts until that is decided, whatever main does with the same place.
#[test]
fn a_conflict_of_saves_outlives_main() {
    on_each_database(|test| {
        let write = |space: &str, page: &str, text: &str| {
            let change = json!({ "operation": "update_page", "page": page, "document": { "markdown": text } });
            send(test, space, &json!([change])).ok();
        };
        let post = |path: &str| test.admin().post(path, &json!({})).ok();
        // Main has what one of them saved: the conflict with main is no less one.
        let ([space, proposal], page) = conflicting_saves(test);
        write(&space, &page, &TEXT.replace("one thing", "my thing"));
        let merged = post(&format!("{proposal}/merge"));
        assert_eq!((&merged["result"], &merged["conflicts"]), (&json!("conflicts"), &json!(1)));
        assert!(markdown(test, &space, &page).contains("my thing"));
        // Main has something else, or nothing.
        let gone = TEXT.replace("The first paragraph says one thing here.\n\n", "");
        for text in [TEXT.replace("one thing", "main thing"), gone] {
            let ([space, proposal], page) = conflicting_saves(test);
            write(&space, &page, &text);
            assert_eq!(post(&format!("{proposal}/update"))["conflicts"], 2);
            let mains = mains(test, &proposal);
            assert!(mains.iter().any(|main| main.contains("my thing")), "{mains:?}");
        }
    });
}

#[test]
fn changes_of_one_call_with_one_base_are_merged() {
    on_each_database(|test| {
        let ([space, proposal], page) = lines(test);
        let base = revision(test, &space);
        let change = |text: &str| json!({ "operation": "update_page", "page": page, "base": base, "document": { "markdown": text } });
        let texts = [("The second", "KKK The second"), ("closes the page.", "closes the page.\n\nLast LLL.")];
        let changes = texts.map(|(from, to)| change(&TEXT.replace(from, to)));
        let expected = texts.iter().fold(TEXT.to_owned(), |text, (from, to)| text.replace(from, to));
        for line in [&space, &proposal] {
            let done = send(test, line, &json!(changes)).ok();
            assert_eq!(done["saved"][1]["document"]["markdown"], expected);
            assert_eq!(markdown(test, line, &page), expected);
        }
        // A title and another heading in the text conflict.
        let base = revision(test, &space);
        let text = json!({ "markdown": expected.replace("# A", "# Heading") });
        let changes = json!([
            { "operation": "update_page", "page": page, "base": base, "title": "Title" },
            { "operation": "update_page", "page": page, "base": base, "document": text },
        ]);
        send(test, &space, &changes).expect(409);
    });
}

/// A save as a document leaves all bytes of the other blocks, decodable or not.
#[test]
fn bytes_that_are_no_text_outlive_saves() {
    on_each_database(|test| {
        let space = live(test, &[]);
        let latin: &[u8] = b"# Latin\n\ncaf\xe9 words here.\n\nsecond para here.\n";
        let note: &[u8] = b"na\xefve words.\n\nsecond para here.\n";
        let files = [("latin.md", latin), (".gitbook/includes/note.md", note)];
        test.import(&space, &Files::of(&files));
        let content = test.admin().get(&format!("{space}/content")).ok();
        let (page, note) = (&content["pages"][0]["id"], &content["reusableContents"][0]["id"]);
        let [page, note] = [page, note].map(|id| id.as_str().unwrap());
        let read = document(test, &space, page);
        save(test, &space, page, &revision(test, &space), &with(&read, "second para", "second part")).ok();
        let read = test.admin().get(&format!("{space}/content/reusable-contents/{note}")).ok()["document"].clone();
        let text = with(&read, "second para", "second part");
        let change = json!({ "operation": "update_reusable_content", "reusableContent": note, "document": text });
        send(test, &space, &json!([change])).ok();
        let exported = unzip(&test.admin().get(&format!("{space}/content/export")).body);
        for (path, before) in files {
            let kept = before.strip_suffix(b"second para here.\n").unwrap();
            assert_eq!(exported[path], [kept, b"second part here.\n"].concat(), "{path}");
        }
    });
}

/// A base that is a state of another change request has content which the line would seem to have deleted.
#[test]
fn a_base_is_of_the_content_that_is_changed() {
    on_each_database(|test| {
        let ([space, proposal], page) = lines(test);
        let made = test.admin().post(&format!("{space}/change-requests"), &json!({})).created();
        let other = format!("{space}/change-requests/{}", made["number"]);
        let read = document(test, &other, &page);
        save(test, &other, &page, &revision(test, &other), &with(&read, "another.", "another, and more.")).ok();
        let (base, read) = (revision(test, &other), document(test, &other, &page));
        let mine = with(&read, "closes", "CLOSES");
        for line in [&space, &proposal] {
            let refused = save(test, line, &page, &base, &mine).expect(409);
            assert!(refused["error"]["message"].as_str().unwrap().starts_with("changes[0].base: "), "{refused}");
            assert_eq!(markdown(test, line, &page), TEXT);
            save(test, line, &page, &revision(test, &space), &with(&document(test, line, &page), "closes", "ends"))
                .ok();
            let change = json!({ "operation": "update_page", "page": page, "document": { "markdown": TEXT } });
            send(test, line, &json!([change])).ok();
        }
        save(test, &other, &page, &base, &mine).ok();
    });
}
