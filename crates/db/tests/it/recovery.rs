//! A database that goes away, and comes back.

use quire_db::{Config, Database, Error};
use quire_testdb::PostgresServer;

use crate::{SCHEMA, get, insert};

#[test]
fn a_server_that_went_away_is_found_again() {
    let Some(server) = PostgresServer::start() else { return };
    let config = Config::Postgres { url: format!("{}/template1", server.url()), connections: 4 };
    let database = Database::open(config).unwrap();
    database.migrate(SCHEMA, 0).unwrap();
    insert(&database, "x", 1).unwrap();
    server.stop();
    let lost = insert(&database, "y", 2);
    assert!(matches!(lost, Err(Error::Unavailable { .. })), "{lost:?}");
    assert!(matches!(database.ping(), Err(Error::Unavailable { .. })));
    server.start_again();
    database.ping().unwrap();
    insert(&database, "y", 2).unwrap();
    assert_eq!(get(&database, "x").unwrap().number(), 1);
}

#[test]
fn a_connection_that_broke_while_it_was_idle_is_replaced() {
    let Some(server) = PostgresServer::start() else { return };
    let config = Config::Postgres { url: format!("{}/template1", server.url()), connections: 4 };
    let database = Database::open(config).unwrap();
    database.migrate(SCHEMA, 0).unwrap();
    server.stop();
    server.start_again();
    insert(&database, "x", 1).unwrap();
    server.stop();
    server.start_again();
    assert_eq!(get(&database, "x").unwrap().number(), 1);
}

#[test]
fn a_file_that_cannot_be_opened_is_unavailable() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("missing").join("quire.db");
    let opened = Database::open(Config::Sqlite { path, readers: 1 });
    assert!(matches!(opened.err(), Some(Error::Unavailable { .. })));
    let path = dir.path().join("text");
    std::fs::write(&path, "this is not a database, and longer than the header of one is: ".repeat(40)).unwrap();
    let opened = Database::open(Config::Sqlite { path, readers: 1 });
    assert!(matches!(opened.err(), Some(Error::Unavailable { .. })));
}
