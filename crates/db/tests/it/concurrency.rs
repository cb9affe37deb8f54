//! Many writers at once.

use std::panic::{AssertUnwindSafe, catch_unwind};

use quire_db::{Database, Error, Value};

use crate::{ADD, GET, INSERT, config, get, insert, on_each_database, text};

#[test]
fn no_increment_is_lost_and_syncs_are_shared() {
    on_each_database(|database, held| {
        let (threads, rounds) = if held.name() == "sqlite" { (32, 50) } else { (8, 20) };
        insert(database, "counter", 0).unwrap();
        let before = database.commits();
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    for _ in 0..rounds {
                        add_one(database);
                    }
                });
            }
        });
        assert_eq!(get(database, "counter").unwrap().number(), threads * rounds);
        if let (Some(before), Some(after)) = (before, database.commits()) {
            assert!(after - before < (threads * rounds) as u64, "{} commits", after - before);
        }
    });
}

/// Reads, thinks and writes: without isolation others' increments would be lost. Contention is what a caller of a
/// busy server may be told, and tries again.
fn add_one(database: &Database) {
    loop {
        let outcome = database.write(|tx| {
            let read = tx.one(&GET, &[text("counter")])?.unwrap().number();
            let now = tx.one(&GET, &[text("counter")])?.unwrap().number();
            assert_eq!(read, now);
            tx.execute(&ADD, &[text("counter"), Value::Int(1)])
        });
        match outcome {
            Ok(_) => return,
            Err(Error::Contention) => {}
            Err(e) => panic!("{e}"),
        }
    }
}

#[test]
fn those_who_fail_do_not_harm_those_who_share_their_commit() {
    on_each_database(|database, _| {
        insert(database, "taken", 0).unwrap();
        std::thread::scope(|scope| {
            for n in 0..16 {
                scope.spawn(move || {
                    let name = if n % 2 == 0 { "taken".to_owned() } else { format!("free {n}") };
                    let values = [text(&name), Value::Int(n), Value::Null, Value::Null];
                    let outcome = catch_unwind(AssertUnwindSafe(|| {
                        database.write(|tx| {
                            let done = tx.execute(&INSERT, &values)?;
                            assert!(n % 3 != 0, "panics half-way");
                            Ok::<_, Error>(done)
                        })
                    }));
                    let lands = n % 2 == 1 && n % 3 != 0;
                    assert_eq!(matches!(outcome, Ok(Ok(_))), lands, "{n}");
                });
            }
        });
        for n in (1..16).step_by(2) {
            assert_eq!(get(database, &format!("free {n}")).is_some(), n % 3 != 0, "{n}");
        }
    });
}

#[test]
fn two_processes_may_write_the_same_database() {
    on_each_database(|database, held| {
        let other = Database::open(config(held)).unwrap();
        insert(database, "counter", 0).unwrap();
        std::thread::scope(|scope| {
            for database in [database, &other] {
                scope.spawn(|| {
                    for _ in 0..20 {
                        add_one(database);
                    }
                });
            }
        });
        assert_eq!(get(&other, "counter").unwrap().number(), 40);
    });
}

#[test]
fn who_looks_before_inserting_never_finds_it_there() {
    on_each_database(|database, _| {
        for round in 0..10 {
            let name = format!("thing {round}");
            std::thread::scope(|scope| {
                for _ in 0..4 {
                    scope.spawn(|| insert_once(database, &name));
                }
            });
            assert!(get(database, &name).is_some());
        }
    });
}

fn insert_once(database: &Database, name: &str) {
    loop {
        let outcome = database.write(|tx| {
            if tx.one(&GET, &[text(name)])?.is_none() {
                tx.execute(&INSERT, &[text(name), Value::Int(1), Value::Null, Value::Null])?;
            }
            Ok::<_, Error>(())
        });
        match outcome {
            Ok(()) => return,
            Err(Error::Contention) => {}
            Err(e) => panic!("{e}"),
        }
    }
}
