//! Merging change requests: what comes of it, conflicts and how they are decided, and many at once.

use std::sync::Barrier;

use quire_app::content::Version;
use quire_app::content::commit::Target;
use quire_app::content::import::Limits;
use quire_app::{App, Caller};
use quire_model::change_requests::ChangeRequestName;
use quire_model::ids::SpaceId;
use quire_model::roles::Role;
use quire_testkit::{Files, TestApp, on_each_database};
use serde_json::{Value, json};

use crate::change_requests::{counts, id_of, propose};

const HOME: &str = "# Home\n\nOne.\n\nTwo.\n\nThree.\n";

fn docs(test: &TestApp) -> String {
    let space = test.new_space("Docs");
    test.import(&space, &Files::of(&[("home.md", HOME), ("other.md", "# Other\n")]));
    space
}

/// Imports both pages, the first one with this body.
fn write(test: &TestApp, path: &str, home: &str) {
    test.import(path, &Files::of(&[("home.md", home), ("other.md", "# Other\n")]));
}

fn markdown(test: &TestApp, path: &str, page: &str) -> String {
    let page = test.admin().get(&format!("{path}/content/path/{page}?format=markdown")).ok();
    page["markdown"].as_str().unwrap().to_owned()
}

fn merge(test: &TestApp, proposal: &str) -> Value {
    test.admin().post(&format!("{proposal}/merge"), &json!({})).ok()
}

/// Makes a chain of pages, each below the one before; returns the first and the last one.
fn chain(test: &TestApp, space: &str, name: &str, levels: usize) -> [Value; 2] {
    let page = |at: usize| {
        let mut page = json!({ "operation": "insert_page", "title": name, "ref": format!("r{at}") });
        if at > 0 {
            page["into"] = json!(format!("r{}", at - 1));
        }
        page
    };
    let changes: Vec<_> = (0..levels).map(page).collect();
    let made = test.admin().post(&format!("{space}/content?compat=false"), &json!({ "changes": changes })).ok();
    let made = made["insertedPages"].as_array().unwrap();
    [made[0]["id"].clone(), made[levels - 1]["id"].clone()]
}

fn moves(page: &Value, into: &Value) -> Value {
    json!({ "changes": [{ "operation": "update_page", "page": page, "into": into }] })
}

#[test]
fn what_both_sides_move_below_each_other_is_not_too_deep() {
    on_each_database(|test| {
        let admin = test.admin();
        let space = test.new_space("Deep");
        admin.patch(&space, &json!({ "editMode": "live" })).ok();
        let [[_, a], [b, below_b], [c, _]] = ["a", "b", "c"].map(|name| chain(test, &space, name, 49));
        let [one, other] = ["One", "Other"].map(|subject| propose(test, &space, subject));
        let base = admin.get(&space).ok()["revision"].clone();
        admin.post(&format!("{one}/content"), &moves(&b, &a)).ok();
        admin.post(&format!("{other}/content"), &moves(&c, &below_b)).ok();
        assert_eq!(merge(test, &one)["result"], "merge");

        let before = admin.get(&space).ok()["revision"].clone();
        for path in ["merge", "merge?dryRun=true", "update"] {
            let refused = admin.post(&format!("{other}/{path}"), &json!({})).refused(409);
            assert!(refused.contains("\"c\"") && refused.contains("147 levels deep"), "{refused}");
        }
        let mut edit = moves(&c, &below_b);
        edit["changes"][0]["base"] = base;
        edit["changes"][0]["document"] = json!({ "markdown": "# c\n\nMore.\n" });
        let refused = admin.post(&format!("{space}/content"), &edit).refused(409);
        assert!(refused.contains("147 levels deep"), "{refused}");
        assert_eq!(admin.get(&space).ok()["revision"], before);

        // A page at whose place both sides are not too deep is merged.
        admin.post(&format!("{other}/content"), &moves(&c, &b)).ok();
        assert_eq!(merge(test, &other)["result"], "merge");
    });
}

#[test]
fn what_is_merged_is_main_content_and_final() {
    on_each_database(|test| {
        let admin = test.admin();
        let space = docs(test);
        let proposal = propose(test, &space, "Better");
        write(test, &proposal, "# Home\n\nOne!\n\nTwo.\n\nThree.\n");
        let before = admin.get(&space).ok()["revision"].clone();
        let dry = admin.post(&format!("{proposal}/merge?dryRun=true"), &json!({})).ok();
        assert_eq!((&dry["result"], &admin.get(&space).ok()["revision"]), (&json!("merge"), &before));

        let head = admin.get(&proposal).ok()["revision"].clone();
        let merged = merge(test, &proposal);
        assert_eq!((&merged["result"], &merged["conflicts"]), (&json!("merge"), &json!(0)));
        assert_eq!(markdown(test, &space, "home"), "# Home\n\nOne!\n\nTwo.\n\nThree.\n");
        let content = admin.get(&format!("{space}/content")).ok();
        assert_eq!((&content["id"], &content["type"]), (&merged["revision"], &json!("merge")));
        assert_eq!(content["parents"], json!([before, head]));
        assert_eq!(content["mergedFrom"]["subject"], "Better");
        let after = admin.get(&proposal).ok();
        assert_eq!((&after["status"], &after["revisionMerged"]), (&json!("merged"), &merged["revision"]));
        assert_eq!((&after["outdated"], &after["revision"]), (&json!(false), &head));
        assert_eq!(content["mergedFrom"], after);
        assert_eq!(counts(test, &space), [1, 0, 0]);

        for path in ["merge", "update"] {
            let refused = admin.post(&format!("{proposal}/{path}"), &json!({})).refused(409);
            assert!(refused.contains("merged"), "{refused}");
        }
        assert!(admin.patch(&proposal, &json!({ "status": "open" })).refused(409).contains("final"));
        admin.patch(&proposal, &json!({ "subject": "Better words" })).ok();
        // What is said of the change request in the revision follows.
        assert_eq!(admin.get(&format!("{space}/content")).ok()["mergedFrom"]["subject"], "Better words");
        let upload = test.upload("home.md", b"x");
        let body = json!({ "url": upload, "source": "markdown" });
        admin.post(&format!("{proposal}/content/import"), &body).refused(409);
        write(test, &space, HOME);
        assert_eq!(admin.get(&proposal).ok()["outdated"], false);
    });
}

#[test]
fn main_content_is_pulled_before_it_is_merged() {
    on_each_database(|test| {
        let admin = test.admin();
        let space = docs(test);
        let (first, second) = (propose(test, &space, "First"), propose(test, &space, "Second"));
        write(test, &first, "# Home\n\nOne!\n\nTwo.\n\nThree.\n");
        write(test, &second, "# Home\n\nOne.\n\nTwo.\n\nThree!\n");
        let main = merge(test, &first)["revision"].clone();
        let outdated = admin.get(&second).ok();
        assert_eq!((&outdated["outdated"], outdated.get("revisionMergedAncestor")), (&json!(true), None));
        let head = outdated["revision"].clone();

        let updated = admin.post(&format!("{second}/update"), &json!({})).ok();
        assert_eq!((&updated["result"], &updated["conflicts"]), (&json!("update"), &json!(0)));
        let now = admin.get(&second).ok();
        assert_eq!((&now["outdated"], &now["revisionMergedAncestor"]), (&json!(false), &main));
        assert_eq!(now["revision"], updated["revision"]);
        let content = admin.get(&format!("{second}/content")).ok();
        assert_eq!((&content["type"], &content["parents"]), (&json!("update"), &json!([head, main])));
        assert_eq!(content["changeRequest"], now["id"]);
        assert_eq!(markdown(test, &second, "home"), "# Home\n\nOne!\n\nTwo.\n\nThree!\n");
        let again = admin.post(&format!("{second}/update"), &json!({})).ok();
        assert_eq!(again, updated);

        write(test, &space, "# Home\n\nOne!\n\nTwo!\n\nThree.\n");
        merge(test, &second);
        assert_eq!(markdown(test, &space, "home"), "# Home\n\nOne!\n\nTwo!\n\nThree!\n");
        assert_eq!(admin.get(&format!("{space}/revisions")).ok()["count"], 5);
        let nothing = propose(test, &space, "Nothing");
        assert_eq!(merge(test, &nothing)["result"], "merge");
        assert_eq!(markdown(test, &space, "home"), "# Home\n\nOne!\n\nTwo!\n\nThree!\n");
    });
}

/// A change request and main content that changed the same paragraph.
fn disagree(test: &TestApp) -> (String, String) {
    let space = docs(test);
    let proposal = propose(test, &space, "x");
    write(test, &proposal, "# Home\n\nOne.\n\nMine.\n\nThree.\n");
    write(test, &space, "# Home\n\nOne.\n\nYours.\n\nThree.\n");
    (space, proposal)
}

#[test]
fn a_conflict_is_listed_with_its_sides_and_main_stays() {
    on_each_database(|test| {
        let admin = test.admin();
        let (space, proposal) = disagree(test);
        let before = admin.get(&space).ok()["revision"].clone();
        let conflicts = format!("{proposal}/conflicts");
        let dry = admin.post(&format!("{proposal}/merge?dryRun=true"), &json!({})).ok();
        assert_eq!((&dry["result"], &dry["conflicts"]), (&json!("conflicts"), &json!(1)));
        assert_eq!(admin.get(&conflicts).ok()["items"], json!([]));

        let answer = merge(test, &proposal);
        assert_eq!((&answer["result"], &answer["conflicts"]), (&json!("conflicts"), &json!(1)));
        assert_eq!(admin.get(&space).ok()["revision"], before);
        let now = admin.get(&proposal).ok();
        assert_eq!((&now["status"], &now["outdated"]), (&json!("open"), &json!(false)));
        assert_eq!(now["revision"], answer["revision"]);
        // The content is the change request's until somebody decides.
        assert_eq!(markdown(test, &proposal, "home"), "# Home\n\nOne.\n\nMine.\n\nThree.\n");
        let listed = admin.get(&conflicts).ok();
        assert_eq!(listed["count"], 1);
        let conflict = &listed["items"][0];
        assert_eq!((&conflict["object"], &conflict["kind"]), (&json!("conflict"), &json!("text")));
        assert_eq!(conflict["choices"], json!(["ours", "theirs", "both", "markdown", "document"]));
        let page = admin.get(&format!("{proposal}/content/path/home")).ok();
        assert_eq!(conflict["page"], json!({ "id": page["id"], "title": "Home", "path": "home" }));
        for (side, word) in [("base", "Two."), ("main", "Yours."), ("changeRequest", "Mine.")] {
            let side = &conflict[side];
            assert!(side["markdown"].as_str().unwrap().contains(word), "{side}");
            assert_eq!(side["document"]["nodes"][0]["nodes"][0]["leaves"][0]["text"], word, "{side}");
        }
        assert_eq!(merge(test, &proposal)["result"], "conflicts");
        assert_eq!(merge(test, &proposal)["revision"], answer["revision"]);
        let updated = admin.post(&format!("{proposal}/update"), &json!({})).ok();
        assert_eq!((&updated["result"], &updated["revision"]), (&json!("conflicts"), &answer["revision"]));
    });
}

#[test]
fn conflicts_are_decided_each_way() {
    on_each_database(|test| {
        let admin = test.admin();
        let document = json!({ "object": "document", "data": {}, "nodes": [
            { "object": "block", "type": "paragraph", "data": {}, "nodes": [
                { "object": "text", "leaves": [{ "object": "leaf", "text": "Written.", "marks": [] }] }
            ] }
        ] });
        for (decision, expected) in [
            (json!({ "resolution": "ours" }), "Mine.\n"),
            (json!({ "resolution": "theirs" }), "Yours.\n"),
            (json!({ "resolution": "both" }), "Yours.\n\nMine.\n"),
            (json!({ "markdown": "Ours.\n" }), "Ours.\n"),
            (json!({ "document": document }), "Written.\n"),
        ] {
            let (space, proposal) = disagree(test);
            merge(test, &proposal);
            let conflicts = admin.get(&format!("{proposal}/conflicts")).ok();
            let one = format!("{proposal}/conflicts/{}", conflicts["items"][0]["id"].as_str().unwrap());
            for wrong in [json!({}), json!({ "resolution": "none" }), json!({ "resolution": "ours", "markdown": "x" })]
            {
                admin.put(&one, &wrong).refused(400);
            }
            let decided = admin.put(&one, &decision).ok();
            assert_eq!(
                (&decided["conflicts"], &decided["revision"]),
                (&json!(0), &admin.get(&proposal).ok()["revision"])
            );
            admin.put(&one, &decision).refused(404);
            assert_eq!(admin.get(&format!("{proposal}/conflicts")).ok()["count"], 0);
            assert_eq!(merge(test, &proposal)["result"], "merge");
            let text = markdown(test, &space, "home");
            // A conflict is about lines, or about less where the rest of them agrees.
            let found = text.strip_prefix("# Home\n\nOne.\n\n").and_then(|text| text.strip_suffix("\nThree.\n"));
            assert_eq!(found.map(str::trim_end), Some(expected.trim_end()), "{decision}");
        }
    });
}

#[test]
fn a_text_that_does_not_fit_is_refused() {
    on_each_database(|test| {
        let admin = test.admin();
        let space = docs(test);
        let front = |words: &str| format!("---\ndescription: {words}\n---\n\n# Home\n\nOne.\n");
        write(test, &space, &front("old"));
        let proposal = propose(test, &space, "x");
        write(test, &proposal, &front("mine"));
        write(test, &space, &front("yours"));
        merge(test, &proposal);
        let listed = admin.get(&format!("{proposal}/conflicts")).ok();
        let texts = listed["items"].as_array().unwrap().iter().find(|conflict| conflict["kind"] == "text").unwrap();
        assert_eq!(texts["choices"], json!(["ours", "theirs", "markdown"]));
        let one = format!("{proposal}/conflicts/{}", texts["id"].as_str().unwrap());
        let document = json!({ "object": "document", "data": {}, "nodes": [] });
        assert!(admin.put(&one, &json!({ "document": document })).refused(400).contains("front matter"));
        assert!(admin.put(&one, &json!({ "resolution": "both" })).refused(400).contains("front matter"));
        admin.put(&one, &json!({ "markdown": "description: [ours" })).refused(400);
        admin.put(&one, &json!({ "markdown": "description: ours" })).ok();
        assert!(markdown(test, &proposal, "home").ends_with("# Home\n\nOne.\n"));
    });
}

#[test]
fn deleting_against_editing_is_a_conflict() {
    on_each_database(|test| {
        let admin = test.admin();
        let space = docs(test);
        let proposal = propose(test, &space, "x");
        test.import(&proposal, &Files::of(&[("home.md", HOME)]));
        test.import(&space, &Files::of(&[("home.md", HOME), ("other.md", "# Other\n\nEdited.\n")]));
        assert_eq!(merge(test, &proposal)["result"], "conflicts");
        let listed = admin.get(&format!("{proposal}/conflicts")).ok();
        let conflict = &listed["items"][0];
        assert_eq!((&conflict["kind"], &conflict["page"]["title"]), (&json!("deletion"), &json!("Other")));
        assert_eq!(conflict["changeRequest"], json!({ "exists": false }));
        assert_eq!(conflict["choices"], json!(["ours", "theirs"]));
        assert_eq!(conflict["main"]["markdown"], "# Other\n\nEdited.\n");
        assert_eq!(markdown(test, &proposal, "other"), "# Other\n\nEdited.\n");
        let one = format!("{proposal}/conflicts/{}", conflict["id"].as_str().unwrap());
        assert!(admin.put(&one, &json!({ "resolution": "both" })).refused(400).contains("text"));
        admin.put(&one, &json!({ "resolution": "ours" })).ok();
        assert_eq!(merge(test, &proposal)["result"], "merge");
        admin.get(&format!("{space}/content/path/other")).refused(404);
    });
}

/// Main's edits are not lost with a page that the change request deletes while a conflict about it is open.
#[test]
fn a_conflict_about_what_is_deleted_since_is_about_the_deletion() {
    on_each_database(|test| {
        let admin = test.admin();
        for (decision, status) in [("theirs", 200), ("ours", 404)] {
            let (space, proposal) = disagree(test);
            write(test, &space, "# Home\n\nOne.\n\nYours.\n\nThree.\n\nMore of main.\n");
            merge(test, &proposal);
            let home = admin.get(&format!("{proposal}/content/path/home")).ok();
            let gone = json!({ "changes": [{ "operation": "delete_page", "page": home["id"] }] });
            admin.post(&format!("{proposal}/content"), &gone).ok();
            let listed = admin.get(&format!("{proposal}/conflicts")).ok();
            let conflict = &listed["items"][0];
            assert_eq!((&conflict["kind"], &conflict["choices"]), (&json!("deletion"), &json!(["ours", "theirs"])));
            assert_eq!(conflict["changeRequest"], json!({ "exists": false }));
            let one = format!("{proposal}/conflicts/{}", conflict["id"].as_str().unwrap());
            assert!(admin.put(&one, &json!({ "markdown": "x" })).refused(400).contains("deleted"));
            assert_eq!(admin.put(&one, &json!({ "resolution": decision })).ok()["conflicts"], 0);
            assert_eq!(merge(test, &proposal)["result"], "merge");
            let home = admin.get(&format!("{space}/content/path/home?format=markdown"));
            assert_eq!(home.status.as_u16(), status);
            if status == 200 {
                assert_eq!(home.ok()["markdown"], "# Home\n\nOne.\n\nYours.\n\nThree.\n\nMore of main.\n");
            }
        }
    });
}

#[test]
fn the_listed_document_of_a_side_decides_for_it() {
    on_each_database(|test| {
        let admin = test.admin();
        let item = |words: &str| format!("# Home\n\n- one\n- two {words} here\n- three\n");
        let title = |words: &str| format!("# {words} home\n\nText.\n");
        let files: [&dyn Fn(&str) -> String; 2] = [&item, &title];
        for file in files {
            for (side, words) in [("main", "Yours"), ("changeRequest", "Mine")] {
                let space = docs(test);
                write(test, &space, &file("Old"));
                let proposal = propose(test, &space, "x");
                write(test, &proposal, &file("Mine"));
                write(test, &space, &file("Yours"));
                merge(test, &proposal);
                let listed = admin.get(&format!("{proposal}/conflicts")).ok();
                let conflict = &listed["items"][0];
                let one = format!("{proposal}/conflicts/{}", conflict["id"].as_str().unwrap());
                admin.put(&one, &json!({ "document": conflict[side]["document"] })).ok();
                let pages = admin.get(&format!("{proposal}/content/pages")).ok()["pages"].clone();
                let home = pages.as_array().unwrap().iter().find(|page| page["title"] != "Other").unwrap();
                let page = format!("{proposal}/content/page/{}?format=markdown", home["id"].as_str().unwrap());
                assert_eq!(admin.get(&page).ok()["markdown"], file(words));
            }
        }
    });
}

#[test]
fn what_conflicts_refer_to_is_kept() {
    on_each_database(|test| {
        let admin = test.admin();
        let (space, proposal) = disagree(test);
        merge(test, &proposal);
        test.app.collect(test.first.organization).unwrap();
        // What is in memory may not be in the database any more.
        let copied = admin.post("/v1/orgs", &json!({ "title": "Other" })).created();
        admin.post(&format!("{space}/transfer"), &json!({ "organization": copied["id"] })).ok();
        test.run_jobs();
        let listed = admin.get(&format!("{proposal}/conflicts")).ok();
        assert!(listed["items"][0]["main"]["markdown"].as_str().unwrap().contains("Yours."));
        let one = format!("{proposal}/conflicts/{}", listed["items"][0]["id"].as_str().unwrap());
        admin.put(&one, &json!({ "resolution": "theirs" })).ok();
        merge(test, &proposal);
        assert_eq!(markdown(test, &space, "home"), "# Home\n\nOne.\n\nYours.\n\nThree.\n");
    });
}

#[test]
fn drafts_can_be_merged_and_archived_ones_after_they_are_open_again() {
    on_each_database(|test| {
        let admin = test.admin();
        let space = docs(test);
        let draft = admin.post(&format!("{space}/change-requests"), &json!({})).created();
        let draft = format!("{space}/change-requests/{}", draft["id"].as_str().unwrap());
        assert_eq!(counts(test, &space), [1, 0, 1]);
        admin.patch(&draft, &json!({ "status": "archived" })).ok();
        for path in ["merge", "merge?dryRun=true", "update"] {
            let refused = admin.post(&format!("{draft}/{path}"), &json!({})).refused(409);
            assert!(refused.contains("archived"), "{refused}");
        }
        admin.patch(&draft, &json!({ "status": "draft" })).ok();
        assert_eq!(merge(test, &draft)["result"], "merge");
        assert_eq!(counts(test, &space), [1, 0, 0]);
    });
}

#[test]
fn editors_update_and_reviewers_merge() {
    on_each_database(|test| {
        let (_, edit) = test.new_member("edit@example.com", Some(Role::Edit));
        let (_, review) = test.new_member("review@example.com", Some(Role::Review));
        let space = docs(test);
        let proposal = propose(test, &space, "x");
        write(test, &space, "# Home\n");
        test.caller(Some(&edit)).post(&format!("{proposal}/update"), &json!({})).ok();
        test.caller(Some(&edit)).post(&format!("{proposal}/merge"), &json!({})).refused(403);
        test.caller(Some(&review)).post(&format!("{proposal}/merge"), &json!({})).ok();
        let content = test.admin().get(&format!("{space}/content")).ok();
        assert_eq!(content["author"]["email"], "review@example.com");
    });
}

/// The files of a change request's content with one more page, of these words.
fn with_page(app: &App, space: SpaceId, name: ChangeRequestName, path: &str, title: &str) -> Files {
    let view = app.view(&Caller::operator(), space, Version::ChangeRequest(name)).unwrap();
    let outline = app.outline(&view).unwrap();
    let known = outline.walk().filter_map(|id| outline.page(id));
    let known = known.map(|page| (page.git.as_ref().unwrap().path.clone(), format!("# {}\n", page.title)));
    let all: Vec<_> = known.chain([(path.to_owned(), format!("# {title}\n"))]).collect();
    Files::of(&all.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect::<Vec<_>>())
}

#[test]
fn every_acknowledged_edit_is_there_whoever_merges_when() {
    on_each_database(|test| {
        let space = test.new_space("Busy");
        let (threads, rounds) = (4, 3);
        // Each has a folder of their own, as an import puts the pages of a folder in order.
        let folders: Vec<_> = (0..threads).map(|n| (format!("t{n}/README.md"), format!("# T {n}\n"))).collect();
        let folders: Vec<_> = folders.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        test.import(&space, &Files::of(&folders));
        let id = id_of(&space);
        let start = Barrier::new(threads);
        let operator = Caller::operator();
        std::thread::scope(|scope| {
            for thread in 0..threads {
                let (app, start, operator) = (test.app.clone(), &start, &operator);
                scope.spawn(move || {
                    start.wait();
                    for round in 0..rounds {
                        let made = app.create_change_request(operator, id, None).unwrap().change_request;
                        let name = ChangeRequestName::Id(made.id);
                        let path = format!("t{thread}/r{round}.md");
                        let files = with_page(&app, id, name, &path, &format!("R {thread} {round}"));
                        let target = Target::ChangeRequest(name);
                        app.import_tree(operator, id, target, &files, &Limits::default(), &mut |_| {}).unwrap();
                        assert_eq!(app.merge(operator, id, name).unwrap().conflicts, 0);
                    }
                });
            }
        });
        let pages = test.admin().get(&format!("{space}/content/pages")).ok();
        for (thread, folder) in pages["pages"].as_array().unwrap().iter().enumerate() {
            let titles: Vec<_> = folder["pages"].as_array().unwrap().iter().map(|page| page["title"].clone()).collect();
            let expected: Vec<_> = (0..rounds).map(|round| json!(format!("R {thread} {round}"))).collect();
            assert_eq!(titles, expected);
        }
        let total = threads * rounds;
        assert_eq!(counts(test, &space), [total as u64, 0, 0]);
        assert_eq!(test.admin().get(&format!("{space}/revisions")).ok()["count"], 2 + total);
    });
}

#[test]
fn one_change_request_is_merged_once_and_no_edit_slips_by() {
    on_each_database(|test| {
        for round in 0..4 {
            let space = docs(test);
            let proposal = propose(test, &space, "x");
            let id = id_of(&space);
            let threads = 4;
            let start = Barrier::new(threads);
            let outcomes: Vec<bool> = std::thread::scope(|scope| {
                let workers: Vec<_> = (0..threads)
                    .map(|thread| {
                        let (app, start) = (test.app.clone(), &start);
                        scope.spawn(move || {
                            start.wait();
                            let name = ChangeRequestName::Number(1);
                            let operator = Caller::operator();
                            if thread % 2 == 0 {
                                return app.merge(&operator, id, name).is_ok();
                            }
                            let text = format!("# Home\n\nOne, edited {round}.\n\nTwo.\n\nThree.\n");
                            let path = format!("new-{thread}.md");
                            let files = Files::of(&[("home.md", text.as_str()), (path.as_str(), "# New\n")]);
                            let target = Target::ChangeRequest(name);
                            app.import_tree(&operator, id, target, &files, &Limits::default(), &mut |_| {}).is_ok()
                        })
                    })
                    .collect();
                workers.into_iter().map(|worker| worker.join().unwrap()).collect()
            });
            // Whoever merges first ends the change request: the other merge is refused, and so is what comes late.
            assert_eq!(outcomes.iter().step_by(2).filter(|merged| **merged).count(), 1);
            let edited = outcomes[1] || outcomes[3];
            assert_eq!(markdown(test, &space, "home").contains("edited"), edited);
            assert_eq!(test.admin().get(&proposal).ok()["status"], "merged");
        }
    });
}
