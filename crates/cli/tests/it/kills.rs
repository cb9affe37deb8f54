//! `kill -9` in the middle of imports.

use std::io::Read as _;
use std::process::{Child, Stdio};
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

use crate::binary::{Installation, on_each_database};
use crate::pages::{Edition, edition_of};

/// How often an import is killed. A database server of its own is slower to start over with, and is not killed.
fn rounds(database: &str) -> u32 {
    if database == "postgres" { 10 } else { 50 }
}

#[test]
fn a_killed_import_leaves_the_old_or_the_new_content() {
    on_each_database(|installation| kill_often(installation, rounds(installation.database())));
}

fn kill_often(installation: &Installation, rounds: u32) {
    let editions = [Edition::new("one", 0..300), Edition::new("two", 20..330)];
    installation.set_up();
    let report = installation.import(editions[0].path(), ["--new-space", "Killed"]);
    let space = report["space"].as_str().unwrap();
    let began = Instant::now();
    installation.import(editions[1].path(), ["--space", space]);
    let whole = began.elapsed();
    let mut at = 1;
    for round in 0..rounds {
        let next = 1 - at;
        let mut import = installation.import_command(editions[next].path(), ["--space", space]);
        let child = import.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        kill(child, whole * round / rounds);
        let server = installation.serve();
        let found = edition_of(&server, space, &editions);
        assert!(server.stop().success());
        let report = installation.import(editions[next].path(), ["--space", space]);
        assert_eq!(report["changed"], found == at, "round {round}: {report}");
        at = next;
    }
    let server = installation.serve();
    assert_eq!(edition_of(&server, space, &editions), at);
}

/// Kills a process at a moment, unless it ended before.
fn kill(mut child: Child, moment: Duration) {
    let mut stdout = child.stdout.take().unwrap();
    let (ended, end) = channel();
    let reader = thread::spawn(move || {
        stdout.read_to_end(&mut Vec::new()).unwrap();
        ended.send(()).unwrap();
    });
    let _ = end.recv_timeout(moment);
    child.kill().unwrap();
    child.wait().unwrap();
    reader.join().unwrap();
}
