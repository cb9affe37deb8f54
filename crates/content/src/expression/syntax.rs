//! The tree that the parser makes and the machine evaluates.
//!
//! Operators of one level, and links behind one value, are lists: the height of a tree is bounded by what is nested
//! in its text, not by how much stands in a row.

use std::sync::Arc;

use super::Root;
use super::natives::Method;
use super::value::{Text, Value};

#[derive(Debug)]
pub(super) enum Node {
    Constant(Value),
    Root(Root),
    /// A parameter of the function `up` levels around.
    Local {
        up: usize,
        slot: usize,
    },
    /// A text, then values each with the text behind it.
    Template(Text, Vec<(Node, Text)>),
    Array(Vec<Item>),
    Object(Vec<Property>),
    Chain(Box<Node>, Vec<Link>),
    Unary(Unary, Box<Node>),
    /// Operators of one level, applied from left to right.
    Binary(Box<Node>, Vec<(Binary, Node)>),
    Logical(Logical, Vec<Node>),
    /// Condition, then, else.
    Conditional(Box<[Node; 3]>),
    Arrow(Arc<Arrow>),
}

/// An element of an array or an argument.
#[derive(Debug)]
pub(super) struct Item {
    pub(super) node: Node,
    pub(super) spread: bool,
}

#[derive(Debug)]
pub(super) enum Property {
    Named(Text, Node),
    Computed(Node, Node),
    Spread(Node),
}

/// What stands behind a value.
#[derive(Debug)]
pub(super) struct Link {
    /// Behind `?.`: the chain ends with undefined if there is nothing to go on with.
    pub(super) optional: bool,
    pub(super) step: Step,
}

#[derive(Debug)]
pub(super) enum Step {
    Member(Key),
    Index(Node),
    Call(Vec<Item>),
}

/// A name of a member, and the method that it may mean.
#[derive(Debug)]
pub(super) struct Key {
    pub(super) text: Text,
    pub(super) method: Option<Method>,
}

impl Key {
    pub(super) fn new(name: &str) -> Self {
        Self { text: name.into(), method: Method::named(name) }
    }
}

/// A function with an expression as its body.
#[derive(Debug)]
pub(super) struct Arrow {
    pub(super) parameters: usize,
    pub(super) body: Node,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unary {
    Not,
    Minus,
    Plus,
    Complement,
    Typeof,
    Void,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Logical {
    And,
    Or,
    Coalesce,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Binary {
    BitOr,
    BitXor,
    BitAnd,
    Equal,
    NotEqual,
    Same,
    NotSame,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    In,
    ShiftLeft,
    ShiftRight,
    ShiftRightUnsigned,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Power,
}

impl Binary {
    /// How tightly an operator that goes from left to right binds: more binds tighter.
    pub(super) fn level(self) -> u8 {
        use Binary as B;
        match self {
            B::BitOr => 1,
            B::BitXor => 2,
            B::BitAnd => 3,
            B::Equal | B::NotEqual | B::Same | B::NotSame => 4,
            B::Less | B::LessOrEqual | B::Greater | B::GreaterOrEqual | B::In => 5,
            B::ShiftLeft | B::ShiftRight | B::ShiftRightUnsigned => 6,
            B::Add | B::Subtract => 7,
            B::Multiply | B::Divide | B::Remainder => 8,
            B::Power => 9,
        }
    }
}
