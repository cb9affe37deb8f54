//! Automatic saves: those of one person within some minutes are one revision of the history, and nothing else changes.

use std::time::Duration;

use quire_model::roles::Role;
use quire_testkit::{Answer, Caller, TestApp, on_each_database};
use serde_json::{Value, json};

use crate::edits::live;

const TEXT: &str = "# A\n\nThe first paragraph.\n\nThe second paragraph.\n\nThe third paragraph.\n";

const MINUTE: Duration = Duration::from_mins(1);

/// A live space with one page, a change request in it, and the page.
pub(crate) struct Place {
    pub(crate) space: String,
    pub(crate) proposal: String,
    pub(crate) page: String,
}

impl Place {
    pub(crate) fn new(test: &TestApp) -> Self {
        let space = live(test, &[("a.md", TEXT)]);
        let page = test.admin().get(&format!("{space}/content/pages")).ok()["pages"][0]["id"].clone();
        let proposal = propose(test, &space);
        Self { space, proposal, page: page.as_str().unwrap().to_owned() }
    }

    /// The change that sets the text of the page.
    fn change(&self, base: Option<&str>, text: &str) -> Value {
        json!({ "operation": "update_page", "page": self.page, "base": base, "document": { "markdown": text } })
    }

    pub(crate) fn text(&self, test: &TestApp, line: &str) -> String {
        let found = test.admin().get(&format!("{line}/content/page/{}?format=markdown", self.page)).ok();
        found["markdown"].as_str().unwrap().to_owned()
    }
}

pub(crate) fn propose(test: &TestApp, space: &str) -> String {
    let made = test.admin().post(&format!("{space}/change-requests"), &json!({ "subject": "x" })).created();
    format!("{space}/change-requests/{}", made["number"])
}

pub(crate) fn autosave(by: &Caller<'_>, line: &str, changes: &Value) -> Answer {
    by.post(&format!("{line}/content?compat=false"), &json!({ "coalesce": true, "changes": changes }))
}

/// Saves a text automatically, and returns the new revision.
fn save(test: &TestApp, by: &Caller<'_>, place: &Place, line: &str, text: &str) -> String {
    test.clock.pass(Duration::from_secs(5));
    let done = autosave(by, line, &json!([place.change(None, text)])).ok();
    done["revision"].as_str().unwrap().to_owned()
}

pub(crate) fn head(test: &TestApp, line: &str) -> String {
    test.admin().get(&format!("{line}/content")).ok()["id"].as_str().unwrap().to_owned()
}

/// The revisions from the head of a line back to one of its revisions, without that.
pub(crate) fn since(test: &TestApp, space: &str, line: &str, first: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut at = head(test, line);
    while at != first {
        let revision = test.admin().get(&format!("{space}/revisions/{at}")).ok();
        found.push(at);
        at = revision["parents"][0].as_str().unwrap().to_owned();
    }
    found
}

/// The revisions that the history of main content lists.
pub(crate) fn listed(test: &TestApp, space: &str) -> Vec<String> {
    let page = test.admin().get(&format!("{space}/revisions?limit=100")).ok();
    let items = page["items"].as_array().unwrap();
    assert_eq!(page["count"], items.len());
    items.iter().map(|it| it["id"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn the_saves_of_a_minute_are_one_revision() {
    on_each_database(|test| {
        let (place, admin) = (Place::new(test), test.admin());
        let before = listed(test, &place.space);
        for line in [&place.space, &place.proposal] {
            let first = head(test, line);
            let mut last = first.clone();
            for n in 0..10 {
                test.clock.pass(Duration::from_secs(6));
                let done = autosave(&admin, line, &json!([place.change(None, &format!("Text {n}.\n"))])).ok();
                // The first save supersedes nothing, since that before it was not automatic.
                let expected = if n == 0 { Value::Null } else { json!(last) };
                assert_eq!(done["superseded"], expected, "{n}");
                assert_eq!(done["changes"].as_array().unwrap().len(), 1);
                last = done["revision"].as_str().unwrap().to_owned();
                // What lost its place is still there.
                assert_eq!(admin.get(&format!("{}/revisions/{last}", place.space)).status, 200);
            }
            assert_eq!(since(test, &place.space, line, &first), [last]);
            assert_eq!(place.text(test, line), "Text 9.\n");
        }
        let main = head(test, &place.space);
        assert_eq!(listed(test, &place.space), [&[main], &before[..]].concat());
        let contributors = admin.get(&format!("{}/contributors", place.proposal)).ok();
        assert_eq!(contributors["items"][0]["count"], 1);
    });
}

#[test]
fn another_person_or_another_kind_of_save_between_ends_a_run() {
    on_each_database(|test| {
        let (place, admin) = (Place::new(test), test.admin());
        let (_, secret) = test.new_member("eve@example.org", Some(Role::Admin));
        let eve = test.caller(Some(&secret));
        for line in [&place.space, &place.proposal] {
            let first = head(test, line);
            for (by, text) in [(&admin, "1"), (&admin, "2"), (&eve, "3"), (&eve, "4"), (&admin, "5"), (&admin, "6")] {
                save(test, by, &place, line, text);
            }
            assert_eq!(since(test, &place.space, line, &first).len(), 3, "{line}");
            let first = head(test, line);
            for text in ["7", "8"] {
                let changes = json!({ "changes": [place.change(None, text)] });
                admin.post(&format!("{line}/content"), &changes).ok();
                save(test, &admin, &place, line, &format!("{text}, and automatically"));
            }
            assert_eq!(since(test, &place.space, line, &first).len(), 4, "{line}");
        }
        // What a call leaves as it was is no save.
        let before = head(test, &place.space);
        let same = autosave(&admin, &place.space, &json!([place.change(None, "8, and automatically")])).ok();
        assert_eq!(
            (&same["changed"], &same["revision"], &same["superseded"]),
            (&json!(false), &json!(before), &Value::Null)
        );
    });
}

#[test]
fn a_run_has_pauses_and_a_length_within_bounds() {
    on_each_database(|test| {
        let (place, admin) = (Place::new(test), test.admin());
        let first = head(test, &place.space);
        let mut n = 0;
        let mut save_after = |pause: Duration| {
            test.clock.pass(pause);
            n += 1;
            autosave(&admin, &place.space, &json!([place.change(None, &format!("{n}"))])).ok();
            since(test, &place.space, &place.space, &first).len()
        };
        assert_eq!(save_after(Duration::ZERO), 1);
        assert_eq!(save_after(5 * MINUTE), 1);
        assert_eq!(save_after(5 * MINUTE + Duration::from_millis(1)), 2);
        // Half an hour after its first save a run ends, and the next one begins.
        for _ in 0..6 {
            assert_eq!(save_after(5 * MINUTE), 2);
        }
        assert_eq!(save_after(Duration::from_millis(1)), 3);
        assert_eq!(save_after(5 * MINUTE), 3);
    });
}

#[test]
fn a_superseded_revision_is_a_base_for_a_day_and_then_gone() {
    on_each_database(|test| {
        let (place, admin) = (Place::new(test), test.admin());
        for line in [&place.space, &place.proposal] {
            let text = |first: &str, third: &str| format!("The {first} one.\n\nBetween them.\n\nThe {third} one.\n");
            let base = save(test, &admin, &place, line, &text("first", "third"));
            let last = save(test, &admin, &place, line, &text("FIRST", "third"));
            let merged =
                |third: &str| autosave(&admin, line, &json!([place.change(Some(&base), &text("first", third))]));
            assert_eq!(merged("THIRD").ok()["saved"][0]["conflicts"], json!([]));
            assert_eq!(place.text(test, line), text("FIRST", "THIRD"));
            // An identifier that was current is stale as ever.
            let headers = [("content-type", "application/json"), ("if-match", last.as_str())];
            let body = json!({ "coalesce": true, "changes": [place.change(None, "x")] }).to_string();
            let post = axum::http::Method::POST;
            admin.send(&post, &format!("{line}/content"), &headers, body.into()).refused(412);
            test.clock.pass(Duration::from_hours(24) - MINUTE);
            test.run_jobs();
            assert_eq!(merged("THIRD").ok()["changed"], false);
            test.clock.pass(Duration::from_hours(1) + MINUTE);
            let current = head(test, line);
            assert!(test.run_jobs() > 0);
            assert!(merged("late").refused(409).contains("changes[0].base: this revision is gone"));
            for gone in [&base, &last] {
                admin.get(&format!("{}/revisions/{gone}", place.space)).refused(404);
            }
            assert_eq!(head(test, line), current);
            assert_eq!(place.text(test, line), text("FIRST", "THIRD"));
        }
        // What only they had is collected a day later, and nothing else.
        test.clock.pass(Duration::from_hours(25));
        assert!(test.run_jobs() > 0);
        assert_eq!(test.app.collect(test.first.organization).unwrap().objects, 0);
        for line in [&place.space, &place.proposal] {
            test.app.forget();
            assert!(place.text(test, line).contains("THIRD"));
        }
        for revision in listed(test, &place.space) {
            admin.get(&format!("{}/revisions/{revision}", place.space)).ok();
        }
    });
}

/// Makes something that refers to the head of a line.
type Refer<'a> = &'a dyn Fn(&Place, &str);

#[test]
fn what_something_refers_to_keeps_its_place() {
    on_each_database(|test| {
        let admin = test.admin();
        let (eve, secret) = test.new_member("eve@example.org", Some(Role::Admin));
        let reviewer = test.caller(Some(&secret));
        let post = |line: &str, path: &str, body: Value| test.admin().post(&format!("{line}/{path}"), &body);
        let comment = json!({ "body": { "markdown": "Really?" } });
        let refer: [(&str, bool, Refer<'_>); 6] = [
            ("nothing", false, &|_, _| {}),
            ("a comment", true, &|_, line| drop(post(line, "comments", comment.clone()).ok())),
            ("a change request", true, &|place, line| {
                drop((line == place.space).then(|| propose(test, &place.space)));
                drop((line != place.space).then(|| post(line, "comments", comment.clone()).ok()));
            }),
            ("an update", true, &|place, line| {
                drop(post(&place.proposal, "update", json!({})).ok());
                drop((line != place.space).then(|| post(line, "comments", comment.clone()).ok()));
            }),
            ("a review", true, &|place, line| match line == place.proposal {
                true => drop(reviewer.post(&format!("{line}/reviews"), &json!({ "status": "approved" })).created()),
                false => drop(post(line, "comments", comment.clone()).ok()),
            }),
            ("a request for one", true, &|place, line| match line == place.proposal {
                true => drop(post(line, "requested-reviewers", json!({ "users": [eve.to_string()] })).ok()),
                false => drop(post(line, "comments", comment.clone()).ok()),
            }),
        ];
        for (name, keeps, refer) in refer {
            let place = Place::new(test);
            for line in [&place.space, &place.proposal] {
                let first = head(test, line);
                let referred = save(test, &admin, &place, line, &format!("1 on {line}"));
                refer(&place, line);
                let before = head(test, line);
                let last = save(test, &admin, &place, line, &format!("2 on {line}"));
                let expected = match (keeps, before == referred) {
                    (false, _) => vec![last],
                    (true, true) => vec![last, referred],
                    (true, false) => vec![last, before, referred],
                };
                assert_eq!(since(test, &place.space, line, &first), expected, "{name}, {line}");
            }
        }
        // All of that stays readable.
        test.clock.pass(Duration::from_hours(48));
        test.run_jobs();
        for space in test.admin().get(&format!("{}/spaces?limit=100", test.org())).ok()["items"].as_array().unwrap() {
            let space = format!("/v1/spaces/{}", space["id"].as_str().unwrap());
            for revision in listed(test, &space) {
                admin.get(&format!("{space}/revisions/{revision}/changes")).ok();
            }
            admin.get(&format!("{space}/comments")).ok();
        }
    });
}

#[test]
fn a_change_request_made_within_a_run_merges_with_it() {
    on_each_database(|test| {
        let (place, admin) = (Place::new(test), test.admin());
        save(test, &admin, &place, &place.space, &TEXT.replace("first", "1st"));
        let proposal = propose(test, &place.space);
        save(test, &admin, &place, &place.space, &TEXT.replace("first", "1st").replace("second", "2nd"));
        save(test, &admin, &place, &place.space, &TEXT.replace("first", "1ST").replace("second", "2nd"));
        save(test, &admin, &place, &proposal, &TEXT.replace("first", "1st").replace("third", "3."));
        save(test, &admin, &place, &proposal, &TEXT.replace("first", "1st").replace("third", "3rd"));
        test.clock.pass(Duration::from_hours(48));
        test.run_jobs();
        let shown = admin.get(&proposal).ok();
        assert_eq!(shown["outdated"], true);
        assert_eq!(admin.get(&format!("{proposal}/changes")).ok()["changes"].as_array().unwrap().len(), 1);
        let merged = admin.post(&format!("{proposal}/merge"), &json!({})).ok();
        assert_eq!(merged["result"], "merge");
        let all = TEXT.replace("first", "1ST").replace("second", "2nd").replace("third", "3rd");
        assert_eq!(place.text(test, &place.space), all);
    });
}

#[test]
fn a_run_is_taken_back_as_a_whole() {
    on_each_database(|test| {
        let (place, admin) = (Place::new(test), test.admin());
        let space = &place.space;
        let first = head(test, space);
        for text in ["1", "2", "3"] {
            save(test, &admin, &place, space, text);
        }
        let last = head(test, space);
        let changes = admin.get(&format!("{space}/revisions/{last}/changes")).ok();
        assert_eq!(changes["changes"].as_array().unwrap().len(), 1);
        let undo = admin.post(&format!("{space}/revisions/{last}/revert"), &json!({})).created();
        let undo = format!("{space}/change-requests/{}", undo["number"]);
        assert_eq!(place.text(test, &undo), TEXT);
        // The page before is that before the run.
        let revert = json!({ "changes": [{ "operation": "revert_page", "page": place.page }] });
        admin.post(&format!("{space}/content"), &revert).ok();
        assert_eq!(place.text(test, space), TEXT);
        // A superseded revision can be restored while it is there, and what is restored stays.
        save(test, &admin, &place, space, "4");
        let superseded = save(test, &admin, &place, space, "5");
        save(test, &admin, &place, space, "6");
        admin.post(&format!("{space}/revisions/{superseded}/rollback"), &json!({})).ok();
        test.clock.pass(Duration::from_hours(25));
        test.run_jobs();
        test.clock.pass(Duration::from_hours(25));
        test.run_jobs();
        test.app.forget();
        assert_eq!(place.text(test, space), "5");
        admin.post(&format!("{space}/revisions/{superseded}/rollback"), &json!({})).refused(404);
        admin.post(&format!("{space}/revisions/{first}/rollback"), &json!({})).ok();
        assert_eq!(place.text(test, space), TEXT);
    });
}

#[test]
fn a_value_that_is_none_is_refused() {
    on_each_database(|test| {
        let place = Place::new(test);
        for value in [json!("yes"), json!(1), Value::Null, json!({})] {
            let body = json!({ "coalesce": value, "changes": [place.change(None, "x")] });
            let refused = test.admin().post(&format!("{}/content", place.space), &body).refused(400);
            assert!(refused.contains("coalesce"), "{refused}");
        }
        assert_eq!(place.text(test, &place.space), TEXT);
    });
}
