//! Benchmarks of search over HTTP in a space of 10,000 pages against the bare index, of the delay until a change is
//! found, and of the size of the index against the text.

use std::fmt::Write as _;
use std::net::SocketAddr;
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::Instant;

use anyhow::{Context as _, anyhow, ensure};
use serde::Deserialize;
use serde_json::{Value, json};

use super::connection::{Connection, get, send};
use super::figures::{Aim, Figure};
use super::process::{Server, TOKEN, import, set_up};
use super::words::Words;
use super::{Bed, progress};

const PAGES: usize = 10_000;
const QUERIES: usize = 1_000;
/// A seed that differs from the example's, for other words.
const SEED: u64 = 11;
const CLIENTS: usize = 16;
/// The number of changes whose delay is measured.
const CHANGES: usize = 100;

/// The cost of the queries without a server.
#[derive(Debug, Deserialize)]
struct Bare {
    p50: f64,
    p99: f64,
    rate: f64,
}

pub(super) fn measure(bed: &Bed, keep: &mut dyn FnMut(Vec<Figure>)) -> anyhow::Result<()> {
    progress(format_args!("search: importing {PAGES} pages"));
    let (source, data) = (bed.path("search"), bed.path("search-data"));
    std::fs::create_dir(&source)?;
    let mut words = Words::new(SEED);
    let text = write(&source, &mut words)?;
    let queries: Vec<String> = (0..QUERIES).map(|n| words.query(n)).collect();
    set_up(bed, &data)?;
    let began = Instant::now();
    let report = import(bed, &data, &source, ["--new-space", "Search"])?;
    let imported = began.elapsed().as_secs_f64();
    let space = format!("/v1/spaces/{}", report["space"].as_str().context("the report names the space")?);
    let began = Instant::now();
    reindex(bed, &data)?;
    let indexed = began.elapsed().as_secs_f64();
    keep(vec![
        figure("indexing 10,000 pages", indexed, ("importing them", imported), "s", None),
        figure("the index of 10,000 pages", mib(size(&data.join("search"))?), ("their text", mib(text)), "MiB", None),
    ]);

    let server = Server::quire(bed, &data)?;
    server.ready()?;
    let mut client = Connection::open(server.address)?;
    let addresses: Vec<String> = queries.iter().map(|query| address(&space, query)).collect();
    while client.exchange(&get(&addresses[0], TOKEN))?.0 != 200 {}
    progress("search: queries over HTTP");
    times(&mut client, &addresses)?;
    let found = times(&mut client, &addresses)?;
    let rate = clients(server.address, &addresses)?;
    progress("search: changes until they are found");
    let fresh = changes(&mut client, &space)?;
    server.stop()?;

    let bare = bare(bed, &data, &queries)?;
    let other = "the bare index";
    keep(vec![
        figure("a search, half of them faster", at(&found, 0.5), (other, bare.p50), "ms", None),
        figure("a search, one of 100 slower", at(&found, 0.99), (other, bare.p99), "ms", Some(Aim::AtMost(3.0))),
        figure("searches of 16 clients", rate, (other, bare.rate), "/s", Some(Aim::AtLeast(0.5))),
        figure("a change until it is found, half faster", at(&fresh, 0.5), ("a second", 1_000.0), "ms", None),
        figure(
            "a change until it is found, one of 100 slower",
            at(&fresh, 0.99),
            ("a second", 1_000.0),
            "ms",
            Some(Aim::AtMost(1.0)),
        ),
    ]);
    Ok(())
}

fn figure(name: &str, quire: f64, (other, base): (&str, f64), unit: &str, aim: Option<Aim>) -> Figure {
    Figure { name: name.to_owned(), quire, other: (other.to_owned(), base), unit: unit.to_owned(), aim }
}

/// Builds the search index of a data directory.
pub(super) fn reindex(bed: &Bed, data: &Path) -> anyhow::Result<()> {
    let status = Command::new(&bed.quire).args(["reindex", "--log-level", "warn", "--data"]).arg(data).status();
    ensure!(status.context("starting quire reindex")?.success(), "quire reindex failed");
    Ok(())
}

/// Writes the pages, and returns their size in bytes.
fn write(dir: &Path, words: &mut Words) -> anyhow::Result<u64> {
    let mut bytes = 0;
    for n in 0..PAGES {
        let mut page = format!("# {}\n\n{}\n", words.text(3), words.text(60));
        for _ in 0..4 {
            write!(page, "\n## {}\n\n{}\n", words.text(3), words.text(60))?;
        }
        bytes += page.len() as u64;
        let folder = dir.join(format!("part-{}", n / 100));
        std::fs::create_dir_all(&folder)?;
        std::fs::write(folder.join(format!("page-{n}.md")), page).context("writing a page")?;
    }
    Ok(bytes)
}

fn mib(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 20)
}

fn size(dir: &Path) -> anyhow::Result<u64> {
    let mut bytes = 0;
    for entry in std::fs::read_dir(dir).context("reading the index's directory")? {
        bytes += entry?.metadata()?.len();
    }
    Ok(bytes)
}

/// Returns the path of a search in a space, which is given by its own path.
pub(super) fn address(space: &str, query: &str) -> String {
    let query: String = query.bytes().map(|byte| format!("%{byte:02x}")).collect();
    format!("{space}/search?limit=20&query={query}")
}

/// Returns the milliseconds of all searches, in ascending order.
pub(super) fn times(client: &mut Connection, addresses: &[String]) -> anyhow::Result<Vec<f64>> {
    let mut times = Vec::new();
    for address in addresses {
        let began = Instant::now();
        ensure!(client.exchange(&get(address, TOKEN))?.0 == 200, "a search failed");
        times.push(began.elapsed().as_secs_f64() * 1e3);
    }
    times.sort_unstable_by(f64::total_cmp);
    Ok(times)
}

fn at(times: &[f64], part: f64) -> f64 {
    times[((times.len() - 1) as f64 * part) as usize]
}

/// Returns the searches per second of concurrent clients.
fn clients(server: SocketAddr, addresses: &[String]) -> anyhow::Result<f64> {
    let began = Instant::now();
    thread::scope(|scope| {
        let start = |n| {
            let own: Vec<String> = addresses.iter().skip(n).step_by(CLIENTS).cloned().collect();
            scope.spawn(move || times(&mut Connection::open(server)?, &own))
        };
        let clients: Vec<_> = (0..CLIENTS).map(start).collect();
        clients
            .into_iter()
            .try_for_each(|client| client.join().map_err(|_| anyhow!("a load thread panicked"))?.map(drop))
    })?;
    Ok(addresses.len() as f64 / began.elapsed().as_secs_f64())
}

/// Returns the milliseconds from the answer to a change until a search finds it, in ascending order.
fn changes(client: &mut Connection, space: &str) -> anyhow::Result<Vec<f64>> {
    let live = send("PATCH", space, TOKEN, &json!({ "editMode": "live" }));
    ensure!(client.exchange(&live)?.0 == 200, "the space can't be edited");
    let mut times = Vec::new();
    for n in 0..CHANGES {
        let word = format!("zq{n}w");
        let page = json!({ "operation": "insert_page", "title": word, "document": { "markdown": word } });
        let request = send("POST", &format!("{space}/content"), TOKEN, &json!({ "changes": [page] }));
        ensure!(client.exchange(&request)?.0 == 200, "a change failed");
        let began = Instant::now();
        let sought = address(space, &format!("\"{word}\""));
        let is_found = |found: &Value| found["count"] == 1;
        while !is_found(&client.json(&sought, TOKEN)?) {}
        times.push(began.elapsed().as_secs_f64() * 1e3);
    }
    times.sort_unstable_by(f64::total_cmp);
    Ok(times)
}

fn bare(bed: &Bed, data: &Path, queries: &[String]) -> anyhow::Result<Bare> {
    let file = bed.path("queries");
    std::fs::write(&file, queries.join("\n"))?;
    let output = Command::new(bed.examples.join("index")).arg(data.join("search")).arg(&file).output();
    let output = output.context("starting the bare index")?;
    ensure!(output.status.success(), "the bare index failed: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).context("reading figures")
}
