//! Expressions: what decides whether something is shown, and what stands in a text for its value.
//!
//! An expression is a JavaScript expression without assignment, statements, classes, regular expressions, dates and
//! prototypes. It reads the roots of a [`Scope`] and nothing else; it has a value or a [`Failure`] after a bounded
//! number of steps and bytes ([`MOST_STEPS`], [`MOST_BYTES`]). What has a value has the value that it has in JavaScript,
//! but for two things: values never change, so `sort` and `reverse` give new arrays; and a value has no members but its
//! own and the methods that are offered. It is parsed once, and evaluated any number of times, by any number of threads.
//! The tests list every difference.

mod arrays;
mod budget;
mod check;
mod convert;
mod json;
mod lexer;
mod literals;
mod machine;
mod natives;
mod number;
mod numbers;
mod objects;
mod operators;
mod parser;
mod sort;
mod strings;
mod syntax;
mod units;
mod value;

use std::fmt;
use std::sync::Arc;

pub use budget::{Cost, Failure, MOST_BYTES, MOST_STEPS};
pub use value::{Array, Function, MOST_DEPTH, Object, Text, TooDeep, Value};

use machine::Machine;
use syntax::Node;

/// The most characters of an expression.
pub const MOST_CHARACTERS: usize = 1024;

/// What an expression can start reading from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Root {
    /// `visitor.claims`, `visitor.claims.unsigned`: who reads a site.
    Visitor,
    /// `space.vars`; when a change request is merged, the space that it belongs to.
    Space,
    /// `page.vars`
    Page,
    /// `changeRequest`: what is to be merged.
    ChangeRequest,
    /// `reviews` of it.
    Reviews,
    /// `actor`: who merges.
    Actor,
}

/// A text that is no expression, or none that is accepted here.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("character {position}: {message}")]
pub struct InvalidExpression {
    /// In characters, from 1.
    pub position: usize,
    pub message: String,
}

/// A parsed expression. Clones share it.
#[derive(Debug, Clone)]
pub struct Expression(Arc<Parsed>);

#[derive(Debug)]
struct Parsed {
    node: Node,
    paths: Vec<Path>,
}

/// Something that an expression reads, or may read parts of: `visitor.claims.plan`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Path {
    pub root: Root,
    /// The names of members that are known without evaluation.
    pub keys: Vec<String>,
}

/// An expression that may decide: it reads what is there to read, and may be a boolean.
#[derive(Debug, Clone)]
pub struct Condition(Expression);

/// The values of roots. What is not given fails when it is read.
#[derive(Debug, Clone, Default)]
pub struct Scope {
    values: [Option<Value>; Root::ALL.len()],
}

impl Root {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Visitor, Self::Space, Self::Page, Self::ChangeRequest, Self::Reviews, Self::Actor];
    /// What is there when a site is read.
    pub const OF_SITES: [Self; 3] = [Self::Visitor, Self::Space, Self::Page];
    /// What is there when a change request is merged.
    pub const OF_MERGES: [Self; 4] = [Self::Space, Self::ChangeRequest, Self::Reviews, Self::Actor];

    /// As it is written.
    pub fn name(self) -> &'static str {
        match self {
            Self::Visitor => "visitor",
            Self::Space => "space",
            Self::Page => "page",
            Self::ChangeRequest => "changeRequest",
            Self::Reviews => "reviews",
            Self::Actor => "actor",
        }
    }

    fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|root| root.name() == name)
    }
}

impl InvalidExpression {
    /// At an offset from 0.
    fn at(offset: usize, message: impl Into<String>) -> Self {
        Self { position: offset + 1, message: message.into() }
    }
}

impl Expression {
    /// The expression that a text is. It may read every root; other names are refused.
    pub fn parse(text: &str) -> Result<Self, InvalidExpression> {
        let (node, paths) = parser::parse(text, &Root::ALL)?;
        Ok(Self(Arc::new(Parsed { node, paths })))
    }

    /// Its value.
    pub fn evaluate(&self, scope: &Scope) -> Result<Value, Failure> {
        Machine::new(scope).run(&self.0.node)
    }

    /// Its value as a text, as `String(…)` makes it; bounded like the value itself.
    pub fn text(&self, scope: &Scope) -> Result<String, Failure> {
        let mut machine = Machine::new(scope);
        let value = machine.run(&self.0.node)?;
        Ok(machine.text(&value)?.to_string())
    }

    /// Its value with the steps and bytes that it took, of as many of both as there may be at most.
    pub fn evaluate_within(&self, scope: &Scope, most: Cost) -> (Result<Value, Failure>, Cost) {
        let mut machine = Machine::within(scope, most);
        let value = machine.run(&self.0.node);
        let cost = machine.budget.spent(most);
        (value, cost)
    }

    /// Its value as a text like [`text`](Self::text), none for `null` and `undefined`, with the steps and bytes that it
    /// took.
    pub fn text_within(&self, scope: &Scope, most: Cost) -> (Result<Option<String>, Failure>, Cost) {
        let mut machine = Machine::within(scope, most);
        let value = machine.run(&self.0.node);
        let text = value.and_then(|value| match value.is_nullish() {
            true => Ok(None),
            false => Ok(Some(machine.text(&value)?.to_string())),
        });
        (text, machine.budget.spent(most))
    }

    /// Whether its value counts as true; a failure does not.
    pub fn decide(&self, scope: &Scope) -> bool {
        self.evaluate(scope).is_ok_and(|value| value.is_truthy())
    }

    /// What it reads, in order and each once. A value that a path leads to is all that its value depends on.
    pub fn paths(&self) -> &[Path] {
        &self.0.paths
    }

    /// Whether it reads a root: one that does not read `visitor` has the same value for everybody.
    pub fn reads(&self, root: Root) -> bool {
        self.0.paths.iter().any(|path| path.root == root)
    }
}

impl Condition {
    /// The condition that a text is, where these roots are there to read.
    pub fn parse(text: &str, roots: &[Root]) -> Result<Self, InvalidExpression> {
        let (node, paths) = parser::parse(text, roots)?;
        if let Some(kind) = check::never_boolean(&node) {
            return Err(InvalidExpression::at(0, format!("a condition has to be true or false, and this is {kind}")));
        }
        Ok(Self(Expression(Arc::new(Parsed { node, paths }))))
    }

    /// The condition that an expression is, if it reads no other roots than these and may be a boolean.
    pub fn of(expression: Expression, roots: &[Root]) -> Option<Self> {
        let reads_others = Root::ALL.into_iter().any(|root| !roots.contains(&root) && expression.reads(root));
        let may_decide = !reads_others && check::never_boolean(&expression.0.node).is_none();
        may_decide.then_some(Self(expression))
    }

    /// Whether it holds; it does not if it fails.
    pub fn decide(&self, scope: &Scope) -> bool {
        self.0.decide(scope)
    }

    /// The expression that it is.
    pub fn expression(&self) -> &Expression {
        &self.0
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.root.name())?;
        self.keys.iter().try_for_each(|key| write!(f, ".{key}"))
    }
}

impl Scope {
    /// With the value of a root.
    #[must_use]
    pub fn with(mut self, root: Root, value: Value) -> Self {
        self.values[root as usize] = Some(value);
        self
    }

    fn get(&self, root: Root) -> Option<&Value> {
        self.values[root as usize].as_ref()
    }
}
