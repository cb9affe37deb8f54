//! Teams.

use quire_model::roles::Role;
use quire_testkit::{TestApp, on_each_database};
use serde_json::{Value, json};

fn titles(list: &Value) -> Vec<&str> {
    list["items"].as_array().unwrap().iter().map(|item| item["title"].as_str().unwrap()).collect()
}

/// Makes a team; its path.
fn new_team(test: &TestApp, title: &str, members: &[&str]) -> String {
    let body = json!({ "title": title, "members": members });
    let made = test.admin().put(&format!("{}/teams", test.org()), &body).created();
    format!("{}/teams/{}", test.org(), made["id"].as_str().unwrap())
}

#[test]
fn a_team_is_made_changed_and_removed() {
    on_each_database(|test| {
        let admin = test.admin();
        let ada = test.new_member("ada@example.org", Some(Role::Read)).0.to_string();
        let team = new_team(test, "Writers", &[&ada, &ada, &test.first.user.to_string()]);
        let shown = admin.get(&team).ok();
        assert_eq!((&shown["object"], &shown["members"], &shown["spaces"]), (&"team".into(), &2.into(), &0.into()));
        assert_eq!(shown["permissions"], json!({ "admin": true, "view": true }));
        assert_eq!(admin.patch(&team, &json!({ "title": "Editors" })).ok()["title"], "Editors");
        for _ in 0..2 {
            admin.delete(&team).expect(204);
        }
        admin.get(&team).refused(404);
        admin.patch(&team, &json!({ "title": "x" })).refused(404);
        admin.delete(&format!("{}/teams/none", test.org())).expect(204);
        assert_eq!(admin.get(&format!("{}/members/{ada}", test.org())).ok()["teams"], 0);
    });
}

#[test]
fn what_a_team_is_made_of_is_checked() {
    on_each_database(|test| {
        let admin = test.admin();
        let path = format!("{}/teams", test.org());
        let stranger = test.new_user("eve@example.org").0.to_string();
        for title in ["x".to_owned(), "e\u{301}".repeat(32), "م".repeat(64)] {
            assert_eq!(admin.put(&path, &json!({ "title": title })).created()["title"], title);
        }
        for body in [json!({}), json!({ "title": "" }), json!({ "title": "x".repeat(65) }), json!({ "title": null })] {
            assert!(admin.put(&path, &body).refused(400).contains("title"));
        }
        for member in [stranger.as_str(), "nobody", "eve@example.org", &test.first.organization.to_string()] {
            let message = admin.put(&path, &json!({ "title": "x", "members": [test.first.user.to_string(), member] }));
            assert!(message.refused(400).contains("members[1]"));
        }
        admin.put(&path, &json!({ "title": "x", "members": [7] })).refused(400);
        assert_eq!(admin.get(&path).ok()["count"], 3, "nothing else was made");
    });
}

#[test]
fn teams_are_listed_by_title_and_by_who_manages_them() {
    on_each_database(|test| {
        let admin = test.admin();
        let ada = test.new_member("ada@example.org", Some(Role::Read)).0.to_string();
        let teams = ["Équipe", "100%", "a_b", "equal!", "ΣΟΦΟΣ"].map(|title| new_team(test, title, &[&ada]));
        admin.put(&format!("{}/members/{ada}", teams[1]), &json!({ "role": "owner" })).expect(204);
        let list = |query: &str| admin.get(&format!("{}/teams?{query}", test.org())).ok();
        assert_eq!(list("")["count"], 5);
        for (part, found) in
            [("%C3%A9QUIPE", "Équipe"), ("%25", "100%"), ("_", "a_b"), ("L!", "equal!"), ("%CF%82", "ΣΟΦΟΣ")]
        {
            assert_eq!(titles(&list(&format!("title={part}"))), [found], "{part}");
        }
        assert_eq!(titles(&list(&format!("owner={ada}"))), ["100%"]);
        assert_eq!(titles(&list(&format!("owner={ada}&title=a"))), [""; 0]);
        assert_eq!(list(&format!("owner={}", test.first.user))["count"], 5);
        assert_eq!(list(&format!("owner={}", test.first.organization))["count"], 0);
        admin.get(&format!("{}/teams?owner=nobody", test.org())).refused(400);
        let first = list("limit=2");
        let page = first["next"]["page"].as_str().unwrap();
        admin.delete(&teams[0]).expect(204);
        new_team(test, "late", &[]);
        assert_eq!(titles(&list(&format!("limit=2&page={page}"))), ["a_b", "equal!"]);
        let of_ada = admin.get(&format!("{}/members/{ada}/teams?title=0", test.org())).ok();
        assert_eq!((&of_ada["items"][0]["team"]["title"], &of_ada["count"]), (&"100%".into(), &1.into()));
        assert_eq!(of_ada["items"][0]["member"], json!({ "role": "owner" }));
    });
}

#[test]
fn owners_manage_their_team_and_nothing_else() {
    on_each_database(|test| {
        let (id, token) = test.new_member("ada@example.org", Some(Role::Create));
        let (mine, other) = (new_team(test, "Mine", &[&id.to_string()]), new_team(test, "Other", &[]));
        let ada = test.caller(Some(&token));
        assert_eq!(ada.get(&mine).ok()["permissions"], json!({ "admin": false, "view": true }));
        ada.patch(&mine, &json!({ "title": "x" })).refused(403);
        test.admin().put(&format!("{mine}/members/{id}"), &json!({ "role": "owner" })).expect(204);
        assert_eq!(ada.get(&mine).ok()["permissions"]["admin"], true);
        assert_eq!(ada.get(&test.org()).ok()["permissions"]["ownTeam"], true);
        ada.patch(&mine, &json!({ "title": "Ours" })).ok();
        ada.put(&format!("{mine}/members"), &json!({ "add": ["admin@quire.localhost"] })).expect(204);
        ada.delete(&format!("{mine}/members/{}", test.first.user)).expect(204);
        ada.delete(&mine).refused(403);
        ada.patch(&other, &json!({ "title": "x" })).refused(403);
        ada.put(&format!("{other}/members"), &json!({})).refused(403);
        ada.put(&format!("{}/teams", test.org()), &json!({ "title": "x" })).refused(403);
    });
}

#[test]
fn teams_of_another_organization_are_not_there() {
    on_each_database(|test| {
        let admin = test.admin();
        let made = admin.post("/v1/orgs", &json!({ "title": "Other" })).created();
        let other = format!("/v1/orgs/{}", made["id"].as_str().unwrap());
        let team = new_team(test, "Mine", &[]);
        let there = format!("{other}/teams/{}", team.rsplit('/').next().unwrap());
        admin.get(&there).refused(404);
        admin.get(&format!("{there}/members")).refused(404);
        admin.patch(&there, &json!({ "title": "x" })).refused(404);
        admin.put(&format!("{there}/members"), &json!({})).refused(404);
        admin.delete(&there).expect(204);
        assert_eq!(admin.get(&team).ok()["title"], "Mine");
    });
}

#[test]
fn removing_a_team_at_the_same_time_harms_nobody() {
    on_each_database(|test| {
        let team = new_team(test, "x", &[&test.first.user.to_string()]);
        let id = team.rsplit('/').next().unwrap().parse().unwrap();
        let operator = quire_app::Caller::operator();
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| test.app.delete_team(&operator, test.first.organization, id).unwrap());
            }
        });
        test.admin().get(&team).refused(404);
    });
}
