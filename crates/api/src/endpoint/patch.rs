//! Fields of PATCH bodies, in which absent, null and a value have different meanings.
//!
//! Both types need `#[serde(default)]` on the field. A field that cannot be cleared is a [`Change`], which rejects null
//! when the body is parsed; one that can be cleared is a [`Patch`].

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer};

pub use quire_model::patch::Patch;

/// A change of a field that always has a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Change<T> {
    /// The field was absent: keep the current value.
    #[default]
    Keep,
    /// The new value of the field.
    Set(T),
}

impl<T> Change<T> {
    /// Returns the new value, or none to keep the current one.
    pub fn into_option(self) -> Option<T> {
        match self {
            Self::Keep => None,
            Self::Set(value) => Some(value),
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Change<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Option::deserialize(deserializer)?;
        value.map(Self::Set).ok_or_else(|| serde::de::Error::custom("must not be null: leave it out to keep it"))
    }
}

/// Deserialization of an optional field for which null is a value: absent and null are distinguished.
pub mod nullable {
    use serde::{Deserialize, Deserializer};

    /// Deserializes the value, including null.
    pub fn deserialize<'de, D: Deserializer<'de>, T: Deserialize<'de>>(d: D) -> Result<Option<T>, D::Error> {
        T::deserialize(d).map(Some)
    }
}

impl<T: JsonSchema> JsonSchema for Change<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        format!("Change<{}>", T::schema_id()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<T>()
    }
}
