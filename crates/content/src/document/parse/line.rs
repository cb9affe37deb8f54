//! Markdown inline content: text with marks, links, and inline HTML.

use quire_markdown::tree::{Inline, InlineKind as Kinds, Link};
use serde_json::{Map, Value};

use super::BlockReader;
use super::markup::{is_formula, pairs};
use crate::document::html::token::Tag;
use crate::document::model::{
    Block, ContentRef, ImageSize, Inline as Placed, InlineImage, InlineKind, Key, Leaf, Mark, Marks, More, Node,
};
use crate::document::{emoji, normal, resolve};

/// The number of bytes of an address and a title that count as one node.
const BYTES_OF_A_NODE: usize = 256;

/// The context of inlines.
#[derive(Clone, Copy)]
pub(super) struct Scope {
    pub(super) marks: Marks,
    pub(super) in_link: bool,
    /// The nesting depth in HTML.
    pub(super) depth: usize,
}

impl<'s> BlockReader<'s> {
    /// Converts inline content to the nodes of a line.
    pub(super) fn line(&mut self, content: &[Inline<'s>]) -> Vec<Node> {
        let mut nodes = Vec::new();
        self.inlines(content, Scope { marks: Marks::NONE, in_link: false, depth: 0 }, &mut nodes);
        nodes
    }

    pub(super) fn inlines(&mut self, content: &[Inline<'s>], scope: Scope, out: &mut Vec<Node>) {
        if !self.makes(content.len()) {
            return;
        }
        let has_html = content.iter().any(|inline| matches!(inline.kind, Kinds::Html(_)));
        let pairs = if has_html { pairs(content) } else { Vec::new() };
        let mut at = 0;
        while at < content.len() {
            match &content[at].kind {
                Kinds::Html(html) => at = self.html_inline(content, html, at, &pairs, scope, out),
                _ => {
                    self.inline(&content[at], scope, out);
                    at += 1;
                }
            }
        }
    }

    fn inline(&mut self, inline: &Inline<'s>, scope: Scope, out: &mut Vec<Node>) {
        let inner = |mark| Scope { marks: scope.marks.with(mark), ..scope };
        match &inline.kind {
            Kinds::Text(text) => push(out, text, scope.marks),
            Kinds::SoftBreak => {
                if !matches!(out.last(), Some(Node::Leaf(leaf)) if leaf.text.ends_with('\n')) {
                    push(out, " ", scope.marks);
                }
            }
            Kinds::HardBreak => push(out, "\n", scope.marks),
            Kinds::Code(code) => push(out, code, scope.marks.with(Mark::Code)),
            Kinds::Emphasis(content) => self.inlines(content, inner(Mark::Italic), out),
            Kinds::Strong(content) => self.inlines(content, inner(Mark::Bold), out),
            Kinds::Strikethrough(content) => self.inlines(content, inner(Mark::Strikethrough), out),
            Kinds::Link(link) => self.link(link, scope, out),
            Kinds::Image(image) if self.repeats(image) => {
                let image = self.image(image);
                out.push(Node::inline(InlineKind::Image(Box::new(image))));
            }
            Kinds::Html(_) | Kinds::Image(_) => {}
            Kinds::Math(formula) => {
                let formula = normal::one_line(formula).trim().to_owned();
                if is_formula(&formula) {
                    out.push(Node::inline(InlineKind::Math { formula }));
                } else {
                    push(out, &format!("$${formula}$$"), scope.marks);
                }
            }
            Kinds::Emoji(name) => match emoji::code(name) {
                Some(code) => out.push(Node::inline(InlineKind::Emoji { code })),
                None => push(out, &format!(":{name}:"), scope.marks),
            },
            Kinds::FootnoteReference(note) => self.footnote(*note, scope, out),
        }
    }

    fn link(&mut self, link: &Link<'s>, scope: Scope, out: &mut Vec<Node>) {
        if scope.in_link {
            return self.inlines(&link.content, scope, out);
        }
        if !self.repeats(link) {
            return;
        }
        let target = resolve::read(normal::one_line(self.tree.destination(link)).trim(), self.resolve);
        let title = self.tree.title(link);
        if title == Some("mention") {
            out.push(Node::inline(InlineKind::Mention { target }));
            return;
        }
        let mut nodes = Vec::new();
        self.inlines(&link.content, Scope { in_link: true, ..scope }, &mut nodes);
        out.push(linked(target, nodes, title));
    }

    /// Takes nodes for a long address and title: a definition is written once, and every link that refers to it has them.
    /// Returns false if the link is left out.
    fn repeats(&mut self, link: &Link<'s>) -> bool {
        let bytes = self.tree.destination(link).len() + self.tree.title(link).map_or(0, str::len);
        self.makes(bytes / BYTES_OF_A_NODE)
    }

    fn image(&self, image: &Link<'s>) -> InlineImage {
        let mut alt = String::new();
        plain(&image.content, &mut alt);
        let some = |text: &str| Some(normal::one_line(text)).filter(|text| !text.is_empty());
        InlineImage {
            source: resolve::read(normal::one_line(self.tree.destination(image)).trim(), self.resolve),
            dark: None,
            alt: some(&alt),
            caption: self.tree.title(image).and_then(some),
            size: ImageSize::Original,
        }
    }

    /// Converts `[^label]` to an annotation of the word before it.
    fn footnote(&mut self, note: usize, scope: Scope, out: &mut Vec<Node>) {
        let label = self.tree.footnotes[note].label;
        let body = if scope.in_link { None } else { self.note(note) };
        let Some(body) = body else { return push(out, &format!("[^{label}]"), scope.marks) };
        let nodes = last_word(out).map_or_else(
            || {
                vec![Node::Leaf(Leaf {
                    text: label.to_owned(),
                    marks: Marks::NONE.with(Mark::Superscript),
                    raw: false,
                })]
            },
            |leaf| vec![Node::Leaf(leaf)],
        );
        out.push(Node::inline(InlineKind::Annotation { nodes, body }));
    }

    /// Reads the body of a note, unless this is within a note, or too many bytes of notes were read already.
    pub(super) fn note(&mut self, note: usize) -> Option<Vec<Block>> {
        let tree = self.tree;
        let footnote = &tree.footnotes[note];
        if self.in_note {
            return None;
        }
        let left = self.notes_left.checked_sub(footnote.span.len());
        let Some(left) = left else {
            self.warn(&footnote.span, "this footnote is repeated too often");
            return None;
        };
        self.notes_left = left;
        self.used[note] = true;
        self.in_note = true;
        let outer = std::mem::take(&mut self.prefixes);
        let body = self.blocks_within(super::Prefix::Indent(4), &footnote.blocks);
        self.prefixes = outer;
        self.in_note = false;
        Some(body)
    }

    /// Reads the body of the note that an HTML link refers to.
    pub(super) fn note_of(&mut self, tag: &Tag<'_>) -> Option<Vec<Block>> {
        tag.attribute("data-footnote-ref")?;
        let label = tag.attribute("href")?.strip_prefix("#user-content-fn-")?;
        let note = *self.labels.get(label)?;
        self.note(note)
    }
}

/// Appends text, merged with the leaf before if the marks are equal.
pub(super) fn push(out: &mut Vec<Node>, text: &str, marks: Marks) {
    match out.last_mut() {
        Some(Node::Leaf(last)) if last.marks == marks && !last.raw && !text.contains(['\r', '\0']) => {
            last.text.push_str(text);
        }
        _ => normal::push_leaf(out, Leaf { text: text.to_owned(), marks, raw: false }),
    }
}

/// Appends raw source that is not understood.
pub(super) fn push_raw(out: &mut Vec<Node>, written: &str, marks: Marks) {
    out.push(Node::Leaf(Leaf { text: normal::clean(written), marks, raw: true }));
}

/// Creates a link, with its title as unknown data.
pub(super) fn linked(target: ContentRef, nodes: Vec<Node>, title: Option<&str>) -> Node {
    let mut more = Map::new();
    if let Some(title) = title.map(normal::one_line) {
        more.insert("title".to_owned(), Value::String(title));
    }
    Node::Inline(Box::new(Placed {
        key: Key::default(),
        kind: InlineKind::Link { target, nodes },
        more: More::new(more),
    }))
}

/// Removes and returns the last word of a line, if the line ends with one.
fn last_word(out: &mut Vec<Node>) -> Option<Leaf> {
    let Some(Node::Leaf(leaf)) = out.last_mut() else { return None };
    let is_code = leaf.marks.has(Mark::Code);
    if leaf.raw || !is_code && leaf.text.ends_with(char::is_whitespace) {
        return None;
    }
    let start = match leaf.text.rfind(char::is_whitespace) {
        Some(at) if !is_code => at + leaf.text[at..].chars().next().map_or(1, char::len_utf8),
        _ => 0,
    };
    let word = Leaf { text: leaf.text.split_off(start), ..*leaf };
    if leaf.text.is_empty() {
        out.pop();
    }
    Some(word)
}

/// Appends the text of inlines without their markup.
pub(super) fn plain(content: &[Inline<'_>], out: &mut String) {
    for inline in content {
        match &inline.kind {
            Kinds::Text(text) | Kinds::Code(text) => out.push_str(text),
            Kinds::SoftBreak | Kinds::HardBreak => out.push(' '),
            Kinds::Emphasis(inner) | Kinds::Strong(inner) | Kinds::Strikethrough(inner) => plain(inner, out),
            Kinds::Link(link) | Kinds::Image(link) => plain(&link.content, out),
            Kinds::Math(formula) => out.push_str(formula),
            Kinds::Emoji(name) => {
                out.push(':');
                out.push_str(name);
                out.push(':');
            }
            Kinds::Html(_) | Kinds::FootnoteReference(_) => {}
        }
    }
}
