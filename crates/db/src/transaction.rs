//! Transactions as types: what only reads can't write.

use std::ops::{Deref, DerefMut};

use crate::dialect;
use crate::error::Error;
use crate::statement::{CHUNK, Execute, FromRow, InsertMany, Query, Registered, Text};
use crate::value::{Row, Value};

/// A connection of one of the databases.
pub(crate) trait Connection {
    fn query(&mut self, text: Text<'_>, values: &[Value]) -> Result<Vec<Row>, Error>;
    fn execute(&mut self, text: Text<'_>, values: &[Value]) -> Result<u64, Error>;
    /// Runs statements that have no parameters and give no rows.
    fn batch(&mut self, text: &str) -> Result<(), Error>;
    /// Prepares a statement; the names of its columns.
    fn prepare(&mut self, text: Text<'_>) -> Result<Vec<String>, Error>;
}

/// A transaction that reads: all of its statements see the same state.
pub struct Read<'tx> {
    connection: &'tx mut dyn Connection,
    /// The failure of a statement that asks for another try, whatever the closure made of it.
    pub(crate) failure: Option<Error>,
}

/// A transaction that reads and writes.
pub struct Write<'tx> {
    read: Read<'tx>,
}

impl<'tx> Read<'tx> {
    pub(crate) fn new(connection: &'tx mut dyn Connection) -> Self {
        Self { connection, failure: None }
    }

    /// Every row.
    pub fn all<R: FromRow>(&mut self, query: &Query<R>, values: &[Value]) -> Result<Vec<R>, Error> {
        let rows = self.connection.query(query.sql.as_text(), values);
        self.note(rows)?.into_iter().map(R::from_row).collect()
    }

    /// The first row, if there is one.
    pub fn one<R: FromRow>(&mut self, query: &Query<R>, values: &[Value]) -> Result<Option<R>, Error> {
        let rows = self.connection.query(query.sql.as_text(), values);
        self.note(rows)?.into_iter().next().map(R::from_row).transpose()
    }

    fn note<T>(&mut self, outcome: Result<T, Error>) -> Result<T, Error> {
        if let Err(e @ (Error::Contention | Error::Unavailable { .. })) = &outcome {
            self.failure.get_or_insert_with(|| e.clone());
        }
        outcome
    }
}

impl<'tx> Write<'tx> {
    pub(crate) fn new(connection: &'tx mut dyn Connection) -> Self {
        Self { read: Read::new(connection) }
    }

    /// Runs a statement; how many rows it changed.
    pub fn execute(&mut self, statement: &Execute, values: &[Value]) -> Result<u64, Error> {
        let changed = self.connection.execute(statement.sql.as_text(), values);
        self.note(changed)
    }

    /// Inserts many rows in few round trips.
    pub fn insert_many(
        &mut self,
        insert: &InsertMany,
        rows: impl IntoIterator<Item = Vec<Value>>,
    ) -> Result<(), Error> {
        let mut chunk = Vec::new();
        let mut count = 0;
        for row in rows {
            chunk.extend(row);
            count += 1;
            if count == CHUNK {
                let done = self.connection.execute(insert.full(), &chunk);
                self.note(done)?;
                chunk.clear();
                count = 0;
            }
        }
        if count > 0 {
            let plain = insert.rows(count);
            let text = Text { plain: &plain, numbered: &dialect::number(&plain) };
            let done = self.connection.execute(text, &chunk);
            self.note(done)?;
        }
        Ok(())
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
    /// Runs a text without parameters and rows.
    pub(crate) fn run(&mut self, text: &str) -> Result<(), Error> {
        let done = self.connection.batch(text);
        self.note(done)
    }

    pub(crate) fn check(&mut self, statement: &dyn Registered) -> Result<(), Error> {
        let plain = statement.text();
        let found = self.connection.prepare(Text { plain, numbered: &dialect::number(plain) })?;
        let expected: Vec<String> = statement.columns().iter().map(|column| (*column).to_owned()).collect();
        if found == expected { Ok(()) } else { Err(Error::Mismatch { sql: plain.to_owned(), found, expected }) }
    }
}
