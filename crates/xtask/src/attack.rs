//! `cargo xtask attack`: measures the effect of hostile texts, clients and crowds on a server and on its other readers.
//!
//! Each attack gets a server of its own, started on a shared data directory from the same binary with its usual
//! options, and is bounded in requests and time. Meanwhile a reader requests a cached page and uncached pages.
//! One row is printed for each attack, with OVER beside every value that exceeds a bound; the exit status is
//! non-zero if there was one. Readers and attackers use different addresses of this machine, because limits per
//! address are part of the measurement.

mod connections;
mod crowds;
mod field;
mod http2;
mod readers;
mod row;
mod strike;
mod texts;
mod wire;

use std::path::PathBuf;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail, ensure};
use clap::Args;

use crate::bench::{Bed, build_and_run, progress};
use crate::say;
use field::Field;
use row::Row;
use strike::Strike;

/// The options of `cargo xtask attack`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The attacks to run, by name [default: all].
    only: Vec<String>,
    /// Print the attacks without running them.
    #[arg(long)]
    list: bool,
    /// The duration of each attack, in seconds.
    #[arg(long, default_value_t = 10, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=40))]
    seconds: u32,
    /// The number of pages of the large site.
    #[arg(long, default_value_t = 20_000, value_name = "N", value_parser = clap::value_parser!(u32).range(100..=50_000))]
    pages: u32,
    /// The binary to attack [default: a release build of this repository].
    #[arg(long, value_name = "FILE")]
    quire: Option<PathBuf>,
    /// The limit of descriptors has been raised already.
    #[arg(long, hide = true)]
    raised: bool,
}

/// An attack with its name and description.
pub(crate) struct Attack {
    name: &'static str,
    about: &'static str,
    /// Attacks until the time is over, and returns a summary of the answers.
    run: fn(&Strike<'_>) -> anyhow::Result<String>,
}

/// Returns all attacks, in order. The first is none, as a baseline of the machine.
fn all() -> Vec<Attack> {
    let calm = Attack { name: "calm", about: "no attack", run: |strike| Ok(strike.rest()) };
    let mut all = vec![calm];
    all.extend(texts::ATTACKS);
    all.extend(crowds::ATTACKS);
    all.extend(connections::ATTACKS);
    all
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let all = all();
    if arguments.list {
        all.iter().for_each(|attack| say(format_args!("{:<14} {}", attack.name, attack.about)));
        return Ok(());
    }
    let unknown = arguments.only.iter().find(|name| all.iter().all(|attack| attack.name != **name));
    if let Some(name) = unknown {
        bail!("there is no attack named {name}: --list prints them");
    }
    if cfg!(debug_assertions) && arguments.quire.is_none() {
        return build_and_run(&["-p", "quire", "-p", "xtask", "--bins"]);
    }
    if !arguments.raised {
        return raise();
    }
    let chosen =
        all.iter().filter(|attack| arguments.only.is_empty() || arguments.only.iter().any(|n| n == attack.name));
    attack(arguments, chosen)
}

/// Runs this program again with a higher limit of descriptors, since it holds more connections
/// than a process usually may.
fn raise() -> anyhow::Result<()> {
    let this = std::env::current_exe().context("finding this program")?;
    let raise = "ulimit -S -n 8192 2>/dev/null || ulimit -S -n \"$(ulimit -H -n)\"; exec \"$@\"";
    let mut command = Command::new("sh");
    command.args(["-c", raise, "sh"]).arg(this).args(std::env::args_os().skip(1)).arg("--raised");
    let status = command.status().context("starting this program again")?;
    ensure!(status.success(), "the attack found something");
    Ok(())
}

fn attack<'a>(arguments: &Arguments, attacks: impl Iterator<Item = &'a Attack>) -> anyhow::Result<()> {
    let mut bed = Bed::lay()?;
    if let Some(quire) = &arguments.quire {
        bed.quire = quire.canonicalize().with_context(|| format!("finding {}", quire.display()))?;
    }
    let field = Field::lay(&bed, arguments.pages)?;
    say(Row::HEAD);
    let mut over = 0;
    for attack in attacks {
        progress(format_args!("{}: {}", attack.name, attack.about));
        let row = one(&field, attack, Duration::from_secs(arguments.seconds.into()))?;
        over += usize::from(row.is_over());
        say(&row);
    }
    ensure!(over == 0, "OVER in {over} attacks");
    Ok(())
}

/// Runs one attack on a server of its own.
fn one(field: &Field<'_>, attack: &Attack, time: Duration) -> anyhow::Result<Row> {
    let mut server = field.start()?;
    readers::warm(field, server.address)?;
    let strike = Strike::new(field, server.address, Instant::now() + time);
    let (read, note, peak) = thread::scope(|scope| {
        let memory = scope.spawn(|| strike.watch(|| server.peak().unwrap_or_default()));
        let readers = scope.spawn(|| readers::read(&strike));
        let note = (attack.run)(&strike).unwrap_or_else(|error| format!("failed: {error:#}"));
        strike.rest();
        (readers.join(), note, memory.join())
    });
    let read = read.map_err(|_| anyhow::anyhow!("a reader panicked"))??;
    let peak = peak.map_err(|_| anyhow::anyhow!("the watch of the memory panicked"))?;
    let alive = server.is_alive()?;
    // The server is killed rather than stopped: it may have work left for a long time.
    drop(server);
    Ok(Row { name: attack.name, peak, read, alive, note })
}
