//! Spaces and their life.

use std::time::Duration;

use quire_testkit::{Files, on_each_database};
use serde_json::json;

#[test]
fn a_space_is_created_shown_listed_and_changed() {
    on_each_database(|test| {
        let admin = test.admin();
        let spaces = format!("{}/spaces", test.org());
        let made = admin.post(&spaces, &json!({ "title": "Guide", "emoji": "🧭", "language": "pt-br" })).created();
        let path = format!("/v1/spaces/{}", made["id"].as_str().unwrap());
        assert_eq!(made["editMode"], "locked");
        assert_eq!(made["defaultLevel"], "inherit");
        assert_eq!(made["visibility"], "private");
        assert_eq!(made["permissions"]["admin"], true);
        assert_eq!(admin.get(&path).ok(), made);
        assert_eq!(admin.get(&spaces).ok()["items"], json!([made]));

        test.clock.pass(Duration::from_secs(1));
        let change = json!({ "title": "", "editMode": "live", "defaultLevel": null });
        let changed = admin.patch(&path, &change).ok();
        assert_eq!(changed["title"], "");
        assert_eq!(changed["editMode"], "live");
        assert_eq!(changed["defaultLevel"], json!(null));
        assert_eq!(changed["emoji"], "🧭");
        assert_ne!(changed["updatedAt"], made["updatedAt"]);
        assert_eq!(admin.get(&path).ok(), changed);
        assert_eq!(admin.patch(&path, &json!({})).ok(), changed);
    });
}

#[test]
fn whoever_may_not_create_a_space_leaves_none_behind() {
    on_each_database(|test| {
        let new = json!({ "name": "reader", "scopes": ["read"] });
        let made = test.admin().post("/v1/user/tokens", &new).created();
        let spaces = format!("{}/spaces", test.org());
        test.caller(made["secret"].as_str()).post(&spaces, &json!({})).refused(403);
        assert_eq!(test.admin().get(&spaces).ok()["items"], json!([]));
    });
}

#[test]
fn bad_fields_are_named_with_their_bounds() {
    on_each_database(|test| {
        let admin = test.admin();
        let path = test.new_space("x");
        let at_edge = "ü".repeat(50);
        admin.patch(&path, &json!({ "title": at_edge })).ok();
        let over = admin.patch(&path, &json!({ "title": format!("{at_edge}x") })).refused(400);
        assert!(over.contains("title") && over.contains("50"), "{over}");
        for (body, field) in [
            (json!({ "title": null }), "title"),
            (json!({ "title": 7 }), "title"),
            (json!({ "title": "a\0b" }), "title"),
            (json!({ "emoji": "" }), "emoji"),
            (json!({ "editMode": "open" }), "editMode"),
            (json!({ "language": "xx" }), "language"),
            (json!({ "defaultLevel": "owner" }), "defaultLevel"),
        ] {
            let refused = admin.patch(&path, &body).refused(400);
            assert!(refused.contains(field), "{body}: {refused}");
        }
        assert_eq!(admin.get(&path).ok()["title"], at_edge);
    });
}

#[test]
fn a_deleted_space_can_be_restored_for_seven_days() {
    on_each_database(|test| {
        let admin = test.admin();
        let path = test.new_space("Short-lived");
        assert!(admin.post(&format!("{path}/restore"), &json!({})).refused(409).contains("not deleted"));
        admin.delete(&path).expect(204);
        admin.delete(&path).expect(204);
        assert!(admin.get(&path).ok()["deletedAt"].is_string());
        admin.get(&format!("{path}/content/pages")).refused(404);
        admin.patch(&path, &json!({ "title": "x" })).refused(404);
        assert_eq!(admin.get(&format!("{}/spaces", test.org())).ok()["items"], json!([]));

        test.clock.pass(Duration::from_hours(7 * 24 - 1));
        test.run_jobs();
        assert_eq!(admin.post(&format!("{path}/restore"), &json!({})).ok()["deletedAt"], json!(null));
        admin.get(&format!("{path}/content/pages")).ok();

        // The work that the first deletion asked for finds a living space.
        test.clock.pass(Duration::from_hours(2));
        assert_eq!(test.run_jobs(), 1);
        admin.get(&path).ok();
    });
}

#[test]
fn after_seven_days_a_deleted_space_is_gone_and_what_others_use_stays() {
    on_each_database(|test| {
        let admin = test.admin();
        let (doomed, kept) = (test.new_space("Doomed"), test.new_space("Kept"));
        let shared = ("shared.md", "# Shared\n\nBoth have this.\n");
        test.import(&doomed, &Files::of(&[shared, ("own.md", "# Own\n"), ("a.png", "not shared")]));
        test.import(&kept, &Files::of(&[shared, ("b.png", "kept")]));
        admin.delete(&doomed).expect(204);
        test.clock.pass(Duration::from_hours(7 * 24));
        admin.post(&format!("{doomed}/restore"), &json!({})).refused(404);
        assert_eq!(test.run_jobs(), 1);
        admin.get(&doomed).refused(404);

        let page = admin.get(&format!("{kept}/content/path/shared?format=markdown")).ok();
        assert_eq!(page["markdown"], "# Shared\n\nBoth have this.\n");
        let file = admin.get(&format!("{kept}/content/files")).ok()["items"][0].clone();
        assert_eq!(test.caller(None).get(file["downloadURL"].as_str().unwrap()).body, b"kept");
        assert_eq!(test.count_blob_files(), 1);
        assert_eq!(test.run_jobs(), 0);
        let nothing = quire_app::operations::purge::Collected::default();
        assert_eq!(test.app.collect(test.first.organization).unwrap(), nothing);
    });
}

#[test]
fn lists_are_paged_by_cursors_that_only_the_server_can_make() {
    on_each_database(|test| {
        let admin = test.admin();
        let spaces = format!("{}/spaces", test.org());
        let made: Vec<String> = (0..5).map(|n| test.new_space(&format!("Space {n}"))).collect();
        let ids = |page: &serde_json::Value| -> Vec<String> {
            let items = page["items"].as_array().unwrap();
            items.iter().map(|space| format!("/v1/spaces/{}", space["id"].as_str().unwrap())).collect()
        };
        let first = admin.get(&format!("{spaces}?limit=2")).ok();
        assert_eq!((ids(&first), first["count"].as_u64()), (made[..2].to_vec(), Some(5)));
        assert!(first.get("previous").is_none());
        let cursor = first["next"]["page"].as_str().unwrap();

        // What comes and goes between two calls shifts nothing.
        admin.delete(&made[0]).expect(204);
        let second = admin.get(&format!("{spaces}?limit=2&page={cursor}")).ok();
        assert_eq!(ids(&second), made[2..4]);
        let back = second["previous"]["page"].as_str().unwrap();
        assert_eq!(ids(&admin.get(&format!("{spaces}?limit=2&page={back}")).ok()), made[1..2]);
        let on = second["next"]["page"].as_str().unwrap();
        let last = admin.get(&format!("{spaces}?limit=2&page={on}")).ok();
        assert_eq!(ids(&last), made[4..]);
        assert!(last.get("next").is_none());

        assert_eq!(ids(&admin.get(&format!("{spaces}?limit=0")).ok()), Vec::<String>::new());
        for wrong in ["limit=1001", "limit=-1", "limit=x", "page=x"] {
            let refused = admin.get(&format!("{spaces}?{wrong}")).refused(400);
            assert!(refused.contains(wrong.split('=').next().unwrap()), "{refused}");
        }
        admin.get(&format!("/v1/user/tokens?page={cursor}")).refused(400);
    });
}

#[test]
fn a_duplicate_has_the_content_and_a_history_of_its_own() {
    on_each_database(|test| {
        let admin = test.admin();
        let space = test.new_space("Docs");
        test.import(&space, &quire_testkit::Files::of(&[("home.md", "# Home\n"), ("a.txt", "text")]));
        let copy = admin.post(&format!("{space}/duplicate"), &json!({})).created();
        assert_eq!((&copy["title"], &copy["defaultLevel"]), (&"Docs".into(), &"inherit".into()));
        let copy = format!("/v1/spaces/{}", copy["id"].as_str().unwrap());
        let page = format!("{copy}/content/path/home?format=markdown");
        assert_eq!(admin.get(&page).ok()["markdown"], "# Home\n");
        assert_eq!(admin.get(&format!("{copy}/revisions")).ok()["count"], 1);
        test.import(&space, &quire_testkit::Files::of(&[("home.md", "# Other\n")]));
        assert_eq!(admin.get(&page).ok()["markdown"], "# Home\n");
        admin.delete(&space).expect(204);
        test.clock.pass(std::time::Duration::from_hours(8 * 24));
        test.run_jobs();
        assert_eq!(admin.get(&page).ok()["markdown"], "# Home\n");
        let file = admin.get(&format!("{copy}/content/files")).ok()["items"][0]["downloadURL"].clone();
        admin.get(file.as_str().unwrap()).expect_bytes(b"text");
    });
}
