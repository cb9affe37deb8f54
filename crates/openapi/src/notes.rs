//! Notes of writers: texts for descriptions of a document, which belong to what they are about and not to a version.
//!
//! A note about an operation belongs to the operation with that [`Identity`]: never to another one that has its path or its
//! identifier by now. A note whose target is not there changes nothing, and counts again as soon as the target is back.
//! Notes are added to slices of a document when these are read; the document itself stays as it is.

pub mod overlay;
mod path;

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use crate::contents::target;
use crate::identity::Identity;
use crate::index::{Call, Index, Operation};
use crate::pointer;

/// The maximum number of references from one value to the next.
const MOST_HOPS: usize = 16;
/// The maximum number of schemas in which a property is looked for.
const MOST_SCHEMAS: usize = 64;

/// A text of a writer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// The thing that the text is about.
    pub target: Target,
    /// The text in Markdown.
    pub text: String,
    /// The place of the text beside the description that the document has.
    pub placement: Placement,
}

/// The place of a note beside the description that the document has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Placement {
    /// Behind the description, after an empty line.
    After,
    /// Before the description, with an empty line between them.
    Before,
    /// In place of the description.
    Instead,
}

/// The thing that a note is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// An operation or a webhook, or a parameter of it.
    Operation {
        /// The identifier that the document gives the operation.
        id: Option<String>,
        /// The path and method.
        call: Option<Call>,
        /// The parameter that the text is about, if it is not the operation itself.
        parameter: Option<Parameter>,
    },
    /// A shared schema, or a property in it.
    Schema {
        /// The name of the schema.
        name: String,
        /// The names of properties from the outermost to the one that is meant; arrays between them have no name.
        property: Vec<String>,
    },
}

/// The name of a parameter of an operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    /// The location, such as `query`.
    pub place: String,
    /// The name as the document writes it; that of a header in any case.
    pub name: String,
}

impl Target {
    /// Returns true if both are about the same thing, whatever else is known of it.
    pub fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Operation { id, call, parameter }, Self::Operation { id: other_id, call: other, parameter: of }) => {
                let same_id = id.is_some() && id == other_id;
                let same_call = call.is_some() && call == other && (id.is_none() || other_id.is_none());
                parameter == of && (same_id || same_call)
            }
            _ => self == other,
        }
    }

    /// Returns true if both are about the same thing of a document.
    pub fn is_same_in(&self, other: &Self, index: &Index) -> bool {
        match (self, other, self.operation(index), other.operation(index)) {
            (
                Self::Operation { parameter, .. },
                Self::Operation { parameter: of, .. },
                Some(operation),
                Some(other),
            ) => parameter == of && operation.call == other.call,
            _ => self.is_same(other),
        }
    }

    /// Returns the operation that a target belongs to.
    fn operation<'i>(&self, index: &'i Index) -> Option<&'i Operation> {
        match self {
            Self::Operation { id, call: Some(call), .. } => index.known_as(id.as_deref(), call),
            Self::Operation { id, call: None, .. } => index.only(id.as_deref()?),
            Self::Schema { .. } => None,
        }
    }

    /// Returns the target of somebody who names an operation by its identifier, or by method and path alone, with both as
    /// the document has them.
    #[must_use]
    pub fn completed(self, index: &Index) -> Self {
        let found = self.operation(index).or_else(|| match &self {
            Self::Operation { id: Some(id), .. } => index.first(id),
            Self::Operation { id: None, call, .. } => index.operation(call.as_ref()?),
            Self::Schema { .. } => None,
        });
        match (self, found) {
            (Self::Operation { parameter, .. }, Some(operation)) => {
                Self::Operation { id: operation.operation_id.clone(), call: Some(operation.call.clone()), parameter }
            }
            (target, _) => target,
        }
    }

    /// Returns the target in the version that comes after another one. An identifier is never exchanged for another one.
    #[must_use]
    pub fn carried(self, index: &Index, before: &Index) -> Self {
        match self {
            Self::Operation { id, call: Some(call), parameter } => {
                let identity = Identity { id, call };
                let found = index.successor(&identity, before);
                let found = found.filter(|it| identity.id.is_none() || it.id.is_none() || it.id == identity.id);
                let Identity { id, call } = match found {
                    // Without an identifier, the operation may get its own back.
                    Some(found) => Identity { id: found.id.or(identity.id), call: found.call },
                    None => identity,
                };
                Self::Operation { id, call: Some(call), parameter }
            }
            target => target,
        }
    }
}

/// Notes with the operations and schemas of an indexed document that they are about.
#[derive(Debug, Default)]
pub struct Placed {
    notes: Vec<Note>,
    /// The operation of each note.
    calls: Vec<Option<Call>>,
    by_call: HashMap<Call, Vec<usize>>,
    of_schemas: Vec<usize>,
}

impl Placed {
    /// Finds the operations and schemas of notes.
    pub fn of(index: &Index, notes: Vec<Note>) -> Self {
        let calls: Vec<_> = notes.iter().map(|note| note.target.operation(index).map(|it| it.call.clone())).collect();
        let (mut by_call, mut of_schemas) = (HashMap::<Call, Vec<usize>>::new(), Vec::new());
        for (at, (note, call)) in notes.iter().zip(&calls).enumerate() {
            match (&note.target, call) {
                (_, Some(call)) => by_call.entry(call.clone()).or_default().push(at),
                (Target::Schema { name, .. }, _) if index.schema(name).is_some() => of_schemas.push(at),
                _ => {}
            }
        }
        Self { notes, calls, by_call, of_schemas }
    }

    /// Returns the notes.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// Returns the operation that a note is about, if the document has it.
    pub fn call(&self, at: usize) -> Option<&Call> {
        self.calls.get(at)?.as_ref()
    }

    /// Adds the notes to a slice, with one operation or without any.
    pub fn add_to(&self, slice: &mut Value, call: Option<&Call>) {
        let of_call = call.and_then(|call| self.by_call.get(call)).into_iter().flatten();
        for at in of_call.chain(&self.of_schemas) {
            if let Some(pointer) = place(slice, &self.notes[*at].target, self.call(*at)) {
                add(slice, &pointer, &self.notes[*at]);
            }
        }
    }

    /// Returns the approximate size in memory, in bytes.
    pub fn weight(&self) -> usize {
        self.notes.iter().map(|note| note.text.len() + 512).sum()
    }
}

/// Returns the pointer to the object of a document or a slice that a target means, where `call` is its operation.
pub fn place(document: &Value, target: &Target, call: Option<&Call>) -> Option<String> {
    match target {
        Target::Operation { parameter, .. } => {
            let call = call?;
            let group = if call.is_webhook { "webhooks" } else { "paths" };
            let item = format!("/{group}/{}", escaped(&call.path));
            let operation = format!("{item}/{}", escaped(&call.method));
            document.pointer(&operation)?;
            match parameter {
                None => Some(operation),
                Some(parameter) => [operation, item].iter().find_map(|at| parameter.within(document, at)),
            }
        }
        Target::Schema { name, property } => {
            let groups = ["/components/schemas/", "/definitions/"];
            let mut all = groups.into_iter().map(|group| format!("{group}{}", escaped(name)));
            let schema = all.find(|pointer| document.pointer(pointer).is_some())?;
            property.iter().try_fold(schema, |at, name| property_of(document, at, name))
        }
    }
}

impl Parameter {
    /// Returns the pointer to the parameter of an operation or a path item.
    fn within(&self, document: &Value, above: &str) -> Option<String> {
        let list = document.pointer(&format!("{above}/parameters"))?.as_array()?;
        (0..list.len()).find_map(|at| {
            let (value, pointer) = resolved(document, format!("{above}/parameters/{at}"))?;
            let text = |name: &str| value.get(name).and_then(Value::as_str);
            let is_named = text("name").is_some_and(|name| match self.place.as_str() {
                "header" => name.eq_ignore_ascii_case(&self.name),
                _ => name == self.name,
            });
            (is_named && text("in") == Some(self.place.as_str())).then_some(pointer)
        })
    }
}

/// Returns the pointer to a property of a schema, of those that it is composed of, or of its items.
fn property_of(document: &Value, schema: String, name: &str) -> Option<String> {
    let (mut open, mut known) = (vec![schema], HashSet::new());
    while let Some(at) = open.pop().filter(|_| known.len() < MOST_SCHEMAS) {
        let Some((value, at)) = resolved(document, at) else { continue };
        if !known.insert(at.clone()) {
            continue;
        }
        if value.get("properties").is_some_and(|it| it.get(name).is_some()) {
            return Some(format!("{at}/properties/{}", escaped(name)));
        }
        if value.get("items").is_some() {
            open.push(format!("{at}/items"));
        }
        for group in ["anyOf", "oneOf", "allOf"] {
            let parts = value.get(group).and_then(Value::as_array).map_or(0, Vec::len);
            open.extend((0..parts).rev().map(|part| format!("{at}/{group}/{part}")));
        }
    }
    None
}

/// Follows references from a pointer; returns the value with its own pointer.
fn resolved(document: &Value, mut pointer: String) -> Option<(&Value, String)> {
    for _ in 0..MOST_HOPS {
        let value = document.pointer(&pointer)?;
        let Some(fragment) = value.get("$ref").and_then(Value::as_str).and_then(|it| it.strip_prefix('#')) else {
            return Some((value, pointer));
        };
        let is_plain = document.pointer(fragment).is_some();
        pointer = if is_plain { fragment.to_owned() } else { pointer::of_fragment(fragment)? };
    }
    None
}

/// Returns the description of an object, or else that of the one that it refers to.
fn description<'d>(document: &'d Value, object: &'d Value) -> &'d str {
    let said = |value: &'d Value| value.get("description").and_then(Value::as_str);
    let referred = || object.get("$ref").and_then(Value::as_str).and_then(|it| target(document, it));
    said(object).or_else(|| said(referred()?)).unwrap_or_default()
}

/// Returns the description of an object with a note.
fn described(known: &str, note: &Note) -> String {
    let (known, text) = (known.trim(), note.text.trim());
    let parts = match note.placement {
        Placement::After => [known, text],
        Placement::Before => [text, known],
        Placement::Instead => ["", text],
    };
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n\n")
}

fn add(document: &mut Value, pointer: &str, note: &Note) {
    let Some(object) = document.pointer(pointer) else { return };
    let text = described(description(document, object), note);
    if let Some(Value::Object(members)) = document.pointer_mut(pointer) {
        members.insert("description".to_owned(), Value::String(text));
    }
}

fn escaped(part: &str) -> String {
    let mut text = String::with_capacity(part.len());
    pointer::push_escaped(&mut text, part);
    text
}
