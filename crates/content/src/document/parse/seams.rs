//! Facts about a parsed text, kept so that a changed form of it can be parsed in part.
//!
//! A segment *stands apart* if the text before it ends in a state that no block survives: behind a blank line, no
//! container, code or HTML goes on. Then the text from there on is parsed alone as it is within the whole, except for
//! what [`Reach`](quire_markdown::tree::Reach) has, definitions and footnotes, which concern the whole text.

use quire_markdown::Tree;
use quire_markdown::tree::{Block as Syntax, BlockKind};

use crate::document::anchors::Anchored;
use crate::document::retarget::Places;

/// The facts about a parsed text beside its document.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::document) struct Seams {
    /// One for each segment.
    pub(in crate::document) list: Vec<Seam>,
    /// The names of tags that found no end tag.
    pub(in crate::document) unended: Vec<Box<str>>,
    /// True if the text is parsed in parts as it is as a whole, tags without an end aside.
    pub(in crate::document) is_local: bool,
    /// The blocks that can have an anchor, as they are written.
    pub(in crate::document) anchored: Vec<Anchored>,
    /// The number of nodes of the syntax, or more.
    pub(in crate::document) syntax: usize,
    /// The places where targets may be.
    pub(in crate::document) places: Places,
}

/// The facts about a segment.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::document) struct Seam {
    /// True if nothing before it reaches into it.
    pub(in crate::document) stands_apart: bool,
    /// The number of nodes that were charged for it.
    pub(in crate::document) nodes: usize,
    /// The number of questions about paths that were asked for it.
    pub(in crate::document) asked: usize,
    /// The number of its blocks that can have an anchor.
    pub(in crate::document) anchored: usize,
}

impl Seams {
    pub(super) fn new(list: Vec<Seam>, tree: &Tree<'_>, anchored: Vec<Anchored>) -> Self {
        let unended = tree.reach.unended.iter().map(|name| Box::from(*name)).collect();
        let (places, syntax) = (Places::of_tree(tree), tree.reach.nodes);
        Self { list, unended, is_local: is_local(tree), anchored, syntax, places }
    }
}

/// Returns true if nothing in a text concerns the text as a whole, tags without an end aside.
pub(super) fn is_local(tree: &Tree<'_>) -> bool {
    tree.definitions.is_empty() && tree.footnotes.is_empty() && !tree.reach.is_far && tree.cut.is_none()
}

/// Returns true if the blocks before an offset of a text have no effect on those from there on.
pub(super) fn stands_apart(source: &str, before: &[Syntax<'_>], at: usize) -> bool {
    ends_apart(before) && follows_blank_line(source, at)
}

/// Returns true if no block goes on behind a blank line, nor is read together with the blocks behind it.
pub(super) fn ends_apart(blocks: &[Syntax<'_>]) -> bool {
    let last = &blocks[blocks.len().saturating_sub(2)..];
    let goes_on = match last.last().map(|block| &block.kind) {
        Some(BlockKind::List(_) | BlockKind::Footnote(_)) => true,
        Some(BlockKind::Code(code)) => code.fence.as_ref().is_none_or(|fence| !fence.is_closed),
        _ => false,
    };
    // Images in a `<div>` are three blocks.
    !goes_on && !last.iter().any(|block| matches!(block.kind, BlockKind::Html(_)))
}

/// Returns true if an offset is at the beginning of a line that follows a blank one.
pub(super) fn follows_blank_line(source: &str, at: usize) -> bool {
    let before = &source[..at];
    let Some(before) =
        before.strip_suffix('\n').map(|it| it.strip_suffix('\r').unwrap_or(it)).or(before.strip_suffix('\r'))
    else {
        return false;
    };
    before.trim_end_matches([' ', '\t']).ends_with(['\n', '\r'])
}
