//! Parts of documents that are not for readers: what is marked with `x-internal`, and what refers to it.
//!
//! A part is removed with all that is in it, wherever the specification has an object. What only names a removed part goes
//! with it: references, links, requirements of authorization, required properties, and properties in examples.

use std::collections::HashSet;
use std::convert::Infallible;

use serde_json::{Map, Value};

use crate::contents::{members, operations_of};
use crate::place::{Form, Kind, METHODS, Place};
use crate::pointer;

/// The extension that marks a part.
const MARK: &str = "x-internal";
/// The maximum number of references from one value to the next.
const MOST_HOPS: usize = 16;

/// The hidden parts of a document that others name.
#[derive(Debug, Default)]
pub(crate) struct Hidden {
    /// True if the document has any mark.
    pub(crate) has_marks: bool,
    /// The pointers to hidden shared objects and operations.
    pub(crate) units: HashSet<String>,
    /// The names of hidden tags.
    pub(crate) tags: HashSet<String>,
    /// The identifiers of hidden operations.
    pub(crate) operations: HashSet<String>,
}

impl Hidden {
    /// Creates the hidden parts of a document of which only the text is known so far.
    pub(crate) fn in_text(text: &[u8]) -> Self {
        let has_marks = std::str::from_utf8(text).is_ok_and(|text| text.contains(MARK));
        Self { has_marks, ..Self::default() }
    }

    /// Returns true if an authorization scheme is hidden.
    fn has_scheme(&self, name: &str) -> bool {
        let mut escaped = String::new();
        pointer::push_escaped(&mut escaped, name);
        let groups = ["/components/securitySchemes/", "/securityDefinitions/"];
        groups.iter().any(|group| self.units.contains(&format!("{group}{escaped}")))
    }
}

/// Returns true if a value is marked.
pub(crate) fn is_marked(value: &Value) -> bool {
    value.get(MARK) == Some(&Value::Bool(true))
}

/// Returns true if the value that a pointer leads to is marked or one of some hidden units, one that it is in, or one that
/// it refers to; `None` if the pointer leads to nothing.
fn is_hidden_within(document: &Value, units: &HashSet<String>, pointer: &str, hops: usize) -> Option<bool> {
    let mut at = document;
    let ends = pointer.match_indices('/').map(|(at, _)| at).chain([pointer.len()]).skip(1);
    for (part, end) in pointer.split('/').skip(1).zip(ends) {
        let part = part.replace("~1", "/").replace("~0", "~");
        at = match at {
            Value::Object(members) => members.get(&part)?,
            Value::Array(items) => items.get(part.parse::<usize>().ok()?)?,
            _ => return None,
        };
        if is_marked(at) || units.contains(&pointer[..end]) {
            return Some(true);
        }
    }
    Some(at.get("$ref").and_then(Value::as_str).is_some_and(|reference| leads(document, units, reference, hops)))
}

/// Returns true if a reference within a document leads to, or into, something that is marked. More references than `hops`
/// may lead to it.
fn leads(document: &Value, units: &HashSet<String>, reference: &str, hops: usize) -> bool {
    let Some(fragment) = reference.strip_prefix('#') else { return false };
    if hops == 0 {
        return true;
    }
    let plain = document.pointer(fragment).is_some().then(|| fragment.to_owned());
    let pointer = plain.or_else(|| pointer::of_fragment(fragment));
    pointer.and_then(|pointer| is_hidden_within(document, units, &pointer, hops - 1)).unwrap_or(false)
}

/// Returns a document without what is not for readers; `None` if everything in it is for them.
pub fn public(document: &Value) -> Option<Value> {
    if !has_mark(document) {
        return None;
    }
    let hidden = hidden_in(document);
    let mut leads = |reference: &str| Ok::<_, Infallible>(leads(document, &hidden.units, reference, MOST_HOPS));
    let mut shown = document.clone();
    let mut removal = Removal::new(&hidden, &mut leads);
    let Ok(()) = removal.within(&mut shown, Some(Kind::Root.one()));
    removal.finish(&mut shown, Kind::Root.one());
    Some(shown)
}

fn has_mark(value: &Value) -> bool {
    match value {
        Value::Object(members) => is_marked(value) || members.values().any(has_mark),
        Value::Array(items) => items.iter().any(has_mark),
        _ => false,
    }
}

/// Returns the hidden parts of a document that others name.
fn hidden_in(document: &Value) -> Hidden {
    let marked = |tag: &&Value| is_marked(tag);
    let tags = document.get("tags").and_then(Value::as_array).into_iter().flatten().filter(marked);
    let tags: HashSet<String> = tags.filter_map(|tag| Some(tag.get("name")?.as_str()?.to_owned())).collect();
    let mut operations: [HashSet<String>; 2] = Default::default();
    let mut units = HashSet::new();
    let all = ["paths", "webhooks", "x-webhooks"].into_iter();
    for (group, path, item) in all.flat_map(|group| members(document, group).map(move |(path, it)| (group, path, it))) {
        let is_hidden = is_marked(item)
            || item
                .get("$ref")
                .and_then(Value::as_str)
                .is_some_and(|it| leads(document, &HashSet::new(), it, MOST_HOPS));
        for (method, operation) in operations_of(document, item) {
            let at = usize::from(is_hidden || is_marked(operation) || has_tag(operation, &tags));
            if at == 1 {
                units.insert(pointer::of_parts(&[group, path, method]));
            }
            operations[at].extend(operation.get("operationId").and_then(Value::as_str).map(str::to_owned));
        }
    }
    let [shown, mut hidden] = operations;
    hidden.retain(|id| !shown.contains(id));
    let schemes = [
        ("/components/securitySchemes", "/components/securitySchemes/"),
        ("/securityDefinitions", "/securityDefinitions/"),
    ];
    for (group, above) in schemes {
        let all = document.pointer(group).and_then(Value::as_object).into_iter().flatten();
        for (name, _) in all.filter(|(_, scheme)| is_marked(scheme)) {
            let mut pointer = above.to_owned();
            pointer::push_escaped(&mut pointer, name);
            units.insert(pointer);
        }
    }
    Hidden { has_marks: true, units, tags, operations: hidden }
}

/// Returns true if the first tag of an operation is one of some tags.
fn has_tag(operation: &Value, tags: &HashSet<String>) -> bool {
    operation.pointer("/tags/0").and_then(Value::as_str).is_some_and(|tag| tags.contains(tag))
}

/// A function that says whether a reference leads to something hidden.
pub(crate) type Leads<'f, E> = dyn FnMut(&str) -> Result<bool, E> + 'f;

/// The removal of what is hidden from parts of a document.
pub(crate) struct Removal<'h, 'l, 'f, E> {
    hidden: &'h Hidden,
    leads: &'l mut Leads<'f, E>,
    names: Names,
}

/// The names of properties that were removed, and of those that were not.
#[derive(Debug, Default)]
pub(crate) struct Names {
    gone: HashSet<String>,
    kept: HashSet<String>,
}

impl<'h, 'l, 'f, E> Removal<'h, 'l, 'f, E> {
    pub(crate) fn new(hidden: &'h Hidden, leads: &'l mut Leads<'f, E>) -> Self {
        Self { hidden, leads, names: Names::default() }
    }

    /// Removes what is hidden from a value that stands at a place; everything that is marked, where the place is not
    /// known.
    pub(crate) fn within(&mut self, value: &mut Value, place: Option<Place>) -> Result<(), E> {
        let Some(place) = place else {
            remove_marked(value);
            return Ok(());
        };
        match value {
            Value::Array(items) => {
                let below = place.item();
                let mut shown = Vec::with_capacity(items.len());
                for mut item in std::mem::take(items) {
                    if !self.is_hidden(&item, below.kind)? {
                        self.within(&mut item, Some(below))?;
                        shown.push(item);
                    }
                }
                *items = shown;
                Ok(())
            }
            Value::Object(members) => self.object(members, place),
            _ => Ok(()),
        }
    }

    fn object(&mut self, object: &mut Map<String, Value>, place: Place) -> Result<(), E> {
        let mut gone = HashSet::new();
        for (name, value) in object.iter_mut() {
            let Some(below) = place.below(name) else {
                if name == "x-bundled" {
                    remove_marked(value);
                }
                continue;
            };
            if below.form == Form::One && self.is_hidden(value, below.kind)? {
                gone.insert(name.clone());
                continue;
            }
            let is_full = below == Kind::PathItem.one() && has_operations(value);
            let is_of_properties = place == Kind::Schema.one() && name == "properties";
            let before = if is_of_properties { names(value) } else { HashSet::new() };
            self.within(value, Some(below))?;
            if is_full && !has_operations(value) {
                gone.insert(name.clone());
            }
            if is_of_properties {
                let after = names(value);
                self.names.gone.extend(before.into_iter().filter(|name| !after.contains(name)));
                self.names.kept.extend(after);
            }
        }
        object.retain(|name, _| !gone.contains(name));
        if place.form == Form::One {
            self.named(object, place.kind)?;
        }
        Ok(())
    }

    /// Removes what is hidden from the lists of an object that name it, and have no place of their own.
    fn named(&mut self, object: &mut Map<String, Value>, kind: Kind) -> Result<(), E> {
        match kind {
            Kind::Root | Kind::PathItem | Kind::Operation => remove_named(object, self.hidden),
            Kind::Schema => {
                let mapping = object.get_mut("discriminator").and_then(|it| it.get_mut("mapping"));
                if let Some(Value::Object(mapping)) = mapping {
                    let mut gone = HashSet::new();
                    for (name, target) in mapping.iter() {
                        let reference = target.as_str().map(reference_of).unwrap_or_default();
                        if (self.leads)(&reference)? {
                            gone.insert(name.clone());
                        }
                    }
                    mapping.retain(|name, _| !gone.contains(name));
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn is_hidden(&mut self, value: &Value, kind: Kind) -> Result<bool, E> {
        if is_marked(value) || kind == Kind::Operation && has_tag(value, &self.hidden.tags) {
            return Ok(true);
        }
        let text = |name: &str| value.get(name).and_then(Value::as_str);
        if kind == Kind::Link && text("operationId").is_some_and(|id| self.hidden.operations.contains(id)) {
            return Ok(true);
        }
        let reference = if kind.is_referable() { text("$ref") } else { None };
        let reference = reference.or_else(|| text("operationRef").filter(|_| kind == Kind::Link));
        reference.map_or(Ok(false), |reference| (self.leads)(reference))
    }

    /// Removes the names of hidden properties from a value whose parts were all looked at.
    pub(crate) fn finish(self, value: &mut Value, place: Place) {
        self.names.remove_from(value, place);
    }

    /// Returns the names of properties that were met.
    pub(crate) fn into_names(self) -> Names {
        self.names
    }
}

impl Names {
    /// Adds the names that were met elsewhere.
    pub(crate) fn add(&mut self, other: Self) {
        self.gone.extend(other.gone);
        self.kept.extend(other.kept);
    }

    /// Removes the names of hidden properties from required properties and examples. A name that another property has is
    /// none.
    pub(crate) fn remove_from(mut self, value: &mut Value, place: Place) {
        self.gone.retain(|name| !self.kept.contains(name));
        if !self.gone.is_empty() {
            tidy(value, place, &self.gone);
        }
    }
}

/// Removes hidden servers and hidden authorization from the root of a document.
pub(crate) fn hide_in_head(document: &mut Value, hidden: &Hidden) {
    if let Value::Object(root) = document {
        remove_named(root, hidden);
    }
}

/// Removes marked tags and servers, and the requirements of hidden authorization schemes.
fn remove_named(object: &mut Map<String, Value>, hidden: &Hidden) {
    for name in ["servers", "tags"] {
        if let Some(Value::Array(items)) = object.get_mut(name) {
            items.retain(|item| !is_marked(item));
        }
    }
    if let Some(Value::Array(groups)) = object.get_mut("security") {
        let is_shown = |group: &Map<String, Value>| !group.keys().any(|name| hidden.has_scheme(name));
        groups.retain(|group| group.as_object().is_none_or(is_shown));
    }
}

/// Returns true if a path item has operations of its own.
fn has_operations(item: &Value) -> bool {
    let has = |name: &str| item.get(name).is_some_and(Value::is_object);
    METHODS.into_iter().any(has) || members(item, "additionalOperations").next().is_some()
}

fn names(value: &Value) -> HashSet<String> {
    value.as_object().into_iter().flat_map(Map::keys).cloned().collect()
}

/// Returns the reference that a value of a discriminator is, which may be the name of a schema.
fn reference_of(target: &str) -> String {
    if target.contains(['#', '/']) { target.to_owned() } else { format!("#/components/schemas/{target}") }
}

fn remove_marked(value: &mut Value) {
    match value {
        Value::Object(members) => {
            members.retain(|_, it| !is_marked(it));
            members.values_mut().for_each(remove_marked);
        }
        Value::Array(items) => {
            items.retain(|it| !is_marked(it));
            items.iter_mut().for_each(remove_marked);
        }
        _ => {}
    }
}

/// Removes names of properties from what stands at a place.
fn tidy(value: &mut Value, place: Place, gone: &HashSet<String>) {
    match value {
        Value::Array(items) => {
            items.iter_mut().for_each(|item| tidy(item, place.item(), gone));
        }
        Value::Object(members) => {
            for (name, member) in members.iter_mut() {
                if let Some(below) = place.below(name) {
                    tidy(member, below, gone);
                }
                if place.form == Form::One && ["example", "examples", "default", "x-example"].contains(&name.as_str()) {
                    remove_names(member, gone);
                }
            }
            if place == Kind::Schema.one() {
                tidy_schema(members, gone);
            }
        }
        _ => {}
    }
}

fn tidy_schema(members: &mut Map<String, Value>, gone: &HashSet<String>) {
    if let Some(Value::Array(required)) = members.get_mut("required") {
        required.retain(|name| !name.as_str().is_some_and(|name| gone.contains(name)));
    }
    let chooses = members.get("discriminator").and_then(|it| it.get("propertyName").unwrap_or(it).as_str());
    if chooses.is_some_and(|name| gone.contains(name)) {
        members.shift_remove("discriminator");
    }
}

/// Removes members with these names from data.
fn remove_names(data: &mut Value, gone: &HashSet<String>) {
    match data {
        Value::Object(members) => {
            members.retain(|name, _| !gone.contains(name));
            members.values_mut().for_each(|value| remove_names(value, gone));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| remove_names(item, gone)),
        _ => {}
    }
}
