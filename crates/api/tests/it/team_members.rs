//! Who is in a team.

use quire_model::roles::Role;
use quire_testkit::{TestApp, on_each_database};
use serde_json::{Value, json};

/// Makes an empty team; its path.
fn new_team(test: &TestApp) -> String {
    let made = test.admin().put(&format!("{}/teams", test.org()), &json!({ "title": "Team" })).created();
    format!("{}/teams/{}", test.org(), made["id"].as_str().unwrap())
}

/// Who is in a team as what, by address.
fn roles(test: &TestApp, team: &str) -> Vec<(String, String)> {
    let listed = test.admin().get(&format!("{team}/members")).ok();
    let word = |value: &Value| value.as_str().unwrap().to_owned();
    let items = listed["items"].as_array().unwrap();
    let of = |item: &Value| (word(&item["organization"]["user"]["displayName"]), word(&item["team"]["role"]));
    let mut roles: Vec<_> = items.iter().map(of).collect();
    roles.sort();
    roles
}

fn pairs(roles: &[(&str, &str)]) -> Vec<(String, String)> {
    roles.iter().map(|(name, role)| ((*name).to_owned(), (*role).to_owned())).collect()
}

#[test]
fn members_come_and_go_by_identifier_and_address() {
    on_each_database(|test| {
        let admin = test.admin();
        let team = new_team(test);
        let path = format!("{team}/members");
        let ids = ["ada", "bob", "cyd"]
            .map(|name| test.new_member(&format!("{name}@example.org"), Some(Role::Read)).0.to_string());
        let body = json!({ "add": [ids[0], "BOB@example.org", "bob@example.org"], "memberships": { &ids[2]: { "role": "owner" } } });
        admin.put(&path, &body).expect(204);
        assert_eq!(roles(test, &team), pairs(&[("ada", "member"), ("bob", "member"), ("cyd", "owner")]));
        assert_eq!(admin.get(&team).ok()["members"], 3);
        // Who is in both goes, and adding keeps what somebody is.
        let body = json!({ "add": [ids[0], ids[2]], "remove": ["ada@example.org", ids[1]] });
        admin.put(&path, &body).expect(204);
        assert_eq!(roles(test, &team), pairs(&[("cyd", "owner")]));
        let body = json!({ "memberships": { &ids[2]: { "role": "member" } }, "remove": [ids[2]] });
        admin.put(&path, &body).expect(204);
        assert_eq!(roles(test, &team), []);
        admin.put(&format!("{path}/{}", ids[0]), &json!({})).expect(204);
        admin.put(&format!("{path}/{}", ids[0]), &json!({ "role": "owner" })).expect(204);
        admin.put(&format!("{path}/{}", ids[0]), &json!({})).expect(204);
        assert_eq!(roles(test, &team), pairs(&[("ada", "owner")]));
        let shown = admin.get(&path).ok();
        assert_eq!(shown["items"][0]["permissions"], json!({ "view": true }));
        assert_eq!(shown["items"][0]["organization"]["teams"], 1);
        for _ in 0..2 {
            admin.delete(&format!("{path}/{}", ids[0])).expect(204);
        }
        admin.delete(&format!("{path}/nobody")).expect(204);
        assert_eq!(roles(test, &team), []);
    });
}

#[test]
fn a_change_with_a_stranger_changes_nothing() {
    on_each_database(|test| {
        let admin = test.admin();
        let team = new_team(test);
        let path = format!("{team}/members");
        let ada = test.new_member("ada@example.org", None).0.to_string();
        let eve = test.new_user("eve@example.org").0.to_string();
        let (left, right) = ("eve@example.org", "nobody@example.org");
        for (field, body) in [
            ("add[1]", json!({ "add": [ada, eve] })),
            ("add[1]", json!({ "add": [ada, left] })),
            ("add[1]", json!({ "add": [ada, right] })),
            ("add[1]", json!({ "add": [ada, "a\u{0}@b.c"] })),
            ("remove[0]", json!({ "add": [ada], "remove": [eve] })),
            ("memberships", json!({ "add": [ada], "memberships": { &eve: { "role": "owner" } } })),
            ("memberships", json!({ "memberships": { &ada: { "role": "boss" } } })),
            ("memberships", json!({ "memberships": { &ada: {} } })),
            ("add", json!({ "add": ada })),
            ("add", json!({ "add": vec![&ada; 1001] })),
        ] {
            let message = admin.put(&path, &body).refused(400);
            assert!(message.contains(field), "{field}: {message}");
        }
        assert_eq!(roles(test, &team), []);
        admin.put(&path, &json!({ "add": vec![&ada; 1000] })).expect(204);
        admin.put(&format!("{path}/{eve}"), &json!({})).refused(404);
        admin.put(&format!("{path}/{ada}"), &json!({ "role": "boss" })).refused(400);
        assert_eq!(roles(test, &team), pairs(&[("ada", "member")]));
    });
}

#[test]
fn guests_see_the_teams_that_they_are_in() {
    on_each_database(|test| {
        let (id, token) = test.new_member("ada@example.org", None);
        let team = new_team(test);
        let ada = test.caller(Some(&token));
        ada.get(&team).refused(404);
        test.admin().put(&format!("{team}/members/{id}"), &json!({})).expect(204);
        ada.get(&team).ok();
        assert_eq!(ada.get(&format!("{}/members/{id}/teams", test.org())).ok()["count"], 1);
        ada.get(&format!("{}/teams", test.org())).refused(403);
    });
}
