//! The `quire` binary: commands, configuration, wiring.
//!
//! This is the edge where the clock, the randomness, the environment and the terminal are; everything below gets
//! them as arguments.

mod commands;
mod config;
mod descriptors;
mod edge;
mod logs;
mod modes;

use std::process::ExitCode;

use clap::Parser;

/// Threads work with large texts in turn. The allocator of the system keeps what each of them has used at most.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// A documentation workspace: spaces of pages, their history, and an API over them.
#[derive(Debug, Parser)]
#[command(name = "quire", version, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: commands::Command,
}

#[expect(clippy::print_stderr, reason = "the last word of a command that failed")]
fn main() -> ExitCode {
    let mask = modes::keep_private();
    let arguments = Arguments::parse();
    match commands::run(arguments.command, mask) {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("error: {e:#}");
            ExitCode::FAILURE
        }
    }
}
