//! Benchmarks of published sites: a cached page against a bare server, uncached pages, and readers beside writers.

use std::net::SocketAddr;
use std::sync::Barrier;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow, ensure};
use serde_json::{Value, json};

use super::connection::{Connection, get};
use super::content::Content;
use super::edits::{Space, change_request, edit, timed};
use super::figures::{Aim, Figure, median};
use super::process::{Server, TOKEN, fill, set_up};
use super::reads::{CONNECTIONS, beside_bare, compare};
use super::{Arguments, Bed, progress};

const FEW: u32 = 400;
const MANY: u32 = 4_000;
/// The number of pages of each site that are read for the first time.
const COLD: usize = 400;
/// The number of changes, after each of which a page is read.
const CHANGES: usize = 30;
const READERS: usize = 64;
const WRITERS: usize = 8;

/// A space that is published as a site.
pub(super) struct Site {
    space: Space,
    /// The paths of the site's pages on the server.
    pub(super) paths: Vec<String>,
}

pub(super) fn measure(bed: &Bed, arguments: &Arguments, keep: &mut dyn FnMut(Vec<Figure>)) -> anyhow::Result<()> {
    let data = bed.path("sites-data");
    set_up(bed, &data)?;
    let content = |pages| Content { pages, bytes: 6_000, seed: 7 };
    let (few, many) = (fill(bed, &data, "sites", content(FEW))?, fill(bed, &data, "sites", content(MANY))?);
    let server = Server::quire(bed, &data)?;
    server.ready()?;
    let mut client = Connection::open(server.address)?;
    let (few, many) = (Site::publish(&mut client, &few)?, Site::publish(&mut client, &many)?);
    for Site { space, paths } in [&few, &many] {
        ensure!(paths.len() == space.pages.len(), "the map of a site lists {} pages", paths.len());
    }
    let idle = server.resident()?;
    keep(drawn(&mut client, &few, &many)?);
    hot(bed, arguments, &server, &few, keep)?;
    keep(changed(server.address, &few, &many)?);
    keep(written(arguments, server.address, &few)?);
    // The server has closed the connection meanwhile, because it was idle for too long.
    let mut client = Connection::open(server.address)?;
    for path in &many.paths {
        read(&mut client, path)?;
    }
    keep(vec![Figure {
        name: format!("resident memory after reading a site of {MANY}"),
        quire: server.resident()?,
        other: ("idle".to_owned(), idle),
        unit: "MiB".to_owned(),
        aim: None,
    }]);
    server.stop()
}

impl Site {
    /// Publishes a space, and makes its pages editable without a change request.
    pub(super) fn publish(client: &mut Connection, space: &str) -> anyhow::Result<Self> {
        let space = Space::of(client, space)?;
        timed(client, "PATCH", &space.path, &json!({ "editMode": "live" }), 200)?;
        let facts = client.json(&space.path, TOKEN)?;
        let organization = facts["organization"].as_str().context("a space names its organization")?;
        let sites = format!("/v1/orgs/{organization}/sites");
        let wanted = json!({ "title": facts["title"], "visibility": "public", "spaces": [facts["id"]] });
        let (made, _) = timed(client, "POST", &sites, &wanted, 201)?;
        let id = made["id"].as_str().context("a site has an id")?;
        let (site, _) = timed(client, "POST", &format!("{sites}/{id}/publish"), &Value::Null, 200)?;
        let address = site["urls"]["published"].as_str().context("a published site has an address")?;
        let map = read(client, &format!("{}/sitemap-pages.xml", path_of(address).trim_end_matches('/')))?;
        let map = String::from_utf8(map).context("reading the map of a site")?;
        let addresses = map.split("<loc>").skip(1).filter_map(|rest| rest.split("</loc>").next());
        let paths: Vec<String> = addresses.map(|address| path_of(address).to_owned()).collect();
        Ok(Self { space, paths })
    }
}

/// Returns the path of an absolute address.
fn path_of(address: &str) -> &str {
    let host = address.find("://").map_or(0, |at| at + 3);
    address[host..].find('/').map_or("/", |at| &address[host + at..])
}

fn read(client: &mut Connection, path: &str) -> anyhow::Result<Vec<u8>> {
    let (status, body) = client.exchange(&get(path, TOKEN))?;
    ensure!(status == 200, "{path}: {status}");
    Ok(body.to_vec())
}

/// Reads a page, and returns the time in milliseconds and the size in bytes.
pub(super) fn visit(client: &mut Connection, path: &str) -> anyhow::Result<(f64, f64)> {
    let began = Instant::now();
    let page = read(client, path)?;
    Ok((began.elapsed().as_secs_f64() * 1e3, page.len() as f64))
}

/// Measures uncached pages of a small and of a large site in turns, and then the same pages once more.
fn drawn(client: &mut Connection, few: &Site, many: &Site) -> anyhow::Result<Vec<Figure>> {
    progress("sites: pages that are drawn");
    let step = many.paths.len() / COLD;
    let (mut cold, mut again, mut bytes) = ([vec![], vec![]], vec![], [vec![], vec![]]);
    for (few, many) in few.paths.iter().zip(many.paths.iter().step_by(step)).take(COLD) {
        for (path, side) in [(few, 0), (many, 1)] {
            let (time, size) = visit(client, path)?;
            cold[side].push(time);
            bytes[side].push(size);
            again.push(visit(client, path)?.0);
        }
    }
    let ([small, large], [light, heavy], again) = (cold.map(median), bytes.map(median), median(again));
    let other = || format!("of {FEW}");
    Ok(vec![
        figure("drawing a page", small, ("reading it again".to_owned(), again), "ms", None),
        figure(&format!("drawing a page of {MANY}"), large, (other(), small), "ms", Some(1.5)),
        figure(&format!("bytes of a page of {MANY}"), heavy, (other(), light), "B", Some(1.5)),
    ])
}

fn figure(name: &str, quire: f64, other: (String, f64), unit: &str, at_most: Option<f64>) -> Figure {
    Figure { name: name.to_owned(), quire, other, unit: unit.to_owned(), aim: at_most.map(Aim::AtMost) }
}

fn hot(
    bed: &Bed,
    arguments: &Arguments,
    server: &Server,
    site: &Site,
    keep: &mut dyn FnMut(Vec<Figure>),
) -> anyhow::Result<()> {
    let path = &site.paths[site.paths.len() / 2];
    let page = bed.path("page.html");
    std::fs::write(&page, read(&mut Connection::open(server.address)?, path)?).context("keeping a page")?;
    let bare = Server::bare(bed, [page.as_path()])?;
    for connections in CONNECTIONS {
        let name = format!("a page of a site, connections: {connections}");
        progress(&name);
        let sides = [(&bare, get("/0", TOKEN)), (server, get(path, TOKEN))];
        let round = Duration::from_secs_f64(arguments.seconds);
        keep(beside_bare(&name, compare(&sides, connections, arguments.rounds, round)?));
    }
    Ok(())
}

/// Measures the first page that is read after another page has changed.
fn changed(server: SocketAddr, few: &Site, many: &Site) -> anyhow::Result<Vec<Figure>> {
    progress("sites: the first page after a change");
    let client = &mut Connection::open(server)?;
    let mut times = [Vec::new(), Vec::new()];
    for round in 0..CHANGES {
        for (site, times) in [few, many].into_iter().zip(&mut times) {
            let Site { space, paths } = site;
            let change = edit([&space.pages[round]], &format!("round {round}"));
            timed(client, "POST", &format!("{}/content", space.path), &change, 200)?;
            times.push(visit(client, &paths[paths.len() - 1 - round])?.0);
        }
    }
    let [small, large] = times.map(median);
    let name = format!("the first page after a change, of {MANY}");
    Ok(vec![figure(&name, large, (format!("of {FEW}"), small), "ms", None)])
}

/// Measures the readers of a site alone, and while writers merge into its space.
fn written(arguments: &Arguments, address: SocketAddr, site: &Site) -> anyhow::Result<Vec<Figure>> {
    let round = Duration::from_secs_f64(arguments.seconds);
    let (mut alone, mut beside, mut merges) = (Vec::new(), Vec::new(), Vec::new());
    progress(format_args!("sites: readers: {READERS}, writers: {WRITERS}"));
    for _ in 0..arguments.rounds {
        alone.push(crowd(address, site, 0, round)?.0);
        let (read, merged) = crowd(address, site, WRITERS, round)?;
        beside.push(read);
        merges.push(merged);
    }
    let name = format!("{READERS} readers beside {WRITERS} that merge {:.0}/s", median(merges));
    Ok(vec![Figure {
        name,
        quire: median(beside),
        other: ("readers alone".to_owned(), median(alone)),
        unit: "pages/s".to_owned(),
        aim: None,
    }])
}

/// Returns the pages read per second by all readers, and the merges per second by all writers.
fn crowd(address: SocketAddr, site: &Site, writers: usize, round: Duration) -> anyhow::Result<(f64, f64)> {
    let (start, over) = (Barrier::new(READERS + writers), AtomicBool::new(false));
    let (start, over) = (&start, &over);
    thread::scope(|scope| {
        let work = |work: &mut dyn FnMut(&mut Connection, usize) -> anyhow::Result<()>| {
            let client = Connection::open(address);
            start.wait();
            let (mut client, began, mut count) = (client?, Instant::now(), 0);
            while !over.load(Ordering::Relaxed) && began.elapsed() < round {
                work(&mut client, count)?;
                count += 1;
            }
            over.store(true, Ordering::Relaxed);
            Ok(count as f64 / began.elapsed().as_secs_f64())
        };
        let readers = (0..READERS).map(|n| {
            let page = move |count| &site.paths[(n * 31 + count) % site.paths.len()];
            scope.spawn(move || work(&mut |client, count| read(client, page(count)).map(drop)))
        });
        let readers: Vec<_> = readers.collect();
        let writers = (0..writers).map(|n| {
            let page = move |count| &site.space.pages[(n * 50 + count) % site.space.pages.len()];
            scope.spawn(move || work(&mut |client, count| merge(client, &site.space, page(count), n, count)))
        });
        let writers: Vec<_> = writers.collect();
        Ok((sum(readers)?, sum(writers)?))
    })
}

fn sum(threads: Vec<thread::ScopedJoinHandle<'_, anyhow::Result<f64>>>) -> anyhow::Result<f64> {
    threads.into_iter().map(|thread| thread.join().map_err(|_| anyhow!("a load thread panicked"))?).sum()
}

/// Creates a change request with one edit, and merges it.
fn merge(client: &mut Connection, space: &Space, page: &String, n: usize, count: usize) -> anyhow::Result<()> {
    let (made, _) = timed(client, "POST", &format!("{}/change-requests", space.path), &json!({}), 201)?;
    let request = change_request(space, &made)?;
    timed(client, "POST", &format!("{request}/content"), &edit([page], &format!("{n}: {count}")), 200)?;
    let (merged, _) = timed(client, "POST", &format!("{request}/merge"), &json!({}), 200)?;
    ensure!(merged["result"] == "merge", "a merge did not succeed: {merged}");
    Ok(())
}
