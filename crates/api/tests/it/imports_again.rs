//! Importing the same source again after people changed what it brought: nothing of either side is lost silently.

use quire_testkit::{TestApp, on_each_database, zip};
use serde_json::{Value, json};

use crate::edits::{live, send};

fn import(test: &TestApp, line: &str, files: &[(&str, &str)]) -> Value {
    import_with(test, line, files, &json!({}))
}

fn import_with(test: &TestApp, line: &str, files: &[(&str, &str)], options: &Value) -> Value {
    test.clock.pass(std::time::Duration::from_millis(5));
    let mut body = json!({ "url": test.upload("docs.zip", &zip(files)), "source": "zip" });
    body.as_object_mut().unwrap().extend(options.as_object().unwrap().clone());
    test.admin().post(&format!("{line}/content/import"), &body).ok()
}

fn markdown(test: &TestApp, line: &str, path: &str) -> String {
    let page = test.admin().get(&format!("{line}/content/path/{path}?format=markdown")).ok();
    page["markdown"].as_str().unwrap().to_owned()
}

/// Changes the text of a page as a person does.
fn write(test: &TestApp, line: &str, path: &str, text: &str) {
    test.clock.pass(std::time::Duration::from_millis(5));
    let page = test.admin().get(&format!("{line}/content/path/{path}")).ok()["id"].clone();
    let edit = json!([{ "operation": "update_page", "page": page, "document": { "markdown": text } }]);
    send(test, line, &edit).ok();
}

fn delete(test: &TestApp, line: &str, path: &str) {
    let page = test.admin().get(&format!("{line}/content/path/{path}")).ok()["id"].clone();
    send(test, line, &json!([{ "operation": "delete_page", "page": page }])).ok();
}

fn titles(test: &TestApp, line: &str) -> Vec<String> {
    let pages = test.admin().get(&format!("{line}/content/pages")).ok();
    let pages = pages["pages"].as_array().unwrap();
    pages.iter().map(|page| page["title"].as_str().unwrap().to_owned()).collect()
}

fn propose(test: &TestApp, space: &str) -> String {
    let made = test.admin().post(&format!("{space}/change-requests"), &json!({ "subject": "x" })).created();
    format!("{space}/change-requests/{}", made["number"])
}

fn both_changed(report: &Value) -> Vec<(String, String)> {
    let warnings = report["warnings"].as_array().unwrap().iter();
    let said = warnings.filter(|it| it["code"] == "both-changed");
    let text = |it: &Value, name: &str| it[name].as_str().unwrap().to_owned();
    said.map(|it| (text(it, "path"), text(it, "message"))).collect()
}

const ONE: &str = "# A\n\nOne.\n\nTwo.\n\nThree.\n";

#[test]
fn what_people_wrote_since_the_last_import_is_kept() {
    on_each_database(|test| {
        let space = live(test, &[]);
        import(test, &space, &[("a.md", ONE), ("b.md", "# B\n")]);
        write(test, &space, "a", "# A\n\nOne, by hand.\n\nTwo.\n\nThree.\n");
        // The same source again.
        let again = import(test, &space, &[("a.md", ONE), ("b.md", "# B\n")]);
        assert_eq!((&again["changed"], both_changed(&again)), (&json!(false), vec![]), "{again}");
        assert!(markdown(test, &space, "a").contains("One, by hand."));
        // The source changed elsewhere in the page: both changes are there.
        let new = "# A\n\nOne.\n\nTwo.\n\nThree, by the source.\n";
        let again = import(test, &space, &[("a.md", new), ("b.md", "# B\n")]);
        assert_eq!(both_changed(&again), []);
        assert_eq!(markdown(test, &space, "a"), "# A\n\nOne, by hand.\n\nTwo.\n\nThree, by the source.\n");
        let again = import(test, &space, &[("a.md", new), ("b.md", "# B\n")]);
        assert_eq!((&again["changed"], &again["changes"]["pages"]["unchanged"]), (&json!(false), &json!(2)));
    });
}

#[test]
fn what_both_changed_stays_in_main_content_and_is_named() {
    on_each_database(|test| {
        let space = live(test, &[]);
        import(test, &space, &[("a.md", ONE), ("b.md", "# B\n"), ("c.md", "# C\n")]);
        write(test, &space, "a", "# A\n\nOne.\n\nTwo, by hand.\n\nThree.\n");
        write(test, &space, "b", "# B\n\nBy hand.\n");
        delete(test, &space, "c");
        let new = [("a.md", "# A\n\nOne, new.\n\nTwo, by the source.\n\nThree.\n"), ("c.md", "# C\n\nNew.\n")];
        let tried = import_with(test, &space, &new, &json!({ "dryRun": true }));
        let again = import(test, &space, &new);
        assert_eq!(both_changed(&tried), both_changed(&again));
        let said = both_changed(&again);
        let paths: Vec<&str> = said.iter().map(|(path, _)| path.as_str()).collect();
        assert_eq!(paths, ["a.md", "b.md", "c.md"], "{said:?}");
        assert!(said[0].1.contains("the change of the source was not taken"), "{said:?}");
        assert!(said[1].1.contains("deleted in the source") && said[1].1.contains("kept"), "{said:?}");
        assert!(said[2].1.contains("there again"), "{said:?}");
        // What only the source changed in the page is taken.
        let text = markdown(test, &space, "a");
        assert!(text.contains("Two, by hand.") && !text.contains("Two, by the source."), "{text}");
        assert!(text.contains("One, new."), "{text}");
        assert!(markdown(test, &space, "b").contains("By hand."));
        assert_eq!(titles(test, &space).len(), 3);
        // Main content has no conflicts. What stands is said each time, and changes nothing.
        for _ in 0..2 {
            let again = import(test, &space, &new);
            assert_eq!((&again["changed"], both_changed(&again)), (&json!(false), said[..2].to_vec()), "{again}");
        }
        // A change elsewhere in the page is taken, and what stands is said.
        let more = [("a.md", "# A\n\nOne, newer.\n\nTwo, by the source.\n\nThree.\n"), new[1]];
        let again = import(test, &space, &more);
        assert_eq!((&again["changed"], both_changed(&again)), (&json!(true), said[..2].to_vec()), "{again}");
        assert!(markdown(test, &space, "a").contains("One, newer."));
        // It is said until people take the text of the source, or delete what the source deleted.
        write(test, &space, "a", more[0].1);
        delete(test, &space, "b");
        let again = import(test, &space, &more);
        assert_eq!((&again["changed"], both_changed(&again)), (&json!(false), vec![]), "{again}");
    });
}

#[test]
fn what_both_changed_is_a_conflict_of_a_change_request() {
    on_each_database(|test| {
        let space = live(test, &[]);
        import(test, &space, &[("a.md", ONE)]);
        write(test, &space, "a", "# A\n\nOne.\n\nTwo, by hand.\n\nThree.\n");
        let proposal = propose(test, &space);
        let new = [("a.md", "# A\n\nOne.\n\nTwo, by the source.\n\nThree.\n"), ("b.md", "# B\n")];
        let again = import(test, &proposal, &new);
        let said = both_changed(&again);
        assert_eq!(said.len(), 1, "{said:?}");
        assert!(said[0].1.contains("listed as a conflict"), "{said:?}");
        let listed = test.admin().get(&format!("{proposal}/conflicts")).ok();
        assert_eq!(listed["count"], 1, "{listed}");
        let conflict = &listed["items"][0];
        for (side, word) in [("base", "Two."), ("main", "Two, by the source."), ("changeRequest", "Two, by hand.")] {
            assert!(conflict[side]["markdown"].as_str().unwrap().contains(word), "{conflict}");
        }
        assert!(markdown(test, &proposal, "a").contains("Two, by hand."));
        let merged = test.admin().post(&format!("{proposal}/merge"), &json!({})).ok();
        assert_eq!(merged["result"], "conflicts");
        let one = format!("{proposal}/conflicts/{}", conflict["id"].as_str().unwrap());
        test.admin().put(&one, &json!({ "resolution": "theirs" })).ok();
        assert_eq!(test.admin().post(&format!("{proposal}/merge"), &json!({})).ok()["result"], "merge");
        assert!(markdown(test, &space, "a").contains("Two, by the source."));
        // Main content has the state of that import now: the same source changes nothing and makes no page twice.
        let again = import(test, &space, &new);
        assert_eq!((&again["changed"], both_changed(&again)), (&json!(false), vec![]), "{again}");
        assert_eq!(titles(test, &space), ["A", "B"]);
    });
}

#[test]
fn an_import_that_was_taken_back_can_be_done_again() {
    on_each_database(|test| {
        let space = live(test, &[]);
        import(test, &space, &[("a.md", ONE)]);
        let before = test.admin().get(&space).ok()["revision"].clone();
        let new = [("a.md", "# A\n\nNew.\n")];
        let done = import(test, &space, &new);
        let path = format!("{}/imports/{}/revert", test.org(), done["import"].as_str().unwrap());
        test.admin().post(&path, &json!({})).ok();
        assert_eq!(markdown(test, &space, "a"), ONE);
        assert_eq!(import(test, &space, &new)["changed"], true);
        assert_eq!(markdown(test, &space, "a"), new[0].1);
        // So can one that a rollback left behind.
        let back = format!("{space}/revisions/{}/rollback", before.as_str().unwrap());
        test.admin().post(&back, &json!({})).ok();
        assert_eq!(markdown(test, &space, "a"), ONE);
        assert_eq!(import(test, &space, &new)["changed"], true);
        assert_eq!(markdown(test, &space, "a"), new[0].1);
    });
}

#[test]
fn a_copy_of_a_space_knows_what_was_imported() {
    on_each_database(|test| {
        let space = live(test, &[]);
        import(test, &space, &[("a.md", ONE)]);
        let copy = test.admin().post(&format!("{space}/duplicate"), &json!({})).created();
        let copy = format!("/v1/spaces/{}", copy["id"].as_str().unwrap());
        write(test, &copy, "a", "# A\n\nOne, by hand.\n\nTwo.\n\nThree.\n");
        let again = import(test, &copy, &[("a.md", "# A\n\nOne.\n\nTwo.\n\nThree, by the source.\n")]);
        assert_eq!(both_changed(&again), [], "{again}");
        assert_eq!(markdown(test, &copy, "a"), "# A\n\nOne, by hand.\n\nTwo.\n\nThree, by the source.\n");
    });
}

#[test]
fn the_state_of_an_import_outlives_the_collector() {
    on_each_database(|test| {
        let space = live(test, &[]);
        import(test, &space, &[("a.md", ONE)]);
        write(test, &space, "a", "# A\n\nTwo, by hand.\n");
        // The source's version of the page is in no revision.
        let new = [("a.md", "# A\n\nTwo, by the source.\n\nAnd more.\n"), ("b.md", "# B\n")];
        import(test, &space, &new);
        test.app.collect(test.first.organization).unwrap();
        let again =
            import(test, &space, &[("a.md", "# A\n\nTwo, by the source.\n\nAnd more.\n"), ("b.md", "# B\n\nx\n")]);
        // What stands is said as long as it does.
        let said: Vec<String> = both_changed(&again).into_iter().map(|(path, _)| path).collect();
        assert_eq!((&again["changed"], said), (&json!(true), vec!["a.md".to_owned()]), "{again}");
        assert_eq!(markdown(test, &space, "a"), "# A\n\nTwo, by hand.\n");
    });
}

#[test]
fn what_was_kept_is_recognised_when_the_source_has_it_again() {
    on_each_database(|test| {
        let space = live(test, &[]);
        import(test, &space, &[("a.md", ONE), ("b.md", "# B\n")]);
        let by_hand = "# A\n\nOne, by hand.\n\nTwo.\n\nThree.\n";
        write(test, &space, "a", by_hand);
        assert_eq!(both_changed(&import(test, &space, &[("b.md", "# B\n")])).len(), 1);
        let back = import(test, &space, &[("a.md", ONE), ("b.md", "# B\n")]);
        let said = both_changed(&back);
        assert_eq!(said.iter().map(|(path, _)| path.as_str()).collect::<Vec<_>>(), ["a.md"], "{back}");
        assert_eq!((titles(test, &space), markdown(test, &space, "a")), (vec!["A".into(), "B".into()], by_hand.into()));
        // From then on it is followed as before.
        let text = "# A\n\nOne.\n\nTwo.\n\nThree, by the source.\n";
        assert_eq!(both_changed(&import(test, &space, &[("a.md", text), ("b.md", "# B\n")])), []);
        assert_eq!(markdown(test, &space, "a"), "# A\n\nOne, by hand.\n\nTwo.\n\nThree, by the source.\n");
        assert_eq!(titles(test, &space), ["A", "B"]);
    });
}

#[test]
fn pages_that_other_change_requests_brought_are_not_made_again() {
    on_each_database(|test| {
        let space = live(test, &[]);
        import(test, &space, &[("a.md", ONE)]);
        let (one, two) = (propose(test, &space), propose(test, &space));
        import(test, &one, &[("a.md", ONE), ("b.md", "# B\n")]);
        import(test, &two, &[("a.md", ONE), ("c.md", "# C\n")]);
        for line in [&one, &two] {
            assert_eq!(test.admin().post(&format!("{line}/merge"), &json!({})).ok()["result"], "merge");
        }
        let all = [("a.md", ONE), ("b.md", "# B\n\nNew.\n"), ("c.md", "# C\n")];
        let again = import(test, &space, &all);
        assert_eq!((both_changed(&again), titles(test, &space)), (vec![], vec!["A".into(), "B".into(), "C".into()]));
        assert_eq!(markdown(test, &space, "b"), "# B\n\nNew.\n");
    });
}

#[test]
fn a_title_and_its_slug_stay_together() {
    on_each_database(|test| {
        let space = live(test, &[]);
        let files = |title: &'static str, path: &'static str, text: &'static str| {
            vec![("SUMMARY.md", format!("# Table of contents\n\n* [{title}]({path})\n")), (path, text.to_owned())]
        };
        let import = |files: Vec<(&str, String)>| {
            let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (*path, text.as_str())).collect();
            import(test, &space, &files)
        };
        import(files("A", "a.md", "# A\n\nx\n"));
        let page = test.admin().get(&format!("{space}/content/path/a")).ok()["id"].clone();
        let edit = json!([{ "operation": "update_page", "page": page, "title": "By hand", "slug": "by-hand" }]);
        for slug in ["by-hand", "a"] {
            let mut edit = edit.clone();
            edit[0]["slug"] = json!(slug);
            test.clock.pass(std::time::Duration::from_millis(5));
            send(test, &space, &edit).ok();
        }
        for _ in 0..2 {
            let again = import(files("By the source", "by-the-source.md", "# By the source\n\nx\n"));
            assert!(!both_changed(&again).is_empty(), "{again}");
            let shown = test.admin().get(&format!("{space}/content/page/{}", page.as_str().unwrap())).ok();
            assert_eq!((&shown["title"], &shown["slug"]), (&json!("By hand"), &json!("a")), "{shown}");
        }
    });
}

#[test]
fn what_people_wrote_stays_on_the_page_that_the_source_means() {
    on_each_database(|test| {
        let space = live(test, &[]);
        let file = |id: &str| format!("Notes 0123456789abcdef0123456789abcd{id}.md");
        let (old, new) = (file("99"), file("11"));
        let notion = json!({ "source": "notion" });
        import_with(test, &space, &[(&old, "# Notes\n\nold meeting\n")], &notion);
        let page = test.admin().get(&format!("{space}/content/path/notes")).ok()["id"].clone();
        write(test, &space, "notes", "# Notes\n\nold meeting\n\nby hand\n");
        let both = [(old.as_str(), "# Notes\n\nold meeting\n"), (&new, "# Notes\n\nnew meeting\n")];
        let again = import_with(test, &space, &both, &notion);
        assert_eq!(both_changed(&again), [], "{again}");
        let id = page.as_str().unwrap();
        let text = test.admin().get(&format!("{space}/content/page/{id}?format=markdown")).ok()["markdown"].clone();
        let text = text.as_str().unwrap();
        assert!(text.contains("old meeting") && text.contains("by hand") && !text.contains("new meeting"), "{text}");
        let again = import_with(test, &space, &both, &notion);
        assert_eq!(again["changed"], false, "{again}");
    });
}

#[test]
fn a_document_deletes_nothing_and_is_no_archive_of_pages() {
    on_each_database(|test| {
        let space = live(test, &[]);
        import(test, &space, &[("a.md", ONE), ("b.md", "# B\n")]);
        let text = "<w:document><w:body><w:p><w:r><w:t>text</w:t></w:r></w:p></w:body></w:document>";
        let document = zip(&[("[Content_Types].xml", "<Types/>"), ("word/document.xml", text)]);
        let body = |source: &str| json!({ "url": test.upload("hand.docx", &document), "source": source });
        let import = format!("{space}/content/import");
        let done = test.admin().post(&import, &body("docx")).ok();
        assert_eq!(
            (&done["changes"]["pages"]["created"], &done["changes"]["pages"]["deleted"]),
            (&json!(1), &json!(0))
        );
        for source in ["zip", "html", "notion"] {
            let said = test.admin().post(&import, &body(source)).refused(400);
            assert!(said.contains("office program"), "{source}: {said}");
        }
        assert_eq!(titles(test, &space).len(), 3);
    });
}
