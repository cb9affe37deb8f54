//! The statements and the schema, on both databases.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use quire_store::{Database, migrations};
use quire_testdb::TestDatabase;

mod claims;
mod objects;
mod ownership;
mod page_feedback;
mod statements;
mod superseded;

fn on_each_database(test: impl Fn(&Database)) {
    for held in quire_testdb::databases_from("quire", |held| open(held).migrate(migrations::ALL, 0).unwrap()) {
        test(&open(&held));
    }
}

fn open(held: &TestDatabase) -> Database {
    let config = match held.name() {
        "postgres" => quire_db::Config::Postgres { url: held.url().to_owned(), connections: 4 },
        _ => quire_db::Config::Sqlite { path: held.url().into(), readers: 2 },
    };
    Database::open(config).unwrap()
}
