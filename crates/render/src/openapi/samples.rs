//! Samples of requests in code. Every text of a document is a literal of the language that it stands in.

use serde_json::Value;

use super::example::{Example, Sender, is_form, is_json, of_content};
use super::read::{Operation, Scheme, Spec, text};
use super::shape::properties;

/// The path of a file in samples that send one.
const FILE: &str = "path/to/file";

/// A request to show in code.
pub(super) struct Request<'a> {
    method: String,
    url: String,
    headers: Vec<(String, String)>,
    body: Option<(&'a str, Example<'a>)>,
    /// The names of the fields of a form that are files.
    files: Vec<&'a str>,
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

impl<'a> Request<'a> {
    /// Creates the request of an operation.
    pub(super) fn new(spec: Spec<'a>, operation: &Operation<'a>, method: &str, path: &str) -> Self {
        let content = operation.body.as_ref().and_then(|body| body.contents.first());
        let example = content.and_then(|content| {
            let example = of_content(spec, content, Sender::Client).into_iter().next()?;
            Some((content.media, example))
        });
        // One group of schemes is enough.
        let enough = |scheme: &&Scheme<'_>| operation.requirements.first().is_none_or(|it| it.contains(&scheme.name));
        let schemes: Vec<_> = operation.security.iter().filter(enough).collect();
        let mut headers: Vec<_> = schemes.iter().filter_map(|scheme| authorization(scheme)).collect();
        headers.extend(required(operation, "header").filter(|(name, _)| !is_stated_elsewhere(name)));
        let cookies = keys(&schemes, "cookie").chain(required(operation, "cookie"));
        let cookies: Vec<_> = cookies.map(|(name, value)| format!("{name}={value}")).collect();
        if !cookies.is_empty() {
            headers.push(("Cookie".to_owned(), cookies.join("; ")));
        }
        let query: Vec<_> = keys(&schemes, "query").chain(required(operation, "query")).collect();
        let files = content.and_then(|content| content.schema).map(|schema| files(spec, schema)).unwrap_or_default();
        if let Some(content) = content.filter(|content| !content.media.starts_with("multipart/")) {
            headers.push(("Content-Type".to_owned(), content.media.to_owned()));
        }
        Self { method: method.to_uppercase(), url: address(operation, path, &query), headers, body: example, files }
    }

    /// Returns the request in each language.
    pub(super) fn samples(&self) -> Vec<Sample> {
        let sample =
            |title: &str, language: &str, text| Sample { title: title.to_owned(), language: language.to_owned(), text };
        vec![
            sample("cURL", "curl", self.curl()),
            sample("JavaScript", "javascript", self.javascript()),
            sample("Python", "python", self.python()),
        ]
    }

    fn is_file(&self, field: &str) -> bool {
        self.files.contains(&field)
    }

    fn curl(&self) -> String {
        let mut lines = vec![format!("curl -X {} {}", self.method, quoted(&self.url))];
        lines.extend(self.headers.iter().map(|(name, value)| format!("-H {}", quoted(&format!("{name}: {value}")))));
        match &self.body {
            Some((media, example)) if is_form(media) && example.value.is_object() => {
                let is_multipart = media.starts_with("multipart/");
                let flag = if is_multipart { "-F" } else { "--data-urlencode" };
                lines.extend(fields(&example.value).map(|(name, value)| match self.is_file(name) && is_multipart {
                    true => format!("{flag} {}", quoted(&format!("{name}=@{FILE}"))),
                    false => format!("{flag} {}", quoted(&format!("{name}={value}"))),
                }));
            }
            Some((_, example)) => lines.push(format!("-d {}", quoted(&example.text))),
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
        if let Some((media, example)) = &self.body {
            let body = match &example.value {
                value if is_json(media) => format!("JSON.stringify({})", indented(&pretty(value), "  ")),
                Value::Object(_) if media.starts_with("multipart/") => {
                    before.push_str("const form = new FormData();\n");
                    for (name, value) in fields(&example.value) {
                        let value = if self.is_file(name) { "input.files[0]".to_owned() } else { literal(&value) };
                        before.push_str(&format!("form.append({}, {value});\n", literal(name)));
                    }
                    before.push('\n');
                    "form".to_owned()
                }
                value @ Value::Object(_) if is_form(media) => {
                    format!("new URLSearchParams({})", indented(&pretty(value), "  "))
                }
                _ => literal(&example.text),
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
        if let Some((media, example)) = &self.body {
            arguments.push(match &example.value {
                value if is_json(media) => format!("    json={},\n", python(value, 1)),
                value @ Value::Object(_) if media.starts_with("multipart/") => {
                    let part = |(name, value): (&str, String)| match self.is_file(name) {
                        true => format!("        {}: open({}, \"rb\"),\n", literal(name), literal(FILE)),
                        false => format!("        {}: (None, {}),\n", literal(name), literal(&value)),
                    };
                    format!("    files={{\n{}    }},\n", fields(value).map(part).collect::<String>())
                }
                value @ Value::Object(_) if is_form(media) => format!("    data={},\n", python(value, 1)),
                _ => format!("    data={},\n", literal(&example.text)),
            });
        }
        format!(
            "import requests\n\nresponse = requests.request(\n{})\nprint(response.status_code, response.text)",
            arguments.concat()
        )
    }
}

/// Returns the full address with a query, which may begin in the path already.
fn address(operation: &Operation<'_>, path: &str, query: &[(String, String)]) -> String {
    let query: Vec<String> = query.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let joint = match (query.is_empty(), path.contains('?')) {
        (true, _) => "",
        (false, true) => "&",
        (false, false) => "?",
    };
    let server = operation.servers.first().map_or("", |server| server.url.as_str());
    format!("{server}{path}{joint}{}", query.join("&"))
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

/// Returns the required parameters of a place, with placeholders.
fn required(operation: &Operation<'_>, place: &'static str) -> impl Iterator<Item = (String, String)> {
    let all = operation.parameters.iter().filter(move |it| it.place == place && it.required);
    all.map(|it| (it.name.to_owned(), format!("{{{}}}", it.name)))
}

/// Returns true for a header that is stated by other parts of an operation than its parameters.
fn is_stated_elsewhere(name: &str) -> bool {
    ["accept", "content-type", "authorization"].iter().any(|it| name.eq_ignore_ascii_case(it))
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

/// Returns the fields of a form with their values as texts.
fn fields(value: &Value) -> impl Iterator<Item = (&str, String)> {
    let shown = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    value.as_object().into_iter().flatten().map(move |(name, value)| (name.as_str(), shown(value)))
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
