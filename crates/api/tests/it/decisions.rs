//! Conflicts in the order of the pages, where they are, and decisions that are taken back.

use quire_testkit::{Answer, Files, TestApp, on_each_database};
use serde_json::{Value, json};

use crate::change_requests::propose;
use crate::edits::{live, send};

fn text(title: &str, words: &str) -> String {
    format!("# {title}\n\n## First\n\nIntro.\n\nOne {words} here.\n\n## Second\n\nTwo {words} there.\n\nEnd.\n")
}

fn write(test: &TestApp, line: &str, words: &str) {
    let files =
        [("SUMMARY.md", "* [B](b.md)\n* [A](a.md)\n"), ("b.md", &text("B", words)), ("a.md", &text("A", words))];
    test.import(line, &Files::of(&files));
}

/// A space whose change request has four conflicts, two on each of two pages.
fn disagree(test: &TestApp) -> (String, String) {
    let space = live(test, &[]);
    write(test, &space, "base");
    let proposal = propose(test, &space, "x");
    write(test, &proposal, "mine");
    write(test, &space, "yours");
    assert_eq!(test.admin().post(&format!("{proposal}/update"), &json!({})).ok()["conflicts"], 4);
    (space, proposal)
}

fn listed(test: &TestApp, proposal: &str) -> Vec<Value> {
    test.admin().get(&format!("{proposal}/conflicts")).ok()["items"].as_array().unwrap().clone()
}

fn markdown(test: &TestApp, line: &str, path: &str) -> String {
    let page = test.admin().get(&format!("{line}/content/path/{path}?format=markdown")).ok();
    page["markdown"].as_str().unwrap().to_owned()
}

fn one(proposal: &str, conflict: &Value) -> String {
    format!("{proposal}/conflicts/{}", conflict["id"].as_str().unwrap())
}

fn take_back(test: &TestApp, conflict: &str) -> Answer {
    test.admin().put(conflict, &json!({ "resolution": "undecided" }))
}

#[test]
fn conflicts_are_listed_in_page_order_with_their_surroundings() {
    on_each_database(|test| {
        let (_, proposal) = disagree(test);
        let places = |conflict: &Value| {
            let name = |field: &str| conflict[field].as_str().unwrap().to_owned();
            let page = conflict["page"]["path"].as_str().unwrap().to_owned();
            (page, name("heading"), conflict["line"].as_u64().unwrap(), name("before"), name("after"))
        };
        let place = |page: &str, heading: &str, line: u64, before: &str, after: &str| {
            (page.to_owned(), heading.to_owned(), line, before.to_owned(), after.to_owned())
        };
        let found = listed(test, &proposal);
        let expected = [
            place("b", "First", 7, "Intro.", "## Second"),
            place("b", "Second", 11, "## Second", "End."),
            place("a", "First", 7, "Intro.", "## Second"),
            place("a", "Second", 11, "## Second", "End."),
        ];
        assert_eq!(found.iter().map(places).collect::<Vec<_>>(), expected);
        // Pages of the list are in the same order, while others are decided.
        let first = test.admin().get(&format!("{proposal}/conflicts?limit=2")).ok();
        test.admin().put(&one(&proposal, &found[0]), &json!({ "markdown": "" })).ok();
        test.admin().put(&one(&proposal, &found[1]), &json!({ "markdown": "" })).ok();
        let next = first["next"]["page"].as_str().unwrap();
        let rest = test.admin().get(&format!("{proposal}/conflicts?limit=2&page={next}")).ok();
        let ids = |items: &[Value]| items.iter().map(|it| it["id"].clone()).collect::<Vec<_>>();
        assert_eq!(ids(rest["items"].as_array().unwrap()), ids(&found[2..]));
    });
}

#[test]
fn a_decision_is_taken_back_until_the_merge() {
    on_each_database(|test| {
        let admin = test.admin();
        let (space, proposal) = disagree(test);
        let found = listed(test, &proposal);
        assert!(take_back(test, &one(&proposal, &found[0])).refused(409).contains("is not decided"));
        for (conflict, decision) in found.iter().zip(["theirs", "ours", "theirs", "theirs"]) {
            admin.put(&one(&proposal, conflict), &json!({ "resolution": decision })).ok();
        }
        let page = admin.get(&format!("{proposal}/content/path/b?format=markdown")).ok()["id"].clone();
        let edited = text("B", "yours").replace("Two yours", "Two mine").replace("End.", "The end.");
        let change = json!([{ "operation": "update_page", "page": page, "document": { "markdown": edited } }]);
        send(test, &proposal, &change).ok();
        let back = take_back(test, &one(&proposal, &found[0])).ok();
        assert_eq!(back["conflicts"], 1);
        assert_eq!(back["revision"], admin.get(&proposal).ok()["revision"]);
        assert_eq!(markdown(test, &proposal, "b"), text("B", "mine").replace("End.", "The end."));
        assert_eq!(markdown(test, &proposal, "a"), text("A", "yours"));
        assert_eq!(listed(test, &proposal)[0]["id"], found[0]["id"]);
        // Once more, and a decision whose text was edited since.
        assert!(take_back(test, &one(&proposal, &found[0])).refused(409).contains("is not decided"));
        admin.put(&one(&proposal, &found[0]), &json!({ "markdown": "One own here." })).ok();
        let edited = edited.replace("One yours here.", "One other here.");
        let change = json!([{ "operation": "update_page", "page": page, "document": { "markdown": edited } }]);
        send(test, &proposal, &change).ok();
        assert!(take_back(test, &one(&proposal, &found[0])).refused(409).contains("changed since"));
        take_back(test, &format!("{proposal}/conflicts/{}", found[0]["page"]["id"].as_str().unwrap())).refused(404);
        assert_eq!(admin.post(&format!("{proposal}/merge"), &json!({})).ok()["result"], "merge");
        assert_eq!(markdown(test, &space, "b"), edited);
        assert!(take_back(test, &one(&proposal, &found[1])).refused(409).contains("merged"));
    });
}

#[test]
fn a_decision_is_taken_back_after_main_went_on() {
    on_each_database(|test| {
        let admin = test.admin();
        let (space, proposal) = disagree(test);
        let found = listed(test, &proposal);
        for conflict in &found {
            admin.put(&one(&proposal, conflict), &json!({ "resolution": "ours" })).ok();
        }
        let files = [
            ("SUMMARY.md", "* [B](b.md)\n* [A](a.md)\n"),
            ("b.md", &text("B", "yours").replace("End.", "Main's end.")),
            ("a.md", &text("A", "yours")),
        ];
        test.import(&space, &Files::of(&files));
        assert_eq!(admin.post(&format!("{proposal}/update"), &json!({})).ok()["conflicts"], 0);
        assert_eq!(take_back(test, &one(&proposal, &found[0])).ok()["conflicts"], 1);
        assert_eq!(admin.put(&one(&proposal, &found[0]), &json!({ "resolution": "theirs" })).ok()["conflicts"], 0);
        admin.post(&format!("{proposal}/merge"), &json!({})).ok();
        let expected = text("B", "mine").replace("One mine", "One yours").replace("End.", "Main's end.");
        assert_eq!(markdown(test, &space, "b"), expected);
    });
}

#[test]
fn a_page_that_both_moved_below_one_is_there() {
    on_each_database(|test| {
        let space = live(
            test,
            &[
                ("SUMMARY.md", "* [A](a.md)\n* [B](b.md)\n* [C](c.md)\n"),
                ("a.md", "# A\n"),
                ("b.md", "# B\n"),
                ("c.md", "# C\n"),
            ],
        );
        let id = |path: &str| test.admin().get(&format!("{space}/content/path/{path}")).ok()["id"].clone();
        let (a, b, c) = (id("a"), id("b"), id("c"));
        let proposal = propose(test, &space, "x");
        send(test, &proposal, &json!([{ "operation": "update_page", "page": c, "into": a }])).ok();
        let move_both = json!([{ "operation": "update_page", "page": b, "into": a },
            { "operation": "update_page", "page": c, "into": a, "at": 0 }]);
        send(test, &space, &move_both).ok();
        let merged = test.admin().post(&format!("{proposal}/merge"), &json!({})).ok();
        assert_eq!((&merged["result"], &merged["conflicts"]), (&json!("merge"), &json!(0)));
        test.admin().get(&format!("{space}/content/path/a/c")).ok();
    });
}

/// A conflict between saves and one with main are about the same place: whichever decision is taken back first, the change
/// request's side is all of its text again.
#[test]
fn two_decisions_about_one_place_are_taken_back() {
    const BASE: &str =
        "# P\n\none two three four. five six seven eight nine ten more and last.\n\nThe end of all words.\n";
    on_each_database(|test| {
        let space = live(test, &[("p.md", BASE)]);
        let page = test.admin().get(&format!("{space}/content/pages")).ok()["pages"][0]["id"].clone();
        let proposal = propose(test, &space, "x");
        let base = test.admin().get(&format!("{proposal}/content")).ok()["id"].clone();
        let save = |line: &str, text: &str| {
            let change =
                json!({ "operation": "update_page", "page": page, "base": base, "document": { "markdown": text } });
            send(test, line, &json!([change])).ok();
        };
        save(&proposal, &BASE.replace("six", "SAVED"));
        save(&space, &BASE.replace("nine ten more", "MAIN"));
        let tabs = "{% tabs %}\n{% tab title=\"T\" %}\nThe end of all words.\n{% endtab %}\n{% endtabs %}";
        save(&proposal, &BASE.replace(". five", ".\n\nfive").replace("The end of all words.", tabs));
        test.admin().post(&format!("{proposal}/update"), &json!({})).ok();
        let sides = || {
            let side = |conflict: &Value, name: &str| conflict[name]["markdown"].as_str().unwrap().to_owned();
            let both = |conflict: &Value| (side(conflict, "main"), side(conflict, "changeRequest"));
            let mut sides: Vec<_> = listed(test, &proposal).iter().map(both).collect();
            sides.sort();
            sides
        };
        let before = sides();
        assert_eq!(before.len(), 2, "{before:?}");
        let conflicts = listed(test, &proposal);
        let of = |word: &str| {
            let found = conflicts.iter().find(|conflict| conflict["main"]["markdown"].as_str().unwrap().contains(word));
            one(&proposal, found.unwrap())
        };
        let [saved, main] = [of("SAVED"), of("MAIN")];
        let text = markdown(test, &proposal, "p");
        for order in [[&saved, &main], [&main, &saved]] {
            test.admin().put(&saved, &json!({ "resolution": "theirs" })).ok();
            test.admin().put(&main, &json!({ "resolution": "ours" })).ok();
            order.into_iter().for_each(|conflict| drop(take_back(test, conflict).ok()));
            assert_eq!(markdown(test, &proposal, "p"), text);
            assert_eq!(sides(), before);
        }
    });
}
