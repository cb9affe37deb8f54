//! Benchmarks over a directory of pages: reads, searches, a published site and edits, with the processor time beside the
//! rate.
//!
//! Pages are taken in turns and titles are the queries, so that neither caches nor invented words flatter the product.
//! Rates and times on a machine that others use mean little; processor time per request and shares of it do.

mod beside;
mod load;
mod row;

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow, ensure};
use serde_json::{Value, json};

use super::connection::{Connection, get, send};
use super::figures::{self, Figure};
use super::process::{Server, TOKEN, import, set_up};
use super::search::address;
use super::sites::Site;
use super::{Arguments, Bed, progress};
use crate::say;
use load::Load;
use row::Row;

const CLIENTS: [usize; 3] = [1, 16, 64];
/// The number of clients that write while a change is waited for.
const WRITERS: usize = 16;
/// The pause between two pages that are inserted to be found.
const PAUSE: Duration = Duration::from_millis(50);
/// The time after which a page that is not found is a failure.
const LOST: Duration = Duration::from_secs(60);
/// The most pages whose texts are edited.
const EDITED: usize = 500;
/// The threads of the server that keep the search index: the name of one, and how those of others begin.
const INDEXING: (&str, [&str; 3]) = ("search", ["thrd-tantivy", "merge_thread", "segment_updater"]);

/// A page of the directory.
struct Page {
    id: String,
    title: String,
}

pub(super) fn measure(bed: &Bed, dir: &Path, arguments: &Arguments) -> anyhow::Result<()> {
    let dir = dir.canonicalize().with_context(|| format!("finding {}", dir.display()))?;
    progress(format_args!("corpus: importing {}", dir.display()));
    let data = bed.path("corpus-data");
    set_up(bed, &data)?;
    let report = import(bed, &data, &dir, ["--new-space", "Corpus"])?;
    let space = report["space"].as_str().context("the report names the space")?.to_owned();
    super::search::reindex(bed, &data)?;
    let server = Server::quire(bed, &data)?;
    server.ready()?;
    let mut client = Connection::open(server.address)?;
    let site = Site::publish(&mut client, &space)?;
    let path = format!("/v1/spaces/{space}");
    let pages = pages(&client.json(&format!("{path}/content/pages"), TOKEN)?);
    ensure!(!pages.is_empty() && !site.paths.is_empty(), "{} has no pages", dir.display());
    while client.exchange(&get(&address(&path, "ready"), TOKEN))?.0 != 200 {}
    let edits = edits(&mut client, &path, &pages)?;
    // The server has closed it by the end.
    drop(client);

    let bench = Bench { server: &server, round: Duration::from_secs_f64(arguments.seconds.max(1.0)) };
    let mut rows = Vec::new();
    let mut keep = |row: Row| {
        if !arguments.json {
            say(&row);
        }
        rows.push(row);
    };
    let requests = |paths: Vec<String>| paths.iter().map(|path| get(path, TOKEN)).collect::<Vec<_>>();
    let read = |page: &Page| format!("{path}/content/page/{}?format=markdown", page.id);
    for (name, requests) in [
        ("reads of pages", requests(pages.iter().map(read).collect())),
        ("searches for titles", requests(pages.iter().map(|page| address(&path, &page.title)).collect())),
        ("pages of a site", requests(site.paths.clone())),
    ] {
        for clients in CLIENTS {
            keep(bench.run(name, clients, &|n| requests[n % requests.len()].clone())?);
        }
    }
    let mut besides = Vec::new();
    let mut keep_figure = |figure: Figure| {
        if !arguments.json {
            say(&figure);
        }
        besides.push(figure);
    };
    beside::measure(bed, &server, &path, &pages, (arguments.rounds, bench.round), &mut keep_figure)?;
    for clients in [1, WRITERS] {
        keep(bench.edit(clients, &edits, &path)?);
    }
    if arguments.json {
        let rows: Vec<_> = rows.iter().map(Row::as_json).collect();
        say(json!({ "pages": pages.len(), "rows": rows, "besides": figures::as_json(&besides)["figures"] }));
    }
    server.stop()
}

/// Returns the pages of a tree that have a text.
fn pages(tree: &Value) -> Vec<Page> {
    let mut open: Vec<&Value> = tree["pages"].as_array().into_iter().flatten().collect();
    let mut found = Vec::new();
    while let Some(page) = open.pop() {
        open.extend(page["pages"].as_array().into_iter().flatten());
        if let (Some("document"), Some(id), Some(title)) =
            (page["type"].as_str(), page["id"].as_str(), page["title"].as_str())
        {
            found.push(Page { id: id.to_owned(), title: title.chars().take(200).collect() });
        }
    }
    found
}

/// A text to edit: the page and its Markdown.
struct Edit {
    page: String,
    markdown: String,
}

fn edits(client: &mut Connection, space: &str, pages: &[Page]) -> anyhow::Result<Vec<Edit>> {
    let read = |page: &Page| {
        let found = client.json(&format!("{space}/content/page/{}?format=markdown", page.id), TOKEN)?;
        let markdown = found["markdown"].as_str().context("a page has a text")?.to_owned();
        Ok(Edit { page: page.id.clone(), markdown })
    };
    pages.iter().take(EDITED).map(read).collect()
}

impl Edit {
    /// Returns the request that adds a line to the text.
    fn request(&self, space: &str, n: usize) -> Vec<u8> {
        let markdown = format!("{}\n\nChanged for the {n}th time.\n", self.markdown.trim_end());
        let change = json!({ "operation": "update_page", "page": self.page, "document": { "markdown": markdown } });
        send("POST", &format!("{space}/content"), TOKEN, &json!({ "changes": [change] }))
    }
}

/// The measured server, and how long it is measured.
struct Bench<'a> {
    server: &'a Server,
    round: Duration,
}

impl Bench<'_> {
    /// Measures requests, which are made by their number, with so many clients at once.
    fn run(&self, name: &str, clients: usize, request: &(dyn Fn(usize) -> Vec<u8> + Sync)) -> anyhow::Result<Row> {
        progress(format_args!("corpus: {name}, clients: {clients}"));
        let before = self.server.spent()?;
        let load = Load::run(self.server.address, clients, self.round, request)?;
        Ok(Row::new(name, clients, &load, self.server.spent()? - before, self.server.parts()?))
    }

    /// Measures edits, beside which pages are inserted and sought, and the share of indexing.
    fn edit(&self, clients: usize, edits: &[Edit], space: &str) -> anyhow::Result<Row> {
        let over = AtomicBool::new(false);
        let count = AtomicUsize::new(0);
        let before = self.server.spent()?;
        std::thread::scope(|scope| {
            let indexing = scope.spawn(|| indexing(self.server, &over));
            let fresh = scope.spawn(|| fresh(self.server, space, &over));
            let row = self.run("edits", clients, &|n| {
                count.fetch_add(1, Ordering::Relaxed);
                edits[n % edits.len()].request(space, n)
            });
            over.store(true, Ordering::Relaxed);
            let joined = || anyhow!("a thread panicked");
            let (indexing, fresh) = (indexing.join().map_err(|_| joined())??, fresh.join().map_err(|_| joined())??);
            let all = self.server.spent()? - before;
            Ok(row?
                .with("indexing, share of the processor time", indexing / all)
                .with("until found, p99, ms", load::at(&fresh, 0.99))
                .with("most", load::at(&fresh, 1.0)))
        })
    }
}

/// Returns the milliseconds on processors of the threads that keep the index, until it is over. Threads that end between
/// two looks count with what they had spent at the last one.
fn indexing(server: &Server, over: &AtomicBool) -> anyhow::Result<f64> {
    let mut known: std::collections::HashMap<String, [f64; 2]> = std::collections::HashMap::new();
    let mut is_first = true;
    loop {
        let is_over = over.load(Ordering::Relaxed);
        for (thread, name, spent) in server.threads()? {
            if name == INDEXING.0 || INDEXING.1.iter().any(|it| name.starts_with(it)) {
                let began = if is_first { spent } else { 0.0 };
                known.entry(thread).or_insert([began, spent])[1] = spent;
            }
        }
        if is_over {
            return Ok(known.values().map(|[began, spent]| spent - began).sum());
        }
        is_first = false;
        std::thread::park_timeout(Duration::from_millis(20));
    }
}

/// A page that was inserted, to be found.
struct Inserted {
    /// The path of the search for its only word.
    sought: String,
    /// The time at which the insertion was acknowledged.
    since: Instant,
}

/// Inserts pages until it is over, and returns the milliseconds until each was found, in ascending order.
fn fresh(server: &Server, space: &str, over: &AtomicBool) -> anyhow::Result<Vec<f64>> {
    let (inserted, found) = mpsc::channel();
    std::thread::scope(|scope| {
        let inserting = scope.spawn(move || insert(server, space, over, &inserted));
        let times = seek(server, &found);
        inserting.join().map_err(|_| anyhow!("a thread panicked"))??;
        times
    })
}

fn insert(server: &Server, space: &str, over: &AtomicBool, inserted: &Sender<Inserted>) -> anyhow::Result<()> {
    let mut client = Connection::open(server.address)?;
    let mut n = 0;
    while n == 0 || !over.load(Ordering::Relaxed) {
        n += 1;
        let word = format!("zq{}w{n}", std::process::id());
        let page = json!({ "operation": "insert_page", "title": word, "document": { "markdown": word } });
        let request = send("POST", &format!("{space}/content"), TOKEN, &json!({ "changes": [page] }));
        ensure!(client.exchange(&request)?.0 == 200, "a change failed");
        // Nobody takes it where seeking has failed, which says so itself.
        _ = inserted.send(Inserted { sought: address(space, &format!("\"{word}\"")), since: Instant::now() });
        std::thread::park_timeout(PAUSE);
    }
    Ok(())
}

/// Seeks pages in the order in which they were inserted, and returns the milliseconds until each was found.
fn seek(server: &Server, inserted: &Receiver<Inserted>) -> anyhow::Result<Vec<f64>> {
    let mut client = Connection::open(server.address)?;
    let mut times = Vec::new();
    for Inserted { sought, since } in inserted {
        while client.json(&sought, TOKEN)?["count"] != 1 {
            ensure!(since.elapsed() < LOST, "a page is not found");
            std::thread::park_timeout(Duration::from_millis(10));
        }
        times.push(since.elapsed().as_secs_f64() * 1e3);
    }
    times.sort_unstable_by(f64::total_cmp);
    Ok(times)
}
