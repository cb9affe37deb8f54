//! Rendering of schemas as text and as lists of fields.

use maud::{Markup, html};
use serde_json::Value;

use super::page::type_address;

const COMPONENTS: &str = "#/components/schemas/";

/// The depth down to which named types are expanded; deeper ones are links.
const DEPTH: usize = 2;

/// Resolves a reference to its name and schema; returns any other schema unchanged.
pub(super) fn resolve<'d>(document: &'d Value, schema: &'d Value) -> (Option<&'d str>, &'d Value) {
    let name = schema["$ref"].as_str().and_then(|reference| reference.strip_prefix(COMPONENTS));
    match name.and_then(|name| document["components"]["schemas"].get(name)) {
        Some(named) => (name, named),
        None => (None, schema),
    }
}

/// Renders a short description of a schema's type, with links to named types.
pub(super) fn kind(schema: &Value) -> Markup {
    if let Some(name) = schema["$ref"].as_str().and_then(|reference| reference.strip_prefix(COMPONENTS)) {
        return html! { a href=(type_address(name)) { (name) } };
    }
    if let Some(value) = schema.get("const") {
        return html! { "always " code { (value) } };
    }
    if let Some(values) = schema["enum"].as_array() {
        return html! { "one of " (joined(values, |value| html! { code { (literal(value)) } })) };
    }
    if schema.get("items").is_some() {
        return html! { "array of " (kind(&schema["items"])) (bounds(schema)) };
    }
    for word in ["oneOf", "anyOf", "allOf"] {
        if let Some(choices) = schema[word].as_array() {
            return alternatives(choices, if word == "allOf" { " and " } else { " or " });
        }
    }
    if schema["additionalProperties"].is_object() && schema.get("properties").is_none() {
        return html! { "object of " (kind(&schema["additionalProperties"])) };
    }
    html! { (type_names(schema)) (bounds(schema)) }
}

fn alternatives(choices: &[Value], separator: &str) -> Markup {
    let mut shown: Vec<String> = Vec::new();
    for choice in choices {
        let choice = kind(choice).into_string();
        if !shown.contains(&choice) {
            shown.push(choice);
        }
    }
    maud::PreEscaped(shown.join(separator))
}

fn joined<'v>(values: &'v [Value], show: impl Fn(&'v Value) -> Markup) -> Markup {
    html! {
        @for (place, value) in values.iter().enumerate() {
            @if place > 0 { ", " }
            (show(value))
        }
    }
}

fn literal(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn type_names(schema: &Value) -> String {
    let names = match &schema["type"] {
        Value::Array(names) => names.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" or "),
        Value::String(name) => name.clone(),
        _ => "any value".to_owned(),
    };
    match schema["format"].as_str() {
        Some(format @ ("date-time" | "date" | "uri" | "email" | "uuid")) => {
            format!("{names} ({format})")
        }
        _ => names,
    }
}

fn bounds(schema: &Value) -> String {
    let pairs =
        [("minimum", "maximum", ""), ("minLength", "maxLength", " characters"), ("minItems", "maxItems", " items")];
    let told = pairs.iter().filter_map(|(least, most, unit)| match (schema.get(least), schema.get(most)) {
        (Some(least), Some(most)) => Some(format!(", {least} to {most}{unit}")),
        (Some(least), None) => Some(format!(", at least {least}{unit}")),
        (None, Some(most)) => Some(format!(", at most {most}{unit}")),
        (None, None) => None,
    });
    let pattern = schema["pattern"].as_str().map(|pattern| format!(", matching {pattern}"));
    told.chain(pattern).collect()
}

/// Renders a schema in full: its type, then its fields, and theirs.
pub(super) fn expanded(document: &Value, schema: &Value) -> Markup {
    html! {
        p.kind { (kind(schema)) }
        (fields(document, schema, 0))
    }
}

/// Renders a schema: its type, then its fields, which link to the types of theirs.
pub(super) fn overview(document: &Value, schema: &Value) -> Markup {
    html! {
        p.kind { (kind(schema)) }
        (fields(document, schema, DEPTH - 1))
    }
}

/// Renders the fields of an object, of an array's items, or of each alternative.
pub(super) fn fields(document: &Value, schema: &Value, depth: usize) -> Markup {
    let (name, resolved) = resolve(document, schema);
    if name.is_some() && depth >= DEPTH {
        return html! {};
    }
    let depth = depth + usize::from(name.is_some());
    if let Some(properties) = resolved["properties"].as_object() {
        let required = resolved["required"].as_array();
        let is_required = |name: &str| required.is_some_and(|names| names.iter().any(|required| required == name));
        let (first, then): (Vec<_>, Vec<_>) = properties.iter().partition(|(name, _)| is_required(name));
        return html! {
            dl.fields {
                @for (name, property) in first { (field(document, name, property, true, depth)) }
                @for (name, property) in then { (field(document, name, property, false, depth)) }
            }
        };
    }
    if resolved.get("items").is_some() {
        return fields(document, &resolved["items"], depth);
    }
    if resolved["additionalProperties"].is_object() {
        return fields(document, &resolved["additionalProperties"], depth);
    }
    let choices = ["oneOf", "anyOf", "allOf"].iter().find_map(|word| resolved[*word].as_array());
    html! { @for choice in choices.into_iter().flatten() { (fields(document, choice, depth)) } }
}

fn field(document: &Value, name: &str, schema: &Value, required: bool, depth: usize) -> Markup {
    let inner = fields(document, schema, depth).into_string();
    let (_, resolved) = resolve(document, schema);
    let says = schema["description"].as_str().or_else(|| resolved["description"].as_str());
    html! {
        div {
            dt { (label(name, schema, required)) }
            dd {
                @if let Some(says) = says { p { (says) } }
                @if !inner.is_empty() {
                    details { summary { "Fields" } (maud::PreEscaped(inner)) }
                }
            }
        }
    }
}

/// Renders the name of a field with its type, default, and whether it is required or deprecated.
pub(super) fn label(name: &str, schema: &Value, required: bool) -> Markup {
    html! {
        code.name { (name) } " " span.kind { (kind(schema)) }
        @if required { " " b { "required" } }
        @if schema["deprecated"] == true { " " span.deprecated { "deprecated" } }
        @if let Some(default) = schema.get("default").filter(|default| !default.is_null()) {
            span.kind { ", default " code { (literal(default)) } }
        }
    }
}
