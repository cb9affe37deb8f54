//! Changes of schemas: their values, properties, items and variants, in the direction in which they travel.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use serde_json::Value;

use super::keywords::{TEXTS, of_schema};
use super::node::Node;
use super::shape::{Shape, canonical, replaces_siblings};
use super::{Comparison, Direction, Label, Pair, Rule};

/// The maximum number of schemas of which a property is composed that are asked for its direction.
const MOST_COMPOSED: usize = 20;
/// The maximum number of variants of a schema that are paired with each other.
const MOST_VARIANTS: usize = 500;
/// The keywords whose value is a schema of values within the value.
const INNER: [(&str, Label<'_>); 4] = [
    ("items", Label::Items),
    ("additionalProperties", Label::Values),
    ("unevaluatedProperties", Label::Values),
    ("not", Label::Values),
];
/// The keywords that close an object where they are false.
const CLOSING: [&str; 2] = ["additionalProperties", "unevaluatedProperties"];
/// The maximum depth of schemas in each other, beyond which they are not compared.
const MOST_DEPTH: usize = 150;

impl<'a> Comparison<'a> {
    /// Compares two schemas: at once, or later where a reference leads to one of them.
    pub(super) fn schemas(&mut self, pair: &Pair<'a>, direction: Direction) {
        // A reference with keywords beside it is a schema of its own that is composed of its target, where they count.
        let is_plain = |node: &Node<'_>| node.value.as_object().is_some_and(|it| it.len() == 1);
        if !is_plain(&pair.before) && !is_plain(&pair.after) {
            self.texts_beside_references(pair);
        }
        let target =
            |node: &Node<'a>, document| node.target(document).filter(|_| is_plain(node) || replaces_siblings(document));
        let targets = (target(&pair.before, self.before), target(&pair.after, self.after));
        let is_shared = targets.0.is_some() || targets.1.is_some();
        let before = targets.0.map_or_else(|| pair.before.clone(), |it| it.resolved(self.before));
        let after = targets.1.map_or_else(|| pair.after.clone(), |it| it.resolved(self.after));
        let pair = Pair { before, after };
        if !self.is_new(&pair, direction) {
            return;
        }
        if is_shared {
            self.waiting.push_back((pair, direction, self.call.clone()));
        } else if self.depth >= MOST_DEPTH {
            self.steps_left = 0;
        } else {
            self.depth += 1;
            self.shapes(&pair, direction);
            self.depth -= 1;
        }
    }

    pub(super) fn shapes(&mut self, pair: &Pair<'a>, direction: Direction) {
        let at = &pair.after;
        // Schemas may be just true or false.
        match (pair.before.value.as_bool(), pair.after.value.as_bool()) {
            (Some(before), Some(after)) => return self.truths(at, before, after, direction),
            // True allows what an empty schema allows.
            (Some(true), None) => return self.shapes(&Pair { before: at.anything(), after: at.clone() }, direction),
            (None, Some(true)) => {
                return self.shapes(&Pair { before: pair.before.clone(), after: at.anything() }, direction);
            }
            (Some(false), None) => return self.truths(at, false, true, direction),
            (None, Some(false)) => return self.truths(at, true, false, direction),
            (None, None) => {}
        }
        self.texts(pair, &["title", "description", "externalDocs", "x-enumDescriptions"]);
        self.examples(pair);
        self.deprecation(pair);
        let before = Shape::of(&pair.before, self.before);
        let after = Shape::of(&pair.after, self.after);
        if before.is_cut || after.is_cut {
            self.steps_left = 0;
        }
        let told = self.told.len();
        if !self.pay(before.weight() + after.weight()) || !self.values(at, &before, &after, direction) {
            return;
        }
        if (before.is_anything() || after.is_anything()) && self.told.len() > told {
            // A schema where there was none is one change, not one for each of its parts.
            return;
        }
        self.properties(at, &before, &after, direction);
        self.further(at, &before, &after, direction);
        for (name, label) in INNER {
            // What is excluded by `not` goes the other way.
            let direction = if name == "not" { direction.opposite() } else { direction };
            let (old, new) = (before.all(name), after.all(name));
            if name == "not" && (old.is_empty() || new.is_empty()) {
                continue;
            }
            for inner in paired(at, &old, &new) {
                // That a schema closes or opens is noted above.
                let is_closed = |node: &Node<'_>| CLOSING.contains(&name) && node.value == &Value::Bool(false);
                if !is_closed(&inner.before) && !is_closed(&inner.after) {
                    self.within(label, |it| it.schemas(&inner, direction));
                }
            }
        }
        self.keywords(at, &before, &after, direction);
        self.variants(pair, &before, &after, direction);
        self.subtypes(pair, &before, &after, direction);
    }

    /// Compares the texts beside references that stand for their targets alone: pages show them.
    fn texts_beside_references(&mut self, pair: &Pair<'a>) {
        let is_alone = |node: &Node<'a>, document| node.text("$ref").is_some() && replaces_siblings(document);
        if is_alone(&pair.before, self.before) && is_alone(&pair.after, self.after) {
            self.texts(pair, &["title", "description"]);
        }
    }

    fn truths(&mut self, at: &Node<'a>, before: bool, after: bool, direction: Direction) {
        let rule = match (before, after, direction) {
            (true, false, Direction::Sent) => Rule::RequestMembersRefused,
            (false, true, Direction::Sent) => Rule::RequestMembersAccepted,
            (false, true, Direction::Received) => Rule::ResponseMembersAdded,
            _ => return,
        };
        self.added(rule, at, "");
    }

    fn properties(&mut self, at: &Node<'a>, before: &Shape<'a>, after: &Shape<'a>, direction: Direction) {
        for (name, was) in &before.properties {
            let is = after.properties.get(name).filter(|is| self.travel(is, self.after, direction));
            if is.is_none() && self.travel(was, self.before, direction) {
                let rule = match direction {
                    Direction::Sent => Rule::RequestPropertyRemoved,
                    Direction::Received => Rule::ResponsePropertyRemoved,
                };
                self.within(Label::Property(name), |it| it.added(rule, &was[0], name));
            }
        }
        for (name, is) in &after.properties {
            if !self.travel(is, self.after, direction) {
                continue;
            }
            let was = before.properties.get(name).filter(|was| self.travel(was, self.before, direction));
            let required = (before.required.contains(name), after.required.contains(name));
            self.within(Label::Property(name), |it| {
                if let Some(rule) = of_property(was.is_some(), required, direction) {
                    it.added(rule, &is[0], name);
                }
                for inner in was.iter().flat_map(|was| paired(&is[0], was, is)) {
                    it.schemas(&inner, direction);
                }
            });
        }
        // A property may be required without being described.
        for name in after.required.iter().filter(|name| !after.properties.contains_key(*name)) {
            if direction == Direction::Sent && !before.required.contains(name) {
                self.within(Label::Property(name), |it| it.added(Rule::RequestPropertyBecameRequired, at, name));
            }
        }
        let is_described = |name: &str| before.properties.contains_key(name) || after.properties.contains_key(name);
        for name in before.required.iter().filter(|name| !is_described(name)) {
            if direction == Direction::Received && !after.required.contains(name) {
                self.within(Label::Property(name), |it| it.added(Rule::ResponsePropertyBecameOptional, at, name));
            }
        }
    }

    /// Returns true if a property travels in a direction, whichever part of a schema describes it.
    fn travel(&self, parts: &[Node<'a>], document: &'a Value, direction: Direction) -> bool {
        parts.iter().all(|part| self.travels(part, document, direction))
    }

    /// Returns true if a property travels in a direction, as one part of a schema describes it.
    fn travels(&self, property: &Node<'a>, document: &'a Value, direction: Direction) -> bool {
        let flag = match direction {
            Direction::Sent => "readOnly",
            Direction::Received => "writeOnly",
        };
        let is_said = |node: &Node<'a>| node.flag(flag) || node.resolved(document).flag(flag);
        !is_said(property) && !property.list("allOf").iter().take(MOST_COMPOSED).any(is_said)
    }

    /// Compares what a schema says of properties that it does not describe.
    fn further(&mut self, at: &Node<'a>, before: &Shape<'a>, after: &Shape<'a>, direction: Direction) {
        let refuses = |shape: &Shape<'a>| {
            let is_false = |name: &&str| shape.all(name).iter().any(|node| node.value == &Value::Bool(false));
            CLOSING.iter().any(is_false)
        };
        let rule = match (refuses(before), refuses(after)) {
            (false, true) if direction == Direction::Sent => Rule::RequestMembersRefused,
            (true, false) if direction == Direction::Sent => Rule::RequestMembersAccepted,
            (true, false) => Rule::ResponseMembersAdded,
            _ => return,
        };
        self.added(rule, at, "");
    }

    /// Compares the variants of a schema: those of one name with each other, then those that are the same, then what is
    /// left if there is one on each side.
    fn variants(&mut self, pair: &Pair<'a>, was: &Shape<'a>, is: &Shape<'a>, direction: Direction) {
        let (at, before, after) = (&pair.after, &*was.variants, &*is.variants);
        if !self.pay(before.len().min(MOST_VARIANTS) * after.len().min(MOST_VARIANTS)) {
            return;
        }
        let mut old = self.hashed(before, self.before);
        let mut new = self.hashed(after, self.after);
        let mut pairs = Vec::new();
        type Same<'s, 'a> = &'s dyn Fn(&Hashed<'_, 'a>, &Hashed<'_, 'a>) -> bool;
        // The name of a variant is a value where a discriminator tells variants apart, and only a name elsewhere.
        let is_named = was.first("discriminator").is_some() || is.first("discriminator").is_some();
        let by_name: Same<'_, 'a> = &|(one, ..), (other, ..)| name_of(one).is_some() && name_of(one) == name_of(other);
        let alike: Same<'_, 'a> = &|(one, hash, ..), (other, its, ..)| hash == its && one.value == other.value;
        let renamed: Same<'_, 'a> = &|(_, _, said, _), (_, _, its, _)| !is_named && said == its;
        let like_renamed: Same<'_, 'a> = &|(.., said), (.., its)| !is_named && said == its;
        for same in [by_name, alike, renamed, like_renamed] {
            old.retain(|was| match new.iter().position(|is| same(was, is)) {
                Some(at) => {
                    pairs.push((was.0.clone(), new.remove(at).0.clone()));
                    false
                }
                None => true,
            });
        }
        match (&*old, &*new) {
            ([was], [is]) if !is_named || name_of(was.0).is_none() || name_of(is.0).is_none() => {
                pairs.push((was.0.clone(), is.0.clone()));
                (old, new) = (Vec::new(), Vec::new());
            }
            _ => {}
        }
        let (removed, added) = match direction {
            Direction::Sent => (Rule::RequestVariantRemoved, Rule::RequestVariantAdded),
            Direction::Received => (Rule::ResponseVariantRemoved, Rule::ResponseVariantAdded),
        };
        // A schema that had no variants was as wide as it is said above.
        let has_both = !before.is_empty() && !after.is_empty();
        for (rule, nodes) in [(removed, old), (added, new)] {
            for (node, ..) in nodes.into_iter().filter(|_| has_both) {
                let shown = name_of(node).map_or_else(|| super::node::shown(node.value), |name| format!("`{name}`"));
                self.added(rule, node, &shown);
            }
        }
        if has_both && was.is_exclusive != is.is_exclusive {
            // More than one variant may fit, or not any more.
            let name = if is.is_exclusive { "oneOf" } else { "anyOf" };
            match (direction, is.is_exclusive) {
                (Direction::Sent, true) | (Direction::Received, false) => {
                    self.added(Rule::SchemaKeywordChanged, at, name);
                }
                _ => {}
            }
        }
        if before.is_empty() != after.is_empty() {
            // What had no variants may be one of those that there are now, and the reverse.
            let (old, new) = (self.before, self.after);
            let among = match before.is_empty() {
                true => self.found_among((&pair.before, old), (after, new)),
                false => self.found_among((&pair.after, new), (before, old)).map(|(one, other)| (other, one)),
            };
            let is_narrower = before.is_empty() != among.is_some();
            // What both have may say something else.
            pairs.extend(
                among.filter(|(before, after)| before.value.get("$ref").is_some() && after.value.get("$ref").is_some()),
            );
            let rule = match (direction, is_narrower) {
                (Direction::Sent, true) => Some(Rule::RequestVariantRemoved),
                (Direction::Sent, false) => Some(Rule::RequestVariantAdded),
                (Direction::Received, false) => Some(Rule::ResponseVariantAdded),
                (Direction::Received, true) => Some(Rule::ResponseVariantRemoved),
            };
            if let Some(rule) = rule {
                self.added(rule, at, "without a name");
            }
        }
        for (before, after) in pairs {
            self.schemas(&Pair { before, after }, direction);
        }
    }

    /// Returns variants with the hashes of their texts and of what they say, and pays for all values in them.
    fn hashed<'n>(&mut self, variants: &'n [Node<'a>], document: &'a Value) -> Vec<Hashed<'n, 'a>> {
        let hash = |text: String| {
            let mut hasher = DefaultHasher::new();
            text.hash(&mut hasher);
            hasher.finish()
        };
        let mut hashed = Vec::new();
        for variant in variants.iter().take(MOST_VARIANTS) {
            let target = variant.resolved(document);
            if !self.pay_for(variant.value) || !self.pay_for(target.value) {
                break;
            }
            let said = of_schema(target.value);
            let without_names = canonical(&without_references(&said));
            hashed.push((variant, hash(variant.value.to_string()), hash(canonical(&said)), hash(without_names)));
        }
        hashed
    }

    /// Returns the one of some variants that a schema is, after what the schema is in the end, and pays for all values in
    /// those.
    fn found_among(
        &mut self,
        (schema, own): (&Node<'a>, &'a Value),
        (variants, document): (&[Node<'a>], &'a Value),
    ) -> Option<(Node<'a>, Node<'a>)> {
        let alone = only(schema);
        let reference = alone.text("$ref");
        let said = of_schema(alone.resolved(own).value);
        let found = variants.iter().take(MOST_VARIANTS).find(|it| {
            let variant = it.resolved(document).value;
            let is_named = reference.is_some() && it.text("$ref") == reference;
            is_named || self.pay_for(variant) && of_schema(variant) == said
        });
        Some((alone, found?.clone()))
    }
}

/// Returns the only schema that a schema is composed of; else the schema itself.
fn only<'a>(schema: &Node<'a>) -> Node<'a> {
    let mut at = schema.clone();
    for _ in 0..MOST_COMPOSED {
        let is_said = |name: &str| !TEXTS.contains(&name) && !name.starts_with("x-") && name != "discriminator";
        let said: Vec<_> = at.members().filter(|(name, _)| is_said(name)).collect();
        let [(name, list)] = &*said else { break };
        let is_list = ["oneOf", "anyOf", "allOf"].contains(name);
        let items: Vec<_> = list.items().collect();
        let ([item], true) = (&*items, is_list) else { break };
        at = item.clone();
    }
    at
}

/// A variant of a schema with the hashes of its text, of what its target says apart from texts, and of the same without
/// the names of the schemas that it refers to.
type Hashed<'n, 'a> = (&'n Node<'a>, u64, u64, u64);

/// Returns a schema in which all references are the same.
fn without_references(schema: &Value) -> Value {
    match schema {
        Value::Object(members) if members.get("$ref").is_some_and(Value::is_string) => Value::from("a reference"),
        Value::Object(members) => {
            members.iter().map(|(name, value)| (name.clone(), without_references(value))).collect()
        }
        Value::Array(items) => items.iter().map(without_references).collect(),
        other => other.clone(),
    }
}

/// Pairs what the parts of two schemas say in one place: what is the same first, then in order. What only one of them
/// says is paired with a schema that allows everything.
fn paired<'a>(at: &Node<'a>, before: &[Node<'a>], after: &[Node<'a>]) -> Vec<Pair<'a>> {
    let mut new: Vec<_> = after.iter().collect();
    let (mut pairs, mut old) = (Vec::new(), Vec::new());
    for was in before {
        match new.iter().position(|is| is.value == was.value) {
            Some(at) => pairs.push(Pair { before: was.clone(), after: new.remove(at).clone() }),
            None => old.push(was),
        }
    }
    for place in 0..old.len().max(new.len()) {
        let side = |all: &[&Node<'a>]| all.get(place).map_or_else(|| at.anything(), |node| (*node).clone());
        pairs.push(Pair { before: side(&old), after: side(&new) });
    }
    pairs
}

impl Direction {
    fn opposite(self) -> Self {
        match self {
            Self::Sent => Self::Received,
            Self::Received => Self::Sent,
        }
    }
}

/// Returns the rule for a property that was there or not, and was and is required or not.
fn of_property(was_there: bool, required: (bool, bool), direction: Direction) -> Option<Rule> {
    match (direction, was_there, required) {
        (Direction::Sent, false, (_, true)) => Some(Rule::RequiredRequestPropertyAdded),
        (Direction::Sent, false, _) => Some(Rule::OptionalRequestPropertyAdded),
        (Direction::Received, false, _) => Some(Rule::ResponsePropertyAdded),
        (Direction::Sent, true, (false, true)) => Some(Rule::RequestPropertyBecameRequired),
        (Direction::Sent, true, (true, false)) => Some(Rule::RequestPropertyBecameOptional),
        (Direction::Received, true, (true, false)) => Some(Rule::ResponsePropertyBecameOptional),
        (Direction::Received, true, (false, true)) => Some(Rule::ResponsePropertyBecameRequired),
        _ => None,
    }
}

/// Returns the name of a variant: that of the shared schema, else its title.
fn name_of<'a>(variant: &Node<'a>) -> Option<&'a str> {
    let shared = variant.text("$ref").and_then(|reference| reference.rsplit('/').next());
    shared.or_else(|| variant.text("title"))
}
