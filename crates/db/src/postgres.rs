//! PostgreSQL: a pool of connections, and serializable write transactions that are retried.

mod check;
mod pool;
mod tls;
mod watch;

use std::error::Error as StdError;

use bytes::BytesMut;
use postgres::error::SqlState;
use postgres::types::{IsNull, ToSql, Type, to_sql_checked};

use crate::error::Error;
use crate::statement::Text;
use crate::transaction::Connection;
use crate::value::{Row, Value};

pub(crate) use pool::Pool;
pub(crate) use watch::{CHANNEL, MESSAGES, watch};

/// A connection to a server. It must not be used or dropped on a thread of an async runtime.
pub(crate) struct Postgres {
    client: postgres::Client,
    statements: std::collections::HashMap<String, postgres::Statement>,
}

/// The maximum number of prepared statements kept on each connection.
const STATEMENTS: usize = 256;

impl Postgres {
    fn new(client: postgres::Client) -> Self {
        Self { client, statements: std::collections::HashMap::new() }
    }

    fn is_closed(&self) -> bool {
        self.client.is_closed()
    }

    fn statement(&mut self, text: Text<'_>) -> Result<postgres::Statement, Error> {
        if let Some(statement) = self.statements.get(text.numbered) {
            return Ok(statement.clone());
        }
        let statement = self.client.prepare(text.numbered).map_err(|e| failed(text.plain, e))?;
        if self.statements.len() >= STATEMENTS {
            self.statements.clear();
        }
        self.statements.insert(text.numbered.to_owned(), statement.clone());
        Ok(statement)
    }
}

impl Connection for Postgres {
    fn query(&mut self, text: Text<'_>, values: &[Value]) -> Result<Vec<Row>, Error> {
        let statement = self.statement(text)?;
        let rows = self.client.query(&statement, &references(values)).map_err(|e| failed(text.plain, e))?;
        rows.iter().map(|row| own(row, text)).collect()
    }

    fn execute(&mut self, text: Text<'_>, values: &[Value]) -> Result<u64, Error> {
        let statement = self.statement(text)?;
        self.client.execute(&statement, &references(values)).map_err(|e| failed(text.plain, e))
    }

    fn batch(&mut self, text: &str) -> Result<(), Error> {
        self.client.batch_execute(text).map_err(|e| failed(text, e))
    }

    fn prepare(&mut self, text: Text<'_>) -> Result<Vec<String>, Error> {
        let statement = self.client.prepare(text.numbered).map_err(|e| failed(text.plain, e))?;
        let columns = statement.columns().iter().map(postgres::Column::type_);
        if let Some(strange) = statement.params().iter().chain(columns).find(|ty| !<Value as ToSql>::accepts(ty)) {
            return Err(Error::Type { sql: text.plain.to_owned(), found: strange.name().to_owned() });
        }
        Ok(statement.columns().iter().map(|column| column.name().to_owned()).collect())
    }
}

fn references(values: &[Value]) -> Vec<&(dyn ToSql + Sync)> {
    values.iter().map(|value| value as &(dyn ToSql + Sync)).collect()
}

impl ToSql for Value {
    fn to_sql(&self, ty: &Type, out: &mut BytesMut) -> Result<IsNull, Box<dyn StdError + Sync + Send>> {
        match (self, ty) {
            (Self::Null, _) => Ok(IsNull::Yes),
            (Self::Int(number), &Type::INT8) => number.to_sql(ty, out),
            (Self::Int(number), &Type::INT4) => i32::try_from(*number)?.to_sql(ty, out),
            (Self::Int(number @ (0 | 1)), &Type::BOOL) => (*number == 1).to_sql(ty, out),
            (Self::Text(text), &(Type::TEXT | Type::VARCHAR)) => text.to_sql(ty, out),
            (Self::Blob(bytes), &Type::BYTEA) => bytes.to_sql(ty, out),
            (Self::Real(number), &Type::FLOAT8) => number.to_sql(ty, out),
            // PostgreSQL would interpret the bytes as a value of the other type.
            _ => Err(format!("the value does not fit a parameter of type {ty}").into()),
        }
    }

    fn accepts(ty: &Type) -> bool {
        matches!(*ty, Type::INT8 | Type::INT4 | Type::BOOL | Type::TEXT | Type::VARCHAR | Type::BYTEA | Type::FLOAT8)
    }

    to_sql_checked!();
}

fn own(row: &postgres::Row, text: Text<'_>) -> Result<Row, Error> {
    let values = row.columns().iter().enumerate().map(|(at, column)| {
        let fail = |e| failed(text.plain, e);
        Ok(match *column.type_() {
            Type::INT8 => row.try_get::<_, Option<i64>>(at).map_err(fail)?.map_or(Value::Null, Value::Int),
            Type::INT4 => {
                row.try_get::<_, Option<i32>>(at).map_err(fail)?.map_or(Value::Null, |n| Value::Int(n.into()))
            }
            // SQLite represents booleans as 1 and 0.
            Type::BOOL => {
                row.try_get::<_, Option<bool>>(at).map_err(fail)?.map_or(Value::Null, |b| Value::Int(b.into()))
            }
            Type::BYTEA => row.try_get::<_, Option<Vec<u8>>>(at).map_err(fail)?.map_or(Value::Null, Value::Blob),
            Type::FLOAT8 => row.try_get::<_, Option<f64>>(at).map_err(fail)?.map_or(Value::Null, Value::Real),
            _ => row.try_get::<_, Option<String>>(at).map_err(fail)?.map_or(Value::Null, Value::Text),
        })
    });
    values.collect::<Result<_, Error>>().map(Row)
}

/// Converts an error of PostgreSQL by its code (PostgreSQL manual, appendix A).
pub(crate) fn failed(sql: &str, error: postgres::Error) -> Error {
    let Some(state) = error.code().cloned() else {
        // Without a code the error is not from the server: the connection was lost, or a value did not fit.
        let lost = error.is_closed() || error.source().is_some_and(<dyn StdError>::is::<std::io::Error>);
        return if lost { Error::unavailable("talking to the server", error) } else { Error::statement(sql, error) };
    };
    let constraint = || error.as_db_error().and_then(|e| e.constraint().map(str::to_owned)).unwrap_or_default();
    if state == SqlState::T_R_SERIALIZATION_FAILURE || state == SqlState::T_R_DEADLOCK_DETECTED {
        return Error::Contention;
    }
    if state == SqlState::UNIQUE_VIOLATION {
        return Error::Unique { constraint: constraint() };
    }
    if state == SqlState::FOREIGN_KEY_VIOLATION {
        return Error::ForeignKey { constraint: constraint() };
    }
    // A statement or a wait for a lock timed out: the connection is still usable.
    if state == SqlState::QUERY_CANCELED || state == SqlState::LOCK_NOT_AVAILABLE {
        return Error::Busy;
    }
    if state == SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT {
        return Error::unavailable("the server ended the connection", error);
    }
    match &state.code()[..2] {
        "23" => Error::Constraint { constraint: constraint() },
        // Connection exceptions, insufficient resources, operator intervention, system errors.
        "08" | "53" | "57" | "58" => Error::unavailable("the server refused", error),
        _ => Error::statement(sql, error),
    }
}
