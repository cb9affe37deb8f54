//! The cost of a save, counted in statements: it is the same whatever else the space has and however long the page is.

use quire_app::Caller;
use quire_app::content::Version;
use quire_content::outline::Outline;
use quire_testkit::{TestApp, on_each_database};
use serde_json::{Value, json};

use crate::edits::{live, send};

/// More statements than any save runs.
const MANY: u64 = 10_000;

/// The most statements of a save in a change request: those that find out who calls and what they may do, 2 that read
/// where the content is, 10 of the transaction, which proves the permission again, and 7 that read what the answer shows.
const MOST: u64 = 24;

/// Returns the number of statements that a call runs.
fn statements(test: &TestApp, call: impl FnOnce()) -> u64 {
    test.app.fail_statement(MANY);
    call();
    let ran = MANY - test.app.statements_until_failure();
    test.app.fail_statement(0);
    ran
}

/// A change request in a space with so many pages: its address, and the identifiers of the pages.
fn proposal(test: &TestApp, pages: usize, text: &str) -> (String, Vec<String>) {
    let names: Vec<String> = (0..pages).map(|n| format!("page-{n}.md")).collect();
    let files: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), text)).collect();
    let space = live(test, &files);
    let tree = test.admin().get(&format!("{space}/content/pages")).ok();
    let pages = tree["pages"].as_array().unwrap().iter().map(|page| page["id"].as_str().unwrap().to_owned());
    let made = test.admin().post(&format!("{space}/change-requests"), &json!({})).created();
    (format!("{space}/change-requests/{}", made["number"]), pages.collect())
}

fn written(page: &str, text: &str) -> Value {
    json!([{ "operation": "update_page", "page": page, "document": { "markdown": text } }])
}

/// Returns the number of statements of a save after one that filled the caches.
fn of_save(test: &TestApp, line: &str, page: &str) -> u64 {
    send(test, line, &written(page, "# A\n\nFirst.\n")).ok();
    statements(test, || drop(send(test, line, &written(page, "# A\n\nSecond.\n")).ok()))
}

#[test]
fn a_save_runs_few_statements_however_many_pages_there_are() {
    on_each_database(|test| {
        let counts = [1, 300].map(|pages| {
            let (line, ids) = proposal(test, pages, "# A\n\nText.\n");
            of_save(test, &line, &ids[0])
        });
        assert!(counts[0] <= MOST, "{counts:?}");
        assert_eq!(counts[0], counts[1], "the space has more pages");
    });
}

#[test]
fn a_change_of_a_block_runs_few_statements_however_long_the_page_is() {
    on_each_database(|test| {
        let counts = [1, 400].map(|blocks| {
            let text: String = (0..blocks).map(|n| format!("Paragraph {n}.\n\n")).collect();
            let (line, ids) = proposal(test, 1, &text);
            let patch = |key: &Value, text: &str| {
                let block = json!({ "operation": "replace", "key": key, "markdown": text });
                let change = json!([{ "operation": "update_page", "page": ids[0], "blocks": [block] }]);
                send(test, &line, &change).ok()["saved"][0]["blocks"][0][0].clone()
            };
            let document = test.admin().get(&format!("{line}/content/page/{}/document", ids[0])).ok();
            let key = patch(&document["nodes"][blocks / 2]["key"], "First.");
            statements(test, || drop(patch(&key, "Second.")))
        });
        assert!(counts[0] <= MOST, "{counts:?}");
        assert_eq!(counts[0], counts[1], "the page is longer");
    });
}

/// The most statements of a save in main content: the answer shows the space as it was read for the warnings.
const MOST_IN_MAIN: u64 = 22;

#[test]
fn a_save_in_main_content_runs_few_statements() {
    on_each_database(|test| {
        let space = live(test, &[("page.md", "# A\n\nText.\n")]);
        let tree = test.admin().get(&format!("{space}/content/pages")).ok();
        let count = of_save(test, &space, tree["pages"][0]["id"].as_str().unwrap());
        assert!(count <= MOST_IN_MAIN, "{count}");
    });
}

#[test]
fn the_page_tree_is_at_hand_after_pages_come_move_and_go() {
    on_each_database(|test| {
        let space = live(test, &[("a.md", "# A\n"), ("b.md", "# B\n\n[Nowhere](../nowhere.md)\n")]);
        let id = space.trim_start_matches("/v1/spaces/").parse().unwrap();
        let view = || test.app.view(&Caller::operator(), id, Version::Main).unwrap();
        let paths = |tree: &Outline| tree.walk().map(|page| (page, tree.path(page))).collect::<Vec<_>>();
        test.app.outline(&view()).unwrap();
        let tree = test.admin().get(&format!("{space}/content/pages")).ok();
        let id = |n: usize| tree["pages"][n]["id"].as_str().unwrap();
        let (a, b) = (id(0), id(1));
        for change in [
            json!({ "operation": "insert_page", "title": "New", "into": a, "document": { "markdown": "[B](../b.md)" } }),
            json!({ "operation": "update_page", "page": b, "into": a, "at": 0 }),
            json!({ "operation": "update_page", "page": b, "slug": "other" }),
            json!({ "operation": "update_page", "page": a, "hidden": true }),
            json!({ "operation": "delete_page", "page": b }),
        ] {
            assert_eq!(send(test, &space, &json!([change])).ok()["changed"], true);
            let followed = test.app.recall_outline(&view()).expect("the tree is at hand");
            test.app.forget();
            assert_eq!(paths(&followed), paths(&test.app.outline(&view()).unwrap()), "{change}");
        }
    });
}

#[test]
fn a_save_proves_the_permission_again_after_a_change_of_rights() {
    on_each_database(|test| {
        let (line, ids) = proposal(test, 1, "# A\n\nText.\n");
        of_save(test, &line, &ids[0]);
        let archived = test.admin().patch(&line, &json!({ "status": "archived" }));
        archived.ok();
        let told = send(test, &line, &written(&ids[0], "# A\n\nThird.\n")).refused(409);
        assert!(told.contains("archived"), "{told}");
    });
}
