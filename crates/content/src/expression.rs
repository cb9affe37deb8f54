//! Expressions: conditions that decide visibility, and values that are shown in a text.
//!
//! An expression is a JavaScript expression without assignment, statements, classes, regular expressions, dates and
//! prototypes. It reads the roots of a [`Scope`] and nothing else; it has a value or a [`Failure`] after a bounded
//! number of steps and bytes ([`MOST_STEPS`], [`MOST_BYTES`]). A value is the same as in JavaScript,
//! with two exceptions: values never change, so `sort` and `reverse` return new arrays; and a value has no members
//! except its own and the supported methods. An expression is parsed once, and evaluated any number of times, by any
//! number of threads. The tests list every difference.

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

/// The maximum length of an expression in characters.
pub const MOST_CHARACTERS: usize = 1024;

/// A root name that an expression can read from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Root {
    /// `visitor`: the reader of a site, with `visitor.claims` and `visitor.claims.unsigned`.
    Visitor,
    /// `space`, with `space.vars`; when a change request is merged, the space of the change request.
    Space,
    /// `page`, with `page.vars`.
    Page,
    /// `changeRequest`: the change request that is to be merged.
    ChangeRequest,
    /// `reviews`: the reviews of the change request.
    Reviews,
    /// `actor`: the user who merges.
    Actor,
}

/// The error for a text that is not a valid expression.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("character {position}: {message}")]
pub struct InvalidExpression {
    /// The position in characters, from 1.
    pub position: usize,
    pub message: String,
}

/// A parsed expression. Clones share the tree.
#[derive(Debug, Clone)]
pub struct Expression(Arc<Parsed>);

#[derive(Debug)]
struct Parsed {
    node: Node,
    paths: Vec<Path>,
}

/// A path of members that an expression reads, at least in part: `visitor.claims.plan`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Path {
    pub root: Root,
    /// The names of the members, as far as they are known without evaluation.
    pub keys: Vec<String>,
}

/// An expression that is valid as a condition: it reads available roots only, and may be a boolean.
#[derive(Debug, Clone)]
pub struct Condition(Expression);

/// The values of roots. Reading a root without a value fails.
#[derive(Debug, Clone, Default)]
pub struct Scope {
    values: [Option<Value>; Root::ALL.len()],
}

impl Root {
    /// All roots, in order of declaration.
    pub const ALL: [Self; 6] =
        [Self::Visitor, Self::Space, Self::Page, Self::ChangeRequest, Self::Reviews, Self::Actor];
    /// The roots that are available when a site is read.
    pub const OF_SITES: [Self; 3] = [Self::Visitor, Self::Space, Self::Page];
    /// The roots that are available when a change request is merged.
    pub const OF_MERGES: [Self; 4] = [Self::Space, Self::ChangeRequest, Self::Reviews, Self::Actor];

    /// Returns the name in expressions.
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
    /// Creates an error at an offset from 0.
    fn at(offset: usize, message: impl Into<String>) -> Self {
        Self { position: offset + 1, message: message.into() }
    }
}

impl Expression {
    /// Parses an expression. It may read every root; other names are refused.
    pub fn parse(text: &str) -> Result<Self, InvalidExpression> {
        let (node, paths) = parser::parse(text, &Root::ALL)?;
        Ok(Self(Arc::new(Parsed { node, paths })))
    }

    /// Evaluates the expression within the default bounds.
    pub fn evaluate(&self, scope: &Scope) -> Result<Value, Failure> {
        Machine::new(scope).run(&self.0.node)
    }

    /// Evaluates the expression and converts the value like `String(…)`; bounded like the value itself.
    pub fn text(&self, scope: &Scope) -> Result<String, Failure> {
        let mut machine = Machine::new(scope);
        let value = machine.run(&self.0.node)?;
        Ok(machine.text(&value)?.to_string())
    }

    /// Evaluates the expression within a maximum cost; returns the value and the cost.
    pub fn evaluate_within(&self, scope: &Scope, most: Cost) -> (Result<Value, Failure>, Cost) {
        let mut machine = Machine::within(scope, most);
        let value = machine.run(&self.0.node);
        let cost = machine.budget.spent(most);
        (value, cost)
    }

    /// Evaluates the expression to a text like [`text`](Self::text), `None` for `null` and `undefined`, within a
    /// maximum cost; returns the text and the cost.
    pub fn text_within(&self, scope: &Scope, most: Cost) -> (Result<Option<String>, Failure>, Cost) {
        let mut machine = Machine::within(scope, most);
        let value = machine.run(&self.0.node);
        let text = value.and_then(|value| match value.is_nullish() {
            true => Ok(None),
            false => Ok(Some(machine.text(&value)?.to_string())),
        });
        (text, machine.budget.spent(most))
    }

    /// Returns true if the value is truthy; a failure is false.
    pub fn decide(&self, scope: &Scope) -> bool {
        self.evaluate(scope).is_ok_and(|value| value.is_truthy())
    }

    /// Returns the paths that the expression reads, sorted and without duplicates. Its value depends on nothing else.
    pub fn paths(&self) -> &[Path] {
        &self.0.paths
    }

    /// Returns true if the expression reads a root: one that does not read `visitor` has the same value for all
    /// visitors.
    pub fn reads(&self, root: Root) -> bool {
        self.0.paths.iter().any(|path| path.root == root)
    }
}

impl Condition {
    /// Parses a condition over the available roots.
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

    /// Returns true if the condition holds; one that fails does not.
    pub fn decide(&self, scope: &Scope) -> bool {
        self.0.decide(scope)
    }

    /// Returns the expression of the condition.
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
    /// Sets the value of a root.
    #[must_use]
    pub fn with(mut self, root: Root, value: Value) -> Self {
        self.values[root as usize] = Some(value);
        self
    }

    fn get(&self, root: Root) -> Option<&Value> {
        self.values[root as usize].as_ref()
    }
}
