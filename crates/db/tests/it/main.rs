//! Both databases behave the same.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod concurrency;
mod migrations;
mod recovery;
mod tls;
mod transactions;
mod watching;

use quire_db::{Config, Database, Error, FromRow, Migration, Row, Value, statements};
use quire_testdb::TestDatabase;

pub(crate) const SCHEMA: &[Migration] = &[Migration {
    version: 1,
    name: "things",
    sql: "create table things (name text primary key, number integer, bytes blob, ratio real) strict;
        create table parts (thing text not null references things (name)) strict;",
}];

statements! {
    INSERT: Execute = "insert into things (name, number, bytes, ratio) values (?1, ?2, ?3, ?4)";
    INSERT_MANY: InsertMany = "insert into things (name, number, bytes) values (?, ?, ?) on conflict do nothing";
    GET: Query<Thing> = "select name, number, bytes, ratio from things where name = ?1";
    ALL_OF_THEM: Query<Thing> = "select name, number, bytes, ratio from things order by name";
    ADD: Execute = "update things set number = number + ?2 where name = ?1";
    LITERAL: Query<Thing> = "select '?1' || name as name, number, bytes, ratio from things where name = ?1";
    INSERT_BY_READING: Query<Thing> =
        "insert into things (name) values (?1) returning name, number, bytes, ratio";
    INSERT_PART: Execute = "insert into parts (thing) values (?1)";
    WRONG: Query<Thing> = "select number, name from things";
}

/// Leaves room for a few rows, as a disk that is almost full.
pub(crate) static LIMIT_PAGES: quire_db::Query<Thing> = quire_db::Query::new("pragma max_page_count = 16");

/// A row of the test's table.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Thing(pub(crate) Vec<Value>);

impl FromRow for Thing {
    const COLUMNS: &'static [&'static str] = &["name", "number", "bytes", "ratio"];

    fn from_row(row: Row) -> Result<Self, Error> {
        Ok(Self(row.into_values()))
    }
}

impl Thing {
    pub(crate) fn number(&self) -> i64 {
        match self.0[1] {
            Value::Int(number) => number,
            ref other => panic!("{other:?} is no number"),
        }
    }
}

pub(crate) fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

pub(crate) fn insert(database: &Database, name: &str, number: i64) -> Result<(), Error> {
    let values = [text(name), Value::Int(number), Value::Null, Value::Null];
    database.write(|tx| tx.execute(&INSERT, &values)).map(drop)
}

pub(crate) fn get(database: &Database, name: &str) -> Option<Thing> {
    database.read(|tx| tx.one(&GET, &[text(name)])).unwrap()
}

pub(crate) fn config(held: &TestDatabase) -> Config {
    match held.name() {
        "postgres" => Config::Postgres { url: held.url().to_owned(), connections: 8 },
        _ => Config::Sqlite { path: held.url().into(), readers: 4 },
    }
}

pub(crate) fn on_each_database(test: impl Fn(&Database, &TestDatabase)) {
    let migrate = |held: &TestDatabase| Database::open(config(held)).unwrap().migrate(SCHEMA, 0).unwrap();
    for held in quire_testdb::databases_from("things", migrate) {
        let database = Database::open(config(&held)).unwrap();
        test(&database, &held);
    }
}
