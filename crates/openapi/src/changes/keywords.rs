//! Changes of keywords that are compared as a whole.
//!
//! What these keywords allow is not understood. So any change of one counts as breaking, but for one that can only allow
//! more to senders, or less to responses.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::node::Node;
use super::shape::Shape;
use super::{Comparison, Direction, Pair, Rule};
use crate::hidden::reference_of;

/// The keywords that restrict a value.
const RESTRICTING: [&str; 16] = [
    "prefixItems",
    "contains",
    "minContains",
    "maxContains",
    "propertyNames",
    "patternProperties",
    "unevaluatedItems",
    "dependentRequired",
    "dependentSchemas",
    "dependencies",
    "not",
    "if",
    "then",
    "else",
    "contentSchema",
    "$dynamicRef",
];
/// The keywords that say how a value is written.
const WRITING: [&str; 4] = ["contentEncoding", "contentMediaType", "xml", "collectionFormat"];
/// The keywords of a schema that change no value.
pub(super) const TEXTS: [&str; 7] =
    ["title", "description", "example", "examples", "externalDocs", "deprecated", "$comment"];
/// The keywords whose members are schemas by name.
const BY_NAME: [&str; 6] =
    ["properties", "patternProperties", "dependentSchemas", "dependencies", "$defs", "definitions"];
/// The keywords whose values are no schemas.
const DATA: [&str; 4] = ["enum", "const", "default", "dependentRequired"];

impl<'a> Comparison<'a> {
    pub(super) fn keywords(&mut self, at: &Node<'a>, before: &Shape<'a>, after: &Shape<'a>, direction: Direction) {
        for name in RESTRICTING {
            let (old, new) = (before.all(name), after.all(name));
            let is_understood = name == "not" && !old.is_empty() && !new.is_empty();
            if is_understood || self.restricting(name, at, (&old, &new), direction) {
                self.nested(name, &old, &new, direction);
            }
        }
        self.demands(at, before, after, direction);
        for name in WRITING {
            let (old, new) = (before.all(name), after.all(name));
            if !self.are_same(&old, &new) {
                self.tell_first(Rule::SchemaKeywordChanged, at, name, &old, &new);
            }
        }
        self.discriminator(at, before, after, direction);
    }

    /// Compares the variants that only demand properties: which of them fit together is not understood.
    fn demands(&mut self, at: &Node<'a>, before: &Shape<'a>, after: &Shape<'a>, direction: Direction) {
        for name in ["oneOf", "anyOf"] {
            let of = |shape: &Shape<'a>| {
                let own = shape.demands.iter().filter(|(of, _)| *of == name);
                own.map(|(_, node)| node.clone()).collect::<Vec<_>>()
            };
            self.restricting(name, at, (&of(before), &of(after)), direction);
        }
    }

    /// Compares a keyword that restricts values as a whole; returns false if it changed.
    fn restricting(
        &mut self,
        name: &str,
        at: &Node<'a>,
        (old, new): (&[Node<'a>], &[Node<'a>]),
        direction: Direction,
    ) -> bool {
        if self.are_same(old, new) {
            return true;
        }
        let rule = match direction {
            Direction::Sent if new.is_empty() => Rule::RequestKeywordRemoved,
            Direction::Received if old.is_empty() => Rule::ResponseKeywordAdded,
            _ => Rule::SchemaKeywordChanged,
        };
        self.tell_first(rule, at, name, old, new);
        false
    }

    fn tell_first(&mut self, rule: Rule, at: &Node<'a>, name: &str, old: &[Node<'a>], new: &[Node<'a>]) {
        self.tell(rule, at, name, (old.first().map(|it| it.value), new.first().map(|it| it.value)));
    }

    /// Returns true if two lists of values say the same, apart from texts.
    fn are_same(&mut self, old: &[Node<'a>], new: &[Node<'a>]) -> bool {
        let stated =
            |nodes: &[Node<'a>]| nodes.iter().map(|it| of_schema(it.value).to_string()).collect::<BTreeSet<_>>();
        old.is_empty() && new.is_empty() || self.pay(old.len() + new.len()) && stated(old) == stated(new)
    }

    /// Compares the schemas in values that say the same: what they refer to may differ.
    fn nested(&mut self, name: &str, old: &[Node<'a>], new: &[Node<'a>], direction: Direction) {
        for (before, after) in old.iter().zip(new) {
            let pairs: Vec<_> = match name {
                "prefixItems" => before.items().zip(after.items()).collect(),
                "patternProperties" | "dependentSchemas" => {
                    let known: BTreeMap<_, _> = before.members().collect();
                    after.members().filter_map(|(name, is)| Some((known.get(name)?.clone(), is))).collect()
                }
                "contains" | "propertyNames" | "unevaluatedItems" | "then" | "else" | "contentSchema" => {
                    vec![(before.clone(), after.clone())]
                }
                _ => Vec::new(),
            };
            for (before, after) in pairs {
                self.schemas(&Pair { before, after }, direction);
            }
        }
    }

    /// Compares how a variant is chosen. Further names come with further variants, which are found by themselves.
    fn discriminator(&mut self, at: &Node<'a>, before: &Shape<'a>, after: &Shape<'a>, direction: Direction) {
        let (old, new) = match (before.first("discriminator"), after.first("discriminator")) {
            (Some(old), Some(new)) => (old, new),
            (None, None) => return,
            // Programs that send must say which variant they send from now on; those that receive can't know any more.
            (old, new) => {
                let rule = match (direction, new.is_some()) {
                    (Direction::Sent, false) => Rule::RequestKeywordRemoved,
                    (Direction::Received, true) => Rule::ResponseKeywordAdded,
                    _ => Rule::SchemaKeywordChanged,
                };
                let values = (old.as_ref().map(|it| it.value), new.as_ref().map(|it| it.value));
                return self.tell(rule, at, "discriminator", values);
            }
        };
        let property = |node: &Node<'a>| node.text("propertyName").or_else(|| node.value.as_str());
        let mapping =
            |node: &Node<'a>| node.value.get("mapping").and_then(Value::as_object).cloned().unwrap_or_default();
        let (known, there) = (mapping(&old), mapping(&new));
        // Servers that send a variant no longer send its name either.
        let is_unsent = |name: &str, target: &Value| {
            let is_named = there.contains_key(name) || there.values().any(|it| it == target);
            direction == Direction::Received && !is_named && !self.is_variant(target, after)
        };
        let is_kept = known.iter().all(|(name, target)| there.get(name) == Some(target) || is_unsent(name, target));
        if property(&old) != property(&new) || !is_kept {
            self.tell(Rule::SchemaKeywordChanged, at, "discriminator", (Some(old.value), Some(new.value)));
        }
    }

    /// Returns true if a value of a discriminator names a variant that a schema has: one of those that it lists, else any
    /// schema of the document.
    fn is_variant(&self, value: &Value, shape: &Shape<'a>) -> bool {
        let Some(value) = value.as_str() else { return true };
        let reference = reference_of(value);
        match shape.parts().iter().any(has_variants) {
            true => shape.parts().iter().any(|part| lists(part, &reference)),
            false => crate::contents::target(self.after, &reference).is_some(),
        }
    }
}

/// Returns true if a schema has a list of variants.
fn has_variants(schema: &Node<'_>) -> bool {
    ["oneOf", "anyOf"].iter().any(|name| schema.value.get(*name).is_some())
}

/// Returns true if a schema lists a reference among its variants.
fn lists(schema: &Node<'_>, reference: &str) -> bool {
    ["oneOf", "anyOf"].iter().flat_map(|name| schema.list(name)).any(|it| it.text("$ref") == Some(reference))
}

/// Returns a schema without texts and extensions.
pub(super) fn of_schema(schema: &Value) -> Value {
    match schema {
        Value::Object(members) => {
            let said = members.iter().filter(|(name, _)| !TEXTS.contains(&name.as_str()) && !name.starts_with("x-"));
            Value::Object(said.map(|(name, value)| (name.clone(), of_keyword(name, value))).collect())
        }
        Value::Array(items) => items.iter().map(of_schema).collect(),
        other => other.clone(),
    }
}

fn of_keyword(name: &str, value: &Value) -> Value {
    match value {
        Value::Object(members) if BY_NAME.contains(&name) => {
            let all: Map<_, _> = members.iter().map(|(name, schema)| (name.clone(), of_schema(schema))).collect();
            Value::Object(all)
        }
        value if DATA.contains(&name) => value.clone(),
        value => of_schema(value),
    }
}
