//! Translations whose source the caller may not read.

use quire_model::roles::Role;
use quire_testkit::on_each_database;
use serde_json::json;

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
        assert!(!suggested());
        for message in [
            ben.get(&format!("{}/estimate", it.path)).refused(403),
            ben.post(&format!("{}/run", it.path), &json!({})).refused(403),
            ben.put(&it.path, &automatic).refused(403),
        ] {
            assert!(message.contains("read that space"), "{message}");
        }
        assert_eq!(it.get()["status"], "completed");
    });
}
