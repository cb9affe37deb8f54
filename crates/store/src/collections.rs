//! Collections: groups of spaces and of further collections.

use quire_content::id::Uid;
use quire_db::{Error, Read, Write, statements};
use quire_model::ids::{CollectionId, OrganizationId};
use quire_model::roles::Level;
use quire_model::time::Timestamp;

use crate::column::{params, record};
use crate::paging;

record! {
    /// A collection.
    Collection {
        /// The owner.
        organization: OrganizationId,
        /// The collection.
        id: CollectionId,
        /// What it is in: a collection, or the organization.
        parent: Uid,
        /// Its place among what has the same parent.
        position: String,
        /// Shown to people.
        title: String,
        /// What it is about.
        description: Option<String>,
        /// What it gives to those without a grant of their own.
        default_level: Level,
        /// When it came to be.
        created_at: Timestamp,
    }
}

record! {
    /// A collection at or below another.
    Below {
        /// The collection.
        id: CollectionId,
        /// How far below: 0 for that one itself.
        depth: i64,
    }
}

statements! {
    BY_ID: Query<Collection> =
        "select organization, id, parent, position, title, description, default_level, created_at
         from collections where id = ?1";
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
    INSERT: Execute =
        "insert into collections (organization, id, parent, position, title, description, default_level, created_at)
         values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
    UPDATE: Execute =
        "update collections set parent = ?3, position = ?4, title = ?5, description = ?6, default_level = ?7
         where organization = ?1 and id = ?2";
    TRANSFER: Execute =
        "update collections set organization = ?3, parent = case when parent = ?1 then ?3 else parent end
         where organization = ?1 and id = ?2";
    DELETE: Execute = "delete from collections where organization = ?1 and id = ?2";
    DELETE_OF_ORG: Execute = "delete from collections where organization = ?1";
}

/// The collection of this identifier.
pub fn get(tx: &mut Read<'_>, id: CollectionId) -> Result<Option<Collection>, Error> {
    tx.one(&BY_ID, params![id])
}

/// A collection and all that are in it at any depth, each after what it is in.
pub fn under(tx: &mut Read<'_>, organization: OrganizationId, id: CollectionId) -> Result<Vec<Below>, Error> {
    tx.all(&UNDER, params![organization, id])
}

/// How many collections lead up from a parent to the organization, itself counted.
pub fn count_above(tx: &mut Read<'_>, organization: OrganizationId, parent: Uid) -> Result<usize, Error> {
    let found = tx.one(&COUNT_ABOVE, params![organization, parent])?;
    Ok(found.map_or(0, |counted| usize::try_from(counted.count).unwrap_or(0)))
}

/// Adds a collection.
pub fn insert(tx: &mut Write<'_>, collection: &Collection) -> Result<(), Error> {
    let values = params![
        collection.organization,
        collection.id,
        collection.parent,
        collection.position,
        collection.title,
        collection.description,
        collection.default_level,
        collection.created_at
    ];
    tx.execute(&INSERT, values)?;
    Ok(())
}

/// Writes a collection over what it was.
pub fn update(tx: &mut Write<'_>, collection: &Collection) -> Result<(), Error> {
    let values = params![
        collection.organization,
        collection.id,
        collection.parent,
        collection.position,
        collection.title,
        collection.description,
        collection.default_level
    ];
    tx.execute(&UPDATE, values)?;
    Ok(())
}

/// Hands a collection to another organization; what stood at the top stands at the top there.
pub fn transfer(tx: &mut Write<'_>, from: OrganizationId, id: CollectionId, to: OrganizationId) -> Result<(), Error> {
    tx.execute(&TRANSFER, params![from, id, to])?;
    Ok(())
}

/// Removes a collection.
pub fn delete(tx: &mut Write<'_>, organization: OrganizationId, id: CollectionId) -> Result<(), Error> {
    tx.execute(&DELETE, params![organization, id])?;
    Ok(())
}

/// Removes every collection of an organization.
pub fn delete_of_org(tx: &mut Write<'_>, organization: OrganizationId) -> Result<(), Error> {
    tx.execute(&DELETE_OF_ORG, params![organization])?;
    Ok(())
}
