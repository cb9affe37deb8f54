//! The customization of a site as callers sent it, and the overrides of single spaces.
//!
//! Unknown fields are kept and returned. Fields stand in groups; a group is changed field by field, and any other value
//! (a colour, a logo, an announcement) as a whole. A null is no value: in a change it removes the value that was set.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use super::Customization;
use super::fonts::{self, KeptFont};

/// The maximum size of a stored customization, in bytes of JSON.
const MOST_BYTES: usize = 64 * 1024;

/// The paths of the groups, nested ones after their parents.
const GROUPS: [&str; 19] = [
    "styling",
    "styling.sidebar",
    "internationalization",
    "header",
    "footer",
    "themes",
    "pdf",
    "feedback",
    "tryIt",
    "ai",
    "advancedCustomization",
    "git",
    "pageActions",
    "externalLinks",
    "pagination",
    "trademark",
    "privacyPolicy",
    "socialPreview",
    "insights",
];

/// An error for an object that is not a customization.
#[derive(Debug, thiserror::Error)]
pub enum InvalidSettings {
    /// The object exceeds the maximum size.
    #[error("a customization must be at most {MOST_BYTES} bytes long")]
    TooLarge,
    /// A field has an invalid value.
    #[error("{0}")]
    Field(#[source] serde_json::Error),
}

/// The customization of a site.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Settings {
    sent: Map<String, Value>,
    read: Customization,
}

/// The customization of a space on a site: the fields that differ from the site's.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Overrides(Map<String, Value>);

impl Settings {
    /// Returns the parsed customization.
    pub fn customization(&self) -> &Customization {
        &self.read
    }

    /// Returns the files of fonts that it names.
    pub fn kept_fonts(&self) -> Vec<KeptFont> {
        fonts::kept(&self.sent)
    }

    /// Returns the settings of a space with these overrides, or those of the site if the combination is invalid.
    #[must_use]
    pub fn with(&self, overrides: &Overrides) -> Self {
        let mut sent = self.sent.clone();
        merge(&mut sent, &overrides.0, "");
        Self::try_from(sent).unwrap_or_else(|_| self.clone())
    }

    /// Returns the settings with `changes` applied, group by group: a null removes a field.
    pub fn changed(&self, changes: &Map<String, Value>) -> Result<Self, InvalidSettings> {
        let mut fields = self.sent.clone();
        merge(&mut fields, changes, "");
        Self::try_from(fields)
    }

    /// Returns the JSON text for the database.
    pub fn to_stored(&self) -> String {
        Value::Object(self.sent.clone()).to_string()
    }

    /// Parses a stored text; `None` if it is not a JSON object. If this server no longer accepts a field, all defaults
    /// apply.
    pub fn from_stored(text: &str) -> Option<Self> {
        let sent: Map<_, _> = serde_json::from_str(text).ok()?;
        let read = read(&sent).unwrap_or_default();
        Some(Self { sent, read })
    }
}

impl TryFrom<Map<String, Value>> for Settings {
    type Error = InvalidSettings;

    fn try_from(fields: Map<String, Value>) -> Result<Self, InvalidSettings> {
        let sent = said(&fields);
        bounded(&sent)?;
        Ok(Self { read: read(&sent).map_err(InvalidSettings::Field)?, sent })
    }
}

impl Serialize for Settings {
    /// Serializes the parsed customization together with the unknown fields that were sent.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut all = serde_json::json!(self.read);
        for (name, field) in &self.sent {
            add_unknown(&mut all[name.as_str()], field);
        }
        all.serialize(serializer)
    }
}

impl JsonSchema for Settings {
    fn schema_name() -> Cow<'static, str> {
        Customization::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        Customization::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Customization::json_schema(generator)
    }
}

impl Overrides {
    /// Returns the files of fonts that they name.
    pub fn kept_fonts(&self) -> Vec<KeptFont> {
        fonts::kept(&self.0)
    }

    /// Returns true if nothing is overridden.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the overrides with `changes` applied: a null removes a field.
    pub fn changed(&self, changes: &Map<String, Value>) -> Result<Self, InvalidSettings> {
        let mut fields = self.0.clone();
        merge(&mut fields, changes, "");
        bounded(&fields)?;
        read(&fields).map_err(InvalidSettings::Field)?;
        Ok(Self(fields))
    }

    /// Returns the JSON text for the database.
    pub fn to_stored(&self) -> String {
        Value::Object(self.0.clone()).to_string()
    }

    /// Parses a stored text; `None` if it is not a JSON object.
    pub fn from_stored(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok().map(Self)
    }
}

/// Adds the members of `sent` that `known` lacks.
fn add_unknown(known: &mut Value, sent: &Value) {
    match (known, sent) {
        (known @ Value::Null, sent) => known.clone_from(sent),
        (Value::Object(known), Value::Object(sent)) => {
            for (name, field) in sent.iter().filter(|(_, field)| !field.is_null()) {
                add_unknown(known.entry(name.clone()).or_insert(Value::Null), field);
            }
        }
        (Value::Array(known), Value::Array(sent)) => {
            known.iter_mut().zip(sent).for_each(|(known, sent)| add_unknown(known, sent));
        }
        _ => {}
    }
}

/// Returns the fields without their nulls and without groups that are empty.
pub fn said(fields: &Map<String, Value>) -> Map<String, Value> {
    let mut said = Map::new();
    merge(&mut said, fields, "");
    said
}

/// Returns true if the path, such as `styling.sidebar`, is that of a group that is changed field by field.
pub fn is_group(path: &str) -> bool {
    GROUPS.contains(&path)
}

/// Merges fields into `base`, group by group. A null removes a field, and a group is removed with its last field.
fn merge(base: &mut Map<String, Value>, fields: &Map<String, Value>, within: &str) {
    for (name, field) in fields {
        let path = if within.is_empty() { name.clone() } else { format!("{within}.{name}") };
        match field {
            Value::Object(inner) if is_group(&path) => {
                let mut group = match base.get_mut(name).map(Value::take) {
                    Some(Value::Object(group)) => group,
                    _ => Map::new(),
                };
                merge(&mut group, inner, &path);
                if group.is_empty() {
                    base.shift_remove(name);
                } else {
                    base.insert(name.clone(), Value::Object(group));
                }
            }
            Value::Null => drop(base.shift_remove(name)),
            _ => drop(base.insert(name.clone(), field.clone())),
        }
    }
}

fn read(fields: &Map<String, Value>) -> Result<Customization, serde_json::Error> {
    serde_json::from_value(Value::Object(fields.clone()))
}

fn bounded(fields: &Map<String, Value>) -> Result<(), InvalidSettings> {
    let length = Value::Object(fields.clone()).to_string().len();
    if length > MOST_BYTES { Err(InvalidSettings::TooLarge) } else { Ok(()) }
}
