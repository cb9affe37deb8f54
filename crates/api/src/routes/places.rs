//! Moving spaces and collections: to another parent, or beside something.

use quire_app::places::{Move, Sibling};
use quire_model::ids::CollectionId;
use quire_model::places::Beside;
use schemars::JsonSchema;
use serde::Deserialize;

use super::Reference;
use crate::endpoint::Patch;
use crate::error::Problem;

/// Where to move something. At least one of the two is needed.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct MoveContent {
    /// The collection that it is to be in; null for the top of the organization. It stays where it is without it.
    #[serde(default)]
    parent: Patch<Reference<CollectionId>>,
    /// Beside what; last without it.
    #[serde(default)]
    position: Option<Position>,
}

/// A place beside something with the same parent: exactly one of the two.
#[derive(Debug, Deserialize, JsonSchema)]
struct Position {
    /// Right before this.
    #[serde(default)]
    before: Option<Target>,
    /// Right after this.
    #[serde(default)]
    after: Option<Target>,
}

/// What something is put beside.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Target {
    /// A space.
    Space { space: String },
    /// A collection.
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

impl Target {
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
