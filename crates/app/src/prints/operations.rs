//! Operations and schemas of API descriptions as texts for paper: headings, tables of fields, examples.
//!
//! Nothing here fails: what a description lacks is left out. Depth and number of fields are bounded.

use std::fmt::Write as _;

use quire_content::budget::Budget;
use quire_content::document::{self, Document};
use quire_pdf::words::{Words, filled};
use serde_json::Value;

use crate::openapi_specs::parts::Part;

/// The deepest nesting of fields that is listed.
const MOST_DEPTH: usize = 4;
/// The maximum number of fields of one table.
const MOST_FIELDS: usize = 200;
/// The longest chain of references.
const MOST_REFERENCES: usize = 20;

/// A description with the words of the document.
#[derive(Clone, Copy)]
pub(super) struct Api<'v> {
    pub(super) description: &'v Value,
    pub(super) words: &'static Words,
}

/// Returns a part of a description as a document.
pub(super) fn part(api: Api<'_>, part: &Part) -> Document {
    match part {
        Part::Operation(call) => operation(api, &call.method, &call.path, call.is_webhook),
        Part::Schemas(names) => {
            let mut text = String::new();
            for name in names {
                let schemas =
                    api.description.pointer("/components/schemas").or_else(|| api.description.get("definitions"));
                let Some(schema) = schemas.and_then(|schemas| schemas.get(name)) else { continue };
                let _ = writeln!(text, "### {}\n", plain(name));
                write_schema(api, schema, &mut text);
            }
            parsed(&text)
        }
    }
}

/// Returns an operation of a description as a document.
pub(super) fn operation(api: Api<'_>, method: &str, path: &str, is_webhook: bool) -> Document {
    let method = method.to_ascii_lowercase();
    let group = if is_webhook { "webhooks" } else { "paths" };
    let item = api.description.get(group).and_then(|paths| paths.get(path));
    let Some((item, operation)) = item.and_then(|item| Some((item, item.get(&method)?))) else {
        return parsed(&format!("`{} {path}` {}", method.to_ascii_uppercase(), api.words.missing));
    };
    let mut text = String::new();
    let title = string(operation, "summary").unwrap_or(path);
    let _ = writeln!(text, "## {}\n", plain(title));
    let server = api.description.pointer("/servers/0/url").and_then(Value::as_str).filter(|_| !is_webhook);
    let address = format!("{}{path}", server.unwrap_or_default().trim_end_matches('/'));
    let _ = writeln!(text, "**{}** `{}`\n", method.to_ascii_uppercase(), address.replace('`', "'"));
    if operation.get("deprecated").and_then(Value::as_bool) == Some(true) {
        let _ = writeln!(text, "*{}*\n", api.words.deprecated);
    }
    if let Some(said) = string(operation, "description") {
        let _ = writeln!(text, "{}\n", said.trim());
    }
    parameters(api, item, operation, &mut text);
    body(api, operation, &mut text);
    responses(api, operation, &mut text);
    parsed(&text)
}

fn parameters(api: Api<'_>, item: &Value, operation: &Value, text: &mut String) {
    let of = |value: &Value| value.get("parameters").and_then(Value::as_array).cloned().unwrap_or_default();
    let all: Vec<Value> =
        of(item).into_iter().chain(of(operation)).map(|it| resolved(api.description, &it).clone()).collect();
    let all: Vec<&Value> = all.iter().filter(|it| string(it, "in") != Some("body")).collect();
    if all.is_empty() {
        return;
    }
    let Words { parameters, name, place, kind: type_of, description, .. } = api.words;
    let _ = writeln!(
        text,
        "### {parameters}\n\n| {name} | {place} | {type_of} | {description} |\n| --- | --- | --- | --- |"
    );
    for parameter in all.into_iter().take(MOST_FIELDS) {
        let schema = parameter.get("schema").unwrap_or(parameter);
        let required = parameter.get("required").and_then(Value::as_bool) == Some(true);
        let _ = writeln!(
            text,
            "| `{}`{} | {} | {} | {} |",
            cell(string(parameter, "name").unwrap_or_default()),
            if required { " \\*" } else { "" },
            cell(string(parameter, "in").unwrap_or_default()),
            cell(&kind(api, schema)),
            cell(&said(api, parameter, schema)),
        );
    }
    let _ = writeln!(text, "\n\\* {}\n", api.words.required);
}

fn body(api: Api<'_>, operation: &Value, text: &mut String) {
    let request = operation.get("requestBody").map(|body| resolved(api.description, body));
    let old = operation.get("parameters").and_then(Value::as_array).into_iter().flatten();
    let old = old.map(|it| resolved(api.description, it)).find(|it| string(it, "in") == Some("body"));
    if let Some(request) = request {
        let _ = writeln!(text, "### {}\n", api.words.request_body);
        if let Some(said) = string(request, "description") {
            let _ = writeln!(text, "{}\n", said.trim());
        }
        content(api, request, text);
    } else if let Some(schema) = old.and_then(|old| old.get("schema")) {
        let _ = writeln!(text, "### {}\n", api.words.request_body);
        write_schema(api, schema, text);
    }
}

fn responses(api: Api<'_>, operation: &Value, text: &mut String) {
    let Some(responses) = operation.get("responses").and_then(Value::as_object) else { return };
    let _ = writeln!(text, "### {}\n", api.words.responses);
    for (status, response) in responses.iter().take(50) {
        let response = resolved(api.description, response);
        let said = string(response, "description").unwrap_or_default();
        let _ = writeln!(text, "**{}** {}\n", plain(status), plain(said));
        content(api, response, text);
        if let Some(schema) = response.get("schema") {
            write_schema(api, schema, text);
        }
    }
}

/// Writes the media types of a body with their fields.
fn content(api: Api<'_>, body: &Value, text: &mut String) {
    let Some(content) = body.get("content").and_then(Value::as_object) else { return };
    for (media, described) in content.iter().take(4) {
        let _ = writeln!(text, "`{}`\n", media.replace('`', "'"));
        if let Some(schema) = described.get("schema") {
            write_schema(api, schema, text);
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
fn write_schema(api: Api<'_>, schema: &Value, text: &mut String) {
    let mut rows = Vec::new();
    fields(api, schema, "", 0, &mut rows);
    if rows.is_empty() {
        let _ = writeln!(text, "{}\n", plain(&kind(api, schema)));
        return;
    }
    let Words { field, kind: type_of, description, .. } = api.words;
    let _ = writeln!(text, "| {field} | {type_of} | {description} |\n| --- | --- | --- |");
    for row in rows {
        text.push_str(&row);
        text.push('\n');
    }
    text.push('\n');
}

fn fields(api: Api<'_>, schema: &Value, prefix: &str, depth: usize, rows: &mut Vec<String>) {
    if depth >= MOST_DEPTH || rows.len() >= MOST_FIELDS {
        return;
    }
    let schema = resolved(api.description, schema);
    for part in ["allOf", "oneOf", "anyOf"] {
        for inner in schema.get(part).and_then(Value::as_array).into_iter().flatten().take(12) {
            fields(api, inner, prefix, depth + 1, rows);
        }
    }
    if let Some(items) = schema.get("items") {
        return fields(api, items, &format!("{prefix}[]"), depth, rows);
    }
    let required: Vec<&str> =
        schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
    for (name, field) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
        if rows.len() >= MOST_FIELDS {
            return;
        }
        let resolved = resolved(api.description, field);
        let full = if prefix.is_empty() { name.clone() } else { format!("{prefix}.{name}") };
        let star = if required.contains(&name.as_str()) { " \\*" } else { "" };
        let (kind, said) = (kind(api, field), said(api, field, resolved));
        rows.push(format!("| `{}`{star} | {} | {} |", cell(&full), cell(&kind), cell(&said)));
        fields(api, resolved, &full, depth + 1, rows);
    }
}

/// Returns the type of a schema in words.
fn kind(api: Api<'_>, schema: &Value) -> String {
    let named = string(schema, "$ref").and_then(|it| it.rsplit('/').next()).map(str::to_owned);
    let schema = resolved(api.description, schema);
    let own = match schema.get("type") {
        Some(Value::String(kind)) => kind.clone(),
        Some(Value::Array(kinds)) => {
            kinds.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(&format!(" {} ", api.words.or))
        }
        _ if schema.get("properties").is_some() => "object".to_owned(),
        _ => named.clone().unwrap_or_else(|| "any".to_owned()),
    };
    if own == "array"
        && let Some(items) = schema.get("items")
    {
        let of = string(items, "$ref").and_then(|it| it.rsplit('/').next()).map(str::to_owned);
        let of = of.or_else(|| string(resolved(api.description, items), "type").map(str::to_owned));
        return of.map_or(own, |of| filled(api.words.array_of, of));
    }
    match string(schema, "format") {
        Some(format) => format!("{own} ({format})"),
        None => own,
    }
}

/// Returns what is said of a field: its description, its values, its default.
fn said(api: Api<'_>, field: &Value, schema: &Value) -> String {
    let mut parts = Vec::new();
    parts.extend(string(field, "description").or_else(|| string(schema, "description")).map(str::to_owned));
    if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        let values: Vec<String> = values.iter().take(30).map(|value| value.to_string().replace('"', "")).collect();
        parts.push(filled(api.words.one_of, values.join(", ")));
    }
    if let Some(default) = schema.get("default") {
        parts.push(filled(api.words.default, default.to_string().replace('"', "")));
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
