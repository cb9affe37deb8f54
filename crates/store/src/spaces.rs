//! Spaces.

use quire_db::{Error, Read, Write, statements};
use quire_model::ids::{OrganizationId, SpaceId};
use quire_model::language::Language;
use quire_model::paging::{Listing, Paging};
use quire_model::roles::Level;
use quire_model::spaces::{EditMode, Visibility};
use quire_model::time::Timestamp;

use crate::column::{params, record};
use crate::paging::{self, Pages};

record! {
    /// A space: a container of pages and files with a history.
    Space {
        /// The owner.
        organization: OrganizationId,
        /// The space.
        id: SpaceId,
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

statements! {
    BY_ID: Query<Space> =
        "select organization, id, title, emoji, visibility, edit_mode, language, default_level, created_at,
         updated_at, deleted_at from spaces where id = ?1";
    OF_ORG_AFTER: Query<Space> =
        "select organization, id, title, emoji, visibility, edit_mode, language, default_level, created_at,
         updated_at, deleted_at from spaces
         where organization = ?1 and deleted_at is null and (?2 = 0 or default_level <> 'inherit' or (?2 = 1 and default_level is not null)) and id > ?3
         order by id limit ?4";
    OF_ORG_BEFORE: Query<Space> =
        "select organization, id, title, emoji, visibility, edit_mode, language, default_level, created_at,
         updated_at, deleted_at from spaces
         where organization = ?1 and deleted_at is null and (?2 = 0 or default_level <> 'inherit' or (?2 = 1 and default_level is not null)) and id < ?3
         order by id desc limit ?4";
    COUNT_OF_ORG: Query<paging::Count> =
        "select count(*) as count from spaces
         where organization = ?1 and deleted_at is null and (?2 = 0 or default_level <> 'inherit' or (?2 = 1 and default_level is not null))";
    INSERT: Execute =
        "insert into spaces (organization, id, title, emoji, visibility, edit_mode, language, default_level,
         created_at, updated_at, deleted_at) values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)";
    UPDATE: Execute =
        "update spaces set title = ?3, emoji = ?4, visibility = ?5, edit_mode = ?6, language = ?7,
         default_level = ?8, updated_at = ?9, deleted_at = ?10 where organization = ?1 and id = ?2";
    TOUCH: Execute = "update spaces set updated_at = ?3 where organization = ?1 and id = ?2";
    DELETE: Execute = "delete from spaces where organization = ?1 and id = ?2";
}

/// The space of this identifier, deleted or not.
pub fn get(tx: &mut Read<'_>, id: SpaceId) -> Result<Option<Space>, Error> {
    tx.one(&BY_ID, params![id])
}

/// Which of an organization's spaces a list holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sight {
    /// Every one.
    All,
    /// Those that are not hidden from members.
    Shown,
    /// Those that give a role to every member, guests included.
    Granted,
}

/// The spaces of an organization that are not deleted, oldest first.
pub fn of_org(
    tx: &mut Read<'_>,
    organization: OrganizationId,
    sight: Sight,
    paging: Paging,
) -> Result<Listing<Space>, Error> {
    let pages = Pages { after: &OF_ORG_AFTER, before: &OF_ORG_BEFORE, count: &COUNT_OF_ORG };
    paging::list(tx, &pages, params![organization, sight as i64], paging, |space| space.id.0)
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
        space.deleted_at
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
        space.deleted_at
    ];
    tx.execute(&UPDATE, values)?;
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
