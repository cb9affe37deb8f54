//! A database that goes away, and comes back.

use quire_db::{Config, Database, Error, Value};
use quire_testdb::PostgresServer;

use crate::{INSERT, LIMIT_PAGES, SCHEMA, config, get, insert, text};

#[test]
fn a_server_that_went_away_is_found_again() {
    let Some(server) = PostgresServer::start() else { return };
    let held = server.database();
    let database = Database::open(config(&held)).unwrap();
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
    let held = server.database();
    let database = Database::open(config(&held)).unwrap();
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

#[test]
fn a_full_disk_fails_who_fills_it_and_nobody_else() {
    let held = quire_testdb::sqlite();
    let database = Database::open(config(&held)).unwrap();
    database.migrate(SCHEMA, 0).unwrap();
    insert(&database, "before", 1).unwrap();
    let filled = database.write(|tx| {
        tx.all(&LIMIT_PAGES, &[])?;
        let bytes = Value::Blob(vec![7; 1 << 20]);
        let _ = tx.execute(&INSERT, &[text("large"), Value::Null, bytes, Value::Null]);
        // Without a transaction around, this would stay.
        let _ = tx.execute(&INSERT, &[text("after the failure"), Value::Null, Value::Null, Value::Null]);
        Ok::<_, Error>(())
    });
    assert!(matches!(filled, Err(Error::Unavailable { .. })), "{filled:?}");
    assert!(get(&database, "after the failure").is_none());
    insert(&database, "small", 2).unwrap();
    assert_eq!(get(&database, "before").unwrap().number() + get(&database, "small").unwrap().number(), 3);
}
