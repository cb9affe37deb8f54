//! Organizations: founding, settings, deletion.

use std::time::Duration;

use quire_model::roles::Role;
use quire_testkit::on_each_database;
use serde_json::{Value, json};

use crate::saml::provider::Provider;

#[test]
fn whoever_founds_an_organization_is_its_admin() {
    on_each_database(|test| {
        let (_, token) = test.new_user("ada@example.org");
        let ada = test.caller(Some(&token));
        assert_eq!(ada.get("/v1/orgs").ok()["count"], 0);
        let body = json!({ "title": "Acme & Sons", "type": "community", "communityType": "openSource" });
        let made = ada.post("/v1/orgs", &body).created();
        assert_eq!((&made["hostname"], &made["type"]), (&"acme-sons".into(), &"community".into()));
        assert_eq!((&made["communityType"], &made["useCase"]), (&"openSource".into(), &"other".into()));
        let own = ["ownTeam"];
        for (name, value) in made["permissions"].as_object().unwrap() {
            assert_eq!(*value, !own.contains(&name.as_str()), "{name}");
        }
        let path = format!("/v1/orgs/{}", made["id"].as_str().unwrap());
        assert_eq!(ada.get(&path).ok(), made);
        assert_eq!(ada.get("/v1/orgs").ok()["items"], json!([made]));
        let again = ada.post("/v1/orgs", &body).created();
        assert_eq!(again["hostname"], "acme-sons-2");
        for title in ["شركة", "--", "x".repeat(255).as_str()] {
            let made = ada.post("/v1/orgs", &json!({ "title": title })).created();
            assert!(made["hostname"].as_str().unwrap().len() <= 32);
        }
        for title in [json!("x"), json!("x".repeat(256)), json!(null), json!(7)] {
            let message = ada.post("/v1/orgs", &json!({ "title": title })).refused(400);
            assert!(message.contains("title"), "{message}");
        }
    });
}

#[test]
fn settings_are_stored_and_bounded() {
    on_each_database(|test| {
        let admin = test.admin();
        let org = test.org();
        let body = json!({
            "title": "Docs", "hostname": "my-docs", "emailDomains": ["Example.org", "example.org", "bücher.example"],
            "defaultRole": null, "defaultContent": { "type": "site", "site": "abc123" },
            "logo": "https://example.org/logo.svg", "sso": true, "ai": true, "inviteLinks": false,
            "useCase": "productDocs", "communityType": "education",
        });
        assert!(admin.patch(&org, &body).refused(409).contains("sso"), "without a provider nobody could sign in");
        Provider::of(test, &org, None);
        let after = admin.patch(&org, &body).ok();
        for name in ["title", "hostname", "defaultRole", "defaultContent", "sso", "ai", "inviteLinks", "useCase"] {
            assert_eq!(after[name], body[name], "{name}");
        }
        assert_eq!(after["emailDomains"], json!(["bücher.example", "example.org"]));
        assert_eq!((&after["urls"]["logo"], &after["communityType"]), (&body["logo"], &body["communityType"]));
        assert_eq!(admin.patch(&org, &json!({})).ok(), after);
        let cleared = json!({ "defaultContent": null, "logo": null, "communityType": null, "emailDomains": [] });
        let cleared = admin.patch(&org, &cleared).ok();
        assert!(cleared.get("defaultContent").is_none() && cleared.get("communityType").is_none());
        assert!(cleared["urls"].get("logo").is_none());
        for (name, value) in [
            ("title", json!("x")),
            ("title", json!(null)),
            ("hostname", json!("ab")),
            ("hostname", json!("x".repeat(33))),
            ("hostname", json!("Docs")),
            ("hostname", json!("a.b.c")),
            ("emailDomains", json!(["nowhere"])),
            ("emailDomains", json!(["gmail.com"])),
            ("emailDomains", json!((0..101).map(|n| format!("d{n}.example")).collect::<Vec<_>>())),
            ("defaultRole", json!("owner")),
            ("defaultContent", json!({ "type": "page", "site": "x" })),
            ("defaultContent", json!({ "type": "site", "site": "" })),
            ("logo", json!("javascript:alert(1)")),
            ("logo", json!(format!("https://e.org/{}", "x".repeat(2048)))),
            ("sso", json!("yes")),
            ("inviteLinks", json!(null)),
            ("useCase", json!("fun")),
        ] {
            let message = admin.patch(&org, &json!({ name: value })).refused(400);
            assert!(message.contains(name), "{name}: {message}");
        }
        let other = test.app.create_org("Other", "other").unwrap();
        assert!(admin.patch(&org, &json!({ "hostname": other.hostname })).refused(409).contains("hostname"));
        admin.patch(&org, &json!({ "hostname": "abc" })).ok();
    });
}

#[test]
fn a_deleted_organization_is_gone_at_once_and_for_good_after_a_week() {
    on_each_database(|test| {
        let admin = test.admin();
        let org = test.org();
        let space = test.new_space("x");
        let collection = admin.post(&format!("{org}/collections"), &json!({})).created();
        let collection = format!("/v1/collections/{}", collection["id"].as_str().unwrap());
        admin
            .put(&format!("{org}/teams"), &json!({ "title": "x", "members": [test.first.user.to_string()] }))
            .created();
        admin.post(&format!("{org}/link-invites"), &json!({ "role": "read" })).created();
        admin.patch(&org, &json!({ "emailDomains": ["example.org"] })).ok();
        test.upload("a.txt", b"text");
        let hostname = admin.get(&org).ok()["hostname"].clone();
        let content = format!("{space}/content");
        admin.get(&content).ok();
        for _ in 0..2 {
            admin.delete(&org).expect(204);
        }
        for path in [&org, &space, &collection, &content, &format!("{org}/members"), &format!("{org}/spaces")] {
            admin.get(path).refused(404);
        }
        assert_eq!(admin.get("/v1/orgs").ok()["count"], 0);
        assert_eq!(admin.get("/v1/email-domains/example.org/orgs").ok()["organizations"], json!([]));
        let next = admin.post("/v1/orgs", &json!({ "title": "Next" })).created();
        let next = format!("/v1/orgs/{}", next["id"].as_str().unwrap());
        admin.patch(&next, &json!({ "hostname": hostname })).ok();
        assert_eq!(test.run_jobs(), 0);
        test.clock.pass(Duration::from_hours(24 * 7));
        assert!(test.run_jobs() >= 1);
        assert_eq!(test.count_blob_files(), 0);
        admin.delete(&org).expect(204);
        admin.get(&next).ok();
    });
}

#[test]
fn the_permissions_of_an_organization_follow_the_role() {
    on_each_database(|test| {
        for (role, allowed) in [
            (None, vec!["view"]),
            (Some(Role::Read), vec!["view", "listMembers", "listTeams", "listIntegrations", "listInstallations"]),
        ] {
            let (_, token) =
                test.new_member(&format!("{role:?}@example.org").to_lowercase().replace(['(', ')'], ""), role);
            let shown = test.caller(Some(&token)).get(&test.org()).ok();
            for (name, value) in shown["permissions"].as_object().unwrap() {
                assert_eq!(*value, Value::Bool(allowed.contains(&name.as_str())), "{role:?} {name}");
            }
        }
    });
}
