//! Blocks printed as HTML: those in cells, and those that Markdown has no form for (figures, aligned text).

use super::Printer;
use super::tag::Tag;
use crate::document::model::{Align, Block, ContentRef, Image, Kind, ListStyle, Node, Side, Word};
use crate::document::resolve;

impl Printer<'_> {
    /// Prints the blocks of a cell or an item.
    pub(super) fn html_blocks(&mut self, blocks: &[Block]) -> String {
        let mut out = String::new();
        for (at, block) in blocks.iter().enumerate() {
            let paragraph_follows = matches!(blocks.get(at + 1).map(|next| &next.kind), Some(Kind::Paragraph { .. }));
            match &block.kind {
                Kind::Paragraph { align: None, nodes } if at == 0 && !paragraph_follows => {
                    out.push_str(&self.html_line(nodes));
                }
                _ => out.push_str(&self.html_block(block)),
            }
        }
        out
    }

    fn html_block(&mut self, block: &Block) -> String {
        match &block.kind {
            Kind::Paragraph { align, nodes } => self.aligned("p", *align, None, nodes),
            Kind::Heading { level, align, nodes } => self.html_heading(*level, *align, block.anchor.given(), nodes),
            Kind::List { style, items } => self.html_list(*style, items),
            Kind::ListItem { checked, nodes } => {
                let check = checked.map(|on| Tag::html("input").with("type", "checkbox").bare("checked", on).done());
                format!("<li>{}{}</li>", check.unwrap_or_default(), self.html_blocks(nodes))
            }
            Kind::Divider => "<hr>".to_owned(),
            Kind::Quote { nodes } => format!("<blockquote>{}</blockquote>", self.html_blocks(nodes)),
            Kind::Code(code) => self.pre(code).replace('\n', "&#xA;"),
            Kind::Images { align, full_width, with_frame, images } => {
                self.images(*align, *full_width, *with_frame, images, false)
            }
            _ => String::new(),
        }
    }

    fn html_list(&mut self, style: ListStyle, items: &[Block]) -> String {
        let (name, tag) = match style {
            ListStyle::Unordered => ("ul", Tag::html("ul")),
            ListStyle::Tasks => ("ul", Tag::html("ul").with("class", "contains-task-list")),
            ListStyle::Ordered { start } => ("ol", Tag::html("ol").some("start", start.map(|start| start.to_string()))),
        };
        let mut out = tag.done();
        for item in items {
            out.push_str(&self.html_block(item));
        }
        out + &format!("</{name}>")
    }

    /// Prints a heading as `<h2>` to `<h4>`.
    pub(super) fn html_heading(&mut self, level: u8, align: Option<Align>, id: Option<&str>, nodes: &[Node]) -> String {
        self.aligned(&format!("h{}", level + 1), align, id, nodes)
    }

    /// Prints a line within a tag, with its alignment and anchor.
    pub(super) fn aligned(&mut self, name: &str, align: Option<Align>, id: Option<&str>, nodes: &[Node]) -> String {
        let side = align.map(|align| match align {
            Align::Start => "left",
            Align::Center => "center",
            Align::End => "right",
        });
        let tag = Tag::html(name).some("align", side).some("id", id).done();
        format!("{tag}{}</{name}>", self.html_line(nodes))
    }

    /// Prints a row of images. With `blank_lines`, a wrapped single figure is surrounded by blank lines.
    pub(super) fn images(
        &mut self,
        align: Option<Side>,
        full_width: bool,
        with_frame: bool,
        images: &[Block],
        blank_lines: bool,
    ) -> String {
        let figures: Vec<String> = images.iter().map(|image| self.figure(image)).collect();
        let wrapped = align.is_some() || full_width || with_frame;
        let tag = Tag::html("div")
            .some("align", align.map(Word::word))
            .flag("data-full-width", full_width)
            .flag("data-with-frame", with_frame)
            .done();
        match figures.as_slice() {
            [figure] if !wrapped => figure.clone(),
            [figure] if blank_lines => format!("{tag}\n\n{figure}\n\n</div>"),
            _ => format!("{tag}{}</div>", figures.join(" ")),
        }
    }

    fn figure(&mut self, block: &Block) -> String {
        let Kind::Image(image) = &block.kind else { return String::new() };
        let caption =
            if image.caption.is_empty() { String::new() } else { self.aligned("p", None, None, &image.caption) };
        let html = self.picture(image.dark.as_ref(), self.image(image));
        format!("<figure>{html}<figcaption>{caption}</figcaption></figure>")
    }

    fn image(&self, image: &Image) -> String {
        Tag::html("img")
            .with("src", &resolve::write(&image.source, self.resolve))
            .with("alt", image.alt.as_deref().unwrap_or_default())
            .some("width", image.width.as_ref().map(ToString::to_string))
            .some("height", image.height.as_ref().map(ToString::to_string))
            .done()
    }

    /// Prints a drawing, in a figure if it has a caption.
    pub(super) fn drawing(&mut self, source: Option<&ContentRef>, alt: Option<&str>, caption: &[Node]) -> String {
        let tag = Tag::html("img").some("src", source.map(|source| resolve::write(source, self.resolve)));
        let image = tag.with("alt", alt.unwrap_or_default()).with("class", "gitbook-drawing").done();
        if caption.is_empty() {
            return image;
        }
        let caption = self.aligned("p", None, None, caption);
        format!("<figure>{image}<figcaption>{caption}</figcaption></figure>")
    }
}
