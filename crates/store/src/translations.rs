//! Translations of spaces, and what is known of the segments of their entries.

use quire_content::hash::Hash;
use quire_db::{Error, Read, Write, statements};
use quire_model::ids::{OrganizationId, SpaceId, TranslationId};
use quire_model::language::Language;
use quire_model::time::Timestamp;
use quire_model::translations::{RunStatus, TranslationStatus};

use crate::column::params;
use crate::paging::Count;
use crate::record::{Table, record};
use crate::sql::{insert, select, update};

record! {
    /// The row of a translation.
    Translation in translations {
        /// The organization that owns it.
        organization: OrganizationId as key,
        /// The identifier of the translation.
        id: TranslationId as key,
        /// The space that is translated.
        source_space: SpaceId as fixed,
        /// The language of that space.
        source_language: Language as fixed,
        /// The language that it is translated to.
        language: Language as fixed,
        /// The space with the translation.
        result_space: SpaceId as fixed,
        /// The instructions of the writers, a rich-text document as JSON.
        instructions: String,
        /// The time of creation.
        created_at: Timestamp as fixed,
        /// The time of the last change of its settings or its content.
        updated_at: Timestamp,
        /// The state of its runs.
        state: TranslationStatus,
        /// The time when a run was asked for; `None` if none is asked for or in progress.
        requested_at: Option<Timestamp>,
        /// The time up to which a process holds the run in progress.
        held_until: Option<Timestamp>,
        /// The content of the source that was translated last.
        source_root: Hash,
        /// The content that was written of it, before changes of people.
        written_root: Hash,
        /// False while all entries have to be looked at, not only those that changed.
        is_planned: bool,
        /// The number of runs.
        runs: i64,
        /// The number of words that were translated by machines in all runs.
        total_words: i64,
        /// The number of pages and reusable contents that all runs changed.
        total_pages: i64,
        /// The time that all runs took, in milliseconds.
        total_duration: i64,
        /// The number of words of the latest run.
        latest_words: i64,
        /// The number of pages of the latest run.
        latest_pages: i64,
        /// The time that the latest run took, in milliseconds.
        latest_duration: i64,
        /// The outcome of the latest run.
        last_status: Option<RunStatus>,
        /// The reason of a failure.
        last_reason: Option<String>,
        /// The time when the latest run ended.
        last_at: Option<Timestamp>,
        /// The minutes for which the source must not have changed before a run begins by itself; `None` if none does.
        quiet_minutes: Option<i64>,
        /// The time when the run in progress, or the latest one, began.
        began_at: Option<Timestamp>,
        /// The number of characters that this run sent.
        run_characters: i64,
        /// The number of texts of its request that is sent and not answered yet.
        unanswered: i64,
        /// The number of texts of such requests whose process ended before their answer was stored.
        sent_again: i64,
    }
}

record! {
    /// The row of a translated entry.
    Entry in translation_entries {
        /// The organization that owns the translation.
        organization: OrganizationId as key,
        /// The translation.
        translation: TranslationId as key,
        /// The key of the entry in the content.
        entry: Vec<u8> as key,
        /// The states of its segments, as JSON.
        states: String,
        /// The number of segments that a machine translated.
        machine: i64,
        /// The number of segments that people wrote.
        human: i64,
        /// The number of those whose source changed since.
        stale: i64,
        /// The number of segments whose replies were refused.
        needs_review: i64,
        /// The number of segments that are not translated.
        untranslated: i64,
    }
}

record! {
    /// The roots of content that a translation keeps.
    Roots {
        /// The content of the source.
        source_root: Hash,
        /// The content that was written.
        written_root: Hash,
    }
}

record! {
    /// The key of an entry.
    EntryName {
        /// The key in the content.
        entry: Vec<u8>,
    }
}

statements! {
    BY_ID: Query<Translation> = select!(Translation, "where organization = ?1 and id = ?2");
    OF_ORG: Query<Translation> = select!(Translation, "where organization = ?1 order by id");
    BY_RESULT: Query<Translation> = select!(Translation, "where organization = ?1 and result_space = ?2");
    BY_SOURCE: Query<Translation> =
        select!(Translation, "where organization = ?1 and source_space = ?2 and language = ?3");
    DUE: Query<Translation> = select!(
        Translation,
        "where requested_at <= ?1 and (held_until is null or held_until <= ?1)
         and exists (select 1 from organizations o where o.id = translations.organization and o.deleted_at is null)
         order by requested_at, id limit 1"
    );
    DUE_BY_ITSELF: Query<Translation> = select!(
        Translation,
        "where quiet_minutes is not null and requested_at is null
         and exists (
             select 1 from branches b
             join revisions r on r.organization = b.organization and r.space = b.space and r.id = b.revision
             where b.organization = translations.organization and b.space = translations.source_space
             and b.id = translations.source_space and r.root <> translations.source_root
             and r.created_at <= ?1 - translations.quiet_minutes * 60000
             and (translations.last_at is null
                  or r.created_at >= translations.last_at - translations.latest_duration))
         and not exists (
             select 1 from spaces s where s.organization = translations.organization and s.deleted_at is not null
             and (s.id = translations.source_space or s.id = translations.result_space))
         and exists (select 1 from organizations o where o.id = translations.organization and o.deleted_at is null)
         order by id limit 1"
    );
    COUNT: Query<Count> = "select count(*) as count from translations where organization = ?1";
    ROOTS: Query<Roots> = "select source_root, written_root from translations where organization = ?1";
    REPLAN: Execute = "update translations set is_planned = 0 where organization = ?1";
    INSERT: Execute = insert!(Translation);
    UPDATE: Execute = update!(Translation);
    DELETE: Execute = "delete from translations where organization = ?1 and id = ?2";
    ENTRY: Query<Entry> = select!(Entry, "where organization = ?1 and translation = ?2 and entry = ?3");
    ENTRIES: Query<Entry> =
        select!(Entry, "where organization = ?1 and translation = ?2 and entry > ?3 order by entry limit ?4");
    UNTRANSLATED: Query<EntryName> =
        "select entry from translation_entries where organization = ?1 and translation = ?2 and untranslated > 0";
    TO_REVIEW: Query<Count> = "select cast(coalesce(sum(needs_review), 0) as bigint) as count from translation_entries
         where organization = ?1 and translation = ?2 and needs_review > 0";
    INSERT_ENTRY: Execute = insert!(Entry);
    UPDATE_ENTRY: Execute = update!(Entry);
    DELETE_ENTRY: Execute = "delete from translation_entries where organization = ?1 and translation = ?2 and entry = ?3";
    DELETE_ENTRIES: Execute = "delete from translation_entries where organization = ?1 and translation = ?2";
}

/// Returns a translation.
pub fn get(tx: &mut Read<'_>, organization: OrganizationId, id: TranslationId) -> Result<Option<Translation>, Error> {
    tx.one(&BY_ID, params![organization, id])
}

/// Returns the translations of an organization, oldest first.
pub fn of_org(tx: &mut Read<'_>, organization: OrganizationId) -> Result<Vec<Translation>, Error> {
    tx.all(&OF_ORG, params![organization])
}

/// Returns the translation whose result is a space.
pub fn by_result(
    tx: &mut Read<'_>,
    organization: OrganizationId,
    space: SpaceId,
) -> Result<Option<Translation>, Error> {
    tx.one(&BY_RESULT, params![organization, space])
}

/// Returns the translation of a space to a language.
pub fn by_source(
    tx: &mut Read<'_>,
    organization: OrganizationId,
    space: SpaceId,
    language: Language,
) -> Result<Option<Translation>, Error> {
    tx.one(&BY_SOURCE, params![organization, space, language])
}

/// Returns the translation whose run has waited longest, if a run is due and no process holds it.
pub fn due(tx: &mut Read<'_>, now: Timestamp) -> Result<Option<Translation>, Error> {
    tx.one(&DUE, params![now])
}

/// Returns a translation that runs by itself and whose source changed since its latest run began, but not within its quiet
/// time.
pub fn due_by_itself(tx: &mut Read<'_>, now: Timestamp) -> Result<Option<Translation>, Error> {
    tx.one(&DUE_BY_ITSELF, params![now])
}

/// Returns the number of translations of an organization.
pub fn count(tx: &mut Read<'_>, organization: OrganizationId) -> Result<u64, Error> {
    Ok(tx.one(&COUNT, params![organization])?.map_or(0, |found| found.count.unsigned_abs()))
}

/// Returns the roots of content that the translations of an organization keep.
pub fn roots(tx: &mut Read<'_>, organization: OrganizationId) -> Result<Vec<Hash>, Error> {
    let all = tx.all(&ROOTS, params![organization])?;
    Ok(all.into_iter().flat_map(|it| [it.source_root, it.written_root]).collect())
}

/// Returns the number of segments of a translation that a person should look at.
pub fn to_review(tx: &mut Read<'_>, of: &Translation) -> Result<u64, Error> {
    Ok(tx.one(&TO_REVIEW, params![of.organization, of.id])?.map_or(0, |found| found.count.unsigned_abs()))
}

/// Has the next run of every translation of an organization look at all entries.
pub fn replan(tx: &mut Write<'_>, organization: OrganizationId) -> Result<(), Error> {
    tx.execute(&REPLAN, params![organization])?;
    Ok(())
}

/// Inserts a translation.
pub fn insert(tx: &mut Write<'_>, new: &Translation) -> Result<(), Error> {
    tx.execute(&INSERT, &new.inserted())?;
    Ok(())
}

/// Updates a translation.
pub fn update(tx: &mut Write<'_>, translation: &Translation) -> Result<(), Error> {
    tx.execute(&UPDATE, &translation.updated())?;
    Ok(())
}

/// Deletes a translation with what is known of its entries.
pub fn delete(tx: &mut Write<'_>, organization: OrganizationId, id: TranslationId) -> Result<(), Error> {
    tx.execute(&DELETE_ENTRIES, params![organization, id])?;
    tx.execute(&DELETE, params![organization, id])?;
    Ok(())
}

/// Deletes the translations that have a space as their source or their result.
pub fn forget_space(tx: &mut Write<'_>, organization: OrganizationId, space: SpaceId) -> Result<(), Error> {
    for found in of_org(tx, organization)? {
        if found.source_space == space || found.result_space == space {
            delete(tx, organization, found.id)?;
        }
    }
    Ok(())
}

/// Returns what is known of an entry.
pub fn entry(tx: &mut Read<'_>, of: &Translation, key: &[u8]) -> Result<Option<Entry>, Error> {
    tx.one(&ENTRY, params![of.organization, of.id, key.to_vec()])
}

/// Returns what is known of up to `most` entries after a key, in the order of their keys.
pub fn entries(tx: &mut Read<'_>, of: &Translation, after: &[u8], most: i64) -> Result<Vec<Entry>, Error> {
    tx.all(&ENTRIES, params![of.organization, of.id, after.to_vec(), most])
}

/// Returns the keys of the entries with segments that are not translated.
pub fn untranslated(tx: &mut Read<'_>, of: &Translation) -> Result<Vec<Vec<u8>>, Error> {
    Ok(tx.all(&UNTRANSLATED, params![of.organization, of.id])?.into_iter().map(|it| it.entry).collect())
}

/// Inserts or updates what is known of an entry.
pub fn put_entry(tx: &mut Write<'_>, entry: &Entry) -> Result<(), Error> {
    if tx.execute(&UPDATE_ENTRY, &entry.updated())? == 0 {
        tx.execute(&INSERT_ENTRY, &entry.inserted())?;
    }
    Ok(())
}

/// Deletes what is known of an entry.
pub fn delete_entry(tx: &mut Write<'_>, of: &Translation, key: &[u8]) -> Result<(), Error> {
    tx.execute(&DELETE_ENTRY, params![of.organization, of.id, key.to_vec()])?;
    Ok(())
}
