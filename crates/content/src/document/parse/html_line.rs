//! HTML inline content: white space is collapsed as in browsers, and removed at the edges.

use super::BlockReader;
use super::line::linked;
use super::markup::{icon, marked, math, span};
use crate::document::html::element::{Element, Html};
use crate::document::html::text::decode;
use crate::document::html::token::Tag;
use crate::document::model::{
    Button, ButtonKind, Color, ContentRef, ImageSize, InlineImage, InlineKind, Leaf, Marks, Node, Tint, Word,
};
use crate::document::{normal, resolve};

/// The treatment of unknown elements.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Unknown {
    /// Their tags are kept verbatim.
    Kept,
    /// They make the enclosing HTML invalid.
    Refused,
}

/// A line under construction.
struct Line {
    nodes: Vec<Node>,
    /// The marks of a pending space, which counts if visible content follows.
    blank: Option<Marks>,
    /// True if nothing visible was read since the beginning or a line break.
    fresh: bool,
    unknown: Unknown,
}

impl Line {
    fn text(&mut self, written: &str, marks: Marks) {
        let mut rest = written;
        while !rest.is_empty() {
            let word = rest.find(|c: char| c.is_ascii_whitespace()).unwrap_or(rest.len());
            if word > 0 {
                self.visible();
                self.push(&decode(&rest[..word]), marks);
            }
            let after = rest[word..].trim_ascii_start();
            if after.len() < rest.len() - word && !self.fresh {
                self.blank = self.blank.or(Some(marks));
            }
            rest = after;
        }
    }

    fn push(&mut self, text: &str, marks: Marks) {
        normal::push_leaf(&mut self.nodes, Leaf { text: text.to_owned(), marks, raw: false });
    }

    /// Writes the pending space before visible content.
    fn visible(&mut self) {
        self.fresh = false;
        if let Some(marks) = self.blank.take() {
            self.push(" ", marks);
        }
    }

    fn node(&mut self, node: Node) {
        self.visible();
        self.nodes.push(node);
    }

    fn raw(&mut self, written: &str, marks: Marks) {
        self.visible();
        super::line::push_raw(&mut self.nodes, written, marks);
    }

    fn line_break(&mut self, marks: Marks) {
        self.blank = None;
        self.push("\n", marks);
        self.fresh = true;
    }
}

impl BlockReader<'_> {
    /// Converts inline content to the nodes of a line; `None` if it is not understood.
    pub(super) fn html_line(&mut self, pieces: &[Html<'_>], unknown: Unknown) -> Option<Vec<Node>> {
        let mut line = Line { nodes: Vec::new(), blank: None, fresh: true, unknown };
        self.html_nodes(pieces, Marks::NONE, false, &mut line)?;
        Some(line.nodes)
    }

    fn html_nodes(&mut self, pieces: &[Html<'_>], marks: Marks, in_link: bool, line: &mut Line) -> Option<()> {
        for piece in pieces {
            match piece {
                Html::Text(text) => line.text(text, marks),
                Html::Element(element) => self.html_element(element, marks, in_link, line)?,
            }
        }
        Some(())
    }

    fn html_element(&mut self, element: &Element<'_>, marks: Marks, in_link: bool, line: &mut Line) -> Option<()> {
        if super::html_block::is_block(element.name()) {
            return None;
        }
        if element.name() == "br" {
            line.line_break(marks);
            return Some(());
        }
        if let Some(marks) = marked(&element.tag, marks) {
            return self.html_nodes(&element.children, marks, in_link, line);
        }
        match self.html_node(element, marks, in_link, line.unknown)? {
            Some(node) => line.node(node),
            None if line.unknown == Unknown::Refused => return None,
            None => {
                line.raw(element.open, marks);
                self.html_nodes(&element.children, marks, in_link, line)?;
                if !element.close.is_empty() {
                    line.raw(element.close, marks);
                }
            }
        }
        Some(())
    }

    /// Converts an element to a node: the inner `None` if it is unknown, the outer `None` if its content is invalid.
    fn html_node(
        &mut self,
        element: &Element<'_>,
        marks: Marks,
        in_link: bool,
        unknown: Unknown,
    ) -> Option<Option<Node>> {
        let tag = &element.tag;
        Some(match element.name() {
            "code" if tag.has_class("expression") => {
                let expression = normal::one_line(&text_of(&element.children)).trim().to_owned();
                Some(Node::inline(InlineKind::Expression { expression }))
            }
            "i" => icon(tag),
            "span" => span(tag).or_else(|| math(tag, only_text(&element.children)?)),
            "img" if !tag.has_class("gitbook-drawing") => {
                self.inline_image(tag, None).map(|image| Node::inline(InlineKind::Image(Box::new(image))))
            }
            "picture" => self.html_picture(element).map(|image| Node::inline(InlineKind::Image(Box::new(image)))),
            "button" => self.button_of(tag, &text_of(&element.children)),
            "a" if in_link => None,
            "a" if tag.attribute("data-footnote-ref").is_some() => {
                let Some(body) = self.note_of(tag) else { return Some(None) };
                let mut nodes = self.html_children(element, marks, unknown)?;
                nodes.retain(|node| matches!(node, Node::Leaf(_)));
                Some(Node::inline(InlineKind::Annotation { nodes, body }))
            }
            "a" if tag.has_class("button") => self.button_of(tag, &text_of(&element.children)),
            "a" => self.html_link(element, marks, unknown)?,
            _ => None,
        })
    }

    fn html_link(&mut self, element: &Element<'_>, marks: Marks, unknown: Unknown) -> Option<Option<Node>> {
        let tag = &element.tag;
        let Some(target) = tag.attribute("href") else { return Some(None) };
        let target = self.target(target);
        if tag.attribute("data-mention").is_some() {
            return Some(Some(Node::inline(InlineKind::Mention { target })));
        }
        if tag.attributes.iter().any(|(name, _)| !matches!(&**name, "href" | "title")) {
            return Some(None);
        }
        let nodes = self.html_children(element, marks, unknown)?;
        Some(Some(linked(target, nodes, tag.attribute("title"))))
    }

    fn html_children(&mut self, element: &Element<'_>, marks: Marks, unknown: Unknown) -> Option<Vec<Node>> {
        // White space at the edges of a link is significant; it is collapsed with its surroundings.
        let mut line = Line { nodes: Vec::new(), blank: None, fresh: false, unknown };
        self.html_nodes(&element.children, marks, true, &mut line)?;
        if line.blank.is_some() {
            line.visible();
        }
        Some(line.nodes)
    }

    /// Resolves a target that is written in an attribute.
    pub(super) fn target(&self, target: &str) -> ContentRef {
        resolve::read(normal::one_line(target).trim(), self.resolve)
    }

    /// Converts `<img>` to an inline image.
    pub(super) fn inline_image(&self, tag: &Tag<'_>, dark: Option<ContentRef>) -> Option<InlineImage> {
        let some = |name| tag.attribute(name).map(normal::one_line).filter(|text| !text.is_empty());
        let size = match tag.attribute("data-size") {
            Some(size) => ImageSize::of(size)?,
            None => ImageSize::Original,
        };
        let known = |name: &str| matches!(name, "src" | "alt" | "title" | "data-size");
        if tag.attributes.iter().any(|(name, _)| !known(name)) {
            return None;
        }
        let source = self.target(tag.attribute("src")?);
        Some(InlineImage { source, dark, alt: some("alt"), caption: some("title"), size })
    }

    /// Returns the dark-mode image of `<source>`.
    pub(super) fn dark(&self, tag: &Tag<'_>) -> Option<ContentRef> {
        let dark = tag.attribute("media").is_some_and(|media| media.contains("dark"));
        tag.attribute("srcset").filter(|_| dark).map(|source| self.target(source))
    }

    fn html_picture(&self, element: &Element<'_>) -> Option<InlineImage> {
        let (dark, image) = self.picture_of(element)?;
        self.inline_image(&image.tag, dark)
    }

    /// Returns the dark-mode image and the `<img>` of `<picture>`.
    pub(super) fn picture_of<'e, 'h>(&self, element: &'e Element<'h>) -> Option<(Option<ContentRef>, &'e Element<'h>)> {
        let children = crate::document::html::element::only_elements(&element.children)?;
        match children.as_slice() {
            [image] if image.name() == "img" => Some((None, image)),
            [source, image] if source.name() == "source" && image.name() == "img" => {
                Some((Some(self.dark(&source.tag)?), image))
            }
            _ => None,
        }
    }

    /// Converts `<a class="button">` or `<button>` to a button.
    pub(super) fn button_of(&self, tag: &Tag<'_>, label: &str) -> Option<Node> {
        if !tag.has_class("button") {
            return None;
        }
        let kind = if tag.has_class("secondary") { ButtonKind::Secondary } else { ButtonKind::Primary };
        let some = |name| tag.attribute(name).map(normal::one_line).filter(|text| !text.is_empty());
        let button = Button {
            label: normal::one_line(label).trim().to_owned(),
            kind,
            icon: some("data-icon"),
            target: tag.attribute("href").map(|target| self.target(target)),
            action: some("data-action"),
            query: some("data-query"),
        };
        let leads = button.target.is_some() || button.action.is_some();
        leads.then(|| Node::inline(InlineKind::Button(Box::new(button))))
    }
}

/// Parses the colours of `<mark style="…">`.
pub(super) fn color(tag: &Tag<'_>) -> Option<Color> {
    let mut color = Color { text: Tint::Default, background: Tint::Default };
    for declaration in tag.attribute("style")?.split(';').filter(|it| !it.trim().is_empty()) {
        let (property, value) = declaration.split_once(':')?;
        let tint = Tint::of(value.trim())?;
        match property.trim() {
            "color" => color.text = tint,
            "background-color" => color.background = tint,
            _ => return None,
        }
    }
    let plain = color.text == Tint::Default && color.background == Tint::Default;
    (!plain && tag.attributes.len() == 1).then_some(color)
}

/// Returns the text of nodes, without tags, with white space collapsed and trimmed.
pub(super) fn text_of(pieces: &[Html<'_>]) -> String {
    let mut line = Line { nodes: Vec::new(), blank: None, fresh: true, unknown: Unknown::Kept };
    gather(pieces, &mut line);
    line.nodes.into_iter().filter_map(|node| if let Node::Leaf(leaf) = node { Some(leaf.text) } else { None }).collect()
}

fn gather(pieces: &[Html<'_>], line: &mut Line) {
    for piece in pieces {
        match piece {
            Html::Text(text) => line.text(text, Marks::NONE),
            Html::Element(element) => gather(&element.children, line),
        }
    }
}

/// Returns the text of nodes, as written, if there is nothing else.
pub(super) fn only_text<'a>(pieces: &[Html<'a>]) -> Option<&'a str> {
    match pieces {
        [] => Some(""),
        [Html::Text(text)] => Some(text),
        _ => None,
    }
}
