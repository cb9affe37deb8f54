//! The names of hidden properties, where no schema says of which object they are.

use std::collections::HashSet;

use serde_json::{Map, Value};

use crate::place::{Form, Kind, Place};

/// The names of properties that were removed, and of those that were not.
#[derive(Debug, Default)]
pub(super) struct Names {
    pub(super) gone: HashSet<String>,
    pub(super) kept: HashSet<String>,
}

impl Names {
    /// Removes the names of hidden properties from required properties and examples. A name that another property has is
    /// none.
    pub(super) fn remove_from(mut self, value: &mut Value, place: Place) {
        self.gone.retain(|name| !self.kept.contains(name));
        if !self.gone.is_empty() {
            tidy(value, place, &self.gone);
        }
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
