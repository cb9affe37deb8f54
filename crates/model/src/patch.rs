//! A change of a value that can be absent: kept, cleared or set.
//!
//! In a body that wants `#[serde(default)]` on the field: an absent field keeps, null clears.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer};

/// A change of a value that can be absent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Patch<T> {
    /// It stays as it is.
    #[default]
    Keep,
    /// It is absent from now on.
    Clear,
    /// It has this value from now on.
    Set(T),
}

impl<T> Patch<T> {
    /// The same change of a converted value.
    pub fn map<U>(self, convert: impl FnOnce(T) -> U) -> Patch<U> {
        match self {
            Self::Keep => Patch::Keep,
            Self::Clear => Patch::Clear,
            Self::Set(value) => Patch::Set(convert(value)),
        }
    }

    /// The same change of a value whose conversion may fail.
    ///
    /// # Errors
    /// That of the conversion.
    pub fn try_map<U, E>(self, convert: impl FnOnce(T) -> Result<U, E>) -> Result<Patch<U>, E> {
        Ok(match self {
            Self::Keep => Patch::Keep,
            Self::Clear => Patch::Clear,
            Self::Set(value) => Patch::Set(convert(value)?),
        })
    }

    /// The same change by reference.
    pub fn as_ref(&self) -> Patch<&T> {
        match self {
            Self::Keep => Patch::Keep,
            Self::Clear => Patch::Clear,
            Self::Set(value) => Patch::Set(value),
        }
    }

    /// Returns true if nothing changes.
    pub fn is_keep(&self) -> bool {
        matches!(self, Self::Keep)
    }

    /// The new value, if there is one.
    pub fn value(self) -> Option<T> {
        match self {
            Self::Keep | Self::Clear => None,
            Self::Set(value) => Some(value),
        }
    }

    /// The value after the change, of the one before.
    pub fn after(self, before: Option<T>) -> Option<T> {
        match self {
            Self::Keep => before,
            Self::Clear => None,
            Self::Set(value) => Some(value),
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Patch<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Option::deserialize(deserializer)?.map_or(Self::Clear, Self::Set))
    }
}

impl<T: JsonSchema> JsonSchema for Patch<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        <Option<T>>::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        format!("Patch<{}>", T::schema_id()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<Option<T>>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_keeps_clears_or_sets() {
        let after = |patch: Patch<u8>| patch.after(Some(1));
        assert_eq!([after(Patch::Keep), after(Patch::Clear), after(Patch::Set(2))], [Some(1), None, Some(2)]);
        assert_eq!(Patch::Set(2).try_map(|_| Err::<u8, _>("no")), Err("no"));
        assert_eq!(Patch::<u8>::Clear.try_map(|_| Err::<u8, _>("no")), Ok(Patch::Clear));
    }
}
