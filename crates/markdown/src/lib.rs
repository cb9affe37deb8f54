//! The Markdown of pages as a syntax tree with byte ranges.
//!
//! The language is CommonMark 0.31 with the tables, task lists, strikethrough, bare links and footnotes of GitHub, and
//! with what pages add to it: containers between `{% name %}` and `{% endname %}`, `<details>`, `$$` formulas and
//! `:emoji:`. Every text has a tree; what is not understood is text. [`parse`] takes time in proportion to the source
//! and memory in proportion to it up to a bound of nodes, and the tree is nowhere deeper than a fixed bound, so that what walks it may recurse.
//!
//! There is no meaning here: which tags exist, what their attributes do, which emoji a name is and what HTML says are
//! for those who read the tree. Nothing is printed either.

mod block;
mod build;
mod content;
mod entity;
mod inline;
mod line;
mod scan;
mod table;
mod text;
pub mod tree;
mod unicode;

pub use tree::Tree;

/// The most nodes of a tree, about: blocks, inlines, attributes of tags. A page that somebody writes to be read has some
/// thousands.
pub const MOST_NODES: usize = 240_000;

/// Reads a text, as far as its tree has about [`MOST_NODES`]. Beyond that [`Tree::cut`] says where reading ended.
pub fn parse(source: &str) -> Tree<'_> {
    parse_within(source, MOST_NODES)
}

/// Reads a text with another bound of nodes.
pub fn parse_within(source: &str, most_nodes: usize) -> Tree<'_> {
    // Half of them are for what stands in the blocks.
    build::tree(source, block::read(source, most_nodes / 2), most_nodes)
}

/// For tests: how many bytes this thread has looked at so far, those that it looked at again included. It is what
/// parsing costs, without a clock. Without debug assertions nothing is counted.
#[doc(hidden)]
pub fn looked_at() -> usize {
    scan::looked_at()
}
