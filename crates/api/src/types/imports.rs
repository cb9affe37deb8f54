//! The representation of imports.

use std::collections::BTreeMap;

use quire_app::content::import::{Counts, Report};
use quire_app::content::warnings::Warnings;
use quire_app::imports::report::{PageOutcome, Part, outcome};
use quire_app::imports::{Import as Stored, Shown, options};
use quire_model::imports::{ImportStage, ImportState};
use quire_model::time::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;

use super::{ImportObject, User, Warning};
use crate::context::Context;

/// The outcome of an import.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ImportResult {
    /// The revision of the content after the import: the previous one if nothing changed.
    revision: String,
    /// The number of imported pages, files and reusable contents, changed or not.
    imported_resources: u64,
    /// The number of pages, files and reusable contents in the source.
    total_resources: u64,
    /// True if the import changed the content, or would.
    changed: bool,
    /// The numbers of pages, files and reusable contents by what became of them.
    changes: ImportChanges,
    /// Parts of the source that were not understood, and links that lead nowhere: kept as they were, or left out as the
    /// message says. At most 1,000, then one with the number of the others.
    warnings: Vec<Warning>,
    /// The number of warnings of each class, listed or not.
    warning_counts: BTreeMap<String, usize>,
    /// The identifier of the import, whose report says what became of each page.
    import: String,
}

/// The effect of an import.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ImportChanges {
    pages: ImportCounts,
    files: ImportCounts,
    reusable_contents: ImportCounts,
}

/// Numbers of entries by what became of them.
#[derive(Debug, Serialize, JsonSchema)]
struct ImportCounts {
    created: u64,
    updated: u64,
    moved: u64,
    deleted: u64,
    unchanged: u64,
}

impl From<Counts> for ImportCounts {
    fn from(Counts { created, updated, moved, deleted, unchanged }: Counts) -> Self {
        Self { created, updated, moved, deleted, unchanged }
    }
}

impl ImportResult {
    pub(crate) fn of(report: Report, import: &Stored) -> Self {
        Self {
            revision: report.revision.to_string(),
            imported_resources: report.total,
            total_resources: report.total,
            changed: report.changed,
            changes: ImportChanges {
                pages: report.pages.into(),
                files: report.files.into(),
                reusable_contents: report.reusable.into(),
            },
            warning_counts: counts(&report.warnings),
            warnings: Warning::all(report.warnings.into_list()),
            import: import.id.to_string(),
        }
    }
}

fn counts(warnings: &Warnings) -> BTreeMap<String, usize> {
    warnings.counts.iter().map(|(code, count)| (code.name().to_owned(), *count)).collect()
}

/// An import of content into a space, waiting, running or ended.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Import {
    object: ImportObject,
    id: String,
    /// The identifier of the space that is imported into.
    space: String,
    /// The identifier of the change request that is imported into; absent for main content.
    #[serde(skip_serializing_if = "Option::is_none")]
    change_request: Option<String>,
    /// The kind of source.
    source: String,
    /// The name of the file; empty where there is none.
    name: String,
    /// The address of the source without its query; absent for an upload.
    #[serde(skip_serializing_if = "Option::is_none")]
    address: Option<String>,
    /// True if the import is only tried, and changes nothing.
    dry_run: bool,
    state: ImportState,
    progress: ImportProgress,
    #[serde(skip_serializing_if = "Option::is_none")]
    created_by: Option<User>,
    created_at: Timestamp,
    updated_at: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none")]
    ended_at: Option<Timestamp>,
    /// The reason why the import failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<String>,
    /// The revision that the content was at after the import, once it is written.
    #[serde(skip_serializing_if = "Option::is_none")]
    revision: Option<String>,
    /// The changes of the import, made or to be made; absent until they are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<ImportOutcome>,
    /// How the import was taken back; absent if it was not.
    #[serde(skip_serializing_if = "Option::is_none")]
    reverted: Option<ImportReversion>,
    /// The warnings, at most 1,000, then one with the number of the others; only in the answer about one import.
    #[serde(skip_serializing_if = "Option::is_none")]
    warnings: Option<Vec<Warning>>,
    /// The number of warnings of each class, listed or not; only in the answer about one import.
    #[serde(skip_serializing_if = "Option::is_none")]
    warning_counts: Option<BTreeMap<String, usize>>,
    urls: ImportUrls,
}

/// How far an import is.
#[derive(Debug, Serialize, JsonSchema)]
struct ImportProgress {
    stage: ImportStage,
    /// The number of items of the stage that are done.
    done: i64,
    /// The number of items in the stage, as far as it is known.
    total: i64,
    /// The number of pages that were found.
    pages: i64,
    /// The number of files that were found.
    files: i64,
    /// The number of bytes that were fetched from other servers since a process took the import.
    bytes: i64,
}

/// The changes of an import.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ImportOutcome {
    changed: bool,
    /// The number of pages, files and reusable contents in the source.
    total_resources: u64,
    changes: ImportChanges,
    /// The number of parts of pages that have no counterpart and were kept as text or file, as far as they are listed.
    kept: u64,
    /// The number of parts of pages that were dropped, as far as they are listed.
    dropped: u64,
    /// True if the source may have more than was read. Then nothing was deleted.
    partial: bool,
}

/// How an import was taken back.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ImportReversion {
    at: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<User>,
    /// The revision that the content was at after that.
    revision: String,
}

#[derive(Debug, Serialize, JsonSchema)]
struct ImportUrls {
    /// The address of the import in this API.
    location: String,
}

/// Returns the address of an import in this API.
pub(crate) fn location(import: &Stored, context: &Context) -> String {
    context.url(format_args!("/v1/orgs/{}/imports/{}", import.organization, import.id))
}

impl Import {
    pub(crate) fn of(shown: Shown, context: &Context) -> Self {
        let Shown { import, created_by, reverted_by } = shown;
        let address = import.address.as_deref().map(|it| it.split(['?', '#']).next().unwrap_or(it).to_owned());
        let reverted = import.reverted_at.zip(import.reverted_to).map(|(at, revision)| ImportReversion {
            at,
            by: reverted_by.map(|user| User::of(user, context)),
            revision: revision.to_string(),
        });
        Self {
            object: ImportObject::It,
            id: import.id.to_string(),
            space: import.space.to_string(),
            change_request: import.change_request.map(|id| id.to_string()),
            dry_run: options(&import).is_ok_and(|it| it.dry_run),
            state: import.state,
            progress: ImportProgress {
                stage: import.stage,
                done: import.done,
                total: import.total,
                pages: import.pages,
                files: import.files,
                bytes: import.bytes,
            },
            created_by: created_by.map(|user| User::of(user, context)),
            created_at: import.created_at,
            updated_at: import.updated_at,
            ended_at: import.ended_at,
            revision: import.revision.map(|id| id.to_string()),
            outcome: outcome(&import).map(|it| ImportOutcome {
                changed: it.changed,
                total_resources: it.total,
                changes: ImportChanges {
                    pages: Counts::from(it.pages).into(),
                    files: Counts::from(it.files).into(),
                    reusable_contents: Counts::from(it.reusable).into(),
                },
                kept: it.kept,
                dropped: it.dropped,
                partial: it.is_partial,
            }),
            reverted,
            warnings: None,
            warning_counts: None,
            urls: ImportUrls { location: location(&import, context) },
            source: import.source,
            name: import.name,
            address,
            failure: import.failure,
        }
    }

    /// Returns the import with its warnings.
    pub(crate) fn with(self, warnings: Warnings) -> Self {
        let warning_counts = Some(counts(&warnings));
        Self { warning_counts, warnings: Some(Warning::all(warnings.into_list())), ..self }
    }
}

/// The outcome of one page of a source.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ImportedPage {
    /// The path, name or address of the page in the source.
    source: String,
    /// The path of its Markdown file; empty for what is no page.
    path: String,
    /// The numbers of parts that were mapped, by kind.
    mapped: BTreeMap<String, usize>,
    /// The parts that have no counterpart and were kept as text or file.
    kept: Vec<ImportedPart>,
    /// The parts that were dropped.
    dropped: Vec<ImportedPart>,
    /// The number of parts that were kept or dropped and are not listed.
    unlisted: usize,
}

/// A part of a page.
#[derive(Debug, Serialize, JsonSchema)]
struct ImportedPart {
    /// The kind of the part.
    what: String,
    /// The place: the heading before it, a line, a name, or the beginning of its text; may be empty.
    place: String,
}

impl From<PageOutcome> for ImportedPage {
    fn from(page: PageOutcome) -> Self {
        let parts = |parts: Vec<Part>| {
            parts.into_iter().map(|Part { what, place }| ImportedPart { what, place }).collect::<Vec<_>>()
        };
        Self {
            source: page.source,
            path: page.path,
            mapped: page.mapped,
            kept: parts(page.kept),
            dropped: parts(page.dropped),
            unlisted: page.unlisted,
        }
    }
}
