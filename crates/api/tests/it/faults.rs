//! A database that fails once: the API answers right or says that it failed.

use quire_testkit::{Files, TestApp, on_each_database};
use serde_json::json;

/// More statements than any request runs.
const MOST_STATEMENTS: u64 = 1000;

/// Has each statement of a read fail in turn. Returns how many there are.
fn fail_each(test: &TestApp, path: &str) -> u64 {
    let admin = test.admin();
    test.app.forget();
    let right = admin.get(path);
    assert_eq!(right.status, 200, "{path}");
    for n in 1..MOST_STATEMENTS {
        test.app.forget();
        test.app.fail_statement(n);
        let told = admin.get(path);
        let is_over = test.app.statements_until_failure() > 0;
        test.app.fail_statement(0);
        if told.status != 503 {
            assert_eq!((told.status, &told.body), (right.status, &right.body), "{path} without statement {n}");
        }
        assert_eq!(admin.get(path).body, right.body, "{path} after a failure of statement {n}");
        if is_over {
            return n - 1;
        }
    }
    panic!("{path}: more than {MOST_STATEMENTS} statements");
}

#[test]
fn whichever_statement_fails_the_answer_is_right_or_says_so() {
    on_each_database(|test| {
        let admin = test.admin();
        let (space, other) = (test.new_space("Harbour"), test.new_space("Template"));
        let files = [
            (
                "README.md",
                "# Harbour\n\n[Guide](guide.md) ![A ship](ship.png)\n\n{% include \".gitbook/includes/note.md\" %}\n",
            ),
            ("guide.md", "# Guide\n"),
            ("ship.png", "ship"),
            (".gitbook/includes/note.md", "A note.\n"),
        ];
        test.import(&space, &Files::of(&files));
        test.import(&other, &Files::of(&files));
        admin.patch(&other, &json!({ "isTemplate": true }));
        let id = |path: &str| path.trim_start_matches("/v1/spaces/").to_owned();
        let new = json!({ "title": "Docs", "spaces": [id(&space), id(&other)] });
        let site = admin.post(&format!("{}/sites", test.org()), &new).created();
        let site = format!("{}/sites/{}", test.org(), site["id"].as_str().unwrap());
        admin.post(&format!("{site}/publish"), &json!({})).ok();
        let pages = admin.get(&format!("{space}/content/pages")).ok();
        let page = pages["pages"][1]["id"].as_str().unwrap();
        let on_site = admin.get(&format!("{site}/site-spaces")).ok();
        let first = on_site["items"].as_array().unwrap().iter().find(|it| it["space"]["id"] == id(&space)).unwrap();
        let destination = json!({ "kind": "site-page", "siteSpaceId": first["id"], "pageId": page });
        admin.post(&format!("{site}/redirects"), &json!({ "source": "/old", "destination": destination })).created();
        for path in [
            format!("{}/templates", test.org()),
            format!("{site}/redirect?source=/old"),
            format!("{site}/structure"),
            format!("{}/spaces", test.org()),
            format!("{}/members", test.org()),
            format!("{space}/content/path/harbour?format=markdown"),
            format!("{space}/content/path/guide"),
            format!("{space}/content/files"),
            format!("{space}/links"),
            format!("{space}/revisions"),
            format!("{space}/permissions/users"),
        ] {
            assert!(fail_each(test, &path) > 0, "{path} reads nothing");
        }
    });
}
