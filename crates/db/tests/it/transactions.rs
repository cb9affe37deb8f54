//! Values, statements, and what becomes of transactions that fail.

use std::panic::{AssertUnwindSafe, catch_unwind};

use quire_db::{Error, Value};

use crate::{
    ADD, ALL, ALL_OF_THEM, GET, INSERT, INSERT_BY_READING, INSERT_MANY, INSERT_PART, LITERAL, WRONG, get, insert,
    on_each_database, text,
};

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
fn a_transaction_begins_with_its_first_statement() {
    on_each_database(|database, _| {
        insert(database, "x", 1).unwrap();
        let before = database.reads();
        let begun = || database.reads().zip(before).map(|(now, before)| now - before);
        database.read(|_| Ok::<_, Error>(())).unwrap();
        database.read_single(|tx| tx.one(&GET, &[text("x")])).unwrap();
        assert_eq!(begun().unwrap_or_default(), 0, "neither nothing nor a single statement needs a transaction");
        let both = database.read(|tx| {
            let one = tx.one(&GET, &[text("x")])?;
            database.write(|tx| tx.execute(&ADD, &[text("x"), Value::Int(1)]))?;
            Ok::<_, Error>([one, tx.one(&GET, &[text("x")])?].map(|found| found.map(|found| found.number())))
        });
        assert_eq!(both.unwrap(), [Some(1), Some(1)], "both statements see one state");
        assert_eq!(begun().unwrap_or(1), 1);
        assert_eq!(get(database, "x").unwrap().number(), 2);
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
        // Some are so large that they don't wait for the rest of their chunk.
        let bytes = |n| Value::Blob(vec![7; if n % 100 == 30 { 3 << 20 } else { 3 }]);
        let rows = || (0..250).map(|n| vec![text(&format!("{n:03}")), Value::Int(n), bytes(n)]);
        for _ in 0..2 {
            database.write(|tx| tx.insert_many(&INSERT_MANY, rows())).unwrap();
        }
        let all = database.read(|tx| tx.all(&ALL_OF_THEM, &[])).unwrap();
        assert_eq!(all.iter().map(crate::Thing::number).collect::<Vec<_>>(), (0..250).collect::<Vec<_>>());
        assert!(all.iter().all(|thing| thing.0[2] == bytes(thing.number())));
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
fn a_statement_that_failed_ends_its_transaction_whatever_is_made_of_it() {
    on_each_database(|database, _| {
        insert(database, "x", 1).unwrap();
        let again = [text("x"), Value::Null, Value::Null, Value::Null];
        let outcome = database.write(|tx| {
            tx.execute(&ADD, &[text("x"), Value::Int(1)])?;
            let refused = tx.execute(&INSERT, &again);
            assert!(matches!(refused, Err(Error::Unique { .. })), "{refused:?}");
            let next = tx.one(&GET, &[text("x")]);
            assert!(matches!(next, Err(Error::Unique { .. })), "{next:?}");
            Ok::<_, Error>(())
        });
        assert!(matches!(outcome, Err(Error::Unique { .. })), "{outcome:?}");
        assert_eq!(get(database, "x").unwrap().number(), 1);
    });
}

#[test]
fn failures_have_the_same_kinds() {
    on_each_database(|database, _| {
        let missing = database.write(|tx| tx.execute(&INSERT_PART, &[text("nothing")]));
        assert!(matches!(missing, Err(Error::ForeignKey { .. })), "{missing:?}");
        let nothing = database.write(|tx| tx.execute(&INSERT_PART, &[Value::Null]));
        assert!(matches!(nothing, Err(Error::Constraint { .. })), "{nothing:?}");
        let bytes = [Value::Blob(b"text".to_vec()), Value::Null, Value::Null, Value::Null];
        assert!(database.write(|tx| tx.execute(&INSERT, &bytes)).is_err(), "bytes are no text");
        assert!(get(database, "text").is_none());
    });
}

#[test]
fn what_reads_cannot_write_with_a_query_either() {
    on_each_database(|database, _| {
        assert!(database.read(|tx| tx.one(&INSERT_BY_READING, &[text("x")])).is_err());
        assert!(database.read_single(|tx| tx.one(&INSERT_BY_READING, &[text("x")])).is_err());
        assert!(database.read_single(|tx| tx.one(&GET, &[text("x")])).unwrap().is_none());
        let written = database.write(|tx| tx.one(&INSERT_BY_READING, &[text("x")])).unwrap();
        assert_eq!(written.unwrap().0[0], text("x"));
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
