//! The document describes the server: its structure holds, and what the server answers is what it says.

use std::collections::BTreeSet;

use axum::extract::State;
use quire_api::endpoint::{Endpoints, NoContent, Path, op};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::sample::{self, Caller, Reply, info};

/// Calls `visit` with every object of the value.
fn walk<'v>(value: &'v Value, visit: &mut impl FnMut(&'v Value)) {
    match value {
        Value::Object(fields) => {
            visit(value);
            fields.values().for_each(|field| walk(field, visit));
        }
        Value::Array(items) => items.iter().for_each(|item| walk(item, visit)),
        _ => {}
    }
}

fn operations(document: &Value) -> Vec<(&str, &str, &Value)> {
    let paths = document["paths"].as_object().unwrap();
    paths
        .iter()
        .flat_map(|(path, methods)| {
            methods.as_object().unwrap().iter().map(move |(method, content)| (path.as_str(), method.as_str(), content))
        })
        .collect()
}

#[test]
fn every_reference_resolves() {
    let document = sample::api().description.document();
    let mut count = 0;
    walk(&document, &mut |object| {
        if let Some(reference) = object.get("$ref") {
            let pointer = reference.as_str().unwrap().strip_prefix('#').unwrap();
            assert!(document.pointer(pointer).is_some(), "{reference}");
            count += 1;
        }
    });
    assert!(count > 20);
}

#[test]
fn every_schema_has_a_name_of_its_own() {
    let document = quire_api::document("");
    let schemas = document["components"]["schemas"].as_object().unwrap();
    assert!(schemas.len() > 200, "{}", schemas.len());
    // Of two types with one name, the second gets a number.
    let numbered: Vec<_> = schemas.keys().filter(|name| name.ends_with(|last: char| last.is_ascii_digit())).collect();
    assert!(numbered.is_empty(), "rename one of the types of each name by `#[schemars(rename)]`: {numbered:?}");
}

#[test]
fn every_operation_is_complete() {
    let document = sample::api().description.document();
    assert_eq!(document["openapi"], "3.1.0");
    let mut ids = BTreeSet::new();
    for (path, method, operation) in operations(&document) {
        assert!(ids.insert(operation["operationId"].as_str().unwrap()));
        let parameters = operation["parameters"].as_array().cloned().unwrap_or_default();
        let described: BTreeSet<&str> = parameters
            .iter()
            .filter(|parameter| parameter["in"] == "path")
            .map(|parameter| {
                assert_eq!(parameter["required"], true);
                parameter["name"].as_str().unwrap()
            })
            .collect();
        let template: BTreeSet<&str> = path.split('{').skip(1).map(|rest| rest.split_once('}').unwrap().0).collect();
        assert_eq!(described, template, "{method} {path}");
        let responses = operation["responses"].as_object().unwrap();
        assert!(responses.contains_key("4XX") && responses.contains_key("default"));
        assert!(responses.keys().any(|status| status.starts_with('2')), "{method} {path}");
        assert!(
            responses.values().all(|response| response.get("$ref").is_some() || response["description"].is_string())
        );
    }
}

#[test]
fn types_say_what_they_read_and_answer() {
    let document = sample::api().description.document();
    let list = &document["paths"]["/v1/spaces"]["get"];
    let parameter = |name: &str| {
        let parameters = list["parameters"].as_array().unwrap();
        parameters.iter().find(|parameter| parameter["name"] == name).unwrap()
    };
    let limit = &parameter("limit")["schema"];
    assert_eq!(limit, &json!({ "type": "integer", "minimum": 0, "maximum": 1000, "default": 50 }));
    assert_eq!(parameter("page")["schema"], json!({ "type": "string" }));
    assert_eq!(parameter("titles")["description"], "Only spaces with one of these titles.");
    assert_eq!(parameter("titles")["schema"], json!({ "type": "array", "items": { "type": "string" } }));

    let create = &document["paths"]["/v1/spaces"]["post"];
    assert_eq!(create["requestBody"]["required"], true);
    assert_eq!(create["responses"]["201"]["headers"]["Location"]["schema"]["type"], "string");
    let update = &document["paths"]["/v1/spaces/{spaceId}"]["patch"];
    assert_eq!(update["requestBody"]["required"], false);
    let schemas = &document["components"]["schemas"];
    assert_eq!(schemas["Update"]["properties"]["title"], json!({ "type": "string" }));
    assert_eq!(schemas["Update"]["properties"]["parent"], json!({ "type": ["string", "null"] }));
    assert_eq!(schemas["Update"].get("required"), None);
    assert_eq!(schemas["Space"]["properties"]["parent"], json!({ "type": "string" }));
    assert!(document["paths"]["/v1/spaces/{spaceId}"]["get"]["responses"].get("304").is_some());
    assert_eq!(document["paths"]["/v1/main/content/path/{pagePath}"]["get"]["operationId"], "getPageByPath");
    assert_eq!(document["paths"]["/v1/draft/content/path/{pagePath}"]["get"]["operationId"], "getPageByPathInDraft");
    assert_eq!(document["paths"]["/v1/panics"]["get"]["security"], json!([]));
    assert_eq!(document["paths"]["/v1/fails"]["get"]["security"], json!([{ "bearer": [] }]));
}

#[test]
fn the_two_sides_of_a_type_differ_only_in_name() {
    let document = sample::api().description.document();
    let schemas = &document["components"]["schemas"];
    assert_eq!(schemas["Icon"]["required"], json!(["name"]));
    assert_eq!(schemas["IconInput"].get("required"), None);
    assert_eq!(schemas["Create"]["properties"]["icon"]["$ref"], "#/components/schemas/IconInput");
    assert_eq!(schemas["Space"]["properties"]["icon"]["$ref"], "#/components/schemas/Icon");
}

#[test]
fn the_same_types_give_the_same_text() {
    let document = sample::api().description.document();
    assert_eq!(document.to_string(), sample::api().description.document().to_string());
    walk(&document, &mut |object| {
        assert!(object.as_object().unwrap().keys().is_sorted());
    });
}

/// Checks the reply against what the document says of this operation and status.
fn validate(document: &Value, method: &str, template: &str, reply: &Reply) {
    let responses = &document["paths"][template][method]["responses"];
    let said = responses.get(reply.status.to_string()).unwrap_or(&responses["4XX"]);
    let said = match said["$ref"].as_str() {
        Some(reference) => document.pointer(&reference[1..]).unwrap(),
        None => said,
    };
    let Some(schema) = said["content"]["application/json"].get("schema") else {
        assert!(reply.body.is_empty());
        return;
    };
    let mut schema = schema.clone();
    schema["components"] = document["components"].clone();
    let validator = jsonschema::draft202012::new(&schema).unwrap();
    let body = reply.json();
    let errors: Vec<String> = validator.iter_errors(&body).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{method} {template}: {errors:?}\n{body}");
}

#[tokio::test]
async fn responses_are_as_described() {
    let document = sample::api().description.document();
    let caller = Caller::new();
    let created = caller.json("POST", "/v1/spaces", r#"{"title":"a"}"#).await;
    validate(&document, "post", "/v1/spaces", &created);
    validate(&document, "post", "/v1/spaces", &caller.json("POST", "/v1/spaces", "{").await);
    caller.space("b").await;
    for query in ["", "?limit=1", "?limit=2000"] {
        validate(&document, "get", "/v1/spaces", &caller.get(&format!("/v1/spaces{query}")).await);
    }
    let one = "/v1/spaces/{spaceId}";
    validate(&document, "get", one, &caller.get("/v1/spaces/s000").await);
    validate(&document, "get", one, &caller.get("/v1/spaces/none").await);
    validate(&document, "patch", one, &caller.json("PATCH", "/v1/spaces/s000", r#"{"parent":"p"}"#).await);
    validate(&document, "delete", one, &caller.send("DELETE", "/v1/spaces/s000", &[], "").await);
}

#[derive(Deserialize, JsonSchema)]
#[expect(dead_code, reason = "only its description matters")]
struct Id {
    id: String,
}

async fn reads_id(Path(_): Path<Id>) -> NoContent {
    NoContent
}

async fn reads_nothing(State(()): State<()>) -> NoContent {
    NoContent
}

async fn reads_one(Path(_): Path<String>) -> NoContent {
    NoContent
}

fn document_of(endpoints: Endpoints<()>) -> Value {
    endpoints.finish(info()).description.document()
}

#[test]
#[should_panic(expected = "no extractor describes the path parameters [\"id\"] of /things/{id}")]
fn a_path_parameter_that_nothing_reads_is_a_mistake() {
    document_of(Endpoints::new().get("/things/{id}", reads_nothing, op("a", "A", "A.")));
}

#[test]
#[should_panic(expected = "the path /things has no parameter id")]
fn a_path_parameter_that_is_not_there_is_a_mistake() {
    document_of(Endpoints::new().get("/things", reads_id, op("a", "A", "A.")));
}

#[test]
#[should_panic(expected = "the operation id a is used twice")]
fn an_operation_id_that_is_used_twice_is_a_mistake() {
    let endpoints = Endpoints::new().get("/a", reads_nothing, op("a", "A", "A."));
    document_of(endpoints.merge(Endpoints::new().get("/b", reads_nothing, op("a", "A", "A."))));
}

#[test]
fn a_single_value_is_the_only_parameter() {
    let document = document_of(Endpoints::new().get("/things/{id}", reads_one, op("a", "A", "A.")));
    let parameter = &document["paths"]["/things/{id}"]["get"]["parameters"][0];
    assert_eq!(parameter, &json!({ "name": "id", "in": "path", "required": true, "schema": { "type": "string" } }));
}
