//! Sites: their settings, their addresses, and who sees them.

use quire_testkit::{TestApp, on_each_database};
use serde_json::{Value, json};

/// A new site; where it is, and what was answered.
pub(crate) fn new_site(test: &TestApp, body: &Value) -> (String, Value) {
    let made = test.admin().post(&format!("{}/sites", test.org()), body).created();
    (format!("{}/sites/{}", test.org(), id_of(&made)), made)
}

pub(crate) fn id_of(thing: &Value) -> String {
    thing["id"].as_str().unwrap().to_owned()
}

#[test]
fn a_site_is_made_changed_and_removed() {
    on_each_database(|test| {
        let admin = test.admin();
        let (path, made) = new_site(test, &json!({ "title": "Our docs" }));
        assert_eq!(made["object"], "site");
        assert_eq!(
            (&made["type"], &made["visibility"], &made["published"]),
            (&"basic".into(), &"public".into(), &false.into())
        );
        assert_eq!((&made["basename"], &made["siteSpaces"]), (&"our-docs".into(), &0.into()));
        assert_eq!(made["adaptiveContent"], json!({ "enabled": false }));
        assert!(made["urls"].get("published").is_none(), "it is not live");
        assert_eq!(admin.get(&path).ok(), made);
        let body = json!({
            "title": "Docs", "visibility": "unlisted", "basename": "handbook", "adaptiveContent": { "enabled": true },
            "agentsContext": "excluded", "proxy": "example.com/docs",
        });
        let changed = admin.patch(&path, &body).ok();
        for field in ["title", "visibility", "basename", "adaptiveContent", "agentsContext"] {
            assert_eq!(changed[field], body[field], "{field}");
        }
        let target = format!("{}/sites/", test.app.options().public_url);
        assert_eq!(changed["proxy"]["origin"], "example.com/docs");
        assert!(changed["proxy"]["target"].as_str().unwrap().starts_with(&target), "{changed}");
        assert!(admin.patch(&path, &json!({ "proxy": null })).ok().get("proxy").is_none());
        for _ in 0..2 {
            admin.delete(&path).expect(204);
        }
        admin.get(&path).refused(404);
        admin.delete(&format!("{}/sites/nonsense", test.org())).expect(204);
    });
}
