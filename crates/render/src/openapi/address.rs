//! The address and the parameters of a request to show in code.
//!
//! Values are those that the document gives; for the others there are placeholders in braces.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::Value;

use super::body::{Nested, joined, plain, spread};
use super::example::given;
use super::read::{Operation, Parameter, Spec, text};

/// The characters to encode in a part of an address: all but the unreserved ones of RFC 3986.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');
/// The address in samples of documents that say no server.
const SOME_SERVER: &str = "https://example.com";

/// Returns the full address of an operation, whose query has some keys too.
pub(super) fn address<'a>(
    spec: Spec<'a>,
    operation: &Operation<'a>,
    path: &str,
    keys: impl Iterator<Item = (String, String)>,
) -> String {
    let keys = keys.map(|(name, value)| format!("{}={value}", encoded(&name)));
    let of_query = |it: &&Parameter<'a>| it.place == "query" && it.required;
    let required = operation.parameters.iter().filter(of_query).flat_map(|it| query(spec, it));
    let query: Vec<String> = keys.chain(required).collect();
    let path = filled(spec, operation, path);
    let joint = match (query.is_empty(), path.contains('?')) {
        (true, _) => "",
        (false, true) => "&",
        (false, false) => "?",
    };
    let server = operation.servers.first().map_or("", |server| server.url.as_str());
    let before = if server.contains("://") { "" } else { SOME_SERVER };
    let slash = if before.is_empty() || server.starts_with('/') || server.is_empty() { "" } else { "/" };
    format!("{before}{slash}{server}{path}{joint}{}", query.join("&"))
}

/// Returns the required parameters of a place that are one text each, with their values or placeholders.
pub(super) fn required<'a>(
    spec: Spec<'a>,
    operation: &Operation<'a>,
    place: &'static str,
) -> impl Iterator<Item = (String, String)> {
    let all = operation.parameters.iter().filter(move |it| it.place == place && it.required);
    all.map(move |it| {
        let value = value(spec, it).map(|value| match value {
            Value::Array(items) => joined(items, ","),
            other => plain(other),
        });
        let value = value.filter(|text| !text.contains(|c: char| c.is_control() || !c.is_ascii()));
        (it.name.to_owned(), value.unwrap_or_else(|| placeholder(it.name)))
    })
}

/// Returns a path with the values of its parameters, as far as the document gives values.
fn filled<'a>(spec: Spec<'a>, operation: &Operation<'a>, path: &str) -> String {
    let mut path = path.to_owned();
    for it in operation.parameters.iter().filter(|it| it.place == "path") {
        let value = value(spec, it).filter(|value| !value.is_object() && !value.is_array() && !value.is_null());
        // A value of dots would lead to another operation.
        if let Some(text) = value.map(plain).filter(|text| !text.is_empty() && text.bytes().any(|byte| byte != b'.')) {
            path = path.replace(&placeholder(it.name), &encoded(&text));
        }
    }
    path
}

/// Returns the parts of a query that a parameter makes.
fn query<'a>(spec: Spec<'a>, it: &Parameter<'a>) -> Vec<String> {
    let pair = |(name, value): (String, String)| format!("{}={}", encoded(&name), encoded(&value));
    let Some(value) = value(spec, it) else { return vec![format!("{}={}", encoded(it.name), placeholder(it.name))] };
    let is_json = it.more.get("schema").is_none() && it.more.get("content").is_some();
    let is_deep = text(it.more, "style") == Some("deepObject");
    match value {
        value if is_json => vec![pair((it.name.to_owned(), value.to_string()))],
        Value::Array(items) if !it.explodes() => {
            let between = match text(it.more, "style").or_else(|| text(it.more, "collectionFormat")) {
                Some("spaceDelimited" | "ssv") => "%20",
                Some("pipeDelimited" | "pipes") => "%7C",
                Some("tsv") => "%09",
                _ => ",",
            };
            let items: Vec<_> = items.iter().map(|it| encoded(&plain(it))).collect();
            vec![format!("{}={}", encoded(it.name), items.join(between))]
        }
        Value::Object(members) if it.explodes() && !is_deep => {
            members.iter().map(|(name, value)| pair((name.clone(), plain(value)))).collect()
        }
        value => {
            let nested = if is_deep { Nested::Brackets } else { Nested::Json };
            spread(it.name, value, nested).into_iter().map(pair).collect()
        }
    }
}

/// Returns the value that a document gives for a parameter.
fn value<'a>(spec: Spec<'a>, it: &Parameter<'a>) -> Option<&'a Value> {
    it.example(spec).or_else(|| given(spec.resolve(it.schema).0))
}

fn placeholder(name: &str) -> String {
    format!("{{{name}}}")
}

fn encoded(text: &str) -> String {
    utf8_percent_encode(text, ENCODED).to_string()
}
