//! The blocks as the lines were read, in the order in which they begin: what the tree is built from.
//!
//! A node's descendants are the nodes behind it, up to `next`. So a tag that turns out to have no end is made childless
//! by leaving its `next` alone, and what seemed to be its children are its siblings.

use std::ops::Range;

use crate::block::tag::Head;
use crate::tree::{Alignment, Fence, Marker, Span};

/// A block, its content not yet read.
#[derive(Debug)]
pub(crate) struct Node<'a> {
    pub(crate) start: usize,
    /// The end of what is its own: of its markers, or of its last line if it is a leaf.
    pub(crate) end: usize,
    /// The first node behind that is not inside.
    pub(crate) next: usize,
    /// The lines of a leaf: indices of segments.
    pub(crate) lines: Range<usize>,
    pub(crate) kind: Kind<'a>,
}

/// The kinds of nodes.
#[derive(Debug)]
pub(crate) enum Kind<'a> {
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
    /// An index of a footnote.
    Footnote(usize),
    /// An index of a definition.
    Definition(usize),
    Tag {
        head: Head<'a>,
        end: Option<Span>,
    },
    EndTag(&'a str),
    /// The opening tag and the end.
    Details {
        open: Span,
        end: Option<Span>,
    },
    /// The summary of the details before it.
    Summary,
}
