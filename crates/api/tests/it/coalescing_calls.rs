//! Automatic saves: answers, calls that are made twice or at the same time, conflicts and faults.

use std::sync::Mutex;
use std::time::Duration;

use axum::http::Method;
use quire_testkit::{TestApp, on_each_database};
use serde_json::{Value, json};

use crate::coalescing::{Place, autosave, head, listed, since};

fn update(place: &Place, base: Option<&str>, text: &str) -> Value {
    json!([{ "operation": "update_page", "page": place.page, "base": base, "document": { "markdown": text } }])
}

#[test]
fn an_answer_is_about_its_call_and_not_the_run() {
    on_each_database(|test| {
        let (place, admin) = (Place::new(test), test.admin());
        for line in [&place.space, &place.proposal] {
            let dead = "One [dead](/pages/nowhere).\n\nTwo.\n";
            let first = autosave(&admin, line, &update(&place, None, dead)).ok();
            assert_eq!(first["warnings"].as_array().unwrap().len(), 1);
            let insert = json!([{ "operation": "insert_page", "title": format!("Of {line}") }]);
            let second = autosave(&admin, line, &insert).ok();
            assert_eq!(second["superseded"], first["revision"]);
            assert_eq!(second["warnings"], json!([]));
            assert_eq!(second["changes"].as_array().unwrap().len(), 1, "{second}");
            let document = admin.get(&format!("{line}/content/page/{}", place.page)).ok()["document"].clone();
            let key = document["nodes"][1]["key"].as_str().unwrap();
            let blocks = json!([{ "operation": "replace", "key": key, "markdown": "Three.\n" }]);
            let blocks = json!([{ "operation": "update_page", "page": place.page, "blocks": blocks }]);
            let third = autosave(&admin, line, &blocks).ok();
            let now = admin.get(&format!("{line}/content/page/{}", place.page)).ok()["document"].clone();
            assert_eq!(third["superseded"], second["revision"]);
            assert_eq!(third["saved"][0]["keys"][key], now["nodes"][1]["key"]);
            assert_eq!(third["saved"][0]["document"], Value::Null, "nobody else wrote");
        }
    });
}

#[test]
fn a_call_that_is_made_again_is_answered_as_before() {
    on_each_database(|test| {
        let (place, admin) = (Place::new(test), test.admin());
        let body = |coalesce: bool, text: &str| {
            json!({ "coalesce": coalesce, "changes": update(&place, None, text) }).to_string()
        };
        let send = |key: &str, body: String| {
            let headers = [("content-type", "application/json"), ("idempotency-key", key)];
            admin.send(&Method::POST, &format!("{}/content?compat=false", place.space), &headers, body.into())
        };
        send("a", body(true, "1")).ok();
        let second = send("b", body(true, "2")).ok();
        let third = send("c", body(true, "3")).ok();
        assert_eq!(third["superseded"], second["revision"]);
        let part = |answer: &Value| ["revision", "superseded", "changes"].map(|field| answer[field].clone());
        for pass in [Duration::ZERO, Duration::from_hours(24) - Duration::from_mins(1)] {
            test.clock.pass(pass);
            test.run_jobs();
            assert_eq!(part(&send("b", body(true, "2")).ok()), part(&second));
            assert_eq!(part(&send("c", body(true, "3")).ok()), part(&third));
        }
        assert_eq!(place.text(test, &place.space), "3");
        send("c", body(false, "3")).refused(409);
    });
}

/// Two tabs of one person save at the same time: every word is there, and they are one revision.
#[test]
fn tabs_that_save_at_once_lose_nothing() {
    const SAVES: usize = 8;
    on_each_database(|test| {
        let place = Place::new(test);
        for line in [&place.space, &place.proposal] {
            let text: String = (0..2 * SAVES).map(|n| format!("Paragraph {n} of many.\n\n")).collect();
            let begun = autosave(&test.admin(), line, &update(&place, None, &text)).ok();
            let before = test.admin().get(&format!("{}/revisions/{}", place.space, head(test, line))).ok();
            let before = before["parents"][0].as_str().unwrap();
            let words = Mutex::new(Vec::new());
            std::thread::scope(|scope| {
                for tab in 0..2 {
                    let (place, begun, words) = (&place, &begun, &words);
                    let mut text = text.clone();
                    scope.spawn(move || {
                        let mut base = begun["revision"].as_str().unwrap().to_owned();
                        for n in 0..SAVES {
                            let (paragraph, word) = (tab * SAVES + n, format!("tab{tab}n{n}"));
                            let here = format!("Paragraph {paragraph} of");
                            text = text.replace(&here, &format!("Paragraph {paragraph} {word} of"));
                            let done = autosave(&test.admin(), line, &update(place, Some(&base), &text)).ok();
                            done["revision"].as_str().unwrap().clone_into(&mut base);
                            done["saved"][0]["document"]["markdown"].as_str().unwrap().clone_into(&mut text);
                            words.lock().unwrap().push(word);
                        }
                    });
                }
            });
            let now = place.text(test, line);
            let words = words.into_inner().unwrap();
            assert_eq!(words.len(), 2 * SAVES);
            for word in words {
                assert_eq!(now.matches(&format!("{word} ")).count(), 1, "{word}:\n{now}");
            }
            assert_eq!(since(test, &place.space, line, before).len(), 1);
        }
    });
}

/// The history has the revisions in which conflicts arise and end, so that decisions can be taken back.
#[test]
fn conflicts_keep_their_revisions() {
    on_each_database(|test| {
        let (place, admin) = (Place::new(test), test.admin());
        let line = &place.proposal;
        let base = head(test, line);
        let save = |base: Option<&str>, text: &str| autosave(&admin, line, &update(&place, base, text)).ok();
        save(Some(&base), "Mine.\n");
        let conflicting = save(Some(&base), "Yours.\n");
        assert_eq!(conflicting["superseded"], Value::Null);
        let conflict = conflicting["saved"][0]["conflicts"][0].as_str().unwrap().to_owned();
        // While the same conflicts are open, saves coalesce.
        let description = |text: &str| json!([{ "operation": "update_page", "page": place.page, "description": text }]);
        let open = autosave(&admin, line, &description("One.")).ok();
        assert_eq!(open["superseded"], conflicting["revision"]);
        let decision = format!("{line}/conflicts/{conflict}");
        admin.put(&decision, &json!({ "resolution": "theirs" })).ok();
        assert_eq!(autosave(&admin, line, &description("Two.")).ok()["superseded"], Value::Null);
        autosave(&admin, line, &description("Three.")).ok();
        test.clock.pass(Duration::from_hours(48));
        test.run_jobs();
        assert_eq!(since(test, &place.space, line, &base).len(), 4);
        assert_eq!(place.text(test, line), "Mine.\n");
        admin.put(&decision, &json!({ "resolution": "undecided" })).ok();
        assert_eq!(admin.get(&format!("{line}/conflicts")).ok()["items"][0]["id"], conflict.as_str());
        assert_eq!(place.text(test, line), "Yours.\n");
    });
}

/// Whatever statement of a save fails, it was made as a whole or not at all.
#[test]
fn a_save_that_fails_supersedes_nothing() {
    on_each_database(|test| {
        let (place, admin) = (Place::new(test), test.admin());
        let space = &place.space;
        autosave(&admin, space, &update(&place, None, "0")).ok();
        let before = (listed(test, space), place.text(test, space));
        let mut n = 0;
        loop {
            n += 1;
            test.app.fail_statement(n);
            let told = autosave(&admin, space, &update(&place, None, "1"));
            let is_over = test.app.statements_until_failure() > 0;
            test.app.fail_statement(0);
            let now = (listed(test, space), place.text(test, space));
            if now != before {
                assert_eq!(now.1, "1");
                assert_eq!((now.0.len(), &now.0[1..]), (before.0.len(), &before.0[1..]));
                break;
            }
            assert!(!is_over && told.status == 503, "{}: statement {n}", told.status);
        }
        assert!(n > 10, "{n} statements");
    });
}

#[test]
fn superseded_revisions_go_along_with_their_space() {
    on_each_database(|test: &TestApp| {
        let (place, admin) = (Place::new(test), test.admin());
        let saved = |text: &str| autosave(&admin, &place.space, &update(&place, None, text)).ok()["revision"].clone();
        let superseded = saved("1");
        saved("2");
        let other = admin.post("/v1/orgs", &json!({ "title": "Other" })).created();
        admin.post(&format!("{}/transfer", place.space), &json!({ "organization": other["id"] })).ok();
        let path = format!("{}/revisions/{}", place.space, superseded.as_str().unwrap());
        test.run_jobs();
        admin.get(&path).ok();
        test.clock.pass(Duration::from_hours(25));
        test.run_jobs();
        admin.get(&path).refused(404);
        assert_eq!(place.text(test, &place.space), "2");
        // A space that is gone has nothing to remove.
        saved("3");
        admin.delete(&place.space).expect(204);
        test.clock.pass(Duration::from_hours(24 * 8));
        test.run_jobs();
        admin.get(&place.space).refused(404);
    });
}
