//! Connections to the server, opened when they are needed and thrown away when they break.

use std::hash::{BuildHasher as _, RandomState};
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};

use super::{Postgres, check, tls};
use crate::error::Error;
use crate::transaction::{Connection, Read, Write};

/// How long to wait for a connection to become free.
const WAIT: Duration = Duration::from_secs(5);

/// How long to wait for the server to take a new connection.
const CONNECT: Duration = Duration::from_secs(5);

/// How long a server may stay silent before its connections are taken for broken.
const SILENCE: Duration = Duration::from_secs(20);

/// How often a transaction that conflicts with others is tried.
const ATTEMPTS: u32 = 12;

/// How often what is there already is tried again: where another transaction put it there meanwhile, looking before
/// inserting did not see it, and does the next time. Serializable transactions do not tell the two apart.
const UNIQUE_ATTEMPTS: u32 = 3;

const BEGIN_READ: &str = "begin isolation level repeatable read read only";
const BEGIN_WRITE: &str = "begin isolation level serializable read write";

/// Whoever means to write says so in its `begin`.
const SETTINGS: &str = "set statement_timeout = '60s'; set idle_in_transaction_session_timeout = '60s';
    set default_transaction_read_only = on;";

pub(crate) struct Pool {
    config: postgres::Config,
    most: usize,
    /// Told to others with each commit, so that one's own are not taken for theirs.
    pub(crate) instance: String,
    state: Mutex<State>,
    returned: Condvar,
    /// Held by the one whose transaction is tried again: those who conflict once would go on to conflict with each other.
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

    /// A connection that no other process can have at the same time: the others wait for its end.
    pub(crate) fn alone(&self) -> Result<Postgres, Error> {
        let mut connection = self.connect()?;
        connection.batch("set statement_timeout = 0; select pg_advisory_lock(8162023);")?;
        Ok(connection)
    }

    pub(crate) fn read<T, E: From<Error>>(&self, work: impl FnMut(&mut Read<'_>) -> Result<T, E>) -> Result<T, E> {
        let (mut lent, outcome) = self.reading(|| self.begin(BEGIN_READ), work)?;
        if lent.sound {
            // What was read is good, even if the connection breaks now.
            let _ = lent.finish("rollback");
        }
        outcome
    }

    /// Reads without a transaction: one round trip for each statement.
    pub(crate) fn glance<T, E: From<Error>>(&self, work: impl FnMut(&mut Read<'_>) -> Result<T, E>) -> Result<T, E> {
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
            // The pooled connection was dead: reading once more, on a new one, harms nobody.
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

    /// One try; nothing if it conflicted with others.
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
            // A connection that breaks now takes the transaction with it, which is as good.
            let _ = lent.finish("rollback");
        }
        let again = match failure {
            Some(Error::Contention) => true,
            Some(Error::Unique { .. }) => attempt < UNIQUE_ATTEMPTS,
            _ => false,
        };
        if again { Ok(None) } else { Err(error) }
    }

    /// Commits, and tells other processes, in one round trip.
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
            drop(lent);
            self.forget_idle();
        }
    }

    /// Closes the connections that nobody uses: where one is dead, the others most likely are too.
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

/// Waits a little longer each time, and not as long as others do.
fn pause(attempt: u32) {
    let jitter = RandomState::new().hash_one(attempt) % 8 + 1;
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
