//! The history of main content: who made it, going back, and taking back.

use quire_model::roles::Role;
use quire_testkit::{Files, TestApp, on_each_database};
use serde_json::{Value, json};

use crate::change_requests::{counts, propose};

fn docs(test: &TestApp) -> String {
    let space = test.new_space("Docs");
    test.import(&space, &Files::of(&[("home.md", "# Home\n\nOne.\n\nTwo.\n")]));
    space
}

fn home(test: &TestApp, path: &str) -> String {
    let page = test.admin().get(&format!("{path}/content/path/home?format=markdown")).ok();
    page["markdown"].as_str().unwrap().to_owned()
}

fn head(test: &TestApp, space: &str) -> String {
    test.admin().get(space).ok()["revision"].as_str().unwrap().to_owned()
}

fn words<'a>(list: &'a Value, field: &str) -> Vec<&'a str> {
    list["items"].as_array().unwrap().iter().map(|item| item[field].as_str().unwrap_or("")).collect()
}

#[test]
fn the_history_says_what_came_from_whom() {
    on_each_database(|test| {
        let admin = test.admin();
        let space = docs(test);
        let proposal = propose(test, &space, "Better");
        test.import(&proposal, &Files::of(&[("home.md", "# Home\n\nOne!\n\nTwo.\n")]));
        admin.post(&format!("{proposal}/merge"), &json!({})).ok();
        let history = admin.get(&format!("{space}/revisions")).ok();
        assert_eq!(words(&history, "type"), ["merge", "edits", "edits"]);
        let merge = &history["items"][0];
        assert_eq!(merge["author"]["id"], test.first.user.to_string());
        assert_eq!(
            (&merge["mergedFrom"]["subject"], &merge["mergedFrom"]["status"]),
            (&json!("Better"), &json!("merged"))
        );
        assert!(merge.get("changeRequest").is_none());
        let one = admin.get(&format!("{space}/revisions/{}", merge["id"].as_str().unwrap())).ok();
        assert_eq!((&one["mergedFrom"], &one["author"]), (&merge["mergedFrom"], &merge["author"]));
        // Main content is read by the operator's command here: nobody of the organization wrote it.
        assert!(history["items"][1].get("author").is_none());
        let own = admin.get(&proposal).ok()["revision"].as_str().unwrap().to_owned();
        let own = admin.get(&format!("{space}/revisions/{own}")).ok();
        assert_eq!(own["changeRequest"], merge["mergedFrom"]["id"]);
    });
}

#[test]
fn going_back_is_a_new_revision() {
    on_each_database(|test| {
        let admin = test.admin();
        let space = docs(test);
        let old = head(test, &space);
        test.import(&space, &Files::of(&[("home.md", "# Home\n\nOther.\n")]));
        let new = head(test, &space);
        let back = |to: &str| admin.post(&format!("{space}/revisions/{to}/rollback"), &json!({}));
        let landed = back(&old).ok();
        assert_eq!((&landed["type"], &landed["parents"]), (&json!("rollback"), &json!([new])));
        assert_eq!(
            (home(test, &space), landed["id"].as_str().unwrap()),
            ("# Home\n\nOne.\n\nTwo.\n".to_owned(), head(test, &space).as_str())
        );
        // It is there already.
        assert_eq!(back(&old).ok()["id"], landed["id"]);
        back(&new).ok();
        assert_eq!(home(test, &space), "# Home\n\nOther.\n");
        assert_eq!(admin.get(&format!("{space}/revisions")).ok()["count"], 5);

        let proposal = propose(test, &space, "x");
        test.import(&proposal, &Files::of(&[("home.md", "# Home\n\nProposed.\n")]));
        let own = admin.get(&proposal).ok()["revision"].as_str().unwrap().to_owned();
        assert!(back(&own).refused(409).contains("change request"));
        back(&test.first.user.to_string()).refused(404);
        let (_, edit) = test.new_member("edit@example.com", Some(Role::Edit));
        test.caller(Some(&edit)).post(&format!("{space}/revisions/{old}/rollback"), &json!({})).refused(403);
    });
}

#[test]
fn a_merge_is_taken_back_by_a_change_request() {
    on_each_database(|test| {
        let admin = test.admin();
        let space = docs(test);
        let proposal = propose(test, &space, "Louder");
        test.import(&proposal, &Files::of(&[("home.md", "# Home\n\nOne!\n\nTwo.\n"), ("loud.md", "# Loud\n")]));
        let merged = admin.post(&format!("{proposal}/merge"), &json!({})).ok()["revision"].as_str().unwrap().to_owned();
        test.import(&space, &Files::of(&[("home.md", "# Home\n\nOne!\n\nTwo and more.\n"), ("loud.md", "# Loud\n")]));
        let revert = format!("{space}/revisions/{merged}/revert");
        let made = admin.post(&revert, &json!({})).created();
        assert_eq!((&made["subject"], &made["status"]), (&json!("Revert \"Louder\""), &json!("open")));
        assert_eq!((&made["number"], &made["outdated"]), (&json!(2), &json!(false)));
        assert_eq!(counts(test, &space), [2, 1, 0]);
        let inverse = format!("{space}/change-requests/2");
        assert_eq!(home(test, &inverse), "# Home\n\nOne.\n\nTwo and more.\n");
        admin.get(&format!("{inverse}/content/path/loud")).refused(404);
        assert_eq!(home(test, &space), "# Home\n\nOne!\n\nTwo and more.\n");
        admin.post(&format!("{inverse}/merge"), &json!({})).ok();
        assert_eq!(home(test, &space), "# Home\n\nOne.\n\nTwo and more.\n");
        assert!(admin.post(&revert, &json!({})).refused(409).contains("nothing"));
        let history = admin.get(&format!("{space}/revisions")).ok();
        let first = words(&history, "id").last().unwrap().to_string();
        admin.post(&format!("{space}/revisions/{first}/revert"), &json!({})).refused(409);
    });
}

#[test]
fn taking_back_what_was_changed_since_is_a_conflict() {
    on_each_database(|test| {
        let admin = test.admin();
        let space = docs(test);
        test.import(&space, &Files::of(&[("home.md", "# Home\n\nSecond.\n\nTwo.\n")]));
        let second = head(test, &space);
        test.import(&space, &Files::of(&[("home.md", "# Home\n\nThird.\n\nTwo.\n")]));
        let made = admin.post(&format!("{space}/revisions/{second}/revert"), &json!({})).created();
        let inverse = format!("{space}/change-requests/{}", made["id"].as_str().unwrap());
        let listed = admin.get(&format!("{inverse}/conflicts")).ok();
        let texts = ["base", "main", "changeRequest"].map(|side| &listed["items"][0][side]["markdown"]);
        for (text, word) in texts.iter().zip(["Second.", "Third.", "One."]) {
            assert!(text.as_str().unwrap().contains(word), "{texts:?}");
        }
        assert_eq!(admin.post(&format!("{inverse}/merge"), &json!({})).ok()["result"], "conflicts");
    });
}

/// The changes by their types, with the one value asked for.
fn types(changes: &Value) -> Vec<&str> {
    changes["changes"].as_array().unwrap().iter().map(|change| change["type"].as_str().unwrap()).collect()
}

#[test]
fn changes_are_told_with_what_was_before_and_after() {
    on_each_database(|test| {
        let admin = test.admin();
        let space = test.new_space("Docs");
        let before = [("home.md", "# Home\n\nOne.\n"), ("old.md", "# Old\n"), ("a.txt", "a")];
        test.import(&space, &Files::of(&before));
        let first = admin.get(&format!("{space}/revisions/{}/changes", head(test, &space))).ok();
        assert_eq!(types(&first), ["file_created", "page_created", "page_created"]);

        let proposal = propose(test, &space, "x");
        let changes = format!("{proposal}/changes");
        assert_eq!(admin.get(&changes).ok()["changes"], json!([]));
        let vars = "river: Spree\n";
        let after = [
            ("home.md", "---\ndescription: Where it starts.\n---\n\n# Home\n\nTwo.\n"),
            ("new.md", "# New\n"),
            ("a.txt", "ab"),
            (".gitbook/vars.yaml", vars),
        ];
        test.import(&proposal, &Files::of(&after));
        let told = admin.get(&changes).ok();
        let mut sorted = types(&told);
        sorted.sort_unstable();
        assert_eq!(sorted, ["file_edited", "page_created", "page_deleted", "page_edited", "variables_edited"]);
        let one =
            |kind: &str| told["changes"].as_array().unwrap().iter().find(|change| change["type"] == kind).unwrap();
        let edited = one("page_edited");
        assert_eq!((&edited["page"]["title"], &edited["page"]["path"]), (&json!("Home"), &json!("home")));
        assert_eq!(edited["attributes"]["description"], json!({ "after": "Where it starts." }));
        let document = &edited["attributes"]["document"];
        assert!(
            document["before"].as_str().unwrap().contains("One.")
                && document["after"].as_str().unwrap().contains("Two.")
        );
        assert_eq!(one("page_deleted")["page"]["path"], "old");
        assert_eq!(one("file_edited")["attributes"]["size"], json!({ "before": 1, "after": 2 }));
        assert_eq!(one("variables_edited")["variables"]["river"], json!({ "after": "Spree" }));
        let some = admin.get(&format!("{changes}?limit=2")).ok();
        assert_eq!((some["changes"].as_array().unwrap().len(), &some["more"]), (2, &json!(3)));

        // Main content that came meanwhile is no change of the change request, before it is pulled and after.
        let more = [before[0], before[1], before[2], ("meanwhile.md", "# Meanwhile\n")];
        test.import(&space, &Files::of(&more));
        assert_eq!(admin.get(&changes).ok(), told);
        admin.post(&format!("{proposal}/update"), &json!({})).ok();
        assert_eq!(types(&admin.get(&changes).ok()).len(), 5);
        let merged = admin.post(&format!("{proposal}/merge"), &json!({})).ok();
        let of_merge = admin.get(&format!("{space}/revisions/{}/changes", merged["revision"].as_str().unwrap())).ok();
        assert_eq!(of_merge["changes"], admin.get(&changes).ok()["changes"]);
        assert_eq!(of_merge["mergedFrom"]["number"], 1);
    });
}

#[test]
fn contributors_are_those_who_changed_content() {
    on_each_database(|test| {
        let (_, edit) = test.new_member("edit@example.com", Some(Role::Edit));
        let space = docs(test);
        let proposal = propose(test, &space, "x");
        let all = format!("{proposal}/contributors");
        assert_eq!(test.admin().get(&all).ok()["items"], json!([]));
        for text in ["# Home\n\nOne.\n", "# Home\n\nTwo.\n"] {
            let body = json!({ "url": test.upload("home.md", text.as_bytes()), "source": "markdown" });
            test.caller(Some(&edit)).post(&format!("{proposal}/content/import"), &body).ok();
        }
        let one = test.admin().get(&all).ok()["items"][0].clone();
        assert_eq!((&one["user"]["email"], &one["count"]), (&json!("edit@example.com"), &json!(2)));
        assert_eq!(one["actionType"], "edit");
    });
}
