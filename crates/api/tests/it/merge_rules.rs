//! Merge rules: as settings of organizations and spaces, and when change requests are merged.

use quire_model::roles::Role;
use quire_testkit::on_each_database;
use serde_json::{Value, json};

fn rules(rules: &Value) -> Value {
    json!({ "mergeRules": { "type": "rules", "rules": rules } })
}

#[test]
fn organizations_and_spaces_have_rules() {
    on_each_database(|test| {
        let admin = test.admin();
        let (org, space) = (test.org(), test.new_space("Docs"));
        assert_eq!(admin.get(&org).ok()["mergeRules"], json!({ "type": "none" }));
        assert_eq!(admin.get(&space).ok()["mergeRules"], json!({ "type": "inherit" }));
        let me = test.first.user.to_string();
        let all = json!([
            { "rule": "require_at_least_one_review" },
            { "rule": "require_all_reviews_approved" },
            { "rule": "require_up_to_date_change_request" },
            { "rule": "require_change_request_subject" },
            { "rule": "require_change_request_description" },
            { "rule": "require_specific_reviewers", "users": [me] },
            { "rule": "require_one_of_specific_reviewers", "users": [me] },
            { "rule": "allow_bypass", "users": [me] },
            { "rule": "custom", "expression": "reviews.length > 1" },
        ]);
        for path in [&org, &space] {
            let after = admin.patch(path, &rules(&all)).ok();
            assert_eq!(after["mergeRules"], rules(&all)["mergeRules"]);
            assert_eq!(admin.get(path).ok(), after);
            assert_eq!(admin.patch(path, &json!({})).ok(), after);
        }
        assert_eq!(admin.get("/v1/orgs").ok()["items"][0]["mergeRules"], rules(&all)["mergeRules"]);
        let copy = admin.post(&format!("{space}/duplicate"), &json!({})).created();
        assert_eq!(copy["mergeRules"], rules(&all)["mergeRules"]);
        for (path, value) in [(&org, "none"), (&space, "none"), (&space, "inherit")] {
            let body = json!({ "mergeRules": { "type": value } });
            assert_eq!(admin.patch(path, &body).ok()["mergeRules"], body["mergeRules"]);
        }
    });
}

#[test]
fn rules_that_make_no_sense_are_refused_by_field() {
    on_each_database(|test| {
        let admin = test.admin();
        let (org, space) = (test.org(), test.new_space("Docs"));
        let stranger = test.new_user("stranger@example.org").0.to_string();
        let me = test.first.user.to_string();
        let subject = json!({ "rule": "require_change_request_subject" });
        for (value, told) in [
            (
                json!([subject, { "rule": "custom", "expression": "1 +" }]),
                "\"mergeRules.rules.1.expression\": character",
            ),
            (json!([{ "rule": "custom", "expression": "visitor.claims" }]), "\"mergeRules.rules.0.expression\""),
            (json!([{ "rule": "custom", "expression": " ".repeat(1025) }]), "\"mergeRules.rules.0.expression\""),
            (json!([{ "rule": "custom" }]), "\"mergeRules.rules.0.expression\": is required"),
            (json!([{ "rule": "allow_bypass" }]), "\"mergeRules.rules.0.users\": is required"),
            (json!([{ "rule": "allow_bypass", "users": [] }]), "\"mergeRules.rules.0.users\": must name a user"),
            (json!([{ "rule": "allow_bypass", "users": vec![&me; 51] }]), "\"mergeRules.rules.0.users\": must have"),
            (
                json!([subject, { "rule": "allow_bypass", "users": [me, stranger] }]),
                "mergeRules.rules.1.users.1: is not",
            ),
            (json!([{ "rule": "no_new_broken_links" }]), "\"mergeRules.rules.0.rule\": must be one of"),
            (json!(vec![&subject; 21]), "\"mergeRules.rules\": must have at most 20"),
            (json!("all"), "\"mergeRules.rules\": must be an array"),
            (Value::Null, "\"mergeRules.rules\": is required"),
        ] {
            for path in [&org, &space] {
                let message = admin.patch(path, &rules(&value)).refused(400);
                assert!(message.contains(told), "{told}: {message}");
            }
        }
        for (path, value) in [(&org, json!({ "type": "inherit" })), (&space, json!(null)), (&org, json!("none"))] {
            let message = admin.patch(path, &json!({ "mergeRules": value })).refused(400);
            assert!(message.contains("mergeRules"), "{message}");
        }
        assert_eq!(admin.get(&org).ok()["mergeRules"], json!({ "type": "none" }));
    });
}

#[test]
fn whoever_has_left_may_stay_in_rules_that_are_changed() {
    on_each_database(|test| {
        let admin = test.admin();
        let (org, space) = (test.org(), test.new_space("Docs"));
        let (user, _) = test.new_member("ada@example.org", Some(Role::Review));
        let named = json!([{ "rule": "require_specific_reviewers", "users": [user.to_string()] }]);
        admin.patch(&space, &rules(&named)).ok();
        admin.delete(&format!("{org}/members/{user}")).expect(204);
        let more = json!([{ "rule": "require_change_request_subject" }, named[0]]);
        admin.patch(&space, &rules(&more)).ok();
        admin.patch(&org, &rules(&named)).refused(400);
    });
}
