//! Data that schemas describe, such as examples, without what hidden schemas say of it.
//!
//! A member whose schema is hidden is removed, and so is one of which no schema speaks. A value of which it can't be told
//! whether it is hidden is removed as a whole.

use std::collections::HashSet;
use std::ptr::from_ref;

use serde_json::{Map, Value};

use super::reference_of;
use super::schemas::{Schemas, is_dynamic, list, mapping};

/// The names of the properties of an object that are hidden.
#[derive(Debug, Default)]
pub(super) struct Gone {
    names: HashSet<String>,
    shown: HashSet<String>,
    /// True if properties that no schema declares may be hidden ones.
    is_open: bool,
}

impl Gone {
    /// Returns true if a property is hidden.
    pub(super) fn has(&self, name: &str) -> bool {
        self.names.contains(name) || self.is_open && !self.shown.contains(name)
    }

    /// Returns true if a schema declares a property as a hidden one.
    pub(super) fn declares(&self, name: &str) -> bool {
        self.names.contains(name)
    }
}

impl<'d> Schemas<'d> {
    /// Returns data without what is hidden in it by schemas that all describe it; `None` if nothing of it is left, or if
    /// that can't be told.
    pub(super) fn cut(&mut self, data: &Value, schemas: &[&'d Value]) -> Option<Value> {
        if !self.any_reaches(schemas) {
            return Some(data.clone());
        }
        let all = self.applied(schemas, data)?;
        match data {
            Value::Object(members) => {
                let mut kept = Map::new();
                for (name, value) in members {
                    let Some(below) = self.of_member(&all, name) else { continue };
                    if let Some(value) = self.cut(value, &below) {
                        kept.insert(name.clone(), value);
                    }
                }
                (members.is_empty() || !kept.is_empty()).then_some(Value::Object(kept))
            }
            Value::Array(items) => {
                let items = items.iter().enumerate().map(|(at, item)| {
                    let below = self.of_item(&all, at)?;
                    self.cut(item, &below)
                });
                items.collect::<Option<_>>().map(Value::Array)
            }
            // A text may be an object or a list in another form.
            Value::String(_) => None,
            other => Some(other.clone()),
        }
    }

    /// Returns all schemas that speak of a value, by some of them; `None` if one of them is hidden or not known.
    fn applied(&mut self, schemas: &[&'d Value], data: &Value) -> Option<Vec<&'d Value>> {
        let (mut open, mut seen, mut found) = (schemas.to_vec(), HashSet::new(), Vec::new());
        while let Some(schema) = open.pop() {
            self.steps_left = self.steps_left.checked_sub(1)?;
            if !seen.insert(from_ref(schema)) {
                continue;
            }
            if self.is_hidden(schema) || is_dynamic(schema) {
                return None;
            }
            let reference = schema.get("$ref").and_then(Value::as_str);
            open.extend(reference.and_then(|it| self.references.target(it)));
            open.extend(["allOf", "anyOf", "oneOf"].iter().flat_map(|name| list(schema, name)));
            open.extend(["if", "then", "else"].iter().filter_map(|name| schema.get(*name)));
            if let Value::Object(members) = data {
                let groups = ["dependentSchemas", "dependencies"].iter().filter_map(|name| schema.get(*name));
                open.extend(groups.flat_map(|it| members.keys().filter_map(|name| it.get(name))));
                if let Some(chooser) = schema.get("discriminator") {
                    open.extend(self.subtype(schema, chooser, members)?);
                }
            }
            found.push(schema);
        }
        Some(found)
    }

    /// Returns the subtype that an object says it is; `None` if it is, or may be, a hidden one.
    fn subtype(
        &mut self,
        base: &'d Value,
        chooser: &'d Value,
        object: &Map<String, Value>,
    ) -> Option<Option<&'d Value>> {
        let property = chooser.get("propertyName").unwrap_or(chooser).as_str();
        let chosen = property.and_then(|name| object.get(name)).and_then(Value::as_str);
        if let Some(chosen) = chosen {
            let mapped = chooser.get("mapping").and_then(|it| it.get(chosen)).and_then(Value::as_str);
            let names = [reference_of(mapped.unwrap_or(chosen)), format!("#/definitions/{chosen}")];
            if names.iter().any(|name| self.references.leads(name)) {
                return None;
            }
            let found = names.iter().find_map(|name| self.references.target(name));
            if found.is_some() {
                return Some(found);
            }
        }
        let mut subtypes = self.subtypes.get(&from_ref(base)).cloned().unwrap_or_default();
        subtypes.retain(|subtype| self.is_hidden(subtype));
        // A value that no mapping has is that of no mapped subtype.
        let may_be_mapped = chosen.is_none() && mapping(chooser).any(|it| self.references.leads(&it));
        let is_any_hidden = !subtypes.is_empty() || may_be_mapped;
        (!is_any_hidden).then_some(None)
    }

    /// Returns the schemas of a member of an object that some schemas describe; `None` if it is hidden or not declared.
    fn of_member(&mut self, schemas: &[&'d Value], name: &str) -> Option<Vec<&'d Value>> {
        let of = |schema: &&'d Value| schema.get("properties").and_then(|it| it.get(name));
        let own: Vec<&'d Value> = schemas.iter().filter_map(of).collect();
        if own.iter().any(|schema| self.is_hidden(schema)) {
            return None;
        }
        if !own.is_empty() {
            return Some(own);
        }
        let patterns = schemas.iter().filter_map(|it| it.get("patternProperties")?.as_object());
        let more = ["additionalProperties", "unevaluatedProperties"];
        let more = schemas.iter().flat_map(|schema| more.iter().filter_map(|name| schema.get(*name)));
        let all: Vec<&'d Value> = patterns.flat_map(Map::values).chain(more).collect();
        self.declared(all)
    }

    /// Returns the schemas of an item of a list that some schemas describe; `None` if it is hidden or not declared.
    fn of_item(&mut self, schemas: &[&'d Value], at: usize) -> Option<Vec<&'d Value>> {
        let mut all = Vec::new();
        for schema in schemas {
            let first = schema.get("prefixItems").or_else(|| schema.get("items")).and_then(Value::as_array);
            match first.and_then(|first| first.get(at)) {
                Some(own) => all.push(own),
                None => all.extend(["items", "additionalItems"].iter().filter_map(|name| schema.get(*name))),
            }
            all.extend(["contains", "unevaluatedItems"].iter().filter_map(|name| schema.get(*name)));
        }
        all.retain(|schema| !schema.is_array());
        self.declared(all)
    }

    /// Returns schemas that are at least one, if none of them is hidden; those that allow nothing are none.
    fn declared(&mut self, mut all: Vec<&'d Value>) -> Option<Vec<&'d Value>> {
        all.retain(|schema| *schema != &Value::Bool(false));
        (!all.is_empty() && !all.iter().any(|schema| self.is_hidden(schema))).then_some(all)
    }

    /// Returns the names of hidden properties of the objects that some schemas describe together.
    pub(super) fn gone(&mut self, schemas: &[&'d Value]) -> Gone {
        let mut gone = Gone::default();
        if !self.any_reaches(schemas) {
            return gone;
        }
        let mut of_hidden: HashSet<String> = HashSet::new();
        let mut open: Vec<(&'d Value, bool)> = schemas.iter().map(|schema| (*schema, false)).collect();
        let mut seen = HashSet::new();
        while let Some((schema, is_below)) = open.pop() {
            let Some(left) = self.steps_left.checked_sub(1) else {
                return Gone { is_open: true, ..Gone::default() };
            };
            self.steps_left = left;
            let is_hidden = is_below || self.is_hidden(schema);
            if !seen.insert((from_ref(schema), is_hidden)) {
                continue;
            }
            for (name, property) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
                let names = match (is_hidden, self.is_hidden(property)) {
                    (true, _) => &mut of_hidden,
                    (false, true) => &mut gone.names,
                    (false, false) => &mut gone.shown,
                };
                names.insert(name.clone());
            }
            let patterns = schema.get("patternProperties").and_then(Value::as_object).into_iter().flat_map(Map::values);
            let more = ["additionalProperties", "unevaluatedProperties"].iter().filter_map(|name| schema.get(*name));
            gone.is_open |= patterns.chain(more).any(|schema| self.is_hidden(schema));
            let reference = schema.get("$ref").and_then(Value::as_str);
            let target = reference.and_then(|it| self.references.target(it));
            open.extend(target.into_iter().chain(list(schema, "allOf")).map(|it| (it, is_hidden)));
        }
        of_hidden.retain(|name| !gone.shown.contains(name));
        gone.names.extend(of_hidden);
        gone
    }
}
