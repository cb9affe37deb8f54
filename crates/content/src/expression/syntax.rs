//! The syntax tree that the parser makes and the machine evaluates.
//!
//! Operators of one level, and the links of one value, are lists: the height of a tree is bounded by the nesting
//! of its text, not by its length.

use std::sync::Arc;

use super::Root;
use super::natives::Method;
use super::value::{Text, Value};

#[derive(Debug)]
pub(super) enum Node {
    Constant(Value),
    Root(Root),
    /// A parameter of the function `up` levels further out.
    Local {
        up: usize,
        slot: usize,
    },
    /// A text, then values each with the text after it.
    Template(Text, Vec<(Node, Text)>),
    Array(Vec<Item>),
    Object(Vec<Property>),
    Chain(Box<Node>, Vec<Link>),
    Unary(Unary, Box<Node>),
    /// Operators of one precedence, applied from left to right.
    Binary(Box<Node>, Vec<(Binary, Node)>),
    Logical(Logical, Vec<Node>),
    /// The condition and the two branches.
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

/// A member access or call after a value.
#[derive(Debug)]
pub(super) struct Link {
    /// True after `?.`: the chain ends with undefined if the value is null or undefined.
    pub(super) optional: bool,
    pub(super) step: Step,
}

#[derive(Debug)]
pub(super) enum Step {
    Member(Key),
    Index(Node),
    Call(Vec<Item>),
}

/// The name of a member, and the method with that name.
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

/// An arrow function with an expression as its body.
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
    /// Returns the precedence of a binary operator: a higher level binds tighter.
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
