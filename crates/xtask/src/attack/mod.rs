//! `cargo xtask attack`: what hostile texts, clients and crowds do to a server, and to those who read beside them.
//!
//! Each attack has a server of its own, started on one data directory from the same binary with its usual options, and is
//! bounded in count and in time. Beside it a reader asks for a page that is in memory and for pages that are not. A row
//! is printed for each attack, OVER beside what exceeds a bound, and the exit status says whether anything did. Reader
//! and attackers come from different addresses of this machine, as limits per address are part of what is measured.

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

/// Which attacks, and how long.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The attacks by name [default: all].
    only: Vec<String>,
    /// Print the attacks, and do nothing.
    #[arg(long)]
    list: bool,
    /// Seconds that each attack takes.
    #[arg(long, default_value_t = 10, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=40))]
    seconds: u32,
    /// Pages of the large site.
    #[arg(long, default_value_t = 20_000, value_name = "N", value_parser = clap::value_parser!(u32).range(100..=50_000))]
    pages: u32,
    /// The binary to attack [default: a release build of this repository].
    #[arg(long, value_name = "FILE")]
    quire: Option<PathBuf>,
    /// The process may open enough connections.
    #[arg(long, hide = true)]
    raised: bool,
}

/// An attack.
pub(crate) struct Attack {
    name: &'static str,
    about: &'static str,
    /// Attacks until the time is over, and reports what happened to the attackers.
    run: fn(&Strike<'_>) -> anyhow::Result<String>,
}

/// All attacks, in order. The first is none: what the machine does by itself.
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
        return build_and_run(&["--bins"]);
    }
    if !arguments.raised {
        return raise();
    }
    let chosen =
        all.iter().filter(|attack| arguments.only.is_empty() || arguments.only.iter().any(|n| n == attack.name));
    attack(arguments, chosen)
}

/// Runs this program again, with more descriptors than a process usually may open: it holds more connections than that.
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

/// One attack on a server of its own.
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
    // It is killed rather than asked to end: it may have work for much longer than anybody waits.
    drop(server);
    Ok(Row { name: attack.name, peak, read, alive, note })
}
