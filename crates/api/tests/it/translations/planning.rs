//! Estimates, runs that begin by themselves, and what is never sent.

use std::time::Duration;

use quire_testkit::on_each_database;
use serde_json::json;

use super::Translated;

#[test]
fn an_estimate_is_what_a_run_sends() {
    on_each_database(|test| {
        let it = Translated::new(test);
        let provider = format!("{}/translations-provider", test.org());
        let priced = |amount: f64, currency: &str| {
            json!({ "kind": "openai", "url": "https://t.example/v1", "model": "m",
                    "price": { "perMillionCharacters": amount, "currency": currency } })
        };
        test.admin().put(&provider, &priced(-1.0, "EUR")).expect(400);
        test.admin().put(&provider, &priced(1.0, "euro")).expect(400);
        let set = test.admin().put(&provider, &priced(20.0, "EUR")).ok();
        assert_eq!(set["price"], json!({ "perMillionCharacters": 20.0, "currency": "EUR" }));
        let path = format!("{}/estimate", it.path);
        let estimate = test.admin().get(&path).ok();
        assert_eq!(estimate["pages"], 3);
        let sent = it.runs();
        assert_eq!(estimate["segments"], sent.len());
        assert_eq!(estimate["words"], it.get()["stats"]["latestWords"]);
        let characters: usize = sent.iter().map(|text| text.chars().count()).sum();
        assert_eq!(estimate["characters"], characters);
        assert_eq!(estimate["cost"], json!({ "amount": characters as f64 * 20.0 / 1e6, "currency": "EUR" }));
        let nothing = test.admin().get(&path).ok();
        assert_eq!((&nothing["pages"], &nothing["words"]), (&json!(0), &json!(0)));
    });
}

#[test]
fn secrets_are_not_taken_in_addresses() {
    on_each_database(|test| {
        let it = Translated::new(test);
        let provider = format!("{}/translations-provider", test.org());
        for url in ["https://user:secret@t.example/v1", "https://secret@t.example", "https://t.example/#secret"] {
            let refused = test.admin().put(&provider, &json!({ "kind": "openai", "url": url })).expect(400);
            let message = refused["error"]["message"].as_str().unwrap();
            assert!(message.starts_with("url: ") && !message.contains("secret@"), "{message}");
        }
        assert_eq!(test.admin().get(&provider).ok()["url"], "https://t.example/v1");
        it.runs();
    });
}

#[test]
fn a_translation_runs_by_itself_once_its_source_is_quiet() {
    on_each_database(|test| {
        let it = Translated::new(test);
        it.runs();
        let page = |text: &str| format!("# The guide\n\n{text}\n");
        it.import(&it.source, &[("README.md", &page("Changed words."))]);
        test.clock.pass(Duration::from_hours(1));
        assert_eq!(test.run_translations(&it.loud), 0, "off until asked for");
        for wrong in [0, 10_081] {
            test.admin().put(&it.path, &json!({ "automatic": { "quietMinutes": wrong } })).expect(400);
        }
        let set = test.admin().put(&it.path, &json!({ "automatic": { "quietMinutes": 10 } })).ok();
        assert_eq!(set["automatic"], json!({ "quietMinutes": 10 }));
        assert_eq!(it.runs(), ["Changed words."]);
        assert_eq!(it.get()["stats"]["runs"], 2);
        it.import(&it.source, &[("README.md", &page("Other words."))]);
        test.clock.pass(Duration::from_mins(9));
        assert_eq!(test.run_translations(&it.loud), 0, "the source is not quiet yet");
        it.import(&it.source, &[("README.md", &page("Last words."))]);
        test.clock.pass(Duration::from_mins(9));
        assert_eq!(test.run_translations(&it.loud), 0, "it changed again");
        test.clock.pass(Duration::from_mins(1));
        assert_eq!(it.runs(), ["Last words."]);
        // A run that fails waits for the next change.
        *it.loud.most.lock().unwrap() = Some(0);
        it.import(&it.source, &[("README.md", &page("Failing words."))]);
        test.clock.pass(Duration::from_mins(10));
        assert_eq!(test.run_translations(&it.loud), 1);
        assert_eq!(it.get()["lastRun"]["status"], "failed");
        test.clock.pass(Duration::from_hours(10));
        assert_eq!(test.run_translations(&it.loud), 0);
        *it.loud.most.lock().unwrap() = None;
        let off = test.admin().put(&it.path, &json!({ "automatic": null })).ok();
        assert_eq!(off.get("automatic"), None);
        it.import(&it.source, &[("README.md", &page("More words."))]);
        test.clock.pass(Duration::from_hours(1));
        assert_eq!(test.run_translations(&it.loud), 0);
    });
}

#[test]
fn terms_and_pages_that_are_not_translated_are_not_sent() {
    on_each_database(|test| {
        let it = Translated::new(test);
        let glossary = format!("{}/translations-glossary", test.org());
        let kept = json!({ "type": "insert", "translations": { "en": "Quire Cloud" }, "doNotTranslate": true });
        test.admin().put(&glossary, &json!({ "operations": [kept] })).expect(204);
        let shown = test.admin().get(&glossary).ok()["items"][0].clone();
        assert_eq!(shown["translations"], json!({ "en": "Quire Cloud" }));
        assert_eq!((&shown["caseSensitive"], &shown["doNotTranslate"]), (&json!(false), &json!(true)));
        let legal = "---\ntranslate: false\n---\n\n# Legal terms\n\nBinding words.\n";
        it.import(
            &it.source,
            &[("README.md", "# Quire Cloud\n\nBegin with *Quire Cloud* today.\n"), ("legal.md", legal)],
        );
        let sent = it.runs();
        assert_eq!(sent, ["Begin with <x id=\"1\"><x id=\"2\"/></x> today."]);
        let shown = it.markdown(&it.space, "quire-cloud");
        assert_eq!(shown, "# Quire Cloud\n\nBEGIN WITH *Quire Cloud* TODAY.\n".replace('*', "_"));
        assert_eq!(it.markdown(&it.space, "legal-terms"), it.markdown(&it.source, "legal-terms"));
        assert!(it.segments("").iter().all(|it| it["source"] != "Binding words."));
    });
}
