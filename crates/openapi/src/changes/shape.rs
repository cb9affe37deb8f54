//! The shape of a schema: its keywords with those of all that it is composed of by `allOf` and references, as far as
//! changes are looked for in them.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::keywords::of_schema;
use super::node::Node;
use crate::Version;

/// The maximum number of schemas that one is composed of.
const MOST_PARTS: usize = 64;

/// A schema with all that it is composed of.
pub(super) struct Shape<'a> {
    /// The schema itself, then those that it is composed of.
    parts: Vec<Node<'a>>,
    /// The types without null; `None` for any.
    pub(super) types: Option<BTreeSet<&'a str>>,
    /// True if null is allowed.
    pub(super) is_nullable: bool,
    /// The allowed values without null, as JSON; `None` for any.
    pub(super) values: Option<BTreeSet<String>>,
    /// The properties, each with what every part says of it, of which there is one at least.
    pub(super) properties: BTreeMap<&'a str, Vec<Node<'a>>>,
    /// The names of the properties that must be there.
    pub(super) required: BTreeSet<&'a str>,
    /// The variants of which one has to fit, without null.
    pub(super) variants: Vec<Node<'a>>,
    /// The lists of variants that demand properties and nothing else.
    pub(super) demands: Vec<(&'static str, Node<'a>)>,
    /// True if no other variant may fit.
    pub(super) is_exclusive: bool,
    /// True if the schema is composed of more parts than are looked at.
    pub(super) is_cut: bool,
}

impl<'a> Shape<'a> {
    pub(super) fn of(schema: &Node<'a>, document: &'a Value) -> Self {
        let mut shape = Self {
            parts: Vec::new(),
            types: None,
            is_nullable: false,
            values: None,
            properties: BTreeMap::new(),
            required: BTreeSet::new(),
            variants: Vec::new(),
            demands: Vec::new(),
            is_exclusive: false,
            is_cut: false,
        };
        shape.add(schema, document, replaces_siblings(document));
        shape.read();
        shape
    }

    /// Adds a schema and those that it is composed of. Where `replaces` is true, a reference stands for its target alone.
    fn add(&mut self, schema: &Node<'a>, document: &'a Value, replaces: bool) {
        let is_known = self.parts.iter().any(|part| std::ptr::eq(part.value, schema.value));
        if is_known {
            return;
        }
        if self.parts.len() >= MOST_PARTS {
            self.is_cut = true;
            return;
        }
        let target = schema.target(document);
        if let Some(target) = target.as_ref().filter(|_| replaces) {
            return self.add(target, document, replaces);
        }
        self.parts.push(schema.clone());
        for part in target.into_iter().chain(schema.list("allOf")) {
            self.add(&part, document, replaces);
        }
        for name in ["oneOf", "anyOf"] {
            let all = schema.list(name);
            let variants: Vec<_> = all.iter().filter(|variant| !is_null(variant)).cloned().collect();
            self.is_nullable |= variants.len() < all.len();
            match &*variants {
                [only] => self.add(only, document, replaces),
                [_, ..] if variants.iter().all(only_demands) => self.demands.extend(Some(name).zip(schema.get(name))),
                _ => {
                    self.is_exclusive |= name == "oneOf" && !variants.is_empty();
                    self.variants.extend(variants);
                }
            }
        }
    }

    /// Reads the keywords of all parts.
    fn read(&mut self) {
        for part in &self.parts {
            self.required.extend(part.list("required").iter().filter_map(|name| name.value.as_str()));
            for (name, property) in part.map("properties") {
                self.properties.entry(name).or_default().push(property);
            }
            self.is_nullable |= part.flag("nullable") || part.flag("x-nullable");
        }
        let stated: Vec<BTreeSet<&str>> = self.all("type").iter().map(types_in).collect();
        self.is_nullable |= stated.iter().any(|types| types.contains("null"));
        let without_null = |types: BTreeSet<&'a str>| types.into_iter().filter(|name| *name != "null").collect();
        let types = stated.into_iter().map(without_null).filter(|types: &BTreeSet<_>| !types.is_empty());
        self.types = types.reduce(|one, other| common_types(&one, &other)).or_else(|| self.implied());
        let enumerations = self.all("enum").into_iter().map(|node| node.items().map(|it| it.value).collect());
        let constants = self.all("const").into_iter().map(|node| vec![node.value]);
        let all: Vec<Vec<&Value>> = enumerations.chain(constants).collect();
        self.is_nullable |= all.iter().flatten().any(|value| value.is_null());
        let texts = |values: Vec<&Value>| values.into_iter().filter(|it| !it.is_null()).map(canonical).collect();
        let all = all.into_iter().map(texts);
        self.values = all.reduce(|one: BTreeSet<String>, other| one.intersection(&other).cloned().collect());
    }

    /// Returns the type that other keywords imply.
    fn implied(&self) -> Option<BTreeSet<&'a str>> {
        let has = |name: &str| self.first(name).is_some();
        match (self.properties.is_empty(), has("items")) {
            (false, _) => Some(BTreeSet::from(["object"])),
            (true, true) => Some(BTreeSet::from(["array"])),
            _ => None,
        }
    }

    /// Returns a keyword of the first part that has it.
    pub(super) fn first(&self, name: &str) -> Option<Node<'a>> {
        self.parts.iter().find_map(|part| part.get(name))
    }

    /// Returns the parts: the schema itself, then those that it is composed of.
    pub(super) fn parts(&self) -> &[Node<'a>] {
        &self.parts
    }

    /// Returns a keyword of all parts that have it.
    pub(super) fn all(&self, name: &str) -> Vec<Node<'a>> {
        self.parts.iter().filter_map(|part| part.get(name)).collect()
    }

    /// Returns true for a schema without any keyword.
    pub(super) fn is_anything(&self) -> bool {
        matches!(&*self.parts, [only] if only.value.as_object().is_some_and(serde_json::Map::is_empty))
    }

    /// Returns true if null is a value.
    pub(super) fn allows_null(&self) -> bool {
        let is_open = self.types.is_none() && self.variants.is_empty() && self.values.is_none();
        self.is_nullable || is_open
    }

    /// Returns the number of things in the shape, which the cost of comparing it follows.
    pub(super) fn weight(&self) -> usize {
        let values = self.values.as_ref().map_or(0, BTreeSet::len);
        let properties: usize = self.properties.values().map(Vec::len).sum();
        self.parts.len() + properties + self.required.len() + self.variants.len() + self.demands.len() + values
    }

    /// Returns the types for people.
    pub(super) fn types_shown(&self) -> String {
        match &self.types {
            Some(types) => types.iter().copied().collect::<Vec<_>>().join(" or "),
            None => "any".to_owned(),
        }
    }

    /// Returns true if every type of `other` is one of these.
    pub(super) fn covers(&self, other: &Self) -> bool {
        let (Some(wide), narrow) = (&self.types, &other.types) else { return true };
        let has = |name: &&str| wide.contains(name) || (*name == "integer" && wide.contains("number"));
        narrow.as_ref().is_some_and(|narrow| narrow.iter().all(has))
    }
}

/// Returns true if what stands beside a reference to a schema means nothing, as it was before OpenAPI 3.1.
pub(super) fn replaces_siblings(document: &Value) -> bool {
    Version::of(document).is_ok_and(|version| version <= Version::V3_0)
}

/// Returns a value as JSON in which equal numbers have equal texts.
pub(super) fn canonical(value: &Value) -> String {
    /// The least number beyond which not every integer has a representation of its own.
    const LAST_EXACT: f64 = 9_007_199_254_740_992.0;
    match value {
        Value::Number(number) => match number.as_f64().filter(|_| number.is_f64()) {
            Some(float) if float.fract() == 0.0 && float.abs() < LAST_EXACT => format!("{float:.0}"),
            _ => number.to_string(),
        },
        Value::Array(items) => format!("[{}]", items.iter().map(canonical).collect::<Vec<_>>().join(",")),
        Value::Object(members) => {
            let mut all: Vec<_> =
                members.iter().map(|(name, value)| format!("{name:?}:{}", canonical(value))).collect();
            all.sort();
            format!("{{{}}}", all.join(","))
        }
        other => other.to_string(),
    }
}

fn types_in<'a>(node: &Node<'a>) -> BTreeSet<&'a str> {
    match node.value {
        Value::String(name) => BTreeSet::from([name.as_str()]),
        _ => node.items().filter_map(|name| name.value.as_str()).collect(),
    }
}

/// Returns the types that two lists have in common. Every integer is a number.
fn common_types<'a>(one: &BTreeSet<&'a str>, other: &BTreeSet<&'a str>) -> BTreeSet<&'a str> {
    let within = |all: &BTreeSet<&str>, name: &str| all.contains(name) || name == "integer" && all.contains("number");
    let common = one.iter().filter(|name| within(other, name)).chain(other.iter().filter(|name| within(one, name)));
    common.copied().collect()
}

/// Returns true if a schema demands properties and nothing else.
fn only_demands(schema: &Node<'_>) -> bool {
    let said = of_schema(schema.value);
    said.as_object().is_some_and(|members| {
        members.contains_key("required") && members.keys().all(|it| it == "required" || it == "type")
    })
}

fn is_null(schema: &Node<'_>) -> bool {
    let only_null = |name: &str| match schema.value.get(name) {
        Some(Value::String(text)) => text == "null",
        Some(Value::Array(items)) => matches!(&**items, [item] if item.is_null() || item == "null"),
        _ => false,
    };
    only_null("type") || only_null("enum") || schema.value.get("const").is_some_and(Value::is_null)
}
