//! Inviting people by their addresses.

use std::time::Duration;

use quire_model::roles::Role;
use quire_testkit::{Caller, Files, TestApp, on_each_database};
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

/// What an admin may learn of a member: every answer that shows them, without identifiers.
fn traces(test: &TestApp, organization: &str, admin: &Caller<'_>, id: &str, email: &str) -> Vec<String> {
    let space = admin.post(&format!("{organization}/spaces"), &json!({ "title": "x" })).created();
    let space = format!("/v1/spaces/{}", space["id"].as_str().unwrap());
    let team = admin.put(&format!("{organization}/teams"), &json!({ "title": "x" })).created();
    let team = format!("{organization}/teams/{}/members", team["id"].as_str().unwrap());
    admin.put(&team, &json!({ "add": [email] })).expect(204);
    let role = json!({ "users": [email], "role": "review" });
    admin.post(&format!("{space}/permissions"), &role).expect(204);
    let request = admin.post(&format!("{space}/change-requests"), &json!({})).created();
    let request = format!("{space}/change-requests/{}", request["number"]);
    let asked = admin.post(&format!("{request}/requested-reviewers"), &json!({ "users": [id] })).status;
    assert!(asked.is_success(), "{asked}");
    let page = format!("# x\n\n[Who]({}/v1/users/{id})\n", quire_testkit::URL);
    test.import(&space, &Files::of(&[("README.md", &page)]));
    let paths = [
        format!("/v1/users/{id}"),
        format!("{organization}/members"),
        format!("{organization}/members/{id}"),
        format!("{organization}/members?search=lovelace"),
        format!("{organization}/members?search=hidden"),
        format!("{organization}/members?sort=lastSeenAt"),
        team,
        format!("{space}/permissions/users"),
        format!("{space}/permissions/users/{id}"),
        format!("{space}/permissions/aggregate"),
        format!("{space}/permissions/explain?user={id}"),
        format!("{request}/requested-reviewers"),
        format!("{space}/links"),
    ];
    let answers = paths.iter().map(|path| {
        let answer = admin.get(path);
        format!("{path} {} {}", answer.status, String::from_utf8_lossy(&answer.body))
    });
    let answers: Vec<_> = answers.collect();
    let gone = admin.delete(&format!("{organization}/members/{id}")).status;
    assert_eq!(gone, 204);
    let mut answers = answers;
    for path in [format!("/v1/users/{id}"), format!("{request}/requested-reviewers")] {
        let answer = admin.get(&path);
        answers.push(format!("{path} {} {}", answer.status, String::from_utf8_lossy(&answer.body)));
    }
    answers.into_iter().map(|answer| without_ids(&answer.replace(email, "EMAIL"))).collect()
}

/// A text with an asterisk in place of each identifier, hash and signature.
fn without_ids(text: &str) -> String {
    let is_id = |word: &str| word.len() >= 20 && word.bytes().any(|byte| byte.is_ascii_digit());
    let words = text.split_inclusive(|c: char| !c.is_ascii_alphanumeric());
    words
        .map(|word| {
            let end = word.trim_end_matches(|c: char| !c.is_ascii_alphanumeric()).len();
            if is_id(&word[..end]) { format!("*{}", &word[end..]) } else { word.to_owned() }
        })
        .collect()
}

#[test]
fn whether_an_address_has_an_account_is_not_told() {
    on_each_database(|test| {
        let (known, secret) = test.new_user("zuleika@known.example");
        let ada = test.caller(Some(&secret));
        // Lists are in order of joining: the one who invites comes first, however long others have had accounts.
        let (_, token) = test.new_user("eve@rival.example");
        let eve = test.caller(Some(&token));
        // A UUID of version 4: nothing in it is a time.
        assert_eq!(known.0.0[6] >> 4, 4);
        let own = ada.get("/v1/user").ok()["id"].as_str().unwrap().to_owned();
        let profile = json!({ "displayName": "Hidden Lovelace", "photoURL": "https://known.example/ada.png" });
        ada.patch(&format!("/v1/users/{own}"), &profile).ok();
        let traces = |address: &str| {
            let made = eve.post("/v1/orgs", &json!({ "title": "Rival" })).created();
            let organization = format!("/v1/orgs/{}", made["id"].as_str().unwrap());
            test.clock.pass(Duration::from_millis(1));
            let invited = eve.post(&format!("{organization}/invites"), &json!({ "emails": [address], "role": "edit" }));
            let answer = without_ids(&String::from_utf8_lossy(&invited.body));
            let id = invited.ok()["users"][0].as_str().unwrap().to_owned();
            let mut all = traces(test, &organization, &eve, &id, address);
            all.push(answer);
            // Each organization has a host name of its own, whoever is invited.
            let hostname = format!("\"hostname\":{}", made["hostname"]);
            let local = address.split('@').next().unwrap();
            // Time passes between the two.
            let timeless = |text: String| {
                text.split_inclusive(":00.0")
                    .map(|part| part.trim_start_matches(|c: char| c.is_ascii_digit()))
                    .collect()
            };
            let named = |text: String| text.replace(local, "LOCAL").replace(&hostname, "HOSTNAME");
            all.into_iter().map(named).map(timeless).collect::<Vec<String>>()
        };
        let (with, without) = (traces("zuleika@known.example"), traces("xanthippe@known.example"));
        for (with, without) in with.iter().zip(&without) {
            assert_eq!(with, without);
            for secret in ["Lovelace", "ada.png"] {
                assert!(!with.contains(secret), "{with}");
            }
        }
        assert_eq!(ada.get("/v1/user").ok()["displayName"], "Hidden Lovelace");
    });
}

#[test]
fn whoever_uses_an_organization_is_shown_as_they_show_themselves() {
    on_each_database(|test| {
        let admin = test.admin();
        let (id, secret) = test.new_user("ada@known.example");
        let ada = test.caller(Some(&secret));
        ada.patch(&format!("/v1/users/{id}"), &json!({ "displayName": "Ada Lovelace" })).ok();
        admin.post(&format!("{}/invites", test.org()), &json!({ "emails": ["ada@known.example"] })).ok();
        let member = format!("{}/members/{id}", test.org());
        let name = || admin.get(&member).ok()["user"]["displayName"].clone();
        assert_eq!(name(), "ada");
        // Neither what they do elsewhere nor a list of what they are invited to is a use.
        ada.get("/v1/user").ok();
        let other = ada.post("/v1/orgs", &json!({ "title": "Own" })).created();
        ada.get(&format!("/v1/orgs/{}", other["id"].as_str().unwrap())).ok();
        assert_eq!(ada.get("/v1/orgs").ok()["count"], 2);
        assert_eq!(name(), "ada");
        ada.get(&test.org()).ok();
        assert_eq!(name(), "Ada Lovelace");
        assert_eq!(admin.get(&format!("/v1/users/{id}")).ok()["displayName"], "Ada Lovelace");
        assert_eq!(admin.get(&format!("{}/members?search=lovelace", test.org())).ok()["count"], 1);
        // Whoever joins by themselves does so from the beginning.
        let link = admin.post(&format!("{}/link-invites", test.org()), &json!({ "role": "read" })).created();
        let (bob, secret) = test.new_user("bob@known.example");
        test.caller(Some(&secret)).patch(&format!("/v1/users/{bob}"), &json!({ "displayName": "Bob B" })).ok();
        let join = format!("{}/invites/{}", test.org(), link["id"].as_str().unwrap());
        test.caller(Some(&secret)).post(&join, &json!({})).ok();
        assert_eq!(admin.get(&format!("{}/members/{bob}", test.org())).ok()["user"]["displayName"], "Bob B");
    });
}

#[test]
fn a_use_that_needed_no_thread_is_written_soon() {
    on_each_database(|test| {
        let (id, secret) = test.new_user("ada@known.example");
        test.admin().post(&format!("{}/invites", test.org()), &json!({ "emails": ["ada@known.example"] })).ok();
        let caller = test.app.authenticate(quire_app::callers::hash(&secret)).unwrap();
        test.app.get_org(&caller, test.first.organization).unwrap();
        let member = |when: &str| {
            let found = test.app.get_member(&quire_app::Caller::operator(), test.first.organization, id).unwrap();
            assert_eq!(found.member.first_used_at.is_some(), when == "after", "{when}");
        };
        member("before");
        test.app.write_first_uses().unwrap();
        member("after");
    });
}
