//! Operations and schemas of API descriptions as texts for paper: headings, tables of fields, examples.
//!
//! Nothing here fails: what a description lacks is left out. Depth and number of fields are bounded.

use std::fmt::Write as _;

use quire_content::budget::Budget;
use quire_content::document::{self, Document};
use serde_json::Value;

use crate::openapi_specs::parts::Part;

/// The deepest nesting of fields that is listed.
const MOST_DEPTH: usize = 4;
/// The maximum number of fields of one table.
const MOST_FIELDS: usize = 200;
/// The longest chain of references.
const MOST_REFERENCES: usize = 20;

/// Returns a part of a description as a document.
pub(super) fn part(description: &Value, part: &Part) -> Document {
    match part {
        Part::Operation(call) => operation(description, &call.method, &call.path, call.is_webhook),
        Part::Schemas(names) => {
            let mut text = String::new();
            for name in names {
                let schemas = description.pointer("/components/schemas").or_else(|| description.get("definitions"));
                let Some(schema) = schemas.and_then(|schemas| schemas.get(name)) else { continue };
                let _ = writeln!(text, "### {}\n", plain(name));
                write_schema(description, schema, &mut text);
            }
            parsed(&text)
        }
    }
}

/// Returns an operation of a description as a document.
pub(super) fn operation(description: &Value, method: &str, path: &str, is_webhook: bool) -> Document {
    let method = method.to_ascii_lowercase();
    let group = if is_webhook { "webhooks" } else { "paths" };
    let item = description.get(group).and_then(|paths| paths.get(path));
    let Some((item, operation)) = item.and_then(|item| Some((item, item.get(&method)?))) else {
        return parsed(&format!("`{} {path}` is not in the API description.", method.to_ascii_uppercase()));
    };
    let mut text = String::new();
    let title = string(operation, "summary").unwrap_or(path);
    let _ = writeln!(text, "## {}\n", plain(title));
    let server = description.pointer("/servers/0/url").and_then(Value::as_str).filter(|_| !is_webhook);
    let address = format!("{}{path}", server.unwrap_or_default().trim_end_matches('/'));
    let _ = writeln!(text, "**{}** `{}`\n", method.to_ascii_uppercase(), address.replace('`', "'"));
    if operation.get("deprecated").and_then(Value::as_bool) == Some(true) {
        text.push_str("*Deprecated.*\n\n");
    }
    if let Some(said) = string(operation, "description") {
        let _ = writeln!(text, "{}\n", said.trim());
    }
    parameters(description, item, operation, &mut text);
    body(description, operation, &mut text);
    responses(description, operation, &mut text);
    parsed(&text)
}

fn parameters(description: &Value, item: &Value, operation: &Value, text: &mut String) {
    let of = |value: &Value| value.get("parameters").and_then(Value::as_array).cloned().unwrap_or_default();
    let all: Vec<Value> =
        of(item).into_iter().chain(of(operation)).map(|it| resolved(description, &it).clone()).collect();
    let all: Vec<&Value> = all.iter().filter(|it| string(it, "in") != Some("body")).collect();
    if all.is_empty() {
        return;
    }
    text.push_str("### Parameters\n\n| Name | In | Type | Description |\n| --- | --- | --- | --- |\n");
    for parameter in all.into_iter().take(MOST_FIELDS) {
        let schema = parameter.get("schema").unwrap_or(parameter);
        let required = parameter.get("required").and_then(Value::as_bool) == Some(true);
        let _ = writeln!(
            text,
            "| `{}`{} | {} | {} | {} |",
            cell(string(parameter, "name").unwrap_or_default()),
            if required { " \\*" } else { "" },
            cell(string(parameter, "in").unwrap_or_default()),
            cell(&kind(description, schema)),
            cell(&said(description, parameter, schema)),
        );
    }
    text.push_str("\n\\* required\n\n");
}

fn body(description: &Value, operation: &Value, text: &mut String) {
    let request = operation.get("requestBody").map(|body| resolved(description, body));
    let old = operation.get("parameters").and_then(Value::as_array).into_iter().flatten();
    let old = old.map(|it| resolved(description, it)).find(|it| string(it, "in") == Some("body"));
    if let Some(request) = request {
        text.push_str("### Request body\n\n");
        if let Some(said) = string(request, "description") {
            let _ = writeln!(text, "{}\n", said.trim());
        }
        content(description, request, text);
    } else if let Some(schema) = old.and_then(|old| old.get("schema")) {
        text.push_str("### Request body\n\n");
        write_schema(description, schema, text);
    }
}

fn responses(description: &Value, operation: &Value, text: &mut String) {
    let Some(responses) = operation.get("responses").and_then(Value::as_object) else { return };
    text.push_str("### Responses\n\n");
    for (status, response) in responses.iter().take(50) {
        let response = resolved(description, response);
        let said = string(response, "description").unwrap_or_default();
        let _ = writeln!(text, "**{}** {}\n", plain(status), plain(said));
        content(description, response, text);
        if let Some(schema) = response.get("schema") {
            write_schema(description, schema, text);
        }
    }
}

/// Writes the media types of a body with their fields.
fn content(description: &Value, body: &Value, text: &mut String) {
    let Some(content) = body.get("content").and_then(Value::as_object) else { return };
    for (media, described) in content.iter().take(4) {
        let _ = writeln!(text, "`{}`\n", media.replace('`', "'"));
        if let Some(schema) = described.get("schema") {
            write_schema(description, schema, text);
        }
        let example = described.get("example").or_else(|| described.pointer("/schema/example"));
        if let Some(example) =
            example.and_then(|it| serde_json::to_string_pretty(it).ok()).filter(|it| it.len() < 8_000)
        {
            let _ = writeln!(text, "~~~~~~json\n{example}\n~~~~~~\n");
        }
    }
}

/// Writes a table of a schema's fields.
fn write_schema(description: &Value, schema: &Value, text: &mut String) {
    let mut rows = Vec::new();
    fields(description, schema, "", 0, &mut rows);
    if rows.is_empty() {
        let _ = writeln!(text, "{}\n", plain(&kind(description, schema)));
        return;
    }
    text.push_str("| Field | Type | Description |\n| --- | --- | --- |\n");
    for row in rows {
        text.push_str(&row);
        text.push('\n');
    }
    text.push('\n');
}

fn fields(description: &Value, schema: &Value, prefix: &str, depth: usize, rows: &mut Vec<String>) {
    if depth >= MOST_DEPTH || rows.len() >= MOST_FIELDS {
        return;
    }
    let schema = resolved(description, schema);
    for part in ["allOf", "oneOf", "anyOf"] {
        for inner in schema.get(part).and_then(Value::as_array).into_iter().flatten().take(12) {
            fields(description, inner, prefix, depth + 1, rows);
        }
    }
    if let Some(items) = schema.get("items") {
        return fields(description, items, &format!("{prefix}[]"), depth, rows);
    }
    let required: Vec<&str> =
        schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
    for (name, field) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
        if rows.len() >= MOST_FIELDS {
            return;
        }
        let resolved = resolved(description, field);
        let full = if prefix.is_empty() { name.clone() } else { format!("{prefix}.{name}") };
        let star = if required.contains(&name.as_str()) { " \\*" } else { "" };
        let (kind, said) = (kind(description, field), said(description, field, resolved));
        rows.push(format!("| `{}`{star} | {} | {} |", cell(&full), cell(&kind), cell(&said)));
        fields(description, resolved, &full, depth + 1, rows);
    }
}

/// Returns the type of a schema in words.
fn kind(description: &Value, schema: &Value) -> String {
    let named = string(schema, "$ref").and_then(|it| it.rsplit('/').next()).map(str::to_owned);
    let schema = resolved(description, schema);
    let own = match schema.get("type") {
        Some(Value::String(kind)) => kind.clone(),
        Some(Value::Array(kinds)) => kinds.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" or "),
        _ if schema.get("properties").is_some() => "object".to_owned(),
        _ => named.clone().unwrap_or_else(|| "any".to_owned()),
    };
    if own == "array"
        && let Some(items) = schema.get("items")
    {
        let of = string(items, "$ref").and_then(|it| it.rsplit('/').next()).map(str::to_owned);
        let of = of.or_else(|| string(resolved(description, items), "type").map(str::to_owned));
        return of.map_or(own, |of| format!("array of {of}"));
    }
    match string(schema, "format") {
        Some(format) => format!("{own} ({format})"),
        None => own,
    }
}

/// Returns what is said of a field: its description, its values, its default.
fn said(_: &Value, field: &Value, schema: &Value) -> String {
    let mut parts = Vec::new();
    parts.extend(string(field, "description").or_else(|| string(schema, "description")).map(str::to_owned));
    if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        let values: Vec<String> = values.iter().take(30).map(|value| value.to_string().replace('"', "")).collect();
        parts.push(format!("One of: {}.", values.join(", ")));
    }
    if let Some(default) = schema.get("default") {
        parts.push(format!("Default: {}.", default.to_string().replace('"', "")));
    }
    parts.join(" ")
}

/// Follows the reference of a value within its document.
fn resolved<'v>(description: &'v Value, value: &'v Value) -> &'v Value {
    let mut at = value;
    for _ in 0..MOST_REFERENCES {
        let Some(pointer) = string(at, "$ref").and_then(|it| it.strip_prefix('#')) else { return at };
        match description.pointer(pointer) {
            Some(next) => at = next,
            None => return at,
        }
    }
    at
}

fn string<'v>(value: &'v Value, name: &str) -> Option<&'v str> {
    value.get(name).and_then(Value::as_str).filter(|text| !text.trim().is_empty())
}

/// Returns a text as a cell of a table in Markdown.
fn cell(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|")
}

/// Returns a text without marks of Markdown.
fn plain(text: &str) -> String {
    let mut out = String::new();
    for c in text.split_whitespace().collect::<Vec<_>>().join(" ").chars() {
        if matches!(c, '*' | '_' | '`' | '[' | ']' | '<' | '\\' | '#' | '{' | '~') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

fn parsed(text: &str) -> Document {
    document::parse_foreign(text, &Budget::page())
}
