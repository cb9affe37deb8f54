//! The making of a document without what is hidden in another.

use std::collections::HashMap;
use std::ptr::from_ref;

use serde_json::{Map, Value, json};

use super::data::Gone;
use super::names::Names;
use super::schemas::{Schemas, described_by};
use super::{Hidden, References, has_tag, is_marked, reference_of, remove_marked};
use crate::contents::members;
use crate::place::{Form, Kind, METHODS, Place};
use crate::pointer;

/// The groups of authorization schemes, and the members that lead to each.
const SCHEMES: [&[&str]; 2] = [&["components", "securitySchemes"], &["securityDefinitions"]];
/// The description of the authorization that stands for hidden ones.
const UNNAMED: &str = "Requests need an authorization that is not described here.";

/// A cleaning of one document. What it makes is new, so that schemas are looked up in the document as it was.
pub(super) struct Cleaning<'d> {
    hidden: &'d Hidden,
    schemas: Schemas<'d>,
    names: Names,
    /// The shared examples that were looked at, as they are shown.
    examples: HashMap<*const Value, Option<Value>>,
    /// The name of the authorization that stands for hidden ones.
    unnamed: String,
    has_unnamed: bool,
}

/// Returns a name that no authorization scheme of a document has.
fn free_name(document: &Value) -> String {
    let is_free = |name: &String| {
        SCHEMES.iter().all(|group| document.pointer(&pointer::of_parts(group)).and_then(|it| it.get(name)).is_none())
    };
    let numbered = (2..).map(|number| format!("authorization_{number}"));
    std::iter::once("authorization".to_owned()).chain(numbered).find(is_free).unwrap_or_default()
}

impl<'d> Cleaning<'d> {
    /// Returns a document without its hidden parts.
    pub(super) fn clean(document: &'d Value, hidden: &'d Hidden) -> Value {
        let references = References { document, units: &hidden.units, known: HashMap::new() };
        let mut cleaning = Self {
            hidden,
            schemas: Schemas::of(references),
            names: Names::default(),
            examples: HashMap::new(),
            unnamed: free_name(document),
            has_unnamed: false,
        };
        let root = Kind::Root.one();
        let mut shown = cleaning.within(document, root, &[]);
        if cleaning.has_unnamed {
            declare(&mut shown, &cleaning.unnamed);
        }
        cleaning.names.remove_from(&mut shown, root);
        shown
    }

    /// Returns a value that stands at a place as it is shown. `around` are the schemas that describe the same value as one
    /// that stands in them.
    fn within(&mut self, value: &'d Value, place: Place, around: &[&'d Value]) -> Value {
        match value {
            Value::Array(items) => {
                let below = place.item();
                let mut shown = Vec::with_capacity(items.len());
                for item in items {
                    if !self.is_hidden(item, below.kind) {
                        shown.push(self.within(item, below, around));
                    }
                }
                Value::Array(shown)
            }
            Value::Object(object) if place.form == Form::One => {
                Value::Object(self.object(value, object, place.kind, around))
            }
            Value::Object(object) => {
                let all = object
                    .iter()
                    .filter_map(|(name, member)| Some((name.clone(), self.member(place, name, member, around)?)));
                Value::Object(all.collect())
            }
            other => other.clone(),
        }
    }

    /// Returns a member of an object as it is shown; `None` if it is hidden.
    fn member(&mut self, place: Place, name: &str, value: &'d Value, around: &[&'d Value]) -> Option<Value> {
        let Some(below) = place.below(name) else { return self.unplaced(value, name) };
        if below.form == Form::One && self.is_hidden(value, below.kind) {
            return None;
        }
        if below == Kind::Example.one() {
            return self.shared_example(value);
        }
        let shown = self.within(value, below, around);
        let is_empty = below == Kind::PathItem.one() && has_operations(value) && !has_operations(&shown);
        (!is_empty).then_some(shown)
    }

    fn object(
        &mut self,
        value: &'d Value,
        object: &'d Map<String, Value>,
        kind: Kind,
        around: &[&'d Value],
    ) -> Map<String, Value> {
        if kind == Kind::Schema {
            return self.schema(value, object, around);
        }
        let schemas = described_by(value, kind);
        let gone = if kind == Kind::MediaType { self.schemas.gone(&schemas) } else { Gone::default() };
        let mut shown = Map::new();
        for (name, member) in object {
            let made = match (kind, name.as_str()) {
                (_, "example" | "examples" | "x-example" | "x-examples" | "default" | "enum")
                    if !schemas.is_empty() =>
                {
                    self.given(value, name, member, &schemas, kind)
                }
                (Kind::MediaType, "encoding") => Some(self.encoding(member, &gone)),
                (Kind::Root | Kind::Operation, "tags") => Some(self.tags(member)),
                (Kind::Root, "x-tagGroups") => Some(self.groups(member)),
                (Kind::Root | Kind::Operation, "security") => Some(self.security(member)),
                (Kind::Link, "parameters" | "requestBody") => Some(member.clone()),
                _ => self.member(kind.one(), name, member, &[]),
            };
            if let Some(made) = made {
                shown.insert(name.clone(), made);
            }
        }
        shown
    }

    /// Returns what a member gives of values that some schemas describe: one value, a list of them, or named examples.
    fn given(
        &mut self,
        holder: &Value,
        name: &str,
        given: &'d Value,
        schemas: &[&'d Value],
        kind: Kind,
    ) -> Option<Value> {
        // Beside a reference, nothing says which schema it is.
        if kind != Kind::Schema && holder.get("$ref").is_some() && self.schemas.has_hidden() {
            return None;
        }
        match (name, given) {
            ("examples" | "enum" | "x-examples", Value::Array(items)) => {
                let shown: Vec<Value> = items.iter().filter_map(|item| self.schemas.cut(item, schemas)).collect();
                (items.is_empty() || !shown.is_empty()).then_some(Value::Array(shown))
            }
            ("examples" | "x-examples", Value::Object(entries)) => {
                let mut shown = Map::new();
                for (name, entry) in entries {
                    // Where a document has the value itself, it is no example of the specification.
                    let is_value = matches!(kind, Kind::Schema | Kind::Response);
                    let made = if is_value { self.schemas.cut(entry, schemas) } else { self.entry(entry, schemas) };
                    shown.extend(made.map(|made| (name.clone(), made)));
                }
                Some(Value::Object(shown))
            }
            _ => self.schemas.cut(given, schemas),
        }
    }

    /// Returns one of some named examples of values that schemas describe.
    fn entry(&mut self, entry: &'d Value, schemas: &[&'d Value]) -> Option<Value> {
        if self.is_hidden(entry, Kind::Example) {
            return None;
        }
        if entry.get("$ref").is_some() {
            let shared = self.schemas.shared_example(entry);
            let is_shown = match shared {
                Some(shared) => self.shared_example(shared).is_some(),
                None => !self.schemas.any_reaches(schemas),
            };
            return is_shown.then(|| entry.clone());
        }
        self.example(entry, &[schemas.to_vec()])
    }

    /// Returns a shared example, if it is shown in all places that refer to it. Of one that nothing refers to, the schema is
    /// not known.
    fn shared_example(&mut self, example: &'d Value) -> Option<Value> {
        if let Some(known) = self.examples.get(&from_ref(example)) {
            return known.clone();
        }
        let groups = self.schemas.of_examples.get(&from_ref(example)).cloned();
        let is_known = groups.is_some() || example.get("$ref").is_some() || !self.schemas.has_hidden();
        let shown = if is_known { self.example(example, &groups.unwrap_or_default()) } else { None };
        self.examples.insert(from_ref(example), shown.clone());
        shown
    }

    /// Returns an example that has to be of all of some groups of schemas; `None` if nothing of its value is left.
    fn example(&mut self, example: &Value, groups: &[Vec<&'d Value>]) -> Option<Value> {
        let Value::Object(object) = example else {
            return groups.iter().try_fold(example.clone(), |value, group| self.schemas.cut(&value, group));
        };
        let reaches = groups.iter().any(|group| self.schemas.any_reaches(group));
        let mut shown = Map::new();
        for (name, member) in object {
            let is_said = ["summary", "description"].contains(&name.as_str()) || name.starts_with("x-");
            let made = match name.as_str() {
                "value" | "dataValue" => {
                    groups.iter().try_fold(member.clone(), |value, group| self.schemas.cut(&value, group))
                }
                _ if reaches && !is_said => None,
                _ => Some(member.clone()),
            };
            shown.insert(name.clone(), made?);
        }
        Some(Value::Object(shown))
    }

    fn schema(&mut self, value: &'d Value, object: &'d Map<String, Value>, around: &[&'d Value]) -> Map<String, Value> {
        let mut all = around.to_vec();
        all.push(value);
        let gone = self.schemas.gone(&all);
        let mut shown = Map::new();
        for (name, member) in object {
            let made = match name.as_str() {
                "example" | "examples" | "x-example" | "x-examples" | "default" | "const" | "enum" => {
                    self.given(value, name, member, &all, Kind::Schema)
                }
                "properties" => Some(self.properties(member, &gone)),
                "required" | "dependentRequired" => Some(without(member, &gone)),
                "dependencies" | "dependentSchemas" => Some(self.dependencies(member, &gone, &all)),
                "discriminator" => self.discriminator(member, &gone),
                "propertyNames" => self.property_names(member, &gone),
                "allOf" | "anyOf" | "oneOf" | "if" | "then" | "else" | "not" => {
                    self.member(Kind::Schema.one(), name, member, &all).filter(|made| !is_emptied(member, made))
                }
                name if name.starts_with("x-") => self.unplaced(member, name).map(|made| without(&made, &gone)),
                _ => self.member(Kind::Schema.one(), name, member, &[]),
            };
            if let Some(made) = made {
                shown.insert(name.clone(), made);
            }
        }
        remove_changed_conditions(object, &mut shown);
        shown
    }

    fn properties(&mut self, value: &'d Value, gone: &Gone) -> Value {
        let Value::Object(object) = value else { return value.clone() };
        let mut shown = Map::new();
        for (name, schema) in object {
            if gone.declares(name) || self.is_hidden(schema, Kind::Schema) {
                self.names.gone.insert(name.clone());
                continue;
            }
            self.names.kept.insert(name.clone());
            shown.insert(name.clone(), self.within(schema, Kind::Schema.one(), &[]));
        }
        Value::Object(shown)
    }

    /// Returns what follows from properties: names of others, or schemas of the same object.
    fn dependencies(&mut self, value: &'d Value, gone: &Gone, all: &[&'d Value]) -> Value {
        let Value::Object(object) = value else { return value.clone() };
        let mut shown = Map::new();
        for (name, member) in object.iter().filter(|(name, _)| !gone.has(name)) {
            if member.is_object() && self.is_hidden(member, Kind::Schema) {
                continue;
            }
            let made = match member {
                Value::Object(_) => self.within(member, Kind::Schema.one(), all),
                other => without(other, gone),
            };
            shown.insert(name.clone(), made);
        }
        Value::Object(shown)
    }

    fn discriminator(&mut self, value: &'d Value, gone: &Gone) -> Option<Value> {
        let property = value.get("propertyName").unwrap_or(value).as_str();
        if is_marked(value) || property.is_some_and(|name| gone.has(name)) {
            return None;
        }
        let mut shown = value.clone();
        if let Some(Value::Object(mapping)) = shown.get_mut("mapping") {
            mapping.retain(|_, target| {
                !self.schemas.references.leads(&target.as_str().map(reference_of).unwrap_or_default())
            });
        }
        Some(shown)
    }

    /// Returns the schema of the names of properties, without hidden ones among its values.
    fn property_names(&mut self, value: &'d Value, gone: &Gone) -> Option<Value> {
        let mut shown = self.member(Kind::Schema.one(), "propertyNames", value, &[])?;
        if let Value::Object(object) = &mut shown {
            for name in ["enum", "examples"] {
                if let Some(names) = object.get_mut(name) {
                    *names = without(names, gone);
                }
            }
            object.retain(|_, value| value.as_str().is_none_or(|name| !gone.declares(name)));
        }
        Some(shown)
    }

    fn encoding(&mut self, value: &'d Value, gone: &Gone) -> Value {
        let mut shown = self.within(value, Kind::Encoding.map(), &[]);
        if let Value::Object(object) = &mut shown {
            object.retain(|name, _| !gone.has(name));
        }
        shown
    }

    /// Returns the declarations of tags, or the tags of an operation.
    fn tags(&mut self, value: &Value) -> Value {
        let Value::Array(items) = value else { return value.clone() };
        let is_hidden = |name: &Value| name.as_str().is_some_and(|name| self.hidden.tags.contains(name));
        let mut shown = Vec::with_capacity(items.len());
        for item in items.iter().filter(|item| !is_marked(item) && !is_hidden(item)) {
            let mut item = item.clone();
            if let Value::Object(tag) = &mut item {
                tag.retain(|name, value| !(["parent", "x-parent"].contains(&name.as_str()) && is_hidden(value)));
            }
            remove_marked(&mut item);
            shown.push(item);
        }
        Value::Array(shown)
    }

    /// Returns groups of tags, without those of which every tag is hidden.
    fn groups(&mut self, value: &Value) -> Value {
        let mut shown = value.clone();
        remove_marked(&mut shown);
        if let Value::Array(groups) = &mut shown {
            groups.retain_mut(|group| {
                let Some(Value::Array(tags)) = group.get_mut("tags") else { return true };
                let before = tags.len();
                tags.retain(|tag| !tag.as_str().is_some_and(|tag| self.hidden.tags.contains(tag)));
                before == 0 || !tags.is_empty()
            });
        }
        shown
    }

    /// Returns requirements without those that name hidden authorization schemes. Where no other is left, one without a
    /// name stands for them: an empty list would say that none is needed.
    fn security(&mut self, value: &Value) -> Value {
        let Value::Array(groups) = value else { return value.clone() };
        let mut names =
            |group: &&Value| !group.as_object().into_iter().flat_map(Map::keys).any(|name| self.hides_scheme(name));
        let mut shown: Vec<Value> = groups.iter().filter(&mut names).cloned().collect();
        if shown.is_empty() && !groups.is_empty() {
            self.has_unnamed = true;
            shown.push(json!({ &self.unnamed: [] }));
        }
        Value::Array(shown)
    }

    fn hides_scheme(&mut self, name: &str) -> bool {
        let named = SCHEMES.iter().map(|group| format!("#{}", pointer::of_parts(&[*group, &[name]].concat())));
        let mut all: Vec<String> = named.collect();
        all.push(name.to_owned());
        all.iter().any(|reference| self.schemas.references.leads(reference))
    }

    /// Returns a member that has no place in the specification, without what is marked in it; `None` if it is itself.
    fn unplaced(&mut self, value: &Value, name: &str) -> Option<Value> {
        let mut shown = value.clone();
        if name == "x-bundled" {
            self.remove_in_bundled(&mut shown);
        }
        remove_marked(&mut shown);
        (!is_marked(value)).then_some(shown)
    }

    /// Removes references to what is hidden, and all examples, from parts of other documents whose kind is not known.
    fn remove_in_bundled(&mut self, value: &mut Value) {
        match value {
            Value::Object(members) => {
                let has_hidden = self.schemas.has_hidden();
                let given = ["example", "examples", "value", "default", "enum", "const", "required"];
                members.retain(|name, it| {
                    let is_given = has_hidden && given.contains(&name.as_str());
                    !is_given && !self.is_reference(it)
                });
                members.values_mut().for_each(|member| self.remove_in_bundled(member));
            }
            Value::Array(items) => {
                items.retain(|it| !self.is_reference(it));
                items.iter_mut().for_each(|item| self.remove_in_bundled(item));
            }
            _ => {}
        }
    }

    /// Returns true if a value is a reference to something hidden.
    fn is_reference(&mut self, value: &Value) -> bool {
        value.get("$ref").and_then(Value::as_str).is_some_and(|it| self.schemas.references.leads(it))
    }

    fn is_hidden(&mut self, value: &'d Value, kind: Kind) -> bool {
        if is_marked(value) || kind == Kind::Operation && has_tag(value, &self.hidden.tags) {
            return true;
        }
        let text = |name: &str| value.get(name).and_then(Value::as_str);
        if kind == Kind::Link && text("operationId").is_some_and(|id| self.hidden.operations.contains(id)) {
            return true;
        }
        let reference = if kind.is_referable() { text("$ref") } else { None };
        let reference = reference.or_else(|| text("operationRef").filter(|_| kind == Kind::Link));
        reference.is_some_and(|reference| self.schemas.references.leads(reference))
    }
}

/// Returns true if a path item has operations of its own.
fn has_operations(item: &Value) -> bool {
    let has = |name: &str| item.get(name).is_some_and(Value::is_object);
    METHODS.into_iter().any(has) || members(item, "additionalOperations").next().is_some()
}

/// Returns names, lists of them, or what stands under them, without those of hidden properties.
fn without(value: &Value, gone: &Gone) -> Value {
    let is_shown = |it: &&Value| !it.as_str().is_some_and(|name| gone.has(name));
    match value {
        Value::Array(items) => Value::Array(items.iter().filter(is_shown).map(|it| without(it, gone)).collect()),
        Value::Object(members) => {
            let shown = members.iter().filter(|(name, it)| !gone.has(name) && is_shown(it));
            Value::Object(shown.map(|(name, it)| (name.clone(), without(it, gone))).collect())
        }
        other => other.clone(),
    }
}

/// Returns true if nothing is left of a list that had items.
fn is_emptied(before: &Value, after: &Value) -> bool {
    after.as_array().is_some_and(Vec::is_empty) && before.as_array().is_some_and(|items| !items.is_empty())
}

/// Removes conditions of which a part is missing: they would say something else.
fn remove_changed_conditions(before: &Map<String, Value>, after: &mut Map<String, Value>) {
    let is_changed = |name: &str, after: &Map<String, Value>| before.get(name) != after.get(name);
    if is_changed("not", after) {
        after.shift_remove("not");
    }
    if is_changed("if", after) {
        ["if", "then", "else"].iter().for_each(|name| drop(after.shift_remove(*name)));
    }
}

/// Declares the authorization that stands for hidden ones.
fn declare(document: &mut Value, name: &str) {
    let group = SCHEMES[usize::from(document.get("swagger").is_some())];
    let mut at = document;
    for part in group {
        let Value::Object(members) = at else { return };
        at = members.entry(*part).or_insert_with(|| json!({}));
    }
    if let Value::Object(schemes) = at {
        let scheme = json!({ "type": "apiKey", "in": "header", "name": "Authorization", "description": UNNAMED });
        schemes.insert(name.to_owned(), scheme);
    }
}
