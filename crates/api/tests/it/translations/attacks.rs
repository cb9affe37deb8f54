//! What happens in the middle of a run, and files that are made to hurt.

use quire_app::translations::NoReply;
use quire_testkit::on_each_database;
use serde_json::json;

use super::Translated;
use super::ledger::Acting;

#[test]
fn a_source_that_is_deleted_in_a_run_does_not_break_it() {
    on_each_database(|test| {
        let it = Translated::new(test);
        let delete = |n: usize, _: &str| {
            if n == 0 {
                test.admin().delete(&it.source).expect(204);
            }
            Ok(())
        };
        assert_eq!(test.run_translations(&Acting::new(&it.loud, delete)), 1);
        assert_eq!(it.get()["lastRun"]["status"], "completed");
        assert!(it.markdown(&it.space, "the-guide").contains("A SHORT HINT."));
        assert!(!it.segments("").is_empty(), "who manages the source may read what was translated");
        test.admin().post(&format!("{}/run", it.path), &json!({})).expect(409);
    });
}

#[test]
fn a_result_that_is_deleted_in_a_run_is_the_reason_of_its_failure() {
    on_each_database(|test| {
        let it = Translated::new(test);
        let delete = |n: usize, _: &str| {
            if n == 0 {
                test.admin().delete(&it.space).expect(204);
            }
            Ok(())
        };
        assert_eq!(test.run_translations(&Acting::new(&it.loud, delete)), 1);
        let last = &it.get()["lastRun"];
        assert_eq!(last["status"], "failed");
        assert_eq!(last["reason"], "the space of the translation is deleted");
    });
}

#[test]
fn a_translation_that_is_deleted_in_a_run_sends_nothing_more() {
    on_each_database(|test| {
        let it = Translated::new(test);
        let many: Vec<String> = (0..60).map(|n| format!("Sentence number {n} of many words.")).collect();
        it.import(&it.source, &[("README.md", &format!("# Many\n\n{}\n", many.join("\n\n")))]);
        let before = test.admin().get(&it.space).ok()["revision"].clone();
        let delete = |n: usize, _: &str| {
            if n == 0 {
                test.admin().delete(&it.path).expect(204);
            }
            Ok(())
        };
        assert_eq!(test.run_translations(&Acting::new(&it.loud, delete)), 1);
        assert_eq!(it.loud.sent().len(), 20);
        assert_eq!(test.admin().get(&it.space).ok()["revision"], before);
    });
}

#[test]
fn a_translator_that_is_removed_in_a_run_gets_nothing_more() {
    on_each_database(|test| {
        let it = Translated::new(test);
        let many: Vec<String> = (0..60).map(|n| format!("Sentence number {n} of many words.")).collect();
        it.import(&it.source, &[("README.md", &format!("# Many\n\n{}\n", many.join("\n\n")))]);
        let remove = |n: usize, _: &str| -> Result<(), NoReply> {
            if n == 0 {
                test.admin().delete(&format!("{}/translations-provider", test.org())).expect(204);
            }
            Ok(())
        };
        assert_eq!(test.run_translations(&Acting::new(&it.loud, remove)), 1);
        assert_eq!(it.loud.sent().len(), 20);
        assert_eq!(it.get()["lastRun"]["reason"], "the translator of the organization was changed");
        assert_eq!(it.segments("&filter=machine").len(), 20);
    });
}

#[test]
fn circles_of_translations_are_refused() {
    on_each_database(|test| {
        let it = Translated::new(test);
        let all = format!("{}/translations", test.org());
        let of = |space: &str, language: &str| json!({ "language": language, "source": { "space": space.trim_start_matches("/v1/spaces/") } });
        let french = test.admin().post(&all, &of(&it.space, "fr")).created()["result"]["space"].clone();
        let french = french.as_str().unwrap();
        for language in ["en", "es", "fr"] {
            let refused = test.admin().post(&all, &of(french, language)).expect(400);
            let message = refused["error"]["message"].as_str().unwrap();
            assert!(message.starts_with("language: "), "{message}");
        }
        test.admin().post(&all, &of(french, "de")).created();
    });
}

#[test]
fn files_that_are_made_to_hurt_are_refused() {
    on_each_database(|test| {
        let it = Translated::new(test);
        it.runs();
        let before = it.get()["result"]["revision"].clone();
        let laughs: String =
            (0..20).map(|n| format!("<!ENTITY a{} \"{}\">", n + 1, format!("&a{n};").repeat(10))).collect();
        let head = "<xliff version=\"1.2\">";
        let path = format!("{}/exchange", it.path);
        for text in [
            format!("<!DOCTYPE x [<!ENTITY a0 \"ha\">{laughs}]>{head}<file>&a20;</file></xliff>"),
            format!("<!DOCTYPE x SYSTEM \"file:///etc/passwd\">{head}</xliff>"),
            format!("{head}{}", "<g>".repeat(100_000)),
            format!("{head}<trans-unit id=\"a\"><source>{}</source></trans-unit></xliff>", "x".repeat(2_000_000)),
            format!("{head}{}</xliff>", "<trans-unit id=\"a\"><target>x</target></trans-unit>".repeat(100_001)),
            format!("{head}&unknown;</xliff>"),
        ] {
            let refused = test.admin().post(&path, &json!({ "format": "xliff-1.2", "text": text })).expect(400);
            let message = refused["error"]["message"].as_str().unwrap();
            assert!(message.starts_with("text: ") && message.len() < 300, "{message}");
        }
        assert_eq!(it.get()["result"]["revision"], before);
    });
}
