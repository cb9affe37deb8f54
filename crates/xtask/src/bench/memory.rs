//! A measurement of the server's resident memory, idle and after reading 10,000 different pages.

use anyhow::{Context as _, ensure};
use serde_json::Value;

use super::connection::{Connection, get};
use super::figures::Figure;
use super::process::{Server, TOKEN};
use super::starts::Large;
use super::{Bed, progress};

const PAGES: usize = 10_000;

pub(super) fn measure(bed: &Bed, large: &Large, keep: &mut dyn FnMut(Vec<Figure>)) -> anyhow::Result<()> {
    let server = Server::quire(bed, &large.data)?;
    server.ready()?;
    let idle = server.resident()?;
    progress("reading 10,000 pages");
    let read = read(&server, &large.spaces)?;
    ensure!(read == PAGES, "only {read} pages were found");
    keep(vec![Figure {
        name: "resident memory after reading 10,000 pages".to_owned(),
        quire: server.resident()?,
        other: ("idle".to_owned(), idle),
        unit: "MiB".to_owned(),
        aim: None,
    }]);
    server.stop()
}

/// Reads the first pages, and returns their number.
fn read(server: &Server, spaces: &[String]) -> anyhow::Result<usize> {
    let mut connection = Connection::open(server.address)?;
    let mut read = 0;
    for space in spaces {
        let tree = connection.json(&format!("/v1/spaces/{space}/content/pages"), TOKEN)?;
        for page in pages(&tree) {
            if read == PAGES {
                return Ok(read);
            }
            let page = page["id"].as_str().context("a page has an id")?;
            let request = get(&format!("/v1/spaces/{space}/content/page/{page}?format=markdown"), TOKEN);
            ensure!(connection.exchange(&request)?.0 == 200, "a page could not be read");
            read += 1;
        }
    }
    Ok(read)
}

/// Returns all pages of a tree.
fn pages(tree: &Value) -> Vec<&Value> {
    let mut found: Vec<&Value> = tree["pages"].as_array().into_iter().flatten().collect();
    let mut next = 0;
    while next < found.len() {
        found.extend(found[next]["pages"].as_array().into_iter().flatten());
        next += 1;
    }
    found
}
