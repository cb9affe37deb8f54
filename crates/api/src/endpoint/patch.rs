//! Fields of a PATCH: absent, null and a value are three different things.
//!
//! Both types want `#[serde(default)]` on the field. A field that cannot be cleared is a [`Change`], which refuses null
//! while the body is read; one that can is a [`Patch`].

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer};

pub use quire_model::patch::Patch;

/// A change of a field that always has a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Change<T> {
    /// The field was absent: it stays as it is.
    #[default]
    Keep,
    /// The field's new value.
    Set(T),
}

impl<T> Change<T> {
    /// The new value, if there is one.
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

/// For an optional field whose null is a value of its own: absent and null are told apart.
pub mod nullable {
    use serde::{Deserialize, Deserializer};

    /// Reads the value, null included.
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
