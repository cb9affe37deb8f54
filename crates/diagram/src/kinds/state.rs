//! Conversion of state diagrams into graphs: composite states become groups, notes become nodes beside their states.

use std::collections::HashMap;

use mermaid_svg::ast::{NotePosition, State, StateDiagram, StateKind};

use super::flowchart::direction;
use super::look;
use crate::NotDrawn;
use crate::graph::{Edge, End, Graph, Group, Label, Line, Look, Node, Shape, Tip};

/// Converts a parsed state diagram into a graph.
pub(super) fn read(diagram: &StateDiagram) -> Result<Graph, NotDrawn> {
    let mut graph = Graph { direction: direction(diagram.direction), ..Graph::default() };
    let mut owners: HashMap<&str, usize> = HashMap::new();
    let mut groups: HashMap<&str, usize> = HashMap::new();
    for composite in &diagram.composites {
        groups.insert(&composite.id, graph.groups.len());
        graph.groups.push(read_group(diagram, &composite.id));
        let group = graph.groups.len() - 1;
        for region in &composite.regions {
            let owner = if composite.regions.len() > 1 { add_region(&mut graph, group) } else { group };
            region.iter().for_each(|id| _ = owners.insert(id, owner));
        }
    }
    for (id, group) in &groups {
        graph.groups[*group].parent = owners.get(id).copied().filter(|owner| owner != group);
    }
    let mut ends: HashMap<&str, End> = groups.iter().map(|(id, at)| (*id, End::Group(*at))).collect();
    for state in diagram.states.iter().filter(|state| !groups.contains_key(state.id.as_str())) {
        ends.insert(&state.id, End::Node(graph.nodes.len()));
        graph.nodes.push(read_state(diagram, state, owners.get(state.id.as_str()).copied()));
    }
    for transition in &diagram.transitions {
        let end = |id: &str| ends.get(id).copied().ok_or(NotDrawn::Tangled);
        let label = transition.label.as_deref().map(Label::read).unwrap_or_default();
        graph.edges.push(edge(end(&transition.from)?, end(&transition.to)?, label, Line::Solid, Tip::Arrow));
    }
    for note in &diagram.notes {
        let target = ends.get(note.target.as_str()).copied().ok_or(NotDrawn::Tangled)?;
        let at = End::Node(graph.nodes.len());
        let group = graph.group_of(target);
        let label = Label::read(&note.text);
        graph.nodes.push(Node { label, shape: Shape::Note, look: Look::default(), group });
        let (from, to) = if note.position == NotePosition::LeftOf { (at, target) } else { (target, at) };
        graph.edges.push(edge(from, to, Label::default(), Line::Dotted, Tip::None));
    }
    Ok(graph)
}

fn read_group(diagram: &StateDiagram, id: &str) -> Group {
    let state = diagram.states.iter().find(|state| state.id == id);
    let look = state.map(|state| look::of(&diagram.class_defs, &state.classes, &state.style));
    let label = state.map_or(id, |state| state.label.as_str());
    Group { label: Label::read(label), look: look.unwrap_or_default(), ..Group::default() }
}

fn add_region(graph: &mut Graph, parent: usize) -> usize {
    graph.groups.push(Group { parent: Some(parent), is_region: true, ..Group::default() });
    graph.groups.len() - 1
}

fn read_state(diagram: &StateDiagram, state: &State, group: Option<usize>) -> Node {
    let shape = match state.kind {
        StateKind::Start => Shape::Start,
        StateKind::End => Shape::End,
        StateKind::Choice => Shape::Rhombus,
        StateKind::Fork | StateKind::Join => Shape::Bar,
        StateKind::History { .. } => Shape::Circle,
        _ => Shape::Rounded,
    };
    let label = match state.kind {
        StateKind::History { deep } => Label::read(if deep { "H*" } else { "H" }),
        StateKind::Normal => Label::read(&state.label),
        _ => Label::default(),
    };
    Node { label, shape, look: look::of(&diagram.class_defs, &state.classes, &state.style), group }
}

fn edge(from: End, to: End, label: Label, line: Line, head: Tip) -> Edge {
    Edge { from, to, label, line, tail: Tip::None, head, look: Look::default() }
}
