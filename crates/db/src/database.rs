//! A database of either kind.

use std::path::PathBuf;
use std::sync::Arc;

use crate::error::Error;
use crate::failing::Failing;
use crate::kept::{Failure, Kept};
use crate::postgres::{self, Pool as Servers, Postgres};
use crate::sqlite::{self, DatabaseFile, Pool as Readers, Writer};
use crate::statement::Registered;
use crate::transaction::{Read, Snapshot, Write};
use crate::watch::{OnHeard, Watch};

/// The configuration of a database.
#[derive(Debug, Clone)]
pub enum Config {
    /// A SQLite file, created if it is missing.
    Sqlite {
        /// The path of the file.
        path: PathBuf,
        /// The maximum number of connections that read.
        readers: usize,
    },
    /// A database of a PostgreSQL server.
    Postgres {
        /// The address, such as `postgres://user:password@host:port/database?sslmode=require`.
        url: String,
        /// The maximum number of connections.
        connections: usize,
    },
}

/// An open database. Cheap to clone.
///
/// Its calls block. On PostgreSQL no call may be made on a thread of an async runtime, and the last clone must not be
/// dropped there either.
#[derive(Clone)]
pub struct Database {
    kind: Driver,
    failing: Failing,
}

#[derive(Clone)]
enum Driver {
    Sqlite { writer: Arc<Writer>, readers: Arc<Readers> },
    Postgres(Arc<Servers>),
}

/// The maximum size of a message to other processes, in bytes. PostgreSQL takes less than 8,000.
pub const MESSAGE_BYTES: usize = 4096;

impl Database {
    /// Opens a database, and checks that it is suitable.
    pub fn open(config: Config) -> Result<Self, Error> {
        let kind = match config {
            Config::Sqlite { path, readers } => {
                let place = DatabaseFile::new(&path);
                let writer = Arc::new(Writer::new(place.clone()));
                // Creates the file and its journal before anything reads.
                writer.write(|_| Ok::<_, Error>(()))?;
                Driver::Sqlite { writer, readers: Arc::new(Readers::new(place, readers)) }
            }
            Config::Postgres { url, connections } => Driver::Postgres(Arc::new(Servers::open(&url, connections)?)),
        };
        Ok(Self { kind, failing: Failing::default() })
    }

    /// Runs `work` in a read transaction: every statement sees the same state. `work` may run again after a failure.
    pub fn read<T, E: From<Error>>(&self, mut work: impl FnMut(&mut Read<'_>) -> Result<T, E>) -> Result<T, E> {
        let mut kept = Kept::default();
        let outcome = self.read_kept(Snapshot::One, &mut |tx| kept.keep(work(tx)));
        kept.result(outcome)
    }

    /// Runs `work` without a transaction, for a single statement: on PostgreSQL one round trip instead of three. Each
    /// of several statements would see a state of its own.
    pub fn read_single<T, E: From<Error>>(&self, mut work: impl FnMut(&mut Read<'_>) -> Result<T, E>) -> Result<T, E> {
        let mut kept = Kept::default();
        let outcome = self.read_kept(Snapshot::None, &mut |tx| kept.keep(work(tx)));
        kept.result(outcome)
    }

    /// Reads and writes in one transaction, which is kept if `work` succeeds and was never there if it fails. `work`
    /// may run again when it conflicted with others: it must have no effect outside. It must not call [`Self::write`].
    pub fn write<T, E: From<Error>>(&self, mut work: impl FnMut(&mut Write<'_>) -> Result<T, E>) -> Result<T, E> {
        let mut kept = Kept::default();
        let outcome = self.write_kept(&mut |tx| kept.keep(work(tx)));
        kept.result(outcome)
    }

    /// Runs work that reads. It can't make a result of a failure: where a statement failed, it fails.
    fn read_kept(
        &self,
        snapshot: Snapshot,
        work: &mut dyn FnMut(&mut Read<'_>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let strict = |tx: &mut Read<'_>| {
            tx.fail_by(&self.failing);
            work(tx)?;
            tx.failure().map_or(Ok(()), |failure| Err(failure.into()))
        };
        match (&self.kind, snapshot) {
            (Driver::Sqlite { readers, .. }, snapshot) => readers.read(snapshot, strict),
            (Driver::Postgres(servers), Snapshot::One) => servers.read(strict),
            (Driver::Postgres(servers), Snapshot::None) => servers.read_single(strict),
        }
    }

    fn write_kept(&self, work: &mut dyn FnMut(&mut Write<'_>) -> Result<(), Failure>) -> Result<(), Failure> {
        let work = |tx: &mut Write<'_>| {
            tx.fail_by(&self.failing);
            work(tx)
        };
        match &self.kind {
            Driver::Sqlite { writer, .. } => writer.write(work),
            Driver::Postgres(servers) => servers.write(work),
        }
    }

    /// Has the `n`-th statement from now on fail as if others held the database for too long; none for 0. For tests of
    /// what a failure leads to.
    #[doc(hidden)]
    pub fn fail_statement(&self, n: u64) {
        self.failing.arm(n);
    }

    /// Returns how many statements have yet to run until one fails as [`Self::fail_statement`] says; 0 where none will.
    #[doc(hidden)]
    pub fn statements_until_failure(&self) -> u64 {
        self.failing.left()
    }

    /// Checks that the database answers.
    pub fn ping(&self) -> Result<(), Error> {
        self.read_single(|tx| tx.run("select 1"))
    }

    /// Keeps other processes out of the schema of a server until the result is dropped. The embedded database needs no
    /// lock: each step of a migration checks again, under the lock that every writer of a file needs.
    pub(crate) fn alone(&self) -> Result<Option<Postgres>, Error> {
        match &self.kind {
            Driver::Sqlite { .. } => Ok(None),
            Driver::Postgres(servers) => servers.alone().map(Some),
        }
    }

    /// Prepares a statement, and compares its columns with those of its record.
    pub fn check(&self, statement: &dyn Registered) -> Result<(), Error> {
        self.write(|tx| tx.check(statement))
    }

    /// Sends a message to the other processes that watch this database, which keeps nothing of it: who does not watch at
    /// the time never gets it. A file has no way for messages, so there this does nothing.
    ///
    /// # Errors
    /// If the server can't be reached, or the message has more than [`MESSAGE_BYTES`].
    pub fn announce(&self, message: &str) -> Result<(), Error> {
        if message.len() > MESSAGE_BYTES {
            return Err(Error::Unsuitable(format!("a message has at most {MESSAGE_BYTES} bytes")));
        }
        match &self.kind {
            Driver::Sqlite { .. } => Ok(()),
            Driver::Postgres(servers) => servers.announce(message),
        }
    }

    /// Calls `on_heard` within a fraction of a second after another process commits, whenever a commit may have been
    /// missed, and with each message of another process. Dropping the watch ends it.
    pub fn watch(&self, on_heard: OnHeard) -> Result<Watch, Error> {
        let started = match &self.kind {
            Driver::Sqlite { writer, .. } => sqlite::watch(writer.clone(), on_heard),
            Driver::Postgres(servers) => postgres::watch(servers.clone(), on_heard),
        };
        started.map_err(|e| Error::unavailable("starting a thread", e))
    }

    /// Returns the number of commits of the embedded database, each with a sync to disk; `None` for a server.
    pub fn commits(&self) -> Option<u64> {
        match &self.kind {
            Driver::Sqlite { writer, .. } => Some(writer.commits()),
            Driver::Postgres(_) => None,
        }
    }

    /// Returns the number of read transactions that were begun on the embedded database; `None` for a server.
    pub fn reads(&self) -> Option<u64> {
        match &self.kind {
            Driver::Sqlite { readers, .. } => Some(readers.begun()),
            Driver::Postgres(_) => None,
        }
    }

    pub(crate) fn is_postgres(&self) -> bool {
        matches!(self.kind, Driver::Postgres(_))
    }
}
