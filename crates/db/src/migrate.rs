//! Migrations: forward only, each applied once in a transaction of its own.

use crate::database::Database;
use crate::dialect;
use crate::error::Error;
use crate::statement::{Execute, FromRow, Query};
use crate::transaction::Write;
use crate::value::{Row, Value};

/// A migration of the schema. Its text is in the dialect of SQLite's strict tables.
#[derive(Debug, Clone, Copy)]
pub struct Migration {
    /// The schema version after it, counted from 1 without gaps.
    pub version: i64,
    /// The topic of the migration, stored with its version.
    pub name: &'static str,
    /// The statements to run.
    pub sql: &'static str,
}

const TABLE: &str = "create table if not exists quire_migrations
    (version integer primary key, name text not null, applied_at integer not null) strict";

static APPLIED: Query<Applied> = Query::new("select version, name from quire_migrations order by version");
static RECORD: Execute = Execute::new("insert into quire_migrations (version, name, applied_at) values (?1, ?2, ?3)");

struct Applied {
    version: i64,
    name: String,
}

impl FromRow for Applied {
    const COLUMNS: &'static [&'static str] = &["version", "name"];

    fn from_row(row: Row) -> Result<Self, Error> {
        match <[Value; 2]>::try_from(row.into_values()) {
            Ok([Value::Int(version), Value::Text(name)]) => Ok(Self { version, name }),
            _ => Err(Error::Column { column: "version", expected: "a version and a name" }),
        }
    }
}

impl Database {
    /// Applies the migrations that are missing; `now` is in milliseconds since 1970.
    pub fn migrate(&self, migrations: &[Migration], now: i64) -> Result<(), Error> {
        let _alone = self.alone()?;
        let postgres = self.is_postgres();
        self.write(|tx| tx.run(&translated(TABLE, postgres)))?;
        for migration in migrations {
            self.write(|tx| step(tx, postgres, migrations, migration, now))?;
        }
        self.write(|tx| refuse_newer(tx, migrations))
    }
}

fn step(
    tx: &mut Write<'_>,
    postgres: bool,
    migrations: &[Migration],
    migration: &Migration,
    now: i64,
) -> Result<(), Error> {
    refuse_newer(tx, migrations)?;
    let applied = tx.all(&APPLIED, &[])?;
    match applied.iter().find(|applied| applied.version == migration.version) {
        Some(applied) if applied.name == migration.name => Ok(()),
        Some(applied) => Err(Error::Unsuitable(format!(
            "migration {} of the database is {}, this version of quire has {}: the two do not belong together",
            migration.version, applied.name, migration.name
        ))),
        None => {
            if postgres {
                // Rewriting a large table may exceed the time limit of statements.
                tx.run("set local statement_timeout = 0")?;
            }
            tx.run(&translated(migration.sql, postgres))?;
            let values = [Value::Int(migration.version), Value::Text(migration.name.to_owned()), Value::Int(now)];
            tx.execute(&RECORD, &values)?;
            Ok(())
        }
    }
}

fn refuse_newer(tx: &mut Write<'_>, migrations: &[Migration]) -> Result<(), Error> {
    let known = migrations.iter().map(|migration| migration.version).max().unwrap_or(0);
    let found = tx.all(&APPLIED, &[])?.iter().map(|applied| applied.version).max().unwrap_or(0);
    if found > known { Err(Error::Newer { found, known }) } else { Ok(()) }
}

fn translated(sql: &str, postgres: bool) -> String {
    if postgres { dialect::migration(sql) } else { sql.to_owned() }
}
