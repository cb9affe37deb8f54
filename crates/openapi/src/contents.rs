//! The contents of a document: operations and schemas, in the order in which they stand in it.

use serde_json::{Map, Value};

use crate::place::METHODS;

/// The maximum number of references from one path item to the next.
const MOST_HOPS: usize = 8;

/// An operation of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operation {
    /// The method in lower case, or as it is written among additional operations.
    pub method: String,
    /// The path, or the name of a webhook.
    pub path: String,
    /// True if the operation is a webhook.
    pub webhook: bool,
    /// The identifier that the document gives it.
    pub operation_id: Option<String>,
    /// The first of its tags.
    pub tag: Option<String>,
    /// The summary in one line.
    pub summary: Option<String>,
    /// True if the operation should not be used any more.
    pub deprecated: bool,
}

/// The operations and schemas of a document.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Contents {
    /// The operations of paths, then those of webhooks.
    pub operations: Vec<Operation>,
    /// The names of the schemas.
    pub schemas: Vec<String>,
}

/// Lists the operations and schemas of a document.
pub fn contents(document: &Value) -> Contents {
    let mut operations = Vec::new();
    for (group, webhook) in [("paths", false), ("webhooks", true), ("x-webhooks", true)] {
        for (path, item) in members(document, group).filter(|(path, _)| !path.starts_with("x-")) {
            for (method, operation) in operations_of(document, item) {
                operations.push(Operation::new(method, path, webhook, operation));
            }
        }
    }
    let shared = document.pointer("/components/schemas").or_else(|| document.get("definitions"));
    let schemas = shared.and_then(Value::as_object).into_iter().flat_map(Map::keys).cloned().collect();
    Contents { operations, schemas }
}

impl Operation {
    fn new(method: &str, path: &str, webhook: bool, operation: &Value) -> Self {
        let text = |name: &str| operation.get(name)?.as_str().map(str::to_owned);
        Self {
            method: method.to_owned(),
            path: path.to_owned(),
            webhook,
            operation_id: text("operationId"),
            tag: operation.pointer("/tags/0").and_then(Value::as_str).map(str::to_owned),
            summary: text("summary"),
            deprecated: operation.get("deprecated").and_then(Value::as_bool) == Some(true),
        }
    }
}

/// Returns the operations of a path item, or of the one that it refers to within the document.
pub(crate) fn operations_of<'a>(document: &'a Value, item: &'a Value) -> impl Iterator<Item = (&'a str, &'a Value)> {
    let item = resolved(document, item);
    let own = item.and_then(Value::as_object).into_iter().flatten();
    let own = own.map(|(method, it)| (method.as_str(), it)).filter(|(method, _)| METHODS.contains(method));
    let more = item.into_iter().flat_map(|item| members(item, "additionalOperations"));
    own.chain(more).filter(|(_, operation)| operation.is_object())
}

/// Follows the references of a path item, of which one with operations of its own needs none.
fn resolved<'a>(document: &'a Value, item: &'a Value) -> Option<&'a Value> {
    let mut item = item;
    for _ in 0..MOST_HOPS {
        let Some(reference) = item.get("$ref").and_then(Value::as_str) else { return Some(item) };
        let Some(target) = target(document, reference) else { return Some(item) };
        item = target;
    }
    None
}

/// Returns the value that a reference within the document leads to.
pub(crate) fn target<'a>(document: &'a Value, reference: &str) -> Option<&'a Value> {
    let fragment = reference.strip_prefix('#')?;
    // Pointers that are not percent-encoded are common, and found at once.
    document.pointer(fragment).or_else(|| document.pointer(&crate::pointer::of_fragment(fragment)?))
}

/// Returns the members of a member that is an object.
pub(crate) fn members<'a>(value: &'a Value, name: &str) -> impl Iterator<Item = (&'a str, &'a Value)> {
    let object = value.get(name).and_then(Value::as_object);
    object.into_iter().flatten().map(|(name, value)| (name.as_str(), value))
}
