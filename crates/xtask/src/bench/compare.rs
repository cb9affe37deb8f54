//! `cargo xtask bench compare`: measures two builds of the product in interleaved turns.
//!
//! Each build fills a data directory of its own with the same pages and serves it throughout. In every round both
//! builds do the same work one after the other, in alternating order. All values are times, so that a ratio above 1
//! means that the second build is slower.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, ensure};
use clap::Args;

use super::connection::{Connection, get};
use super::content::Content;
use super::edits::{STEPS, Space, live};
use super::figures::median;
use super::pairs::{Line, Verdict};
use super::process::{Server, TOKEN, fill, set_up};
use super::reads::throughput;
use super::search::{address, reindex, times};
use super::{Bed, progress};
use crate::say;

const CONTENT: Content = Content { pages: 2_000, bytes: 6_000, seed: 3 };
/// Queries for the words of these pages: common ones, a phrase, a beginning, and a number that one page has.
const QUERIES: [&str; 6] = ["branch", "merge number order", "\"page quire\"", "docu", "page 1234", "leaf under access"];
/// The number of change requests that a build makes, edits and merges in a round.
const LIVES: usize = 3;
const READS: [(&str, usize); 2] = [("a page", 1), ("a page, connections: 16", 16)];

/// The options of `cargo xtask bench compare`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The binary of the product to compare with.
    first: PathBuf,
    /// The binary that may be slower.
    second: PathBuf,
    /// The number of rounds, each of which measures both builds once.
    #[arg(long, default_value_t = 25, value_name = "N", value_parser = clap::value_parser!(u32).range(10..))]
    rounds: u32,
    /// The duration of the reads of a build in a round, in seconds.
    #[arg(long, default_value_t = 0.5, value_name = "N")]
    seconds: f64,
}

/// A build that serves its own data.
struct Build {
    server: Server,
    space: Space,
    /// The requests for one page and for the tree of pages.
    page: Vec<u8>,
    tree: Vec<u8>,
    searches: Vec<String>,
    /// The working directory, which is removed after the server has ended.
    _bed: Bed,
}

/// Measures both builds and prints a line for each measurement.
///
/// # Errors
///
/// Fails if the second build is slower in a line.
pub(super) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let builds = [Build::start(&arguments.first)?, Build::start(&arguments.second)?];
    let names = names();
    let mut pairs = vec![Vec::new(); names.len()];
    let reads = Duration::from_secs_f64(arguments.seconds);
    // Round 0 fills caches and is not counted.
    for round in 0..=arguments.rounds as usize {
        progress(format_args!("compare: round {round} of {}", arguments.rounds));
        let mut found = [Vec::new(), Vec::new()];
        for turn in 0..2 {
            let build = (round + turn) % 2;
            found[build] = builds[build].measure(round, reads)?;
        }
        let [first, second] = found;
        let both = pairs.iter_mut().zip(first.into_iter().zip(second)).filter(|_| round > 0);
        both.for_each(|(pairs, (first, second))| pairs.push([first, second]));
    }
    let lines = names.into_iter().zip(pairs).map(|(name, pairs)| Line { name, pairs });
    report(&lines.collect::<Vec<_>>())
}

fn report(lines: &[Line]) -> anyhow::Result<()> {
    say(format_args!("{:<42} {:>12} {:>12}  {:>5} (quartiles)", "", "first", "second", "ratio"));
    lines.iter().for_each(say);
    let slower = lines.iter().filter(|line| line.verdict() == Verdict::Slower).count();
    ensure!(slower == 0, "the second build is slower in {slower} of {} lines", lines.len());
    Ok(())
}

/// Returns the names of the measurements, in the order of [`Build::measure`].
fn names() -> Vec<String> {
    let reads = READS.iter().map(|(name, _)| (*name).to_owned());
    let tree = format!("the tree of {} pages", CONTENT.pages);
    let rest = STEPS.iter().map(|step| (*step).to_owned());
    reads.chain([tree]).chain(rest).chain(["a search".to_owned()]).collect()
}

impl Build {
    /// Fills a data directory by this build and serves it.
    fn start(quire: &Path) -> anyhow::Result<Self> {
        let mut bed = Bed::lay()?;
        bed.quire = quire.canonicalize().with_context(|| format!("finding {}", quire.display()))?;
        progress(quire.display());
        let data = bed.path("data");
        set_up(&bed, &data)?;
        let id = fill(&bed, &data, "compare", CONTENT)?;
        reindex(&bed, &data)?;
        let server = Server::quire(&bed, &data)?;
        server.ready()?;
        let mut client = Connection::open(server.address)?;
        let space = Space::of(&mut client, &id)?;
        let page = format!("{}/content/page/{}?format=markdown", space.path, space.pages[0]);
        let tree = format!("{}/content/pages", space.path);
        let searches: Vec<String> = QUERIES.iter().map(|query| address(&space.path, query)).collect();
        while client.exchange(&get(&searches[0], TOKEN))?.0 != 200 {}
        let (page, tree) = (get(&page, TOKEN), get(&tree, TOKEN));
        Ok(Self { server, space, page, tree, searches, _bed: bed })
    }

    /// Returns the times of one round in milliseconds, by the order of [`names`].
    fn measure(&self, round: usize, reads: Duration) -> anyhow::Result<Vec<f64>> {
        let time = |request: &[u8], connections| {
            let rate = throughput(self.server.address, request, connections, reads)?;
            anyhow::Ok(1_000.0 / rate)
        };
        let mut found = Vec::new();
        for (_, connections) in READS {
            found.push(time(&self.page, connections)?);
        }
        found.push(time(&self.tree, 1)?);
        // The server closes connections that are idle for long, as between two turns.
        let mut client = Connection::open(self.server.address)?;
        let mut steps = vec![Vec::new(); STEPS.len()];
        for n in 0..LIVES {
            let life = live(&mut client, &self.space, round * LIVES + n)?;
            steps.iter_mut().zip(life).for_each(|(times, time)| times.push(time));
        }
        found.extend(steps.into_iter().map(median));
        found.push(median(times(&mut client, &self.searches)?));
        Ok(found)
    }
}
