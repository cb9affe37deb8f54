//! What is drawn at most. Layout costs more than in proportion to edges, so these bounds are what keeps a page quick.

use crate::NotDrawn;
use crate::graph::{End, Graph};

/// The most bytes of source.
pub const MOST_SOURCE: usize = 16 * 1024;
/// The most lines of source.
pub const MOST_LINES: usize = 400;
/// The most nodes of a graph.
pub const MOST_NODES: usize = 120;
/// The most edges of a graph.
pub const MOST_EDGES: usize = 160;
/// The most layers that the edges of a graph cross, all together: each crossing is one more thing to lay out.
pub const MOST_CROSSINGS: usize = 2000;
/// The most groups of a graph.
pub const MOST_GROUPS: usize = 60;
/// The deepest that groups nest.
pub const MOST_DEPTH: usize = 12;
/// The most bytes of a drawing.
pub const MOST_SVG: usize = 256 * 1024;
/// The most pixels that a drawing is wide or high.
pub const MOST_PIXELS: f64 = 12_000.0;

/// The most `&` in a source: each side of an edge is joined with each of the other.
const MOST_AND: usize = 60;

/// Refuses a source before anything reads it.
pub(crate) fn check_source(source: &str) -> Result<(), NotDrawn> {
    let too_long = source.len() > MOST_SOURCE || source.lines().count() > MOST_LINES;
    let joined = source.bytes().filter(|byte| *byte == b'&').count();
    if too_long || joined > MOST_AND { Err(NotDrawn::TooLarge) } else { Ok(()) }
}

/// Refuses a graph whose layout would take long, or whose groups are within themselves.
pub(crate) fn check(graph: &Graph) -> Result<(), NotDrawn> {
    let many = graph.nodes.len() > MOST_NODES || graph.edges.len() > MOST_EDGES || graph.groups.len() > MOST_GROUPS;
    let deep = (0..graph.groups.len()).any(|group| {
        std::iter::successors(Some(group), |at| graph.groups[*at].parent).take(MOST_DEPTH + 1).count() > MOST_DEPTH
    });
    if many || deep || crossings(graph) > MOST_CROSSINGS { Err(NotDrawn::TooLarge) } else { Ok(()) }
}

/// About how many layers edges cross, with nodes in the layers that the order of the source suggests, whichever way
/// edges point.
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
