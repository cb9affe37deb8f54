//! Spaces.

use quire_content::id::Uid;
use quire_db::{Error, Read, Write, statements};
use quire_model::ids::{CollectionId, OrganizationId, SpaceId};
use quire_model::language::Language;
use quire_model::roles::Level;
use quire_model::spaces::{EditMode, Visibility};
use quire_model::time::Timestamp;

use crate::column::{params, record};

record! {
    /// A space: a container of pages and files with a history.
    Space {
        /// The owner.
        organization: OrganizationId,
        /// The space.
        id: SpaceId,
        /// What it is in: a collection, or the organization.
        parent: Uid,
        /// Its place among what has the same parent.
        position: String,
        /// Shown to people.
        title: String,
        /// Shown beside the title.
        emoji: String,
        /// Who may read what is published of it.
        visibility: Visibility,
        /// Whether main content can be edited directly.
        edit_mode: EditMode,
        /// The language of its content.
        language: Option<Language>,
        /// What it gives to those without a grant of their own.
        default_level: Level,
        /// When it came to be.
        created_at: Timestamp,
        /// When its settings or content last changed.
        updated_at: Timestamp,
        /// When it was deleted, if it was.
        deleted_at: Option<Timestamp>,
    }
}

record! {
    /// The identifier of a space.
    Named {
        /// The space.
        id: SpaceId,
    }
}

statements! {
    BY_ID: Query<Space> =
        "select organization, id, parent, position, title, emoji, visibility, edit_mode, language, default_level,
         created_at, updated_at, deleted_at from spaces where id = ?1";
    IN_COLLECTION: Query<Named> = "select id from spaces where organization = ?1 and parent = ?2";
    ALL_OF_ORG: Query<Named> = "select id from spaces where organization = ?1";
    INSERT: Execute =
        "insert into spaces (organization, id, title, emoji, visibility, edit_mode, language, default_level,
         created_at, updated_at, deleted_at, parent, position)
         values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)";
    UPDATE: Execute =
        "update spaces set title = ?3, emoji = ?4, visibility = ?5, edit_mode = ?6, language = ?7,
         default_level = ?8, updated_at = ?9, deleted_at = ?10, parent = ?11, position = ?12
         where organization = ?1 and id = ?2";
    TRANSFER: Execute = "update spaces set organization = ?3 where organization = ?1 and id = ?2";
    TOUCH: Execute = "update spaces set updated_at = ?3 where organization = ?1 and id = ?2";
    DELETE: Execute = "delete from spaces where organization = ?1 and id = ?2";
}

/// The space of this identifier, deleted or not.
pub fn get(tx: &mut Read<'_>, id: SpaceId) -> Result<Option<Space>, Error> {
    tx.one(&BY_ID, params![id])
}

/// The spaces, deleted or not, that are in a collection itself.
pub fn in_collection(
    tx: &mut Read<'_>,
    organization: OrganizationId,
    collection: CollectionId,
) -> Result<Vec<SpaceId>, Error> {
    Ok(tx.all(&IN_COLLECTION, params![organization, collection])?.into_iter().map(|named| named.id).collect())
}

/// Every space of an organization, deleted or not.
pub fn of_org(tx: &mut Read<'_>, organization: OrganizationId) -> Result<Vec<SpaceId>, Error> {
    Ok(tx.all(&ALL_OF_ORG, params![organization])?.into_iter().map(|named| named.id).collect())
}

/// Adds a space.
pub fn insert(tx: &mut Write<'_>, space: &Space) -> Result<(), Error> {
    let values = params![
        space.organization,
        space.id,
        space.title,
        space.emoji,
        space.visibility,
        space.edit_mode,
        space.language,
        space.default_level,
        space.created_at,
        space.updated_at,
        space.deleted_at,
        space.parent,
        space.position
    ];
    tx.execute(&INSERT, values)?;
    Ok(())
}

/// Writes a space's settings over those that were.
pub fn update(tx: &mut Write<'_>, space: &Space) -> Result<(), Error> {
    let values = params![
        space.organization,
        space.id,
        space.title,
        space.emoji,
        space.visibility,
        space.edit_mode,
        space.language,
        space.default_level,
        space.updated_at,
        space.deleted_at,
        space.parent,
        space.position
    ];
    tx.execute(&UPDATE, values)?;
    Ok(())
}

/// Hands a space's row to another organization.
pub fn transfer(tx: &mut Write<'_>, from: OrganizationId, id: SpaceId, to: OrganizationId) -> Result<(), Error> {
    tx.execute(&TRANSFER, params![from, id, to])?;
    Ok(())
}

/// Notes that a space's content changed.
pub fn touch(tx: &mut Write<'_>, organization: OrganizationId, id: SpaceId, at: Timestamp) -> Result<(), Error> {
    tx.execute(&TOUCH, params![organization, id, at])?;
    Ok(())
}

/// Removes a space's row for good. Its branches and revisions go by [`crate::revisions::delete_all`].
pub fn delete(tx: &mut Write<'_>, organization: OrganizationId, id: SpaceId) -> Result<(), Error> {
    tx.execute(&DELETE, params![organization, id])?;
    Ok(())
}
