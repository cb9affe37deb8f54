//! HTML blocks: figures, aligned text, lists and the other blocks that cells may contain.

use std::ops::Range;

use quire_markdown::tree::Details;

use super::BlockReader;
use super::html_line::Unknown;
use crate::document::anchors::is_anchor;
use crate::document::html::element::{Element, Html, only_elements, parse};
use crate::document::html::token::{Tag, Token, first};
use crate::document::model::{
    Align, Anchor, Block, Image, InlineImage, InlineKind, Kind, Length, ListStyle, Node, Side, Word,
};
use crate::document::normal;

/// Returns true if an element is a block, not inline.
pub(super) fn is_block(name: &str) -> bool {
    matches!(
        name,
        "p" | "h1"
            | "h2"
            | "h3"
            | "h4"
            | "h5"
            | "h6"
            | "ul"
            | "ol"
            | "li"
            | "blockquote"
            | "hr"
            | "pre"
            | "figure"
            | "div"
            | "table"
            | "details"
            | "summary"
            | "section"
            | "thead"
            | "tbody"
            | "tr"
            | "td"
            | "th"
            | "iframe"
            | "script"
            | "style"
            | "video"
            | "center"
            | "dl"
            | "form"
    )
}

impl<'s> BlockReader<'s> {
    /// Converts HTML to blocks, or to one raw block if it is not understood.
    pub(super) fn html(&mut self, html: &str, span: &Range<usize>, out: &mut Vec<Block>) {
        match self.html_blocks(html) {
            Some(blocks) => out.extend(blocks),
            None => {
                if !html.trim_start().starts_with("<!--") {
                    self.warn(span, "this HTML is not understood and kept as it is");
                }
                out.push(self.raw(html));
            }
        }
    }

    /// Converts HTML to blocks; `None` if it is not understood, or has none.
    pub(super) fn html_blocks(&mut self, html: &str) -> Option<Vec<Block>> {
        if html.contains("<!--") && html.trim_ascii() != "<!---->" {
            return None;
        }
        let pieces = parse(html)?;
        let mut blocks = Vec::new();
        self.flow(&pieces, Unknown::Refused, &mut blocks)?;
        (!blocks.is_empty() || html.trim_ascii() == "<!---->").then_some(blocks)
    }

    /// Converts nodes to blocks; runs of inline content become paragraphs.
    pub(super) fn flow(&mut self, pieces: &[Html<'_>], unknown: Unknown, out: &mut Vec<Block>) -> Option<()> {
        if !self.makes(pieces.len()) {
            return None;
        }
        let mut start = 0;
        for (at, piece) in pieces.iter().enumerate() {
            let Html::Element(element) = piece else { continue };
            if is_block(element.name()) || element.tag.has_class("gitbook-drawing") {
                self.run(&pieces[start..at], unknown, out)?;
                self.html_block(element, unknown, out)?;
                start = at + 1;
            }
        }
        self.run(&pieces[start..], unknown, out)
    }

    /// Converts inline content to a paragraph, or to a row of images if it is a single image.
    fn run(&mut self, pieces: &[Html<'_>], unknown: Unknown, out: &mut Vec<Block>) -> Option<()> {
        if let Some([element]) = only_elements(pieces).as_deref()
            && element.tag.attribute("data-size").is_none()
            && matches!(element.name(), "img" | "picture")
        {
            let sized = only_elements(&element.children)?.iter().any(|it| it.tag.attribute("data-size").is_some());
            if !sized {
                out.push(super::block::images(vec![self.html_image(element)?]));
                return Some(());
            }
        }
        let nodes = self.html_line(pieces, unknown)?;
        if !nodes.is_empty() {
            out.push(Block::paragraph(nodes));
        }
        Some(())
    }

    fn html_block(&mut self, element: &Element<'_>, unknown: Unknown, out: &mut Vec<Block>) -> Option<()> {
        let block = match element.name() {
            "p" => {
                only(&element.tag, &["align"])?;
                let nodes = self.html_line(&element.children, unknown)?;
                if nodes.is_empty() {
                    return Some(());
                }
                Block::new(Kind::Paragraph { align: align(&element.tag)?, nodes })
            }
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => self.html_heading(element, unknown)?,
            "ul" | "ol" => match self.html_list(element, unknown)? {
                Some(list) => list,
                None => return Some(()),
            },
            "blockquote" => {
                only(&element.tag, &[])?;
                let mut nodes = Vec::new();
                self.flow(&element.children, unknown, &mut nodes)?;
                Block::new(Kind::Quote { nodes })
            }
            "hr" => Block::new(Kind::Divider),
            "pre" => Block::new(Kind::Code(Box::new(self.pre(element)?))),
            "figure" => self.figure(element)?,
            "div" => {
                let mut blocks = Vec::new();
                self.flow(&element.children, Unknown::Refused, &mut blocks)?;
                wrap(&element.tag, blocks)?
            }
            "img" => self.drawing(element, Vec::new()),
            "table" if unknown == Unknown::Refused => self.html_table(element)?,
            _ => return None,
        };
        out.push(block);
        Some(())
    }

    fn html_heading(&mut self, element: &Element<'_>, unknown: Unknown) -> Option<Block> {
        only(&element.tag, &["align", "id"])?;
        let level = element.name().as_bytes()[1] - b'0';
        let mut nodes = self.html_line(&element.children, unknown)?;
        normal::trim_end(&mut nodes);
        let level = level.saturating_sub(1).clamp(1, 3);
        let mut block = Block::new(Kind::Heading { level, align: align(&element.tag)?, nodes });
        if let Some(id) = element.tag.attribute("id").filter(|id| is_anchor(id)) {
            block.anchor = Anchor::Given(id.into());
        }
        Some(block)
    }

    fn html_list(&mut self, element: &Element<'_>, unknown: Unknown) -> Option<Option<Block>> {
        only(&element.tag, &["start", "class"])?;
        let items = only_elements(&element.children)?;
        let is_task = |item: &&Element<'_>| matches!(check_box(item), Some((_, _)));
        let style = match element.name() {
            "ol" => {
                let start = element.tag.attribute("start").map(str::parse::<u32>).transpose().ok()?;
                ListStyle::Ordered { start: start.filter(|start| *start != 1 && *start <= 999_999_999) }
            }
            _ if items.iter().any(is_task) => ListStyle::Tasks,
            _ => ListStyle::Unordered,
        };
        let mut blocks = Vec::new();
        for item in items {
            if item.name() != "li" || !item.tag.attributes.is_empty() {
                return None;
            }
            let (checked, children) = match check_box(item) {
                Some((checked, children)) if style == ListStyle::Tasks => (Some(checked), children),
                _ => ((style == ListStyle::Tasks).then_some(false), item.children.as_slice()),
            };
            let mut nodes = Vec::new();
            self.flow(children, unknown, &mut nodes)?;
            blocks.push(Block::new(Kind::ListItem { checked, nodes }));
        }
        Some((!blocks.is_empty()).then(|| Block::new(Kind::List { style, items: blocks })))
    }

    fn figure(&mut self, element: &Element<'_>) -> Option<Block> {
        only(&element.tag, &[])?;
        let children = only_elements(&element.children)?;
        let (image, caption) = match children.as_slice() {
            [image] => (image, None),
            [image, caption] if caption.name() == "figcaption" => (image, Some(caption)),
            _ => return None,
        };
        let caption = caption.map_or(Some(Vec::new()), |caption| self.caption(&caption.children))?;
        if image.tag.has_class("gitbook-drawing") {
            return Some(self.drawing(image, caption));
        }
        let image = Image { caption, ..self.html_image(image)? };
        Some(super::block::images(vec![image]))
    }

    fn caption(&mut self, pieces: &[Html<'_>]) -> Option<Vec<Node>> {
        let mut blocks = Vec::new();
        self.flow(pieces, Unknown::Kept, &mut blocks)?;
        joined(blocks)
    }

    fn html_image(&self, element: &Element<'_>) -> Option<Image> {
        let (dark, element) = match element.name() {
            "picture" => self.picture_of(element)?,
            "img" => (None, element),
            _ => return None,
        };
        let tag = &element.tag;
        only(tag, &["src", "alt", "width", "height", "title"])?;
        let length = |name| match tag.attribute(name) {
            Some(text) => Length::parse(text.strip_suffix("px").unwrap_or(text)).map(Some),
            None => Some(None),
        };
        let caption = tag.attribute("title").map(normal::words).filter(|title| !title.is_empty());
        Some(Image {
            source: self.target(tag.attribute("src")?),
            dark,
            width: length("width")?,
            height: length("height")?,
            alt: tag.attribute("alt").map(normal::one_line).filter(|alt| !alt.is_empty()),
            caption: caption.map(Node::text).into_iter().collect(),
        })
    }

    fn drawing(&self, element: &Element<'_>, caption: Vec<Node>) -> Block {
        let source = element.tag.attribute("src").map(|source| self.target(source));
        let alt = element.tag.attribute("alt").map(normal::one_line).filter(|alt| !alt.is_empty());
        Block::new(Kind::Drawing { source, alt, caption })
    }

    /// Converts `<details>` with its summary and body.
    pub(super) fn details(&mut self, details: &Details<'s>, span: &Range<usize>) -> Block {
        let tag = match first(details.open) {
            Some((Token::Open(tag), _)) if only(&tag, &["open", "id"]).is_some() => tag,
            _ => return self.raw(&self.written(span)),
        };
        let title = details.summary.as_ref().map_or(Some(Vec::new()), |summary| self.summary(&summary.html));
        let Some(title) = title else {
            self.warn(span, "the summary of these details is not understood");
            return self.raw(&self.written(span));
        };
        let body = self.blocks(&details.blocks);
        let open = tag.attribute("open").is_some();
        let mut block = Block::new(Kind::Expandable { title, body, open });
        if let Some(id) = tag.attribute("id").filter(|id| is_anchor(id)) {
            block.anchor = Anchor::Given(id.into());
        }
        block
    }

    fn summary(&mut self, html: &str) -> Option<Vec<Node>> {
        let pieces = parse(html)?;
        match only_elements(&pieces)?.as_slice() {
            [summary] => self.caption(&summary.children),
            _ => None,
        }
    }
}

/// Joins the content of paragraphs into one line, separated by line breaks.
pub(super) fn joined(blocks: Vec<Block>) -> Option<Vec<Node>> {
    let mut nodes = Vec::new();
    for block in blocks {
        let more = match block.kind {
            Kind::Paragraph { nodes, .. } | Kind::Heading { nodes, .. } => nodes,
            Kind::Images { images, .. } => images.into_iter().filter_map(in_line).collect(),
            _ => return None,
        };
        if !nodes.is_empty() {
            nodes.push(Node::text("\n"));
        }
        nodes.extend(more);
    }
    let mut out = Vec::with_capacity(nodes.len());
    for node in nodes {
        match node {
            Node::Leaf(leaf) => normal::push_leaf(&mut out, leaf),
            node => out.push(node),
        }
    }
    Some(out)
}

/// Converts an image block to an inline image without caption.
fn in_line(block: Block) -> Option<Node> {
    let Kind::Image(image) = block.kind else { return None };
    let size = crate::document::model::ImageSize::Original;
    let image = InlineImage { source: image.source, dark: image.dark, alt: image.alt, caption: None, size };
    Some(Node::inline(InlineKind::Image(Box::new(image))))
}

/// Joins images into one row, with the options of the enclosing element; `None` if there is another block.
pub(super) fn wrap(tag: &Tag<'_>, blocks: Vec<Block>) -> Option<Block> {
    only(tag, &["align", "data-full-width", "data-with-frame"])?;
    let mut images = Vec::new();
    for block in blocks {
        match block.kind {
            Kind::Images { align: None, full_width: false, with_frame: false, images: more } => images.extend(more),
            _ => return None,
        }
    }
    let align = match tag.attribute("align") {
        Some(word) => Some(Side::of(word)?),
        None => None,
    };
    let (full_width, with_frame) = (tag.flag("data-full-width"), tag.flag("data-with-frame"));
    (!images.is_empty()).then(|| Block::new(Kind::Images { align, full_width, with_frame, images }))
}

/// Returns `Some` if there are no attributes except these.
pub(super) fn only(tag: &Tag<'_>, names: &[&str]) -> Option<()> {
    tag.attributes.iter().all(|(name, _)| names.contains(&&**name)).then_some(())
}

fn align(tag: &Tag<'_>) -> Option<Option<Align>> {
    match tag.attribute("align") {
        None => Some(None),
        Some("left" | "start") => Some(Some(Align::Start)),
        Some("center") => Some(Some(Align::Center)),
        Some("right" | "end") => Some(Some(Align::End)),
        Some(_) => None,
    }
}

/// Splits an item into the state of the check box that it begins with, and the nodes after it.
fn check_box<'e, 'h>(item: &'e Element<'h>) -> Option<(bool, &'e [Html<'h>])> {
    match item.children.as_slice() {
        [Html::Element(input), rest @ ..]
            if input.name() == "input" && input.tag.attribute("type") == Some("checkbox") =>
        {
            Some((input.tag.attribute("checked").is_some(), rest))
        }
        _ => None,
    }
}
