//! The parts of an operation: text, servers, authorization, parameters, bodies, responses and callbacks.

use maud::{Markup, html};

use super::fields::Fields;
use super::read::{Content, Operation, Parameter, Payload, Scheme, Server, Spec, entries, text};
use super::shape::clip;
use super::{Call, method_class};
use crate::html_renderer::HtmlRenderer;

/// The longest description of a response that is shown beside its status, in bytes.
const SHORT: usize = 120;

/// The most scopes of a flow that are shown.
const MOST_SCOPES: usize = 50;

impl HtmlRenderer<'_> {
    /// Draws everything of an operation but code.
    pub(super) fn api_main(&mut self, spec: Spec<'_>, operation: &Operation<'_>, call: &Call<'_>) -> Markup {
        html! {
            (self.api_text(operation))
            @if shows_servers(&operation.servers) && !call.webhook {
                (part(self.labels.servers, &self.servers(spec, &operation.servers)))
            }
            (self.request_parts(spec, operation))
            @if !operation.responses.is_empty() { (part(self.labels.responses, &self.responses(spec, operation))) }
            @if !operation.callbacks.is_empty() { (part(self.labels.callbacks, &self.callbacks(spec, operation))) }
        }
    }

    fn api_text(&mut self, operation: &Operation<'_>) -> Markup {
        html! {
            @if operation.description.is_some() || operation.documentation.is_some() || operation.long_summary().is_some() {
                div.q-api-text {
                    @if let Some(summary) = operation.long_summary() { (self.markdown(summary)) }
                    @if let Some(description) = operation.description { (self.markdown(description)) }
                    @if let Some((url, text)) = operation.documentation {
                        p.q-p { (self.api_link(url, &clip(text.unwrap_or(self.labels.documentation)))) }
                    }
                }
            }
        }
    }

    /// Draws what a request has: authorization, parameters and the body.
    fn request_parts(&mut self, spec: Spec<'_>, operation: &Operation<'_>) -> Markup {
        let labels = self.labels;
        let groups = [
            ("path", labels.path_parameters),
            ("query", labels.query_parameters),
            ("header", labels.header_parameters),
            ("cookie", labels.cookie_parameters),
        ];
        html! {
            @if !operation.security.is_empty() { (part(labels.authorization, &self.authorization(operation))) }
            @for (place, label) in groups {
                @let parameters: Vec<&Parameter<'_>> = operation.parameters.iter().filter(|it| it.group() == place).collect();
                @if !parameters.is_empty() { (part(label, &Fields::new(self, spec).parameters(&parameters))) }
            }
            @if let Some(body) = &operation.body { (part(labels.request_body, &self.payload(spec, body))) }
        }
    }

    fn servers(&mut self, spec: Spec<'_>, servers: &[Server<'_>]) -> Markup {
        html! {
            ul.q-fields {
                @for server in servers {
                    li.q-field {
                        div.q-field-head { code.q-field-name { (server.url) } }
                        @if let Some(description) = server.description { div.q-field-text { (self.markdown(description)) } }
                        @if !server.variables.is_empty() {
                            @let variables: Vec<_> = server.variables.iter().collect();
                            (Fields::new(self, spec).parameters(&variables))
                        }
                    }
                }
            }
        }
    }

    fn authorization(&mut self, operation: &Operation<'_>) -> Markup {
        let groups: Vec<_> = operation.requirements.iter().filter(|group| !group.is_empty()).collect();
        let optional = groups.len() < operation.requirements.len();
        html! {
            @if optional { p.q-field-label { span.q-flag { (self.labels.optional) } } }
            @if groups.len() > 1 {
                p.q-field-label {
                    (self.labels.one_of) ": "
                    @for (at, group) in groups.iter().enumerate() {
                        @if at > 0 { ", " }
                        @for (at, name) in group.iter().enumerate() { @if at > 0 { " + " } code.q-c { (clip(name)) } }
                    }
                }
            }
            ul.q-fields { @for it in &operation.security { (self.scheme(it)) } }
        }
    }

    fn scheme(&mut self, scheme: &Scheme<'_>) -> Markup {
        let word = |name| text(scheme.scheme, name);
        let kind = word("type").unwrap_or_default();
        let detail = [word("scheme"), word("in"), word("name"), word("bearerFormat")];
        html! {
            li.q-field {
                div.q-field-head {
                    code.q-field-name { (clip(scheme.name)) } " "
                    span.q-field-type { (clip(kind)) @for detail in detail.into_iter().flatten() { " · " (clip(detail)) } }
                }
                @if let Some(description) = word("description") { div.q-field-text { (self.markdown(description)) } }
                @if let Some(url) = word("openIdConnectUrl") { p.q-field-label { (self.api_link(url, &clip(url))) } }
                (self.flows(scheme))
                @if !scheme.scopes.is_empty() {
                    ul.q-field-facts { @for scope in scheme.scopes.iter().take(MOST_SCOPES) { li { code.q-c { (clip(scope)) } } } }
                }
            }
        }
    }

    /// Draws the addresses of the flows of OAuth, of which Swagger 2.0 has one.
    fn flows(&self, scheme: &Scheme<'_>) -> Markup {
        let old = text(scheme.scheme, "flow").map(|name| (name, scheme.scheme));
        let flows = entries(scheme.scheme, "flows").chain(old);
        let addresses = ["authorizationUrl", "tokenUrl", "refreshUrl"];
        html! {
            @for (name, flow) in flows.take(5) {
                ul.q-field-facts {
                    li { (clip(name)) }
                    @for url in addresses.into_iter().filter_map(|name| text(flow, name)) { li { (self.api_link(url, &clip(url))) } }
                }
            }
        }
    }

    fn payload(&mut self, spec: Spec<'_>, payload: &Payload<'_>) -> Markup {
        let fields: Vec<&Parameter<'_>> = payload.fields.iter().collect();
        html! {
            @if let Some(description) = payload.description { div.q-field-text { (self.markdown(description)) } }
            @if !payload.media.is_empty() {
                p.q-field-label { @for media in &payload.media { code.q-c { (clip(media)) } " " } }
            }
            @if !fields.is_empty() { (Fields::new(self, spec).parameters(&fields)) }
            (self.contents(spec, payload))
        }
    }

    /// Draws a body in each of its media types; all but the first are folded.
    fn contents(&mut self, spec: Spec<'_>, payload: &Payload<'_>) -> Markup {
        html! {
            @for (at, content) in payload.contents.iter().enumerate() {
                @if at == 0 { (self.content(spec, content, payload.required)) } @else {
                    details.q-fields-more open[self.printed] {
                        summary { code { (clip(content.media)) } }
                        @if let Some(schema) = content.schema { (Fields::new(self, spec).schema(schema)) }
                    }
                }
            }
        }
    }

    fn content(&mut self, spec: Spec<'_>, content: &Content<'_>, required: bool) -> Markup {
        html! {
            div.q-api-content {
                p.q-field-label {
                    code.q-c { (clip(content.media)) }
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
                        span class={ "q-status" (status_class(status)) } { (clip(status)) } " "
                        (short(response.description))
                    }
                    div.q-api-response-body { (self.response(spec, response)) }
                }
            }
        }
    }

    fn response(&mut self, spec: Spec<'_>, response: &Payload<'_>) -> Markup {
        let headers: Vec<&Parameter<'_>> = response.headers.iter().collect();
        html! {
            @if let Some(description) = response.description.filter(|it| short(Some(it)).is_empty()) {
                div.q-field-text { (self.markdown(description)) }
            }
            @if response.contents.is_empty() { p.q-field-label { (self.labels.no_content) } }
            (self.contents(spec, response))
            @if !headers.is_empty() {
                p.q-field-label { (self.labels.response_headers) }
                (Fields::new(self, spec).parameters(&headers))
            }
        }
    }

    /// Draws the requests that the server sends, without callbacks of their own.
    fn callbacks(&mut self, spec: Spec<'_>, operation: &Operation<'_>) -> Markup {
        html! {
            @for (name, address, item) in &operation.callbacks {
                @for (method, callback) in spec.operations_of(item) {
                    details.q-api-response open[self.printed] {
                        summary {
                            span class={ "q-method" (method_class(method)) } { (method.to_uppercase()) } " "
                            span.q-api-schema-name { (clip(name)) }
                        }
                        div.q-api-response-body {
                            p.q-field-label { code.q-c { (clip(address)) } }
                            (self.api_text(&callback))
                            (self.request_parts(spec, &callback))
                            @if !callback.responses.is_empty() { (part(self.labels.responses, &self.responses(spec, &callback))) }
                        }
                    }
                }
            }
        }
    }
}

/// Returns true if servers say more than the address of the operation.
fn shows_servers(servers: &[Server<'_>]) -> bool {
    servers.len() > 1 || servers.iter().any(|server| !server.variables.is_empty())
}

/// Returns the description of a response if it has a place beside the status.
fn short(description: Option<&str>) -> &str {
    let is_short = |text: &&str| !text.contains('\n') && text.len() <= SHORT && !text.contains(['`', '[', '<', '*']);
    description.filter(is_short).unwrap_or_default()
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
