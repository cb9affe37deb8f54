//! Benchmarks of reads over persistent connections, against a bare server that answers with the same bytes.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Barrier;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow, ensure};

use super::connection::{Connection, get};
use super::content::Content;
use super::figures::{Aim, Figure, median};
use super::process::{Server, TOKEN, fill, set_up};
use super::{Arguments, Bed, Bench, progress};

pub(super) const CONNECTIONS: [usize; 3] = [1, 16, 64];

/// A read that both servers can answer.
struct Case {
    bench: Bench,
    name: &'static str,
    path: String,
}

pub(super) fn measure(bed: &Bed, arguments: &Arguments, keep: &mut dyn FnMut(Vec<Figure>)) -> anyhow::Result<()> {
    let data = bed.path("reads-data");
    set_up(bed, &data)?;
    let space = fill(bed, &data, "reads", Content { pages: 1_000, bytes: 6_000, seed: 1 })?;
    let quire = Server::quire(bed, &data)?;
    quire.ready()?;
    let cases = cases(&quire, &space)?;
    let files = cases.iter().enumerate().map(|(number, case)| save(bed, &quire, number, &case.path));
    let files = files.collect::<anyhow::Result<Vec<_>>>()?;
    let bare = Server::bare(bed, files.iter().map(AsRef::as_ref))?;
    for (number, case) in cases.iter().enumerate().filter(|(_, case)| arguments.has(case.bench)) {
        for connections in CONNECTIONS {
            let name = format!("{}, connections: {connections}", case.name);
            progress(&name);
            let round = Duration::from_secs_f64(arguments.seconds);
            let sides = [(&bare, get(&format!("/{number}"), TOKEN)), (&quire, get(&case.path, TOKEN))];
            keep(beside_bare(&name, compare(&sides, connections, arguments.rounds, round)?));
        }
    }
    Ok(())
}

/// Returns figures that compare reads with those of the bare server, which is the first one.
pub(super) fn beside_bare(name: &str, [bare, quire]: [Reading; 2]) -> Vec<Figure> {
    let figure = |name, quire, other, unit: &str, aim| {
        let other = ("bare axum".to_owned(), other);
        Figure { name, quire, other, unit: unit.to_owned(), aim }
    };
    vec![
        figure(name.to_owned(), quire.rate, bare.rate, "requests/s", Some(Aim::AtLeast(0.6))),
        figure(format!("time on processors of {name}"), quire.spent, bare.spent, "µs", None),
    ]
}

/// The rate and the cost of reading from a server.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reading {
    /// The requests per second.
    rate: f64,
    /// The time that the server spends on processors for a request, in microseconds.
    spent: f64,
}

fn cases(quire: &Server, space: &str) -> anyhow::Result<[Case; 2]> {
    let pages = format!("/v1/spaces/{space}/content/pages");
    let tree = Connection::open(quire.address)?.json(&pages, TOKEN)?;
    let page = tree["pages"][0]["id"].as_str().context("the first page has an id")?;
    let page = format!("/v1/spaces/{space}/content/page/{page}?format=markdown");
    Ok([
        Case { bench: Bench::Hot, name: "a page of 6 KB", path: page },
        Case { bench: Bench::Pages, name: "the tree of 1,000 pages", path: pages },
    ])
}

/// Saves the body of an answer in a file.
fn save(bed: &Bed, quire: &Server, number: usize, path: &str) -> anyhow::Result<std::path::PathBuf> {
    let mut connection = Connection::open(quire.address)?;
    let (status, body) = connection.exchange(&get(path, TOKEN))?;
    ensure!(status == 200, "{path}: {status}");
    let file = bed.path(&format!("body-{number}.json"));
    std::fs::write::<&Path, _>(&file, body).context("keeping an answer")?;
    Ok(file)
}

/// Returns the medians of reading from two servers, measured in alternating rounds.
pub(super) fn compare(
    sides: &[(&Server, Vec<u8>); 2],
    connections: usize,
    rounds: u32,
    round: Duration,
) -> anyhow::Result<[Reading; 2]> {
    let (mut rates, mut spent) = ([Vec::new(), Vec::new()], [Vec::new(), Vec::new()]);
    for _ in 0..rounds {
        for (at, (server, request)) in sides.iter().enumerate() {
            let before = server.spent()?;
            let rate = throughput(server.address, request, connections, round)?;
            rates[at].push(rate);
            spent[at].push((server.spent()? - before) * 1e3 / (rate * round.as_secs_f64()));
        }
    }
    let [[bare, quire], [of_bare, of_quire]] = [rates.map(median), spent.map(median)];
    Ok([Reading { rate: bare, spent: of_bare }, Reading { rate: quire, spent: of_quire }])
}

/// Returns the requests per second of closed-loop clients, one thread and one connection each.
pub(super) fn throughput(
    address: SocketAddr,
    request: &[u8],
    connections: usize,
    round: Duration,
) -> anyhow::Result<f64> {
    let start = Barrier::new(connections);
    let rates: anyhow::Result<Vec<f64>> = thread::scope(|scope| {
        let threads: Vec<_> = (0..connections).map(|_| scope.spawn(|| load(address, request, &start, round))).collect();
        threads.into_iter().map(|thread| thread.join().map_err(|_| anyhow!("a load thread panicked"))?).collect()
    });
    Ok(rates?.iter().sum())
}

fn load(address: SocketAddr, request: &[u8], start: &Barrier, round: Duration) -> anyhow::Result<f64> {
    // A thread that fails still comes to the barrier, since the others wait for it.
    let ready = Connection::open(address).and_then(|mut connection| {
        ensure!(connection.exchange(request)?.0 == 200, "a read failed");
        Ok(connection)
    });
    start.wait();
    let mut connection = ready?;
    let began = Instant::now();
    let mut count = 0_u32;
    while began.elapsed() < round {
        ensure!(connection.exchange(request)?.0 == 200, "a read failed");
        count += 1;
    }
    Ok(f64::from(count) / began.elapsed().as_secs_f64())
}
