//! Changes from one version of a document to the next: for each rule a planted change that it alone finds.

use std::collections::BTreeSet;

use quire_openapi::changes::{Change, Changes, Class, Rule, Subject};
use quire_openapi::{Call, changes};
use serde_json::{Value, json};

use super::value;

/// A document with something of everything that rules look at.
const BASE: &str = r##"
openapi: 3.1.0
info: { title: Pets, version: 1.0.0, description: All pets. }
servers: [{ url: "https://api.example.com/v1" }, { url: "https://eu.example.com/v1" }]
security: [{ key: [] }, { oauth: [read] }]
tags: [{ name: pets }]
paths:
  /pets/{id}:
    get:
      operationId: getPet
      tags: [pets]
      summary: Get a pet
      x-stability: beta
      parameters:
        - { name: id, in: path, required: true, schema: { type: integer, format: int32 } }
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 100, default: 10 } }
        - { name: since, in: query, schema: { type: [string, "null"] } }
        - { name: X-Trace, in: header, required: true, schema: { type: string, pattern: "^[a-z]+$" } }
      responses:
        "200":
          description: A pet.
          headers: { X-Rate: { schema: { type: integer } } }
          content:
            application/json: { schema: { $ref: "#/components/schemas/Pet" }, example: { name: Rex } }
            application/xml: { schema: { $ref: "#/components/schemas/Pet" } }
        "404": { description: None. }
      callbacks:
        moved:
          "{$request.query.url}":
            post: { requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Moved" } } } } }
    put:
      operationId: putPet
      requestBody:
        required: true
        content:
          application/json: { schema: { $ref: "#/components/schemas/NewPet" } }
          text/plain: { schema: { type: string } }
      responses: { "204": { description: Done. } }
  /pets:
    post:
      operationId: addPet
      deprecated: true
      x-deprecated-sunset: 2030-06-01
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/NewPet" } } } }
      responses: { "201": { description: Made. } }
webhooks:
  sold:
    post:
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Sold" } } } }
      responses: { "200": { description: Seen. } }
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key }
    oauth: { type: oauth2, flows: {} }
  schemas:
    Pet:
      type: object
      required: [name]
      properties:
        name: { type: string, maxLength: 50, format: email }
        age: { type: integer, format: int32 }
        mood: { enum: [good, bad] }
        tail: { type: string, pattern: "^x" }
        nick: { type: [string, "null"] }
        like: { oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }] }
        friends: { type: array, items: { $ref: "#/components/schemas/Pet" } }
        secret: { type: string, writeOnly: true }
    NewPet:
      type: object
      required: [name]
      properties:
        name: { type: string, maxLength: 50, description: The name. }
        age: { type: integer, format: int32 }
        mood: { enum: [good, bad] }
        nick: { type: [string, "null"] }
        like: { oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }] }
        made: { type: string, readOnly: true }
    Cat: { type: object, title: Cat }
    Dog: { type: object, title: Dog }
    Sold: { type: object, properties: { price: { type: number } } }
    Moved: { type: object, properties: { place: { type: string } } }
"##;

const GET: &str = "/paths/~1pets~1{id}/get";
const PUT: &str = "/paths/~1pets~1{id}/put";
const POST: &str = "/paths/~1pets/post";
const SOLD: &str = "/webhooks/sold/post";
const PET: &str = "/components/schemas/Pet";
const NEW: &str = "/components/schemas/NewPet";

/// An edit: where, and the new value, or `None` to remove what is there.
type Edit = (String, Option<Value>);

fn set(at: &str, below: &str, value: Value) -> Edit {
    (format!("{at}{below}"), Some(value))
}

fn remove(at: &str, below: &str) -> Edit {
    (format!("{at}{below}"), None)
}

/// Returns the base document with edits.
fn edited(edits: &[Edit]) -> Value {
    let mut document = value(BASE);
    for (pointer, new) in edits {
        let (above, last) = pointer.rsplit_once('/').unwrap();
        let name = last.replace("~1", "/").replace("~0", "~");
        match (document.pointer_mut(above).unwrap(), new) {
            (Value::Object(members), Some(new)) => drop(members.insert(name, new.clone())),
            (Value::Object(members), None) => drop(members.remove(&name).unwrap()),
            (Value::Array(items), Some(new)) if last == "-" => items.push(new.clone()),
            (Value::Array(items), Some(new)) => items[last.parse::<usize>().unwrap()] = new.clone(),
            (Value::Array(items), None) => drop(items.remove(last.parse().unwrap())),
            other => panic!("{pointer}: {other:?}"),
        }
    }
    document
}

fn names(found: &Changes) -> Vec<&'static str> {
    found.items.iter().map(|change| change.rule.name()).collect()
}

/// The rules that find edits, and the rules that find their opposite.
fn cases() -> Vec<(&'static [&'static str], &'static [&'static str], Vec<Edit>)> {
    let pet = |below: &str, value: Value| vec![set(PET, &format!("/properties/{below}"), value)];
    let new = |below: &str, value: Value| vec![set(NEW, &format!("/properties/{below}"), value)];
    let parameter = |below: &str, value: Value| vec![set(GET, &format!("/parameters/{below}"), value)];
    let base = value(BASE);
    let put = base.pointer(PUT).unwrap().clone();
    let item = base.pointer("/paths/~1pets~1{id}").unwrap().clone();
    let renamed = serde_json::from_str(&item.to_string().replace("\"name\":\"id\"", "\"name\":\"petId\"")).unwrap();
    let moved = vec![remove(PUT, ""), ("/paths/~1pet".to_owned(), Some(json!({ "put": put })))];
    let renamed = vec![remove("/paths/~1pets~1{id}", ""), ("/paths/~1pets~1{petId}".to_owned(), Some(renamed))];
    vec![
        (&["operation-removed"], &["operation-added"], vec![remove(PUT, "")]),
        (&["operation-moved"], &["operation-moved"], moved),
        (
            &["path-parameter-renamed", "path-parameter-renamed"],
            &["path-parameter-renamed", "path-parameter-renamed"],
            renamed,
        ),
        (&["operation-id-changed"], &["operation-id-changed"], vec![set(PUT, "/operationId", json!("replacePet"))]),
        (&["operation-deprecated"], &["operation-undeprecated"], vec![set(PUT, "/deprecated", json!(true))]),
        (&["sunset-set"], &["sunset-removed"], vec![set(GET, "/x-deprecated-sunset", json!("2030-01-01"))]),
        (&["sunset-earlier"], &["sunset-later"], vec![set(POST, "/x-deprecated-sunset", json!("2029-01-01"))]),
        (&["stability-changed"], &["stability-changed"], vec![set(GET, "/x-stability", json!("stable"))]),
        (&["server-removed"], &["server-added"], vec![remove("/servers/1", "")]),
        (&["security-option-removed"], &["security-option-added"], vec![remove("/security/0", "")]),
        (&["security-scope-added"], &["security-scope-removed"], vec![set("/security/1/oauth/-", "", json!("write"))]),
        (
            &["security-scheme-changed"],
            &["security-scheme-changed"],
            vec![set("/components/securitySchemes/key", "/name", json!("X-Other"))],
        ),
        (&["parameter-removed"], &["optional-parameter-added"], vec![remove(GET, "/parameters/1")]),
        (&["parameter-removed"], &["required-parameter-added"], vec![remove(GET, "/parameters/3")]),
        (&["parameter-became-required"], &["parameter-became-optional"], parameter("1/required", json!(true))),
        (&["parameter-moved"], &["parameter-moved"], parameter("3/in", json!("cookie"))),
        (&["parameter-form-changed"], &["parameter-form-changed"], parameter("1/explode", json!(false))),
        (&["default-changed"], &["default-changed"], parameter("1/schema/default", json!(20))),
        (&["default-added"], &["default-removed"], parameter("2/schema/default", json!("a"))),
        (&["request-body-removed"], &["required-request-body-added"], vec![remove(PUT, "/requestBody")]),
        (&["request-body-removed"], &["optional-request-body-added"], vec![remove(POST, "/requestBody")]),
        (
            &["request-body-became-required"],
            &["request-body-became-optional"],
            vec![set(POST, "/requestBody/required", json!(true))],
        ),
        (
            &["request-media-type-removed"],
            &["request-media-type-added"],
            vec![remove(PUT, "/requestBody/content/text~1plain")],
        ),
        (&["response-status-removed"], &["response-status-added"], vec![remove(GET, "/responses/200")]),
        (&["response-error-removed"], &["response-status-added"], vec![remove(GET, "/responses/404")]),
        (
            &["response-media-type-removed"],
            &["response-media-type-added"],
            vec![remove(GET, "/responses/200/content/application~1xml")],
        ),
        (&["response-header-removed"], &["response-header-added"], vec![remove(GET, "/responses/200/headers/X-Rate")]),
        (&["request-property-removed"], &["optional-request-property-added"], vec![remove(NEW, "/properties/age")]),
        (
            &["required-request-property-added"],
            &["request-property-removed"],
            vec![set(NEW, "/properties/size", json!({ "type": "integer" })), set(NEW, "/required/-", json!("size"))],
        ),
        (
            &["request-property-became-required"],
            &["request-property-became-optional"],
            vec![set(NEW, "/required/-", json!("age"))],
        ),
        (
            &["request-type-widened"],
            &["request-type-narrowed"],
            vec![set(NEW, "/properties/name/type", json!(["string", "integer"]))],
        ),
        (&["request-format-widened"], &["request-format-narrowed"], new("age/format", json!("int64"))),
        (&["request-enum-narrowed"], &["request-enum-widened"], new("mood/enum", json!(["good"]))),
        (&["request-bounds-tightened"], &["request-bounds-loosened"], new("name/maxLength", json!(40))),
        (&["request-bounds-tightened"], &["request-bounds-loosened"], parameter("1/schema/exclusiveMinimum", json!(1))),
        (&["request-bounds-tightened"], &["request-bounds-loosened"], parameter("1/schema/multipleOf", json!(2))),
        (&["request-pattern-changed"], &["request-pattern-changed"], parameter("3/schema/pattern", json!("^[a-f]+$"))),
        (&["request-pattern-changed"], &["request-pattern-removed"], new("name/pattern", json!("^a"))),
        (&["request-null-refused"], &["request-null-accepted"], parameter("2/schema/type", json!("string"))),
        (
            &["request-members-refused"],
            &["request-members-accepted"],
            vec![set(NEW, "/additionalProperties", json!(false))],
        ),
        (&["response-property-removed"], &["response-property-added"], vec![remove(PET, "/properties/age")]),
        (
            &["response-property-became-optional"],
            &["response-property-became-required"],
            vec![set(PET, "/required", json!([]))],
        ),
        (&["response-type-widened"], &["response-type-narrowed"], pet("name/type", json!(["string", "integer"]))),
        (&["response-format-widened"], &["response-format-narrowed"], pet("age/format", json!("int64"))),
        (&["response-format-widened"], &["response-format-widened"], pet("name/format", json!("uri"))),
        (&["response-enum-widened"], &["response-enum-narrowed"], pet("mood/enum", json!(["good", "bad", "mixed"]))),
        (&["response-bounds-loosened"], &["response-bounds-tightened"], pet("name/maxLength", json!(60))),
        (&["response-pattern-changed"], &["response-pattern-changed"], pet("tail/pattern", json!("^y"))),
        (&["response-pattern-changed"], &["response-pattern-added"], vec![remove(PET, "/properties/tail/pattern")]),
        (&["schema-keyword-changed"], &["request-keyword-removed"], vec![set(NEW, "/minContains", json!(1))]),
        (&["response-keyword-added"], &["schema-keyword-changed"], vec![set(PET, "/minContains", json!(1))]),
        (&["response-may-be-null"], &["response-is-not-null"], pet("tail/type", json!(["string", "null"]))),
        (&["field-deprecated"], &["field-undeprecated"], pet("age/deprecated", json!(true))),
        (&["text-changed"], &["text-changed"], new("name/description", json!("What it is called."))),
        (&["text-changed"], &["text-changed"], vec![remove("/info/description", "")]),
        (&["tags-changed"], &["tags-changed"], vec![set(GET, "/tags", json!(["animals"]))]),
        (
            &["example-changed"],
            &["example-changed"],
            vec![set(GET, "/responses/200/content/application~1json/example", json!({ "name": "Tom" }))],
        ),
        (&["api-version-changed"], &["api-version-changed"], vec![set("/info", "/version", json!("1.1.0"))]),
    ]
}

/// Changes that need another base, in the same form.
fn further_cases() -> Vec<(&'static str, &'static str, Vec<Edit>, Vec<Edit>)> {
    let bird = || json!({ "title": "Bird", "type": "object" });
    let like = |at: &str| vec![set(at, "/properties/like/oneOf/-", bird())];
    let third = |at: &str| {
        let mut edits = like(at);
        edits.push(set(at, "/properties/like/oneOf/-", json!({ "title": "Fish", "type": "object" })));
        edits
    };
    vec![
        ("security-required", "security-dropped", vec![set("/security", "", json!([]))], vec![]),
        ("security-required", "security-dropped", vec![set("/security/-", "", json!({}))], vec![]),
        ("request-variant-removed", "request-variant-added", third(NEW), like(NEW)),
        ("response-variant-added", "response-variant-removed", like(PET), third(PET)),
        ("schema-removed", "schema-added", vec![set("/components/schemas/Lone", "", json!({}))], vec![]),
        (
            "security-scheme-changed",
            "security-scheme-extended",
            vec![set("/components/securitySchemes/oauth", "/flows/implicit", json!({ "scopes": { "read": "" } }))],
            vec![set("/components/securitySchemes/oauth", "/flows/implicit", json!({ "scopes": {} }))],
        ),
        (
            "webhook-body-became-optional",
            "webhook-body-became-required",
            vec![set(SOLD, "/requestBody/required", json!(true))],
            vec![],
        ),
        (
            "webhook-parameter-became-optional",
            "webhook-parameter-became-required",
            vec![set(SOLD, "/parameters", json!([{ "name": "n", "in": "query", "required": true, "schema": {} }]))],
            vec![set(SOLD, "/parameters", json!([{ "name": "n", "in": "query", "schema": {} }]))],
        ),
        (
            "unused-schema-changed",
            "unused-schema-changed",
            vec![set("/components/schemas/Lone", "", json!({ "type": "string" }))],
            vec![set("/components/schemas/Lone", "", json!({}))],
        ),
        ("links-changed", "links-changed", vec![set(GET, "/responses/200/links", json!({ "a": {} }))], vec![]),
    ]
}

#[test]
fn each_rule_finds_the_change_that_was_planted_for_it() {
    let mut seen = BTreeSet::new();
    let mut check = |forward: &[&str], backward: &[&str], before: &[Edit], after: &[Edit]| {
        let (before, after) = (edited(before), edited(after));
        for (expected, before, after) in [(forward, &before, &after), (backward, &after, &before)] {
            let found = changes(before, after);
            assert_eq!(names(&found), expected, "{:#?}", found.items);
            assert!(!found.is_cut);
            for change in &found.items {
                seen.insert(change.rule);
                assert_eq!(found.class, change.rule.class());
                let there = |document: &Value| document.pointer(&change.pointer).is_some();
                assert!(there(after) || there(before), "{change:?}");
                assert!(!change.sentence.contains(['{', '}']) || change.sentence.contains("/pets/{"), "{change:?}");
            }
        }
    };
    for (forward, backward, edits) in cases() {
        check(forward, backward, &[], &edits);
    }
    for (forward, backward, before, after) in further_cases() {
        check(&[forward], &[backward], &before, &after);
    }
    let open = |regions: Value| vec![set("/servers/1", "/variables", json!({ "region": { "enum": regions } }))];
    check(&["server-variable-narrowed"], &[], &open(json!(["eu", "us"])), &open(json!(["eu"])));
    let default = |value: &str| {
        vec![set("/servers/1", "/variables", json!({ "region": { "enum": ["eu", "us"], "default": value } }))]
    };
    let changed = "server-variable-default-changed";
    check(&[changed], &[changed], &default("eu"), &default("us"));
    let header = |required: bool| {
        vec![set(SOLD, "/responses/200/headers", json!({ "X-Sign": { "required": required, "schema": {} } }))]
    };
    check(&["webhook-header-required"], &[], &header(false), &header(true));
    let required = set(GET, "/responses/200/headers/X-Rate/required", json!(true));
    check(&["response-header-became-optional"], &[], &[required], &[]);
    check(&["response-members-added"], &[], &[set(PET, "/additionalProperties", json!(false))], &[]);
    let missing: Vec<_> = Rule::ALL.iter().filter(|rule| !seen.contains(rule)).collect();
    assert_eq!(missing, Vec::<&Rule>::new());
}

/// Returns the one change between the base document and an edited one.
fn only(edits: &[Edit]) -> Change {
    let found = changes(&edited(&[]), &edited(edits));
    assert_eq!(found.items.len(), 1, "{found:#?}");
    found.items[0].clone()
}

#[test]
fn changes_say_where_and_in_words() {
    let change = only(&[remove(GET, "/parameters/1")]);
    assert_eq!(change.subject, Subject::Operation(Call::new(false, "/pets/{id}", "get")));
    assert_eq!(change.pointer, format!("{GET}/parameters/1"));
    assert_eq!(change.sentence, "GET /pets/{id}, parameter `limit`: the parameter is gone");

    // A shared schema is told once, however many operations have it; `friends` leads back to it.
    let change = only(&[set(PET, "/properties/name/maxLength", json!(60))]);
    assert_eq!(change.subject, Subject::Shared { group: "schemas".to_owned(), name: "Pet".to_owned() });
    assert_eq!((change.before.as_deref(), change.after.as_deref()), (Some("50"), Some("60")));
    assert_eq!(change.pointer, format!("{PET}/properties/name"));
    assert_eq!(change.sentence, "schema `Pet`, `name`: maxLength in responses loosened from 50 to 60");

    let change = only(&[set(GET, "/operationId", json!("x{after}{name}"))]);
    assert!(change.sentence.ends_with("the identifier \"getPet\" became \"x{after}{name}\""), "{}", change.sentence);
}

#[test]
fn what_servers_send_goes_the_other_way() {
    let sold = |value: Value| only(&[set("/components/schemas/Sold", "/properties", value)]).rule;
    assert_eq!(sold(json!({})), Rule::ResponsePropertyRemoved);
    let moved = |value: Value| only(&[set("/components/schemas/Moved", "/properties/place/enum", value)]).rule;
    assert_eq!(moved(json!(["a"])), Rule::ResponseEnumNarrowed);
    let removed = only(&[remove("/webhooks/sold/post", "")]);
    assert_eq!(removed.sentence, "POST sold: the operation is gone");
    assert_eq!(removed.rule.class(), Class::Breaking);
}

#[test]
fn what_is_not_for_readers_is_marked() {
    let marked = |edits: &[Edit]| only(edits).is_internal;
    assert!(!marked(&[remove(PUT, "")]));
    let base = |more: &[Edit], edits: &[Edit]| {
        let all: Vec<_> = more.iter().chain(edits).cloned().collect();
        let found = changes(&edited(more), &edited(&all));
        found.items.into_iter().map(|change| change.is_internal).collect::<Vec<_>>()
    };
    assert_eq!(base(&[set(PUT, "/x-internal", json!(true))], &[remove(PUT, "")]), [true]);
    assert_eq!(base(&[set("/tags/0", "/x-internal", json!(true))], &[remove(GET, "/summary")]), [true]);
    let moved = [set("/components/schemas/Moved", "/x-internal", json!(true))];
    assert_eq!(base(&moved, &[remove("/components/schemas/Moved", "/properties/place")]), [true]);
    let inside = [set(GET, "/x-internal", json!(true))];
    assert_eq!(base(&inside, &[remove(GET, "/callbacks/moved")]), [true]);
}

#[test]
fn properties_count_in_their_direction() {
    for (at, property) in [(PET, "secret"), (NEW, "made")] {
        let found = changes(&edited(&[]), &edited(&[remove(at, &format!("/properties/{property}"))]));
        assert_eq!(names(&found), Vec::<&str>::new());
    }
    // A property that only servers write from now on is gone from requests.
    let change = only(&[set(NEW, "/properties/age/readOnly", json!(true))]);
    assert_eq!(change.rule, Rule::RequestPropertyRemoved);
}

#[test]
fn other_ways_to_say_the_same_are_no_changes() {
    let same = |before: Value, after: Value| {
        let found = changes(
            &edited(&[set(NEW, "/properties/age", before.clone())]),
            &edited(&[set(NEW, "/properties/age", after)]),
        );
        assert_eq!(names(&found), Vec::<&str>::new(), "{before}");
    };
    same(json!({ "type": ["integer", "null"] }), json!({ "type": "integer", "nullable": true }));
    same(json!({ "type": ["integer", "null"] }), json!({ "oneOf": [{ "type": "integer" }, { "type": "null" }] }));
    same(json!({ "type": "integer", "minimum": 1 }), json!({ "allOf": [{ "type": "integer" }, { "minimum": 1 }] }));
    same(
        json!({ "$ref": "#/components/schemas/Sold" }),
        json!({ "allOf": [{ "$ref": "#/components/schemas/Sold" }], "nullable": false }),
    );
    same(json!({ "enum": ["a", "b"] }), json!({ "enum": ["b", "a"] }));
    same(json!({ "enum": ["a"] }), json!({ "const": "a" }));
    same(json!({ "minimum": 1, "exclusiveMinimum": true }), json!({ "exclusiveMinimum": 1 }));
    same(json!({ "type": "string", "minLength": 0 }), json!({ "type": "string" }));
    same(json!({ "items": { "type": "string" } }), json!({ "type": "array", "items": { "type": "string" } }));
}

#[test]
fn swagger_is_compared_with_itself() {
    let document = |schemes: Value, kind: &str| {
        json!({
            "swagger": "2.0", "host": "a.example", "basePath": "/v1", "schemes": schemes,
            "consumes": ["application/json"], "produces": ["application/json"],
            "paths": { "/a": { "post": {
                "parameters": [
                    { "name": "n", "in": "query", "type": kind },
                    { "name": "body", "in": "body", "schema": { "$ref": "#/definitions/A" } }
                ],
                "responses": { "200": { "description": "", "schema": { "$ref": "#/definitions/A" } } },
            } } },
            "definitions": { "A": { "type": "object", "properties": { "x": { "type": kind } } } },
        })
    };
    let found = changes(&document(json!(["https", "http"]), "integer"), &document(json!(["https"]), "string"));
    let expected = ["server-removed", "request-type-narrowed", "request-type-narrowed", "response-type-widened"];
    assert_eq!(names(&found), expected, "{found:#?}");
}

#[test]
fn circles_end() {
    let recursive = |kind: &str| {
        json!({ "type": "object", "properties": {
            "next": { "allOf": [{ "$ref": "#/components/schemas/Pet" }], "description": "The next one." },
            "all": { "type": "array", "items": { "$ref": "#/components/schemas/Pet" } },
            "name": { "type": kind },
        } })
    };
    let with = |kind: &str| edited(&[set(PET, "", recursive(kind))]);
    let found = changes(&with("string"), &with("integer"));
    assert_eq!(names(&found), ["response-type-widened"], "{found:#?}");
    let circle = json!({ "$ref": "#/components/schemas/Pet" });
    let found = changes(&edited(&[]), &edited(&[set(PET, "", circle)]));
    assert!(found.total() > 0);
}

#[test]
fn lists_are_cut_and_say_so() {
    let all = |kind: &str| {
        let properties: serde_json::Map<_, _> =
            (0..1_500).map(|n| (format!("p{n}"), json!({ "type": kind, "description": kind }))).collect();
        edited(&[set(PET, "/properties", Value::Object(properties))])
    };
    let found = changes(&all("string"), &all("integer"));
    assert_eq!((found.items.len(), found.breaking, found.documentation), (1_000, 1_500, 1_500));
    assert!(found.is_cut && found.items.iter().all(|change| change.rule.class() == Class::Breaking));
}

#[test]
fn a_document_that_costs_too_much_counts_as_breaking() {
    // Each schema is composed of one with many properties.
    let document = |kind: &str| {
        let properties: serde_json::Map<_, _> =
            (0..3_000).map(|n| (format!("p{n}"), json!({ "type": kind }))).collect();
        let mut schemas = serde_json::Map::from_iter([("Base".to_owned(), json!({ "properties": properties }))]);
        let (mut one_of, part) = (Vec::new(), json!([{ "$ref": "#/components/schemas/Base" }]));
        for n in 0..800 {
            schemas.insert(format!("S{n}"), json!({ "allOf": part, "title": format!("{kind}{n}") }));
            one_of.push(json!({ "$ref": format!("#/components/schemas/S{n}") }));
        }
        let schema = json!({ "oneOf": one_of });
        let response = json!({ "content": { "a/b": { "schema": schema } } });
        let paths = json!({ "/a": { "get": { "responses": { "200": response } } } });
        json!({ "openapi": "3.1.0", "paths": paths, "components": { "schemas": schemas } })
    };
    let found = changes(&document("string"), &document("number"));
    assert!(found.is_cut);
    assert_eq!(found.class, Class::Breaking);
}

#[test]
fn rules_have_names_of_their_own() {
    let names: BTreeSet<_> = Rule::ALL.iter().map(|rule| rule.name()).collect();
    assert_eq!(names.len(), Rule::ALL.len());
    assert!(Rule::ALL.iter().all(|rule| Rule::parse(rule.name()) == Some(*rule)));
    for class in [Class::Breaking, Class::Compatible, Class::Documentation] {
        assert_eq!(Class::parse(class.as_str()), Some(class));
    }
}

/// Returns the classes of a change of a schema: in requests, and in responses.
fn classes(before: &Value, after: &Value) -> (Class, Class) {
    let within = |schema: &Value, is_sent: bool| {
        let open = json!({ "type": "object" });
        let (sent, received) = if is_sent { (schema, &open) } else { (&open, schema) };
        let content = |schema: &Value| json!({ "application/json": { "schema": { "properties": { "p": schema } } } });
        json!({ "openapi": "3.1.0", "info": { "title": "x", "version": "1" }, "paths": { "/a": { "post": {
            "requestBody": { "content": content(sent) },
            "responses": { "200": { "description": "x", "content": content(received) } },
        } } } })
    };
    let class = |is_sent| changes(&within(before, is_sent), &within(after, is_sent)).class;
    (class(true), class(false))
}

#[test]
fn no_change_of_what_a_schema_allows_counts_as_a_text() {
    use Class::{Breaking, Compatible, Documentation};
    let strings = json!({ "type": "array", "items": { "type": "string" } });
    let parts = |last: &str| {
        let member =
            |n: usize| json!({ "properties": { format!("p{n}"): { "type": if n == 100 { last } else { "string" } } } });
        json!({ "allOf": (0..=100).map(member).collect::<Vec<_>>() })
    };
    let nested = |kind: &str| (0..40).fold(json!({ "type": kind }), |inner, _| json!({ "allOf": [inner] }));
    let chosen = |name: &str| json!({ "oneOf": [{ "title": "A" }, { "title": "B" }], "discriminator": { "propertyName": name } });
    let cases = [
        (json!({ "type": "array" }), strings, (Breaking, Compatible), (Compatible, Breaking)),
        (
            json!({ "type": "object" }),
            json!({ "type": "object", "additionalProperties": { "type": "integer" } }),
            (Breaking, Compatible),
            (Compatible, Breaking),
        ),
        (json!({ "enum": ["a", null] }), json!({ "enum": ["a"] }), (Breaking, Compatible), (Compatible, Breaking)),
        (json!({}), json!(false), (Breaking, Documentation), (Compatible, Compatible)),
        (
            json!({ "prefixItems": [{ "type": "string" }] }),
            json!({ "prefixItems": [{ "type": "integer" }] }),
            (Breaking, Breaking),
            (Breaking, Breaking),
        ),
        (
            json!({ "type": "object" }),
            json!({ "type": "object", "if": { "required": ["a"] }, "then": { "required": ["b"] } }),
            (Breaking, Compatible),
            (Compatible, Breaking),
        ),
        (
            json!({ "type": "string", "contentEncoding": "base64" }),
            json!({ "type": "string", "contentEncoding": "base32" }),
            (Breaking, Breaking),
            (Breaking, Breaking),
        ),
        (chosen("kind"), chosen("type"), (Breaking, Breaking), (Breaking, Breaking)),
        (
            json!({ "type": "string" }),
            json!({ "oneOf": [{ "type": "string" }, { "type": "integer" }] }),
            (Compatible, Breaking),
            (Breaking, Compatible),
        ),
        (
            json!({ "anyOf": [{ "title": "A" }, { "title": "B" }] }),
            json!({ "oneOf": [{ "title": "A" }, { "title": "B" }] }),
            (Breaking, Documentation),
            (Documentation, Breaking),
        ),
        (parts("string"), parts("integer"), (Breaking, Breaking), (Breaking, Breaking)),
        (nested("string"), nested("integer"), (Breaking, Breaking), (Breaking, Breaking)),
    ];
    for (before, after, forward, backward) in cases {
        assert_eq!(classes(&before, &after), forward, "{before} to {after}");
        assert_eq!(classes(&after, &before), backward, "{after} to {before}");
    }
    // Texts stay texts, within keywords that are compared as a whole too.
    let described = |text: &str| json!({ "patternProperties": { "^x": { "description": text, "type": "string" } } });
    assert_eq!(classes(&described("one"), &described("other")).0, Class::Documentation);
    let named = |name: &str| json!({ "dependentSchemas": { "a": { "properties": { name: { "type": "string" } } } } });
    assert_eq!(classes(&named("title"), &named("description")).0, Class::Breaking, "these are names of properties");
}

#[test]
fn every_part_of_a_composed_schema_counts() {
    let parts = |last: Value| json!({ "allOf": [{ "type": "object", "maximum": 5 }, { "maximum": 9 }, last] });
    let narrower = [
        json!({ "maximum": 4 }),
        json!({ "properties": { "a": { "type": "string" } } }),
        json!({ "additionalProperties": { "type": "string" } }),
        json!({ "additionalProperties": false }),
        json!({ "unevaluatedProperties": { "type": "string" } }),
        json!({ "enum": [{ "a": 1 }] }),
        json!({ "pattern": "^a" }),
        json!({ "multipleOf": 2 }),
        json!({ "required": ["a"] }),
    ];
    for last in narrower {
        let open = if last.get("properties").is_some() { json!({ "properties": { "a": {} } }) } else { json!({}) };
        assert_eq!(classes(&parts(open), &parts(last.clone())).0, Class::Breaking, "{last}");
    }
    // What another part says already changes nothing.
    let found = |last: Value| classes(&parts(json!({})), &parts(last));
    assert_eq!(found(json!({ "maximum": 9 })), (Class::Documentation, Class::Documentation));
    // In two parts of one property, the second one counts as well.
    let twice = |kind: &str| {
        let property = |schema: Value| json!({ "properties": { "a": schema } });
        json!({ "allOf": [property(json!({ "type": "string" })), property(json!({ "format": kind }))] })
    };
    assert_eq!(classes(&twice("uri"), &twice("email")), (Class::Breaking, Class::Breaking));
    let reference = |bound: u32| json!({ "$ref": "#/components/schemas/Sold", "maxProperties": bound });
    let with = |bound: u32| edited(&[set(NEW, "/properties/age", reference(bound))]);
    assert_eq!(names(&changes(&with(5), &with(4))), ["request-bounds-tightened"]);
}

#[test]
fn numbers_are_compared_exactly_and_in_every_notation() {
    let bound = |value: Value| json!({ "type": "integer", "maximum": value });
    let (great, less) = (9_007_199_254_740_993_u64, 9_007_199_254_740_992_u64);
    assert_eq!(classes(&bound(json!(great)), &bound(json!(less))), (Class::Breaking, Class::Compatible));
    for same in [
        (json!({ "enum": [1, 2] }), json!({ "enum": [1.0, 2.0] })),
        (json!({ "default": 1 }), json!({ "default": 1.0 })),
        (json!({ "const": { "a": [1] } }), json!({ "const": { "a": [1.0] } })),
        (json!({ "multipleOf": 1 }), json!({ "multipleOf": 1.0 })),
    ] {
        assert_eq!(classes(&same.0, &same.1), (Class::Documentation, Class::Documentation), "{}", same.0);
    }
}

#[test]
fn references_stand_alone_before_openapi_3_1() {
    let document = |version: &str, beside: &str| {
        let schema = json!({ "$ref": "#/components/schemas/A", "minLength": beside.len(), "description": beside });
        let content = json!({ "application/json": { "schema": schema } });
        json!({ "openapi": version, "components": { "schemas": { "A": { "type": "string" } } }, "paths": { "/a": {
            "post": { "requestBody": { "content": content }, "responses": {} },
        } } })
    };
    let class = |version| changes(&document(version, "a"), &document(version, "abc")).class;
    assert_eq!((class("3.0.3"), class("3.1.0")), (Class::Documentation, Class::Breaking));
}

#[test]
fn subtypes_are_compared_where_a_discriminator_chooses_them() {
    let document = |names: &[(&str, &str)]| {
        let base =
            json!({ "type": "object", "discriminator": { "propertyName": "kind" }, "properties": { "kind": {} } });
        let mut schemas = serde_json::Map::from_iter([("Base".to_owned(), base)]);
        for (name, kind) in names {
            let own = json!({ "properties": { "own": { "type": kind } } });
            schemas.insert((*name).to_owned(), json!({ "allOf": [{ "$ref": "#/components/schemas/Base" }, own] }));
        }
        let content = json!({ "application/json": { "schema": { "$ref": "#/components/schemas/Base" } } });
        json!({ "openapi": "3.1.0", "components": { "schemas": schemas }, "paths": { "/a": { "get": {
            "responses": { "200": { "description": "", "content": content } },
        } } } })
    };
    let between =
        |before: &[(&str, &str)], after: &[(&str, &str)]| names(&changes(&document(before), &document(after)));
    assert_eq!(between(&[("A", "string")], &[("A", "integer")]), ["response-type-widened"]);
    assert_eq!(
        between(&[("A", "string")], &[("A", "string"), ("B", "string")]),
        ["response-variant-added", "schema-added"]
    );
    assert_eq!(
        between(&[("A", "string"), ("B", "string")], &[("A", "string")]),
        ["schema-removed", "response-variant-removed"]
    );
}

#[test]
fn variants_with_other_names_are_the_same_without_a_discriminator() {
    let document = |name: &str, discriminator: Value| {
        let reference = |name: &str| json!({ "$ref": format!("#/components/schemas/{name}") });
        let mut schema = json!({ "oneOf": [reference(name), reference("Other")] });
        if !discriminator.is_null() {
            schema["discriminator"] = discriminator;
        }
        let content = json!({ "application/json": { "schema": schema } });
        let schemas = json!({ name: { "type": "string", "description": name }, "Other": { "type": "integer" } });
        json!({ "openapi": "3.1.0", "components": { "schemas": schemas }, "paths": { "/a": { "post": {
            "requestBody": { "content": content }, "responses": {},
        } } } })
    };
    let class = |by: Value| changes(&document("Cat", by.clone()), &document("Kitten", by)).class;
    assert_eq!(class(Value::Null), Class::Compatible, "the shared schema has another name");
    assert_eq!(class(json!({ "propertyName": "kind" })), Class::Breaking);
}

#[test]
fn variants_that_refer_to_schemas_with_other_names_are_the_same() {
    let document = |suffix: &str, kind: &str| {
        let reference = |name: &str| json!({ "$ref": format!("#/components/schemas/{name}{suffix}") });
        let variant = |property: &str, to: &str| json!({ "type": "object", "properties": { property: reference(to) } });
        let content = json!({ "application/json": { "schema": { "oneOf": [reference("A"), reference("B")] } } });
        let schemas = [
            ("A", variant("a", "X")),
            ("B", variant("b", "Y")),
            ("X", json!({ "type": kind })),
            ("Y", json!({ "type": "string" })),
        ];
        let schemas: serde_json::Map<_, _> =
            schemas.into_iter().map(|(name, schema)| (format!("{name}{suffix}"), schema)).collect();
        json!({ "openapi": "3.1.0", "components": { "schemas": schemas }, "paths": { "/a": { "post": {
            "requestBody": { "content": content }, "responses": { "200": { "description": "", "content": content } },
        } } } })
    };
    let class = |kind: &str| changes(&document("", "string"), &document("New", kind)).class;
    assert_eq!(class("string"), Class::Compatible, "all shared schemas have other names");
    assert_eq!(class("integer"), Class::Breaking, "one of them is another schema");
}

#[test]
fn authorization_and_servers_count_where_they_apply() {
    let key = json!([{ "key": [] }]);
    let document = |root: Option<&Value>, own: Option<&Value>, name: &str| {
        let mut operation = json!({ "responses": {} });
        let mut document = json!({ "openapi": "3.1.0" });
        if let Some(own) = own {
            operation[name] = own.clone();
        }
        if let Some(root) = root {
            document[name] = root.clone();
        }
        document["paths"] = json!({ "/a": { "get": operation } });
        document
    };
    let servers = json!([{ "url": "https://api.example.com" }]);
    for (name, value) in [("security", &key), ("servers", &servers)] {
        let found = changes(&document(Some(value), None, name), &document(None, Some(value), name));
        assert_eq!(names(&found), Vec::<&str>::new(), "{name}");
    }
    let security = |all: Value| document(Some(&all), None, "security");
    let between = |before: Value, after: Value| names(&changes(&security(before), &security(after)));
    let (read, write) = (json!({ "oauth": ["read"] }), json!({ "oauth": ["write"] }));
    assert_eq!(between(json!([read, write]), json!([read])), ["security-option-removed"]);
    assert_eq!(between(json!([read]), json!([write, read])), ["security-option-added"]);
    let both = json!({ "oauth": ["read", "write"] });
    assert_eq!(between(json!([read, both]), json!([read])), Vec::<&str>::new(), "less is enough already");
    let swagger = |base: &str| json!({ "swagger": "2.0", "basePath": base, "paths": {} });
    assert_eq!(names(&changes(&swagger("/v1"), &swagger("/v2"))), ["server-removed", "server-added"]);
    let header = |required: bool| {
        let accept = json!([{ "name": "Accept", "in": "header", "required": required, "schema": {} }]);
        json!({ "openapi": "3.1.0", "paths": { "/a": { "get": { "parameters": accept, "responses": {} } } } })
    };
    assert_eq!(names(&changes(&header(false), &header(true))), Vec::<&str>::new());
}

#[test]
fn responses_may_have_fewer_variants() {
    let reference = |name: &str| json!({ "$ref": format!("#/components/schemas/{name}") });
    let document = |names: &[&str], is_named: bool, cat: Value| {
        let mut schema = json!({ "oneOf": names.iter().map(|name| reference(name)).collect::<Vec<_>>() });
        if is_named {
            let mapping: serde_json::Map<String, Value> =
                names.iter().map(|name| (name.to_lowercase(), reference(name)["$ref"].clone())).collect();
            schema["discriminator"] = json!({ "propertyName": "kind", "mapping": mapping });
        }
        let content = json!({ "application/json": { "schema": schema } });
        let variant = |name: &str| json!({ "type": "object", "required": ["kind"], "properties": { "kind": { "type": "string" }, name: { "type": "string" } } });
        let mut schemas = json!({ "Cat": variant("a"), "Dog": variant("b"), "Fish": variant("c") });
        schemas["Cat"]["properties"]["a"] = cat;
        let operation = |sent: Value, received: Value| json!({ "requestBody": sent, "responses": { "200": received } });
        let (body, none) = (json!({ "content": content }), json!({}));
        let group = |operation: Value| json!({ "openapi": "3.1.0", "paths": { "/a": { "post": operation } }, "components": { "schemas": schemas } });
        (group(operation(none.clone(), body.clone())), group(operation(body, none)))
    };
    let text = json!({ "type": "string" });
    let all = ["Cat", "Dog", "Fish"];
    for is_named in [false, true] {
        for fewer in [&all[..2], &all[..1], &all[1..2]] {
            let (was, is) = (document(&all, is_named, text.clone()), document(fewer, is_named, text.clone()));
            let found = changes(&was.0, &is.0);
            assert_eq!(found.breaking, 0, "{is_named} {fewer:?}: {:?}", found.items);
            assert!(!found.items.is_empty());
            assert!(changes(&is.0, &was.0).breaking > 0, "{is_named} {fewer:?}: more variants are breaking");
            assert!(changes(&was.1, &is.1).breaking > 0, "{is_named} {fewer:?}: requests need all variants");
            if fewer.len() > 1 {
                assert_eq!(changes(&is.1, &was.1).breaking, 0, "{is_named} {fewer:?}: requests may have more");
            }
        }
        // What is left may have changed.
        let (was, is) =
            (document(&all, is_named, text.clone()), document(&all[..1], is_named, json!({ "type": "integer" })));
        assert!(changes(&was.0, &is.0).breaking > 0, "{is_named}");
    }
    // The same variant by another name is another value.
    let renamed = |name: &str| {
        let (mut document, _) = document(&all, true, text.clone());
        document["paths"]["/a"]["post"]["responses"]["200"]["content"]["application/json"]["schema"]["discriminator"]
            ["mapping"] = json!({ name: "#/components/schemas/Cat" });
        document
    };
    assert!(changes(&renamed("cat"), &renamed("kitty")).breaking > 0);
    assert!(changes(&renamed("cat"), &document(&all[1..], true, text.clone()).0).breaking == 0);
}
