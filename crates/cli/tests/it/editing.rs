//! Many people edit, update and merge one space at once; in the middle of it the server is killed, or its database goes
//! away. What was acknowledged is there, in main content or in a change request; and counters count.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use quire_testdb::PostgresServer;
use serde_json::{Value, json};

use crate::binary::{Installation, Server, TOKEN, on_each_database};
use crate::http::{self, Answer};
use crate::outage;
use crate::pages::{self, Edition};

/// Who edits at once where nothing is killed.
const CLIENTS: usize = 64;
/// Change requests that each of them makes.
const TURNS: usize = 2;
/// Who edits at once where something is.
const FEW: usize = 8;
/// How often a server is killed.
const KILLS: usize = 20;

/// What a client was told.
#[derive(Debug, Default)]
struct Told {
    /// Words that were written, each once.
    written: Vec<String>,
    /// Numbers of the change requests that it made.
    made: Vec<u64>,
    /// How many of them were merged.
    merged: usize,
}

/// Why a client ended early.
#[derive(Debug)]
enum End {
    /// Somebody asked it to.
    Stopped,
    /// The server went away.
    Gone,
    /// The server answered with this instead.
    Refused(String),
}

#[test]
fn what_many_edit_at_once_is_all_there() {
    on_each_database(|installation| {
        let space = fill(installation);
        let server = installation.serve();
        let clients = edit(server.address, &space, 0..CLIENTS, TURNS, &AtomicBool::new(false));
        for (told, end) in &clients {
            assert!(end.is_none(), "{end:?}");
            assert_eq!((told.made.len(), told.merged), (TURNS, TURNS));
        }
        let clients: Vec<Told> = clients.into_iter().map(|(told, _)| told).collect();
        all_is_there(&server, &space, &clients);
        let found = server.get(&space).json(200);
        assert_eq!((&found["changeRequests"], &found["changeRequestsOpen"]), (&json!(CLIENTS * TURNS), &json!(0)));
        assert!(server.stop().success());
    });
}

#[test]
fn a_killed_server_has_every_acknowledged_edit() {
    let installation = Installation::sqlite();
    let space = fill(&installation);
    let mut clients = Vec::new();
    for round in 0..KILLS {
        let server = installation.serve();
        all_is_there(&server, &space, &clients);
        let address = server.address;
        let names = round * FEW..(round + 1) * FEW;
        let editing = {
            let space = space.clone();
            thread::spawn(move || edit(address, &space, names, usize::MAX, &AtomicBool::new(false)))
        };
        // Until as many change requests were begun as make this round's moment another one than the last round's.
        while begun(&server, &space) < (clients.len() + round) as u64 {}
        drop(server);
        for (told, end) in editing.join().unwrap() {
            assert!(matches!(end, Some(End::Gone)), "{end:?}");
            clients.push(told);
        }
    }
    let server = installation.serve();
    all_is_there(&server, &space, &clients);
    assert!(server.stop().success());
}

#[test]
fn a_database_server_that_goes_away_takes_no_edit_with_it() {
    // Where PostgreSQL is not found, the other tests say so, or fail where it is required.
    let Some(postgres) = PostgresServer::start() else { return };
    let installation = Installation::at(&outage::database(&postgres));
    let space = fill(&installation);
    let server = installation.serve();
    let mut clients = Vec::new();
    for round in 0..3 {
        let stop = AtomicBool::new(false);
        let ended = thread::scope(|scope| {
            let (space, stop, address) = (&space, &stop, server.address);
            let names = round * FEW..(round + 1) * FEW;
            let editing = scope.spawn(move || edit(address, space, names, usize::MAX, stop));
            while begun(&server, space) < (clients.len() + FEW) as u64 {}
            postgres.stop();
            stop.store(true, Ordering::Relaxed);
            editing.join().unwrap()
        });
        postgres.start_again();
        outage::is_back(&server);
        for (told, end) in ended {
            let refused = matches!(&end, Some(End::Refused(answer)) if !answer.starts_with("503"));
            assert!(!refused, "{end:?}");
            clients.push(told);
        }
        all_is_there(&server, &space, &clients);
    }
    assert!(server.stop().success());
}

/// A space of few pages, so that people meet; its path.
fn fill(installation: &Installation) -> String {
    installation.set_up();
    let report = installation.import(Edition::new("shared", 0..6).path(), ["--new-space", "Shared"]);
    format!("/v1/spaces/{}", report["space"].as_str().unwrap())
}

/// How many change requests there are, as far as can be told.
fn begun(server: &Server, space: &str) -> u64 {
    server.get(space).json(200)["changeRequests"].as_u64().unwrap()
}

/// What each of some clients was told until its end.
fn edit(
    address: SocketAddr,
    space: &str,
    names: std::ops::Range<usize>,
    turns: usize,
    stop: &AtomicBool,
) -> Vec<(Told, Option<End>)> {
    thread::scope(|scope| {
        let start = |name| scope.spawn(move || Client { address, space, name, stop, told: Told::default() }.run(turns));
        let clients: Vec<_> = names.map(start).collect();
        clients.into_iter().map(|client| client.join().unwrap()).collect()
    })
}

/// Somebody who makes change requests, one after the other.
struct Client<'a> {
    address: SocketAddr,
    space: &'a str,
    name: usize,
    stop: &'a AtomicBool,
    told: Told,
}

impl Client<'_> {
    fn run(mut self, turns: usize) -> (Told, Option<End>) {
        let end = (0..turns).try_for_each(|turn| self.turn(turn)).err();
        (self.told, end)
    }

    /// The life of a change request: two pages are edited, what others merged comes in, conflicts keep both sides.
    fn turn(&mut self, turn: usize) -> Result<(), End> {
        let made = self.ask("POST", &format!("{}/change-requests", self.space), Some(&json!({ "subject": "Turn" })))?;
        self.told.made.push(made["number"].as_u64().unwrap());
        let request = format!("{}/change-requests/{}", self.space, made["number"]);
        let pages = self.ask("GET", &format!("{request}/content/pages"), None)?;
        let pages = pages::ids(&pages["pages"]);
        for step in 0..2 {
            let page = &pages[(self.name + turn * 5 + step * 3) % pages.len()];
            self.write(&request, page, format!("word-{}-{turn}-{step}-end", self.name))?;
        }
        self.ask("POST", &format!("{request}/update"), Some(&json!({})))?;
        loop {
            let merged = self.ask("POST", &format!("{request}/merge"), Some(&json!({})))?;
            if merged["result"] == "merge" {
                self.told.merged += 1;
                return Ok(());
            }
            let conflicts = self.ask("GET", &format!("{request}/conflicts"), None)?;
            for conflict in conflicts["items"].as_array().unwrap() {
                let path = format!("{request}/conflicts/{}", conflict["id"].as_str().unwrap());
                self.ask("PUT", &path, Some(&json!({ "resolution": "both" })))?;
            }
        }
    }

    /// Adds a word to the first line of a page that everybody adds to, and a line of its own.
    fn write(&mut self, request: &str, page: &str, word: String) -> Result<(), End> {
        let found = self.ask("GET", &format!("{request}/content/page/{page}?format=markdown"), None)?;
        let text = found["markdown"].as_str().unwrap();
        let (title, rest) = text.split_once("\n\n").unwrap();
        let (first, rest) = rest.split_once('\n').unwrap();
        let text = if self.name.is_multiple_of(2) {
            format!("{title}\n\n{first} {word}\n{rest}")
        } else {
            format!("{title}\n\n{first}\n{rest}\n{word}\n")
        };
        let change = json!({ "operation": "update_page", "page": page, "document": { "markdown": text } });
        self.ask("POST", &format!("{request}/content"), Some(&json!({ "changes": [change] })))?;
        self.told.written.push(word);
        Ok(())
    }

    fn ask(&self, method: &str, path: &str, body: Option<&Value>) -> Result<Value, End> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(End::Stopped);
        }
        let answer = http::attempt(self.address, method, path, Some(TOKEN), body).map_err(|_| End::Gone)?;
        let Answer { status: 200 | 201, body } = answer else {
            return Err(End::Refused(format!("{} {}", answer.status, String::from_utf8_lossy(&answer.body))));
        };
        Ok(serde_json::from_slice(&body).unwrap())
    }
}

/// Every word that was written is in main content, or in a change request that was not merged; change requests have all
/// numbers from 1; and the space counts them right.
#[track_caller]
fn all_is_there(server: &Server, space: &str, clients: &[Told]) {
    let mut numbers = BTreeSet::new();
    let mut text = content(server, space);
    let mut counts = Vec::new();
    for status in ["draft", "open", "archived", "merged"] {
        let path = format!("{space}/change-requests?status={status}&limit=1000");
        let found = server.get(&path).json(200);
        let found = found["items"].as_array().unwrap();
        counts.push(found.len());
        for request in found {
            numbers.insert(request["number"].as_u64().unwrap());
            if status != "merged" {
                let path = format!("{space}/change-requests/{}", request["number"]);
                text.push_str(&content(server, &path));
                text.push_str(&String::from_utf8(server.get(&format!("{path}/conflicts")).body).unwrap());
            }
        }
    }
    let made = counts.iter().sum::<usize>();
    assert!(numbers.iter().copied().eq(1..=made as u64), "{numbers:?}");
    let found = server.get(space).json(200);
    let counted = ["changeRequests", "changeRequestsDraft", "changeRequestsOpen"].map(|name| found[name].clone());
    assert_eq!(counted, [json!(made), json!(counts[0]), json!(counts[1])]);
    for client in clients {
        assert!(client.made.iter().all(|number| numbers.contains(number)), "{client:?}");
        for word in &client.written {
            assert!(text.contains(word.as_str()), "{word} is lost");
        }
    }
}

/// The texts of all pages of some content.
fn content(server: &Server, path: &str) -> String {
    let pages = server.get(&format!("{path}/content/pages")).json(200);
    let mut text = String::new();
    for id in pages::ids(&pages["pages"]) {
        let page = server.get(&format!("{path}/content/page/{id}?format=markdown")).json(200);
        text.push_str(page["markdown"].as_str().unwrap());
    }
    text
}
