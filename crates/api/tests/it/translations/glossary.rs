//! The glossary of an organization.

use quire_testkit::on_each_database;
use serde_json::{Value, json};

use super::Translated;

fn insert(translations: &Value) -> Value {
    json!({ "type": "insert", "translations": translations })
}

#[test]
fn entries_have_a_term_in_each_language_and_translations_get_theirs() {
    on_each_database(|test| {
        let it = Translated::new(test);
        let path = format!("{}/translations-glossary", test.org());
        let change = |operations: Value| test.admin().put(&path, &json!({ "operations": operations }));
        let items = || test.admin().get(&path).ok()["items"].as_array().unwrap().clone();
        change(json!([
            insert(&json!({ "en": "hint", "de": "Tipp" })),
            insert(&json!({ "en": "note", "es": "nota", "fr": "note" })),
        ]))
        .expect(204);
        let [hint, note] = &items()[..] else { panic!("there are not two entries") };
        let one = test.admin().get(&format!("{path}/{}", note["id"].as_str().unwrap())).ok();
        assert_eq!(one, *note);
        assert_eq!(one["translations"], json!({ "en": "note", "es": "nota", "fr": "note" }));
        assert!(one["urls"]["location"].as_str().unwrap().ends_with(&format!("/{}", note["id"].as_str().unwrap())));
        it.runs();
        let sent = |terms: &str| it.loud.prompts().iter().filter(|prompt| prompt.contains(terms)).count();
        assert!(sent("note = nota") > 0);
        assert_eq!(it.loud.prompts().iter().filter(|prompt| prompt.contains("Tipp")).count(), 0);

        change(json!([{ "type": "update", "id": hint["id"], "translations": { "en": "hint", "es": "pista" } }]))
            .expect(204);
        assert_eq!(it.run(), ["A short hint."]);
        change(json!([insert(&json!({ "en": "hint", "es": "pista" }))])).expect(204);
        assert_eq!(items().len(), 2, "an entry with the same terms is not added again");
        change(json!([{ "type": "delete", "id": note["id"] }, { "type": "delete", "id": note["id"] }])).expect(204);
        assert_eq!(items().len(), 1);
        let page = test.admin().get(&format!("{path}?limit=1")).ok();
        assert_eq!((page["items"].as_array().unwrap().len(), page.get("next")), (1, None));
    });
}

#[test]
fn what_no_glossary_can_have_is_refused_as_a_whole() {
    on_each_database(|test| {
        let path = format!("{}/translations-glossary", test.org());
        let put = |operations: &[Value]| test.admin().put(&path, &json!({ "operations": operations }));
        let good = insert(&json!({ "en": "space", "es": "espacio" }));
        let long = "x".repeat(101);
        for (wrong, message) in [
            (insert(&json!({})), "operations[1].translations: must have a term in at least one language"),
            (insert(&json!({ "en": " " })), "operations[1].translations.en: must have 1 to 100 characters on one line"),
            (
                insert(&json!({ "es": long })),
                "operations[1].translations.es: must have 1 to 100 characters on one line",
            ),
            (
                insert(&json!({ "es": "a\nb" })),
                "operations[1].translations.es: must have 1 to 100 characters on one line",
            ),
            (
                json!({ "type": "update", "id": "bbbbbbbbbbbbbbbbbbbbbb", "translations": { "en": "x" } }),
                "operations[1].id: there is no such entry in the glossary",
            ),
        ] {
            let refused = put(&[good.clone(), wrong]).expect(400);
            assert_eq!(refused["error"]["message"], message);
        }
        put(&[insert(&json!({ "tlh": "x" }))]).expect(400);
        assert!(test.admin().get(&path).ok()["items"].as_array().unwrap().is_empty(), "all or nothing");
        let many: Vec<Value> = (0..2_000).map(|n| insert(&json!({ "en": format!("term {n}") }))).collect();
        let more: Vec<Value> = (0..100_000).map(|n| insert(&json!({ "en": format!("t{n}") }))).collect();
        put(&more[..2_001]).expect(400);
        let status = put(&more).status.as_u16();
        assert!(status == 400 || status == 413, "{status}");
        put(&many).expect(204);
        let refused = put(&[good]).expect(400);
        assert_eq!(refused["error"]["message"], "operations[0]: the glossary has 2000 entries already");
    });
}
