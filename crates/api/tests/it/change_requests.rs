//! Change requests: what they are, their numbers and states, and their content beside the main content.

use std::collections::BTreeSet;
use std::sync::Barrier;
use std::time::Duration;

use quire_model::ids::SpaceId;
use quire_model::roles::Role;
use quire_model::text::ChangeRequestSubject;
use quire_testkit::{Files, TestApp, on_each_database};
use serde_json::{Value, json};

pub(crate) fn propose(test: &TestApp, space: &str, subject: &str) -> String {
    let made = test.admin().post(&format!("{space}/change-requests"), &json!({ "subject": subject })).created();
    format!("{space}/change-requests/{}", made["id"].as_str().unwrap())
}

pub(crate) fn id_of(space: &str) -> SpaceId {
    space.trim_start_matches("/v1/spaces/").parse().unwrap()
}

/// Total, open and draft change requests, as the space counts them.
pub(crate) fn counts(test: &TestApp, space: &str) -> [u64; 3] {
    let space = test.admin().get(space).ok();
    ["changeRequests", "changeRequestsOpen", "changeRequestsDraft"].map(|field| space[field].as_u64().unwrap())
}

fn numbers(page: &Value) -> Vec<u64> {
    page["items"].as_array().unwrap().iter().map(|item| item["number"].as_u64().unwrap()).collect()
}

#[test]
fn a_change_request_starts_from_the_main_content() {
    on_each_database(|test| {
        let admin = test.admin();
        let space = test.new_space("Docs");
        test.import(&space, &Files::of(&[("home.md", "# Home\n")]));
        let main = admin.get(&space).ok()["revision"].clone();
        let all = format!("{space}/change-requests");
        let answer = admin.post(&all, &json!({ "subject": "Better words", "agentTaskId": "x" }));
        let location = answer.header("location").to_owned();
        let made = answer.created();
        assert_eq!(
            (&made["number"], &made["status"], &made["subject"]),
            (&1.into(), &"open".into(), &"Better words".into())
        );
        assert_eq!((&made["revision"], &made["revisionInitial"]), (&main, &main));
        assert_eq!((&made["outdated"], &made["comments"]), (&json!(false), &json!(0)));
        assert_eq!(made["createdBy"]["id"], test.first.user.to_string());
        assert!(made.get("revisionMerged").is_none() && made.get("revisionMergedAncestor").is_none());
        assert_eq!(admin.get(&location).ok(), made);
        assert_eq!(admin.get(&format!("{all}/1")).ok(), made);
        assert_eq!(made["urls"]["location"], location);

        let draft = admin.post(&all, &json!({})).created();
        assert_eq!((&draft["number"], &draft["status"], &draft["subject"]), (&2.into(), &"draft".into(), &"".into()));
        for missing in ["3", "0", "nobody", "99999999999999999999", test.first.user.to_string().as_str()] {
            admin.get(&format!("{all}/{missing}")).refused(404);
        }
        let other = test.new_space("Other");
        admin.get(&format!("{other}/change-requests/{}", made["id"].as_str().unwrap())).refused(404);
    });
}

#[test]
fn its_content_is_its_own_until_it_is_merged() {
    on_each_database(|test| {
        let admin = test.admin();
        let space = test.new_space("Docs");
        test.import(&space, &Files::of(&[("home.md", "# Home\n"), ("a.txt", "text")]));
        let before = admin.get(&space).ok()["revision"].clone();
        let proposal = propose(test, &space, "x");
        let content = format!("{proposal}/content");
        let page = format!("{content}/path/home?format=markdown");
        assert_eq!(admin.get(&page).ok()["markdown"], "# Home\n");
        let upload = test.upload("home.md", b"# Home\n\nHello.\n");
        let body = json!({ "url": upload, "source": "markdown" });
        let revision = admin.post(&format!("{content}/import"), &body).ok()["revision"].clone();
        assert_eq!(admin.get(&page).ok()["markdown"], "# Home\n\nHello.\n");
        assert_eq!(
            admin.get(&format!("{space}/change-requests/1/content/path/home?format=markdown")).ok()["markdown"],
            "# Home\n\nHello.\n"
        );
        assert_eq!(admin.get(&content).ok()["id"], revision);
        let now = admin.get(&proposal).ok();
        assert_eq!((&now["revision"], &now["revisionInitial"], &now["outdated"]), (&revision, &before, &json!(false)));
        assert_eq!(admin.get(&format!("{space}/content/path/home?format=markdown")).ok()["markdown"], "# Home\n");
        assert_eq!(admin.get(&space).ok()["revision"], before);
        assert_eq!(admin.get(&format!("{space}/revisions")).ok()["count"], 2);
        admin.get(&format!("{space}/revisions/{}", revision.as_str().unwrap())).ok();

        test.import(&space, &Files::of(&[("home.md", "# Home\n"), ("new.md", "# New\n")]));
        assert_eq!(admin.get(&proposal).ok()["outdated"], true);
        admin.get(&format!("{content}/path/new")).refused(404);
        let file = admin.get(&format!("{content}/files")).ok()["items"][0].clone();
        assert_eq!(test.caller(None).get(file["downloadURL"].as_str().unwrap()).body, b"text");
    });
}

#[test]
fn numbers_have_no_gaps_and_counters_agree_whoever_creates() {
    on_each_database(|test| {
        let space = test.new_space("Busy");
        let (threads, each) = (8, 6);
        let start = Barrier::new(threads);
        std::thread::scope(|scope| {
            for thread in 0..threads {
                let (app, space, start) = (test.app.clone(), id_of(&space), &start);
                scope.spawn(move || {
                    start.wait();
                    for n in 0..each {
                        let subject = (n % 2 == 0).then(|| format!("{thread} {n}").try_into().unwrap());
                        let subject: Option<&ChangeRequestSubject> = subject.as_ref();
                        app.create_change_request(&quire_app::Caller::operator(), space, subject).unwrap();
                    }
                });
            }
        });
        let total = (threads * each) as u64;
        let all = test.admin().get(&format!("{space}/change-requests?status=all&limit=1000")).ok();
        assert_eq!(numbers(&all), (1..=total).rev().collect::<Vec<_>>());
        assert_eq!(counts(test, &space), [total, total / 2, total / 2]);
    });
}

#[test]
fn states_follow_the_rules_and_the_counters_follow_them() {
    on_each_database(|test| {
        let admin = test.admin();
        let space = test.new_space("Docs");
        let proposal = propose(test, &space, "x");
        let set = |status: &str| admin.patch(&proposal, &json!({ "status": status }));
        for (status, expected) in
            [("draft", [1, 0, 1]), ("draft", [1, 0, 1]), ("archived", [1, 0, 0]), ("open", [1, 1, 0])]
        {
            assert_eq!(set(status).ok()["status"], status);
            assert_eq!(counts(test, &space), expected, "{status}");
        }
        assert!(set("merged").refused(400).contains("status"));
        set("archived").ok();
        let upload = test.upload("home.md", b"# Home\n\nHello.\n");
        let body = json!({ "url": upload, "source": "markdown" });
        let import = format!("{proposal}/content/import");
        assert!(admin.post(&import, &body).refused(409).contains("archived"));
        assert_eq!(counts(test, &space), [1, 0, 0]);
        set("open").ok();
        admin.post(&import, &body).ok();
    });
}

#[test]
fn subjects_and_descriptions_are_bounded() {
    on_each_database(|test| {
        let admin = test.admin();
        let space = test.new_space("Docs");
        let proposal = propose(test, &space, "x");
        let at_edge = "ü".repeat(100);
        assert_eq!(admin.patch(&proposal, &json!({ "subject": at_edge })).ok()["subject"], at_edge);
        let over = format!("{at_edge}x");
        let refused = admin.patch(&proposal, &json!({ "subject": over })).refused(400);
        assert!(refused.contains("subject") && refused.contains("100"), "{refused}");
        admin.post(&format!("{space}/change-requests"), &json!({ "subject": over })).refused(400);
        assert_eq!(counts(test, &space)[0], 1);

        let described = admin.patch(&proposal, &json!({ "description": { "markdown": "# Why\n\nBecause.\n" } })).ok();
        assert_eq!(described["description"]["nodes"][0]["type"], "heading-1");
        let again = admin.patch(&proposal, &json!({ "description": described["description"] })).ok();
        assert_eq!(again["description"], described["description"]);
        let refused =
            admin.patch(&proposal, &json!({ "description": { "markdown": "x".repeat(10_001) } })).refused(400);
        assert!(refused.contains("description"), "{refused}");
        admin.patch(&proposal, &json!({ "description": { "object": "x" } })).refused(400);
        assert!(admin.patch(&proposal, &json!({ "description": null })).ok().get("description").is_none());
        assert_eq!(admin.patch(&proposal, &json!({})).ok()["subject"], at_edge);
    });
}

#[test]
fn lists_are_filtered_and_paged() {
    on_each_database(|test| {
        let admin = test.admin();
        let (editor, token) = test.new_member("editor@example.com", Some(Role::Edit));
        let space = test.new_space("Docs");
        let all = format!("{space}/change-requests");
        let proposals: Vec<String> = (1..=5).map(|n| propose(test, &space, &format!("Change {n}"))).collect();
        test.caller(Some(&token)).post(&all, &json!({})).created();
        admin.patch(&proposals[1], &json!({ "status": "archived" })).ok();
        let list = |query: &str| numbers(&admin.get(&format!("{all}?{query}")).ok());
        assert_eq!(list(""), [5, 4, 3, 1]);
        assert_eq!(list("status=draft"), [6]);
        assert_eq!(list("status=archived"), [2]);
        assert_eq!(list("status=merged"), [0; 0]);
        assert_eq!(list("status=all"), [6, 5, 4, 3, 2, 1]);
        assert_eq!(list(&format!("status=all&creator={editor}")), [6]);
        assert_eq!(list(&format!("contributor={editor}")), [0; 0]);
        admin.get(&format!("{all}?status=closed")).refused(400);
        admin.get(&format!("{all}?contributor=nobody")).refused(404);

        let upload = test.upload("home.md", b"# Home\n\nHello.\n");
        let body = json!({ "url": upload, "source": "markdown" });
        test.caller(Some(&token)).post(&format!("{}/content/import", proposals[3]), &body).ok();
        assert_eq!(list(&format!("contributor={editor}")), [4]);
        assert_eq!(list(&format!("status=draft&contributor={editor}")), [0; 0]);

        let first = admin.get(&format!("{all}?limit=2")).ok();
        assert_eq!((numbers(&first), first["count"].as_u64()), (vec![5, 4], Some(4)));
        propose(test, &space, "Late");
        let next = first["next"]["page"].as_str().unwrap();
        let second = admin.get(&format!("{all}?limit=2&page={next}")).ok();
        assert_eq!(numbers(&second), [3, 1]);
        let back = second["previous"]["page"].as_str().unwrap();
        assert_eq!(list(&format!("limit=2&page={back}")), [5, 4]);
        admin.get(&format!("{all}?status=all&page={next}")).refused(400);
    });
}

#[test]
fn change_requests_go_where_their_space_goes() {
    on_each_database(|test| {
        let admin = test.admin();
        let space = test.new_space("Docs");
        test.import(&space, &Files::of(&[("home.md", "# Home\n")]));
        let proposal = propose(test, &space, "x");
        test.import(&proposal, &Files::of(&[("home.md", "# Home\n\nProposed.\n"), ("a.txt", "proposed")]));
        let page = format!("{proposal}/content/path/home?format=markdown");

        let copy = admin.post(&format!("{space}/duplicate"), &json!({})).created();
        assert_eq!((&copy["changeRequests"], &copy["changeRequestsOpen"]), (&json!(0), &json!(0)));

        let other = admin.post("/v1/orgs", &json!({ "title": "Other" })).created();
        let id = other["id"].as_str().unwrap();
        admin.post(&format!("{space}/transfer"), &json!({ "organization": id })).ok();
        test.clock.pass(Duration::from_hours(48));
        test.run_jobs();
        assert_eq!(admin.get(&page).ok()["markdown"], "# Home\n\nProposed.\n");
        let file = admin.get(&format!("{proposal}/content/files")).ok()["items"][0].clone();
        assert_eq!(test.caller(None).get(file["downloadURL"].as_str().unwrap()).body, b"proposed");
        assert_eq!(counts(test, &space), [1, 1, 0]);
        assert_eq!(numbers(&admin.get(&format!("{space}/change-requests")).ok()), [1]);

        admin.delete(&space).expect(204);
        admin.get(&proposal).refused(404);
        admin.get(&page).refused(404);
        admin.post(&format!("{space}/restore"), &json!({})).ok();
        admin.get(&proposal).ok();
        admin.delete(&space).expect(204);
        test.clock.pass(Duration::from_hours(8 * 24));
        test.run_jobs();
        admin.get(&proposal).refused(404);
        assert_eq!(test.count_blob_files(), 0);
    });
}

#[test]
fn imports_into_main_content_follow_the_edit_mode() {
    on_each_database(|test| {
        let (_, edit) = test.new_member("edit@example.com", Some(Role::Edit));
        let space = test.new_space("Docs");
        let import = |page: &str| {
            let upload = test.upload("home.md", page.as_bytes());
            let body = json!({ "url": upload, "source": "markdown" });
            test.caller(Some(&edit)).post(&format!("{space}/content/import"), &body)
        };
        assert!(import("# One\n").refused(403).contains("review"));
        test.admin().patch(&space, &json!({ "editMode": "live" })).ok();
        import("# Two\n").ok();
    });
}

#[test]
fn ids_of_revisions_do_not_repeat() {
    on_each_database(|test| {
        let space = test.new_space("Docs");
        let proposals: Vec<_> = (0..3).map(|n| propose(test, &space, &n.to_string())).collect();
        let imported = proposals.iter().enumerate().map(|(n, proposal)| {
            test.import(proposal, &Files::of(&[("home.md", format!("# {n}\n").as_str())])).revision
        });
        assert_eq!(imported.collect::<BTreeSet<_>>().len(), 3);
    });
}
