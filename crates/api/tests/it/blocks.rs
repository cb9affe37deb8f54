//! Changes of single blocks: what is not named stays as it is, and what others saved since is merged.

use quire_testkit::{TestApp, on_each_database};
use serde_json::{Value, json};

use crate::edits::{live, send};

const TEXT: &str = "# A\n\nThe  first paragraph.\n\n* one\n* two\n\nThe last __paragraph__ says a thing.\n";

/// A live space with one page: its address, and the page's identifier.
fn page_of(test: &TestApp, text: &str) -> (String, String) {
    let space = live(test, &[("a.md", text)]);
    let page = test.admin().get(&format!("{space}/content/pages")).ok()["pages"][0]["id"].as_str().unwrap().to_owned();
    (space, page)
}

fn document(test: &TestApp, line: &str, page: &str) -> Value {
    test.admin().get(&format!("{line}/content/page/{page}/document")).ok()
}

fn markdown(test: &TestApp, line: &str, page: &str) -> String {
    let found = test.admin().get(&format!("{line}/content/page/{page}?format=markdown")).ok();
    found["markdown"].as_str().unwrap().to_owned()
}

fn revision(test: &TestApp, line: &str) -> Value {
    test.admin().get(&format!("{line}/content")).ok()["id"].clone()
}

fn patch(page: &str, blocks: &Value) -> Value {
    json!([{ "operation": "update_page", "page": page, "blocks": blocks }])
}

#[test]
fn blocks_change_and_the_rest_keeps_its_bytes() {
    on_each_database(|test| {
        let (space, page) = page_of(test, TEXT);
        let made = test.admin().post(&format!("{space}/change-requests"), &json!({})).created();
        for line in [space.clone(), format!("{space}/change-requests/{}", made["number"])] {
            let before = document(test, &line, &page);
            let key = |at: usize| before["nodes"][at]["key"].clone();
            let paragraph = json!({ "object": "document", "data": {}, "nodes": [
                { "object": "block", "type": "paragraph", "key": "mine", "data": {}, "nodes": [
                    { "object": "text", "leaves": [{ "object": "leaf", "text": "New.", "marks": [] }] }] }] });
            let blocks = json!([
                { "operation": "replace", "key": key(0), "markdown": "Other  words.\n\n***" },
                { "operation": "delete", "key": before["nodes"][1]["nodes"][0]["key"] },
                { "operation": "insert_after", "key": key(1), "document": paragraph },
                { "operation": "move_after", "key": key(2), "after": null },
            ]);
            let answer = send(test, &line, &patch(&page, &blocks)).ok();
            let expected = "# A\n\nThe last __paragraph__ says a thing.\n\nOther  words.\n\n***\n\n* two\n\nNew.\n";
            assert_eq!(markdown(test, &line, &page), expected);
            let now = document(test, &line, &page);
            let at = |at: usize| now["nodes"][at]["key"].clone();
            let saved = &answer["saved"][0];
            assert_eq!(saved["blocks"], json!([[at(1), at(2)], [], [at(4)], []]));
            let keys = json!({ key(0).as_str().unwrap(): at(1), key(1).as_str().unwrap(): at(3), "mine": at(4) });
            assert_eq!(saved["keys"], keys, "those that are the same are left out");
            assert!(saved["document"].is_null() && saved["conflicts"] == json!([]));
            // The same call again: its keys are of a state that is over.
            let told = send(test, &line, &patch(&page, &blocks)).refused(409);
            assert!(told.contains("changes[0].blocks[0].key") && told.contains("read the text again"), "{told}");
            assert_eq!(markdown(test, &line, &page), expected);
        }
    });
}

#[test]
fn reusable_contents_change_by_blocks_too() {
    on_each_database(|test| {
        let (space, _) = page_of(test, TEXT);
        let content = json!([{ "operation": "insert_reusable_content", "title": "R", "document": { "markdown": "One  a.\n\nTwo  b.\n" } }]);
        let content = send(test, &space, &content).ok()["insertedReusableContents"][0]["id"].clone();
        let path = format!("{space}/content/reusable-contents/{}", content.as_str().unwrap());
        let key = test.admin().get(&path).ok()["document"]["nodes"][0]["key"].clone();
        let blocks = json!([{ "operation": "insert_before", "key": key, "markdown": "Zero." }]);
        let change = json!([{ "operation": "update_reusable_content", "reusableContent": content, "blocks": blocks }]);
        send(test, &space, &change).ok();
        let found = test.admin().get(&format!("{path}?format=markdown")).ok();
        assert_eq!(found["markdown"], "Zero.\n\nOne  a.\n\nTwo  b.\n");
    });
}

#[test]
fn a_patch_with_a_base_is_merged() {
    on_each_database(|test| {
        let (space, page) = page_of(test, TEXT);
        let (base, before) = (revision(test, &space), document(test, &space, &page));
        let replace = |at: usize, text: &str| {
            let blocks = json!([{ "operation": "replace", "key": before["nodes"][at]["key"], "markdown": text }]);
            let mut change = patch(&page, &blocks);
            change[0]["base"] = base.clone();
            change
        };
        send(test, &space, &replace(0, "The  first paragraph, changed.")).ok();
        let answer = send(test, &space, &replace(2, "The last __paragraph__ says another thing.")).ok();
        let expected = TEXT.replace("paragraph.\n", "paragraph, changed.\n").replace("a thing", "another thing");
        assert_eq!(markdown(test, &space, &page), expected);
        let saved = &answer["saved"][0];
        assert_eq!(saved["document"], document(test, &space, &page), "others have changed more");
        assert_eq!(saved["blocks"], json!([[saved["document"]["nodes"][2]["key"]]]));
        // The same block in another way conflicts, and an unknown key is not of the base.
        let refused = send(test, &space, &replace(0, "The  first paragraph, otherwise.")).expect(409);
        assert!(refused["error"]["conflicts"][0]["main"]["markdown"].as_str().unwrap().contains("changed"));
        let mut unknown = replace(0, "x");
        unknown[0]["blocks"][0]["key"] = json!("nothing");
        let told = send(test, &space, &unknown).refused(404);
        assert!(told.contains("changes[0].blocks[0].key") && told.contains("\"nothing\""), "{told}");
        assert_eq!(markdown(test, &space, &page), expected);
    });
}

#[test]
fn patches_at_once_are_all_made() {
    on_each_database(|test| {
        let text: String = (0..8).map(|n| format!("Paragraph  {n}.\n\n")).collect();
        let (space, page) = page_of(test, &format!("# A\n\n{text}"));
        let before = document(test, &space, &page);
        std::thread::scope(|scope| {
            for n in 0..8 {
                let (space, page, key) = (&space, &page, &before["nodes"][n]["key"]);
                let blocks = json!([{ "operation": "replace", "key": key, "markdown": format!("Changed  {n}.") }]);
                scope.spawn(move || send(test, space, &patch(page, &blocks)).ok());
            }
        });
        let expected = format!("# A\n\n{}", text.replace("Paragraph", "Changed"));
        assert_eq!(markdown(test, &space, &page).trim_end(), expected.trim_end());
    });
}

#[test]
fn what_a_patch_says_is_checked() {
    on_each_database(|test| {
        let (space, page) = page_of(test, TEXT);
        let before = document(test, &space, &page);
        let (key, last) = (before["nodes"][0]["key"].clone(), before["nodes"][2]["key"].clone());
        let first = revision(test, &space);
        let many = vec![json!({ "operation": "delete", "key": key }); 1001];
        for (blocks, told) in [
            (json!([]), "changes[0].blocks: must be 1 to 1000 changes, not 0"),
            (json!(many), "must be 1 to 1000 changes, not 1001"),
            (json!([{ "operation": "remove", "key": key }]), "changes[0].blocks[0].operation"),
            (json!([{ "operation": "delete" }]), "changes[0].blocks[0].key"),
            (json!([{ "operation": "delete", "key": key, "markdown": "x" }]), "changes[0].blocks[0]: has neither"),
            (json!([{ "operation": "replace", "key": key }]), "changes[0].blocks[0]: must have either"),
            (json!([{ "operation": "replace", "key": key, "markdown": "x", "document": {} }]), "must have either"),
            (
                json!([{ "operation": "replace", "key": key, "document": { "nodes": 1 } }]),
                "changes[0].blocks[0].document",
            ),
            (json!([{ "operation": "move_after", "key": key }]), "changes[0].blocks[0].after: is required"),
            (json!([{ "operation": "delete", "key": key, "after": last }]), "changes[0].blocks[0].after"),
            (
                json!([{ "operation": "delete", "key": last }, { "operation": "delete", "key": last }]),
                "changes[0].blocks[1].key: is the block that blocks[0]",
            ),
            (json!([{ "operation": "replace", "key": key, "markdown": "```\nopen" }]), "changes[0].blocks: "),
        ] {
            let answer = send(test, &space, &patch(&page, &blocks)).refused(400);
            assert!(answer.contains(told), "{blocks}: {answer}");
        }
        let mut both = patch(&page, &json!([{ "operation": "delete", "key": key }]));
        both[0]["document"] = json!({ "markdown": "x" });
        assert!(send(test, &space, &both).refused(400).contains("either document or blocks"));
        let moved = json!([{ "operation": "move_after", "key": key, "after": "nothing" }]);
        assert!(send(test, &space, &patch(&page, &moved)).refused(409).contains("changes[0].blocks[0].after"));
        assert_eq!(revision(test, &space), first);
    });
}

/// A change that insists on the state of its page.
fn insist(test: &TestApp, space: &str, tag: &str, page: &str, text: &str) -> quire_testkit::Answer {
    let changes = json!([{ "operation": "update_page", "page": page, "document": { "markdown": text } }]);
    crate::edits::with(test, space, &[("if-match", tag)], &changes)
}

fn tag(test: &TestApp, path: &str) -> String {
    test.admin().get(path).header("etag").to_owned()
}

#[test]
fn a_page_has_a_tag_of_its_own() {
    on_each_database(|test| {
        let space = live(test, &[("a.md", "# A\n\nText.\n"), ("b.md", "# B\n")]);
        let pages = test.admin().get(&format!("{space}/content/pages")).ok()["pages"].clone();
        let [a, b] = [0, 1].map(|n| pages[n]["id"].as_str().unwrap().to_owned());
        let at = |page: &str, options: &str| format!("{space}/content/page/{page}{options}");
        let first = tag(test, &at(&a, ""));
        // Every form has a tag of its own, and each of them stands for the state.
        let forms = [first.clone(), tag(test, &at(&a, "?format=markdown")), tag(test, &at(&a, "/document"))];
        assert!(forms[0] != forms[1] && forms[1] != forms[2]);
        insist(test, &space, "*", &b, "# B\n\nOther.\n").ok();
        let mut now = forms;
        for (n, form) in now.clone().iter().enumerate() {
            insist(test, &space, form, &a, &format!("# A\n\nText {n}.\n")).ok();
            insist(test, &space, form, &a, "# A\n\nLost.\n").refused(412);
            now = [tag(test, &at(&a, "")), tag(test, &at(&a, "?format=markdown")), tag(test, &at(&a, "/document"))];
            insist(test, &space, &now[0], &a, "# A\n\nText.\n").ok();
            assert_eq!(tag(test, &at(&a, "?format=markdown")).len(), now[1].len());
        }
        // The same state again has the same tag, also after places changed.
        let again = tag(test, &at(&a, "?format=markdown"));
        send(test, &space, &json!([{ "operation": "update_page", "page": b, "at": 0 }])).ok();
        let short: String = again.trim_matches('"').splitn(4, '-').take(3).collect::<Vec<_>>().join("-");
        insist(test, &space, &short, &a, "# A\n\nShort.\n").ok();
        insist(test, &space, &format!("\"{short}-0123-gzip\""), &a, "# A\n").refused(412);
        // A tag is of one page, which the call changes.
        let told = insist(test, &space, &again, &b, "# B\n").refused(400);
        assert!(told.contains("If-Match"), "{told}");
        insist(test, &space, "\"page-x\"", &a, "# A\n").refused(412);
        send(test, &space, &json!([{ "operation": "delete_page", "page": a }])).ok();
        insist(test, &space, &short, &a, "# A\n").refused(412);
    });
}

#[test]
fn of_many_who_insist_on_one_state_one_wins() {
    on_each_database(|test| {
        let (space, page) = page_of(test, TEXT);
        let state = tag(test, &format!("{space}/content/page/{page}"));
        let results = std::sync::Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            for n in 0..6 {
                let (space, page, state, results) = (&space, &page, &state, &results);
                scope.spawn(move || {
                    let answer = insist(test, space, state, page, &format!("# A\n\nBy {n}.\n"));
                    results.lock().unwrap().push(answer.status.as_u16());
                });
            }
        });
        let mut results = results.into_inner().unwrap();
        results.sort_unstable();
        assert_eq!(results, [200, 412, 412, 412, 412, 412]);
    });
}

#[test]
fn reusable_contents_have_tags_and_saves_tell_them() {
    on_each_database(|test| {
        let (space, page) = page_of(test, TEXT);
        let content =
            json!([{ "operation": "insert_reusable_content", "title": "R", "document": { "markdown": "One.\n" } }]);
        let content = send(test, &space, &content).ok()["insertedReusableContents"][0]["id"].clone();
        let state = tag(test, &format!("{space}/content/reusable-contents/{}", content.as_str().unwrap()));
        insist(test, &space, "*", &page, "# A\n\nOther.\n").ok();
        let base = revision(test, &space);
        let change = |text: &str| json!([{ "operation": "update_reusable_content", "reusableContent": content, "base": base, "document": { "markdown": text } }]);
        let with = |tag: &str, text: &str| crate::edits::with(test, &space, &[("if-match", tag)], &change(text));
        let told = with(&state, "Two.\n").ok()["saved"][0]["etag"].as_str().unwrap().to_owned();
        with(&state, "Three.\n").refused(412);
        assert!(told.starts_with("\"reusable-content-"), "{told}");
        let now = json!([{ "operation": "update_reusable_content", "reusableContent": content, "title": "S" }]);
        crate::edits::with(test, &space, &[("if-match", &told)], &now).ok();
    });
}
