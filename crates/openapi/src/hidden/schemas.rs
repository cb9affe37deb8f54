//! The schemas of a document, and which of them lead to something hidden.

use std::collections::{HashMap, HashSet};
use std::ptr::from_ref;

use serde_json::{Map, Value};

use super::{References, is_marked, reference_of};
use crate::place::{Form, Kind, Place};

/// The maximum number of schemas that are looked at for examples and names; what is beyond counts as hidden.
const MOST_STEPS: usize = 2_000_000;
/// The maximum number of references from one example to the next.
const MOST_HOPS: usize = 16;

/// The schemas of a document.
pub(super) struct Schemas<'d> {
    pub(super) references: References<'d>,
    /// The schemas that are hidden, or from which parts, references or subtypes lead to a hidden one.
    reaching: HashSet<*const Value>,
    /// The schemas that are composed of others, by these.
    pub(super) subtypes: HashMap<*const Value, Vec<&'d Value>>,
    /// The schemas that each shared example has where it is referred to.
    pub(super) of_examples: HashMap<*const Value, Vec<Vec<&'d Value>>>,
    pub(super) steps_left: usize,
}

/// A walk through all schemas of a document.
struct Search<'d> {
    open: Vec<&'d Value>,
    /// The schemas that have each schema as a part.
    above: HashMap<*const Value, Vec<*const Value>>,
    /// The schemas whose subtypes a property chooses.
    chosen: Vec<&'d Value>,
    /// The schemas that are hidden themselves.
    hidden: Vec<*const Value>,
}

impl<'d> Schemas<'d> {
    pub(super) fn of(references: References<'d>) -> Self {
        let document = references.document;
        let mut schemas = Self {
            references,
            reaching: HashSet::new(),
            subtypes: HashMap::new(),
            of_examples: HashMap::new(),
            steps_left: MOST_STEPS,
        };
        let mut search = Search { open: Vec::new(), above: HashMap::new(), chosen: Vec::new(), hidden: Vec::new() };
        schemas.visit(document, Kind::Root.one(), &mut search);
        schemas.walk(search);
        schemas
    }

    /// Returns true if the document has hidden schemas.
    pub(super) fn has_hidden(&self) -> bool {
        !self.reaching.is_empty()
    }

    /// Returns true if a schema is hidden or leads to a hidden one.
    pub(super) fn reaches(&self, schema: &Value) -> bool {
        self.reaching.contains(&from_ref(schema))
    }

    /// Returns true if one of some schemas leads to a hidden one.
    pub(super) fn any_reaches(&self, schemas: &[&Value]) -> bool {
        schemas.iter().any(|schema| self.reaches(schema))
    }

    /// Returns true if a schema is marked or a reference to something hidden.
    pub(super) fn is_hidden(&mut self, schema: &Value) -> bool {
        is_marked(schema) || schema.get("$ref").and_then(Value::as_str).is_some_and(|it| self.references.leads(it))
    }

    /// Notes the schemas of a value that stands at a place, and the shared examples that it refers to.
    fn visit(&mut self, value: &'d Value, place: Place, search: &mut Search<'d>) {
        if place == Kind::Schema.one() && value.is_object() {
            search.open.push(value);
            return;
        }
        if place.form == Form::One {
            let schemas = described_by(value, place.kind);
            search.open.extend(schemas.iter().copied());
            for entry in value.get("examples").and_then(Value::as_object).into_iter().flat_map(Map::values) {
                if let Some(example) = self.shared_example(entry) {
                    self.of_examples.entry(from_ref(example)).or_default().push(schemas.clone());
                }
            }
        }
        match value {
            Value::Array(items) => items.iter().for_each(|item| self.visit(item, place.item(), search)),
            Value::Object(members) => {
                for (name, member) in members {
                    if let Some(below) = place.below(name) {
                        self.visit(member, below, search);
                    }
                }
            }
            _ => {}
        }
    }

    /// Returns the shared example that an entry among examples refers to.
    pub(super) fn shared_example(&self, entry: &'d Value) -> Option<&'d Value> {
        let mut example = self.references.target(entry.get("$ref")?.as_str()?)?;
        for _ in 0..MOST_HOPS {
            let Some(next) = example.get("$ref").and_then(Value::as_str) else { return Some(example) };
            example = self.references.target(next)?;
        }
        None
    }

    /// Looks at all schemas that the noted ones lead to.
    fn walk(&mut self, mut search: Search<'d>) {
        let mut seen = HashSet::new();
        while let Some(schema) = search.open.pop() {
            if seen.insert(from_ref(schema)) {
                self.look_at(schema, &mut search);
            }
        }
        for base in &search.chosen {
            for subtype in self.subtypes.get(&from_ref(*base)).into_iter().flatten() {
                search.above.entry(from_ref(*subtype)).or_default().push(from_ref(*base));
            }
        }
        let mut open = search.hidden;
        while let Some(schema) = open.pop() {
            if self.reaching.insert(schema) {
                open.extend(search.above.get(&schema).into_iter().flatten());
            }
        }
    }

    fn look_at(&mut self, schema: &'d Value, search: &mut Search<'d>) {
        let at = from_ref(schema);
        if self.is_hidden(schema) || is_dynamic(schema) {
            search.hidden.push(at);
        }
        let text = |value: &'d Value| value.get("$ref").and_then(Value::as_str);
        let mut parts = parts(schema);
        parts.extend(text(schema).and_then(|reference| self.references.target(reference)));
        if let Some(chooser) = schema.get("discriminator") {
            search.chosen.push(schema);
            for reference in mapping(chooser) {
                if self.references.leads(&reference) {
                    search.hidden.push(at);
                }
                parts.extend(self.references.target(&reference));
            }
        }
        for base in list(schema, "allOf").filter_map(text).filter_map(|it| self.references.target(it)) {
            self.subtypes.entry(from_ref(base)).or_default().push(schema);
        }
        for part in parts {
            search.above.entry(from_ref(part)).or_default().push(at);
            search.open.push(part);
        }
    }
}

/// Returns the schemas that say what the values of an object are that may have examples.
pub(super) fn described_by(value: &Value, kind: Kind) -> Vec<&Value> {
    if !matches!(kind, Kind::Parameter | Kind::Header | Kind::MediaType | Kind::Response) {
        return Vec::new();
    }
    let mut schemas: Vec<&Value> = ["schema", "itemSchema"].iter().filter_map(|name| value.get(*name)).collect();
    if matches!(kind, Kind::Parameter | Kind::Header) {
        let contents = value.get("content").and_then(Value::as_object).into_iter().flat_map(Map::values);
        schemas.extend(contents.filter_map(|content| content.get("schema")));
        // In Swagger 2.0, parameters have the keywords of schemas themselves.
        schemas.push(value);
    }
    schemas
}

/// Returns the references to the subtypes that a discriminator names.
pub(super) fn mapping(discriminator: &Value) -> impl Iterator<Item = String> {
    let mapping = discriminator.get("mapping").and_then(Value::as_object).into_iter().flat_map(Map::values);
    mapping.filter_map(Value::as_str).map(reference_of)
}

/// Returns true if the target of a schema is known only with what refers to it.
pub(super) fn is_dynamic(schema: &Value) -> bool {
    schema.get("$dynamicRef").is_some() || schema.get("$recursiveRef").is_some()
}

/// Returns the items of a member that is a list.
pub(super) fn list<'d>(value: &'d Value, name: &str) -> impl Iterator<Item = &'d Value> + use<'d> {
    value.get(name).and_then(Value::as_array).into_iter().flatten()
}

/// Returns the schemas that stand in a schema.
fn parts(schema: &Value) -> Vec<&Value> {
    let mut parts = Vec::new();
    for (name, member) in schema.as_object().into_iter().flatten() {
        match (Kind::Schema.one().below(name), member) {
            (Some(_), Value::Array(items)) => parts.extend(items),
            (Some(place), Value::Object(members)) if place.form == Form::Map => parts.extend(members.values()),
            (Some(_), _) => parts.push(member),
            (None, Value::Object(members)) if name == "dependencies" => {
                parts.extend(members.values().filter(|it| it.is_object()));
            }
            (None, _) => {}
        }
    }
    parts
}
