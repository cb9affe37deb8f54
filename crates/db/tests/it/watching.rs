//! What other processes commit is noticed.

use std::sync::mpsc;
use std::time::Duration;

use quire_db::Database;

use crate::{config, insert, on_each_database};

/// Far longer than any watch takes to notice; only a broken one waits for so long.
const LONG: Duration = Duration::from_secs(30);

#[test]
fn commits_of_others_are_noticed() {
    on_each_database(|database, held| {
        let (tell, told) = mpsc::channel();
        let watch = database.watch(Box::new(move || tell.send(()).unwrap())).unwrap();
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
