//! Templates: what ships with the program, spaces as templates, and what they begin.

use quire_model::roles::Role;
use quire_testkit::{Files, on_each_database};
use serde_json::json;

#[test]
fn what_ships_is_whole() {
    on_each_database(|test| {
        let admin = test.admin();
        let templates = admin.get(&format!("{}/templates", test.org())).ok();
        let ids: Vec<_> = templates["items"].as_array().unwrap().iter().map(|it| it["id"].as_str().unwrap()).collect();
        assert_eq!(ids, ["product-docs", "api-reference", "knowledge-base"]);
        for id in ids {
            let space = test.new_space(id);
            let apply = || {
                admin.post(&format!("{space}/content/template"), &json!({ "id": id, "params": { "contentRefs": {} } }))
            };
            apply().expect(204);
            let content = admin.get(&format!("{space}/content")).ok();
            assert!(content["pages"].as_array().unwrap().len() > 2, "{id}");
            assert!(!content["variables"].as_object().unwrap().is_empty());
            assert_eq!(content["reusableContents"].as_array().unwrap().len(), 1);
            // Every link of every page leads somewhere.
            let mut open = content["pages"].as_array().unwrap().clone();
            while let Some(page) = open.pop() {
                open.extend(page["pages"].as_array().unwrap().iter().cloned());
                if page["type"] != "document" {
                    continue;
                }
                let path = format!("{space}/content/page/{}/document", page["id"].as_str().unwrap());
                let document = admin.get(&path).ok().to_string();
                assert!(
                    !document.contains(".md\"") && !document.contains(".gitbook"),
                    "{} of {id}: {document}",
                    page["path"]
                );
                assert!(!document.contains("\"raw\""), "{} of {id}: {document}", page["path"]);
            }
            let told = apply().refused(409);
            assert!(told.contains("has content"), "{told}");
        }
        let space = test.new_space("x");
        admin.post(&format!("{space}/content/template"), &json!({ "id": "nothing" })).refused(404);
        admin.post(&format!("{space}/content/template"), &json!({})).refused(400);
    });
}

#[test]
fn a_space_begins_with_a_template_or_empty() {
    on_each_database(|test| {
        let admin = test.admin();
        let all = format!("{}/spaces", test.org());
        let made = admin.post(&all, &json!({ "title": "Docs", "template": { "id": "product-docs" } })).created();
        let content = admin.get(&format!("/v1/spaces/{}/content", made["id"].as_str().unwrap())).ok();
        assert_eq!(content["pages"][0]["title"], "Welcome");
        assert_eq!((&content["id"], &content["parents"]), (&made["revision"], &json!([])));
        let download = content["files"][0]["downloadURL"].as_str().unwrap();
        assert_eq!(test.caller(None).get(download).status, 200);
        let empty = admin.post(&all, &json!({ "empty": true })).created();
        let pages = admin.get(&format!("/v1/spaces/{}/content/pages", empty["id"].as_str().unwrap())).ok();
        assert_eq!(pages["pages"], json!([]));
        let count = admin.get(&all).ok()["count"].clone();
        admin.post(&all, &json!({ "template": { "id": "nothing" } })).refused(404);
        admin.post(&all, &json!({ "empty": true, "template": { "id": "product-docs" } })).refused(400);
        assert_eq!(admin.get(&all).ok()["count"], count);
    });
}

#[test]
fn a_space_can_be_a_template() {
    on_each_database(|test| {
        let admin = test.admin();
        let space = test.new_space("House style");
        test.import(&space, &Files::of(&[("home.md", "# Home\n"), ("a.txt", "text")]));
        let id = space.trim_start_matches("/v1/spaces/").to_owned();
        let all = format!("{}/spaces", test.org());
        admin.post(&all, &json!({ "template": { "id": id } })).refused(404);
        assert_eq!(admin.patch(&space, &json!({ "isTemplate": true })).ok()["isTemplate"], true);
        let templates = admin.get(&format!("{}/templates?limit=1", test.org())).ok();
        assert_eq!(templates["count"], 4);
        let listed = admin.get(&format!("{}/templates", test.org())).ok();
        assert_eq!((&listed["items"][3]["id"], &listed["items"][3]["title"]), (&json!(id), &json!("House style")));
        let made = admin.post(&all, &json!({ "template": { "id": id } })).created();
        assert_eq!(made["isTemplate"], false);
        let path = format!("/v1/spaces/{}/content", made["id"].as_str().unwrap());
        assert_eq!(admin.get(&format!("{path}/path/home?format=markdown")).ok()["markdown"], "# Home\n");
        let other = test.new_space("Other");
        admin.post(&format!("{other}/content/template"), &json!({ "id": id })).expect(204);
        assert_eq!(admin.get(&format!("{other}/content/files")).ok()["count"], 1);
        // Who can't see the space can't begin with it.
        admin.patch(&space, &json!({ "defaultLevel": null })).ok();
        let (_, token) = test.new_member("creator@example.org", Some(Role::Create));
        let creator = test.caller(Some(&token));
        assert_eq!(creator.get(&format!("{}/templates", test.org())).ok()["count"], 3);
        creator.post(&all, &json!({ "template": { "id": id } })).refused(404);
    });
}
