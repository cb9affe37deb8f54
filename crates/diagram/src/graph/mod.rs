//! Graphs with groups: what flowcharts and diagrams of states have in common.
//!
//! A [`Graph`] is what an author said, by indexes; [`place`] says where everything goes, [`paint`] draws it. Nothing
//! here knows the language.

mod label;
mod paint;
mod path;
mod place;
mod shape;

pub(crate) use self::label::Label;
pub(crate) use self::paint::paint;
pub(crate) use self::place::place;

/// Where a graph leads.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Direction {
    #[default]
    Down,
    Up,
    Right,
    Left,
}

/// What something looks like where its author says so.
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

/// The outline of a node.
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
    /// A parallelogram that leans to the right, or to the left.
    Leaning {
        right: bool,
    },
    /// A trapezoid whose longer side is below, or above.
    Trapezoid {
        wide_below: bool,
    },
    Flag,
    Document,
    Note,
    /// Where a diagram of states begins.
    Start,
    /// Where it ends.
    End,
    /// Where ways part and join.
    Bar,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Node {
    pub(crate) label: Label,
    pub(crate) shape: Shape,
    pub(crate) look: Look,
    /// The group that it is in.
    pub(crate) group: Option<usize>,
}

/// Nodes and groups with a frame around them.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Group {
    pub(crate) label: Label,
    pub(crate) look: Look,
    pub(crate) direction: Option<Direction>,
    pub(crate) parent: Option<usize>,
    /// Whether its frame is a part of the frame around it.
    pub(crate) is_region: bool,
}

/// What an edge joins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum End {
    Node(usize),
    Group(usize),
}

/// What is at an end of an edge.
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
    /// It keeps its ends apart and is not seen.
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

/// A point in pixels.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Point {
    pub(crate) x: f64,
    pub(crate) y: f64,
}

/// A rectangle by its middle.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Area {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

/// Where everything of a graph is.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Placed {
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) nodes: Vec<Area>,
    pub(crate) groups: Vec<Area>,
    pub(crate) edges: Vec<Route>,
}

/// Where an edge goes, and where its label is.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Route {
    pub(crate) points: Vec<Point>,
    pub(crate) label: Point,
}

impl Direction {
    /// Whether layers stand beside each other.
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
    /// Whether a group is another one or within it.
    pub(crate) fn is_within(&self, mut group: Option<usize>, outer: usize) -> bool {
        while let Some(at) = group {
            if at == outer {
                return true;
            }
            group = self.groups[at].parent;
        }
        false
    }

    /// The group that an end is in.
    pub(crate) fn group_of(&self, end: End) -> Option<usize> {
        match end {
            End::Node(node) => self.nodes[node].group,
            End::Group(group) => self.groups[group].parent,
        }
    }
}
