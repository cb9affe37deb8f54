//! Parts of documents that are not for readers: what is marked with `x-internal`, and what refers to it.
//!
//! A part is removed with all that is in it, wherever the specification has an object. What only names a removed part goes
//! with it: references, links, requirements of authorization, tags, required properties, and what examples say of hidden
//! schemas. [`public`] is the only place where that is done: everything that readers get is made of its result.

mod cleaning;
mod data;
mod names;
mod schemas;

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use crate::contents::{members, operations_of};
use crate::place::{Form, Kind};
use crate::pointer;
use cleaning::Cleaning;

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
}

/// Returns true if a value is marked: a mark of another value than false counts, also one that is a text.
pub(crate) fn is_marked(value: &Value) -> bool {
    value.get(MARK).is_some_and(|mark| *mark != Value::Bool(false))
}

/// Returns true if the value that a pointer leads to is marked or one of some hidden units, one that it is in, or one that
/// it refers to; `None` if the pointer leads to nothing.
fn is_hidden_within(document: &Value, units: &HashSet<String>, pointer: &str, hops: usize) -> Option<bool> {
    let (mut at, mut place) = (document, Some(Kind::Root.one()));
    let ends = pointer.match_indices('/').map(|(at, _)| at).chain([pointer.len()]).skip(1);
    for (part, end) in pointer.split('/').skip(1).zip(ends) {
        let part = part.replace("~1", "/").replace("~0", "~");
        at = match at {
            Value::Object(members) => members.get(&part)?,
            Value::Array(items) => items.get(part.parse::<usize>().ok()?)?,
            _ => return None,
        };
        place = place.and_then(|place| place.below(&part));
        // In a map, the mark is the name of a member.
        let is_map = place.is_some_and(|place| place.form == Form::Map);
        if !is_map && is_marked(at) || units.contains(&pointer[..end]) {
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

/// The references of a document, with what is known of them.
struct References<'d> {
    document: &'d Value,
    units: &'d HashSet<String>,
    known: HashMap<String, bool>,
}

impl<'d> References<'d> {
    /// Returns true if a reference leads to, or into, something hidden.
    fn leads(&mut self, reference: &str) -> bool {
        if let Some(known) = self.known.get(reference) {
            return *known;
        }
        let leads = leads(self.document, self.units, reference, MOST_HOPS);
        self.known.insert(reference.to_owned(), leads);
        leads
    }

    /// Returns what a reference leads to.
    fn target(&self, reference: &str) -> Option<&'d Value> {
        crate::contents::target(self.document, reference)
    }
}

/// Returns a document without what is not for readers; `None` if everything in it is for them.
pub fn public(document: &Value) -> Option<Value> {
    has_mark(document).then(|| Cleaning::clean(document, &hidden_in(document)))
}

/// Returns the JSON of a document without what is not for readers; `None` if everything in it is for them.
///
/// # Errors
/// The bytes are not the JSON of a document.
pub fn public_bytes(bytes: &[u8]) -> Result<Option<Vec<u8>>, serde_json::Error> {
    if !Hidden::in_text(bytes).has_marks {
        return Ok(None);
    }
    public(&serde_json::from_slice(bytes)?).map(|shown| serde_json::to_vec(&shown)).transpose()
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

/// Returns the reference that a value of a discriminator is, which may be the name of a schema.
pub(crate) fn reference_of(target: &str) -> String {
    if target.contains(['#', '/']) { target.to_owned() } else { format!("#/components/schemas/{target}") }
}

/// Removes all that is marked from a value whose parts have no place.
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
