//! Examples of bodies: those of the document, else generated from a schema.

use serde_json::{Map, Value, json};

use super::read::{Content, Spec, flag, list, text};
use super::shape::properties;

/// The greatest depth of a generated example.
const MOST_DEPTH: usize = 8;

/// The most values of a generated example.
const MOST_VALUES: usize = 400;

/// The size of the longest example that is shown, in bytes.
const MOST_BYTES: usize = 16 * 1024;

/// The sender of a value: some values are only in requests, others only in responses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sender {
    Client,
    Server,
}

/// Returns an example of a body as text, with the language for highlighting.
pub(super) fn of_content(spec: Spec<'_>, content: &Content<'_>, sender: Sender) -> Option<(String, &'static str)> {
    let given = content.examples.first().and_then(|example| spec.example(example)).cloned();
    let json = content.media.contains("json") || content.media == "*/*";
    let made =
        || content.schema.filter(|_| json).map(|schema| Maker { spec, sender, left: MOST_VALUES }.value(schema, 0));
    let text = match given.or_else(made)? {
        Value::String(text) if !json => text,
        value => serde_json::to_string_pretty(&value).ok()?,
    };
    let language = if json {
        "json"
    } else if content.media.contains("xml") {
        "xml"
    } else {
        ""
    };
    (text.len() <= MOST_BYTES).then_some((text, language))
}

struct Maker<'a> {
    spec: Spec<'a>,
    sender: Sender,
    left: usize,
}

impl<'a> Maker<'a> {
    fn value(&mut self, schema: &'a Value, depth: usize) -> Value {
        let (schema, _) = self.spec.resolve(schema);
        if self.left == 0 || depth >= MOST_DEPTH {
            return Value::Null;
        }
        self.left -= 1;
        given(schema).cloned().unwrap_or_else(|| self.made(schema, depth))
    }

    fn made(&mut self, schema: &'a Value, depth: usize) -> Value {
        if let Some(first) = list(schema, "oneOf").chain(list(schema, "anyOf")).next() {
            return self.value(first, depth + 1);
        }
        match kind(schema) {
            "object" => self.object(schema, depth),
            "array" => schema.get("items").map_or_else(|| json!([]), |items| json!([self.value(items, depth + 1)])),
            "string" => string(schema),
            "integer" => schema.get("minimum").cloned().unwrap_or(json!(1)),
            "number" => schema.get("minimum").cloned().unwrap_or(json!(1.5)),
            "boolean" => json!(true),
            _ => Value::Null,
        }
    }

    fn object(&mut self, schema: &'a Value, depth: usize) -> Value {
        let mut object = Map::new();
        for property in properties(self.spec, schema) {
            let (resolved, _) = self.spec.resolve(property.schema);
            let unsent = if self.sender == Sender::Client { "readOnly" } else { "writeOnly" };
            if !flag(resolved, unsent) && self.left > 0 {
                object.insert(property.name.to_owned(), self.value(property.schema, depth + 1));
            }
        }
        if let Some(more) = schema.get("additionalProperties").filter(|more| more.is_object() && object.is_empty()) {
            object.insert("key".to_owned(), self.value(more, depth + 1));
        }
        Value::Object(object)
    }
}

fn given(schema: &Value) -> Option<&Value> {
    let first = |name| list(schema, name).next();
    let own = schema.get("example").or_else(|| first("examples")).or_else(|| schema.get("default"));
    own.or_else(|| schema.get("const")).or_else(|| first("enum"))
}

fn kind(schema: &Value) -> &str {
    let of_list = || list(schema, "type").filter_map(Value::as_str).find(|kind| *kind != "null");
    let by_content = || {
        let object = ["properties", "allOf", "additionalProperties"].iter().any(|name| schema.get(name).is_some());
        if object {
            "object"
        } else if schema.get("items").is_some() {
            "array"
        } else {
            ""
        }
    };
    text(schema, "type").or_else(of_list).unwrap_or_else(by_content)
}

fn string(schema: &Value) -> Value {
    json!(match text(schema, "format").unwrap_or_default() {
        "date-time" => "2025-01-31T09:30:00Z",
        "date" => "2025-01-31",
        "time" => "09:30:00Z",
        "email" => "name@example.com",
        "uuid" => "123e4567-e89b-12d3-a456-426614174000",
        "uri" | "url" => "https://example.com",
        "hostname" => "example.com",
        "ipv4" => "192.0.2.1",
        "ipv6" => "2001:db8::1",
        "byte" => "dGV4dA==",
        _ => "text",
    })
}
