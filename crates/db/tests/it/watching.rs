//! Commits and messages of other processes are noticed.

use std::sync::mpsc;
use std::time::Duration;

use quire_db::{Config, Database, Heard, MESSAGE_BYTES};
use quire_testdb::PostgresServer;

use crate::{SCHEMA, config, insert, on_each_database};

/// Far longer than any watch takes to notice; only a broken one waits for so long.
const LONG: Duration = Duration::from_secs(30);

/// Longer than a watch takes to notice. On a slow machine, one that tells too much may pass.
const QUIET: Duration = Duration::from_millis(400);

#[test]
fn commits_of_others_are_noticed() {
    on_each_database(|database, held| {
        let (tell, told) = mpsc::channel();
        let watch = database.watch(Box::new(move |_| tell.send(()).unwrap())).unwrap();
        let other = Database::open(config(held)).unwrap();
        for round in 0..3 {
            // Whatever was told before, a commit from now on is told after it.
            while told.try_recv().is_ok() {}
            insert(&other, &format!("theirs {round}"), 1).unwrap();
            told.recv_timeout(LONG).unwrap();
        }
        drop(watch);
        insert(&other, "after the watch", 1).unwrap();
        while told.try_recv().is_ok() {}
        assert!(told.recv().is_err(), "nothing is told after the end of the watch");
    });
}

#[test]
fn commits_of_ones_own_are_not_told() {
    on_each_database(|database, held| {
        let (tell, told) = mpsc::channel();
        let _watch = database.watch(Box::new(move |_| tell.send(()).unwrap())).unwrap();
        let other = Database::open(config(held)).unwrap();
        insert(&other, "theirs", 1).unwrap();
        told.recv_timeout(LONG).unwrap();
        while told.recv_timeout(QUIET).is_ok() {}
        for round in 0..5 {
            insert(database, &format!("ours {round}"), 1).unwrap();
        }
        assert!(told.recv_timeout(QUIET).is_err());
    });
}

#[test]
fn messages_reach_other_processes_of_a_server() {
    on_each_database(|database, held| {
        let (tell, told) = mpsc::channel();
        let heard = move |heard: Heard<'_>| {
            if let Heard::Message(text) = heard {
                tell.send(text.to_owned()).unwrap();
            }
        };
        let _watch = database.watch(Box::new(heard)).unwrap();
        let other = Database::open(config(held)).unwrap();
        let text = "it's \"ä\" and has blanks";
        if matches!(config(held), Config::Sqlite { .. }) {
            other.announce(text).unwrap();
            assert!(told.recv_timeout(QUIET).is_err());
        } else {
            // Nothing is kept for those who do not listen yet.
            while told.recv_timeout(QUIET).is_err() {
                other.announce(text).unwrap();
            }
            database.announce("from ourselves").unwrap();
            other.announce("again").unwrap();
            let last = std::iter::from_fn(|| told.recv_timeout(LONG).ok()).find(|message| message != text);
            assert_eq!(last.as_deref(), Some("again"));
        }
        assert!(other.announce(&"x".repeat(MESSAGE_BYTES + 1)).is_err());
        assert!(other.announce(&"x".repeat(MESSAGE_BYTES)).is_ok());
    });
}

#[test]
fn a_server_that_went_away_is_heard_again() {
    let Some(server) = PostgresServer::start() else { return };
    let held = server.database();
    let open = || Database::open(Config::Postgres { url: held.url().to_owned(), connections: 2 }).unwrap();
    let (database, other) = (open(), open());
    database.migrate(SCHEMA, 0).unwrap();
    let (tell, told) = mpsc::channel();
    let _watch = database.watch(Box::new(move |_| tell.send(()).unwrap())).unwrap();
    told.recv_timeout(LONG).unwrap();
    while told.recv_timeout(QUIET).is_ok() {}
    server.stop();
    told.recv_timeout(LONG).expect("what is not heard may have changed anything");
    server.start_again();
    while told.recv_timeout(QUIET).is_ok() {}
    insert(&other, "theirs", 1).unwrap();
    told.recv_timeout(LONG).unwrap();
}
