//! Graphs with groups, the common form of flowcharts and state diagrams.
//!
//! A [`Graph`] is the content, linked by indices; [`place`] computes the layout, [`paint`] draws it. The language of
//! the source is not known here.

mod label;
mod paint;
mod path;
mod place;
mod shape;
mod size;

pub(crate) use self::label::Label;
pub(crate) use self::paint::paint;
pub(crate) use self::place::place;
pub(crate) use self::size::check;

/// The direction in which the layers of a graph follow each other.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Direction {
    #[default]
    Down,
    Up,
    Right,
    Left,
}

/// The style given by the author; `None` stands for the default.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Look {
    pub(crate) fill: Option<String>,
    pub(crate) stroke: Option<String>,
    pub(crate) stroke_width: Option<f64>,
    pub(crate) dashes: Option<String>,
    pub(crate) color: Option<String>,
    pub(crate) bold: bool,
    pub(crate) italic: bool,
}

/// The shape of a node's outline.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    Rectangle,
    Rounded,
    Stadium,
    Subroutine,
    Cylinder,
    Circle,
    DoubleCircle,
    Rhombus,
    Hexagon,
    /// A parallelogram that leans to the right or to the left.
    Leaning {
        right: bool,
    },
    /// A trapezoid whose longer side is the lower or the upper one.
    Trapezoid {
        wide_below: bool,
    },
    Flag,
    Document,
    Note,
    /// The start of a state diagram.
    Start,
    /// The end of a state diagram.
    End,
    /// A fork or join of transitions.
    Bar,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Node {
    pub(crate) label: Label,
    pub(crate) shape: Shape,
    pub(crate) look: Look,
    /// The index of the innermost group around it.
    pub(crate) group: Option<usize>,
}

/// A frame around nodes and other groups.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Group {
    pub(crate) label: Label,
    pub(crate) look: Look,
    pub(crate) direction: Option<Direction>,
    pub(crate) parent: Option<usize>,
    /// True if the group is a region of a composite state, drawn as a part of its frame.
    pub(crate) is_region: bool,
}

/// A node or group that an edge connects, by index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum End {
    Node(usize),
    Group(usize),
}

/// The marker at an end of an edge.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Tip {
    #[default]
    None,
    Arrow,
    Circle,
    Cross,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Line {
    #[default]
    Solid,
    Dotted,
    Thick,
    /// An invisible edge, which only affects the layout.
    Hidden,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Edge {
    pub(crate) from: End,
    pub(crate) to: End,
    pub(crate) label: Label,
    pub(crate) line: Line,
    pub(crate) tail: Tip,
    pub(crate) head: Tip,
    pub(crate) look: Look,
}

#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Graph {
    pub(crate) title: Option<String>,
    pub(crate) direction: Direction,
    pub(crate) nodes: Vec<Node>,
    pub(crate) groups: Vec<Group>,
    pub(crate) edges: Vec<Edge>,
}

/// A point, in pixels.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Point {
    pub(crate) x: f64,
    pub(crate) y: f64,
}

/// A rectangle by its centre and size, in pixels.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Area {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

/// The layout of a graph, with entries parallel to its nodes, groups and edges.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Placed {
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) nodes: Vec<Area>,
    pub(crate) groups: Vec<Area>,
    pub(crate) edges: Vec<Route>,
}

/// The path of an edge, and the position of its label.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Route {
    pub(crate) points: Vec<Point>,
    pub(crate) label: Point,
}

impl Direction {
    /// Returns true if the layers are placed side by side.
    pub(crate) fn is_level(self) -> bool {
        matches!(self, Self::Right | Self::Left)
    }
}

impl Area {
    pub(crate) fn left(&self) -> f64 {
        self.x - self.width / 2.0
    }

    pub(crate) fn top(&self) -> f64 {
        self.y - self.height / 2.0
    }

    fn shift(&mut self, x: f64, y: f64) {
        self.x += x;
        self.y += y;
    }
}

impl Graph {
    /// Returns true if a group is `outer` or within it.
    pub(crate) fn is_within(&self, mut group: Option<usize>, outer: usize) -> bool {
        while let Some(at) = group {
            if at == outer {
                return true;
            }
            group = self.groups[at].parent;
        }
        false
    }

    /// Returns the group that a node or group is in.
    pub(crate) fn group_of(&self, end: End) -> Option<usize> {
        match end {
            End::Node(node) => self.nodes[node].group,
            End::Group(group) => self.groups[group].parent,
        }
    }
}
