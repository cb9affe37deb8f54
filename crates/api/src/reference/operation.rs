//! Rendering of one operation of the reference page.

use maud::{Markup, html};
use serde_json::Value;

use super::page::type_address;
use super::{example, schema, trial};

/// An operation of the document with its path and method.
pub(super) struct Operation<'d> {
    pub(super) document: &'d Value,
    pub(super) path: &'d str,
    pub(super) method: &'d str,
    pub(super) content: &'d Value,
}

impl<'d> Operation<'d> {
    /// Returns all operations, ordered by path.
    pub(super) fn all(document: &'d Value) -> Vec<Self> {
        let paths = document["paths"].as_object().into_iter().flatten();
        paths
            .flat_map(|(path, methods)| {
                let methods = methods.as_object().into_iter().flatten();
                methods.map(move |(method, content)| Self { document, path, method, content })
            })
            .collect()
    }

    pub(super) fn id(&self) -> &'d str {
        self.content["operationId"].as_str().unwrap_or_default()
    }

    pub(super) fn tag(&self) -> &'d str {
        self.content["tags"][0].as_str().unwrap_or_default()
    }

    fn text(&self, field: &str) -> &'d str {
        self.content[field].as_str().unwrap_or_default()
    }

    /// Returns the text that searches match, in lower case.
    pub(super) fn searched(&self) -> String {
        let parts = [self.method, self.path, self.id(), self.text("summary"), self.tag()];
        parts.join(" ").to_lowercase()
    }

    /// Renders the entry in a list of operations; `page` is the address of the page that has the operation.
    pub(super) fn entry(&self, page: &str) -> Markup {
        html! {
            li data-text=(self.searched()) {
                a href={ (page) "#" (self.id()) } {
                    (self.badge()) " " (self.text("summary").trim_end_matches('.'))
                }
            }
        }
    }

    fn badge(&self) -> Markup {
        html! { span class={ "method " (self.method) } { (self.method.to_ascii_uppercase()) } }
    }

    /// Renders the complete operation.
    pub(super) fn show(&self) -> Markup {
        let title = format!("{}-title", self.id());
        html! {
            article id=(self.id()) aria-labelledby=(title) {
                h2 id=(title) { a.anchor href={ "#" (self.id()) } { (self.text("summary").trim_end_matches('.')) } }
                p.route { (self.badge()) " " code { (breakable(self.path)) } }
                @if self.content["deprecated"] == true { p.deprecated { "Deprecated: new clients should not use it." } }
                @if self.content.get("description").is_some() { p { (self.text("description")) } }
                @if self.content["security"].as_array().is_some_and(Vec::is_empty) { p.kind { "Needs no token." } }
                (self.parameters())
                (self.body())
                (self.responses())
                h3 { "Example" }
                pre tabindex="0" { code { (example::curl(self.document, self.method, self.path, self.content)) } }
                (trial::form(self))
            }
        }
    }

    fn parameters(&self) -> Markup {
        let parameters = self.content["parameters"].as_array();
        html! {
            @for (place, title) in [("path", "Path"), ("query", "Query"), ("header", "Headers")] {
                @let placed: Vec<&Value> =
                    parameters.into_iter().flatten().filter(|parameter| parameter["in"] == place).collect();
                @if !placed.is_empty() {
                    h3 { (title) }
                    dl.fields { @for parameter in placed { (parameter_entry(parameter)) } }
                }
            }
        }
    }

    fn body(&self) -> Markup {
        let content = self.content["requestBody"]["content"].as_object();
        html! {
            @for (media_type, content) in content.into_iter().flatten() {
                h3 { "Body" }
                p.kind {
                    code { (media_type) }
                    @if self.content["requestBody"]["required"] != true { ", optional" }
                }
                (schema::expanded(self.document, &content["schema"]))
            }
        }
    }

    fn responses(&self) -> Markup {
        let responses = self.content["responses"].as_object();
        html! {
            h3 { "Responses" }
            @for (status, response) in responses.into_iter().flatten().filter(|(_, response)| response.get("$ref").is_none()) {
                (self.response(status, response))
            }
            p.kind { "Every failure has the body " a href=(type_address("Error")) { "Error" } "." }
        }
    }

    fn response(&self, status: &str, response: &Value) -> Markup {
        let headers = response["headers"].as_object();
        let contents = response["content"].as_object();
        let head = html! { strong { (status) } " " (response["description"].as_str().unwrap_or_default()) };
        if !status.starts_with('2') || contents.is_none() {
            return html! { p.response { (head) } };
        }
        html! {
            details.response open[status == "201" || status == "200"] {
                summary { (head) }
                @if let Some(headers) = headers {
                    dl.fields {
                        @for (name, header) in headers {
                            div {
                                dt { code.name { (name) } " " span.kind { "header" } }
                                dd { p { (header["description"].as_str().unwrap_or_default()) } }
                            }
                        }
                    }
                }
                @for (media_type, content) in contents.into_iter().flatten() {
                    p.kind { code { (media_type) } }
                    @if media_type == "application/json" {
                        details {
                            summary { "Example" }
                            pre tabindex="0" { code { (example::json(self.document, &content["schema"])) } }
                        }
                    }
                    (schema::overview(self.document, &content["schema"]))
                }
            }
        }
    }
}

fn parameter_entry(parameter: &Value) -> Markup {
    let name = parameter["name"].as_str().unwrap_or_default();
    let says = parameter["description"].as_str();
    html! {
        div {
            dt { (schema::label(name, &parameter["schema"], parameter["required"] == true)) }
            dd { @if let Some(says) = says { p { (says) } } }
        }
    }
}

/// Renders a path that can wrap before its slashes.
fn breakable(path: &str) -> Markup {
    html! {
        @for segment in path.split('/').skip(1) { wbr; "/" (segment) }
    }
}
