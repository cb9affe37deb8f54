//! `cargo xtask bench`: what the product does against what the machine can do, as ratios.
//!
//! Both sides of a ratio are measured in the same run, in rounds that take turns, and the medians are compared: so a
//! slow or busy machine moves both. Everything happens in a directory that is removed at the end, on ports that the
//! system chooses. Nothing fails here: an aim that is missed is printed as missed.

pub(crate) mod connection;
pub(crate) mod content;
mod edits;
pub(crate) mod figures;
mod imports;
mod memory;
mod probes;
pub(crate) mod process;
mod reads;
mod search;
mod sites;
mod starts;
pub(crate) mod words;

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, ensure};
use clap::{Args, ValueEnum};

use crate::say;
use figures::Figure;

/// What to measure, and how long.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// What to measure [default: everything].
    only: Vec<Bench>,
    /// Seconds that a round of reads takes.
    #[arg(long, default_value_t = 1.0, value_name = "N")]
    seconds: f64,
    /// Rounds, of which the median counts.
    #[arg(long, default_value_t = 5, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Print a JSON object instead of lines.
    #[arg(long)]
    json: bool,
}

/// What can be measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
enum Bench {
    /// Reading one page again and again.
    Hot,
    /// Reading the page tree of a space with 1,000 pages.
    Pages,
    /// Importing 4,000 pages, and importing them again.
    Import,
    /// From the start of the process to the first request, with 100,000 pages.
    Start,
    /// Change requests: their life in a large space, and durable edits.
    Edits,
    /// Reading and printing documents, beside another parser of Markdown.
    Documents,
    /// Searching 10,000 pages, and how soon a change is found.
    Search,
    /// Published sites: pages that are hot and cold, of few and of many pages, beside writers.
    Sites,
    /// Proving access and listing what a member sees.
    Access,
    /// Resident memory, idle and after reading 10,000 pages.
    Memory,
}

impl Arguments {
    fn has(&self, bench: Bench) -> bool {
        self.only.is_empty() || self.only.contains(&bench)
    }
}

/// Where the programs are that are measured, and a directory to work in.
pub(crate) struct Bed {
    pub(crate) quire: PathBuf,
    bare: PathBuf,
    examples: PathBuf,
    dir: tempfile::TempDir,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    if cfg!(debug_assertions) { build_and_run(&["--bins", "--examples"]) } else { measure(arguments) }
}

/// A load generator without optimization would hide what it measures: this program is built again, with the product.
pub(crate) fn build_and_run(kinds: &[&str]) -> anyhow::Result<()> {
    let build = ["build", "--release", "--locked", "-p", "quire", "-p", "xtask"];
    let status = Command::new("cargo").args(build).args(kinds).status().context("starting cargo")?;
    ensure!(status.success(), "cargo build: failed");
    let this = std::env::current_exe().context("finding this program")?;
    let release = this.ancestors().nth(2).context("finding the target directory")?.join("release/xtask");
    let status = Command::new(release).args(std::env::args_os().skip(1)).status().context("starting the release")?;
    ensure!(status.success(), "the release failed");
    Ok(())
}

fn measure(arguments: &Arguments) -> anyhow::Result<()> {
    let bed = Bed::lay()?;
    let mut figures = Vec::new();
    let mut keep = |found: Vec<Figure>| {
        if !arguments.json {
            found.iter().for_each(say);
        }
        figures.extend(found);
    };
    if arguments.has(Bench::Hot) || arguments.has(Bench::Pages) {
        reads::measure(&bed, arguments, &mut keep)?;
    }
    if arguments.has(Bench::Import) {
        imports::measure(&bed, &mut keep)?;
    }
    if arguments.has(Bench::Edits) {
        edits::measure(&bed, arguments, &mut keep)?;
        probes::measure(&bed, "objects", &mut keep)?;
    }
    if arguments.has(Bench::Documents) {
        probes::measure(&bed, "documents", &mut keep)?;
    }
    if arguments.has(Bench::Search) {
        search::measure(&bed, &mut keep)?;
    }
    if arguments.has(Bench::Sites) {
        sites::measure(&bed, arguments, &mut keep)?;
    }
    if arguments.has(Bench::Access) {
        probes::measure(&bed, "access", &mut keep)?;
    }
    if arguments.has(Bench::Start) || arguments.has(Bench::Memory) {
        let large = starts::Large::fill(&bed)?;
        if arguments.has(Bench::Start) {
            starts::measure(&bed, &large, arguments.rounds, &mut keep)?;
        }
        if arguments.has(Bench::Memory) {
            memory::measure(&bed, &large, &mut keep)?;
        }
    }
    if arguments.json {
        say(figures::as_json(&figures));
    }
    Ok(())
}

impl Bed {
    /// On the disk of the target directory: the system's temporary directory may be memory.
    pub(crate) fn lay() -> anyhow::Result<Self> {
        let this = std::env::current_exe().context("finding this program")?;
        let built = this.parent().context("finding the target directory")?;
        let dir = tempfile::Builder::new().prefix("bench-").tempdir_in(built).context("making a directory")?;
        let examples = built.join("examples");
        Ok(Self { quire: built.join("quire"), bare: examples.join("bare"), examples, dir })
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }
}

/// Tells how far it is, on the standard error: the results are on the standard output.
#[expect(clippy::print_stderr, reason = "progress of a command")]
pub(crate) fn progress(line: impl std::fmt::Display) {
    eprintln!("  … {line}");
}

fn remove(dir: &Path) -> anyhow::Result<()> {
    std::fs::remove_dir_all(dir).with_context(|| format!("removing {}", dir.display()))
}
