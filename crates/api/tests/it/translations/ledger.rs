//! What is counted and kept of what a run sends, when the server is killed, and when translators fail.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use quire_app::translations::{NoReply, Request, Translators};
use quire_testkit::on_each_database;
use serde_json::{Value, json};

use super::{Loud, Translated};

/// A translator that does its work, and then something else with the number of the request and its texts.
pub(super) struct Acting<'a, F> {
    loud: &'a Loud,
    requests: AtomicUsize,
    act: F,
}

impl<'a, F: Fn(usize, &str) -> Result<(), NoReply> + Send + Sync> Acting<'a, F> {
    pub(super) fn new(loud: &'a Loud, act: F) -> Self {
        Self { loud, requests: AtomicUsize::new(0), act }
    }
}

impl<F: Fn(usize, &str) -> Result<(), NoReply> + Send + Sync> Translators for Acting<'_, F> {
    fn ask(&self, request: &Request, most: u64) -> Result<Vec<u8>, NoReply> {
        let reply = self.loud.ask(request, most)?;
        let body: Value = serde_json::from_str(&request.body).unwrap();
        let texts = body["messages"][1]["content"].as_str().unwrap();
        (self.act)(self.requests.fetch_add(1, Ordering::Relaxed), texts)?;
        Ok(reply)
    }

    fn pause(&self, attempt: usize) -> bool {
        attempt < 2
    }
}

fn sentences(count: usize) -> String {
    let all: Vec<String> = (0..count).map(|n| format!("Sentence number {n} of many words.")).collect();
    format!("# Many\n\n{}\n", all.join("\n\n"))
}

fn words(texts: &[String]) -> usize {
    texts.iter().map(|text| text.split_whitespace().count()).sum()
}

/// Runs a translation with a process that is killed while it does what `act` says.
fn killed(it: &Translated<'_>, act: impl Fn(usize, &str) -> bool + Send + Sync) -> Vec<String> {
    let acting = Acting::new(&it.loud, |n, texts| {
        assert!(!act(n, texts), "the process is killed");
        Ok(())
    });
    let ended = catch_unwind(AssertUnwindSafe(|| it.test.run_translations(&acting)));
    assert!(ended.is_err(), "the process was not killed");
    let sent = it.loud.sent();
    assert_eq!(it.get()["status"], "running");
    assert_eq!(it.test.run_translations(&it.loud), 0, "the run is held for a while");
    it.test.clock.pass(Duration::from_mins(5));
    sent
}

#[test]
fn after_a_kill_only_the_request_without_an_answer_is_sent_again() {
    on_each_database(|test| {
        let it = Translated::new(test);
        it.import(&it.source, &[("README.md", &sentences(60))]);
        let first = killed(&it, |n, _| n == 1);
        assert_eq!(first.len(), 40);
        let second = it.runs();
        assert_eq!(second.iter().filter(|text| first[..20].contains(text)).count(), 0, "what was answered is kept");
        assert_eq!(second.iter().filter(|text| first[20..].contains(text)).count(), 20);
        let shown = it.get();
        assert_eq!((&shown["lastRun"]["status"], &shown["lastRun"]["sentAgain"]), (&json!("completed"), &json!(20)));
        let all = words(&first) + words(&second);
        assert_eq!((&shown["stats"]["latestWords"], &shown["stats"]["totalWords"]), (&json!(all), &json!(all)));
        assert_eq!(shown["stats"]["runs"], 1);
        assert!(shown["stats"]["latestRunDuration"].as_i64().unwrap() >= 300_000, "{shown}");
        assert!(it.run().is_empty());
        let shown = it.get();
        assert_eq!((&shown["stats"]["latestWords"], shown["lastRun"].get("sentAgain")), (&json!(0), None));
    });
}

#[test]
fn a_kill_while_one_text_is_asked_for_again_loses_nothing_of_the_others() {
    on_each_database(|test| {
        let it = Translated::new(test);
        it.import(&it.source, &[("README.md", &sentences(19))]);
        let bad = "Sentence number 7 of many words.";
        it.loud.instead(bad, "<b>x</b>");
        let first = killed(&it, |_, texts| texts == format!("[\"{bad}\"]"));
        let last = first.last().unwrap();
        assert_eq!(last, bad);
        assert!(first[..first.len() - 1].contains(last));
        let second = it.runs();
        assert!(second.iter().all(|text| text == bad || !first.contains(text)), "{second:?}");
        assert_eq!(it.get()["lastRun"]["sentAgain"], 1);
    });
}

#[test]
fn bounds_count_all_that_is_sent_over_all_processes() {
    on_each_database(|test| {
        let it = Translated::new(test);
        it.import(&it.source, &[("README.md", &sentences(60))]);
        let provider = format!("{}/translations-provider", test.org());
        let put = |name: &str, most: usize| {
            let mut body = json!({ "kind": "openai", "url": "https://t.example/v1", "model": "m" });
            body[name] = json!(most);
            test.admin().put(&provider, &body).ok();
        };
        let characters = |texts: &[String]| texts.iter().map(|text| text.chars().count()).sum::<usize>();
        let most = characters(&vec!["Sentence number 10 of many words.".to_owned(); 45]);
        put("runCharacters", most);
        let first = killed(&it, |n, _| n == 1);
        let second = it.runs();
        assert!(characters(&first) + characters(&second) <= most);
        let shown = it.get();
        assert_eq!(shown["lastRun"]["reason"], "the bound of characters for a run is reached");
        put("monthlyCharacters", most);
        let third = it.run();
        assert!(third.is_empty(), "the month has {} of {most} characters", characters(&first));
        assert_eq!(it.get()["lastRun"]["reason"], "the bound of characters for a month is reached");
        put("monthlyCharacters", most * 10);
        it.run();
        assert_eq!(it.get()["lastRun"]["status"], "completed");
    });
}

#[test]
fn what_a_translator_did_nothing_for_does_not_count() {
    on_each_database(|test| {
        let it = Translated::new(test);
        it.import(&it.source, &[("README.md", &sentences(5))]);
        let busy = |_: usize, _: &str| Err(NoReply::Busy("the translator answered 503".to_owned()));
        assert_eq!(test.run_translations(&Acting::new(&it.loud, busy)), 1);
        let sent = it.loud.sent();
        assert_eq!(sent.len() % 3, 0, "it is asked three times");
        let shown = it.get();
        assert_eq!((&shown["stats"]["latestWords"], &shown["stats"]["totalWords"]), (&json!(0), &json!(0)));
        assert_eq!(shown["lastRun"]["reason"], "the translator answered 503");
        let slow = |_: usize, _: &str| Err(NoReply::Lost("the server takes too long".to_owned()));
        test.admin().post(&format!("{}/run", it.path), &json!({})).expect(204);
        assert_eq!(test.run_translations(&Acting::new(&it.loud, slow)), 1);
        let lost = it.loud.sent();
        assert_eq!(lost.len() * 3, sent.len(), "what may be paid for is not sent again in the same run");
        let shown = it.get();
        assert_eq!(shown["stats"]["latestWords"], words(&lost));
        assert_eq!(shown["lastRun"]["reason"], "the server takes too long");
        it.run();
        assert_eq!(it.get()["lastRun"]["status"], "completed");
    });
}

#[test]
fn a_text_with_which_a_translator_finds_fault_does_not_stop_the_others() {
    on_each_database(|test| {
        let it = Translated::new(test);
        it.import(&it.source, &[("README.md", &sentences(30))]);
        let fault = |_: usize, texts: &str| match texts.contains("number 7 ") {
            true => Err(NoReply::Rejected("the translator answered 400".to_owned())),
            false => Ok(()),
        };
        assert_eq!(test.run_translations(&Acting::new(&it.loud, fault)), 1);
        let reviewed = it.segments("&filter=needs-review");
        let reasons: Vec<_> = reviewed.iter().map(|it| (it["source"].clone(), it["reason"].clone())).collect();
        assert_eq!(reasons, [(json!("Sentence number 7 of many words."), json!("rejected"))]);
        assert_eq!(it.segment("Sentence number 8 of many words.")["status"], "machine");
    });
}

#[test]
fn a_translator_that_finds_fault_with_everything_ends_the_run() {
    on_each_database(|test| {
        let it = Translated::new(test);
        let fault = |_: usize, _: &str| Err(NoReply::Rejected("the translator answered 400".to_owned()));
        assert_eq!(test.run_translations(&Acting::new(&it.loud, fault)), 1);
        assert_eq!(it.get()["lastRun"]["reason"], "the translator answered 400");
        let before = it.loud.sent();
        it.run();
        assert_eq!(it.get()["lastRun"]["status"], "completed", "nothing is remembered of {before:?}");
        assert!(it.segments("&filter=needs-review").is_empty());
    });
}

#[test]
fn two_processes_do_not_run_the_same_translation() {
    on_each_database(|test| {
        let it = Translated::new(test);
        it.import(&it.source, &[("README.md", &sentences(60))]);
        std::thread::scope(|scope| {
            let one = || test.app.run_due_translation(&it.loud).unwrap();
            let both = [scope.spawn(one), scope.spawn(one)].map(|it| it.join().unwrap());
            assert!(both.contains(&true));
        });
        let mut sent = it.loud.sent();
        sent.sort_unstable();
        let count = sent.len();
        sent.dedup();
        assert_eq!(sent.len(), count, "nothing is sent twice");
        assert_eq!(it.get()["stats"]["runs"], 1);
    });
}
