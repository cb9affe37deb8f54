//! The document as types: what the JSON and the Markdown both say.
//!
//! Positions instead of identifiers, enums instead of names: what can't be printed can't be built, but for what the
//! reader of JSON refuses (see [`json`](super::json)). No JSON, no Markdown and no addresses here.

use crate::budget::Bound;

mod block;
mod inline;
mod parts;
mod reference;
mod table;
mod words;

pub use block::{Block, Kind, ListStyle};
pub use inline::{Button, Color, Inline, InlineImage, InlineKind, Leaf, Mark, Marks, Node};
pub use parts::{Code, Image, Integration, Line, Lines, Swagger};
pub use reference::ContentRef;
pub use table::{Cell, Choice, Column, ColumnKind, Role, Row, Table, View};
pub use words::{
    Align, Anchor, ButtonKind, CardSize, Fit, HintStyle, ImageSize, Key, Length, More, Num, Overflow, Side, Tint,
    Vertical, Word,
};

/// A rich-text document: the content of a page without its title.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Document {
    /// Its blocks.
    pub nodes: Vec<Block>,
    /// The bound that was exceeded, if the text goes on behind the last block.
    pub cut: Option<Bound>,
}

impl Document {
    /// A document of these blocks, which is whole.
    pub fn new(nodes: Vec<Block>) -> Self {
        Self { nodes, cut: None }
    }
}
