//! Imports as runs: states, reports, ends, and taking them back.

use axum::body::Body;
use axum::http::Method;
use quire_content::stop::Stop;
use quire_testkit::{Answer, TestApp, on_each_database, zip};
use serde_json::{Value, json};

use crate::edits::{live, send};

/// Sends an import that nobody waits for.
fn ask(test: &TestApp, line: &str, body: &Value) -> Answer {
    let headers = [("content-type", "application/json"), ("prefer", "respond-async, wait=1")];
    test.admin().send(&Method::POST, &format!("{line}/content/import"), &headers, Body::from(body.to_string()))
}

fn archive(test: &TestApp, files: &[(&str, &str)]) -> String {
    test.upload("docs.zip", &zip(files))
}

fn get(test: &TestApp, id: &Value) -> Value {
    test.admin().get(&format!("{}/imports/{}", test.org(), id.as_str().unwrap())).ok()
}

fn titles(test: &TestApp, line: &str) -> Vec<String> {
    let pages = test.admin().get(&format!("{line}/content/pages")).ok();
    let pages = pages["pages"].as_array().unwrap();
    pages.iter().map(|page| page["title"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn an_import_that_nobody_waits_for_is_carried_out_later() {
    on_each_database(|test| {
        let space = live(test, &[]);
        let body = json!({ "url": archive(test, &[("a.md", "# A\n\n[x](gone.md)\n")]), "source": "zip" });
        let answer = ask(test, &space, &body);
        assert_eq!(answer.header("preference-applied"), "respond-async");
        let location = answer.header("location").to_owned();
        let asked = answer.expect(202);
        assert_eq!((&asked["state"], &asked["urls"]["location"]), (&json!("queued"), &json!(location)));
        assert!(titles(test, &space).is_empty());
        assert_eq!(test.run_imports(), 1);
        let done = get(test, &asked["id"]);
        assert_eq!(done["state"], "done", "{done}");
        assert_eq!(done["outcome"]["changes"]["pages"]["created"], 1);
        assert_eq!(done["warningCounts"]["dead-link"], 1);
        assert_eq!(done["warnings"].as_array().unwrap().len(), 1);
        assert_eq!(done["createdBy"]["id"], test.first.user.to_string());
        assert_eq!(titles(test, &space), ["A"]);
        let head = test.admin().get(&format!("{space}/content")).ok();
        assert_eq!(head["id"], done["revision"]);
        assert_eq!(test.run_imports(), 0);
    });
}

#[test]
fn imports_are_listed_newest_first_by_space() {
    on_each_database(|test| {
        let (one, other) = (live(test, &[]), live(test, &[]));
        for (space, name) in [(&one, "a.md"), (&other, "b.md"), (&one, "c.md")] {
            test.clock.pass(std::time::Duration::from_millis(5));
            let body = json!({ "url": test.upload(name, b"# X\n"), "source": "markdown" });
            test.admin().post(&format!("{space}/content/import"), &body).ok();
        }
        let names = |query: &str| {
            let list = test.admin().get(&format!("{}/imports{query}", test.org())).ok();
            let items = list["items"].as_array().unwrap();
            items.iter().map(|it| it["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(names(""), ["c.md", "b.md", "a.md"]);
        assert_eq!(names(&format!("?space={}", one.trim_start_matches("/v1/spaces/"))), ["c.md", "a.md"]);
        assert_eq!(names("?limit=1"), ["c.md"]);
    });
}

#[test]
fn a_failed_import_changes_nothing_and_says_why() {
    on_each_database(|test| {
        let space = live(test, &[("a.md", "# A\n")]);
        let body = json!({ "url": test.upload("docs.zip", b"no archive"), "source": "zip" });
        let asked = ask(test, &space, &body).expect(202);
        test.run_imports();
        let failed = get(test, &asked["id"]);
        assert_eq!(failed["state"], "failed");
        assert!(failed["failure"].as_str().unwrap().contains("not a ZIP archive"), "{failed}");
        assert_eq!(titles(test, &space), ["A"]);
        let told = test.admin().post(&format!("{space}/content/import"), &body).refused(400);
        assert_eq!(told, failed["failure"]);
        let unknown = json!({ "url": body["url"], "source": "wordstar" });
        let told = test.admin().post(&format!("{space}/content/import"), &unknown).refused(400);
        assert!(told.contains("one of website, docx") && told.contains("gitbook"), "{told}");
        let mislabelled = json!({ "url": archive(test, &[("a.md", "x")]), "source": "markdown" });
        let told = test.admin().post(&format!("{space}/content/import"), &mislabelled).refused(400);
        assert!(told.contains("with the source zip"), "{told}");
        for (field, value) in [("split", json!(true)), ("maxPages", json!(5)), ("maxDepth", json!(5))] {
            let mut senseless = body.clone();
            senseless[field] = value;
            let told = test.admin().post(&format!("{space}/content/import"), &senseless).refused(400);
            assert!(told.contains(field) && told.contains("only for the source"), "{told}");
        }
        let elsewhere = json!({ "url": body["url"], "source": "website" });
        test.admin().post(&format!("{space}/content/import"), &elsewhere).refused(400);
    });
}

#[test]
fn a_cancelled_import_never_lands() {
    on_each_database(|test| {
        let space = live(test, &[]);
        let body = json!({ "url": archive(test, &[("a.md", "# A\n")]), "source": "zip" });
        let asked = ask(test, &space, &body).expect(202);
        let path = format!("{}/imports/{}/cancel", test.org(), asked["id"].as_str().unwrap());
        assert_eq!(test.admin().post(&path, &json!({})).ok()["state"], "cancelled");
        assert_eq!(test.run_imports(), 0);
        assert!(titles(test, &space).is_empty());
        // One that is done stays what it is.
        let done = test.admin().post(&format!("{space}/content/import"), &body).ok();
        let path = format!("{}/imports/{}/cancel", test.org(), done["import"].as_str().unwrap());
        assert_eq!(test.admin().post(&path, &json!({})).ok()["state"], "done");
    });
}

#[test]
fn an_import_whose_process_stops_is_carried_out_by_another() {
    on_each_database(|test| {
        let space = live(test, &[]);
        let body = json!({ "url": archive(test, &[("a.md", "# A\n")]), "source": "zip" });
        let asked = ask(test, &space, &body).expect(202);
        let stop = Stop::default();
        stop.request();
        // It is taken before the process notices.
        let stopped = test.app.stopped_by(&stop).run_due_import();
        assert!(stopped.is_err(), "a stopped process takes nothing");
        assert_eq!(get(test, &asked["id"])["state"], "queued");
        assert!(test.another_process().run_due_import().unwrap());
        assert_eq!(get(test, &asked["id"])["state"], "done");
    });
}

#[test]
fn an_import_of_somebody_who_may_not_any_more_fails() {
    on_each_database(|test| {
        let space = live(test, &[]);
        let (user, secret) = test.new_member("ada@example.org", Some(quire_model::roles::Role::Edit));
        let url = archive(test, &[("a.md", "# A\n")]);
        let headers = [("content-type", "application/json"), ("prefer", "respond-async")];
        let body = json!({ "url": url, "source": "zip" }).to_string();
        let path = format!("{space}/content/import");
        let asked = test.caller(Some(&secret)).send(&Method::POST, &path, &headers, Body::from(body)).expect(202);
        test.admin().delete(&format!("{}/members/{user}", test.org())).expect(204);
        assert_eq!(test.run_imports(), 1);
        assert_eq!(get(test, &asked["id"])["state"], "failed");
        assert!(titles(test, &space).is_empty());
    });
}

#[test]
fn what_an_import_changed_is_taken_back_and_later_edits_stay() {
    on_each_database(|test| {
        let space = live(test, &[("a.md", "# A\n\nOld.\n"), ("b.md", "# B\n")]);
        let body = json!({
            "url": archive(test, &[("a.md", "# A\n\nNew.\n"), ("c.md", "# C\n")]), "source": "zip",
        });
        let done = test.admin().post(&format!("{space}/content/import"), &body).ok();
        assert_eq!(titles(test, &space), ["A", "C"]);
        let mine = json!([{ "operation": "insert_page", "title": "Mine" }]);
        send(test, &space, &mine).ok();
        let path = format!("{}/imports/{}/revert", test.org(), done["import"].as_str().unwrap());
        let reverted = test.admin().post(&path, &json!({})).ok();
        // The page that comes back has its former place, which is before or behind what was added meanwhile.
        let mut there = titles(test, &space);
        there.sort();
        assert_eq!(there, ["A", "B", "Mine"]);
        let head = test.admin().get(&format!("{space}/content")).ok();
        assert_eq!(reverted["reverted"]["revision"], head["id"]);
        let page = test.admin().get(&format!("{space}/content/path/a?format=markdown")).ok();
        assert!(page["markdown"].as_str().unwrap().contains("Old."));
        // A second time nothing happens.
        assert_eq!(test.admin().post(&path, &json!({})).ok()["reverted"], reverted["reverted"]);
    });
}

#[test]
fn an_import_is_not_taken_back_over_a_later_edit_of_the_same() {
    on_each_database(|test| {
        let space = live(test, &[]);
        let body = json!({ "url": archive(test, &[("a.md", "# A\n\nOne.\n")]), "source": "zip" });
        let done = test.admin().post(&format!("{space}/content/import"), &body).ok();
        let page = test.admin().get(&format!("{space}/content/pages")).ok()["pages"][0]["id"].clone();
        let edit = json!([{
            "operation": "update_page", "page": page, "document": { "markdown": "Two." },
        }]);
        send(test, &space, &edit).ok();
        let path = format!("{}/imports/{}/revert", test.org(), done["import"].as_str().unwrap());
        let told = test.admin().post(&path, &json!({})).refused(409);
        assert!(told.contains("changed again since"), "{told}");
        assert_eq!(titles(test, &space), ["A"]);
        // What changed nothing can't be taken back.
        let again = json!({ "url": body["url"], "source": "zip", "dryRun": true });
        let tried = test.admin().post(&format!("{space}/content/import"), &again).ok();
        let path = format!("{}/imports/{}/revert", test.org(), tried["import"].as_str().unwrap());
        test.admin().post(&path, &json!({})).refused(409);
    });
}

#[test]
fn an_import_into_a_change_request_is_taken_back_there() {
    on_each_database(|test| {
        let space = live(test, &[("a.md", "# A\n")]);
        let made = test.admin().post(&format!("{space}/change-requests"), &json!({})).created();
        let line = format!("{space}/change-requests/{}", made["number"]);
        let body = json!({ "url": archive(test, &[("a.md", "# A\n"), ("b.md", "# B\n")]), "source": "zip" });
        let asked = ask(test, &line, &body).expect(202);
        test.run_imports();
        assert_eq!(titles(test, &line), ["A", "B"]);
        assert_eq!(titles(test, &space), ["A"]);
        assert_eq!(get(test, &asked["id"])["changeRequest"], made["id"]);
        let path = format!("{}/imports/{}/revert", test.org(), asked["id"].as_str().unwrap());
        test.admin().post(&path, &json!({})).ok();
        assert_eq!(titles(test, &line), ["A"]);
    });
}

#[test]
fn a_dry_run_says_what_would_come() {
    on_each_database(|test| {
        let space = live(test, &[]);
        let body = json!({ "url": archive(test, &[("a.md", "# A\n")]), "source": "zip", "dryRun": true });
        let asked = ask(test, &space, &body).expect(202);
        test.run_imports();
        let tried = get(test, &asked["id"]);
        assert_eq!((&tried["state"], &tried["dryRun"]), (&json!("done"), &json!(true)));
        assert_eq!(tried["outcome"]["changes"]["pages"]["created"], 1);
        assert!(titles(test, &space).is_empty());
    });
}
