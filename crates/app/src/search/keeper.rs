//! The index of this process, and who waits for what of it.
//!
//! One thread at a time makes the index follow the database; readers take the index as it is at the moment. Whoever
//! commits says so, and never waits for anything here. The directory belongs to one process: another one that is given
//! the same goes without an index, and says so.

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use quire_content::id::Uid;
use quire_search::Index;

use super::follower::{Fault, Followed, Follower, Progress};
use crate::App;
use crate::errors::Error;

/// How long a query waits for an index that is being opened.
const PATIENCE: Duration = Duration::from_secs(2);

const OPENING: Error = Error::NotReady("the search index is being opened, try again");
const TAKEN: Error = Error::NotReady("another process uses the search index of this data directory");
pub(super) const REBUILT: Error = Error::NotReady("the search index is being rebuilt, try again");

/// The index, its follower, and what there is to follow.
pub(crate) struct Keeper {
    dir: PathBuf,
    status: Mutex<Status>,
    /// Told when the status changes.
    opened: Condvar,
    follower: Mutex<Option<Follower>>,
    wakes: Mutex<Wakes>,
    /// Told when there is something to follow, and when somebody wants to stop.
    woken: Condvar,
}

/// What readers have.
enum Status {
    Opening,
    Open(Index),
    /// Another process has it.
    Taken,
    /// It turned out to be damaged.
    Spoiled,
}

/// What changed since it was last looked at.
#[derive(Debug, Default)]
pub(super) struct Wakes {
    /// Streams of this process's own changes, and names of no streams.
    pub(super) streams: HashSet<Uid>,
    /// Anything may have.
    pub(super) all: bool,
    /// Somebody waits in vain.
    called: bool,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Keeper {
    /// The index in a directory, which is not touched before somebody follows.
    pub(crate) fn new(dir: PathBuf) -> Self {
        Self {
            dir,
            status: Mutex::new(Status::Opening),
            opened: Condvar::new(),
            follower: Mutex::new(None),
            wakes: Mutex::default(),
            woken: Condvar::new(),
        }
    }

    /// Something was committed that touched these scopes.
    pub(crate) fn wake(&self, scopes: &[Uid]) {
        if !scopes.is_empty() {
            locked(&self.wakes).streams.extend(scopes);
            self.woken.notify_all();
        }
    }

    /// Another process may have committed anything.
    pub(crate) fn wake_all(&self) {
        locked(&self.wakes).all = true;
        self.woken.notify_all();
    }

    /// The index as it is now.
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

    /// The index as it is now, without waiting for it.
    pub(super) fn at_hand(&self) -> Option<Index> {
        match &*locked(&self.status) {
            Status::Open(index) => Some(index.clone()),
            Status::Opening | Status::Taken | Status::Spoiled => None,
        }
    }

    /// The index turned out to be damaged.
    pub(super) fn spoiled(&self) {
        self.set(Status::Spoiled);
        locked(&self.wakes).called = true;
        self.woken.notify_all();
    }

    fn set(&self, status: Status) {
        *locked(&self.status) = status;
        self.opened.notify_all();
    }

    fn is_spoiled(&self) -> bool {
        matches!(&*locked(&self.status), Status::Spoiled)
    }

    /// Opens the index, or makes it where there is none that can be used.
    fn open(&self, anew: bool) -> Result<Follower, quire_search::Error> {
        let opened = match quire_search::open(&self.dir) {
            Err(error) if error.needs_rebuild() => {
                tracing::warn!(reason = %error, "the search index is made anew");
                quire_search::recreate(&self.dir)
            }
            Ok(opened) if anew => {
                drop(opened);
                quire_search::recreate(&self.dir)
            }
            opened => opened,
        };
        match opened {
            Ok((index, writer)) => {
                self.set(Status::Open(index.clone()));
                Ok(Follower::new(index, writer))
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
    /// Brings the index a step nearer to what is committed, and shows that to readers. The first call opens it.
    pub fn follow_search(&self) -> Result<Followed, Error> {
        let keeper = &*self.inner.search;
        let mut held = locked(&keeper.follower);
        let is_spoiled = keeper.is_spoiled();
        if is_spoiled {
            held.take();
        }
        let follower = match &mut *held {
            Some(follower) => follower,
            none => none.insert(keeper.open(is_spoiled).map_err(unusable)?),
        };
        let wakes = std::mem::take(&mut *locked(&keeper.wakes));
        // What panics here would take search away until the next start.
        let stepped = catch_unwind(AssertUnwindSafe(|| follower.step(self, &wakes)));
        match stepped {
            Ok(Ok(followed)) => Ok(followed),
            Ok(Err(Fault::Database(error))) => Err(error),
            // Opening it again tells whether it can still be used.
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

    /// Brings the index to what is committed now.
    pub fn catch_up_search(&self) -> Result<(), Error> {
        while self.follow_search()? == Followed::Further {}
        Ok(())
    }

    /// Makes the index anew, and tells from time to time how far that is.
    pub fn reindex(&self, progress: &mut dyn FnMut(Progress)) -> Result<Progress, Error> {
        let keeper = &*self.inner.search;
        let mut held = locked(&keeper.follower);
        held.take();
        let follower = held.insert(keeper.open(true).map_err(unusable)?);
        loop {
            let stepped = follower.step(self, &Wakes::default());
            let more = stepped.map_err(|fault| match fault {
                Fault::Database(error) => error,
                Fault::Index(error) => unusable(error),
            })?;
            progress(follower.progress());
            if more == Followed::UpToDate {
                return Ok(follower.progress());
            }
        }
    }

    /// Waits until there is something to follow, or somebody calls, or some time is over.
    pub fn await_commits(&self, most: Duration) {
        let keeper = &*self.inner.search;
        let nothing = |wakes: &mut Wakes| wakes.streams.is_empty() && !wakes.all && !wakes.called;
        drop(keeper.woken.wait_timeout_while(locked(&keeper.wakes), most, nothing));
    }

    /// Ends a wait for commits.
    pub fn call_search(&self) {
        locked(&self.inner.search.wakes).called = true;
        self.inner.search.woken.notify_all();
    }

    /// Lets go of the index, so that another process may have it.
    pub fn close_search(&self) {
        locked(&self.inner.search.follower).take();
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
