//! Operations, webhooks and schemas of OpenAPI documents.
//!
//! The surroundings provide the documents, which are as untrusted as any content: their texts are plain text or
//! Markdown, and the depth, number and size of the output are bounded.

mod example;
mod fields;
mod read;
mod shape;

use maud::{Markup, html};
use quire_content::document::model::{Block, Kind};

use self::example::{Sender, of_content};
use self::fields::Fields;
use self::read::{Content, Operation, Parameter, Payload, Scheme, Spec, text};
use crate::html_renderer::HtmlRenderer;

/// The most schemas that one block shows.
const MOST_SCHEMAS: usize = 300;

/// The methods that have a class, which sets their colour.
const METHODS: [&str; 8] = ["get", "post", "put", "patch", "delete", "head", "options", "trace"];

impl HtmlRenderer<'_> {
    pub(crate) fn openapi(&mut self, block: &Block) -> Markup {
        let id = self.id(block);
        let id = id.as_ref();
        match &block.kind {
            Kind::Swagger(swagger) => {
                let call = Call { method: &swagger.method, path: &swagger.path, webhook: false };
                self.operation(block, id, &call)
            }
            Kind::Operation { path, method, .. } => self.operation(block, id, &Call { method, path, webhook: false }),
            Kind::Webhook { name, method, .. } => {
                self.operation(block, id, &Call { method, path: name, webhook: true })
            }
            Kind::Schemas { schemas, grouped, .. } => self.schemas(block, id, schemas, *grouped),
            _ => Markup::default(),
        }
    }

    fn operation(&mut self, block: &Block, id: Option<&String>, call: &Call<'_>) -> Markup {
        self.widen(true);
        let document = self.around.specification(&block.kind);
        let spec = document.as_deref().map(Spec::new);
        let found = spec.and_then(|spec| Some((spec, call.find(spec)?)));
        let title = found.as_ref().and_then(|(_, operation)| operation.summary);
        let title = title.map_or_else(|| call.name(), str::to_owned);
        self.outline(id, &title, 1);
        let deprecated = found.as_ref().is_some_and(|(_, operation)| operation.deprecated);
        html! {
            section.q-api.q-deprecated[deprecated] id=[id] {
                (self.api_title(&title, id))
                p.q-api-head {
                    span class={ "q-method" (call.class()) } { (call.method.to_uppercase()) } " "
                    code.q-path {
                        @if let Some((_, Operation { server: Some(server), .. })) = &found && !call.webhook { span.q-server { (server) } }
                        (call.path)
                    }
                    @if call.webhook { " " span.q-flag { (self.labels.webhook) } }
                    @if deprecated { " " span.q-flag { (self.labels.deprecated) } }
                }
                @match &found {
                    Some((spec, operation)) => (self.operation_body(*spec, operation, call)),
                    None => (self.missing_part(&block.kind, spec.is_some(), &call.name())),
                }
            }
        }
    }

    fn operation_body(&mut self, spec: Spec<'_>, operation: &Operation<'_>, call: &Call<'_>) -> Markup {
        let labels = self.labels;
        let groups = [
            ("path", labels.path_parameters),
            ("query", labels.query_parameters),
            ("header", labels.header_parameters),
            ("cookie", labels.cookie_parameters),
        ];
        html! {
            @if let Some(description) = operation.description { div.q-api-text { (self.markdown(description)) } }
            @if !operation.security.is_empty() {
                (part(labels.authorization, &html! { ul.q-fields { @for it in &operation.security { (self.scheme(it)) } } }))
            }
            @for (place, label) in groups {
                @let parameters: Vec<&Parameter<'_>> = operation.parameters.iter().filter(|it| it.place == place).collect();
                @if !parameters.is_empty() { (part(label, &Fields::new(self, spec).parameters(&parameters))) }
            }
            @if let Some(body) = &operation.body { (part(labels.request_body, &self.payload(spec, body))) }
            @if !operation.responses.is_empty() { (part(labels.responses, &self.responses(spec, operation))) }
            @if !call.webhook { (self.request_sample(spec, operation, call)) }
        }
    }

    fn scheme(&mut self, scheme: &Scheme<'_>) -> Markup {
        let word = |name| text(scheme.scheme, name);
        let kind = word("type").unwrap_or_default();
        let detail = [word("scheme"), word("in"), word("name"), word("bearerFormat")];
        html! {
            li.q-field {
                div.q-field-head {
                    code.q-field-name { (scheme.name) } " "
                    span.q-field-type { (kind) @for detail in detail.into_iter().flatten() { " · " (detail) } }
                }
                @if let Some(description) = word("description") { div.q-field-text { (self.markdown(description)) } }
                @if !scheme.scopes.is_empty() {
                    ul.q-field-facts { @for scope in &scheme.scopes { li { code.q-c { (scope) } } } }
                }
            }
        }
    }

    fn payload(&mut self, spec: Spec<'_>, payload: &Payload<'_>) -> Markup {
        let fields: Vec<&Parameter<'_>> = payload.fields.iter().collect();
        html! {
            @if let Some(description) = payload.description { div.q-field-text { (self.markdown(description)) } }
            @if !fields.is_empty() { (Fields::new(self, spec).parameters(&fields)) }
            @for content in &payload.contents { (self.content(spec, content, payload.required)) }
        }
    }

    fn content(&mut self, spec: Spec<'_>, content: &Content<'_>, required: bool) -> Markup {
        html! {
            div.q-api-content {
                p.q-field-label {
                    code.q-c { (content.media) }
                    @if required { " " span.q-flag.q-required { (self.labels.required) } }
                }
                @if let Some(schema) = content.schema { (Fields::new(self, spec).schema(schema)) }
            }
        }
    }

    fn responses(&mut self, spec: Spec<'_>, operation: &Operation<'_>) -> Markup {
        html! {
            @for (n, (status, response)) in operation.responses.iter().enumerate() {
                details.q-api-response open[n == 0 || self.printed] {
                    summary {
                        span class={ "q-status" (status_class(status)) } { (status) } " "
                        (summary(response.description))
                    }
                    div.q-api-response-body { (self.response(spec, response)) }
                }
            }
        }
    }

    fn response(&mut self, spec: Spec<'_>, response: &Payload<'_>) -> Markup {
        let labels = self.labels;
        let headers: Vec<&Parameter<'_>> = response.headers.iter().collect();
        html! {
            @if let Some(description) = response.description.filter(|it| it.contains('\n') || it.len() > SHORT) {
                div.q-field-text { (self.markdown(description)) }
            }
            @if response.contents.is_empty() { p.q-field-label { (labels.no_content) } }
            @for content in &response.contents {
                (self.content(spec, content, false))
                @if let Some((text, language)) = of_content(spec, content, Sender::Server) {
                    (self.sample(labels.example, language, &text))
                }
            }
            @if !headers.is_empty() {
                p.q-field-label { (labels.response_headers) }
                (Fields::new(self, spec).parameters(&headers))
            }
        }
    }

    fn request_sample(&mut self, spec: Spec<'_>, operation: &Operation<'_>, call: &Call<'_>) -> Markup {
        let mut lines = vec![format!("curl -X {} {}", call.method.to_uppercase(), quoted(&call.address(operation)))];
        lines.extend(
            operation.security.iter().filter_map(authorization).map(|header| format!("-H {}", quoted(&header))),
        );
        if let Some(content) = operation.body.as_ref().and_then(|body| body.contents.first()) {
            lines.push(format!("-H {}", quoted(&format!("Content-Type: {}", content.media))));
            if let Some((text, _)) = of_content(spec, content, Sender::Client) {
                lines.push(format!("-d {}", quoted(&text)));
            }
        }
        html! { div.q-api-examples { (self.sample(self.labels.request, "curl", &lines.join(" \\\n  "))) } }
    }

    /// Says that there is no such operation or schema, or no document.
    fn missing_part(&self, kind: &Kind, has_document: bool, name: &str) -> Markup {
        let text = match slug(kind) {
            None => self.labels.no_description.to_owned(),
            Some(slug) if has_document => filled(self.labels.not_in_specification, &[name, slug]),
            Some(slug) => filled(self.labels.no_specification, &[slug]),
        };
        html! { p.q-p.q-api-missing role="note" { (text) } }
    }

    fn schemas(&mut self, block: &Block, id: Option<&String>, names: &[String], grouped: bool) -> Markup {
        let document = self.around.specification(&block.kind);
        let spec = document.as_deref().map(Spec::new);
        let single = names.len() == 1 && !grouped;
        let title = if single { names[0].clone() } else { self.labels.schemas.to_owned() };
        if single {
            self.outline(id, &title, 1);
        }
        html! {
            section.q-api id=[id] {
                (self.api_title(&title, id))
                @if names.is_empty() && spec.is_none() { (self.missing_part(&block.kind, false, "")) }
                @for name in names.iter().take(MOST_SCHEMAS) {
                    @let found = spec.and_then(|spec| Some((spec, spec.schema(name)?)));
                    @let content = found.map(|(spec, schema)| Fields::new(self, spec).schema(schema));
                    @let content = content.unwrap_or_else(|| self.missing_part(&block.kind, spec.is_some(), name));
                    @if single { (content) } @else { details.q-fields-more open[self.printed] { summary { (name) } (content) } }
                }
            }
        }
    }

    fn api_title(&self, title: &str, id: Option<&String>) -> Markup {
        let content = html! { (title) @if let Some(id) = id { (self.anchor_link(id)) } };
        self.headline(1, "q-h q-api-title", None, &content)
    }

    /// Draws the link of a heading to itself.
    pub(crate) fn anchor_link(&self, id: &str) -> Markup {
        html! { a.q-anchor href={ "#" (id) } aria-label=(self.labels.link_to_section) { "#" } }
    }
}

/// The method and path of an operation block, or the method and name of a webhook block.
struct Call<'a> {
    method: &'a str,
    /// The path, or the name of a webhook.
    path: &'a str,
    webhook: bool,
}

impl Call<'_> {
    fn find<'s>(&self, spec: Spec<'s>) -> Option<Operation<'s>> {
        if self.webhook { spec.webhook(self.path, self.method) } else { spec.operation(self.path, self.method) }
    }

    fn name(&self) -> String {
        format!("{} {}", self.method.to_uppercase(), self.path)
    }

    fn class(&self) -> String {
        let known = METHODS.into_iter().find(|method| self.method.eq_ignore_ascii_case(method));
        known.map_or_else(String::new, |method| format!(" q-{method}"))
    }

    /// Returns the full URL, with placeholders for the required query parameters.
    fn address(&self, operation: &Operation<'_>) -> String {
        let query = operation.parameters.iter().filter(|it| it.place == "query" && it.required);
        let query: Vec<String> = query.map(|it| format!("{}={{{}}}", it.name, it.name)).collect();
        let joint = if query.is_empty() { "" } else { "?" };
        format!("{}{}{joint}{}", operation.server.as_deref().unwrap_or_default(), self.path, query.join("&"))
    }
}

/// Returns a label with values in place of its placeholders.
fn filled(label: &str, values: &[&str]) -> String {
    let values = values.iter().copied().chain(std::iter::repeat(""));
    label.split("{}").zip(values).flat_map(|(text, value)| [text, value]).collect()
}

/// Returns the slug of the specification of the organization that a block shows a part of.
fn slug(kind: &Kind) -> Option<&str> {
    match kind {
        Kind::Operation { spec, .. } | Kind::Webhook { spec, .. } | Kind::Schemas { spec, .. } => Some(spec),
        _ => None,
    }
}

/// The longest description of a response that is shown beside its status, in bytes.
const SHORT: usize = 120;

fn summary(description: Option<&str>) -> &str {
    description.filter(|it| !it.contains('\n') && it.len() <= SHORT).unwrap_or_default()
}

fn part(title: &str, content: &Markup) -> Markup {
    html! { div.q-api-part { p.q-api-part-title { (title) } (content) } }
}

fn status_class(status: &str) -> String {
    match status.as_bytes().first() {
        Some(first @ b'1'..=b'5') => format!(" q-status-{}", char::from(*first)),
        _ => String::new(),
    }
}

/// Returns the sample header for an authorization scheme, if it uses one.
fn authorization(scheme: &Scheme<'_>) -> Option<String> {
    let word = |name| text(scheme.scheme, name).unwrap_or_default();
    match (word("type"), word("in"), word("scheme")) {
        ("apiKey", "header", _) => Some(format!("{}: <key>", word("name"))),
        ("http", _, "basic") | ("basic", ..) => Some("Authorization: Basic <credentials>".to_owned()),
        ("http" | "oauth2" | "openIdConnect", ..) => Some("Authorization: Bearer <token>".to_owned()),
        _ => None,
    }
}

/// Quotes a text as one word of a shell.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}
