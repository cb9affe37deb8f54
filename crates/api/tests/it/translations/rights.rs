//! Translations whose source the caller may not read.

use quire_model::roles::Role;
use quire_testkit::on_each_database;
use serde_json::{Value, json};

use super::Translated;

#[test]
fn whoever_may_not_read_the_source_gets_nothing_new_of_it() {
    on_each_database(|test| {
        let it = Translated::new(test);
        it.import(&it.source, &[("README.md", "# Near\n\nOpen the settings of the space to begin.\n")]);
        it.runs();
        test.admin().delete(&format!("{}/translations-provider", test.org())).expect(204);
        it.import(&it.source, &[("README.md", "# Near\n\nOpen the settings of the site to begin.\n")]);
        it.run();
        let (_, secret) = test.new_member("ben@example.com", Some(Role::Create));
        let ben = test.caller(Some(&secret));
        let open = format!("{}/segments?filter=untranslated&suggestions=true", it.path);
        let suggested = || {
            let found = ben.get(&open).ok();
            found["items"].as_array().unwrap().iter().any(|it| it.get("suggestions").is_some())
        };
        let automatic = json!({ "automatic": { "quietMinutes": 5 } });
        assert!(suggested());
        ben.get(&format!("{}/estimate", it.path)).ok();
        ben.put(&it.path, &automatic).ok();
        ben.put(&it.path, &json!({ "automatic": null })).ok();

        test.admin().patch(&it.source, &json!({ "defaultLevel": null })).ok();
        ben.get(&it.source).refused(404);
        ben.get(&it.path).ok();
        for message in [
            ben.get(&open).refused(403),
            ben.get(&format!("{}/segments", it.path)).refused(403),
            ben.get(&format!("{}/exchange?format=po", it.path)).refused(403),
            ben.post(&format!("{}/exchange", it.path), &json!({ "format": "po", "text": "" })).refused(403),
            ben.get(&format!("{}/estimate", it.path)).refused(403),
            ben.post(&format!("{}/run", it.path), &json!({})).refused(403),
            ben.put(&it.path, &automatic).refused(403),
        ] {
            assert!(message.contains("read that space"), "{message}");
        }
        assert_eq!(it.get()["status"], "completed");
    });
}

/// The status and the text of the only text of a new translation of a space to Spanish, after its first run.
fn of_new_space(it: &Translated<'_>, title: &str, text: &str) -> (Value, Value) {
    let space = it.test.new_space(title);
    it.import(&space, &[("README.md", &format!("# {title}\n\n{text}\n"))]);
    let id = space.trim_start_matches("/v1/spaces/");
    let new = json!({ "language": "es", "source": { "space": id, "language": "en" } });
    let made = it.test.admin().post(&format!("{}/translations", it.test.org()), &new).created();
    it.test.run_translations(&it.loud);
    let path = format!("{}/translations/{}/segments", it.test.org(), made["id"].as_str().unwrap());
    let found = it.test.admin().get(&path).ok();
    let segment = found["items"].as_array().unwrap().iter().find(|it| it["source"] == text).unwrap().clone();
    (segment["status"].clone(), segment["text"].clone())
}

#[test]
fn texts_of_people_go_to_other_spaces_only_if_all_members_may_read_them() {
    on_each_database(|test| {
        let it = Translated::new(test);
        let text = "The two firms merge in May.";
        it.import(&it.source, &[("README.md", &format!("# Plan\n\n{text}\n"))]);
        it.runs();
        let name = it.segment(text)["id"].as_str().unwrap().to_owned();
        let edit = json!({ "action": "edit", "text": "Secreto: en junio." });
        test.admin().patch(&format!("{}/segments/{name}", it.path), &edit).expect(204);
        it.run();
        let by_person = (json!("human"), json!("Secreto: en junio."));
        let by_machine = (json!("machine"), json!("THE TWO FIRMS MERGE IN MAY."));
        assert_eq!(of_new_space(&it, "One", text), by_person);
        for (hidden, title) in [(&it.space, "Two"), (&it.source, "Three")] {
            test.admin().patch(hidden, &json!({ "defaultLevel": null })).ok();
            // What space "One" has by now is a text of people there, and everybody may read it.
            let one = test.admin().get(&format!("{}/spaces", test.org())).ok();
            let others = one["items"].as_array().unwrap().iter().filter(|space| {
                let title = space["title"].as_str().unwrap();
                title.starts_with("One") || title.starts_with("Two")
            });
            for space in others {
                let path = format!("/v1/spaces/{}", space["id"].as_str().unwrap());
                test.admin().patch(&path, &json!({ "defaultLevel": null })).ok();
            }
            assert_eq!(of_new_space(&it, title, text), by_machine);
            test.admin().patch(hidden, &json!({ "defaultLevel": "inherit" })).ok();
        }
        assert_eq!(of_new_space(&it, "Four", text), by_person);
    });
}
