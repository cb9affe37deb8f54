//! What this repository asks of itself: `cargo xtask ci` checks it, `cargo xtask bench` measures it, `cargo xtask attack`
//! tries to bring it down.
//!
//! Checks that can be tests are tests, beside this file. Nothing of the product is linked here, so that this program
//! is built in seconds; it starts cargo and the product as processes.

mod attack;
mod bench;
mod ci;

use clap::Parser;

/// Checks and measures this repository.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", max_term_width = 100)]
enum Command {
    /// Everything that a change has to pass: format, lints, tests.
    Ci,
    /// Measure the product against what the machine can do, and print the ratios.
    Bench(bench::Arguments),
    /// Attack a server that is started for it, and print what its readers notice.
    Attack(attack::Arguments),
}

fn main() -> anyhow::Result<()> {
    match Command::parse() {
        Command::Ci => ci::run(),
        Command::Bench(arguments) => bench::run(&arguments),
        Command::Attack(arguments) => attack::run(&arguments),
    }
}

/// A line for whoever started this.
#[expect(clippy::print_stdout, reason = "the result of a command")]
fn say(line: impl std::fmt::Display) {
    println!("{line}");
}
