//! Notes of writers on specifications: set, listed, deleted, orphaned, and as overlays.

use std::sync::Barrier;

use quire_model::roles::Role;
use quire_testkit::{TestApp, on_each_database};
use serde_json::{Value, json};

const PETS: &str = "openapi: 3.1.0
info: {title: Pets, version: '1'}
paths:
  /pets:
    get:
      operationId: list
      description: All pets.
      parameters: [{name: limit, in: query, schema: {type: integer}}]
      responses: {200: {description: ok}}
    post: {responses: {201: {description: ok}}}
components: {schemas: {Pet: {type: object, properties: {name: {type: string}}}}}
";

fn path(test: &TestApp) -> String {
    format!("{}/openapi/pets", test.org())
}

fn publish(test: &TestApp, document: &str) {
    let body = json!({ "source": { "text": document } });
    assert!(test.admin().put(&path(test), &body).status.is_success());
    assert_eq!(test.process_openapi_specs(), 1);
}

fn put(test: &TestApp, target: &Value, markdown: &str) -> quire_testkit::Answer {
    test.admin().put(&format!("{}/notes", path(test)), &json!({ "target": target, "markdown": markdown }))
}

/// The notes with their texts and whether they are orphans.
fn listed(test: &TestApp) -> Vec<(String, bool)> {
    let notes = test.admin().get(&format!("{}/notes", path(test))).ok();
    let shown = |it: &Value| (it["markdown"].as_str().unwrap().to_owned(), it["isOrphan"].as_bool().unwrap());
    notes["items"].as_array().unwrap().iter().map(shown).collect()
}

#[test]
fn notes_are_set_listed_and_deleted() {
    on_each_database(|test| {
        publish(test, PETS);
        let by_call = json!({ "kind": "operation", "call": { "method": "GET", "path": "/pets" } });
        let made = put(test, &by_call, "One.").created();
        let whole = json!({ "kind": "operation", "operationId": "list", "call": { "method": "get", "path": "/pets" } });
        assert_eq!((&made["object"], &made["target"]), (&"openapi-note".into(), &whole));
        assert_eq!((&made["placement"], &made["isOrphan"]), (&"after".into(), &false.into()));
        // The same operation by another name is the same target.
        let again = put(test, &json!({ "kind": "operation", "operationId": "list" }), "Two.").ok();
        assert_eq!((&again["id"], &again["markdown"]), (&made["id"], &"Two.".into()));
        let parameter =
            json!({ "kind": "operation", "operationId": "list", "parameter": { "in": "query", "name": "limit" } });
        put(test, &parameter, "Limit.").created();
        put(test, &json!({ "kind": "operation", "call": { "method": "post", "path": "/pets" } }), "Post.").created();
        put(test, &json!({ "kind": "schema", "schema": "Pet", "property": ["name"] }), "Name.").created();
        put(test, &json!({ "kind": "schema", "schema": "Cat" }), "Cat.").created();
        let notes = format!("{}/notes", path(test));
        let page = test.admin().get(&format!("{notes}?limit=2")).ok();
        assert_eq!((&page["count"], page["items"].as_array().unwrap().len()), (&5.into(), 2));
        let expected = [("Two.", false), ("Limit.", false), ("Post.", false), ("Name.", false), ("Cat.", true)];
        assert_eq!(listed(test), expected.map(|(text, orphan)| (text.to_owned(), orphan)));

        // A version without them makes orphans, and one that has them again brings them back.
        publish(test, "openapi: 3.1.0\ninfo: {title: Pets, version: '2'}\npaths: {}\n");
        assert!(listed(test).iter().all(|(_, is_orphan)| *is_orphan));
        publish(test, PETS);
        assert_eq!(listed(test).iter().filter(|(_, is_orphan)| *is_orphan).count(), 1);

        let one = format!("{notes}/{}", made["id"].as_str().unwrap());
        for _ in 0..2 {
            test.admin().delete(&one).expect(204);
        }
        assert_eq!(listed(test).len(), 4);
        for (target, told) in [
            (json!({ "kind": "operation" }), "target: must have operationId, or call with method and path"),
            (
                json!({ "kind": "schema", "schema": "A", "property": vec!["x"; 21] }),
                "target.property: must be at most 20 names",
            ),
        ] {
            assert_eq!(put(test, &target, "x").refused(400), told);
        }
        put(test, &json!({ "kind": "schema", "schema": "" }), "x").refused(400);
        put(test, &json!({ "kind": "tag", "tag": "x" }), "x").refused(400);
        put(test, &json!({ "kind": "schema", "schema": "A" }), &"x".repeat(20_001)).refused(400);
        test.admin().get(&format!("{}/openapi/cats/notes", test.org())).refused(404);
    });
}

#[test]
fn notes_need_the_role_of_those_who_manage_the_specification() {
    on_each_database(|test| {
        publish(test, PETS);
        let body = json!({ "target": { "kind": "schema", "schema": "Pet" }, "markdown": "x" });
        let notes = format!("{}/notes", path(test));
        let token = |role| test.new_member(&format!("{role:?}@example.org"), Some(role)).1;
        test.caller(Some(&token(Role::Edit))).put(&notes, &body).refused(403);
        test.caller(Some(&token(Role::Create))).put(&notes, &body).created();
        test.caller(Some(&token(Role::Read))).get(&notes).ok();
    });
}

#[test]
fn notes_travel_as_overlays() {
    on_each_database(|test| {
        publish(test, PETS);
        let overlay = format!("{}/overlay", path(test));
        put(test, &json!({ "kind": "operation", "operationId": "list" }), "More.").created();
        put(test, &json!({ "kind": "schema", "schema": "Cat" }), "Kept.").created();
        let document = test.admin().get(&overlay).ok();
        assert_eq!((&document["overlay"], &document["info"]["title"]), (&"1.0.0".into(), &"Notes on pets".into()));
        let first = &document["actions"][0];
        assert_eq!(first["target"], "$.paths['/pets'].get");
        assert_eq!(first["update"], json!({ "description": "All pets.\n\nMore." }));
        // What was exported changes nothing when it is imported.
        let before = test.admin().get(&format!("{}/notes", path(test))).ok()["items"][0]["id"].clone();
        assert_eq!(test.admin().put(&overlay, &document).ok(), json!({ "notes": 2 }));
        assert_eq!(listed(test), [("More.".to_owned(), false), ("Kept.".to_owned(), true)]);
        assert_eq!(test.admin().get(&format!("{}/notes", path(test))).ok()["items"][0]["id"], before);
        assert_eq!(test.admin().get(&overlay).ok(), document);

        let other = json!({ "overlay": "1.1.0", "info": { "title": "x", "version": "1" }, "actions": [
            { "target": "$.paths['/pets'].post", "update": { "description": "New." } },
            { "target": "$.paths['/pets'].get.description", "remove": true },
        ] });
        assert_eq!(test.admin().put(&overlay, &other).ok(), json!({ "notes": 2 }));
        // The note on the same operation stays the older one.
        assert_eq!(listed(test), [(String::new(), false), ("New.".to_owned(), false)]);
        let refused = json!({ "overlay": "1.0.0", "actions": [{ "target": "$.paths[*].get", "remove": true }] });
        let told = test.admin().put(&overlay, &refused).refused(400);
        assert!(told.starts_with("actions[0]: target: the path must name one thing"), "{told}");
        assert_eq!(listed(test).len(), 2, "what is refused changes nothing");
    });
}

#[test]
fn two_who_save_at_once_lose_nothing() {
    on_each_database(|test| {
        publish(test, PETS);
        let barrier = Barrier::new(4);
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let barrier = &barrier;
                scope.spawn(move || {
                    barrier.wait();
                    for n in 0..5 {
                        let target = json!({ "kind": "schema", "schema": format!("S{thread}-{n}") });
                        put(test, &target, "x").created();
                    }
                });
            }
        });
        assert_eq!(listed(test).len(), 20);
    });
}

#[test]
fn notes_follow_their_operations_and_no_other() {
    on_each_database(|test| {
        let document = |paths: &str| {
            publish(test, &format!("openapi: 3.1.0\ninfo: {{title: A, version: '1'}}\npaths: {{{paths}}}\n"));
        };
        let by_call = |path: &str| json!({ "kind": "operation", "call": { "method": "get", "path": path } });
        document("/a: {get: {operationId: a}}, /b: {get: {}}, /c: {get: {operationId: c}}");
        for path in ["/a", "/b", "/c"] {
            put(test, &by_call(path), path).created();
        }
        let found = || {
            let notes = test.admin().get(&format!("{}/notes", path(test))).ok();
            let shown = |it: &Value| {
                let target = &it["target"];
                let (id, path) =
                    (target["operationId"].as_str().unwrap_or("-"), target["call"]["path"].as_str().unwrap());
                format!("{} {id} {path} {}", it["markdown"].as_str().unwrap(), it["isOrphan"])
            };
            notes["items"].as_array().unwrap().iter().map(shown).collect::<Vec<_>>()
        };
        // One moved, another operation is at its path; one got an identifier; of one it is another one.
        document(
            "/moved: {get: {operationId: a}}, /a: {get: {operationId: z}}, /b: {get: {operationId: b}}, /c: {get: {operationId: other}}",
        );
        assert_eq!(found(), ["/a a /moved false", "/b b /b false", "/c c /c true"]);
        document("/moved: {get: {operationId: a}}, /b: {get: {operationId: c}}, /other: {get: {operationId: b}}");
        assert_eq!(found(), ["/a a /moved false", "/b b /other false", "/c c /b false"]);
        // A note on what is there now is another one.
        document("/moved: {get: {operationId: new}}");
        assert_eq!(found(), ["/a a /moved true", "/b b /other true", "/c c /b true"]);
        put(test, &by_call("/moved"), "New").created();
        assert_eq!(found().len(), 4);
        document("/moved: {get: {operationId: new}}, /back: {get: {operationId: a}}");
        assert_eq!(found()[0], "/a a /back false");
        test.run_jobs();
        assert_eq!(found().len(), 4, "the notes are kept");
    });
}
