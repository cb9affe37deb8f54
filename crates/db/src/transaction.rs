//! Transactions as types: a transaction that only reads can't write.
//!
//! A statement that fails ends its transaction, on both databases: PostgreSQL would refuse further statements, SQLite
//! may have rolled back already. Further statements return the same error, and nothing is committed, even if the
//! closure ignores it.

use std::ops::{Deref, DerefMut};

use crate::dialect;
use crate::error::Error;
use crate::failing::Failing;
use crate::statement::{CHUNK_BYTES, CHUNKS, Execute, FromRow, InsertMany, Query, Registered, Text};
use crate::value::{Row, Value};

/// The states that the statements of a piece of work see.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Snapshot {
    /// All see the same one.
    One,
    /// Each sees its own.
    None,
}

/// A connection to one of the databases.
pub(crate) trait Connection {
    fn query(&mut self, text: Text<'_>, values: &[Value]) -> Result<Vec<Row>, Error>;
    fn execute(&mut self, text: Text<'_>, values: &[Value]) -> Result<u64, Error>;
    /// Runs statements that have no parameters and return no rows.
    fn batch(&mut self, text: &str) -> Result<(), Error>;
    /// Prepares a statement and returns the names of its columns.
    fn prepare(&mut self, text: Text<'_>) -> Result<Vec<String>, Error>;
}

/// A transaction that reads: all of its statements see the same state.
pub struct Read<'tx> {
    connection: &'tx mut dyn Connection,
    /// The first failure of a statement, even if the closure ignored it.
    failure: Option<Error>,
    /// Which statement fails on purpose, if one does.
    failing: Option<Failing>,
}

/// A transaction that reads and writes.
pub struct Write<'tx> {
    read: Read<'tx>,
}

impl<'tx> Read<'tx> {
    pub(crate) fn new(connection: &'tx mut dyn Connection) -> Self {
        Self { connection, failure: None, failing: None }
    }

    /// Returns every row of a query's result.
    pub fn all<R: FromRow>(&mut self, query: &Query<R>, values: &[Value]) -> Result<Vec<R>, Error> {
        self.query(query, values)?.into_iter().map(R::from_row).collect()
    }

    /// Returns the first row of a query's result, if there is one.
    pub fn one<R: FromRow>(&mut self, query: &Query<R>, values: &[Value]) -> Result<Option<R>, Error> {
        self.query(query, values)?.into_iter().next().map(R::from_row).transpose()
    }

    fn query<R>(&mut self, query: &Query<R>, values: &[Value]) -> Result<Vec<Row>, Error> {
        self.attempt(|connection| connection.query(query.sql.as_text(), values))
    }

    /// Runs a statement, unless one failed before.
    fn attempt<T>(&mut self, run: impl FnOnce(&mut dyn Connection) -> Result<T, Error>) -> Result<T, Error> {
        if let Some(failure) = &self.failure {
            return Err(failure.clone());
        }
        let counted = self.failing.as_ref().map_or(Ok(()), Failing::count);
        let outcome = counted.and_then(|()| run(self.connection));
        if let Err(e) = &outcome {
            self.failure = Some(e.clone());
        }
        outcome
    }

    /// Has a statement fail on purpose, if that was asked for.
    pub(crate) fn fail_by(&mut self, failing: &Failing) {
        self.failing = (failing.left() > 0).then(|| failing.clone());
    }

    /// The first failure of a statement.
    pub(crate) fn failure(&self) -> Option<Error> {
        self.failure.clone()
    }

    /// The first failure of a statement.
    pub(crate) fn into_failure(self) -> Option<Error> {
        self.failure
    }
}

impl<'tx> Write<'tx> {
    pub(crate) fn new(connection: &'tx mut dyn Connection) -> Self {
        Self { read: Read::new(connection) }
    }

    /// Runs a statement and returns the number of rows that it changed.
    pub fn execute(&mut self, statement: &Execute, values: &[Value]) -> Result<u64, Error> {
        self.attempt(|connection| connection.execute(statement.sql.as_text(), values))
    }

    /// Inserts many rows in few round trips. Every row must have as many values as the statement has parameters.
    pub fn insert_many(
        &mut self,
        insert: &InsertMany,
        rows: impl IntoIterator<Item = Vec<Value>>,
    ) -> Result<(), Error> {
        let mut waiting = Vec::new();
        let mut bytes = 0;
        for row in rows {
            bytes += row.iter().map(Value::weight).sum::<usize>();
            waiting.push(row);
            if waiting.len() == CHUNKS[0] || bytes >= CHUNK_BYTES {
                self.insert_chunks(insert, &mut waiting)?;
                bytes = 0;
            }
        }
        self.insert_chunks(insert, &mut waiting)
    }

    fn insert_chunks(&mut self, insert: &InsertMany, waiting: &mut Vec<Vec<Value>>) -> Result<(), Error> {
        let mut rows = waiting.drain(..);
        while rows.len() > 0 {
            let size = CHUNKS.into_iter().find(|size| *size <= rows.len()).unwrap_or(rows.len());
            let values: Vec<Value> = rows.by_ref().take(size).flatten().collect();
            self.attempt(|connection| connection.execute(insert.rows(size), &values))?;
        }
        Ok(())
    }

    /// Returns the first failure of a statement, if any.
    pub(crate) fn into_failure(self) -> Option<Error> {
        self.read.failure
    }
}

impl<'tx> Deref for Write<'tx> {
    type Target = Read<'tx>;

    fn deref(&self) -> &Read<'tx> {
        &self.read
    }
}

impl DerefMut for Write<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.read
    }
}

impl Read<'_> {
    /// Runs statements that have no parameters and return no rows.
    pub(crate) fn run(&mut self, text: &str) -> Result<(), Error> {
        self.attempt(|connection| connection.batch(text))
    }

    pub(crate) fn check(&mut self, statement: &dyn Registered) -> Result<(), Error> {
        let plain = statement.text();
        let found = self.connection.prepare(Text { plain, numbered: &dialect::number(plain) })?;
        let expected: Vec<String> = statement.columns().iter().map(|column| (*column).to_owned()).collect();
        if found == expected { Ok(()) } else { Err(Error::Mismatch { sql: plain.to_owned(), found, expected }) }
    }
}
