//! Measurements that call the product's own functions: each is an example of this crate, which prints one figure per
//! line. As examples, they do not make `cargo xtask` depend on the product.

use std::process::Command;

use anyhow::{Context as _, ensure};
use serde::Deserialize;

use super::figures::{Aim, Figure};
use super::{Bed, progress};

/// A line printed by an example.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Line {
    name: String,
    quire: f64,
    other: (String, f64),
    unit: String,
    at_least: Option<f64>,
    at_most: Option<f64>,
}

/// Runs an example in a directory of its own.
pub(super) fn measure(bed: &Bed, example: &str, keep: &mut dyn FnMut(Vec<Figure>)) -> anyhow::Result<()> {
    progress(format_args!("running {example}"));
    let dir = bed.path(example);
    std::fs::create_dir(&dir).with_context(|| format!("making {}", dir.display()))?;
    let program = bed.examples.join(example);
    let output =
        Command::new(&program).arg(&dir).output().with_context(|| format!("starting {}", program.display()))?;
    ensure!(output.status.success(), "{example} failed: {}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).context("reading figures")?;
    let figures = text.lines().map(|line| {
        let line: Line = serde_json::from_str(line).with_context(|| format!("reading the figure {line}"))?;
        let aim = line.at_least.map(Aim::AtLeast).or(line.at_most.map(Aim::AtMost));
        Ok(Figure { name: line.name, quire: line.quire, other: line.other, unit: line.unit, aim })
    });
    keep(figures.collect::<anyhow::Result<_>>()?);
    Ok(())
}
