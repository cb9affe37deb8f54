//! Documents read from JSON. Reading validates: every document that is accepted can be printed.
//!
//! Unknown types, fields of the wrong kind and parts of blocks outside of them (an item without a list) are
//! refused with their path. Optional values may be absent or null: keys, `isVoid`, `data`. Unknown fields of `data`
//! are kept.
//!
//! A block that contains blocks may contain all kinds of them, more than version 0.143.2 of the API description lists:
//! Markdown nests freely, and a document that was returned by a read must be accepted when it comes back.

use serde_json::Value;

use super::fields::{At, Invalid, Object};
use super::inline::Within;
use crate::document::limits::{MOST_DEPTH, MOST_NODES};
use crate::document::model::{Anchor, Block, Document, Key, Kind, More, Node};

/// The blocks that a list of blocks may contain.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum AllowedBlocks {
    /// Blocks that are not parts of others.
    Flow,
    /// Parts of a block, with this type.
    Parts(&'static str),
}

/// The types that are parts of other blocks.
const PARTS: [&str; 7] = ["list-item", "image", "code-line", "tabs-item", "stepper-step", "column", "update"];

impl AllowedBlocks {
    fn check(self, kind: &str, at: &At<'_>) -> Result<(), Invalid> {
        match self {
            Self::Parts(part) if kind == part => Ok(()),
            Self::Parts(part) => Err(at.field("type").invalid(format!("`{kind}` may not stand here, only {part}"))),
            Self::Flow if PARTS.contains(&kind) => {
                Err(at.field("type").invalid(format!("`{kind}` may only stand in the block that it is a part of")))
            }
            Self::Flow => Ok(()),
        }
    }
}

/// The types that table cells may contain: those that HTML can express.
const IN_CELLS: [&str; 12] = [
    "paragraph",
    "heading-1",
    "heading-2",
    "heading-3",
    "list-unordered",
    "list-ordered",
    "list-tasks",
    "list-item",
    "divider",
    "blockquote",
    "code",
    "images",
];

/// Reads a document and counts its nodes.
pub(super) struct JsonReader {
    left: usize,
    depth: usize,
    /// True while blocks of a table cell are read.
    pub(super) in_cell: bool,
    /// True while blocks of an annotation's note are read.
    pub(super) in_note: bool,
}

impl Document {
    /// Parses a document from its JSON, or returns the path of the invalid value and the problem.
    pub fn from_json(value: Value) -> Result<Self, Invalid> {
        let mut reader = JsonReader { left: MOST_NODES, depth: 0, in_cell: false, in_note: false };
        let mut object = Object::new(value, At::ROOT)?;
        object.demand("document")?;
        let nodes = reader.blocks(&mut object, AllowedBlocks::Flow)?;
        let mut document = Self::new(nodes);
        crate::document::anchors::settle(&mut document);
        Ok(document)
    }
}

impl<'de> serde::Deserialize<'de> for Document {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        Self::from_json(value).map_err(serde::de::Error::custom)
    }
}

impl JsonReader {
    /// Counts one node; fails if the document has too many.
    pub(super) fn count(&mut self, at: &At<'_>) -> Result<(), Invalid> {
        let left = self.left.checked_sub(1);
        self.left = left.ok_or_else(|| at.invalid(format!("a document has at most {MOST_NODES} nodes")))?;
        Ok(())
    }

    /// Reads the blocks in `nodes`.
    pub(super) fn blocks(&mut self, object: &mut Object<'_>, place: AllowedBlocks) -> Result<Vec<Block>, Invalid> {
        let at = object.at;
        let field = at.field("nodes");
        if self.depth >= MOST_DEPTH {
            return Err(field.invalid(format!("blocks nest at most {MOST_DEPTH} deep")));
        }
        self.depth += 1;
        let values = object.list("nodes")?.into_iter().enumerate();
        let blocks = values.map(|(n, value)| self.block(value, field.item(n), place)).collect();
        self.depth -= 1;
        blocks
    }

    fn block(&mut self, value: Value, at: At<'_>, place: AllowedBlocks) -> Result<Block, Invalid> {
        self.count(&at)?;
        let mut object = Object::new(value, at)?;
        object.demand("block")?;
        let name = object.required_text("type")?;
        place.check(&name, &at)?;
        if self.in_cell && name != "image" && !IN_CELLS.contains(&name.as_str()) {
            return Err(at.field("type").invalid(format!("`{name}` may not stand in a cell of a table")));
        }
        let data = object.take("data").unwrap_or_else(|| Value::Object(serde_json::Map::new()));
        let mut data = Object::new(data, at.field("data"))?;
        let key = key(&mut object)?;
        let (anchor, token) = meta(&mut object)?;
        let mut kind = self.kind(&name, &mut object, &mut data)?;
        if let Kind::Reusable { token: slot, .. } = &mut kind {
            *slot = token;
        }
        let anchor = if has_anchor(&kind) { anchor } else { Anchor::Absent };
        Ok(Block { key, anchor, kind, more: More::new(data.rest()) })
    }

    /// Reads the blocks of the fragment with this type or name, if there is one.
    pub(super) fn fragment(&mut self, object: &mut Object<'_>, name: &str) -> Result<Option<Vec<Block>>, Invalid> {
        let at = object.at;
        let field = at.field("fragments");
        let values = object.list("fragments")?;
        let found = values.iter().position(|value| names(value, name));
        let mut values = values;
        let blocks = found.map(|n| {
            let mut fragment = Object::new(std::mem::take(&mut values[n]), field.item(n))?;
            self.blocks(&mut fragment, AllowedBlocks::Flow)
        });
        object.put_back("fragments", values);
        blocks.transpose()
    }

    /// Reads the content of a fragment that consists of one paragraph.
    pub(super) fn fragment_line(&mut self, object: &mut Object<'_>, name: &str) -> Result<Vec<Node>, Invalid> {
        let at = object.at;
        let mut blocks = self.fragment(object, name)?.unwrap_or_default().into_iter();
        match (blocks.next().map(|block| block.kind), blocks.next()) {
            (None, _) => Ok(Vec::new()),
            (Some(Kind::Paragraph { nodes, .. }), None) => Ok(nodes),
            _ => Err(at.field("fragments").invalid(format!("`{name}` must be one paragraph"))),
        }
    }

    /// Reads the `nodes` of a line of text.
    pub(super) fn text(&mut self, object: &mut Object<'_>) -> Result<Vec<Node>, Invalid> {
        self.line(object, Within::Text)
    }
}

fn names(fragment: &Value, name: &str) -> bool {
    ["type", "fragment"].iter().any(|field| fragment.get(field).and_then(Value::as_str) == Some(name))
}

/// Reads the node's key; drops one that is empty or too long.
pub(super) fn key(object: &mut Object<'_>) -> Result<Key, Invalid> {
    let key = object.text("key")?.filter(|key| !key.is_empty() && key.len() <= Key::MOST_BYTES);
    Ok(Key(key.map(String::into_boxed_str)))
}

/// Reads `id` and `token` of `meta`. An `id` counts as given until it turns out to equal the derived one.
fn meta(object: &mut Object<'_>) -> Result<(Anchor, Option<String>), Invalid> {
    let at = object.at;
    let Some(meta) = object.take("meta") else { return Ok((Anchor::Absent, None)) };
    let mut meta = Object::new(meta, at.field("meta"))?;
    let id = meta.some_text("id")?.filter(|id| crate::document::anchors::is_anchor(id));
    let anchor = id.map_or(Anchor::Absent, |id| Anchor::Given(id.into()));
    Ok((anchor, meta.some_text("token")?))
}

/// Returns true if a block can have an anchor.
pub(in crate::document) fn has_anchor(kind: &Kind) -> bool {
    matches!(
        kind,
        Kind::Heading { .. }
            | Kind::Expandable { .. }
            | Kind::Tab { .. }
            | Kind::Swagger(_)
            | Kind::Operation { .. }
            | Kind::Schemas { .. }
            | Kind::Webhook { .. }
    )
}
