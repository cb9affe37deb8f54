//! Benchmarks of change requests in a space of 10,000 pages against one of 10, and of durable edits against the disk.

use std::net::SocketAddr;
use std::process::Command;
use std::sync::Barrier;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow, ensure};
use serde_json::{Value, json};

use super::connection::{Connection, send};
use super::content::Content;
use super::figures::{Aim, Figure, median};
use super::process::{Server, TOKEN, fill, set_up};
use super::{Arguments, Bed, progress};

/// The number of times that each step is measured in each space.
const ROUNDS: usize = 20;
/// The number of concurrent clients, each of which edits a change request of its own.
const CLIENTS: usize = 64;
/// The number of edits in a long change request.
const LONG: usize = 1_000;
/// The number of changes in one request.
const BATCH: usize = 100;

/// The measured steps of a change request, in order.
pub(super) const STEPS: [&str; 6] =
    ["creating a change request", "editing one page", "giving it other links", "its diff", "merging it", "duplicating"];
/// The number of links that a page gets.
const LINKS: usize = 5;

/// A space with the identifiers of its pages.
pub(super) struct Space {
    pub(super) path: String,
    pub(super) pages: Vec<String>,
}

pub(super) fn measure(bed: &Bed, arguments: &Arguments, keep: &mut dyn FnMut(Vec<Figure>)) -> anyhow::Result<()> {
    let data = bed.path("edits-data");
    set_up(bed, &data)?;
    let content = |pages| Content { pages, bytes: 2_000, seed: 5 };
    let small = fill(bed, &data, "edits", content(10))?;
    let large = fill(bed, &data, "edits", content(10_000))?;
    let server = Server::quire(bed, &data)?;
    server.ready()?;
    let mut client = Connection::open(server.address)?;
    let (small, large) = (Space::of(&mut client, &small)?, Space::of(&mut client, &large)?);
    keep(sizes(&mut client, &small, &large)?);
    keep(long(&mut client, &large)?);
    keep(super::patches::measure(&mut client, &small)?);
    keep(durable(bed, arguments, server.address, &large)?);
    server.stop()
}

impl Space {
    pub(super) fn of(client: &mut Connection, id: &str) -> anyhow::Result<Self> {
        let path = format!("/v1/spaces/{id}");
        let tree = client.json(&format!("{path}/content/pages"), TOKEN)?;
        let mut pages = Vec::new();
        let mut open: Vec<&Value> = tree["pages"].as_array().into_iter().flatten().collect();
        while let Some(page) = open.pop() {
            pages.extend(page["id"].as_str().map(str::to_owned));
            open.extend(page["pages"].as_array().into_iter().flatten());
        }
        ensure!(!pages.is_empty(), "a space has no pages");
        Ok(Self { path, pages })
    }
}

/// Measures the steps of a change request in both spaces, in turns.
fn sizes(client: &mut Connection, small: &Space, large: &Space) -> anyhow::Result<Vec<Figure>> {
    progress("edits: the life of a change request");
    let mut times = [vec![Vec::new(); STEPS.len()], vec![Vec::new(); STEPS.len()]];
    for round in 0..ROUNDS {
        for (space, times) in [small, large].into_iter().zip(&mut times) {
            for (time, all) in live(client, space, round)?.into_iter().zip(times) {
                all.push(time);
            }
        }
    }
    let [small, large] = times.map(|steps| steps.into_iter().map(median).collect::<Vec<_>>());
    let figures = STEPS.iter().zip(small.into_iter().zip(large)).map(|(step, (small, large))| Figure {
        name: format!("{step}, 10,000 pages"),
        quire: large,
        other: ("10 pages".to_owned(), small),
        unit: "ms".to_owned(),
        aim: Some(Aim::AtMost(1.5)),
    });
    Ok(figures.collect())
}

/// Returns the milliseconds of each step.
pub(super) fn live(client: &mut Connection, space: &Space, round: usize) -> anyhow::Result<[f64; 6]> {
    let (made, create) = timed(client, "POST", &format!("{}/change-requests", space.path), &json!({}), 201)?;
    let request = change_request(space, &made)?;
    let page = &space.pages[round % space.pages.len()];
    let edit = edit(std::iter::once(page), &format!("round {round}"));
    let (_, edited) = timed(client, "POST", &format!("{request}/content"), &edit, 200)?;
    let (_, linked) = timed(client, "POST", &format!("{request}/content"), &link(space, page, round), 200)?;
    let (changes, diff) = timed(client, "GET", &format!("{request}/changes"), &Value::Null, 200)?;
    ensure!(changes["changes"].as_array().is_some_and(|changes| changes.len() == 1), "a diff is wrong: {changes}");
    let (merged, merge) = timed(client, "POST", &format!("{request}/merge"), &json!({}), 200)?;
    ensure!(merged["result"] == "merge", "a merge did not succeed: {merged}");
    let (_, duplicate) = timed(client, "POST", &format!("{}/duplicate", space.path), &json!({}), 201)?;
    Ok([create, edited, linked, diff, merge, duplicate])
}

/// Measures the diff of a change request with many edits against that with one edit.
fn long(client: &mut Connection, space: &Space) -> anyhow::Result<Vec<Figure>> {
    progress(format_args!("edits: the diff of {LONG} edits"));
    let mut times = [Vec::new(), Vec::new()];
    for (edits, times) in [1, LONG].into_iter().zip(&mut times) {
        let (made, _) = timed(client, "POST", &format!("{}/change-requests", space.path), &json!({}), 201)?;
        let request = change_request(space, &made)?;
        for pages in space.pages[..edits].chunks(BATCH) {
            timed(client, "POST", &format!("{request}/content"), &edit(pages, "long"), 200)?;
        }
        for _ in 0..5 {
            times.push(timed(client, "GET", &format!("{request}/changes?limit=1000"), &Value::Null, 200)?.1);
        }
    }
    let [one, many] = times.map(median);
    Ok(vec![Figure {
        name: format!("a diff of {LONG} edits, an edit"),
        quire: many / LONG as f64,
        other: ("a diff of one edit".to_owned(), one),
        unit: "ms".to_owned(),
        aim: Some(Aim::AtMost(1.0)),
    }])
}

/// Measures acknowledged edits per second, by one client and by many.
fn durable(bed: &Bed, arguments: &Arguments, address: SocketAddr, space: &Space) -> anyhow::Result<Vec<Figure>> {
    let mut figures = Vec::new();
    for (clients, aim) in [(1, 0.5), (CLIENTS, 3.0)] {
        progress(format_args!("edits: durable, clients: {clients}"));
        let (mut ours, mut bare) = (Vec::new(), Vec::new());
        for _ in 0..arguments.rounds {
            bare.push(commits(bed, arguments.seconds)?);
            ours.push(rate(address, space, clients, Duration::from_secs_f64(arguments.seconds))?);
        }
        figures.push(Figure {
            name: format!("durable one-page edits, clients: {clients}"),
            quire: median(ours),
            other: ("a bare loop on SQLite".to_owned(), median(bare)),
            unit: "/s".to_owned(),
            aim: Some(Aim::AtLeast(aim)),
        });
    }
    Ok(figures)
}

fn commits(bed: &Bed, seconds: f64) -> anyhow::Result<f64> {
    let mut command = Command::new(bed.examples.join("commits"));
    let output = command.arg(bed.dir.path()).arg(seconds.to_string()).output().context("starting the bare loop")?;
    ensure!(output.status.success(), "the bare loop failed: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout)?.trim().parse().context("reading a figure")
}

fn rate(address: SocketAddr, space: &Space, clients: usize, round: Duration) -> anyhow::Result<f64> {
    let start = Barrier::new(clients);
    let rates: anyhow::Result<Vec<f64>> = thread::scope(|scope| {
        let threads: Vec<_> = (0..clients)
            .map(|n| {
                let start = &start;
                scope.spawn(move || load(address, space, n, start, round))
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().map_err(|_| anyhow!("a load thread panicked"))?).collect()
    });
    Ok(rates?.iter().sum())
}

fn load(address: SocketAddr, space: &Space, n: usize, start: &Barrier, round: Duration) -> anyhow::Result<f64> {
    // A thread that fails still comes to the barrier, since the others wait for it.
    let ready = Connection::open(address).and_then(|mut client| {
        let (made, _) = timed(&mut client, "POST", &format!("{}/change-requests", space.path), &json!({}), 201)?;
        Ok((client, change_request(space, &made)?))
    });
    start.wait();
    let (mut client, request) = ready?;
    let began = Instant::now();
    let mut count = 0_u32;
    while began.elapsed() < round {
        let page = &space.pages[(n * 101 + count as usize) % space.pages.len()];
        let edit = edit(std::iter::once(page), &format!("{n}: {count}"));
        timed(&mut client, "POST", &format!("{request}/content"), &edit, 200)?;
        count += 1;
    }
    Ok(f64::from(count) / began.elapsed().as_secs_f64())
}

/// Returns the body of a request that changes the text of pages.
pub(super) fn edit<'a>(pages: impl IntoIterator<Item = &'a String>, text: &str) -> Value {
    let markdown = format!("# Edited\n\nThis page says another thing in {text}.\n");
    let changes = pages
        .into_iter()
        .map(|page| json!({ "operation": "update_page", "page": page, "document": { "markdown": markdown } }));
    json!({ "changes": changes.collect::<Vec<_>>() })
}

/// Returns the body of a request that gives a page links to others.
fn link(space: &Space, page: &str, round: usize) -> Value {
    let others = space.pages.iter().cycle().skip(round * LINKS).take(LINKS);
    let links: String = others.map(|other| format!("* [other](/pages/{other})\n")).collect();
    let markdown = format!("# Edited\n\nOthers in round {round}:\n\n{links}");
    json!({ "changes": [{ "operation": "update_page", "page": page, "document": { "markdown": markdown } }] })
}

pub(super) fn change_request(space: &Space, made: &Value) -> anyhow::Result<String> {
    let id = made["id"].as_str().context("a change request has an id")?;
    Ok(format!("{}/change-requests/{id}", space.path))
}

/// Sends a request, and returns the answer with its time in milliseconds.
pub(super) fn timed(
    client: &mut Connection,
    method: &str,
    path: &str,
    body: &Value,
    expected: u16,
) -> anyhow::Result<(Value, f64)> {
    let request = send(method, path, TOKEN, body);
    let began = Instant::now();
    let (status, answer) = client.exchange(&request)?;
    let time = began.elapsed().as_secs_f64() * 1_000.0;
    ensure!(status == expected, "{method} {path}: {status}: {}", String::from_utf8_lossy(answer));
    Ok((serde_json::from_slice(answer).with_context(|| path.to_owned())?, time))
}
