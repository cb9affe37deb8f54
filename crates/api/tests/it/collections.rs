//! Collections and the order of what is in them.

use quire_testkit::{TestApp, on_each_database};
use serde_json::{Value, json};

fn new_collection(test: &TestApp, title: &str, parent: Option<&str>) -> String {
    let mut body = json!({ "title": title });
    if let Some(parent) = parent {
        body["parent"] = parent.into();
    }
    let made = test.admin().post(&format!("{}/collections", test.org()), &body).created();
    made["id"].as_str().unwrap().to_owned()
}

fn new_space(test: &TestApp, title: &str, parent: Option<&str>) -> String {
    let mut body = json!({ "title": title });
    if let Some(parent) = parent {
        body["parent"] = parent.into();
    }
    let made = test.admin().post(&format!("{}/spaces", test.org()), &body).created();
    made["id"].as_str().unwrap().to_owned()
}

fn titles(list: &Value) -> Vec<&str> {
    list["items"].as_array().unwrap().iter().map(|item| item["title"].as_str().unwrap()).collect()
}

#[test]
fn a_collection_is_made_changed_and_removed() {
    on_each_database(|test| {
        let admin = test.admin();
        let made = admin.post(&format!("{}/collections", test.org()), &json!({ "title": "Guides" })).created();
        assert_eq!(made["object"], "collection");
        assert_eq!(made["defaultLevel"], "inherit");
        assert_eq!(
            made["permissions"],
            json!({ "view": true, "admin": true, "viewInviteLinks": true, "create": true })
        );
        let path = format!("/v1/collections/{}", made["id"].as_str().unwrap());
        let body = json!({ "title": "Books", "description": "All of them", "defaultLevel": "comment" });
        let changed = admin.patch(&path, &body).ok();
        assert_eq!(
            (&changed["title"], &changed["description"], &changed["defaultLevel"]),
            (&"Books".into(), &"All of them".into(), &"comment".into())
        );
        let cleared = admin.patch(&path, &json!({ "description": null, "defaultLevel": null })).ok();
        assert!(cleared.get("description").is_none());
        assert_eq!(cleared["defaultLevel"], Value::Null);
        assert_eq!(admin.get(&path).ok(), cleared);
        let space = new_space(test, "Inside", Some(path.trim_start_matches("/v1/collections/")));
        for _ in 0..2 {
            admin.delete(&path).expect(204);
        }
        admin.get(&path).refused(404);
        let deleted = admin.get(&format!("/v1/spaces/{space}")).ok();
        assert!(deleted["deletedAt"].is_string());
        let back = admin.post(&format!("/v1/spaces/{space}/restore"), &json!({})).ok();
        assert!(back.get("parent").is_none(), "it is where the collection was");
    });
}

#[test]
fn bounds_of_texts_are_told_with_the_field() {
    on_each_database(|test| {
        let admin = test.admin();
        let path = format!("{}/collections", test.org());
        let edge = "e\u{301}".repeat(25);
        let made = admin.post(&path, &json!({ "title": edge })).created();
        assert_eq!(made["title"], edge);
        let message = admin.post(&path, &json!({ "title": "x".repeat(51) })).refused(400);
        assert!(message.contains("title") && message.contains("50"), "{message}");
        let one = format!("/v1/collections/{}", made["id"].as_str().unwrap());
        admin.patch(&one, &json!({ "description": "م".repeat(100) })).ok();
        let message = admin.patch(&one, &json!({ "description": "م".repeat(101) })).refused(400);
        assert!(message.contains("description") && message.contains("100"), "{message}");
        for body in [json!({ "title": null }), json!({ "title": 3 }), json!({ "defaultLevel": "owner" })] {
            admin.patch(&one, &body).refused(400);
        }
    });
}

#[test]
fn spaces_and_collections_share_one_order() {
    on_each_database(|test| {
        let admin = test.admin();
        let top = new_collection(test, "Top", None);
        let spaces = ["A", "B", "C"].map(|title| new_space(test, title, Some(&top)));
        let nested = new_collection(test, "Nested", Some(&top));
        let inside = format!("/v1/collections/{top}/spaces");
        assert_eq!(titles(&admin.get(&inside).ok()), ["A", "B", "C"]);
        let position = json!({ "position": { "before": { "type": "space", "space": spaces[0] } } });
        let moved = admin.post(&format!("/v1/spaces/{}/move", spaces[2]), &position).ok();
        assert_eq!(moved["parent"], top);
        assert_eq!(titles(&admin.get(&inside).ok()), ["C", "A", "B"]);
        let position = json!({ "position": { "after": { "type": "collection", "collection": nested } } });
        admin.post(&format!("/v1/spaces/{}/move", spaces[0]), &position).ok();
        assert_eq!(titles(&admin.get(&inside).ok()), ["C", "B", "A"]);
        // Between the same two again and again: there is always room.
        for n in 0..200 {
            let (item, target) = if n % 2 == 0 { (1, 0) } else { (0, 1) };
            let position = json!({ "position": { "before": { "type": "space", "space": spaces[target] } } });
            admin.post(&format!("/v1/spaces/{}/move", spaces[item]), &position).ok();
        }
        assert_eq!(titles(&admin.get(&inside).ok()), ["C", "A", "B"]);
    });
}

#[test]
fn a_place_must_be_beside_one_other_thing_with_the_same_parent() {
    on_each_database(|test| {
        let admin = test.admin();
        let top = new_collection(test, "Top", None);
        let (inside, outside) = (new_space(test, "in", Some(&top)), new_space(test, "out", None));
        let path = format!("/v1/spaces/{inside}/move");
        let at = |space: &str| json!({ "type": "space", "space": space });
        for body in [
            json!({}),
            json!({ "position": {} }),
            json!({ "position": { "before": at(&outside) } }),
            json!({ "position": { "before": at(&inside) } }),
            json!({ "position": { "before": at("nothing") } }),
            json!({ "position": { "before": at(&inside), "after": at(&outside) } }),
            json!({ "position": { "before": { "type": "page", "space": outside } } }),
        ] {
            let message = admin.post(&path, &body).refused(400);
            assert!(message.contains("position"), "{body}: {message}");
        }
        admin.post(&path, &json!({ "parent": null, "position": { "before": at(&outside) } })).ok();
        admin.post(&path, &json!({ "parent": "nothing" })).refused(404);
    });
}

#[test]
fn a_collection_does_not_go_into_itself() {
    on_each_database(|test| {
        let admin = test.admin();
        let a = new_collection(test, "a", None);
        let b = new_collection(test, "b", Some(&a));
        let c = new_collection(test, "c", Some(&b));
        for parent in [&a, &b, &c] {
            let message = admin.post(&format!("/v1/collections/{a}/move"), &json!({ "parent": parent })).refused(409);
            assert!(message.contains("parent"), "{message}");
        }
        admin.post(&format!("/v1/collections/{c}/move"), &json!({ "parent": null })).ok();
        let moved = admin.post(&format!("/v1/collections/{a}/move"), &json!({ "parent": c })).ok();
        assert_eq!(moved["parent"], c);
        let top = admin.get(&format!("{}/collections?nested=false", test.org())).ok();
        assert_eq!(titles(&top), ["c"]);
        let all = admin.get(&format!("{}/collections", test.org())).ok();
        assert_eq!(all["count"], 3);
    });
}

#[test]
fn a_transfer_takes_content_and_history_along() {
    on_each_database(|test| {
        let admin = test.admin();
        let other = test.app.create_org("Other", "other").unwrap();
        let top = new_collection(test, "Top", None);
        let nested = new_collection(test, "Nested", Some(&top));
        let space = format!("/v1/spaces/{}", new_space(test, "Docs", Some(&nested)));
        test.import(&space, &quire_testkit::Files::of(&[("home.md", "# Home\n"), ("a.txt", "text")]));
        let before = admin.get(&format!("{space}/content")).ok();
        let path = format!("/v1/collections/{top}/transfer");
        let body = json!({ "organization": other.id.to_string() });
        admin.post(&path, &body).refused(412);
        admin.post(&path, &json!({ "organization": "nothing" })).refused(412);
        test.app.add_member(other.id, test.first.user, Some(quire_model::roles::Role::Create)).unwrap();
        let moved = admin.post(&path, &body).ok();
        assert_eq!(moved["organization"], other.id.to_string());
        let shown = admin.get(&space).ok();
        assert_eq!((&shown["organization"], &shown["parent"]), (&other.id.to_string().into(), &nested.clone().into()));
        test.app.collect(test.first.organization).unwrap();
        let after = admin.get(&format!("{space}/content")).ok();
        assert_eq!(before["pages"], after["pages"]);
        let page = before["pages"][0]["id"].as_str().unwrap();
        assert_eq!(admin.get(&format!("{space}/content/page/{page}?format=markdown")).ok()["markdown"], "# Home\n");
        admin.get(before["files"][0]["downloadURL"].as_str().unwrap()).expect_bytes(b"text");
        assert_eq!(admin.get(&format!("{space}/revisions")).ok()["count"], 2);
        assert_eq!(admin.get(&format!("{}/collections", test.org())).ok()["count"], 0);
        // One more time, to where it is already.
        admin.post(&path, &body).ok();
    });
}
