//! Changes of subtypes: schemas that are composed of one with a discriminator, which may stand wherever that one does.

use std::collections::HashMap;

use serde_json::Value;

use super::node::Node;
use super::shape::Shape;
use super::{Comparison, Direction, Pair, Rule};

/// The subtypes of the shared schemas of a document, by the addresses of those schemas in memory.
pub(super) type Subtypes<'a> = HashMap<usize, Vec<(&'a str, Node<'a>)>>;

impl<'a> Comparison<'a> {
    /// Compares the subtypes of a schema whose discriminator names no variants.
    pub(super) fn subtypes(&mut self, pair: &Pair<'a>, before: &Shape<'a>, after: &Shape<'a>, direction: Direction) {
        let is_chosen = |shape: &Shape<'a>| shape.variants.is_empty() && shape.first("discriminator").is_some();
        if !is_chosen(before) || !is_chosen(after) {
            return;
        }
        let of = |known: &Subtypes<'a>, node: &Node<'a>| known.get(&address(node.value)).cloned().unwrap_or_default();
        let (old, new) = (of(&self.subtypes.0, &pair.before), of(&self.subtypes.1, &pair.after));
        if !self.pay(old.len() + new.len()) {
            return;
        }
        let (removed, added) = match direction {
            Direction::Sent => (Rule::RequestVariantRemoved, Rule::RequestVariantAdded),
            Direction::Received => (Rule::ResponseVariantRemoved, Rule::ResponseVariantAdded),
        };
        let known: HashMap<_, _> = old.iter().map(|(name, node)| (*name, node)).collect();
        let there: HashMap<_, _> = new.iter().map(|(name, node)| (*name, node)).collect();
        for (name, node) in old.iter().filter(|(name, _)| !there.contains_key(name)) {
            self.added(removed, node, &format!("`{name}`"));
        }
        for (name, node) in &new {
            let Some(was) = known.get(name) else {
                self.added(added, node, &format!("`{name}`"));
                continue;
            };
            let pair = Pair { before: (*was).clone(), after: node.clone() };
            if self.is_new(&pair, direction) {
                self.waiting.push_back((pair, direction, self.call.clone()));
            }
        }
    }
}

/// Finds the subtypes of the shared schemas of a document.
pub(super) fn subtypes_in(document: &Value) -> Subtypes<'_> {
    let mut found = Subtypes::new();
    for (name, schema) in super::shared_schemas(&Node::root(document)) {
        for part in schema.list("allOf") {
            if let Some(base) = part.target(document) {
                found.entry(address(base.value)).or_default().push((name, schema.clone()));
            }
        }
    }
    found
}

fn address(value: &Value) -> usize {
    std::ptr::from_ref(value).addr()
}
