//! A benchmark of importing 4,000 pages against copying the same files, both with a sync of the disk.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context as _, ensure};

use super::content::Content;
use super::figures::{Aim, Figure, median};
use super::process::{import, set_up};
use super::{Bed, progress, remove};

/// The number of rounds of copying, importing and importing again.
const ROUNDS: usize = 3;

pub(super) fn measure(bed: &Bed, keep: &mut dyn FnMut(Vec<Figure>)) -> anyhow::Result<()> {
    let source = bed.path("import");
    std::fs::create_dir(&source)?;
    Content { pages: 4_000, bytes: 5_000, seed: 2 }.write(&source)?;
    sync(&source)?;
    let (mut copied, mut imported, mut again) = (Vec::new(), Vec::new(), Vec::new());
    for round in 1..=ROUNDS {
        progress(format_args!("import of 4,000 pages of 5 KB, round {round} of {ROUNDS}"));
        copied.push(copy(bed, &source)?);
        let data = bed.path("import-data");
        set_up(bed, &data)?;
        let (seconds, space) = timed(bed, &data, &source, ["--new-space", "Import"], true)?;
        imported.push(seconds);
        again.push(timed(bed, &data, &source, ["--space", &space], false)?.0);
        remove(&data)?;
    }
    let (copied, imported, again) = (median(copied), median(imported), median(again));
    let figure = |name: &str, quire, aim| Figure {
        name: name.to_owned(),
        quire,
        other: ("cp -r and sync".to_owned(), copied),
        unit: "s".to_owned(),
        aim,
    };
    keep(vec![
        figure("import of 4,000 pages of 5 KB", imported, Some(Aim::AtMost(10.0))),
        figure("the same import again, unchanged", again, None),
    ]);
    remove(&source)
}

/// Runs an import, and returns its time in seconds with the space it went into.
fn timed(bed: &Bed, data: &Path, source: &Path, target: [&str; 2], changes: bool) -> anyhow::Result<(f64, String)> {
    let began = Instant::now();
    let report = import(bed, data, source, target)?;
    let seconds = began.elapsed().as_secs_f64();
    ensure!(report["changed"] == changes, "an import did not do what it should: {report}");
    let space = report["space"].as_str().context("the report names the space")?;
    Ok((seconds, space.to_owned()))
}

/// Copies a directory, and returns the time in seconds.
fn copy(bed: &Bed, source: &Path) -> anyhow::Result<f64> {
    let target = bed.path("import-copy");
    let began = Instant::now();
    let status = Command::new("cp").arg("-r").arg(source).arg(&target).status().context("starting cp")?;
    ensure!(status.success(), "cp failed");
    sync(&target)?;
    let seconds = began.elapsed().as_secs_f64();
    remove(&target)?;
    Ok(seconds)
}

/// Flushes the file system of `path` to the disk.
fn sync(path: &Path) -> anyhow::Result<()> {
    let status = Command::new("sync").arg("-f").arg(path).status().context("starting sync")?;
    ensure!(status.success(), "sync failed");
    Ok(())
}
