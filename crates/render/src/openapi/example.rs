//! Examples of bodies: those of the document, else generated from a schema.

use serde_json::{Map, Value, json};

use super::read::{Content, Payload, Spec, list, text};
use super::shape::{is_said, kind, properties, variants};

/// The greatest depth of a generated example; objects and lists there are empty.
const MOST_DEPTH: usize = 10;

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

/// An example of a body.
pub(super) struct Example<'a> {
    /// The name or the summary; empty for the only one.
    pub(super) title: &'a str,
    /// The value; a text where the media type is not JSON.
    pub(super) value: Value,
    /// The body as text.
    pub(super) text: String,
    /// The language for highlighting.
    pub(super) language: &'static str,
}

/// Returns the first media type of a payload that has examples, else the first one, with its examples.
pub(super) fn chosen<'p, 'a>(
    spec: Spec<'a>,
    payload: &'p Payload<'a>,
    sender: Sender,
) -> Option<(&'p Content<'a>, Vec<Example<'a>>)> {
    let first = || payload.contents.first().map(|content| (content, Vec::new()));
    let mut all = payload.contents.iter().map(|content| (content, of_content(spec, content, sender)));
    all.find(|(_, examples)| !examples.is_empty()).or_else(first)
}

/// Returns an example that follows from a schema.
pub(super) fn made<'a>(spec: Spec<'a>, schema: &'a Value, sender: Sender) -> Value {
    Maker { spec, sender, left: MOST_VALUES, trail: Vec::new() }.value(schema, 0)
}

/// Returns the examples of a body: those of the document, else one that follows from the schema.
pub(super) fn of_content<'a>(spec: Spec<'a>, content: &Content<'a>, sender: Sender) -> Vec<Example<'a>> {
    let given = content.examples.iter().filter_map(|(name, example)| {
        let title = text(spec.resolve(example).0, "summary").unwrap_or(name);
        Some((title, spec.example(example)?.clone()))
    });
    let mut values: Vec<_> = given.collect();
    if values.is_empty() && (is_json(content.media) || is_form(content.media)) {
        let made = content.schema.map(|schema| made(spec, schema, sender));
        values.extend(made.filter(|value| !value.is_null()).map(|value| ("", value)));
    }
    let is_text = content.schema.is_some_and(|schema| kind(spec, schema) == "string");
    let read = |value: Value| if is_json(content.media) && !is_text { parsed(value) } else { value };
    values.into_iter().filter_map(|(title, value)| example(content.media, title, read(value))).collect()
}

/// Returns the object or list whose JSON a text is: some documents give examples in that form.
fn parsed(value: Value) -> Value {
    let found = value.as_str().filter(|text| text.trim_start().starts_with(['{', '[']));
    found.and_then(|text| serde_json::from_str(text).ok()).unwrap_or(value)
}

fn example<'a>(media: &str, title: &'a str, value: Value) -> Option<Example<'a>> {
    let text = match &value {
        Value::String(text) if !is_json(media) => text.clone(),
        value => serde_json::to_string_pretty(value).ok()?,
    };
    let language = match media {
        media if is_json(media) || is_form(media) => "json",
        media if media.contains("xml") => "xml",
        _ => "",
    };
    (text.len() <= MOST_BYTES).then_some(Example { title, value, text, language })
}

/// Returns true if bodies of a media type are JSON.
pub(super) fn is_json(media: &str) -> bool {
    media.contains("json") || media == "*/*"
}

/// Returns true if bodies of a media type are the fields of a form.
pub(super) fn is_form(media: &str) -> bool {
    media.starts_with("multipart/form-data") || media.starts_with("application/x-www-form-urlencoded")
}

struct Maker<'a> {
    spec: Spec<'a>,
    sender: Sender,
    left: usize,
    /// The references to schemas being made, from the outermost to the innermost.
    trail: Vec<&'a str>,
}

impl<'a> Maker<'a> {
    fn value(&mut self, schema: &'a Value, depth: usize) -> Value {
        let (schema, reference) = self.spec.resolve(schema);
        if self.left == 0 || depth > 2 * MOST_DEPTH {
            return Value::Null;
        }
        self.left -= 1;
        if let Some(given) = given(schema) {
            return given.clone();
        }
        // What is composed of one schema and texts is what that one is.
        if let Some(given) =
            list(schema, "allOf").find_map(|part| given(self.spec.resolve(part).0)).filter(|it| !it.is_object())
        {
            return given.clone();
        }
        self.trail.extend(reference);
        let made = self.made(schema, depth);
        self.trail.truncate(self.trail.len() - usize::from(reference.is_some()));
        made
    }

    /// Returns true if a schema is one of those that it would be a part of, itself or as an item.
    fn recurs(&self, schema: &'a Value) -> bool {
        let (schema, reference) = self.spec.resolve(schema);
        let item = schema.get("items").and_then(|items| self.spec.resolve(items).1);
        [reference, item].into_iter().flatten().any(|it| self.trail.contains(&it))
    }

    fn made(&mut self, schema: &'a Value, depth: usize) -> Value {
        let chosen = variants(self.spec, schema).0.into_iter().find_map(|group| group.alternatives.first().copied());
        // With properties of its own, an object has those of the variant as well.
        let own = properties(self.spec, schema);
        if let Some(first) = chosen {
            let value = self.value(first, depth + 1);
            return match (value, own.is_empty()) {
                (Value::Object(variant), false) => {
                    let Value::Object(mut object) = self.object(schema, depth) else { return Value::Object(variant) };
                    object.extend(variant);
                    Value::Object(object)
                }
                (value, _) => value,
            };
        }
        match kind(self.spec, schema) {
            "object" if depth >= MOST_DEPTH => json!({}),
            "array" if depth >= MOST_DEPTH || self.left == 0 => json!([]),
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
            let unsent = if self.sender == Sender::Client { "readOnly" } else { "writeOnly" };
            if !is_said(self.spec, property.schema, unsent) && self.left > 0 && !self.recurs(property.schema) {
                object.insert(property.name.to_owned(), self.value(property.schema, depth + 1));
            }
        }
        if let Some(more) = schema.get("additionalProperties").filter(|more| more.is_object() && object.is_empty()) {
            object.insert("key".to_owned(), self.value(more, depth + 1));
        }
        Value::Object(object)
    }
}

/// Returns the value that a schema gives: an example, the default, or the first that it allows.
pub(super) fn given(schema: &Value) -> Option<&Value> {
    let first = |name| list(schema, name).next();
    let own = schema.get("example").or_else(|| first("examples")).or_else(|| schema.get("default"));
    own.or_else(|| schema.get("const")).or_else(|| first("enum"))
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
