//! The search index of true processes: kills, damage, rebuilding, and several processes.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::binary::{Installation, Server, TOKEN, error, on_each_database, output};
use crate::http;
use crate::pages::Edition;

/// How often a server is killed.
const KILLS: usize = 8;
/// Longer than anything should take until it is found.
const PATIENCE: Duration = Duration::from_secs(60);

/// How many pages a text finds in a space. The index may still be opened.
fn count(server: &Server, space: &str, query: &str) -> Option<u64> {
    let query: String = query.bytes().map(|byte| format!("%{byte:02x}")).collect();
    let answer = server.get(&format!("{space}/search?limit=0&query={query}"));
    (answer.status != 503).then(|| answer.json(200)["count"].as_u64().unwrap())
}

/// Waits until so many pages are found.
#[track_caller]
fn finds(server: &Server, space: &str, query: &str, expected: u64) {
    let began = Instant::now();
    loop {
        let found = count(server, space, query);
        if found == Some(expected) {
            return;
        }
        if began.elapsed() > PATIENCE {
            let said: Vec<_> = server.said().into_iter().filter(|line| !line.contains("quire::access")).collect();
            panic!("{found:?} pages are found by {query}, not {expected}: {said:#?}");
        }
        thread::yield_now();
    }
}

fn live(server: &Server) -> String {
    let made = server.post(&format!("{}/spaces", server.org()), &json!({ "title": "Live", "editMode": "live" }));
    format!("/v1/spaces/{}", made.json(201)["id"].as_str().unwrap())
}

fn insert(text: &str) -> Value {
    json!({ "changes": [{ "operation": "insert_page", "title": "Page", "document": { "markdown": text } }] })
}

fn import(installation: &Installation, pages: u32) -> String {
    let report = installation.import(Edition::new("sought", 0..pages).path(), ["--new-space", "Sought"]);
    format!("/v1/spaces/{}", report["space"].as_str().unwrap())
}

/// The largest file of the index.
fn largest(data: &Path) -> PathBuf {
    let files = fs::read_dir(data.join("search")).unwrap().map(|entry| entry.unwrap().path());
    files.max_by_key(|path| fs::metadata(path).unwrap().len()).unwrap()
}

#[test]
fn a_killed_server_finds_exactly_what_is_there() {
    on_each_database(|installation| {
        let server = installation.serve();
        let space = live(&server);
        drop(server);
        for round in 0..KILLS {
            let server = installation.serve();
            let (address, path) = (server.address, format!("{space}/content"));
            let writing = thread::spawn(move || {
                let text = |n: usize| format!("An anchor, w{round}x{n}.");
                let post = |n| http::attempt(address, "POST", &path, Some(TOKEN), Some(&insert(&text(n))));
                (0..).take_while(|n| post(*n).is_ok_and(|answer| answer.status == 200)).count()
            });
            // Some of what is written in this round is indexed, and some of that is not committed yet.
            let before = pages(&server, &space);
            while pages(&server, &space) < before + 3 + round as u64 {}
            drop(server);
            let written = writing.join().unwrap();
            let server = installation.serve();
            finds(&server, &space, "anchor", pages(&server, &space));
            for n in 0..written {
                assert_eq!(count(&server, &space, &format!("\"w{round}x{n}\"")), Some(1));
            }
        }
    });
}

fn pages(server: &Server, space: &str) -> u64 {
    server.get(&format!("{space}/content/pages")).json(200)["pages"].as_array().unwrap().len() as u64
}

#[test]
fn a_damaged_index_is_made_anew_by_the_server() {
    let installation = Installation::sqlite();
    installation.set_up();
    let space = import(&installation, 20);
    let server = installation.serve();
    finds(&server, &space, "sought", 21);
    assert!(server.stop().success());
    let path = largest(installation.data.path());
    let bytes = fs::read(&path).unwrap();
    fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
    let server = installation.serve();
    server.logged("the search index is rebuilt");
    finds(&server, &space, "sought", 21);
    assert!(server.stop().success());
}

#[test]
fn an_index_is_made_anew_by_a_command() {
    on_each_database(|installation| {
        installation.set_up();
        import(installation, 20);
        let report: Value = serde_json::from_str(&output(installation.command("reindex").arg("--json"))).unwrap();
        assert_eq!(report, json!({ "pages": 21, "spaces": 1 }));
        let printed = output(&mut installation.command("reindex"));
        assert_eq!(printed, "21 pages of 1 spaces are found again\n");
    });
}

#[test]
fn one_process_uses_an_index() {
    // Two servers are possible on PostgreSQL alone; where it is not found, the other tests say so.
    for database in quire_testdb::databases().into_iter().filter(|database| database.name() == "postgres") {
        use_an_index_one_by_one(&Installation::on(database));
    }
}

fn use_an_index_one_by_one(installation: &Installation) {
    let server = installation.serve();
    let space = live(&server);
    server.post(&format!("{space}/content"), &insert("An anchor.")).json(200);
    finds(&server, &space, "anchor", 1);
    let refused = error(&mut installation.command("reindex"));
    assert!(refused.contains("in use by another process"), "{refused}");
    let second = installation.serve();
    second.logged("in use by another process");
    assert_eq!(second.get(&format!("{space}/search?query=anchor")).status, 503);
    assert!(server.stop().success());
    finds(&second, &space, "anchor", 1);
    assert!(second.stop().success());
}

#[test]
fn processes_hear_of_what_others_commit() {
    // Where PostgreSQL is not found, the other tests say so, or fail where it is required.
    for database in quire_testdb::databases().into_iter().filter(|database| database.name() == "postgres") {
        let installations = [Installation::at(database.url()), Installation::at(database.url())];
        let servers = installations.each_ref().map(Installation::serve);
        let space = live(&servers[0]);
        for n in 0..10 {
            let word = format!("\"w{n}\"");
            servers[n % 2].post(&format!("{space}/content"), &insert(&format!("A w{n}."))).json(200);
            for server in &servers {
                finds(server, &space, &word, 1);
            }
        }
        for server in servers {
            assert!(server.stop().success());
        }
    }
}

#[test]
fn what_a_command_imports_is_found_by_a_server_that_runs() {
    on_each_database(|installation| {
        installation.set_up();
        let server = installation.serve();
        let space = import(installation, 300);
        finds(&server, &space, "sought", 301);
        assert!(server.stop().success());
    });
}
