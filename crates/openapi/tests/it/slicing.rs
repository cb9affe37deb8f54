//! Indexes and slices: a part of a document has what the whole has, at the same places, and nothing else.

use std::convert::Infallible;
use std::ops::Range;

use proptest::prelude::*;
use quire_openapi::index::{Call, Index};
use quire_openapi::{bundle, contents};
use serde_json::{Value, json};

/// A document with an index of its bytes.
struct Indexed {
    bytes: Vec<u8>,
    index: Index,
    loaded: usize,
}

impl Indexed {
    fn new(document: &Value) -> Self {
        let bytes = serde_json::to_vec(document).unwrap();
        let index = Index::of(&bytes);
        Self { bytes, index, loaded: 0 }
    }

    fn operation(&mut self, path: &str, method: &str) -> Option<Value> {
        self.call(&Call::new(false, path, method))
    }

    fn call(&mut self, call: &Call) -> Option<Value> {
        let (bytes, loaded) = (&self.bytes, &mut self.loaded);
        self.index.operation_slice(call, &mut |at| load(bytes, loaded, at)).unwrap()
    }

    fn schemas(&mut self, names: &[&str]) -> Value {
        let names: Vec<_> = names.iter().map(|name| (*name).to_owned()).collect();
        let (bytes, loaded) = (&self.bytes, &mut self.loaded);
        self.index.schemas_slice(&names, &mut |at| load(bytes, loaded, at)).unwrap()
    }
}

fn load(bytes: &[u8], loaded: &mut usize, at: Range<usize>) -> Result<Vec<u8>, Infallible> {
    *loaded += at.len();
    Ok(bytes[at].to_vec())
}

fn shop() -> Value {
    json!({
        "openapi": "3.1.0", "info": { "title": "Shop", "version": "1", "description": "All of it." },
        "servers": [{ "url": "https://shop.example" }], "security": [{ "token": [] }],
        "tags": [{ "name": "orders", "description": "Orders.", "x-page-title": "Your orders", "x-page-icon": "cart-shopping" }],
        "paths": {
            "/orders/{id}": {
                "parameters": [{ "$ref": "#/components/parameters/id" }],
                "get": { "operationId": "read", "tags": ["orders"], "summary": "Read", "responses": { "200": { "content": { "a/b": { "schema": { "$ref": "#/components/schemas/Order" } } } } } },
                "delete": { "tags": ["orders"], "security": [{ "key": [] }], "deprecated": true, "x-internal": true, "responses": {} },
            },
            "/~1/a b": { "$ref": "#/components/pathItems/shared" },
            "x-note": { "get": {} },
        },
        "webhooks": { "sold": { "post": { "requestBody": { "$ref": "#/components/requestBodies/sold" } } } },
        "components": {
            "parameters": { "id": { "name": "id", "in": "path" }, "unused": { "name": "u", "in": "query" } },
            "pathItems": { "shared": { "get": { "summary": "Shared", "responses": { "200": { "$ref": "#/paths/~1orders~1%7Bid%7D/get/responses/200" } } } } },
            "requestBodies": { "sold": { "content": {} } },
            "schemas": {
                "Order": { "properties": { "lines": { "items": { "$ref": "#/components/schemas/Line/properties/self" } } } },
                "Line": { "properties": { "self": { "$ref": "#/components/schemas/Line" }, "order": { "$ref": "#/components/schemas/Order" } } },
                "Other": { "type": "string", "x-internal": true },
            },
            "securitySchemes": { "token": { "type": "http" }, "key": { "type": "apiKey" } },
        },
    })
}

#[test]
fn an_operation_comes_with_what_it_refers_to() {
    let (document, mut shop) = (shop(), Indexed::new(&shop()));
    let slice = shop.operation("/orders/{id}", "GET").unwrap();
    for there in [
        "/openapi",
        "/servers",
        "/security",
        "/paths/~1orders~1{id}/get",
        "/paths/~1orders~1{id}/parameters",
        "/components/parameters/id",
        "/components/schemas/Order",
        "/components/schemas/Line",
        "/components/securitySchemes/token",
    ] {
        assert_eq!(slice.pointer(there), document.pointer(there), "{there}");
        assert!(slice.pointer(there).is_some(), "{there}");
    }
    for absent in [
        "/info",
        "/tags",
        "/webhooks",
        "/paths/~1orders~1{id}/delete",
        "/components/parameters/unused",
        "/components/schemas/Other",
        "/components/securitySchemes/key",
    ] {
        assert_eq!(slice.pointer(absent), None, "{absent}");
    }
    let deleted = shop.operation("/orders/{id}", "delete").unwrap();
    assert!(deleted.pointer("/components/securitySchemes/key").is_some());
    assert!(deleted.pointer("/components/securitySchemes/token").is_none());
    assert_eq!(shop.operation("/orders", "get"), None);
    assert_eq!(shop.operation("x-note", "get"), None);
}

#[test]
fn references_lead_where_they_lead_in_the_whole() {
    let mut shop = Indexed::new(&shop());
    let shared = shop.operation("/~1/a b", "get").unwrap();
    assert_eq!(shared.pointer("/paths/~1~01~1a b/get/summary"), Some(&json!("Shared")));
    assert!(shared.pointer("/paths/~1orders~1{id}/get/responses/200").is_some());
    assert!(shared.pointer("/components/schemas/Line").is_some());
    let webhook = shop.call(&Call::new(true, "sold", "post")).unwrap();
    assert!(webhook.pointer("/components/requestBodies/sold").is_some());
    let schemas = shop.schemas(&["Line", "Other", "Absent"]);
    let names: Vec<_> = schemas["components"]["schemas"].as_object().unwrap().keys().collect();
    assert_eq!(names, ["Line", "Other", "Order"]);
}

#[test]
fn an_index_says_what_there_is() {
    let shop = Indexed::new(&shop()).index;
    assert_eq!((shop.title.as_deref(), shop.description.as_deref()), (Some("Shop"), Some("All of it.")));
    let orders = shop.tag("orders").unwrap();
    assert_eq!(orders.page.title.as_deref(), Some("Your orders"));
    assert_eq!((orders.page.icon.as_deref(), orders.is_internal), (Some("cart-shopping"), false));
    let operations: Vec<_> = shop.operations.iter().map(|it| (it.call.shown(), it.is_internal)).collect();
    let calls =
        [("GET /orders/{id}", false), ("DELETE /orders/{id}", true), ("GET /~1/a b", false), ("POST sold", false)];
    assert_eq!(operations, calls.map(|(call, internal)| (call.to_owned(), internal)));
    assert!(shop.operations[1].is_deprecated);
    let schemas: Vec<_> = shop.schemas.iter().map(|it| (it.name.as_str(), it.is_internal)).collect();
    assert_eq!(schemas, [("Order", false), ("Line", false), ("Other", true)]);
}

/// A document of `count` operations, each with a schema of its own.
fn of_size(count: usize) -> Value {
    let schema = |n: usize| json!({ "type": "object", "properties": { "n": { "type": "integer", "maximum": n } } });
    let operation = |n: usize| {
        let content = json!({ "application/json": { "schema": { "$ref": format!("#/components/schemas/S{n}") } } });
        json!({ "get": { "operationId": format!("o{n}"), "responses": { "200": { "content": content } } } })
    };
    let paths = (0..count).map(|n| (format!("/p{n}"), operation(n)));
    let schemas = (0..count).map(|n| (format!("S{n}"), schema(n)));
    json!({ "openapi": "3.0.0", "paths": Value::Object(paths.collect()), "components": { "schemas": Value::Object(schemas.collect()) } })
}

#[test]
fn the_cost_of_an_operation_is_its_own() {
    let loaded = |count: usize| {
        let mut document = Indexed::new(&of_size(count));
        assert!(document.operation("/p3", "get").unwrap().pointer("/components/schemas/S3").is_some());
        document.loaded
    };
    assert_eq!(loaded(10), loaded(1_000));
}

#[test]
fn slices_are_bounded() {
    let chain = |n: usize| {
        (format!("S{n}"), json!({ "properties": { "next": { "$ref": format!("#/components/schemas/S{}", n + 1) } } }))
    };
    let mut document = of_size(1);
    document["components"]["schemas"] = Value::Object((0..5_000).map(chain).collect());
    let slice = Indexed::new(&document).operation("/p0", "get").unwrap();
    assert_eq!(slice["components"]["schemas"].as_object().unwrap().len(), 500);
    let wide: Vec<_> = (0..30_000).map(|n| json!({ "$ref": format!("#/components/schemas/S{n}") })).collect();
    document["paths"]["/p0"]["get"]["x-all"] = json!(wide);
    document["components"]["schemas"]["S0"] = json!({ "description": "x".repeat(3 << 20) });
    let slice = Indexed::new(&document).operation("/p0", "get").unwrap();
    assert!(slice.pointer("/components/schemas/S0").is_none());
    document["paths"]["/p0"]["get"]["description"] = json!("x".repeat(3 << 20));
    assert_eq!(Indexed::new(&document).operation("/p0", "get"), None);
}

#[test]
fn operations_are_those_that_are_listed() {
    let documents =
        [shop(), of_size(7), json!({ "swagger": "2.0", "paths": { "/a": { "get": {}, "x": {}, "post": 1 } } })];
    for document in documents {
        let listed: Vec<_> =
            contents(&document).operations.iter().map(|it| Call::new(it.webhook, &it.path, &it.method)).collect();
        let indexed: Vec<_> = Indexed::new(&document).index.operations.iter().map(|it| it.call.clone()).collect();
        assert_eq!(indexed, listed);
        assert_eq!(Indexed::new(&document).index.schemas.len(), contents(&document).schemas.len());
    }
    let other = bundle(
        json!({ "openapi": "3.2.0", "paths": { "/a": { "additionalOperations": { "COPY": { "summary": "Copy" } } } } }),
        0,
        None,
        &quire_openapi::Limits::default(),
        &mut |_, _| Err::<_, &str>("none"),
    );
    let mut other = Indexed::new(&other.unwrap());
    assert_eq!(other.operation("/a", "COPY").unwrap()["paths"]["/a"]["copy"]["summary"], "Copy");
}

proptest! {
    #[test]
    fn no_bytes_cause_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..200), cut in 0usize..2_000) {
        Index::of(&bytes);
        let text = serde_json::to_vec(&shop()).unwrap();
        let cut = &text[..cut.min(text.len())];
        let index = Index::of(cut);
        for operation in &index.operations {
            let found = index.operation_slice(&operation.call, &mut |at: Range<usize>| {
                Ok::<_, Infallible>(cut.get(at).unwrap_or_default().to_vec())
            });
            prop_assert!(found.is_ok());
        }
    }
}

#[test]
fn a_path_that_refers_to_another_has_its_operations() {
    let document = json!({
        "openapi": "3.0.3",
        "paths": {
            "/b": { "$ref": "#/paths/~1a" },
            "/a": { "parameters": [{ "name": "id", "in": "query" }], "get": { "summary": "Read", "responses": {} } },
        },
    });
    assert_eq!(contents(&document).operations.len(), 2);
    let mut indexed = Indexed::new(&document);
    assert_eq!(indexed.index.operations.len(), 2);
    let slice = indexed.operation("/b", "get").unwrap();
    assert_eq!(slice.pointer("/paths/~1b/get/summary"), Some(&json!("Read")));
    assert_eq!(slice.pointer("/paths/~1b/parameters/0/name"), Some(&json!("id")));
}
