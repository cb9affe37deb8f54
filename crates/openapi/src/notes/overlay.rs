//! Notes as an OpenAPI Overlay (1.0 and 1.1), and back.
//!
//! An action of an overlay replaces a description. So a note is written as the description that it makes, with the note
//! itself in `x-quire-note`, which is what counts when the overlay is read again. An action without it is a note in place
//! of the description; one that removes a description is such a note without text. A parameter that stands in a path item
//! or among shared objects becomes one of the operation that the note is about: others keep theirs.

use std::collections::HashSet;

use serde_json::{Map, Value, json};

use super::{Note, Placed, Placement, Target, described, description, escaped, path, place, resolved};
use crate::index::Call;

/// The member of an action that has the note it was made of.
const OWN: &str = "x-quire-note";
/// The member of an action that only prepares the one after it.
const PART: &str = "x-quire-part";

/// An action of an overlay that can't be taken as a note.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}{message}", at.map(|at| format!("actions[{at}]: ")).unwrap_or_default())]
pub struct Refusal {
    /// The index of the action; `None` for the overlay as a whole.
    pub at: Option<usize>,
    /// The reason, with what may be there.
    pub message: String,
}

/// A function that returns the part of a document that has a target, of which the operation is given.
pub type Slices<'s, E> = dyn FnMut(&Target, Option<&Call>) -> Result<Option<Value>, E> + 's;

/// Writes notes as an overlay with a title. `slice` returns the part of the document that has the target of a note.
///
/// # Errors
/// Those of `slice`.
pub fn write<E>(title: &str, placed: &Placed, slice: &mut Slices<'_, E>) -> Result<Value, E> {
    let mut writer = Writer::default();
    for (at, note) in placed.notes().iter().enumerate() {
        let call = placed.call(at);
        let document = slice(&note.target, call)?;
        writer.note(note, call, document.as_ref().unwrap_or(&Value::Null));
    }
    Ok(json!({ "overlay": "1.0.0", "info": { "title": title, "version": "1" }, "actions": writer.actions }))
}

/// The actions of an overlay under construction.
#[derive(Default)]
struct Writer {
    actions: Vec<Value>,
    /// The paths of operations that got a list of parameters.
    listed: HashSet<String>,
}

impl Writer {
    /// Adds the actions for a note on a part of a document.
    fn note(&mut self, note: &Note, call: Option<&Call>, document: &Value) {
        let Some(target) = path::written(&note.target, call) else {
            return self.push(json!({ "target": "$", "update": {} }), own(note, call));
        };
        let Some(pointer) = place(document, &note.target, call) else {
            return self
                .push(json!({ "target": target, "update": { "description": note.text.trim() } }), own(note, call));
        };
        let known = document.pointer(&pointer).map(|object| description(document, object)).unwrap_or_default();
        let text = described(known, note);
        if let (Target::Operation { parameter: Some(_), .. }, Some(call)) = (&note.target, call) {
            return self.parameter(note, call, document, (&pointer, target, text));
        }
        let target = match note.target {
            Target::Schema { .. } => path::of_pointer(document, &pointer),
            Target::Operation { .. } => target,
        };
        self.push(json!({ "target": target, "update": { "description": text } }), own(note, call));
    }

    /// Adds the actions for a note on a parameter. One that several operations share becomes one of the operation alone.
    fn parameter(
        &mut self,
        note: &Note,
        call: &Call,
        document: &Value,
        (pointer, target, text): (&str, String, String),
    ) {
        let group = if call.is_webhook { "webhooks" } else { "paths" };
        let above = format!("/{group}/{}/{}", escaped(&call.path), escaped(&call.method));
        let list = document.pointer(&format!("{above}/parameters")).and_then(Value::as_array);
        let own = own(note, Some(call));
        if pointer.starts_with(&format!("{above}/")) {
            return self.push(json!({ "target": target, "update": { "description": text } }), own);
        }
        let mut copy = document.pointer(pointer).cloned().unwrap_or_default();
        if let Value::Object(members) = &mut copy {
            members.insert("description".to_owned(), text.into());
        }
        let operation = path::of_operation(call);
        let at = (0..list.map_or(0, Vec::len)).map(|at| format!("{above}/parameters/{at}"));
        let reference = at
            .filter(|at| resolved(document, at.clone()).is_some_and(|(_, found)| found == pointer))
            .find_map(|at| document.pointer(&at)?.get("$ref")?.as_str());
        if let Some(reference) = reference {
            let target = format!("{operation}.parameters[?@['$ref'] == {}]", path::quoted(reference));
            self.actions.push(json!({ "target": target, "remove": true, PART: true }));
        }
        if list.is_some() || !self.listed.insert(operation.clone()) {
            self.push(json!({ "target": format!("{operation}.parameters"), "update": copy }), own);
        } else {
            self.push(json!({ "target": operation, "update": { "parameters": [copy] } }), own);
        }
    }

    fn push(&mut self, mut action: Value, own: Value) {
        action[OWN] = own;
        self.actions.push(action);
    }
}

/// Returns the note that an action is made of.
fn own(note: &Note, call: Option<&Call>) -> Value {
    let placement = match note.placement {
        Placement::After => "after",
        Placement::Before => "before",
        Placement::Instead => "instead",
    };
    let mut own = json!({ "placement": placement, "markdown": note.text });
    match &note.target {
        Target::Operation { id, call: known, parameter } => {
            if let Some(id) = id {
                own["operationId"] = id.as_str().into();
            }
            if let Some(Call { is_webhook, path, method }) = call.or(known.as_ref()) {
                own["call"] = json!({ "method": method, "path": path, "webhook": is_webhook });
            }
            if let Some(parameter) = parameter {
                own["parameter"] = json!({ "name": parameter.name, "in": parameter.place });
            }
        }
        Target::Schema { name, property } => {
            own["schema"] = name.as_str().into();
            own["property"] = json!(property);
        }
    }
    own
}

/// Reads the notes of an overlay; for a target that several actions name, the last one counts.
///
/// # Errors
/// It is no overlay of a known version, or an action does something else than to set or remove a description.
pub fn read(overlay: &Value, most: usize) -> Result<Vec<Note>, Refusal> {
    let refused = |at, message: String| Refusal { at, message };
    let version = overlay.get("overlay").and_then(Value::as_str).unwrap_or_default();
    if !["1.0.", "1.1."].iter().any(|known| version.starts_with(known)) {
        let message = "overlay: must be the version of an OpenAPI Overlay, 1.0.x or 1.1.x".to_owned();
        return Err(refused(None, message));
    }
    let actions = overlay.get("actions").and_then(Value::as_array);
    let actions = actions.ok_or_else(|| refused(None, "actions: must be a list".to_owned()))?;
    if actions.len() > most {
        return Err(refused(None, format!("actions: must be at most {most}")));
    }
    let mut notes: Vec<Note> = Vec::new();
    let is_whole = |(_, action): &(usize, &Value)| action.get(PART) != Some(&Value::Bool(true));
    for (at, action) in actions.iter().enumerate().filter(is_whole) {
        let found = note(action).map_err(|message| refused(Some(at), message))?;
        notes.retain(|known| !known.target.is_same(&found.target));
        notes.push(found);
    }
    Ok(notes)
}

fn note(action: &Value) -> Result<Note, String> {
    let target = action.get("target").and_then(Value::as_str).ok_or("target: must be a text")?;
    if let Some(own) = action.get(OWN).and_then(Value::as_object) {
        return own_note(target, own);
    }
    let (found, is_description) = path::read(target).map_err(|message| format!("target: {message}"))?;
    let instead = |text: &str| Note { target: found.clone(), text: text.to_owned(), placement: Placement::Instead };
    if action.get("remove").and_then(Value::as_bool) == Some(true) {
        return match is_description {
            true => Ok(instead("")),
            false => Err("remove: only descriptions can be removed, by a target that ends in .description".to_owned()),
        };
    }
    let only = "update: must be a description and nothing else";
    match (action.get("update"), is_description) {
        (Some(Value::String(text)), true) => Ok(instead(text)),
        (Some(Value::Object(members)), false) if members.len() == 1 => {
            members.get("description").and_then(Value::as_str).map(instead).ok_or_else(|| only.to_owned())
        }
        (None, _) => Err("update or remove: one of them must be there".to_owned()),
        _ => Err(only.to_owned()),
    }
}

fn own_note(target: &str, own: &Map<String, Value>) -> Result<Note, String> {
    let text = |name: &str| own.get(name).and_then(Value::as_str);
    let placement = match text("placement") {
        Some("after") => Placement::After,
        Some("before") => Placement::Before,
        Some("instead") => Placement::Instead,
        _ => return Err(format!("{OWN}.placement: must be after, before or instead")),
    };
    let markdown = text("markdown").ok_or_else(|| format!("{OWN}.markdown: must be a text"))?.to_owned();
    let target = own_target(own).map_or_else(|| read_target(target), Ok)?;
    Ok(Note { target, text: markdown, placement })
}

fn read_target(target: &str) -> Result<Target, String> {
    path::read(target).map(|(target, _)| target).map_err(|message| format!("target: {message}"))
}

/// Returns the target that a note names itself.
fn own_target(own: &Map<String, Value>) -> Option<Target> {
    fn text(value: &Value, name: &str) -> Option<String> {
        value.get(name)?.as_str().map(str::to_owned)
    }
    if let Some(name) = own.get("schema").and_then(Value::as_str) {
        let property = own.get("property").and_then(Value::as_array).into_iter().flatten();
        let property = property.filter_map(Value::as_str).map(str::to_owned).collect();
        return Some(Target::Schema { name: name.to_owned(), property });
    }
    let id = own.get("operationId").and_then(Value::as_str).map(str::to_owned);
    let call = own.get("call").and_then(|it| {
        let is_webhook = it.get("webhook").and_then(Value::as_bool).unwrap_or_default();
        Some(Call::new(is_webhook, &text(it, "path")?, &text(it, "method")?))
    });
    let parameter = own.get("parameter");
    let parameter = parameter.and_then(|it| Some(super::Parameter { place: text(it, "in")?, name: text(it, "name")? }));
    (id.is_some() || call.is_some()).then_some(Target::Operation { id, call, parameter })
}
