//! Translations of spaces: what is translated, what people write stays, and what is sent.

mod attacks;
mod exchange;
mod glossary;
mod ledger;
mod people;
mod planning;
mod rights;
mod volume;

use std::collections::BTreeMap;
use std::sync::Mutex;

use quire_app::translations::{NoReply, Request, Translators};
use quire_testkit::{Files, TestApp, on_each_database};
use serde_json::{Value, json};

/// A translator that speaks as OpenAI's do, writes words in capitals, and remembers what it was sent.
#[derive(Default)]
struct Loud {
    sent: Mutex<Vec<String>>,
    /// What models were told beside the texts.
    prompts: Mutex<Vec<String>>,
    /// Replies to some texts instead.
    instead: Mutex<BTreeMap<String, String>>,
    /// The number of requests after which it is out of order.
    most: Mutex<Option<usize>>,
}

impl Loud {
    fn sent(&self) -> Vec<String> {
        std::mem::take(&mut self.sent.lock().unwrap())
    }

    fn prompts(&self) -> Vec<String> {
        self.prompts.lock().unwrap().clone()
    }

    fn instead(&self, text: &str, reply: &str) {
        self.instead.lock().unwrap().insert(text.to_owned(), reply.to_owned());
    }
}

/// Writes a text in capitals but for its tags and escapes.
fn loud(text: &str) -> String {
    let (mut out, mut kept) = (String::new(), false);
    for c in text.chars() {
        kept = match c {
            '<' | '&' => true,
            '>' | ';' => false,
            _ => kept,
        };
        out.extend(if kept { vec![c] } else { c.to_uppercase().collect() });
    }
    out
}

impl Translators for Loud {
    fn ask(&self, request: &Request, _: u64) -> Result<Vec<u8>, NoReply> {
        if let Some(most) = self.most.lock().unwrap().as_mut() {
            *most = most.checked_sub(1).ok_or_else(|| NoReply::Busy("the translator answered 500".to_owned()))?;
        }
        assert!(!request.url.contains("secret"));
        let body: Value = serde_json::from_str(&request.body).unwrap();
        let texts: Vec<String> = serde_json::from_str(body["messages"][1]["content"].as_str().unwrap()).unwrap();
        self.sent.lock().unwrap().extend(texts.clone());
        self.prompts.lock().unwrap().push(body["messages"][0]["content"].as_str().unwrap().to_owned());
        let instead = self.instead.lock().unwrap();
        let replies: Vec<String> =
            texts.iter().map(|text| instead.get(text).cloned().unwrap_or_else(|| loud(text))).collect();
        let content = serde_json::to_string(&replies).unwrap();
        Ok(json!({ "choices": [{ "message": { "content": content } }] }).to_string().into_bytes())
    }
}

const GUIDE: &str = "# The guide\n\nOpen [the *start* page](start.md) and run `quire serve` now.\n\n```sh\necho keep\n```\n\n\
                     {% hint style=\"info\" %}\nA short hint.\n{% endhint %}\n";

fn files() -> Files {
    Files::of(&[
        ("README.md", GUIDE),
        ("start.md", "---\ndescription: How to begin\n---\n\n# Start here\n\nFirst words.\n\nMore words of it.\n"),
        (".gitbook/includes/note.md", "# Note\n\nA shared note.\n"),
    ])
}

struct Translated<'a> {
    test: &'a TestApp,
    source: String,
    path: String,
    space: String,
    loud: Loud,
}

impl<'a> Translated<'a> {
    /// A space with a translation to Spanish that was not run yet.
    fn new(test: &'a TestApp) -> Self {
        let source = test.new_space("Guide");
        test.import(&source, &files());
        let provider = json!({ "kind": "openai", "url": "https://t.example/v1", "key": "secret", "model": "m" });
        test.admin().put(&format!("{}/translations-provider", test.org()), &provider).ok();
        let id = source.trim_start_matches("/v1/spaces/");
        let new = json!({ "language": "es", "source": { "space": id, "language": "en" } });
        let made = test.admin().post(&format!("{}/translations", test.org()), &new).created();
        assert_eq!((&made["status"], &made["object"]), (&json!("pending"), &json!("translation")));
        let space = format!("/v1/spaces/{}", made["result"]["space"].as_str().unwrap());
        let path = format!("{}/translations/{}", test.org(), made["id"].as_str().unwrap());
        Self { test, source, path, space, loud: Loud::default() }
    }

    fn get(&self) -> Value {
        self.test.admin().get(&self.path).ok()
    }

    /// Runs the translation that was asked for, and returns the texts that were sent.
    fn runs(&self) -> Vec<String> {
        assert_eq!(self.test.run_translations(&self.loud), 1);
        self.loud.sent()
    }

    fn run(&self) -> Vec<String> {
        self.test.admin().post(&format!("{}/run", self.path), &json!({})).expect(204);
        self.runs()
    }

    fn markdown(&self, space: &str, page: &str) -> String {
        let path = format!("{space}/content/path/{page}?format=markdown");
        self.test.admin().get(&path).ok()["markdown"].as_str().unwrap().to_owned()
    }

    /// Imports files into a space, over what is there.
    fn import(&self, space: &str, files: &[(&str, &str)]) {
        self.test.import(space, &Files::of(files));
    }

    /// Replaces the text of a page of the translation, as people do.
    fn write(&self, page: &str, text: &str) {
        let admin = self.test.admin();
        admin.patch(&self.space, &json!({ "editMode": "live" })).ok();
        let id = admin.get(&format!("{}/content/path/{page}", self.space)).ok()["id"].clone();
        let edit = json!([{ "operation": "update_page", "page": id, "document": { "markdown": text } }]);
        admin.post(&format!("{}/content", self.space), &json!({ "changes": edit })).ok();
    }

    fn segments(&self, filter: &str) -> Vec<Value> {
        let found = self.test.admin().get(&format!("{}/segments?limit=1000{filter}", self.path)).ok();
        found["items"].as_array().unwrap().clone()
    }

    fn segment(&self, source: &str) -> Value {
        let all = self.segments("");
        let found = all.iter().find(|it| it["source"] == source);
        found.unwrap_or_else(|| panic!("{source} is not in {all:#?}")).clone()
    }
}

#[test]
fn a_space_is_translated_and_keeps_its_structure() {
    on_each_database(|test| {
        let it = Translated::new(test);
        let sent = it.runs();
        assert!(sent.iter().all(|text| !text.contains("quire serve") && !text.contains("start.md")), "{sent:?}");
        assert!(sent.contains(&"A short hint.".to_owned()) && !sent.iter().any(|text| text.contains("echo")));
        let guide = it.markdown(&it.space, "the-guide");
        for part in ["](start.md)", "`quire serve`", "echo keep", "A SHORT HINT.", "OPEN [THE _START_ PAGE]"] {
            assert!(guide.contains(part), "{part} is not in {guide}");
        }
        let pages = |space: &str| test.admin().get(&format!("{space}/content")).ok()["pages"].clone();
        let (source, result) = (pages(&it.source), pages(&it.space));
        assert_eq!(source[0]["id"], result[0]["id"]);
        assert_eq!(source[0]["slug"], result[0]["slug"]);
        assert_eq!(result[0]["title"], "THE GUIDE");
        assert_eq!(result[1]["description"], "HOW TO BEGIN");
        let shown = it.get();
        assert_eq!(shown["status"], "completed");
        assert_eq!(shown["lastRun"]["status"], "completed");
        assert_eq!(shown["stats"]["runs"], 1);
        assert_eq!(shown["stats"]["latestWords"], shown["stats"]["totalWords"]);
        assert_eq!(shown["stats"]["latestPages"], 3);
        let revision = shown["result"]["revision"].as_str().unwrap();
        let revision = test.admin().get(&format!("{}/revisions/{revision}", it.space)).ok();
        assert_eq!(revision["type"], "computed");
        assert!(it.run().is_empty(), "a second run sends nothing");
        assert_eq!(it.get()["stats"]["latestPages"], 0);
    });
}

#[test]
fn what_is_wrong_is_refused() {
    on_each_database(|test| {
        let it = Translated::new(test);
        let admin = test.admin();
        let all = format!("{}/translations", test.org());
        let id = it.source.trim_start_matches("/v1/spaces/");
        let new = |language: &str, space: &str| json!({ "language": language, "source": { "space": space, "language": "en" } });
        admin.post(&all, &new("en", id)).expect(400);
        admin.post(&all, &new("tlh", id)).expect(400);
        admin.post(&all, &new("es", id)).expect(409);
        admin.post(&all, &json!({ "language": "fr", "source": { "space": id } })).expect(400);
        admin.post(&format!("{}/run", it.path), &json!({})).expect(409);
        it.runs();
        let result = it.space.trim_start_matches("/v1/spaces/");
        let back = json!({ "language": "en", "source": { "space": result } });
        admin.post(&all, &back).expect(400);
        let on = json!({ "language": "fr", "source": { "space": result } });
        admin.post(&all, &on).created();
        assert_eq!(admin.get(&all).ok()["items"].as_array().unwrap().len(), 2);
        admin.delete(&it.source).expect(204);
        admin.post(&format!("{}/run", it.path), &json!({})).expect(409);
        admin.delete(&it.path).expect(204);
        admin.delete(&it.path).expect(204);
        admin.get(&it.path).expect(404);
        admin.get(&it.space).ok();
    });
}

#[test]
fn mangled_replies_never_reach_a_page() {
    on_each_database(|test| {
        let it = Translated::new(test);
        it.loud.instead("First words.", "<script>alert(1)</script>");
        it.loud.instead("More words of it.", "");
        it.runs();
        let start = it.markdown(&it.space, "start-here");
        assert!(start.contains("First words.") && start.contains("More words of it."), "{start}");
        assert!(!start.contains("script"), "{start}");
        let reviewed = it.segments("&filter=needs-review");
        let reasons: Vec<_> = reviewed.iter().map(|it| it["reason"].as_str().unwrap()).collect();
        assert_eq!(reasons, ["markup", "empty"]);
        assert!(it.run().is_empty(), "what was refused is not paid for again");
        it.loud.instead("First words.", "PRIMERAS PALABRAS");
        let path = format!("{}/segments/{}", it.path, reviewed[0]["id"].as_str().unwrap());
        test.admin().patch(&path, &json!({ "action": "retranslate" })).expect(204);
        assert_eq!(it.run(), ["First words."]);
        assert!(it.markdown(&it.space, "start-here").contains("PRIMERAS PALABRAS"));
    });
}

#[test]
fn what_people_write_stays() {
    on_each_database(|test| {
        let it = Translated::new(test);
        it.runs();
        let name = it.segment("First words.")["id"].as_str().unwrap().to_owned();
        let edit = json!({ "action": "edit", "text": "Las primeras palabras." });
        test.admin().patch(&format!("{}/segments/{name}", it.path), &edit).expect(204);
        assert!(it.markdown(&it.space, "start-here").contains("Las primeras palabras."));
        assert_eq!(it.segment("First words.")["status"], "human");
        assert!(it.run().is_empty());
        let again = ("README.md", GUIDE);
        let note = (".gitbook/includes/note.md", "# Note\n\nA shared note.\n");
        let start =
            "---\ndescription: How to begin\n---\n\n# Start here\n\nThe very first words.\n\nMore words of it.\n";
        it.import(&it.source, &[again, ("start.md", start), note]);
        assert_eq!(it.run(), [""; 0], "the text of a person is not replaced");
        assert!(it.markdown(&it.space, "start-here").contains("Las primeras palabras."));
        assert_eq!(it.segment("The very first words.")["status"], "stale");
        let gone = "---\ndescription: How to begin\n---\n\n# Start here\n\nMore words of it.\n\nAdded words.\n";
        it.import(&it.source, &[again, ("start.md", gone), note]);
        assert_eq!(it.run(), ["Added words."]);
        let shown = it.markdown(&it.space, "start-here");
        assert!(shown.contains("Las primeras palabras.") && shown.contains("ADDED WORDS."), "{shown}");
    });
}

#[test]
fn a_run_that_ends_early_pays_for_nothing_twice() {
    on_each_database(|test| {
        let it = Translated::new(test);
        let many: Vec<String> = (0..60).map(|n| format!("Sentence number {n} of many words.")).collect();
        it.import(&it.source, &[("README.md", &format!("# Many\n\n{}\n", many.join("\n\n")))]);
        *it.loud.most.lock().unwrap() = Some(2);
        let first = it.runs();
        assert_eq!(first.len(), 40);
        let failed = it.get();
        assert_eq!(failed["lastRun"]["status"], "failed");
        assert_eq!(failed["lastRun"]["reason"], "the translator answered 500");
        *it.loud.most.lock().unwrap() = None;
        let second = it.run();
        assert!(first.iter().all(|text| !second.contains(text)));
        let sentences = first.iter().chain(&second).filter(|text| text.starts_with("Sentence")).count();
        assert_eq!(sentences, 60);
        assert_eq!(it.get()["lastRun"]["status"], "completed");
    });
}

#[test]
fn a_change_of_the_glossary_touches_only_texts_with_the_term() {
    on_each_database(|test| {
        let it = Translated::new(test);
        it.runs();
        let path = format!("{}/translations-glossary", test.org());
        let term = json!({ "type": "insert", "translations": { "en": "hint", "es": "PISTA", "de": "Tipp" } });
        test.admin().put(&path, &json!({ "operations": [term] })).expect(204);
        let entry = test.admin().get(&path).ok()["items"][0].clone();
        assert_eq!((&entry["object"], &entry["translations"]["es"]), (&json!("glossary-entry"), &json!("PISTA")));
        assert_eq!(it.run(), ["A short hint."]);
        let gone = json!({ "type": "delete", "id": entry["id"] });
        test.admin().put(&path, &json!({ "operations": [gone] })).expect(204);
        assert!(it.run().is_empty(), "it was translated so before");
    });
}

#[test]
fn without_a_translator_the_structure_follows() {
    on_each_database(|test| {
        let it = Translated::new(test);
        let provider = format!("{}/translations-provider", test.org());
        let shown = test.admin().get(&provider).ok();
        assert_eq!((&shown["hasKey"], shown.get("key")), (&json!(true), None));
        test.admin().delete(&provider).expect(204);
        test.admin().get(&provider).expect(404);
        assert!(it.runs().is_empty());
        assert_eq!(it.get()["lastRun"]["reason"], "the organization has no translator");
        assert!(!it.segments("&filter=untranslated").is_empty());
        it.import(&it.source, &[("README.md", "# The guide\n\nOnly this.\n")]);
        it.run();
        let pages = test.admin().get(&format!("{}/content", it.space)).ok()["pages"].as_array().unwrap().len();
        assert_eq!(pages, 1);
    });
}
