//! The bounds of a diagram. The cost of a layout grows faster than its number of edges, so
//! these bounds keep pages quick.

use crate::NotDrawn;
use crate::graph::{End, Graph};

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

/// Rejects a graph whose layout would take too long, or whose groups contain themselves.
pub(crate) fn check(graph: &Graph) -> Result<(), NotDrawn> {
    let many = graph.nodes.len() > MOST_NODES || graph.edges.len() > MOST_EDGES || graph.groups.len() > MOST_GROUPS;
    let deep = (0..graph.groups.len()).any(|group| {
        std::iter::successors(Some(group), |at| graph.groups[*at].parent).take(MOST_DEPTH + 1).count() > MOST_DEPTH
    });
    if many || deep || crossings(graph) > MOST_CROSSINGS { Err(NotDrawn::TooLarge) } else { Ok(()) }
}

/// Estimates how many layers all edges cross, with layers assigned in source order, whatever
/// the direction of the edges.
fn crossings(graph: &Graph) -> usize {
    let ends = graph.edges.iter().filter_map(|edge| match (edge.from, edge.to) {
        (End::Node(from), End::Node(to)) => Some((from.min(to), from.max(to))),
        _ => None,
    });
    let mut ends: Vec<(usize, usize)> = ends.filter(|(one, other)| one != other).collect();
    ends.sort_unstable();
    let mut layers = vec![0_usize; graph.nodes.len()];
    for (one, other) in &ends {
        layers[*other] = layers[*other].max(layers[*one] + 1);
    }
    ends.iter().map(|(one, other)| layers[*other] - layers[*one]).sum()
}
