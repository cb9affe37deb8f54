//! Connections to the server, opened when they are needed and thrown away when they break.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

use parking_lot::{Condvar, Mutex};

use super::{Postgres, check, tls};
use crate::error::Error;
use crate::transaction::{Connection, Read, Write};

/// How long to wait for a connection to become free.
const WAIT: Duration = Duration::from_secs(5);

/// How long to wait for the server to take a new connection.
const CONNECT: Duration = Duration::from_secs(5);

/// How often a transaction that conflicts with others is tried.
const ATTEMPTS: u32 = 12;

const BEGIN_READ: &str = "begin isolation level repeatable read read only";
const BEGIN_WRITE: &str = "begin isolation level serializable";

pub(crate) struct Pool {
    config: postgres::Config,
    most: usize,
    /// Told to others with each commit, so that one's own are not taken for theirs.
    pub(crate) instance: String,
    state: Mutex<State>,
    returned: Condvar,
}

#[derive(Default)]
struct State {
    idle: Vec<Postgres>,
    open: usize,
}

impl Pool {
    pub(crate) fn open(url: &str, most: usize) -> Result<Self, Error> {
        let mut config: postgres::Config =
            url.parse().map_err(|e: postgres::Error| Error::Unsuitable(format!("the database's address: {e}")))?;
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(CONNECT);
        }
        config.application_name("quire");
        let instance = String::new();
        let mut pool = Self { config, most: most.max(1), instance, state: Mutex::default(), returned: Condvar::new() };
        let mut first = pool.connect()?;
        check::suitable(&mut first.client)?;
        pool.instance = check::instance(&mut first.client)?;
        *pool.state.get_mut() = State { idle: vec![first], open: 1 };
        Ok(pool)
    }

    pub(crate) fn connect(&self) -> Result<Postgres, Error> {
        let connected = self.config.connect(tls::connector()?);
        let client = connected.map_err(|e| Error::unavailable("connecting to the server", e))?;
        let mut connection = Postgres::new(client);
        connection.batch("set statement_timeout = '60s'; set idle_in_transaction_session_timeout = '60s';")?;
        Ok(connection)
    }

    /// A connection that no other process can have at the same time: the others wait for its end.
    pub(crate) fn alone(&self) -> Result<Postgres, Error> {
        let mut connection = self.connect()?;
        connection.batch("set statement_timeout = 0; select pg_advisory_lock(8162023);")?;
        Ok(connection)
    }

    pub(crate) fn read<T, E: From<Error>>(
        &self,
        mut work: impl FnMut(&mut Read<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        loop {
            let mut lent = self.begin(BEGIN_READ)?;
            let fresh = lent.fresh;
            let mut tx = Read::new(lent.connection()?);
            let outcome = work(&mut tx);
            let failure = tx.failure.take();
            if matches!(failure, Some(Error::Unavailable { .. })) {
                if fresh {
                    return outcome;
                }
                // The pooled connection was dead: reading once more harms nobody.
                continue;
            }
            lent.finish("rollback")?;
            return outcome;
        }
    }

    pub(crate) fn write<T, E: From<Error>>(
        &self,
        mut work: impl FnMut(&mut Write<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        for attempt in 0..ATTEMPTS {
            let mut lent = self.begin(BEGIN_WRITE)?;
            let mut tx = Write::new(lent.connection()?);
            let outcome = work(&mut tx);
            match (outcome, tx.failure.take()) {
                (_, Some(Error::Contention)) => {
                    lent.finish("rollback")?;
                    pause(attempt);
                }
                (Err(e), Some(_)) => return Err(e),
                (Err(e), None) => {
                    lent.finish("rollback")?;
                    return Err(e);
                }
                (Ok(_), Some(failure)) => return Err(failure.into()),
                (Ok(value), None) => match self.commit(&mut lent) {
                    Ok(()) => return Ok(value),
                    Err(Error::Contention) => {
                        lent.finish("rollback")?;
                        pause(attempt);
                    }
                    Err(e) => return Err(e.into()),
                },
            }
        }
        Err(Error::Contention.into())
    }

    fn commit(&self, lent: &mut Lent<'_>) -> Result<(), Error> {
        let notify = format!("notify {}, '{}'", super::CHANNEL, self.instance);
        lent.connection()?.batch(&notify)?;
        match lent.finish("commit") {
            Err(Error::Unavailable { source, .. }) => {
                let context = "the connection broke while committing: whether it was done is unknown".to_owned();
                Err(Error::Unavailable { context, source })
            }
            other => other,
        }
    }

    /// A connection in a new transaction. A pooled one that turns out dead is replaced.
    fn begin(&self, begin: &str) -> Result<Lent<'_>, Error> {
        loop {
            let mut lent = self.lend()?;
            let fresh = lent.fresh;
            match lent.connection()?.batch(begin) {
                Ok(()) => return Ok(lent),
                Err(Error::Unavailable { .. }) if !fresh => {}
                Err(e) => return Err(e),
            }
        }
    }

    fn lend(&self) -> Result<Lent<'_>, Error> {
        let mut state = self.state.lock();
        let mut waited = false;
        loop {
            while let Some(idle) = state.idle.pop() {
                if !idle.is_closed() {
                    return Ok(Lent { pool: self, connection: Some(idle), sound: false, fresh: false });
                }
                state.open -= 1;
            }
            if state.open < self.most {
                state.open += 1;
                drop(state);
                let mut lent = Lent { pool: self, connection: None, sound: false, fresh: true };
                lent.connection = Some(self.connect()?);
                return Ok(lent);
            }
            if waited {
                return Err(Error::Unavailable { context: "all connections are in use".to_owned(), source: None });
            }
            waited = self.returned.wait_for(&mut state, WAIT).timed_out();
        }
    }
}

/// Waits a little longer each time, and not as long as other threads do.
fn pause(attempt: u32) {
    let mut hasher = DefaultHasher::new();
    std::thread::current().id().hash(&mut hasher);
    let jitter = hasher.finish() % 7 + 1;
    std::thread::park_timeout(Duration::from_millis(jitter << attempt.min(6)));
}

/// A connection that goes back to the pool, or is closed where it is not known to be sound.
struct Lent<'a> {
    pool: &'a Pool,
    connection: Option<Postgres>,
    sound: bool,
    fresh: bool,
}

impl Lent<'_> {
    fn connection(&mut self) -> Result<&mut Postgres, Error> {
        let missing = || Error::Unavailable { context: "the connection was lost".to_owned(), source: None };
        self.connection.as_mut().ok_or_else(missing)
    }

    /// Ends the transaction; the connection is sound again.
    fn finish(&mut self, end: &str) -> Result<(), Error> {
        let ended = self.connection()?.batch(end);
        self.sound = !matches!(ended, Err(Error::Unavailable { .. }));
        ended
    }
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        let connection = self.connection.take();
        let mut state = self.pool.state.lock();
        match connection {
            Some(connection) if self.sound => state.idle.push(connection),
            _ => state.open -= 1,
        }
        drop(state);
        self.pool.returned.notify_one();
    }
}
