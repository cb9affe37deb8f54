//! The blocks in the order in which they begin, from which the tree is built.
//!
//! A node's descendants are the nodes after it, up to `next`. So a tag that turns out to have no end tag stays
//! childless because its `next` is left alone, and its supposed children are its siblings.

use std::ops::Range;

use crate::block::tag::Head;
use crate::tree::{Alignment, Fence, Marker, Span};

/// A block whose content is not parsed yet.
#[derive(Debug)]
pub(crate) struct Node<'a> {
    pub(crate) start: usize,
    /// The end of the block's own source: of its markers, or of its last line if it is a leaf.
    pub(crate) end: usize,
    /// The index of the first node after it that is no descendant.
    pub(crate) next: usize,
    /// The lines of a leaf, as a range of segments.
    pub(crate) lines: Range<usize>,
    pub(crate) kind: NodeKind<'a>,
}

/// The kind of a node, with the facts known from its lines.
#[derive(Debug)]
pub(crate) enum NodeKind<'a> {
    Paragraph,
    Heading(u8),
    ThematicBreak,
    Fenced {
        fence: Fence,
        info: Span,
    },
    Indented,
    Html,
    Math,
    Quote,
    Item(Marker),
    Table(Vec<Alignment>),
    /// A footnote, by its index.
    Footnote(usize),
    /// A link reference definition, by its index.
    Definition(usize),
    Tag {
        head: Head<'a>,
        end: Option<Span>,
    },
    EndTag(&'a str),
    /// The start tag and the end tag of details.
    Details {
        open: Span,
        end: Option<Span>,
    },
    /// The summary of the preceding details.
    Summary,
}
