//! Adaptive schemas: the declared claims about a site's visitors, in a subset of JSON Schema draft-07.
//!
//! A schema that exists is within its bounds, and its JSON parses back to it. Parsing is in `form`, suggested
//! conditions are in `conditions`. Claims signed in a visitor's token are true whatever the schema declares; unsigned
//! claims are kept only as far as [`AdaptiveSchema::accept`] admits them, and those of identity providers as far as
//! [`AdaptiveSchema::accept_signed`] does.

mod conditions;
mod form;

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Map, Value, json};

pub use conditions::TemplateCondition;
pub use form::InvalidSchema;

/// The maximum number of claims in a schema, nested and unsigned ones included.
pub const MOST_CLAIMS: usize = 200;
/// The maximum nesting depth of objects and arrays.
pub const MOST_DEPTH: usize = 4;
/// The maximum number of values in an `enum`.
pub const MOST_CHOICES: usize = 100;
/// The maximum length of a claim's name, in characters.
pub const MOST_NAME: usize = 64;
/// The maximum length of an unsigned text, of one of an identity provider, and of an `enum` value, in characters.
pub const MOST_TEXT: usize = 256;
/// The maximum length of a description, in characters.
pub const MOST_DESCRIPTION: usize = 1000;
/// The maximum number of elements kept of an array.
pub const MOST_ELEMENTS: usize = 100;

/// The name of the property that holds the unsigned claims.
pub const UNSIGNED: &str = "unsigned";

/// The schema of visitors' claims.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(try_from = "Value")]
pub struct AdaptiveSchema {
    signed: Properties,
    unsigned: Option<Claim>,
}

/// Claims with their names.
type Properties = Vec<(String, Claim)>;

/// The declaration of one claim.
#[derive(Debug, Clone, PartialEq)]
struct Claim {
    description: Option<String>,
    shape: Shape,
}

#[derive(Debug, Clone, PartialEq)]
enum Shape {
    Boolean,
    Number,
    /// Any text, or one of the listed texts.
    Text(Option<Vec<String>>),
    Array(Box<Claim>),
    Object(Properties),
}

impl AdaptiveSchema {
    /// Returns the unsigned claims that the schema declares, each in its declared shape; all others are dropped. Texts
    /// are parsed as booleans and numbers where these are declared, since URL parameters are texts.
    pub fn accept(&self, claims: &Map<String, Value>) -> Map<String, Value> {
        match &self.unsigned {
            Some(Claim { shape: Shape::Object(properties), .. }) => accept(properties, claims),
            _ => Map::new(),
        }
    }

    /// Returns the signed claims that the schema declares, each in its declared shape; all others are dropped. It is for
    /// claims of an identity provider, which sends more of a person than a site has to know.
    pub fn accept_signed(&self, claims: &Map<String, Value>) -> Map<String, Value> {
        accept(&self.signed, claims)
    }

    /// Returns the names of the signed claims that the schema declares.
    pub fn signed_claims(&self) -> impl Iterator<Item = &str> {
        self.signed.iter().map(|(name, _)| name.as_str())
    }

    /// Returns suggested conditions, those on signed claims first.
    pub fn template_conditions(&self) -> Vec<TemplateCondition> {
        conditions::of(self)
    }

    /// Parses a schema stored by [`AdaptiveSchema::to_json`].
    pub fn from_stored(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }

    /// Returns the schema as JSON Schema, with `additionalProperties` written out.
    pub fn to_json(&self) -> Value {
        let mut properties = write(&self.signed);
        if let Some(unsigned) = &self.unsigned {
            properties.insert(UNSIGNED.to_owned(), unsigned.to_json());
        }
        json!({ "type": "object", "properties": properties, "additionalProperties": false })
    }
}

fn accept(properties: &Properties, claims: &Map<String, Value>) -> Map<String, Value> {
    let one = |(name, claim): &(String, Claim)| Some((name.clone(), claim.shape.accept(claims.get(name)?)?));
    properties.iter().filter_map(one).collect()
}

fn write(properties: &Properties) -> Map<String, Value> {
    properties.iter().map(|(name, claim)| (name.clone(), claim.to_json())).collect()
}

impl Shape {
    /// Converts a value to this shape, or returns `None` if it does not fit.
    fn accept(&self, value: &Value) -> Option<Value> {
        match (self, value) {
            (Self::Boolean, Value::Bool(_)) | (Self::Number, Value::Number(_)) => Some(value.clone()),
            (Self::Boolean, Value::String(text)) => text.parse::<bool>().ok().map(Value::Bool),
            (Self::Number, Value::String(text)) => serde_json::from_str(text).ok().filter(Value::is_number),
            (Self::Text(choices), Value::String(text)) => {
                let fits = match choices {
                    Some(choices) => choices.contains(text),
                    None => text.chars().count() <= MOST_TEXT,
                };
                fits.then(|| value.clone())
            }
            (Self::Array(items), Value::Array(values)) => {
                let kept = values.iter().filter_map(|value| items.shape.accept(value));
                Some(Value::Array(kept.take(MOST_ELEMENTS).collect()))
            }
            (Self::Array(items), single) => items.shape.accept(single).map(|value| Value::Array(vec![value])),
            (Self::Object(properties), Value::Object(values)) => Some(Value::Object(accept(properties, values))),
            _ => None,
        }
    }
}

impl Claim {
    fn to_json(&self) -> Value {
        let mut schema = match &self.shape {
            Shape::Boolean => json!({ "type": "boolean" }),
            Shape::Number => json!({ "type": "number" }),
            Shape::Text(None) => json!({ "type": "string" }),
            Shape::Text(Some(choices)) => json!({ "type": "string", "enum": choices }),
            Shape::Array(items) => json!({ "type": "array", "items": items.to_json() }),
            Shape::Object(properties) => {
                json!({ "type": "object", "properties": write(properties), "additionalProperties": false })
            }
        };
        if let Some(description) = &self.description {
            schema["description"] = json!(description);
        }
        schema
    }
}

impl Serialize for AdaptiveSchema {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_json().serialize(serializer)
    }
}

impl JsonSchema for AdaptiveSchema {
    fn schema_name() -> Cow<'static, str> {
        "SiteAdaptiveJSONSchema".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            "description": "The claims of visitors, as an object of JSON Schema draft-07. A property is of the type \
                            boolean, number, string (with an enum or without), array (with items) or object (with \
                            properties). The property unsigned is an object: claims that nobody signs.",
            "properties": {
                "$schema": { "type": "string", "const": form::DRAFT },
                "type": { "type": "string", "const": "object" },
                "properties": { "type": "object", "additionalProperties": { "type": "object" } },
                "additionalProperties": { "type": "boolean", "const": false },
            },
            "required": ["type", "properties"],
            "additionalProperties": false,
        })
    }
}

#[cfg(test)]
mod tests;
