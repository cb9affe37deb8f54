//! Deleted spaces and pages, and how they come back.

use std::time::Duration;

use quire_model::roles::Role;
use quire_testkit::{Files, on_each_database};
use serde_json::{Value, json};

fn ids(list: &Value) -> Vec<String> {
    list["items"].as_array().unwrap().iter().map(|item| item["id"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn deleted_spaces_are_listed_for_those_who_may_restore_them() {
    on_each_database(|test| {
        let (one, two) = (test.new_space("One"), test.new_space("Two"));
        let path = format!("{}/deleted-spaces", test.org());
        let (_, token) = test.new_member("creator@example.org", Some(Role::Create));
        let creator = test.caller(Some(&token));
        let (_, token) = test.new_member("reviewer@example.org", Some(Role::Review));
        let reviewer = test.caller(Some(&token));
        test.admin().patch(&two, &json!({ "defaultLevel": "read" })).ok();
        assert_eq!(test.admin().get(&path).ok()["count"], 0);
        for space in [&one, &two] {
            test.admin().delete(space).expect(204);
            test.clock.pass(Duration::from_secs(1));
        }
        let id = |space: &str| space["/v1/spaces/".len()..].to_owned();
        let list = test.admin().get(&path).ok();
        assert_eq!(ids(&list), [id(&two), id(&one)]);
        assert!(list["items"][0]["deletedAt"].is_string());
        assert_eq!(ids(&creator.get(&path).ok()), [id(&one)]);
        assert!(ids(&reviewer.get(&path).ok()).is_empty());
        let first = test.admin().get(&format!("{path}?limit=1")).ok();
        let next = first["next"]["page"].as_str().unwrap();
        assert_eq!(ids(&test.admin().get(&format!("{path}?limit=1&page={next}")).ok()), [id(&one)]);
        creator.post(&format!("{one}/restore"), &json!({})).ok();
        assert_eq!(ids(&test.admin().get(&path).ok()), [id(&two)]);
        test.clock.pass(Duration::from_hours(7 * 24));
        assert_eq!(test.admin().get(&path).ok()["count"], 0);
    });
}

#[test]
fn deleted_pages_are_found_in_the_history_and_come_back() {
    on_each_database(|test| {
        let space = test.new_space("Docs");
        let content = format!("{space}/content");
        test.admin().patch(&space, &json!({ "editMode": "live" })).ok();
        test.import(
            &space,
            &Files::of(&[
                ("README.md", "# Home\n"),
                ("guides/README.md", "# Guides\n"),
                ("guides/a.md", "# A\n\nWords.\n"),
                ("b.md", "# B\n"),
                (
                    "SUMMARY.md",
                    "* [Home](README.md)\n* [Guides](guides/README.md)\n  * [A](guides/a.md)\n* [B](b.md)\n",
                ),
            ]),
        );
        let admin = test.admin();
        let list = |query: &str| admin.get(&format!("{content}/deleted-pages{query}")).ok();
        assert!(ids(&list("")).is_empty());
        let pages = admin.get(&format!("{content}/pages")).ok()["pages"].clone();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let (guides, a, b) = (text(&pages[1]["id"]), text(&pages[1]["pages"][0]["id"]), text(&pages[2]["id"]));
        let delete = |page: &str| {
            let changes = json!({ "changes": [{ "operation": "delete_page", "page": page }] });
            admin.post(&content, &changes).ok();
        };
        delete(&b);
        test.clock.pass(Duration::from_secs(1));
        delete(&guides);
        let found = list("");
        let mut last_two = ids(&found)[..2].to_vec();
        last_two.sort_unstable();
        let mut expected = vec![guides.clone(), a.clone()];
        expected.sort_unstable();
        assert_eq!((last_two, ids(&found)[2].as_str()), (expected, b.as_str()));
        let of_a = found["items"].as_array().unwrap().iter().find(|item| item["id"] == *a).unwrap();
        assert_eq!((&of_a["title"], &of_a["path"]), (&json!("A"), &json!("guides/a")));
        assert!(of_a["deletedBy"]["displayName"].is_string() && of_a["deletedBy"].get("email").is_none());
        // The parts of the list are the list.
        let (mut walked, mut next) = (Vec::new(), Some(String::new()));
        while let Some(page) = next {
            let part = list(&format!("?limit=1{page}"));
            walked.extend(ids(&part));
            next = part.get("next").map(|next| format!("&page={}", next["page"].as_str().unwrap()));
        }
        assert_eq!(walked, ids(&found));
        let restore = json!({
            "changes": [{ "operation": "revert_page", "page": a, "revision": of_a["revision"] }],
        });
        admin.post(&content, &restore).ok();
        let back = admin.get(&format!("{content}/page/{a}?format=markdown")).ok();
        assert!(back["markdown"].as_str().unwrap().contains("Words."), "{back}");
        assert!(!ids(&list("")).contains(&a));
        let (_, guest) = test.new_member("guest@example.org", None);
        test.caller(Some(&guest)).get(&format!("{content}/deleted-pages")).refused(404);
        admin.get(&format!("{content}/deleted-pages?page=what")).refused(400);
    });
}
