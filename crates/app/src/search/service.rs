//! The search index of this process, shared by readers and by the thread that updates it.
//!
//! One thread at a time updates the index from the database; readers use the current state of the index. A commit
//! only signals the update and never waits for it. The directory belongs to one process: any other with the same
//! directory has no index, and its searches return an error that says so.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use quire_content::id::Uid;
use quire_search::Index;

use super::indexer::{Fault, Followed, Indexer, Progress};
use super::pending::PendingChanges;
use crate::App;
use crate::core::errors::Error;

/// The time that a query waits for an index that is being opened.
const PATIENCE: Duration = Duration::from_secs(2);

const OPENING: Error = Error::NotReady("the search index is being opened, try again");
const TAKEN: Error = Error::NotReady("another process uses the search index of this data directory");
pub(super) const REBUILT: Error = Error::NotReady("the search index is being rebuilt, try again");

/// The index, its updater, and the changes waiting for it.
pub(crate) struct Search {
    dir: PathBuf,
    status: Mutex<Status>,
    /// Notified when the status changes.
    opened: Condvar,
    indexer: Mutex<Option<Indexer>>,
    pending: Mutex<PendingChanges>,
    /// Notified when there are changes to process, and to end a wait.
    woken: Condvar,
}

/// The state of the index for readers.
enum Status {
    Opening,
    Open(Index),
    /// Another process uses the directory.
    Taken,
    /// The index is damaged and will be rebuilt.
    Spoiled,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Search {
    /// Creates a keeper for the index in a directory, which is opened by the first update step.
    pub(crate) fn new(dir: PathBuf) -> Self {
        Self {
            dir,
            status: Mutex::new(Status::Opening),
            opened: Condvar::new(),
            indexer: Mutex::new(None),
            pending: Mutex::default(),
            woken: Condvar::new(),
        }
    }

    /// Signals that a change which touched these scopes was committed.
    pub(crate) fn wake(&self, scopes: &[Uid]) {
        if !scopes.is_empty() {
            locked(&self.pending).streams.extend(scopes);
            self.woken.notify_all();
        }
    }

    /// Signals that another process may have committed changes.
    pub(crate) fn wake_all(&self) {
        locked(&self.pending).all = true;
        self.woken.notify_all();
    }

    /// Returns the current index; waits a bounded time while it is being opened.
    pub(super) fn index(&self) -> Result<Index, Error> {
        let is_opening = |status: &mut Status| matches!(status, Status::Opening);
        let waited = self.opened.wait_timeout_while(locked(&self.status), PATIENCE, is_opening);
        match &*waited.unwrap_or_else(PoisonError::into_inner).0 {
            Status::Open(index) => Ok(index.clone()),
            Status::Opening => Err(OPENING),
            Status::Taken => Err(TAKEN),
            Status::Spoiled => Err(REBUILT),
        }
    }

    /// Returns the current index if it is open, without waiting.
    pub(super) fn at_hand(&self) -> Option<Index> {
        match &*locked(&self.status) {
            Status::Open(index) => Some(index.clone()),
            Status::Opening | Status::Taken | Status::Spoiled => None,
        }
    }

    /// Marks the index as damaged, so that the next step rebuilds it.
    pub(super) fn spoiled(&self) {
        self.set(Status::Spoiled);
        locked(&self.pending).called = true;
        self.woken.notify_all();
    }

    fn set(&self, status: Status) {
        *locked(&self.status) = status;
        self.opened.notify_all();
    }

    fn is_spoiled(&self) -> bool {
        matches!(&*locked(&self.status), Status::Spoiled)
    }

    /// Opens the index; rebuilds it if it is not usable, or if `rebuild` is true.
    fn open(&self, rebuild: bool) -> Result<Indexer, quire_search::Error> {
        let opened = match quire_search::open(&self.dir) {
            Err(error) if error.needs_rebuild() => {
                tracing::warn!(reason = %error, "the search index is rebuilt");
                quire_search::recreate(&self.dir)
            }
            Ok(opened) if rebuild => {
                drop(opened);
                quire_search::recreate(&self.dir)
            }
            opened => opened,
        };
        match opened {
            Ok((index, writer)) => {
                self.set(Status::Open(index.clone()));
                Ok(Indexer::new(index, writer))
            }
            Err(error) => {
                if matches!(error, quire_search::Error::InUse(_)) {
                    self.set(Status::Taken);
                }
                Err(error)
            }
        }
    }
}

impl App {
    /// Performs one update step of the index and makes it visible to readers. The first call opens the index.
    pub fn follow_search(&self) -> Result<Followed, Error> {
        let service = &*self.inner.search;
        let mut held = locked(&service.indexer);
        let is_spoiled = service.is_spoiled();
        if is_spoiled {
            held.take();
        }
        let indexer = match &mut *held {
            Some(indexer) => indexer,
            none => none.insert(service.open(is_spoiled).map_err(unusable)?),
        };
        let pending = std::mem::take(&mut *locked(&service.pending));
        // An unwinding panic would end search until the next start.
        let stepped = catch_unwind(AssertUnwindSafe(|| indexer.step(self, &pending)));
        match stepped {
            Ok(Ok(followed)) => Ok(followed),
            Ok(Err(Fault::Database(error))) => Err(error),
            // The next call opens the index again, which shows if it is still usable.
            Ok(Err(Fault::Index(error))) => {
                held.take();
                Err(unusable(error))
            }
            Err(_) => {
                held.take();
                Err(Error::internal("keeping the search index", "a step of it panicked"))
            }
        }
    }

    /// Updates the index until it contains everything committed.
    pub fn catch_up_search(&self) -> Result<(), Error> {
        while self.follow_search()? == Followed::Further {}
        Ok(())
    }

    /// Rebuilds the index, and reports progress after each step.
    pub fn reindex(&self, progress: &mut dyn FnMut(Progress)) -> Result<Progress, Error> {
        let service = &*self.inner.search;
        let mut held = locked(&service.indexer);
        held.take();
        let indexer = held.insert(service.open(true).map_err(unusable)?);
        loop {
            let stepped = indexer.step(self, &PendingChanges::default());
            let more = stepped.map_err(|fault| match fault {
                Fault::Database(error) => error,
                Fault::Index(error) => unusable(error),
            })?;
            progress(indexer.progress());
            if more == Followed::UpToDate {
                indexer.settle().map_err(unusable)?;
                return Ok(indexer.progress());
            }
        }
    }

    /// Waits until there are changes to process, the wait is ended by [`App::call_search`], or `most` has passed.
    pub fn await_commits(&self, most: Duration) {
        let service = &*self.inner.search;
        let nothing = |pending: &mut PendingChanges| pending.streams.is_empty() && !pending.all && !pending.called;
        drop(service.woken.wait_timeout_while(locked(&service.pending), most, nothing));
    }

    /// Ends a wait for commits.
    pub fn call_search(&self) {
        locked(&self.inner.search.pending).called = true;
        self.inner.search.woken.notify_all();
    }

    /// Writes the index to files and closes it, so that another process can open it.
    pub fn close_search(&self) {
        if let Some(mut indexer) = locked(&self.inner.search.indexer).take()
            && let Err(error) = indexer.settle()
        {
            // The next start compares the index with the database.
            tracing::warn!(error = &error as &dyn std::error::Error, "the search index is not written to its end");
        }
        self.inner.search.set(Status::Opening);
    }
}

fn unusable(error: quire_search::Error) -> Error {
    match error {
        quire_search::Error::InUse(dir) => Error::Conflict(format!(
            "the search index in {} is in use by another process: only one process can use a data directory's index",
            dir.display()
        )),
        error => Error::internal("keeping the search index", error),
    }
}
