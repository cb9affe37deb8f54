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
    format!("{}{path}{joint}{}", server(operation), query.join("&"))
}

/// Returns the address of the first server that is one as a whole; else that of the first one, at a host to be replaced.
fn server(operation: &Operation<'_>) -> String {
    let whole = operation.servers.iter().map(|server| server.url.as_str());
    match whole.clone().find(|url| url.contains("://") || url.starts_with("//")) {
        Some(url) if url.starts_with("//") => format!("https:{url}"),
        Some(url) => url.to_owned(),
        None => {
            let url = whole.into_iter().next().unwrap_or_default();
            let slash = if url.starts_with('/') || url.is_empty() { "" } else { "/" };
            format!("{SOME_SERVER}{slash}{url}")
        }
    }
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
            value if is_json(it) => value.to_string(),
            Value::Array(items) => joined(items, ","),
            Value::Object(members) if it.more.get("schema").is_some() => {
                let explodes = it.place == "header" && it.explodes();
                let pairs = members.iter().map(|(name, value)| pair(name, &plain(value), explodes));
                pairs.collect::<Vec<_>>().join(",")
            }
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
        let text = value(spec, it).and_then(|value| segment(it, value));
        // A value of dots would lead to another operation.
        if let Some(text) = text.filter(|text| text.bytes().any(|byte| byte != b'.')) {
            path = path.replace(&placeholder(it.name), &text);
        }
    }
    path
}

/// Returns the text that stands in a path for a value of a parameter, in the style of the parameter (RFC 6570); `None` for
/// a value that makes no text.
fn segment(it: &Parameter<'_>, value: &Value) -> Option<String> {
    let (explodes, name) = (it.explodes(), encoded(it.name));
    if is_json(it) {
        return Some(encoded(&value.to_string()));
    }
    let (before, between) = match (text(it.more, "style"), text(it.more, "collectionFormat")) {
        (Some("label"), _) => (".".to_owned(), if explodes { "." } else { "," }),
        (Some("matrix"), _) if explodes && !value.is_object() => (format!(";{name}="), ""),
        (Some("matrix"), _) if explodes => (";".to_owned(), ";"),
        (Some("matrix"), _) => (format!(";{name}="), ","),
        (_, Some("ssv")) => (String::new(), "%20"),
        (_, Some("tsv")) => (String::new(), "%09"),
        (_, Some("pipes")) => (String::new(), "%7C"),
        _ => (String::new(), ","),
    };
    let texts: Vec<String> = match value {
        Value::Null => Vec::new(),
        Value::Array(items) => items.iter().map(|it| encoded(&plain(it))).collect(),
        Value::Object(members) => {
            members.iter().map(|(name, value)| pair(&encoded(name), &encoded(&plain(value)), explodes)).collect()
        }
        other => vec![encoded(&plain(other))],
    };
    let texts = if between.is_empty() { texts.join(&before) } else { texts.join(between) };
    (!texts.is_empty()).then(|| format!("{before}{texts}"))
}

/// Returns a member of an object as text: name and value are one item each, unless the object explodes.
fn pair(name: &str, value: &str, explodes: bool) -> String {
    format!("{name}{}{value}", if explodes { '=' } else { ',' })
}

/// Returns true if the value of a parameter is sent in JSON.
fn is_json(it: &Parameter<'_>) -> bool {
    it.more.get("schema").is_none() && it.more.get("content").is_some()
}

/// Returns the parts of a query that a parameter makes.
fn query<'a>(spec: Spec<'a>, it: &Parameter<'a>) -> Vec<String> {
    let field = |(name, value): (String, String)| format!("{}={}", encoded(&name), encoded(&value));
    let Some(value) = value(spec, it) else { return vec![format!("{}={}", encoded(it.name), placeholder(it.name))] };
    let between = match text(it.more, "style").or_else(|| text(it.more, "collectionFormat")) {
        Some("spaceDelimited" | "ssv") => "%20",
        Some("pipeDelimited" | "pipes") => "%7C",
        Some("tsv") => "%09",
        _ => ",",
    };
    let is_deep = text(it.more, "style") == Some("deepObject");
    match value {
        value if is_json(it) => vec![field((it.name.to_owned(), value.to_string()))],
        Value::Array(items) if !it.explodes() => {
            let items: Vec<_> = items.iter().map(|it| encoded(&plain(it))).collect();
            vec![format!("{}={}", encoded(it.name), items.join(between))]
        }
        Value::Object(members) if it.explodes() && !is_deep => {
            members.iter().map(|(name, value)| field((name.clone(), plain(value)))).collect()
        }
        Value::Object(members) if !is_deep && it.more.get("schema").is_some() => {
            let items = members.iter().flat_map(|(name, value)| [encoded(name), encoded(&plain(value))]);
            vec![format!("{}={}", encoded(it.name), items.collect::<Vec<_>>().join(between))]
        }
        value => {
            let nested = if is_deep { Nested::Brackets } else { Nested::Json };
            spread(it.name, value, nested).into_iter().map(field).collect()
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
