//! The single writer, with group commit.
//!
//! A caller that writes waits for the writer's lock, runs its closure in a savepoint of the open transaction and, if no
//! other caller waits, commits. Otherwise it leaves the commit to the next one, which gets the lock and commits for
//! all. A call only succeeds once the commit of its changes is on disk. So concurrent transactions share one sync, and
//! a single one waits for nobody. There is no writer thread, so closures may borrow from their caller's stack.
//!
//! A closure must not call the writer: it would deadlock. Constraints that are checked at the commit (`deferrable`)
//! would fail for all transactions that share it.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex, MutexGuard};

use super::{DatabaseFile, Mode, Sqlite};
use crate::error::Error;
use crate::transaction::{Connection, Write};

/// The maximum number of transactions in a batch: the first of them waits for all.
const MEMBERS: usize = 64;

/// The age of a batch after which its commit is not left to the next transaction any more.
const AGE: Duration = Duration::from_millis(50);

/// The time to wait for the lock before checking if its holder waits for another process.
const PATIENCE: Duration = Duration::from_millis(50);

pub(crate) struct Writer {
    place: DatabaseFile,
    waiting: AtomicUsize,
    /// True if the holder of the lock waits for another process.
    opening: AtomicBool,
    commits: AtomicU64,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    connection: Option<Sqlite>,
    open: Option<Arc<Batch>>,
    members: usize,
    openings: u64,
    /// The time at which a transaction last failed to get the file from another process.
    refused: Option<Instant>,
}

/// Transactions that are committed together, and the result of the commit.
struct Batch {
    began: Instant,
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
    pub(crate) fn new(place: DatabaseFile) -> Self {
        let (waiting, opening, commits) = Default::default();
        Self { place, waiting, opening, commits, state: Mutex::default() }
    }

    /// Returns the number of commits.
    pub(crate) fn commits(&self) -> u64 {
        self.commits.load(Ordering::Relaxed)
    }

    pub(crate) fn write<T, E: From<Error>>(&self, work: impl FnOnce(&mut Write<'_>) -> Result<T, E>) -> Result<T, E> {
        let came = Instant::now();
        self.waiting.fetch_add(1, Ordering::SeqCst);
        let mut state = self.state.lock();
        self.waiting.fetch_sub(1, Ordering::SeqCst);
        let batch = self.enter(&mut state, came)?;
        // The changes of the other transactions must be committed even if the closure fails or panics.
        let outcome = catch_unwind(AssertUnwindSafe(|| in_savepoint(&mut state, work)));
        state.members += 1;
        if !state.connection.as_ref().is_some_and(Sqlite::in_transaction) {
            state.lose();
        } else if self.waiting.load(Ordering::SeqCst) == 0 || state.members >= MEMBERS || batch.began.elapsed() > AGE {
            self.commit(&mut state);
        }
        MutexGuard::unlock_fair(state);
        match outcome {
            Ok(Ok(value)) => batch.wait().map(|()| value).map_err(E::from),
            Ok(Err(e)) => Err(e),
            Err(panic) => resume_unwind(panic),
        }
    }

    /// Returns the open batch, or a new one in a new transaction.
    fn enter(&self, state: &mut State, came: Instant) -> Result<Arc<Batch>, Error> {
        if let Some(batch) = &state.open {
            return Ok(batch.clone());
        }
        // A caller that waited at that time fails as well: if each in the queue waited in turn, the last would wait too
        // long.
        if state.refused.is_some_and(|refused| came < refused) {
            return Err(Error::Busy);
        }
        self.opening.store(true, Ordering::SeqCst);
        let begun = self.begin(state);
        self.opening.store(false, Ordering::SeqCst);
        if matches!(begun, Err(Error::Busy)) {
            state.refused = Some(Instant::now());
        }
        begun?;
        let (began, outcome, settled) = (Instant::now(), Mutex::default(), Condvar::new());
        let batch = Arc::new(Batch { began, outcome, settled });
        state.open = Some(batch.clone());
        state.members = 0;
        Ok(batch)
    }

    fn begin(&self, state: &mut State) -> Result<(), Error> {
        let begun = self.connected(state)?.control("begin immediate");
        if matches!(begun, Err(Error::Unavailable { .. })) {
            state.connection = None;
        }
        begun
    }

    fn connected<'s>(&self, state: &'s mut State) -> Result<&'s mut Sqlite, Error> {
        if state.connection.is_none() {
            state.connection = Some(self.place.connect(Mode::Write)?);
            state.openings += 1;
        }
        state.connection()
    }

    fn commit(&self, state: &mut State) {
        let Some(batch) = state.open.take() else { return };
        self.commits.fetch_add(1, Ordering::Relaxed);
        let outcome = state.connection().and_then(|connection| connection.control("commit"));
        if outcome.is_err() {
            // The connection may be in any state, so the next batch gets a new one.
            state.connection = None;
        }
        batch.settle(outcome);
    }

    /// Returns a value that changes when another process commits; `None` if it is unavailable. SQLite's number starts
    /// again with each connection, so the count of connections is part of the value.
    pub(crate) fn version(&self) -> Option<(u64, i64)> {
        let mut state = loop {
            if let Some(state) = self.state.try_lock_for(PATIENCE) {
                break state;
            }
            // While a caller of this process holds the file, no other process commits; while it waits for the file, one
            // may.
            if self.opening.load(Ordering::SeqCst) {
                return None;
            }
        };
        let version = self.connected(&mut state).ok()?.version()?;
        Some((state.openings, version))
    }
}

impl State {
    fn connection(&mut self) -> Result<&mut Sqlite, Error> {
        let missing = || Error::Unavailable { context: "the connection was lost".to_owned(), source: None };
        self.connection.as_mut().ok_or_else(missing)
    }

    /// Fails the batch after SQLite rolled the transaction back on its own, with the changes of all its members.
    fn lose(&mut self) {
        self.connection = None;
        if let Some(batch) = self.open.take() {
            let context = "the transaction was rolled back by a failure".to_owned();
            batch.settle(Err(Error::Unavailable { context, source: None }));
        }
    }
}

fn in_savepoint<T, E: From<Error>>(
    state: &mut State,
    work: impl FnOnce(&mut Write<'_>) -> Result<T, E>,
) -> Result<T, E> {
    let connection = state.connection()?;
    connection.control("savepoint member")?;
    let mut savepoint = Savepoint { connection, done: false };
    let mut tx = Write::new(savepoint.connection);
    let value = work(&mut tx)?;
    if let Some(failure) = tx.into_failure() {
        return Err(failure.into());
    }
    savepoint.connection.control("release member")?;
    savepoint.done = true;
    Ok(value)
}

/// A savepoint that is rolled back on drop unless it is done, also while a panic unwinds.
struct Savepoint<'a> {
    connection: &'a mut Sqlite,
    done: bool,
}

impl Drop for Savepoint<'_> {
    fn drop(&mut self) {
        if !self.done && self.connection.in_transaction() {
            let undone = self.connection.batch("rollback to member; release member");
            if undone.is_err() {
                // Losing the whole batch is better than keeping half of this transaction.
                let _ = self.connection.batch("rollback");
            }
        }
    }
}
