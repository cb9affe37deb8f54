//! Drawing of blocks; the families of blocks have modules of their own.

mod card;
mod embed;
mod layout;
mod media;
mod table;
mod updates;

use maud::{Markup, PreEscaped, html};
use quire_content::document::model::{Align, Block, Integration, Kind, ListStyle, Node, Word as _};
use quire_content::document::{self, anchors};

pub(crate) use self::card::card;
pub use self::embed::FRAME_SOURCES;
use crate::html_renderer::HtmlRenderer;
use crate::text::plain;
use crate::{math, raw};

/// The fewest bytes of HTML that a list item takes.
const ITEM: usize = 9;

impl HtmlRenderer<'_> {
    /// Draws a block of any kind.
    pub(crate) fn block(&mut self, block: &Block) -> Markup {
        match &block.kind {
            Kind::Paragraph { align, nodes } => self.paragraph(*align, nodes),
            Kind::Raw { source } => self.raw(source),
            Kind::Heading { level, align, nodes } => self.heading(block, *level, *align, nodes),
            Kind::List { style, items } => self.list(*style, items),
            Kind::ListItem { nodes, .. } => self.inside(nodes),
            Kind::Divider => html! { hr.q-hr; },
            Kind::Quote { nodes } => match document::alert(nodes) {
                Some((style, content)) => self.hint(style, &content),
                None => html! { blockquote.q-quote { (self.inside(nodes)) } },
            },
            Kind::Hint { style, nodes } => self.hint(*style, nodes),
            // Conditions are decided before drawing; the content of a remaining one is not for this reader.
            Kind::If { .. } => Markup::default(),
            Kind::Code(code) => self.code(code),
            Kind::Math { formula } => {
                self.body.uses.math = true;
                math::block(formula)
            }
            Kind::Expandable { title, body, open } => self.expandable(block, title, body, *open),
            Kind::Tabs { full_width, tabs } => self.tabs(*full_width, tabs),
            Kind::Stepper { steps } => self.stepper(steps),
            Kind::Columns { full_width, columns } => self.columns(*full_width, columns),
            Kind::Tab { nodes, .. } | Kind::Step { nodes, .. } | Kind::Column { nodes, .. } => self.inside(nodes),
            Kind::ContentRef { target } => self.card(target, ""),
            Kind::Table(table) => self.table(table),
            Kind::Integration(integration) => self.integration(integration),
            Kind::Reusable { content, space, .. } => self.reusable(content, space.as_deref()),
            Kind::Updates { updates, .. } => self.updates(updates),
            Kind::Update { .. } => self.update(block),
            Kind::Prompt { description, icon, nodes } => self.prompt(description.as_deref(), icon.as_deref(), nodes),
            Kind::Swagger(_) | Kind::Operation { .. } | Kind::Schemas { .. } | Kind::Webhook { .. } => {
                self.openapi(block)
            }
            Kind::Images { .. } | Kind::Image(_) | Kind::File { .. } | Kind::Drawing { .. } | Kind::Embed { .. } => {
                self.media(block)
            }
        }
    }

    fn paragraph(&mut self, align: Option<Align>, nodes: &[Node]) -> Markup {
        let line = self.line(nodes);
        html! { @if !line.0.is_empty() { p class={ "q-p" (align_class(align)) } { (line) } } }
    }

    fn heading(&mut self, block: &Block, level: u8, align: Option<Align>, nodes: &[Node]) -> Markup {
        let id = self.id(block);
        if level < 3 {
            self.outline(id.as_ref(), &plain(nodes), level);
        }
        let aliases = self.ids.aliases(anchors::aliases(block));
        let text = self.line(nodes);
        let content = html! {
            @for alias in &aliases { span id=(alias) {} }
            (text)
            @if let Some(id) = &id {
                (self.anchor_link(id))
            }
        };
        self.headline(level, &format!("q-h{}", align_class(align)), id.as_ref(), &content)
    }

    fn list(&mut self, style: ListStyle, items: &[Block]) -> Markup {
        match style {
            ListStyle::Unordered => {
                html! { ul.q-ul { @for item in items { @if self.part(ITEM) { li { (self.item(item.children())) } } } } }
            }
            ListStyle::Ordered { start } => {
                html! { ol.q-ol start=[start] { @for item in items { @if self.part(ITEM) { li { (self.item(item.children())) } } } } }
            }
            ListStyle::Tasks => {
                html! { ul.q-tasks { @for item in items { @if self.part(ITEM) { (self.counted(|it| it.task(item))) } } } }
            }
        }
    }

    fn task(&mut self, item: &Block) -> Markup {
        let done = matches!(item.kind, Kind::ListItem { checked: Some(true), .. });
        let label = if done { self.labels.done } else { self.labels.not_done };
        html! {
            li.q-task.q-done[done] {
                input.q-check type="checkbox" disabled checked[done] aria-label=(label);
                div.q-task-body { (self.item(item.children())) }
            }
        }
    }

    /// Draws the content of a list item or cell: a paragraph alone, or followed only by lists,
    /// is drawn without its `p`.
    pub(crate) fn item(&mut self, nodes: &[Block]) -> Markup {
        if let [Block { kind: Kind::Paragraph { align: None, nodes: line }, .. }, rest @ ..] = nodes
            && rest.iter().all(|block| matches!(block.kind, Kind::List { .. }))
        {
            let line = self.line(line);
            return html! { (line) (self.inside(rest)) };
        }
        self.inside(nodes)
    }

    /// Draws unparsed Markdown: HTML through its allow list, or the text between tags of an unknown kind.
    fn raw(&mut self, source: &str) -> Markup {
        if source.trim_start().starts_with("{%") {
            return self.unknown_tag(source);
        }
        let mut out = String::new();
        raw::block(source, self, &mut out);
        PreEscaped(out)
    }

    fn unknown_tag(&mut self, source: &str) -> Markup {
        let mut text = String::with_capacity(source.len());
        let mut rest = source;
        while let Some((before, after)) = rest.split_once("{%") {
            text.push_str(before);
            rest = after.split_once("%}").map_or("", |(_, after)| after);
        }
        text.push_str(rest);
        self.markdown(&text)
    }

    /// Draws Markdown that is no document of its own, without headings in the outline and without notes. Nothing in it
    /// reaches into the space.
    pub(crate) fn markdown(&mut self, text: &str) -> Markup {
        if text.trim().is_empty() || text.len() > self.descriptions_left {
            return Markup::default();
        }
        self.descriptions_left -= text.len();
        let parsed = document::parse_foreign(text, self.budget());
        let markup = self.apart(&parsed.nodes);
        self.end_with(&parsed);
        markup
    }

    /// Draws an integration block, which never runs: Mermaid as a diagram, else the block's link or source.
    fn integration(&mut self, block: &Integration) -> Markup {
        let text =
            |name: &str| block.props.iter().find(|(known, _)| *known == name).and_then(|(_, value)| value.as_str());
        let content = ["content", "code", "source"].into_iter().find_map(text);
        if block.integration == "mermaid"
            && let Some(source) = content
        {
            return self.diagram(source);
        }
        let link = block.url.as_deref().or_else(|| text("url")).map(|url| self.embedded(url, &[]));
        html! {
            figure.q-integration {
                @match (link, content) {
                    (Some(link), _) => (link),
                    (None, Some(content)) => pre.q-pre tabindex="0" { code { (content) } },
                    (None, None) => p.q-p { (block.integration) },
                }
            }
        }
    }
}

/// Returns the class of an alignment with a leading space, or an empty string.
pub(crate) fn align_class(align: Option<Align>) -> String {
    align.map_or_else(String::new, |align| format!(" q-align-{}", align.word()))
}
