//! Parts that are marked as internal are in nothing that readers get, and in what members get.

use std::convert::Infallible;

use quire_openapi::index::{Call, Index};
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

/// Returns what readers get of a document in slices: slices of its public document.
fn shown_slices(document: &Value) -> Vec<Value> {
    slices(public(document).as_ref().unwrap_or(document))
}

fn slices(document: &Value) -> Vec<Value> {
    let bytes = serde_json::to_vec(document).unwrap();
    let index = Index::of(&bytes);
    let mut load = |at: std::ops::Range<usize>| Ok::<_, Infallible>(bytes[at].to_vec());
    let calls: Vec<Call> = index.operations.iter().map(|operation| operation.call.clone()).collect();
    let mut all: Vec<Value> = calls.iter().filter_map(|it| index.operation_slice(it, &mut load).unwrap()).collect();
    let names: Vec<String> = index.schemas.iter().map(|schema| schema.name.clone()).collect();
    all.push(index.schemas_slice(&names, &mut load).unwrap());
    all
}

#[test]
fn nothing_that_readers_get_has_what_is_marked() {
    let document = value(MARKED);
    let shown = public(&document).unwrap();
    for part in shown_slices(&document).iter().chain([&shown]) {
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
    // It can't be told whether the example is one of the hidden variant.
    assert_eq!(at(&format!("{json}/examples")), json!({}));
    let pet = &shown["components"]["schemas"]["Pet"];
    assert_eq!(pet["required"], json!(["name"]));
    let names: Vec<_> = pet["properties"].as_object().unwrap().keys().collect();
    assert_eq!(names, ["name", "list", "cat"]);
    assert_eq!(pet["discriminator"]["mapping"], json!({ "cat": "#/components/schemas/Cat" }));
    let slices = shown_slices(&document);
    assert_eq!(slices.len(), 2, "one operation and the schemas");
    assert_eq!(slices[0]["paths"]["/pets"]["post"], shown["paths"]["/pets"]["post"]);
    assert_eq!(slices[0]["components"]["schemas"]["Pet"], *pet);
}

#[test]
fn members_get_everything() {
    let document = value(MARKED);
    let all = slices(&document);
    assert_eq!(all.len(), 7);
    let text = Value::from(all).to_string();
    for word in ["secretOfPath", "secretOfTag", "secretReferred", "secretOperation", "secretInline", "secretAge", "299"]
    {
        assert!(text.contains(word), "{word}");
    }
}

#[test]
fn documents_without_marks_stay_as_they_are() {
    let plain = json!({ "openapi": "3.1.0", "info": { "x-internal": false }, "paths": { "/a": { "get": { "x-internal": false } } } });
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
    let slices = shown_slices(&document);
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
fn large_schemas_hide_what_they_mark() {
    // The schema that references lead into is larger than what is read for a slice.
    let filler = "x".repeat(3 << 20);
    let document = json!({
        "openapi": "3.1.0",
        "paths": { "/a": { "get": { "operationId": "a", "responses": { "200": { "content": { "application/json": { "schema": {
            "properties": { "secret": { "$ref": "#/components/schemas/Large/properties/secret" }, "plain": { "type": "string" } },
        } } } } } } } },
        "components": { "schemas": { "Large": { "description": filler, "properties": { "secret": { "x-internal": true, "title": "secret" } } } } },
    });
    let text = Value::from(shown_slices(&document)).to_string();
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

/// Returns the JSON of a document whose only operation has a request body of a media type.
fn with_media(media: &Value) -> Value {
    let hidden = json!({ "x-internal": true, "type": "object", "properties": { "CAN": { "type": "string" } } });
    json!({
        "openapi": "3.1.0",
        "paths": { "/a": { "post": {
            "requestBody": { "content": { "application/json": media } },
            "responses": {},
        } } },
        "components": {
            "schemas": {
                "Hidden": hidden,
                "Chain": { "$ref": "#/components/schemas/Far" }, "Far": { "$ref": "#/components/schemas/Hidden" },
                "Mapped": {
                    "properties": { "kind": { "type": "string" } },
                    "discriminator": { "propertyName": "kind", "mapping": { "a": "#/components/schemas/Sub", "b": "#/components/schemas/Shown" } },
                },
                "Named": { "properties": { "kind": { "type": "string" } }, "discriminator": { "propertyName": "kind" } },
                "Sub": { "x-internal": true, "allOf": [{ "$ref": "#/components/schemas/Named" }, { "properties": { "CAN": {} } }] },
                "Shown": { "properties": { "kind": {}, "b": {} } },
            },
            "examples": { "Shared": { "value": { "a": { "CAN": 1 }, "b": 2 } }, "Lonely": { "value": { "CAN": 1 } } },
        },
    })
}

/// The media type of the only operation as readers get it.
fn shown_media(media: &Value) -> Value {
    let shown = public(&with_media(media)).unwrap();
    let text = shown.to_string();
    assert!(!text.contains("CAN") && !text.contains("x-internal"), "{media}: {text}");
    shown.pointer("/paths/~1a/post/requestBody/content/application~1json").unwrap().clone()
}

#[test]
fn examples_of_hidden_schemas_are_hidden() {
    let hidden = json!({ "$ref": "#/components/schemas/Hidden" });
    for schema in [
        hidden.clone(),
        json!({ "$ref": "#/components/schemas/Chain" }),
        json!({ "allOf": [hidden, { "properties": { "b": {} } }] }),
        json!({ "oneOf": [hidden, { "properties": { "b": {} } }] }),
        json!({ "anyOf": [{ "type": "null" }, { "allOf": [hidden] }] }),
        json!({ "properties": { "b": {} }, "if": { "required": ["b"] }, "then": hidden }),
        json!({ "$ref": "#/components/schemas/Mapped" }),
        json!({ "$ref": "#/components/schemas/Named" }),
    ] {
        let value = json!({ "kind": "a", "CAN": 1, "b": "CAN" });
        let media = json!({ "schema": schema, "example": value, "examples": { "x": { "value": value } } });
        let shown = shown_media(&media);
        assert_eq!((shown.get("example"), &shown["examples"]), (None, &json!({})), "{media}");
        let list = json!({ "schema": { "type": "array", "items": schema }, "example": [value] });
        assert_eq!(shown_media(&list).get("example"), None, "{list}");
        let tuple = json!({ "schema": { "prefixItems": [{}, schema] }, "example": [1, value] });
        assert_eq!(shown_media(&tuple).get("example"), None, "{tuple}");
        let text = json!({ "schema": { "properties": { "a": schema } }, "example": "<a>CAN</a>" });
        assert_eq!(shown_media(&text).get("example"), None, "{text}");
        let stream = json!({ "itemSchema": schema, "example": [value] });
        assert_eq!(shown_media(&stream).get("example"), None, "{stream}");
        let more = json!({ "additionalProperties": schema, "properties": { "b": {} } });
        let part = json!({ "schema": more, "example": { "CANa": value, "b": 2 } });
        assert_eq!(shown_media(&part)["example"], json!({ "b": 2 }), "{part}");
        let own = json!({ "schema": { "properties": { "a": schema, "b": {} } }, "example": { "a": value, "b": 2 } });
        assert_eq!(shown_media(&own)["example"], json!({ "b": 2 }), "{own}");
    }
}

#[test]
fn examples_are_cut_by_their_schemas() {
    let secret =
        json!({ "properties": { "a": { "properties": { "CAN": { "x-internal": true }, "x": {} } }, "b": {} } });
    let value = json!({ "a": { "CAN": 1, "x": 2 }, "b": 3, "more": { "CAN": 1 } });
    let cut = json!({ "a": { "x": 2 }, "b": 3 });
    let shown = shown_media(&json!({ "schema": secret, "example": value, "examples": {
        "one": { "value": value }, "two": { "dataValue": value }, "three": { "summary": "s", "externalValue": "https://a.example/CAN" },
        "four": { "value": value, "serializedValue": "CAN" }, "five": { "CAN": 1 }, "six": { "$ref": "#/components/examples/Shared" },
    } }));
    assert_eq!(shown["example"], cut);
    let six = json!({ "$ref": "#/components/examples/Shared" });
    assert_eq!(shown["examples"], json!({ "one": { "value": cut }, "two": { "dataValue": cut }, "six": six }));
    // An example in a branch is one of the whole.
    let branches = json!({ "schema": { "allOf": [secret, { "properties": { "c": {} }, "example": value, "default": { "a": { "CAN": 1, "x": 1 }, "c": 1 } }] } });
    let branch = &shown_media(&branches)["schema"]["allOf"][1];
    assert_eq!((&branch["example"], &branch["default"]), (&cut, &json!({ "a": { "x": 1 }, "c": 1 })));
    // A pattern may be that of a name that no schema declares.
    let pattern = json!({ "schema": { "patternProperties": { "^CAN": { "x-internal": true } }, "properties": { "b": {} } }, "example": { "CAN1": 1, "b": 2 } });
    assert_eq!(shown_media(&pattern)["example"], json!({ "b": 2 }));
    // What has nothing hidden stays as it is, whatever else it has.
    let plain = json!({ "schema": { "properties": { "p": { "type": "object" }, "CAN": { "x-internal": true } } }, "example": { "p": { "free": [1, "x"] }, "CAN": 1 } });
    assert_eq!(shown_media(&plain)["example"], json!({ "p": { "free": [1, "x"] } }));
}

#[test]
fn the_names_of_hidden_properties_are_in_no_keyword() {
    let shown = shown_media(&json!({
        "schema": {
            "properties": { "CAN": { "x-internal": true }, "w": {} },
            "required": ["CAN", "w"], "enum": [{ "CAN": 1, "w": 2 }, { "CAN": 1 }], "const": { "CAN": 1 },
            "if": { "required": ["CAN"], "properties": { "CAN": { "const": "CAN" } } }, "then": { "required": ["w"] },
            "not": { "required": ["CAN"] }, "dependentRequired": { "CAN": ["w"], "w": ["CAN"] },
            "dependentSchemas": { "CAN": { "required": ["w"] }, "w": { "required": ["CAN"] } },
            "propertyNames": { "enum": ["CAN", "w"] }, "x-order": ["CAN", "w"], "minProperties": 1,
            "allOf": [{ "properties": { "CAN": { "const": 1 }, "v": {} }, "required": ["CAN", "v"] }],
        },
        "encoding": { "CAN": { "contentType": "text/plain" }, "w": { "contentType": "text/plain" } },
    }));
    assert_eq!(
        shown["schema"],
        json!({
            "properties": { "w": {} }, "required": ["w"], "enum": [{ "w": 2 }], "dependentRequired": { "w": [] },
            "dependentSchemas": { "w": { "required": [] } }, "propertyNames": { "enum": ["w"] }, "x-order": ["w"],
            "minProperties": 1, "allOf": [{ "properties": { "v": {} }, "required": ["v"] }],
        })
    );
    assert_eq!(shown["encoding"], json!({ "w": { "contentType": "text/plain" } }));
}

#[test]
fn examples_of_parameters_headers_and_older_documents_are_hidden() {
    let hidden = json!({ "$ref": "#/components/schemas/Hidden" });
    let document = json!({
        "openapi": "3.0.3",
        "paths": { "/a": { "get": {
            "parameters": [
                { "name": "a", "in": "query", "schema": hidden, "example": { "CAN": 1 }, "examples": { "x": { "value": "CAN" } } },
                { "name": "b", "in": "query", "content": { "a/b": { "schema": hidden, "example": { "CAN": 1 } } }, "example": "CAN" },
            ],
            "responses": { "200": { "headers": { "A": { "schema": hidden, "example": "CAN" } } } },
            "callbacks": { "c": { "{$url}": { "post": { "requestBody": { "content": { "a/b": { "schema": hidden, "example": { "CAN": 1 } } } }, "responses": {} } } } },
        } } },
        "components": { "schemas": { "Hidden": { "x-internal": true } } },
    });
    let older = json!({
        "swagger": "2.0",
        "paths": { "/a": { "get": {
            "parameters": [{ "name": "a", "in": "body", "schema": { "$ref": "#/definitions/Hidden" }, "x-example": { "CAN": 1 } },
                { "name": "b", "in": "query", "type": "array", "items": { "x-internal": true, "type": "string" }, "default": ["CAN"], "enum": [["CAN"]] }],
            "responses": { "200": { "schema": { "$ref": "#/definitions/Hidden" }, "examples": { "application/json": { "CAN": 1 }, "text/xml": "<CAN/>" } } },
        } } },
        "definitions": { "Hidden": { "x-internal": true } },
    });
    for document in [document, older] {
        let shown = public(&document).unwrap().to_string();
        assert!(!shown.contains("CAN"), "{shown}");
    }
}

#[test]
fn every_object_can_be_hidden_and_what_names_it_goes() {
    let document = json!({
        "openapi": "3.1.0",
        "tags": [{ "name": "open" }, { "name": "CAN", "x-internal": true }, { "name": "kid", "x-parent": "CAN" }, { "name": "kid2", "parent": "CAN" }],
        "x-tagGroups": [{ "name": "CAN", "tags": ["open"], "x-internal": true }, { "name": "CAN", "tags": ["CAN"] }, { "name": "g", "tags": ["open", "CAN"] }],
        "security": [{ "CAN": [] }],
        "servers": [{ "url": "/", "variables": { "CAN": { "x-internal": true } } }],
        "paths": { "/a": {
            "get": {
                "tags": ["open", "CAN"], "responses": {}, "externalDocs": { "x-internal": true, "url": "CAN" },
                "x-codeSamples": [{ "lang": "sh", "source": "ok" }, { "lang": "sh", "source": "CAN", "x-internal": true }],
                "x-code-samples": [{ "lang": "sh", "source": "CAN", "x-internal": "yes" }],
            },
            "put": { "security": [{ "CAN": [], "key": [] }], "responses": {} },
            "post": { "security": [{ "CAN": [] }, { "key": [] }], "responses": {} },
            "delete": { "security": [], "responses": {} },
        } },
        "components": {
            "securitySchemes": { "CAN": { "x-internal": true, "type": "http", "scheme": "basic" }, "key": { "type": "http", "scheme": "basic" } },
            "schemas": { "Text": { "x-internal": "true", "title": "CAN" }, "Null": { "x-internal": null, "title": "CAN" }, "Plain": { "x-internal": false } },
        },
    });
    let shown = public(&document).unwrap();
    assert!(!shown.to_string().contains("CAN"), "{shown}");
    let at = |pointer: &str| shown.pointer(pointer).cloned().unwrap_or_default();
    assert_eq!(at("/tags"), json!([{ "name": "open" }, { "name": "kid" }, { "name": "kid2" }]));
    assert_eq!(at("/x-tagGroups"), json!([{ "name": "g", "tags": ["open"] }]));
    assert_eq!(at("/paths/~1a/get/tags"), json!(["open"]));
    assert_eq!(at("/paths/~1a/get/x-codeSamples"), json!([{ "lang": "sh", "source": "ok" }]));
    // Nothing that needs an authorization seems to need none, or a weaker one.
    assert_eq!(at("/security"), json!([{ "authorization": [] }]));
    assert_eq!(at("/paths/~1a/put/security"), json!([{ "authorization": [] }]));
    assert_eq!(at("/paths/~1a/post/security"), json!([{ "key": [] }]));
    assert_eq!(at("/paths/~1a/delete/security"), json!([]));
    assert!(at("/components/securitySchemes/authorization/description").is_string());
    assert_eq!(at("/components/schemas"), json!({ "Plain": { "x-internal": false } }));
    let index = Index::of(&serde_json::to_vec(&document).unwrap());
    let hidden: Vec<bool> = index.schemas.iter().map(|schema| schema.is_internal).collect();
    assert_eq!(hidden, [true, true, false]);
}

#[test]
fn a_property_may_have_the_name_of_the_mark() {
    let document = json!({
        "openapi": "3.1.0",
        "paths": { "/a": { "get": { "x-internal": true } } },
        "components": { "schemas": {
            "A": { "properties": { "x-internal": { "type": "string" }, "b": { "type": "integer" } } },
            "B": { "$ref": "#/components/schemas/A/properties/b" },
        } },
    });
    assert_eq!(public(&document).unwrap()["components"], document["components"]);
    let index = Index::of(&serde_json::to_vec(&document).unwrap());
    assert!(index.schemas.iter().all(|schema| !schema.is_internal));
}

#[test]
fn the_cost_of_examples_is_bounded() {
    // Each of many examples could lead through all of a long chain of schemas.
    let count = 2_000;
    let mut schemas = serde_json::Map::new();
    for at in 0..count {
        let next = json!({ "$ref": format!("#/components/schemas/S{}", at + 1) });
        schemas.insert(format!("S{at}"), json!({ "allOf": [next], "example": { "CAN": 1, "b": 1 } }));
    }
    schemas.insert(format!("S{count}"), json!({ "properties": { "b": {}, "CAN": { "x-internal": true } } }));
    let shown = public(&json!({ "openapi": "3.1.0", "paths": {}, "components": { "schemas": schemas } })).unwrap();
    assert!(!shown.to_string().contains("CAN"));
    let example = |at: usize| shown["components"]["schemas"][format!("S{at}")].get("example").cloned();
    assert_eq!((example(0), example(count - 1)), (Some(json!({ "b": 1 })), None));
}

#[test]
fn the_values_of_changes_have_nothing_hidden() {
    let media = |shown: i32| {
        let properties = json!({ "CAN": { "x-internal": true, "type": "string" }, "w": {} });
        with_media(&json!({ "schema": { "properties": properties, "const": { "CAN": "CAN", "w": shown } } }))
    };
    let found = changes(&media(1), &media(2));
    let shown: Vec<_> = found.items.iter().filter(|change| !change.is_internal).collect();
    assert!(!shown.is_empty());
    for change in shown {
        assert!(!format!("{change:?}").contains("CAN"), "{change:?}");
    }
}
