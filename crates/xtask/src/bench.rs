//! `cargo xtask bench`: compares the product with the capability of the machine, as ratios.
//!
//! Both sides of a ratio are measured in the same run, in alternating rounds, and their medians are compared: a slow or
//! busy machine affects both. Everything happens in a directory that is removed at the end, on ports that the system
//! chooses. A missed aim is printed as missed; it is no failure.

mod app;
mod compare;
pub(crate) mod connection;
pub(crate) mod content;
mod corpus;
mod edits;
pub(crate) mod figures;
mod imports;
mod memory;
mod pairs;
mod patches;
mod prints;
mod probes;
pub(crate) mod process;
mod reads;
mod search;
mod sites;
mod specifications;
mod starts;
mod translations;
pub(crate) mod words;

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, ensure};
use clap::{Args, Subcommand, ValueEnum};

use crate::say;
use figures::Figure;

/// The options of `cargo xtask bench`.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    task: Option<Task>,
    /// The benchmarks to run [default: all].
    only: Vec<Bench>,
    /// The duration of a round of reads, in seconds.
    #[arg(long, default_value_t = 1.0, value_name = "N")]
    seconds: f64,
    /// The number of rounds; the median counts.
    #[arg(long, default_value_t = 5, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Measure reads, searches, edits and a site of this directory of pages instead, with the time on processors beside
    /// the rate; on an empty PostgreSQL database if QUIRE_DATABASE has its address.
    #[arg(long, value_name = "DIR", conflicts_with = "only")]
    corpus: Option<PathBuf>,
    /// Print a JSON object instead of lines.
    #[arg(long)]
    json: bool,
    /// Measure `specifications` with small documents and the build that runs, to see that the benchmark works: its
    /// figures mean nothing.
    #[arg(long, conflicts_with = "corpus")]
    small: bool,
}

/// The tasks beside the benchmarks themselves.
#[derive(Debug, Subcommand)]
enum Task {
    /// Measure two builds of the product in interleaved turns, and fail if the second one is slower.
    Compare(compare::Arguments),
}

/// The benchmarks that can be chosen by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
enum Bench {
    /// Read one page repeatedly.
    Hot,
    /// Read the page tree of a space with 1,000 pages.
    Pages,
    /// Import 4,000 pages, and import them again.
    Import,
    /// Start the process with 100,000 pages, until the first request succeeds.
    Start,
    /// Edit change requests: their steps in a large space, and durable edits.
    Edits,
    /// Parse and print documents, compared with another Markdown parser.
    Documents,
    /// Search 10,000 pages, and wait until changes are found.
    Search,
    /// Read published sites: cached and uncached pages, of small and large sites, beside writers.
    Sites,
    /// Print spaces as PDF: a space, the same after one edit, and the same unchanged.
    Prints,
    /// Process OpenAPI specifications, and read operations of small and large ones.
    Specifications,
    /// Check access, and list the content that a member sees.
    Access,
    /// Plan runs of translations.
    Translations,
    /// Measure the writers' app in a browser: the sizes of its files, opening long pages, and typing in them.
    App,
    /// Measure resident memory, idle and after reading 10,000 pages.
    Memory,
}

impl Arguments {
    fn has(&self, bench: Bench) -> bool {
        self.only.is_empty() || self.only.contains(&bench)
    }
}

/// The measured programs, and a working directory.
pub(crate) struct Bed {
    pub(crate) quire: PathBuf,
    bare: PathBuf,
    examples: PathBuf,
    dir: tempfile::TempDir,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    match &arguments.task {
        Some(_) if cfg!(debug_assertions) => build_and_run(&["-p", "xtask", "--bins"]),
        Some(Task::Compare(arguments)) => compare::run(arguments),
        None if arguments.small => {
            ensure!(arguments.only == [Bench::Specifications], "--small is for `specifications` alone");
            measure(arguments)
        }
        None if cfg!(debug_assertions) => build_and_run(&["-p", "quire", "-p", "xtask", "--bins", "--examples"]),
        None => measure(arguments),
    }
}

/// Builds these targets, this program among them, in release mode and runs this program: an unoptimized load generator
/// would hide what it measures.
pub(crate) fn build_and_run(targets: &[&str]) -> anyhow::Result<()> {
    let build = ["build", "--release", "--locked"];
    let status = Command::new("cargo").args(build).args(targets).status().context("starting cargo")?;
    ensure!(status.success(), "cargo build: failed");
    let this = std::env::current_exe().context("finding this program")?;
    let release = this.ancestors().nth(2).context("finding the target directory")?.join("release/xtask");
    let status = Command::new(release).args(std::env::args_os().skip(1)).status().context("starting the release")?;
    ensure!(status.success(), "the release failed");
    Ok(())
}

fn measure(arguments: &Arguments) -> anyhow::Result<()> {
    let bed = Bed::lay()?;
    if let Some(dir) = &arguments.corpus {
        return corpus::measure(&bed, dir, arguments);
    }
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
    if arguments.has(Bench::Prints) {
        prints::measure(&bed, arguments, &mut keep)?;
    }
    if arguments.has(Bench::Specifications) {
        let sizes = if arguments.small { &specifications::SMALL } else { &specifications::LARGE };
        specifications::measure(&bed, sizes, &mut keep)?;
    }
    if arguments.has(Bench::Access) {
        probes::measure(&bed, "access", &mut keep)?;
    }
    if arguments.has(Bench::Translations) {
        translations::measure(&bed, &mut keep)?;
    }
    if arguments.has(Bench::App) {
        app::measure(&bed, arguments, &mut keep)?;
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
    /// Creates a working directory on the disk of the target directory: the system's temporary
    /// directory may be in memory.
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

/// Prints progress to standard error; the results go to standard output.
#[expect(clippy::print_stderr, reason = "progress of a command")]
pub(crate) fn progress(line: impl std::fmt::Display) {
    eprintln!("  … {line}");
}

fn remove(dir: &Path) -> anyhow::Result<()> {
    std::fs::remove_dir_all(dir).with_context(|| format!("removing {}", dir.display()))
}
