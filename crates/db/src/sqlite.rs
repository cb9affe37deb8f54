//! SQLite: one writer, which commits waiting transactions together, and several readers.

mod pool;
mod watch;
mod writer;

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{OpenFlags, ToSql, params_from_iter};

use crate::error::Error;
use crate::statement::Text;
use crate::transaction::Connection;
use crate::value::{Row, Value};

pub(crate) use pool::Pool;
pub(crate) use watch::watch;
pub(crate) use writer::Writer;

/// The time limit for another process to release the file.
const BUSY: Duration = Duration::from_secs(10);

/// The maximum number of prepared statements kept on each connection.
const STATEMENTS: usize = 128;

/// A connection to a database file.
pub(crate) struct Sqlite {
    connection: rusqlite::Connection,
}

/// The permitted use of a connection.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    Read,
    Write,
}

/// The path of a database file.
#[derive(Clone)]
pub(crate) struct DatabaseFile(PathBuf);

impl DatabaseFile {
    pub(crate) fn new(path: &Path) -> Self {
        Self(path.to_owned())
    }

    pub(crate) fn connect(&self, mode: Mode) -> Result<Sqlite, Error> {
        if mode == Mode::Write {
            self.make_file().map_err(|e| Error::unavailable(format!("making {}", self.0.display()), e))?;
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = rusqlite::Connection::open_with_flags(&self.0, flags)
            .map_err(|e| Error::unavailable(format!("opening {}", self.0.display()), e))?;
        let mut connection = Sqlite { connection };
        connection.prepare_for(mode)?;
        Ok(connection)
    }
}

impl DatabaseFile {
    /// Creates an empty file with mode 0600, if there is none. SQLite gives the files that it creates beside it the
    /// same mode.
    fn make_file(&self) -> std::io::Result<()> {
        let mut options = std::fs::OpenOptions::new();
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        match options.write(true).create_new(true).open(&self.0) {
            Err(e) if e.kind() != std::io::ErrorKind::AlreadyExists => Err(e),
            _ => Ok(()),
        }
    }
}

impl Sqlite {
    /// Returns a number that changes when another connection commits (sqlite.org/pragma.html#pragma_data_version).
    fn version(&mut self) -> Option<i64> {
        self.connection.query_row("pragma data_version", [], |row| row.get(0)).ok()
    }

    fn prepare_for(&mut self, mode: Mode) -> Result<(), Error> {
        self.connection.busy_timeout(BUSY).map_err(|e| failed("busy_timeout", e))?;
        self.connection.set_prepared_statement_cache_capacity(STATEMENTS);
        // Without this, some statements are planned again whenever a parameter has another value.
        let planned_once = rusqlite::config::DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG;
        self.connection.set_db_config(planned_once, true).map_err(|e| failed("planning once", e))?;
        // 2 MiB of pages for each connection: the caches above hold frequently used data.
        self.batch("pragma foreign_keys = on; pragma synchronous = full; pragma cache_size = -2048; pragma temp_store = memory;")?;
        match mode {
            Mode::Write => self.keep_a_log(),
            Mode::Read => self.batch("pragma query_only = on;"),
        }
    }

    /// Switches to a write-ahead log. If another process does the same, SQLite reports busy at once instead of waiting.
    fn keep_a_log(&mut self) -> Result<(), Error> {
        const SWITCH: &str = "pragma journal_mode = wal";
        let pause = Duration::from_millis(20);
        for _ in 0..BUSY.as_millis() / pause.as_millis() {
            let mode = self.connection.query_row(SWITCH, [], |row| row.get::<_, String>(0));
            match mode.map_err(|e| failed(SWITCH, e)) {
                Err(Error::Busy) => std::thread::park_timeout(pause),
                Err(e) => return Err(e),
                Ok(mode) if mode == "wal" => return Ok(()),
                Ok(mode) => {
                    return Err(Error::Unsuitable(format!("the file can't have a write-ahead log, only {mode}")));
                }
            }
        }
        Err(Error::Busy)
    }

    /// Runs a statement that begins or ends a transaction, or a part of one. It is prepared once.
    fn control(&mut self, text: &'static str) -> Result<(), Error> {
        let fail = |e| failed(text, e);
        self.connection.prepare_cached(text).map_err(fail)?.execute([]).map(drop).map_err(fail)
    }

    /// Returns true if a transaction is open: after some failures SQLite has rolled back on its own
    /// (sqlite.org/lang_transaction.html).
    fn in_transaction(&self) -> bool {
        !self.connection.is_autocommit()
    }
}

impl Connection for Sqlite {
    fn query(&mut self, text: Text<'_>, values: &[Value]) -> Result<Vec<Row>, Error> {
        let fail = |e| failed(text.plain, e);
        let mut statement = self.connection.prepare_cached(text.plain).map_err(fail)?;
        let width = statement.column_count();
        let mut rows = statement.query(params_from_iter(values)).map_err(fail)?;
        let mut found = Vec::new();
        while let Some(row) = rows.next().map_err(fail)? {
            let values = (0..width).map(|column| row.get_ref(column).map_err(fail).and_then(own));
            found.push(Row(values.collect::<Result<_, _>>()?));
        }
        Ok(found)
    }

    fn execute(&mut self, text: Text<'_>, values: &[Value]) -> Result<u64, Error> {
        let fail = |e| failed(text.plain, e);
        let mut statement = self.connection.prepare_cached(text.plain).map_err(fail)?;
        let changed = statement.execute(params_from_iter(values)).map_err(fail)?;
        Ok(changed as u64)
    }

    fn batch(&mut self, text: &str) -> Result<(), Error> {
        self.connection.execute_batch(text).map_err(|e| failed(text, e))
    }

    fn prepare(&mut self, text: Text<'_>) -> Result<Vec<String>, Error> {
        let statement = self.connection.prepare(text.plain).map_err(|e| failed(text.plain, e))?;
        Ok(statement.column_names().map(str::to_owned).collect())
    }
}

impl ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Self::Null => ValueRef::Null,
            Self::Int(number) => ValueRef::Integer(*number),
            Self::Text(text) => ValueRef::Text(text.as_bytes()),
            Self::Blob(bytes) => ValueRef::Blob(bytes),
            Self::Real(number) => ValueRef::Real(*number),
        }))
    }
}

fn own(value: ValueRef<'_>) -> Result<Value, Error> {
    Ok(match value {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(number) => Value::Int(number),
        ValueRef::Real(number) => Value::Real(number),
        ValueRef::Blob(bytes) => Value::Blob(bytes.to_vec()),
        ValueRef::Text(bytes) => {
            let text = String::from_utf8(bytes.to_vec()).map_err(|e| Error::statement("reading a text", e))?;
            Value::Text(text)
        }
    })
}

/// Converts an error of SQLite by its result code (sqlite.org/rescode.html).
pub(crate) fn failed(sql: &str, error: rusqlite::Error) -> Error {
    use rusqlite::ErrorCode as Code;
    use rusqlite::ffi;
    let rusqlite::Error::SqliteFailure(failure, message) = &error else {
        return Error::statement(sql, error);
    };
    let constraint = || message.clone().unwrap_or_default();
    match (failure.code, failure.extended_code) {
        (_, ffi::SQLITE_CONSTRAINT_UNIQUE | ffi::SQLITE_CONSTRAINT_PRIMARYKEY | ffi::SQLITE_CONSTRAINT_ROWID) => {
            Error::Unique { constraint: constraint() }
        }
        (_, ffi::SQLITE_CONSTRAINT_FOREIGNKEY) => Error::ForeignKey { constraint: constraint() },
        (Code::ConstraintViolation, _) => Error::Constraint { constraint: constraint() },
        (Code::DatabaseBusy | Code::DatabaseLocked, _) => Error::Busy,
        (
            Code::SystemIoFailure
            | Code::DiskFull
            | Code::CannotOpen
            | Code::ReadOnly
            | Code::DatabaseCorrupt
            | Code::NotADatabase,
            _,
        ) => Error::unavailable("using the file", error),
        _ => Error::statement(sql, error),
    }
}
