//! Collections: groups of spaces and of other collections.

use quire_content::id::Uid;
use quire_db::{Error, Read, Write, statements};
use quire_model::ids::{CollectionId, OrganizationId};
use quire_model::roles::Level;
use quire_model::time::Timestamp;

use crate::column::params;
use crate::paging;
use crate::record::{Table, record};
use crate::sql::{insert, select, update};

record! {
    /// The row of a collection.
    Collection in collections {
        /// The owner of the collection.
        organization: OrganizationId as key,
        /// The identifier of the collection.
        id: CollectionId as key,
        /// The parent: a collection, or the organization.
        parent: Uid,
        /// The sort key among siblings, spaces and collections together.
        position: String,
        /// The title that users see.
        title: String,
        /// The description of the collection.
        description: Option<String>,
        /// The level for members without a grant of their own.
        default_level: Level,
        /// The time of creation.
        created_at: Timestamp as fixed,
    }
}

record! {
    /// A collection at or below another.
    Below {
        /// The identifier of the collection.
        id: CollectionId,
        /// The number of levels below; 0 for the root collection itself.
        depth: i64,
    }
}

statements! {
    BY_ID: Query<Collection> = select!(Collection, "where id = ?1");
    UNDER: Query<Below> =
        "with recursive under (id, depth) as (
           select id, 0 from collections where organization = ?1 and id = ?2
           union all
           select c.id, under.depth + 1 from under join collections c on c.organization = ?1 and c.parent = under.id
         )
         select id, depth from under order by depth, id";
    COUNT_ABOVE: Query<paging::Count> =
        "with recursive above (parent) as (
           select parent from collections where organization = ?1 and id = ?2
           union all
           select c.parent from above join collections c on c.organization = ?1 and c.id = above.parent
         )
         select count(*) as count from above";
    INSERT: Execute = insert!(Collection);
    UPDATE: Execute = update!(Collection);
    TRANSFER: Execute =
        "update collections set organization = ?3, parent = case when parent = ?1 then ?3 else parent end
         where organization = ?1 and id = ?2";
    DELETE: Execute = "delete from collections where organization = ?1 and id = ?2";
}

/// Returns a collection by its identifier.
pub fn get(tx: &mut Read<'_>, id: CollectionId) -> Result<Option<Collection>, Error> {
    tx.one(&BY_ID, params![id])
}

/// Returns a collection and all its descendants, each after its parent.
pub fn under(tx: &mut Read<'_>, organization: OrganizationId, id: CollectionId) -> Result<Vec<Below>, Error> {
    tx.all(&UNDER, params![organization, id])
}

/// Returns the number of collections on the path from `parent` up to the organization, `parent` included.
pub fn count_above(tx: &mut Read<'_>, organization: OrganizationId, parent: Uid) -> Result<usize, Error> {
    let found = tx.one(&COUNT_ABOVE, params![organization, parent])?;
    Ok(found.map_or(0, |counted| usize::try_from(counted.count).unwrap_or(0)))
}

/// Inserts a collection.
pub fn insert(tx: &mut Write<'_>, collection: &Collection) -> Result<(), Error> {
    tx.execute(&INSERT, &collection.inserted())?;
    Ok(())
}

/// Updates every field of a collection except for its owner and time of creation.
pub fn update(tx: &mut Write<'_>, collection: &Collection) -> Result<(), Error> {
    tx.execute(&UPDATE, &collection.updated())?;
    Ok(())
}

/// Transfers a collection to another organization; the parent of a top-level collection becomes the new organization.
pub fn transfer(tx: &mut Write<'_>, from: OrganizationId, id: CollectionId, to: OrganizationId) -> Result<(), Error> {
    tx.execute(&TRANSFER, params![from, id, to])?;
    Ok(())
}

/// Deletes a collection.
pub fn delete(tx: &mut Write<'_>, organization: OrganizationId, id: CollectionId) -> Result<(), Error> {
    tx.execute(&DELETE, params![organization, id])?;
    Ok(())
}
