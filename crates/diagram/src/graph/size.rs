//! The size of a graph, which is bounded before the graph is laid out.

use super::{End, Graph};
use crate::NotDrawn;
use crate::limits::{MOST_CROSSINGS, MOST_DEPTH, MOST_EDGES, MOST_GROUPS, MOST_NODES};

/// Rejects a graph whose layout would take too long, or whose groups contain themselves.
pub(crate) fn check(graph: &Graph) -> Result<(), NotDrawn> {
    let many = graph.nodes.len() > MOST_NODES || graph.edges.len() > MOST_EDGES || graph.groups.len() > MOST_GROUPS;
    let deep = (0..graph.groups.len()).any(|group| {
        std::iter::successors(Some(group), |at| graph.groups[*at].parent).take(MOST_DEPTH + 1).count() > MOST_DEPTH
    });
    if many || deep || crossings(graph) > MOST_CROSSINGS { Err(NotDrawn::TooLarge) } else { Ok(()) }
}

/// Estimates how many layers all edges cross, with layers assigned in source order, whatever the direction of the
/// edges.
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
