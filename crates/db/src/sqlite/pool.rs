//! A pool of connections that read, opened on demand.
//!
//! A transaction begins with its first statement, which is also when SQLite takes its state of the file. So work that finds
//! all in memory costs the database nothing.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};

use super::{DatabaseFile, Mode, Sqlite};
use crate::error::Error;
use crate::statement::Text;
use crate::transaction::{Connection, Read, Snapshot};
use crate::value::{Row, Value};

/// The time limit for a connection to become free.
const WAIT: Duration = Duration::from_secs(10);

pub(crate) struct Pool {
    place: DatabaseFile,
    most: usize,
    state: Mutex<State>,
    returned: Condvar,
    begun: AtomicU64,
}

#[derive(Default)]
struct State {
    idle: Vec<Sqlite>,
    open: usize,
}

impl Pool {
    pub(crate) fn new(place: DatabaseFile, most: usize) -> Self {
        let (state, returned, begun) = Default::default();
        Self { place, most: most.max(1), state, returned, begun }
    }

    /// Returns the number of transactions that were begun.
    pub(crate) fn begun(&self) -> u64 {
        self.begun.load(Ordering::Relaxed)
    }

    /// Runs `work`, whose statements see one state of the database, or each its own.
    pub(crate) fn read<T, E: From<Error>>(
        &self,
        snapshot: Snapshot,
        work: impl FnOnce(&mut Read<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut lent = self.lend()?;
        let mut reader = Reader { connection: lent.connection()?, snapshot, begun: &self.begun };
        let outcome = work(&mut Read::new(&mut reader));
        lent.sound = reader.end().is_ok();
        outcome
    }

    fn lend(&self) -> Result<Lent<'_>, Error> {
        let deadline = Instant::now() + WAIT;
        let mut state = self.state.lock();
        loop {
            if let Some(idle) = state.idle.pop() {
                return Ok(Lent { pool: self, connection: Some(idle), sound: false });
            }
            if state.open < self.most {
                state.open += 1;
                drop(state);
                let mut lent = Lent { pool: self, connection: None, sound: false };
                lent.connection = Some(self.place.connect(Mode::Read)?);
                return Ok(lent);
            }
            if self.returned.wait_until(&mut state, deadline).timed_out() && state.idle.is_empty() {
                return Err(Error::Unavailable { context: "all connections are in use".to_owned(), source: None });
            }
        }
    }
}

/// A connection on which a transaction begins with the first statement, if one state is asked for.
struct Reader<'a> {
    connection: &'a mut Sqlite,
    snapshot: Snapshot,
    begun: &'a AtomicU64,
}

impl Reader<'_> {
    fn begin(&mut self) -> Result<(), Error> {
        if self.snapshot == Snapshot::None || self.connection.in_transaction() {
            return Ok(());
        }
        self.begun.fetch_add(1, Ordering::Relaxed);
        self.connection.control("begin")
    }

    fn end(&mut self) -> Result<(), Error> {
        if self.connection.in_transaction() { self.connection.control("rollback") } else { Ok(()) }
    }
}

impl Connection for Reader<'_> {
    fn query(&mut self, text: Text<'_>, values: &[Value]) -> Result<Vec<Row>, Error> {
        self.begin()?;
        self.connection.query(text, values)
    }

    fn execute(&mut self, text: Text<'_>, values: &[Value]) -> Result<u64, Error> {
        self.begin()?;
        self.connection.execute(text, values)
    }

    fn batch(&mut self, text: &str) -> Result<(), Error> {
        self.begin()?;
        self.connection.batch(text)
    }

    fn prepare(&mut self, text: Text<'_>) -> Result<Vec<String>, Error> {
        self.connection.prepare(text)
    }
}

/// A borrowed connection, which returns to the pool on drop, or is closed after a panic or a failure of its
/// transaction.
struct Lent<'a> {
    pool: &'a Pool,
    connection: Option<Sqlite>,
    sound: bool,
}

impl Lent<'_> {
    fn connection(&mut self) -> Result<&mut Sqlite, Error> {
        let missing = || Error::Unavailable { context: "the connection was lost".to_owned(), source: None };
        self.connection.as_mut().ok_or_else(missing)
    }
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        let mut state = self.pool.state.lock();
        match self.connection.take() {
            Some(connection) if self.sound => state.idle.push(connection),
            _ => state.open -= 1,
        }
        self.pool.returned.notify_one();
    }
}
