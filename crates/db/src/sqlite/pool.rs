//! A pool of connections that read, opened on demand.

use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};

use super::{DatabaseFile, Mode, Sqlite};
use crate::error::Error;
use crate::transaction::{Connection, Read};

/// The time limit for a connection to become free.
const WAIT: Duration = Duration::from_secs(10);

pub(crate) struct Pool {
    place: DatabaseFile,
    most: usize,
    state: Mutex<State>,
    returned: Condvar,
}

#[derive(Default)]
struct State {
    idle: Vec<Sqlite>,
    open: usize,
}

impl Pool {
    pub(crate) fn new(place: DatabaseFile, most: usize) -> Self {
        Self { place, most: most.max(1), state: Mutex::default(), returned: Condvar::new() }
    }

    /// Runs `work` in a transaction that sees one state of the database.
    pub(crate) fn read<T, E: From<Error>>(&self, work: impl FnOnce(&mut Read<'_>) -> Result<T, E>) -> Result<T, E> {
        let mut lent = self.lend()?;
        let connection = lent.connection()?;
        connection.batch("begin")?;
        let outcome = work(&mut Read::new(connection));
        lent.sound = connection.batch("rollback").is_ok();
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
