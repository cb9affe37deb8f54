//! Examples of requests for each operation, generated from the document.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Map, Value, json};

use super::schema::resolve;

/// The maximum nesting depth of bodies in examples.
const DEPTH: usize = 4;

/// Returns a curl command with everything that the operation requires.
pub(super) fn curl(document: &Value, method: &str, path: &str, operation: &Value) -> String {
    let mut lines = vec!["curl".to_owned()];
    if method != "get" {
        lines[0].push_str(&format!(" -X {}", method.to_ascii_uppercase()));
    }
    let server = document["servers"][0]["url"].as_str().unwrap_or("http://127.0.0.1:3000");
    lines[0].push_str(&format!(" \"{server}{path}{}\"", query(document, operation)));
    if operation["security"].as_array().is_none_or(|schemes| !schemes.is_empty()) {
        lines.push("-H \"Authorization: Bearer $TOKEN\"".to_owned());
    }
    for (media_type, content) in operation["requestBody"]["content"].as_object().into_iter().flatten() {
        lines.push(format!("-H \"Content-Type: {media_type}\""));
        lines.push(match media_type.as_str() {
            "application/json" => format!("-d '{}'", body(document, &content["schema"]).replace('\'', "'\\''")),
            _ => "--data-binary @FILE".to_owned(),
        });
    }
    lines.join(" \\\n  ")
}

fn query(document: &Value, operation: &Value) -> String {
    let parameters = operation["parameters"].as_array().into_iter().flatten();
    let required = parameters.filter(|parameter| parameter["in"] == "query" && parameter["required"] == true);
    let pairs: Vec<String> = required
        .map(|parameter| {
            let value = match value(document, &parameter["schema"], DEPTH) {
                Value::String(text) => text,
                other => other.to_string(),
            };
            let value = utf8_percent_encode(&value, NON_ALPHANUMERIC);
            format!("{}={value}", parameter["name"].as_str().unwrap_or_default())
        })
        .collect();
    if pairs.is_empty() { String::new() } else { format!("?{}", pairs.join("&")) }
}

/// Returns a small value that the schema allows, over several lines.
pub(super) fn json(document: &Value, schema: &Value) -> String {
    serde_json::to_string_pretty(&value(document, schema, 0)).unwrap_or_default()
}

fn body(document: &Value, schema: &Value) -> String {
    serde_json::to_string(&value(document, schema, 0)).unwrap_or_default()
}

/// Returns a small value that the schema allows, except that bounds of texts are ignored.
fn value(document: &Value, schema: &Value, depth: usize) -> Value {
    let (_, schema) = resolve(document, schema);
    for word in ["const", "default"] {
        if let Some(given) = schema.get(word) {
            return given.clone();
        }
    }
    for word in ["examples", "enum"] {
        if let Some(first) = schema[word].as_array().and_then(|values| values.first()) {
            return first.clone();
        }
    }
    for word in ["oneOf", "anyOf", "allOf"] {
        if let Some(first) = schema[word].as_array().and_then(|choices| choices.first()) {
            return value(document, first, depth);
        }
    }
    let kind = schema["type"].as_str().or_else(|| schema["type"][0].as_str()).unwrap_or_default();
    match kind {
        "object" if depth < DEPTH => object(document, schema, depth).into(),
        "object" => json!({}),
        "array" if depth < DEPTH && schema["items"].is_object() => {
            json!([value(document, &schema["items"], depth + 1)])
        }
        "array" => json!([]),
        "integer" | "number" => schema.get("minimum").cloned().unwrap_or(json!(1)),
        "boolean" => json!(true),
        "null" => Value::Null,
        _ => text(schema),
    }
}

/// Returns the required fields of an object; at the top level, the first field if all are optional.
fn object(document: &Value, schema: &Value, depth: usize) -> Map<String, Value> {
    let required = schema["required"].as_array();
    let fields = schema["properties"].as_object();
    let mut chosen: Vec<(&String, &Value)> = fields
        .into_iter()
        .flatten()
        .filter(|(name, _)| required.is_some_and(|names| names.iter().any(|required| required == *name)))
        .collect();
    if chosen.is_empty() && depth == 0 {
        chosen.extend(fields.into_iter().flatten().take(1));
    }
    chosen.into_iter().map(|(name, field)| (name.clone(), value(document, field, depth + 1))).collect()
}

fn text(schema: &Value) -> Value {
    json!(match schema["format"].as_str() {
        Some("date-time") => "2026-01-31T09:30:00.000Z",
        Some("date") => "2026-01-31",
        Some("uri") => "https://example.com",
        Some("email") => "ada@example.com",
        _ => "text",
    })
}
