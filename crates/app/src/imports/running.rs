//! Carrying imports out: holding them, going on where a dead process was, and settling what came of them.

use std::time::Duration;

use quire_content::stop::Stop;
use quire_convert::Limits;
use quire_model::credentials::Proved;
use quire_model::ids::RevisionId;
use quire_model::imports::{ImportStage, ImportState};
use quire_model::time::Timestamp;
use quire_store::blobs;
use quire_store::imports::{self as store, Import};

use super::reading::Ready;
use super::report::{Outcome, Stored, outcome};
use super::watch::Watch;
use super::{LEASE, end, target};
use crate::App;
use crate::callers::writing::Change;
use crate::callers::{Asker, Caller};
use crate::content::import::{Absent, Content, Manner, Progress, Report, importing};
use crate::content::warnings::Warnings;
use crate::core::errors::Error;

/// The number of imports of an organization that are carried out in the background at the same time.
const MOST_AT_ONCE: i64 = 2;

/// The number of times that an import is begun: one that ends its process is not begun over and over.
const MOST_HOLDS: i64 = 5;

/// The pause after a fault, for each time that the import was begun.
const PAUSE: Duration = Duration::from_secs(30);

/// The message of an import that was ended early.
const CANCELLED: &str = "the import was cancelled";

impl App {
    /// Carries out an import that the caller holds, and returns what came of it.
    ///
    /// # Errors
    /// What keeps the content from being imported; then it is as it was. [`Error::Stopped`] if nobody waits: the import
    /// is left to others.
    pub fn run_import(
        &self,
        caller: &Caller,
        import: &Import,
        observe: &mut dyn FnMut(Progress),
    ) -> Result<Report, Error> {
        // Whatever waits on behalf of the caller ends with the caller.
        self.run_until(self.stop(), caller, import, observe)
    }

    fn run_until(
        &self,
        stop: &Stop,
        caller: &Caller,
        import: &Import,
        observe: &mut dyn FnMut(Progress),
    ) -> Result<Report, Error> {
        let mut watch = Watch::new(self, import, stop.clone(), observe);
        let done = self.stopped_by(stop).carry_out(caller, import, &mut watch);
        // What is to be noted is noted also if nobody waits.
        self.stopped_by(&Stop::default()).settle_import(import, done)
    }

    /// Returns true if an import waits that no process holds. Finding none costs no write.
    pub fn has_due_import(&self) -> Result<bool, Error> {
        let now = self.now();
        self.inner.db.read_single(|tx| Ok(store::due(tx, now, MOST_AT_ONCE)?.is_some()))
    }

    /// Carries out an import that no process holds; returns false if there is none.
    pub fn run_due_import(&self) -> Result<bool, Error> {
        let Some(import) = self.hold_due_import()? else { return Ok(false) };
        let by = match (import.token, import.session) {
            (Some(token), _) => Some(Proved::Token(token)),
            (None, session) => session.map(Proved::Session),
        };
        let organization = import.organization;
        let asker = Asker { user: import.created_by, by, scopes: import.scopes, organization };
        let done = if import.hold > MOST_HOLDS {
            let message = format!("the import was begun {MOST_HOLDS} times and ended the server's process each time");
            self.settle_import(&import, Err(Error::Invalid(message)))
        } else {
            match self.on_behalf_of(asker) {
                Ok(caller) => self.run_until(&Stop::default(), &caller, &import, &mut |_| {}),
                Err(e) => self.settle_import(&import, Err(e)),
            }
        };
        if let Err(e) = done {
            tracing::info!(import = %import.id, error = &e as &dyn std::error::Error, "an import is not done");
        }
        Ok(true)
    }

    fn hold_due_import(&self) -> Result<Option<Import>, Error> {
        if !self.has_due_import()? {
            return Ok(None);
        }
        let now = self.now();
        self.write(&Caller::operator(), |change| {
            let Some(import) = store::due(change.tx, now, MOST_AT_ONCE)? else { return Ok(None) };
            let held = Import {
                state: ImportState::Running,
                hold: import.hold + 1,
                held_until: now.plus(LEASE),
                updated_at: now,
                ..import
            };
            store::update(change.tx, &held)?;
            Ok(Some(held))
        })
    }

    fn carry_out(&self, caller: &Caller, import: &Import, watch: &mut Watch<'_>) -> Result<(Report, Stored), Error> {
        if let (Some(revision), Some(outcome)) = (import.revision, outcome(import)) {
            // The content landed already, and the process died before it was checked.
            let report = landed(revision, &outcome);
            return self.checked(caller, import, report, self.stored_report(import)?, watch);
        }
        let commit = importing(caller, import.space, target(import));
        let line = self.may_write(&commit)?;
        let limits = Limits::default();
        let options = super::options(import)?;
        let ready = self.ready_source(import, &limits, watch)?;
        watch.go_on()?;
        let (content, pages, is_complete, is_single) = match ready {
            Ready::Tree { ref tree, ref report, is_complete, is_single } => {
                (Content::Tree(&**tree), report.clone(), is_complete, is_single)
            }
            Ready::Page { ref name, ref file } => {
                let file = file.try_clone().map_err(|e| Error::internal("reading an upload", e))?;
                (Content::Page { name, file }, Stored::default(), true, true)
            }
        };
        let manner = options.manner();
        // What was not looked at may still be there.
        let keeps = !is_complete || is_single;
        let manner = if keeps { Manner { absent: Absent::Keep, ..manner } } else { manner };
        let noted = self.keep_report(import, &pages)?;
        let (kept, dropped) = pages.parts();
        let mut landing = |change: &mut Change<'_, '_>, committed: &crate::content::commit::Committed<_>| {
            let imported: &quire_content::import::Imported = &committed.outcome;
            let row = self.held(change, import)?;
            let counts = [imported.pages, imported.files, imported.reusable];
            let outcome = Outcome {
                changed: committed.changed,
                total: counts.iter().map(|it| it.created + it.updated + it.moved + it.unchanged).sum(),
                pages: imported.pages.into(),
                files: imported.files.into(),
                reusable: imported.reusable.into(),
                kept,
                dropped,
                is_partial: !is_complete,
            };
            let row = Import {
                revision: Some(committed.revision),
                outcome: Some(written(&outcome)?),
                report: noted,
                stage: ImportStage::Checking,
                updated_at: self.now(),
                ..row
            };
            Ok(store::update(change.tx, &row)?)
        };
        let mut tell = |progress: Progress| watch.tell(progress);
        let report = self.import_in_run((&commit, line), content, &limits, manner, &mut tell, &mut landing)?;
        let mut pages = pages;
        if manner.dry_run {
            pages.warn(&report.warnings);
            let mut outcome = Outcome::of(&report);
            (outcome.kept, outcome.dropped, outcome.is_partial) = (kept, dropped, !is_complete);
            self.note_outcome(import, &outcome)?;
            return Ok((report, pages));
        }
        let mut noted = Outcome::of(&report);
        (noted.kept, noted.dropped, noted.is_partial) = (kept, dropped, !is_complete);
        // What was warned about while reading is known here only; what is checked later is added to it.
        pages.warn(&report.warnings);
        self.note_outcome(import, &noted)?;
        self.with_specifications(caller, import, report, pages, watch)
    }

    /// Adds the warnings about an import that landed before its process died.
    fn checked(
        &self,
        caller: &Caller,
        import: &Import,
        mut report: Report,
        pages: Stored,
        watch: &mut Watch<'_>,
    ) -> Result<(Report, Stored), Error> {
        let mut warnings = pages.clone().warnings();
        warnings.append(self.dead_links(import.organization, import.space, report.revision)?);
        report.warnings = warnings;
        self.with_specifications(caller, import, report, pages, watch)
    }

    fn with_specifications(
        &self,
        caller: &Caller,
        import: &Import,
        report: Report,
        mut pages: Stored,
        watch: &mut Watch<'_>,
    ) -> Result<(Report, Stored), Error> {
        watch.step(ImportStage::Checking, 0, 1);
        let report = self.with_specification_warnings(caller, import.space, report)?;
        pages.warn(&report.warnings);
        Ok((report, pages))
    }

    /// Returns the row of an import, if it is still carried out by the process that holds it as `import`.
    fn held(&self, change: &mut Change<'_, '_>, import: &Import) -> Result<Import, Error> {
        let row = store::get(change.tx, import.organization, import.id)?;
        let held = |row: &Import| row.hold == import.hold && row.ended_at.is_none();
        row.filter(held).ok_or_else(|| Error::Conflict(CANCELLED.to_owned()))
    }

    fn note_outcome(&self, import: &Import, outcome: &Outcome) -> Result<(), Error> {
        let outcome = written(outcome)?;
        self.write(&Caller::operator(), |change| {
            let row = self.held(change, import)?;
            Ok(store::update(change.tx, &Import { outcome: Some(outcome.clone()), ..row })?)
        })
    }

    /// Stores a report, and returns its name; `None` if there is nothing in it.
    fn keep_report(&self, import: &Import, report: &Stored) -> Result<Option<quire_content::hash::Hash>, Error> {
        let bytes = serde_json::to_vec(report).map_err(|e| Error::internal("writing a report", e))?;
        let stored = self.inner.blobs.put(&mut &*bytes, u64::MAX, self.now());
        let stored = stored.map_err(|e| Error::internal("storing a report", e))?;
        self.write(&Caller::operator(), |change| {
            blobs::insert(change.tx, import.organization, stored.hash, stored.size)?;
            Ok(Some(stored.hash))
        })
    }

    /// Notes what came of an import.
    fn settle_import(&self, import: &Import, done: Result<(Report, Stored), Error>) -> Result<Report, Error> {
        let now = self.now();
        let row = |change: &mut Change<'_, '_>| {
            let row = store::get(change.tx, import.organization, import.id)?;
            Ok::<_, Error>(row.filter(|row| row.hold == import.hold && row.ended_at.is_none()))
        };
        match done {
            Ok((report, pages)) => {
                let stored = self.keep_report(import, &pages)?;
                self.write(&Caller::operator(), |change| {
                    let Some(row) = row(change)? else { return Ok(()) };
                    end(change, Import { state: ImportState::Done, report: stored, ..row }, now).map(drop)
                })?;
                Ok(report)
            }
            Err(error) => {
                let is_left = matches!(error, Error::Stopped) || (error.is_fault() && import.hold < MOST_HOLDS);
                let found = self.write(&Caller::operator(), |change| {
                    let Some(row) = row(change)? else { return Ok(None) };
                    if is_left {
                        let pause = if matches!(error, Error::Stopped) { Duration::ZERO } else { PAUSE };
                        let pause = pause * u32::try_from(row.hold.clamp(0, MOST_HOLDS)).unwrap_or(1);
                        let held_until = if pause.is_zero() { Timestamp(0) } else { now.plus(pause) };
                        let left = Import { state: ImportState::Queued, held_until, updated_at: now, ..row };
                        store::update(change.tx, &left)?;
                    } else {
                        let failure = Some(reason(&error));
                        end(change, Import { state: ImportState::Failed, failure, ..row }, now)?;
                    }
                    Ok(Some(()))
                })?;
                // It was ended, or another process took it, before this one came to its end.
                Err(if found.is_none() { Error::Conflict(CANCELLED.to_owned()) } else { error })
            }
        }
    }
}

/// Returns what may be said of an error.
fn reason(error: &Error) -> String {
    match error {
        Error::Internal { .. } | Error::Unavailable(_) => "the server failed".to_owned(),
        other => other.to_string(),
    }
}

fn written(outcome: &Outcome) -> Result<String, Error> {
    serde_json::to_string(outcome).map_err(|e| Error::internal("writing an import", e))
}

fn landed(revision: RevisionId, outcome: &Outcome) -> Report {
    Report {
        revision,
        changed: outcome.changed,
        pages: outcome.pages.into(),
        files: outcome.files.into(),
        reusable: outcome.reusable.into(),
        total: outcome.total,
        warnings: Warnings::default(),
    }
}
