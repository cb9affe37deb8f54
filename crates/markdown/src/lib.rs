//! A Markdown parser, which makes a syntax tree with byte ranges.
//!
//! The language is CommonMark 0.31 with GitHub's tables, task lists, strikethrough, bare links and footnotes, and with
//! additions: containers between `{% name %}` and `{% endname %}`, `<details>`, `$$` formulas and `:emoji:`. Every text
//! has a tree; syntax that is not recognized is text. [`parse`] takes linear time, and linear memory up to a bound of
//! nodes. The depth of the tree is bounded, so its consumers may recurse.
//!
//! The semantics are not here: the known tags, their attributes, the names of emoji and the meaning of HTML are up to
//! the consumers of the tree. There is no printer here either.

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

/// Parses a text until its tree has about [`MOST_NODES`]. Beyond that, [`Tree::cut`] is the
/// offset at which parsing stopped.
pub fn parse(source: &str) -> Tree<'_> {
    parse_within(source, MOST_NODES)
}

/// Parses a text with another bound of nodes.
pub fn parse_within(source: &str, most_nodes: usize) -> Tree<'_> {
    // The other half is for the content of the blocks.
    build::tree(source, block::read(source, most_nodes / 2), most_nodes)
}

/// Returns the number of bytes that this thread has examined so far, repetitions included: the cost of parsing, for
/// tests without a clock. Without debug assertions it is always 0.
#[doc(hidden)]
pub fn looked_at() -> usize {
    scan::looked_at()
}
