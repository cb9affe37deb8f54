//! HTML in Markdown inline content: tags matched with their end tags among the same inlines.

use quire_markdown::tree::{Inline, InlineKind as Kinds};
use serde_json::{Map, Value};

use super::BlockReader;
use super::line::{Scope, linked, plain, push, push_raw};
use crate::document::html::text::decode;
use crate::document::html::token::{Tag, Token, first};
use crate::document::model::{Inline as Placed, InlineImage, InlineKind, Key, Mark, Marks, More, Node};
use crate::document::{emoji, normal, resolve};

/// The maximum nesting depth of HTML in a line.
const MOST_DEPTH: usize = 24;

impl<'s> BlockReader<'s> {
    /// Converts a tag, or an element with its content; returns the index of the next inline.
    pub(super) fn html_inline(
        &mut self,
        content: &[Inline<'s>],
        html: &str,
        at: usize,
        pairs: &[usize],
        scope: Scope,
        out: &mut Vec<Node>,
    ) -> usize {
        let end = pairs[at];
        match first(html) {
            Some((Token::Open(tag), _)) if end > at && scope.depth < MOST_DEPTH => {
                let scope = Scope { depth: scope.depth + 1, ..scope };
                if !self.element(&tag, content, at..end, scope, out) {
                    push_raw(out, html, scope.marks);
                    self.inlines(&content[at + 1..end], scope, out);
                    if let Kinds::Html(close) = &content[end].kind {
                        push_raw(out, close, scope.marks);
                    }
                }
                return end + 1;
            }
            Some((Token::Open(tag), _)) if tag.name == "br" => push(out, "\n", scope.marks),
            Some((Token::Open(tag), _)) if tag.name == "img" && !tag.has_class("gitbook-drawing") => {
                match self.inline_image(&tag, None) {
                    Some(image) => out.push(Node::inline(InlineKind::Image(Box::new(image)))),
                    None => push_raw(out, html, scope.marks),
                }
            }
            _ if html == "<!---->" => {}
            _ => push_raw(out, html, scope.marks),
        }
        at + 1
    }

    /// Converts the content between a tag and its end tag; returns false if it is not understood.
    fn element(
        &mut self,
        tag: &Tag<'_>,
        content: &[Inline<'s>],
        range: std::ops::Range<usize>,
        scope: Scope,
        out: &mut Vec<Node>,
    ) -> bool {
        let inner = &content[range.start + 1..range.end];
        if let Some(marks) = marked(tag, scope.marks) {
            self.inlines(inner, Scope { marks, ..scope }, out);
            return true;
        }
        let written = || &self.source[content[range.start].span.end..content[range.end].span.start];
        let node = match &*tag.name {
            "code" if tag.has_class("expression") => {
                let expression = normal::one_line(&decode(written())).trim().to_owned();
                Some(Node::inline(InlineKind::Expression { expression }))
            }
            "i" => icon(tag),
            "span" => span(tag).or_else(|| math(tag, written())),
            "picture" => self.picture(inner),
            "button" => self.button(tag, inner),
            "a" if scope.in_link => None,
            "a" => self.anchor(tag, inner, scope),
            _ => None,
        };
        let understood = node.is_some();
        out.extend(node);
        understood
    }

    fn anchor(&mut self, tag: &Tag<'_>, inner: &[Inline<'s>], scope: Scope) -> Option<Node> {
        if tag.attribute("data-footnote-ref").is_some() {
            let body = self.note_of(tag)?;
            let mut nodes = Vec::new();
            self.inlines(inner, Scope { in_link: true, ..scope }, &mut nodes);
            nodes.retain(|node| matches!(node, Node::Leaf(_)));
            return Some(Node::inline(InlineKind::Annotation { nodes, body }));
        }
        if tag.has_class("button") {
            return self.button(tag, inner);
        }
        let target = resolve::read(normal::one_line(tag.attribute("href")?).trim(), self.resolve);
        if tag.attribute("data-mention").is_some() {
            return Some(Node::inline(InlineKind::Mention { target }));
        }
        if tag.attributes.iter().any(|(name, _)| !matches!(&**name, "href" | "title")) {
            return None;
        }
        let mut nodes = Vec::new();
        self.inlines(inner, Scope { in_link: true, ..scope }, &mut nodes);
        Some(linked(target, nodes, tag.attribute("title")))
    }

    fn button(&mut self, tag: &Tag<'_>, inner: &[Inline<'s>]) -> Option<Node> {
        let mut label = String::new();
        plain(inner, &mut label);
        self.button_of(tag, &label)
    }

    fn picture(&mut self, inner: &[Inline<'s>]) -> Option<Node> {
        let mut dark = None;
        let mut image = None;
        for inline in inner {
            match &inline.kind {
                Kinds::Html(html) => match first(html) {
                    Some((Token::Open(tag), _)) if tag.name == "source" => dark = self.dark(&tag),
                    Some((Token::Open(tag), _)) if tag.name == "img" => image = Some(self.inline_image(&tag, None)?),
                    _ => return None,
                },
                Kinds::SoftBreak => {}
                Kinds::Text(text) if text.trim().is_empty() => {}
                _ => return None,
            }
        }
        let image = image.map(|image| InlineImage { dark, ..image })?;
        Some(Node::inline(InlineKind::Image(Box::new(image))))
    }
}

/// Returns, for every inline, the index of its end tag among the same inlines; else its own index.
pub(super) fn pairs(content: &[Inline<'_>]) -> Vec<usize> {
    let mut pairs: Vec<usize> = (0..content.len()).collect();
    let mut open: Vec<(usize, String)> = Vec::new();
    for (at, inline) in content.iter().enumerate() {
        let Kinds::Html(html) = &inline.kind else { continue };
        match first(html) {
            Some((Token::Open(tag), _)) if !tag.closed => open.push((at, tag.name.into_owned())),
            Some((Token::Close(name), _)) => {
                let recent = open.len().saturating_sub(MOST_DEPTH);
                if let Some(found) = open[recent..].iter().rposition(|(_, known)| *known == name) {
                    pairs[open[recent + found].0] = at;
                    open.truncate(recent + found);
                }
            }
            _ => {}
        }
    }
    pairs
}

/// Returns the marks including that of an element, if the element is a mark.
pub(super) fn marked(tag: &Tag<'_>, marks: Marks) -> Option<Marks> {
    let mark = match &*tag.name {
        "mark" => return Some(Marks { color: Some(super::html_line::color(tag)?), ..marks }),
        _ if !tag.attributes.is_empty() => return None,
        "strong" | "b" => Mark::Bold,
        "em" | "i" => Mark::Italic,
        "del" | "s" | "strike" => Mark::Strikethrough,
        "code" => Mark::Code,
        "kbd" => Mark::Keyboard,
        "sup" => Mark::Superscript,
        "sub" => Mark::Subscript,
        _ => return None,
    };
    Some(marks.with(mark))
}

/// Converts `<i class="fa-name">` to an icon.
pub(super) fn icon(tag: &Tag<'_>) -> Option<Node> {
    let classes = tag.attribute("class")?;
    let icon = classes.split_ascii_whitespace().find_map(|class| class.strip_prefix("fa-"))?;
    let known = classes.split_ascii_whitespace().count() == 1
        && tag.attributes.iter().all(|(name, _)| matches!(&**name, "class" | "style"));
    if !known || !crate::document::json::is_icon(icon) {
        return None;
    }
    let mut more = Map::new();
    if let Some(style) = tag.attribute("style") {
        more.insert("style".to_owned(), Value::String(normal::one_line(style)));
    }
    let kind = InlineKind::Icon { icon: icon.to_owned() };
    Some(Node::Inline(Box::new(Placed { key: Key::default(), kind, more: More::new(more) })))
}

/// Converts `<span data-tag="emoji" data-code="…">` to an emoji.
pub(super) fn span(tag: &Tag<'_>) -> Option<Node> {
    let code = tag.attribute("data-code").filter(|_| tag.attribute("data-tag") == Some("emoji"))?;
    emoji::text(code)?;
    Some(Node::inline(InlineKind::Emoji { code: code.to_owned() }))
}

/// Converts `<span class="math">formula</span>` to an inline formula.
pub(super) fn math(tag: &Tag<'_>, written: &str) -> Option<Node> {
    let formula = normal::one_line(&decode(written)).trim().to_owned();
    (tag.has_class("math") && is_formula(&formula)).then(|| Node::inline(InlineKind::Math { formula }))
}

/// Returns true if a text is a valid inline formula between `$$` and `$$`.
pub(super) fn is_formula(text: &str) -> bool {
    !text.is_empty() && !text.contains("$$") && !text.ends_with('$') && !text.starts_with('$')
}
