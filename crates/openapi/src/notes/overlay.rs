//! Notes as an OpenAPI Overlay (1.0 and 1.1), and back.
//!
//! An action of an overlay replaces a description. So a note is written as the description that it makes, with the note
//! itself in `x-quire-note`, which is what counts when the overlay is read again. An action without it is a note in place
//! of the description; one that removes a description is such a note without text.

use serde_json::{Map, Value, json};

use super::{Note, Placed, Placement, Target, described, description, path, place};
use crate::index::Call;

/// The member of an action that has the note it was made of.
const OWN: &str = "x-quire-note";

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
    let mut actions = Vec::new();
    for (at, note) in placed.notes().iter().enumerate() {
        let call = placed.call(at);
        let Some(target) = path::written(&note.target, call) else {
            actions.push(json!({ "target": "$", "update": {}, OWN: own(note) }));
            continue;
        };
        let document = slice(&note.target, call)?;
        let known = document.as_ref().and_then(|document| {
            let object = document.pointer(&place(document, &note.target, call)?)?;
            Some(description(document, object).to_owned())
        });
        let text = described(&known.unwrap_or_default(), note);
        actions.push(json!({ "target": target, "update": { "description": text }, OWN: own(note) }));
    }
    Ok(json!({ "overlay": "1.0.0", "info": { "title": title, "version": "1" }, "actions": actions }))
}

fn own(note: &Note) -> Value {
    let placement = match note.placement {
        Placement::After => "after",
        Placement::Before => "before",
        Placement::Instead => "instead",
    };
    let mut own = json!({ "placement": placement, "markdown": note.text });
    if let Target::Operation { id: Some(id), parameter, .. } = &note.target {
        own["operationId"] = id.as_str().into();
        if let Some(parameter) = parameter {
            own["parameter"] = json!({ "name": parameter.name, "in": parameter.place });
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
    for (at, action) in actions.iter().enumerate() {
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
    let named = match target {
        "$" => None,
        target => Some(path::read(target).map_err(|message| format!("target: {message}"))?.0),
    };
    let parameter = own.get("parameter").and_then(|it| {
        let text = |name: &str| it.get(name)?.as_str().map(str::to_owned);
        Some(super::Parameter { place: text("in")?, name: text("name")? })
    });
    let target = match (named, text("operationId")) {
        (Some(Target::Operation { call, parameter, .. }), id) => {
            Target::Operation { id: id.map(str::to_owned), call, parameter }
        }
        (Some(target), _) => target,
        (None, Some(id)) => Target::Operation { id: Some(id.to_owned()), call: None, parameter },
        (None, None) => return Err("target: must name what the note is about".to_owned()),
    };
    Ok(Note { target, text: markdown, placement })
}
