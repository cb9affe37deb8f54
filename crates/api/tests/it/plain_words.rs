//! What a refusal or an answer says to the developer of a client: which right is missing, which field has no effect.

use quire_model::roles::Role;
use quire_testkit::on_each_database;
use serde_json::json;

#[test]
fn a_refusal_says_whether_the_role_or_the_scope_is_missing() {
    on_each_database(|test| {
        let space = test.new_space("Docs");
        let (_, full) = test.new_member("reader@example.org", Some(Role::Read));
        let reader = test.caller(Some(&full));
        let narrow = |caller: &quire_testkit::Caller<'_>| {
            let new = json!({ "name": "narrow", "scopes": ["read"] });
            caller.post("/v1/user/tokens", &new).created()["secret"].as_str().unwrap().to_owned()
        };
        let (reader_reads, admin_reads) = (narrow(&reader), narrow(&test.admin()));
        let refused = |token: &str| test.caller(Some(token)).patch(&space, &json!({ "title": "x" })).refused(403);
        assert_eq!(refused(&full), "you need the role create on this space, where you have the role read");
        assert_eq!(refused(&admin_reads), "your token lacks the scope write");
        assert_eq!(
            refused(&reader_reads),
            "you need the role create on this space, where you have the role read; your token lacks the scope write"
        );
        let org = test.org();
        let refused = reader.patch(&org, &json!({ "title": "x y" })).refused(403);
        assert_eq!(refused, "you need the role admin in this organization, where you have the role read");
    });
}

#[test]
fn fields_without_effect_are_named_and_refused_where_that_is_asked_for() {
    on_each_database(|test| {
        let (admin, space) = (test.admin(), test.new_space("Docs"));
        let body = json!({ "title": "New", "titel": "x", "a\"b\n": { "c": 1 } });
        let answer = admin.patch(&space, &body);
        let mut named: Vec<_> = answer.header("warning").split(['"', ',']).map(str::trim).collect();
        named.sort_unstable();
        assert_eq!(named, ["", "299 quire", "a?b?", "fields without effect: titel"], "{}", answer.header("warning"));
        assert_eq!(answer.ok()["title"], "New");
        let refused =
            admin.patch(&format!("{space}?strict=true"), &json!({ "title": "Other", "titel": "x" })).refused(400);
        assert!(refused.starts_with("titel: "), "{refused}");
        assert_eq!(admin.get(&space).ok()["title"], "New");
        let right = admin.patch(&format!("{space}?strict=true"), &json!({ "title": "Right" }));
        assert_eq!((right.status.as_u16(), right.header("warning")), (200, ""));

        // Changes of content, each read by its own operation.
        let change = json!({ "changes": [{ "operation": "insert_page", "title": "A", "sulg": "a" }] });
        admin.patch(&space, &json!({ "editMode": "live" })).ok();
        let answer = admin.post(&format!("{space}/content"), &change);
        assert_eq!(answer.header("warning"), "299 quire \"fields without effect: changes[0].sulg\"");
        assert!(admin.post(&format!("{space}/content?strict=true"), &change).refused(400).contains("changes[0].sulg"));
        // A large body is read on another thread.
        let large = json!({ "title": "Large", "filler": "x".repeat(200_000) });
        assert_eq!(admin.patch(&space, &large).header("warning"), "299 quire \"fields without effect: filler\"");
    });
}
