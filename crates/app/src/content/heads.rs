//! The main content of a space: its branch and its head.

use std::sync::Arc;

use quire_model::ids::{RevisionId, SpaceId};
use quire_store::Read;
use quire_store::branches::{self, Branch};
use quire_store::revisions::{self, Revision};
use quire_store::spaces::{self, Space};

use crate::access::Proof;
use crate::core::errors::Error;

/// A space with the head of its main content.
pub(crate) struct Head {
    pub(crate) space: Space,
    pub(crate) revision: Arc<Revision>,
}

/// A space that a caller may see, with the identifier of the head of its main content.
pub struct WithHead<P> {
    /// The space with the proof.
    pub space: Proof<Space, P>,
    /// The head of its main content.
    pub revision: RevisionId,
}

/// Returns the branch of a space's main content.
pub(crate) fn main_of(space: &Space) -> Branch {
    Branch { organization: space.organization, space: space.id, id: space.id.into() }
}

/// Returns the identifier of the head of a space's main content.
pub(crate) fn main_head(tx: &mut Read<'_>, space: &Space) -> Result<RevisionId, Error> {
    branches::head(tx, main_of(space))?.ok_or_else(|| broken("it has no main branch"))
}

/// Loads a space with the head of its main content.
pub(crate) fn head(tx: &mut Read<'_>, id: SpaceId) -> Result<Head, Error> {
    head_after(tx, id, None)
}

/// Loads a space with the head of its main content. Revisions never change, so it is not read if it is the one that was
/// the head before.
pub(crate) fn head_after(tx: &mut Read<'_>, id: SpaceId, last: Option<&Arc<Revision>>) -> Result<Head, Error> {
    let space = spaces::get(tx, id)?.ok_or(Error::NotFound("space"))?;
    let at = main_head(tx, &space)?;
    let is_last = |last: &&Arc<Revision>| (last.organization, last.id) == (space.organization, at);
    let revision = match last.filter(is_last) {
        Some(last) => last.clone(),
        None => {
            let found = revisions::get(tx, space.organization, id, at)?;
            Arc::new(found.ok_or_else(|| broken("its revision is missing"))?)
        }
    };
    Ok(Head { space, revision })
}

/// Adds the head of the main content to a space.
pub(crate) fn with_head<P>(tx: &mut Read<'_>, space: Proof<Space, P>) -> Result<WithHead<P>, Error> {
    let revision = main_head(tx, &space)?;
    Ok(WithHead { space, revision })
}

fn broken(what: &'static str) -> Error {
    Error::internal("loading a space", what)
}
