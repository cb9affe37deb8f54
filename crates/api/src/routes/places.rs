//! Moving spaces and collections: to another parent, or beside a sibling.

use quire_app::spaces::places::{Move, Sibling};
use quire_model::ids::CollectionId;
use quire_model::places::Beside;
use schemars::JsonSchema;
use serde::Deserialize;

use super::Reference;
use crate::endpoint::Patch;
use crate::error::Problem;

/// The new place of a space or a collection. At least one of the fields is required.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct MoveContent {
    /// The new parent collection; null for the top of the organization. The parent stays the same by default.
    #[serde(default)]
    parent: Patch<Reference<CollectionId>>,
    /// The new place among the siblings; last by default.
    #[serde(default)]
    position: Option<Position>,
}

/// A place beside a sibling. Exactly one of the fields is required.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(rename = "SiblingPosition")]
struct Position {
    /// The sibling to place it right before.
    #[serde(default)]
    before: Option<SiblingReference>,
    /// The sibling to place it right after.
    #[serde(default)]
    after: Option<SiblingReference>,
}

/// A space or a collection with the same parent.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
#[schemars(rename = "Sibling")]
enum SiblingReference {
    /// A space, by its identifier.
    Space { space: String },
    /// A collection, by its identifier.
    Collection { collection: String },
}

impl MoveContent {
    pub(super) fn resolve(self) -> Result<Move, Problem> {
        let parent = match self.parent {
            Patch::Keep => Patch::Keep,
            Patch::Clear => Patch::Clear,
            Patch::Set(parent) => Patch::Set(parent.known("collection")?),
        };
        let beside = self.position.map(Position::resolve).transpose()?;
        if parent.is_keep() && beside.is_none() {
            return Err(Problem::bad_request("field \"position\": one of position and parent is needed"));
        }
        Ok(Move { parent, beside })
    }
}

impl Position {
    fn resolve(self) -> Result<Beside<Sibling>, Problem> {
        match (self.before, self.after) {
            (Some(target), None) => Ok(Beside::Before(target.resolve("before")?)),
            (None, Some(target)) => Ok(Beside::After(target.resolve("after")?)),
            _ => Err(Problem::bad_request("field \"position\": needs exactly one of before and after")),
        }
    }
}

impl SiblingReference {
    fn resolve(self, side: &str) -> Result<Sibling, Problem> {
        let found = match self {
            Self::Space { space } => space.parse().ok().map(Sibling::Space),
            Self::Collection { collection } => collection.parse().ok().map(Sibling::Collection),
        };
        found.ok_or_else(|| {
            let message = "must be another space or collection with the same parent";
            Problem::bad_request(format!("field \"position.{side}\": {message}"))
        })
    }
}
