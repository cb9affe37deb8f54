//! One database, of either kind.

use std::path::PathBuf;
use std::sync::Arc;

use crate::error::Error;
use crate::failing::Failing;
use crate::migrate::{self, Migration};
use crate::postgres::{self, Pool as Servers};
use crate::sqlite::{self, Place, Pool as Readers, Writer};
use crate::statement::Registered;
use crate::transaction::{Read, Write};
use crate::watch::{OnChange, Watch};

/// Which database to open.
#[derive(Debug, Clone)]
pub enum Config {
    /// A file, made if it is missing.
    Sqlite {
        /// The file.
        path: PathBuf,
        /// Connections that read, at most.
        readers: usize,
    },
    /// A server.
    Postgres {
        /// `postgres://user:password@host:port/database?sslmode=require`
        url: String,
        /// Connections, at most.
        connections: usize,
    },
}

/// An open database. Cheap to clone.
///
/// Its calls block, and on PostgreSQL they must not be made on a thread of an async runtime, nor may the last clone be
/// dropped there.
#[derive(Clone)]
pub struct Database {
    kind: Kind,
    failing: Failing,
}

#[derive(Clone)]
enum Kind {
    Sqlite { writer: Arc<Writer>, readers: Arc<Readers> },
    Postgres(Arc<Servers>),
}

impl Database {
    /// Opens a database, and checks that it is suitable.
    pub fn open(config: Config) -> Result<Self, Error> {
        let kind = match config {
            Config::Sqlite { path, readers } => {
                let place = Place::new(&path);
                let writer = Arc::new(Writer::new(place.clone()));
                // Makes the file and its journal before anybody reads.
                writer.write(|_| Ok::<_, Error>(()))?;
                Kind::Sqlite { writer, readers: Arc::new(Readers::new(place, readers)) }
            }
            Config::Postgres { url, connections } => Kind::Postgres(Arc::new(Servers::open(&url, connections)?)),
        };
        Ok(Self { kind, failing: Failing::default() })
    }

    /// Reads in one transaction: every statement sees the same state. `work` may run again after a failure. What it
    /// returns after a statement that failed is that failure, also where it made something else of it.
    pub fn read<T, E: From<Error>>(&self, work: impl FnMut(&mut Read<'_>) -> Result<T, E>) -> Result<T, E> {
        let work = self.strict(work);
        match &self.kind {
            Kind::Sqlite { readers, .. } => readers.read(work),
            Kind::Postgres(servers) => servers.read(work),
        }
    }

    /// Reads without a transaction, for work of a single statement: on PostgreSQL one round trip instead of three. Of
    /// several statements each would see a state of its own.
    pub fn glance<T, E: From<Error>>(&self, work: impl FnMut(&mut Read<'_>) -> Result<T, E>) -> Result<T, E> {
        let work = self.strict(work);
        match &self.kind {
            Kind::Sqlite { readers, .. } => readers.read(work),
            Kind::Postgres(servers) => servers.glance(work),
        }
    }

    /// Reads and writes in one transaction, which is kept if `work` succeeds and was never there if it fails. `work`
    /// may run again when it conflicted with others: it must have no effect outside. It must not call [`Self::write`].
    pub fn write<T, E: From<Error>>(&self, mut work: impl FnMut(&mut Write<'_>) -> Result<T, E>) -> Result<T, E> {
        let work = |tx: &mut Write<'_>| {
            tx.fail_by(&self.failing);
            work(tx)
        };
        match &self.kind {
            Kind::Sqlite { writer, .. } => writer.write(work),
            Kind::Postgres(servers) => servers.write(work),
        }
    }

    /// Work that can't make a result of a failure: where a statement failed, it fails.
    fn strict<T, E: From<Error>>(
        &self,
        mut work: impl FnMut(&mut Read<'_>) -> Result<T, E>,
    ) -> impl FnMut(&mut Read<'_>) -> Result<T, E> {
        move |tx| {
            tx.fail_by(&self.failing);
            let value = work(tx)?;
            tx.failure().map_or(Ok(value), |failure| Err(failure.into()))
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

    /// Whether the database answers.
    pub fn ping(&self) -> Result<(), Error> {
        self.glance(|tx| tx.run("select 1"))
    }

    /// Brings the schema up to date; `now` is in milliseconds since 1970.
    pub fn migrate(&self, migrations: &[Migration], now: i64) -> Result<(), Error> {
        let _turn = match &self.kind {
            // Each step looks again, under the lock that every writer of a file needs.
            Kind::Sqlite { .. } => None,
            Kind::Postgres(servers) => Some(servers.alone()?),
        };
        migrate::run(self, migrations, now)
    }

    /// Prepares a statement, and compares its columns with those of its record.
    pub fn check(&self, statement: &dyn Registered) -> Result<(), Error> {
        self.write(|tx| tx.check(statement))
    }

    /// Calls `on_change` whenever another process committed something, within a fraction of a second, and whenever
    /// that may have gone unnoticed. The watch ends when it is dropped.
    pub fn watch(&self, on_change: OnChange) -> Result<Watch, Error> {
        let started = match &self.kind {
            Kind::Sqlite { writer, .. } => sqlite::watch(writer.clone(), on_change),
            Kind::Postgres(servers) => postgres::watch(servers.clone(), on_change),
        };
        started.map_err(|e| Error::unavailable("starting a thread", e))
    }

    /// How often the embedded database was synced to disk for changes; none for a server.
    pub fn commits(&self) -> Option<u64> {
        match &self.kind {
            Kind::Sqlite { writer, .. } => Some(writer.commits()),
            Kind::Postgres(_) => None,
        }
    }

    pub(crate) fn is_postgres(&self) -> bool {
        matches!(self.kind, Kind::Postgres(_))
    }
}
