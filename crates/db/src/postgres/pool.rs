//! A pool of connections to the server, opened on demand and discarded when they break.

use std::hash::{BuildHasher as _, RandomState};
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};

use super::{Postgres, check, tls};
use crate::error::Error;
use crate::transaction::{Connection, Read, Write};

/// The time limit for a connection to become free.
const WAIT: Duration = Duration::from_secs(5);

/// The time limit for connecting to the server.
const CONNECT: Duration = Duration::from_secs(5);

/// The time without an answer after which a server's connections count as broken.
const SILENCE: Duration = Duration::from_secs(20);

/// The maximum number of attempts of a transaction that conflicts with others.
const ATTEMPTS: u32 = 12;

/// The number of attempts that are retried after a unique violation: if another transaction inserted the value after
/// this one had looked for it, the next attempt sees it. Serializable transactions do not tell this case from a real
/// violation.
const UNIQUE_ATTEMPTS: u32 = 3;

const BEGIN_READ: &str = "begin isolation level repeatable read read only";
const BEGIN_WRITE: &str = "begin isolation level serializable read write";

/// Transactions are read-only unless their `begin` states otherwise.
const SETTINGS: &str = "set statement_timeout = '60s'; set idle_in_transaction_session_timeout = '60s';
    set default_transaction_read_only = on;";

pub(crate) struct Pool {
    config: postgres::Config,
    most: usize,
    /// The name of this process, sent with each commit so that its watch ignores its own commits.
    pub(crate) instance: String,
    state: Mutex<State>,
    returned: Condvar,
    /// Held while a transaction is retried: transactions that conflicted once would go on to conflict with each other.
    turn: Mutex<()>,
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
        if config.get_tcp_user_timeout().is_none() {
            config.tcp_user_timeout(SILENCE);
            config.keepalives_idle(SILENCE / 2).keepalives_interval(SILENCE / 4).keepalives_retries(2);
        }
        config.application_name("quire");
        let instance = String::new();
        let (state, returned, turn) = (Mutex::default(), Condvar::new(), Mutex::default());
        let mut pool = Self { config, most: most.max(1), instance, state, returned, turn };
        let mut first = pool.connect()?;
        check::suitable(&mut first.client)?;
        pool.instance = check::instance(&mut first.client)?;
        *pool.state.get_mut() = State { idle: vec![first], open: 1 };
        Ok(pool)
    }

    pub(crate) fn connect(&self) -> Result<Postgres, Error> {
        let connected = self.config.connect(tls::connector(self.config.get_ssl_mode())?);
        let client = connected.map_err(|e| Error::unavailable("connecting to the server", e))?;
        let mut connection = Postgres::new(client);
        connection.batch(SETTINGS)?;
        Ok(connection)
    }

    /// Returns a connection that holds an exclusive lock among all processes; others wait until it is closed.
    pub(crate) fn alone(&self) -> Result<Postgres, Error> {
        let mut connection = self.connect()?;
        connection.batch("set statement_timeout = 0; select pg_advisory_lock(8162023);")?;
        Ok(connection)
    }

    pub(crate) fn read<T, E: From<Error>>(&self, work: impl FnMut(&mut Read<'_>) -> Result<T, E>) -> Result<T, E> {
        let (mut lent, outcome) = self.reading(|| self.begin(BEGIN_READ), work)?;
        if lent.sound {
            // The result is valid even if the connection breaks now.
            let _ = lent.finish("rollback");
        }
        outcome
    }

    /// Runs `work` without a transaction: one round trip for each statement.
    pub(crate) fn read_single<T, E: From<Error>>(
        &self,
        work: impl FnMut(&mut Read<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let (_, outcome) = self.reading(|| self.lend(), work)?;
        outcome
    }

    fn reading<'p, T, E: From<Error>>(
        &self,
        lend: impl Fn() -> Result<Lent<'p>, Error>,
        mut work: impl FnMut(&mut Read<'_>) -> Result<T, E>,
    ) -> Result<(Lent<'p>, Result<T, E>), Error> {
        loop {
            let mut lent = lend()?;
            let mut tx = Read::new(lent.connection()?);
            let outcome = work(&mut tx);
            lent.sound = !matches!(tx.into_failure(), Some(Error::Unavailable { .. }));
            if lent.sound || lent.fresh {
                return Ok((lent, outcome));
            }
            // The pooled connection was dead: reading again, on a new one, is safe.
            drop(lent);
            self.forget_idle();
        }
    }

    pub(crate) fn write<T, E: From<Error>>(
        &self,
        mut work: impl FnMut(&mut Write<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut turn = None;
        for attempt in 0..ATTEMPTS {
            if let Some(value) = self.try_write(&mut work, attempt)? {
                return Ok(value);
            }
            turn.get_or_insert_with(|| self.turn.lock());
            pause(attempt);
        }
        Err(Error::Contention.into())
    }

    /// Makes one attempt; returns `None` if it is to be retried.
    fn try_write<T, E: From<Error>>(
        &self,
        work: &mut impl FnMut(&mut Write<'_>) -> Result<T, E>,
        attempt: u32,
    ) -> Result<Option<T>, E> {
        let mut lent = self.begin(BEGIN_WRITE)?;
        let mut tx = Write::new(lent.connection()?);
        let outcome = work(&mut tx);
        let (error, failure) = match (outcome, tx.into_failure()) {
            (Ok(value), None) => match self.commit(&mut lent) {
                Ok(()) => return Ok(Some(value)),
                Err(e) => (e.clone().into(), Some(e)),
            },
            (Ok(_), Some(e)) => (e.clone().into(), Some(e)),
            (Err(error), failure) => (error, failure),
        };
        if !matches!(failure, Some(Error::Unavailable { .. })) {
            // If the connection breaks now, the server rolls the transaction back as well.
            let _ = lent.finish("rollback");
        }
        let again = match failure {
            Some(Error::Contention) => true,
            Some(Error::Unique { .. }) => attempt < UNIQUE_ATTEMPTS,
            _ => false,
        };
        if again { Ok(None) } else { Err(error) }
    }

    /// Commits, and notifies other processes, in one round trip.
    fn commit(&self, lent: &mut Lent<'_>) -> Result<(), Error> {
        let end = format!("notify {}, '{}'; commit", super::CHANNEL, self.instance);
        match lent.finish(&end) {
            Err(Error::Unavailable { source, .. }) => {
                let context = "the connection broke while committing: whether it was done is unknown".to_owned();
                Err(Error::Unavailable { context, source })
            }
            other => other,
        }
    }

    /// Sends a message to the other processes.
    pub(crate) fn announce(&self, message: &str) -> Result<(), Error> {
        const SEND: &str = "select pg_notify($1, $2)";
        let text = format!("{} {message}", self.instance);
        let mut lent = self.lend()?;
        let sent = lent.connection()?.client.execute(SEND, &[&super::MESSAGES, &text]);
        lent.sound = sent.is_ok();
        sent.map(drop).map_err(|e| super::failed(SEND, e))
    }

    /// Returns a connection in a new transaction. A pooled one that turns out to be dead is replaced.
    fn begin(&self, begin: &str) -> Result<Lent<'_>, Error> {
        loop {
            let mut lent = self.lend()?;
            let fresh = lent.fresh;
            match lent.connection()?.batch(begin) {
                Ok(()) => return Ok(lent),
                Err(Error::Unavailable { .. }) if !fresh => {}
                Err(e) => return Err(e),
            }
            drop(lent);
            self.forget_idle();
        }
    }

    /// Closes the idle connections: if one is dead, the others most likely are too.
    fn forget_idle(&self) {
        let mut state = self.state.lock();
        let idle = std::mem::take(&mut state.idle);
        state.open -= idle.len();
        drop(state);
        self.returned.notify_all();
        drop(idle);
    }

    fn lend(&self) -> Result<Lent<'_>, Error> {
        let deadline = Instant::now() + WAIT;
        let mut state = self.state.lock();
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
            if self.returned.wait_until(&mut state, deadline).timed_out() && state.idle.is_empty() {
                return Err(Error::Unavailable { context: "all connections are in use".to_owned(), source: None });
            }
        }
    }
}

/// Sleeps for a random time, whose bound doubles with each attempt up to the seventh.
fn pause(attempt: u32) {
    let jitter = RandomState::new().hash_one(attempt) % 8 + 1;
    std::thread::park_timeout(Duration::from_millis(jitter << attempt.min(6)));
}

/// A borrowed connection, which returns to the pool on drop if it is known to be sound, and is closed otherwise.
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

    /// Ends the transaction with the given statements and updates the soundness of the connection.
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
