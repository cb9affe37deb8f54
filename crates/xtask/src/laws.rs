//! `cargo xtask laws`: runs the property tests of all crates with many times their usual number of cases.
//!
//! The test programs are built once, and each law runs in a process of its own, so that one that aborts takes no other
//! along. All laws of a run derive their inputs from one seed, which the first line prints: the same seed and the same
//! number of times give the same inputs. No regression file is read or written.
//!
//! `PROPTEST_CASES` overrides the number in the source of a law, so each process gets its own.

mod programs;
mod sources;

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Mutex;
use std::thread;
use std::time::Instant;

use anyhow::{Context as _, anyhow, ensure};
use clap::Args;

use crate::say;
use programs::Runnable;

/// The number of whole inputs that a law may reject, as proptest documents it; it grows with the number of cases.
const REJECTS: u32 = 1_024;
/// The number of parts of inputs that a law may reject, as proptest documents it.
const LOCAL_REJECTS: u32 = 65_536;

/// The options of `cargo xtask laws`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The laws to run, by the names of their crates or parts of their own names [default: all].
    only: Vec<String>,
    /// The number of cases, as a multiple of the usual one.
    #[arg(long, default_value_t = 20, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    times: u32,
    /// The seed of the inputs [default: a random one].
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

/// The result of one law.
struct LawOutcome {
    passed: bool,
    seconds: f64,
    /// The output of the test, if it failed.
    report: String,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let (mut laws, mut packages) = (Vec::new(), Vec::new());
    for (package, folder) in packages_of_workspace()? {
        let crate_name = folder.file_name().unwrap_or_default();
        let is_chosen = |part: &String, law: &str| crate_name == part.as_str() || law.contains(part.as_str());
        let mut found = sources::of_crate(&folder)?;
        found.retain(|law| arguments.only.is_empty() || arguments.only.iter().any(|part| is_chosen(part, &law.name)));
        packages.extend((!found.is_empty()).then_some(package));
        laws.extend(found);
    }
    ensure!(!laws.is_empty(), "no crate and no law has such a name");
    let runnable = programs::build(&packages, &laws)?;
    let seed = arguments.seed.unwrap_or_else(|| RandomState::new().hash_one(0));
    say(format_args!("{} laws, times: {}, seed: {seed}", runnable.len(), arguments.times));
    let failed = run_all(&runnable, arguments.times, seed)?;
    ensure!(failed == 0, "{failed} laws failed; repeat with --seed {seed} --times {} NAME", arguments.times);
    Ok(())
}

/// Returns the names of the packages that may have laws, with their directories.
fn packages_of_workspace() -> anyhow::Result<Vec<(String, PathBuf)>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("this crate is beside others")?;
    let output = Command::new("cargo")
        .args(["metadata", "--no-deps", "--format-version", "1"])
        .current_dir(folder)
        .output()
        .context("starting cargo")?;
    ensure!(output.status.success(), "cargo metadata: {}", String::from_utf8_lossy(&output.stderr));
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).context("reading the metadata")?;
    let packages = metadata["packages"].as_array().context("the metadata has packages")?.iter();
    let found = packages.filter(|it| it["name"] != env!("CARGO_PKG_NAME")).map(|package| {
        let text = |field: &str| package[field].as_str().with_context(|| format!("a package has a {field}"));
        let folder = Path::new(text("manifest_path")?).parent().context("a manifest is in a directory")?;
        Ok((text("name")?.to_owned(), folder.to_owned()))
    });
    found.collect()
}

/// Runs laws, as many at once as the machine has processors, prints a row for each, and returns the number of failures.
fn run_all(laws: &[Runnable], times: u32, seed: u64) -> anyhow::Result<usize> {
    let (next, failed) = (Mutex::new(laws.iter()), Mutex::new(0));
    let poisoned = || anyhow!("a thread panicked");
    let work = || {
        loop {
            let Some(law) = next.lock().map_err(|_| poisoned())?.next() else { return anyhow::Ok(()) };
            let outcome = law.run(times, seed)?;
            let mut failed = failed.lock().map_err(|_| poisoned())?;
            *failed += usize::from(!outcome.passed);
            say(row(law, times, &outcome));
        }
    };
    thread::scope(|scope| {
        let count = thread::available_parallelism().map_or(1, usize::from);
        let threads: Vec<_> = (0..count).map(|_| scope.spawn(work)).collect();
        threads.into_iter().try_for_each(|thread| thread.join().map_err(|_| poisoned())?)
    })?;
    failed.into_inner().map_err(|_| poisoned())
}

fn row(law: &Runnable, times: u32, outcome: &LawOutcome) -> String {
    let word = if outcome.passed { "ok" } else { "FAILED" };
    let report: String = outcome.report.lines().map(|line| format!("\n    {line}")).collect();
    let cases = u64::from(law.cases) * u64::from(times);
    format!("{:<84} {cases:>9} cases {:>7.1} s  {word}{report}", law.name(), outcome.seconds)
}

impl Runnable {
    /// Returns the name of the law across all crates.
    fn name(&self) -> String {
        format!("{}: {}", self.package, self.path)
    }

    fn run(&self, times: u32, seed: u64) -> anyhow::Result<LawOutcome> {
        let scaled = |number: u32| number.saturating_mul(times).to_string();
        let began = Instant::now();
        let output = Command::new(&self.program)
            .args(["--exact", &self.path])
            .current_dir(&self.folder)
            .env("PROPTEST_CASES", scaled(self.cases))
            .env("PROPTEST_MAX_GLOBAL_REJECTS", scaled(REJECTS))
            .env("PROPTEST_MAX_LOCAL_REJECTS", scaled(LOCAL_REJECTS))
            .env("PROPTEST_RNG_SEED", seed.to_string())
            .env("PROPTEST_DISABLE_FAILURE_PERSISTENCE", "1")
            .env("RUST_BACKTRACE", "0")
            .output()
            .with_context(|| format!("starting {}", self.program.display()))?;
        let passed = output.status.success();
        let report = if passed { String::new() } else { report(&output) };
        Ok(LawOutcome { passed, seconds: began.elapsed().as_secs_f64(), report })
    }
}

/// Returns the last panic of a failed test, which has the least input that was found; all output and the status if the
/// program ended without one.
fn report(output: &Output) -> String {
    let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let message = stdout.split_once(" stdout ----\n").and_then(|(_, rest)| rest.split("\n\nfailures:\n").next());
    message.map_or_else(|| format!("{}\n{stdout}{stderr}", output.status), |panics| last(panics).trim().to_owned())
}

/// Returns the last panic; those before it are of the inputs on the way to the least one.
fn last(panics: &str) -> &str {
    panics.rfind("\nthread '").map_or(panics, |at| &panics[at..])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn output(stdout: &str) -> Output {
        Output { status: Default::default(), stdout: stdout.into(), stderr: b"stack overflow".to_vec() }
    }

    #[test]
    fn a_report_is_the_last_panic() {
        let failed = output(
            "\n---- a::law stdout ----\n\nthread 'a::law' panicked at x:\nfirst\n\n\
                             thread 'a::law' panicked at x:\nTest failed: least\n\n\nfailures:\n    a::law\n",
        );
        assert_eq!(report(&failed), "thread 'a::law' panicked at x:\nTest failed: least");
    }

    #[test]
    fn a_program_that_aborts_is_reported_with_its_output() {
        assert!(report(&output("running 1 test\n")).ends_with("running 1 test\nstack overflow"));
    }
}
