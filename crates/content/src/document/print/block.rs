//! Blocks of each kind printed as Markdown.

use serde_json::Value;

use super::escape::TextContext;
use super::list::Position;
use super::tag::Tag;
use super::{Printer, prefixed};
use crate::document::model::{Align, Block, Integration, Kind, More, Node, Swagger, Word};
use crate::document::normal::{self, BLANKS};
use crate::document::resolve;

/// Attributes of integration tags that are not properties.
pub(in crate::document) const RESERVED: [&str; 4] = ["fullWidth", "data-url", "data-action", "data-props"];

impl Printer<'_> {
    /// Prints a block, without a line break at the end.
    pub(super) fn block(&mut self, block: &Block, position: Position) -> String {
        match &block.kind {
            Kind::Paragraph { align: None, nodes } => self.line(nodes, TextContext::PARAGRAPH),
            Kind::Paragraph { align, nodes } => self.aligned("p", *align, None, nodes),
            Kind::Raw { source } => source.clone(),
            Kind::Heading { level, align, nodes } => self.heading(*level, *align, block.anchor.given(), nodes),
            Kind::List { style, items } => self.list(*style, items, position),
            Kind::Divider => "***".to_owned(),
            Kind::Quote { nodes } => prefixed(&self.blocks(nodes), "> ", "> ").trim_end_matches(BLANKS).to_owned(),
            Kind::Code(code) => self.code(code, &block.more),
            Kind::Images { align, full_width, with_frame, images } => {
                self.images(*align, *full_width, *with_frame, images, true)
            }
            Kind::Drawing { source, alt, caption } => self.drawing(source.as_ref(), alt.as_deref(), caption),
            Kind::Math { formula } => math(formula),
            Kind::Expandable { title, body, open } => self.expandable(block.anchor.given(), title, body, *open),
            Kind::Table(table) => self.table(table),
            Kind::File { .. } | Kind::Embed { .. } | Kind::ContentRef { .. } | Kind::Reusable { .. } => {
                self.reference(block)
            }
            Kind::Swagger(_) | Kind::Operation { .. } | Kind::Schemas { .. } | Kind::Webhook { .. } => {
                self.openapi(block)
            }
            Kind::Integration(integration) => integration_tag(integration, &block.more),
            _ => self.container(block),
        }
    }

    fn heading(&mut self, level: u8, align: Option<Align>, id: Option<&str>, nodes: &[Node]) -> String {
        if align.is_some() {
            return self.html_heading(level, align, id, nodes);
        }
        let marks = "#".repeat(usize::from(level) + 1);
        let text = self.line(nodes, TextContext::ONE_LINE);
        let id = id.map(|id| Tag::html("a").with("href", &format!("#{id}")).with("id", id).done() + "</a>");
        let parts = [Some(marks), Some(text).filter(|text| !text.is_empty()), id];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }

    fn expandable(&mut self, id: Option<&str>, title: &[Node], body: &[Block], open: bool) -> String {
        let tag = Tag::html("details").some("id", id).bare("open", open).done();
        let title = self.html_line(title);
        let body = self.blocks(body);
        let gap = if body.is_empty() { "" } else { "\n\n" };
        format!("{tag}\n\n<summary>{title}</summary>\n\n{body}{gap}</details>")
    }

    /// Prints a container block as `{% name %}` and `{% endname %}` around its blocks.
    fn container(&mut self, block: &Block) -> String {
        let more = &block.more;
        let (tag, name, parts) = match &block.kind {
            Kind::Hint { style, .. } => (Tag::block("hint").with("style", style.word()), "hint", false),
            Kind::If { expression, .. } => (Tag::block("if").verbatim(expression), "if", false),
            Kind::Tabs { full_width, .. } => (Tag::block("tabs").flag("fullWidth", *full_width), "tabs", true),
            Kind::Tab { title, icon, .. } => {
                let tag = Tag::block("tab").some("title", title.as_ref()).some("icon", icon.as_ref());
                (tag.some("id", block.anchor.given()), "tab", false)
            }
            Kind::Stepper { .. } => (Tag::block("stepper"), "stepper", true),
            Kind::Step { icon, .. } => (Tag::block("step").some("icon", icon.as_ref()), "step", false),
            Kind::Columns { full_width, .. } => (Tag::block("columns").flag("fullWidth", *full_width), "columns", true),
            Kind::Column { width, vertical, .. } => {
                let tag = Tag::block("column").some("width", width.as_ref().map(ToString::to_string));
                (tag.some("valign", vertical.map(Word::word)), "column", false)
            }
            Kind::Updates { format, .. } => (Tag::block("updates").some("format", format.as_ref()), "updates", true),
            Kind::Update { date, tags, .. } => {
                let tags = (!tags.is_empty()).then(|| tags.join(","));
                (Tag::block("update").with("date", date).some("tags", tags), "update", false)
            }
            Kind::Prompt { description, icon, .. } => {
                let tag = Tag::block("prompt").some("description", description.as_ref());
                (tag.some("icon", icon.as_ref()), "prompt", false)
            }
            _ => return String::new(),
        };
        let body = if parts { self.parts(block.children()) } else { self.blocks(block.children()) };
        tag.more(more).around(name, &body)
    }

    fn parts(&mut self, parts: &[Block]) -> String {
        let parts: Vec<String> = parts.iter().map(|part| self.block(part, Position::default())).collect();
        parts.join("\n\n")
    }

    /// Prints files, embeds, cards and reusable content.
    fn reference(&mut self, block: &Block) -> String {
        let more = &block.more;
        match &block.kind {
            Kind::File { source, caption } => {
                let tag = Tag::block("file").with("src", &resolve::write(source, self.resolve)).more(more);
                self.captioned(tag, "file", caption)
            }
            Kind::Embed { url, full_width, caption } => {
                let tag = Tag::block("embed").with("url", url).flag("fullWidth", *full_width).more(more);
                self.captioned(tag, "embed", caption)
            }
            Kind::ContentRef { target } => {
                let target = resolve::write(target, self.resolve);
                let link = self.line(&[link(&target, &target)], TextContext::PARAGRAPH);
                Tag::block("content-ref").with("url", &target).more(more).around("content-ref", &link)
            }
            Kind::Reusable { content, space, .. } => {
                let target = match space {
                    Some(space) => format!("https://app.gitbook.com/s/{space}/~/reusable/{content}/"),
                    None => self.resolve.reusable_path(content).unwrap_or_else(|| content.clone()),
                };
                let mut quoted = String::new();
                crate::document::html::text::encode(&target, &mut quoted);
                Tag::block("include").verbatim(&format!("\"{quoted}\"")).done()
            }
            _ => String::new(),
        }
    }

    fn captioned(&mut self, tag: Tag, name: &str, caption: &[Node]) -> String {
        if caption.is_empty() {
            return tag.done();
        }
        let caption = self.line(caption, TextContext::PARAGRAPH);
        tag.around(name, &caption)
    }

    fn openapi(&mut self, block: &Block) -> String {
        let id = block.anchor.given();
        let (name, tag, text) = match &block.kind {
            Kind::Swagger(swagger) => ("openapi", self.swagger(swagger), None),
            Kind::Operation { spec, path, method } => {
                let tag = Tag::block("openapi-operation").with("spec", spec).with("path", path).with("method", method);
                ("openapi-operation", tag, Some(spec))
            }
            Kind::Schemas { spec, schemas, grouped } => {
                let tag = Tag::block("openapi-schemas").with("spec", spec).with("schemas", &schemas.join(","));
                ("openapi-schemas", tag.with("grouped", &grouped.to_string()), Some(spec))
            }
            Kind::Webhook { spec, name, method } => {
                let tag = Tag::block("openapi-webhook").with("spec", spec).with("name", name).with("method", method);
                ("openapi-webhook", tag, Some(spec))
            }
            _ => return String::new(),
        };
        let nodes = match (&block.kind, text) {
            (Kind::Swagger(swagger), _) => {
                let target = resolve::write(&swagger.source, self.resolve);
                link(&target, &target)
            }
            (_, spec) => Node::text(format!("OpenAPI {}", spec.map_or("", String::as_str))),
        };
        let body = self.line(&[nodes], TextContext::PARAGRAPH);
        tag.some("id", id).more(&block.more).around(name, &body)
    }

    fn swagger(&self, swagger: &Swagger) -> Tag {
        Tag::block("openapi")
            .with("src", &resolve::write(&swagger.source, self.resolve))
            .with("path", &swagger.path)
            .with("method", &swagger.method)
            .some("expanded", swagger.expanded.map(|on| on.to_string()))
            .flag("fullWidth", swagger.full_width)
    }
}

/// Prints a formula. A first line that would end it is indented to prevent that.
fn math(formula: &str) -> String {
    let indent = if formula.split('\n').next().is_some_and(normal::ends_math) { "    " } else { "" };
    format!("$$\n{indent}{formula}\n$$")
}

fn link(text: &str, target: &str) -> Node {
    Node::inline(crate::document::model::InlineKind::Link {
        target: crate::document::model::ContentRef::url(target),
        nodes: vec![Node::text(text)],
    })
}

fn integration_tag(integration: &Integration, more: &More) -> String {
    let mut tag = Tag::block(&format!("@{}/{}", integration.integration, integration.block));
    let mut others = serde_json::Map::new();
    for (name, value) in integration.props.iter() {
        match value {
            Value::String(text) if is_attribute(name) && !RESERVED.contains(&name.as_str()) => {
                tag = tag.with(name, text);
            }
            _ => {
                others.insert(name.clone(), value.clone());
            }
        }
    }
    let others = (!others.is_empty()).then(|| Value::Object(others).to_string());
    tag.flag("fullWidth", integration.full_width)
        .some("data-url", integration.url.as_ref())
        .some("data-action", integration.action.as_ref().map(Value::to_string))
        .some("data-props", others)
        .more(more)
        .done()
}

/// Returns true if a text is a valid attribute name of a tag: up to 64 ASCII letters, digits, `-`, `_`; a letter first.
pub(in crate::document) fn is_attribute(name: &str) -> bool {
    let inside = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    name.len() <= 64 && name.starts_with(|c: char| c.is_ascii_alphabetic()) && name.bytes().all(inside)
}
