//! What people make of a translated page, and what a list of segments says of it.

use quire_testkit::on_each_database;
use serde_json::json;

use super::Translated;

#[test]
fn a_paragraph_that_a_person_splits_is_theirs() {
    on_each_database(|test| {
        let it = Translated::new(test);
        it.import(&it.source, &[("README.md", "# Split\n\nOne two three four. Five six seven eight.\n\nLast.\n")]);
        it.runs();
        let source = "One two three four. Five six seven eight.";
        assert_eq!(it.segment(source)["status"], "machine");
        it.import(&it.space, &[("README.md", "# SPLIT\n\nONE TWO THREE FOUR.\n\nFIVE SIX SEVEN EIGHT.\n\nLAST.\n")]);
        // Before the next run, and after it.
        for _ in 0..2 {
            assert_eq!(it.segment(source)["status"], "human");
            assert_eq!(it.segment("Last.")["status"], "machine");
            let human: Vec<_> = it.segments("&filter=human").iter().map(|it| it["source"].clone()).collect();
            assert_eq!(human, [source]);
            assert!(it.run().is_empty());
        }
        it.write("split", "# SPLIT\n\nLAST.\n");
        let gone = it.segment(source);
        assert_eq!((&gone["status"], &gone["text"]), (&json!("human"), &json!("")));
        it.run();
        assert_eq!(it.markdown(&it.space, "split"), "# SPLIT\n\nLAST.\n");
        assert_eq!(it.segment(source)["status"], "human");
    });
}

#[test]
fn what_does_not_fit_into_a_page_is_named_and_all_else_comes() {
    on_each_database(|test| {
        let it = Translated::new(test);
        it.import(&it.source, &[("README.md", "# Lists\n\n* one thing\n* two things\n\nEnd.\n")]);
        it.runs();
        it.import(&it.space, &[("README.md", "# LISTS\n\n* ONE THING\n* DOS COSAS\n* COSA PROPIA\n\nEND.\n")]);
        let more = "# Lists\n\n* one thing\n* two things\n* three things\n\nEnd.\n\nA new paragraph.\n";
        it.import(&it.source, &[("README.md", more)]);
        it.run();
        let shown = it.markdown(&it.space, "lists");
        for text in ["DOS COSAS", "COSA PROPIA", "A NEW PARAGRAPH."] {
            assert!(shown.contains(text), "{text} is not in {shown}");
        }
        if shown.contains("THREE THINGS") {
            assert_eq!(it.segment("three things")["status"], "machine");
            return;
        }
        let last = &it.get()["lastRun"];
        assert_eq!(last["status"], "needs-review");
        assert!(last["reason"].as_str().unwrap().contains("“LISTS”"), "{last}");
        let segment = it.segment("three things");
        assert_eq!((&segment["status"], &segment["reason"]), (&json!("needs-review"), &json!("left-out")));
    });
}

#[test]
fn a_run_whose_replies_are_all_refused_publishes_nothing() {
    on_each_database(|test| {
        let it = Translated::new(test);
        it.import(&it.source, &[("README.md", "# The title\n\nFirst words.\n")]);
        for text in ["The title", "First words."] {
            it.loud.instead(text, "<b>x</b>");
        }
        let before = it.get()["result"]["revision"].clone();
        it.runs();
        let shown = it.get();
        let last = &shown["lastRun"];
        assert_eq!(last["status"], "failed");
        let reason = "all replies of the translator to 2 texts were refused (2 markup): nothing was published";
        assert_eq!(last["reason"], reason);
        assert_eq!(shown["result"]["revision"], before);
        assert_eq!(shown["stats"]["runs"], 1);
        // The second of these runs has nothing to look at, and forgets nothing.
        for _ in 0..2 {
            assert!(it.run().is_empty(), "what was refused is not paid for again");
            let last = &it.get()["lastRun"];
            assert_eq!(last["status"], "needs-review", "{last}");
            assert_eq!(last["reason"], "a person should look at 2 texts whose replies were refused");
        }
        assert_eq!(it.segments("&filter=needs-review").len(), 2);
    });
}

#[test]
fn a_stale_segment_says_what_changed_in_its_source() {
    on_each_database(|test| {
        let it = Translated::new(test);
        it.import(&it.source, &[("README.md", "# Words\n\nOpen the old page now.\n")]);
        it.runs();
        let name = it.segment("Open the old page now.")["id"].as_str().unwrap().to_owned();
        let edit = json!({ "action": "edit", "text": "Abra la página." });
        test.admin().patch(&format!("{}/segments/{name}", it.path), &edit).expect(204);
        for source in ["Open the new page now.", "Open the newest page now."] {
            it.import(&it.source, &[("README.md", &format!("# Words\n\n{source}\n"))]);
            it.run();
            let stale = it.segment(source);
            assert_eq!(stale["status"], "stale");
            assert_eq!(stale["sourceBefore"], "Open the old page now.");
            let words = stale["sourceWords"].as_array().unwrap();
            let of = |change: &str| -> String {
                let all = words.iter().filter(|it| it["change"] == change || it["change"] == "equal");
                all.map(|it| it["text"].as_str().unwrap()).collect()
            };
            assert_eq!((of("deleted"), of("inserted")), ("Open the old page now.".to_owned(), source.to_owned()));
            assert!(words.iter().any(|it| it["change"] == "deleted" && it["text"].as_str().unwrap().trim() == "old"));
        }
        let accept = json!({ "action": "accept" });
        test.admin().patch(&format!("{}/segments/{name}", it.path), &accept).expect(204);
        let accepted = it.segment("Open the newest page now.");
        assert_eq!((&accepted["status"], accepted.get("sourceBefore")), (&json!("human"), None));
    });
}

#[test]
fn near_texts_are_suggested_and_never_applied() {
    on_each_database(|test| {
        let it = Translated::new(test);
        it.import(&it.source, &[("README.md", "# Near\n\nOpen the settings of the space to begin.\n")]);
        it.runs();
        test.admin().delete(&format!("{}/translations-provider", test.org())).expect(204);
        it.import(&it.source, &[("README.md", "# Near\n\nOpen the settings of the site to begin.\n\nApples.\n")]);
        it.run();
        let found = it.segments("&filter=untranslated&suggestions=true");
        let near = found.iter().find(|it| it["source"] == "Open the settings of the site to begin.").unwrap();
        assert_eq!(near["text"], near["source"]);
        let suggestion = &near["suggestions"][0];
        assert_eq!(suggestion["text"], "OPEN THE SETTINGS OF THE SPACE TO BEGIN.");
        assert_eq!((&suggestion["likeness"], &suggestion["origin"]), (&json!(87), &json!("machine")));
        let apples = found.iter().find(|it| it["source"] == "Apples.").unwrap();
        assert_eq!(apples.get("suggestions"), None);
        assert!(it.segments("&filter=untranslated").iter().all(|it| it.get("suggestions").is_none()));
    });
}
