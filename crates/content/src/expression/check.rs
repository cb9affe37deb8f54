//! Detection of expressions that cannot be conditions.

use super::Root;
use super::natives::Method;
use super::syntax::{Binary, Link, Logical, Node, Step, Unary};
use super::value::{Callable, Function, Text, Value};

/// Returns a name for the value of an expression that is never a boolean. Values from a scope may be booleans.
///
/// The last operand of `&&` has to be possibly boolean, as it is the value when all are truthy; for `||`, `??` and
/// `? :` one alternative is enough.
pub(super) fn never_boolean(node: &Node) -> Option<&'static str> {
    match node {
        Node::Constant(value) => constant(value),
        Node::Template(..) => Some("a text"),
        Node::Array(_) => Some("an array"),
        Node::Object(_) => Some("an object"),
        Node::Arrow(_) => Some("a function"),
        Node::Unary(Unary::Not, _) => None,
        Node::Unary(Unary::Typeof, _) => Some("a text"),
        Node::Unary(Unary::Void, _) => Some("undefined"),
        Node::Unary(..) => Some("a number"),
        Node::Binary(_, rest) => rest.last().and_then(|(operator, _)| arithmetic(*operator)),
        Node::Logical(Logical::And, operands) => operands.last().and_then(never_boolean),
        Node::Logical(_, operands) => every(operands),
        Node::Conditional(parts) => every(&parts[1..]),
        Node::Chain(base, links) => call(base, links).or_else(|| object(base, links)),
        Node::Root(_) => Some("an object"),
        Node::Local { .. } => None,
    }
}

fn every(alternatives: &[Node]) -> Option<&'static str> {
    let mut found = None;
    for alternative in alternatives {
        found = Some(never_boolean(alternative)?);
    }
    found
}

fn constant(value: &Value) -> Option<&'static str> {
    match value {
        Value::Boolean(_) => None,
        Value::Undefined => Some("undefined"),
        Value::Null => Some("null"),
        Value::Number(_) => Some("a number"),
        Value::String(_) => Some("a text"),
        Value::Array(_) => Some("an array"),
        Value::Object(_) => Some("an object"),
        Value::Function(_) => Some("a function"),
    }
}

fn arithmetic(operator: Binary) -> Option<&'static str> {
    match operator.level() {
        // Equality, order and `in`.
        4 | 5 => None,
        _ if operator == Binary::Add => Some("a number or a text"),
        _ => Some("a number"),
    }
}

/// The members of roots that are objects whatever they contain, and so are truthy even when they are empty.
const OBJECTS: [(Root, &[&str]); 4] = [
    (Root::Visitor, &["claims"]),
    (Root::Visitor, &["claims", "unsigned"]),
    (Root::Space, &["vars"]),
    (Root::Page, &["vars"]),
];

/// Checks for a chain that is a member of a root and always an object.
fn object(base: &Node, links: &[Link]) -> Option<&'static str> {
    let Node::Root(root) = base else { return None };
    let is = |link: &Link, name: &str| match &link.step {
        Step::Member(key) => key.text == Text::from(name),
        Step::Index(Node::Constant(Value::String(text))) => *text == Text::from(name),
        Step::Index(_) | Step::Call(_) => false,
    };
    let leads_to =
        |names: &[&str]| links.len() == names.len() && links.iter().zip(names).all(|(link, name)| is(link, name));
    OBJECTS.iter().any(|(of, names)| of == root && leads_to(names)).then_some("an object")
}

/// Checks a call at the end of a chain. No scope has functions, so a method name always means the built-in method.
fn call(base: &Node, links: &[Link]) -> Option<&'static str> {
    const OUTCOME: &str = "what is no boolean";
    let optional = links.iter().any(|link| link.optional);
    match (links, base) {
        ([Link { step: Step::Call(_), .. }], Node::Constant(Value::Function(Function(Callable::Global(global))))) => {
            global.is_never_boolean().then_some(OUTCOME)
        }
        ([.., Link { step: Step::Member(key), .. }, Link { step: Step::Call(_), .. }], _) if !optional => {
            key.method.is_some_and(Method::is_never_boolean).then_some(OUTCOME)
        }
        _ => None,
    }
}
