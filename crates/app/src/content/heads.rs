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
    head_with(tx, id, &|_| None)
}

/// Loads a space with the head of its main content, whose revision is not read if it is known.
pub(crate) fn head_with(
    tx: &mut Read<'_>,
    id: SpaceId,
    known: &dyn Fn(RevisionId) -> Option<Arc<Revision>>,
) -> Result<Head, Error> {
    let space = spaces::get(tx, id)?.ok_or(Error::NotFound("space"))?;
    let at = main_head(tx, &space)?;
    let revision = match known(at).filter(|known| known.organization == space.organization) {
        Some(known) => known,
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
