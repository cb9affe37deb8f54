//! Values, statements, and what becomes of transactions that fail.

use std::panic::{AssertUnwindSafe, catch_unwind};

use quire_db::{Error, Value};

use crate::{ADD, ALL, ALL_OF_THEM, GET, INSERT, INSERT_MANY, LITERAL, WRONG, get, insert, on_each_database, text};

#[test]
fn values_of_every_kind_come_back() {
    on_each_database(|database, _| {
        let rows = [
            [text("all"), Value::Int(i64::MIN), Value::Blob(vec![0, 255, 7]), Value::Real(-0.5)],
            [text("none"), Value::Null, Value::Null, Value::Null],
            [text("é\u{1F600}'\"?1"), Value::Int(i64::MAX), Value::Blob(Vec::new()), Value::Real(1e300)],
        ];
        for row in &rows {
            database.write(|tx| tx.execute(&INSERT, row)).unwrap();
        }
        for row in &rows {
            let found = database.read(|tx| tx.one(&GET, &row[..1])).unwrap().unwrap();
            assert_eq!(found.0, row);
        }
    });
}

#[test]
fn a_parameter_in_a_literal_is_text() {
    on_each_database(|database, _| {
        insert(database, "x", 1).unwrap();
        let found = database.read(|tx| tx.one(&LITERAL, &[text("x")])).unwrap().unwrap();
        assert_eq!(found.0[0], text("?1x"));
    });
}

#[test]
fn many_rows_go_in_at_once() {
    on_each_database(|database, _| {
        let rows = || (0..250).map(|n| vec![text(&format!("{n:03}")), Value::Int(n)]);
        for _ in 0..2 {
            database.write(|tx| tx.insert_many(&INSERT_MANY, rows())).unwrap();
        }
        let all = database.read(|tx| tx.all(&ALL_OF_THEM, &[])).unwrap();
        assert_eq!(all.iter().map(crate::Thing::number).collect::<Vec<_>>(), (0..250).collect::<Vec<_>>());
    });
}

#[test]
fn statements_are_checked_against_their_records() {
    on_each_database(|database, _| {
        let (wrong, right): (Vec<_>, Vec<_>) =
            ALL.iter().copied().partition(|statement| statement.text() == quire_db::Registered::text(&WRONG));
        for statement in right {
            database.check(statement).unwrap();
        }
        assert!(matches!(database.check(wrong[0]), Err(Error::Mismatch { .. })));
    });
}

#[test]
fn a_failed_transaction_leaves_nothing() {
    on_each_database(|database, _| {
        insert(database, "x", 1).unwrap();
        let outcome = database.write(|tx| {
            tx.execute(&ADD, &[text("x"), Value::Int(1)])?;
            tx.execute(&INSERT, &[text("x"), Value::Null, Value::Null, Value::Null])
        });
        assert!(matches!(outcome, Err(Error::Unique { .. })), "{outcome:?}");
        let panicked = catch_unwind(AssertUnwindSafe(|| {
            database.write(|tx| {
                tx.execute(&ADD, &[text("x"), Value::Int(1)])?;
                if tx.one(&GET, &[text("x")])?.is_some() {
                    panic!("half-way");
                }
                Ok::<_, Error>(())
            })
        }));
        assert!(panicked.is_err());
        assert_eq!(get(database, "x").unwrap().number(), 1);
        insert(database, "y", 2).unwrap();
    });
}

#[test]
fn what_reads_sees_one_state() {
    on_each_database(|database, _| {
        insert(database, "x", 1).unwrap();
        database
            .read(|tx| {
                let before = tx.one(&GET, &[text("x")])?;
                std::thread::scope(|scope| {
                    let add = || database.write(|tx| tx.execute(&ADD, &[text("x"), Value::Int(1)]));
                    scope.spawn(add).join().unwrap().unwrap();
                });
                assert_eq!(tx.one(&GET, &[text("x")])?, before);
                Ok::<_, Error>(())
            })
            .unwrap();
        assert_eq!(get(database, "x").unwrap().number(), 2);
    });
}
