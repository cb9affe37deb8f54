//! The order of what has the same parent: spaces and collections together.

use quire_content::id::Uid;
use quire_db::{Error, Read, Write, statements};
use quire_model::ids::OrganizationId;

use crate::column::{params, record};

record! {
    /// A space or a collection among its siblings. A deleted space keeps its place.
    Place {
        /// The space or collection.
        id: Uid,
        /// Its place among what has the same parent.
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

/// Everything with this parent, in order.
pub fn siblings(tx: &mut Read<'_>, organization: OrganizationId, parent: Uid) -> Result<Vec<Place>, Error> {
    tx.all(&SIBLINGS, params![organization, parent])
}

/// The last with this parent.
pub fn last(tx: &mut Read<'_>, organization: OrganizationId, parent: Uid) -> Result<Option<Place>, Error> {
    tx.one(&LAST, params![organization, parent])
}

/// The first with this parent after a place.
pub fn next(tx: &mut Read<'_>, organization: OrganizationId, parent: Uid, of: &Place) -> Result<Option<Place>, Error> {
    tx.one(&NEXT, params![organization, parent, of.position, of.id])
}

/// The last with this parent before a place.
pub fn previous(
    tx: &mut Read<'_>,
    organization: OrganizationId,
    parent: Uid,
    of: &Place,
) -> Result<Option<Place>, Error> {
    tx.one(&PREVIOUS, params![organization, parent, of.position, of.id])
}

/// Puts a space or a collection at a place among its siblings.
pub fn put(tx: &mut Write<'_>, organization: OrganizationId, place: &Place) -> Result<(), Error> {
    let values = params![organization, place.id, place.position];
    if tx.execute(&PUT_SPACE, values)? == 0 {
        tx.execute(&PUT_COLLECTION, values)?;
    }
    Ok(())
}
