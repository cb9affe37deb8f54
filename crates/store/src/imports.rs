//! Imports of content as runs, with the process that holds each.

use quire_content::hash::Hash;
use quire_db::{Error, Read, Write, statements};
use quire_model::ids::{ChangeRequestId, ImportId, OrganizationId, RevisionId, SessionId, SpaceId, TokenId, UserId};
use quire_model::imports::{ImportStage, ImportState};
use quire_model::paging::{Listing, Order, Paging};
use quire_model::scopes::Scopes;
use quire_model::time::Timestamp;

use crate::column::params;
use crate::paging::{self, Pages, Sorting};
use crate::record::{Table, record};
use crate::sql::{insert, select, update};

record! {
    /// The row of an import.
    Import in imports {
        /// The organization that owns the space.
        organization: OrganizationId as key,
        /// The identifier of the import.
        id: ImportId as key,
        /// The space that is imported into.
        space: SpaceId as fixed,
        /// The change request that is imported into; `None` for main content.
        change_request: Option<ChangeRequestId> as fixed,
        /// The name of the kind of source.
        source: String as fixed,
        /// The name of the file.
        name: String,
        /// The address of the source; `None` for an upload.
        address: Option<String> as fixed,
        /// The secret that lets the server of the source be read; removed when the import ends.
        secret: Option<String>,
        /// The blob with the bytes of the source, once they are here.
        input: Option<Hash>,
        /// The options of the import, as JSON.
        options: String as fixed,
        /// The state.
        state: ImportState,
        /// The stage that it is in.
        stage: ImportStage,
        /// The number of items of the stage that are done.
        done: i64,
        /// The number of items in the stage, as far as it is known.
        total: i64,
        /// The number of pages that were found.
        pages: i64,
        /// The number of files that were found.
        files: i64,
        /// The number of bytes that were fetched.
        bytes: i64,
        /// The number of times that a process took it.
        hold: i64,
        /// The time until which the process that took it last holds it; 0 if none does.
        held_until: Timestamp,
        /// The user who asked for it; `None` for the operator.
        created_by: Option<UserId> as fixed,
        /// The session in which it was asked for.
        session: Option<SessionId> as fixed,
        /// The token by which it was asked for.
        token: Option<TokenId> as fixed,
        /// The scopes that it was asked for with.
        scopes: Scopes as fixed,
        /// The time when it was asked for.
        created_at: Timestamp as fixed,
        /// The time of the last change of this row.
        updated_at: Timestamp,
        /// The time when it ended.
        ended_at: Option<Timestamp>,
        /// The reason why it failed.
        failure: Option<String>,
        /// The revision that the content was at after it.
        revision: Option<RevisionId>,
        /// The changes that it made, as JSON.
        outcome: Option<String>,
        /// The blob with what became of each page.
        report: Option<Hash>,
        /// The time when it was taken back.
        reverted_at: Option<Timestamp>,
        /// The user who took it back.
        reverted_by: Option<UserId>,
        /// The revision that the content was at after that.
        reverted_to: Option<RevisionId>,
    }
}

record! {
    /// The blobs of an import.
    Blobs {
        /// The bytes of the source.
        input: Option<Hash>,
        /// The outcome of each page.
        report: Option<Hash>,
    }
}

/// How far an import is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// The stage.
    pub stage: ImportStage,
    /// The number of items of the stage that are done.
    pub done: i64,
    /// The number of items in the stage.
    pub total: i64,
    /// The number of pages that were found.
    pub pages: i64,
    /// The number of files that were found.
    pub files: i64,
    /// The number of bytes that were fetched.
    pub bytes: i64,
}

/// The imports of an organization that a list has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which {
    /// All of them.
    All,
    /// Those of one space.
    OfSpace(SpaceId),
    /// Those that one user asked for.
    Of(UserId),
}

statements! {
    BY_ID: Query<Import> = select!(Import, "where organization = ?1 and id = ?2");
    AFTER: Query<Import> = select!(Import, "where organization = ?1 and id > ?2 order by id limit ?3");
    BEFORE: Query<Import> = select!(Import, "where organization = ?1 and id < ?2 order by id desc limit ?3");
    COUNT: Query<paging::Count> = "select count(*) as count from imports where organization = ?1";
    SPACE_AFTER: Query<Import> =
        select!(Import, "where organization = ?1 and space = ?2 and id > ?3 order by id limit ?4");
    SPACE_BEFORE: Query<Import> =
        select!(Import, "where organization = ?1 and space = ?2 and id < ?3 order by id desc limit ?4");
    SPACE_COUNT: Query<paging::Count> =
        "select count(*) as count from imports where organization = ?1 and space = ?2";
    USER_AFTER: Query<Import> =
        select!(Import, "where organization = ?1 and created_by = ?2 and id > ?3 order by id limit ?4");
    USER_BEFORE: Query<Import> =
        select!(Import, "where organization = ?1 and created_by = ?2 and id < ?3 order by id desc limit ?4");
    USER_COUNT: Query<paging::Count> =
        "select count(*) as count from imports where organization = ?1 and created_by = ?2";
    UNFINISHED: Query<paging::Count> =
        "select count(*) as count from imports where organization = ?1 and ended_at is null";
    DUE: Query<Import> = select!(
        Import,
        "where ended_at is null and held_until <= ?1
         and organization not in (
             select busy.organization from imports busy where busy.ended_at is null and busy.held_until > ?1
             group by busy.organization having count(*) >= ?2
         )
         and exists (select 1 from organizations o where o.id = imports.organization and o.deleted_at is null)
         order by created_at, id limit 1"
    );
    BLOBS: Query<Blobs> = "select input, report from imports where organization = ?1";
    INSERT: Execute = insert!(Import);
    UPDATE: Execute = update!(Import);
    PROGRESS: Execute =
        "update imports set stage = ?4, done = ?5, total = ?6, pages = ?7, files = ?8, bytes = ?9, held_until = ?10,
         updated_at = ?11 where organization = ?1 and id = ?2 and hold = ?3 and ended_at is null";
    PRUNE: Execute =
        "delete from imports where organization = ?1 and ended_at is not null and id not in (
             select id from imports where organization = ?1 order by id desc limit ?2
         )";
    DELETE_OF_ORG: Execute = "delete from imports where organization = ?1";
}

/// Returns an import.
pub fn get(tx: &mut Read<'_>, organization: OrganizationId, id: ImportId) -> Result<Option<Import>, Error> {
    tx.one(&BY_ID, params![organization, id])
}

/// Returns a page of the imports of an organization, newest first.
pub fn list(
    tx: &mut Read<'_>,
    organization: OrganizationId,
    which: Which,
    paging: &Paging,
) -> Result<Listing<Import>, Error> {
    let order = (Sorting::Id, Order::Descending);
    let (pages, of) = match which {
        Which::All => (Pages { after: &AFTER, before: &BEFORE, count: &COUNT }, params![organization].to_vec()),
        Which::OfSpace(space) => (
            Pages { after: &SPACE_AFTER, before: &SPACE_BEFORE, count: &SPACE_COUNT },
            params![organization, space].to_vec(),
        ),
        Which::Of(user) => (
            Pages { after: &USER_AFTER, before: &USER_BEFORE, count: &USER_COUNT },
            params![organization, user].to_vec(),
        ),
    };
    let size = |import: &Import| import.options.len() + import.address.as_ref().map_or(0, String::len);
    paging::of_texts(tx, &pages, &of, paging, order, (|import: &Import| import.id.0, size))
}

/// Returns the number of imports of an organization that have not ended.
pub fn unfinished(tx: &mut Read<'_>, organization: OrganizationId) -> Result<u64, Error> {
    Ok(tx.one(&UNFINISHED, params![organization])?.map_or(0, |found| found.count.unsigned_abs()))
}

/// Returns the import that has waited longest and that no process holds, of an organization of which fewer than `most`
/// are held.
pub fn due(tx: &mut Read<'_>, now: Timestamp, most: i64) -> Result<Option<Import>, Error> {
    tx.one(&DUE, params![now, most])
}

/// Returns the blobs of the imports of an organization.
pub fn blobs(tx: &mut Read<'_>, organization: OrganizationId) -> Result<Vec<Hash>, Error> {
    let found = tx.all(&BLOBS, params![organization])?;
    Ok(found.into_iter().flat_map(|row| [row.input, row.report]).flatten().collect())
}

/// Inserts an import.
pub fn insert(tx: &mut Write<'_>, new: &Import) -> Result<(), Error> {
    tx.execute(&INSERT, &new.inserted())?;
    Ok(())
}

/// Updates an import.
pub fn update(tx: &mut Write<'_>, import: &Import) -> Result<(), Error> {
    tx.execute(&UPDATE, &import.updated())?;
    Ok(())
}

/// Records how far an import is and holds it until `until`; returns false if it has ended, or another process took it.
pub fn progress(
    tx: &mut Write<'_>,
    import: &Import,
    at: Progress,
    until: Timestamp,
    now: Timestamp,
) -> Result<bool, Error> {
    let Progress { stage, done, total, pages, files, bytes } = at;
    let of = params![import.organization, import.id, import.hold, stage, done, total, pages, files, bytes, until, now];
    Ok(tx.execute(&PROGRESS, of)? > 0)
}

/// Deletes the imports of an organization that have ended, except the newest, and returns the number of them.
pub fn prune(tx: &mut Write<'_>, organization: OrganizationId, kept: i64) -> Result<u64, Error> {
    tx.execute(&PRUNE, params![organization, kept])
}

/// Deletes every import of an organization.
pub fn delete_of_org(tx: &mut Write<'_>, organization: OrganizationId) -> Result<(), Error> {
    tx.execute(&DELETE_OF_ORG, params![organization])?;
    Ok(())
}
