//! Reports of imports: what became of each page, what was warned about, and the numbers, as they are stored.
//!
//! A report is bounded: what is not listed is counted.

use std::collections::BTreeMap;

use quire_content::id::Uid;
use quire_model::ids::{ImportId, OrganizationId};
use quire_model::paging::{Listing, Order, Paging};
use quire_sources::PageReport;
use quire_store::imports::Import;
use serde::{Deserialize, Serialize};

use super::Shown;
use crate::App;
use crate::callers::Caller;
use crate::content::import::{Counts, Report};
use crate::content::warnings::{Code, Warning, Warnings};
use crate::core::errors::Error;

/// The maximum number of pages in a report.
const MOST_PAGES: usize = 50_000;

/// The maximum number of parts that all pages of a report list together.
const MOST_PARTS: usize = 100_000;

/// The outcome of one page of a source.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageOutcome {
    /// The path, name or address of the page in the source.
    pub source: String,
    /// The path of its Markdown file; empty for what is no page.
    pub path: String,
    /// The numbers of parts that were mapped, by kind.
    pub mapped: BTreeMap<String, usize>,
    /// The parts that were kept as text or file.
    pub kept: Vec<Part>,
    /// The parts that were dropped.
    pub dropped: Vec<Part>,
    /// The number of parts that were kept or dropped and are not listed.
    pub unlisted: usize,
}

/// A part of a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// The kind of the part.
    pub what: String,
    /// The place; may be empty.
    pub place: String,
}

/// A report as it is stored.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Stored {
    pub(super) pages: Vec<PageOutcome>,
    warnings: Vec<StoredWarning>,
    counts: BTreeMap<String, usize>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct StoredWarning {
    path: String,
    line: Option<u32>,
    code: String,
    message: String,
}

/// The changes of an import, as they are stored.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// True if the content changed, or would have.
    pub changed: bool,
    /// The number of pages, files and reusable contents in the source.
    pub total: u64,
    /// The numbers of pages by effect.
    pub pages: Numbers,
    /// The numbers of files by effect.
    pub files: Numbers,
    /// The numbers of reusable contents by effect.
    pub reusable: Numbers,
    /// The number of parts of pages that were kept as text or file.
    #[serde(default)]
    pub kept: u64,
    /// The number of parts of pages that were dropped.
    #[serde(default)]
    pub dropped: u64,
    /// True if the source may have more than was read, so that nothing was deleted.
    #[serde(default)]
    pub is_partial: bool,
}

/// Numbers of items by the effect of an import.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Numbers {
    /// Items that did not exist before.
    pub created: u64,
    /// Items whose content changed.
    pub updated: u64,
    /// Items that only changed their place.
    pub moved: u64,
    /// Items that were deleted.
    pub deleted: u64,
    /// Items that were imported without a change.
    pub unchanged: u64,
}

impl From<Counts> for Numbers {
    fn from(Counts { created, updated, moved, deleted, unchanged }: Counts) -> Self {
        Self { created, updated, moved, deleted, unchanged }
    }
}

impl From<Numbers> for Counts {
    fn from(Numbers { created, updated, moved, deleted, unchanged }: Numbers) -> Self {
        Self { created, updated, moved, deleted, unchanged }
    }
}

impl Outcome {
    pub(super) fn of(report: &Report) -> Self {
        Self {
            changed: report.changed,
            total: report.total,
            pages: report.pages.into(),
            files: report.files.into(),
            reusable: report.reusable.into(),
            ..Self::default()
        }
    }
}

/// Returns what an import changed, once it has landed or was tried.
pub fn outcome(import: &Import) -> Option<Outcome> {
    import.outcome.as_deref().and_then(|text| serde_json::from_str(text).ok())
}

impl Stored {
    /// Returns what became of these pages, within the bounds.
    pub(super) fn of(reports: Vec<PageReport>) -> Self {
        let mut left = MOST_PARTS;
        let mut bounded = |parts: Vec<quire_sources::Part>| {
            let count = parts.len();
            let taken: Vec<Part> =
                parts.into_iter().take(left).map(|part| Part { what: part.what, place: part.place }).collect();
            left -= taken.len();
            (count - taken.len(), taken)
        };
        let pages = reports.into_iter().take(MOST_PAGES).map(|report| {
            let (more_kept, kept) = bounded(report.kept);
            let (more_dropped, dropped) = bounded(report.dropped);
            PageOutcome {
                source: report.source,
                path: report.path,
                mapped: report.mapped.into_iter().map(|(kind, count)| (kind.to_owned(), count)).collect(),
                kept,
                dropped,
                unlisted: report.unlisted + more_kept + more_dropped,
            }
        });
        Self { pages: pages.collect(), ..Self::default() }
    }

    /// Returns the numbers of parts that were kept and dropped and are listed.
    pub(super) fn parts(&self) -> (u64, u64) {
        let sum = |parts: fn(&PageOutcome) -> usize| self.pages.iter().map(parts).sum::<usize>() as u64;
        (sum(|page| page.kept.len()), sum(|page| page.dropped.len()))
    }

    /// Notes warnings in the place of those that were noted before.
    pub(super) fn warn(&mut self, warnings: &Warnings) {
        let stored = |it: &Warning| StoredWarning {
            path: it.path.clone(),
            line: it.line,
            code: it.code.name().to_owned(),
            message: it.message.clone(),
        };
        self.warnings = warnings.list.iter().map(stored).collect();
        self.counts = warnings.counts.iter().map(|(code, count)| (code.name().to_owned(), *count)).collect();
    }

    /// Returns the warnings that were noted.
    pub(super) fn warnings(self) -> Warnings {
        let code = |name: &str| Code::ALL.into_iter().find(|code| code.name() == name).unwrap_or(Code::Other);
        let warning =
            |it: StoredWarning| Warning { path: it.path, line: it.line, code: code(&it.code), message: it.message };
        Warnings {
            list: self.warnings.into_iter().map(warning).collect(),
            counts: self.counts.into_iter().map(|(name, count)| (code(&name), count)).collect(),
        }
    }
}

impl App {
    /// Returns the report that an import has so far.
    pub(super) fn stored_report(&self, import: &Import) -> Result<Stored, Error> {
        let Some(hash) = import.report else { return Ok(Stored::default()) };
        let bytes = std::fs::read(self.inner.blobs.path(hash)).map_err(|e| Error::internal("reading a report", e))?;
        serde_json::from_slice(&bytes).map_err(|e| Error::internal("reading a report", e))
    }

    /// Returns an import with its warnings.
    pub fn get_import_with_warnings(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        id: ImportId,
    ) -> Result<(Shown, Warnings), Error> {
        let shown = self.get_import(caller, organization, id)?;
        let warnings = self.stored_report(&shown.import)?.warnings();
        Ok((shown, warnings))
    }

    /// Lists what became of the pages of an import, in the order of its table of contents.
    pub fn list_import_pages(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        id: ImportId,
        paging: &Paging,
    ) -> Result<Listing<PageOutcome>, Error> {
        let shown = self.get_import(caller, organization, id)?;
        let pages = self.stored_report(&shown.import)?.pages;
        let numbered: Vec<(u128, PageOutcome)> = (0..).zip(pages).collect();
        let listed = Listing::slice(&numbered, paging, Order::Ascending, |(at, _)| Uid(at.to_be_bytes()));
        Ok(listed.map(|(_, page)| page))
    }
}
