//! Spaces: containers of pages and files, with their settings and counters.

use quire_content::id::Uid;
use quire_db::{Error, Read, Write, statements};
use quire_model::change_requests::Status;
use quire_model::ids::{CollectionId, OrganizationId, SpaceId};
use quire_model::language::Language;
use quire_model::merge_rules::SpaceMergeRules;
use quire_model::repositories::GitSync;
use quire_model::roles::Level;
use quire_model::spaces::{EditMode, FormerSpaceIds, Visibility};
use quire_model::time::Timestamp;

use crate::column::params;
use crate::record::{Table, record};
use crate::sql::{insert, select, update};

record! {
    /// The row of a space: a container of pages and files with a history.
    Space in spaces {
        /// The owner of the space.
        organization: OrganizationId as key,
        /// The identifier of the space.
        id: SpaceId as key,
        /// The parent: a collection, or the organization.
        parent: Uid,
        /// The sort key among its siblings, spaces and collections together.
        position: String,
        /// The title that users see.
        title: String,
        /// The emoji beside the title.
        emoji: String,
        /// The audience of its published content.
        visibility: Visibility,
        /// The ways to edit main content.
        edit_mode: EditMode,
        /// The language of its content.
        language: Option<Language>,
        /// The level for members without a grant of their own.
        default_level: Level,
        /// The time of creation.
        created_at: Timestamp as fixed,
        /// The time at which settings or content last changed.
        updated_at: Timestamp,
        /// The time of deletion, if it was deleted.
        deleted_at: Option<Timestamp>,
        /// True if it is offered as a template for new spaces.
        is_template: bool,
        /// The number of open comments on main content.
        comments: i64 as fixed,
        /// The number of change requests of any status, which is the last number given to one.
        change_requests: i64 as fixed,
        /// The number of open change requests.
        change_requests_open: i64 as fixed,
        /// The number of draft change requests.
        change_requests_draft: i64 as fixed,
        /// The merge rules of the space.
        merge_rules: SpaceMergeRules,
        /// The identifiers that it had on other servers.
        former_ids: FormerSpaceIds,
        /// The repository that has the source of its content.
        git_sync: Option<GitSync>,
    }
}

record! {
    /// The identifiers that a space had on other servers.
    Formerly {
        /// The identifier of the space.
        id: SpaceId,
        /// Its former identifiers.
        former_ids: FormerSpaceIds,
    }
}

record! {
    /// The number of a new change request.
    Numbered {
        /// The number, from 1.
        number: i64,
    }
}

record! {
    /// The identifier of a space.
    Named {
        /// The space that was found.
        id: SpaceId,
    }
}

record! {
    /// A deleted space.
    Discarded {
        /// The identifier of the space.
        id: SpaceId,
        /// The time of the deletion.
        deleted_at: Timestamp,
    }
}

statements! {
    BY_ID: Query<Space> = select!(Space, "where id = ?1");
    IN_COLLECTION: Query<Named> = "select id from spaces where organization = ?1 and parent = ?2";
    TEMPLATES: Query<Named> =
        "select id from spaces where organization = ?1 and is_template = 1 and deleted_at is null order by id";
    DELETED: Query<Discarded> =
        "select id, deleted_at from spaces where organization = ?1 and deleted_at is not null
         order by deleted_at desc, id desc limit 1000";
    ALL_OF_ORG: Query<Named> = "select id from spaces where organization = ?1";
    FORMERLY: Query<Formerly> =
        "select id, former_ids from spaces where organization = ?1 and former_ids <> '[]' order by id";
    INSERT: Execute = insert!(Space);
    UPDATE: Execute = update!(Space);
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

/// Returns a space by its identifier, deleted or not.
pub fn get(tx: &mut Read<'_>, id: SpaceId) -> Result<Option<Space>, Error> {
    tx.one(&BY_ID, params![id])
}

/// Returns the direct children of a collection that are spaces, deleted or not.
pub fn in_collection(
    tx: &mut Read<'_>,
    organization: OrganizationId,
    collection: CollectionId,
) -> Result<Vec<SpaceId>, Error> {
    Ok(tx.all(&IN_COLLECTION, params![organization, collection])?.into_iter().map(|named| named.id).collect())
}

/// Returns every space of an organization, deleted or not.
pub fn of_org(tx: &mut Read<'_>, organization: OrganizationId) -> Result<Vec<SpaceId>, Error> {
    Ok(tx.all(&ALL_OF_ORG, params![organization])?.into_iter().map(|named| named.id).collect())
}

/// Returns the deleted spaces of an organization with the times of their deletion, the latest first, at most 1,000.
pub fn deleted(tx: &mut Read<'_>, organization: OrganizationId) -> Result<Vec<(SpaceId, Timestamp)>, Error> {
    Ok(tx.all(&DELETED, params![organization])?.into_iter().map(|found| (found.id, found.deleted_at)).collect())
}

/// Returns the spaces of an organization that are templates, oldest first.
pub fn templates(tx: &mut Read<'_>, organization: OrganizationId) -> Result<Vec<SpaceId>, Error> {
    Ok(tx.all(&TEMPLATES, params![organization])?.into_iter().map(|named| named.id).collect())
}

/// Returns the spaces of an organization that had identifiers on other servers, deleted or not.
pub fn with_former_ids(tx: &mut Read<'_>, organization: OrganizationId) -> Result<Vec<Formerly>, Error> {
    tx.all(&FORMERLY, params![organization])
}

/// Allocates the number of a new change request in a space.
pub fn number(tx: &mut Write<'_>, organization: OrganizationId, id: SpaceId) -> Result<i64, Error> {
    let counted = tx.one(&NUMBER, params![organization, id])?;
    Ok(counted.map_or(0, |counted| counted.number))
}

/// Updates the counters of a space for a change request that changes its status; `from` is `None` for a new one.
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

/// Adds `step` to the number of open comments on the main content of a space.
pub fn count_comments(tx: &mut Write<'_>, organization: OrganizationId, id: SpaceId, step: i64) -> Result<(), Error> {
    tx.execute(&COUNT_COMMENTS, params![organization, id, step])?;
    Ok(())
}

/// Inserts a space with its counters.
pub fn insert(tx: &mut Write<'_>, space: &Space) -> Result<(), Error> {
    tx.execute(&INSERT, &space.inserted())?;
    Ok(())
}

/// Updates the settings, parent, position and time stamps of a space; its counters are unchanged.
pub fn update(tx: &mut Write<'_>, space: &Space) -> Result<(), Error> {
    tx.execute(&UPDATE, &space.updated())?;
    Ok(())
}

/// Transfers a space's row to another organization; its parent is unchanged.
/// [`crate::ownership::transfer_space`] transfers its content.
pub fn transfer(tx: &mut Write<'_>, from: OrganizationId, id: SpaceId, to: OrganizationId) -> Result<(), Error> {
    tx.execute(&TRANSFER, params![from, id, to])?;
    Ok(())
}

/// Records the time at which a space's content changed.
pub fn touch(tx: &mut Write<'_>, organization: OrganizationId, id: SpaceId, at: Timestamp) -> Result<(), Error> {
    tx.execute(&TOUCH, params![organization, id, at])?;
    Ok(())
}

/// Deletes a space's row. [`crate::ownership::delete_space`] deletes its content.
pub fn delete(tx: &mut Write<'_>, organization: OrganizationId, id: SpaceId) -> Result<(), Error> {
    tx.execute(&DELETE, params![organization, id])?;
    Ok(())
}
