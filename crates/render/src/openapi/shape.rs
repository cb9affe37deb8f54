//! Summaries of schemas: the type in a word, facts such as bounds and defaults, and the properties with inherited ones.

use serde_json::Value;

use super::read::{Spec, entries, flag, list, text};

/// The most schemas that are merged into one by `allOf`.
const MOST_PARTS: usize = 64;

/// The greatest nesting depth of arrays and alternatives in the name of a type.
const MOST_TYPES: usize = 3;

/// The most properties of a schema.
const MOST_PROPERTIES: usize = 300;

/// The most values of an enumeration that are shown.
const MOST_VALUES: usize = 50;

/// A property of an object.
pub(super) struct Property<'a> {
    pub(super) name: &'a str,
    pub(super) schema: &'a Value,
    pub(super) required: bool,
}

/// Returns the type of a schema for display, as in `string · date[]` or `User | null`.
pub(super) fn type_of<'a>(spec: Spec<'a>, schema: &'a Value) -> String {
    clip(&type_within(spec, schema, MOST_TYPES))
}

fn type_within<'a>(spec: Spec<'a>, schema: &'a Value, depth: usize) -> String {
    let (schema, last) = spec.resolve(schema);
    let name = last.and_then(|reference| reference.rsplit('/').next());
    let plain = match schema.get("type") {
        Some(Value::String(kind)) if kind == "array" => array(spec, schema, depth),
        Some(Value::String(kind)) if kind == "object" && name.is_some() => name.unwrap_or_default().to_owned(),
        Some(Value::String(kind)) => kind.clone(),
        Some(Value::Array(kinds)) => kinds.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" | "),
        _ => untyped(spec, schema, name, depth),
    };
    match text(schema, "format") {
        Some(format) => format!("{plain} · {format}"),
        None => plain,
    }
}

fn array<'a>(spec: Spec<'a>, schema: &'a Value, depth: usize) -> String {
    match schema.get("items") {
        Some(items) if depth > 0 => format!("{}[]", type_within(spec, items, depth - 1)),
        _ => "array".to_owned(),
    }
}

fn untyped<'a>(spec: Spec<'a>, schema: &'a Value, name: Option<&str>, depth: usize) -> String {
    if let Some(name) = name {
        return name.to_owned();
    }
    for kind in ["oneOf", "anyOf"] {
        let parts: Vec<String> =
            list(schema, kind).take(4).filter(|_| depth > 0).map(|it| type_within(spec, it, depth - 1)).collect();
        if !parts.is_empty() {
            return parts.join(" | ");
        }
    }
    if schema.get("properties").is_some() || schema.get("allOf").is_some() {
        return "object".to_owned();
    }
    if schema.get("items").is_some() { array(spec, schema, depth) } else { "any".to_owned() }
}

/// Returns the properties of a schema with those of its `allOf` parts.
pub(super) fn properties<'a>(spec: Spec<'a>, schema: &'a Value) -> Vec<Property<'a>> {
    let mut found: Vec<Property<'a>> = Vec::new();
    // The parts are used in reverse, so that the schema's own properties come after inherited ones.
    let mut open = vec![schema];
    let mut left = MOST_PARTS;
    let mut parts: Vec<&'a Value> = Vec::new();
    while let Some(part) = open.pop() {
        let (part, _) = spec.resolve(part);
        if left > 0 && !parts.iter().any(|known| std::ptr::eq(*known, part)) {
            left -= 1;
            parts.push(part);
            open.extend(list(part, "allOf"));
        }
    }
    let required: Vec<&str> = parts.iter().flat_map(|part| list(part, "required")).filter_map(Value::as_str).collect();
    for part in parts.into_iter().rev() {
        if found.len() > MOST_PROPERTIES {
            break;
        }
        for (name, schema) in entries(part, "properties") {
            found.retain(|known| known.name != name);
            found.push(Property { name, schema, required: required.contains(&name) });
        }
    }
    found.truncate(MOST_PROPERTIES);
    found
}

/// A fact about the values of a schema.
pub(super) enum Fact {
    Default(String),
    /// The allowed values, with their descriptions where there are any.
    Allowed(Vec<(String, Option<String>)>),
    Example(String),
    /// A bound: the keyword and its value.
    Bound(&'static str, String),
}

/// Returns the default, the allowed values, the bounds and the example of a schema.
pub(super) fn facts(schema: &Value) -> Vec<Fact> {
    const BOUNDS: [&str; 14] = [
        "minimum",
        "exclusiveMinimum",
        "maximum",
        "exclusiveMaximum",
        "multipleOf",
        "minLength",
        "maxLength",
        "pattern",
        "minItems",
        "maxItems",
        "minProperties",
        "maxProperties",
        "contentMediaType",
        "contentEncoding",
    ];
    let mut facts = Vec::new();
    if let Some(default) = schema.get("default") {
        facts.push(Fact::Default(short(default)));
    }
    let values = allowed(schema).or_else(|| allowed(schema.get("items")?));
    let constant = || schema.get("const").map(|value| vec![(short(value), None)]);
    facts.extend(values.or_else(constant).map(Fact::Allowed));
    for bound in BOUNDS {
        if let Some(value) = schema.get(bound).filter(|value| !value.is_boolean()) {
            facts.push(Fact::Bound(bound, short(value)));
        }
    }
    let example = schema.get("example").or_else(|| list(schema, "examples").next());
    if let Some(example) = example.filter(|example| !example.is_object() && !example.is_array()) {
        facts.push(Fact::Example(short(example)));
    }
    facts
}

/// Returns the values of an enumeration with their descriptions; `None` if the schema is no enumeration.
fn allowed(schema: &Value) -> Option<Vec<(String, Option<String>)>> {
    let said = schema.get("x-enumDescriptions").or_else(|| schema.get("x-enum-descriptions"));
    let values = schema.get("enum")?.as_array()?.iter().take(MOST_VALUES).enumerate();
    let said_of = |at: usize, value: &str| match said? {
        Value::Object(by_value) => by_value.get(value)?.as_str(),
        Value::Array(in_order) => in_order.get(at)?.as_str(),
        _ => None,
    };
    let values = values.map(|(at, value)| {
        let value = short(value);
        let said = said_of(at, &value).filter(|said| !said.trim().is_empty()).map(clip);
        (value, said)
    });
    Some(values.collect()).filter(|values: &Vec<_>| !values.is_empty())
}

/// Returns true if a schema is marked as nullable.
pub(super) fn is_nullable(schema: &Value) -> bool {
    flag(schema, "nullable") || flag(schema, "x-nullable")
}

/// Returns a value as text on one line, truncated if it is long.
pub(super) fn short(value: &Value) -> String {
    value.as_str().map_or_else(|| clip(&value.to_string()), clip)
}

/// Returns a text, truncated after 200 characters.
pub(super) fn clip(text: &str) -> String {
    const MOST: usize = 200;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
