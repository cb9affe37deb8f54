//! The order of siblings: the spaces and collections with the same parent.

use quire_content::id::Uid;
use quire_db::{Error, Read, Write, statements};
use quire_model::ids::OrganizationId;

use crate::column::params;
use crate::record::record;

record! {
    /// A space or a collection among its siblings. A deleted space keeps its position.
    Place {
        /// The identifier of the space or collection.
        id: Uid,
        /// The sort key among its siblings.
        position: String,
    }
}

statements! {
    SIBLINGS: Query<Place> =
        "select id, position from (
           select id, position from spaces where organization = ?1 and parent = ?2
           union all
           select id, position from collections where organization = ?1 and parent = ?2
         ) as siblings order by position, id";
    LAST: Query<Place> =
        "select id, position from (
           select id, position from spaces where organization = ?1 and parent = ?2
           union all
           select id, position from collections where organization = ?1 and parent = ?2
         ) as siblings order by position desc, id desc limit 1";
    NEXT: Query<Place> =
        "select id, position from (
           select id, position from spaces where organization = ?1 and parent = ?2 and (position, id) > (?3, ?4)
           union all
           select id, position from collections where organization = ?1 and parent = ?2 and (position, id) > (?3, ?4)
         ) as siblings order by position, id limit 1";
    PREVIOUS: Query<Place> =
        "select id, position from (
           select id, position from spaces where organization = ?1 and parent = ?2 and (position, id) < (?3, ?4)
           union all
           select id, position from collections where organization = ?1 and parent = ?2 and (position, id) < (?3, ?4)
         ) as siblings order by position desc, id desc limit 1";
    PUT_SPACE: Execute = "update spaces set position = ?3 where organization = ?1 and id = ?2";
    PUT_COLLECTION: Execute = "update collections set position = ?3 where organization = ?1 and id = ?2";
}

/// Returns the children of a parent, in order.
pub fn siblings(tx: &mut Read<'_>, organization: OrganizationId, parent: Uid) -> Result<Vec<Place>, Error> {
    tx.all(&SIBLINGS, params![organization, parent])
}

/// Returns the last child of a parent.
pub fn last(tx: &mut Read<'_>, organization: OrganizationId, parent: Uid) -> Result<Option<Place>, Error> {
    tx.one(&LAST, params![organization, parent])
}

/// Returns the sibling after the given one.
pub fn next(tx: &mut Read<'_>, organization: OrganizationId, parent: Uid, of: &Place) -> Result<Option<Place>, Error> {
    tx.one(&NEXT, params![organization, parent, of.position, of.id])
}

/// Returns the sibling before the given one.
pub fn previous(
    tx: &mut Read<'_>,
    organization: OrganizationId,
    parent: Uid,
    of: &Place,
) -> Result<Option<Place>, Error> {
    tx.one(&PREVIOUS, params![organization, parent, of.position, of.id])
}

/// Sets the position of a space or a collection.
pub fn put(tx: &mut Write<'_>, organization: OrganizationId, place: &Place) -> Result<(), Error> {
    let values = params![organization, place.id, place.position];
    if tx.execute(&PUT_SPACE, values)? == 0 {
        tx.execute(&PUT_COLLECTION, values)?;
    }
    Ok(())
}
