//! Operations, webhooks and schemas of OpenAPI documents.
//!
//! The surroundings provide the documents, which are as untrusted as any content: their texts are plain text or
//! Markdown, and the depth, number and size of the output are bounded.

mod address;
mod body;
mod example;
mod fields;
mod parts;
mod read;
mod samples;
mod shape;
mod trial;

use maud::{Markup, html};
use quire_content::document::model::{Block, Kind};

use self::example::{Sender, chosen};
use self::fields::Fields;
use self::read::{Operation, Payload, Spec};
use self::samples::{Request, Sample};
use crate::html_renderer::HtmlRenderer;
use crate::safe;
use crate::text::fill;

/// The most schemas that one block shows.
const MOST_SCHEMAS: usize = 300;

/// The methods that have a class, which sets their colour.
const METHODS: [&str; 9] = ["get", "post", "put", "patch", "delete", "head", "options", "trace", "query"];

/// A piece of code: its title, which may be empty, its language and its text.
type Code = (String, String, String);

impl HtmlRenderer<'_> {
    /// Draws a block. So that none takes the fields of others, it gets its share of those that are left for the page.
    pub(crate) fn openapi(&mut self, block: &Block) -> Markup {
        let share = self.fields_left / self.blocks_with_fields.max(1);
        self.blocks_with_fields = self.blocks_with_fields.saturating_sub(1);
        self.with_fields(share, |it| it.openapi_block(block))
    }

    /// Draws a part with a number of fields at most.
    fn with_fields(&mut self, share: usize, draw: impl FnOnce(&mut Self) -> Markup) -> Markup {
        let rest = self.fields_left.saturating_sub(share);
        self.fields_left -= rest;
        self.has_fields_left_out = false;
        let markup = draw(self);
        self.fields_left += rest;
        markup
    }

    fn openapi_block(&mut self, block: &Block) -> Markup {
        let id = self.id(block);
        let id = id.as_ref();
        match &block.kind {
            Kind::Swagger(swagger) => {
                self.operation(block, id, &Call { method: &swagger.method, path: &swagger.path, webhook: false })
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
        let title = found.as_ref().and_then(|(_, operation)| operation.title());
        let title = title.map_or_else(|| call.name(), str::to_owned);
        let repeats = self.title_of_only_block == Some(title.as_str());
        if !repeats {
            self.outline(id, &title, 1);
        }
        let deprecated = found.as_ref().is_some_and(|(_, operation)| operation.deprecated);
        html! {
            section.q-api.q-deprecated[deprecated] id=[id] {
                @if !repeats { (self.api_title(&title, id)) }
                (self.api_head(call, found.as_ref().map(|(_, operation)| operation)))
                @match &found {
                    Some((spec, operation)) => (self.operation_body(*spec, operation, call)),
                    None => (self.missing_part(&block.kind, spec.is_some(), &call.name())),
                }
            }
        }
    }

    /// Draws the method and the path, with what is to be known of the operation at once.
    fn api_head(&self, call: &Call<'_>, operation: Option<&Operation<'_>>) -> Markup {
        let server = operation.and_then(|it| it.servers.first()).filter(|_| !call.webhook);
        let deprecated = operation.is_some_and(|it| it.deprecated);
        let stability = operation.and_then(|it| it.stability);
        let sunset = operation.and_then(|it| it.sunset).filter(|_| deprecated);
        html! {
            p.q-api-head {
                span class={ "q-method" (call.class()) } { (call.method.to_uppercase()) } " "
                code.q-path {
                    @if let Some(server) = server { span.q-server { (server.url) } }
                    (call.path)
                }
                @if call.webhook { " " span.q-flag { (self.labels.webhook) } }
                @if let Some(stability) = stability { " " span.q-flag { (shape::clip(stability)) } }
                @if deprecated { " " span.q-flag.q-old { (self.labels.deprecated) } }
                @if let Some(day) = sunset { " " span.q-flag.q-old { (fill(self.labels.sunset, &[&shape::clip(day)])) } }
            }
        }
    }

    fn operation_body(&mut self, spec: Spec<'_>, operation: &Operation<'_>, call: &Call<'_>) -> Markup {
        let main = self.counted(|it| it.api_main(spec, operation, call));
        let side = self.counted(|it| it.api_side(spec, operation, call));
        html! {
            div.q-api-columns.q-api-single[side.0.is_empty()] {
                div.q-api-main { (main) }
                @if !side.0.is_empty() { div.q-api-side { (side) } }
            }
        }
    }

    /// Draws the samples of requests and the examples of responses.
    fn api_side(&mut self, spec: Spec<'_>, operation: &Operation<'_>, call: &Call<'_>) -> Markup {
        let labels = self.labels;
        let given = operation.samples.iter().map(|it| Sample {
            title: shape::clip(it.title),
            language: it.language.to_lowercase(),
            text: it.source.to_owned(),
        });
        let mut samples: Vec<_> = given.collect();
        if samples.is_empty() && !call.webhook {
            samples = Request::new(spec, operation, call.method, call.path).samples();
        }
        let samples = samples.into_iter().map(|it| (it.title, vec![(String::new(), it.language, it.text)])).collect();
        let sender = if call.webhook { Sender::Server } else { Sender::Client };
        // A sample of a request has the first example.
        let has_more = |body: &&Payload<'_>| chosen(spec, body, sender).is_some_and(|(_, examples)| examples.len() > 1);
        let body = operation.body.as_ref().filter(|body| call.webhook || has_more(body));
        let payloads = body.into_iter().map(|body| (labels.request_body.to_owned(), self.examples(spec, body, sender)));
        let payloads: Vec<_> = payloads.collect();
        let responses = operation
            .responses
            .iter()
            .map(|(status, response)| ((*status).to_owned(), self.examples(spec, response, Sender::Server)));
        let responses: Vec<_> = responses.filter(|(_, examples)| !examples.is_empty()).collect();
        let trial = self.trial(spec, operation, call);
        html! {
            (self.code_tabs(labels.request, samples))
            (trial)
            (self.code_tabs("", payloads))
            (self.code_tabs(labels.response, responses))
        }
    }

    /// Returns the examples of a body with their titles and languages.
    fn examples(&self, spec: Spec<'_>, payload: &Payload<'_>, sender: Sender) -> Vec<Code> {
        let examples = chosen(spec, payload, sender).map(|(_, examples)| examples).unwrap_or_default().into_iter();
        examples.map(|it| (shape::clip(it.title), it.language.to_owned(), it.text)).collect()
    }

    /// Draws groups of code, of which a script shows one at a time.
    fn code_tabs(&mut self, title: &str, groups: Vec<(String, Vec<Code>)>) -> Markup {
        if groups.is_empty() {
            return Markup::default();
        }
        let is_single = groups.len() == 1;
        self.body.uses.tabs |= !is_single;
        html! {
            div.q-api-examples {
                @if !title.is_empty() { p.q-api-part-title { (title) } }
                @if is_single {
                    @for (_, codes) in groups { (self.codes(&codes)) }
                } @else {
                    div.q-tabs {
                        @for (name, codes) in groups {
                            section.q-tab { p.q-tab-title { (name) } div.q-tab-body { (self.codes(&codes)) } }
                        }
                    }
                }
            }
        }
    }

    fn codes(&mut self, codes: &[Code]) -> Markup {
        html! { @for (title, language, text) in codes { (self.sample(title, language, text)) } }
    }

    /// Says that there is no such operation or schema, or no document.
    fn missing_part(&self, kind: &Kind, has_document: bool, name: &str) -> Markup {
        let text = match slug(kind) {
            None => self.labels.no_description.to_owned(),
            Some(slug) if has_document => fill(self.labels.not_in_specification, &[name, slug]),
            Some(slug) => fill(self.labels.no_specification, &[slug]),
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
            section.q-api.q-api-schemas id=[id] {
                @if single || self.title_of_only_block.is_none() { (self.api_title(&title, id)) }
                @if names.is_empty() && spec.is_none() { (self.missing_part(&block.kind, false, "")) }
                @for (at, name) in names.iter().take(MOST_SCHEMAS).enumerate() {
                    @if self.goes_on() {
                        @let found = spec.and_then(|spec| Some((spec, spec.schema(name)?)));
                        @let share = self.fields_left / (names.len().min(MOST_SCHEMAS) - at);
                        @let drawn = |it: &mut Self, spec, schema| it.with_fields(share, |it| Fields::new(it, spec).schema(schema));
                        @let content = found.map(|(spec, schema)| self.counted(|it| drawn(it, spec, schema)));
                        @let content = content.unwrap_or_else(|| self.missing_part(&block.kind, spec.is_some(), name));
                        @if single { div.q-api-part { (content) } } @else { (self.schema_fold(name, &content)) }
                    }
                }
            }
        }
    }

    fn schema_fold(&mut self, name: &str, content: &Markup) -> Markup {
        // Headings of writers keep their names.
        let wanted = quire_content::slug::name(name);
        let free = self.ids.aliases(vec![wanted.clone()]).pop();
        let id = free.unwrap_or_else(|| self.ids.claim(&format!("schema-{wanted}")));
        html! {
            details.q-api-schema open[self.printed] {
                summary { span.q-api-schema-name { (shape::clip(name)) } }
                // A browser that is led into a fold opens it.
                div.q-api-response-body id=(id) { (content) }
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

    /// Draws a link that a document gives, or its text alone if it is not safe.
    fn api_link(&self, url: &str, text: &str) -> Markup {
        let is_web = safe::web(url).is_some();
        html! {
            @if is_web { a.q-link.q-external href=(url) rel="noopener noreferrer nofollow" { (text) } } @else { (text) }
        }
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
        method_class(self.method)
    }
}

fn method_class(method: &str) -> String {
    let known = METHODS.into_iter().find(|known| method.eq_ignore_ascii_case(known));
    known.map_or_else(String::new, |method| format!(" q-{method}"))
}

/// Returns the slug of the specification of the organization that a block shows a part of.
fn slug(kind: &Kind) -> Option<&str> {
    match kind {
        Kind::Operation { spec, .. } | Kind::Webhook { spec, .. } | Kind::Schemas { spec, .. } => Some(spec),
        _ => None,
    }
}
