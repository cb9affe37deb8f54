//! The bounds of a diagram. The cost of a layout grows faster than its number of edges, so
//! these bounds keep pages quick.

use crate::NotDrawn;

/// The size of the longest source, in bytes.
pub const MOST_SOURCE: usize = 16 * 1024;
/// The most lines of a source.
pub const MOST_LINES: usize = 400;
/// The most nodes of a graph.
pub const MOST_NODES: usize = 120;
/// The most edges of a graph.
pub const MOST_EDGES: usize = 160;
/// The most layers that all edges of a graph cross together: the layout adds a node for each crossing.
pub const MOST_CROSSINGS: usize = 2000;
/// The most groups of a graph.
pub const MOST_GROUPS: usize = 60;
/// The greatest nesting depth of groups.
pub const MOST_DEPTH: usize = 12;
/// The size of the largest drawing, in bytes.
pub const MOST_SVG: usize = 256 * 1024;
/// The greatest width and height of a drawing, in pixels.
pub const MOST_PIXELS: f64 = 12_000.0;

/// The most `&` in a source: each node on one side of an edge is connected with each on the other.
const MOST_AND: usize = 60;

/// Rejects a source that exceeds the bounds, before it is parsed.
pub(crate) fn check_source(source: &str) -> Result<(), NotDrawn> {
    let too_long = source.len() > MOST_SOURCE || source.lines().count() > MOST_LINES;
    let joined = source.bytes().filter(|byte| *byte == b'&').count();
    if too_long || joined > MOST_AND { Err(NotDrawn::TooLarge) } else { Ok(()) }
}
