//! Parts that are marked as internal are in nothing that readers get, and in what members get.

use std::convert::Infallible;

use quire_openapi::index::{Call, Index};
use quire_openapi::slice::View;
use quire_openapi::{changes, public};
use serde_json::{Value, json};

use super::value;

/// A document in which every word with `secret` is marked, or names what is.
const MARKED: &str = r##"
openapi: 3.1.0
info: { title: Pets, version: "1" }
servers: [{ url: "https://pets.example" }, { url: "https://secret.example", x-internal: true }]
tags: [{ name: pets }, { name: secrets, x-internal: true, description: A secret. }]
security: [{ key: [] }, { secretKey: [] }]
paths:
  /secret/path: { x-internal: true, get: { operationId: secretOfPath, responses: {} } }
  /secret/tag: { get: { operationId: secretOfTag, tags: [secrets], responses: {} } }
  /secret/referred: { $ref: "#/components/pathItems/Secret" }
  /pets:
    parameters:
      - { name: secretOfItem, in: query, x-internal: true, schema: { type: string } }
      - { name: page, in: query, schema: { type: integer } }
    delete: { operationId: secretOperation, x-internal: true, responses: {} }
    post:
      operationId: addPet
      tags: [pets]
      parameters:
        - { name: secretInline, in: query, x-internal: true, schema: { type: string } }
        - { $ref: "#/components/parameters/Secret" }
        - { $ref: "#/components/parameters/Trace" }
      requestBody:
        content:
          application/json: { schema: { $ref: "#/components/schemas/Pet" }, example: { name: Rex, secretAge: 3 } }
          application/secret: { x-internal: true, schema: { type: string } }
      responses:
        "200":
          description: Done.
          headers: { X-Secret: { x-internal: true, schema: { type: string } }, X-Rate: { schema: { type: integer } } }
          links: { secret: { operationId: secretOperation }, other: { operationId: addPet } }
          content:
            application/json:
              schema: { oneOf: [{ $ref: "#/components/schemas/Secret" }, { $ref: "#/components/schemas/Pet" }] }
              examples: { secret: { x-internal: true, value: 1 }, plain: { value: [{ secretAge: 1, name: A }] } }
        "299": { x-internal: true, description: A secret. }
      callbacks:
        onSecret: { x-internal: true, "{$request.body#/url}": { post: { responses: {} } } }
        onPet: { "{$request.body#/pet}": { post: { responses: {} }, put: { x-internal: true, summary: A secret., responses: {} } } }
webhooks:
  secretHook: { x-internal: true, post: { responses: {} } }
components:
  pathItems: { Secret: { x-internal: true, get: { operationId: secretReferred, responses: {} } } }
  parameters:
    Secret: { name: secretShared, in: header, x-internal: true, schema: { type: string } }
    Trace: { name: X-Trace, in: header, schema: { $ref: "#/components/schemas/Pet/properties/name" } }
  securitySchemes: { key: { type: http, scheme: basic }, secretKey: { x-internal: true, type: http, scheme: basic } }
  schemas:
    Secret: { x-internal: true, title: A secret. }
    AliasOfSecret: { $ref: "#/components/schemas/Secret" }
    Pet:
      type: object
      required: [name, secretAge]
      example: { name: Rex, secretAge: 3 }
      discriminator: { propertyName: name, mapping: { secret: Secret, cat: "#/components/schemas/Cat" } }
      properties:
        name: { type: string }
        secretAge: { type: integer, x-internal: true }
        secretRef: { $ref: "#/components/schemas/Secret" }
        secretAlias: { $ref: "#/components/schemas/AliasOfSecret" }
        secretInto: { $ref: "#/components/schemas/Pet/properties/secretAge" }
        list: { type: array, items: { x-internal: true, title: A secret. } }
        cat: { $ref: "#/components/schemas/Cat" }
    Cat: { allOf: [{ $ref: "#/components/schemas/Secret" }, { required: [secretAge], properties: { purrs: { type: boolean } } }] }
"##;

fn slices(document: &Value, view: View) -> Vec<Value> {
    let bytes = serde_json::to_vec(document).unwrap();
    let index = Index::of(&bytes);
    let mut load = |at: std::ops::Range<usize>| Ok::<_, Infallible>(bytes[at].to_vec());
    let calls: Vec<Call> = index.operations.iter().map(|operation| operation.call.clone()).collect();
    let mut all: Vec<Value> =
        calls.iter().filter_map(|it| index.operation_slice(it, view, &mut load).unwrap()).collect();
    let names: Vec<String> = index.schemas.iter().map(|schema| schema.name.clone()).collect();
    all.push(index.schemas_slice(&names, view, &mut load).unwrap());
    all
}

#[test]
fn nothing_that_readers_get_has_what_is_marked() {
    let document = value(MARKED);
    let shown = public(&document).unwrap();
    for part in slices(&document, View::Public).iter().chain([&shown]) {
        let text = part.to_string();
        let at =
            text.to_ascii_lowercase().find("secret").map(|at| &text[at.saturating_sub(80)..(at + 40).min(text.len())]);
        assert_eq!(at, None, "{text}");
        assert!(!text.contains("x-internal"), "{text}");
    }
    assert_eq!(public(&shown), None, "nothing is left to remove");
}

#[test]
fn what_is_not_marked_stays() {
    let document = value(MARKED);
    let shown = public(&document).unwrap();
    let at = |pointer: &str| shown.pointer(pointer).cloned().unwrap_or_default();
    let post = "/paths/~1pets/post";
    assert_eq!(at("/servers"), json!([{ "url": "https://pets.example" }]));
    assert_eq!(at("/security"), json!([{ "key": [] }]));
    assert_eq!(at(&format!("{post}/parameters")), json!([{ "$ref": "#/components/parameters/Trace" }]));
    assert_eq!(at("/paths/~1pets/parameters/0/name"), "page");
    assert_eq!(at(&format!("{post}/requestBody/content/application~1json/example")), json!({ "name": "Rex" }));
    let response = format!("{post}/responses/200");
    assert_eq!(at(&format!("{response}/links")), json!({ "other": { "operationId": "addPet" } }));
    let json = format!("{response}/content/application~1json");
    assert_eq!(at(&format!("{json}/schema/oneOf")), json!([{ "$ref": "#/components/schemas/Pet" }]));
    assert_eq!(at(&format!("{json}/examples")), json!({ "plain": { "value": [{ "name": "A" }] } }));
    let pet = &shown["components"]["schemas"]["Pet"];
    assert_eq!(pet["required"], json!(["name"]));
    let names: Vec<_> = pet["properties"].as_object().unwrap().keys().collect();
    assert_eq!(names, ["name", "list", "cat"]);
    assert_eq!(pet["discriminator"]["mapping"], json!({ "cat": "#/components/schemas/Cat" }));
    let slices = slices(&document, View::Public);
    assert_eq!(slices.len(), 2, "one operation and the schemas");
    assert_eq!(slices[0]["paths"]["/pets"]["post"], shown["paths"]["/pets"]["post"]);
    assert_eq!(slices[0]["components"]["schemas"]["Pet"], *pet);
}

#[test]
fn members_get_everything() {
    let document = value(MARKED);
    let all = slices(&document, View::Everything);
    assert_eq!(all.len(), 7);
    let text = Value::from(all).to_string();
    for word in ["secretOfPath", "secretOfTag", "secretReferred", "secretOperation", "secretInline", "secretAge", "299"]
    {
        assert!(text.contains(word), "{word}");
    }
}

#[test]
fn documents_without_marks_stay_as_they_are() {
    let plain = json!({ "openapi": "3.1.0", "info": { "x-internal": "no" }, "paths": { "/a": { "get": { "x-internal": false } } } });
    assert_eq!(public(&plain), None);
    // Data is no part of the document.
    let data = value(
        "openapi: 3.1.0\npaths: {/a: {get: {x-internal: true}}}\ncomponents: {examples: {A: {value: {x-internal: true, b: 1}}}}",
    );
    assert_eq!(public(&data).unwrap()["components"], data["components"]);
}

#[test]
fn changes_of_what_is_marked_are_told_apart() {
    let before = value(MARKED);
    for (from, to) in [
        ("secretAge: { type: integer", "secretAge: { type: string"),
        ("name: secretInline, in: query", "name: secretInline, in: header"),
        ("- { name: secretOfItem, in: query, x-internal: true, schema: { type: string } }\n", ""),
        ("Secret: { x-internal: true, title: A secret.", "Secret: { x-internal: true, type: string"),
        ("/secret/tag: { get: { operationId: secretOfTag", "/secret/tag: { post: { operationId: secretOfTag"),
        (
            "onSecret: { x-internal: true, \"{$request.body#/url}\": { post:",
            "onSecret: { x-internal: true, \"{$request.body#/url}\": { put:",
        ),
        ("webhooks:\n  secretHook: { x-internal: true, post: { responses: {} } }\n", ""),
    ] {
        let after = value(&MARKED.replace(from, to));
        assert_ne!(before, after, "{from}");
        let found = changes(&before, &after);
        assert!(!found.items.is_empty(), "{from}");
        assert!(found.items.iter().all(|change| change.is_internal), "{from}: {:?}", found.items);
    }
    let found = changes(&before, &value(&MARKED.replace("name: { type: string }", "name: { type: integer }")));
    assert!(found.items.iter().all(|change| !change.is_internal), "{:?}", found.items);
    assert!(!found.items.is_empty());
}

/// Returns the text of all that readers get of a document in slices, and of the public document.
fn shown_texts(text: &str) -> [String; 2] {
    let document = value(text);
    let slices = slices(&document, View::Public);
    [Value::from(slices).to_string(), public(&document).unwrap().to_string()]
}

#[test]
fn references_are_followed_to_their_end() {
    let aliases: String = (0..12)
        .map(|at| format!("    SecretAlias{at}: {{ $ref: '#/components/schemas/SecretAlias{}' }}\n", at + 1))
        .collect();
    let text = format!(
        r##"
openapi: 3.1.0
tags: [{{ name: secrets, x-internal: true }}]
paths:
  /pets:
    get:
      operationId: listPets
      responses:
        "200":
          content:
            application/json: {{ schema: {{ $ref: "#/components/schemas/Pet" }} }}
            application/other: {{ schema: {{ $ref: "#/paths/~1secret/get/responses/200/content/application~1json/schema" }} }}
  /secret: {{ get: {{ operationId: secretOfTag, tags: [secrets], responses: {{ "200": {{ content: {{ application/json: {{ schema: {{ title: secret }} }} }} }} }} }} }}
  /secret/other: {{ $ref: "#/components/pathItems/SecretFirst" }}
components:
  pathItems: {{ SecretFirst: {{ $ref: "#/components/pathItems/SecretSecond" }}, SecretSecond: {{ x-internal: true, $ref: "#/components/pathItems/Plain" }}, Plain: {{ get: {{ responses: {{}} }} }} }}
  schemas:
{aliases}    SecretAlias12: {{ x-internal: true, type: string }}
    SecretCircle: {{ $ref: "#/components/schemas/SecretCircle" }}
    SecretInto: {{ $ref: "#/components/schemas/Pet/properties/secretAge" }}
    SecretItem: {{ $ref: "#/components/schemas/Pet/allOf/1" }}
    SecretOfPath: {{ $ref: "#/paths/~1secret/get/responses/200/content/application~1json/schema" }}
    Pet:
      allOf: [{{ title: Plain }}, {{ x-internal: true, title: A secret. }}]
      properties:
        name: {{ $ref: "#/components/schemas/Name" }}
        secretAge: {{ x-internal: true, type: integer }}
        secretFar: {{ $ref: "#/components/schemas/SecretAlias0" }}
        secretRound: {{ $ref: "#/components/schemas/SecretCircle" }}
        secretInto: {{ $ref: "#/components/schemas/SecretInto" }}
        secretItem: {{ $ref: "#/components/schemas/SecretItem" }}
        secretOfPath: {{ $ref: "#/components/schemas/SecretOfPath" }}
    Name: {{ $ref: "#/components/schemas/Plain" }}
    Plain: {{ $ref: "#/components/schemas/Text/properties/plain" }}
    Text: {{ properties: {{ plain: {{ type: string, title: A name. }} }} }}
"##
    );
    let [slices, public] = shown_texts(&text);
    assert!(slices.contains("A name.") && public.contains("A name."), "{slices}");
    let names = |text: &str| {
        text.to_ascii_lowercase()
            .find("secret")
            .map(|at| text[at.saturating_sub(60)..(at + 60).min(text.len())].to_owned())
    };
    assert_eq!(names(&slices), None);
    // Shared objects that nothing names any more may stay as references that lead to nothing.
    let shown = value(&text);
    let pet = quire_openapi::public(&shown).unwrap()["components"]["schemas"]["Pet"].to_string();
    assert_eq!(names(&pet), None);
    assert!(!public.contains("A secret.") && !public.contains("secretOfTag"), "{public}");
}

#[test]
fn what_is_beyond_the_bounds_is_hidden() {
    // The schema that references lead into is larger than what is read for a slice.
    let filler = "x".repeat(3 << 20);
    let document = json!({
        "openapi": "3.1.0",
        "paths": { "/a": { "get": { "operationId": "a", "responses": { "200": { "content": { "application/json": { "schema": {
            "properties": { "secret": { "$ref": "#/components/schemas/Large/properties/secret" }, "plain": { "type": "string" } },
        } } } } } } } },
        "components": { "schemas": { "Large": { "description": filler, "properties": { "secret": { "x-internal": true, "title": "secret" } } } } },
    });
    let text = Value::from(slices(&document, View::Public)).to_string();
    assert!(text.contains("plain") && !text.contains("secret"), "{}", &text[..text.len().min(2_000)]);
    // Tags and operations beyond the bounds are hidden too.
    let mut tags: Vec<Value> = (0..6_000).map(|at| json!({ "name": format!("t{at}") })).collect();
    tags.push(json!({ "name": "secret", "x-internal": true }));
    let long: Vec<Value> =
        std::iter::once(json!("secret")).chain((0..2_000).map(|at| json!(format!("tag number {at}")))).collect();
    let document = json!({
        "openapi": "3.1.0", "tags": tags,
        "paths": { "/a": { "get": { "tags": ["secret"], "responses": {} }, "put": { "tags": long, "responses": {} }, "post": { "tags": ["t1"], "responses": {} } } },
    });
    let index = Index::of(&serde_json::to_vec(&document).unwrap());
    let shown = |method: &str| index.shown_operation(&Call::new(false, "/a", method)).is_some();
    assert_eq!([shown("get"), shown("put"), shown("post")], [false, false, true]);
}
