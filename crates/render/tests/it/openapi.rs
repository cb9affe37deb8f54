//! Operations of descriptions of each version.

use std::sync::Arc;

use serde_json::{Value, json};

use crate::dom::Dom;
use crate::fixtures::check;
use crate::world::World;

fn world(description: Value) -> World {
    let mut world = World::new();
    world.specifications.insert("api".to_owned(), Arc::new(description));
    world
}

/// A shop in OpenAPI 3.
fn shop() -> Value {
    json!({
        "openapi": "3.0.3",
        "servers": [{ "url": "https://{region}.shop.example/v1/", "variables": { "region": { "default": "eu" } } }],
        "security": [{ "token": [] }],
        "paths": { "/orders/{id}": {
            "parameters": [{ "$ref": "#/components/parameters/id" }],
            "put": {
                "summary": "Change an order", "description": "Changes **one** order.", "deprecated": true,
                "parameters": [
                    { "name": "dry", "in": "query", "required": true, "schema": { "type": "boolean", "default": false } },
                    { "name": "X-Trace", "in": "header", "schema": { "type": "string", "format": "uuid" } },
                ],
                "requestBody": { "required": true, "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Order" } } } },
                "responses": {
                    "200": { "description": "Changed", "headers": { "ETag": { "schema": { "type": "string" } } },
                        "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Order" } } } },
                    "404": { "description": "No such order" },
                },
            },
        } },
        "webhooks": { "changed": { "post": { "summary": "An order changed", "requestBody": { "content": { "application/json": {
            "schema": { "$ref": "#/components/schemas/Order" }, "example": { "id": 7 } } } } } } },
        "components": {
            "parameters": { "id": { "name": "id", "in": "path", "required": true, "description": "Which order", "schema": { "type": "integer", "minimum": 1 } } },
            "securitySchemes": { "token": { "type": "http", "scheme": "bearer" } },
            "schemas": {
                "Order": { "allOf": [{ "$ref": "#/components/schemas/Base" }], "type": "object", "required": ["state"], "properties": {
                    "state": { "type": "string", "enum": ["open", "paid"] },
                    "lines": { "type": "array", "items": { "$ref": "#/components/schemas/Line" } },
                    "payment": { "oneOf": [{ "title": "Card", "type": "object", "properties": { "number": { "type": "string", "writeOnly": true } } }, { "type": "string" }] },
                    "parent": { "$ref": "#/components/schemas/Order" },
                    "labels": { "type": "object", "additionalProperties": { "type": "string" } },
                } },
                "Base": { "type": "object", "properties": { "id": { "type": "integer", "readOnly": true, "example": 7 } } },
                "Line": { "type": "object", "properties": { "name": { "type": "string", "maxLength": 20 }, "order": { "$ref": "#/components/schemas/Order" } } },
            },
        },
    })
}

const OPERATION: &str =
    "{% openapi-operation spec=\"api\" path=\"/orders/{id}\" method=\"put\" %}\n[api](x)\n{% endopenapi-operation %}\n";
const SCHEMA: &str =
    "{% openapi-schemas spec=\"api\" schemas=\"Order\" grouped=\"false\" %}\n[api](x)\n{% endopenapi-schemas %}\n";
const WEBHOOK: &str =
    "{% openapi-webhook spec=\"api\" name=\"changed\" method=\"post\" %}\n[api](x)\n{% endopenapi-webhook %}\n";

#[test]
fn operations_are_drawn_as_before() {
    let swagger = json!({
        "swagger": "2.0", "host": "pets.example", "basePath": "/v2", "schemes": ["https"], "consumes": ["application/json"],
        "paths": { "/orders/{id}": { "put": {
            "parameters": [
                { "name": "id", "in": "path", "required": true, "type": "string" },
                { "name": "pet", "in": "body", "required": true, "schema": { "$ref": "#/definitions/Pet" } },
            ],
            "responses": { "200": { "description": "Fine", "schema": { "type": "array", "items": { "$ref": "#/definitions/Pet" } } } },
        } } },
        "definitions": { "Pet": { "type": "object", "properties": { "name": { "type": "string", "example": "Rex" } } } },
    });
    let mut differing = Vec::new();
    check("openapi-operation", &world(shop()).draw(OPERATION), &mut differing);
    check("openapi-schema", &world(shop()).draw(SCHEMA), &mut differing);
    check("openapi-webhook", &world(shop()).draw(WEBHOOK), &mut differing);
    check("openapi-swagger", &world(swagger).draw(OPERATION), &mut differing);
    check("openapi-missing", &World::new().draw(OPERATION), &mut differing);
    assert!(differing.is_empty(), "drawn otherwise; if that is right, copy what was drawn:\n{}", differing.join("\n"));
}

#[test]
fn operations_are_well_formed() {
    for text in [OPERATION, SCHEMA, WEBHOOK] {
        let drawn = world(shop()).draw(text);
        Dom::read(&drawn.html).check(&drawn.html);
    }
}

#[test]
fn a_sample_is_one_command_whatever_it_says() {
    let mut shop = shop();
    shop["webhooks"] = Value::Null;
    shop["components"]["schemas"]["Base"]["properties"]["id"]["example"] = json!("it's '; rm -rf /");
    shop["components"]["schemas"]["Base"]["properties"]["id"]["readOnly"] = json!(false);
    let text = Dom::read(&world(shop).draw(OPERATION).html).words();
    assert!(text.contains(r"it'\''s '\''; rm -rf /"), "{text}");
}

#[test]
fn any_shape_of_a_description_is_drawn() {
    let odd = [json!(null), json!("x"), json!([[]]), json!({ "$ref": "#/paths" })];
    let shop = shop();
    let mut pointers = Vec::new();
    collect(&shop, String::new(), &mut pointers);
    for pointer in pointers {
        for value in &odd {
            let mut broken = shop.clone();
            *broken.pointer_mut(&pointer).unwrap() = value.clone();
            let world = world(broken);
            for text in [OPERATION, SCHEMA, WEBHOOK] {
                world.draw(text);
            }
        }
    }
}

fn collect(value: &Value, at: String, out: &mut Vec<String>) {
    let escape = |name: &str| name.replace('~', "~0").replace('/', "~1");
    match value {
        Value::Object(map) => map.iter().for_each(|(name, it)| collect(it, format!("{at}/{}", escape(name)), out)),
        Value::Array(list) => list.iter().enumerate().for_each(|(n, it)| collect(it, format!("{at}/{n}"), out)),
        _ => {}
    }
    out.push(at);
}
