//! The progress of a running import: written from time to time, which keeps the hold, and seen by whoever watches.
//!
//! Where the import has ended meanwhile, another process took it, or nobody waits for it, everything that runs for it is
//! asked to stop.

use std::time::Duration;

use quire_content::stop::Stop;
use quire_model::imports::ImportStage;
use quire_sources::fetch::Found;
use quire_store::imports::{self as store, Import, Progress as Written};

use super::LEASE;
use crate::App;
use crate::callers::Caller;
use crate::content::import::{Progress, Stage};
use crate::core::errors::Error;

/// The least time between two writes within one stage.
const PAUSE: Duration = Duration::from_secs(1);

/// The progress of a running import.
pub(super) struct Watch<'w> {
    /// The application of whoever asked, which ends when nobody waits.
    asker: App,
    import: &'w Import,
    stop: Stop,
    at: Written,
    written_at: i64,
    observe: &'w mut dyn FnMut(Progress),
}

impl<'w> Watch<'w> {
    pub(super) fn new(asker: &App, import: &'w Import, stop: Stop, observe: &'w mut dyn FnMut(Progress)) -> Self {
        let at = Written {
            stage: import.stage,
            done: import.done,
            total: import.total,
            pages: import.pages,
            files: import.files,
            bytes: 0,
        };
        Self { asker: asker.clone(), import, stop, at, written_at: 0, observe }
    }

    /// Notes that bytes were received.
    pub(super) fn received(&mut self, bytes: u64) {
        self.at.bytes = self.at.bytes.saturating_add_unsigned(bytes);
    }

    /// Notes what was found on another server.
    pub(super) fn found(&mut self, found: Found) {
        (self.at.pages, self.at.files) = (number(found.pages), number(found.files));
        self.step(ImportStage::Fetching, found.done as u64, found.known as u64);
    }

    /// Notes the progress of a stage of reading and writing.
    pub(super) fn tell(&mut self, progress: Progress) {
        let stage = match progress.stage {
            Stage::Fetching => ImportStage::Fetching,
            Stage::Converting => ImportStage::Converting,
            Stage::Reading => ImportStage::Reading,
            Stage::Storing => ImportStage::Storing,
            Stage::Writing => ImportStage::Writing,
        };
        match stage {
            ImportStage::Reading => self.at.pages = i64::try_from(progress.total).unwrap_or(i64::MAX),
            ImportStage::Storing => self.at.files = i64::try_from(progress.total).unwrap_or(i64::MAX),
            _ => {}
        }
        self.step(stage, progress.done, progress.total);
    }

    /// Notes that a stage was reached.
    pub(super) fn step(&mut self, stage: ImportStage, done: u64, total: u64) {
        let seen = match stage {
            ImportStage::Waiting | ImportStage::Checking => None,
            ImportStage::Fetching => Some(Stage::Fetching),
            ImportStage::Converting => Some(Stage::Converting),
            ImportStage::Reading => Some(Stage::Reading),
            ImportStage::Storing => Some(Stage::Storing),
            ImportStage::Writing => Some(Stage::Writing),
        };
        if let Some(stage) = seen {
            (self.observe)(Progress { stage, done, total });
        }
        if self.asker.stop().is_requested() {
            self.stop.request();
        }
        let is_new = self.at.stage != stage;
        self.at.stage = stage;
        self.at.done = i64::try_from(done).unwrap_or(i64::MAX);
        self.at.total = i64::try_from(total).unwrap_or(i64::MAX);
        let is_due = self.asker.now().0.saturating_sub(self.written_at) >= PAUSE.as_millis() as i64;
        // The first stages of a small import come and go within a moment: nobody sees them.
        if (is_due || (is_new && self.written_at == 0)) && !self.stop.is_requested() {
            match self.keep() {
                Ok(true) => {}
                Ok(false) => self.stop.request(),
                Err(e) => {
                    tracing::debug!(error = &e as &dyn std::error::Error, "the progress of an import is not noted");
                }
            }
        }
    }

    /// Writes how far the import is, and holds it for longer; returns false if it is not this process's any more.
    fn keep(&mut self) -> Result<bool, Error> {
        let now = self.asker.now();
        self.written_at = now.0;
        let (import, at) = (self.import, self.at);
        self.asker
            .write(&Caller::operator(), |change| Ok(store::progress(change.tx, import, at, now.plus(LEASE), now)?))
    }

    /// Returns an error if the work is to stop.
    pub(super) fn go_on(&mut self) -> Result<(), Error> {
        if self.asker.stop().is_requested() {
            self.stop.request();
        }
        if self.stop.is_requested() { Err(Error::Stopped) } else { Ok(()) }
    }

    /// Returns how far the import is, for a transaction that writes it beside something else.
    pub(super) fn written(&mut self) -> Written {
        self.written_at = self.asker.now().0;
        self.at
    }

    pub(super) fn stop(&self) -> &Stop {
        &self.stop
    }
}

fn number(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
