//! The schemas in the document's components.
//!
//! The schema of a type in requests (fields with a default may be absent) differs from its schema in responses (they
//! are always present), so there is one generator for each direction. At the end both become one set of components: if
//! the two schemas of a type are equal they share its name; if they differ, the one for requests is named `…Input`.

use std::collections::BTreeSet;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value};

use super::operation::drop_null;

const SHARED: &str = "#/components/schemas/";
const READ: &str = "#/components/inputs/";

/// The schemas that the operations described so far refer to.
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

    /// Returns the schema of a type in requests: a reference if the type has a name.
    pub fn input<T: JsonSchema>(&mut self) -> Value {
        self.read.subschema_for::<T>().to_value()
    }

    /// Returns the schema of a type in responses: a reference if the type has a name.
    pub fn output<T: JsonSchema>(&mut self) -> Value {
        self.written.subschema_for::<T>().to_value()
    }

    /// Returns the schema of a type in requests, in full even if the type has a name.
    pub(super) fn input_in_full<T: JsonSchema>(&mut self) -> Value {
        T::json_schema(&mut self.read).to_value()
    }

    /// Returns the components, and rewrites all references in `document` to point to them.
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

/// Removes null from the optional fields of responses, which are absent if they have no value.
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

/// Returns the names whose request and response schemas differ, directly or in the schemas that they refer to.
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

/// Rewrites every reference to a request schema to its name among the components.
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
