//! The caller's tokens.

use std::time::Duration;

use quire_testkit::{ADMIN, on_each_database};
use serde_json::json;

#[test]
fn a_secret_is_shown_once_and_works_until_it_is_revoked() {
    on_each_database(|test| {
        let admin = test.admin();
        let made = admin.post("/v1/user/tokens", &json!({ "name": "CI", "unknown": 1 })).created();
        let secret = made["secret"].as_str().unwrap();
        assert_eq!(made["scopes"], json!(["read", "write", "admin"]));

        let program = test.caller(Some(secret));
        assert_eq!(program.get("/v1/user").ok()["id"], admin.get("/v1/user").ok()["id"]);
        let listed = admin.get("/v1/user/tokens").ok();
        assert_eq!(listed["count"], 2);
        assert!(!listed.to_string().contains(secret));

        let id = made["id"].as_str().unwrap();
        admin.delete(&format!("/v1/user/tokens/{id}")).expect(204);
        assert!(program.get("/v1/user").refused(401).contains("revoked"));
        admin.delete(&format!("/v1/user/tokens/{id}")).expect(204);
    });
}

#[test]
fn no_token_and_a_wrong_one_are_told_apart() {
    on_each_database(|test| {
        let nobody = test.caller(None).get("/v1/user");
        assert_eq!(nobody.header("www-authenticate"), "Bearer");
        assert!(nobody.refused(401).contains("Authorization"));
        assert!(test.caller(Some("wrong")).get("/v1/user").refused(401).contains("unknown"));
    });
}

#[test]
fn a_token_expires() {
    on_each_database(|test| {
        let soon = "2027-01-15T09:00:00.000Z";
        let made = test.admin().post("/v1/user/tokens", &json!({ "name": "x", "expiresAt": soon })).created();
        assert_eq!(made["expiresAt"], soon);
        let program = test.caller(made["secret"].as_str());
        program.get("/v1/user").ok();
        test.clock.pass(Duration::from_hours(2));
        program.get("/v1/user").refused(401);
        let late = test.admin().post("/v1/user/tokens", &json!({ "name": "x", "expiresAt": soon }));
        assert!(late.refused(400).contains("expiresAt"));
    });
}

#[test]
fn a_narrow_token_can_do_less_and_give_no_more() {
    on_each_database(|test| {
        let new = json!({ "name": "reader", "scopes": ["read"] });
        let made = test.admin().post("/v1/user/tokens", &new).created();
        let reader = test.caller(made["secret"].as_str());
        reader.get(&test.org()).ok();
        let refused = reader.post(&format!("{}/spaces", test.org()), &json!({})).refused(403);
        assert!(refused.contains("scope write"), "{refused}");
        reader.post("/v1/user/tokens", &json!({ "name": "more" })).refused(403);

        let new = json!({ "name": "manager", "scopes": ["read", "admin"] });
        let made = test.admin().post("/v1/user/tokens", &new).created();
        let manager = test.caller(made["secret"].as_str());
        let wider = json!({ "name": "wider", "scopes": ["write"] });
        assert!(manager.post("/v1/user/tokens", &wider).refused(403).contains("scopes"));
    });
}

#[test]
fn a_token_makes_none_that_outlives_it() {
    on_each_database(|test| {
        let (soon, later) = ("2027-01-15T09:00:00.000Z", "2027-01-15T09:00:00.001Z");
        let made = test.admin().post("/v1/user/tokens", &json!({ "name": "x", "expiresAt": soon })).created();
        let short = test.caller(made["secret"].as_str());
        let told = short.post("/v1/user/tokens", &json!({ "name": "y", "expiresAt": later })).refused(403);
        assert!(told.contains("expiresAt") && told.contains(soon), "{told}");
        let child = short.post("/v1/user/tokens", &json!({ "name": "y" })).created();
        assert_eq!(child["expiresAt"], soon);
        let earlier = json!({ "name": "y", "expiresAt": "2027-01-15T08:30:00.000Z" });
        assert_eq!(short.post("/v1/user/tokens", &earlier).created()["expiresAt"], earlier["expiresAt"]);
        test.clock.pass(Duration::from_hours(1));
        test.caller(child["secret"].as_str()).get("/v1/user").refused(401);
    });
}

#[test]
fn a_token_that_is_revoked_takes_those_along_that_were_made_with_it() {
    on_each_database(|test| {
        let make = |maker: &str, name: &str| {
            let made = test.caller(Some(maker)).post("/v1/user/tokens", &json!({ "name": name })).created();
            (made["secret"].as_str().unwrap().to_owned(), made["id"].as_str().unwrap().to_owned())
        };
        let (leaked, id) = make(ADMIN, "leaked");
        let (child, _) = make(&leaked, "child");
        let (grandchild, _) = make(&child, "grandchild");
        let (other, _) = make(ADMIN, "other");
        for token in [&leaked, &child, &grandchild, &other] {
            test.caller(Some(token)).get("/v1/user").ok();
        }
        test.admin().delete(&format!("/v1/user/tokens/{id}")).expect(204);
        for token in [&leaked, &child, &grandchild] {
            test.caller(Some(token)).get("/v1/user").refused(401);
        }
        test.caller(Some(&other)).get("/v1/user").ok();
        assert_eq!(test.admin().get("/v1/user/tokens").ok()["count"], 2);
    });
}

#[test]
fn the_last_use_is_shown() {
    on_each_database(|test| {
        let made = test.admin().post("/v1/user/tokens", &json!({ "name": "used" })).created();
        assert_eq!(made["lastUsedAt"], json!(null));
        test.clock.pass(Duration::from_mins(5));
        test.caller(made["secret"].as_str()).get("/v1/user").ok();
        let listed = test.admin().get("/v1/user/tokens").ok();
        let used = listed["items"].as_array().unwrap().iter().find(|token| token["name"] == "used").unwrap();
        assert_eq!(used["lastUsedAt"], "2027-01-15T08:05:00.000Z");
    });
}

#[test]
fn names_and_scopes_have_bounds() {
    on_each_database(|test| {
        let create = |body| test.admin().post("/v1/user/tokens", &body);
        assert!(create(json!({})).refused(400).contains("name"));
        assert!(create(json!({ "name": "" })).refused(400).contains("1 to 100"));
        assert!(create(json!({ "name": "é".repeat(101) })).refused(400).contains("1 to 100"));
        create(json!({ "name": "é".repeat(100) })).created();
        assert!(create(json!({ "name": "x", "scopes": ["everything"] })).refused(400).contains("scopes"));
        assert_eq!(create(json!({ "name": "x", "scopes": [] })).created()["scopes"], json!(["read"]));
        assert!(create(json!({ "name": "x", "expiresAt": "tomorrow" })).refused(400).contains("expiresAt"));
    });
}

#[test]
fn secrets_are_not_in_the_database() {
    on_each_database(|test| {
        if test.database() != "sqlite" {
            return;
        }
        test.admin().get("/v1/user").ok();
        for entry in std::fs::read_dir(test.database_dir()).unwrap() {
            let bytes = std::fs::read(entry.unwrap().path()).unwrap();
            assert!(!bytes.windows(ADMIN.len()).any(|window| window == ADMIN.as_bytes()));
        }
    });
}
