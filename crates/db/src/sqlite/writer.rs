//! The one writer, and group commit.
//!
//! Whoever wants to write waits for the writer's lock, runs its closure in a savepoint of the open transaction and, if
//! nobody else waits, commits. If somebody does, the commit is left to them: they get the lock next, and commit for
//! all. Nobody returns before the commit of their changes is on disk. So transactions that come together share one
//! sync, and one that comes alone waits for nobody. There is no writer thread, so closures may borrow from their
//! caller's stack.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use parking_lot::{Condvar, Mutex, MutexGuard};

use super::{Mode, Place, Sqlite};
use crate::error::Error;
use crate::transaction::{Connection, Write};

/// Transactions that share a commit, at most: the first of them waits for all.
const BATCH: usize = 64;

pub(crate) struct Writer {
    place: Place,
    waiting: AtomicUsize,
    commits: AtomicU64,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    connection: Option<Sqlite>,
    open: Option<Arc<Batch>>,
    members: usize,
    openings: u64,
}

/// Transactions that are committed together, and what came of it.
#[derive(Default)]
struct Batch {
    outcome: Mutex<Option<Result<(), Error>>>,
    settled: Condvar,
}

impl Batch {
    fn settle(&self, outcome: Result<(), Error>) {
        *self.outcome.lock() = Some(outcome);
        self.settled.notify_all();
    }

    fn wait(&self) -> Result<(), Error> {
        let mut outcome = self.outcome.lock();
        loop {
            match &*outcome {
                Some(settled) => return settled.clone(),
                None => self.settled.wait(&mut outcome),
            }
        }
    }
}

impl Writer {
    pub(crate) fn new(place: Place) -> Self {
        Self { place, waiting: AtomicUsize::new(0), commits: AtomicU64::new(0), state: Mutex::default() }
    }

    /// How many commits there were.
    pub(crate) fn commits(&self) -> u64 {
        self.commits.load(Ordering::Relaxed)
    }

    pub(crate) fn write<T, E: From<Error>>(
        &self,
        work: impl FnOnce(&mut Write<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        self.waiting.fetch_add(1, Ordering::SeqCst);
        let mut state = self.state.lock();
        self.waiting.fetch_sub(1, Ordering::SeqCst);
        let batch = self.enter(&mut state)?;
        // Whatever comes of the closure, the others' changes must still be committed.
        let outcome = catch_unwind(AssertUnwindSafe(|| in_savepoint(&mut state, work)));
        state.members += 1;
        if self.waiting.load(Ordering::SeqCst) == 0 || state.members >= BATCH {
            self.commit(&mut state);
        }
        MutexGuard::unlock_fair(state);
        match outcome {
            Ok(Ok(value)) => batch.wait().map(|()| value).map_err(E::from),
            Ok(Err(e)) => Err(e),
            Err(panic) => resume_unwind(panic),
        }
    }

    /// The open batch, or a new one in a new transaction.
    fn enter(&self, state: &mut State) -> Result<Arc<Batch>, Error> {
        if let Some(batch) = &state.open {
            return Ok(batch.clone());
        }
        if state.connection.is_none() {
            state.connection = Some(self.place.connect(Mode::Write)?);
            state.openings += 1;
        }
        connection(state)?.batch("begin immediate")?;
        let batch = Arc::<Batch>::default();
        state.open = Some(batch.clone());
        state.members = 0;
        Ok(batch)
    }

    fn commit(&self, state: &mut State) {
        let Some(batch) = state.open.take() else { return };
        self.commits.fetch_add(1, Ordering::Relaxed);
        let outcome = connection(state).and_then(|connection| connection.batch("commit"));
        if outcome.is_err() {
            // Whatever state the connection is in, the next batch gets a new one.
            state.connection = None;
        }
        batch.settle(outcome);
    }
}

fn in_savepoint<T, E: From<Error>>(
    state: &mut State,
    work: impl FnOnce(&mut Write<'_>) -> Result<T, E>,
) -> Result<T, E> {
    let connection = connection(state)?;
    connection.batch("savepoint member")?;
    let mut savepoint = Savepoint { connection, done: false };
    let value = work(&mut Write::new(savepoint.connection))?;
    savepoint.connection.batch("release member")?;
    savepoint.done = true;
    Ok(value)
}

/// Rolls back when it goes without being done, also while a panic unwinds.
struct Savepoint<'a> {
    connection: &'a mut Sqlite,
    done: bool,
}

impl Drop for Savepoint<'_> {
    fn drop(&mut self) {
        if !self.done {
            // Should this fail, so will the commit, and nothing of the batch is kept.
            let _ = self.connection.batch("rollback to member; release member");
        }
    }
}

fn connection(state: &mut State) -> Result<&mut Sqlite, Error> {
    let missing = || Error::Unavailable { context: "the connection was lost".to_owned(), source: None };
    state.connection.as_mut().ok_or_else(missing)
}

impl Writer {
    /// A number that changes when another process commits; none where it can't be had. A reopened connection counts
    /// anew, so its number stands beside that of its opening.
    pub(crate) fn version(&self) -> Option<(u64, i64)> {
        let mut state = self.state.lock();
        if state.connection.is_none() {
            state.connection = self.place.connect(Mode::Write).ok();
            state.openings += 1;
        }
        let version = state.connection.as_mut()?.version()?;
        Some((state.openings, version))
    }
}
