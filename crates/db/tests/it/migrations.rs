//! The schema moves forward, once.

use quire_db::{Config, Database, Error, Migration};

use crate::{SCHEMA, config, insert, on_each_database};

const NEXT: Migration =
    Migration { version: 2, name: "more", sql: "create table more (id integer primary key) strict;" };

#[test]
fn migrations_run_once_and_newer_databases_are_refused() {
    on_each_database(|database, _| {
        insert(database, "x", 1).unwrap();
        database.migrate(SCHEMA, 0).unwrap();
        database.migrate(&[SCHEMA[0], NEXT], 0).unwrap();
        let refused = database.migrate(SCHEMA, 0);
        assert!(matches!(refused, Err(Error::Newer { found: 2, known: 1 })), "{refused:?}");
        let renamed = [Migration { name: "other", ..SCHEMA[0] }, NEXT];
        assert!(matches!(database.migrate(&renamed, 0), Err(Error::Unsuitable(_))));
    });
}

#[test]
fn a_step_that_fails_leaves_nothing() {
    on_each_database(|database, _| {
        let broken =
            Migration { sql: "create table more (id integer) strict; create table things (x text) strict;", ..NEXT };
        assert!(database.migrate(&[SCHEMA[0], broken], 0).is_err());
        database.migrate(&[SCHEMA[0], NEXT], 0).unwrap();
    });
}

#[test]
fn processes_that_start_together_do_not_meet() {
    for held in quire_testdb::databases() {
        std::thread::scope(|scope| {
            for _ in 0..4 {
                let config = config(&held);
                scope.spawn(|| Database::open(config).unwrap().migrate(&[SCHEMA[0], NEXT], 0).unwrap());
            }
        });
    }
}

#[test]
fn a_database_that_orders_texts_otherwise_is_refused_with_the_remedy() {
    for options in ["encoding 'SQL_ASCII'", "encoding 'UTF8' locale_provider icu icu_locale 'en'"] {
        let options = format!("template template0 {options} lc_collate 'C' lc_ctype 'C'");
        let Some(held) = quire_testdb::postgres_with(&options) else { return };
        let opened = Database::open(Config::Postgres { url: held.url().to_owned(), connections: 1 });
        let message = opened.err().unwrap().to_string();
        let remedy = "create database quire template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C'";
        assert!(message.contains(remedy), "{message}");
    }
}
