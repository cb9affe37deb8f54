//! The body of a request to show in code: JSON, the fields of a form, a text or a file.

use serde_json::Value;

use super::example::{Example, Sender, chosen, is_form, is_json, made};
use super::read::{Content, Operation, Parameter, Payload, Spec, text};
use super::shape::properties;

/// The body of a request.
pub(super) enum Body {
    /// A value in JSON, with its text.
    Json(Value, String),
    /// The fields of a form.
    Form { is_multipart: bool, fields: Vec<(String, Field)> },
    /// A text as it is.
    Text(String),
    /// The bytes of a file.
    File,
}

/// A field of a form.
pub(super) enum Field {
    Text(String),
    File,
}

impl Body {
    /// Returns the body of an operation with its media type, which is empty for a form of several parts: it has a boundary
    /// that whoever sends it makes.
    pub(super) fn of<'a>(spec: Spec<'a>, operation: &Operation<'a>) -> Option<(String, Self)> {
        let payload = operation.body.as_ref()?;
        if !payload.fields.is_empty() {
            return Some(Self::of_fields(spec, payload));
        }
        let (content, examples) = chosen(spec, payload, Sender::Client)?;
        let example = examples.into_iter().next();
        let media = content.media;
        Some(match example {
            Some(example) if is_form(media) && example.value.is_object() => {
                let is_multipart = media.starts_with("multipart/");
                let fields = fields(spec, content, &example.value, is_multipart);
                (if is_multipart { String::new() } else { media.to_owned() }, Self::Form { is_multipart, fields })
            }
            Some(Example { value, text, .. }) if is_json(media) => (stated(media), Self::Json(value, text)),
            Some(example) => (stated(media), Self::Text(example.text)),
            None => (stated(media), Self::File),
        })
    }

    /// Returns a form of Swagger 2.0.
    fn of_fields<'a>(spec: Spec<'a>, payload: &Payload<'a>) -> (String, Self) {
        let is_file = |it: &Parameter<'_>| text(it.schema, "type") == Some("file");
        let is_multipart =
            payload.fields.iter().any(is_file) || payload.media.iter().any(|it| it.starts_with("multipart/"));
        let mut fields = Vec::new();
        for it in &payload.fields {
            if is_file(it) {
                fields.push((it.name.to_owned(), Field::File));
                continue;
            }
            let value = it.example(spec).cloned().unwrap_or_else(|| made(spec, it.schema, Sender::Client));
            let value = match &value {
                Value::Array(items) if !it.explodes() => Value::from(joined(items, ",")),
                _ => value,
            };
            let parts = spread(it.name, &value, Nested::Json);
            fields.extend(parts.into_iter().map(|(name, value)| (name, Field::Text(value))));
        }
        let media = if is_multipart { "" } else { "application/x-www-form-urlencoded" };
        (media.to_owned(), Self::Form { is_multipart, fields })
    }
}

/// Returns a media type that can be sent: a range of them can't.
fn stated(media: &str) -> String {
    match media.contains('*') {
        true if is_json(media) => "application/json".to_owned(),
        true => "application/octet-stream".to_owned(),
        false => media.to_owned(),
    }
}

fn fields<'a>(spec: Spec<'a>, content: &Content<'a>, value: &Value, is_multipart: bool) -> Vec<(String, Field)> {
    let files = content.schema.map(|schema| files(spec, schema)).unwrap_or_default();
    let mut all = Vec::new();
    for (name, value) in value.as_object().into_iter().flatten() {
        if is_multipart && files.contains(&name.as_str()) {
            all.push((name.clone(), Field::File));
            continue;
        }
        let style = content.encoding.and_then(|it| text(it.get(name)?, "style"));
        let nested = if style == Some("deepObject") && !is_multipart { Nested::Brackets } else { Nested::Json };
        all.extend(spread(name, value, nested).into_iter().map(|(name, value)| (name, Field::Text(value))));
    }
    all
}

/// The form of an object in a form or in a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Nested {
    /// Its JSON.
    Json,
    /// A field for each member, with the member's name in brackets.
    Brackets,
}

/// Returns the names and texts that stand for a value: of a list one for each item.
pub(super) fn spread(name: &str, value: &Value, nested: Nested) -> Vec<(String, String)> {
    match (value, nested) {
        (Value::Array(items), Nested::Json) => items.iter().map(|it| (name.to_owned(), plain(it))).collect(),
        (Value::Array(items), Nested::Brackets) => {
            let items = items.iter().enumerate();
            items.flat_map(|(at, it)| spread(&format!("{name}[{at}]"), it, nested)).collect()
        }
        (Value::Object(members), Nested::Brackets) => {
            members.iter().flat_map(|(member, it)| spread(&format!("{name}[{member}]"), it, nested)).collect()
        }
        _ => vec![(name.to_owned(), plain(value))],
    }
}

/// Returns a value as text: JSON, unless it is a text.
pub(super) fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Returns the texts of items with something between them.
pub(super) fn joined(items: &[Value], between: &str) -> String {
    items.iter().map(plain).collect::<Vec<_>>().join(between)
}

/// Returns the names of the fields of a form that are files: text in a binary format.
fn files<'a>(spec: Spec<'a>, schema: &'a Value) -> Vec<&'a str> {
    let is_binary = |schema: &'a Value| {
        let (schema, _) = spec.resolve(schema);
        text(schema, "format") == Some("binary") || text(schema, "contentMediaType").is_some()
    };
    let is_file = |schema: &'a Value| is_binary(schema) || spec.resolve(schema).0.get("items").is_some_and(is_binary);
    let all = properties(spec, spec.resolve(schema).0);
    all.into_iter().filter(|it| is_file(it.schema)).map(|it| it.name).collect()
}
