//! Reads of different pages in turn, beside a bare server that answers with the same bytes.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context as _, ensure};

use super::super::connection::{Connection, get};
use super::super::figures::{Aim, Figure, median};
use super::super::process::{Server, TOKEN};
use super::super::reads::CONNECTIONS;
use super::super::{Bed, progress};
use super::Page;
use super::load::Load;

/// The number of pages that are read in turn.
const PAGES: usize = 200;

/// A form in which pages are read.
struct Form {
    name: &'static str,
    query: &'static str,
    aim: f64,
}

const FORMS: [Form; 2] =
    [Form { name: "Markdown", query: "?format=markdown", aim: 0.7 }, Form { name: "documents", query: "", aim: 0.65 }];

/// Measures reads of pages that are spread over a space, whose path is given.
pub(super) fn measure(
    bed: &Bed,
    quire: &Server,
    space: &str,
    pages: &[Page],
    (rounds, round): (u32, Duration),
    keep: &mut dyn FnMut(Figure),
) -> anyhow::Result<()> {
    let pages: Vec<&Page> = pages.iter().step_by(pages.len().div_ceil(PAGES)).collect();
    for form in FORMS {
        let paths: Vec<String> =
            pages.iter().map(|page| format!("{space}/content/page/{}{}", page.id, form.query)).collect();
        let bare = Server::bare(bed, save(bed, quire, form.name, &paths)?.iter().map(AsRef::as_ref))?;
        let requests = paths.iter().map(|path| get(path, TOKEN)).collect();
        let sides = [(quire, requests), (&bare, (0..paths.len()).map(|n| get(&format!("/{n}"), TOKEN)).collect())];
        for connections in CONNECTIONS {
            let name = format!("{} of {} pages in turn, connections: {connections}", form.name, paths.len());
            progress(&name);
            let [quire, bare] = rates(&sides, connections, rounds, round)?;
            let (other, unit) = (("bare axum".to_owned(), bare), "requests/s".to_owned());
            keep(Figure { name, quire, other, unit, aim: Some(Aim::AtLeast(form.aim)) });
        }
    }
    Ok(())
}

/// Saves the bodies of the answers in files.
fn save(bed: &Bed, quire: &Server, name: &str, paths: &[String]) -> anyhow::Result<Vec<PathBuf>> {
    let mut client = Connection::open(quire.address)?;
    let mut files = Vec::new();
    for (number, path) in paths.iter().enumerate() {
        let (status, body) = client.exchange(&get(path, TOKEN))?;
        ensure!(status == 200, "{path}: {status}");
        let file = bed.path(&format!("{name}-{number}.json"));
        std::fs::write(&file, body).context("keeping an answer")?;
        files.push(file);
    }
    Ok(files)
}

/// Returns the median rates of two servers, measured in alternating rounds.
fn rates(
    sides: &[(&Server, Vec<Vec<u8>>); 2],
    connections: usize,
    rounds: u32,
    round: Duration,
) -> anyhow::Result<[f64; 2]> {
    let mut found = [Vec::new(), Vec::new()];
    for _ in 0..rounds {
        for ((server, requests), found) in sides.iter().zip(&mut found) {
            let request = |n: usize| requests[n % requests.len()].clone();
            found.push(Load::run(server.address, connections, round, &request)?.rate);
        }
    }
    Ok(found.map(median))
}
