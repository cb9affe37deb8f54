//! Notes of writers: where they are added, which are orphans, and how they travel as overlays.

use proptest::prelude::*;
use quire_openapi::notes::{Note, Parameter, Placed, Placement, Target, overlay, place};
use quire_openapi::{Call, Index};
use serde_json::{Value, json};

use super::value;

const PETS: &str = r##"
openapi: 3.1.0
info: { title: Pets, version: "1" }
paths:
  /pets/{id}:
    parameters: [{ name: id, in: path, required: true, description: The number., schema: { type: string } }]
    get:
      operationId: readPet
      description: Reads.
      parameters: [{ $ref: "#/components/parameters/Trace" }, { name: deep, in: query, schema: { type: string } }]
      responses: {}
    delete: { responses: {} }
webhooks:
  sold: { post: { operationId: sold, responses: {} } }
components:
  parameters: { Trace: { name: X-Trace, in: header, schema: { type: string } } }
  schemas:
    Pet:
      type: object
      description: A pet.
      properties:
        name: { type: string, description: Its name. }
        owner: { $ref: "#/components/schemas/Owner" }
        friends: { type: array, items: { $ref: "#/components/schemas/Pet" } }
    Owner: { description: Somebody., allOf: [{ properties: { mail: { type: string } } }] }
"##;

fn index(document: &Value) -> Index {
    Index::of(&serde_json::to_vec(document).unwrap())
}

fn note(target: Target, text: &str, placement: Placement) -> Note {
    Note { target, text: text.to_owned(), placement }
}

fn operation(id: Option<&str>, call: Option<Call>) -> Target {
    Target::Operation { id: id.map(str::to_owned), call, parameter: None }
}

fn parameter(of: &str, place: &str, name: &str) -> Target {
    let parameter = Some(Parameter { place: place.to_owned(), name: name.to_owned() });
    Target::Operation { id: Some(of.to_owned()), call: None, parameter }
}

fn schema(name: &str, property: &[&str]) -> Target {
    Target::Schema { name: name.to_owned(), property: property.iter().map(|it| (*it).to_owned()).collect() }
}

/// Returns the description at a pointer after one note.
fn noted(target: Target, placement: Placement, at: &str) -> String {
    let mut document = value(PETS);
    let call = Call::new(false, "/pets/{id}", "get");
    let placed = Placed::of(&index(&document), vec![note(target, "Noted.", placement)]);
    placed.add_to(&mut document, Some(&call));
    document.pointer(at).and_then(Value::as_str).unwrap_or("nothing").to_owned()
}

#[test]
fn notes_are_added_to_descriptions() {
    let get = "/paths/~1pets~1{id}/get/description";
    let read = || operation(Some("readPet"), None);
    assert_eq!(noted(read(), Placement::After, get), "Reads.\n\nNoted.");
    assert_eq!(noted(read(), Placement::Before, get), "Noted.\n\nReads.");
    assert_eq!(noted(read(), Placement::Instead, get), "Noted.");
    let by_call = operation(None, Some(Call::new(false, "/pets/{id}", "GET"))).completed(&index(&value(PETS)));
    assert_eq!(noted(by_call, Placement::After, get), "Reads.\n\nNoted.");
    let shared = "/components/parameters/Trace/description";
    assert_eq!(noted(parameter("readPet", "header", "x-trace"), Placement::After, shared), "Noted.");
    let of_path = "/paths/~1pets~1{id}/parameters/0/description";
    assert_eq!(noted(parameter("readPet", "path", "id"), Placement::After, of_path), "The number.\n\nNoted.");
    let pet = "/components/schemas/Pet";
    assert_eq!(noted(schema("Pet", &[]), Placement::After, &format!("{pet}/description")), "A pet.\n\nNoted.");
    let name = format!("{pet}/properties/name/description");
    assert_eq!(noted(schema("Pet", &["friends", "name"]), Placement::After, &name), "Its name.\n\nNoted.");
    // The text of a reference is its own: other uses of the target keep theirs.
    let owner = format!("{pet}/properties/owner/description");
    assert_eq!(noted(schema("Pet", &["owner"]), Placement::After, &owner), "Somebody.\n\nNoted.");
    let mail = "/components/schemas/Owner/allOf/0/properties/mail/description";
    assert_eq!(noted(schema("Pet", &["owner", "mail"]), Placement::After, mail), "Noted.");
}

#[test]
fn notes_of_other_operations_are_left_out() {
    let mut document = value(PETS);
    let notes = vec![note(operation(Some("sold"), None), "x", Placement::After)];
    let placed = Placed::of(&index(&document), notes);
    let before = document.clone();
    placed.add_to(&mut document, Some(&Call::new(false, "/pets/{id}", "get")));
    assert_eq!(document, before);
    placed.add_to(&mut document, Some(&Call::new(true, "sold", "post")));
    assert_eq!(document.pointer("/webhooks/sold/post/description"), Some(&json!("x")));
}

#[test]
fn an_operation_is_known_by_its_identifier_then_by_its_call() {
    let document = value(PETS);
    let index = index(&document);
    let call = |path: &str, method: &str| Call::new(false, path, method);
    let found = |target: Target| Placed::of(&index, vec![note(target, "", Placement::After)]).call(0).cloned();
    let (get, delete) = (call("/pets/{id}", "get"), call("/pets/{id}", "delete"));
    assert_eq!(found(operation(Some("readPet"), Some(call("/other", "get")))), Some(get.clone()), "it moved");
    assert_eq!(found(operation(Some("gone"), Some(get.clone()))), None, "another operation is there");
    assert_eq!(found(operation(Some("gone"), Some(delete.clone()))), Some(delete.clone()), "it lost its identifier");
    assert_eq!(found(operation(None, Some(delete.clone()))), Some(delete));
    assert_eq!(found(operation(None, Some(get.clone()))), None, "the one that is there has an identifier");
    assert_eq!(found(operation(Some("gone"), Some(call("/other", "get")))), None);
    let completed = operation(None, Some(get.clone())).completed(&index);
    assert_eq!(completed, operation(Some("readPet"), Some(get.clone())));
    assert!(completed.is_same(&operation(None, Some(get))));
    assert!(!completed.is_same(&parameter("readPet", "query", "deep")));
}

/// Returns the target of a note after a new version, and the operation that it is about there.
fn carried(before: &str, after: &str, target: Target) -> (Target, Option<String>) {
    let of = |paths: &str| index(&value(&format!("{{openapi: 3.1.0, paths: {paths}}}")));
    let (before, after) = (of(before), of(after));
    let target = target.completed(&before).carried(&after, &before);
    let placed = Placed::of(&after, vec![note(target.clone(), "", Placement::After)]);
    (target, placed.call(0).map(Call::shown))
}

#[test]
fn notes_never_pass_to_another_operation() {
    let a = || Call::new(false, "/a", "get");
    let about = |before: &str, after: &str, target: Target| carried(before, after, target).1;
    let (one, other) = ("{/a: {get: {operationId: x}}}", "{/a: {get: {operationId: y}}, /b: {get: {operationId: x}}}");
    for target in [operation(Some("x"), None), operation(None, Some(a()))] {
        assert_eq!(about(one, other, target.clone()).as_deref(), Some("GET /b"), "the identifier went elsewhere");
        assert_eq!(about(one, "{/a: {get: {operationId: y}}}", target.clone()), None, "another identifier");
        assert_eq!(about(one, "{/a: {get: {}}}", target).as_deref(), Some("GET /a"), "no identifier any more");
    }
    let plain = || operation(None, Some(a()));
    let (target, found) = carried("{/a: {get: {}}}", "{/a: {get: {operationId: y}}}", plain());
    assert_eq!((target, found.as_deref()), (operation(Some("y"), Some(a())), Some("GET /a")), "it got an identifier");
    let elsewhere = "{/a: {get: {}}, /b: {get: {operationId: y}}}";
    assert_eq!(about(elsewhere, "{/a: {get: {operationId: y}}}", plain()), None, "another operation came here");
    // Of several operations with one identifier, it is the one at the same place.
    let twice = "{/b: {get: {operationId: x}}, /a: {get: {operationId: x}}}";
    assert_eq!(about(twice, twice, plain()).as_deref(), Some("GET /a"));
    assert_eq!(about(one, twice, operation(Some("x"), None)).as_deref(), Some("GET /a"));
    assert_eq!(
        about(twice, "{/b: {get: {operationId: x}}}", plain()).as_deref(),
        Some("GET /b"),
        "it has it alone now"
    );
}

#[test]
fn what_is_not_there_is_an_orphan() {
    let document = value(PETS);
    let call = Call::new(false, "/pets/{id}", "get");
    let there = |target: &Target| place(&document, target, Some(&call)).is_some();
    for target in [parameter("readPet", "query", "limit"), schema("Cat", &[]), schema("Pet", &["tail"])] {
        assert!(!there(&target), "{target:?}");
    }
    assert!(there(&parameter("readPet", "query", "deep")) && there(&schema("Pet", &["friends", "friends", "name"])));
    assert_eq!(place(&document, &operation(Some("readPet"), None), None), None);
}

/// Writes notes as an overlay on the document.
fn written(document: &Value, notes: Vec<Note>) -> Value {
    let placed = Placed::of(&index(document), notes);
    overlay::write("Notes", &placed, &mut |_, _| Ok::<_, ()>(Some(document.clone()))).unwrap()
}

#[test]
fn an_overlay_sets_the_descriptions_that_pages_show() {
    let document = value(PETS);
    let notes = vec![
        note(operation(Some("readPet"), None), "More.", Placement::After),
        note(parameter("readPet", "query", "deep"), "It's deep.", Placement::Instead),
        note(schema("Pet", &["name"]), "First.", Placement::Before),
        note(operation(Some("gone"), None), "Kept.", Placement::After),
    ];
    let overlay = written(&document, notes.clone());
    assert_eq!(overlay["overlay"], "1.0.0");
    let action = |at: usize| (overlay["actions"][at]["target"].as_str().unwrap(), &overlay["actions"][at]["update"]);
    assert_eq!(action(0), ("$.paths['/pets/{id}'].get", &json!({ "description": "Reads.\n\nMore." })));
    let deep = "$.paths['/pets/{id}'].get.parameters[?@.name == 'deep' && @.in == 'query']";
    assert_eq!(action(1), (deep, &json!({ "description": "It's deep." })));
    let name = "$.components.schemas['Pet'].properties['name']";
    assert_eq!(action(2), (name, &json!({ "description": "First.\n\nIts name." })));
    let read = overlay::read(&overlay, 100).unwrap();
    assert_eq!(read.len(), notes.len());
    for (read, note) in read.iter().zip(&notes) {
        assert!(read.target.is_same(&note.target), "{read:?}");
        assert_eq!((&read.text, read.placement), (&note.text, note.placement));
    }
}

#[test]
fn an_overlay_names_what_stands_in_lists_parts_and_references() {
    let document = value(PETS);
    let overlay = |target: Target| {
        let written = written(&document, vec![note(target.clone(), "Noted.", Placement::After)]);
        let read = overlay::read(&written, 10).unwrap();
        assert_eq!(read.len(), 1);
        assert!(read[0].target.is_same(&target), "{:?}", read[0]);
        let action = |it: &Value| (it["target"].as_str().unwrap().to_owned(), it["update"].clone());
        written["actions"].as_array().unwrap().iter().map(action).collect::<Vec<_>>()
    };
    let noted = json!({ "description": "Noted." });
    let mail = "$.components.schemas['Owner'].allOf[0].properties['mail']".to_owned();
    assert_eq!(overlay(schema("Pet", &["owner", "mail"])), [(mail, noted)]);
    let name = "$.components.schemas['Pet'].properties['name']".to_owned();
    assert_eq!(overlay(schema("Pet", &["friends", "name"])), [(name, json!({ "description": "Its name.\n\nNoted." }))]);
    // A shared parameter becomes one of the operation, and one of the path is overridden by it.
    let get = "$.paths['/pets/{id}'].get";
    let trace = json!({ "name": "X-Trace", "in": "header", "schema": { "type": "string" }, "description": "Noted." });
    let removed = format!("{get}.parameters[?@['$ref'] == '#/components/parameters/Trace']");
    let expected = [(removed, Value::Null), (format!("{get}.parameters"), trace)];
    assert_eq!(overlay(parameter("readPet", "header", "x-trace")), expected);
    let id = |description: &str| json!({ "name": "id", "in": "path", "required": true, "description": description, "schema": { "type": "string" } });
    let of_path = overlay(parameter("readPet", "path", "id"));
    assert_eq!(of_path, [(format!("{get}.parameters"), id("The number.\n\nNoted."))]);
    let delete = Target::Operation {
        id: None,
        call: Some(Call::new(false, "/pets/{id}", "delete")),
        parameter: Some(Parameter { place: "path".to_owned(), name: "id".to_owned() }),
    };
    let parameters = json!({ "parameters": [id("The number.\n\nNoted.")] });
    assert_eq!(overlay(delete), [("$.paths['/pets/{id}'].delete".to_owned(), parameters)]);
    // Items have no name of their own, and those of others are read as well.
    let list = value(
        "openapi: 3.1.0\ncomponents: {schemas: {A: {properties: {b: {type: array, items: {properties: {c: {}}}}}}}}",
    );
    let of_items = written(&list, vec![note(schema("A", &["b", "c"]), "Noted.", Placement::After)]);
    assert_eq!(of_items["actions"][0]["target"], "$.components.schemas['A'].properties['b'].items.properties['c']");
    for target in [
        "$.components.schemas.A.properties.b.items.properties.c",
        "$.components.schemas.A.allOf[12].properties.b.properties.c",
    ] {
        let action = json!({ "target": target, "update": { "description": "x" } });
        let read = overlay::read(&json!({ "overlay": "1.0.0", "actions": [action] }), 10).unwrap();
        assert_eq!(read[0].target, schema("A", &["b", "c"]), "{target}");
    }
}

#[test]
fn overlays_of_others_are_read() {
    let read = |actions: Value| overlay::read(&json!({ "overlay": "1.1.0", "actions": actions }), 3);
    let only = |action: Value| read(json!([action])).unwrap().remove(0);
    let get = operation(None, Some(Call::new(false, "/pets", "get")));
    for target in ["$.paths['/pets'].get", "$[\"paths\"][\"/pets\"]['get']", "$.paths['/pets'].GET"] {
        let found = only(json!({ "target": target, "update": { "description": "x" } }));
        assert_eq!(found, note(get.clone(), "x", Placement::Instead), "{target}");
    }
    assert_eq!(only(json!({ "target": "$.paths['/pets'].get.description", "update": "x" })).text, "x");
    let removed = only(json!({ "target": "$.paths['/pets'].get.description", "remove": true }));
    assert_eq!(removed, note(get, "", Placement::Instead));
    let property =
        only(json!({ "target": "$.components.schemas.Pet.properties.description", "update": { "description": "x" } }));
    assert_eq!(property.target, schema("Pet", &["description"]));
    let filtered = only(
        json!({ "target": "$.paths['/a'].get.parameters[?(@.in=='query' && @.name==\"l\")]", "update": { "description": "x" } }),
    );
    assert!(
        matches!(filtered.target, Target::Operation { parameter: Some(Parameter { name, .. }), .. } if name == "l")
    );

    for (action, told) in [
        (json!({}), "actions[0]: target: must be a text"),
        (json!({ "target": "$.paths[*].get", "update": {} }), "actions[0]: target: the path must name one thing"),
        (json!({ "target": "$..get", "update": {} }), "actions[0]: target: the path must name one thing"),
        (json!({ "target": "$.info", "update": {} }), "actions[0]: target: the path must name an operation"),
        (json!({ "target": "paths", "update": {} }), "actions[0]: target: the path must begin with $"),
        (json!({ "target": "$.paths['/a].get", "update": {} }), "actions[0]: target: a quote is not closed"),
        (json!({ "target": "$.paths['/a'].get" }), "actions[0]: update or remove: one of them must be there"),
        (json!({ "target": "$.paths['/a'].get", "remove": true }), "actions[0]: remove: only descriptions"),
        (json!({ "target": "$.paths['/a'].get", "update": { "summary": "x" } }), "actions[0]: update: must be a desc"),
    ] {
        let refusal = read(json!([action])).unwrap_err().to_string();
        assert!(refusal.starts_with(told), "{told}: {refusal}");
    }
    assert_eq!(read(json!([1, 2, 3, 4])).unwrap_err().to_string(), "actions: must be at most 3");
    assert!(overlay::read(&json!({ "overlay": "2.0", "actions": [] }), 3).is_err());
}

proptest! {
    /// Whatever names there are, notes come back from their overlay.
    #[test]
    fn notes_come_back_from_overlays(
        path in "[/a-z'\\\\\"{}\\]é]{1,12}", name in "[a-z'\\\\\" .\\]é]{1,8}", text in "[ -~é\n]{0,20}", is_schema in any::<bool>(),
    ) {
        let parameter = Some(Parameter { place: "query".to_owned(), name: name.clone() });
        let call = Some(Call::new(false, &path, "get"));
        let target = match is_schema {
            true => Target::Schema { name: path, property: vec![name] },
            false => Target::Operation { id: None, call, parameter },
        };
        let notes = vec![note(target, &text, Placement::After)];
        let read = overlay::read(&written(&json!({}), notes.clone()), 10);
        prop_assert_eq!(read, Ok(notes));
    }

    #[test]
    fn any_path_is_read_or_refused(path in "\\$?[.\\[\\]'\"?@()=& a-z*]{0,30}") {
        let action = json!({ "target": path, "update": { "description": "x" } });
        let _ = overlay::read(&json!({ "overlay": "1.0.0", "actions": [action] }), 10);
    }
}
