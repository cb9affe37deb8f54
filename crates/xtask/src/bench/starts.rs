//! A data directory with 100,000 pages, and the time that a server needs to start on it.

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Context as _;

use super::content::Content;
use super::figures::{Figure, median};
use super::process::{Server, import, set_up};
use super::{Bed, progress, remove};

const SPACES: u64 = 25;
const PAGES: u32 = 4_000;

/// A data directory with many spaces.
pub(super) struct Large {
    pub(super) data: PathBuf,
    pub(super) spaces: Vec<String>,
}

impl Large {
    /// Imports 25 spaces of 4,000 pages, all different.
    pub(super) fn fill(bed: &Bed) -> anyhow::Result<Self> {
        let (source, data) = (bed.path("large"), bed.path("large-data"));
        set_up(bed, &data)?;
        let mut spaces = Vec::new();
        for seed in 0..SPACES {
            progress(format_args!("importing 100,000 pages: space {} of {SPACES}", seed + 1));
            std::fs::create_dir(&source)?;
            Content { pages: PAGES, bytes: 1_000, seed: 100 + seed }.write(&source)?;
            let report = import(bed, &data, &source, ["--new-space", &format!("Space {seed}")])?;
            spaces.push(report["space"].as_str().context("the report names the space")?.to_owned());
            remove(&source)?;
        }
        Ok(Self { data, spaces })
    }
}

pub(super) fn measure(bed: &Bed, large: &Large, rounds: u32, keep: &mut dyn FnMut(Vec<Figure>)) -> anyhow::Result<()> {
    let empty = bed.path("empty-data");
    set_up(bed, &empty)?;
    let (mut full, mut none) = (Vec::new(), Vec::new());
    for round in 1..=rounds {
        progress(format_args!("starts, round {round} of {rounds}"));
        none.push(start(bed, &empty)?);
        full.push(start(bed, &large.data)?);
    }
    keep(vec![Figure {
        name: "start to ready, with 100,000 pages".to_owned(),
        quire: median(full),
        other: ("with none".to_owned(), median(none)),
        unit: "ms".to_owned(),
        aim: None,
    }]);
    Ok(())
}

/// Returns the milliseconds from the start of the process until it reports that it is ready.
fn start(bed: &Bed, data: &Path) -> anyhow::Result<f64> {
    let began = Instant::now();
    let server = Server::quire(bed, data)?;
    server.ready()?;
    let took = began.elapsed().as_secs_f64() * 1_000.0;
    server.stop()?;
    Ok(took)
}
