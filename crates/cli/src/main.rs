//! The `quire` binary: commands, configuration, wiring.
//!
//! Clock, randomness, environment and terminal are accessed here only; everything below gets them as arguments.

mod allocator;
mod commands;
mod config;
mod descriptors;
mod edge;
mod git;
mod listen;
mod logs;
mod modes;
mod progress;
mod server_lock;
mod signals;
mod workspace;

use std::process::ExitCode;

use clap::Parser;

/// A documentation workspace: spaces of pages, their history, and an API over them.
#[derive(Debug, Parser)]
#[command(name = "quire", version, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: commands::Command,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if arguments.command.serves() {
        allocator::restart_with_options();
    }
    let mask = modes::keep_private();
    match commands::run(arguments.command, mask) {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            logs::complain(format_args!("error: {e:#}"));
            ExitCode::FAILURE
        }
    }
}
