//! The schemas that the document's components hold.
//!
//! A type's schema as it is read (fields with a default may be absent) differs from its schema as it is written (they
//! are always there), so there is one generator for each side. At the end both become one set of components: where the
//! two sides of a type are the same they share its name, where they differ the read side is called `…Input`.

use std::collections::BTreeSet;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value};

use super::operation::drop_null;

const SHARED: &str = "#/components/schemas/";
const READ: &str = "#/components/inputs/";

/// The schemas met so far while describing operations.
pub struct Schemas {
    read: SchemaGenerator,
    written: SchemaGenerator,
}

impl Schemas {
    pub(super) fn new() -> Self {
        let generator = |path: &'static str, settings: SchemaSettings| {
            settings.with(|settings| settings.definitions_path = path.into()).into_generator()
        };
        Self {
            read: generator("/components/inputs", SchemaSettings::draft2020_12().for_deserialize()),
            written: generator("/components/schemas", SchemaSettings::draft2020_12().for_serialize()),
        }
    }

    /// The schema of a type as requests carry it: a reference where the type has a name.
    pub fn input<T: JsonSchema>(&mut self) -> Value {
        self.read.subschema_for::<T>().to_value()
    }

    /// The schema of a type as responses carry it: a reference where the type has a name.
    pub fn output<T: JsonSchema>(&mut self) -> Value {
        self.written.subschema_for::<T>().to_value()
    }

    /// The schema of a type as requests carry it, written out even where the type has a name.
    pub(super) fn input_in_full<T: JsonSchema>(&mut self) -> Value {
        T::json_schema(&mut self.read).to_value()
    }

    /// The components, after all references in `document` were pointed to them.
    pub(super) fn finish(mut self, document: &mut Value) -> Map<String, Value> {
        let mut written = self.written.take_definitions(true);
        written.values_mut().for_each(absent_not_null);
        let mut read = self.read.take_definitions(true);
        let differing = differing(&read, &written);
        read.values_mut().for_each(|schema| redirect(schema, &differing));
        redirect(document, &differing);
        for (name, schema) in read {
            let name = if differing.contains(&name) { format!("{name}Input") } else { name };
            written.insert(name, schema);
        }
        written
    }
}

/// An optional field of a response is left out where it has no value: it is not null, as its Rust type alone suggests.
fn absent_not_null(schema: &mut Value) {
    match schema {
        Value::Object(words) => {
            let required = words.get("required").cloned().unwrap_or_default();
            if let Some(Value::Object(fields)) = words.get_mut("properties") {
                let optional = fields.iter_mut().filter(|(name, _)| !names(&required).any(|other| other == *name));
                optional.for_each(|(_, field)| drop_null(field));
            }
            words.values_mut().for_each(absent_not_null);
        }
        Value::Array(items) => items.iter_mut().for_each(absent_not_null),
        _ => {}
    }
}

fn names(required: &Value) -> impl Iterator<Item = &str> {
    required.as_array().into_iter().flatten().filter_map(Value::as_str)
}

/// The names whose read and written schemas differ, in themselves or in what they refer to.
fn differing(read: &Map<String, Value>, written: &Map<String, Value>) -> BTreeSet<String> {
    let mut differing = BTreeSet::new();
    loop {
        let more: Vec<String> = read
            .iter()
            .filter(|(name, _)| !differing.contains(*name))
            .filter(|(name, schema)| {
                let mut shared = (*schema).clone();
                redirect(&mut shared, &differing);
                written.get(*name).is_some_and(|written| *written != shared)
            })
            .map(|(name, _)| name.clone())
            .collect();
        if more.is_empty() {
            return differing;
        }
        differing.extend(more);
    }
}

/// Points every reference to a read schema to its name among the components.
fn redirect(value: &mut Value, differing: &BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            if let Some(Value::String(reference)) = fields.get_mut("$ref")
                && let Some(name) = reference.strip_prefix(READ)
            {
                let suffix = if differing.contains(name) { "Input" } else { "" };
                *reference = format!("{SHARED}{name}{suffix}");
            }
            fields.values_mut().for_each(|field| redirect(field, differing));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| redirect(item, differing)),
        _ => {}
    }
}
