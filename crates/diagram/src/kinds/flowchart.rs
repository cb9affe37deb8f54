//! Conversion of flowcharts into graphs.

use std::collections::HashMap;

use mermaid_svg::ast::{EdgeHead, EdgeLine, FlowDirection, FlowEdge, FlowNode, FlowchartDiagram, NodeShape};

use super::look;
use crate::NotDrawn;
use crate::graph::{Direction, Edge, End, Graph, Group, Label, Line, Node, Shape, Tip};

/// Converts a parsed flowchart into a graph.
pub(super) fn read(chart: &FlowchartDiagram) -> Result<Graph, NotDrawn> {
    let groups: HashMap<&str, usize> =
        chart.subgraphs.iter().enumerate().map(|(at, group)| (group.id.as_str(), at)).collect();
    let mut owners = HashMap::new();
    let mut parents = vec![None; chart.subgraphs.len()];
    for (at, group) in chart.subgraphs.iter().enumerate() {
        group.node_ids.iter().for_each(|id| _ = owners.insert(id.as_str(), at));
        for child in group.child_subgraph_ids.iter().filter_map(|id| groups.get(id.as_str())) {
            parents[*child] = Some(at).filter(|at| at != child);
        }
    }
    let mut graph = Graph { title: chart.title.clone(), direction: direction(chart.direction), ..Graph::default() };
    for (group, parent) in chart.subgraphs.iter().zip(parents) {
        let title = if group.label.trim().is_empty() { &group.id } else { &group.label };
        graph.groups.push(Group {
            label: Label::read(title),
            look: look::of(&HashMap::new(), &[], &styled(chart, &group.classes, &group.style)),
            direction: group.direction.map(direction),
            parent,
            is_region: false,
        });
    }
    let mut ends: HashMap<&str, End> = HashMap::new();
    for node in chart.nodes.iter().filter(|node| !groups.contains_key(node.id.as_str())) {
        ends.insert(&node.id, End::Node(graph.nodes.len()));
        graph.nodes.push(read_node(chart, node, owners.get(node.id.as_str()).copied()));
    }
    groups.iter().for_each(|(id, at)| _ = ends.insert(id, End::Group(*at)));
    for (at, edge) in chart.edges.iter().enumerate() {
        let end = |id: &str| ends.get(id).copied().ok_or(NotDrawn::Tangled);
        graph.edges.push(read_edge(chart, at, edge, end(&edge.from)?, end(&edge.to)?));
    }
    Ok(graph)
}

/// Returns the styles of classes, followed by the own styles of a group.
fn styled(chart: &FlowchartDiagram, classes: &[String], own: &[(String, String)]) -> Vec<(String, String)> {
    let named = classes.iter().filter_map(|name| chart.class_defs.get(name)).flatten();
    named.chain(own).cloned().collect()
}

fn read_node(chart: &FlowchartDiagram, node: &FlowNode, group: Option<usize>) -> Node {
    Node {
        label: Label::read(&node.text),
        shape: shape(node.shape),
        look: look::of(&chart.class_defs, &node.classes, &node.style),
        group,
    }
}

fn read_edge(chart: &FlowchartDiagram, at: usize, edge: &FlowEdge, from: End, to: End) -> Edge {
    let mut look = look::of(&HashMap::new(), &[], &chart.link_style_default);
    if let Some(style) = chart.edge_styles.get(&at) {
        look::add(&mut look, style);
    }
    Edge {
        from,
        to,
        label: edge.label.as_deref().map(Label::read).unwrap_or_default(),
        line: match edge.line {
            EdgeLine::Dotted => Line::Dotted,
            EdgeLine::Thick => Line::Thick,
            EdgeLine::Invisible => Line::Hidden,
            _ => Line::Solid,
        },
        tail: tip(edge.tail),
        head: tip(edge.head),
        look,
    }
}

fn tip(head: EdgeHead) -> Tip {
    match head {
        EdgeHead::Arrow => Tip::Arrow,
        EdgeHead::Circle => Tip::Circle,
        EdgeHead::Cross => Tip::Cross,
        _ => Tip::None,
    }
}

pub(super) fn direction(direction: FlowDirection) -> Direction {
    match direction {
        FlowDirection::BottomTop => Direction::Up,
        FlowDirection::LeftRight => Direction::Right,
        FlowDirection::RightLeft => Direction::Left,
        _ => Direction::Down,
    }
}

/// Maps the shape of a node; special shapes of machines and papers become rectangles, documents and cylinders.
fn shape(shape: NodeShape) -> Shape {
    match shape {
        NodeShape::Round => Shape::Rounded,
        NodeShape::Stadium | NodeShape::Delay => Shape::Stadium,
        NodeShape::Subroutine | NodeShape::LinedProcess => Shape::Subroutine,
        NodeShape::Cylinder | NodeShape::LinedCylinder | NodeShape::DirectAccessStorage | NodeShape::StoredData => {
            Shape::Cylinder
        }
        NodeShape::Circle => Shape::Circle,
        NodeShape::DoubleCircle => Shape::DoubleCircle,
        NodeShape::FilledCircle => Shape::Start,
        NodeShape::CrossedCircle => Shape::End,
        NodeShape::Rhombus => Shape::Rhombus,
        NodeShape::Hexagon => Shape::Hexagon,
        NodeShape::Parallelogram => Shape::Leaning { right: true },
        NodeShape::ParallelogramAlt => Shape::Leaning { right: false },
        NodeShape::Trapezoid | NodeShape::Triangle => Shape::Trapezoid { wide_below: true },
        NodeShape::TrapezoidAlt | NodeShape::FlippedTriangle => Shape::Trapezoid { wide_below: false },
        NodeShape::Asymmetric => Shape::Flag,
        NodeShape::Document | NodeShape::MultiDocument | NodeShape::TaggedDocument | NodeShape::PaperTape => {
            Shape::Document
        }
        NodeShape::Comment => Shape::Note,
        _ => Shape::Rectangle,
    }
}
