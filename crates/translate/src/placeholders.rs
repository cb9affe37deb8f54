//! Lines as text with numbered placeholders.
//!
//! `<x id="1">…</x>` stands around text that translators may change: links, marks, notes, buttons. `<x id="2"/>` stands
//! for what they may not: code, formulas, expressions, emoji, icons, images, mentions, line breaks, raw Markdown. Other
//! text has `&`, `<` and `>` escaped. Only what the placeholders stand around leaves the server.

use std::fmt::Write as _;

use quire_content::document::model::{ContentRef, Inline, InlineKind, Leaf, Mark, Marks, Node};

/// A line as text, and what its placeholders stand for.
#[derive(Debug, Clone, Default)]
pub struct Encoded {
    /// The text with placeholders.
    pub text: String,
    /// The parts by number, from 1.
    pub parts: Vec<Part>,
}

/// The thing that a placeholder stands for.
#[derive(Debug, Clone)]
pub struct Part {
    /// The number of the placeholder that this one is in; 0 if it is in none.
    pub parent: usize,
    /// The thing itself.
    pub kind: PartKind,
}

/// The kinds of parts.
#[derive(Debug, Clone)]
pub enum PartKind {
    /// A node that stays as it is.
    Fixed(Node),
    /// Marks around text.
    Marked(Marks),
    /// An inline node around text, without its text.
    Around(Inline),
}

impl PartKind {
    /// Returns true if there is text inside.
    pub fn is_pair(&self) -> bool {
        !matches!(self, Self::Fixed(_))
    }
}

/// Returns true if a leaf is never translated: raw Markdown, code, keys to press.
pub(crate) fn is_fixed(leaf: &Leaf) -> bool {
    leaf.raw || leaf.marks.has(Mark::Code) || leaf.marks.has(Mark::Keyboard)
}

/// Returns a line as text with placeholders.
pub fn encode(nodes: &[Node]) -> Encoded {
    let mut encoded = Encoded::default();
    encoded.line(nodes, 0);
    encoded
}

/// Returns a text with `&`, `<` and `>` escaped.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    escape_into(text, &mut out);
    out
}

fn escape_into(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            c => out.push(c),
        }
    }
}

impl Encoded {
    fn line(&mut self, nodes: &[Node], parent: usize) {
        for node in nodes {
            match node {
                Node::Leaf(leaf) => self.leaf(leaf, parent),
                Node::Inline(inline) => self.inline(inline, parent),
            }
        }
    }

    fn leaf(&mut self, leaf: &Leaf, parent: usize) {
        if is_fixed(leaf) {
            return self.fixed(Node::Leaf(leaf.clone()), parent);
        }
        if leaf.marks.is_empty() {
            return self.text(&leaf.text, Marks::NONE, parent);
        }
        let id = self.open(PartKind::Marked(leaf.marks), parent);
        self.text(&leaf.text, leaf.marks, id);
        self.close();
    }

    /// Writes text, in which each line break is a part.
    fn text(&mut self, text: &str, marks: Marks, parent: usize) {
        for (n, line) in text.split('\n').enumerate() {
            if n > 0 {
                self.fixed(Node::Leaf(Leaf { text: "\n".to_owned(), marks, raw: false }), parent);
            }
            escape_into(line, &mut self.text);
        }
    }

    fn inline(&mut self, inline: &Inline, parent: usize) {
        let around = |kind| PartKind::Around(Inline { key: inline.key.clone(), kind, more: inline.more.clone() });
        match &inline.kind {
            InlineKind::Link { target, nodes } if !is_address(nodes, target) => {
                let id = self.open(around(InlineKind::Link { target: target.clone(), nodes: Vec::new() }), parent);
                self.line(nodes, id);
                self.close();
            }
            InlineKind::Annotation { nodes, body } => {
                let id = self.open(around(InlineKind::Annotation { nodes: Vec::new(), body: body.clone() }), parent);
                self.line(nodes, id);
                self.close();
            }
            InlineKind::Button(button) if !button.label.contains('\n') => {
                self.open(around(InlineKind::Button(button.clone())), parent);
                escape_into(&button.label, &mut self.text);
                self.close();
            }
            _ => self.fixed(Node::Inline(Box::new(inline.clone())), parent),
        }
    }

    fn fixed(&mut self, node: Node, parent: usize) {
        self.parts.push(Part { parent, kind: PartKind::Fixed(node) });
        // Writing to a `String` does not fail.
        let _ = write!(self.text, "<x id=\"{}\"/>", self.parts.len());
    }

    fn open(&mut self, kind: PartKind, parent: usize) -> usize {
        self.parts.push(Part { parent, kind });
        let id = self.parts.len();
        let _ = write!(self.text, "<x id=\"{id}\">");
        id
    }

    fn close(&mut self) {
        self.text.push_str("</x>");
    }
}

/// Returns true if a link shows its own address, which is not translated.
fn is_address(nodes: &[Node], target: &ContentRef) -> bool {
    let [Node::Leaf(leaf)] = nodes else { return false };
    let ContentRef::Url { url } = target else { return false };
    let bare = |address: &str| {
        let address =
            address.trim_start_matches("mailto:").trim_start_matches("https://").trim_start_matches("http://");
        address.trim_end_matches('/').to_owned()
    };
    bare(&leaf.text) == bare(url)
}
