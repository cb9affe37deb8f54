//! Operations of descriptions of each version.

use std::sync::Arc;

use quire_render::body::{Options, body};
use quire_render::labels::ENGLISH;
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
                let tried = world.try_it(text);
                assert!(tried.connects.iter().all(|it| it.ends_with(".shop.example")), "{:?}", tried.connects);
            }
        }
    }
}

#[test]
fn requests_can_be_tried_where_that_is_asked_for() {
    let drawn = world(shop()).try_it(OPERATION);
    assert_eq!(drawn.connects, ["https://eu.shop.example"]);
    let dom = Dom::read(&drawn.html);
    dom.check_but(&drawn.html, &["form", "select", "option", "textarea"]);
    let inputs: Vec<_> =
        dom.elements.iter().filter_map(|it| it.attribute("data-name").or(it.attribute("name"))).collect();
    assert_eq!(inputs, ["server", "token", "id", "dry", "X-Trace", "media", "text"]);
    assert!(dom.words().contains("https://eu.shop.example/v1"));
    for (name, body) in [
        ("not asked for", world(shop()).draw(OPERATION)),
        ("on paper", world(shop()).print(OPERATION, "p-")),
        ("a webhook", world(shop()).try_it(WEBHOOK)),
        ("a schema", world(shop()).try_it(SCHEMA)),
    ] {
        assert!(!body.html.contains("q-try") && body.connects.is_empty(), "{name}");
    }
}

#[test]
fn a_page_connects_to_no_address_that_means_more_in_a_policy() {
    for url in [
        "https://*",
        "https://a.example; script-src *",
        "https://a.example 'unsafe-inline'",
        "//a.example",
        "/v1",
        "ftp://a.example",
    ] {
        let mut shop = shop();
        shop["servers"] = json!([{ "url": url }]);
        let drawn = world(shop).try_it(OPERATION);
        assert!(drawn.connects.is_empty() && !drawn.html.contains("q-try"), "{url}: {:?}", drawn.connects);
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

/// An operation with everything that an operation can have.
fn rich() -> Value {
    json!({
        "openapi": "3.1.0",
        "servers": [{ "url": "https://a.example" }, { "url": "https://{tenant}.b.example", "description": "For **tenants**",
            "variables": { "tenant": { "default": "acme", "enum": ["acme", "other"], "description": "The name" } } }],
        "paths": { "/pets": { "post": {
            "summary": "Add a pet", "deprecated": true, "x-stability": "beta", "x-deprecated-sunset": "2027-01-31",
            "externalDocs": { "url": "https://docs.example/pets", "description": "More on pets" },
            "security": [{ "key": [] }, { "login": ["write"] }, {}],
            "requestBody": { "content": {
                "application/json": { "schema": { "$ref": "#/components/schemas/Pet" }, "examples": {
                    "cat": { "summary": "A cat", "value": { "kind": "cat", "lives": 9 } }, "dog": { "value": { "kind": "dog" } } } },
                "application/x-www-form-urlencoded": { "schema": { "type": "object", "properties": { "name": { "type": "string" } } } },
            } },
            "responses": { "201": { "description": "Added", "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Pet" } } } },
                "default": { "description": "An error", "content": { "application/json": { "schema": { "type": "object", "properties": { "code": { "type": "integer", "const": 7 } } } } } } },
            "callbacks": { "grown": { "{$request.body#/url}": { "post": { "summary": "The pet grew", "requestBody": { "content": { "application/json": { "schema": { "type": "string" } } } }, "responses": { "204": { "description": "Seen" } } } } } },
        } } },
        "components": {
            "securitySchemes": { "key": { "type": "apiKey", "in": "header", "name": "X-Key" },
                "login": { "type": "oauth2", "flows": { "clientCredentials": { "tokenUrl": "https://login.example/token", "scopes": { "write": "Write" } }, "implicit": { "authorizationUrl": "javascript:alert(1)" } } } },
            "schemas": {
                "Pet": { "oneOf": [{ "$ref": "#/components/schemas/Cat" }, { "$ref": "#/components/schemas/Dog" }],
                    "discriminator": { "propertyName": "kind", "mapping": { "cat": "#/components/schemas/Cat", "dog": "#/components/schemas/Dog" } } },
                "Cat": { "type": "object", "required": ["kind"], "properties": { "kind": { "type": "string" }, "lives": { "type": "integer", "maximum": 9 }, "mother": { "$ref": "#/components/schemas/Cat" } } },
                "Dog": { "type": "object", "properties": { "kind": { "type": "string", "enum": ["dog", "puppy"], "x-enumDescriptions": { "dog": "Barks", "puppy": "Yaps" } }, "tag": { "type": ["string", "null"], "x-stability": "experimental" } } },
            },
        },
    })
}

const ADD: &str =
    "{% openapi-operation spec=\"api\" path=\"/pets\" method=\"post\" %}\n[api](x)\n{% endopenapi-operation %}\n";

#[test]
fn everything_of_an_operation_is_shown() {
    let drawn = world(rich()).draw(ADD);
    Dom::read(&drawn.html).check(&drawn.html);
    let words = Dom::read(&drawn.html).words();
    for said in [
        "beta",
        "to be removed on 2027-01-31",
        "More on pets",
        "https://acme.b.example",
        "tenant string",
        "For tenants",
        "acme other",
        "optional",
        "One of: key , login",
        "https://login.example/token",
        "application/x-www-form-urlencoded",
        "Chosen by: kind",
        "cat → Cat",
        "One of",
        "dog Barks",
        "puppy Yaps",
        "experimental",
        "see above",
        "Callbacks",
        "grown",
        "{$request.body#/url}",
        "Seen",
        "A cat",
        "X-Key: <key>",
        "JSON.stringify",
        "requests.request(",
        "\"lives\": 9",
        "default",
        "7",
    ] {
        let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").replace(" ,", ",");
        assert!(plain(&words).contains(&plain(said)), "{said}: {}", plain(&words));
    }
    assert!(!drawn.html.contains("href=\"javascript"));
    assert!(drawn.uses.tabs && drawn.wide);
}

/// The words of an operation that gets a schema as its body.
fn words_of(schema: &Value) -> String {
    let mut rich = rich();
    rich["paths"]["/pets"]["post"]["requestBody"]["content"] = json!({ "application/json": { "schema": schema } });
    let drawn = world(rich).draw(ADD);
    Dom::read(&drawn.html).check(&drawn.html);
    Dom::read(&drawn.html).words().split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn every_part_of_a_composed_schema_is_shown() {
    let property = |schema: Value| words_of(&json!({ "type": "object", "properties": { "size": schema } }));
    let composed =
        json!({ "allOf": [{ "type": "string", "enum": ["small", "large"] }, { "description": "How big." }] });
    let words = property(composed);
    assert!(
        words.contains("size string") && words.contains("small large") && words.contains("\"size\": \"small\""),
        "{words}"
    );
    let variant = |name: &str| json!({ "title": name, "properties": { (name.to_lowercase()): { "type": "string" } } });
    let parts =
        json!([{ "properties": { "own": { "type": "integer" } } }, { "oneOf": [variant("Red"), variant("Blue")] }]);
    let words = words_of(&json!({ "allOf": parts }));
    for said in ["own integer", "Red", "Blue", "\"own\": 1", "\"red\": \"text\""] {
        assert!(words.contains(said), "{said}: {words}");
    }
    // Every group of alternatives is shown, and what is beyond a bound is counted.
    let words = words_of(&json!({ "allOf": [
        { "oneOf": [variant("Red"), variant("Blue")] },
        { "anyOf": [variant("Round"), variant("Square")] },
    ] }));
    for said in ["Red", "Blue", "Round", "Square", "round string", "square string"] {
        assert!(words.contains(said), "{said}: {words}");
    }
    let deep = property(json!({ "properties": { "inner": { "allOf": [
        { "oneOf": [variant("Red"), variant("Blue")] },
        { "anyOf": [variant("Round"), variant("Square")] },
    ] } } }));
    assert!(deep.contains("Round") && deep.contains("Square"), "{deep}");
    let many = |name: &str| (0..30).map(|at| variant(&format!("{name}{at}"))).collect::<Vec<_>>();
    let words = words_of(&json!({ "anyOf": many("A") }));
    assert!(words.contains("A19") && !words.contains("A20") && words.contains("… +10"), "{words}");
    let groups: Vec<_> = (0..10).map(|at| json!({ "oneOf": [variant(&format!("B{at}")), variant("C")] })).collect();
    let words = words_of(&json!({ "allOf": groups }));
    assert!(words.contains("… +2"), "{words}");
    let words = property(json!({ "enum": (0..60).collect::<Vec<_>>() }));
    assert!(words.contains("48 49 … +10"), "{words}");
    let words = property(json!({
        "patternProperties": { "^x-": { "type": "integer", "format": "int64" } },
        "prefixItems": [{ "type": "boolean" }],
        "not": { "const": 3 },
    }));
    for said in ["/^x-/ integer · int64", "[0] boolean", "not: {\"const\":3}"] {
        assert!(words.contains(said), "{said}: {words}");
    }
    let words = words_of(&json!({ "$ref": "#/components/schemas/C%61t" }));
    assert!(words.contains("lives"), "{words}");
}

#[test]
fn samples_have_all_that_a_request_needs() {
    let mut rich = rich();
    let parameter = |place: &str, name: &str| json!({ "name": name, "in": place, "required": true, "schema": {} });
    let all = [("header", "X-Tenant"), ("header", "Accept"), ("cookie", "theme"), ("query", "page")];
    rich["paths"]["/pets"]["post"]["parameters"] = all.iter().map(|(place, name)| parameter(place, name)).collect();
    rich["components"]["securitySchemes"] = json!({ "q": { "type": "apiKey", "in": "query", "name": "api_key" }, "c": { "type": "apiKey", "in": "cookie", "name": "sid" } });
    rich["paths"]["/pets"]["post"]["security"] = json!([{ "q": [], "c": [] }]);
    let properties = json!({ "photo": { "type": "string", "format": "binary" }, "name": { "type": "string" } });
    rich["paths"]["/pets"]["post"]["requestBody"]["content"] =
        json!({ "multipart/form-data": { "schema": { "type": "object", "properties": properties } } });
    let words = Dom::read(&world(rich).draw(ADD).html).words();
    for said in [
        "?api_key=<key>&page={page}",
        "-H 'X-Tenant: {X-Tenant}'",
        "-H 'Cookie: sid=<key>; theme={theme}'",
        "-F 'photo=@path/to/file'",
        "form.append(\"photo\", input.files[0]);",
        "(\"photo\", open(\"path/to/file\", \"rb\")),",
        "(\"name\", (None, \"text\")),",
    ] {
        assert!(words.contains(said), "{said}: {words}");
    }
    assert!(!words.contains("Accept: {"), "{words}");
}

#[test]
fn every_media_type_of_swagger_is_shown() {
    let schema = json!({ "type": "object", "properties": { "a": { "type": "string" } } });
    let document = json!({
        "swagger": "2.0", "consumes": ["application/json", "application/xml"], "produces": ["text/csv", "application/json"],
        "paths": { "/pets": { "post": {
            "parameters": [{ "name": "body", "in": "body", "schema": schema }],
            "responses": { "200": { "description": "ok", "schema": schema } },
        } } },
    });
    let words = Dom::read(&world(document).draw(ADD).html).words();
    for media in ["application/xml", "text/csv"] {
        assert!(words.contains(media), "{media}: {words}");
    }
}

#[test]
fn samples_of_the_document_come_instead_of_others() {
    let mut rich = rich();
    rich["paths"]["/pets"]["post"]["x-codeSamples"] = json!([{ "lang": "Ruby", "label": "Ruby <b>", "source": "pets.add(1)" }, { "lang": "PHP", "source": "add();" }, { "lang": "Go" }, 7]);
    let drawn = world(rich).draw(ADD);
    let words = Dom::read(&drawn.html).words();
    assert!(
        words.contains("pets.add(1)") && words.contains("Ruby <b>") && !words.contains("requests.request"),
        "{words}"
    );
}

#[test]
fn forms_are_sent_as_forms() {
    let mut rich = rich();
    let form = |media: &str| json!({ media: { "schema": { "type": "object", "properties": { "na'me": { "type": "string", "default": "it's" } } } } });
    rich["paths"]["/pets"]["post"]["requestBody"]["content"] = form("application/x-www-form-urlencoded");
    let words = Dom::read(&world(rich.clone()).draw(ADD).html).words();
    assert!(
        words.contains(r"--data-urlencode 'na'\''me=it'\''s'") && words.contains(r#"["na'me", "it's"],"#),
        "{words}"
    );
    rich["paths"]["/pets"]["post"]["requestBody"]["content"] = form("multipart/form-data");
    let words = Dom::read(&world(rich).draw(ADD).html).words();
    assert!(words.contains("--form-string 'na") && words.contains("form.append(\"na'me\", \"it's\")"), "{words}");
}

#[test]
fn hostile_descriptions_are_bounded() {
    let mut wide = rich();
    let field = |n: usize| (format!("p{n}"), json!({ "type": "string", "description": "x".repeat(100) }));
    wide["components"]["schemas"]["Cat"]["properties"] = Value::Object((0..10_000).map(field).collect());
    let mut deep = rich();
    let object = |inner: Value| json!({ "type": "object", "properties": { "a": inner } });
    deep["components"]["schemas"]["Cat"] = (0..100).fold(json!({ "type": "string" }), |inner, _| object(inner));
    let mut cycle = rich();
    cycle["components"]["schemas"]["Cat"] = json!({ "$ref": "#/components/schemas/Dog" });
    cycle["components"]["schemas"]["Dog"] =
        json!({ "allOf": [{ "$ref": "#/components/schemas/Cat" }], "oneOf": [{ "$ref": "#/components/schemas/Dog" }] });
    let mut servers = rich();
    servers["servers"] = json!((0..1_000).map(|n| json!({ "url": format!("https://{}", "{a}".repeat(200)), "variables": { "a": { "default": "{a}".repeat(500) }, "b": { "default": n.to_string() } } })).collect::<Vec<_>>());
    let mut callbacks = rich();
    let operation = callbacks["paths"]["/pets"]["post"].clone();
    callbacks["paths"]["/pets"]["post"]["callbacks"] = Value::Object(
        (0..1_000)
            .map(|n| (format!("c{n}"), json!({ "x": { "$ref": "#/paths/~1pets" }, "y": { "post": operation } })))
            .collect(),
    );
    for document in [wide, deep, cycle, servers, callbacks] {
        let drawn = world(document).draw(ADD);
        assert!(drawn.html.len() < 4 << 20, "{}", drawn.html.len());
        Dom::read(&drawn.html).check("");
    }
}

#[test]
fn schemas_of_a_group_have_names() {
    let text = "{% openapi-schemas spec=\"api\" schemas=\"Pet,Cat,Absent,Dog\" grouped=\"true\" %}\nx\n{% endopenapi-schemas %}\n\n## Cat\n";
    let drawn = world(rich()).draw(text);
    Dom::read(&drawn.html).check(&drawn.html);
    for name in
        ["id=\"pet\"", "id=\"schema-cat\"", "id=\"cat\"", "id=\"dog\"", "Absent is not in the API specification api."]
    {
        assert!(drawn.html.contains(name), "{name}: {}", drawn.html);
    }
}

#[test]
fn a_title_is_not_repeated() {
    let world = world(rich());
    let document = crate::world::document(ADD);
    let options = |title| Options { title: Some(title), ..Options::page(&ENGLISH) };
    let drawn = |title| body(&document, &world, &options(title));
    assert!(drawn("Add a pet").outline.is_empty() && !drawn("Add a pet").html.contains("<h2"));
    assert!(drawn("Pets").outline.len() == 1 && drawn("Pets").html.contains("<h2"));
}

/// The words of an operation with these members, at a path.
fn words_at(path: &str, method: &str, operation: &Value) -> String {
    let mut rich = rich();
    rich["servers"] = json!([{ "url": "https://a.example" }]);
    rich["paths"] = json!({ path: { method: operation } });
    let text = format!(
        "{{% openapi-operation spec=\"api\" path=\"{path}\" method=\"{method}\" %}}\nx\n{{% endopenapi-operation %}}\n"
    );
    let drawn = world(rich).draw(&text);
    Dom::read(&drawn.html).check(&drawn.html);
    Dom::read(&drawn.html).words()
}

#[test]
fn addresses_of_samples_are_sent_as_they_are_shown() {
    let parameters = json!([
        { "name": "id", "in": "path", "required": true, "schema": { "type": "string" }, "example": "a/b" },
        { "name": "other", "in": "path", "required": true, "schema": { "type": "string" } },
        { "name": "filter[state]", "in": "query", "required": true, "schema": { "type": "string", "enum": ["on & off"] } },
        { "name": "ids", "in": "query", "required": true, "schema": { "type": "array" }, "example": [1, 2] },
        { "name": "tags", "in": "query", "required": true, "explode": false, "schema": { "type": "array", "default": ["x y", "z"] } },
        { "name": "where", "in": "query", "required": true, "style": "deepObject", "schema": { "type": "object" }, "example": { "a": { "b": 1 } } },
        { "name": "page", "in": "query", "required": true, "schema": { "type": "integer" } },
    ]);
    let words = words_at("/pets/{id}/{other}", "get", &json!({ "parameters": parameters, "responses": {} }));
    let address = "https://a.example/pets/a%2Fb/{other}?filter%5Bstate%5D=on%20%26%20off&ids=1&ids=2&tags=x%20y,z&where%5Ba%5D%5Bb%5D=1&page={page}";
    // Without the option, braces would be a pattern.
    assert!(words.contains(&format!("curl -g -X GET '{address}'")), "{words}");
    let words =
        words_at("/pets", "head", &json!({ "requestBody": { "content": { "application/json": { "schema": {} } } } }));
    assert!(words.contains("curl --head 'https://a.example/pets'") && !words.contains("--data"), "{words}");
}

#[test]
fn bodies_of_samples_are_sent_as_they_are_shown() {
    let post = |content: Value| words_at("/pets", "post", &json!({ "requestBody": { "content": content } }));
    let words = post(json!({ "application/json": { "schema": { "type": "object" }, "example": "{\"a\": \"@b\"}" } }));
    assert!(words.contains("--data-raw '{ \"a\": \"@b\" }'") && words.contains("json={ \"a\": \"@b\", },"), "{words}");
    let words = post(json!({ "application/json": { "schema": { "type": "string" }, "example": "{}" } }));
    assert!(words.contains("--data-raw '\"{}\"'"), "a text stays one: {words}");
    let words = post(json!({ "application/json": { "example": null } }));
    assert!(words.contains("data=\"null\",") && words.contains("JSON.stringify(null)"), "{words}");
    // The first form that an example is known of is sent.
    let words = post(
        json!({ "application/xml": { "schema": { "type": "object" } }, "application/json": { "schema": { "type": "integer" } } }),
    );
    assert!(words.contains("Content-Type: application/json") && words.contains("--data-raw '1'"), "{words}");
    let words = post(json!({ "image/*": {} }));
    for said in [
        "Content-Type: application/octet-stream",
        "--data-binary '@path/to/file'",
        "body: input.files[0],",
        "data=open(\"path/to/file\", \"rb\"),",
    ] {
        assert!(words.contains(said), "{said}: {words}");
    }
    let properties = json!({ "expand": { "type": "object", "example": { "a": [1] } }, "list": { "type": "array", "example": [true, "x"] }, "meta": { "type": "object", "example": { "k": null } } });
    let words = post(
        json!({ "application/x-www-form-urlencoded": { "schema": { "type": "object", "properties": properties }, "encoding": { "expand": { "style": "deepObject" } } } }),
    );
    for said in [
        "--data-urlencode 'expand[a][0]=1'",
        "--data-urlencode 'list=true'",
        "--data-urlencode 'list=x'",
        "[\"meta\", \"{\\\"k\\\":null}\"],",
        "(\"list\", \"x\"),",
    ] {
        assert!(words.contains(said), "{said}: {words}");
    }
    let body = json!({ "content": { "application/json": { "schema": { "type": "integer" } } } });
    for (method, has_script) in [("post", true), ("get", false), ("trace", false)] {
        let words = words_at("/pets", method, &json!({ "requestBody": body }));
        assert!(words.contains("requests.request(") && words.contains("fetch(") == has_script, "{method}: {words}");
    }
    let mut relative = rich();
    for (servers, address) in [
        (json!([{ "url": "/v1" }]), "'https://example.com/v1/pets'"),
        (json!([{ "url": "/v1" }, { "url": "v2" }, { "url": "https://b.example/v3" }]), "'https://b.example/v3/pets'"),
        (json!([{ "url": "v1" }, { "url": "//c.example/" }]), "'https://c.example/pets'"),
    ] {
        relative["servers"] = servers;
        let words = Dom::read(&world(relative.clone()).draw(ADD).html).words();
        assert!(words.contains(address), "{address}: {words}");
    }
}

#[test]
fn parameters_are_sent_in_their_style() {
    let object = json!({ "r": 100, "g": "a b" });
    let list = json!(["b", "a/c"]);
    for (style, explode, value, expected) in [
        ("simple", false, &list, "b,a%2Fc"),
        ("simple", true, &list, "b,a%2Fc"),
        ("simple", false, &object, "r,100,g,a%20b"),
        ("simple", true, &object, "r=100,g=a%20b"),
        ("label", false, &json!("x"), ".x"),
        ("label", false, &list, ".b,a%2Fc"),
        ("label", true, &list, ".b.a%2Fc"),
        ("label", false, &object, ".r,100,g,a%20b"),
        ("label", true, &object, ".r=100.g=a%20b"),
        ("matrix", false, &json!("x"), ";id=x"),
        ("matrix", false, &list, ";id=b,a%2Fc"),
        ("matrix", true, &list, ";id=b;id=a%2Fc"),
        ("matrix", false, &object, ";id=r,100,g,a%20b"),
        ("matrix", true, &object, ";r=100;g=a%20b"),
        ("simple", false, &json!(".."), "{id}"),
        ("label", false, &json!("."), "{id}"),
        ("simple", false, &json!([]), "{id}"),
    ] {
        let parameter =
            json!({ "name": "id", "in": "path", "style": style, "explode": explode, "schema": {}, "example": value });
        let words = words_at("/m/{id}", "get", &json!({ "parameters": [parameter], "responses": {} }));
        assert!(words.contains(&format!("https://a.example/m/{expected}'")), "{style} {explode} {value}: {words}");
    }
    for (style, expected) in [
        ("form", "c=r,100,g,a%20b"),
        ("spaceDelimited", "c=r%20100%20g%20a%20b"),
        ("pipeDelimited", "c=r%7C100%7Cg%7Ca%20b"),
    ] {
        let parameter = json!({ "name": "c", "in": "query", "required": true, "style": style, "explode": false, "schema": {}, "example": object });
        let words = words_at("/m", "get", &json!({ "parameters": [parameter], "responses": {} }));
        assert!(words.contains(&format!("https://a.example/m?{expected}'")), "{style}: {words}");
    }
    for (explode, expected) in [(false, "r,100,g,a b"), (true, "r=100,g=a b")] {
        let parameter = json!({ "name": "X-A", "in": "header", "required": true, "explode": explode, "schema": {}, "example": object });
        let words = words_at("/m", "get", &json!({ "parameters": [parameter], "responses": {} }));
        assert!(words.contains(&format!("-H 'X-A: {expected}'")), "{explode}: {words}");
    }
}

#[test]
fn scripts_send_every_digit_of_a_number() {
    let post = |example: Value| {
        let content = json!({ "application/json": { "schema": {}, "example": example } });
        words_at("/pets", "post", &json!({ "requestBody": { "content": content } }))
    };
    let words = post(json!({ "n": 12_345_678_901_234_567_890_u64, "m": [-9_007_199_254_740_993_i64] }));
    assert!(
        words.contains(r#"body: "{\n \"n\": 12345678901234567890,\n \"m\": [\n -9007199254740993\n ]\n}","#),
        "{words}"
    );
    assert!(!words.contains("JSON.stringify"), "{words}");
    assert!(post(json!({ "n": 9_007_199_254_740_992_u64 })).contains("JSON.stringify("));
}

#[test]
fn forms_of_swagger_have_a_type_and_samples() {
    let document = |file: bool| {
        let media = ["application/x-www-form-urlencoded", "multipart/form-data"];
        let media = &media[..if file { 2 } else { 1 }];
        json!({ "swagger": "2.0", "host": "a.example", "paths": { "/pets": { "post": {
        "consumes": media,
        "parameters": [
            { "name": "name", "in": "formData", "required": true, "type": "string", "default": "Rex" },
            { "name": "tags", "in": "formData", "type": "array", "items": { "type": "string", "enum": ["a"] }, "collectionFormat": "multi" },
            { "name": "photo", "in": "formData", "type": if file { "file" } else { "integer" } },
        ], "responses": {} } } } })
    };
    let words = |file: bool| Dom::read(&world(document(file)).draw(ADD).html).words();
    for said in [
        "application/x-www-form-urlencoded",
        "--data-urlencode 'name=Rex'",
        "(\"tags\", \"a\"),",
        "[\"photo\", \"1\"],",
    ] {
        assert!(words(false).contains(said), "{said}: {}", words(false));
    }
    for said in ["multipart/form-data", "--form-string 'name=Rex'", "-F 'photo=@path/to/file'"] {
        assert!(words(true).contains(said), "{said}: {}", words(true));
    }
}

#[test]
fn what_is_said_beside_and_within_references_is_shown() {
    let words = words_of(&json!({ "type": "object", "properties": {
        "beside": { "$ref": "#/components/schemas/Cat", "deprecated": true, "readOnly": true },
        "within": { "allOf": [{ "title": "Text", "type": "string", "description": "Said within." }] },
        "list": { "type": ["array", "null"], "items": { "type": "integer" } },
        "word": { "const": "cat" },
        "mixed": { "enum": ["cat", 1] },
    } }));
    for said in [
        "beside Cat Deprecated read-only",
        "within stringSaid within.",
        "list integer[] | null",
        "word string",
        "mixed any",
    ] {
        assert!(words.contains(said), "{said}: {words}");
    }
    let operation = json!({ "parameters": [
        { "name": "state", "in": "query", "schema": { "type": "string" }, "examples": { "a": { "value": "open" } } },
        { "name": "all", "in": "querystring", "content": { "application/x-www-form-urlencoded": { "schema": { "type": "object" } } } },
    ], "responses": { "200": { "description": "Events", "content": { "text/event-stream": { "itemSchema": { "type": "object", "properties": { "event": { "type": "string" } } } } } } } });
    let words = words_at("/pets", "get", &operation).split_whitespace().collect::<Vec<_>>().join(" ");
    for said in ["state stringExample: open", "all object", "event string"] {
        assert!(words.replace(" :", ":").contains(&said.replace(" :", ":")), "{said}: {words}");
    }
}

#[test]
fn no_operation_takes_the_fields_of_the_others() {
    let mut rich = rich();
    let wide = |prefix: &str, inner: &Value| {
        let all = (0..60).map(|at| (format!("{prefix}{at}"), inner.clone()));
        json!({ "type": "object", "properties": all.collect::<serde_json::Map<_, _>>() })
    };
    let schema = wide("a", &wide("b", &wide("c", &json!({ "type": "string" }))));
    let operation = |name: &str| {
        json!({
            "parameters": [{ "name": name, "in": "query", "required": true, "schema": { "type": "string" } }],
            "requestBody": { "content": { "application/json": { "schema": schema } } },
        })
    };
    rich["paths"] = (0..6).map(|at| (format!("/p{at}"), json!({ "post": operation(&format!("first{at}")) }))).collect();
    let text: String = (0..6)
        .map(|at| format!("{{% openapi-operation spec=\"api\" path=\"/p{at}\" method=\"post\" %}}\nx\n{{% endopenapi-operation %}}\n\n"))
        .collect();
    let drawn = world(rich).draw(&text);
    Dom::read(&drawn.html).check(&drawn.html);
    let operations: Vec<_> = drawn.html.split("<section class=\"q-api").skip(1).collect();
    assert_eq!(operations.len(), 6);
    for (at, html) in operations.iter().enumerate() {
        for said in [&*format!(">first{at}</code>"), ">a59</code>", ">b7</code>", "Further fields are not shown."] {
            assert!(html.contains(said), "{said} of {at}");
        }
    }
}

#[test]
fn only_what_contains_itself_is_above() {
    let deep = |levels: usize| {
        (0..levels).fold(
            json!({ "type": "string" }),
            |inner, level| json!({ "type": "object", "properties": { (format!("level{level}")): inner } }),
        )
    };
    // A response has a schema that contains itself.
    let above = |words: &str| words.matches("see above").count();
    let words = words_of(&deep(9));
    assert!(words.contains("\"level1\": { \"level0\": \"text\" }"), "{words}");
    assert!(words.contains("level0 string") && above(&words) == 1, "{words}");
    let words = words_of(&deep(40));
    assert!(words.contains("Further fields are not shown.") && above(&words) == 1, "{words}");
}
