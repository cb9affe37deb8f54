//! The tasks of this repository: `cargo xtask ci` checks it, `cargo xtask laws` tests its laws at length,
//! `cargo xtask bench` measures it, `cargo xtask attack` tries to bring it down.
//!
//! Checks that can be tests are tests, beside this file. The product is not linked here, so that this program builds in
//! seconds; it starts cargo and the product as processes.

mod attack;
mod bench;
mod ci;
mod laws;

use clap::Parser;

/// Checks and measures this repository.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", max_term_width = 100)]
enum Command {
    /// Check format, lints and tests: everything that a change has to pass.
    Ci,
    /// Run the property tests of all crates with many times their usual number of cases.
    Laws(laws::Arguments),
    /// Measure the product against the capability of the machine, and print ratios.
    Bench(bench::Arguments),
    /// Attack a server that is started for this purpose, and print the effect on its readers.
    Attack(attack::Arguments),
}

fn main() -> anyhow::Result<()> {
    match Command::parse() {
        Command::Ci => ci::run(),
        Command::Laws(arguments) => laws::run(&arguments),
        Command::Bench(arguments) => bench::run(&arguments),
        Command::Attack(arguments) => attack::run(&arguments),
    }
}

/// Prints a line of a command's result to standard output.
#[expect(clippy::print_stdout, reason = "the result of a command")]
fn say(line: impl std::fmt::Display) {
    println!("{line}");
}
