//! The order of spaces and collections that have the same parent.
//!
//! A position is a key between its neighbours' keys, so other keys stay the same. If there is no room between two
//! neighbours, all children of the parent get new keys.

use quire_content::id::Uid;
use quire_content::order;
use quire_model::ids::{CollectionId, OrganizationId, SpaceId};
use quire_model::patch::Patch;
use quire_model::places::Beside;
use quire_store::places::{self, Place};
use quire_store::{Read, Write, collections, spaces};

use crate::core::errors::Error;

/// A neighbour to move beside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sibling {
    /// A space as the neighbour.
    Space(SpaceId),
    /// A collection as the neighbour.
    Collection(CollectionId),
}

/// The target of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Move {
    /// The new parent collection; cleared for the top level.
    pub parent: Patch<CollectionId>,
    /// The neighbour to move beside; last among its siblings if `None`.
    pub beside: Option<Beside<Sibling>>,
}

/// Returns a key after the last child of a parent.
pub(crate) fn last(tx: &mut Read<'_>, organization: OrganizationId, parent: Uid) -> Result<String, Error> {
    let last = places::last(tx, organization, parent)?;
    Ok(order::between(last.as_ref().map(|place| place.position.as_str()), None))
}

/// Returns a key for `item` beside a child of a parent; after the last child if `beside` is `None`.
pub(crate) fn find(
    tx: &mut Write<'_>,
    organization: OrganizationId,
    parent: Uid,
    item: Uid,
    beside: Option<Beside<Sibling>>,
) -> Result<String, Error> {
    let Some(beside) = beside else { return last(tx, organization, parent) };
    let target = place_of(tx, organization, parent, beside.target())?.filter(|place| place.id != item);
    let side = match beside {
        Beside::Before(_) => "before",
        Beside::After(_) => "after",
    };
    let target = target.ok_or_else(|| {
        Error::Invalid(format!("position.{side}: must be another space or collection with the same parent"))
    })?;
    if let Some(key) = between(tx, organization, parent, item, beside.map(|_| &target))? {
        return Ok(key);
    }
    spread(tx, organization, parent)?;
    let target = place_of(tx, organization, parent, beside.target())?.unwrap_or(target);
    let key = between(tx, organization, parent, item, beside.map(|_| &target))?;
    key.ok_or_else(|| Error::internal("finding a place", "there is no room between keys that were just spread"))
}

fn place_of(
    tx: &mut Read<'_>,
    organization: OrganizationId,
    parent: Uid,
    sibling: Sibling,
) -> Result<Option<Place>, Error> {
    let found = match sibling {
        Sibling::Space(id) => spaces::get(tx, id)?
            .filter(|space| space.deleted_at.is_none())
            .map(|space| (space.organization, space.parent, Place { id: id.0, position: space.position })),
        Sibling::Collection(id) => collections::get(tx, id)?
            .map(|found| (found.organization, found.parent, Place { id: id.0, position: found.position })),
    };
    Ok(found.filter(|(of, under, _)| *of == organization && *under == parent).map(|(_, _, place)| place))
}

/// Returns a key on this side of the target, if there is room.
fn between(
    tx: &mut Read<'_>,
    organization: OrganizationId,
    parent: Uid,
    item: Uid,
    beside: Beside<&Place>,
) -> Result<Option<String>, Error> {
    let target = beside.target();
    let mut neighbour = Some(target.clone());
    while let Some(place) = neighbour.take() {
        neighbour = match beside {
            Beside::Before(_) => places::previous(tx, organization, parent, &place)?,
            Beside::After(_) => places::next(tx, organization, parent, &place)?,
        };
        // The moved item itself is not a neighbour of its new place.
        if neighbour.as_ref().is_none_or(|place| place.id != item) {
            break;
        }
    }
    let neighbour = neighbour.as_ref().map(|place| place.position.as_str());
    let target = Some(target.position.as_str());
    let (after, before) = match beside {
        Beside::Before(_) => (neighbour, target),
        Beside::After(_) => (target, neighbour),
    };
    let key = order::between(after, before);
    let fits = after.is_none_or(|after| after < key.as_str()) && before.is_none_or(|before| key.as_str() < before);
    Ok(fits.then_some(key))
}

fn spread(tx: &mut Write<'_>, organization: OrganizationId, parent: Uid) -> Result<(), Error> {
    let siblings = places::siblings(tx, organization, parent)?;
    for (place, position) in siblings.iter().zip(order::spread(siblings.len())) {
        places::put(tx, organization, &Place { id: place.id, position })?;
    }
    Ok(())
}
