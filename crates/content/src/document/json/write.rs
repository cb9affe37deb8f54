//! The model serialized as JSON: `object`, `type`, `key`, `data`, `nodes` or `fragments`, `isVoid`, `meta`.
//!
//! Nodes without a key in the model get one from their block: the lines of plain code, the paragraphs of captions and
//! titles. So if all blocks of a document have keys, every block and inline node of its JSON has one.

use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};

use super::data::{BlockData, InlineData};
use crate::document::model::{
    Block, Code, Color, Document, Inline, InlineKind, Kind, Leaf, Line, Lines, Mark, Marks, Node, Word,
};

impl Serialize for Document {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(3))?;
        map.serialize_entry("object", "document")?;
        map.serialize_entry("data", &Empty {})?;
        map.serialize_entry("nodes", &self.nodes)?;
        map.end()
    }
}

/// Returns true if raw text is a comment, which is not shown: `raw` is the source then and the text is empty.
pub(super) fn is_comment(source: &str) -> bool {
    source.starts_with("<!--")
}

/// An empty object, `{}`.
#[derive(Serialize)]
pub(super) struct Empty {}

impl Serialize for Block {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("object", "block")?;
        map.serialize_entry("type", self.kind.name())?;
        if let Some(key) = self.key.as_str() {
            map.serialize_entry("key", key)?;
        }
        map.serialize_entry("data", &BlockData(self))?;
        self.content(&mut map)?;
        map.serialize_entry("isVoid", &self.kind.is_void())?;
        if self.anchor.as_str().is_some() || matches!(&self.kind, Kind::Reusable { token: Some(_), .. }) {
            map.serialize_entry("meta", &Meta(self))?;
        }
        map.end()
    }
}

struct Meta<'a>(&'a Block);

impl Serialize for Meta<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if let Some(id) = self.0.anchor.as_str() {
            map.serialize_entry("id", id)?;
        }
        if let Kind::Reusable { token: Some(token), .. } = &self.0.kind {
            map.serialize_entry("token", token)?;
        }
        map.end()
    }
}

impl Block {
    /// Writes `nodes` or `fragments`, depending on the kind of block.
    fn content<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        let key = self.key.as_str();
        match &self.kind {
            Kind::Paragraph { nodes, .. } | Kind::Heading { nodes, .. } => map.serialize_entry("nodes", &InLine(nodes)),
            Kind::Raw { source } if is_comment(source) => map.serialize_entry::<_, [(); 0]>("nodes", &[]),
            Kind::Raw { source } => map.serialize_entry("nodes", &[PlainText(source)]),
            Kind::Code(code) => map.serialize_entry("nodes", &CodeLines(code, key)),
            Kind::Image(image) => map.serialize_entry("fragments", &caption(&image.caption, key)),
            Kind::File { caption: nodes, .. } | Kind::Drawing { caption: nodes, .. } => {
                map.serialize_entry("fragments", &caption(nodes, key))
            }
            Kind::Embed { caption: nodes, .. } => map.serialize_entry("fragments", &caption(nodes, key)),
            Kind::Expandable { title, body, .. } => {
                let title = Fragment { name: "expandable-title", typed: true, body: Body::Line(title, key) };
                let body = Fragment { name: "expandable-body", typed: true, body: Body::Blocks(body) };
                map.serialize_entry("fragments", &[title, body])
            }
            Kind::Table(table) => map.serialize_entry("fragments", &super::table::Fragments(table)),
            kind if kind.is_void() => Ok(()),
            _ => map.serialize_entry("nodes", self.children()),
        }
    }
}

fn caption<'a>(nodes: &'a [Node], key: Option<&'a str>) -> Vec<Fragment<'a>> {
    let fragment = Fragment { name: "caption", typed: false, body: Body::Line(nodes, key) };
    if nodes.is_empty() { Vec::new() } else { vec![fragment] }
}

/// A named part of a block outside its `nodes`.
pub(super) struct Fragment<'a> {
    pub(super) name: &'a str,
    /// True if `type` repeats the name.
    pub(super) typed: bool,
    pub(super) body: Body<'a>,
}

/// The content of a fragment.
pub(super) enum Body<'a> {
    Blocks(&'a [Block]),
    /// One paragraph, and the key of the block that the fragment belongs to.
    Line(&'a [Node], Option<&'a str>),
}

impl Serialize for Fragment<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("object", "fragment")?;
        map.serialize_entry("fragment", self.name)?;
        if self.typed {
            map.serialize_entry("type", self.name)?;
        }
        match self.body {
            Body::Blocks(blocks) => map.serialize_entry("nodes", blocks)?,
            Body::Line(nodes, key) => {
                let key = key.map(|key| format!("{key}-{}", self.name));
                map.serialize_entry("nodes", &[Paragraph { nodes, key }])?;
            }
        }
        map.end()
    }
}

/// A paragraph that is no block in the model.
struct Paragraph<'a> {
    nodes: &'a [Node],
    key: Option<String>,
}

impl Serialize for Paragraph<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        block(serializer, "paragraph", self.key.as_deref(), &Empty {}, &InLine(self.nodes))
    }
}

fn block<S: Serializer>(
    serializer: S,
    kind: &str,
    key: Option<&str>,
    data: &impl Serialize,
    nodes: &impl Serialize,
) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(None)?;
    map.serialize_entry("object", "block")?;
    map.serialize_entry("type", kind)?;
    if let Some(key) = key {
        map.serialize_entry("key", key)?;
    }
    map.serialize_entry("data", data)?;
    map.serialize_entry("nodes", nodes)?;
    map.serialize_entry("isVoid", &false)?;
    map.end()
}

/// The lines of a code block, with the block's key.
struct CodeLines<'a>(&'a Code, Option<&'a str>);

impl Serialize for CodeLines<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut seq = serializer.serialize_seq(None)?;
        let key = |at: usize| self.1.map(|key| format!("{key}-{at}"));
        match &self.0.lines {
            Lines::Plain(text) => {
                for (at, text) in text.split('\n').enumerate() {
                    seq.serialize_element(&PlainLine { text, key: key(at) })?;
                }
            }
            Lines::Rich(lines) => {
                for (at, line) in lines.iter().enumerate() {
                    let key = line.key.as_str().map(str::to_owned).or_else(|| key(at));
                    seq.serialize_element(&RichLine { line, key })?;
                }
            }
        }
        seq.end()
    }
}

struct PlainLine<'a> {
    text: &'a str,
    key: Option<String>,
}

impl Serialize for PlainLine<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        block(serializer, "code-line", self.key.as_deref(), &Empty {}, &[PlainText(self.text)])
    }
}

struct RichLine<'a> {
    line: &'a Line,
    key: Option<String>,
}

#[derive(Serialize)]
struct LineData {
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    highlighted: bool,
}

impl Serialize for RichLine<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let data = LineData { highlighted: self.line.highlighted };
        block(serializer, "code-line", self.key.as_deref(), &data, &InLine(&self.line.nodes))
    }
}

/// A `text` that is one leaf without marks.
struct PlainText<'a>(&'a str);

impl Serialize for PlainText<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("object", "text")?;
        map.serialize_entry("leaves", &[LeafOf { text: self.0, marks: Marks::NONE, raw: false }])?;
        map.end()
    }
}

/// The nodes of a line; adjacent leaves become one `text`.
struct InLine<'a>(&'a [Node]);

impl Serialize for InLine<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut seq = serializer.serialize_seq(None)?;
        let mut rest = self.0;
        while let Some(first) = rest.first() {
            if let Node::Inline(inline) = first {
                seq.serialize_element(&**inline)?;
                rest = &rest[1..];
            } else {
                let leaves = rest.iter().take_while(|node| matches!(node, Node::Leaf(_))).count();
                seq.serialize_element(&Text(&rest[..leaves]))?;
                rest = &rest[leaves..];
            }
        }
        seq.end()
    }
}

/// Adjacent leaves as one `text`.
struct Text<'a>(&'a [Node]);

impl Serialize for Text<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("object", "text")?;
        map.serialize_entry("leaves", &Leaves(self.0))?;
        map.end()
    }
}

struct Leaves<'a>(&'a [Node]);

impl Serialize for Leaves<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().filter_map(|node| match node {
            Node::Leaf(Leaf { text, marks, raw }) => Some(LeafOf { text, marks: *marks, raw: *raw }),
            Node::Inline(_) => None,
        }))
    }
}

struct LeafOf<'a> {
    text: &'a str,
    marks: Marks,
    raw: bool,
}

impl Serialize for LeafOf<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("object", "leaf")?;
        let hidden = self.raw && is_comment(self.text);
        map.serialize_entry("text", if hidden { "" } else { self.text })?;
        map.serialize_entry("marks", &self.marks)?;
        match (self.raw, hidden) {
            (true, true) => map.serialize_entry("raw", self.text)?,
            (true, false) => map.serialize_entry("raw", &true)?,
            _ => {}
        }
        map.end()
    }
}

impl Serialize for Marks {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut seq = serializer.serialize_seq(None)?;
        for (mark, name) in Mark::ALL {
            if self.has(mark) {
                seq.serialize_element(&MarkOf { name, color: None })?;
            }
        }
        if self.color.is_some() {
            seq.serialize_element(&MarkOf { name: "color", color: self.color })?;
        }
        seq.end()
    }
}

struct MarkOf {
    name: &'static str,
    color: Option<Color>,
}

#[derive(Serialize)]
struct ColorData {
    text: &'static str,
    background: &'static str,
}

impl Serialize for MarkOf {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("object", "mark")?;
        map.serialize_entry("type", self.name)?;
        if let Some(Color { text, background }) = self.color {
            map.serialize_entry("data", &ColorData { text: text.word(), background: background.word() })?;
        }
        map.end()
    }
}

impl Serialize for Inline {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("object", "inline")?;
        map.serialize_entry("type", self.kind.name())?;
        if let Some(key) = self.key.as_str() {
            map.serialize_entry("key", key)?;
        }
        map.serialize_entry("data", &InlineData(self))?;
        let mut is_void = false;
        match &self.kind {
            InlineKind::Link { nodes, .. } => map.serialize_entry("nodes", &InLine(nodes))?,
            InlineKind::Annotation { nodes, body } => {
                map.serialize_entry("nodes", &InLine(nodes))?;
                let body = Fragment { name: "annotation-body", typed: true, body: Body::Blocks(body) };
                map.serialize_entry("fragments", &[body])?;
            }
            _ => is_void = true,
        }
        map.serialize_entry("isVoid", &is_void)?;
        map.end()
    }
}
