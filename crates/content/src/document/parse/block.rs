//! Blocks of Markdown: paragraphs, headings, quotes, code, formulas.

use quire_markdown::tree::{Block as Syntax, BlockKind, Code as Fence, Inline, InlineKind as Kinds};

use super::{BlockReader, Prefix, is_comment};
use crate::document::anchors::is_anchor;
use crate::document::html::token::{Token, first};
use crate::document::model::{Anchor, Block, Code, Image, Kind, Lines, Node};
use crate::document::{normal, resolve};

impl<'s> BlockReader<'s> {
    /// Converts the first of these blocks and those that belong to it; returns their number.
    pub(super) fn next(&mut self, syntax: &[Syntax<'s>], out: &mut Vec<Block>) -> usize {
        if let [Syntax { kind: BlockKind::Html(open), .. }, inner, Syntax { kind: BlockKind::Html(close), .. }, ..] =
            syntax
            && let Some(images) = self.wrapped_images(open, inner, close)
        {
            out.push(images);
            return 3;
        }
        if let Some(block) = syntax.first() {
            self.block(block, out);
        }
        1
    }

    fn block(&mut self, syntax: &Syntax<'s>, out: &mut Vec<Block>) {
        match &syntax.kind {
            BlockKind::Paragraph(content) => out.extend(self.paragraph(content)),
            BlockKind::Heading { level, content } => out.push(self.heading(*level, content)),
            BlockKind::ThematicBreak => out.push(Block::new(Kind::Divider)),
            BlockKind::Code(code) => out.push(Block::new(Kind::Code(Box::new(fenced(code))))),
            BlockKind::Html(html) => self.html(html, &syntax.span, out),
            BlockKind::Quote(blocks) => {
                let nodes = self.blocks_within(Prefix::Quote, blocks);
                out.push(Block::new(Kind::Quote { nodes }));
            }
            BlockKind::List(list) => self.list(list, out),
            BlockKind::Table(table) => out.push(self.pipe_table(table, &syntax.span)),
            BlockKind::Footnote(_) | BlockKind::Definition(_) => {}
            BlockKind::Math(formula) => {
                out.push(Block::new(Kind::Math { formula: normal::clean(formula).trim().to_owned() }));
            }
            BlockKind::Tag(tag) => self.tag(tag, &syntax.span, out),
            BlockKind::EndTag(_) => out.push(self.raw(&self.written(&syntax.span))),
            BlockKind::Details(details) => {
                let block = self.details(details, &syntax.span);
                out.push(block);
            }
        }
    }

    /// Creates a block that keeps source verbatim.
    pub(super) fn raw(&self, source: &str) -> Block {
        Block::new(Kind::Raw { source: normal::raw(source) })
    }

    fn paragraph(&mut self, content: &[Inline<'s>]) -> Option<Block> {
        if let [Inline { kind: Kinds::Image(image), .. }] = content {
            let caption = self.tree.title(image).filter(|title| !title.is_empty());
            let mut alt = String::new();
            super::line::plain(&image.content, &mut alt);
            let image = Image {
                source: resolve::read(self.tree.destination(image), self.resolve),
                dark: None,
                width: None,
                height: None,
                alt: Some(normal::one_line(&alt)).filter(|alt| !alt.is_empty()),
                caption: caption.map(|title| Node::text(normal::clean(title))).into_iter().collect(),
            };
            return Some(images(vec![image]));
        }
        let nodes = self.line(content);
        (!nodes.is_empty()).then(|| Block::paragraph(nodes))
    }

    fn heading(&mut self, level: u8, content: &[Inline<'s>]) -> Block {
        let (content, id) = without_id(content);
        let mut nodes = self.line(content);
        normal::trim_end(&mut nodes);
        let level = level.saturating_sub(1).clamp(1, 3);
        let mut block = Block::new(Kind::Heading { level, align: None, nodes });
        block.anchor = id.map_or(Anchor::Absent, |id| Anchor::Given(id.into()));
        block
    }

    /// Converts `<div …>`, an image, `</div>` to a row of images.
    fn wrapped_images(&mut self, open: &str, inner: &Syntax<'s>, close: &str) -> Option<Block> {
        if close.trim_ascii() != "</div>" {
            return None;
        }
        let open = open.trim_ascii();
        let (Token::Open(tag), length) = first(open)? else { return None };
        if tag.name != "div" || length != open.len() {
            return None;
        }
        let mut blocks = Vec::new();
        match &inner.kind {
            BlockKind::Html(html) if !is_comment(html) => {
                blocks = self.html_blocks(html)?;
            }
            BlockKind::Paragraph(content) => blocks.extend(self.paragraph(content)),
            _ => return None,
        }
        super::html_block::wrap(&tag, blocks)
    }
}

/// Creates a row of images without options.
pub(super) fn images(images: Vec<Image>) -> Block {
    let images = images.into_iter().map(|image| Block::new(Kind::Image(Box::new(image)))).collect();
    Block::new(Kind::Images { align: None, full_width: false, with_frame: false, images })
}

fn fenced(code: &Fence<'_>) -> Code {
    let (syntax, info) = info(&code.info);
    let literal = code.literal.strip_suffix('\n').unwrap_or(&code.literal);
    let lines = if literal.contains(['\r', '\0']) { normal::clean(literal) } else { literal.to_owned() };
    Code {
        syntax,
        info,
        title: None,
        overflow: None,
        line_numbers: None,
        full_width: false,
        lines: Lines::Plain(lines),
    }
}

/// Splits an info string into the language and the rest.
fn info(info: &str) -> (Option<String>, Option<String>) {
    let info = normal::words(info);
    let (syntax, info) = info.split_once(' ').unwrap_or((&info, ""));
    let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    (some(syntax), some(info))
}

/// Splits a heading's content into the part before `<a id="…"></a>` at its end, and that anchor.
fn without_id<'t, 's>(content: &'t [Inline<'s>]) -> (&'t [Inline<'s>], Option<String>) {
    let blank = |inline: &Inline<'_>| matches!(&inline.kind, Kinds::Text(text) if text.trim().is_empty());
    let end = content.iter().rposition(|inline| !blank(inline)).map_or(0, |at| at + 1);
    let [before @ .., Inline { kind: Kinds::Html(open), .. }, Inline { kind: Kinds::Html(close), .. }] =
        &content[..end]
    else {
        return (content, None);
    };
    match (first(open), &**close) {
        (Some((Token::Open(tag), _)), "</a>") if tag.name == "a" && tag.attribute("class").is_none() => {
            let id = tag.attribute("id").or_else(|| tag.attribute("name")).filter(|id| is_anchor(id));
            let own = tag.attribute("href").is_none_or(|href| href.strip_prefix('#') == id);
            match id.filter(|_| own) {
                Some(id) => (before, Some(id.to_owned())),
                None => (content, None),
            }
        }
        _ => (content, None),
    }
}
