//! Collections and the order of what is in them.

use proptest::prelude::*;
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

fn titles_of(list: &Value) -> Vec<&str> {
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
        assert_eq!(titles_of(&admin.get(&inside).ok()), ["A", "B", "C"]);
        let position = json!({ "position": { "before": { "type": "space", "space": spaces[0] } } });
        let moved = admin.post(&format!("/v1/spaces/{}/move", spaces[2]), &position).ok();
        assert_eq!(moved["parent"], top);
        assert_eq!(titles_of(&admin.get(&inside).ok()), ["C", "A", "B"]);
        let position = json!({ "position": { "after": { "type": "collection", "collection": nested } } });
        admin.post(&format!("/v1/spaces/{}/move", spaces[0]), &position).ok();
        assert_eq!(titles_of(&admin.get(&inside).ok()), ["C", "B", "A"]);
        // Between the same two again and again: there is always room.
        for n in 0..200 {
            let (item, target) = if n % 2 == 0 { (1, 0) } else { (0, 1) };
            let position = json!({ "position": { "before": { "type": "space", "space": spaces[target] } } });
            admin.post(&format!("/v1/spaces/{}/move", spaces[item]), &position).ok();
        }
        assert_eq!(titles_of(&admin.get(&inside).ok()), ["C", "A", "B"]);
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
        assert_eq!(titles_of(&top), ["c"]);
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

/// What a test keeps beside the product: the items of one parent in order.
fn moved(order: &mut Vec<usize>, item: usize, target: usize, is_before: bool) {
    order.retain(|other| *other != item);
    let at = order.iter().position(|other| *other == target).unwrap();
    order.insert(if is_before { at } else { at + 1 }, item);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]

    #[test]
    fn moves_do_what_a_list_would(moves in proptest::collection::vec((0usize..8, 0usize..8, any::<bool>()), 1..40)) {
        on_each_database(|test| {
            let top = new_collection(test, "Top", None);
            let titles: Vec<String> = (0..8).map(|n| n.to_string()).collect();
            let items: Vec<(bool, String)> = (0..8)
                .map(|n| {
                    let is_space = n % 3 != 0;
                    let make = if is_space { new_space } else { new_collection };
                    (is_space, make(test, &titles[n], Some(&top)))
                })
                .collect();
            let mut order: Vec<usize> = (0..8).collect();
            for (item, target, is_before) in moves.iter().copied().filter(|(item, target, _)| item != target) {
                let kind = |n: usize| if items[n].0 { "space" } else { "collection" };
                let side = if is_before { "before" } else { "after" };
                let place = json!({ "type": kind(target), kind(target): items[target].1 });
                let body = json!({ "position": { side: place } });
                let path = format!("/v1/{}s/{}/move", kind(item), items[item].1);
                test.admin().post(&path, &body).ok();
                moved(&mut order, item, target, is_before);
            }
            let list = test.admin().get(&format!("/v1/collections/{top}/spaces")).ok();
            let spaces: Vec<_> = order.iter().filter(|n| items[**n].0).map(|n| titles[*n].as_str()).collect();
            assert_eq!(titles_of(&list), spaces);
            let all = test.admin().get(&format!("{}/collections", test.org())).ok();
            let collections: Vec<_> = order.iter().filter(|n| !items[**n].0).map(|n| titles[*n].as_str()).collect();
            let shown: Vec<_> = titles_of(&all).into_iter().filter(|title| *title != "Top").collect();
            assert_eq!(shown, collections);
        });
    }
}

#[test]
fn moves_at_the_same_time_lose_nothing_and_make_no_cycle() {
    on_each_database(|test| {
        let caller = &quire_app::Caller::operator();
        let app = &test.app;
        let org = test.first.organization;
        let collections: Vec<_> = (0..6).map(|_| app.create_collection(caller, org, None, None).unwrap().id).collect();
        let spaces: Vec<_> =
            (0..6).map(|_| app.create_space(caller, org, &Default::default()).unwrap().space.id).collect();
        std::thread::scope(|scope| {
            for thread in 0..4usize {
                let (collections, spaces) = (&collections, &spaces);
                scope.spawn(move || {
                    for n in 0..20usize {
                        let pick = thread * 7 + n * 5;
                        let parent = quire_model::patch::Patch::Set(collections[(pick + 1) % 6]);
                        let to = quire_app::spaces::places::Move { parent, beside: None };
                        // Under itself is refused; too much contention is told. Nothing else may happen.
                        match app.move_collection(caller, collections[pick % 6], &to) {
                            Ok(_) | Err(quire_app::Error::Conflict(_) | quire_app::Error::Unavailable(_)) => {}
                            Err(other) => panic!("{other}"),
                        }
                        match app.move_space(caller, spaces[pick % 6], &to) {
                            Ok(_) | Err(quire_app::Error::Unavailable(_)) => {}
                            Err(other) => panic!("{other}"),
                        }
                    }
                });
            }
        });
        let list = test.admin().get(&format!("{}/collections", test.org())).ok();
        assert_eq!(list["items"].as_array().unwrap().len(), 6);
        // Whoever stands in a circle is not reached from the top.
        let mut reached = Vec::new();
        let mut found: Vec<Option<String>> = vec![None];
        while let Some(parent) = found.pop() {
            let children = list["items"].as_array().unwrap().iter();
            let children = children.filter(|item| item.get("parent").and_then(Value::as_str) == parent.as_deref());
            found.extend(children.map(|item| Some(item["id"].as_str().unwrap().to_owned())));
            reached.extend(parent);
        }
        assert_eq!(reached.len(), 6);
        assert_eq!(test.admin().get(&format!("{}/spaces", test.org())).ok()["count"], 6);
    });
}
