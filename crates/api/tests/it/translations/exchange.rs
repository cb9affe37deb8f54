//! Files for the programs of translators, out and in.

use quire_testkit::on_each_database;
use serde_json::{Value, json};

use super::Translated;

const FORMATS: [&str; 3] = ["xliff-1.2", "xliff-2.0", "po"];

fn export(it: &Translated<'_>, format: &str) -> String {
    let answer = it.test.admin().get(&format!("{}/exchange?format={format}", it.path));
    assert_eq!(answer.status, 200);
    String::from_utf8(answer.body).unwrap()
}

fn import(it: &Translated<'_>, format: &str, text: &str) -> Value {
    let body = json!({ "format": format, "text": text });
    it.test.admin().post(&format!("{}/exchange", it.path), &body).ok()
}

#[test]
fn what_comes_back_is_a_persons() {
    on_each_database(|test| {
        for format in FORMATS {
            let it = Translated::new(test);
            it.runs();
            let out = export(&it, format);
            let same = import(&it, format, &out);
            assert_eq!((&same["taken"], &same["refused"]), (&json!(0), &json!(0)), "{same}");
            assert!(same["unchanged"].as_u64().unwrap() > 5, "{same}");
            let edited = out.replace("FIRST WORDS.", "Las primeras &amp; únicas palabras.").replace("THE ", "LA ");
            let taken = import(&it, format, &edited);
            assert_eq!(taken["refused"], 0, "{taken}");
            let start = it.markdown(&it.space, "start-here");
            assert!(start.contains("Las primeras & únicas palabras."), "{start}");
            let guide = it.markdown(&it.space, "the-guide");
            assert!(guide.contains("OPEN [LA _START_ PAGE](start.md) AND RUN `quire serve` NOW."), "{guide}");
            assert_eq!(it.segment("First words.")["status"], "human");
            assert!(it.run().is_empty());
            assert!(it.markdown(&it.space, "start-here").contains("únicas"), "a run keeps it");
            test.admin().delete(&it.path).expect(204);
        }
    });
}

#[test]
fn texts_are_taken_for_their_own_source_only() {
    on_each_database(|test| {
        let it = Translated::new(test);
        it.import(&it.source, &[("README.md", "# Page\n\nFirst words.\n\nSecond words.\n\nSee [this](start.md).\n")]);
        it.runs();
        let out = export(&it, "po");
        // A paragraph before the others moves them, and one changes.
        let next = "# Page\n\nAnother one.\n\nFirst words.\n\nSecond other words.\n\nSee [this](start.md).\n";
        it.import(&it.source, &[("README.md", next)]);
        it.run();
        let edited = out
            .replace("FIRST WORDS.", "PRIMERAS.")
            .replace("SECOND WORDS.", "SEGUNDAS.")
            .replace("SEE <x id=\\\"1\\\">THIS</x>.", "Vea esto.");
        let taken = import(&it, "po", &edited);
        assert_eq!((&taken["taken"], &taken["refused"]), (&json!(1), &json!(2)), "{taken}");
        let reasons: Vec<_> =
            taken["refusals"].as_array().unwrap().iter().map(|it| it["reason"].as_str().unwrap()).collect();
        assert_eq!(reasons, ["source-changed", "placeholder-lost"]);
        let shown = it.markdown(&it.space, "page");
        assert!(shown.contains("PRIMERAS.") && shown.contains("SECOND OTHER WORDS."), "{shown}");
        let unknown = "msgctxt \"page-0000000000000000000000.1\"\nmsgid \"a\"\nmsgstr \"b\"\n\nmsgctxt \"x\"\nmsgid \"a\"\nmsgstr \"b\"\n";
        let taken = import(&it, "po", unknown);
        assert_eq!((&taken["refused"], &taken["taken"]), (&json!(2), &json!(0)), "{taken}");
    });
}

#[test]
fn hostile_files_change_nothing() {
    on_each_database(|test| {
        let it = Translated::new(test);
        it.runs();
        let path = format!("{}/exchange", it.path);
        let before = it.get()["result"]["revision"].clone();
        let bomb = "<!DOCTYPE x [<!ENTITY a \"a\">]><xliff version=\"1.2\">&a;</xliff>";
        let deep = format!("<xliff version=\"1.2\">{}", "<g>".repeat(100_000));
        for (format, text, message) in [
            ("xliff-1.2", bomb, "text: the file must not have a document type"),
            ("xliff-1.2", &deep, "text: the file is nested deeper than 64 elements"),
            ("xliff-2.0", "<xliff version=\"1.2\"/>", "text: the file is not the XLIFF 2.0 that was announced"),
            ("po", "nonsense", "text: the file can't be read: line 1: a text in quotes is missing"),
        ] {
            let refused = test.admin().post(&path, &json!({ "format": format, "text": text })).expect(400);
            assert_eq!(refused["error"]["message"], message);
        }
        test.admin().get(&format!("{path}?format=doc")).expect(400);
        assert_eq!(it.get()["result"]["revision"], before);
    });
}
