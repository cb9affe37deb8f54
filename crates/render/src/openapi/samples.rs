//! Samples of requests in code. Every text of a document is a literal of the language that it stands in.

use serde_json::Value;

use super::address::{address, required};
use super::body::{Body, Field};
use super::read::{Operation, Scheme, Spec, text};

/// The path of a file in samples that send one.
const FILE: &str = "path/to/file";

/// A request to show in code.
pub(super) struct Request {
    method: String,
    url: String,
    headers: Vec<(String, String)>,
    body: Option<Body>,
}

/// A sample of code.
pub(super) struct Sample {
    /// The name of the language for readers.
    pub(super) title: String,
    /// The language for highlighting.
    pub(super) language: String,
    /// The code.
    pub(super) text: String,
}

impl Request {
    /// Creates the request of an operation.
    pub(super) fn new(spec: Spec<'_>, operation: &Operation<'_>, method: &str, path: &str) -> Self {
        let method = method.to_uppercase();
        // One group of schemes is enough.
        let enough = |scheme: &&Scheme<'_>| operation.requirements.first().is_none_or(|it| it.contains(&scheme.name));
        let schemes: Vec<_> = operation.security.iter().filter(enough).collect();
        let mut headers: Vec<_> = schemes.iter().filter_map(|scheme| authorization(scheme)).collect();
        headers.extend(required(spec, operation, "header").filter(|(name, _)| !is_stated_elsewhere(name)));
        let cookies = keys(&schemes, "cookie").chain(required(spec, operation, "cookie"));
        let cookies: Vec<_> = cookies.map(|(name, value)| format!("{name}={value}")).collect();
        if !cookies.is_empty() {
            headers.push(("Cookie".to_owned(), cookies.join("; ")));
        }
        // No client sends a body when it asks for the headers alone.
        let body = Body::of(spec, operation).filter(|_| method != "HEAD");
        let body = body.map(|(media, body)| {
            headers.extend(Some(media).filter(|it| !it.is_empty()).map(|it| ("Content-Type".to_owned(), it)));
            body
        });
        let url = address(spec, operation, path, keys(&schemes, "query"));
        Self { method, url, headers, body }
    }

    /// Returns the request in each language in which it can be sent.
    pub(super) fn samples(&self) -> Vec<Sample> {
        let sample =
            |title: &str, language: &str, text| Sample { title: title.to_owned(), language: language.to_owned(), text };
        let mut samples = vec![sample("cURL", "curl", self.curl())];
        // The standard of `fetch` forbids the others.
        let is_fetched = match self.method.as_str() {
            "GET" | "HEAD" => self.body.is_none(),
            method => !matches!(method, "TRACE" | "TRACK" | "CONNECT"),
        };
        samples.extend(is_fetched.then(|| sample("JavaScript", "javascript", self.javascript())));
        samples.push(sample("Python", "python", self.python()));
        samples
    }

    fn curl(&self) -> String {
        // Braces and brackets are patterns of addresses otherwise.
        let globs = if self.url.contains(['{', '}', '[', ']']) { "-g " } else { "" };
        // With `-X` alone curl would wait for a body that does not come.
        let verb = if self.method == "HEAD" { "--head".to_owned() } else { format!("-X {}", self.method) };
        let mut lines = vec![format!("curl {globs}{verb} {}", quoted(&self.url))];
        lines.extend(self.headers.iter().map(|(name, value)| format!("-H {}", quoted(&format!("{name}: {value}")))));
        match &self.body {
            Some(Body::Form { is_multipart, fields }) => {
                lines.extend(fields.iter().map(|(name, value)| match value {
                    Field::File => format!("-F {}", quoted(&format!("{name}=@{FILE}"))),
                    Field::Text(value) if *is_multipart => {
                        format!("--form-string {}", quoted(&format!("{name}={value}")))
                    }
                    Field::Text(value) => format!("--data-urlencode {}", quoted(&format!("{name}={value}"))),
                }));
            }
            Some(Body::Json(_, text) | Body::Text(text)) => lines.push(format!("--data-raw {}", quoted(text))),
            Some(Body::File) => lines.push(format!("--data-binary {}", quoted(&format!("@{FILE}")))),
            None => {}
        }
        lines.join(" \\\n  ")
    }

    fn javascript(&self) -> String {
        let mut before = String::new();
        let mut options = vec![format!("  method: {},\n", literal(&self.method))];
        if !self.headers.is_empty() {
            let headers =
                self.headers.iter().map(|(name, value)| format!("    {}: {},\n", literal(name), literal(value)));
            options.push(format!("  headers: {{\n{}  }},\n", headers.collect::<String>()));
        }
        if let Some(body) = &self.body {
            let body = match body {
                Body::Json(value, text) if !is_exact(value) => literal(text),
                Body::Json(value, _) => format!("JSON.stringify({})", indented(&pretty(value), "  ")),
                Body::Form { is_multipart: true, fields } => {
                    before.push_str("const form = new FormData();\n");
                    for (name, value) in fields {
                        let value = match value {
                            Field::File => "input.files[0]".to_owned(),
                            Field::Text(value) => literal(value),
                        };
                        before.push_str(&format!("form.append({}, {value});\n", literal(name)));
                    }
                    before.push('\n');
                    "form".to_owned()
                }
                Body::Form { fields, .. } => {
                    let pairs = texts(fields).map(|(name, value)| format!("    [{name}, {value}],\n"));
                    format!("new URLSearchParams([\n{}  ])", pairs.collect::<String>())
                }
                Body::Text(text) => literal(text),
                Body::File => "input.files[0]".to_owned(),
            };
            options.push(format!("  body: {body},\n"));
        }
        format!(
            "{before}const response = await fetch({}, {{\n{}}});\nconsole.log(response.status, await response.text());",
            literal(&self.url),
            options.concat()
        )
    }

    fn python(&self) -> String {
        let mut arguments = vec![format!("    {},\n    {},\n", literal(&self.method), literal(&self.url))];
        if !self.headers.is_empty() {
            let headers =
                self.headers.iter().map(|(name, value)| format!("        {}: {},\n", literal(name), literal(value)));
            arguments.push(format!("    headers={{\n{}    }},\n", headers.collect::<String>()));
        }
        if let Some(body) = &self.body {
            arguments.push(match body {
                // Nothing at all would be sent for it.
                Body::Json(Value::Null, text) => format!("    data={},\n", literal(text)),
                Body::Json(value, _) => format!("    json={},\n", python(value, 1)),
                Body::Form { is_multipart: true, fields } => {
                    let part = |(name, value): &(String, Field)| match value {
                        Field::File => format!("        ({}, open({}, \"rb\")),\n", literal(name), literal(FILE)),
                        Field::Text(value) => format!("        ({}, (None, {})),\n", literal(name), literal(value)),
                    };
                    format!("    files=[\n{}    ],\n", fields.iter().map(part).collect::<String>())
                }
                Body::Form { fields, .. } => {
                    let pairs = texts(fields).map(|(name, value)| format!("        ({name}, {value}),\n"));
                    format!("    data=[\n{}    ],\n", pairs.collect::<String>())
                }
                Body::Text(text) => format!("    data={}.encode(),\n", literal(text)),
                Body::File => format!("    data=open({}, \"rb\"),\n", literal(FILE)),
            });
        }
        format!(
            "import requests\n\nresponse = requests.request(\n{})\nprint(response.status_code, response.text)",
            arguments.concat()
        )
    }
}

/// Returns the names and texts of the fields of a form as literals.
fn texts(fields: &[(String, Field)]) -> impl Iterator<Item = (String, String)> {
    fields.iter().map(|(name, value)| match value {
        Field::Text(value) => (literal(name), literal(value)),
        Field::File => (literal(name), literal(FILE)),
    })
}

/// Returns the header of an authorization scheme, if it uses one.
fn authorization(scheme: &Scheme<'_>) -> Option<(String, String)> {
    let word = |name| text(scheme.scheme, name).unwrap_or_default();
    let bearer = |value: &str| Some(("Authorization".to_owned(), value.to_owned()));
    match (word("type"), word("in"), word("scheme")) {
        ("apiKey", "header", _) => Some((word("name").to_owned(), "<key>".to_owned())),
        ("http", _, "basic") | ("basic", ..) => bearer("Basic <credentials>"),
        ("http" | "oauth2" | "openIdConnect", ..) => bearer("Bearer <token>"),
        _ => None,
    }
}

/// Returns the keys of authorization schemes that are sent in a place, with placeholders.
fn keys<'a>(schemes: &[&'a Scheme<'_>], place: &'static str) -> impl Iterator<Item = (String, String)> + use<'a> {
    let is_there = move |scheme: &&Value| text(scheme, "type") == Some("apiKey") && text(scheme, "in") == Some(place);
    let all: Vec<_> = schemes.iter().map(|it| it.scheme).filter(is_there).filter_map(|it| text(it, "name")).collect();
    all.into_iter().map(|name| (name.to_owned(), "<key>".to_owned()))
}

/// Returns true for a header that is stated by other parts of an operation than its parameters.
fn is_stated_elsewhere(name: &str) -> bool {
    ["accept", "content-type", "authorization"].iter().any(|it| name.eq_ignore_ascii_case(it))
}

/// Quotes a text as one word of a shell.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

/// Returns a text as a literal of JSON, JavaScript and Python.
fn literal(text: &str) -> String {
    Value::from(text).to_string()
}

fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).unwrap_or_default()
}

/// Returns true if JavaScript has every number of a value as it is: it has integers up to 2^53.
fn is_exact(value: &Value) -> bool {
    match value {
        Value::Number(number) => {
            let integer = number.as_u64().or_else(|| number.as_i64().map(i64::unsigned_abs));
            integer.is_none_or(|integer| integer <= 1 << 53)
        }
        Value::Array(items) => items.iter().all(is_exact),
        Value::Object(members) => members.values().all(is_exact),
        _ => true,
    }
}

/// Indents all lines but the first.
fn indented(text: &str, by: &str) -> String {
    text.replace('\n', &format!("\n{by}"))
}

/// Returns a value as a literal of Python.
fn python(value: &Value, depth: usize) -> String {
    let inner = "    ".repeat(depth + 1);
    let outer = "    ".repeat(depth);
    match value {
        Value::Null => "None".to_owned(),
        Value::Bool(true) => "True".to_owned(),
        Value::Bool(false) => "False".to_owned(),
        Value::Object(members) if !members.is_empty() => {
            let members =
                members.iter().map(|(name, it)| format!("{inner}{}: {},\n", literal(name), python(it, depth + 1)));
            format!("{{\n{}{outer}}}", members.collect::<String>())
        }
        Value::Array(items) if !items.is_empty() => {
            let items = items.iter().map(|it| format!("{inner}{},\n", python(it, depth + 1)));
            format!("[\n{}{outer}]", items.collect::<String>())
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn values_are_literals_of_python() {
        let value = json!({ "a": [true, null, { "b": "it's \"x\"\n" }], "c": {}, "d": [], "e": 1.5 });
        let text = "{\n        \"a\": [\n            True,\n            None,\n            {\n                \"b\": \"it's \\\"x\\\"\\n\",\n            },\n        ],\n        \"c\": {},\n        \"d\": [],\n        \"e\": 1.5,\n    }";
        assert_eq!(python(&value, 1), text);
    }
}
