//! The layout of nodes, groups and edges.
//!
//! A group that no edge crosses is a *box*: it is laid out separately, in its own direction, and counts as one node
//! outside. The others are laid out together with the nodes around them, with dagre's layered layout. An edge of such a
//! group is connected to one of its nodes in the layout, and trimmed at its frame.

use std::collections::{BTreeMap, BTreeSet};

use rusty_mermaid_core::Direction as Rank;
use rusty_mermaid_dagre::{DagreConfig, EdgeLabel, LabelPos, NodeLabel, Ranker, pipeline};
use rusty_mermaid_graph::{Graph as Layers, NodeId};

use super::{Area, Direction, Edge, End, Graph, Group, Line, Node, Placed, Point, Route, Shape, path};
use crate::NotDrawn;

/// The margin around the graph, in pixels.
const MARGIN: f64 = 8.0;
/// The padding within the frame of a group, in pixels.
const PADDING: f64 = 16.0;
/// The gap between the nodes of a layer, and that between layers, in pixels.
const NODE_GAP: f64 = 40.0;
const LAYER_GAP: f64 = 46.0;
/// The number of edges above which layers are assigned by the faster algorithm.
const MOST_EDGES_FOR_SHORTEST: usize = 80;

/// Computes the layout of a graph.
pub(crate) fn place(graph: &Graph) -> Result<Placed, NotDrawn> {
    let mut placing = Placing {
        graph,
        is_box: (0..graph.groups.len()).map(|group| is_box(graph, group)).collect(),
        inner: vec![0.0; graph.groups.len()],
        done: Placed {
            nodes: graph.nodes.iter().map(|node| size_of(node, graph.direction)).collect(),
            groups: vec![Area::default(); graph.groups.len()],
            edges: vec![Route::default(); graph.edges.len()],
            ..Placed::default()
        },
    };
    let (width, height) = placing.lay_out(None, graph.direction)?;
    let mut done = placing.done;
    let head = graph.title.as_ref().map_or(0.0, |_| 34.0);
    shift(&mut done, graph, None, MARGIN, MARGIN + head);
    Ok(Placed { width: width + 2.0 * MARGIN, height: height + 2.0 * MARGIN + head, ..done })
}

/// Returns true if no edge connects the inside of a group with the outside.
fn is_box(graph: &Graph, group: usize) -> bool {
    let inside = |end| end != End::Group(group) && graph.is_within(graph.group_of(end), group);
    graph.edges.iter().all(|edge| inside(edge.from) == inside(edge.to))
}

/// Returns the size of a node, at the origin.
fn size_of(node: &Node, direction: Direction) -> Area {
    let (text, lines) = (node.label.width(), node.label.height());
    let (width, height) = match node.shape {
        Shape::Start => (16.0, 16.0),
        Shape::End => (20.0, 20.0),
        Shape::Bar if direction.is_level() => (8.0, 70.0),
        Shape::Bar => (70.0, 8.0),
        Shape::Circle | Shape::DoubleCircle => {
            let more = if node.shape == Shape::DoubleCircle { 26.0 } else { 16.0 };
            let across = text.hypot(lines).max(24.0) + more;
            (across, across)
        }
        Shape::Rhombus if node.label.is_empty() => (28.0, 28.0),
        Shape::Rhombus => {
            let across = text + lines + 24.0;
            (across, across * 0.72)
        }
        Shape::Hexagon | Shape::Leaning { .. } | Shape::Trapezoid { .. } => (text + 58.0, lines + 24.0),
        Shape::Stadium | Shape::Flag => (text + 42.0, lines + 22.0),
        Shape::Subroutine => (text + 46.0, lines + 22.0),
        Shape::Cylinder => (text + 32.0, lines + 42.0),
        Shape::Document => (text + 32.0, lines + 36.0),
        Shape::Note => (text + 24.0, lines + 16.0),
        Shape::Rectangle | Shape::Rounded => (text + 32.0, lines + 22.0),
    };
    Area { x: 0.0, y: 0.0, width: width.max(8.0), height }
}

struct Placing<'a> {
    graph: &'a Graph,
    is_box: Vec<bool>,
    /// The width of the content of each box.
    inner: Vec<f64>,
    done: Placed,
}

/// One run of the layout, with the identifiers of its nodes and groups by index.
#[derive(Default)]
struct Level {
    layers: Layers<NodeLabel, EdgeLabel>,
    nodes: BTreeMap<usize, NodeId>,
    groups: BTreeMap<usize, NodeId>,
    /// The indices of the edges in this run.
    edges: BTreeSet<usize>,
}

impl Placing<'_> {
    /// Lays out the content of a box, or the whole graph without a scope. Returns its width and height.
    fn lay_out(&mut self, scope: Option<usize>, direction: Direction) -> Result<(f64, f64), NotDrawn> {
        let mut level = Level::default();
        self.add_nodes(scope, &mut level);
        self.add_groups(scope, direction, &mut level)?;
        self.add_edges(scope, direction, &mut level)?;
        let ranker = if level.edges.len() > MOST_EDGES_FOR_SHORTEST { Ranker::LongestPath } else { Ranker::default() };
        let config = DagreConfig {
            rankdir: rank(direction),
            nodesep: NODE_GAP,
            ranksep: LAYER_GAP,
            ranker,
            ..DagreConfig::default()
        };
        pipeline::layout(&mut level.layers, &config);
        self.read_back(&level);
        if self.runs_backwards(&level, direction) {
            self.mirror(&level, direction);
        }
        self.raise_frames(&level);
        self.settle_boxes(&level);
        self.trim(&level);
        Ok(self.settle(&level))
    }

    /// Returns the innermost box around something in a group.
    fn home(&self, mut group: Option<usize>) -> Option<usize> {
        while let Some(at) = group.filter(|at| !self.is_box[*at]) {
            group = self.graph.groups[at].parent;
        }
        group
    }

    /// Adds groups after nodes: cycles are broken at edges back to the nodes added first, mostly the logical start.
    fn add_groups(&mut self, scope: Option<usize>, direction: Direction, level: &mut Level) -> Result<(), NotDrawn> {
        let groups: Vec<usize> =
            (0..self.graph.groups.len()).filter(|at| self.home(self.graph.groups[*at].parent) == scope).collect();
        for &at in &groups {
            let group = &self.graph.groups[at];
            let mut area = Area::default();
            if self.is_box[at] {
                let (width, height) = self.lay_out(Some(at), group.direction.unwrap_or(direction))?;
                self.inner[at] = width;
                area = framed(group, width, height);
            }
            self.done.groups[at] = area;
            level.groups.insert(at, level.layers.add_node(NodeLabel::new(area.width, area.height)));
        }
        let groups = groups.into_iter().map(|at| (level.groups[&at], self.graph.groups[at].parent));
        let nodes = level.nodes.iter().map(|(at, id)| (*id, self.graph.nodes[*at].group));
        let owned: Vec<_> = groups.chain(nodes).collect();
        for (id, parent) in owned {
            if let Some(parent) = parent.filter(|parent| Some(*parent) != scope) {
                level.layers.set_parent(id, level.groups[&parent]);
            }
        }
        Ok(())
    }

    fn add_nodes(&self, scope: Option<usize>, level: &mut Level) {
        let here = self.graph.nodes.iter().enumerate().filter(|(_, node)| self.home(node.group) == scope);
        for (at, _) in here {
            let area = &self.done.nodes[at];
            let id = level.layers.add_node(NodeLabel::new(area.width, area.height));
            level.nodes.insert(at, id);
        }
    }

    fn add_edges(&self, scope: Option<usize>, direction: Direction, level: &mut Level) -> Result<(), NotDrawn> {
        for (at, edge) in self.graph.edges.iter().enumerate() {
            let homes = [edge.from, edge.to].map(|end| self.home(self.graph.group_of(end)));
            if homes != [scope; 2] {
                continue;
            }
            let (from, to) = (self.stand_in(edge.from, level)?, self.stand_in(edge.to, level)?);
            if from == to && edge.from != edge.to {
                return Err(NotDrawn::Tangled);
            }
            level.layers.add_edge(from, to, edge_label(at, edge, direction));
            level.edges.insert(at);
        }
        Ok(())
    }

    /// Returns the layout node for an end of an edge: for a group that is no box, one of the nodes in it.
    fn stand_in(&self, end: End, level: &Level) -> Result<NodeId, NotDrawn> {
        match end {
            End::Node(node) => level.nodes.get(&node).copied(),
            End::Group(group) if self.is_box[group] => level.groups.get(&group).copied(),
            End::Group(group) => {
                let within = |of: Option<usize>| self.graph.is_within(of, group);
                let node = level.nodes.iter().find(|(at, _)| within(self.graph.nodes[**at].group));
                let inner = level.groups.iter().find(|(at, _)| self.is_box[**at] && within(Some(**at)));
                node.or(inner).map(|(_, id)| *id)
            }
        }
        .ok_or(NotDrawn::Tangled)
    }

    fn read_back(&mut self, level: &Level) {
        for (at, id) in &level.nodes {
            if let Some(node) = level.layers.node(*id) {
                (self.done.nodes[*at].x, self.done.nodes[*at].y) = (node.x, node.y);
            }
        }
        for (at, id) in &level.groups {
            let Some(node) = level.layers.node(*id) else { continue };
            self.done.groups[*at] = if self.is_box[*at] {
                Area { x: node.x, y: node.y, ..self.done.groups[*at] }
            } else {
                let least = self.graph.groups[*at].label.width() + 2.0 * PADDING;
                Area { x: node.x, y: node.y, width: node.width.max(least), height: node.height }
            };
        }
        for edge in level.layers.edge_ids().filter_map(|id| level.layers.edge(id)) {
            let points = edge.points.iter().map(|point| Point { x: point.x, y: point.y }).collect();
            if let Some(route) = self.done.edges.get_mut(edge.labeloffset as usize) {
                *route = Route { points, label: Point { x: edge.x, y: edge.y } };
            }
        }
    }

    /// Returns true if the nodes of layers are more often against the order of the source than in it, which does not
    /// matter to the layout, but to readers.
    fn runs_backwards(&self, level: &Level, direction: Direction) -> bool {
        let across = |area: &Area| if direction.is_level() { (area.x, area.y) } else { (area.y, area.x) };
        let places: Vec<(f64, f64)> = level.nodes.keys().map(|at| across(&self.done.nodes[*at])).collect();
        let pairs = places.windows(2).filter(|pair| (pair[0].0 - pair[1].0).abs() < 1.0);
        let order: f64 = pairs.map(|pair| (pair[1].1 - pair[0].1).signum()).sum();
        order < 0.0
    }

    /// Mirrors a level, so that the order within its layers is reversed.
    fn mirror(&mut self, level: &Level, direction: Direction) {
        let turn = |x: &mut f64, y: &mut f64| if direction.is_level() { *y = -*y } else { *x = -*x };
        for at in level.nodes.keys() {
            let area = &mut self.done.nodes[*at];
            turn(&mut area.x, &mut area.y);
        }
        for at in level.groups.keys() {
            let area = &mut self.done.groups[*at];
            turn(&mut area.x, &mut area.y);
        }
        for at in &level.edges {
            let route = &mut self.done.edges[*at];
            route.points.iter_mut().chain([&mut route.label]).for_each(|point| turn(&mut point.x, &mut point.y));
        }
    }

    /// Moves the contents of boxes to the positions of the boxes.
    fn settle_boxes(&mut self, level: &Level) {
        for at in level.groups.keys().copied().filter(|at| self.is_box[*at]) {
            let area = self.done.groups[at];
            let (x, y) = (area.x - self.inner[at] / 2.0, area.top() + head(&self.graph.groups[at]));
            shift(&mut self.done, self.graph, Some(at), x, y);
        }
    }

    /// Makes room for the titles of groups that are no boxes, inner groups first.
    fn raise_frames(&mut self, level: &Level) {
        let depth = |group: &usize| std::iter::successors(Some(*group), |at| self.graph.groups[*at].parent).count();
        let mut open: Vec<usize> = level.groups.keys().copied().filter(|at| !self.is_box[*at]).collect();
        open.sort_by_key(|group| std::cmp::Reverse(depth(group)));
        for at in open {
            let groups = self.graph.groups.iter().zip(&self.done.groups).filter(|(inner, _)| inner.parent == Some(at));
            let nodes = self.graph.nodes.iter().zip(&self.done.nodes).filter(|(node, _)| node.group == Some(at));
            let tops = groups.map(|(_, area)| area.top()).chain(nodes.map(|(_, area)| area.top()));
            let missing = self.done.groups[at].top() + head(&self.graph.groups[at]) - tops.fold(f64::MAX, f64::min);
            if missing > 0.0 {
                self.done.groups[at].height += missing;
                self.done.groups[at].y -= missing / 2.0;
            }
        }
    }

    /// Trims the paths of edges at the outlines of shapes and frames.
    fn trim(&mut self, level: &Level) {
        for at in &level.edges {
            let edge = &self.graph.edges[*at];
            let route = &mut self.done.edges[*at];
            let outline = |end: End| match end {
                End::Node(node) => (self.graph.nodes[node].shape, self.done.nodes[node]),
                End::Group(group) => (Shape::Rectangle, self.done.groups[group]),
            };
            path::trim_start(&mut route.points, outline(edge.from));
            route.points.reverse();
            path::trim_start(&mut route.points, outline(edge.to));
            route.points.reverse();
        }
    }

    /// Moves a level to the origin, and returns its width and height.
    fn settle(&mut self, level: &Level) -> (f64, f64) {
        let mut low = Point { x: f64::MAX, y: f64::MAX };
        let mut high = Point { x: f64::MIN, y: f64::MIN };
        let mut see = |x: f64, y: f64, width: f64, height: f64| {
            low = Point { x: low.x.min(x - width / 2.0), y: low.y.min(y - height / 2.0) };
            high = Point { x: high.x.max(x + width / 2.0), y: high.y.max(y + height / 2.0) };
        };
        for area in level.nodes.keys().map(|at| &self.done.nodes[*at]) {
            see(area.x, area.y, area.width, area.height);
        }
        for area in level.groups.keys().map(|at| &self.done.groups[*at]) {
            see(area.x, area.y, area.width, area.height);
        }
        for at in &level.edges {
            let (route, label) = (&self.done.edges[*at], &self.graph.edges[*at].label);
            see(route.label.x, route.label.y, label.width(), label.height());
            route.points.iter().for_each(|point| see(point.x, point.y, 0.0, 0.0));
        }
        if low.x > high.x {
            return (0.0, 0.0);
        }
        self.move_level(level, -low.x, -low.y);
        (high.x - low.x, high.y - low.y)
    }

    /// Moves everything that was laid out at one level, including the contents of boxes.
    fn move_level(&mut self, level: &Level, x: f64, y: f64) {
        for at in level.nodes.keys() {
            self.done.nodes[*at].shift(x, y);
        }
        for at in level.groups.keys() {
            self.done.groups[*at].shift(x, y);
            if self.is_box[*at] {
                shift(&mut self.done, self.graph, Some(*at), x, y);
            }
        }
        for at in &level.edges {
            self.done.edges[*at].shift(x, y);
        }
    }
}

/// Moves everything within a group, or the whole graph.
fn shift(done: &mut Placed, graph: &Graph, group: Option<usize>, x: f64, y: f64) {
    let inside = |of: Option<usize>| group.is_none_or(|group| graph.is_within(of, group));
    let nodes = done.nodes.iter_mut().zip(&graph.nodes).filter(|(_, node)| inside(node.group));
    let groups = done.groups.iter_mut().zip(&graph.groups).filter(|(_, inner)| inside(inner.parent));
    for area in nodes.map(|(area, _)| area).chain(groups.map(|(area, _)| area)) {
        area.shift(x, y);
    }
    for (route, edge) in done.edges.iter_mut().zip(&graph.edges) {
        if inside(graph.group_of(edge.from)) {
            route.shift(x, y);
        }
    }
}

impl Route {
    fn shift(&mut self, x: f64, y: f64) {
        for point in self.points.iter_mut().chain([&mut self.label]) {
            point.x += x;
            point.y += y;
        }
    }
}

/// Returns the height of the area for the title of a group.
fn head(group: &Group) -> f64 {
    if group.label.is_empty() { PADDING } else { group.label.height() + 16.0 }
}

fn framed(group: &Group, width: f64, height: f64) -> Area {
    let width = width.max(group.label.width()).max(20.0) + 2.0 * PADDING;
    Area { x: 0.0, y: 0.0, width, height: height + head(group) + PADDING }
}

/// Creates the layout's label of an edge. The layout returns edges under other identifiers, so each carries its index
/// in `labeloffset`, which has an effect for labels beside lines only; there are none.
fn edge_label(at: usize, edge: &Edge, direction: Direction) -> EdgeLabel {
    let mut out = EdgeLabel::default();
    out.labelpos = LabelPos::Center;
    out.labeloffset = at as f64;
    if !edge.label.is_empty() {
        (out.width, out.height) = (edge.label.width() + 8.0, edge.label.height() + 2.0);
    }
    if edge.line == Line::Hidden && direction.is_level() {
        out.weight = 0.5;
    }
    out
}

fn rank(direction: Direction) -> Rank {
    match direction {
        Direction::Down => Rank::TB,
        Direction::Up => Rank::BT,
        Direction::Right => Rank::LR,
        Direction::Left => Rank::RL,
    }
}
