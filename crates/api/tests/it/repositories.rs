//! The repositories of spaces: set, cleared, refused.

use quire_testkit::on_each_database;
use serde_json::{Value, json};

#[test]
fn the_repository_of_a_space_is_set_and_cleared() {
    on_each_database(|test| {
        let admin = test.admin();
        let space = test.new_space("Docs");
        assert_eq!(admin.get(&space).ok().get("gitSync"), None);
        let set = |url: &str| admin.patch(&space, &json!({ "gitSync": { "url": url } })).ok()["gitSync"].clone();
        let first = set("https://GitHub.com/o/r/tree/feature%2Fx/docs/");
        let at = test.app.now().to_string();
        let expected = json!({
            "repoName": "o/r",
            "installationProvider": "github",
            "url": "https://github.com/o/r/tree/feature%2Fx/docs",
            "updatedAt": at,
        });
        assert_eq!(first, expected);
        assert_eq!(admin.get(&space).ok()["gitSync"], expected);

        // Other changes, and the same address, leave it as it is; a copy of the space has it too.
        test.clock.pass(std::time::Duration::from_secs(5));
        assert_eq!(set("https://github.com/o/r/tree/feature%2Fx/docs"), expected);
        assert_eq!(admin.patch(&space, &json!({ "title": "Book" })).ok()["gitSync"], expected);
        assert_eq!(admin.post(&format!("{space}/duplicate"), &json!({})).created()["gitSync"], expected);
        let other = set("https://gitlab.example/g/sub/r/-/tree/main");
        assert_eq!((&other["repoName"], &other["installationProvider"]), (&json!("g/sub/r"), &json!("gitlab")));
        assert_ne!(other["updatedAt"], json!(at));
        assert_eq!(admin.patch(&space, &json!({ "gitSync": null })).ok().get("gitSync"), None);
        assert_eq!(admin.get(&space).ok().get("gitSync"), None);
    });
}

#[test]
fn what_is_no_directory_of_a_repository_is_refused() {
    on_each_database(|test| {
        let space = test.new_space("Docs");
        for url in [
            json!("https://github.com/o/r"),
            json!("https://user:secret@github.com/o/r/tree/main"),
            json!("git@github.com:o/r.git"),
            json!("javascript:alert(1)"),
            Value::Null,
        ] {
            let said = test.admin().patch(&space, &json!({ "gitSync": { "url": url } })).refused(400);
            assert!(said.contains("gitSync.url") && !said.contains("secret"), "{said}");
            assert!(url.is_null() || said.contains("https://github.com/owner/repository/tree/main/docs"), "{said}");
        }
    });
}
