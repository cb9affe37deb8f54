//! Inviting people by their addresses.

use quire_model::roles::Role;
use quire_testkit::on_each_database;
use serde_json::{Value, json};

#[test]
fn invited_people_are_members_at_once() {
    on_each_database(|test| {
        let admin = test.admin();
        let known = test.new_user("known@example.org").0.to_string();
        let member = test.new_member("member@example.org", Some(Role::Create)).0.to_string();
        let body = json!({
            "emails": [
                "New@Example.org", "new@example.org", "known@example.org", "member@example.org",
                { "email": "guest@example.org", "role": null }, { "email": "edit@example.org", "role": "edit" },
                { "email": "plain@example.org" },
            ],
            "role": "comment",
            "sso": true,
        });
        let done = admin.post(&format!("{}/invites", test.org()), &body).ok();
        assert_eq!(done["invited"], 5);
        let users: Vec<_> = done["users"].as_array().unwrap().iter().map(|id| id.as_str().unwrap()).collect();
        assert_eq!((users.len(), users[1], users[2]), (6, known.as_str(), member.as_str()));
        for (at, role) in
            [(0, json!("comment")), (1, json!("comment")), (3, Value::Null), (4, json!("edit")), (5, json!("comment"))]
        {
            let shown = admin.get(&format!("{}/members/{}", test.org(), users[at])).ok();
            assert_eq!((&shown["role"], &shown["sso"]), (&role, &true.into()), "{at}");
            assert!(shown.get("lastSeenAt").is_none());
        }
        let kept = admin.get(&format!("{}/members/{member}", test.org())).ok();
        assert_eq!((&kept["role"], &kept["sso"]), (&"create".into(), &false.into()));
        let again = admin.post(&format!("{}/invites", test.org()), &body).ok();
        assert_eq!((&again["invited"], &again["users"]), (&0.into(), &done["users"]));
        let default = admin.post(&format!("{}/invites", test.org()), &json!({ "emails": ["d@example.org"] })).ok();
        let shown = admin.get(&format!("{}/members/{}", test.org(), default["users"][0].as_str().unwrap())).ok();
        assert_eq!(shown["role"], "read");
    });
}

#[test]
fn a_bad_invitation_does_nothing() {
    on_each_database(|test| {
        let admin = test.admin();
        let many = |count: usize| (0..count).map(|n| format!("n{n}@example.org")).collect::<Vec<_>>();
        for (field, emails) in [
            ("emails[1]", json!(["good@example.org", "bad"])),
            ("emails[1]", json!(["good@example.org", { "email": "bad@nowhere" }])),
            ("emails[0]", json!([{ "email": "good@example.org", "role": "owner" }])),
            ("emails[0]", json!([{ "role": "read" }])),
            ("emails[1]", json!(["good@example.org", 7])),
            ("emails[1]", json!(["good@example.org", { "email": "GOOD@example.org", "role": "admin" }])),
            ("emails", json!([])),
            ("emails", json!(many(101))),
            ("emails", json!("good@example.org")),
            ("emails", Value::Null),
        ] {
            let message = admin.post(&format!("{}/invites", test.org()), &json!({ "emails": emails })).refused(400);
            assert!(message.contains(field), "{field}: {message}");
        }
        assert_eq!(admin.get(&format!("{}/members", test.org())).ok()["count"], 1);
        assert!(test.app.user_by_email("good@example.org").unwrap().is_none());
        let done = admin.post(&format!("{}/invites", test.org()), &json!({ "emails": many(100) })).ok();
        assert_eq!(done["invited"], 100);
    });
}
