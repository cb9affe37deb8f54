//! The form that sends a request of an operation to its API. It is hidden without the script, which it needs.
//!
//! A page may connect only to the servers that the document declares, so a server whose address cannot be stated in a
//! policy has no form.

use std::borrow::Cow;

use maud::{Markup, html};
use serde_json::Value;

use super::Call;
use super::example::{Sender, is_form, is_json, of_content};
use super::read::{Content, Operation, Parameter, Payload, Scheme, Server, Spec, list, text};
use super::shape::{clip, properties};
use crate::html_renderer::HtmlRenderer;

/// The methods that browsers let scripts send.
const METHODS: [&str; 7] = ["get", "post", "put", "patch", "delete", "head", "options"];

/// The most addresses that a form offers.
const MOST_ADDRESSES: usize = 20;

/// The most values of a variable or parameter that are offered.
const MOST_CHOICES: usize = 50;

/// An address of a server, with the variables that remain in its path.
struct Target<'a> {
    url: String,
    origin: String,
    variables: Vec<&'a Parameter<'a>>,
}

impl HtmlRenderer<'_> {
    /// Draws the form of an operation, or nothing if its requests can't be sent from a page.
    pub(super) fn trial(&mut self, spec: Spec<'_>, operation: &Operation<'_>, call: &Call<'_>) -> Markup {
        let method = call.method.to_ascii_lowercase();
        let targets: Vec<Target<'_>> = operation.servers.iter().flat_map(targets).take(MOST_ADDRESSES).collect();
        if !self.try_it || call.webhook || targets.is_empty() || !METHODS.contains(&method.as_str()) {
            return Markup::default();
        }
        self.body.connects.extend(targets.iter().map(|target| target.origin.clone()));
        let labels = self.labels;
        html! {
            details.q-try hidden {
                summary { (labels.try_it) }
                form.q-try-form data-method=(method.to_ascii_uppercase()) data-path=(call.path)
                    data-sending=(labels.try_sending) data-failed=(labels.try_failed) data-cut=(labels.try_cut) {
                    p.q-field-label { (labels.try_note) }
                    (self.addresses(&targets))
                    (self.credentials(operation))
                    (self.inputs(spec, operation))
                    @if method != "get" && method != "head" && let Some(body) = &operation.body { (self.payload_inputs(spec, body)) }
                    p { button.q-button.q-primary type="submit" { (labels.try_send) } }
                    p.q-try-status role="status" {}
                    pre.q-pre.q-try-answer tabindex="0" aria-label=(labels.response) hidden {}
                }
            }
        }
    }

    fn addresses(&self, targets: &[Target<'_>]) -> Markup {
        let mut variables: Vec<&Parameter<'_>> = Vec::new();
        for variable in targets.iter().flat_map(|target| &target.variables) {
            if !variables.iter().any(|known| known.name == variable.name) {
                variables.push(variable);
            }
        }
        html! {
            label.q-try-field {
                span { (self.labels.try_server) }
                select name="server" { @for target in targets { option { (target.url) } } }
            }
            @for variable in variables {
                @let default = text(variable.more, "default").unwrap_or_default();
                (field(variable.name, true, &html! { input data-in="server" data-name=(variable.name) value=(default) required spellcheck="false"; }))
            }
        }
    }

    fn credentials(&self, operation: &Operation<'_>) -> Markup {
        html! {
            @let fields: Vec<Markup> = operation.security.iter().filter_map(credential).collect();
            @if !fields.is_empty() {
                fieldset.q-try-group { legend { (self.labels.authorization) } @for field in fields { (field) } }
            }
        }
    }

    fn inputs(&self, spec: Spec<'_>, operation: &Operation<'_>) -> Markup {
        let labels = self.labels;
        let groups = [
            ("path", labels.path_parameters),
            ("query", labels.query_parameters),
            ("header", labels.header_parameters),
        ];
        html! {
            @for (place, label) in groups {
                @let found: Vec<_> = operation.parameters.iter().filter(|it| it.place == place && !is_set_by_us(it)).collect();
                @if !found.is_empty() {
                    fieldset.q-try-group { legend { (label) } @for it in found { (parameter(spec, it)) } }
                }
            }
        }
    }

    /// Draws the inputs for a body: the fields of a form, a file, or a text that begins as the example.
    fn payload_inputs(&self, spec: Spec<'_>, body: &Payload<'_>) -> Markup {
        let content = body.contents.iter().find(|content| is_json(content.media)).or_else(|| body.contents.first());
        html! {
            fieldset.q-try-group {
                legend { (self.labels.request_body) }
                @if let Some(content) = content { (content_inputs(spec, content)) }
                @else { @for field in &body.fields { (form_field(spec, field.name, field.schema, field.required)) } }
            }
        }
    }
}

fn content_inputs<'a>(spec: Spec<'a>, content: &Content<'a>) -> Markup {
    let media = clip(content.media);
    if is_form(content.media)
        && let Some(schema) = content.schema
    {
        return html! {
            input type="hidden" name="media" value=(media);
            @for it in properties(spec, schema) { (form_field(spec, it.name, it.schema, it.required)) }
        };
    }
    let example = of_content(spec, content, Sender::Client).into_iter().next().map(|it| it.text);
    let is_text = example.is_some() || is_json(content.media) || content.media.starts_with("text/");
    html! {
        input type="hidden" name="media" value=(media);
        @if is_text || content.media.contains("xml") {
            (field(content.media, false, &html! { textarea name="text" rows="8" spellcheck="false" { (example.unwrap_or_default()) } }))
        } @else {
            (field(content.media, false, &html! { input name="file" type="file"; }))
        }
    }
}

/// Draws an input with its name.
fn field(name: &str, required: bool, input: &Markup) -> Markup {
    html! {
        label.q-try-field { span { code { (clip(name)) } @if required { span.q-try-required aria-hidden="true" { "*" } } } (input) }
    }
}

fn form_field<'a>(spec: Spec<'a>, name: &str, schema: &'a Value, required: bool) -> Markup {
    let (schema, _) = spec.resolve(schema);
    let is_file = text(schema, "format") == Some("binary")
        || text(schema, "type") == Some("file")
        || schema.get("contentMediaType").is_some();
    let list_form = (text(schema, "type") == Some("array")).then_some("each");
    let input = html! {
        @if is_file { input type="file" data-in="form" data-name=(name) required[required]; }
        @else { (value_input((schema, None), "form", name, required, list_form)) }
    };
    field(name, required, &input)
}

fn parameter<'a>(spec: Spec<'a>, it: &Parameter<'a>) -> Markup {
    let (schema, _) = spec.resolve(it.schema);
    let is_list = text(schema, "type") == Some("array");
    let list = match text(it.more, "style") {
        Some("deepObject") => Some("deep"),
        _ => (is_list && it.explodes()).then_some("each"),
    };
    // What is said of the parameter comes before what is said of its values.
    field(it.name, it.required, &value_input((schema, it.example(spec)), it.place, it.name, it.required, list))
}

/// Draws an input for a value, which begins with the example or default if it is required.
/// `list_form` says how a list or an object in it is sent.
fn value_input(
    (schema, example): (&Value, Option<&Value>),
    place: &str,
    name: &str,
    required: bool,
    list_form: Option<&str>,
) -> Markup {
    let of_schema = ["default", "example"].into_iter().filter_map(|name| schema.get(name));
    let begin = example.into_iter().chain(of_schema).find_map(plain);
    let hint = begin.clone().unwrap_or_default();
    let begin = begin.filter(|_| required).unwrap_or_default();
    let choices: Vec<Cow<'_, str>> = list(schema, "enum").filter_map(plain).take(MOST_CHOICES).collect();
    let choices = if schema.get("type").is_some_and(|it| it == "boolean") {
        vec![Cow::from("true"), Cow::from("false")]
    } else {
        choices
    };
    html! {
        @if choices.is_empty() {
            input data-in=(place) data-name=(name) data-list=[list_form] value=(begin)
                placeholder=(hint) required[required] spellcheck="false" autocomplete="off";
        } @else {
            select data-in=(place) data-name=(name) required[required] {
                @if !required || begin.is_empty() { option value="" {} }
                @for choice in &choices { option selected[*choice == begin] { (choice) } }
            }
        }
    }
}

fn plain(value: &Value) -> Option<Cow<'_, str>> {
    match value {
        Value::String(text) => Some(Cow::from(text)),
        Value::Number(_) | Value::Bool(_) => Some(Cow::from(value.to_string())),
        _ => None,
    }
}

/// Returns the inputs for a scheme. Browsers do not let scripts send cookies, and a page can't have certificates.
fn credential(scheme: &Scheme<'_>) -> Option<Markup> {
    let word = |name| text(scheme.scheme, name).unwrap_or_default();
    let secret = |kind: &str, name: &str, label: &str| {
        let input =
            html! { input type="password" data-auth=(kind) data-name=(name) autocomplete="off" spellcheck="false"; };
        field(label, false, &input)
    };
    Some(match (word("type"), word("in"), word("scheme").to_ascii_lowercase().as_str()) {
        ("apiKey", place @ ("header" | "query"), _) => secret(place, word("name"), scheme.name),
        ("http", _, "basic") | ("basic", ..) => html! {
            (field(scheme.name, false, &html! { input data-auth="user" data-name=(scheme.name) autocomplete="off" spellcheck="false"; }))
            (secret("password", scheme.name, "password"))
        },
        ("http", _, "bearer") | ("oauth2" | "openIdConnect", ..) => secret("bearer", scheme.name, scheme.name),
        _ => return None,
    })
}

/// Returns true for headers that the body and the credentials determine (OpenAPI ignores them as parameters).
fn is_set_by_us(parameter: &Parameter<'_>) -> bool {
    let names = ["accept", "authorization", "content-type"];
    parameter.place == "header" && names.iter().any(|name| parameter.name.eq_ignore_ascii_case(name))
}

/// Returns the addresses of a server: one for each choice of the variables that have choices. Others keep their default
/// in the host, and are inputs in the path.
fn targets<'a>(server: &'a Server<'a>) -> Vec<Target<'a>> {
    let mut urls = vec![server.template.clone()];
    let mut open = Vec::new();
    for variable in &server.variables {
        let pattern = format!("{{{}}}", variable.name);
        let choices: Vec<&str> = list(variable.more, "enum").filter_map(Value::as_str).collect();
        let default = text(variable.more, "default").unwrap_or_default();
        let choices = if choices.is_empty() { vec![default] } else { choices };
        let in_path = |url: &String| {
            authority(url).is_some_and(|(scheme, host)| !scheme.contains(&pattern) && !host.contains(&pattern))
        };
        if choices.len() == 1 && urls.iter().all(in_path) {
            open.push(variable);
            continue;
        }
        // The default comes first.
        let (first, others): (Vec<&str>, Vec<&str>) = choices.into_iter().partition(|choice| *choice == default);
        let replaced =
            first.iter().chain(&others).flat_map(|choice| urls.iter().map(|url| url.replace(&pattern, choice)));
        urls = replaced.take(MOST_ADDRESSES).collect();
    }
    let target = |url: String| {
        let origin = origin(&url)?;
        let variables = open.iter().copied().filter(|it| url.contains(&format!("{{{}}}", it.name))).collect();
        Some(Target { url: url.trim_end_matches('/').to_owned(), origin, variables })
    };
    urls.into_iter().filter_map(target).collect()
}

/// Returns the scheme and the authority of an address of the web.
fn authority(url: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = url.split_once("://")?;
    Some((scheme, rest.split(['/', '?', '#', '\\']).next().unwrap_or_default()))
}

/// Returns the origin of an address, if it can be stated in a policy: there, other characters than these have a meaning.
fn origin(url: &str) -> Option<String> {
    let (scheme, authority) = authority(url)?;
    let scheme = scheme.to_ascii_lowercase();
    let (host, port) = authority.rsplit_once(':').unwrap_or((authority, "0"));
    let label = |label: &str| !label.is_empty() && label.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    let is_host = host.len() <= 253 && host.split('.').all(label);
    let known = matches!(scheme.as_str(), "http" | "https") && is_host && port.parse::<u16>().is_ok();
    known.then(|| format!("{scheme}://{}", authority.to_ascii_lowercase()))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn origins_are_those_that_a_policy_can_state() {
        assert_eq!(origin("HTTPS://Api.Example.com:8443/v1").as_deref(), Some("https://api.example.com:8443"));
        assert_eq!(origin("http://localhost").as_deref(), Some("http://localhost"));
        for url in [
            "/v1",
            "//api.example.com",
            "ftp://api.example.com",
            "https://*",
            "https://*.example.com",
            "https://a.example.com;script-src *",
            "https://a.example.com b",
            "https://user@example.com",
            "https://a.example.com:port",
            "https://a.example.com:99999",
            "https://{tenant}.example.com",
            "https://bücher.example",
            "https://",
            "javascript:alert(1)//",
            "https://a..b",
        ] {
            assert_eq!(origin(url), None, "{url}");
        }
    }

    #[test]
    fn each_choice_of_a_host_is_an_address_and_paths_stay_open() {
        let root = json!({ "paths": { "/x": { "get": {} } }, "servers": [{
            "url": "https://{region}.example.com/{tenant}/{version}/",
            "variables": {
                "region": { "default": "us", "enum": ["eu", "us"] },
                "tenant": { "default": "acme" },
                "version": { "default": "v2", "enum": ["v1", "v2"] },
            },
        }] });
        let operation = Spec::new(&root).operation("/x", "get").unwrap();
        let found = targets(&operation.servers[0]);
        let urls: Vec<_> = found.iter().map(|it| it.url.as_str()).collect();
        assert_eq!(
            urls,
            [
                "https://us.example.com/{tenant}/v2",
                "https://eu.example.com/{tenant}/v2",
                "https://us.example.com/{tenant}/v1",
                "https://eu.example.com/{tenant}/v1",
            ]
        );
        assert!(found.iter().all(|it| it.variables.len() == 1 && it.variables[0].name == "tenant"));
    }
}
