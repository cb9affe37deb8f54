//! Spaces.

use quire_content::id::Uid;
use quire_db::{Error, Read, Write, statements};
use quire_model::change_requests::Status;
use quire_model::ids::{CollectionId, OrganizationId, SpaceId};
use quire_model::language::Language;
use quire_model::merge_rules::SpaceMergeRules;
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
        /// Whether it is offered as the beginning of others.
        is_template: bool,
        /// Open comments.
        comments: i64,
        /// Change requests, whatever came of them.
        change_requests: i64,
        /// Those that are open.
        change_requests_open: i64,
        /// Those that are drafts.
        change_requests_draft: i64,
        /// What must hold before its change requests are merged.
        merge_rules: SpaceMergeRules,
    }
}

record! {
    /// The number of a change request.
    Numbered {
        /// The number.
        number: i64,
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
         created_at, updated_at, deleted_at, is_template, comments, change_requests, change_requests_open,
         change_requests_draft, merge_rules from spaces where id = ?1";
    IN_COLLECTION: Query<Named> = "select id from spaces where organization = ?1 and parent = ?2";
    TEMPLATES: Query<Named> =
        "select id from spaces where organization = ?1 and is_template = 1 and deleted_at is null order by id";
    ALL_OF_ORG: Query<Named> = "select id from spaces where organization = ?1";
    INSERT: Execute =
        "insert into spaces (organization, id, title, emoji, visibility, edit_mode, language, default_level,
         created_at, updated_at, deleted_at, parent, position, is_template, merge_rules)
         values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)";
    UPDATE: Execute =
        "update spaces set title = ?3, emoji = ?4, visibility = ?5, edit_mode = ?6, language = ?7,
         default_level = ?8, updated_at = ?9, deleted_at = ?10, parent = ?11, position = ?12,
         is_template = ?13, merge_rules = ?14
         where organization = ?1 and id = ?2";
    TRANSFER: Execute = "update spaces set organization = ?3 where organization = ?1 and id = ?2";
    TOUCH: Execute = "update spaces set updated_at = ?3 where organization = ?1 and id = ?2";
    NUMBER: Query<Numbered> =
        "update spaces set change_requests = change_requests + 1 where organization = ?1 and id = ?2
         returning change_requests as number";
    COUNT_CHANGE_REQUESTS: Execute =
        "update spaces set change_requests_open = change_requests_open + ?3,
         change_requests_draft = change_requests_draft + ?4 where organization = ?1 and id = ?2";
    COUNT_COMMENTS: Execute = "update spaces set comments = comments + ?3 where organization = ?1 and id = ?2";
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

/// The spaces of an organization that are offered as the beginning of others, the oldest first.
pub fn templates(tx: &mut Read<'_>, organization: OrganizationId) -> Result<Vec<SpaceId>, Error> {
    Ok(tx.all(&TEMPLATES, params![organization])?.into_iter().map(|named| named.id).collect())
}

/// Counts one more change request in a space; its number.
pub fn number(tx: &mut Write<'_>, organization: OrganizationId, id: SpaceId) -> Result<i64, Error> {
    let counted = tx.one(&NUMBER, params![organization, id])?;
    Ok(counted.map_or(0, |counted| counted.number))
}

/// Counts a change request of a space on its way from one status to another; new ones come from none.
pub fn count(
    tx: &mut Write<'_>,
    organization: OrganizationId,
    id: SpaceId,
    from: Option<Status>,
    to: Status,
) -> Result<(), Error> {
    let step = |status| i64::from(to == status) - i64::from(from == Some(status));
    let (open, draft) = (step(Status::Open), step(Status::Draft));
    if (open, draft) != (0, 0) {
        tx.execute(&COUNT_CHANGE_REQUESTS, params![organization, id, open, draft])?;
    }
    Ok(())
}

/// Counts `step` more open comments on the main content of a space.
pub fn count_comments(tx: &mut Write<'_>, organization: OrganizationId, id: SpaceId, step: i64) -> Result<(), Error> {
    tx.execute(&COUNT_COMMENTS, params![organization, id, step])?;
    Ok(())
}

/// Adds a space, in which nothing was discussed or proposed yet.
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
        space.position,
        space.is_template,
        space.merge_rules
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
        space.position,
        space.is_template,
        space.merge_rules
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
