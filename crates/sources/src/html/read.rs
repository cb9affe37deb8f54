//! The reader of a tree: elements into blocks and lines.
//!
//! What is no element of text is transparent: its children stand in its place. So text is lost only where an element is
//! left out on purpose (see [`skip`](super::skip)), whatever the page is made of.

use std::collections::HashSet;
use std::rc::Rc;

use quire_content::document::model::{Align, Block, Inline, InlineImage, InlineKind, Kind, Leaf, Mark, Marks, Node};
use quire_content::document::model::{ContentRef, ImageSize};

use super::notes::Notes;
use super::styles::Styles;
use crate::dom::{Dom, Id};
use crate::line::Line;
use crate::names::Names;
use crate::report::PageReport;

/// The deepest nesting of containers; those within are transparent.
pub(super) const MOST_NESTED: u8 = 12;

/// The targets of links and files after the conversion.
pub(crate) trait Targets {
    /// Returns the new target of a link; `None` if it is no link in a document, such as a script.
    fn link(&self, href: &str) -> Option<String>;
    /// Returns the new target of an image or another file.
    fn file(&self, src: &str) -> Option<String>;
    /// Returns the target of a page that is named by its title.
    fn titled(&self, _title: &str, _space: Option<&str>) -> Option<String> {
        None
    }
    /// Returns the target of an anchor in a page that is named by its title; of the page itself if the title is empty.
    fn anchor(&self, title: &str, anchor: &str) -> Option<String> {
        self.titled(title, None).map(|target| format!("{target}#{anchor}"))
    }
}

/// The properties that an element hands down to those in it.
#[derive(Clone, Default)]
pub(super) struct Style {
    pub(super) marks: Marks,
    pub(super) link: Option<Rc<str>>,
    /// True if white space counts.
    pub(super) exact: bool,
    /// True where only a line may be: headings, titles, captions.
    pub(super) only_line: bool,
    /// True in a heading, whose own anchor links are left out.
    pub(super) heading: bool,
    /// True within a note, which has no notes.
    pub(super) note: bool,
    /// The number of containers around.
    pub(super) nested: u8,
    pub(super) align: Option<Align>,
}

impl Style {
    pub(super) fn with(&self, mark: Mark) -> Self {
        Self { marks: self.marks.with(mark), ..self.clone() }
    }

    pub(super) fn deeper(&self) -> Self {
        Self { nested: self.nested + 1, ..self.clone() }
    }

    pub(super) fn line(&self) -> Self {
        Self { only_line: true, ..self.clone() }
    }
}

/// Blocks that are being gathered, and the line after the last one.
#[derive(Default)]
pub(super) struct Flow {
    pub(super) blocks: Vec<Block>,
    pub(super) line: Line,
}

pub(super) struct Read<'r> {
    pub(super) dom: &'r Dom,
    pub(super) targets: &'r dyn Targets,
    pub(super) report: &'r mut PageReport,
    pub(super) styles: Styles,
    pub(super) notes: Notes,
    /// True for each node that a block is below.
    holds_block: Vec<bool>,
    /// Elements that stand elsewhere or nowhere.
    pub(super) skipped: HashSet<Id>,
    /// The names that links may lead to.
    pub(super) names: Names,
    /// The text of the last heading, for the report.
    pub(super) place: String,
    /// The level in the page of the headings of the highest level of the source.
    pub(super) top_level: u8,
    /// True for a page of an export of Notion.
    pub(super) is_notion: bool,
    /// True for a page of an export of Confluence.
    pub(super) is_confluence: bool,
    /// The number of blocks that may still be made.
    pub(super) left: usize,
}

impl<'r> Read<'r> {
    pub(super) fn new(dom: &'r Dom, targets: &'r dyn Targets, report: &'r mut PageReport) -> Self {
        Self {
            dom,
            targets,
            report,
            styles: Styles::default(),
            notes: Notes::default(),
            holds_block: dom.holding(|id| is_block(dom, id)),
            skipped: HashSet::new(),
            names: Names::default(),
            place: String::new(),
            top_level: 1,
            is_notion: super::notion::is_page(dom),
            is_confluence: super::confluence::is_page(dom),
            left: 500_000,
        }
    }

    /// Reads what is in an element as blocks.
    pub(super) fn blocks(&mut self, id: Id, style: &Style) -> Vec<Block> {
        let mut flow = Flow::default();
        self.children(id, style, &mut flow);
        self.flush(style, &mut flow);
        flow.blocks
    }

    /// Reads what is in an element as one line.
    pub(super) fn line(&mut self, id: Id, style: &Style) -> Vec<Node> {
        let mut flow = Flow::default();
        self.children(id, &style.line(), &mut flow);
        flow.line.finish()
    }

    pub(super) fn children(&mut self, id: Id, style: &Style, flow: &mut Flow) {
        let dom = self.dom;
        for child in dom.children(id) {
            self.node(*child, style, flow);
        }
    }

    /// Ends the line, which becomes a paragraph, or a row of images if there is nothing else in it.
    pub(super) fn flush(&mut self, style: &Style, flow: &mut Flow) {
        let nodes = flow.line.finish();
        if nodes.is_empty() || self.left == 0 {
            return;
        }
        self.left -= 1;
        let block = images(&nodes).unwrap_or_else(|| {
            self.report.mapped("paragraph");
            Block::new(Kind::Paragraph { align: style.align, nodes })
        });
        flow.blocks.push(block);
    }

    /// Appends a block after the line that is open.
    pub(super) fn push(&mut self, kind: Kind, style: &Style, flow: &mut Flow) {
        self.flush(style, flow);
        self.report.mapped(match &kind {
            Kind::Images { .. } => "image",
            Kind::Expandable { .. } => "expandable",
            Kind::List { .. } => "list",
            Kind::Heading { .. } => "heading",
            other => other.name(),
        });
        if self.left > 0 {
            self.left -= 1;
            flow.blocks.push(Block::new(kind));
        }
    }

    pub(super) fn node(&mut self, id: Id, style: &Style, flow: &mut Flow) {
        let dom = self.dom;
        if dom.is_text(id) {
            let text = dom.own_text(id);
            if !text.trim_ascii().is_empty() {
                self.settle_names();
            }
            if style.exact {
                flow.line.exact(text, style.marks, style.link.as_ref());
            } else if self.is_notion && !style.only_line && text.contains('\n') {
                for (n, line) in text.split('\n').enumerate() {
                    if n > 0 {
                        flow.line.line_break(style.link.as_ref());
                    }
                    flow.line.flow(line, style.marks, style.link.as_ref());
                }
            } else {
                flow.line.flow(text, style.marks, style.link.as_ref());
            }
        } else if !dom.name(id).is_empty() {
            self.element(id, style, flow);
        }
    }

    fn element(&mut self, id: Id, style: &Style, flow: &mut Flow) {
        if self.skipped.contains(&id) {
            return;
        }
        let dom = self.dom;
        let name = dom.name(id);
        for name in [dom.attr(id, "id"), dom.attr(id, "name").filter(|_| name == "a")].into_iter().flatten() {
            self.names.meet(name);
        }
        if super::skip::is_left_out(dom, id) {
            if let Some((kind, text)) = super::skip::lost(dom, id) {
                self.report.drop(kind, text);
            }
            return;
        }
        if self.special(id, style, flow) {
            return;
        }
        let block = is_block(dom, id) || self.holds_block[id];
        if style.only_line || !block {
            if block {
                flow.line.flow(" ", style.marks, None);
            }
            self.inline(id, name, style, flow);
            if block {
                flow.line.flow(" ", style.marks, None);
            }
        } else {
            self.block(id, name, style, flow);
        }
    }

    /// Reads an element that is known by more than its name.
    fn special(&mut self, id: Id, style: &Style, flow: &mut Flow) -> bool {
        self.math(id, style, flow)
            || self.note_reference(id, style, flow)
            || self.storage(id, style, flow)
            || self.of_notion(id, style, flow)
            || self.of_confluence(id, style, flow)
            || !style.only_line
                && (self.callout(id, style, flow) || self.tabs(id, style, flow) || self.columns(id, style, flow))
    }

    fn block(&mut self, id: Id, name: &str, style: &Style, flow: &mut Flow) {
        match name {
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => self.heading(id, name.as_bytes()[1] - b'0', style, flow),
            "ul" | "ol" | "menu" | "dir" => self.list(id, style, flow),
            "dl" => self.definitions(id, style, flow),
            "pre" | "listing" | "xmp" => self.code(id, style, flow),
            "table" => self.table(id, style, flow),
            "blockquote" => self.nested(id, style, flow, |nodes| Kind::Quote { nodes }),
            "hr" => self.push(Kind::Divider, style, flow),
            "details" => self.details(id, style, flow),
            "figure" => self.figure(id, style, flow),
            "iframe" | "embed" | "object" | "video" | "audio" => self.embed(id, style, flow),
            "div" if self.is_code(id) => self.code(id, style, flow),
            _ => {
                let transparent = !is_block(self.dom, id);
                let inner = if transparent { self.marked(id, name, style) } else { self.aligned(id, style) };
                if !transparent {
                    self.flush(style, flow);
                }
                self.children(id, &inner, flow);
                if !transparent {
                    self.flush(&inner, flow);
                }
            }
        }
    }

    /// Reads a container, unless too many are around it.
    pub(super) fn nested(&mut self, id: Id, style: &Style, flow: &mut Flow, kind: impl FnOnce(Vec<Block>) -> Kind) {
        self.flush(style, flow);
        if style.nested >= MOST_NESTED {
            self.children(id, style, flow);
            self.flush(style, flow);
            return;
        }
        let blocks = self.blocks(id, &style.deeper());
        if !blocks.is_empty() {
            self.push(kind(blocks), style, flow);
        }
    }

    fn aligned(&self, id: Id, style: &Style) -> Style {
        let said = self.dom.attr(id, "align").map(str::to_ascii_lowercase);
        let css = self.dom.attr(id, "style").unwrap_or_default().replace(' ', "").to_ascii_lowercase();
        let is = |side: &str| said.as_deref() == Some(side) || css.contains(&format!("text-align:{side}"));
        let align = if is("center") || self.dom.name(id) == "center" {
            Some(Align::Center)
        } else if is("right") {
            Some(Align::End)
        } else {
            style.align
        };
        // Alignment of whole pages is layout, not content.
        let align = if self.dom.name(id) == "p" { align } else { style.align };
        Style { align, ..style.clone() }
    }

    /// Returns the style within an element of a line.
    fn marked(&mut self, id: Id, name: &str, style: &Style) -> Style {
        let dom = self.dom;
        let mut inner = match name {
            "b" | "strong" => style.with(Mark::Bold),
            "i" | "em" | "cite" | "dfn" | "var" | "address" => style.with(Mark::Italic),
            "s" | "del" | "strike" => style.with(Mark::Strikethrough),
            "code" | "tt" | "samp" => style.with(Mark::Code),
            "kbd" => style.with(Mark::Keyboard),
            "sup" => style.with(Mark::Superscript),
            "sub" => style.with(Mark::Subscript),
            "mark" => {
                let mut inner = style.clone();
                inner.marks.color = Some(super::notion::marked(dom, id).unwrap_or(super::styles::MARKED));
                inner
            }
            "a" => {
                let href = dom.attr(id, "href").filter(|_| style.link.is_none());
                let own = style.heading && href.is_some_and(|href| href.starts_with('#'));
                let target = href.filter(|_| !own).and_then(|href| self.targets.link(href));
                if target.is_some() {
                    self.report.mapped("link");
                }
                Style { link: target.map(Rc::from).or(style.link.clone()), ..style.clone() }
            }
            _ => style.clone(),
        };
        self.styles.apply(dom, id, &mut inner.marks);
        if inner.marks.has(Mark::Code) && inner.marks.has(Mark::Keyboard) {
            inner.marks = inner.marks.without(Mark::Code);
        }
        inner
    }

    fn inline(&mut self, id: Id, name: &str, style: &Style, flow: &mut Flow) {
        let link = style.link.as_ref();
        match name {
            "br" if style.only_line => flow.line.flow(" ", style.marks, link),
            "br" if style.exact => flow.line.exact("\n", style.marks, link),
            "br" => flow.line.line_break(link),
            "wbr" => {}
            "img" => self.image(id, style, flow),
            "q" => {
                flow.line.flow("“", style.marks, link);
                self.children(id, style, flow);
                flow.line.flow("”", style.marks, link);
            }
            "pre" if !style.only_line => self.code(id, style, flow),
            "input" => {
                if let Some((kind, text)) = super::skip::lost(self.dom, id) {
                    self.report.drop(kind, text);
                }
            }
            "textarea" => {
                let text = self.dom.text(id);
                if !text.trim().is_empty() {
                    self.settle_names();
                    self.report.keep("a field of a form, as its text", text.as_str());
                    flow.line.flow(&text, style.marks.with(Mark::Code), link);
                }
            }
            _ => {
                let inner = self.marked(id, name, style);
                self.children(id, &inner, flow);
            }
        }
    }

    fn image(&mut self, id: Id, style: &Style, flow: &mut Flow) {
        if let Some(image) = self.picture(id) {
            self.settle_names();
            self.report.mapped("image");
            flow.line.node(InlineKind::Image(Box::new(image)), style.link.as_ref());
        }
    }

    /// Returns the image of an element `img`.
    pub(super) fn picture(&mut self, id: Id) -> Option<InlineImage> {
        let dom = self.dom;
        let lazy = ["data-src", "data-original", "data-lazy-src"].iter().find_map(|name| dom.attr(id, name));
        let src = dom.attr(id, "src").filter(|src| !src.is_empty() && (lazy.is_none() || !src.starts_with("data:")));
        let src = src.or(lazy).or_else(|| self.srcset(id).and_then(largest));
        let alt = dom.attr(id, "alt").map(quire_content::title::one_line).filter(|alt| !alt.is_empty());
        let Some(src) = src else {
            self.report.drop("an image without an address", alt.unwrap_or_default());
            return None;
        };
        let Some(source) = self.targets.file(src) else {
            self.report.drop("an image", alt.as_deref().unwrap_or(src).chars().take(80).collect::<String>());
            return None;
        };
        let caption = dom.attr(id, "title").map(quire_content::title::one_line).filter(|title| !title.is_empty());
        Some(InlineImage { source: ContentRef::url(source), dark: None, alt, caption, size: ImageSize::Original })
    }

    /// Returns the addresses of an image in several sizes: its own, or those of the element around it.
    fn srcset(&self, id: Id) -> Option<&str> {
        let dom = self.dom;
        let own = |id: Id| ["srcset", "data-srcset"].iter().find_map(|name| dom.attr(id, name));
        let around = || {
            let picture = dom.parent(id).filter(|parent| dom.name(*parent) == "picture")?;
            dom.elements(picture).filter(|child| dom.name(*child) == "source").find_map(own)
        };
        own(id).or_else(around)
    }

    fn heading(&mut self, id: Id, level: u8, style: &Style, flow: &mut Flow) {
        let own = self.dom.attr(id, "id").map(str::to_owned).or_else(|| self.names.last_met());
        let own = own.or_else(|| {
            let named = |id: &Id| self.dom.attr(*id, "id").or_else(|| self.dom.attr(*id, "name"));
            self.dom.below(id).find_map(|id| named(&id)).map(str::to_owned)
        });
        self.flush(style, flow);
        self.begin_heading(own);
        let inner = Style { heading: true, marks: Marks::NONE, ..style.clone() };
        let nodes = self.line(id, &inner);
        if nodes.is_empty() {
            self.names.cancel_heading();
            return;
        }
        self.place = text_of(&nodes);
        let level = level.saturating_sub(self.top_level).saturating_add(1).clamp(1, 3);
        self.push(Kind::Heading { level, align: None, nodes }, style, flow);
    }

    /// Counts a heading, which takes the names that were met just before it.
    pub(super) fn begin_heading(&mut self, own: Option<String>) {
        self.names.begin_heading(own);
    }

    /// Gives the names that were met to the last heading.
    pub(super) fn settle_names(&mut self) {
        self.names.settle();
    }
}

/// Returns the address of the largest image of a list of sizes.
fn largest(srcset: &str) -> Option<&str> {
    if srcset.trim_start().starts_with("data:") {
        return None;
    }
    let sized = srcset.split(", ").flat_map(|part| part.split(",\n")).filter_map(|part| {
        let mut words = part.trim().trim_end_matches(',').split_whitespace();
        let address = words.next()?;
        let size = words.next().and_then(|size| size.trim_end_matches(['w', 'x']).parse::<f64>().ok());
        Some((size.unwrap_or(1.0), address))
    });
    sized.max_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, address)| address)
}

/// Returns the row of images that a line is, if there is nothing else in it.
pub(crate) fn images(nodes: &[Node]) -> Option<Block> {
    let mut images = Vec::new();
    for node in nodes {
        match node {
            Node::Leaf(leaf) if leaf.text.trim().is_empty() => {}
            Node::Inline(inline) => match &**inline {
                Inline { kind: InlineKind::Image(image), .. } => images.push(figure_of(image)),
                _ => return None,
            },
            Node::Leaf(_) => return None,
        }
    }
    (!images.is_empty()).then(|| Block::new(Kind::Images { align: None, full_width: false, with_frame: false, images }))
}

/// Returns an image of a line as one of a row.
pub(super) fn figure_of(image: &InlineImage) -> Block {
    let caption = image.caption.iter().map(|caption| Node::text(caption.as_str())).collect();
    Block::new(Kind::Image(Box::new(quire_content::document::model::Image {
        source: image.source.clone(),
        dark: image.dark.clone(),
        width: None,
        height: None,
        alt: image.alt.clone(),
        caption,
    })))
}

/// Returns the text of a line.
pub(crate) fn text_of(nodes: &[Node]) -> String {
    let mut text = String::new();
    for node in nodes {
        match node {
            Node::Leaf(Leaf { text: leaf, .. }) => text.push_str(leaf),
            Node::Inline(inline) => match &inline.kind {
                InlineKind::Link { nodes, .. } | InlineKind::Annotation { nodes, .. } => text.push_str(&text_of(nodes)),
                InlineKind::Math { formula } => text.push_str(formula),
                InlineKind::Image(image) => text.push_str(image.alt.as_deref().unwrap_or_default()),
                _ => {}
            },
        }
    }
    text
}

/// Returns true for elements that stand on lines of their own.
pub(super) fn is_block(dom: &Dom, id: Id) -> bool {
    const BLOCKS: [&str; 50] = [
        "address",
        "article",
        "aside",
        "blockquote",
        "body",
        "center",
        "dd",
        "details",
        "dialog",
        "dir",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figcaption",
        "figure",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "hr",
        "li",
        "main",
        "menu",
        "nav",
        "ol",
        "p",
        "pre",
        "section",
        "summary",
        "table",
        "tbody",
        "td",
        "tfoot",
        "th",
        "thead",
        "tr",
        "ul",
        "iframe",
        "video",
        "audio",
        "object",
        "embed",
        "listing",
        "caption",
    ];
    let name = dom.name(id);
    BLOCKS.contains(&name)
        || name.starts_with("ac:") && super::storage::is_block(dom, id)
        || name == "span" && dom.has_any_class(id, &["katex-display", "MathJax_Display"])
}
